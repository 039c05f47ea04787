//! The effects of maintenance on Shoots: the updates, their weeks and causes, and the affected Shoots.

mod calendar;
mod evaluation;
mod update;
mod weeks;

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_core_model::counted;
use rootstock_maintenance::{Need, ShootPlan, Unreadable, UsedVersion};
use rootstock_queries::profile_key;
use rootstock_queries::{PlannedShoot, describe_skipped};
use rootstock_versioning::Timestamp;

use self::update::{UpdateGroup, UpdateKey};
use self::weeks::{Week, by_kind, weeks};
use crate::instant::Instant;

pub use self::evaluation::{EvaluatedShoot, FleetAnswers, FleetEvaluator, FleetParts, FleetQuestion};
pub(crate) use self::update::{Update, UpdateKind};

/// The number of updates above which the list of Shoots refers to updates by number.
const IN_WORDS: usize = 2_000;

/// The planned updates of a report's Shoots, collected one Shoot at a time.
#[derive(Debug, Default)]
pub(crate) struct FleetPage {
    shoots: usize,
    pools: usize,
    groups: BTreeMap<Arc<UpdateKey>, UpdateGroup>,
    /// The updates of each Shoot, by namespace and name.
    affected: BTreeMap<String, BTreeMap<String, Updates>>,
    /// The number of updated versions by profile; Shoots without a profile reference are under the empty name.
    by_profile: BTreeMap<String, BTreeMap<UpdateKind, usize>>,
    skipped: BTreeMap<String, Vec<String>>,
    unreadable: Vec<String>,
    differing: BTreeMap<String, Vec<String>>,
}

/// The updates of one Shoot, with the Shoot's part in each.
type Updates = Vec<(Arc<UpdateKey>, Entry)>;

/// The part of one Shoot in an update.
#[derive(Debug)]
struct Entry {
    at: Timestamp,
    pools: Vec<String>,
    /// The maximum number of nodes that are replaced or updated in place.
    nodes: usize,
}

impl FleetPage {
    /// Adds a planned Shoot.
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
            let entry = entries.entry(key).or_insert_with(|| Entry { at: step.at, pools: Vec::new(), nodes: 0 });
            entry.pools.extend(item.subject.worker().map(str::to_owned));
            entry.nodes += update::nodes_at_most(step, item.subject);
        }
        let profile = shoot.profile.as_ref().map(|profile| profile_key(&shoot.namespace, profile).to_string());
        let numbers = self.by_profile.entry(profile.unwrap_or_default()).or_default();
        for (key, entry) in entries {
            *numbers.entry(key.kind).or_default() += entry.pools.len().max(1);
            // Most Shoots share their updates with others, and share the allocation, too.
            let key = self.groups.get_key_value(&key).map_or_else(|| Arc::new(key), |(known, _)| Arc::clone(known));
            let group = self.groups.entry(Arc::clone(&key)).or_default();
            group.shoots += 1;
            group.pools += entry.pools.len();
            group.nodes += entry.nodes;
            group.first = Some(group.first.map_or(entry.at, |first| first.min(entry.at)));
            group.last = Some(group.last.map_or(entry.at, |last| last.max(entry.at)));
            let shoots = self.affected.entry(shoot.namespace.clone()).or_default();
            shoots.entry(shoot.name.clone()).or_default().push((key, entry));
        }
    }

    /// Adds an object that should be a Shoot but cannot be parsed.
    fn add_unreadable(&mut self, unreadable: &Unreadable) {
        self.unreadable.push(unreadable.to_string());
    }
}

/// The planned updates of a report's Shoots.
#[derive(Debug)]
pub(crate) struct Fleet {
    /// The end of the plan.
    pub(crate) until: Instant,
    /// The number of Shoots.
    pub(crate) shoots: usize,
    /// The number of their worker pools.
    pub(crate) pools: usize,
    /// The number of Shoots with updates.
    pub(crate) changing: usize,
    /// The weeks with updates.
    pub(crate) weeks: Vec<Week>,
    /// The updates, numbered from 1, by week and the most severe first.
    pub(crate) updates: Vec<Update>,
    /// The Shoots with updates, by namespace.
    pub(crate) namespaces: Vec<Namespace>,
    /// Whether the list of Shoots spells updates out instead of referring to them by number.
    pub(crate) is_in_words: bool,
    /// Further lists, each with a heading.
    pub(crate) lists: Vec<FleetList>,
    /// The number of updated versions by profile.
    by_profile: BTreeMap<String, BTreeMap<UpdateKind, usize>>,
    /// A `data:` URL of a calendar file with the updates that are forced or fail; absent if there are none.
    pub(crate) calendar: Option<String>,
}

/// A list of Shoots or versions.
#[derive(Debug)]
pub(crate) struct FleetList {
    pub(crate) heading: &'static str,
    /// The names, by profile or reason.
    pub(crate) entries: Vec<(String, Vec<String>)>,
}

#[derive(Debug)]
pub(crate) struct Namespace {
    pub(crate) name: String,
    pub(crate) shoots: Vec<AffectedShoot>,
}

/// A Shoot with updates.
#[derive(Debug)]
pub(crate) struct AffectedShoot {
    pub(crate) name: String,
    /// The updates of the Shoot.
    pub(crate) updates: Vec<AffectedBy>,
}

#[derive(Debug)]
pub(crate) struct AffectedBy {
    /// The number of the update, from 1.
    pub(crate) number: usize,
    /// The instant of the update.
    pub(crate) at: Instant,
    /// The affected worker pools.
    pub(crate) pools: String,
}

impl Fleet {
    /// Prepares the fleet section of the page.
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

    /// Looks up an update by its number.
    pub(crate) fn update(&self, number: &usize) -> Option<&Update> {
        self.updates.get(number.checked_sub(1)?)
    }

    /// Returns the number of updated versions of each kind that occurs, the most severe first.
    pub(crate) fn counts(&self) -> Vec<(UpdateKind, usize)> {
        by_kind(&self.updates).into_iter().collect()
    }

    /// Like [`Self::counts`], but of one profile. If it `is_only`, Shoots without a profile reference count, too.
    pub(crate) fn counts_of(&self, profile: &str, is_only: bool) -> Vec<(UpdateKind, usize)> {
        let unnamed = self.by_profile.get("").filter(|_| is_only);
        let mut numbers = BTreeMap::new();
        for (kind, number) in self.by_profile.get(profile).into_iter().chain(unnamed).flatten() {
            *numbers.entry(*kind).or_default() += number;
        }
        numbers.into_iter().collect()
    }

    /// Returns the fragment identifier of an update.
    pub(crate) fn anchor(&self, number: &usize) -> String {
        match self.update(number) {
            Some(update) if update.starts_week => format!("week-{}", update.monday),
            _ => format!("u{number}"),
        }
    }

    /// Formats the number of Shoots and worker pools.
    pub(crate) fn shoots_in_words(&self) -> String {
        format!("{} with {}", counted(self.shoots, "Shoot"), counted(self.pools, "worker pool"))
    }
}

/// Returns the further lists that are not empty.
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
    unplanned.extend(describe_skipped(&usage.other_kinds).map(|words| (words, Vec::new())));
    let lists = [
        ("Versions that are no longer needed", versions(&|version| version.need == Need::Unneeded)),
        ("Versions in use that the profile does not have", versions(&|version| version.classification.is_none())),
        ("Shoots for which the other semantics decide differently", by_reason(&page.differing)),
        ("Not planned", unplanned),
    ];
    let lists = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    lists.map(|(heading, entries)| FleetList { heading, entries }).collect()
}

fn version_name(version: &UsedVersion) -> String {
    format!("{} {}", version.image.as_deref().unwrap_or("Kubernetes"), version.version)
}
