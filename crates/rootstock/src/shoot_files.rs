//! Files that hold Shoots.

use std::path::Path;

use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::examine::{Conditions, Judgement, WaitingShoot, examine_everything};
use crate::status::Failure;
use crate::{Streams, input};

/// The Shoots of a file. Nothing of it may be unreadable, and there must be one.
pub(crate) fn read(
    path: &Path,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Vec<WaitingShoot>, Failure> {
    let (name, bytes) = input::require(path, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let shoots = examine_everything(&name, &bytes, conditions, &mut report).shoots;
    if report.summary().unreadable > 0 {
        return Err(Failure::Unreadable(format!("cannot read {name}: see `rootstock check {name}`")));
    }
    if shoots.is_empty() {
        return Err(Failure::Unreadable(format!("there is no Shoot in {name}")));
    }
    Ok(shoots)
}
