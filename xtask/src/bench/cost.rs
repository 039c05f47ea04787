//! What a run of a program costs, and how that is written.

use std::time::Duration;

/// What one run costs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    /// Bytes.
    pub(super) peak: u64,
}

pub(super) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

pub(super) fn mebibytes(bytes: u64) -> String {
    /// Exact far beyond any memory.
    #[expect(clippy::cast_precision_loss, reason = "a size in memory has far fewer than 52 bits")]
    const fn float(bytes: u64) -> f64 {
        bytes as f64
    }
    format!("{:.1} MiB", float(bytes) / f64::from(1 << 20))
}
