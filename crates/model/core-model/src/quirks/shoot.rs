//! Quirks in the admission of Shoots.

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
    /// The kubelet settings of one worker carry over to the workers after it.
    kubelet_settings_leak {
        documented: "a worker without kubelet settings has those of the Shoot",
        gardener: "it has those of the last worker before it that had any",
        source: "Shoot API: worker settings belong to their worker",
        example: "worker a reserves 12Gi on a 16Gi machine, worker b with `kubernetes: {}` has a machine of 8Gi: Gardener refuses b"
    }
}
