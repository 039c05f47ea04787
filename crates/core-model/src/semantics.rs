//! Documented behaviour by default, Gardener's departures from it by name.

use rootstock_versioning::{Timestamp, UpdateQuirks};

use crate::FeatureGates;

/// Whose answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Semantics {
    /// The documents, and Gardener where they are silent.
    #[default]
    Documented,
    /// Gardener v1.150, its departures from its own documentation included.
    Gardener,
}

impl Semantics {
    /// The other semantics.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Documented => Self::Gardener,
            Self::Gardener => Self::Documented,
        }
    }

    /// The switches that make up these semantics.
    #[must_use]
    pub const fn quirks(self) -> Quirks {
        match self {
            Self::Documented => Quirks::NONE,
            Self::Gardener => Quirks::GARDENER_1_150,
        }
    }
}

/// What a check is made under. Time is an argument: nothing below the command reads a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Which departures from the documents are in force.
    pub quirks: Quirks,
    /// Which feature gates are on.
    pub gates: FeatureGates,
    /// The instant at which versions are classified.
    pub now: Timestamp,
    /// Whether findings are added that are Rootstock's own: warnings about what is accepted, and is likely not what is
    /// meant. No error depends on it, so that it changes nothing that is refused. On in documented semantics, off in
    /// Gardener's, which say what Gardener says.
    pub own_warnings: bool,
}

impl Settings {
    /// Settings with the gates' defaults, and with Rootstock's own warnings in documented semantics.
    #[must_use]
    pub const fn new(semantics: Semantics, now: Timestamp) -> Self {
        let own_warnings = matches!(semantics, Semantics::Documented);
        Self { quirks: semantics.quirks(), gates: FeatureGates::DEFAULT, now, own_warnings }
    }
}

/// One row of the table of quirks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuirkInfo {
    /// The field of [`Quirks`].
    pub name: &'static str,
    /// What the documents say.
    pub documented: &'static str,
    /// What Gardener v1.150 does.
    pub gardener: &'static str,
    /// The sentence it departs from, and where it stands.
    pub source: &'static str,
    /// The smallest input that shows the difference.
    pub example: &'static str,
}

macro_rules! quirks {
    ($($(#[$doc:meta])+ $name:ident { documented: $documented:literal, gardener: $gardener:literal, source: $source:literal, example: $example:literal })+) => {
        /// The places where Gardener does not do what its documents say, one switch each.
        ///
        /// ```
        /// use rootstock_core_model::{Quirks, Semantics};
        /// assert!(!Semantics::Documented.quirks().rank_by_own_values);
        /// assert!(Semantics::Gardener.quirks().rank_by_own_values);
        /// assert_eq!(Quirks::TABLE[0].name, "rank_by_own_values");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Quirks { $($(#[$doc])+ pub $name: bool,)+ }

        impl Quirks {
            /// The documents as they are written.
            pub const NONE: Self = Self { $($name: false,)+ };
            /// Gardener v1.150.
            pub const GARDENER_1_150: Self = Self { $($name: true,)+ };
            /// Every quirk, in the order in which `rootstock quirks` prints them.
            pub const TABLE: &'static [QuirkInfo] = &[$(QuirkInfo {
                name: stringify!($name), documented: $documented, gardener: $gardener, source: $source, example: $example,
            },)+];

            /// Whether the quirk of that name is in force; `None` if there is no such quirk.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<bool> {
                match name { $(stringify!($name) => Some(self.$name),)+ _ => None }
            }

            /// These quirks with one of them switched; `None` if there is no such quirk.
            #[must_use]
            pub fn with(mut self, name: &str, value: bool) -> Option<Self> {
                match name { $(stringify!($name) => self.$name = value,)+ _ => return None }
                Some(self)
            }
        }
    };
}

quirks! {
    /// Flavors are ranked by their own values; the machine type only filters.
    rank_by_own_values {
        documented: "candidates are compared on their effective sets: flavor, machine type and worker intersected",
        gardener: "candidates are compared on the flavor's own defaulted values; the machine type only filters",
        source: "Matching and Selection Algorithm: \"compare the most-preferred supported value of each candidate\"",
        example: "values [a, b, c]; machine type [b, c]; flavors A [a, c] and B [b]: documented B, Gardener A"
    }
    /// The whole value sets count from the first capability on.
    rank_by_all_values {
        documented: "capability by capability only the most-preferred effective value counts; whole sets break a remaining tie",
        gardener: "whole value sets count from the first capability on: a wider set beats a narrower one",
        source: "Matching and Selection Algorithm: \"The first capability where the candidates differ decides the winner\"",
        example: "storage [NVMe, SCSI], boot [uefi, bios]; flavors A storage [NVMe, SCSI] boot [bios] and B storage [NVMe] boot [uefi]: documented B, Gardener A"
    }
    /// A version that is not available yet can be an update target or a default.
    unavailable_is_a_target {
        documented: "a version whose first lifecycle stage is in the future is never an update target and never a default",
        gardener: "it can be both",
        source: "Shoot Kubernetes and Operating System Versioning: updates go to versions that can be used",
        example: "1.0.0 in use with automatic updates, 2.0.0 with lifecycle [supported from tomorrow]: Gardener updates to 2.0.0"
    }
    /// A forced update picks an expired version although a live one of the same level exists.
    force_update_may_pick_expired {
        documented: "a forced update takes an expired version only when its level (next minor, next major) has no live one",
        gardener: "in two constellations it picks an expired version although a live one of the same level exists",
        source: "Shoot Kubernetes and Operating System Versioning: forceful updates",
        example: "strategy patch, 1.1.0 expired in use; 1.2.0 preview, 1.4.1 live, 1.4.5 expired: documented 1.4.1, Gardener 1.4.5"
    }
    /// 0.0.0 is no version like any other.
    version_zero_is_special {
        documented: "0.0.0 is a version like any other",
        gardener: "from 0.0.0 every version counts as a patch, and no automatic update goes to 0.0.0",
        source: "Shoot Kubernetes and Operating System Versioning: \"update to the latest patch version of the current minor version\"",
        example: "strategy patch, 0.0.0 in use; 0.0.1 and 5.0.0 offered: documented 0.0.1, Gardener 5.0.0"
    }
    /// The default image version may be expired or unavailable.
    default_image_may_be_inactive {
        documented: "the default image version is active: neither expired nor unavailable",
        gardener: "expired and unavailable versions can be defaulted, and are then rejected",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "one image whose only non-deprecated version is expired"
    }
    /// The default image is the first with any version that fits either way.
    default_image_by_any_version {
        documented: "the default image is the first with an eligible version",
        gardener: "the first with any version that fits the architecture or the capabilities",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "the first image fits by architecture only; the second fits in full: Gardener takes the first and fails"
    }
    /// Maintenance compares image names without regard to case.
    image_name_ignores_case {
        documented: "image names are compared exactly",
        gardener: "maintenance compares them case-insensitively",
        source: "Kubernetes names are case-sensitive",
        example: "profile image `gardenlinux`, worker image `GardenLinux`: Gardener maintains it"
    }
    /// The worker's architecture is checked apart from the capabilities.
    worker_architecture_is_separate {
        documented: "the worker's architecture takes part in the capability intersection",
        gardener: "it is checked against the version as a whole: one flavor may satisfy it and another the capabilities",
        source: "The architecture Capability",
        example: "flavors [arm64, virtual] and [amd64, metal]; worker arm64 on a metal machine type without architecture: Gardener accepts"
    }
    /// Only explicitly written flavor architectures count.
    flavor_architecture_is_not_defaulted {
        documented: "a flavor is defaulted before its architectures are read",
        gardener: "only explicitly written architectures count, the legacy list is the fallback",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "architecture [amd64] registered, flavor {storage: [NVMe]}: Gardener finds no architecture in it"
    }
    /// A version without flavors fits every machine type, and selection finds nothing in it.
    no_flavors_fits_everything {
        documented: "a version without flavors is one flavor with everything defaulted",
        gardener: "it is compatible with every machine type; provider selection finds nothing in it",
        source: "GEP-33: \"if no capabilityCombinations are defined the default capabilities are assigned as only combination\"",
        example: "machine type {storage: []} and a version without flavors: Gardener says compatible"
    }
    /// Image maintenance of a whole shoot stops at the first missing machine type or image, or unreadable Kubernetes version.
    missing_reference_aborts {
        documented: "a worker whose machine type or image is gone, or whose Kubernetes version cannot be read, gets a failed result, the others go on",
        gardener: "image maintenance of the whole shoot stops there",
        source: "Shoot Kubernetes and Operating System Versioning: each worker is maintained",
        example: "two workers, the first with an image that is gone: Gardener maintains neither"
    }
    /// New versions that are expired already vanish on create and pass on update.
    expired_on_create_is_dropped {
        documented: "a new version with an expiration date in the past is an error; judged as a state it is a warning",
        gardener: "it is dropped silently on create and accepted on update",
        source: "Shoot Kubernetes and Operating System Versioning: a version must not be created with a past expiration date",
        example: "create with 1.30.0 expired since 2020: Gardener stores the profile without it"
    }
    /// Two supported versions of one minor pass unless both carry the legacy classification.
    supported_overlap_legacy_only {
        documented: "at most one supported version per minor, however that is expressed",
        gardener: "only versions with the legacy `classification` are checked",
        source: "Shoot Kubernetes and Operating System Versioning: one supported patch version per minor",
        example: "1.30.1 and 1.30.2, both with lifecycle [supported]: Gardener accepts"
    }
    /// A machine type may leave its architecture out although several are registered.
    machine_type_architecture_optional {
        documented: "with several architectures registered, each machine type declares exactly one",
        gardener: "omission is accepted",
        source: "The architecture Capability: \"Every machine type must declare the architecture capability with exactly one architecture\"",
        example: "architecture [amd64, arm64] registered, a machine type with capabilities {storage: [NVMe]}: Gardener accepts"
    }
    /// The values of a capability may repeat.
    capability_values_may_repeat {
        documented: "the values of a capability are unique",
        gardener: "repeats are accepted",
        source: "Anatomy of a Capability: \"values must be unique within that capability\"",
        example: "{name: storageAccess, values: [NVMe, NVMe]}: Gardener accepts"
    }
    /// Provider flavors that no core flavor has pass.
    surplus_provider_flavors_pass {
        documented: "core and provider flavors match one-to-one: missing, surplus and repeated entries are errors",
        gardener: "only missing ones are",
        source: "Provider Extension Contract: \"one entry in the provider section per … entry in the general section\"",
        example: "one core flavor {amd64}, provider flavors {amd64} and {arm64}: Gardener accepts"
    }
    /// Several provider entries for one version pass, and the last one counts.
    repeated_provider_entries_pass {
        documented: "an image, and a version of it, has one entry in the provider's half; several are a mistake of their own, and what any of them maps is mapped",
        gardener: "several are accepted, and only the last one is compared with the core half",
        source: "Provider Extension Contract: \"one entry in the provider section per … entry in the general section\"",
        example: "two provider entries for image plain, the first with version 1.0.0, the second with 2.0.0: Gardener finds 1.0.0 unmapped"
    }
    /// An empty flavor list on an overridden parent version passes.
    empty_flavors_override_passes {
        documented: "`capabilityFlavors: []` on an overridden parent version is a re-declaration: Forbidden",
        gardener: "accepted",
        source: "Example: Inheriting and Overriding Versions: \"WRONG: re-declaring inherited capabilities\"",
        example: "namespaced profile overriding 1.26.0 with capabilityFlavors: []: Gardener accepts"
    }
    /// An override may change the expiration date only, and must.
    override_classification_is_forbidden {
        documented: "an override may change classification, expiration date and providerConfig",
        gardener: "only the expiration date, and it must be set",
        source: "NamespacedCloudProfile Rules: \"Just update the version number, classification, or providerConfig as needed\"",
        example: "namespaced profile overriding 1.26.0 with classification: deprecated: Gardener refuses"
    }
    /// An override without a date takes the parent's away.
    override_without_date_clears_it {
        documented: "an override that gives no expiration date leaves the parent's in force",
        gardener: "the rendered version has no expiration date, so that an expired version is revived for good",
        source: "NamespacedCloudProfile Rules: \"Just update the version number, classification, or providerConfig as needed\"",
        example: "parent 1.26.0 expired in 2024, its override loses expirationDate by an update: Gardener renders 1.26.0 as supported"
    }
    /// The CA bundles of a namespaced profile and its parent are put together without a line break.
    ca_bundles_are_glued {
        documented: "the namespaced profile's certificates begin on a line of their own",
        gardener: "the two texts are put together as they are, so that the last line of the one and the first line of the other may become one",
        source: "NamespacedCloudProfile: the bundle is added to the parent's",
        example: "parent's caBundle without a line break at its end: Gardener renders `-----END CERTIFICATE----------BEGIN CERTIFICATE-----`"
    }
    /// The local extension does not look into the entries of a namespaced profile.
    namespaced_config_may_be_unchecked {
        documented: "the entries in a namespaced profile's providerConfig are checked as those of a CloudProfile are",
        gardener: "the local extension compares names and versions only; what an entry maps them to is not looked at",
        source: "NamespacedCloudProfile Rules: \"Declare capabilities as you would in a CloudProfile, including corresponding providerConfig entries\"",
        example: "provider local, own version 1.26.1 with flavors for amd64 and arm64, mapped for amd64 only: Gardener accepts"
    }
    /// The provider's half of a namespaced profile has a comparison of its own.
    namespaced_config_is_compared_apart {
        documented: "the provider's half of a namespaced profile is compared with its core half as that of a CloudProfile is, each finding at its field; an override has the flavors of the parent's version",
        gardener: "the extensions compare it in another way: all they find is attached to the whole list of images, regions count as parts of a flavor, and an override has the flavors that it is written with, which are none",
        source: "NamespacedCloudProfile Rules: \"Declare capabilities as you would in a CloudProfile, including corresponding providerConfig entries\"",
        example: "own version 1.26.1 without an entry in the provider's half: documented spec.machineImages[0].versions[0], Gardener spec.providerConfig.machineImages"
    }
    /// An entry for a version that the parent maps, too, is put beside the parent's.
    namespaced_entries_are_appended {
        documented: "the namespaced profile's entry for a version stands in the place of the parent's",
        gardener: "the extensions for Azure and GCP keep both",
        source: "Example: Inheriting and Overriding Versions: \"the namespaced profile's definition wins in the rendered status\"",
        example: "parent and namespaced profile both map 1.26.0: Gardener renders two entries"
    }
    /// Of several entries for one version of a parent's image, and of several images of one name, one is left.
    namespaced_entries_collapse {
        documented: "an image version with several entries keeps all of them in the rendered profile",
        gardener: "where the parent has the image, the extensions (but those for Azure and GCP) merge entries by version, and the last one is left, of the parent's own, too; of several images of one name all of them keep the last one; an image of the namespaced profile alone keeps all its entries",
        source: "Example: Inheriting and Overriding Versions: \"the namespaced profile's definition wins in the rendered status\"",
        example: "type ironcore-metal, own version 2.0.0 of the parent's image mapped for amd64 and, in a second entry, for arm64: Gardener renders the second one only"
    }
    /// The check of a namespaced profile stops at the first stage that finds something.
    namespaced_stages_hide_others {
        documented: "everything that is wrong with a namespaced profile is reported at once, each mistake once, at the field of the namespaced profile",
        gardener: "its form, its Kubernetes versions (the first mistake), its image overrides and the rendered profile are four stages, each of which hides those after it; findings about the rendered profile point into `status.cloudProfileSpec`, also at what is the parent's",
        source: "Troubleshooting: one error, one cause",
        example: "namespaced profile with a negative maxNodesTotal and a new version without cri: Gardener reports the limit only"
    }
    /// An override is judged in the parent's format, not as it is written.
    override_judged_after_conversion {
        documented: "an override is judged as it is written: what it declares again is forbidden once, there",
        gardener: "it is converted to the parent's format first: legacy architectures count as flavors as well, and under a legacy parent flavors without an architecture count as nothing",
        source: "NamespacedCloudProfile Rules: \"Capabilities are inherited; do not re-declare them\"",
        example: "legacy parent with 1.26.0, override of it with capabilityFlavors: [{storage: [NVMe]}] and a date: Gardener accepts"
    }
    /// An override that is written differently counts as changed.
    override_compared_literally {
        documented: "an update changes an override if it means something else: an empty list is the same as none, and architectures have no order",
        gardener: "an empty list differs from none, and converted architectures come in random order, so that the same update may be refused or not",
        source: "Kubernetes API conventions: lists that are empty or absent mean the same",
        example: "override with date, an update adds `cri: []`: Gardener refuses"
    }
    /// The removal of an architecture that namespaced profiles use passes.
    architecture_removal_unguarded {
        documented: "a value of a capability that a namespaced profile uses cannot be removed",
        gardener: "it can if the namespaced profiles use no capability but `architecture`",
        source: "Designing a Good Capability: \"removing or drastically redefining capabilities they reference requires careful coordination\"",
        example: "values [amd64, arm64] become [amd64], a namespaced profile has a machine type {architecture: [arm64]}: Gardener accepts"
    }
    /// The limits of a CloudProfile and of the namespaced profiles below it are mixed up.
    limit_of_children_overlooked {
        documented: "a Shoot is measured by the limit that is in force for it: the namespaced profile's own, or else the CloudProfile's",
        gardener: "a new limit of the CloudProfile is held against Shoots whose namespaced profile sets another one, and no limit is held against Shoots whose namespaced profile gives up its own",
        source: "NamespacedCloudProfile: limits stand in the place of the parent's",
        example: "CloudProfile gets maxNodesTotal 5, namespaced profile with 100, its Shoot with 10 nodes: Gardener refuses the update"
    }
    /// A name for all regions is no mapping in a namespaced profile.
    namespaced_image_names_are_refused {
        documented: "a version that is mapped by a name for all regions is mapped, in a namespaced profile, too; here a warning",
        gardener: "OpenStack's extension accepts it in a CloudProfile and refuses it in a namespaced profile",
        source: "Using the OpenStack provider extension: images may be referred to by name",
        example: "namespaced profile with own version 2 and the provider's entry {version: 2, image: os-2}: Gardener refuses"
    }
    /// A version of four parts is read as its major.
    four_part_versions_are_major_only {
        documented: "a version that is no partial version and not in the profile is an error",
        gardener: "silently read as its major",
        source: "Shoot Kubernetes and Operating System Versioning: partial versions",
        example: "image version 1.2.3.4 on a worker: Gardener takes the newest 1.x"
    }
    /// Kubernetes versions of workers do not count as used.
    worker_kubernetes_versions_unguarded {
        documented: "a Kubernetes version used by any worker is in use",
        gardener: "only control-plane versions are looked at",
        source: "Shoot Kubernetes and Operating System Versioning: versions in use cannot be removed",
        example: "a worker on 1.29.1 under a control plane on 1.30.0; 1.29.1 removed: Gardener accepts"
    }
    /// Findings carry the paths that Gardener prints, also where the object has no such field.
    gardener_paths {
        documented: "every path exists in the object: `spec.machineCapabilities[1].values[0]`",
        gardener: "some paths do not exist (`spec.machineCapabilities.storageAccess[0]`, `spec.kubernetes.versions[].expirationDate`), and some bad values belong to another field",
        source: "Kubernetes API conventions: the path of a cause names the field of the object",
        example: "{name: storageAccess, values: []}: documented spec.machineCapabilities[1].values, Gardener spec.machineCapabilities.storageAccess"
    }
    /// One mistake is reported several times.
    follow_up_errors {
        documented: "one cause, one message",
        gardener: "some mistakes raise several errors: an empty version list two, a wrong legacy architecture two, an unknown `architecture` one for each use",
        source: "Troubleshooting: one error, one cause",
        example: "kubernetes.versions: []: Gardener reports a missing and an invalid list"
    }
    /// A repeated name hides what else is wrong.
    repeated_name_hides_findings {
        documented: "an entry with a repeated name is checked like any other, and so are those after it",
        gardener: "the rest of a machine type with a repeated name, and every volume type after a repeated one, is not checked",
        source: "Rules enforced by CloudProfile admission",
        example: "volumeTypes [a, a, {name: \"\"}]: Gardener does not report the empty name"
    }
    /// Of a capability that is registered twice only the last definition counts.
    last_definition_wins {
        documented: "every definition is checked, and all their values count as registered",
        gardener: "only the last definition is checked and used",
        source: "Anatomy of a Capability: \"Names must be unique within spec.machineCapabilities\"",
        example: "{name: a, values: []} and {name: a, values: [x]}: Gardener does not report the empty list"
    }
    /// An update fills in and drops capabilities before it validates.
    update_syncs_before_validation {
        documented: "an update is judged as it is written",
        gardener: "an update that registers capabilities gets flavors and machine type capabilities from the legacy fields first, one that removes them loses them without a word; the same manifest is refused on create",
        source: "Activation: \"There is no automatic conversion\"",
        example: "update that registers architecture [amd64, arm64] and leaves an image version without flavors: Gardener accepts"
    }
    /// Legacy architectures need only be among those of the flavors.
    legacy_architectures_may_be_fewer {
        documented: "legacy `architectures` and the architectures of the flavors are the same set",
        gardener: "the legacy list may be a subset",
        source: "The architecture Capability: \"If both the legacy field and the capability are set, their values must agree\"",
        example: "architectures: [amd64] beside flavors for amd64 and arm64: Gardener accepts"
    }
    /// A legacy architecture is not compared with the one that an omitted capability means.
    undeclared_architecture_is_not_compared {
        documented: "a machine type without the architecture capability has the one registered architecture, and the legacy field must agree with it",
        gardener: "the legacy field is compared only with an architecture that is written as a capability",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "architecture [amd64] registered, machine type {architecture: arm64} without capabilities: Gardener accepts"
    }
    /// An update names the version of the object that it changes.
    resource_version_is_required {
        documented: "a manifest without `metadata.resourceVersion` is judged as what is to be: clients that apply it fill the field in",
        gardener: "an update that carries none is refused",
        source: "Kubernetes API concepts: unconditional updates",
        example: "stored object with resourceVersion \"1\", manifest without: Gardener refuses to replace it"
    }
    /// A version of one image collides with a version of another.
    version_keys_collide_across_images {
        documented: "versions are unique within their image",
        gardener: "`IMAGE-VERSION` is unique in the profile, so that `os` `1.0.0-2.0.0` collides with `os-1.0.0` `2.0.0`",
        source: "Machine image versions belong to their image",
        example: "image os with version 1.0.0-2.0.0 and image os-1.0.0 with version 2.0.0: Gardener refuses"
    }
    /// Flavors of one version that cannot be told apart pass.
    equal_flavors_pass {
        documented: "the flavors of a version differ after defaulting",
        gardener: "equal flavors are accepted, and found out when a machine is created",
        source: "Where Capabilities Appear in a CloudProfile: each entry \"represents one image artifact\"",
        example: "flavors [{architecture: [amd64]}, {architecture: [amd64]}]: Gardener accepts"
    }
    /// The bastion's image version must be classified in the legacy way.
    bastion_needs_classification {
        documented: "a version that is supported by its lifecycle, or by not being classified, serves as the bastion's",
        gardener: "only a version with `classification: supported` does",
        source: "Version Classifications: \"Gardener can operate without version classifications\"",
        example: "bastion.machineImage {name: plain}, whose only version has no classification: Gardener refuses"
    }
    /// With capabilities, the architectures of the bastion's machine type and image are not compared.
    bastion_architecture_unchecked {
        documented: "the bastion's image version has a flavor for the architecture of its machine type",
        gardener: "with capabilities, every registered architecture counts as one of every version",
        source: "Matching and Selection Algorithm: \"A combination is compatible if every capability has a non-empty intersection\"",
        example: "bastion with an arm64 machine type and an image with flavors for amd64 only: Gardener accepts"
    }
    /// A `*` inside the name of an OpenStack floating pool passes.
    inner_wildcards_pass {
        documented: "a `*` in the name of a floating pool stands alone, at the beginning or at the end",
        gardener: "a `*` elsewhere is accepted, and matches nothing but itself",
        source: "Using the OpenStack provider extension: \"the * must be either single or at the beginning or at the end\"",
        example: "constraints.floatingPools: [{name: fp-*-pool}]: Gardener accepts"
    }
    /// OpenStack floating pools for everybody are opened where those for the region and the domain have no name in common.
    disjoint_floating_pools_open_the_rest {
        documented: "where floating pools for the region and for the domain constrain, a name is in both, and no other pool counts",
        gardener: "if the two have no name in common, the constraining pools for everybody count again",
        source: "Using the OpenStack provider extension: \"The default behavior is that, if found, the regional (and/or domain restricted) entry is taken\"",
        example: "floatingPools [{name: a, region: r}, {name: b, domain: d}, {name: c}], Shoot in r with domain d: Gardener accepts c"
    }
    /// An additional OpenStack floating pool for the region is hidden by a constraining one for the domain, and the other way round.
    constrained_floating_pools_hide_additional {
        documented: "a floating pool with nonConstraining can be chosen beside all others",
        gardener: "one for the region cannot be chosen where one for the domain constrains, nor the other way round, though the error lists it",
        source: "Using the OpenStack provider extension: \"If an additional floating pool should be selectable for a region and/or domain, you can mark it as non constraining\"",
        example: "floatingPools [{name: a, region: r, nonConstraining: true}, {name: b, domain: d}], Shoot in r with domain d: Gardener refuses a"
    }
    /// The settings of an OpenStack floating pool are taken from an entry for the region only.
    floating_pool_settings_by_region_only {
        documented: "the default subnet and the load balancer classes are those of the floating pool that the Shoot was let in with",
        gardener: "they are those of a pool that names the Shoot's region and is not `*`, whatever its domain; without one there are none",
        source: "Using the OpenStack provider extension: \"If no entry for the given region exists then the fallback value is the most matching entry\"",
        example: "floatingPools [{name: public, defaultFloatingSubnet: s}], floatingPoolName public: Gardener takes no subnet"
    }
    /// An OpenStack load balancer provider may stand twice if it is for no region.
    repeated_load_balancer_providers_pass {
        documented: "a load balancer provider is unique by its name and its region, if it has one",
        gardener: "only providers with a region are compared",
        source: "Using the OpenStack provider extension: \"Each entry … must be uniquely identified by its name and if applicable, its region\"",
        example: "constraints.loadBalancerProviders: [{name: haproxy}, {name: haproxy}]: Gardener accepts"
    }
    /// Without capabilities, some extensions compare less than the others.
    extensions_compare_less {
        documented: "every version and every architecture is mapped, with and without capabilities, whatever the provider",
        gardener: "in a profile without capabilities the local extension compares only the names of images, Alibaba Cloud's only images and versions; the extensions for Equinix Metal and Hetzner Cloud compare nothing, and those that know no capabilities compare no architectures where a profile registers capabilities and leaves the legacy field out",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type local, image plain with version 1.0.0, provider image plain with version 2.0.0: Gardener accepts"
    }
    /// Some extensions do not check a `providerConfig` at all.
    config_may_be_unchecked {
        documented: "every entry of the provider's half is checked by itself, whatever the provider",
        gardener: "the extension for Equinix Metal has no admission: an entry that is mapped to nothing is accepted, and its machines cannot be created",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type equinixmetal, provider version 1.0.0 with neither id nor ipxeScriptUrl: Gardener accepts"
    }
    /// Azure's extension passes an entry that stands for a capability nobody registers.
    azure_networking_may_be_unregistered {
        documented: "with capabilities, an Azure entry in legacy format without accelerated networking needs the capability azure-networking, for which it stands: an error at the entry",
        gardener: "the extension passes the entry; what is refused, before, is the flavor that the extension has made of it in the core half",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type azure, only architecture registered, provider version 1.0.0 with a urn: the extension's check accepts"
    }
    /// The local provider and Azure do not compare a `providerConfig` that is wrong by itself.
    unsound_config_is_not_compared {
        documented: "what is missing in the provider's half is reported, whatever else is wrong with it",
        gardener: "the extensions of the local provider and of Azure compare the halves only after the provider's half is right by itself",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type local, one provider image without a name and a core image without mapping: Gardener reports only the first"
    }
    /// An entry of the provider's half without any reference competes with the others.
    empty_references_compete {
        documented: "an entry that refers to no image maps nothing",
        gardener: "where images are the same in all regions, it counts like any other: it makes another one ambiguous, or it is chosen, and the machines have no image",
        source: "Provider Extension Contract: \"each entry\" of the provider section refers to an image",
        example: "type gcp, entries {version: 1.0.0, image: a} and {version: 1.0.0}: Gardener finds them ambiguous"
    }
    /// An AWS flavor, or an IronCore entry, that leaves the architecture out passes, and its machines cannot be created.
    unwritten_architecture_fails {
        documented: "a flavor that leaves `architecture` out has the only registered one, and an entry of the legacy format is for amd64, also when machines are created",
        gardener: "the AWS extension admits the flavor, chooses it, and fails because it does not say for which architecture it is; IronCore's admits the entry as one for amd64, and does not find it",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "type aws, architecture [amd64] registered, provider flavor without capabilities: Gardener creates no machine"
    }
    /// The first error about a Shoot hides others.
    shoot_errors_hide_others {
        documented: "everything that is wrong with a Shoot is reported at once",
        gardener: "what cannot be filled in hides all else, errors of form hide what the profile says, and a worker's first error about its machine hides the rest of it",
        source: "Rules enforced by CloudProfile admission: one error, one cause",
        example: "a worker with an unknown machine type and an unknown image: Gardener reports the machine type only"
    }
    /// A partial version may lead below the version in use.
    partial_version_may_downgrade {
        documented: "on an update a partial version that the version in use fits never leads below it",
        gardener: "a partial version is resolved anew each time, and the result is then refused as a downgrade",
        source: "Shoot Kubernetes and Operating System Versioning: versions go up",
        example: "1.33.5 in use and deprecated since, 1.33.4 supported; the manifest with version 1.33 is applied again: Gardener refuses"
    }
    /// The default image version need not fit the container runtime, the kubelet or the region.
    default_image_may_be_rejected {
        documented: "the default image version is one that the worker may use: container runtime, kubelet and region included",
        gardener: "these are not looked at, and what was chosen is then refused or cannot be created",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "1.1.0 with kubeletVersionConstraint < 1.30 beside 1.0.0 without, Kubernetes 1.33: Gardener takes 1.1.0 and refuses it"
    }
    /// The kubelet settings of one worker are those of the workers after it.
    kubelet_settings_leak {
        documented: "a worker without kubelet settings has those of the Shoot",
        gardener: "it has those of the last worker before it that had any",
        source: "Shoot API: worker settings belong to their worker",
        example: "worker a reserves 12Gi on a 16Gi machine, worker b with `kubernetes: {}` has a machine of 8Gi: Gardener refuses b"
    }
    /// A Shoot is let in although its image does not exist in its region.
    unmapped_image_is_admitted {
        documented: "an image version that the provider's half does not map for the Shoot's region is an error",
        gardener: "the Shoot is accepted, and creating its machines fails; here a warning",
        source: "Provider Extension Contract: one entry in the provider section for each entry in the general section",
        example: "image mapped for region europe only, Shoot in region america: Gardener accepts"
    }
}

impl Quirks {
    /// The quirks that decide where updates go.
    #[must_use]
    pub const fn for_updates(&self) -> UpdateQuirks {
        UpdateQuirks {
            unavailable_is_a_target: self.unavailable_is_a_target,
            force_update_may_pick_expired: self.force_update_may_pick_expired,
            version_zero_is_special: self.version_zero_is_special,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quirk_can_be_named() {
        for row in Quirks::TABLE {
            assert_eq!(Quirks::NONE.get(row.name), Some(false), "{}", row.name);
            assert_eq!(Quirks::GARDENER_1_150.get(row.name), Some(true), "{}", row.name);
            let switched = Quirks::NONE.with(row.name, true).unwrap();
            assert_eq!(switched.get(row.name), Some(true));
            for text in [row.documented, row.gardener, row.source, row.example] {
                assert!(!text.is_empty(), "{} lacks a text", row.name);
            }
        }
        assert_eq!(Quirks::NONE.for_updates(), UpdateQuirks::NONE);
        assert_eq!(Quirks::GARDENER_1_150.for_updates(), UpdateQuirks::GARDENER_1_150);
        assert_eq!(Quirks::NONE.get("no_such_quirk"), None);
        assert_eq!(Quirks::NONE.with("no_such_quirk", true), None);
    }
}
