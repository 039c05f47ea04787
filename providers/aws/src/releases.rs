//! The releases of the extension, and what differs between them.

use rootstock_core_model::{Release, Releases};
use rootstock_provider_api::{
    CapabilityLookup, EmptyReferences, FlavorsWebhook, KnownReleases, LegacyLookup, MixedFormat, ReleaseDeparture,
    ShootConfigField,
};

const SINGLE_FORMAT: Releases = Releases { until: Some(Release::new(1, 69)), ..Releases::since(1, 65) };

/// The known releases.
pub(crate) const KNOWN: KnownReleases = KnownReleases {
    departures: &[
        ReleaseDeparture::format(
            Releases::before(1, 65),
            "does not see `machineCapabilities`, and takes versions without `architectures` for amd64",
            |extension| extension.sees_capabilities = false,
        ),
        ReleaseDeparture::format(
            Releases { until: Some(Release::new(1, 65)), ..Releases::since(1, 64) },
            "reads flavors as `capabilitySets`, and refuses them",
            |extension| {
                extension.renamed_flavors = Some("capabilitySets");
                extension.formats_are_apart = true;
            },
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 64),
            "reports an own version without an entry for each of its architectures, too",
            |extension| extension.namespaced.overrides_are_mapped = true,
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
            Releases { until: Some(Release::new(1, 69)), ..Releases::since(1, 64) },
            "finds no image with an empty `ami`",
            |extension| extension.empty_references = EmptyReferences::Refused,
        ),
        ReleaseDeparture::behavior(
            Releases { until: Some(Release::new(1, 69)), ..Releases::since(1, 67) },
            "converts the entries of a NamespacedCloudProfile to the format of its parent",
            |extension| extension.namespaced.converts_formats = true,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 69),
            "boots the first of several entries that fit, also one whose architecture is not written",
            |extension| {
                extension.legacy_lookup = LegacyLookup::FirstEntry { of_architecture: true };
                extension.capability_lookup = CapabilityLookup::FirstEntry;
                extension.needs_written_architecture = false;
            },
        ),
        ReleaseDeparture::behavior(
            Releases { until: Some(Release::new(1, 70)), ..Releases::since(1, 64) },
            "requires an entry for each version that a NamespacedCloudProfile changes",
            |extension| {
                extension.namespaced.overrides_are_mapped = true;
                extension.namespaced.stops_at_unmapped_versions = true;
            },
        ),
        ReleaseDeparture::format(
            Releases::before(1, 70),
            "writes no flavors into NamespacedCloudProfiles",
            |extension| {
                extension.namespaced.webhook_writes_flavors = false;
            },
        ),
    ],
    ..KnownReleases::minors(1, 63..=73)
};

/// The fields of `infrastructureConfig` that a known release brings.
pub(crate) const INFRASTRUCTURE_FIELDS: &[ShootConfigField] = &[
    ShootConfigField::since(1, 67, "networks.vpc.ipv6IpamPool"),
    ShootConfigField::since(1, 69, "enableMTUCustomizer"),
    ShootConfigField::since(1, 70, "networks.vpc.ipv6IpamPool.cidrBlock"),
    ShootConfigField::since(1, 73, "networks.nodesSecurityGroupID"),
    ShootConfigField::since(1, 73, "networks.zones.internalSubnetID"),
    ShootConfigField::since(1, 73, "networks.zones.publicSubnetID"),
    ShootConfigField::since(1, 73, "networks.zones.workersSubnetID"),
];
