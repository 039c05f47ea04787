//! Fields that are merged for the next release of an extension, but unknown to the release that is followed.

use rootstock_core_model::{Path, RawObject, Violation, unknown_field};

/// Reports the flavors of image versions in the `providerConfig` at `path`, which no release of the extension reads.
pub(crate) fn fields(raw: &RawObject, path: &Path<'_>, provider: &str, change: &str) -> Vec<Violation> {
    const FIELD: &str = "capabilityFlavors";
    let mut found = Vec::new();
    let images = path.field("machineImages");
    for (index, image) in raw.get("machineImages").into_iter().flat_map(|images| images.items()).enumerate() {
        let versions = images.index(index);
        let versions = versions.field("versions");
        for (index, version) in image.get("versions").into_iter().flat_map(|versions| versions.items()).enumerate() {
            if version.get(FIELD).is_some() {
                let detail = format!(
                    "the extension for provider `{provider}` has no field `{FIELD}` in the release that Rootstock \
                     follows; {change} adds it"
                );
                let path = versions.index(index);
                found.push(unknown_field(&path.field(FIELD), detail));
            }
        }
    }
    found
}
