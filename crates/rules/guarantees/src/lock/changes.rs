//! The decisions in which two locks differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rootstock_core_model::listed;
use serde::Serialize;

use super::{Boot, EVERYWHERE, Lock, LockedClass, LockedProfile};

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LockChangeKind {
    /// Workers boot another image than before.
    Moved,
    /// Workers that could boot an image no longer can.
    Removed,
    /// Workers can boot an image that they could not boot before.
    New,
}

/// A decision that differs between two locks: a line of the text that was added, removed, or replaced by another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockChange {
    /// The kind.
    pub kind: LockChangeKind,
    /// The profile.
    pub profile: String,
    /// The class of workers, by the capabilities that its machine types restrict; empty for a region.
    pub class: String,
    /// The subject.
    #[serde(flatten)]
    pub subject: LockSubject,
}

/// The subject of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "subject")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LockSubject {
    /// A region, with all decisions about it.
    Region {
        /// The name.
        name: String,
    },
    /// The class itself, with all its decisions.
    Class,
    /// A machine type.
    MachineType {
        /// The name.
        name: String,
        /// The class that it was in before, if it has moved.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// An image version.
    Image {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The flavor before and now, if another one is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        flavor: Option<(String, String)>,
        /// The regions with another image; empty for a new or removed version.
        regions: Vec<RegionMove>,
    },
}

/// Another image in a region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionMove {
    /// The region; `*` for all of them.
    pub region: String,
    /// The reference before; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The reference now; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Lock {
    /// Returns the decisions that differ from those of an accepted lock, about the profiles of this one. Changes of a class that
    /// only one of the locks has are one change.
    #[must_use]
    pub fn changes_since(&self, accepted: &Self) -> Vec<LockChange> {
        let nothing = LockedProfile::default();
        let changes = self.profiles.iter().flat_map(|(name, profile)| {
            let before = accepted.profiles.get(name).unwrap_or(&nothing);
            changes_of(before, profile).into_iter().map(|(kind, class, subject)| LockChange {
                kind,
                profile: name.clone(),
                class,
                subject,
            })
        });
        changes.collect()
    }
}

type Change = (LockChangeKind, String, LockSubject);

fn changes_of(before: &LockedProfile, now: &LockedProfile) -> Vec<Change> {
    let mut changes = Vec::new();
    let (classes_before, classes_now) = (classes_by_type(before), classes_by_type(now));
    for name in before.regions.symmetric_difference(&now.regions) {
        let kind = if now.regions.contains(name) { LockChangeKind::New } else { LockChangeKind::Removed };
        changes.push((kind, String::new(), LockSubject::Region { name: name.clone() }));
    }
    let regions: Vec<&str> = before.regions.intersection(&now.regions).map(String::as_str).collect();
    let labels: BTreeSet<&String> = before.classes.keys().chain(now.classes.keys()).collect();
    for label in labels {
        match (before.classes.get(label), now.classes.get(label)) {
            (Some(_), None) => changes.push((LockChangeKind::Removed, label.clone(), LockSubject::Class)),
            (None, Some(_)) => changes.push((LockChangeKind::New, label.clone(), LockSubject::Class)),
            (Some(before), Some(now)) => changes.extend(image_changes(label, [before, now], &regions)),
            (None, None) => {}
        }
    }
    for (name, labels) in &classes_now {
        let machine_type = |from: Option<&&String>| LockSubject::MachineType {
            name: (*name).clone(),
            from: from.map(|from| (*from).clone()),
        };
        let before = classes_before.get(name);
        let mut left = before.into_iter().flatten().filter(|label| !labels.contains(*label));
        let is_new = |label: &&&String| before.is_none_or(|before| !before.contains(**label));
        for label in labels.iter().filter(is_new) {
            let from = left.next();
            let kind = if from.is_some() { LockChangeKind::Moved } else { LockChangeKind::New };
            changes.push((kind, (*label).clone(), machine_type(from)));
        }
        changes.extend(left.map(|label| (LockChangeKind::Removed, (*label).clone(), machine_type(None))));
    }
    let removed = classes_before.into_iter().filter(|(name, _)| !classes_now.contains_key(name));
    changes.extend(removed.flat_map(|(name, labels)| {
        let subject = LockSubject::MachineType { name: name.clone(), from: None };
        labels.into_iter().map(move |label| (LockChangeKind::Removed, label.clone(), subject.clone()))
    }));
    changes.sort_by_key(|(kind, ..)| *kind);
    changes
}

/// Returns the classes of each machine type.
fn classes_by_type(profile: &LockedProfile) -> BTreeMap<&String, BTreeSet<&String>> {
    let mut classes: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (label, class) in &profile.classes {
        class.machine_types.iter().for_each(|name| {
            classes.entry(name).or_default().insert(label);
        });
    }
    classes
}

fn image_changes(label: &str, [before, now]: [&LockedClass; 2], regions: &[&str]) -> Vec<Change> {
    let versions: BTreeSet<_> = before.boots.keys().chain(now.boots.keys()).collect();
    let changes = versions.into_iter().filter_map(|version| {
        let (kind, flavor, regions) = match (before.boots.get(version), now.boots.get(version)) {
            (Some(before), Some(now)) => {
                let flavor = (before.flavor != now.flavor).then(|| (before.flavor.clone(), now.flavor.clone()));
                let moves = region_moves(before, now, regions);
                (kind_of(flavor.is_some(), &moves)?, flavor, moves)
            }
            (Some(_), None) => (LockChangeKind::Removed, None, Vec::new()),
            _ => (LockChangeKind::New, None, Vec::new()),
        };
        let (image, version) = (version.image.clone(), version.version.clone());
        Some((kind, label.to_owned(), LockSubject::Image { image, version, flavor, regions }))
    });
    changes.collect()
}

/// Returns the kind of a change of one decision; `None` if nothing has changed in the regions that both locks have.
fn kind_of(has_other_flavor: bool, moves: &[RegionMove]) -> Option<LockChangeKind> {
    match moves {
        [] => has_other_flavor.then_some(LockChangeKind::Moved),
        moves if moves.iter().all(|one| one.from.is_none()) => Some(LockChangeKind::New),
        moves if moves.iter().all(|one| one.to.is_none()) => Some(LockChangeKind::Removed),
        _ => Some(LockChangeKind::Moved),
    }
}

/// Returns the regions with another image, or one entry for all of them if both locks have one image for all.
fn region_moves(before: &Boot, now: &Boot, regions: &[&str]) -> Vec<RegionMove> {
    let is_everywhere = |boot: &Boot| boot.references.contains_key(EVERYWHERE);
    let regions = if is_everywhere(before) && is_everywhere(now) { &[EVERYWHERE][..] } else { regions };
    let moves = regions.iter().filter_map(|region| {
        let (from, to) = (before.reference(region), now.reference(region));
        let moved =
            || RegionMove { region: (*region).to_owned(), from: from.map(str::to_owned), to: to.map(str::to_owned) };
        (from != to).then(moved)
    });
    moves.collect()
}

impl LockChange {
    /// Returns the sentence about the change, without the profile.
    #[must_use]
    pub fn sentence(&self) -> String {
        let class = if self.class.is_empty() { "all machine types" } else { &self.class };
        match (&self.subject, self.kind) {
            (LockSubject::Region { name }, LockChangeKind::New) => format!("region `{name}` is new"),
            (LockSubject::Region { name }, _) => format!("there is no region `{name}` any more"),
            (LockSubject::Class, LockChangeKind::New) => format!("workers on machines with `{class}` are new"),
            (LockSubject::Class, _) => format!("there are no more workers on machines with `{class}`"),
            (LockSubject::MachineType { name, from: Some(from) }, _) => {
                format!("workers on machine type `{name}` boot the images for `{class}` instead of those for `{from}`")
            }
            (LockSubject::MachineType { name, .. }, LockChangeKind::Removed) => {
                format!("there are no more workers with `{class}` on machine type `{name}`")
            }
            (LockSubject::MachineType { name, .. }, _) => {
                format!("machine type `{name}` is new: its workers boot the images for `{class}`")
            }
            (LockSubject::Image { image, version, regions, .. }, LockChangeKind::New) => {
                format!("workers on machines with `{class}` can boot `{image}` `{version}` now{}", within(regions))
            }
            (LockSubject::Image { image, version, regions, .. }, LockChangeKind::Removed) => {
                format!(
                    "workers on machines with `{class}` can no longer boot `{image}` `{version}`{}",
                    within(regions)
                )
            }
            (LockSubject::Image { image, version, flavor, regions }, LockChangeKind::Moved) => {
                let start = format!("workers on machines with `{class}` boot `{image}` `{version}`");
                match (regions.as_slice(), flavor) {
                    ([first, rest @ ..], _) => format!("{start} from {first}{}", others(rest)),
                    ([], Some((from, to))) => {
                        format!("{start} with flavor `{to}` instead of `{from}`, from the same image")
                    }
                    ([], None) => start,
                }
            }
        }
    }
}

/// Writes the regions of a change in some of them.
fn within(regions: &[RegionMove]) -> String {
    match regions {
        [] => String::new(),
        regions => format!(" in region {}", listed(regions.iter().map(|one| &one.region))),
    }
}

/// Writes the regions after the first one.
fn others(rest: &[RegionMove]) -> String {
    match rest {
        [] => String::new(),
        rest => format!("; also from another image in {}", listed(rest.iter().map(|one| &one.region))),
    }
}

impl fmt::Display for RegionMove {
    /// Writes the move, for use after "from".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            Some(to) => write!(f, "`{to}`")?,
            None => write!(f, "no image")?,
        }
        match &self.from {
            Some(from) => write!(f, " instead of `{from}`")?,
            None => write!(f, " instead of no image")?,
        }
        if self.region == EVERYWHERE { Ok(()) } else { write!(f, " in region `{}`", self.region) }
    }
}
