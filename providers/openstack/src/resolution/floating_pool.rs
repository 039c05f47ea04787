//! The floating pool and its settings: the default subnet and the load balancer classes.

use rootstock_core_model::{FieldPath, OpenStackQuirks, Path, Settings, listed};
use rootstock_provider_api::{ConsideredEntry, EntryOutcome, Resolution, ResolvedSetting, SettingAnswer};

use super::parameters::ShootParameters;
use crate::config::{CloudProfileConfig, FloatingPool, LoadBalancerClass};
use crate::floating_pool_choice::{ApplicableFloatingPools, ShootScope, Tier, find_for_controllers};
use crate::wildcard::match_score;

pub(super) fn resolve(
    config: &CloudProfileConfig,
    asked: &ShootParameters<'_>,
    settings: &Settings,
    path: &Path<'_>,
    resolution: &mut Resolution,
) {
    let pools = config.constraints.floating_pools.as_deref().unwrap_or_default();
    let constraints = path.field("constraints");
    let list = constraints.field("floatingPools").to_field_path();
    let view = View { pools, asked, list: &list };
    if asked.shoot_scope.domain.is_none() && pools.iter().any(|pool| pool.domain.is_some()) {
        let note = "no domain was given, so floating pools for specific domains are left out; --domain includes them";
        resolution.notes.push(note.to_owned());
    }
    let quirks = &settings.quirks.openstack;
    let answer = view.choice(quirks);
    resolution.settings.push(ResolvedSetting {
        name: "floatingPool",
        title: "floating pool",
        gardener: gardener_differs(quirks, &answer, || view.choice(&OpenStackQuirks::GARDENER_1_150)),
        answer,
        entries: view.entries(quirks),
    });
    if asked.floating_pool.is_none() {
        let note = "the default subnet and the load balancer classes of a Shoot depend on its floating pool; set it \
                    with --floating-pool";
        resolution.notes.push(note.to_owned());
        return;
    }
    if matches!(resolution.settings.last(), Some(setting) if matches!(setting.answer, SettingAnswer::Refused { .. })) {
        return;
    }
    let setting = |name, title, of: &dyn Fn(Option<usize>) -> SettingAnswer| {
        let answer = of(view.settings_pool(quirks));
        let gardener = gardener_differs(quirks, &answer, || of(view.settings_pool(&OpenStackQuirks::GARDENER_1_150)));
        ResolvedSetting { name, title, answer, gardener, entries: Vec::new() }
    };
    let subnet = setting("defaultFloatingSubnet", "default floating subnet", &|pool| view.subnet(pool));
    let classes = setting("loadBalancerClasses", "load balancer classes", &|pool| view.classes(pool));
    resolution.settings.extend([subnet, classes]);
}

/// The pools as one Shoot sees them.
struct View<'a> {
    pools: &'a [FloatingPool],
    asked: &'a ShootParameters<'a>,
    list: &'a FieldPath,
}

impl View<'_> {
    fn path(&self, index: usize) -> FieldPath {
        self.list.clone().index(index)
    }

    fn choice(&self, quirks: &OpenStackQuirks) -> SettingAnswer {
        let offer = ApplicableFloatingPools::new(self.pools, self.asked.shoot_scope, quirks);
        let allowed = || offer.allowed().into_iter().map(str::to_owned).collect();
        let Some(name) = self.asked.floating_pool else {
            return SettingAnswer::Choice { values: allowed() };
        };
        match offer.find(name) {
            Some(index) => SettingAnswer::Value { value: name.to_owned(), path: Some(self.path(index)) },
            None => SettingAnswer::Refused { asked: name.to_owned(), allowed: allowed() },
        }
    }

    /// Returns the index of the entry that the settings are taken from.
    fn settings_pool(&self, quirks: &OpenStackQuirks) -> Option<usize> {
        let name = self.asked.floating_pool?;
        let chosen = ApplicableFloatingPools::new(self.pools, self.asked.shoot_scope, quirks).find(name)?;
        match quirks.floating_pool_settings_by_region_only {
            true => find_for_controllers(self.pools, self.asked.shoot_scope.region, name),
            false => Some(chosen),
        }
    }

    fn subnet(&self, pool: Option<usize>) -> SettingAnswer {
        let subnet = pool.and_then(|index| Some((index, self.pools.get(index)?.default_floating_subnet.as_ref()?)));
        match subnet {
            Some((index, subnet)) => SettingAnswer::Value {
                value: subnet.clone(),
                path: Some(self.path(index).field("defaultFloatingSubnet")),
            },
            None => SettingAnswer::Unset { meaning: "OpenStack chooses the router's subnet".to_owned() },
        }
    }

    fn classes(&self, pool: Option<usize>) -> SettingAnswer {
        let classes = pool.and_then(|index| self.pools.get(index)).map(FloatingPool::written_classes);
        match classes {
            Some(classes) if !classes.is_empty() => {
                SettingAnswer::Choice { values: classes.iter().map(format_class).collect() }
            }
            _ => SettingAnswer::Unset { meaning: "the Shoot may define its own classes".to_owned() },
        }
    }

    fn entries(&self, quirks: &OpenStackQuirks) -> Vec<ConsideredEntry> {
        let offer = ApplicableFloatingPools::new(self.pools, self.asked.shoot_scope, quirks);
        let chosen = self.asked.floating_pool.and_then(|name| offer.find(name));
        let entry = |(index, pool): (usize, &FloatingPool)| {
            let (fate, because) = self.fate(&offer, index, pool, chosen);
            ConsideredEntry { value: pool.name.clone(), path: self.path(index), fate, because }
        };
        self.pools.iter().enumerate().map(entry).collect()
    }

    fn fate(
        &self,
        offer: &ApplicableFloatingPools<'_>,
        index: usize,
        pool: &FloatingPool,
        chosen: Option<usize>,
    ) -> (EntryOutcome, String) {
        let ShootScope { region, domain } = self.asked.shoot_scope;
        let passed_over = |because: String| (EntryOutcome::PassedOver, because);
        let Some(tier) = self.asked.shoot_scope.tier(pool) else {
            let elsewhere = pool.region.as_deref().filter(|one| *one != region).map(|one| format!("region `{one}`"));
            let for_others = elsewhere.unwrap_or_else(|| {
                let unknown = if domain.is_none() { ", and no domain was given" } else { "" };
                format!("domain `{}`{unknown}", pool.domain.as_deref().unwrap_or_default())
            });
            return passed_over(format!("is for {for_others}"));
        };
        if pool.constrains() && !offer.counts(tier) {
            let closer: Vec<&str> = offer.ruled_out_by(tier).map(Tier::audience).collect();
            return passed_over(format!("is ruled out by the entries for {}", closer.join(" and for ")));
        }
        let other_tier = || {
            let (other, names) = offer.other_tier(tier)?;
            Some(format!("the entries for {} allow only {}", other.audience(), listed(names)))
        };
        let Some(name) = self.asked.floating_pool else {
            return match (offer.may_be_chosen(tier, pool), pool.constrains()) {
                (true, true) => (EntryOutcome::Possible, format!("is for {}", tier.audience())),
                (true, false) => {
                    (EntryOutcome::Possible, format!("is for {}, and is non-constraining", tier.audience()))
                }
                (false, _) => {
                    passed_over(format!("is for {}, but {}", tier.audience(), other_tier().unwrap_or_default()))
                }
            };
        };
        let Some(score) = match_score(&pool.name, name) else {
            return passed_over(format!("is for {}, and does not match `{name}`", tier.audience()));
        };
        let matches = if pool.name == name { "is the exact name" } else { "matches" };
        if chosen == Some(index) {
            return (EntryOutcome::Taken, format!("{matches}, and is for {}", tier.audience()));
        }
        let Some(other) = chosen.and_then(|index| Some((self.pools.get(index)?, index))) else {
            return passed_over(format!("{matches}, but {}", other_tier().unwrap_or_default()));
        };
        let (winner, position) = other;
        let winning = self.asked.shoot_scope.tier(winner).unwrap_or(tier);
        let better = match_score(&winner.name, name).unwrap_or_default() > score;
        passed_over(if winning < tier {
            format!("{matches}, but `{}` is for {}", winner.name, winning.audience())
        } else if winning > tier {
            format!("{matches}, but {}", other_tier().unwrap_or_default())
        } else if better {
            format!("{matches}, but `{}` matches more of the name", winner.name)
        } else if winner.name == name && pool.name != name {
            format!("{matches}, but entry {position} is the exact name")
        } else if pool.name == name && winner.name != name {
            format!("{matches}, but the pattern of entry {position} also matches, and is listed first")
        } else {
            format!("{matches}, but entry {position} also matches, and is listed first")
        })
    }
}

/// Formats a class with its purpose, if that differs from the name.
fn format_class(class: &LoadBalancerClass) -> String {
    let LoadBalancerClass { name, purpose, .. } = class;
    match purpose.as_deref().filter(|purpose| purpose != name) {
        Some(purpose) => format!("{name} ({purpose})"),
        None => name.clone(),
    }
}

/// Returns Gardener's answer if it differs, but only when documented answers are requested.
fn gardener_differs<T: PartialEq>(quirks: &OpenStackQuirks, documented: &T, gardener: impl FnOnce() -> T) -> Option<T> {
    if *quirks != OpenStackQuirks::NONE {
        return None;
    }
    Some(gardener()).filter(|gardener| gardener != documented)
}
