//! The form of a `providerConfig`: whether it belongs to the provider, and which parts could not be read.

use std::borrow::Cow;

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{
    Applicability, BadValue, Change, Decode, FieldPath, Fix, NodeRef, Path, RawObject, Scalar, Segment, Source,
    Violation, ViolationKind,
};
use rootstock_document::Decodable;

use crate::undecodable::Undecodable;
use crate::unreadable::Unreadable;
use crate::{CapabilitySupport, Extension, IdentityDefaults, RemovedField, unreleased};

rootstock_core_model::rules! {
    /// A `providerConfig` without an identity, or with that of something else.
    PROVIDER_CONFIG_IDENTITY: Error, since "0.1.0", Source::Gardener;
}

/// The findings about the form of a `providerConfig`.
pub(crate) struct ConfigForm {
    /// The reasons why Gardener cannot decode it.
    pub(crate) violations: Vec<Violation>,
    /// Whether the rest can be checked.
    pub(crate) usable: bool,
    /// The parts of its images that could not be read.
    pub(crate) unreadable: Unreadable,
    /// The reason why the extension finds no image in it, if it cannot decode it.
    pub(crate) undecodable: Option<Undecodable>,
}

impl ConfigForm {
    /// Builds the form from the `violations` found while decoding. With `is_released` only released versions of the
    /// extension count.
    pub(crate) fn of(
        mut violations: Vec<Violation>,
        raw: &RawObject,
        path: &Path<'_>,
        extension: &Extension,
        is_released: bool,
    ) -> Self {
        for violation in violations.iter_mut().filter(|violation| violation.kind == ViolationKind::UnknownField) {
            let removed =
                extension.removed_fields.iter().find(|field| path.field(field.name).to_field_path() == violation.path);
            if let Some(field) = removed {
                violation.help = Cow::Borrowed(field.advice);
                violation.fix = Some(removal(raw, field, &violation.path));
            }
        }
        violations.retain(|violation| {
            !is_kept_field(violation, raw, path, extension) && !is_renamed_flavors(violation, extension)
        });
        let mut to_come = Vec::new();
        match extension.capabilities {
            CapabilitySupport::Merged(change) if is_released => {
                let detail = format!(
                    "the extension for provider `{}` has no field `{}` in the release that Rootstock follows; {change} adds it",
                    extension.name,
                    unreleased::FIELD,
                );
                violations.extend(unreleased::fields(raw, path, &detail, ""));
            }
            CapabilitySupport::NotYet(since) => {
                let detail = format!(
                    "{} has no field `{}`: it exists since {since}, and no image of the profile is found if it is stored",
                    extension.shown(),
                    unreleased::FIELD,
                );
                let help = "write the legacy format until the extension is updated";
                to_come = unreleased::fields(raw, path, &detail, help);
            }
            _ => {}
        }
        let mut unreadable = Unreadable::new(&violations, path);
        unreadable.add_fields(&to_come, path);
        violations.append(&mut to_come);
        let identity = without_follow_ups(&violations, identity(raw, path, extension));
        // A configuration with another identity belongs to another provider: do not report all its fields as unknown.
        let foreign = identity.iter().any(|violation| violation.kind == ViolationKind::NotSupported);
        let usable = !foreign || violations.is_empty();
        if !usable {
            violations.clear();
        }
        violations.splice(0..0, identity);
        let undecodable = Undecodable::of(&violations, extension);
        Self { violations, usable, unreadable, undecodable }
    }
}

/// Whether a violation of decoding keeps the extension from merging. Its webhook knows the type of its input, so `apiVersion` and
/// `kind` may be missing.
pub(crate) fn prevents_merge(violation: &Violation) -> bool {
    violation.rule.name != PROVIDER_CONFIG_IDENTITY.name || violation.bad != BadValue::None
}

/// Whether a violation is about a switch that only later releases have removed.
fn is_kept_field(violation: &Violation, raw: &RawObject, path: &Path<'_>, extension: &Extension) -> bool {
    violation.kind == ViolationKind::UnknownField
        && extension.kept_fields.iter().any(|name| {
            let is_switch = |node: NodeRef<'_>| node.is_null() || matches!(node.as_scalar(), Some(Scalar::Bool(_)));
            path.field(name).to_field_path() == violation.path && raw.get(name).is_some_and(is_switch)
        })
}

/// Whether a violation is about the name under which the release reads flavors. The decoder reads them under it in any case.
fn is_renamed_flavors(violation: &Violation, extension: &Extension) -> bool {
    let Some(name) = extension.renamed_flavors else { return false };
    violation.kind == ViolationKind::UnknownField
        && matches!(violation.path.segments(), [.., Segment::Field(list), Segment::Index(_), Segment::Field(field)]
            if list == "versions" && field == name)
}

/// Builds the fix that removes an obsolete field. It is safe for a switch that is on, because that behaviour is the
/// only one left. Any other value was meant to have an effect, so a person should look at it.
fn removal(raw: &RawObject, field: &RemovedField, path: &FieldPath) -> Fix {
    let is_on = raw.get(field.name).is_some_and(|node| matches!(node.as_scalar(), Some(Scalar::Bool(true))));
    Fix {
        title: format!("remove `{}`", field.name),
        applicability: if is_on { Applicability::Safe } else { Applicability::Suggested },
        changes: vec![Change::Remove { path: path.clone() }],
    }
}

/// The `apiVersion` and `kind` of a `providerConfig`.
#[derive(Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Identity {
    api_version: String,
    kind: String,
}

fn identity(raw: &RawObject, path: &Path<'_>, extension: &Extension) -> Vec<Violation> {
    let (written, _) = raw.decode_known::<Identity>(path);
    let mut found = Vec::new();
    for (field, written, expected) in [
        ("apiVersion", written.api_version.as_str(), extension.config.api_version),
        ("kind", written.kind.as_str(), extension.config.kind),
    ] {
        let path = path.field(field);
        let may_be_missing = match extension.identity_defaults {
            IdentityDefaults::Nothing => false,
            IdentityDefaults::Kind => field == "kind",
            IdentityDefaults::Everything => true,
        };
        if written == expected || written.is_empty() && may_be_missing {
            continue;
        }
        found.push(if written.is_empty() {
            Violation::required(
                &PROVIDER_CONFIG_IDENTITY,
                &path,
                format!("must be `{expected}` for provider `{}`", extension.name),
            )
        } else {
            Violation::not_supported(&PROVIDER_CONFIG_IDENTITY, &path, written, &[expected])
        });
    }
    found
}
