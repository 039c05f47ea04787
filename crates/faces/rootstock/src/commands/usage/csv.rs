//! The users for a spreadsheet: one row per version.

use std::io::{self, Write};

use rootstock_queries::UsageAnswer;

use crate::csv;

const HEADER: &str =
    "profile,subject,image,version,classification,need,shoots,pools,through_namespaced_profiles,examples";

pub(super) fn write(answer: &UsageAnswer, out: &mut dyn Write) -> io::Result<()> {
    csv::header(out, HEADER)?;
    for profile in &answer.profiles {
        for version in &profile.versions {
            let classification = version.classification.as_ref().map(ToString::to_string).unwrap_or_default();
            let cells = [
                &profile.profile,
                csv::subject(version.image.as_deref()),
                version.image.as_deref().unwrap_or_default(),
                &version.version,
                &classification,
                version.need.as_str(),
                &version.users.shoots.to_string(),
                &version.users.pools.to_string(),
                &version.users.through_namespaced_profiles.to_string(),
                &version.users.examples.join(" "),
            ];
            csv::row(out, cells)?;
        }
    }
    Ok(())
}
