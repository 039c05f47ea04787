//! The comparison of Shoots, one at a time, however many there are.

use rootstock_analysis::full_name;
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_queries::{DiffComparison, FleetComparer, FleetDiff, ShootDiff, write_shoot_line};

use super::text;
use crate::Streams;
use crate::cli::{Format, TableFormat};
use crate::failure::Failure;
use crate::fleet;
use crate::shoot_sources::ShootSources;
use crate::spool::Spool;

/// Compares every Shoot. The output about each of them is buffered in the spool.
pub(in crate::commands) fn ask(
    shoots: ShootSources,
    comparison: &DiffComparison<'_, '_>,
    format: Format,
    details: bool,
    streams: &mut Streams,
) -> Result<(FleetDiff, Spool), Failure> {
    let mut fleet = FleetDiff::default();
    let mut spool = Spool::new(format == Format::Json);
    let is_listed = format == Format::Json || details;
    let progress = if format == Format::Json { TableFormat::Json } else { TableFormat::Text };
    let width = streams.out.width();
    let question = |comparer: &mut FleetComparer<'_, '_>, shoot: &Shoot| {
        let answer = comparer.compare(shoot);
        let mut written = Vec::new();
        if let ShootDiff::Compared(changes) = &answer
            && is_listed
            && !changes.is_empty()
        {
            let done = match format {
                Format::Json => write_shoot_line(changes, &mut written),
                Format::Text => text::shoot(changes, &full_name(shoot), width, &mut written),
            };
            // Writing to memory does not fail.
            debug_assert!(done.is_ok());
        }
        (answer, written)
    };
    let compare =
        |comparer: &mut FleetComparer<'_, '_>, shoot: &FleetItem| shoot.ask_whole(|shoot| question(comparer, shoot));
    let ask = (|| comparison.comparer(), compare);
    let other_kinds = fleet::ask(shoots, ask, progress, streams, |part, streams| {
        match &part {
            Ok((answer, written)) => {
                fleet.add(Ok(answer));
                if !written.is_empty() {
                    spool.push(written)?;
                }
            }
            Err(unreadable) => {
                fleet.add(Err(unreadable));
                streams.say_lines(&unreadable.to_string());
            }
        }
        Ok(())
    })?;
    Ok((fleet.finish(other_kinds), spool))
}
