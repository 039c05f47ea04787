//! Why something is proposed, and why something is not.

use std::fmt;

use rootstock_versioning::{Day, Timestamp};
use serde::Serialize;

use super::ways::LostWay;
use crate::{ProfileChange, VersionName, VersionPattern};

/// A change that is due, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposedChange {
    /// The change.
    pub change: ProfileChange,
    /// Why it is due.
    pub reason: ProposalReason,
}

/// Why a change is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProposalReason {
    /// A preview has waited.
    #[error("a preview since {since}, and previews wait {days} days")]
    PreviewHasWaited {
        /// Since when it is a preview.
        since: Day,
        /// How many days a preview waits.
        days: u32,
    },
    /// There are more supported versions than are kept.
    #[error("at most {most} supported {} kept", versions_are(*most))]
    TooManySupported {
        /// How many are kept.
        most: u32,
    },
    /// A minor has more supported versions than are kept.
    #[error("at most {most} supported {} kept of a minor", versions_are(*most))]
    TooManySupportedOfMinor {
        /// How many are kept.
        most: u32,
    },
    /// A version is deprecated and does not say when it expires.
    #[error("{}", deprecated(*since, *days))]
    DeprecatedWithoutDate {
        /// Since when it is deprecated; absent if that is not known, and the days are counted from the proposal on.
        #[serde(skip_serializing_if = "Option::is_none")]
        since: Option<Day>,
        /// How many days a deprecated version lives.
        days: u32,
    },
    /// Versions have expired a while ago, and nobody uses them; or entries of the provider's half lead nowhere.
    #[error("versions that nobody uses are removed {days} days after they have expired")]
    ExpiredAndUnused {
        /// How many days after it has expired a version is removed.
        days: u32,
        /// The versions that go.
        versions: Vec<VersionName>,
    },
}

const fn versions_are(number: u32) -> &'static str {
    if number == 1 { "version is" } else { "versions are" }
}

fn deprecated(since: Option<Day>, days: u32) -> String {
    let after = format!("deprecated versions expire after {days} days");
    match since {
        Some(since) => format!("deprecated since {since}, and {after}"),
        None => format!("{after}, counted from this day"),
    }
}

impl fmt::Display for ProposedChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.change, &self.reason) {
            (ProfileChange::Promote(one), _) => write!(f, "`{}` becomes supported", one.versions)?,
            (ProfileChange::Classify(one), _) => write!(f, "`{}` becomes {}", one.versions, one.classification)?,
            (ProfileChange::Expire(one), _) => match one.date {
                Some(date) => write!(f, "`{}` expires {}", one.versions, When(date))?,
                None => write!(f, "`{}` does not expire", one.versions)?,
            },
            (ProfileChange::Prune(_), ProposalReason::ExpiredAndUnused { versions, .. }) if !versions.is_empty() => {
                let names: Vec<String> = versions.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "{} {} removed", names.join(", "), if names.len() == 1 { "is" } else { "are" })?;
            }
            (ProfileChange::Prune(_), _) => {
                f.write_str("entries of the provider's half that lead nowhere are removed")?
            }
            (ProfileChange::Add(one), _) => write!(f, "`{}` is added", one.name)?,
            (ProfileChange::Remove(versions), _) => write!(f, "`{versions}` is removed")?,
            (ProfileChange::Map(one), _) => write!(f, "`{}` is mapped to other references", one.name)?,
            (ProfileChange::SetVersion(one), _) => write!(f, "`{}` has other settings", one.versions)?,
            (ProfileChange::SetImage(one), _) => write!(f, "machine image `{}` has other settings", one.image)?,
            (ProfileChange::AddMachineType(one), _) => write!(f, "machine type `{}` is added", one.fields.name)?,
            (ProfileChange::ChangeMachineType(one), _) => write!(f, "machine type `{}` is changed", one.name)?,
            (ProfileChange::RemoveMachineType { name }, _) => write!(f, "machine type `{name}` is removed")?,
            (ProfileChange::AddRegion(one), _) => write!(f, "region `{}` is added", one.name)?,
            (ProfileChange::RemoveRegion { name }, _) => write!(f, "region `{name}` is removed")?,
            (ProfileChange::Set(setting), _) => write!(f, "`{}` is set", setting.place)?,
            (ProfileChange::Unset { place }, _) => write!(f, "`{place}` is removed")?,
            (ProfileChange::Order(order), _) => write!(f, "`{}` is put in another order", order.place)?,
        }
        write!(f, ": {}", self.reason)
    }
}

/// An instant; the last second of a day as the end of that day.
struct When(Timestamp);

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = Day::of(self.0);
        if day.end() == self.0 { write!(f, "at the end of {day}") } else { write!(f, "at {}", self.0) }
    }
}

/// Something that a policy asks for, and that is not proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LeftAlone {
    /// Nobody knows since when a version is a preview.
    #[error("`{name}` is not promoted: the profile does not say since when it is a preview")]
    UnknownSince {
        /// The version.
        name: VersionName,
    },
    /// A later version of the same minor is supported already.
    #[error("`{name}` is not promoted: the later `{by}` is supported already")]
    Overtaken {
        /// The version.
        name: VersionName,
        /// The later one.
        by: VersionName,
    },
    /// Shoots would have nowhere to go.
    #[error("`{versions}` does not get an expiration date: {way}")]
    LosesWay {
        /// The versions.
        versions: VersionPattern,
        /// Who would have nowhere to go.
        way: LostWay,
    },
    /// Shoots that maintenance takes over this version would have nowhere to go.
    #[error("`{name}` is not removed: {way}")]
    IsWay {
        /// The version.
        name: VersionName,
        /// Who would have nowhere to go.
        way: LostWay,
    },
    /// The change cannot be made, or the result would have findings that the profile does not have.
    #[error("{change}, but: {reason}")]
    Refused {
        /// What should have become of it.
        change: String,
        /// Why it is not proposed.
        reason: String,
    },
    /// There is no day on which something may happen.
    #[error("`{name}` does not get an expiration date: no day within ten years is free of freezes")]
    NoDay {
        /// The version.
        name: VersionName,
    },
}
