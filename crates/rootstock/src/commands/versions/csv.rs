//! The versions for a spreadsheet: one row each.

use std::io::{self, Write};

use super::{Answer, changes, rows};
use crate::csv;

const HEADER: &str = "profile,image,version,classification,classified,changes,choosers,\
                      automatic_update,forced_update,forced_update_fails";

pub(super) fn write(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    csv::header(out, HEADER)?;
    for (image, version) in rows(&answer.report) {
        let cells = [
            answer.profile,
            image.unwrap_or("kubernetes"),
            &version.version,
            &version.classification.to_string(),
            if version.is_classified { "true" } else { "false" },
            &changes(version).join("; "),
            version.choosers.in_words(),
            version.automatic_update.as_deref().unwrap_or_default(),
            version.forced_update.as_deref().unwrap_or_default(),
            version.forced_update_fails.as_deref().unwrap_or_default(),
        ];
        csv::row(out, cells)?;
    }
    Ok(())
}
