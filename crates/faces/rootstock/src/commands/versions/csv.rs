//! The versions for a spreadsheet: one row each.

use std::io::{self, Write};

use rootstock_maintenance::VersionReport;
use rootstock_queries::VersionsAnswer;
use rootstock_versioning::Classification;

use crate::csv;

const HEADER: &str = "profile,subject,image,version,classification,classified,preview_after,supported_after,deprecated_after,expired_after,\
                      choosers,automatic_update,forced_update,forced_update_fails,why";

/// When the version becomes that, if it is still to come.
fn after(version: &VersionReport, classification: &Classification) -> String {
    let becomes = version.transitions.iter().find(|change| change.classification == *classification);
    becomes.map(|change| change.after.to_string()).unwrap_or_default()
}

pub(super) fn write(answer: &VersionsAnswer, out: &mut dyn Write) -> io::Result<()> {
    csv::header(out, HEADER)?;
    for (image, version) in answer.report.rows() {
        let cells = [
            answer.profile.as_str(),
            csv::subject(image),
            image.unwrap_or_default(),
            &version.version,
            &version.classification.to_string(),
            if version.is_classified { "true" } else { "false" },
            &after(version, &Classification::Preview),
            &after(version, &Classification::Supported),
            &after(version, &Classification::Deprecated),
            &after(version, &Classification::Expired),
            version.choosers.as_str(),
            version.automatic_update.as_deref().unwrap_or_default(),
            version.forced_update.as_deref().unwrap_or_default(),
            if version.forced_update_fails.is_some() { "true" } else { "false" },
            version.forced_update_fails.as_deref().unwrap_or_default(),
        ];
        csv::row(out, cells)?;
    }
    Ok(())
}
