//! Quirks of OpenStack: floating pools and load balancers.

quirks! {
    /// Floating pools and load balancers of OpenStack, whose provider reads them.
    openstack: OpenStackQuirks

    /// A `*` inside the name of an OpenStack floating pool is accepted.
    inner_wildcards_pass {
        documented: "a `*` in the name of a floating pool must be alone, at the beginning or at the end",
        gardener: "a `*` elsewhere is accepted, and matches nothing but itself",
        source: "Using the OpenStack provider extension: \"the * must be either single or at the beginning or at the end\"",
        example: "constraints.floatingPools: [{name: fp-*-pool}]: Gardener accepts"
    }
    /// If the OpenStack floating pools for the region and for the domain have no name in common, the general pools count again.
    disjoint_floating_pools_open_the_rest {
        documented: "if pools for the region and pools for the domain both constrain, a name must be in both, and no other pool counts",
        gardener: "if the two have no name in common, the constraining pools for everybody count again",
        source: "Using the OpenStack provider extension: \"The default behavior is that, if found, the regional (and/or domain restricted) entry is taken\"",
        example: "floatingPools [{name: a, region: r}, {name: b, domain: d}, {name: c}], Shoot in r with domain d: Gardener accepts c"
    }
    /// A constraining OpenStack floating pool for the domain hides an additional one for the region, and vice versa.
    constrained_floating_pools_hide_additional {
        documented: "a floating pool with nonConstraining can be chosen in addition to all others",
        gardener: "one for the region cannot be chosen where one for the domain constrains, nor the other way round, though the error lists it",
        source: "Using the OpenStack provider extension: \"If an additional floating pool should be selectable for a region and/or domain, you can mark it as non constraining\"",
        example: "floatingPools [{name: a, region: r, nonConstraining: true}, {name: b, domain: d}], Shoot in r with domain d: Gardener refuses a"
    }
    /// A pattern that is listed first takes precedence over the exact name of an OpenStack floating pool.
    floating_pool_patterns_tie_with_names {
        documented: "the entry with the very name of a floating pool matches better than any pattern",
        gardener: "a pattern that spells out the whole name, with a `*` for nothing, matches as well, and the first matching entry is taken",
        source: "Using the OpenStack provider extension: \"the fallback value is the most matching entry (w.r.t. wildcard matching)\"",
        example: "floatingPools [{name: fp-1*}, {name: fp-1}], floatingPoolName fp-1: Gardener takes the first, documented the second"
    }
    /// The settings of an OpenStack floating pool are only taken from an entry for the region.
    floating_pool_settings_by_region_only {
        documented: "the default subnet and the load balancer classes are those of the floating pool with which the Shoot was admitted",
        gardener: "they are those of a pool that names the Shoot's region and is not `*`, whatever its domain; without one there are none",
        source: "Using the OpenStack provider extension: \"If no entry for the given region exists then the fallback value is the most matching entry\"",
        example: "floatingPools [{name: public, defaultFloatingSubnet: s}], floatingPoolName public: Gardener takes no subnet"
    }
    /// An OpenStack load balancer provider may be repeated if it has no region.
    repeated_load_balancer_providers_pass {
        documented: "a load balancer provider is unique by its name and its region, if it has one",
        gardener: "only providers with a region are compared",
        source: "Using the OpenStack provider extension: \"Each entry … must be uniquely identified by its name and if applicable, its region\"",
        example: "constraints.loadBalancerProviders: [{name: haproxy}, {name: haproxy}]: Gardener accepts"
    }
}
