//! Well-known mistakes about the fields of Gardener's objects.

use crate::decoder::{Elsewhere, Hints, NeedlessLevel, Renamed};
use crate::namespaced_cloud_profile::PARENT_ONLY;
use crate::rules::{OLD_FIELD_NAME, SEED_SELECTOR_LEVEL};

/// What is known of Gardener's objects.
pub(crate) static GARDENER: Hints = Hints {
    renamed: &[
        renamed("capabilities", "machineCapabilities", LIST),
        renamed("capabilitiesDefinition", "machineCapabilities", LIST),
        renamed("capabilitySets", "capabilityFlavors", MAPS),
        renamed("capabilityCombinations", "capabilityFlavors", MAPS),
        in_place("inPlaceUpdate"),
        in_place("inPlaceUpdateConfig"),
    ],
    needless: &[NeedlessLevel {
        rule: &SEED_SELECTOR_LEVEL,
        name: "labelSelector",
        known_by: "matchLabels",
        detail: "the selector has no level of its own: `matchLabels` and `matchExpressions` stand directly here",
    }],
    elsewhere: &[Elsewhere {
        fields: &PARENT_ONLY,
        known_by: "parent",
        detail: "belongs to the parent CloudProfile: a NamespacedCloudProfile inherits it and cannot have its own",
        help: "or change it in the parent",
    }],
};

const LIST: &str = "it is a list of `name` and `values` today";
const MAPS: &str = "each item is a map of capability names to lists of values";

/// A field of GEP-33's drafts.
const fn renamed(old: &'static str, new: &'static str, shape: &'static str) -> Renamed {
    Renamed { rule: &OLD_FIELD_NAME, old, new, from: "the name in a draft of GEP-33", shape }
}

/// A field as GEP-31 spells it.
const fn in_place(old: &'static str) -> Renamed {
    let shape = "it is an object of `supported` and `minVersionForUpdate`";
    Renamed { rule: &OLD_FIELD_NAME, old, new: "inPlaceUpdates", from: "the name in GEP-31", shape }
}
