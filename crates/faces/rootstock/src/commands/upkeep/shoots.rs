//! The Shoots, processed one at a time: their usage of a profile, and the effects of a change on them.

use rootstock_maintenance::{FleetItem, ProfileUsage, ShootRow};
use rootstock_provider_api::Registry;
use rootstock_queries::{
    FleetComparer, FleetDiff, LaterComparer, LaterTotals, QueryContext, QueryError, UpkeepAnswer, UpkeepInput,
    UpkeepOutcome, UsageCounter, UsageQuery, UsageTotals,
};

use crate::Streams;
use crate::cli::TableFormat;
use crate::failure::{Failure, InputError};
use crate::fleet;

/// Collects what Shoots use of a profile. Fails if usage is incomplete, because versions without a known user are pruned.
pub(super) fn usage(
    over: &UpkeepInput<'_>,
    shoots: impl Iterator<Item = FleetItem> + Send,
    streams: &mut Streams,
) -> Result<Option<ProfileUsage>, Failure> {
    let profiles = over.profiles().map_err(QueryError::from)?;
    let mut totals = UsageTotals::new(&profiles);
    let counter = || UsageCounter::new(&profiles, over.asked);
    let count = |counter: &mut UsageCounter<'_>, shoot: &FleetItem| shoot.ask(|shoot| counter.count(shoot));
    let other_kinds = fleet::ask(shoots, (counter, count), TableFormat::Json, streams, |answer, streams| {
        if let Err(unreadable) = &answer {
            streams.say_lines(&unreadable.to_string());
        }
        totals.add(answer);
        Ok(())
    })?;
    let counted = totals.answer(UsageQuery::default(), &profiles, over.asked, other_kinds);
    Ok(UpkeepInput::usage_in(counted).map_err(InputError::UnknownUsers)?)
}

/// Collects the effects of the change on Shoots, in their next maintenance and later.
pub(super) fn ask(
    answer: &mut UpkeepAnswer,
    shoots: impl Iterator<Item = FleetItem> + Send,
    registry: &Registry,
    asked: QueryContext,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let (UpkeepOutcome::Done { diff, later, .. }, Some(sides)) = (&mut answer.outcome, &answer.sides) else {
        return Ok(());
    };
    let profiles = sides.profiles(asked)?;
    (**diff, *later) = sides.compare(asked, registry, |comparison| {
        let (mut fleet, mut updates) = (FleetDiff::default(), LaterTotals::default());
        let comparers = || (comparison.comparer(), LaterComparer::new(&profiles, asked));
        let compare = |(now, later): &mut (FleetComparer<'_, '_>, LaterComparer<'_>), shoot: &FleetItem| {
            shoot.ask_whole(|shoot| (now.compare(shoot), later.compare(&ShootRow::from(shoot))))
        };
        let other_kinds = fleet::ask(shoots, (comparers, compare), TableFormat::Json, streams, |answer, streams| {
            match answer {
                Ok((now, later)) => {
                    fleet.add(Ok(&now));
                    updates.add(later);
                }
                Err(unreadable) => {
                    fleet.add(Err(&unreadable));
                    streams.say_lines(&unreadable.to_string());
                }
            }
            Ok(())
        })?;
        Ok::<_, Failure>((comparison.head(Some(fleet.finish(other_kinds))), Some(updates.finish())))
    })??;
    Ok(())
}
