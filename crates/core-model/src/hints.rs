//! What is known of Gardener's objects, for the decoder of documents and the locator.

mod scalars;

use rootstock_document::{Elsewhere, Hints, NeedlessLevel, NestedLevel, Renamed};

use crate::capabilities::FLAVOR_TOKEN;
use crate::namespaced_cloud_profile::PARENT_ONLY;
use crate::rules::{NESTED_CAPABILITIES, OLD_FIELD_NAME, SEED_SELECTOR_LEVEL};

/// The list of flavors.
pub(crate) const FLAVORS: &str = "capabilityFlavors";

/// What is known of Gardener's objects: names of drafts, fields that only a parent has, the provider's shape of a flavor, and the
/// scalars of Kubernetes.
pub static GARDENER: Hints = Hints {
    renamed: &[
        renamed("capabilities", "machineCapabilities", LIST),
        renamed("capabilitiesDefinition", "machineCapabilities", LIST),
        renamed("capabilitySets", FLAVORS, MAPS),
        renamed("capabilityCombinations", FLAVORS, MAPS),
        in_place("inPlaceUpdate"),
        in_place("inPlaceUpdateConfig"),
    ],
    needless: &[NeedlessLevel {
        name: SEED_SELECTOR_LEVEL.name,
        level: "labelSelector",
        known_by: "matchLabels",
        detail: "the selector has no level of its own: `matchLabels` and `matchExpressions` stand directly here",
    }],
    elsewhere: &[Elsewhere {
        fields: &PARENT_ONLY,
        known_by: "parent",
        detail: "belongs to the parent CloudProfile: a NamespacedCloudProfile inherits it and cannot have its own",
        help: "or change it in the parent",
    }],
    // In the core section an item is the map of capabilities itself, in the provider's section the map stands below
    // `capabilities`. Writing the one as the other is so common that the core section is read as if the level were not there.
    nested: &[NestedLevel {
        name: NESTED_CAPABILITIES.name,
        token: FLAVOR_TOKEN,
        list: FLAVORS,
        level: "capabilities",
        detail: "in `spec.machineImages` a flavor is the map of capabilities itself, without a `capabilities` level; \
                 only `providerConfig` has that level",
        example: "`- architecture: [amd64]`",
        beside: "provider fields belong to `providerConfig`",
    }],
    scalars: &scalars::ALL,
};

const LIST: &str = "it is a list of `name` and `values` today";
const MAPS: &str = "each item is a map of capability names to lists of values";

/// A field of GEP-33's drafts.
const fn renamed(old: &'static str, new: &'static str, shape: &'static str) -> Renamed {
    Renamed { name: OLD_FIELD_NAME.name, old, new, from: "the name in a draft of GEP-33", shape }
}

/// A field as GEP-31 spells it.
const fn in_place(old: &'static str) -> Renamed {
    let shape = "it is an object of `supported` and `minVersionForUpdate`";
    Renamed { name: OLD_FIELD_NAME.name, old, new: "inPlaceUpdates", from: "the name in GEP-31", shape }
}
