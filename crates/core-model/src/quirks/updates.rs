//! Quirks of `rootstock-versioning`, which has the type: where updates go.

use rootstock_versioning::UpdateQuirks;

switches! {
    updates: UpdateQuirks

    unavailable_is_a_target {
        documented: "a version whose first lifecycle stage is in the future is never an update target and never a default",
        gardener: "it can be both",
        source: "Shoot Kubernetes and Operating System Versioning: updates go to versions that can be used",
        example: "1.0.0 in use with automatic updates, 2.0.0 with lifecycle [supported from tomorrow]: Gardener updates to 2.0.0"
    }
    force_update_may_pick_expired {
        documented: "a forced update takes an expired version only when its level (next minor, next major) has no live one",
        gardener: "in two constellations it picks an expired version although a live one of the same level exists",
        source: "Shoot Kubernetes and Operating System Versioning: forceful updates",
        example: "strategy patch, 1.1.0 expired in use; 1.2.0 preview, 1.4.1 live, 1.4.5 expired: documented 1.4.1, Gardener 1.4.5"
    }
    version_zero_is_special {
        documented: "0.0.0 is a version like any other",
        gardener: "from 0.0.0 every version counts as a patch, and no automatic update goes to 0.0.0",
        source: "Shoot Kubernetes and Operating System Versioning: \"update to the latest patch version of the current minor version\"",
        example: "strategy patch, 0.0.0 in use; 0.0.1 and 5.0.0 offered: documented 0.0.1, Gardener 5.0.0"
    }
}
