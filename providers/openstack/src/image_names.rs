//! Images that are found by their name, which anyone can give to another image.

use rootstock_core_model::{Path, Source, Violation, counted};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// An image that is referred to only by its name.
    OPENSTACK_IMAGE_BY_NAME: Note, since "0.1.0", Source::ProviderExtension("openstack");
}

/// Reports the first image that is found by name: one finding for the whole profile. Next to regions with IDs, a name
/// is the fallback for unlisted regions and is not reported. Nothing is reported as long as there are other findings.
pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    if !checker.is_clean() {
        return;
    }
    let images = path.field("machineImages");
    let mut first = None;
    let mut others = 0;
    for (index, image) in config.machine_images.iter().flatten().enumerate() {
        let image_path = images.index(index);
        let versions = image_path.field("versions");
        for (position, version) in image.versions.iter().flatten().enumerate() {
            let version_path = versions.index(position);
            let flavors = version_path.field("capabilityFlavors");
            let own = (version.written_regions().is_empty() && !version.image.is_empty())
                .then(|| (version.image.as_str(), version_path.to_field_path()));
            let of_flavors = version.written_flavors().iter().enumerate();
            let of_flavors = of_flavors
                .filter(|(_, flavor)| flavor.written_regions().is_empty() && !flavor.image.is_empty())
                .map(|(index, flavor)| (flavor.image.as_str(), flavors.index(index).to_field_path()));
            // A name next to flavors is not used.
            let own = own.filter(|_| version.written_flavors().is_empty());
            for by_name in own.into_iter().chain(of_flavors) {
                if first.is_none() {
                    first = Some(by_name);
                } else {
                    others += 1;
                }
            }
        }
    }
    let Some((name, path)) = first else { return };
    let others = match others {
        0 => String::new(),
        others => format!(", like {}", counted(others, "other image")),
    };
    let detail = format!(
        "the image is looked up only by its name{others}: if OpenStack has several images with this name, machines may boot \
         the wrong one"
    );
    let violation = Violation::advice(&OPENSTACK_IMAGE_BY_NAME, path.field("image"), name, detail);
    checker.report(violation.with_help("map the image by its ID in each region: `regions: [{name: REGION, id: ID}]`"));
}
