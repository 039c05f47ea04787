//! The last stage: the profile that results from merging a NamespacedCloudProfile into its parent.
//!
//! Gardener checks all of it again, the parent's part included, and reports paths in `status.cloudProfileSpec`, which
//! users do not write. In documented semantics a finding points at its cause in the namespaced profile, and the
//! parent's own errors are a single finding about the parent.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{CloudProfileSpec, FieldPath, Path, Quirks, Segment, Settings, Severity, Source, Violation};

use super::overrides::Comparison;
use super::{Effect, Origin};
use crate::cloud_profile::{Check, inactive_images, kubernetes, machine_images, machine_types, volume_types};
use crate::scope::{SPEC, Scope};

rootstock_core_model::rules! {
    /// Errors of the parent itself, in the parts that are checked.
    PARENT_INVALID: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_REPLACES_PARENTS: Warning, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_REPLACES_PARENTS: Warning, since "0.1.0", Source::Gardener;
}

static STATUS: Path<'static> = Path::root("status");
static RENDERED: Path<'static> = STATUS.field("cloudProfileSpec");

/// A part that is checked, and a predicate for whether it is present.
type Part = (fn(&CloudProfileSpec) -> bool, Check);

/// The parts that Gardener checks again. Regions, limits, the bastion and certificates are not among them.
const PARTS: [Part; 4] = [
    (|_| true, kubernetes::check),
    (|spec| !spec.images().is_empty(), machine_images::check),
    (|spec| !spec.types().is_empty(), machine_types::check),
    (|spec| spec.volume_types.as_ref().is_some_and(|types| !types.is_empty()), volume_types::check),
];

pub(super) fn check(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let settings = comparison.settings();
    report_replaced(comparison, findings);
    let rendered = comparison.scope(&comparison.rendered().spec, RENDERED, settings);
    let before = findings.len();
    check_parts(&rendered, findings);
    if settings.quirks.namespaced_cloud_profile.namespaced_stages_hide_others {
        return;
    }
    inactive_images::check(&rendered, findings);
    let mut parents = Vec::new();
    check_parts(&comparison.scope(comparison.parent(), RENDERED, settings), &mut parents);
    let known: HashSet<(&str, &FieldPath)> =
        parents.iter().map(|violation| (violation.rule.name, &violation.path)).collect();
    let origins = &comparison.rendered().origins;
    let origins = Origins::of(origins);
    // In place: with thousands of findings, two lists of them take too much memory.
    let obsolete = findings.extract_if(before.., |violation| {
        let is_in_parent = known.contains(&(violation.rule.name, &violation.path));
        let is_own = !is_in_parent || origins.of_path(&violation.path).is_some();
        !(is_own && move_to_origin(violation, &origins))
    });
    obsolete.for_each(drop);
    findings.extend(parent_invalid(comparison));
}

fn check_parts(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    for (is_present, check) in PARTS {
        if is_present(scope.spec) {
            check(scope, findings);
        }
    }
}

/// Moves a finding to its cause in the namespaced profile; returns false for advice about the parent.
fn move_to_origin(violation: &mut Violation, origins: &Origins<'_>) -> bool {
    violation.fix = None;
    let here = origins.of_path(&violation.path);
    let other = violation.related.iter().find_map(|related| origins.of_path(&related.path));
    // Paths of the parent are in another document.
    violation.related.retain_mut(|related| match origins.of_path(&related.path) {
        Some(path) => {
            related.path = path;
            true
        }
        None => false,
    });
    match (here, other) {
        (Some(path), _) => violation.path = path,
        // The finding is about the parent's entry, but the conflicting one is here.
        (None, Some(path)) => {
            violation.help = "change this one: the other comes from the parent".into();
            violation.path = match violation.path.segments().last() {
                Some(Segment::Field(field)) => path.field(field.clone()),
                _ => path,
            };
            violation.related.clear();
        }
        (None, None) if violation.severity == Severity::Error => violation.path = within_spec(&violation.path),
        (None, None) => return false,
    }
    true
}

/// The origins of a rendered profile by path.
struct Origins<'o>(HashMap<&'o [Segment], &'o FieldPath>);

impl<'o> Origins<'o> {
    fn of(origins: &'o [Origin]) -> Self {
        let kept = origins.iter().filter(|origin| origin.effect != Effect::Removed);
        Self(kept.map(|origin| (origin.path.segments(), &origin.from)).collect())
    }

    /// Returns the path in the namespaced profile from which a path in the rendered one originates.
    fn of_path(&self, path: &FieldPath) -> Option<FieldPath> {
        let path = within_spec(path);
        let mut splits =
            (0..=path.segments().len()).rev().filter_map(|length| path.segments().split_at_checked(length));
        let (from, rest) = splits.find_map(|(parent, rest)| Some((self.0.get(parent)?, rest)))?;
        Some(FieldPath::from(from.segments().iter().chain(rest).cloned().collect::<Vec<Segment>>()))
    }
}

/// Returns a path in the rendered profile relative to an object with it as `spec`.
fn within_spec(path: &FieldPath) -> FieldPath {
    let rest = path.segments().strip_prefix(RENDERED.to_field_path().segments()).unwrap_or_default();
    FieldPath::from([Segment::Field("spec".into())].iter().chain(rest).cloned().collect::<Vec<Segment>>())
}

/// Combines the parent's own errors into one finding. Only Gardener's rules count: anything that only the documents
/// forbid is reported with the parent.
fn parent_invalid(comparison: &Comparison<'_>) -> Option<Violation> {
    let settings = Settings { quirks: Quirks::GARDENER_1_150, ..*comparison.settings() };
    let mut found = Vec::new();
    check_parts(&comparison.scope(comparison.parent(), SPEC, &settings), &mut found);
    let mut errors = found.into_iter().filter(|violation| violation.severity == Severity::Error);
    let first = errors.next()?;
    let count = match errors.count() {
        0 => "an error of its own".to_owned(),
        more => format!("{} errors of its own", more + 1),
    };
    let parent = SPEC.field("parent");
    let name = comparison.parent_name();
    let detail = format!(
        "CloudProfile `{name}` has {count}, so Gardener refuses every change of this profile; at `{}`: {}",
        first.path,
        if first.detail.is_empty() { first.kind.head() } else { &first.detail }
    );
    Some(
        Violation::invalid(&PARENT_INVALID, &parent.field("name"), name, detail)
            .with_help("fix the CloudProfile first"),
    )
}

/// Reports types that replace the parent's type of the same name, with all its fields.
fn report_replaced(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let (written, parent) = (comparison.written(), comparison.parent());
    let parents: HashSet<&str> = parent.types().iter().map(|it| it.name.as_str()).collect();
    let names = written.types().iter().map(|it| it.name.as_str());
    report_names(comparison, names, &parents, ("machineTypes", Severity::Warning), findings);
    let parents: HashSet<&str> = parent.volume_types.iter().flatten().map(|it| it.name.as_str()).collect();
    let names = written.volumes().iter().map(|it| it.name.as_str());
    report_names(comparison, names, &parents, ("volumeTypes", Severity::Warning), findings);
}

/// Refuses machine types with the name of one of the parent's, unless the profile had them before.
pub(super) fn refuse_replaced(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let had: HashSet<&str> =
        comparison.old_written().into_iter().flat_map(|old| old.types()).map(|it| it.name.as_str()).collect();
    let parents: HashSet<&str> =
        comparison.parent().types().iter().map(|it| it.name.as_str()).filter(|name| !had.contains(name)).collect();
    let names = comparison.written().types().iter().map(|it| it.name.as_str());
    report_names(comparison, names, &parents, ("machineTypes", Severity::Error), findings);
}

fn report_names<'n>(
    comparison: &Comparison<'_>,
    names: impl Iterator<Item = &'n str>,
    parents: &HashSet<&str>,
    (field, severity): (&str, Severity),
    findings: &mut Vec<Violation>,
) {
    let (rule, what) = match field {
        "machineTypes" => (&MACHINE_TYPE_REPLACES_PARENTS, "machine type"),
        _ => (&VOLUME_TYPE_REPLACES_PARENTS, "volume type"),
    };
    let list = SPEC.field(field);
    for (index, name) in names.enumerate().filter(|(_, name)| parents.contains(name)) {
        let item = list.index(index);
        let of_parent = format!("{what} `{name}` of CloudProfile `{}`", comparison.parent_name());
        let (detail, help) = match severity {
            Severity::Error => (format!("must not replace {of_parent}"), "choose another name"),
            Severity::Warning | Severity::Note => (
                format!("this replaces {of_parent} as a whole, and later changes there have no effect here"),
                "choose another name, unless this is intended",
            ),
        };
        let violation = Violation::invalid(rule, &item.field("name"), name, detail);
        findings.push(violation.with_severity(severity).with_help(help));
    }
}
