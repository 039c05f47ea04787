//! Reorders the items of lists.

use std::collections::BTreeSet;

use rootstock_document::{EditObstacle, Editor, Item, ListItem, NodeKind, NodeRef};

use super::walk::{Lists, find, missing_place};
use crate::draft::Draft;
use crate::profile_place::Step;
use crate::{ItemOrder, Refusal};

pub(super) fn order(draft: &mut Draft<'_>, order: &ItemOrder) -> Result<(), Refusal> {
    let base = draft.base;
    let lists = Lists::of(base);
    let steps = order.place.steps();
    let found = find(base, &lists, steps)?;
    if found.is_empty() {
        return Err(missing_place(base, &lists, steps));
    }
    for (_, list) in found {
        if list.kind() != NodeKind::List {
            return Err(Refusal::NotAList(order.place.clone()));
        }
        let wanted = in_order(&lists, list, steps, &order.first)?
            .map_err(|missing| missing_place(base, &lists, &[steps, &[missing]].concat()))?;
        put_in_order(&mut draft.editor, list, &wanted)?;
    }
    Ok(())
}

/// Returns the positions of the items of a list in their new order, or the name that no item has.
pub(super) fn in_order(
    lists: &Lists,
    list: NodeRef<'_>,
    above: &[Step],
    first: &[String],
) -> Result<Result<Vec<usize>, Step>, Refusal> {
    let mut order: Vec<usize> = Vec::new();
    for name in first {
        let step = Step::Named(name.clone());
        let found = lists.items(list, above, &step)?;
        if found.is_empty() && !step.is_pattern() {
            return Ok(Err(step));
        }
        order.extend(found.into_iter().filter(|index| !order.contains(index)).collect::<Vec<_>>());
    }
    let named: BTreeSet<usize> = order.iter().copied().collect();
    order.extend((0..list.len()).filter(|index| !named.contains(index)));
    Ok(Ok(order))
}

/// Moves as few items as possible.
fn put_in_order<'p>(editor: &mut Editor<'p>, list: NodeRef<'p>, wanted: &[usize]) -> Result<(), EditObstacle> {
    let stay: BTreeSet<usize> = longest_increasing(wanted).into_iter().collect();
    let moved: Vec<usize> = wanted.iter().copied().filter(|index| !stay.contains(index)).collect();
    if moved.is_empty() {
        return Ok(());
    }
    editor.check_order(list)?;
    // Items that follow the same item are inserted together.
    let mut position = 0;
    let mut together: Vec<Item<'p>> = Vec::new();
    let items: Vec<ListItem<'p>> = ListItem::of(list).collect();
    for &index in wanted {
        if stay.contains(&index) {
            editor.insert_items(list, position, &std::mem::take(&mut together))?;
            position = index + 1;
        } else {
            together.extend(items.get(index).copied().map(Item::moved));
        }
    }
    editor.insert_items(list, position, &together)?;
    editor.remove_items(list, &moved, true)
}

/// Returns the longest increasing subsequence of distinct numbers.
fn longest_increasing(numbers: &[usize]) -> Vec<usize> {
    // `ends` has the smallest last number for each length, `before` the predecessor of each number.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.iter().max().map_or(0, |most| most + 1)];
    for &number in numbers {
        let length = ends.partition_point(|end| *end < number);
        if let Some(slot) = before.get_mut(number) {
            *slot = length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied());
        }
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut longest: Vec<usize> =
        std::iter::successors(ends.last().copied(), |number| before.get(*number).copied().flatten()).collect();
    longest.reverse();
    longest
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&[], &[])]
    #[case(&[0, 1, 2], &[0, 1, 2])]
    #[case(&[2, 0, 1], &[0, 1])]
    #[case(&[1, 2, 0], &[1, 2])]
    #[case(&[3, 1, 2, 0, 4], &[1, 2, 4])]
    fn longest_increasing_subsequence_is_found(#[case] numbers: &[usize], #[case] longest: &[usize]) {
        assert_eq!(longest_increasing(numbers), longest);
    }
}
