//! The only access to the system clock.

use std::time::SystemTime;

use rootstock_versioning::Timestamp;

/// Returns the current time, truncated to seconds.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_seconds(Timestamp::from(SystemTime::now()).unix_seconds())
}
