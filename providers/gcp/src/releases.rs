//! The releases of the extension, and what differs between them.

use rootstock_core_model::{Release, Releases};
use rootstock_provider_api::{EmptyReferences, KnownReleases, LegacyLookup, ReleaseDeparture, ShootConfigField};

/// The known releases.
pub(crate) const KNOWN: KnownReleases = KnownReleases {
    departures: &[
        ReleaseDeparture::behavior(
            Releases::before(1, 50),
            "accepts a profile without images, an image without versions, and a version without `version`",
            |extension| extension.comparison.requires_images = false,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 50),
            "boots the first of several entries that fit, even one without an image",
            |extension| {
                extension.legacy_lookup = LegacyLookup::FirstEntry { of_architecture: true };
                extension.empty_references = EmptyReferences::Found;
            },
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 50),
            "requires an entry for each image that a NamespacedCloudProfile changes",
            |extension| extension.namespaced.compares_images_twice = true,
        ),
        ReleaseDeparture::behavior(
            Releases { until: Some(Release::new(1, 51)), ..Releases::since(1, 50) },
            "requires an entry for each version that a NamespacedCloudProfile changes below capabilities, and none for new \
             versions of the parent's images below a legacy parent",
            |extension| {
                extension.namespaced.compares_overrides = true;
                extension.namespaced.dates_need_entries = true;
                extension.namespaced.misses_architectures_of_new_images_only = true;
            },
        ),
        ReleaseDeparture::format(
            Releases::before(1, 52),
            "writes no flavors into NamespacedCloudProfiles",
            |extension| {
                extension.namespaced.webhook_writes_flavors = false;
            },
        ),
    ],
    ..KnownReleases::minors(1, 47..=54)
};

/// The fields of `infrastructureConfig` that a known release brings.
pub(crate) const INFRASTRUCTURE_FIELDS: &[ShootConfigField] = &[ShootConfigField::since(1, 52, "networks.mtu")];
