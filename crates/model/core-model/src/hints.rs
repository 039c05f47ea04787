//! Hints about Gardener's objects for the document decoder and the locator.

mod scalars;

use rootstock_document::{
    Hints, ImplicitItem, MisplacedFields, NeedlessLevel, NestedLevel, Renamed, Shorthand, SiblingFields,
};

use crate::capabilities::{ARCHITECTURE, FLAVOR_TOKEN};
use crate::namespaced_cloud_profile::PARENT_ONLY;
use crate::rules::{NESTED_CAPABILITIES, OLD_FIELD_NAME, SEED_SELECTOR_LEVEL};

/// The field with the list of flavors.
pub(crate) const FLAVORS: &str = "capabilityFlavors";

/// The hints about Gardener's objects: field names from drafts, fields that only a parent has, the provider's form of a flavor,
/// and Kubernetes' scalars.
pub static GARDENER: Hints = Hints {
    renamed: &[
        definitions("capabilities"),
        definitions("capabilitiesDefinition"),
        flavors("capabilitySets"),
        flavors("capabilityCombinations"),
        in_place("inPlaceUpdate"),
        in_place("inPlaceUpdateConfig"),
        of_region("region", "name", "it holds the name of the region", ""),
        of_region("names", "zones", "it is a list of objects with a `name`", "AvailabilityZone"),
        Renamed {
            name: OLD_FIELD_NAME.name,
            old: "triggerRollingUpdate",
            new: "triggerRollingOnUpdate",
            list: "machineLabels",
            from: "the name in the documentation of the OpenStack extension",
            shape: "it is `true` if nodes are replaced when the label changes",
            items: "",
        },
    ],
    needless: &[NeedlessLevel {
        name: SEED_SELECTOR_LEVEL.name,
        level: "labelSelector",
        known_by: "matchLabels",
        detail: "the selector has no level of its own: write `matchLabels` and `matchExpressions` directly here",
    }],
    misplaced: &[
        MisplacedFields {
            fields: &PARENT_ONLY,
            known_by: "parent",
            detail: "belongs to the parent CloudProfile: a NamespacedCloudProfile inherits it and cannot have its own",
            help: "or change it in the parent",
        },
        MisplacedFields {
            fields: &["capabilities", "capabilitiesDefinition"],
            known_by: "parent",
            detail: "is the name of `machineCapabilities` in a draft of GEP-33, which belongs to the parent CloudProfile: \
                     a NamespacedCloudProfile inherits it and cannot have its own",
            help: "or change `machineCapabilities` in the parent",
        },
        MisplacedFields {
            fields: &["seedNames"],
            known_by: "seedSelector",
            detail: "became `seedSelector`, which selects Seeds by their labels",
            help: "and write `seedSelector: {matchLabels: {…}}` with labels of these Seeds",
        },
    ],
    shorthands: &[
        Shorthand { token: DEFINITION, key: "name", value: "values" },
        named("Region"),
        named("AvailabilityZone"),
        named("AccessRestriction"),
        named("Cri"),
    ],
    identifying: &["name", "version"],
    // The proposal puts an image's capabilities into the entry of the version; the provider section has the image next to them.
    implicit_item: &[
        ImplicitItem {
            name: OLD_FIELD_NAME.name,
            level: "capabilities",
            list: FLAVORS,
            known_by: "kubeletVersionConstraint",
            siblings: SiblingFields::Nothing,
            in_level: &[],
            detail: "`capabilities` is the field in GEP-33; an image version has a list of such maps, `capabilityFlavors`, one \
                     for each of its images",
        },
        ImplicitItem {
            name: OLD_FIELD_NAME.name,
            level: "capabilities",
            list: FLAVORS,
            known_by: FLAVORS,
            siblings: SiblingFields::AllExcept(&["version"]),
            in_level: &[ARCHITECTURE],
            detail: "`capabilities` is a field of the version's entry in GEP-33; now one entry has all images of a version, \
                     each in an item of `capabilityFlavors` with its `capabilities`",
        },
    ],
    // In the core section an item is the capability map itself, while in the provider section the map is nested under
    // `capabilities`. This mistake is so common that the core section is read as if the extra level were absent.
    nested: &[NestedLevel {
        name: NESTED_CAPABILITIES.name,
        token: FLAVOR_TOKEN,
        list: FLAVORS,
        level: "capabilities",
        detail: "in `spec.machineImages` a flavor is the map of capabilities itself, without a `capabilities` level; \
                 only `providerConfig` has that level",
        example: "`- architecture: [amd64]`",
        siblings: "provider fields belong to `providerConfig`",
    }],
    scalars: &scalars::ALL,
};

/// The struct into which a capability definition is decoded.
const DEFINITION: &str = "CapabilityDefinition";

/// Returns the hint for a former name of the capability definitions, from GEP-33's drafts.
const fn definitions(old: &'static str) -> Renamed {
    let shape = "it is a list of objects with `name` and `values`";
    draft(old, "machineCapabilities", shape, DEFINITION)
}

/// Returns the hint for a former name of an image version's flavors, from GEP-33's drafts.
const fn flavors(old: &'static str) -> Renamed {
    draft(old, FLAVORS, "each item is a map of capability names to lists of values", "")
}

const fn draft(old: &'static str, new: &'static str, shape: &'static str, items: &'static str) -> Renamed {
    Renamed { name: OLD_FIELD_NAME.name, old, new, list: "", from: "the name in a draft of GEP-33", shape, items }
}

/// Returns the hint for a name of a region's field in the documentation of some extensions.
const fn of_region(old: &'static str, new: &'static str, shape: &'static str, items: &'static str) -> Renamed {
    let from = "the name in the documentation of some extensions";
    Renamed { name: OLD_FIELD_NAME.name, old, new, list: "regions", from, shape, items }
}

/// Returns the hint for a type whose objects are often written as just their name.
const fn named(token: &'static str) -> Shorthand {
    Shorthand { token, key: "name", value: "" }
}

/// Returns the hint for GEP-31's spelling of the field `inPlaceUpdates`.
const fn in_place(old: &'static str) -> Renamed {
    let shape = "it is an object with `supported` and `minVersionForUpdate`";
    Renamed {
        name: OLD_FIELD_NAME.name,
        old,
        new: "inPlaceUpdates",
        list: "",
        from: "the name in GEP-31",
        shape,
        items: "",
    }
}
