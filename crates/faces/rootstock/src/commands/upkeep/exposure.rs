//! `upkeep exposure`: lists the pools that boot image versions that must go.

mod markdown;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_maintenance::{Departure, ExposureFinder, FleetItem, PoolExposure, RemedyEffect};
use rootstock_provider_api::Registry;
use rootstock_queries::{ExposureAnswer, ExposureQuery, ExposureTotals, Unrendered, exposed_pools};
use rootstock_upkeep::ImageSelection;
use rootstock_versioning::Timestamp;

use crate::cli::{AnswerArguments, CLUSTER, FleetArguments, MergeRequestFormat, TableFormat, end};
use crate::failure::{Failure, InputError, RequiredObject, UsageError};
use crate::fleet::{self, Fleet};
use crate::garden::name::SHOOTS;
use crate::page::Page;
use crate::run::Run;
use crate::view::{self, AnswerView};
use crate::{Status, Streams, input};

/// List the worker pools that boot image versions that must go, and the nights on which they leave them
///
/// For a vulnerability or a withdrawn build: the pools that boot one of the versions, or that maintenance will update to one, the
/// maintenance run in which each of them leaves by today's settings, the pools that never leave, and what would be sooner: to expire
/// the versions in the profile, to turn automatic updates on in the Shoot, or to roll the pool now.
///
/// Maintenance is simulated run after run, as by `plan --until`. Gardener refuses to remove a version from the profile while a Shoot
/// uses it, so a version can be removed after the last run of the list.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Who boots a version below 1592.3.0, and until when?
      kubectl get shoots -A -o json |
        rootstock upkeep exposure 'gardenlinux@<1592.3.0' \\
        --profile profiles.yaml --shoots -

  The same for two builds and everything that a file lists, as a ticket
      rootstock upkeep exposure gardenlinux@1592.1.0,1592.2.0 \\
        --versions withdrawn.txt --profile profiles.yaml \\
        --shoots shoots.json --format markdown

Exit status: 0 no pool boots or will boot one of the versions, 1 some do, or no profile has the image, 2 wrong usage, 3 \
something cannot be read.")]
pub(super) struct ExposureArguments {
    /// The versions: a list in which * matches any characters, or a range; quote both in a shell
    #[arg(value_name = "IMAGE@VERSIONS", required_unless_present = "versions")]
    selections: Vec<ImageSelection>,

    /// A file with IMAGE@VERSIONS on each line, or - for standard input; # begins a comment. May be given several times
    #[arg(long, value_name = "FILE")]
    versions: Vec<PathBuf>,

    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input; may be given several times
    #[arg(long, value_name = "PATH", required_unless_present = CLUSTER, default_value_if(CLUSTER, "true", SHOOTS))]
    shoots: Vec<PathBuf>,

    /// The profiles that the Shoots refer to: files, directories or -; may be given several times [default: those listed in
    /// rootstock.toml]
    #[arg(long = "profile", short, value_name = "PATH")]
    profiles: Vec<PathBuf>,

    /// Simulate maintenance up to this instant (RFC 3339), or up to the end of a date [default: until nothing changes any more]
    #[arg(long, value_name = "TIME", value_parser = end)]
    until: Option<Timestamp>,

    #[command(flatten)]
    answer: AnswerArguments<MergeRequestFormat>,
}

pub(super) fn run(
    arguments: &ExposureArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let (shoots, profiles) = (arguments.shoots.clone(), arguments.profiles.clone());
    input::read_standard_input_once(arguments.versions.iter().chain(&shoots).chain(&profiles))?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let mut versions = arguments.selections.clone();
    for path in &arguments.versions {
        versions.extend(listed(path, run.streams)?);
    }
    let query = ExposureQuery { versions, until: arguments.until };
    query.check(run.resolved)?;
    let fleet = FleetArguments::of(shoots, profiles);
    let Fleet { profiles, lacks_profiles, shoots, releases } = Fleet::open(&fleet, Unrendered::Parents, &mut run)?;
    let asked = run.resolved;
    let expired = query.expired(&profiles, asked);
    let mut totals = ExposureTotals::default();
    let finder = || query.finder([&profiles, &expired], asked);
    let find = |finder: &mut ExposureFinder<'_, _>, shoot: &FleetItem| {
        releases.see(shoot);
        shoot.ask(|shoot| exposed_pools(finder, shoot))
    };
    let other_kinds = fleet::ask(shoots, (finder, find), TableFormat::Json, streams, |found, streams| {
        if let Err(unreadable) = &found {
            streams.say_lines(&unreadable.to_string());
        }
        totals.add(found);
        Ok(())
    })?;
    releases.say(streams);
    let answer = totals.answer(&query, &profiles, asked, other_kinds);
    if answer.shoots == 0 && answer.unreadable == 0 && !answer.other_kinds.is_empty() {
        return Err(InputError::missing_object(RequiredObject::Shoot, "the given files").into());
    }
    let status = view::write(arguments, &answer, arguments.answer.format, streams)?;
    Ok(if lacks_profiles || answer.unreadable > 0 { Status::Unreadable } else { status })
}

/// Reads the selections of a file.
fn listed(path: &Path, streams: &mut Streams) -> Result<Vec<ImageSelection>, Failure> {
    let (file, bytes) = input::require(path, streams)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().enumerate().filter_map(|(index, line)| {
        let written = line.split_once('#').map_or(line, |(before, _)| before).trim();
        (!written.is_empty()).then_some((index + 1, written))
    });
    let mut selections = Vec::new();
    for (line, written) in lines {
        let selection = written.parse().map_err(|reason| InputError::Versions { file: file.clone(), line, reason })?;
        selections.push(selection);
    }
    if selections.is_empty() {
        return Err(UsageError::NoVersions { file }.into());
    }
    Ok(selections)
}

impl AnswerView<ExposureQuery> for ExposureArguments {
    fn text(&self, answer: &ExposureAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn draw(&self, answer: &ExposureAnswer, out: &mut dyn Write) -> io::Result<()> {
        markdown::write(answer, out)
    }

    fn status(&self, answer: &ExposureAnswer) -> Status {
        if answer.is_clear() { Status::Clean } else { Status::Findings }
    }
}

/// Returns the ways to leave a version sooner, in words: `roll the pool: 1592.3.0 now`.
fn sooner(exposure: &PoolExposure, now: Timestamp) -> Vec<String> {
    let remedies = exposure.sooner.iter().map(|remedy| match &remedy.effect {
        RemedyEffect::Leaves { at, to } if *at == now => format!("{}: {to} now", remedy.change),
        RemedyEffect::Leaves { at, to } => format!("{}: {to} at {at}", remedy.change),
        RemedyEffect::Prevents => format!("{}: the pool does not get the version", remedy.change),
    });
    remedies.collect()
}

/// Returns the number of pools that stay.
fn staying(answer: &ExposureAnswer) -> usize {
    let pools = answer.pools.iter().filter(|pool| matches!(pool.exposure.departure, Departure::Stays { .. }));
    pools.count()
}
