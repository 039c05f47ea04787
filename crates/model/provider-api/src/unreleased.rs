//! Fields that are unknown to the release of an extension, but known to a later one.

use rootstock_core_model::{Path, RawObject, Violation, unknown_field};

/// The field with the flavors of an image version.
pub(crate) const FIELD: &str = "capabilityFlavors";

/// Reports the flavors of image versions in the `providerConfig` at `path`, which the release of the extension does not read;
/// `detail` says so, and `help` what to do instead.
pub(crate) fn fields(raw: &RawObject, path: &Path<'_>, detail: &str, help: &'static str) -> Vec<Violation> {
    let mut found = Vec::new();
    let images = path.field("machineImages");
    for (index, image) in raw.get("machineImages").into_iter().flat_map(|images| images.items()).enumerate() {
        let versions = images.index(index);
        let versions = versions.field("versions");
        for (index, version) in image.get("versions").into_iter().flat_map(|versions| versions.items()).enumerate() {
            if version.get(FIELD).is_some() {
                let path = versions.index(index);
                found.push(unknown_field(&path.field(FIELD), detail.to_owned()).with_help(help));
            }
        }
    }
    found
}
