//! Quirks in the admission of Shoots.

use rootstock_document::{Release, Releases};

/// The patches that brought the end of `image_settings_are_put_back` to earlier releases.
const PATCHES_KEEPING_IMAGE_SETTINGS: &[Release] = &[Release::patch(1, 146, 5), Release::patch(1, 147, 1)];

quirks! {
    /// Quirks in the admission of Shoots, including the defaults it sets.
    shoot: ShootQuirks

    /// The default image version may be expired or unavailable.
    default_image_may_be_inactive {
        documented: "the default image version is active: neither expired nor unavailable",
        gardener: "expired and unavailable versions can be defaulted, and are then rejected",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "one image whose only non-deprecated version is expired"
    }
    /// The default image is the first with any version that fits in either way.
    default_image_by_any_version {
        documented: "the default image is the first with an eligible version",
        gardener: "the first with any version that fits the architecture or the capabilities",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "the first image fits by architecture only; the second fits in full: Gardener takes the first and fails"
    }
    /// The default image version does not need to fit the container runtime, the kubelet or the region.
    default_image_may_be_rejected {
        documented: "the default image version is one that the worker may use: container runtime, kubelet and region included",
        gardener: "these are not checked, and the chosen version is then refused or cannot be created",
        source: "CloudProfile Capabilities: \"pick a compatible image when the user does not specify one\"",
        example: "1.1.0 with kubeletVersionConstraint < 1.30 next to 1.0.0 without, Kubernetes 1.33: Gardener takes 1.1.0 and refuses it"
    }
    /// A version with four parts is read as its major version.
    four_part_versions_are_major_only {
        documented: "a version that is neither a partial version nor in the profile is an error",
        gardener: "silently read as its major",
        source: "Shoot Kubernetes and Operating System Versioning: partial versions",
        example: "image version 1.2.3.4 on a worker: Gardener takes the newest 1.x"
    }
    /// A partial version may resolve to one below the version in use.
    partial_version_may_downgrade {
        documented: "on an update a partial version that the version in use fits never leads below it",
        gardener: "a partial version is resolved anew each time, and the result is then refused as a downgrade",
        source: "Shoot Kubernetes and Operating System Versioning: versions go up",
        example: "1.33.5 in use and deprecated since, 1.33.4 supported; the manifest with version 1.33 is applied again: Gardener refuses"
    }
    /// A version that is written as in the profile is completed all the same.
    exact_short_versions_are_completed {
        releases: Releases::before(1, 136),
        shoots: WithShortImageVersion,
        remedy: "write all three parts of the version",
        documented: "a version that the profile offers under just this text is that one",
        gardener: "if it is not of three parts, it is completed to the newest version of its major or minor",
        source: "Shoot Kubernetes and Operating System Versioning: partial versions",
        example: "image versions 2.0 and 2.0.1, worker with 2.0: Gardener takes 2.0.1 before v1.136"
    }
    /// The provider's settings of an image are put back unless its name or version changes.
    image_settings_are_put_back {
        releases: Releases { backports: PATCHES_KEEPING_IMAGE_SETTINGS, ..Releases::before(1, 148) },
        shoots: WithImageSettings,
        documented: "an update of `machine.image.providerConfig` has an effect",
        gardener: "it is put back silently to the old one if name and version of the image stay",
        source: "Shoot API: fields of a worker are what the user writes",
        example: "an update of `machine.image.providerConfig` alone: Gardener keeps the old one before v1.146.5, v1.147.1 and v1.148"
    }
    /// The system's reservations count as well as those of Kubernetes.
    system_reservations_count {
        releases: Releases::before(1, 141),
        shoots: WithSystemReserved,
        remedy: "write the whole reservation in `kubeReserved`",
        documented: "`kubeReserved` is less than the machine type has; there is no `systemReserved`",
        gardener: "the sum of `kubeReserved` and `systemReserved` is",
        source: "Shoot API: the kubelet's settings",
        example: "kubeReserved and systemReserved of 1500m each on a machine of 2 CPUs: Gardener refuses before v1.141"
    }
    /// A single worker must not have more nodes than the profile's limit.
    maximum_of_a_worker_is_limited {
        releases: Releases::before(1, 136),
        shoots: WithMaximumAboveLimit,
        remedy: "keep the maximum of every worker within the limit",
        documented: "the sum of the workers' minimums is within the limit of the profile",
        gardener: "the maximum of each worker has to be as well",
        source: "CloudProfile API: limits",
        example: "maxNodesTotal 10, worker with minimum 1 and maximum 20: Gardener refuses before v1.136"
    }
    /// Nodes that are updated in place may go back to an older image.
    in_place_downgrades_pass {
        releases: Releases::before(1, 136),
        shoots: WithInPlaceUpdates,
        documented: "a worker that is updated in place cannot go back to an older image version",
        gardener: "it can",
        source: "GEP-31, In-Place Node Updates",
        example: "worker with AutoInPlaceUpdate from 1.1.0 to 1.0.0: Gardener accepts before v1.136"
    }
    /// The kubelet settings of one worker carry over to the workers after it.
    kubelet_settings_leak {
        documented: "a worker without kubelet settings has those of the Shoot",
        gardener: "it has those of the last worker before it that had any",
        source: "Shoot API: worker settings belong to their worker",
        example: "worker a reserves 12Gi on a 16Gi machine, worker b with `kubernetes: {}` has a machine of 8Gi: Gardener refuses b"
    }
}
