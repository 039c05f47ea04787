//! Changes of a lock as text.

use std::io::{self, Write as _};

use rootstock_guarantees::{LockChange, LockChangeKind};

use crate::Streams;

/// Writes the changes: moved, removed and new decisions, each kind below a heading.
pub(super) fn write(changes: &[LockChange], streams: &mut Streams) -> io::Result<()> {
    let mut text = streams.out.text();
    if changes.is_empty() {
        return writeln!(text, "Every worker boots what the lock says.");
    }
    for (kind, heading) in
        [(LockChangeKind::Moved, "moved"), (LockChangeKind::Removed, "removed"), (LockChangeKind::New, "new")]
    {
        let of_kind: Vec<&LockChange> = changes.iter().filter(|change| change.kind == kind).collect();
        if !of_kind.is_empty() {
            writeln!(text, "{} {heading}:", of_kind.len())?;
        }
        for change in of_kind {
            writeln!(text, "  {}: {}", change.profile, change.sentence())?;
        }
    }
    Ok(())
}
