//! The load balancer providers: those for the region, or else those for every region.

use rootstock_core_model::Path;
use rootstock_provider_api::{ConsideredEntry, EntryOutcome, ResolvedSetting, SettingAnswer};

use super::parameters::ShootParameters;
use crate::config::{CloudProfileConfig, LoadBalancerProvider};

/// Returns the entries that a Shoot in a region may choose from, with their positions.
pub(crate) fn allowed<'a>(
    config: &'a CloudProfileConfig,
    region: &str,
) -> impl Iterator<Item = (usize, &'a LoadBalancerProvider)> {
    let entries = config.constraints.load_balancer_providers.as_deref().unwrap_or_default();
    let has_region = entries.iter().any(|entry| entry.region.as_deref() == Some(region));
    let region = has_region.then(|| region.to_owned());
    entries.iter().enumerate().filter(move |(_, entry)| entry.region == region)
}

pub(super) fn resolve(config: &CloudProfileConfig, asked: &ShootParameters<'_>, path: &Path<'_>) -> ResolvedSetting {
    let region = asked.shoot_scope.region;
    let constraints = path.field("constraints");
    let list = constraints.field("loadBalancerProviders");
    let entries = config.constraints.load_balancer_providers.as_deref().unwrap_or_default();
    let has_region = entries.iter().any(|entry| entry.region.as_deref() == Some(region));
    let names = || allowed(config, region).map(|(_, entry)| entry.name.clone()).collect();
    let found = |name: &str| allowed(config, region).find(|(_, entry)| entry.name == name).map(|(index, _)| index);
    let answer = match asked.load_balancer_provider {
        None => SettingAnswer::Choice { values: names() },
        Some(name) => match found(name) {
            Some(index) => {
                SettingAnswer::Value { value: name.to_owned(), path: Some(list.index(index).to_field_path()) }
            }
            None => SettingAnswer::Refused { asked: name.to_owned(), allowed: names() },
        },
    };
    let chosen = asked.load_balancer_provider.map(found);
    let entry = |(index, entry): (usize, &LoadBalancerProvider)| {
        let (fate, because) = match entry.region.as_deref() {
            Some(other) if other != region => (EntryOutcome::PassedOver, format!("is for region `{other}`")),
            None if has_region => (EntryOutcome::PassedOver, "is ruled out by the entries for this region".to_owned()),
            own => {
                let words = if own.is_some() { "is for this region" } else { "is for all regions without an entry" };
                match chosen {
                    None => (EntryOutcome::Possible, words.to_owned()),
                    Some(chosen) if chosen == Some(index) => (EntryOutcome::Taken, words.to_owned()),
                    Some(_) => (EntryOutcome::PassedOver, format!("{words}, but the Shoot chose another")),
                }
            }
        };
        ConsideredEntry { value: entry.name.clone(), path: list.index(index).to_field_path(), fate, because }
    };
    let entries = entries.iter().enumerate().map(entry).collect();
    ResolvedSetting { name: "loadBalancerProvider", title: "load balancer provider", answer, gardener: None, entries }
}
