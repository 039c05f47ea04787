//! Quirks of the capability engine: flavor selection and compatibility.

quirks! {
    /// Flavor selection and compatibility. The capability engine reads them.
    selection: SelectionQuirks

    /// Flavors are ranked by their own values; the machine type only filters.
    rank_by_own_values {
        documented: "candidates are compared on their effective sets: flavor, machine type and worker intersected",
        gardener: "candidates are compared on the flavor's own defaulted values; the machine type only filters",
        source: "Matching and Selection Algorithm: \"compare the most-preferred supported value of each candidate\"",
        example: "values [a, b, c]; machine type [b, c]; flavors A [a, c] and B [b]: documented B, Gardener A"
    }
    /// Whole value sets are compared from the first capability on.
    rank_by_all_values {
        documented: "capability by capability only the most-preferred effective value counts; whole sets break a remaining tie",
        gardener: "whole value sets count from the first capability on: a wider set beats a narrower one",
        source: "Matching and Selection Algorithm: \"The first capability where the candidates differ decides the winner\"",
        example: "storage [NVMe, SCSI], boot [uefi, bios]; flavors A storage [NVMe, SCSI] boot [bios] and B storage [NVMe] boot [uefi]: documented B, Gardener A"
    }
    /// The worker's architecture is checked separately from the capabilities.
    worker_architecture_is_separate {
        documented: "the worker's architecture takes part in the capability intersection",
        gardener: "it is checked against the version as a whole: one flavor may satisfy it and another the capabilities",
        source: "The architecture Capability",
        example: "flavors [arm64, virtual] and [amd64, metal]; worker arm64 on a metal machine type without architecture: Gardener accepts"
    }
    /// Only explicitly listed flavor architectures count.
    flavor_architecture_is_not_defaulted {
        documented: "a flavor is defaulted before its architectures are read",
        gardener: "only explicitly written architectures count, the legacy list is the fallback",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "architecture [amd64] registered, flavor {storage: [NVMe]}: Gardener finds no architecture in it"
    }
    /// A version without flavors fits every machine type, but selection finds nothing in it.
    no_flavors_fits_everything {
        documented: "a version without flavors is one flavor with everything defaulted",
        gardener: "it is compatible with every machine type; provider selection finds nothing in it",
        source: "GEP-33: \"if no capabilityCombinations are defined the default capabilities are assigned as only combination\"",
        example: "machine type {storage: []} and a version without flavors: Gardener says compatible"
    }
}
