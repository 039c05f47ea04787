//! The matching of a Shoot's choice with the entries of `constraints.floatingPools`.
//!
//! An entry applies if its region and its domain are absent or equal to the Shoot's. Constraining entries rule out
//! those for more regions or domains; entries that do not constrain (`nonConstraining`) can be chosen in addition.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::OpenStackQuirks;

use crate::config::FloatingPool;
use crate::wildcard::{Names, match_score};

/// The specificity of an entry for a Shoot, most specific first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// For the region and the domain.
    RegionAndDomain,
    /// For the region and any domain.
    Region,
    /// For the domain and any region.
    Domain,
    /// For all regions and domains.
    Anywhere,
}

impl Tier {
    const ALL: [Self; 4] = [Self::RegionAndDomain, Self::Region, Self::Domain, Self::Anywhere];

    /// Returns the audience of its entries, as the text after "for".
    pub(crate) const fn audience(self) -> &'static str {
        match self {
            Self::RegionAndDomain => "this region and domain",
            Self::Region => "this region",
            Self::Domain => "this domain",
            Self::Anywhere => "all regions and domains",
        }
    }

    /// Returns the tier whose constraints count in addition to those of this one.
    const fn other_tier(self) -> Option<Self> {
        match self {
            Self::Region => Some(Self::Domain),
            Self::Domain => Some(Self::Region),
            Self::RegionAndDomain | Self::Anywhere => None,
        }
    }
}

/// The Shoot that chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShootScope<'a> {
    /// The Shoot's region.
    pub(crate) region: &'a str,
    /// The Keystone domain of its credentials; `None` if no entry names it, or if it is unknown.
    pub(crate) domain: Option<&'a str>,
}

impl ShootScope<'_> {
    /// Returns the tier of an entry for the Shoot; `None` if the entry does not apply.
    pub(crate) fn tier(&self, pool: &FloatingPool) -> Option<Tier> {
        let region = pool.region.as_deref();
        let domain = pool.domain.as_deref();
        if region.is_some_and(|region| region != self.region) || (domain.is_some() && domain != self.domain) {
            return None;
        }
        Some(match (region, domain) {
            (Some(_), Some(_)) => Tier::RegionAndDomain,
            (Some(_), None) => Tier::Region,
            (None, Some(_)) => Tier::Domain,
            (None, None) => Tier::Anywhere,
        })
    }
}

/// The entries of a profile as one Shoot sees them.
#[derive(Debug)]
pub(crate) struct ApplicableFloatingPools<'a> {
    pools: &'a [FloatingPool],
    tiers: Vec<Option<Tier>>,
    /// The constraining entries by tier.
    constraining: BTreeMap<Tier, Names<'a>>,
    /// The tiers whose constraining entries count, because closer ones do not rule them out.
    counting: BTreeSet<Tier>,
    quirks: &'a OpenStackQuirks,
}

impl<'a> ApplicableFloatingPools<'a> {
    pub(crate) fn new(pools: &'a [FloatingPool], shoot_scope: ShootScope<'_>, quirks: &'a OpenStackQuirks) -> Self {
        let tiers: Vec<Option<Tier>> = pools.iter().map(|pool| shoot_scope.tier(pool)).collect();
        let mut constraining: BTreeMap<Tier, Names<'_>> = BTreeMap::new();
        for (pool, tier) in pools.iter().zip(&tiers).filter(|(pool, _)| pool.constrains()) {
            if let Some(tier) = tier {
                constraining.entry(*tier).or_default().push(&pool.name);
            }
        }
        let counting = Tier::ALL.into_iter().filter(|tier| counts(*tier, &constraining, quirks)).collect();
        Self { pools, tiers, constraining, counting, quirks }
    }

    /// Returns the entry that matches a name, preferring in this order: the closest tier, the longest literal part, the
    /// exact name, the first entry.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let matching = || self.applying().filter(|(_, tier, pool)| self.is_active_match(*tier, pool, name));
        let matching_tiers: BTreeSet<Tier> = matching().map(|(_, tier, _)| tier).collect();
        let candidates = matching().filter(|(_, tier, pool)| {
            let is_additional = !pool.constrains() && !self.quirks.constrained_floating_pools_hide_additional;
            let is_in_other_tier = || {
                let other = tier.other_tier().filter(|other| self.counts(*other) && self.constrains(*other));
                other.is_none_or(|other| matching_tiers.contains(&other))
            };
            is_additional || is_in_other_tier()
        });
        let scored = candidates.filter_map(|(index, tier, pool)| {
            let is_pattern = pool.name != name && !self.quirks.floating_pool_patterns_tie_with_names;
            Some((tier, Reverse(match_score(&pool.name, name)?), is_pattern, index))
        });
        scored.min().map(|(.., index)| index)
    }

    /// Returns the names and patterns that may be chosen, sorted.
    pub(crate) fn allowed(&self) -> Vec<&'a str> {
        let names = self.applying().filter(|(_, tier, pool)| self.may_be_chosen(*tier, pool));
        names.map(|(_, _, pool)| pool.name.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether an entry can be chosen at all.
    pub(crate) fn may_be_chosen(&self, tier: Tier, pool: &FloatingPool) -> bool {
        if !pool.constrains() {
            return true;
        }
        if !self.counts(tier) {
            return false;
        }
        // If both the region and the domain constrain, a name must be in both.
        let Some(other) = tier.other_tier().and_then(|other| self.constraining.get(&other)) else { return true };
        match self.quirks.disjoint_floating_pools_open_the_rest {
            true => other.contains(&pool.name),
            false => other.matches(&pool.name),
        }
    }

    /// Whether the constraining entries of a tier count, because closer ones do not rule them out.
    pub(crate) fn counts(&self, tier: Tier) -> bool {
        self.counting.contains(&tier)
    }

    /// Whether a tier has constraining entries.
    pub(crate) fn constrains(&self, tier: Tier) -> bool {
        self.constraining.contains_key(&tier)
    }

    /// Returns the closer tiers that rule this one out.
    pub(crate) fn ruled_out_by(&self, tier: Tier) -> impl Iterator<Item = Tier> {
        Tier::ALL.into_iter().filter(move |closer| *closer < tier && self.counts(*closer) && self.constrains(*closer))
    }

    /// Returns the names that the other tier allows, if the region or the domain constrains names of this tier.
    pub(crate) fn other_tier(&self, tier: Tier) -> Option<(Tier, &[&'a str])> {
        let other = tier.other_tier().filter(|other| self.counts(*other))?;
        Some((other, self.constraining.get(&other)?.in_order()))
    }

    /// Whether the name matches the entry, and closer entries do not rule it out.
    fn is_active_match(&self, tier: Tier, pool: &FloatingPool, name: &str) -> bool {
        (!pool.constrains() || self.counts(tier)) && match_score(&pool.name, name).is_some()
    }

    /// Returns the entries that apply to the Shoot.
    fn applying(&self) -> impl Iterator<Item = (usize, Tier, &'a FloatingPool)> {
        let entries = self.tiers.iter().zip(self.pools).enumerate();
        entries.filter_map(|(index, (tier, pool))| Some((index, (*tier)?, pool)))
    }
}

/// Whether the constraining entries of a tier count, because closer ones do not rule them out.
fn counts(tier: Tier, constraining: &BTreeMap<Tier, Names<'_>>, quirks: &OpenStackQuirks) -> bool {
    if tier != Tier::RegionAndDomain && constraining.contains_key(&Tier::RegionAndDomain) {
        return false;
    }
    match (tier, constraining.get(&Tier::Region), constraining.get(&Tier::Domain)) {
        (Tier::RegionAndDomain | Tier::Region | Tier::Domain, ..) | (Tier::Anywhere, None, None) => true,
        // Gardener opens the other entries if the region and the domain have no name in common.
        (Tier::Anywhere, Some(region), Some(domain)) => {
            quirks.disjoint_floating_pools_open_the_rest && region.is_disjoint(domain)
        }
        (Tier::Anywhere, ..) => false,
    }
}

/// Returns the entry from which the extension's controllers take the default subnet and the load balancer classes in
/// Gardener: it names the Shoot's region and is not `*`; the domain is ignored.
pub(crate) fn find_for_controllers(pools: &[FloatingPool], region: &str, name: &str) -> Option<usize> {
    let best = |constrains: bool| {
        let of_region = pools.iter().enumerate().filter(|(_, pool)| pool.region.as_deref() == Some(region));
        let of_region = of_region.filter(|(_, pool)| pool.constrains() == constrains);
        let scored = of_region
            .filter_map(|(index, pool)| Some((match_score(&pool.name, name).filter(|score| *score > 0)?, index)));
        scored.min_by_key(|(score, index)| (Reverse(*score), *index)).map(|(_, index)| index)
    };
    best(true).or_else(|| best(false))
}

#[cfg(test)]
mod tests;
