//! Version lifecycles: the classification of each version over time, its users and its updates, as a timeline per version.

mod axis;

use std::collections::BTreeMap;
use std::convert::Infallible;

use rootstock_core_model::{ExpirableVersion, MachineImageVersion, Release, Semantics, counted};
use rootstock_maintenance::VersionReport;
use rootstock_queries::{ProfileInput, Query as _, UsageAnswer, VersionsAnswer, VersionsQuery};
use rootstock_versioning::{Classification, Timestamp, Version, VersionLifecycle};

pub(crate) use axis::{Axis, Percent};

use crate::instant::{DAY, Instant};

/// The length of the past on the timelines, in days.
const PAST: i64 = 120;

/// The lifecycles of all versions of a profile.
#[derive(Debug)]
pub(crate) struct Lifecycles {
    /// The time axis of all timelines.
    pub(crate) axis: Axis,
    /// Kubernetes, and then each machine image.
    pub(crate) groups: Vec<Group>,
    /// Whether the users of the versions are known.
    pub(crate) has_users: bool,
}

/// The versions of Kubernetes or of a machine image.
#[derive(Debug)]
pub(crate) struct Group {
    /// The machine image; `None` for Kubernetes.
    pub(crate) image: Option<String>,
    /// The update strategy of a machine image.
    pub(crate) update_strategy: Option<String>,
    pub(crate) lives: Vec<VersionTimeline>,
}

impl Group {
    /// Returns the heading of the table.
    pub(crate) fn title(&self) -> &str {
        self.image.as_deref().unwrap_or("Kubernetes")
    }
}

/// The lifecycle of one version.
#[derive(Debug)]
pub(crate) struct VersionTimeline {
    pub(crate) version: String,
    /// The current stage.
    pub(crate) stage: Stage,
    /// Whether the profile classifies the version.
    pub(crate) is_classified: bool,
    /// The stages on the timeline.
    pub(crate) bars: Vec<Bar>,
    /// The future stages, in order of time.
    pub(crate) becomes: Vec<(Instant, Stage)>,
    /// The users who may choose it.
    pub(crate) choosers: &'static str,
    /// The target of an automatic update.
    pub(crate) automatic: Option<String>,
    /// The target of a forced update, or the reason why it fails; absent if the version does not expire.
    pub(crate) forced: Option<Result<String, String>>,
    /// The numbers of Shoots and worker pools that use it; absent if the users are not known.
    pub(crate) users: Option<(usize, usize)>,
    /// The differences under the other semantics.
    pub(crate) difference: Option<String>,
}

/// A classification with its presentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stage(pub(crate) Classification);

impl Stage {
    /// Returns the CSS class.
    pub(crate) const fn class(&self) -> &'static str {
        match self.0 {
            Classification::Unavailable | Classification::Unknown(_) => "unavailable",
            Classification::Preview => "preview",
            Classification::Supported => "supported",
            Classification::Deprecated => "deprecated",
            Classification::Expired => "expired",
        }
    }

    /// Returns the name for readers.
    pub(crate) fn name(&self) -> &str {
        match self.0 {
            Classification::Unavailable => "not available yet",
            _ => self.0.as_str(),
        }
    }
}

/// A stage on a timeline.
#[derive(Debug)]
pub(crate) struct Bar {
    pub(crate) stage: Stage,
    /// The last instant before the stage; `None` if it has no known start.
    from: Option<Timestamp>,
    /// The last instant of the stage; `None` if it does not end.
    to: Option<Timestamp>,
    /// The left end.
    pub(crate) x: Percent,
    pub(crate) width: Percent,
}

impl Lifecycles {
    /// Asks for every version, and derives past stages from the lifecycle in the profile.
    pub(crate) fn ask(over: ProfileInput<'_>) -> Self {
        let now = over.asked.settings.now;
        let answer: Result<VersionsAnswer, Infallible> = VersionsQuery {}.ask(over);
        let Ok(answer) = answer;
        let past = Timestamp::from_unix_seconds(now.unix_seconds().saturating_sub(PAST * DAY));
        let last = answer.report.rows().flat_map(|(_, one)| one.transitions.iter().map(|change| change.after)).max();
        let axis = Axis::new(past, now, last);
        let other: BTreeMap<(Option<&str>, &str), &VersionReport> = answer
            .differences
            .iter()
            .map(|other| ((other.image.as_deref(), other.version.as_str()), &other.other))
            .collect();
        let semantics = over.asked.semantics.other();
        let gardener = over.asked.settings.gardener_if_other(semantics);
        let group = |image: Option<String>, update_strategy: Option<String>, lives: &mut ReportedVersions<'_>| {
            let lives = lives.map(|(report, written)| {
                let other = other.get(&(image.as_deref(), report.version.as_str()));
                let difference = other.map(|other| difference((semantics, gardener), &report, other));
                VersionTimeline { difference, ..VersionTimeline::new(report, written, past, &axis) }
            });
            let mut lives: Vec<VersionTimeline> = lives.collect();
            sort(&mut lives);
            Group { image, update_strategy, lives }
        };
        let (report, spec) = (answer.report, over.profile.spec());
        let mut groups = Vec::new();
        if !report.kubernetes.is_empty() {
            let written = spec.kubernetes.offered().iter().map(ExpirableVersion::lifecycle);
            groups.push(group(None, None, &mut report.kubernetes.into_iter().zip(written)));
        }
        for (image, written) in report.machine_images.into_iter().zip(spec.images()) {
            let written = written.offered().iter().map(MachineImageVersion::lifecycle);
            let lives = &mut image.versions.into_iter().zip(written);
            groups.push(group(Some(image.name), Some(image.update_strategy), lives));
        }
        Self { axis, groups, has_users: false }
    }

    /// Adds the users of each version.
    pub(crate) fn add_users(&mut self, profile: &str, usage: &UsageAnswer) {
        let Some(usage) = usage.profiles.iter().find(|one| one.profile == profile) else { return };
        let users: BTreeMap<(Option<&str>, &str), (usize, usize)> = usage
            .versions
            .iter()
            .map(|one| ((one.image.as_deref(), one.version.as_str()), (one.users.shoots, one.users.pools)))
            .collect();
        self.has_users = true;
        for group in &mut self.groups {
            for life in &mut group.lives {
                life.users =
                    Some(users.get(&(group.image.as_deref(), life.version.as_str())).copied().unwrap_or_default());
            }
        }
    }

    /// Returns the future changes, soonest first.
    pub(crate) fn next(&self) -> Vec<Change<'_>> {
        let lives = self.groups.iter().flat_map(|group| group.lives.iter().map(move |life| (group, life)));
        let mut changes: Vec<Change<'_>> = lives
            .flat_map(|(group, life)| {
                let becomes = life.becomes.iter();
                becomes.map(move |(at, stage)| Change { at: *at, group, life, stage })
            })
            .collect();
        changes.sort_by_key(|change| change.at);
        changes
    }
}

/// Versions with their reports and the lifecycles in the profile.
type ReportedVersions<'p> = dyn Iterator<Item = (VersionReport, VersionLifecycle<'p>)> + 'p;

/// A change of a version's classification.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'l> {
    /// The last instant of the previous classification.
    pub(crate) at: Instant,
    /// Kubernetes or the machine image.
    pub(crate) group: &'l Group,
    pub(crate) life: &'l VersionTimeline,
    /// The new classification.
    pub(crate) stage: &'l Stage,
}

/// Sorts versions, newest first. Unparsable versions come last, in the order of the profile.
fn sort(lives: &mut [VersionTimeline]) {
    lives.sort_by_cached_key(|life| std::cmp::Reverse(life.version.parse::<Version>().ok()));
}

impl VersionTimeline {
    fn new(now: VersionReport, written: VersionLifecycle<'_>, past: Timestamp, axis: &Axis) -> Self {
        let stage = Stage(now.classification);
        let transitions = written.transitions(past);
        let mut bars = Vec::with_capacity(transitions.len() + 1);
        let (mut from, mut is) = (None, &written.at(past));
        for change in &transitions {
            bars.extend(Bar::new(is, from, Some(change.after), axis));
            (from, is) = (Some(change.after), &change.classification);
        }
        bars.extend(Bar::new(is, from, None, axis));
        let becomes = now.transitions.into_iter().map(|change| (Instant(change.after), Stage(change.classification)));
        let becomes: Vec<(Instant, Stage)> = becomes.collect();
        let ends = becomes.iter().any(|(_, stage)| stage.0 == Classification::Expired);
        let forced = match (now.forced_update, now.forced_update_fails) {
            _ if !ends && stage.0 != Classification::Expired => None,
            (Some(to), _) => Some(Ok(to)),
            (None, Some(why)) => Some(Err(why)),
            (None, None) => None,
        };
        Self {
            version: now.version,
            stage,
            is_classified: now.is_classified,
            bars,
            becomes,
            choosers: now.choosers.in_words(),
            automatic: now.automatic_update,
            forced,
            users: None,
            difference: None,
        }
    }
}

impl VersionTimeline {
    /// Returns whether the version counts as supported only because the profile does not classify it.
    pub(crate) fn is_supported_by_default(&self) -> bool {
        !self.is_classified && self.stage.0 == Classification::Supported
    }

    /// Formats the numbers of users.
    pub(crate) fn used_by(&self) -> String {
        match self.users {
            None | Some((0, 0)) => "no Shoots".to_owned(),
            Some((shoots, 0)) => counted(shoots, "Shoot"),
            Some((shoots, pools)) => format!("{} of {}", counted(pools, "pool"), counted(shoots, "Shoot")),
        }
    }

    /// Describes the timeline for screen readers.
    pub(crate) fn in_words(&self) -> String {
        let bars: Vec<String> = self.bars.iter().map(Bar::title).collect();
        bars.join(", ")
    }
}

impl Bar {
    /// Returns the top end. Bars of expired and not yet available versions are thinner.
    pub(crate) const fn y(&self) -> &'static str {
        if self.is_thin() { "9" } else { "4" }
    }

    /// Returns the height.
    pub(crate) const fn height(&self) -> &'static str {
        if self.is_thin() { "5" } else { "15" }
    }

    const fn is_thin(&self) -> bool {
        matches!(self.stage.0, Classification::Expired | Classification::Unavailable)
    }

    /// Creates the bar of a stage, if a part of it is on the axis.
    fn new(is: &Classification, from: Option<Timestamp>, to: Option<Timestamp>, axis: &Axis) -> Option<Self> {
        let (x, width) = axis.span(from, to)?;
        Some(Self { stage: Stage(is.clone()), from, to, x, width })
    }

    /// Formats the stage with its start and end.
    pub(crate) fn title(&self) -> String {
        let stage = self.stage.name();
        match (self.from, self.to) {
            (None, None) => stage.to_owned(),
            (Some(from), None) => format!("{stage} after {}", Instant(from)),
            (None, Some(to)) => format!("{stage} until {}", Instant(to)),
            (Some(from), Some(to)) => format!("{stage} from {} until {}", Instant(from), Instant(to)),
        }
    }
}

/// Describes the differences of a version under the other semantics.
fn difference(
    (semantics, gardener): (Semantics, Option<Release>),
    ours: &VersionReport,
    theirs: &VersionReport,
) -> String {
    let mut words = Vec::new();
    if ours.automatic_update != theirs.automatic_update {
        words.push(match &theirs.automatic_update {
            Some(to) => format!("an automatic update leads to {to}"),
            None => "there is no automatic update".to_owned(),
        });
    }
    if (&ours.forced_update, &ours.forced_update_fails) != (&theirs.forced_update, &theirs.forced_update_fails) {
        words.push(match (&theirs.forced_update, &theirs.forced_update_fails) {
            (Some(to), _) => format!("a force update leads to {to}"),
            (None, Some(why)) => format!("a force update fails: {why}"),
            (None, None) => "there is no force update".to_owned(),
        });
    }
    if ours.choosers != theirs.choosers {
        words.push(format!("it is for {}", theirs.choosers.in_words()));
    }
    format!("{}: {}", semantics.decide_differently(gardener), words.join("; "))
}
