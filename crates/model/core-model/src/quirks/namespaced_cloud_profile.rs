//! Quirks in the admission of NamespacedCloudProfiles.

use rootstock_document::Releases;

quirks! {
    /// Quirks in the admission of NamespacedCloudProfiles, and in merging them with their parent.
    namespaced_cloud_profile: NamespacedCloudProfileQuirks

    /// An empty flavor list for an overridden parent version is accepted.
    empty_flavors_override_passes {
        documented: "`capabilityFlavors: []` on an overridden parent version is a re-declaration: Forbidden",
        gardener: "accepted",
        source: "Example: Inheriting and Overriding Versions: \"WRONG: re-declaring inherited capabilities\"",
        example: "namespaced profile overriding 1.26.0 with capabilityFlavors: []: Gardener accepts"
    }
    /// An override may only change the expiration date, and must do so.
    override_classification_is_forbidden {
        documented: "an override may change classification, expiration date and providerConfig",
        gardener: "only the expiration date, and it must be set",
        source: "NamespacedCloudProfile Rules: \"Just update the version number, classification, or providerConfig as needed\"",
        example: "namespaced profile overriding 1.26.0 with classification: deprecated: Gardener refuses"
    }
    /// An override without an expiration date removes the parent's.
    override_without_date_clears_it {
        documented: "an override that gives no expiration date leaves the parent's in force",
        gardener: "the rendered version has no expiration date, so an expired version is revived permanently",
        source: "NamespacedCloudProfile Rules: \"Just update the version number, classification, or providerConfig as needed\"",
        example: "parent 1.26.0 expired in 2024, its override loses expirationDate by an update: Gardener renders 1.26.0 as supported"
    }
    /// The CA bundles of a namespaced profile and its parent are concatenated without a line break.
    ca_bundles_are_glued {
        documented: "the namespaced profile's certificates begin on a line of their own",
        gardener: "the two texts are concatenated as they are, so the last line of the first one and the first line of the second one may become one line",
        source: "NamespacedCloudProfile: the bundle is added to the parent's",
        example: "parent's caBundle without a line break at its end: Gardener renders `-----END CERTIFICATE----------BEGIN CERTIFICATE-----`"
    }
    /// The validation of a namespaced profile stops after the first stage with findings.
    namespaced_stages_hide_others {
        documented: "everything that is wrong with a namespaced profile is reported at once, each mistake once, at the field of the namespaced profile",
        gardener: "its form, its Kubernetes versions (the first mistake), its image overrides and the rendered profile are four stages, and each stage hides the later ones; findings about the rendered profile point into `status.cloudProfileSpec`, also at what is the parent's",
        source: "Troubleshooting: one error, one cause",
        example: "namespaced profile with a negative maxNodesTotal and a new version without cri: Gardener reports the limit only"
    }
    /// A machine type of the parent cannot be written again.
    machine_types_of_parent_are_refused {
        releases: Releases::before(1, 145),
        shoots: None,
        remedy: "give the machine type a name that the parent does not have",
        documented: "a machine type with the name of one of the parent's replaces it",
        gardener: "it is refused before anything else is compared with the parent, unless the namespaced profile had it before",
        source: "NamespacedCloudProfile: machine types are merged with those of the parent by name",
        example: "parent with machine type m1, namespaced profile with m1 and a mistake in a Kubernetes version: Gardener reports m1 only"
    }
    /// An unknown classification of an image version is reported with the form of the profile.
    classifications_belong_to_the_form {
        releases: Releases::before(1, 137),
        shoots: None,
        remedy: "write one of the classifications preview, supported, and deprecated",
        documented: "an unknown classification is reported with the images",
        gardener: "it is reported before anything is compared with the parent; since v1.137, such a version may be dropped silently",
        source: "Troubleshooting: one error, one cause",
        example: "new image version with classification bogus: Gardener refuses before v1.137"
    }
    /// The limit of nodes cannot be lowered.
    limit_cannot_be_lowered {
        releases: Releases::before(1, 136),
        shoots: None,
        documented: "the limit of a namespaced profile may be lowered, as far as its Shoots permit",
        gardener: "an update that lowers it is refused",
        source: "NamespacedCloudProfile: limits replace the parent's",
        example: "maxNodesTotal 10 becomes 5: Gardener refuses before v1.136"
    }
    /// An update with an empty list of images is not one that changes nothing.
    empty_list_is_a_change {
        documented: "an update that changes nothing is accepted, whatever the parent has become",
        gardener: "with `machineImages: []` the profile is compared with its parent all the same",
        source: "Kubernetes API conventions: lists that are empty or absent mean the same",
        example: "`machineImages: []`, parent that has become invalid, an update that changes nothing: Gardener refuses"
    }
    /// An override is validated after conversion to the parent's format, not as written.
    override_judged_after_conversion {
        documented: "an override is judged as it is written: what it declares again is forbidden once, there",
        gardener: "it is converted to the parent's format first: legacy architectures count as flavors as well, and under a legacy parent flavors without an architecture count as nothing",
        source: "NamespacedCloudProfile Rules: \"Capabilities are inherited; do not re-declare them\"",
        example: "legacy parent with 1.26.0, override of it with capabilityFlavors: [{storage: [NVMe]}] and a date: Gardener accepts"
    }
    /// If the parent does not use capabilities, a namespaced profile's own capabilities are converted, and everything but the
    /// architecture is lost.
    capabilities_below_legacy_are_converted {
        documented: "a namespaced profile below a CloudProfile without capabilities may not use capabilities or flavors: Forbidden",
        gardener: "they are converted to legacy architectures before anything is validated, and everything else of them is dropped silently",
        source: "Troubleshooting: \"must not provide capabilities without global definition\"",
        example: "legacy parent, own machine type with capabilities: {storage: [NVMe]}: Gardener accepts, and renders it without"
    }
    /// An override that is merely written differently counts as changed.
    override_compared_literally {
        documented: "an update changes an override if it means something else: an empty list is the same as none, and architectures have no order",
        gardener: "an empty list differs from none, and converted architectures come in random order, so that the same update may be refused or not",
        source: "Kubernetes API conventions: lists that are empty or absent mean the same",
        example: "override with date, an update adds `cri: []`: Gardener refuses"
    }
}
