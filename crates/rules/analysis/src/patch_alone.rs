//! A patch of a CloudProfile that is given without the profile.

use rootstock_core_model::{Segment, ViolationKind};
use rootstock_report::Finding;

use crate::input::Object;

/// The required fields of a CloudProfile's spec besides `type`.
const REQUIRED: [&str; 4] = ["kubernetes", "machineImages", "machineTypes", "regions"];
/// The number of these that a patch lacks, besides `type`.
const LACKING: usize = 2;

/// The reason why a patch is not checked as a profile.
pub(crate) const PATCH: &str =
    "it lacks most of a profile, so it is a patch: only its values are checked; give its profile with --base";

/// Returns whether a document is a patch: a part of a CloudProfile that names the profile, and does not repeat what every profile has.
pub(crate) fn is_patch(object: &Object) -> bool {
    let Some(written) =
        object.cloud_profile().and_then(|profile| profile.written()).filter(|written| written.is_whole())
    else {
        return false;
    };
    let Some(spec) = written.raw.get("spec").filter(|spec| !spec.is_empty()) else { return false };
    let lacks = |field: &&str| spec.get(field).is_none();
    !written.object.metadata.name.is_empty()
        && lacks(&"type")
        && REQUIRED.iter().filter(|field| lacks(field)).count() >= LACKING
}

/// Returns whether a finding about a patch is about its own values, and not about what the patch leaves to the profile.
pub(crate) fn is_about_values(finding: &Finding) -> bool {
    let violation = &finding.violation;
    match violation.kind {
        ViolationKind::Invalid
        | ViolationKind::Duplicate
        | ViolationKind::TooLong
        | ViolationKind::TypeInvalid
        | ViolationKind::UnknownField => true,
        // The profile registers the capabilities.
        ViolationKind::NotSupported => !violation.path.segments().iter().any(is_capability),
        ViolationKind::Required | ViolationKind::Forbidden | ViolationKind::Internal | ViolationKind::Advice => false,
    }
}

fn is_capability(segment: &Segment) -> bool {
    matches!(segment, Segment::Field(field) if field == "capabilities" || field == "capabilityFlavors")
}
