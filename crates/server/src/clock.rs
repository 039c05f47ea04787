//! The only place that looks at a clock.

use rootstock_versioning::Timestamp;

/// Now, to the second.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_seconds(jiff::Timestamp::now().as_second())
}
