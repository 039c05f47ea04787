//! The releases of the extension, and what differs between them.

use rootstock_core_model::Releases;
use rootstock_provider_api::{KnownReleases, LegacyComparison, ReleaseDeparture, ShootConfigField};

/// The known releases. The changes to NamespacedCloudProfiles that the plug-in follows are in none of them.
pub(crate) const KNOWN: KnownReleases = KnownReleases {
    departures: &[
        ReleaseDeparture::format(
            Releases::before(1, 68),
            "does not see `machineCapabilities`, and takes versions without `architectures` for amd64",
            |extension| extension.sees_capabilities = false,
        ),
        ReleaseDeparture::behavior(
            Releases::before(1, 70),
            "does not compare the sections of a profile",
            |extension| {
                extension.comparison.legacy = LegacyComparison::Nothing;
            },
        ),
        ReleaseDeparture::behavior(
            Releases::since(1, 70),
            "requires an entry for each version that a NamespacedCloudProfile changes",
            |extension| {
                extension.namespaced.overrides_are_mapped = true;
                extension.namespaced.stops_at_unmapped_versions = true;
            },
        ),
        ReleaseDeparture::format(Releases::ALL, "writes no flavors into NamespacedCloudProfiles", |extension| {
            extension.namespaced.webhook_writes_flavors = false;
        }),
    ],
    ..KnownReleases::minors(1, 64..=71)
};

/// The fields of `infrastructureConfig` that a known release brings.
pub(crate) const INFRASTRUCTURE_FIELDS: &[ShootConfigField] = &[
    ShootConfigField::since(1, 71, "dualStack"),
    ShootConfigField::since(1, 71, "networks.vpc.useCustomRouteTable"),
    ShootConfigField::since(1, 71, "networks.zones.ipv6CidrBlock"),
];
