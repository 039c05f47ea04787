//! The time axis of a page's timelines.

use std::fmt;

use rootstock_versioning::Timestamp;

use crate::instant::DAY;

/// The least amount of future on the axis, in days.
const MIN_COUNT: i64 = 270;
/// The greatest amount of future on the axis, in days: a version that expires in 2099 would leave no room for next week.
const MAX_COUNT: i64 = 3 * 365;

/// The time range of the timelines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    from: i64,
    now: i64,
    to: i64,
}

/// A labelled line at the start of a quarter.
#[derive(Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) x: Percent,
    /// The month, or the year in January.
    pub(crate) label: String,
}

/// A share of the axis, in percent with two decimal places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        write!(f, "{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Axis {
    /// Creates an axis that starts at `from` and includes the last change, within [`MIN_COUNT`] and [`MAX_COUNT`].
    pub(crate) fn new(from: Timestamp, now: Timestamp, last: Option<Timestamp>) -> Self {
        let now = now.unix_seconds();
        let last = last.map_or(now, |last| last.unix_seconds().saturating_add(30 * DAY));
        let to = last.clamp(now.saturating_add(MIN_COUNT * DAY), now.saturating_add(MAX_COUNT * DAY));
        Self { from: from.unix_seconds(), now, to }
    }

    /// Returns the position of an instant, in percent.
    fn at(self, seconds: i64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a drawing is not exact to the second")]
        let share = seconds.saturating_sub(self.from) as f64 / self.to.saturating_sub(self.from).max(1) as f64;
        share.clamp(0.0, 1.0) * 100.0
    }

    /// Returns the position of the current instant.
    pub(crate) fn today(self) -> Percent {
        Percent(self.at(self.now))
    }

    /// Returns the left end and width of a time range; `None` if no part of it is on the axis.
    pub(crate) fn span(self, from: Option<Timestamp>, to: Option<Timestamp>) -> Option<(Percent, Percent)> {
        let from = from.map_or(0.0, |from| self.at(from.unix_seconds()));
        let to = to.map_or(100.0, |to| self.at(to.unix_seconds()));
        (to > from).then_some((Percent(from), Percent(to - from)))
    }

    /// Returns a tick for each quarter.
    pub(crate) fn ticks(self) -> Vec<Tick> {
        let (first, ..) = Timestamp::from_unix_seconds(self.from).date();
        let (last, ..) = Timestamp::from_unix_seconds(self.to).date();
        let quarters =
            (first..=last).flat_map(|year| [(year, 1, ""), (year, 4, "Apr"), (year, 7, "Jul"), (year, 10, "Oct")]);
        let ticks = quarters.filter_map(|(year, month, label)| {
            let at = format!("{year:04}-{month:02}-01T00:00:00Z").parse::<Timestamp>().ok()?.unix_seconds();
            let is_shown = at > self.from && at < self.to;
            let label = if month == 1 { year.to_string() } else { label.to_owned() };
            is_shown.then(|| Tick { x: Percent(self.at(at)), label })
        });
        ticks.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_clamped_to_the_axis() {
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        let axis = Axis::new(at("2026-01-01T00:00:00Z"), at("2026-05-01T00:00:00Z"), None);
        assert_eq!(axis.span(None, Some(at("2025-01-01T00:00:00Z"))), None);
        assert_eq!(axis.span(None, None), Some((Percent(0.0), Percent(100.0))));
        assert_eq!(axis.today().to_string(), "30.77%");
        let labels: Vec<String> = axis.ticks().into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["Apr", "Jul", "Oct", "2027"]);
        let far = Axis::new(at("2026-01-01T00:00:00Z"), at("2026-05-01T00:00:00Z"), Some(at("2099-01-01T00:00:00Z")));
        assert_eq!(far.ticks().last().map(|tick| tick.label.as_str()), Some("Apr"));
    }
}
