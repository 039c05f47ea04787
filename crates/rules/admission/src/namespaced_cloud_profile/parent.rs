//! `spec.parent`.

use rootstock_core_model::{BadValue, CloudProfile, CloudProfileReference, Quirks, Source, Violation};

use crate::bad_value::json_string;
use crate::scope::SPEC;

rootstock_core_model::rules! {
    PARENT_KIND_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    PARENT_NAME_MISSING: Error, since "0.1.0", Source::Gardener;
    /// Not in Gardener, which always knows the parent.
    PARENT_UNKNOWN: Note, since "0.1.0", Source::Rootstock;
    PARENT_CHANGED: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(parent: &CloudProfileReference, quirks: &Quirks, findings: &mut Vec<Violation>) {
    let path = SPEC.field("parent");
    // An empty reference is one missing field, not two.
    let is_absent = parent.kind.is_empty() && parent.name.is_empty() && !quirks.findings.follow_up_errors;
    if parent.kind != CloudProfile::KIND && !is_absent {
        let kind = path.field("kind");
        let violation =
            Violation::not_supported(&PARENT_KIND_UNKNOWN, &kind, parent.kind.as_str(), &[CloudProfile::KIND]);
        findings.push(if parent.kind.is_empty() {
            violation.with_help(format!("write `kind: {}`", CloudProfile::KIND))
        } else {
            violation.with_suggestion(CloudProfile::KIND)
        });
    }
    if parent.name.is_empty() {
        let detail = "a NamespacedCloudProfile needs the CloudProfile that it changes";
        let name = path.field("name");
        let (path, help) = if is_absent {
            (&path, "write `parent: {kind: CloudProfile, name: NAME}`")
        } else {
            (&name, "write the name of a CloudProfile")
        };
        findings.push(Violation::required(&PARENT_NAME_MISSING, path, detail).with_help(help));
    }
}

/// Returns the note about an unknown parent, if the reference names one.
pub(super) fn unknown(parent: &CloudProfileReference) -> Option<Violation> {
    if parent.name.is_empty() || parent.kind != CloudProfile::KIND {
        return None;
    }
    let path = SPEC.field("parent");
    let name = parent.name.as_str();
    let detail = format!("CloudProfile `{name}` is not known, so nothing is compared with it");
    Some(
        Violation::invalid(&PARENT_UNKNOWN, &path.field("name"), name, detail)
            .with_help("check this profile together with its CloudProfile"),
    )
}

pub(super) fn check_unchanged(
    new: &CloudProfileReference,
    old: &CloudProfileReference,
    quirks: &Quirks,
    findings: &mut Vec<Violation>,
) {
    if new == old {
        return;
    }
    let path = SPEC.field("parent");
    let (kind, name) = (path.field("kind"), path.field("name"));
    let whole =
        || BadValue::Rendered(format!(r#"{{"Kind":{},"Name":{}}}"#, json_string(&new.kind), json_string(&new.name)));
    let (path, bad) = match () {
        () if quirks.findings.gardener_paths => (&path, whole()),
        // An empty name or an invalid kind is reported as such.
        () if new.name.is_empty() || new.kind != CloudProfile::KIND => return,
        () if new.name != old.name => (&name, BadValue::from(new.name.as_str())),
        () => (&kind, BadValue::from(new.kind.as_str())),
    };
    let detail = format!("the parent cannot be changed: it was `{}`", old.name);
    findings.push(
        Violation::invalid(&PARENT_CHANGED, path, bad, detail).with_help(
            "create another NamespacedCloudProfile for the other parent, and change the Shoots to refer to it",
        ),
    );
}
