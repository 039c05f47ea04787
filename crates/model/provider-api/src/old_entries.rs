//! Entries in the form of GEP-33's draft, one for each image: those of one version are one mistake.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use rootstock_core_model::{Change, FieldPath, NodeRef, RawObject, Segment, Violation};

use crate::ProviderConfig;
use crate::diagnostics::PROVIDER_MAPPING_REPEATED;
use crate::entry_check::is_below;
use crate::flavor_check::PROVIDER_FLAVOR_ARCHITECTURE;

/// The field that replaces those of an entry.
const FLAVORS: &str = "capabilityFlavors";

/// Merges the findings about such entries of one version into the first, whose fix then merges the entries. Returns the paths of
/// all such entries.
pub(crate) fn merge(decoded: &mut Vec<Violation>, config: &dyn ProviderConfig) -> Vec<FieldPath> {
    if !decoded.iter_mut().any(|found| rewritten(found).is_some()) {
        return Vec::new();
    }
    let mapped = config.mapped_versions();
    let versions: HashMap<&FieldPath, (Option<FieldPath>, &str)> =
        mapped.iter().map(|entry| (&entry.path, (entry.path.parent(), entry.version.as_str()))).collect();
    let mut paths = Vec::new();
    let mut merged: Vec<Violation> = Vec::new();
    let mut groups: HashMap<&(Option<FieldPath>, &str), Group> = HashMap::new();
    for mut found in std::mem::take(decoded) {
        let entry = rewritten(&mut found).map(|(path, value, _)| (path.clone(), value.clone()));
        let Some((path, value)) = entry else {
            merged.push(found);
            continue;
        };
        let group = versions.get(&path).map(|version| groups.entry(version));
        paths.push(path.clone());
        match group {
            Some(Entry::Occupied(mut group)) => group.get_mut().add(path, value),
            group => {
                if let Some(Entry::Vacant(group)) = group {
                    group.insert(Group { place: merged.len(), values: vec![value], others: Vec::new() });
                }
                merged.push(found);
            }
        }
    }
    for group in groups.into_values().filter(|group| !group.others.is_empty()) {
        let items: Vec<NodeRef<'_>> = group.values.iter().flat_map(|value| value.node().items()).collect();
        let rewritten = merged.get_mut(group.place).and_then(rewritten).zip(RawObject::from_serialize(&items).ok());
        if let Some(((_, value, others), all)) = rewritten {
            (*value, *others) = (all, group.others);
        }
    }
    *decoded = merged;
    paths
}

/// The entries of a version.
struct Group {
    /// The position of the first finding.
    place: usize,
    /// The flavors that the fixes write.
    values: Vec<RawObject>,
    /// The entries after the first.
    others: Vec<FieldPath>,
}

impl Group {
    fn add(&mut self, path: FieldPath, value: RawObject) {
        self.others.push(path);
        self.values.push(value);
    }
}

/// Removes findings that only follow from the old form of entries.
pub(crate) fn without_follow_ups(mut found: Vec<Violation>, old: &[FieldPath]) -> Vec<Violation> {
    let old: HashSet<&[Segment]> = old.iter().map(FieldPath::segments).collect();
    let is_below_old = |path: &FieldPath| is_below(path, &old);
    found.retain(|found| {
        let mut paths = [&found.path].into_iter().chain(found.related.iter().map(|related| &related.path));
        ![PROVIDER_MAPPING_REPEATED.name, PROVIDER_FLAVOR_ARCHITECTURE.name].contains(&found.rule.name)
            || !paths.all(is_below_old)
    });
    found
}

/// Returns the entry that the fix of a finding rewrites, the flavors that it writes, and the entries that it merges.
fn rewritten(found: &mut Violation) -> Option<(&FieldPath, &mut RawObject, &mut Vec<FieldPath>)> {
    match found.fix.as_mut()?.changes.as_mut_slice() {
        [Change::Rewrite { path, name, value, merged, .. }] if name == FLAVORS => Some((path, value, merged)),
        _ => None,
    }
}
