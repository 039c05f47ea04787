//! The answer of `upgrade-check`.

use std::collections::BTreeMap;
use std::fmt;

use rootstock_core_model::{FeatureGate, FeatureGateSettings, GardenerRelease, Release, Releases, Severity};
use rootstock_report::{DocumentOutcome, FindingAnswer, ReportAnswer, Summary};
use rootstock_upgrade::{ChangeGroup, DocumentChanges, ReleaseSwitch, UpgradeSide};
use serde::Serialize;

use super::changes::{self, UpgradeChangeAnswer};
use crate::{AppliedSettings, QueryContext};

/// Everything that an upgrade of Gardener changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpgradeAnswer {
    /// The settings that the answer was given under. Release and feature gates are those of the first release.
    pub settings: AppliedSettings,
    /// The release that runs.
    pub from: Release,
    /// The source of the release that runs.
    pub running: RunningRelease,
    /// The release to go to.
    pub to: Release,
    /// Whether anything gets another answer.
    pub changed: bool,
    /// Whether the upgrade needs attention: something changes in one of the groups that count, or a release is not known.
    pub fails: bool,
    /// The groups that count; empty if all do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fail_on: Vec<ChangeGroup>,
    /// The numbers of compared objects, by kind.
    pub compared: BTreeMap<String, usize>,
    /// The objects and documents that were not compared, or not completely, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_compared: Vec<UncomparedObject>,
    /// The order in which to upgrade Gardener and to change objects, as sentences.
    pub order: Vec<String>,
    /// The steps, one minor release at a time.
    pub steps: Vec<UpgradeStepAnswer>,
}

/// The source of the release that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "from")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RunningRelease {
    /// The question.
    Given,
    /// The settings, or the newest recorded release if they name none.
    Settings,
    /// The oldest release in `status.gardener.version` of a Shoot.
    Shoot {
        /// The namespace and name of the Shoot.
        shoot: String,
    },
}

/// An object or document that was not compared, or not completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UncomparedObject {
    /// The input.
    pub file: String,
    /// The kind; empty if it is unknown.
    pub kind: String,
    /// The namespace and name; empty if they are unknown.
    pub name: String,
    /// The outcome of reading it.
    pub outcome: DocumentOutcome,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for UncomparedObject {
    /// Formats as `not compared: Shoot garden-dev/riesling in shoots.yaml: REASON`; an object without its profile is compared in part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.kind.as_str(), self.name.as_str()];
        let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let within = if name.is_empty() { "" } else { " in " };
        let is_partial = self.outcome == DocumentOutcome::Checked;
        let extent = if is_partial { "compared in part" } else { "not compared" };
        write!(f, "{extent}: {name}{within}{}: {}", self.file, self.reason)
    }
}

/// One step of an upgrade.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpgradeStepAnswer {
    /// The release before the step.
    pub from: Release,
    /// The release after the step.
    pub to: Release,
    /// The extension that moves; absent if Gardener does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<ExtensionStep>,
    /// The releases of Gardener that are newer than the newest known one, and answered like it: what else they change is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_releases: Vec<Release>,
    /// The feature gates that are set, and that a release of the step does not have: they are left out there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out_gates: Vec<LeftOutGate>,
    /// The declared differences between the releases.
    pub switches: Vec<AnsweredSwitch>,
    /// The number of changes that `rootstock.toml` or a comment accepts. What Gardener refuses cannot be accepted.
    #[serde(skip_serializing_if = "has_none")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub accepted: usize,
    /// The changes, group by group, each in the order of the documents.
    pub changes: Vec<UpgradeChangeAnswer>,
}

/// A feature gate that is set, and that a release does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LeftOutGate {
    /// The name of the gate.
    pub gate: String,
    /// The releases of Gardener without it: one end of the step, or both.
    pub gardener: Vec<Release>,
    /// The releases that have it.
    pub releases: Releases,
}

/// A step of an extension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtensionStep {
    /// The provider.
    pub provider: &'static str,
    /// The release before the step.
    pub from: Release,
    /// The release after the step.
    pub to: Release,
    /// The newest known release of the extension, if that after the step is newer, and answered like it: what else it changes is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newest_known: Option<Release>,
}

/// A declared difference, and the number of changes that it causes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredSwitch {
    /// The difference.
    #[serde(flatten)]
    pub switch: ReleaseSwitch,
    /// The number of changes that it causes. Without any, it may still matter to a change of an object.
    pub changes: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn has_none(number: &usize) -> bool {
    *number == 0
}

impl UpgradeStepAnswer {
    /// Returns a sentence for each release that is not known, and for each feature gate that is left out.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let newest = GardenerRelease::NEWEST;
        let unknown = self.unknown_releases.iter().map(move |release| {
            format!("Gardener v{release} is not known yet, and answered as v{newest}, the newest known release")
        });
        let left_out = self.left_out_gates.iter().map(|LeftOutGate { gate, gardener, releases }| {
            let gardener: Vec<String> = gardener.iter().map(|release| format!("v{release}")).collect();
            format!("feature gate {gate} is left out for Gardener {}: it exists {releases}", gardener.join(" and "))
        });
        let extension = self.extension.iter().filter_map(|ExtensionStep { provider, to, newest_known, .. }| {
            let newest = newest_known.as_ref()?;
            Some(format!(
                "extension {provider} v{to} is not known yet, and answered as v{newest}, the newest known release"
            ))
        });
        unknown.chain(extension).chain(left_out)
    }

    /// Returns whether everything that the releases of the step change is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.unknown_releases.is_empty() && self.extension.as_ref().is_none_or(|moved| moved.newest_known.is_none())
    }

    /// Formats as `Gardener v1.149` or `extension aws v1.70`: the program that moves, with the release after the step.
    #[must_use]
    pub fn target(&self) -> String {
        self.extension.as_ref().map_or_else(
            || format!("Gardener v{}", self.to),
            |moved| format!("extension {} v{}", moved.provider, moved.to),
        )
    }
}

impl UpgradeAnswer {
    pub(super) fn new(
        asked: QueryContext,
        releases: &[GardenerRelease],
        running: RunningRelease,
        fail_on: Vec<ChangeGroup>,
    ) -> Self {
        let release = |one: Option<&GardenerRelease>| one.copied().unwrap_or_default().release();
        Self {
            settings: asked.into(),
            from: release(releases.first()),
            running,
            to: release(releases.last()),
            changed: false,
            fails: false,
            fail_on,
            compared: BTreeMap::new(),
            not_compared: Vec::new(),
            order: Vec::new(),
            steps: Vec::new(),
        }
    }

    pub(super) fn add_step(
        &mut self,
        [before, after]: [&UpgradeSide; 2],
        extension: Option<ExtensionStep>,
        switches: &[ReleaseSwitch],
        documents: Vec<DocumentChanges>,
        gates: &FeatureGateSettings,
    ) {
        if self.steps.is_empty() {
            self.settings.semantics = rootstock_core_model::Semantics::Gardener;
            self.settings.gardener = Some(before.settings().gardener.release());
            self.settings.feature_gates =
                QueryContext::with_settings(rootstock_core_model::Semantics::Gardener, *before.settings()).gates();
            self.count(&documents);
        }
        let accepted = documents.iter().map(|document| document.accepted).sum();
        let changes = changes::answered(documents);
        let caused = |switch: &ReleaseSwitch| changes.iter().filter(|one| one.cause.as_ref() == Some(switch)).count();
        let switches =
            switches.iter().map(|switch| AnsweredSwitch { switch: switch.clone(), changes: caused(switch) }).collect();
        self.changed |= !changes.is_empty();
        self.fails |= changes.iter().any(|change| self.counts(change.group));
        let releases = [before, after].map(|side| side.settings().gardener);
        let unknown = releases.into_iter().filter(|release| release.is_newer_than_recorded());
        let mut unknown_releases: Vec<Release> = unknown.map(GardenerRelease::release).collect();
        unknown_releases.dedup();
        let left_out = FeatureGate::ALL.into_iter().map(|gate| {
            let mut lacking: Vec<Release> = releases
                .into_iter()
                .filter(|release| gates.missing(*release).any(|missing| missing == gate))
                .map(GardenerRelease::release)
                .collect();
            lacking.dedup();
            LeftOutGate { gate: gate.name().to_owned(), gardener: lacking, releases: gate.releases() }
        });
        let left_out_gates = left_out.filter(|one| !one.gardener.is_empty()).collect();
        let [from, to] = releases.map(GardenerRelease::release);
        let step =
            UpgradeStepAnswer { from, to, extension, unknown_releases, left_out_gates, switches, accepted, changes };
        self.fails |= !step.is_known();
        self.steps.push(step);
    }

    /// Counts the objects, which are those of every step.
    fn count(&mut self, documents: &[DocumentChanges]) {
        for document in documents {
            if document.outcome == DocumentOutcome::Checked && document.reason.is_empty() {
                *self.compared.entry(document.kind.clone()).or_default() += 1;
            } else if document.outcome != DocumentOutcome::Empty {
                self.not_compared.push(UncomparedObject {
                    file: document.source.display_name().to_owned(),
                    kind: document.kind.clone(),
                    name: document.name.clone(),
                    outcome: document.outcome.clone(),
                    reason: match document.reason.as_str() {
                        "" => "not a profile and not a Shoot".to_owned(),
                        reason => reason.to_owned(),
                    },
                });
            }
        }
    }

    /// Whether a document could not be read, or an object not be compared completely.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.not_compared.iter().any(|one| one.outcome != DocumentOutcome::NotChecked)
    }

    /// Whether changes of a group count for [`fails`](Self::fails).
    #[must_use]
    pub fn counts(&self, group: ChangeGroup) -> bool {
        self.fail_on.is_empty() || self.fail_on.contains(&group)
    }

    /// Returns the changes of all steps as a report, for code scanning. The sentences name the release. Improvements, and changes that
    /// do not count, are notes.
    #[must_use]
    pub fn to_report(&self) -> ReportAnswer {
        let findings = self.steps.iter().flat_map(|step| {
            step.changes.iter().map(|change| {
                let mut finding = change.finding.clone();
                let object = format!("{} {}", change.object_kind, change.object);
                let (target, group) = (step.target(), change.group.title().to_lowercase());
                finding.message = format!("{target}, {group}: {}: {}", object.trim(), finding.message);
                let facts = change.effects.iter().cloned().chain(change.cause.as_ref().map(ReleaseSwitch::reason));
                for fact in facts {
                    finding.message.push_str("; ");
                    finding.message.push_str(&fact);
                }
                finding.document = None;
                let is_improvement = matches!(change.group, ChangeGroup::Accepted | ChangeGroup::WarningEnds);
                if is_improvement || !self.counts(change.group) {
                    finding.severity = Severity::Note;
                }
                if let Some(remedy) = &change.remedy {
                    finding.help = remedy.clone().into();
                }
                finding
            })
        });
        let findings: Vec<FindingAnswer> = findings.collect();
        let number = |severity: Severity| findings.iter().filter(|finding| finding.severity == severity).count();
        let summary = Summary {
            errors: number(Severity::Error),
            warnings: number(Severity::Warning),
            notes: number(Severity::Note),
            ..Summary::default()
        };
        ReportAnswer { summary, documents: Vec::new(), findings, suppressed: Vec::new(), fixes: None }
    }
}
