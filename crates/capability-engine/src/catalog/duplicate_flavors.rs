//! Flavors that cannot be told apart.

use foldhash::HashMap;
use serde::Serialize;

use super::Catalog;
use crate::CapabilitySet;

/// Flavors of one image version that are equal after defaulting. Wherever one of them would be the best, the selection
/// is ambiguous; Gardener finds out only when it creates a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuplicateFlavors {
    /// The image's place in `spec.machineImages`.
    pub image: usize,
    /// The version's place in its `versions`.
    pub version: usize,
    /// The flavors' places in its `capabilityFlavors`, ascending, at least two.
    pub flavors: Vec<usize>,
}

impl Catalog {
    /// Every group of flavors that are equal after defaulting, in the order of the profile.
    #[must_use]
    pub fn duplicate_flavors(&self) -> Vec<DuplicateFlavors> {
        let by_list: Vec<Vec<Vec<usize>>> =
            self.distinct_flavors.iter().map(|flavors| equal_flavors(flavors)).collect();
        let mut found = Vec::new();
        for (image, version) in self.versions().filter(|(_, version)| version.has_flavors) {
            for flavors in by_list.get(version.class).into_iter().flatten() {
                found.push(DuplicateFlavors { image: image.index, version: version.index, flavors: flavors.clone() });
            }
        }
        found
    }
}

fn equal_flavors(flavors: &[CapabilitySet]) -> Vec<Vec<usize>> {
    let mut groups: HashMap<&CapabilitySet, Vec<usize>> = HashMap::default();
    for (index, flavor) in flavors.iter().enumerate() {
        groups.entry(flavor).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|indices| indices.len() > 1).collect();
    groups.sort_unstable();
    groups
}
