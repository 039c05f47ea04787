//! Quirks in the admission of CloudProfiles.

use rootstock_document::Releases;

quirks! {
    /// Quirks in the admission of CloudProfiles.
    cloud_profile: CloudProfileQuirks

    /// New versions that have already expired are silently dropped on create and accepted on update.
    expired_on_create_is_dropped {
        documented: "a new version with an expiration date in the past is an error; judged as a state it is a warning",
        gardener: "it is dropped silently on create and accepted on update",
        source: "Shoot Kubernetes and Operating System Versioning: a version must not be created with a past expiration date",
        example: "create with 1.30.0 expired since 2020: Gardener stores the profile without it"
    }
    /// Two supported versions of the same minor are accepted unless both have the legacy classification.
    supported_overlap_legacy_only {
        releases: Releases::since(1, 149),
        shoots: None,
        remedy: "keep one supported version per minor version, and deprecate the others",
        documented: "at most one supported version per minor, however that is expressed",
        gardener: "only versions with the legacy `classification` are checked",
        source: "Shoot Kubernetes and Operating System Versioning: one supported patch version per minor",
        example: "1.30.1 and 1.30.2, both with lifecycle [supported]: Gardener accepts"
    }
    /// Overlapping supported versions are reported at each of them.
    overlap_is_reported_at_both {
        documented: "of two supported versions of a minor, one may stay, and the other is reported",
        gardener: "both are reported, each as often as it overlaps another",
        source: "Troubleshooting: one error, one cause",
        example: "1.30.1 and 1.30.2, both with classification supported: Gardener reports both"
    }
    /// A supported version that has expired does not overlap others.
    expired_versions_do_not_overlap {
        releases: Releases::before(1, 137),
        shoots: None,
        remedy: "name only one version of a minor `supported`, stages included, and deprecate the others",
        documented: "a version with `classification: supported` overlaps every other of its minor that names `supported`, even if that has expired or its stage is yet to come",
        gardener: "only versions that are supported now are compared, and each is reported once",
        source: "Shoot Kubernetes and Operating System Versioning: one supported patch version per minor",
        example: "1.30.1 supported and expired, 1.30.2 supported: Gardener accepts"
    }
    /// The classification `expired` is unknown.
    expired_is_not_a_classification {
        releases: Releases::before(1, 137),
        shoots: None,
        remedy: "leave out the classification; a version expires by its `expirationDate`",
        documented: "a version must not be classified as expired",
        gardener: "`expired` is not among the supported classifications",
        source: "Shoot Kubernetes and Operating System Versioning: a version expires by its date",
        example: "an update to classification: expired: Gardener reports NotSupported before v1.137, and Forbidden since"
    }
    /// A machine type may omit its architecture even if several are registered.
    machine_type_architecture_optional {
        documented: "with several architectures registered, each machine type declares exactly one",
        gardener: "omission is accepted",
        source: "The architecture Capability: \"Every machine type must declare the architecture capability with exactly one architecture\"",
        example: "architecture [amd64, arm64] registered, a machine type with capabilities {storage: [NVMe]}: Gardener accepts"
    }
    /// The values of a capability may be repeated.
    capability_values_may_repeat {
        documented: "the values of a capability are unique",
        gardener: "repeats are accepted",
        source: "Anatomy of a Capability: \"values must be unique within that capability\"",
        example: "{name: storageAccess, values: [NVMe, NVMe]}: Gardener accepts"
    }
    /// If a capability is registered twice, only the last definition counts.
    last_definition_wins {
        documented: "every definition is checked, and all their values count as registered",
        gardener: "only the last definition is checked and used",
        source: "Anatomy of a Capability: \"Names must be unique within spec.machineCapabilities\"",
        example: "{name: a, values: []} and {name: a, values: [x]}: Gardener does not report the empty list"
    }
    /// An update fills in and drops capabilities before it is validated.
    update_syncs_before_validation {
        documented: "an update is judged as it is written",
        gardener: "an update that registers capabilities gets flavors and machine type capabilities from the legacy fields first, one that removes them loses them silently; the same manifest is refused on create",
        source: "Activation: \"There is no automatic conversion\"",
        example: "update that registers architecture [amd64, arm64] and leaves an image version without flavors: Gardener accepts"
    }
    /// Legacy architectures only need to be a subset of those of the flavors.
    legacy_architectures_may_be_fewer {
        documented: "legacy `architectures` and the architectures of the flavors are the same set",
        gardener: "the legacy list may be a subset",
        source: "The architecture Capability: \"If both the legacy field and the capability are set, their values must agree\"",
        example: "architectures: [amd64] next to flavors for amd64 and arm64: Gardener accepts"
    }
    /// A legacy architecture is not compared with the one implied by an omitted capability.
    undeclared_architecture_is_not_compared {
        documented: "a machine type without the architecture capability has the one registered architecture, and the legacy field must agree with it",
        gardener: "the legacy field is compared only with an architecture that is written as a capability",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "architecture [amd64] registered, machine type {architecture: arm64} without capabilities: Gardener accepts"
    }
    /// An update must specify the resource version of the object that it changes.
    resource_version_is_required {
        documented: "a manifest without `metadata.resourceVersion` is judged as the desired state: clients that apply it fill in the field",
        gardener: "an update that carries none is refused",
        source: "Kubernetes API concepts: unconditional updates",
        example: "stored object with resourceVersion \"1\", manifest without: Gardener refuses to replace it"
    }
    /// A version of one image can collide with a version of another image.
    version_keys_collide_across_images {
        documented: "versions are unique within their image",
        gardener: "`IMAGE-VERSION` is unique in the profile, so that `os` `1.0.0-2.0.0` collides with `os-1.0.0` `2.0.0`",
        source: "Machine image versions belong to their image",
        example: "image os with version 1.0.0-2.0.0 and image os-1.0.0 with version 2.0.0: Gardener refuses"
    }
    /// Indistinguishable flavors of one version are accepted.
    equal_flavors_pass {
        documented: "the flavors of a version differ after defaulting",
        gardener: "equal flavors are accepted, and detected only when a machine is created",
        source: "Where Capabilities Appear in a CloudProfile: each entry \"represents one image artifact\"",
        example: "flavors [{architecture: [amd64]}, {architecture: [amd64]}]: Gardener accepts"
    }
    /// The bastion's image version needs a legacy classification.
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
}
