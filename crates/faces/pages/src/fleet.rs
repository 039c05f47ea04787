//! What maintenance does to Shoots: which updates, in which week, why, and for whom.

mod calendar;
mod gathering;
mod update;
mod weeks;

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::ProfileKey;
use rootstock_core_model::counted;
use rootstock_maintenance::{Need, ShootPlan, Unreadable, UsedVersion};
use rootstock_queries::{PlannedShoot, left_out};
use rootstock_versioning::Timestamp;

use self::update::{UpdateGroup, UpdateKey};
use self::weeks::{Week, by_kind, weeks};
use crate::instant::Instant;

pub use self::gathering::{AskedShoot, FleetAnswers, FleetAsker, FleetParts, FleetQuestion};
pub(crate) use self::update::{Update, UpdateKind};

/// From so many updates on, the list of Shoots names updates by their numbers.
const IN_WORDS: usize = 2_000;

/// What becomes of the Shoots of a report, while one after the other is added.
#[derive(Debug, Default)]
pub(crate) struct FleetPage {
    shoots: usize,
    pools: usize,
    groups: BTreeMap<Arc<UpdateKey>, UpdateGroup>,
    /// By namespace and name.
    affected: BTreeMap<String, BTreeMap<String, Updates>>,
    /// How many versions are updated, by the profile of the Shoot; under an empty name for those that name none.
    by_profile: BTreeMap<String, BTreeMap<UpdateKind, usize>>,
    skipped: BTreeMap<String, Vec<String>>,
    unreadable: Vec<String>,
    differing: BTreeMap<String, Vec<String>>,
}

/// The updates of one Shoot, and what each is in it.
type Updates = Vec<(Arc<UpdateKey>, Entry)>;

/// One Shoot in an update.
#[derive(Debug)]
struct Entry {
    at: Timestamp,
    pools: Vec<String>,
}

impl FleetPage {
    /// Adds what becomes of a Shoot.
    fn add(&mut self, shoot: &PlannedShoot) {
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
        let mut entries: BTreeMap<UpdateKey, Entry> = BTreeMap::new();
        for item in step.items() {
            let Some(key) = UpdateKey::new(step, item) else { continue };
            let entry = entries.entry(key).or_insert_with(|| Entry { at: step.at, pools: Vec::new() });
            entry.pools.extend(item.subject.worker().map(str::to_owned));
        }
        let profile = shoot.profile.as_ref().map(|profile| match profile.is_namespaced {
            true => ProfileKey::namespaced(&shoot.namespace, &profile.name).to_string(),
            false => ProfileKey::global(&profile.name).to_string(),
        });
        let numbers = self.by_profile.entry(profile.unwrap_or_default()).or_default();
        for (key, entry) in entries {
            *numbers.entry(key.kind).or_default() += entry.pools.len().max(1);
            // Most Shoots are updated as others are, and share the words.
            let key = self.groups.get_key_value(&key).map_or_else(|| Arc::new(key), |(known, _)| Arc::clone(known));
            let group = self.groups.entry(Arc::clone(&key)).or_default();
            group.shoots += 1;
            group.pools += entry.pools.len();
            group.first = Some(group.first.map_or(entry.at, |first| first.min(entry.at)));
            group.last = Some(group.last.map_or(entry.at, |last| last.max(entry.at)));
            let shoots = self.affected.entry(shoot.namespace.clone()).or_default();
            shoots.entry(shoot.name.clone()).or_default().push((key, entry));
        }
    }

    /// Adds something that should be a Shoot and cannot be read.
    fn add_unreadable(&mut self, unreadable: &Unreadable) {
        self.unreadable.push(unreadable.to_string());
    }
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
    /// What else there is to say, each with a heading.
    pub(crate) lists: Vec<FleetList>,
    /// How many versions are updated, by the profile of the Shoot.
    by_profile: BTreeMap<String, BTreeMap<UpdateKind, usize>>,
    /// What will be forced or fails, as the address of a calendar file; absent if nothing does.
    pub(crate) calendar: Option<String>,
}

/// Something that is told of Shoots or versions by their names.
#[derive(Debug)]
pub(crate) struct FleetList {
    /// What.
    pub(crate) heading: &'static str,
    /// A profile or a reason, and the names.
    pub(crate) entries: Vec<(String, Vec<String>)>,
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

impl Fleet {
    /// The page's part.
    pub(crate) fn new(parts: &FleetParts, now: Timestamp) -> Self {
        let FleetParts { page, until, .. } = parts;
        let numbers: BTreeMap<&UpdateKey, usize> = page.groups.keys().map(Arc::as_ref).zip(1..).collect();
        let is_in_words = page.affected.values().flatten().map(|(_, updates)| updates.len()).sum::<usize>() <= IN_WORDS;
        let mut namespaces = Vec::new();
        for (name, shoots) in &page.affected {
            let shoots = shoots.iter().map(|(name, updates)| AffectedShoot {
                name: name.clone(),
                updates: updates
                    .iter()
                    .filter_map(|(key, entry)| {
                        let number = *numbers.get(key.as_ref())?;
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
        Self {
            until: Instant(*until),
            shoots: page.shoots,
            pools: page.pools,
            changing: page.affected.values().map(BTreeMap::len).sum(),
            weeks: weeks(&updates),
            calendar: calendar::of(&updates, now),
            updates,
            namespaces,
            is_in_words,
            lists: lists(parts),
            by_profile: page.by_profile.clone(),
        }
    }

    /// An update by its number.
    pub(crate) fn update(&self, number: &usize) -> Option<&Update> {
        self.updates.get(number.checked_sub(1)?)
    }

    /// How many updates of versions there are of each kind, the gravest first; none of which there are none.
    pub(crate) fn counts(&self) -> Vec<(UpdateKind, usize)> {
        by_kind(&self.updates).into_iter().collect()
    }

    /// The same of the Shoots of a profile; those that name none are those of the only one.
    pub(crate) fn counts_of(&self, profile: &str, is_only: bool) -> Vec<(UpdateKind, usize)> {
        let unnamed = self.by_profile.get("").filter(|_| is_only);
        let mut numbers = BTreeMap::new();
        for (kind, number) in self.by_profile.get(profile).into_iter().chain(unnamed).flatten() {
            *numbers.entry(*kind).or_default() += number;
        }
        numbers.into_iter().collect()
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

/// What is told by names only; nothing of what there is none of.
fn lists(parts: &FleetParts) -> Vec<FleetList> {
    let FleetParts { page, usage, .. } = parts;
    let versions = |of: &dyn Fn(&UsedVersion) -> bool| -> Vec<(String, Vec<String>)> {
        let of_profile = usage.profiles.iter().map(|profile| {
            let versions = profile.versions.iter().filter(|version| of(version)).map(version_name);
            (profile.profile.clone(), versions.collect::<Vec<_>>())
        });
        of_profile.filter(|(_, versions)| !versions.is_empty()).collect()
    };
    let by_reason = |names: &BTreeMap<String, Vec<String>>| names.clone().into_iter().collect::<Vec<_>>();
    let mut unplanned = by_reason(&page.skipped);
    unplanned.extend(page.unreadable.iter().map(|unreadable| (unreadable.clone(), Vec::new())));
    unplanned.extend(left_out(&usage.other_kinds).map(|words| (words, Vec::new())));
    let lists = [
        ("Versions that nobody needs any more", versions(&|version| version.need == Need::Unneeded)),
        ("Versions in use that the profile does not have", versions(&|version| version.classification.is_none())),
        ("Where the other semantics decide differently", by_reason(&page.differing)),
        ("Not planned", unplanned),
    ];
    let lists = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    lists.map(|(heading, entries)| FleetList { heading, entries }).collect()
}

fn version_name(version: &UsedVersion) -> String {
    format!("{} {}", version.image.as_deref().unwrap_or("Kubernetes"), version.version)
}
