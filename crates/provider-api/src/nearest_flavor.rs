//! The provider's flavor that a flavor of the core half was probably meant for.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};

use crate::entries::EntryArtifact;

/// In how many capabilities a flavor may differ that is still near.
const MOST_DIFFERENCES: usize = 2;

/// What to write so that the provider's flavor that comes nearest is the counterpart of `wanted`: which one that is, in what it
/// differs, and what it means by leaving something out. `sets` are the flavors after defaulting.
pub(crate) fn nearest(
    vocabulary: &Vocabulary,
    wanted: &CapabilitySet,
    flavors: &[EntryArtifact<'_>],
    sets: &[CapabilitySet],
) -> Option<String> {
    let differences = |set: &CapabilitySet| -> Vec<(String, Vec<String>, Vec<String>)> {
        let owned = |values: Vec<&str>| values.into_iter().map(str::to_owned).collect::<Vec<String>>();
        let pairs = vocabulary.iter(wanted).zip(vocabulary.iter(set));
        let pairs = pairs.map(|((name, here), (_, there))| (name, here.collect::<Vec<_>>(), there.collect::<Vec<_>>()));
        let differing = pairs.filter(|(_, here, there)| here != there);
        differing.map(|(name, here, there)| (name.to_owned(), owned(here), owned(there))).collect()
    };
    let compared = flavors.iter().zip(sets).map(|(flavor, set)| (flavor, differences(set)));
    let (flavor, differences) = compared.min_by_key(|(_, differences)| differences.len())?;
    if differences.is_empty() || differences.len() > MOST_DIFFERENCES {
        return None;
    }
    let mut told = Vec::new();
    let mut write = Vec::new();
    for (name, here, there) in &differences {
        let [wanted, has] = [here, there].map(|values| values.join(", "));
        let declares = flavor.artifact.capabilities.get(name).is_some();
        let how = if declares { "has" } else { "leaves it out, which means" };
        told.push(format!("`{name}`: here it is [{wanted}], and the entry {how} [{has}]"));
        write.push(format!("`{name}: [{wanted}]`"));
    }
    let (told, write) = (told.join("; "), write.join(" and "));
    Some(format!(
        "{} comes nearest and differs in {told}; write {write} there, or change the flavor here",
        flavor.path()
    ))
}
