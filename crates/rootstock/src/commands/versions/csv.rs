//! The versions for a spreadsheet: one row each.

use std::io::{self, Write};

use rootstock_queries::VersionsAnswer;

use super::changes;
use crate::csv;

const HEADER: &str = "profile,image,version,classification,classified,changes,choosers,\
                      automatic_update,forced_update,forced_update_fails";

pub(super) fn write(answer: &VersionsAnswer, out: &mut dyn Write) -> io::Result<()> {
    csv::header(out, HEADER)?;
    for (image, version) in answer.report.rows() {
        let cells = [
            answer.profile.as_str(),
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
