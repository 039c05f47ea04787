//! The sections of the documents, with the files that implement them.

use rootstock_core_model::Source;

pub(super) struct Document {
    /// The file name of its page.
    pub(super) file: &'static str,
    pub(super) title: &'static str,
    /// The source in the rules that come from the document.
    pub(super) source: Source,
    pub(super) about: &'static str,
    pub(super) sections: &'static [Section],
}

pub(super) struct Section {
    pub(super) name: &'static str,
    /// A summary in our words.
    pub(super) summary: &'static str,
    /// Files and folders, from the root of the repository.
    pub(super) places: &'static [&'static str],
}

pub(super) const CAPABILITIES: &str = "CloudProfile Capabilities";
pub(super) const GEP_33: &str = "GEP-33, Machine Image Capabilities";
pub(super) const GEP_54: &str = "GEP-54, Worker Capabilities";
pub(super) const OPENSTACK: &str = "OpenStack extension, operator guide";
pub(super) const VERSIONING: &str = "Shoot Kubernetes and Operating System Versioning";

pub(super) const DOCUMENTS: [Document; 5] = [
    Document {
        file: "capabilities-guide",
        title: CAPABILITIES,
        source: Source::CapabilitiesGuide(""),
        about: "Gardener's guide for operators. What it says holds; where Gardener v1.150 does otherwise there is a quirk \
                ([quirks](../quirks.md)).",
        sections: &[
            Section {
                name: "Why Capabilities",
                summary: "Not every machine image boots on every machine type, and versions whose names say so break maintenance.",
                places: &["crates/rules/advice/src/unclassified.rs", "crates/work/migration/src/options.rs"],
            },
            Section {
                name: "Activation",
                summary: "A feature gate allows `spec.machineCapabilities`; profiles without them stay as they are.",
                places: &[
                    "crates/model/core-model/src/feature_gates.rs",
                    "crates/rules/admission/src/cloud_profile/capabilities.rs",
                ],
            },
            Section {
                name: "Anatomy of a Capability",
                summary: "A name with values, registered once; nothing else may be used.",
                places: &[
                    "crates/model/core-model/src/capabilities.rs",
                    "crates/model/capability-engine/src/vocabulary.rs",
                    "crates/rules/admission/src/registered.rs",
                ],
            },
            Section {
                name: "Where Capabilities Appear in a CloudProfile",
                summary: "In the definitions, in machine types, and in the flavors of image versions, one for each image artifact.",
                places: &[
                    "crates/model/core-model/src/cloud_profile",
                    "crates/model/core-model/src/hints.rs",
                    "crates/rules/admission/src/cloud_profile/machine_images/flavors.rs",
                ],
            },
            Section {
                name: "Defaulting: Omission Means \"All Registered Values\"",
                summary: "A capability that a machine type or flavor omits has every registered value.",
                places: &[
                    "crates/model/capability-engine/src/capability_set.rs",
                    "crates/model/capability-engine/src/catalog/compiler.rs",
                ],
            },
            Section {
                name: "Order Matters",
                summary: "The order of capabilities and of their values decides between flavors that are compatible, and nothing else.",
                places: &[
                    "crates/model/capability-engine/src/ranking.rs",
                    "crates/rules/advice/src/value_order.rs",
                    "crates/work/behavioural-diff/src/selection/cause.rs",
                ],
            },
            Section {
                name: "The architecture Capability",
                summary: "It must be registered, with `amd64` and `arm64` only, and agree with the legacy fields, which Gardener fills \
                       in. With more than one value every flavor and machine type names exactly one.",
                places: &[
                    "crates/rules/admission/src/architectures.rs",
                    "crates/rules/admission/src/canonicalize.rs",
                    "crates/rules/admission/src/cloud_profile/machine_types/architecture.rs",
                    "crates/rules/admission/src/cloud_profile/machine_images/legacy_architectures.rs",
                ],
            },
            Section {
                name: "Provider Extension Contract",
                summary: "The provider's part has one entry for each flavor of `spec.machineImages`, and the extension sees to it.",
                places: &["crates/model/provider-api/src", "crates/dev/conformance-kit/src", "providers"],
            },
            Section {
                name: "Matching and Selection Algorithm",
                summary: "Sets are intersected capability by capability; of the compatible flavors the first difference in preference \
                       decides. Gardener asks when it fills in and validates Shoots, and in maintenance; extensions when they make machines.",
                places: &[
                    "crates/model/capability-engine/src/matching.rs",
                    "crates/model/capability-engine/src/selection.rs",
                    "crates/rules/admission/src/shoot/mutator/machine_image.rs",
                    "crates/rules/admission/src/shoot/validator/machine_image.rs",
                    "crates/rules/maintenance/src/decision.rs",
                    "crates/model/judge/src/mapping.rs",
                ],
            },
            Section {
                name: "NamespacedCloudProfile Rules",
                summary: "They register nothing, inherit the flavors of what they override, declare those of their own versions, and win \
                       over what the parent adds later.",
                places: &[
                    "crates/rules/admission/src/namespaced_cloud_profile/overrides/machine_images/declarations.rs",
                    "crates/rules/admission/src/namespaced_cloud_profile/merge.rs",
                    "crates/rules/admission/src/namespaced_cloud_profile/render.rs",
                ],
            },
            Section {
                name: "Designing a Good Capability",
                summary: "Positive values, best ones first, stable names, and a profile that stays below 1.5 MiB.",
                places: &[
                    "crates/rules/advice/src/positive_values.rs",
                    "crates/rules/advice/src/vocabulary_use.rs",
                    "crates/rules/advice/src/size_budget.rs",
                    "crates/rules/admission/src/references/breakage.rs",
                ],
            },
            Section {
                name: "Migration from Legacy Fields",
                summary: "Profile by profile, and the legacy fields may stay. `rootstock migrate` does it and proves that every machine \
                       gets the same image.",
                places: &[
                    "crates/work/migration/src/forward",
                    "crates/work/migration/src/proof.rs",
                    "crates/work/migration/src/back.rs",
                ],
            },
            Section {
                name: "Example: Complete CloudProfile",
                summary: "It is a test, with the interpretation that follows.",
                places: &["crates/rules/analysis/tests/complete_example.rs"],
            },
            Section {
                name: "Troubleshooting",
                summary: "Gardener's sentences are kept to the letter where the document has them.",
                places: &[
                    "crates/rules/admission/src/cloud_profile/capabilities.rs",
                    "crates/rules/admission/src/cloud_profile/machine_images/flavors.rs",
                ],
            },
        ],
    },
    Document {
        file: "gep-33",
        title: GEP_33,
        source: Source::Gep33(""),
        about: "The proposal from which capabilities come. Its names of fields are older; where it differs from the guide, the guide \
                holds.",
        sections: &[
            Section {
                name: "Current Workaround",
                summary: "Suffixes of versions (`-metal`) that stand for a kind of image. They are found, and migrated to flavors.",
                places: &["crates/work/migration/src/options.rs", "crates/rules/advice/src/listing.rs"],
            },
            Section {
                name: "Proposal",
                summary: "`spec.capabilities` as a map, `capabilitySets` and `capabilityCombinations`: read, with a finding and its fix.",
                places: &["crates/model/core-model/src/hints.rs", "crates/model/core-model/src/problems.rs"],
            },
            Section {
                name: "Matching Algorithm",
                summary: "Every capability must have a value in common. (The text says union, and means intersection.)",
                places: &["crates/model/capability-engine/src/matching.rs"],
            },
            Section {
                name: "Implications on NamespacedCloudProfiles.",
                summary: "As in the guide.",
                places: &["crates/rules/admission/src/namespaced_cloud_profile"],
            },
            Section {
                name: "Migration Strategy",
                summary: "First Gardener, then the extensions, then the profiles; nothing has to be migrated at once.",
                places: &["crates/work/migration/src/forward.rs"],
            },
            Section {
                name: "Considerations",
                summary: "1.5 MiB at most, positive values, preference by order.",
                places: &["crates/rules/advice/src/size_budget.rs", "crates/rules/advice/src/positive_values.rs"],
            },
            Section {
                name: "Component changes",
                summary: "AliCloud, AWS, Azure, GCP and OpenStack must follow. They and eight more are here.",
                places: &["providers"],
            },
        ],
    },
    Document {
        file: "gep-54",
        title: GEP_54,
        source: Source::Gep54(""),
        about: "A proposal: no release of Gardener has it, and the feature gate `WorkerCapabilities` that switches it on is Rootstock's own. \
                [Decision 012](../decisions/012-worker-capabilities.md) says how each question is settled that the proposal leaves open.",
        sections: &[
            Section {
                name: "Proposal",
                summary: "The requirements of a worker pool are intersected, too, with machine type and image.",
                places: &[
                    "crates/model/worker-capabilities/src/worker_catalog.rs",
                    "crates/model/judge/src/capabilities.rs",
                ],
            },
            Section {
                name: "Notes/Constraints/Caveats",
                summary: "An image that does not declare a reserved capability does not support the feature; most have a default.",
                places: &["crates/model/worker-capabilities/src/built_in_catalog.rs"],
            },
            Section {
                name: "Reserved Capability Names",
                summary: "`gardener-` belongs to Gardener: `gardener-bootType`, `gardener-updateType`, `gardener-gpuSupport`.",
                places: &[
                    "crates/model/worker-capabilities/src/built_in_catalog.rs",
                    "crates/rules/admission/src/cloud_profile/capabilities.rs",
                ],
            },
            Section {
                name: "Worker Properties to Capabilities Mapping",
                summary: "Secure boot, the update strategy and GPUs of a worker become values of the reserved capabilities.",
                places: &[
                    "crates/model/worker-capabilities/src/demand.rs",
                    "crates/rules/admission/src/shoot/validator/requirements.rs",
                ],
            },
            Section {
                name: "Updated Image Selection Algorithm",
                summary: "The three-way intersection, wherever images are selected: validation, defaults and maintenance.",
                places: &[
                    "crates/model/capability-engine/src/matching.rs",
                    "crates/model/judge/src/pool.rs",
                    "crates/rules/maintenance/src/planner/key.rs",
                ],
            },
            Section {
                name: "Provider-Specific Worker Properties",
                summary: "An extension reads more from a `WorkerConfig` (`openstack-trustedLaunch`).",
                places: &["providers/openstack/src/worker_config.rs"],
            },
            Section {
                name: "Component Changes",
                summary: "Admission, defaults, maintenance and the dashboard's filter; the last is `rootstock images`.",
                places: &["crates/ask/queries/src"],
            },
        ],
    },
    Document {
        file: "openstack-guide",
        title: OPENSTACK,
        source: Source::OpenStackGuide(""),
        about: "The OpenStack extension's page for operators. Its core example nests `capabilities:` inside `capabilityFlavors`; Gardener \
                refuses that form, and so does `check`, with the fix.",
        sections: &[
            Section {
                name: "CloudProfileConfig",
                summary: "Image IDs by region, DNS servers, Keystone, timeouts, volumes, server groups, storage classes.",
                places: &[
                    "providers/openstack/src/config.rs",
                    "providers/openstack/src/keystone.rs",
                    "providers/openstack/src/network_settings.rs",
                    "providers/openstack/src/storage_classes.rs",
                ],
            },
            Section {
                name: "MachineCapabilities",
                summary: "Matching by capabilities, with the defaults of the CloudProfile.",
                places: &["providers/openstack/src/config/machine_images.rs", "crates/model/judge/src/mapping.rs"],
            },
            Section {
                name: "Mixed Format Support",
                summary: "Versions of one image may each have the old or the new format, a version never both.",
                places: &["crates/model/provider-api/src", "crates/work/migration/src/forward/versions.rs"],
            },
            Section {
                name: "Example CloudProfileConfig",
                summary: "Both formats; floating pools and load balancers by region and domain, with wildcards, of which the best match \
                       counts.",
                places: &[
                    "providers/openstack/src/floating_pools.rs",
                    "providers/openstack/src/floating_pool_choice.rs",
                    "providers/openstack/src/load_balancer_classes.rs",
                    "providers/openstack/src/resolution",
                ],
            },
            Section {
                name: "Example CloudProfile manifest",
                summary: "The examples are tests.",
                places: &["providers/bundle/tests/shipped/openstack/documents.rs"],
            },
            Section {
                name: "Rolling Update Triggers",
                summary: "Which changes of a worker pool replace its nodes.",
                places: &["providers/openstack/src/rolling.rs", "crates/rules/maintenance/src/rollout/triggers.rs"],
            },
        ],
    },
    Document {
        file: "versioning-guide",
        title: VERSIONING,
        source: Source::VersioningGuide(""),
        about: "Classification, expiration, and who is updated when.",
        sections: &[
            Section {
                name: "Version Classifications",
                summary: "preview, supported, deprecated and expired, and what each means for new and existing Shoots.",
                places: &[
                    "crates/base/versioning/src/classification.rs",
                    "crates/base/versioning/src/lifecycle.rs",
                    "crates/rules/admission/src/cloud_profile/versions.rs",
                ],
            },
            Section {
                name: "Automatic Version Upgrades",
                summary: "When an automatic update is due, and when a forced one follows it.",
                places: &["crates/base/versioning/src/update.rs", "crates/rules/maintenance/src/shoot/decisions.rs"],
            },
            Section {
                name: "Update rules for both Kubernetes and machine image versions",
                summary: "Supported versions before deprecated ones; never to an expired one, unless forced and there is no other.",
                places: &["crates/base/versioning/src/update/target_search.rs"],
            },
            Section {
                name: "Update path for machine image versions",
                summary: "The strategies `patch`, `minor` and `major`.",
                places: &[
                    "crates/base/versioning/src/update/image.rs",
                    "crates/rules/admission/src/cloud_profile/machine_images.rs",
                ],
            },
            Section {
                name: "Update path for Kubernetes versions",
                summary: "The latest patch of the minor; if that has expired, the next minor, which must be there.",
                places: &["crates/base/versioning/src/update/kubernetes.rs", "crates/rules/advice/src/way_forward.rs"],
            },
            Section {
                name: "Version Requirements (Kubernetes and Machine Image)",
                summary: "What is in use stays; no new version that has expired; one supported version in each minor; the latest Kubernetes \
                       version does not expire.",
                places: &[
                    "crates/rules/admission/src/references/removals.rs",
                    "crates/rules/admission/src/cloud_profile/versions/overlap.rs",
                    "crates/rules/admission/src/cloud_profile/kubernetes.rs",
                ],
            },
        ],
    },
];
