//! The releases of the extension, and what differs between them.

use rootstock_core_model::{Release, Releases};
use rootstock_provider_api::{
    CapabilityLookup, FlavorsWebhook, KnownReleases, LegacyLookup, MixedFormat, OtherFields, ReleaseDeparture,
    ShootConfigField,
};

use crate::networking::Naming;

const SINGLE_FORMAT: Releases = Releases { until: Some(Release::new(1, 60)), ..Releases::since(1, 58) };

/// The known releases.
pub(crate) const KNOWN: KnownReleases = KnownReleases {
    departures: &[
        ReleaseDeparture::format(
            Releases::before(1, 56),
            "does not see `machineCapabilities`, and takes versions without `architectures` for amd64",
            |extension| extension.sees_capabilities = false,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 56),
            "keeps one entry of each version of a NamespacedCloudProfile's images",
            |extension| extension.namespaced.appends_versions = false,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 58),
            "compares the sections even if one is invalid",
            |extension| {
                extension.comparison.compares_sound_config_only = false;
                extension.comparison.looks_for_empty_images = false;
                extension.comparison.compares_empty_sections = false;
                extension.namespaced.goes_through_entries_again = true;
            },
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 60),
            "does not report invalid architectures of the core section",
            |extension| {
                extension.comparison.validates_core_architectures = false;
            },
        ),
        ReleaseDeparture::format(
            SINGLE_FORMAT,
            "refuses entries in the legacy format in a profile with capabilities, and finds no image for them",
            |extension| {
                extension.comparison.mixed = MixedFormat::Unsupported;
                extension.formats_are_apart = true;
                extension.flavors_webhook = FlavorsWebhook::FlavorsOnly;
            },
        ),
        ReleaseDeparture::behavior(
            SINGLE_FORMAT,
            "takes a machine type without the capability `architecture` for one of every architecture",
            |extension| extension.normalises_architecture = false,
        ),
        ReleaseDeparture::behavior(
            SINGLE_FORMAT,
            "converts the entries of a NamespacedCloudProfile to the format of its parent, and ignores other fields than \
             `machineImages` and `machineTypes`",
            |extension| {
                extension.namespaced.converts_formats = true;
                extension.namespaced.other_fields = OtherFields::AllowedOthersIgnored(crate::ALLOWED_FIELDS);
            },
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 60),
            "requires entries for new versions of the parent's images below a legacy parent",
            |extension| extension.namespaced.misses_architectures_of_new_images_only = false,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 60),
            "boots the first of several entries that fit",
            |extension| {
                extension.legacy_lookup = LegacyLookup::FirstEntry { of_architecture: true };
                extension.capability_lookup = CapabilityLookup::FirstEntry;
            },
        ),
        ReleaseDeparture::behavior(
            Releases { until: Some(Release::new(1, 61)), ..Releases::since(1, 58) },
            "requires an entry for each version that a NamespacedCloudProfile changes below capabilities",
            |extension| extension.namespaced.dates_need_entries = true,
        ),
        ReleaseDeparture::format(
            Releases::before(1, 61),
            "writes no flavors into NamespacedCloudProfiles",
            |extension| {
                extension.namespaced.webhook_writes_flavors = false;
            },
        ),
        ReleaseDeparture::format(SINGLE_FORMAT, "calls the capability `networking`", |extension| {
            static NAMING: Naming = Naming::of("networking");
            NAMING.apply(extension);
        }),
        ReleaseDeparture::format(
            Releases { until: Some(Release::new(1, 62)), ..Releases::since(1, 60) },
            "calls the capability `gardener-azure-networking`",
            |extension| {
                static NAMING: Naming = Naming::of("gardener-azure-networking");
                NAMING.apply(extension);
            },
        ),
    ],
    ..KnownReleases::minors(1, 55..=62)
};

/// The fields of `infrastructureConfig` that a known release brings.
pub(crate) const INFRASTRUCTURE_FIELDS: &[ShootConfigField] = &[
    ShootConfigField::since(1, 60, "networks.natGateway.sku"),
    ShootConfigField::since(1, 60, "networks.zones.natGateway.sku"),
];
