//! ManagedCloudProfiles: a controller makes a CloudProfile of each, and fills in image versions.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, FieldPath, Path, Rule, Segment, Violation, read};
use rootstock_report::SourceText;

use crate::conditions::Conditions;
use crate::profile::Profile;
use crate::written::Written;

const KIND: &str = "ManagedCloudProfile";
/// Where the spec of the profile stands.
const SPEC: [&str; 2] = ["spec", "cloudProfile"];
/// Where it is said which images the controller fills in.
const UPDATES: [&str; 2] = ["spec", "machineImageUpdates"];
/// What is right where the controller fills in images.
const MADE_GOOD: [&str; 4] =
    ["machine-images-missing", "machine-image-without-versions", "provider-config-missing", "provider-images-missing"];

/// Whether an object holds the spec of a CloudProfile as a ManagedCloudProfile does, in whatever version.
pub(crate) fn is_managed(object: &read::ReadObject) -> bool {
    object.kind == KIND && SPEC.iter().try_fold(object.raw.node(), |node, field| node.get(field)).is_some()
}

/// The profile that it holds, under its name.
pub(crate) fn profile(
    object: read::ReadObject,
    source: &SourceText,
    mut found: Vec<Violation>,
    conditions: &Conditions,
) -> Profile {
    let node = object.raw.node();
    let spec = SPEC.iter().try_fold(node, |node, field| node.get(field));
    let is_filled = UPDATES.iter().try_fold(node, |node, field| node.get(field)).is_some_and(|list| !list.is_empty());
    let mut profile = CloudProfile {
        api_version: CloudProfile::API_VERSION.to_owned(),
        kind: KIND.to_owned(),
        ..CloudProfile::default()
    };
    profile.metadata.name.clone_from(&object.name);
    if let Some(spec) = spec {
        let (decoded, violations) = rootstock_core_model::decode::decode::<CloudProfileSpec>(spec, &Path::root("spec"));
        profile.spec = decoded;
        found.extend(violations);
    }
    Profile::own(Written::new(profile, object.raw, source.clone(), found).managed(is_filled), conditions)
}

/// Whether a finding is made good by the controller.
pub(crate) fn is_made_good(rule: &Rule) -> bool {
    MADE_GOOD.contains(&rule.name)
}

/// A path in the spec of a CloudProfile as a path in the ManagedCloudProfile.
pub(crate) fn moved(path: &FieldPath) -> FieldPath {
    match path.segments() {
        [Segment::Field(spec), rest @ ..] if spec == "spec" => {
            let start = SPEC.iter().map(|field| Segment::Field((*field).into()));
            start.chain(rest.iter().cloned()).collect::<Vec<_>>().into()
        }
        _ => path.clone(),
    }
}
