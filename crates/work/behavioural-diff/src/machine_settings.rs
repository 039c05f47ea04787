//! Settings of machines that the provider's extension derives from capabilities.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ProfileSide;
use crate::compatibility::{Compatibility, CompatibilityBlock, blocks};
use crate::demand::DemandPair;
use crate::pairs::Pairs;
use crate::selection::{MachineSettingDifference, Question, Selector};

/// A setting of machines that the provider's extension turns on or off now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedMachineSetting {
    /// The setting in prose, such as `accelerated networking`.
    pub setting: &'static str,
    /// The capability that it depends on.
    pub capability: &'static str,
    /// The value that machine type and image must both support.
    pub value: &'static str,
    /// Whether new machines have the setting now; before, it was the opposite.
    pub enabled: bool,
}

/// Pairs of machine type and image version for which a setting is turned on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineSettingGroup {
    /// The setting.
    #[serde(flatten)]
    pub change: ChangedMachineSetting,
    /// The number of pairs.
    pub pairs: usize,
    /// The pairs.
    pub blocks: Vec<CompatibilityBlock>,
}

impl From<MachineSettingDifference> for ChangedMachineSetting {
    fn from(MachineSettingDifference { setting, enabled }: MachineSettingDifference) -> Self {
        Self { setting: setting.name, capability: setting.capability, value: setting.value, enabled }
    }
}

/// Returns every changed setting of machines of workers with the given demand, in any region. Changes that affect the workers of
/// one of `reported` in the same way are omitted.
pub(crate) fn changes(
    sides: [&ProfileSide<'_>; 2],
    pairs: &Pairs<'_>,
    demand: &DemandPair,
    compatibility: &Compatibility,
    reported: &[&DemandPair],
) -> Vec<MachineSettingGroup> {
    let has_settings = |side: &&ProfileSide<'_>| {
        side.profile.plugin().is_some_and(|plugin| !plugin.extension().machine_settings.is_empty())
    };
    let selector = if sides.iter().any(has_settings) { Selector::new(sides) } else { None };
    let Some(mut selector) = selector else { return Vec::new() };
    let everywhere = [None];
    let named: Vec<Option<&str>> = pairs.regions.iter().copied().map(Some).collect();
    let regions = if named.is_empty() { &everywhere[..] } else { &named };
    let mut found: Vec<(MachineSettingDifference, BTreeMap<usize, Vec<usize>>)> = Vec::new();
    for (class_number, class) in pairs.machines.iter().enumerate() {
        for (version_number, version) in pairs.versions.iter().enumerate() {
            if !compatibility.has_selections(class_number, version_number) {
                continue;
            }
            for region in regions {
                let question = Question { class, version, region: *region, demand: demand.image() };
                for difference in selector.setting_differences(&question, class_number) {
                    let is_reported = reported.iter().any(|reported| {
                        let question = Question { demand: reported.image(), ..question };
                        selector.setting_differences(&question, class_number).contains(&difference)
                    });
                    if is_reported {
                        continue;
                    }
                    let known = found.iter().position(|(known, _)| *known == difference).unwrap_or_else(|| {
                        found.push((difference, BTreeMap::new()));
                        found.len() - 1
                    });
                    let Some((_, classes)) = found.get_mut(known) else { continue };
                    let versions = classes.entry(class_number).or_default();
                    if versions.last() != Some(&version_number) {
                        versions.push(version_number);
                    }
                }
            }
        }
    }
    let group = |(difference, classes): (MachineSettingDifference, BTreeMap<usize, Vec<usize>>)| {
        let (pairs, blocks) = blocks(&classes, pairs);
        MachineSettingGroup { change: difference.into(), pairs, blocks }
    };
    let mut groups: Vec<MachineSettingGroup> = found.into_iter().map(group).collect();
    groups.sort_by_key(|group| (group.change.enabled, std::cmp::Reverse(group.pairs)));
    groups
}
