//! The only place that looks at a clock.

use std::time::SystemTime;

use rootstock_versioning::Timestamp;

/// Now, to the second.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_seconds(Timestamp::from(SystemTime::now()).unix_seconds())
}
