//! Updates by week.

use std::collections::BTreeMap;

use super::{Update, UpdateKind};

/// The updates of one week.
#[derive(Debug)]
pub(crate) struct Week {
    /// Its Monday.
    pub(crate) monday: String,
    /// How many updates of each kind, with the bar's beginning and height.
    pub(crate) bars: Vec<WeekBar>,
}

/// Updates of one kind in a week.
#[derive(Debug)]
pub(crate) struct WeekBar {
    /// What kind.
    pub(crate) kind: UpdateKind,
    /// How many.
    pub(crate) number: usize,
    /// Where it begins, in percent of the longest.
    pub(crate) x: String,
    /// How long it is.
    pub(crate) width: String,
}

impl Week {
    /// How many updates of a kind there are.
    pub(crate) fn number(&self, kind: &UpdateKind) -> usize {
        self.bars.iter().filter(|bar| bar.kind == *kind).map(|bar| bar.number).sum()
    }
}

/// How many versions are updated, by kind.
pub(super) fn by_kind<'u>(updates: impl IntoIterator<Item = &'u Update>) -> BTreeMap<UpdateKind, usize> {
    let mut numbers = BTreeMap::new();
    for update in updates {
        *numbers.entry(update.kind).or_default() += update.number();
    }
    numbers
}

/// The weeks with their bars, one beside the other.
pub(super) fn weeks(updates: &[Update]) -> Vec<Week> {
    let weeks = updates.chunk_by(|one, next| one.monday == next.monday);
    let weeks: Vec<_> = weeks.filter_map(|week| Some((week.first()?.monday.clone(), by_kind(week)))).collect();
    let longest = weeks.iter().map(|(_, kinds)| kinds.values().sum::<usize>()).max().unwrap_or_default().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a drawing is not exact")]
    let percent = |number: usize| format!("{:.2}%", number as f64 * 100.0 / longest as f64);
    let weeks = weeks.into_iter().map(|(monday, kinds)| {
        let mut before = 0;
        let bars = kinds.into_iter().map(|(kind, number)| {
            let x = percent(before);
            before += number;
            WeekBar { kind, number, x, width: percent(number) }
        });
        Week { monday, bars: bars.collect() }
    });
    weeks.collect()
}
