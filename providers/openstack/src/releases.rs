//! The releases of the extension, and what differs between them.

use rootstock_core_model::{Release, Releases};
use rootstock_provider_api::{
    CapabilityLookup, FlavorsWebhook, GeneralReferences, KnownReleases, LegacyLookup, MixedFormat, ReleaseDeparture,
    ShootConfigField,
};

const SINGLE_FORMAT: Releases = Releases { until: Some(Release::new(1, 55)), ..Releases::since(1, 52) };

/// The known releases.
pub(crate) const KNOWN: KnownReleases = KnownReleases {
    departures: &[
        ReleaseDeparture::format(
            Releases::before(1, 50),
            "does not see `machineCapabilities`, and takes versions without `architectures` for amd64",
            |extension| extension.sees_capabilities = false,
        ),
        ReleaseDeparture::format(Releases::before(1, 51), "has the field `useOctavia`", |extension| {
            extension.kept_fields = &["useOctavia"];
        }),
        ReleaseDeparture::behavior(Releases::before(1, 52), "boots images by name for amd64 only", |extension| {
            extension.names = GeneralReferences::UsedForDefaultArchitecture;
            extension.namespaced.overrides_are_mapped = true;
        }),
        ReleaseDeparture::format(
            SINGLE_FORMAT,
            "refuses entries in the legacy format in a profile with capabilities, and finds no image for them",
            |extension| {
                extension.comparison.mixed = MixedFormat::Unsupported;
                extension.formats_are_apart = true;
            },
        ),
        ReleaseDeparture::behavior(
            SINGLE_FORMAT,
            "boots no flavor of another architecture than the Shoot's worker, and none with an empty `id`",
            |extension| {
                extension.checks_worker_architecture = true;
                extension.refuses_empty_references = true;
            },
        ),
        ReleaseDeparture::behavior(SINGLE_FORMAT, "finds no image by name", |extension| {
            extension.names = GeneralReferences::NotFound;
        }),
        ReleaseDeparture::behavior(
            SINGLE_FORMAT,
            "requires an entry for each version that a NamespacedCloudProfile changes",
            |extension| {
                extension.namespaced.overrides_are_mapped = true;
                extension.namespaced.stops_at_unmapped_versions = true;
            },
        ),
        ReleaseDeparture::behavior(
            SINGLE_FORMAT,
            "converts the entries of a NamespacedCloudProfile to the format of its parent",
            |extension| extension.namespaced.converts_formats = true,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 55),
            "boots the first of several entries that fit",
            |extension| {
                extension.legacy_lookup = LegacyLookup::FirstEntry { of_architecture: true };
                extension.capability_lookup = CapabilityLookup::FirstEntry;
            },
        ),
        ReleaseDeparture::format(Releases::before(1, 55), "writes no flavors into the core section", |extension| {
            extension.flavors_webhook = FlavorsWebhook::None;
        }),
    ],
    ..KnownReleases::minors(1, 49..=57)
};

/// The fields of `infrastructureConfig` that a known release brings.
pub(crate) const INFRASTRUCTURE_FIELDS: &[ShootConfigField] =
    &[ShootConfigField::since(1, 55, "networks.ipv6"), ShootConfigField::since(1, 55, "networks.subnetPool")];
