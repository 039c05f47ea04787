//! Selections grouped by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rootstock_core_model::Capabilities;

use super::{OtherImage, SelectionBlock, SelectionCause, SelectionGroup};
use crate::pairs::Pairs;

/// The common part of the selections in a group.
#[derive(Debug, PartialEq)]
pub(crate) struct SelectionChange {
    pub(crate) cause: SelectionCause,
    /// The capabilities that the previous flavor declares.
    pub(crate) from: Option<Capabilities>,
    /// The capabilities that the new flavor declares.
    pub(crate) to: Option<Capabilities>,
}

impl SelectionChange {
    /// Creates a change. Flavors are relevant only if another one is chosen.
    pub(super) fn new(cause: SelectionCause, from: Option<Capabilities>, to: Option<Capabilities>) -> Self {
        match cause {
            SelectionCause::Lost { .. } | SelectionCause::Found { .. } | SelectionCause::OtherReference => {
                Self { cause, from: None, to: None }
            }
            _ => Self { cause, from, to },
        }
    }
}

/// Distinct changes, numbered in the order of insertion.
#[derive(Debug, Default)]
pub(crate) struct SelectionChanges(Vec<SelectionChange>);

impl SelectionChanges {
    pub(super) fn number(&mut self, change: SelectionChange) -> usize {
        let known = self.0.iter().position(|known| *known == change);
        known.unwrap_or_else(|| {
            self.0.push(change);
            self.0.len() - 1
        })
    }

    pub(super) fn get(&self, number: usize) -> Option<&SelectionChange> {
        self.0.get(number)
    }
}

/// The images of each class of machine types, by the number of the change.
#[derive(Debug, Default)]
pub(super) struct Images(BTreeMap<usize, BTreeMap<usize, Vec<OtherImage>>>);

impl Images {
    /// Adds an image for a class of machine types.
    pub(super) fn add(&mut self, change: usize, class: usize, image: OtherImage) {
        self.0.entry(change).or_default().entry(class).or_default().push(image);
    }

    /// Returns all groups, the most dangerous first, then the largest.
    pub(super) fn finish(mut self, changes: SelectionChanges, pairs: &Pairs<'_>) -> Vec<SelectionGroup> {
        let mut finished: Vec<SelectionGroup> = changes
            .0
            .into_iter()
            .enumerate()
            .filter_map(|(number, SelectionChange { cause, from, to })| {
                // A change without images is already reported for other workers.
                let blocks = blocks(self.0.remove(&number)?, pairs);
                let selections = blocks.iter().map(|block| block.machine_types.len() * block.images.len()).sum();
                Some(SelectionGroup { cause, from, to, selections, blocks })
            })
            .collect();
        finished.sort_by_key(|group| (group.cause.danger(), Reverse(group.selections)));
        finished
    }
}

fn blocks(classes: BTreeMap<usize, Vec<OtherImage>>, pairs: &Pairs<'_>) -> Vec<SelectionBlock> {
    let mut blocks: Vec<SelectionBlock> = Vec::new();
    for (class, images) in classes {
        let names = pairs.machines.get(class).into_iter().flat_map(|class| &class.names).map(|name| (*name).to_owned());
        match blocks.iter_mut().find(|block| block.images == images) {
            Some(block) => block.machine_types.extend(names),
            None => blocks.push(SelectionBlock { machine_types: names.collect(), images }),
        }
    }
    blocks
}
