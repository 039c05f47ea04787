//! Reasons why a change is proposed or not.

use std::fmt;

use rootstock_versioning::{Day, Timestamp};
use serde::Serialize;

use super::update_paths::LostUpdatePath;
use crate::{ProfileChange, VersionName, VersionPattern};

/// A change that is due, with its reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposedChange {
    /// The change.
    pub change: ProfileChange,
    /// The reason.
    pub reason: ProposalReason,
}

/// A reason why a change is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProposalReason {
    /// The waiting time of a preview is over.
    #[error("a preview since {since}; previews are promoted after {days} days")]
    PreviewHasWaited {
        /// The first day of the preview.
        since: Day,
        /// The waiting time of previews in days.
        days: u32,
    },
    /// More supported versions than the policy keeps.
    #[error("at most {most} supported {} kept", versions_are(*most))]
    TooManySupported {
        /// The number to keep.
        most: u32,
    },
    /// More supported versions of a minor than the policy keeps.
    #[error("at most {most} supported {} kept per minor", versions_are(*most))]
    TooManySupportedOfMinor {
        /// The number to keep.
        most: u32,
    },
    /// A deprecated version without an expiration date.
    #[error("{}", deprecated(*since, *days))]
    DeprecatedWithoutDate {
        /// The first day of the deprecation; absent if unknown: the days are counted from the day of the proposal.
        #[serde(skip_serializing_if = "Option::is_none")]
        since: Option<Day>,
        /// The lifetime of deprecated versions in days.
        days: u32,
    },
    /// A version of Kubernetes with a known end of life.
    #[error("{}", ends(*end_of_life, *days))]
    EndOfLife {
        /// The last day on which it is maintained.
        end_of_life: Day,
        /// The number of days between the end of life and the expiration.
        days: u32,
    },
    /// A version of Kubernetes that facts have and the profile lacks.
    #[error("{}", new_version(*released))]
    NewVersion {
        /// The day of its release, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        released: Option<Day>,
    },
    /// Unused versions that expired some time ago, or stale entries of the provider section.
    #[error("unused versions are removed {days} days after they expire")]
    ExpiredAndUnused {
        /// The number of days between expiration and removal.
        days: u32,
        /// The versions to remove.
        versions: Vec<VersionName>,
    },
}

fn ends(end_of_life: Day, days: u32) -> String {
    match days {
        0 => format!("its end of life is {end_of_life}"),
        _ => format!("its end of life is {end_of_life}; versions expire {days} days after it"),
    }
}

fn new_version(released: Option<Day>) -> String {
    match released {
        Some(day) => format!("the newest patch of its minor, released on {day}"),
        None => "the newest patch of its minor".to_owned(),
    }
}

const fn versions_are(number: u32) -> &'static str {
    if number == 1 { "version is" } else { "versions are" }
}

fn deprecated(since: Option<Day>, days: u32) -> String {
    let after = format!("deprecated versions expire after {days} days");
    match since {
        Some(since) => format!("deprecated since {since}; {after}"),
        None => format!("{after}, counted from this day"),
    }
}

impl fmt::Display for ProposedChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.change, &self.reason) {
            (ProfileChange::Promote(one), _) => write!(f, "`{}` becomes supported", one.versions)?,
            (ProfileChange::Classify(one), _) => write!(f, "`{}` becomes {}", one.versions, one.classification)?,
            (ProfileChange::Expire(one), _) => match one.date {
                Some(date) => write!(f, "`{}` expires {}", one.versions, FormattedTime(date))?,
                None => write!(f, "`{}` does not expire", one.versions)?,
            },
            (ProfileChange::Prune(_), ProposalReason::ExpiredAndUnused { versions, .. }) if !versions.is_empty() => {
                let names: Vec<String> = versions.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "{} {} removed", names.join(", "), if names.len() == 1 { "is" } else { "are" })?;
            }
            (ProfileChange::Prune(_), _) => f.write_str("stale entries of the provider section are removed")?,
            (ProfileChange::Add(one), _) => match one.expiration_date {
                Some(date) => write!(f, "`{}` is added, and expires {}", one.name, FormattedTime(date))?,
                None => write!(f, "`{}` is added", one.name)?,
            },
            (ProfileChange::Remove(versions), _) => write!(f, "`{versions}` is removed")?,
            (ProfileChange::Map(one), _) => write!(f, "`{}` is mapped to other references", one.name)?,
            (ProfileChange::SetVersion(one), _) => write!(f, "the settings of `{}` change", one.versions)?,
            (ProfileChange::SetImage(one), _) => write!(f, "the settings of machine image `{}` change", one.image)?,
            (ProfileChange::AddMachineType(one), _) => write!(f, "machine type `{}` is added", one.fields.name)?,
            (ProfileChange::ChangeMachineType(one), _) => write!(f, "machine type `{}` is changed", one.name)?,
            (ProfileChange::RemoveMachineType { name }, _) => write!(f, "machine type `{name}` is removed")?,
            (ProfileChange::AddRegion(one), _) => write!(f, "region `{}` is added", one.name)?,
            (ProfileChange::RemoveRegion { name }, _) => write!(f, "region `{name}` is removed")?,
            (ProfileChange::Set(setting), _) => write!(f, "`{}` is set", setting.place)?,
            (ProfileChange::Unset { place }, _) => write!(f, "`{place}` is removed")?,
            (ProfileChange::Order(order), _) => write!(f, "`{}` is reordered", order.place)?,
        }
        write!(f, ": {}", self.reason)
    }
}

/// A time; the last second of a day is shown as the end of that day.
struct FormattedTime(Timestamp);

impl fmt::Display for FormattedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = Day::of(self.0);
        if day.end() == self.0 { write!(f, "at the end of {day}") } else { write!(f, "at {}", self.0) }
    }
}

/// A change that a policy requires but that is not proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UnproposedChange {
    /// A preview whose first day is unknown.
    #[error("`{name}` is not promoted: the profile does not say since when it has been a preview")]
    UnknownSince {
        /// The version.
        name: VersionName,
    },
    /// A preview with a later supported version of the same minor.
    #[error("`{name}` is not promoted: the later `{by}` is supported already")]
    Overtaken {
        /// The version.
        name: VersionName,
        /// The later version.
        by: VersionName,
    },
    /// An expiration after which Shoots would have no update path.
    #[error("`{versions}` does not get an expiration date: {way}")]
    LosesWay {
        /// The versions.
        versions: VersionPattern,
        /// A Shoot without an update path.
        way: LostUpdatePath,
    },
    /// A version on the update path of other Shoots.
    #[error("`{name}` is not removed: {way}")]
    IsWay {
        /// The version.
        name: VersionName,
        /// A Shoot without an update path.
        way: LostUpdatePath,
    },
    /// A change that cannot be applied, or would cause new findings.
    #[error("{change} (not possible: {reason})")]
    Refused {
        /// The intended change.
        change: String,
        /// The reason.
        reason: String,
    },
    /// A version of Kubernetes past its end of life, where the policy does not say how much notice users get.
    #[error(
        "`{name}` does not get an expiration date: its end of life was {end_of_life}, and the policy has no `deprecated-days` to \
         give its users notice"
    )]
    NoNotice {
        /// The version.
        name: VersionName,
        /// The last day on which it was maintained.
        end_of_life: Day,
    },
    /// An expiration without a day on which changes are allowed.
    #[error("`{name}` does not get an expiration date: no day within ten years is free of freezes")]
    NoDay {
        /// The version.
        name: VersionName,
    },
}
