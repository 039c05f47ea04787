//! `usage`: who uses which version of a profile, and which versions nobody needs any more.

mod csv;
mod text;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use clap::Args;
use rootstock_core_model::Quirks;
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Moment, Need, Planners, ProfileUsage, Profiles, ShootRow, Skipped, Usage, for_each_shoot};
use rootstock_provider_api::Registry;
use rootstock_versioning::{Classification, Timestamp};

use crate::cli::{AnswerArguments, FleetArguments, TableFormat};
use crate::fleet::{self, Fleet, OtherKinds, Unrendered};
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.usage/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    settings: AppliedSettings,
    /// Whether only what nobody needs any more is listed.
    removable_only: bool,
    shoots: usize,
    /// How many inputs are no shoots.
    unreadable: usize,
    /// Objects of other kinds, which were left out.
    other_kinds: OtherKinds,
    profiles: Vec<ProfileUsage>,
    /// Shoots that count for no profile, by the reason.
    uncounted: Vec<Uncounted>,
}

/// Shoots that count for no profile.
#[derive(serde::Serialize)]
struct Uncounted {
    #[serde(flatten)]
    skipped: Skipped,
    shoots: usize,
    /// The first of them.
    example: String,
}

/// What one shoot uses.
enum Counted {
    /// Of that profile.
    Of(usize, Usage),
    /// Of none; its name is told.
    Nowhere(Skipped, String),
}

/// Show who uses which version of a profile, and which versions nobody needs any more
///
/// Gardener refuses to remove a version that a shoot uses, directly or through a NamespacedCloudProfile. A version that
/// nobody uses is still needed as long as it is on offer, or the next maintenance goes to it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Who uses what?
      kubectl get shoots -A -o json | rootstock usage --profile profiles.yaml -

  Which versions can be removed from the profile?
      rootstock usage --profile profiles.yaml shoots.json --removable")]
pub(crate) struct UsageArguments {
    #[command(flatten)]
    pub(crate) fleet: FleetArguments,

    /// Only the versions that nobody needs any more
    #[arg(long)]
    pub(crate) removable: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

pub(super) fn run(arguments: &UsageArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let (resolved, settings) = (run.resolved, run.settings());
    let Fleet { profiles, lacks_profiles, shoots } = Fleet::open(&arguments.fleet, Unrendered::Parents, &mut run)?;
    let mut usages: Vec<Usage> = profiles.all().iter().map(|_| Usage::new()).collect();
    let (mut count, mut unreadable) = (0, 0);
    let mut uncounted: BTreeMap<String, Uncounted> = BTreeMap::new();
    let format = arguments.answer.format;
    let state = || Counter::new(&profiles, settings.quirks, settings.now);
    let ask = |threads, each: &mut dyn FnMut(_) -> _| for_each_shoot(shoots, threads, state, Counter::shoot, each);
    let other_kinds = fleet::ask(format, streams, ask, |answer, streams| {
        count += usize::from(answer.is_ok());
        match answer {
            Ok(Counted::Of(profile, usage)) => {
                if let Some(all) = usages.get_mut(profile) {
                    all.merge(usage);
                }
            }
            Ok(Counted::Nowhere(skipped, example)) => {
                let entry = uncounted.entry(skipped.to_string());
                entry.or_insert(Uncounted { skipped, shoots: 0, example }).shoots += 1;
            }
            Err(not_a_shoot) => {
                unreadable += 1;
                streams.say(&not_a_shoot.to_string());
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let answer = Answer {
        settings: resolved.into(),
        removable_only: arguments.removable,
        shoots: count,
        unreadable,
        other_kinds,
        profiles: reports(&profiles, usages, settings.now, arguments.removable),
        uncounted: uncounted.into_values().collect(),
    };
    match format {
        TableFormat::Json => streams.json(SCHEMA, &answer)?,
        TableFormat::Text => text::write(&answer, streams.width(), &mut streams.text())?,
        TableFormat::Csv => csv::write(&answer, streams.out())?,
    }
    let is_complete = !lacks_profiles && unreadable == 0 && answer.uncounted.is_empty();
    Ok(if is_complete { Status::Clean } else { Status::Unreadable })
}

/// The users of each profile. Whoever uses a NamespacedCloudProfile uses its parent: of itself only the versions are told
/// that the parent lacks, or that are something else there.
fn reports(profiles: &Profiles, mut usages: Vec<Usage>, at: Timestamp, removable: bool) -> Vec<ProfileUsage> {
    let namespaced = profiles.namespaced();
    let (all, mut of_children) = (profiles.all(), BTreeMap::new());
    for child in &namespaced {
        let Some(usage) = usages.get(child.index).cloned() else { continue };
        if let Some(parent) = child.parent.and_then(|parent| usages.get_mut(parent)) {
            parent.merge(usage.clone());
        }
        of_children.insert(child.index, (child, usage));
    }
    let mut reports = Vec::new();
    for (index, (profile, usage)) in all.iter().zip(&usages).enumerate().filter(|(at, _)| !of_children.contains_key(at))
    {
        let children = namespaced.iter().filter(|child| child.parent == Some(index));
        let children: Vec<&CompiledProfile> =
            children.filter_map(|child| all.get(child.index).map(Arc::as_ref)).collect();
        let report = usage.report(profile, &children, at);
        reports.push(if removable { only_removable(report) } else { report });
    }
    // That an override is needed by nobody does not mean that the parent's version can go.
    for child in namespaced.iter().filter(|_| !removable) {
        let (Some(profile), Some((_, usage))) = (all.get(child.index), of_children.get(&child.index)) else { continue };
        let mut report = usage.report(profile, &[], at);
        report.profile = format!("{}/{}", child.namespace, child.name);
        if let Some(parent) = child.parent.and_then(|parent| all.get(parent)) {
            report.parent = Some(parent.name().to_owned());
            let of_parent: BTreeMap<(Option<String>, String), Option<Classification>> = Usage::new()
                .report(parent, &[], at)
                .versions
                .into_iter()
                .map(|it| ((it.image, it.version), it.classification))
                .collect();
            report.versions.retain(|version| {
                of_parent.get(&(version.image.clone(), version.version.clone())) != Some(&version.classification)
            });
            if report.versions.is_empty() {
                continue;
            }
        }
        reports.push(report);
    }
    reports
}

fn only_removable(mut report: ProfileUsage) -> ProfileUsage {
    report.versions.retain(|version| version.need == Need::Unneeded);
    report
}

/// Finds out what shoots use, one after the other.
struct Counter<'p> {
    profiles: &'p Profiles,
    planners: Planners<'p>,
    quirks: Quirks,
    from: Timestamp,
}

impl<'p> Counter<'p> {
    fn new(profiles: &'p Profiles, quirks: Quirks, from: Timestamp) -> Self {
        Self { profiles, planners: Planners::new(profiles, quirks), quirks, from }
    }

    fn shoot(&mut self, shoot: &ShootRow<'_>) -> Counted {
        match self.profiles.resolve(shoot) {
            Ok(profile) => {
                let mut usage = Usage::new();
                usage.add(shoot, &self.quirks);
                usage.add_targets(&self.planners.plan(shoot, Moment::NextWindow(self.from)));
                Counted::Of(profile, usage)
            }
            Err(skipped) => Counted::Nowhere(skipped, format!("{}/{}", shoot.namespace, shoot.name)),
        }
    }
}

/// What a version is needed for, in a few words.
const fn in_words(need: Need) -> &'static str {
    match need {
        Need::InUse => "in use",
        Need::UpdateTarget => "next update goes there",
        Need::OnOffer => "on offer",
        Need::Unneeded => "nobody needs it",
    }
}
