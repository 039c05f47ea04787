//! Quirks of the provider section of a profile.

quirks! {
    /// Validation, comparison and merging of the provider section. `rootstock-provider-api` and the providers read them.
    providers: ProviderQuirks

    /// Provider flavors without a matching core flavor are accepted.
    surplus_provider_flavors_pass {
        documented: "core and provider flavors match one-to-one: missing, surplus and repeated entries are errors",
        gardener: "only missing ones are",
        source: "Provider Extension Contract: \"one entry in the provider section per … entry in the general section\"",
        example: "one core flavor {amd64}, provider flavors {amd64} and {arm64}: Gardener accepts"
    }
    /// Several provider entries for one version are accepted, and the last one counts.
    repeated_provider_entries_pass {
        documented: "an image, and a version of it, has one entry in the provider section; several are a mistake of their own, and what any of them maps is mapped",
        gardener: "several are accepted, and only the last one is compared with the core section",
        source: "Provider Extension Contract: \"one entry in the provider section per … entry in the general section\"",
        example: "two provider entries for image plain, the first with version 1.0.0, the second with 2.0.0: Gardener finds 1.0.0 unmapped"
    }
    /// The local extension does not validate the entries of a namespaced profile.
    namespaced_config_may_be_unchecked {
        documented: "the entries in a namespaced profile's providerConfig are checked as those of a CloudProfile are",
        gardener: "the local extension compares names and versions only; what an entry maps them to is not looked at",
        source: "NamespacedCloudProfile Rules: \"Declare capabilities as you would in a CloudProfile, including corresponding providerConfig entries\"",
        example: "provider local, own version 1.26.1 with flavors for amd64 and arm64, mapped for amd64 only: Gardener accepts"
    }
    /// The provider section of a namespaced profile is compared in a different way.
    namespaced_config_is_compared_apart {
        documented: "the provider section of a namespaced profile is compared with its core section as that of a CloudProfile is, each finding at its field; an override has the flavors of the parent's version",
        gardener: "the extensions compare it in another way: all they find is attached to the whole list of images, regions count as parts of a flavor, and an override has the flavors that it is written with, which are none",
        source: "NamespacedCloudProfile Rules: \"Declare capabilities as you would in a CloudProfile, including corresponding providerConfig entries\"",
        example: "own version 1.26.1 without an entry in the provider section: documented spec.machineImages[0].versions[0], Gardener spec.providerConfig.machineImages"
    }
    /// An entry for a version that the parent also maps is appended to the parent's instead of replacing it.
    namespaced_entries_are_appended {
        documented: "the namespaced profile's entry for a version replaces the parent's",
        gardener: "the extensions for Azure and GCP keep both (Azure's older releases do not: `rootstock providers azure`)",
        source: "Example: Inheriting and Overriding Versions: \"the namespaced profile's definition wins in the rendered status\"",
        example: "parent and namespaced profile both map 1.26.0: Gardener renders two entries"
    }
    /// Several entries for one version of a parent's image, or several images with one name, are reduced to one.
    namespaced_entries_collapse {
        documented: "an image version with several entries keeps all of them in the rendered profile",
        gardener: "where the parent has the image, the extensions (but those for Azure and GCP) merge entries by version, and the last one is left, of the parent's own, too; of several images with the same name all of them keep the last one; an image of the namespaced profile alone keeps all its entries",
        source: "Example: Inheriting and Overriding Versions: \"the namespaced profile's definition wins in the rendered status\"",
        example: "type ironcore-metal, own version 2.0.0 of the parent's image mapped for amd64 and, in a second entry, for arm64: Gardener renders the second one only"
    }
    /// A name for all regions does not count as a mapping in a namespaced profile.
    namespaced_image_names_are_refused {
        documented: "a version that is mapped by a name for all regions is mapped, in a namespaced profile, too; here a warning",
        gardener: "OpenStack's extension accepts it in a CloudProfile and refuses it in a namespaced profile",
        source: "Using the OpenStack provider extension: images may be referred to by name",
        example: "namespaced profile with own version 2 and the provider's entry {version: 2, image: os-2}: Gardener refuses"
    }
    /// The name of an OpenStack image is a fallback for every architecture.
    image_names_fit_every_architecture {
        documented: "an image's name is for amd64: machines of another architecture get no image where a region maps none for it, and a version that has nothing but a name is mapped for amd64 only",
        gardener: "the name goes with every architecture that `regions` mentions, and with every flavor; a version that has nothing but a name passes for every architecture, and its machines cannot be created",
        source: "Using the OpenStack provider extension: \"Fallback to image name if no region mapping is found. Only works for amd64\"",
        example: "type openstack, image: n, regions [{name: europe, id: a, architecture: arm64}]; an arm64 machine in region asia: Gardener boots n"
    }
    /// The extensions add flavors to image versions before validation.
    extensions_write_flavors {
        documented: "the flavors of an image version are judged as they are written; where none are written, those that the provider section maps count, with a warning",
        gardener: "the mutating webhooks of OpenStack, AWS, Azure, GCP, Alibaba Cloud and IronCore Metal replace the written flavors by those of `providerConfig`, and remove them where the entry maps nothing (AWS and Alibaba Cloud keep them then); in a landscape without these webhooks none of this happens (`--without-extension-webhooks`). Older releases write no flavors, or only those of entries that have some (`rootstock providers NAME`)",
        source: "Where Capabilities Appear in a CloudProfile: \"most provider extensions populate this section from their own data\"",
        example: "type gcp, architecture [amd64, arm64] registered, image version without flavors, mapped for {architecture: [amd64]}: Gardener stores that flavor"
    }
    /// Capabilities that are merged into an extension but not yet released are unknown.
    merged_capabilities_are_unknown {
        documented: "an extension knows capabilities when the change that brings them is merged: STACKIT's does",
        gardener: "the release of STACKIT's extension that Rootstock follows refuses `capabilityFlavors` as an unknown field, and chooses images by version and architecture",
        source: "Provider Extension Contract: \"one entry in the provider section per … entry in the general section\"; stackitcloud/gardener-extension-provider-stackit#206",
        example: "type stackit, provider version 1.0.0 with capabilityFlavors [{capabilities: {architecture: [amd64]}, regions: [{name: eu01, id: a}]}]: Gardener refuses"
    }
    /// Without capabilities, some extensions make fewer comparisons than others.
    extensions_compare_less {
        documented: "every version and every architecture is mapped, with and without capabilities, whatever the provider",
        gardener: "in a profile without capabilities the local extension compares only the names of images, Alibaba Cloud's only images and versions; the extensions for Equinix Metal and Hetzner Cloud compare nothing, and those that know no capabilities compare no architectures where a profile registers capabilities and leaves the legacy field out",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type local, image plain with version 1.0.0, provider image plain with version 2.0.0: Gardener accepts"
    }
    /// Releases of an extension before the one that Rootstock follows behave otherwise.
    extensions_behave_by_release {
        documented: "a release of an extension that can read a profile treats it as documented",
        gardener: "the release that `--extension` names is answered as it behaves: older ones compare less, require entries for versions that a NamespacedCloudProfile only changes, or choose the first of several entries that fit (`rootstock providers NAME` lists what departs in which release)",
        source: "Mixed Format Support, and the releases of the extensions",
        example: "type aws, --extension aws=1.68, two legacy entries of one version for amd64: the extension boots the first one"
    }
    /// A `providerConfig` that cannot be decoded maps no images.
    undecodable_config_has_no_images {
        documented: "a mistake in `providerConfig` is an error, and the rest of it maps images all the same, unless `--extension` names the release that cannot decode it",
        gardener: "the extension reads nothing of a `providerConfig` that it cannot decode: no worker of the profile finds an image",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type gcp, the field `machineImage` next to `machineImages`: the extension finds no image"
    }
    /// Some extensions do not validate a `providerConfig` at all.
    config_may_be_unchecked {
        documented: "every entry of the provider section is checked by itself, whatever the provider",
        gardener: "the extension for Equinix Metal has no admission: an entry that is mapped to nothing is accepted, and its machines cannot be created; nor does the extension for OpenStack require a region or a name",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type equinixmetal, provider version 1.0.0 with neither id nor ipxeScriptUrl: Gardener accepts"
    }
    /// Azure's extension accepts an entry that implies an unregistered capability.
    azure_networking_may_be_unregistered {
        documented: "with capabilities, an Azure entry in legacy format without accelerated networking needs the capability azure-networking, which it represents: an error at the entry",
        gardener: "the extension accepts the entry; the flavor that the extension has made of it in the core section is refused before",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type azure, only architecture registered, provider version 1.0.0 with a urn: the extension's check accepts"
    }
    /// The local provider and Azure do not compare an invalid `providerConfig`.
    unsound_config_is_not_compared {
        documented: "what is missing in the provider section is reported, whatever else is wrong with it",
        gardener: "the extensions of the local provider and of Azure compare the sections only after the provider section is right by itself (Azure's older releases do not: `rootstock providers azure`)",
        source: "Provider Extension Contract: \"Each provider extension is responsible for validating that its API is consistent\"",
        example: "type local, one provider image without a name and a core image without mapping: Gardener reports only the first"
    }
    /// An entry of the provider section without any image reference competes with the others.
    empty_references_compete {
        documented: "an entry that refers to no image maps nothing",
        gardener: "where images are the same in all regions, it counts like any other: it makes another one ambiguous, or it is chosen, and the machines have no image",
        source: "Provider Extension Contract: \"each entry\" of the provider section refers to an image",
        example: "type gcp, entries {version: 1.0.0, image: a} and {version: 1.0.0}: Gardener finds them ambiguous"
    }
    /// An AWS flavor or IronCore entry without an architecture is accepted, but its machines cannot be created.
    unwritten_architecture_fails {
        documented: "a flavor that leaves `architecture` out has the only registered one, and an entry of the legacy format is for amd64, also when machines are created",
        gardener: "the AWS extension admits the flavor, chooses it, and fails because it does not say for which architecture it is; IronCore's admits the entry as one for amd64, and does not find it (AWS's older releases do not fail: `rootstock providers aws`)",
        source: "Defaulting: Omission Means \"All Registered Values\"",
        example: "type aws, architecture [amd64] registered, provider flavor without capabilities: Gardener creates no machine"
    }
}
