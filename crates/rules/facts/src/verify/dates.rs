//! The announced end of an image or a machine type.

use rootstock_versioning::Timestamp;

/// The state of an image by its dates.
pub(super) enum End {
    Deleted(String),
    Announced(String),
}

/// Returns the end that the dates announce; `None` without dates.
pub(super) fn end(deprecated: Option<Timestamp>, deleted: Option<Timestamp>, now: Timestamp) -> Option<End> {
    match (deleted, deprecated) {
        (Some(deleted), _) if deleted <= now => Some(End::Deleted(format!("was deleted on {}", day(deleted)))),
        (Some(deleted), _) => Some(End::Announced(format!("will be deleted on {}", day(deleted)))),
        (None, Some(from)) if from <= now => Some(End::Announced(format!("is deprecated since {}", day(from)))),
        (None, Some(from)) => Some(End::Announced(format!("will be deprecated on {}", day(from)))),
        (None, None) => None,
    }
}

fn day(instant: Timestamp) -> String {
    let (year, month, day) = instant.date();
    format!("{year:04}-{month:02}-{day:02}")
}
