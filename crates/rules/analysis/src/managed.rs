//! ManagedCloudProfiles: a controller makes a CloudProfile of each, and fills in image versions.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, Path, Violation, read};
use rootstock_report::SourceText;

use crate::conditions::Conditions;
use crate::held::{self, Held};
use crate::profile::Profile;
use crate::written::Written;

const KIND: &str = "ManagedCloudProfile";

/// Whether an object holds the spec of a CloudProfile as a ManagedCloudProfile does, in whatever version.
pub(crate) fn is_managed(object: &read::ReadObject) -> bool {
    object.kind == KIND && held::spec(object.raw.node()).is_some()
}

/// The profile that it holds, under its name.
pub(crate) fn profile(
    object: read::ReadObject,
    source: &SourceText,
    mut found: Vec<Violation>,
    conditions: &Conditions,
) -> Profile {
    let node = object.raw.node();
    let how = Held::by(node);
    let mut profile = CloudProfile {
        api_version: CloudProfile::API_VERSION.to_owned(),
        kind: KIND.to_owned(),
        ..CloudProfile::default()
    };
    profile.metadata.name.clone_from(&object.name);
    if let Some(spec) = held::spec(node) {
        let (decoded, violations) = rootstock_core_model::decode::<CloudProfileSpec>(spec, &Path::root("spec"));
        profile.spec = decoded;
        found.extend(violations);
    }
    Profile::own(Written::new(profile, object.raw, source.clone(), found).held(how), conditions)
}
