//! Settings of the provider section that a Shoot gets in a region, as the provider's plug-in resolves them.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::Shoot;
use rootstock_provider_api::{Resolution, ResolutionQuery, SettingAnswer};
use serde::Serialize;

use crate::ProfileSide;
use crate::pairs::Pairs;

/// A provider setting with another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderSettingChange {
    /// The name in manifests, such as `keystoneURL`.
    pub name: &'static str,
    /// The name in prose, such as `Keystone URL`.
    pub title: &'static str,
    /// The value by the old profile; absent if there was none, or Shoots choose from several before and after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value by the new profile; absent if there is none, or Shoots choose from several before and after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The values that Shoots can choose now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// The values that Shoots can no longer choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
}

/// A provider setting with another value for new Shoots in some regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionSettingChange {
    /// The setting.
    #[serde(flatten)]
    pub change: ProviderSettingChange,
    /// The regions, in the order of the old profile.
    pub regions: Vec<String>,
}

/// Returns every setting that new Shoots would get with another value, for the regions of both profiles.
pub(crate) fn changes(sides: [&ProfileSide<'_>; 2], pairs: &Pairs<'_>) -> Vec<RegionSettingChange> {
    let parameters = BTreeMap::new();
    let mut found: Vec<RegionSettingChange> = Vec::new();
    for region in &pairs.regions {
        let query = ResolutionQuery {
            region,
            parameters: &parameters,
            infrastructure_config: None,
            control_plane_config: None,
        };
        for change in differences(sides, &query) {
            match found.iter_mut().find(|known| known.change == change) {
                Some(known) => known.regions.push((*region).to_owned()),
                None => found.push(RegionSettingChange { change, regions: vec![(*region).to_owned()] }),
            }
        }
    }
    found
}

/// Returns every setting that an existing Shoot gets with another value. A setting that it has not chosen is omitted.
pub(crate) fn changes_for(sides: [&ProfileSide<'_>; 2], shoot: &Shoot) -> Vec<ProviderSettingChange> {
    let query = ResolutionQuery {
        region: &shoot.spec.region,
        parameters: &BTreeMap::new(),
        infrastructure_config: shoot.spec.provider.infrastructure_config.as_ref(),
        control_plane_config: shoot.spec.provider.control_plane_config.as_ref(),
    };
    let mut changes = differences(sides, &query);
    changes.retain(|change| change.from.is_some() || change.to.is_some());
    changes
}

fn differences(sides: [&ProfileSide<'_>; 2], query: &ResolutionQuery<'_>) -> Vec<ProviderSettingChange> {
    let resolved = sides.map(|side| {
        let resolution = side.config().and_then(|config| config.resolve(query, &side.settings));
        resolution.map(|Resolution { settings, .. }| settings)
    });
    let [Some(before), Some(after)] = resolved else { return Vec::new() };
    let mut changes = Vec::new();
    for one in &before {
        let other = after.iter().find(|other| other.name == one.name);
        changes.extend(change(one.name, one.title, Some(&one.answer), other.map(|other| &other.answer)));
    }
    for other in after.iter().filter(|other| before.iter().all(|one| one.name != other.name)) {
        changes.extend(change(other.name, other.title, None, Some(&other.answer)));
    }
    changes
}

fn change(
    name: &'static str,
    title: &'static str,
    before: Option<&SettingAnswer>,
    after: Option<&SettingAnswer>,
) -> Option<ProviderSettingChange> {
    let mut change =
        ProviderSettingChange { name, title, from: None, to: None, added: Vec::new(), removed: Vec::new() };
    if let (Some(SettingAnswer::Choice { values: old }), Some(SettingAnswer::Choice { values: new })) = (before, after)
    {
        let without = |own: &[String], others: &[String]| -> Vec<String> {
            let others: HashSet<&String> = others.iter().collect();
            own.iter().filter(|value| !others.contains(value)).cloned().collect()
        };
        (change.added, change.removed) = (without(new, old), without(old, new));
    } else {
        let [from, to] = [before, after].map(|answer| answer.and_then(in_words));
        if from != to {
            (change.from, change.to) = (from, to);
        }
    }
    let is_change = change.from != change.to || !change.added.is_empty() || !change.removed.is_empty();
    is_change.then_some(change)
}

/// Formats an answer; `None` if there is no value.
fn in_words(answer: &SettingAnswer) -> Option<String> {
    match answer {
        SettingAnswer::Value { value, .. } => Some(value.clone()),
        SettingAnswer::Choice { values } if values.is_empty() => None,
        SettingAnswer::Choice { values } => Some(format!("one of {}", values.join(", "))),
        SettingAnswer::Refused { asked, .. } => Some(format!("{asked}, which is not offered")),
        SettingAnswer::Missing { .. } | SettingAnswer::Unset { .. } => None,
    }
}
