//! The changes of a step as an answer.

use std::collections::BTreeMap;

use rootstock_behavioural_diff::{MaintenanceChange, ProfileChanges};
use rootstock_core_model::ViolationKind;
use rootstock_report::{DocumentRecord, Finding, FindingAnswer, Report, SourceId, SourceText};
use rootstock_upgrade::{
    ChangeDetail, ChangeGroup, CheckedAs, DocumentChanges, ReleaseSwitch, SwitchKind, UpgradeChange,
};

use serde::Serialize;

use crate::diff::describe_profile;

/// The operations that an object was checked as.
pub type CheckedDuring = Vec<CheckedAs>;

/// Another answer about one place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpgradeChangeAnswer {
    /// The kind of change.
    pub group: ChangeGroup,
    /// The kind of the object.
    pub object_kind: String,
    /// The namespace and name of the object.
    pub object: String,
    /// The operations for which a finding of a check begins or ends; empty for other changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: CheckedDuring,
    /// The value until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value from then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The outcomes of the next maintenance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maintenance: Option<MaintenanceChange>,
    /// The effects on everything that a profile offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileChanges>,
    /// The effects on a profile, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// The declared difference that causes it; absent if none does so alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<ReleaseSwitch>,
    /// The form of the object that both releases treat alike, as a sentence; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The place, and the sentence.
    #[serde(flatten)]
    pub finding: FindingAnswer,
}

/// Converts the changes of all documents, group by group.
pub(super) fn answered(documents: Vec<DocumentChanges>) -> Vec<UpgradeChangeAnswer> {
    let mut report = Report::default();
    let mut facts = Vec::new();
    let mut sources: BTreeMap<String, SourceId> = BTreeMap::new();
    for document in documents.into_iter().filter(|document| !document.changes.is_empty()) {
        let DocumentChanges { source, kind, name, changes, .. } = document;
        let id = source_id(&mut sources, &mut report, &source);
        report.documents.push(DocumentRecord {
            source: id,
            kind: kind.clone(),
            name: name.clone(),
            ..DocumentRecord::default()
        });
        for UpgradeChange { group, finding, detail, cause } in changes {
            report.findings.push(Finding { source: id, document: None, ..finding });
            facts.push((group, kind.clone(), name.clone(), detail, cause));
        }
    }
    let findings = FindingAnswer::all(&report);
    let mut changes: Vec<UpgradeChangeAnswer> =
        findings.into_iter().zip(facts).map(|(finding, facts)| answer_of(finding, facts)).collect();
    changes.sort_by_key(|change| change.group);
    changes
}

fn source_id(sources: &mut BTreeMap<String, SourceId>, report: &mut Report, source: &SourceText) -> SourceId {
    *sources.entry(source.name().to_owned()).or_insert_with(|| report.add_source(source.clone()))
}

/// A group, the kind and name of the object, the facts, and the cause.
type Facts = (ChangeGroup, String, String, ChangeDetail, Option<ReleaseSwitch>);

fn answer_of(finding: FindingAnswer, (group, object_kind, object, detail, cause): Facts) -> UpgradeChangeAnswer {
    let remedy = remedy(group, &object_kind, &finding, cause.as_ref());
    let mut change = UpgradeChangeAnswer {
        group,
        object_kind,
        object,
        operations: Vec::new(),
        before: None,
        after: None,
        maintenance: None,
        profile: None,
        effects: Vec::new(),
        cause,
        remedy,
        finding,
    };
    match detail {
        ChangeDetail::Checked(operations) => change.operations = operations,
        ChangeDetail::Value { before, after } => (change.before, change.after) = (before, after),
        ChangeDetail::Maintenance(outcomes) => change.maintenance = Some(*outcomes),
        ChangeDetail::Profile(changes) => {
            change.effects = describe_profile(&changes);
            change.profile = Some(*changes);
        }
    }
    change
}

/// Returns the form of an object that both releases treat alike.
fn remedy(
    group: ChangeGroup,
    object_kind: &str,
    finding: &FindingAnswer,
    cause: Option<&ReleaseSwitch>,
) -> Option<String> {
    let declared = cause.map_or("", |switch| switch.remedy);
    match group {
        // The remedy of a behavior is about what it refuses or fills in, and not about all that follows from it for a profile.
        ChangeGroup::Profile | ChangeGroup::WarningBegins | ChangeGroup::WarningEnds | ChangeGroup::Accepted
            if object_kind != "Shoot" && cause.is_some_and(|switch| switch.kind == SwitchKind::Quirk) =>
        {
            None
        }
        // The error of a new rule hides the warning.
        ChangeGroup::WarningEnds
            if cause.is_some_and(|switch| switch.kind == SwitchKind::Rule && switch.name != finding.rule) =>
        {
            None
        }
        _ if !declared.is_empty() => Some(declared.to_owned()),
        // An object that a new rule accepts was accepted without it, too.
        ChangeGroup::Refused | ChangeGroup::WarningBegins
            if cause.is_some_and(|switch| switch.name == finding.rule) && !finding.help.is_empty() =>
        {
            Some(finding.help.to_string())
        }
        // Extensions refuse unknown fields, which can be deleted before.
        ChangeGroup::Refused if finding.kind == ViolationKind::UnknownField && !finding.help.is_empty() => {
            Some(finding.help.to_string())
        }
        ChangeGroup::Dropped if finding.help.starts_with("use ") => {
            Some(format!("remove the field, and {}", finding.help))
        }
        ChangeGroup::Dropped => Some("remove the field".to_owned()),
        _ => None,
    }
}
