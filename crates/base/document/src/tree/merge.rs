//! Effective entries of objects with duplicate or merge keys (`<<`).
//!
//! As in go-yaml v2, entries apply in document order, and later ones replace earlier ones, including merged ones. Within a list of
//! merged objects, the first one wins.

use std::collections::HashMap;

use super::{Fault, Node, NodeId, Parts, Shape, TreeWarning};
use crate::Span;

/// The effective entries of an object.
#[derive(Debug, Default)]
pub(super) struct EffectiveEntries {
    /// Pairs of key and value nodes.
    pub(super) entries: Vec<(u32, u32)>,
    pub(super) warnings: Vec<TreeWarning>,
    /// The number of merged entries.
    pub(super) merged: usize,
}

/// The maximum number of entries for which keys are compared pairwise.
const SMALL: usize = 12;

/// Returns whether there are duplicates among the keys.
pub(super) fn has_repeats(tree: &Parts, keys: &[(u32, u32)]) -> bool {
    if keys.len() <= SMALL {
        return has_repeats_pairwise(tree, keys);
    }
    let mut texts: Vec<&str> = keys.iter().map(|(key, _)| text(tree, *key)).collect();
    texts.sort_unstable();
    !texts.is_sorted_by(|a, b| a < b)
}

/// Like [`has_repeats`], but for few keys: compares each with the preceding ones.
fn has_repeats_pairwise(tree: &Parts, keys: &[(u32, u32)]) -> bool {
    keys.iter().enumerate().any(|(position, (key, _))| {
        let length = length(tree, *key);
        let mut earlier = keys.iter().take(position);
        earlier.any(|(earlier, _)| self::length(tree, *earlier) == length && text(tree, *earlier) == text(tree, *key))
    })
}

/// Applies the entries of an object in order.
pub(super) fn merge_entries(tree: &Parts, keys: &[(u32, u32)], most: usize) -> Result<EffectiveEntries, Box<Fault>> {
    let mut resolved_entries = EffectiveEntries::default();
    // The index of each key's entry, and whether a merge added it.
    let mut places: HashMap<&str, (usize, bool)> = HashMap::with_capacity(keys.len());
    for (key, value) in keys {
        if node(tree, *key).shape != Shape::Plain {
            insert_entry(tree, &mut resolved_entries, &mut places, (*key, *value), false);
            continue;
        }
        let mut sources = Vec::new();
        collect_sources(tree, *value, &mut sources)?;
        // Merge the last object first, so that the first one wins.
        for source in sources.into_iter().rev() {
            for entry in entries(tree, source) {
                insert_entry(tree, &mut resolved_entries, &mut places, entry, true);
                resolved_entries.merged += 1;
                if resolved_entries.merged > most {
                    return Err(Fault::limit(
                        span(tree, *value),
                        format!("merge keys (`<<`) produce more than {most} values"),
                    ));
                }
            }
        }
    }
    Ok(resolved_entries)
}

fn insert_entry<'t>(
    tree: &'t Parts,
    resolved_entries: &mut EffectiveEntries,
    places: &mut HashMap<&'t str, (usize, bool)>,
    entry: (u32, u32),
    by_merge: bool,
) {
    let name = text(tree, entry.0);
    let Some((place, was_merged)) = places.get_mut(name) else {
        places.insert(name, (resolved_entries.entries.len(), by_merge));
        resolved_entries.entries.push(entry);
        return;
    };
    if let Some(old) = resolved_entries.entries.get_mut(*place) {
        let (key, first) = (NodeId(entry.0), NodeId(old.0));
        match (by_merge, *was_merged) {
            (false, false) => resolved_entries.warnings.push(TreeWarning::DuplicateKey { key, first }),
            // Report the key that is in the object itself.
            (false, true) => resolved_entries.warnings.push(TreeWarning::MergeOverride { key, first }),
            (true, false) => resolved_entries.warnings.push(TreeWarning::MergeOverride { key: first, first: key }),
            (true, true) => {}
        }
        *old = entry;
        *was_merged = by_merge;
    }
}

/// Collects the objects that a `<<` refers to.
fn collect_sources(tree: &Parts, value: u32, sources: &mut Vec<u32>) -> Result<(), Box<Fault>> {
    let target = resolve_alias(tree, value);
    match node(tree, target).shape {
        Shape::Object | Shape::Merged => sources.push(target),
        // Kubernetes' parser accepts a list that is written out, but not an alias of one.
        Shape::List if target == value => {
            let list = node(tree, target);
            let mut at = target + 1;
            while at < list.a {
                let item = resolve_alias(tree, at);
                if !matches!(node(tree, item).shape, Shape::Object | Shape::Merged) {
                    return Err(not_an_object(tree, at));
                }
                sources.push(item);
                at = tree.after(NodeId(at)).0;
            }
        }
        Shape::List | Shape::Plain | Shape::Text | Shape::Number | Shape::Alias => {
            return Err(not_an_object(tree, value));
        }
    }
    Ok(())
}

fn not_an_object(tree: &Parts, at: u32) -> Box<Fault> {
    Fault::unreadable(span(tree, at), "`<<` merges objects only")
        .with_help("write an alias of an object, or a list of such aliases, after `<<:`")
}

/// Returns the entries of a complete object.
fn entries(tree: &Parts, id: u32) -> Vec<(u32, u32)> {
    let object = node(tree, id);
    if object.shape == Shape::Merged {
        let (start, length) = tree.ranges.get(object.b as usize).copied().unwrap_or_default();
        let range = start as usize..(start + length) as usize;
        return tree.effective.get(range).unwrap_or_default().to_vec();
    }
    let mut entries = Vec::with_capacity(object.b as usize);
    let mut at = id + 1;
    while at < object.a {
        entries.push((at, at + 1));
        at = tree.after(NodeId(at + 1)).0;
    }
    entries
}

fn node(tree: &Parts, id: u32) -> Node {
    tree.node(NodeId(id))
}

fn resolve_alias(tree: &Parts, id: u32) -> u32 {
    let node = node(tree, id);
    if node.shape == Shape::Alias { node.a } else { id }
}

fn length(tree: &Parts, id: u32) -> u32 {
    node(tree, id).b
}

fn text(tree: &Parts, id: u32) -> &str {
    tree.text(node(tree, id))
}

fn span(tree: &Parts, id: u32) -> Span {
    let node = node(tree, id);
    Span::new(node.start, node.end)
}
