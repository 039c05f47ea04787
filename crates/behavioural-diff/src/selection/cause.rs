//! Why another image is taken.

use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::Capabilities;
use rootstock_provider_api::{Fate, NotFoundReason};
use serde::Serialize;

use super::contest::{Contender, Contest};

/// Why another image is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Cause {
    /// There is no image any more.
    Lost {
        /// What stands in the way.
        missing: Missing,
    },
    /// The flavor that was taken is not there any more.
    FlavorRemoved,
    /// The flavor that was taken has no image in the region any more.
    NotInRegion,
    /// The flavor that was taken does not fit any more.
    NoLongerFits {
        /// The capability in which nothing is left.
        capability: String,
    },
    /// The values of a capability stand in another order of preference.
    ValuesReordered {
        /// The capability.
        capability: String,
        /// Its values in the old profile, most preferred first.
        before: Vec<String>,
        /// Its values in the new profile, most preferred first.
        after: Vec<String>,
    },
    /// The capabilities stand in another order of significance.
    CapabilitiesReordered {
        /// The capability that decided.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// A flavor that was there, and did not fit, fits now and is preferred.
    FitsNow {
        /// The capability in which nothing was left.
        capability: String,
    },
    /// A flavor was added, or has an image in the region now, and is preferred.
    FlavorAdded {
        /// The capability that decides, if there was somebody else.
        capability: Option<String>,
    },
    /// Flavors or machine types declare something else, by which another flavor is preferred.
    DeclaredOtherwise {
        /// The capability that decided.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// The same flavor refers to another image.
    OtherReference,
    /// There is an image now.
    Found {
        /// What stood in the way.
        missing: Missing,
    },
}

/// What stands between a machine type and an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Missing {
    /// The provider's half does not know the machine image.
    UnknownImage,
    /// The provider's half does not know the version.
    UnknownVersion,
    /// It maps the version to nothing.
    NothingMapped,
    /// It maps the version, but not in this region.
    NotInRegion,
    /// No flavor that has an image fits.
    Incompatible,
    /// Several flavors fit equally well and cannot be told apart.
    Ambiguous,
}

impl Missing {
    /// A clause: `providerConfig does not know the version`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::UnknownImage => "`providerConfig` does not know the image",
            Self::UnknownVersion => "`providerConfig` does not know the version",
            Self::NothingMapped => "`providerConfig` maps the version to nothing",
            Self::NotInRegion => "the version has no image in the region",
            Self::Incompatible => "no flavor that has an image fits",
            Self::Ambiguous => "several flavors fit equally well and cannot be told apart",
        }
    }
}

impl From<&NotFoundReason> for Missing {
    fn from(reason: &NotFoundReason) -> Self {
        match reason {
            NotFoundReason::UnknownImage => Self::UnknownImage,
            NotFoundReason::UnknownVersion => Self::UnknownVersion,
            NotFoundReason::NotInRegion { .. } => Self::NotInRegion,
            NotFoundReason::Incompatible => Self::Incompatible,
            NotFoundReason::Ambiguous => Self::Ambiguous,
            _ => Self::NothingMapped,
        }
    }
}

impl Cause {
    /// How far down in a list that begins with the most dangerous.
    pub(crate) const fn danger(&self) -> u8 {
        match self {
            Self::Lost { .. } => 0,
            Self::Found { .. } => 3,
            Self::OtherReference => 2,
            _ => 1,
        }
    }
}

/// Tells flavors of both profiles apart, by what both vocabularies say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judges<'v> {
    vocabularies: [&'v Vocabulary; 2],
}

impl<'v> Judges<'v> {
    /// The vocabularies of the old and the new profile.
    pub(super) const fn new(vocabularies: [&'v Vocabulary; 2]) -> Self {
        Self { vocabularies }
    }

    /// The contender of the other side that declares the same; the answer of that side, if it is among several.
    pub(super) fn find(&self, contender: &Contender, among: &Contest, is_new: bool) -> Option<usize> {
        let is_same = |other: &Contender| {
            let (old, new) = if is_new { (other, contender) } else { (contender, other) };
            self.declare_the_same(&old.capabilities, &new.capabilities)
        };
        let answer = among.answer.as_ref().ok().copied();
        answer
            .filter(|place| among.contenders.get(*place).is_some_and(is_same))
            .or_else(|| among.contenders.iter().position(is_same))
    }

    /// Whether two flavors support the same of every capability that both profiles register.
    fn declare_the_same(&self, old: &Capabilities, new: &Capabilities) -> bool {
        let [before, after] = self.vocabularies;
        before.capabilities().iter().all(|capability| {
            let name = capability.name();
            let Some(counterpart) = after.get(name) else { return true };
            match (old.get(name), new.get(name)) {
                (None, None) => true,
                (one, other) => same_values(one.unwrap_or(capability.values()), other.unwrap_or(counterpart.values())),
            }
        })
    }

    /// Why the answers differ. `then` is the new profile's contender that is the one that was taken, `now` the old profile's
    /// contender that is the one that is taken now.
    pub(super) fn cause(&self, before: &Contest, after: &Contest, then: Option<usize>, now: Option<usize>) -> Cause {
        match (&before.answer, &after.answer) {
            (_, Err(missing)) => return Cause::Lost { missing: *missing },
            (Err(missing), _) => return Cause::Found { missing: *missing },
            _ => {}
        }
        let fate = |contest: &'_ Contest, place: Option<usize>| Some(contest.contenders.get(place?)?.fate.clone());
        let decides = match fate(after, then) {
            None => return Cause::FlavorRemoved,
            Some(Fate::Chosen) => return Cause::OtherReference,
            Some(Fate::NotInRegion { .. }) => return Cause::NotInRegion,
            Some(Fate::Incompatible { capability, .. }) => return Cause::NoLongerFits { capability },
            Some(Fate::Outranked { capability }) => capability,
            Some(_) => None,
        };
        match fate(before, now) {
            None | Some(Fate::NotInRegion { .. }) => Cause::FlavorAdded { capability: decides },
            Some(Fate::Chosen) => Cause::OtherReference,
            Some(Fate::Incompatible { capability, .. }) => Cause::FitsNow { capability },
            Some(Fate::Outranked { capability: decided }) => self.preference(decided, decides),
            Some(_) => self.preference(None, decides),
        }
    }

    /// Both flavors were there and fitted, and still do: what made one of them the better one?
    fn preference(&self, decided: Option<String>, decides: Option<String>) -> Cause {
        let reordered = [&decides, &decided].into_iter().flatten().find_map(|capability| self.reordered(capability));
        if let Some(cause) = reordered {
            return cause;
        }
        let place = |vocabulary: &Vocabulary, name: &Option<String>| {
            vocabulary.capabilities().iter().position(|capability| Some(capability.name()) == name.as_deref())
        };
        let [before, after] =
            self.vocabularies.map(|vocabulary| [place(vocabulary, &decided), place(vocabulary, &decides)]);
        let order = |[one, other]: [Option<usize>; 2]| one.cmp(&other);
        if decided != decides && order(before) != order(after) {
            return Cause::CapabilitiesReordered { before: decided, after: decides };
        }
        Cause::DeclaredOtherwise { before: decided, after: decides }
    }

    /// Whether the values that both profiles register stand in another order.
    fn reordered(&self, capability: &str) -> Option<Cause> {
        let [before, after] = self.vocabularies.map(|vocabulary| vocabulary.get(capability));
        let (before, after) = (before?.values(), after?.values());
        let common = |own: &[String], other: &[String]| -> Vec<String> {
            own.iter().filter(|value| other.contains(value)).cloned().collect()
        };
        (common(before, after) != common(after, before)).then(|| Cause::ValuesReordered {
            capability: capability.to_owned(),
            before: before.to_vec(),
            after: after.to_vec(),
        })
    }
}

/// As sets.
fn same_values(one: &[String], other: &[String]) -> bool {
    one.iter().all(|value| other.contains(value)) && other.iter().all(|value| one.contains(value))
}
