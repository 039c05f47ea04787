//! `usage`: the users of each version of a profile, and the versions that are no longer needed.

mod text;

use std::io;

use clap::Args;
use rootstock_maintenance::{FleetItem, Need};
use rootstock_provider_api::Registry;
use rootstock_queries::{Unrendered, UsageAnswer, UsageCounter, UsageQuery, UsageTotals};

use crate::cli::{AnswerArguments, FleetArguments, TableFormat};
use crate::failure::Failure;
use crate::fleet::{self, Fleet};
use crate::page::Page;
use crate::rows::{Rows, or_empty, subject};
use crate::run::Run;
use crate::view::{self, AnswerView};
use crate::{Status, Streams};

/// Show the users of each version of a profile, and the versions that are no longer needed
///
/// Gardener refuses to remove a version that a Shoot uses, directly or through a NamespacedCloudProfile. A version without users
/// is still needed while new Shoots may choose it, or if the next maintenance updates a Shoot to it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Which versions are in use, and by which Shoots?
      kubectl get shoots -A -o json | rootstock usage --profile profiles.yaml -
      kubectl rootstock usage --cluster

  Which versions can be removed from the profile?
      rootstock usage --profile profiles.yaml shoots.json --removable")]
pub(crate) struct UsageArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Show only versions that are no longer needed
    #[arg(long)]
    pub(crate) removable: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

pub(super) fn run(arguments: &UsageArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let Fleet { profiles, lacks_profiles, shoots, releases } =
        Fleet::open(&arguments.fleet, Unrendered::Parents, &mut run)?;
    let asked = run.resolved;
    let query = UsageQuery { removable_only: arguments.removable };
    let mut totals = UsageTotals::new(&profiles);
    let format = arguments.answer.format;
    let counter = || UsageCounter::new(&profiles, asked);
    let count = |counter: &mut UsageCounter<'_>, shoot: &FleetItem| {
        releases.see(shoot);
        shoot.ask(|shoot| counter.count(shoot))
    };
    let other_kinds = fleet::ask(shoots, (counter, count), format, streams, |answer, streams| {
        if let Err(unreadable) = &answer {
            streams.say_lines(&unreadable.to_string());
        }
        totals.add(answer);
        Ok(())
    })?;
    releases.say(streams);
    let answer = totals.answer(query, &profiles, asked, other_kinds);
    let status = view::write(arguments, &answer, format, streams)?;
    Ok(if lacks_profiles { Status::Unreadable } else { status })
}

impl AnswerView<UsageQuery> for UsageArguments {
    fn text(&self, answer: &UsageAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn rows(&self, answer: &UsageAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        rows.header(
            "profile,subject,image,version,classification,need,shoots,pools,through_namespaced_profiles,examples",
        )?;
        for profile in &answer.profiles {
            for version in &profile.versions {
                rows.row(&[
                    &profile.profile,
                    &subject(version.image.as_deref()),
                    &or_empty(version.image.as_ref()),
                    &version.version,
                    &or_empty(version.classification.as_ref()),
                    &version.need.as_str(),
                    &version.users.shoots,
                    &version.users.pools,
                    &version.users.through_namespaced_profiles,
                    &version.users.examples.join(" "),
                ])?;
            }
        }
        Ok(())
    }

    fn status(&self, answer: &UsageAnswer) -> Status {
        let is_complete = answer.unreadable == 0 && answer.uncounted.is_empty();
        if is_complete { Status::Clean } else { Status::Unreadable }
    }
}

/// Returns the reason why a version is needed, in a few words.
const fn in_words(need: Need) -> &'static str {
    match need {
        Need::InUse => "in use",
        Need::UpdateTarget => "update target",
        Need::OnOffer => "on offer",
        Need::Unneeded => "unneeded",
    }
}
