//! Updates from every version of a list: selection of the few candidates that determine the targets.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::ops::Bound::{Excluded, Included, Unbounded};

use crate::Version;

use super::UpdateCandidate;

/// A major and minor number.
type Minor = (u64, u64);

/// Indices into the list by minor, or by a single number followed by a zero; sharing one map type reduces the code size.
type IndexByMinor = BTreeMap<Minor, usize>;

/// The candidates that determine the targets of updates, for each minor of a list.
///
/// An update always selects the highest version of some level and classification. All other versions of a list can be left out
/// without changing the results of [`kubernetes_target`](super::kubernetes_target) and [`image_target`](super::image_target).
/// Grouping candidates by minor makes the updates of all n versions of a list O(n) instead of O(n²).
///
/// ```
/// use rootstock_versioning::{CandidatesByMinor, Classification, UpdateCandidate, UpdateQuirks, kubernetes_target};
/// let versions: Vec<_> =
///     (0..1000).map(|patch| UpdateCandidate::new(&format!("1.34.{patch}"), Classification::Supported)).collect();
/// let by_minor = CandidatesByMinor::new(&versions);
/// for current in &versions[..999] {
///     let candidates = by_minor.relevant_for(current);
///     assert_eq!(candidates.len(), 1);
///     let target = kubernetes_target(current.text(), candidates.iter().copied(), false, UpdateQuirks::NONE)?.ok_or("nowhere")?;
///     assert_eq!(target.candidate.text(), "1.34.999");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CandidatesByMinor<'c> {
    /// The candidates for each minor that is updated, in ascending order.
    relevant: Vec<(Minor, Vec<&'c UpdateCandidate>)>,
}

impl<'c> CandidatesByMinor<'c> {
    /// Groups the candidates of a list, which is in the order of the profile.
    #[must_use]
    pub fn new(candidates: &'c [UpdateCandidate]) -> Self {
        Self::for_updates_from(candidates, candidates)
    }

    /// Groups the candidates of a list for updates from some of its versions only.
    #[must_use]
    pub fn for_updates_from<'u>(
        updated: impl IntoIterator<Item = &'u UpdateCandidate>,
        candidates: &'c [UpdateCandidate],
    ) -> Self {
        let mut kinds = Vec::<(_, Kind)>::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let of = discriminant(candidate.classification());
            match kinds.iter_mut().find(|(known, _)| *known == of) {
                Some((_, kind)) => kind.add(at, candidates),
                None => {
                    let mut kind = Kind::default();
                    kind.add(at, candidates);
                    kinds.push((of, kind));
                }
            }
        }
        let updated = updated.into_iter().filter_map(UpdateCandidate::version);
        let minors: IndexByMinor = updated.map(minor_of).zip(0..).collect();
        let of_minor = |minor| {
            // Sorted by index without duplicates; there are only a few.
            let mut places = Vec::new();
            for at in kinds.iter_mut().flat_map(|(_, kind)| kind.relevant(minor)) {
                if let Err(place) = places.binary_search(&at) {
                    places.insert(place, at);
                }
            }
            (minor, places.into_iter().filter_map(|at| candidates.get(at)).collect())
        };
        Self { relevant: minors.into_keys().map(of_minor).collect() }
    }

    /// Returns the candidates that determine the updates from a version of the list, in the order of the profile.
    ///
    /// Empty if the text is not a version, or if no version of its minor is updated.
    #[must_use]
    pub fn relevant_for(&self, current: &UpdateCandidate) -> &[&'c UpdateCandidate] {
        let Some(minor) = current.version().map(minor_of) else { return &[] };
        let found = self.relevant.binary_search_by(|(other, _)| other.cmp(&minor)).ok();
        found.and_then(|at| self.relevant.get(at)).map_or(&[], |(_, relevant)| relevant)
    }
}

const fn minor_of(version: &Version) -> Minor {
    (version.major(), version.minor())
}

const fn key(number: u64) -> Minor {
    (number, 0)
}

/// The candidates with one classification.
#[derive(Debug, Default)]
struct Kind {
    /// The first invalid version, which causes an error in every search that reaches it.
    unreadable: Option<usize>,
    /// The highest version of all, of each major, and of each minor; the first one of several with equal precedence.
    all: Option<usize>,
    majors: IndexByMinor,
    minors: IndexByMinor,
    /// A version for each minor number, regardless of the major.
    numbers: IndexByMinor,
    /// Like `numbers`, but limited to majors below `below`.
    numbers_below: IndexByMinor,
    below: u64,
}

impl Kind {
    fn add(&mut self, at: usize, candidates: &[UpdateCandidate]) {
        let version = |at: usize| candidates.get(at).and_then(UpdateCandidate::version);
        let Some(added) = version(at) else {
            self.unreadable.get_or_insert(at);
            return;
        };
        let raise = |highest: &mut usize| {
            if Some(added) > version(*highest) {
                *highest = at;
            }
        };
        raise(self.all.get_or_insert(at));
        self.majors.entry(key(added.major())).and_modify(raise).or_insert(at);
        self.minors.entry(minor_of(added)).and_modify(raise).or_insert(at);
        self.numbers.entry(key(added.minor())).or_insert(at);
    }

    /// Returns the candidates that determine updates from a minor; must be called in ascending order of minors.
    fn relevant(&mut self, minor: Minor) -> impl Iterator<Item = usize> {
        let (major, number) = minor;
        for (&(_, number), &at) in self.minors.range(key(self.below)..key(major)) {
            self.numbers_below.entry(key(number)).or_insert(at);
        }
        self.below = major;
        // The levels that every update tries.
        let levels = [self.all.as_ref(), self.majors.get(&key(major)), self.minors.get(&minor)];
        // A force update jumps to the nearest level, and Gardener's search for it stops in the level after that.
        let next_minors = self.minors.range((Excluded(minor), Included((major, u64::MAX)))).take(2);
        let next_majors = self.majors.range((Excluded(key(major)), Unbounded)).take(2);
        let jumps = next_minors.map(|(_, at)| at).chain(next_majors.map(|(_, at)| at));
        // The search also counts minors of other majors; those of higher majors only if it does not stop before.
        let above = (Excluded(key(number)), Unbounded);
        let counted = [self.numbers.range(above).next(), self.numbers_below.range(above).next()];
        let counted = counted.into_iter().flatten().map(|(_, at)| at);
        levels.into_iter().flatten().chain(jumps).chain(counted).copied().chain(self.unreadable)
    }
}
