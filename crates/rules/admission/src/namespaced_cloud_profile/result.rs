//! The last stage: the profile that comes of a NamespacedCloudProfile and its parent.
//!
//! Gardener checks all of it again, the parent's part included, and reports what it finds in `status.cloudProfileSpec`,
//! which nobody writes. In documented semantics a finding stands where the namespaced profile causes it, and the
//! parent's own mistakes are one finding about the parent.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfileSpec, FieldPath, Path, Quirks, Segment, Settings, Severity, Source, Violation};

use super::overrides::Comparison;
use super::{Effect, Origin};
use crate::cloud_profile::{Check, inactive_images, kubernetes, machine_images, machine_types, volume_types};
use crate::scope::{SPEC, Scope};

rootstock_core_model::rules! {
    /// The parent's own mistakes, as far as they are looked at.
    PARENT_INVALID: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_REPLACES_PARENTS: Warning, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_REPLACES_PARENTS: Warning, since "0.1.0", Source::Gardener;
}

static STATUS: Path<'static> = Path::root("status");
static RENDERED: Path<'static> = STATUS.field("cloudProfileSpec");

/// A part that is checked, and whether there is anything of it.
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
    let mut found = Vec::new();
    check_parts(&rendered, &mut found);
    if settings.quirks.namespaced_cloud_profile.namespaced_stages_hide_others {
        findings.extend(found);
        return;
    }
    inactive_images::check(&rendered, &mut found);
    let mut parents = Vec::new();
    check_parts(&comparison.scope(comparison.parent(), RENDERED, settings), &mut parents);
    let known: HashSet<(&str, &FieldPath)> =
        parents.iter().map(|violation| (violation.rule.name, &violation.path)).collect();
    let origins = &comparison.rendered().origins;
    for violation in found {
        let is_parents = known.contains(&(violation.rule.name, &violation.path));
        if !is_parents || origin_of(&violation.path, origins).is_some() {
            findings.extend(at_home(violation, origins));
        }
    }
    findings.extend(parent_invalid(comparison));
}

fn check_parts(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    for (is_there, check) in PARTS {
        if is_there(scope.spec) {
            check(scope, findings);
        }
    }
}

/// The finding where the namespaced profile causes it; `None` for advice about what is the parent's.
fn at_home(mut violation: Violation, origins: &[Origin]) -> Option<Violation> {
    violation.fix = None;
    let here = origin_of(&violation.path, origins);
    let mut related = std::mem::take(&mut violation.related);
    let other = related.iter().find_map(|related| origin_of(&related.path, origins));
    // Places in the parent are in another document.
    related.retain_mut(|related| match origin_of(&related.path, origins) {
        Some(path) => {
            related.path = path;
            true
        }
        None => false,
    });
    match (here, other) {
        (Some(path), _) => Some(Violation { path, related, ..violation }),
        // Of two that exclude each other the parent's was found wanting.
        (None, Some(path)) => {
            let help = "change the one here: the other is the parent's".into();
            let path = match violation.path.segments().last() {
                Some(Segment::Field(field)) => path.field(field.clone()),
                _ => path,
            };
            Some(Violation { path, related: Vec::new(), help, ..violation })
        }
        (None, None) if violation.severity == Severity::Error => {
            let path = within_spec(&violation.path);
            Some(Violation { path, related, ..violation })
        }
        (None, None) => None,
    }
}

/// Where the origin of a place in the rendered profile stands in the namespaced one.
fn origin_of(path: &FieldPath, origins: &[Origin]) -> Option<FieldPath> {
    let path = within_spec(path);
    let origin = origins
        .iter()
        .filter(|origin| origin.effect != Effect::Removed && path.segments().starts_with(origin.path.segments()))
        .max_by_key(|origin| origin.path.segments().len())?;
    let rest = path.segments().iter().skip(origin.path.segments().len());
    Some(FieldPath::from(origin.from.segments().iter().chain(rest).cloned().collect::<Vec<Segment>>()))
}

/// A place in the rendered profile, with that as `spec`.
fn within_spec(path: &FieldPath) -> FieldPath {
    let rest = path.segments().strip_prefix(RENDERED.to_field_path().segments()).unwrap_or_default();
    FieldPath::from([Segment::Field("spec".into())].iter().chain(rest).cloned().collect::<Vec<Segment>>())
}

/// The parent's own mistakes, as one. They are Gardener's to judge: what only the documents forbid is reported with the
/// parent.
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
        "CloudProfile `{name}` has {count}, because of which Gardener refuses every change of this profile; at `{}`: {}",
        first.path,
        if first.detail.is_empty() { first.kind.head() } else { &first.detail }
    );
    Some(
        Violation::invalid(&PARENT_INVALID, &parent.field("name"), name, detail)
            .with_help("fix the CloudProfile first"),
    )
}

/// Types with the parent's name stand in its place, with all their fields.
fn report_replaced(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let (written, parent) = (comparison.written(), comparison.parent());
    let parents: HashSet<&str> = parent.types().iter().map(|it| it.name.as_str()).collect();
    let names = written.types().iter().map(|it| it.name.as_str());
    report_names(comparison, names, &parents, "machineTypes", findings);
    let parents: HashSet<&str> = parent.volume_types.iter().flatten().map(|it| it.name.as_str()).collect();
    let names = written.volumes().iter().map(|it| it.name.as_str());
    report_names(comparison, names, &parents, "volumeTypes", findings);
}

fn report_names<'n>(
    comparison: &Comparison<'_>,
    names: impl Iterator<Item = &'n str>,
    parents: &HashSet<&str>,
    field: &str,
    findings: &mut Vec<Violation>,
) {
    let (rule, what) = match field {
        "machineTypes" => (&MACHINE_TYPE_REPLACES_PARENTS, "machine type"),
        _ => (&VOLUME_TYPE_REPLACES_PARENTS, "volume type"),
    };
    let list = SPEC.field(field);
    for (index, name) in names.enumerate().filter(|(_, name)| parents.contains(name)) {
        let item = list.index(index);
        let detail = format!(
            "this stands in the place of {what} `{name}` of CloudProfile `{}` as a whole, and later changes there do not \
             reach it",
            comparison.parent_name()
        );
        let violation = Violation::invalid(rule, &item.field("name"), name, detail);
        findings.push(violation.with_help("choose another name, unless that is what you want"));
    }
}
