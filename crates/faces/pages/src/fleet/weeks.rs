//! Updates by week.

use std::collections::BTreeMap;

use super::{Update, UpdateKind};

/// The updates of one week.
#[derive(Debug)]
pub(crate) struct Week {
    /// The date of the Monday.
    pub(crate) monday: String,
    /// The bars of the chart, one for each kind of update.
    pub(crate) bars: Vec<WeekBar>,
}

/// The updates of one kind in a week, as a bar.
#[derive(Debug)]
pub(crate) struct WeekBar {
    pub(crate) kind: UpdateKind,
    /// The number of updates.
    pub(crate) number: usize,
    /// The left end, in percent of the longest week.
    pub(crate) x: String,
    /// The width, in percent of the longest week.
    pub(crate) width: String,
}

impl Week {
    /// Returns the number of updates of a kind.
    pub(crate) fn number(&self, kind: &UpdateKind) -> usize {
        self.bars.iter().filter(|bar| bar.kind == *kind).map(|bar| bar.number).sum()
    }
}

/// Counts updated versions by kind.
pub(super) fn by_kind<'u>(updates: impl IntoIterator<Item = &'u Update>) -> BTreeMap<UpdateKind, usize> {
    let mut numbers = BTreeMap::new();
    for update in updates {
        *numbers.entry(update.kind).or_default() += update.number();
    }
    numbers
}

/// Groups updates by week, with the bars of each week side by side.
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
