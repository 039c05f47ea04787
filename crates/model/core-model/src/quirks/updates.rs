//! Quirks of `rootstock-versioning`, which defines the type: update targets.

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
        documented: "a force update takes an expired version only when its level (next minor, next major) has no live one",
        gardener: "in two cases it picks an expired version although a live one of the same level exists",
        source: "Shoot Kubernetes and Operating System Versioning: forceful updates",
        example: "strategy patch, 1.1.0 expired in use; 1.2.0 preview, 1.4.1 live, 1.4.5 expired: documented 1.4.1, Gardener 1.4.5"
    }
    force_update_passes_expired_levels {
        documented: "a force update, once an automatic one is off or has no target, takes the levels in order, for Kubernetes and for images: in the first one that has a higher version (the same minor, the same major with strategy minor, the next one) it goes to the latest live version, or else to the latest expired one, and on from there the next time",
        gardener: "a level of the version's own minor or major that has only expired versions is skipped, and if there is nothing beyond it the update fails",
        source: "Shoot Kubernetes and Operating System Versioning: \"Both auto and force update first try to update to the latest patch version of the same minor\"; \"If all qualifying versions are expired, update to the latest expired version\"",
        example: "no automatic updates, Kubernetes 1.34.1 expired in use; 1.34.6 expired, 1.35.1 live: documented 1.34.6 and then 1.35.1, Gardener 1.35.1; without 1.35.1 Gardener fails"
    }
    force_update_passes_expired_latest {
        documented: "with update strategy major there is no force update once the latest version of the image has expired; an automatic one still goes to the latest live version",
        gardener: "the force update goes to the latest version that has not expired",
        source: "Shoot Kubernetes and Operating System Versioning: \"Force updates are not possible and will fail if the latest version in the CloudProfile for that image is expired (EOL scenario)\"",
        example: "strategy major without automatic updates, 3.0.0 expired in use; 4.0.0 live, 5.1.0 expired: documented no update, Gardener 4.0.0"
    }
    version_zero_is_special {
        documented: "0.0.0 is a version like any other",
        gardener: "from 0.0.0 every version counts as a patch, and no automatic update goes to 0.0.0",
        source: "Shoot Kubernetes and Operating System Versioning: \"update to the latest patch version of the current minor version\"",
        example: "strategy patch, 0.0.0 in use; 0.0.1 and 5.0.0 offered: documented 0.0.1, Gardener 5.0.0"
    }
}
