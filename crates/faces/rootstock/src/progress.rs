//! How far a long run has come, on a terminal.

use crate::Streams;
use crate::cli::TableFormat;

/// How many items pass between two messages.
const STEP: usize = 1000;

/// Counts items, and says so now and then where somebody is watching.
pub(crate) struct Progress {
    is_shown: bool,
    count: usize,
}

impl Progress {
    /// Nothing done yet. An answer that is written as it is made, to the same terminal, is progress enough.
    pub(crate) fn new(format: TableFormat, streams: &Streams) -> Self {
        Self { is_shown: streams.is_watched(format == TableFormat::Text), count: 0 }
    }

    /// One more.
    pub(crate) fn step(&mut self, streams: &mut Streams) {
        self.count += 1;
        if self.is_shown && self.count.is_multiple_of(STEP) {
            streams.show_progress(&format!("{} shoots", self.count));
        }
    }

    /// Takes the message away.
    pub(crate) fn finish(self, streams: &mut Streams) {
        if self.is_shown && self.count >= STEP {
            streams.show_progress("");
        }
    }
}
