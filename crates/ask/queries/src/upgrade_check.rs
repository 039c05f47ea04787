//! `upgrade-check`: everything that gets another answer when Gardener moves to another release.

mod answer;
mod changes;
mod order;

use std::collections::{BTreeMap, BTreeSet};

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{
    FeatureGate, FeatureGateSettings, GardenerRelease, GardenerReleaseError, Release, Settings,
};
use rootstock_provider_api::{ExtensionReleaseError, ExtensionReleaseSettings, Provider};
use rootstock_upgrade::{ChangeGroup, DocumentChanges, UpgradeComparison, UpgradeSide, compare, steps};
use serde::{Deserialize, Serialize};

pub use answer::{
    AnsweredSwitch, ExtensionStep, LeftOutGate, RunningRelease, UncomparedObject, UpgradeAnswer, UpgradeStepAnswer,
};
pub use changes::{CheckedDuring, UpgradeChangeAnswer};

use crate::{Example, Face, NamedRelease, Query, QueryContext, QueryError, QuerySubject};

/// Asks what an upgrade of Gardener changes for profiles and Shoots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpgradeQuery {
    /// The release of Gardener to go to: `1.149`, which is its last patch, or a patch of it. If absent, Gardener stays, and only
    /// extensions move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The release that runs; if absent, that of the settings, or else the oldest one in `status.gardener.version` of the Shoots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The releases of extensions to go to, by provider. They move from the releases of the settings, after Gardener; before it, if the
    /// release that runs needs the name of a capability that Gardener refuses from then on.
    // The alias is its name before queries over HTTP had the releases of the settings as `extensions`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", alias = "extensions")]
    pub extensions_to: BTreeMap<String, String>,
    /// The groups of changes that need attention; if empty, all do. They decide about `fails`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fail_on: Vec<ChangeGroup>,
}

/// Profiles and Shoots, and the settings to ask under.
#[derive(Debug, Clone, Copy)]
pub struct UpgradeInput<'a> {
    /// The analysis that holds the documents.
    pub analysis: &'a Analysis,
    /// The settings to ask under. Answers are those of Gardener's semantics in any case.
    pub asked: QueryContext,
    /// The oldest release that Shoots outside of the analysis name, for documents that name none.
    pub named: Option<&'a NamedRelease>,
}

impl Query for UpgradeQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upgrade-check/v1";
    const SUBJECT: QuerySubject = QuerySubject::Operation;
    const EXAMPLE: Example = Example {
        command: "upgrade-check fixtures/upgrade/profile.yaml --from 1.145 --to 1.150",
        question: r#"{"from": "1.145", "to": "1.150"}"#,
        files: &[(Role::Checked, "fixtures/upgrade/profile.yaml")],
    };
    // It asks about all releases from the oldest one on that a Shoot names.
    const FOLLOWS_SHOOTS: bool = false;
    type Answer = UpgradeAnswer;
    type Input<'a> = UpgradeInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: UpgradeInput<'_>) -> Result<UpgradeAnswer, QueryError> {
        self.ask_with(input, &mut |comparison| {
            let mut comparer = comparison.comparer();
            comparison.documents().map(|document| comparer.compare(document)).collect()
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let analysis = face.manifests_to_check()?;
        let named = face.oldest_named_release();
        Ok(self.ask(UpgradeInput { analysis: &analysis, asked: face.asked()?, named: named.as_ref() })?)
    }
}

impl UpgradeQuery {
    /// Like [`ask`](Query::ask), with a function that compares the documents of a step, for instance in several threads.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError::Upgrade`] if the releases are not an upgrade, and [`QueryError::Gardener`] if one of them is not a release.
    pub fn ask_with(
        &self,
        UpgradeInput { analysis, asked, named }: UpgradeInput<'_>,
        ask: &mut dyn FnMut(&UpgradeComparison<'_>) -> Vec<DocumentChanges>,
    ) -> Result<UpgradeAnswer, QueryError> {
        let release = |text: &str| {
            text.parse::<GardenerRelease>().map_err(|reason| QueryError::Gardener { release: text.to_owned(), reason })
        };
        let running = match self.from.as_deref().map(release).transpose()? {
            Some(from) => Some((from, RunningRelease::Given)),
            None => running(analysis, asked, named)?,
        };
        let is_assumed = running.is_none();
        let (from, source) = running.unwrap_or((GardenerRelease::NEWEST, RunningRelease::Settings));
        let releases = match self.to.as_deref().map(release).transpose()? {
            Some(to) => steps(from, to).map_err(|reason| match is_assumed {
                true => QueryError::NoRunningRelease { to },
                false => reason.into(),
            })?,
            None if self.extensions_to.is_empty() => return Err(QueryError::NoUpgrade),
            None => vec![from],
        };
        let gates = asked.feature_gates;
        check_gates(&gates, &releases)?;
        let mut answer = UpgradeAnswer::new(asked, &releases, source, self.fail_on.clone());
        let side = |gardener, extensions| UpgradeSide::with_extensions(analysis, gardener, &gates, extensions);
        let mut extensions = asked.settings.extensions;
        let mut before = side(from, extensions);
        let running = *before.settings();
        let mut add = |before: &UpgradeSide, after: &UpgradeSide, moved: Option<ExtensionStep>| {
            compare([before, after], |comparison| {
                let documents = ask(comparison);
                answer.add_step([before, after], moved, comparison.switches(), documents, &gates);
            });
        };
        let to = releases.last().copied().unwrap_or(from);
        let registry = analysis.registry();
        let steps = self.extension_steps(analysis, asked)?;
        let needs_refused_name = |step: &ExtensionStep, release: Release| -> Result<bool, QueryError> {
            let Some(extension) = registry.get(step.provider).map(Provider::extension) else { return Ok(false) };
            let extensions = extensions.with(step.provider, release).map_err(ExtensionReleaseError::from)?;
            Ok(order::needs_refused_name(extension, &Settings { extensions, ..running }, to))
        };
        let mut first: BTreeSet<&str> = BTreeSet::new();
        for step in &steps {
            if needs_refused_name(step, step.from)? || needs_refused_name(step, step.to)? {
                first.insert(step.provider);
            }
        }
        let (earlier, later): (Vec<_>, Vec<_>) = steps.into_iter().partition(|step| first.contains(step.provider));
        let extension_step = |gardener| move |step| (gardener, Some(step));
        let of_gardener = releases.iter().skip(1).map(|gardener| (*gardener, None));
        let way: Vec<(GardenerRelease, Option<ExtensionStep>)> = earlier
            .into_iter()
            .map(extension_step(from))
            .chain(of_gardener)
            .chain(later.into_iter().map(extension_step(to)))
            .collect();
        for (gardener, moved) in way {
            if let Some(moved) = &moved {
                extensions = extensions.with(moved.provider, moved.to).map_err(ExtensionReleaseError::from)?;
            }
            let after = side(gardener, extensions);
            add(&before, &after, moved);
            before = after;
        }
        answer.order = order::of(&answer, registry, &Settings { extensions, ..running }, to);
        Ok(answer)
    }
}

/// Returns the release that runs: that of the settings, or else the oldest one that a Shoot of the analysis names, or else `named`.
///
/// # Errors
///
/// Returns [`QueryError::Gardener`] if the release of a Shoot is older than those that are known.
fn running(
    analysis: &Analysis,
    asked: QueryContext,
    named: Option<&NamedRelease>,
) -> Result<Option<(GardenerRelease, RunningRelease)>, QueryError> {
    if asked.is_gardener_set {
        return Ok(Some((asked.settings.gardener, RunningRelease::Settings)));
    }
    for (shoot, version, release) in NamedRelease::all(analysis, Role::Checked) {
        if let Err(reason @ GardenerReleaseError::TooOld(_)) = release {
            return Err(QueryError::Gardener { release: format!("{version} of Shoot {shoot}"), reason });
        }
    }
    let oldest = NamedRelease::oldest(analysis).or_else(|| named.cloned());
    Ok(oldest.map(|NamedRelease { release, shoot }| (release, RunningRelease::Shoot { shoot })))
}

/// Refuses a feature gate that no release on the way has. One that some of them lack is left out there, as the operator must do.
fn check_gates(gates: &FeatureGateSettings, releases: &[GardenerRelease]) -> Result<(), QueryError> {
    let (Some(from), Some(to)) = (releases.first(), releases.last()) else { return Ok(()) };
    let is_missing = |gate: &FeatureGate| releases.iter().all(|one| !gate.releases().contains(one.release()));
    let missing = gates.missing(*from).find(is_missing);
    missing.map_or(Ok(()), |gate| Err(QueryError::NoFeatureGate { gate, from: *from, to: *to }))
}

impl UpgradeQuery {
    /// Returns the steps of the extensions, one minor release at a time; those after the newest known release are one step.
    fn extension_steps(&self, analysis: &Analysis, asked: QueryContext) -> Result<Vec<ExtensionStep>, QueryError> {
        let mut targets = ExtensionReleaseSettings::default();
        for (provider, to) in &self.extensions_to {
            targets.set(provider, to)?;
        }
        let mut steps = Vec::new();
        for (provider, to) in targets.resolve(analysis.registry())?.iter() {
            let Some(first) = asked.settings.extensions.of(provider) else {
                return Err(QueryError::NoExtensionRelease { provider, to });
            };
            if first.cmp_minor(to).is_ge() {
                return Err(ExtensionReleaseError::NotNewer { provider: provider.to_owned(), from: first, to }.into());
            }
            let known = analysis.registry().get(provider).and_then(|plugin| plugin.extension().releases);
            let newest = known.map_or(to, |known| known.newest);
            let between = first.next_minors(to).take_while(|one| one.cmp_minor(newest).is_le());
            let between = between.filter(|one| one.cmp_minor(to).is_lt());
            let mut from = first;
            for next in between.chain([to]) {
                let newest_known = next.cmp_minor(newest).is_gt().then_some(newest);
                steps.push(ExtensionStep { provider, from, to: next, newest_known });
                from = next;
            }
        }
        Ok(steps)
    }
}
