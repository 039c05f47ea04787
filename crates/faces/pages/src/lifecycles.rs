//! What each version is, when that changes, and what becomes of those who use it: a time line per version.

mod axis;

use std::collections::BTreeMap;
use std::convert::Infallible;

use rootstock_core_model::{ExpirableVersion, MachineImageVersion, Semantics, counted};
use rootstock_maintenance::VersionReport;
use rootstock_queries::{ProfileAsked, Query as _, UsageAnswer, VersionsAnswer, VersionsQuery, decides_differently};
use rootstock_versioning::{Classification, Timestamp, Version, VersionLifecycle};

pub(crate) use axis::{Axis, Percent};

use crate::instant::{DAY, Instant};

/// How much of the past is shown, in days.
const PAST: i64 = 120;

/// The lives of all versions of a profile.
#[derive(Debug)]
pub(crate) struct Lifecycles {
    /// The times that the lines show.
    pub(crate) axis: Axis,
    /// Kubernetes, then each image.
    pub(crate) groups: Vec<Group>,
    /// Whether it is known who uses the versions; every line asks.
    pub(crate) has_users: bool,
}

/// The versions of Kubernetes or of an image.
#[derive(Debug)]
pub(crate) struct Group {
    /// The image; empty for Kubernetes.
    pub(crate) image: Option<String>,
    /// How automatic updates go, of an image.
    pub(crate) update_strategy: Option<String>,
    /// The versions, newest first.
    pub(crate) lives: Vec<Life>,
}

impl Group {
    /// What stands above the table.
    pub(crate) fn title(&self) -> &str {
        self.image.as_deref().unwrap_or("Kubernetes")
    }
}

/// The life of one version.
#[derive(Debug)]
pub(crate) struct Life {
    /// The version.
    pub(crate) version: String,
    /// What it is now.
    pub(crate) stage: Stage,
    /// Whether the profile says so.
    pub(crate) is_classified: bool,
    /// The stages, as far as the time line goes.
    pub(crate) bars: Vec<Bar>,
    /// What it becomes, in order of time.
    pub(crate) becomes: Vec<(Instant, Stage)>,
    /// Who may choose it.
    pub(crate) choosers: &'static str,
    /// Where an automatic update leads.
    pub(crate) automatic: Option<String>,
    /// Where a force update leads, or why it fails; absent while nobody is forced off it.
    pub(crate) forced: Option<Result<String, String>>,
    /// How many Shoots and pools use it; absent if nobody was asked.
    pub(crate) users: Option<(usize, usize)>,
    /// What the other semantics say, where that is something else.
    pub(crate) difference: Option<String>,
}

/// What a version is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stage(pub(crate) Classification);

impl Stage {
    /// Its class in the style sheet.
    pub(crate) const fn class(&self) -> &'static str {
        match self.0 {
            Classification::Unavailable | Classification::Unknown(_) => "unavailable",
            Classification::Preview => "preview",
            Classification::Supported => "supported",
            Classification::Deprecated => "deprecated",
            Classification::Expired => "expired",
        }
    }

    /// In words.
    pub(crate) fn name(&self) -> &str {
        match self.0 {
            Classification::Unavailable => "not available yet",
            _ => self.0.as_str(),
        }
    }
}

/// A stage on a time line.
#[derive(Debug)]
pub(crate) struct Bar {
    /// What the version is.
    pub(crate) stage: Stage,
    /// The last instant before it; `None` for what has always been.
    from: Option<Timestamp>,
    /// Its last instant; `None` for what stays.
    to: Option<Timestamp>,
    /// Where it begins.
    pub(crate) x: Percent,
    /// How wide it is.
    pub(crate) width: Percent,
}

impl Lifecycles {
    /// Asks for every version, and looks at what was written of it for what it was before.
    pub(crate) fn ask(over: ProfileAsked<'_>) -> Self {
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
        let group = |image: Option<String>, update_strategy: Option<String>, lives: &mut Lives<'_>| {
            let lives = lives.map(|(report, written)| {
                let other = other.get(&(image.as_deref(), report.version.as_str()));
                let difference = other.map(|other| difference(semantics, &report, other));
                Life { difference, ..Life::new(report, written, past, &axis) }
            });
            let mut lives: Vec<Life> = lives.collect();
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

    /// Adds who uses each version.
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

    /// What happens next, soonest first: when, and which versions become what.
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

/// Versions with what is written of their lives.
type Lives<'p> = dyn Iterator<Item = (VersionReport, VersionLifecycle<'p>)> + 'p;

/// A version becomes something else.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'l> {
    /// The last instant at which it is what it was.
    pub(crate) at: Instant,
    /// Kubernetes or the image.
    pub(crate) group: &'l Group,
    /// The version.
    pub(crate) life: &'l Life,
    /// What it becomes.
    pub(crate) stage: &'l Stage,
}

/// Newest first; versions that cannot be compared stay in the order of the profile, behind the others.
fn sort(lives: &mut [Life]) {
    lives.sort_by_cached_key(|life| std::cmp::Reverse(life.version.parse::<Version>().ok()));
}

impl Life {
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

impl Life {
    /// Whether it is supported for want of anything else.
    pub(crate) fn is_supported_by_default(&self) -> bool {
        !self.is_classified && self.stage.0 == Classification::Supported
    }

    /// Who uses it, in words.
    pub(crate) fn used_by(&self) -> String {
        match self.users {
            None | Some((0, 0)) => "nobody".to_owned(),
            Some((shoots, 0)) => counted(shoots, "Shoot"),
            Some((shoots, pools)) => format!("{} of {}", counted(pools, "pool"), counted(shoots, "Shoot")),
        }
    }

    /// The time line for those who do not see it.
    pub(crate) fn in_words(&self) -> String {
        let bars: Vec<String> = self.bars.iter().map(Bar::title).collect();
        bars.join(", ")
    }
}

impl Bar {
    /// Where it begins from above: what is gone, or not there yet, is thin.
    pub(crate) const fn y(&self) -> &'static str {
        if self.is_thin() { "9" } else { "4" }
    }

    /// How high it is.
    pub(crate) const fn height(&self) -> &'static str {
        if self.is_thin() { "5" } else { "15" }
    }

    const fn is_thin(&self) -> bool {
        matches!(self.stage.0, Classification::Expired | Classification::Unavailable)
    }

    /// The part of a stage that is on the axis, if there is any.
    fn new(is: &Classification, from: Option<Timestamp>, to: Option<Timestamp>, axis: &Axis) -> Option<Self> {
        let (x, width) = axis.span(from, to)?;
        Some(Self { stage: Stage(is.clone()), from, to, x, width })
    }

    /// From when to when, in words.
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

/// What the other semantics say of a version.
fn difference(semantics: Semantics, ours: &VersionReport, theirs: &VersionReport) -> String {
    let mut words = Vec::new();
    if ours.automatic_update != theirs.automatic_update {
        words.push(match &theirs.automatic_update {
            Some(to) => format!("an automatic update leads to {to}"),
            None => "no automatic update leads away".to_owned(),
        });
    }
    if (&ours.forced_update, &ours.forced_update_fails) != (&theirs.forced_update, &theirs.forced_update_fails) {
        words.push(match (&theirs.forced_update, &theirs.forced_update_fails) {
            (Some(to), _) => format!("a force update leads to {to}"),
            (None, Some(why)) => format!("a force update fails: {why}"),
            (None, None) => "no force update leads away".to_owned(),
        });
    }
    if ours.choosers != theirs.choosers {
        words.push(format!("it is for {}", theirs.choosers.in_words()));
    }
    format!("{}: {}", decides_differently(semantics), words.join("; "))
}
