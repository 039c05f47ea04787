//! ManagedCloudProfiles, from which a controller creates CloudProfiles, filling in image versions.

use std::sync::Arc;

use rootstock_core_model::{CloudProfile, CloudProfileSpec, Path, RawObject, Violation, decode_at, read};
use rootstock_report::SourceText;

use crate::context::CheckContext;
use crate::embedding::{self, Embedding};
use crate::profile::Profile;
use crate::written::Written;

const KIND: &str = "ManagedCloudProfile";

/// Returns whether an object contains the spec of a CloudProfile in the way of a ManagedCloudProfile, in any version.
pub(crate) fn is_managed(object: &read::ReadObject) -> bool {
    object.kind == KIND && embedding::profile(&object.raw).is_some()
}

/// Returns the profile that a ManagedCloudProfile contains, under the name of the latter.
pub(crate) fn profile(
    object: read::ReadObject,
    source: &SourceText,
    mut found: Vec<Violation>,
    context: &CheckContext,
) -> Profile {
    let how = Embedding::from_node(object.raw.node());
    // Its positions and edits are those of the text that contains it.
    let raw: RawObject = embedding::profile(&object.raw).unwrap_or_default();
    found.iter_mut().for_each(|violation| violation.path = how.inner_path(&violation.path));
    let mut profile = CloudProfile {
        api_version: CloudProfile::API_VERSION.to_owned(),
        kind: CloudProfile::KIND.to_owned(),
        ..CloudProfile::default()
    };
    profile.metadata.name.clone_from(&object.name);
    if let Some(spec) = raw.get("spec") {
        let running = context.settings.gardener.running();
        let (decoded, violations) = decode_at::<CloudProfileSpec>(spec, &Path::root("spec"), running);
        profile.spec = decoded;
        found.extend(violations);
    }
    Profile::own(
        Arc::new(Written::new(profile, raw, source.clone(), found, context.finding_limit).embedding(how)),
        context,
    )
}
