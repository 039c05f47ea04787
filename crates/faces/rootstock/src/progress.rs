//! The progress of a long run, shown on a terminal.

use crate::Streams;
use crate::cli::TableFormat;

/// The number of items between two messages.
const STEP: usize = 1000;

/// A counter of items that shows progress on a terminal from time to time.
pub(crate) struct Progress {
    is_shown: bool,
    count: usize,
}

impl Progress {
    /// Starts at zero. Shows nothing if the answer streams to the same terminal, because that is progress enough.
    pub(crate) fn new(format: TableFormat, streams: &Streams) -> Self {
        Self { is_shown: streams.is_interactive(format == TableFormat::Text), count: 0 }
    }

    /// Counts one item.
    pub(crate) fn step(&mut self, streams: &mut Streams) {
        self.count += 1;
        if self.is_shown && self.count.is_multiple_of(STEP) {
            streams.show_progress(&format!("{} shoots", self.count));
        }
    }

    /// Removes the message.
    pub(crate) fn finish(self, streams: &mut Streams) {
        if self.is_shown && self.count >= STEP {
            streams.show_progress("");
        }
    }
}
