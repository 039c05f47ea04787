//! Quirks of references between objects: what counts as usage.

use rootstock_document::Releases;

quirks! {
    /// References that count as usage by other objects. The admission of profile changes and the usage list read them.
    references: ReferenceQuirks

    /// The removal of an architecture that namespaced profiles use is accepted.
    architecture_removal_unguarded {
        releases: Releases::since(1, 146),
        shoots: None,
        documented: "a value of a capability that a namespaced profile uses cannot be removed",
        gardener: "it can if the namespaced profiles use no capability but `architecture`",
        source: "Designing a Good Capability: \"removing or drastically redefining capabilities they reference requires careful coordination\"",
        example: "values [amd64, arm64] become [amd64], a namespaced profile has a machine type {architecture: [arm64]}: Gardener accepts"
    }
    /// The limits of a CloudProfile and of its namespaced profiles are mixed up.
    limit_of_children_overlooked {
        documented: "a Shoot is measured by the limit that is in force for it: the namespaced profile's own, or else the CloudProfile's",
        gardener: "a new limit of the CloudProfile is held against Shoots whose namespaced profile sets another one, and no limit is held against Shoots whose namespaced profile gives up its own",
        source: "NamespacedCloudProfile: limits replace the parent's",
        example: "CloudProfile gets maxNodesTotal 5, namespaced profile with 100, its Shoot with 10 nodes: Gardener refuses the update"
    }
    /// Kubernetes versions of workers do not count as used.
    worker_kubernetes_versions_unguarded {
        documented: "a Kubernetes version used by any worker is in use",
        gardener: "only control-plane versions are looked at",
        source: "Shoot Kubernetes and Operating System Versioning: versions in use cannot be removed",
        example: "a worker on 1.29.1 under a control plane on 1.30.0; 1.29.1 removed: Gardener accepts"
    }
}
