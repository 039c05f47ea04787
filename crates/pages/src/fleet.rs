//! What maintenance does to Shoots: which updates, in which week, why, and for whom.

mod calendar;

use std::collections::BTreeMap;

use rootstock_core_model::counted;
use rootstock_maintenance::{Decision, Need, PlanItem, PlanSubject, ShootPlan, Unreadable, UsedVersion};
use rootstock_queries::{PlannedShoot, UsageAnswer};
use rootstock_versioning::Timestamp;

use crate::instant::{DAY, Instant};

/// From so many updates on, the list of Shoots names updates by their numbers.
const IN_WORDS: usize = 2_000;

/// What becomes of the Shoots of a report, while one after the other is added.
#[derive(Debug, Default)]
pub struct FleetPage {
    shoots: usize,
    pools: usize,
    groups: BTreeMap<UpdateKey, UpdateGroup>,
    /// By namespace and name.
    affected: BTreeMap<String, BTreeMap<String, Vec<(UpdateKey, Entry)>>>,
    skipped: BTreeMap<String, Vec<String>>,
    unreadable: Vec<String>,
    differing: BTreeMap<String, Vec<String>>,
}

/// What kind of an update it is; the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpdateKind {
    /// An update is due, and has nowhere to go.
    Failing,
    /// The API server would refuse it.
    Refused,
    /// Nobody has asked for the update.
    Forced,
    /// Automatic updates are on.
    Automatic,
}

impl UpdateKind {
    pub(crate) const ALL: [Self; 4] = [Self::Failing, Self::Refused, Self::Forced, Self::Automatic];

    /// Its name, which is also its class in the style sheet.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Refused => "refused",
            Self::Forced => "forced",
            Self::Automatic => "automatic",
        }
    }

    /// Its sign, which differs in shape and not only in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Failing => "✖",
            Self::Refused => "⊘",
            Self::Forced => "▲",
            Self::Automatic => "●",
        }
    }
}

/// Which update it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct UpdateKey {
    /// The Monday of its week, in days since 1970.
    week: i64,
    kind: UpdateKind,
    /// The image, or whose Kubernetes.
    subject: String,
    from: String,
    to: Option<String>,
    why: String,
}

/// Whom an update is for.
#[derive(Debug, Default)]
struct UpdateGroup {
    first: Option<Timestamp>,
    last: Option<Timestamp>,
    shoots: usize,
    pools: usize,
}

/// One Shoot in an update.
#[derive(Debug)]
struct Entry {
    at: Timestamp,
    pools: Vec<String>,
}

impl FleetPage {
    /// Without Shoots.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what becomes of a Shoot.
    pub fn add(&mut self, shoot: &PlannedShoot) {
        self.shoots += 1;
        self.pools += shoot.pools;
        let name = || format!("{}/{}", shoot.namespace, shoot.name);
        if let Some(skipped) = shoot.skipped() {
            self.skipped.entry(skipped.to_string()).or_default().push(name());
        }
        if let Some(difference) = &shoot.difference {
            self.differing.entry(difference.to_string()).or_default().push(name());
        }
        for step in &shoot.steps {
            self.add_step(shoot, step);
        }
    }

    fn add_step(&mut self, shoot: &PlannedShoot, step: &ShootPlan) {
        let week = monday(step.at);
        let mut entries: BTreeMap<UpdateKey, Entry> = BTreeMap::new();
        for item in step.items() {
            let Some(key) = UpdateKey::new(week, step, item) else { continue };
            let entry = entries.entry(key).or_insert_with(|| Entry { at: step.at, pools: Vec::new() });
            entry.pools.extend(item.subject.worker().map(str::to_owned));
        }
        for (key, entry) in entries {
            let group = self.groups.entry(key.clone()).or_default();
            group.shoots += 1;
            group.pools += entry.pools.len();
            group.first = Some(group.first.map_or(entry.at, |first| first.min(entry.at)));
            group.last = Some(group.last.map_or(entry.at, |last| last.max(entry.at)));
            let shoots = self.affected.entry(shoot.namespace.clone()).or_default();
            shoots.entry(shoot.name.clone()).or_default().push((key, entry));
        }
    }

    /// Adds something that should be a Shoot and cannot be read.
    pub fn add_unreadable(&mut self, unreadable: &Unreadable) {
        self.unreadable.push(unreadable.to_string());
    }
}

impl UpdateKey {
    /// The update that comes of a decision; `None` if nothing is due.
    fn new(week: i64, step: &ShootPlan, item: PlanItem<'_>) -> Option<Self> {
        let (kind, to, why) = match item.decision {
            Decision::NotDue | Decision::UpToDate { .. } => return None,
            Decision::Failed(failed) => (UpdateKind::Failing, None, failed.to_string()),
            Decision::Update(update) => {
                let kind = match (step.is_rejected(), update.cause.is_forced()) {
                    (true, _) => UpdateKind::Refused,
                    (false, true) => UpdateKind::Forced,
                    (false, false) => UpdateKind::Automatic,
                };
                let mut why = update.to_string();
                for rejection in &step.rejections {
                    why.push_str(&format!("; refused: {rejection}"));
                }
                (kind, Some(update.to.to_string()), why)
            }
        };
        let subject = match item.subject {
            PlanSubject::ControlPlane => "Kubernetes".to_owned(),
            PlanSubject::WorkerKubernetes { .. } => "Kubernetes of pools".to_owned(),
            PlanSubject::MachineImage { image, .. } => image.to_owned(),
        };
        Some(Self { week, kind, subject, from: item.from.to_owned(), to, why })
    }
}

/// The Monday of an instant's week, in days since 1970, which began on a Thursday.
fn monday(at: Timestamp) -> i64 {
    let day = at.unix_seconds().div_euclid(DAY);
    day - (day + 3).rem_euclid(7)
}

/// What becomes of the Shoots of a report.
#[derive(Debug)]
pub(crate) struct Fleet {
    /// Until when it was planned.
    pub(crate) until: Instant,
    /// How many Shoots and pools there are.
    pub(crate) shoots: usize,
    /// How many worker pools they have.
    pub(crate) pools: usize,
    /// How many Shoots something happens to.
    pub(crate) changing: usize,
    /// The weeks in which something happens.
    pub(crate) weeks: Vec<Week>,
    /// The updates, numbered from 1, by week and the gravest first.
    pub(crate) updates: Vec<Update>,
    /// The Shoots to which something happens.
    pub(crate) namespaces: Vec<Namespace>,
    /// Whether the Shoots' updates are told in words, or by their numbers.
    pub(crate) is_in_words: bool,
    /// Versions that nobody needs any more: the profile, and the versions.
    pub(crate) unneeded: Vec<(String, Vec<String>)>,
    /// Versions in use that the profile does not have.
    pub(crate) missing: Vec<(String, Vec<String>)>,
    /// Shoots without maintenance, by the reason.
    pub(crate) skipped: Vec<(String, Vec<String>)>,
    /// What cannot be read.
    pub(crate) unreadable: Vec<String>,
    /// Where the other semantics decide differently, and for which Shoots.
    pub(crate) differing: Vec<(String, Vec<String>)>,
    /// What else was given.
    pub(crate) others: Vec<(String, usize)>,
    /// What will be forced or fails, as the address of a calendar file; absent if nothing does.
    pub(crate) calendar: Option<String>,
}

/// The updates of one week.
#[derive(Debug)]
pub(crate) struct Week {
    /// Its Monday.
    pub(crate) monday: String,
    /// How many updates of each kind, with the bar's beginning and height.
    pub(crate) bars: Vec<WeekBar>,
}

/// Updates of one kind in a week.
#[derive(Debug)]
pub(crate) struct WeekBar {
    /// What kind.
    pub(crate) kind: UpdateKind,
    /// How many.
    pub(crate) number: usize,
    /// Where it begins, in percent of the longest.
    pub(crate) x: String,
    /// How long it is.
    pub(crate) width: String,
}

/// Versions that go to another one for the same reason in the same week.
#[derive(Debug)]
pub(crate) struct Update {
    /// What kind of an update it is.
    pub(crate) kind: UpdateKind,
    /// The image, or whose Kubernetes.
    pub(crate) subject: String,
    /// From which version.
    pub(crate) from: String,
    /// To which one; `None` if there is none to go to.
    pub(crate) to: Option<String>,
    /// Why, in a sentence.
    pub(crate) why: String,
    /// When it happens first.
    pub(crate) first: Instant,
    /// When it happens last.
    pub(crate) last: Instant,
    /// The Monday of its week.
    pub(crate) monday: String,
    /// Whether it is the first of its week.
    pub(crate) starts_week: bool,
    /// For how many Shoots.
    pub(crate) shoots: usize,
    /// For how many pools of them.
    pub(crate) pools: usize,
}

/// The Shoots of a namespace.
#[derive(Debug)]
pub(crate) struct Namespace {
    /// The namespace.
    pub(crate) name: String,
    /// Its Shoots.
    pub(crate) shoots: Vec<AffectedShoot>,
}

/// A Shoot to which something happens.
#[derive(Debug)]
pub(crate) struct AffectedShoot {
    /// Its name.
    pub(crate) name: String,
    /// The updates by their positions, when, and which pools.
    pub(crate) updates: Vec<AffectedBy>,
}

/// An update of a Shoot.
#[derive(Debug)]
pub(crate) struct AffectedBy {
    /// The number of the update, from 1.
    pub(crate) number: usize,
    /// When.
    pub(crate) at: Instant,
    /// Which pools.
    pub(crate) pools: String,
}

/// What is told of Shoots.
#[derive(Debug)]
pub struct FleetParts {
    /// What becomes of each.
    pub page: FleetPage,
    /// Until when it was planned.
    pub until: Timestamp,
    /// Who uses which version.
    pub usage: UsageAnswer,
}

impl Fleet {
    /// The page's part.
    pub(crate) fn new(parts: &FleetParts, now: Timestamp) -> Self {
        let FleetParts { page, until, usage } = parts;
        let numbers: BTreeMap<&UpdateKey, usize> = page.groups.keys().zip(1..).collect();
        let is_in_words = page.affected.values().flatten().map(|(_, updates)| updates.len()).sum::<usize>() <= IN_WORDS;
        let mut namespaces = Vec::new();
        for (name, shoots) in &page.affected {
            let shoots = shoots.iter().map(|(name, updates)| AffectedShoot {
                name: name.clone(),
                updates: updates
                    .iter()
                    .filter_map(|(key, entry)| {
                        let number = *numbers.get(key)?;
                        Some(AffectedBy { number, at: Instant(entry.at), pools: entry.pools.join(", ") })
                    })
                    .collect(),
            });
            namespaces.push(Namespace { name: name.clone(), shoots: shoots.collect() });
        }
        let mut week = None;
        let updates = page.groups.iter().map(|(key, group)| {
            let starts_week = week.replace(key.week) != Some(key.week);
            Update { starts_week, ..Update::new(key, group) }
        });
        let updates: Vec<Update> = updates.collect();
        let named = |of: &dyn Fn(&UsedVersion) -> bool| -> Vec<(String, Vec<String>)> {
            let profiles = usage.profiles.iter().map(|profile| {
                let versions = profile.versions.iter().filter(|version| of(version)).map(version_name);
                (profile.profile.clone(), versions.collect::<Vec<_>>())
            });
            profiles.filter(|(_, versions)| !versions.is_empty()).collect()
        };
        Self {
            until: Instant(*until),
            shoots: page.shoots,
            pools: page.pools,
            changing: page.affected.values().map(BTreeMap::len).sum(),
            weeks: weeks(&page.groups),
            calendar: calendar::of(&updates, now),
            updates,
            namespaces,
            is_in_words,
            unneeded: named(&|version| version.need == Need::Unneeded),
            missing: named(&|version| version.classification.is_none()),
            skipped: page.skipped.clone().into_iter().collect(),
            unreadable: page.unreadable.clone(),
            differing: page.differing.clone().into_iter().collect(),
            others: usage.other_kinds.iter().map(|(kind, number)| (kind.clone(), *number)).collect(),
        }
    }

    /// An update by its number.
    pub(crate) fn update(&self, number: &usize) -> Option<&Update> {
        self.updates.get(number.checked_sub(1)?)
    }

    /// How many updates of versions there are of each kind, the gravest first; none of which there are none.
    pub(crate) fn counts(&self) -> Vec<(UpdateKind, usize)> {
        let number = |kind: UpdateKind| -> usize {
            self.updates.iter().filter(|update| update.kind == kind).map(Update::number).sum()
        };
        UpdateKind::ALL.into_iter().map(|kind| (kind, number(kind))).filter(|(_, number)| *number > 0).collect()
    }

    /// The address of an update on the page.
    pub(crate) fn anchor(&self, number: &usize) -> String {
        match self.update(number) {
            Some(update) if update.starts_week => format!("week-{}", update.monday),
            _ => format!("u{number}"),
        }
    }

    /// How many Shoots and pools there are.
    pub(crate) fn shoots_in_words(&self) -> String {
        format!("{} with {}", counted(self.shoots, "Shoot"), counted(self.pools, "worker pool"))
    }
}

impl Week {
    /// How many updates of a kind there are.
    pub(crate) fn number(&self, kind: &UpdateKind) -> usize {
        self.bars.iter().filter(|bar| bar.kind == *kind).map(|bar| bar.number).sum()
    }
}

impl Update {
    fn new(key: &UpdateKey, group: &UpdateGroup) -> Self {
        let at = |at: Option<Timestamp>| Instant(at.unwrap_or(Timestamp::from_unix_seconds(key.week * DAY)));
        Self {
            kind: key.kind,
            subject: key.subject.clone(),
            from: key.from.clone(),
            to: key.to.clone(),
            why: key.why.clone(),
            first: at(group.first),
            last: at(group.last),
            monday: date(key.week),
            starts_week: false,
            shoots: group.shoots,
            pools: group.pools,
        }
    }

    /// How many versions it changes: those of pools, or those of control planes.
    pub(crate) fn number(&self) -> usize {
        if self.pools > 0 { self.pools } else { self.shoots }
    }

    /// For whom, in words.
    pub(crate) fn for_whom(&self) -> String {
        let shoots = counted(self.shoots, "Shoot");
        match self.pools {
            0 => shoots,
            pools => format!("{} of {shoots}", counted(pools, "pool")),
        }
    }
}

fn version_name(version: &UsedVersion) -> String {
    format!("{} {}", version.image.as_deref().unwrap_or("Kubernetes"), version.version)
}

/// A date from days since 1970.
fn date(days: i64) -> String {
    let (year, month, day) = Timestamp::from_unix_seconds(days * DAY).date();
    format!("{year:04}-{month:02}-{day:02}")
}

/// The weeks with their bars, one beside the other.
fn weeks(groups: &BTreeMap<UpdateKey, UpdateGroup>) -> Vec<Week> {
    let mut numbers: BTreeMap<i64, BTreeMap<UpdateKind, usize>> = BTreeMap::new();
    for (key, group) in groups {
        let number = if group.pools > 0 { group.pools } else { group.shoots };
        *numbers.entry(key.week).or_default().entry(key.kind).or_default() += number;
    }
    let longest = numbers.values().map(|kinds| kinds.values().sum::<usize>()).max().unwrap_or_default().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a drawing is not exact")]
    let percent = |number: usize| format!("{:.2}%", number as f64 * 100.0 / longest as f64);
    let weeks = numbers.into_iter().map(|(week, kinds)| {
        let mut before = 0;
        let bars = kinds.into_iter().map(|(kind, number)| {
            let x = percent(before);
            before += number;
            WeekBar { kind, number, x, width: percent(number) }
        });
        Week { monday: date(week), bars: bars.collect() }
    });
    weeks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_mondays() {
        let monday = |text: &str| date(super::monday(text.parse().unwrap()));
        assert_eq!(monday("2026-11-22T23:59:59Z"), "2026-11-16");
        assert_eq!(monday("2026-11-23T00:00:00Z"), "2026-11-23");
        assert_eq!(monday("1970-01-01T00:00:00Z"), "1969-12-29");
    }
}
