#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]
//! Laws that hold for every update, and comparison with a second planner.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_versioning::{
    CandidatesByMinor, Classification, ImageUpdateStrategy, UpdateCandidate, UpdateDecision, UpdateError, UpdateQuirks,
    UpdateStep, UpdateTarget, Version, image_target, kubernetes_target, plan_image_update, plan_kubernetes_update,
};
use rstest::rstest;

/// A second planner, derived from the documentation and from Gardener's observed behaviour, without regard to speed.
mod naive {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    pub(super) enum Answer {
        Nothing,
        Failure,
        Goes(String),
    }

    type Offer<'a> = (&'a str, Version, &'a Classification);

    fn offers(candidates: &[UpdateCandidate], quirks: UpdateQuirks) -> Vec<Offer<'_>> {
        let mut offers: Vec<_> = candidates
            .iter()
            .map(|candidate| {
                (candidate.text(), candidate.text().parse::<Version>().unwrap(), candidate.classification())
            })
            .filter(|(.., found)| quirks.unavailable_is_a_target || **found != Classification::Unavailable)
            .collect();
        offers.sort_by(|a, b| a.1.cmp(&b.1));
        offers
    }

    fn auto(current: &Version, offers: &[Offer<'_>], extra: impl Fn(&Version) -> bool) -> Option<String> {
        let fits: Vec<_> = offers
            .iter()
            .filter(|(_, version, found)| {
                version > current
                    && **found != Classification::Preview
                    && **found != Classification::Expired
                    && extra(version)
            })
            .collect();
        let preferred = fits.iter().rfind(|(.., found)| **found != Classification::Deprecated);
        preferred.or(fits.last()).map(|(text, ..)| (*text).to_owned())
    }

    /// Returns the highest expired version of a level.
    fn dead(current: &Version, offers: &[Offer<'_>], extra: impl Fn(&Version) -> bool) -> Option<String> {
        let mut fits = offers
            .iter()
            .filter(|(_, version, found)| version > current && **found == Classification::Expired && extra(version));
        fits.next_back().map(|(text, ..)| (*text).to_owned())
    }

    fn is_forced(current: &str, candidates: &[UpdateCandidate]) -> bool {
        let in_use = candidates.iter().find(|candidate| candidate.text() == current);
        in_use.is_none_or(|found| *found.classification() == Classification::Expired)
    }

    fn same_minor(a: &Version, b: &Version) -> bool {
        (a.major(), a.minor()) == (b.major(), b.minor())
    }

    pub(super) fn image(
        current: &str,
        candidates: &[UpdateCandidate],
        strategy: ImageUpdateStrategy,
        auto_update: bool,
        quirks: UpdateQuirks,
    ) -> Answer {
        let forced = is_forced(current, candidates);
        if !forced && !auto_update {
            return Answer::Nothing;
        }
        let current: Version = current.parse().unwrap();
        let offers = offers(candidates, quirks);
        let wider: fn(&Version, &Version) -> bool = match strategy {
            ImageUpdateStrategy::Patch => same_minor,
            ImageUpdateStrategy::Minor => |a, b| a.major() == b.major(),
            ImageUpdateStrategy::Major => |_, _| true,
        };
        if auto_update
            && let Some(found) = [same_minor, wider]
                .into_iter()
                .find_map(|level| auto(&current, &offers, |version| level(version, &current)))
        {
            return Answer::Goes(found);
        }
        let is_major = strategy == ImageUpdateStrategy::Major;
        if forced && is_major && !quirks.force_update_passes_expired_latest {
            let mut possible =
                offers.iter().filter(|(_, version, found)| *version > current && **found != Classification::Preview);
            if possible.next_back().is_some_and(|(.., found)| **found == Classification::Expired) {
                return Answer::Failure;
            }
        }
        for level in [same_minor, wider] {
            if let Some(found) = auto(&current, &offers, |version| level(version, &current)) {
                return Answer::Goes(found);
            }
            let is_all = is_major && !std::ptr::fn_addr_eq(level, same_minor as fn(&Version, &Version) -> bool);
            if forced
                && !is_all
                && !quirks.force_update_passes_expired_levels
                && let Some(found) = dead(&current, &offers, |version| level(version, &current))
            {
                return Answer::Goes(found);
            }
        }
        if !forced {
            return Answer::Nothing;
        }
        let level: fn(&Version) -> u64 = match strategy {
            ImageUpdateStrategy::Patch => Version::minor,
            ImageUpdateStrategy::Minor => Version::major,
            ImageUpdateStrategy::Major => return Answer::Failure,
        };
        let eligible = |version: &Version| {
            level(version) > level(&current)
                && (strategy == ImageUpdateStrategy::Minor || version.major() == current.major())
        };
        let target = if quirks.force_update_may_pick_expired {
            let (live, lowest) =
                walk(&current, &offers, level, |version, found| eligible(version) && *found != Classification::Expired);
            match live {
                Some(live) if Some(level(&live.1)) <= lowest => Some(live),
                _ => walk(&current, &offers, level, |version, _| eligible(version)).0,
            }
        } else {
            let possible: Vec<_> = offers
                .iter()
                .filter(|(_, version, found)| eligible(version) && **found != Classification::Preview)
                .collect();
            let nearest = possible.iter().map(|(_, version, _)| level(version)).min();
            let there: Vec<_> = possible.into_iter().filter(|offer| Some(level(&offer.1)) == nearest).collect();
            let live = there.iter().rfind(|(.., found)| **found != Classification::Expired);
            live.or(there.last()).map(|offer| (*offer).clone())
        };
        target.map_or(Answer::Failure, |(text, ..)| Answer::Goes(text.to_owned()))
    }

    /// Replicates Gardener's loop step by step.
    fn walk<'a>(
        current: &Version,
        offers: &[Offer<'a>],
        level: fn(&Version) -> u64,
        accept: impl Fn(&Version, &Classification) -> bool,
    ) -> (Option<Offer<'a>>, Option<u64>) {
        let (mut hit, mut lowest): (Option<Offer<'a>>, Option<u64>) = (None, None);
        for offer in offers {
            let here = level(&offer.1);
            if here > level(current) && lowest.is_none_or(|lowest| here < lowest) {
                lowest = Some(here);
            }
            if *offer.2 == Classification::Preview || !accept(&offer.1, offer.2) {
                continue;
            }
            if hit.as_ref().is_some_and(|hit| here > level(&hit.1)) {
                break;
            }
            hit = Some(offer.clone());
        }
        (hit, lowest)
    }

    pub(super) fn kubernetes(
        current: &str,
        candidates: &[UpdateCandidate],
        auto_update: bool,
        quirks: UpdateQuirks,
    ) -> Answer {
        let forced = is_forced(current, candidates);
        if !forced && !auto_update {
            return Answer::Nothing;
        }
        let current: Version = current.parse().unwrap();
        let offers = offers(candidates, quirks);
        if let Some(found) = auto(&current, &offers, |version| same_minor(version, &current)) {
            return Answer::Goes(found);
        }
        if !forced {
            return Answer::Nothing;
        }
        if !quirks.force_update_passes_expired_levels
            && let Some(found) = dead(&current, &offers, |version| same_minor(version, &current))
        {
            return Answer::Goes(found);
        }
        let next: Vec<_> = offers
            .iter()
            .filter(|(_, version, found)| {
                (version.major(), version.minor()) == (current.major(), current.minor() + 1)
                    && **found != Classification::Preview
            })
            .collect();
        let live = next.iter().rfind(|(.., found)| **found != Classification::Expired);
        live.or(next.last()).map_or(Answer::Failure, |(text, ..)| Answer::Goes((*text).to_owned()))
    }
}

use naive::Answer;

fn answer(decision: &UpdateDecision<'_>) -> Answer {
    match decision {
        UpdateDecision::NotDue | UpdateDecision::UpToDate => Answer::Nothing,
        UpdateDecision::Failed { .. } => Answer::Failure,
        UpdateDecision::Update { target, .. } => Answer::Goes(target.candidate.text().to_owned()),
    }
}

/// Generates distinct versions of a small world, the first of which is in use (and perhaps removed).
fn version_and_candidates() -> impl Strategy<Value = (String, Vec<UpdateCandidate>)> {
    let version = (1..4_u64, 0..4_u64, 0..4_u64, prop::bool::weighted(0.1));
    let classification = prop_oneof![
        3 => Just(Classification::Supported),
        2 => Just(Classification::Preview),
        2 => Just(Classification::Deprecated),
        3 => Just(Classification::Expired),
        1 => Just(Classification::Unavailable),
    ];
    (prop::collection::vec((version, classification), 1..14), prop::bool::weighted(0.8)).prop_map(|(list, keep)| {
        let mut seen = BTreeSet::new();
        let mut candidates = Vec::new();
        for ((major, minor, patch, prerelease), classification) in list {
            let suffix = if prerelease { "-rc" } else { "" };
            let text = format!("{major}.{minor}.{patch}{suffix}");
            if seen.insert(text.clone()) {
                candidates.push(UpdateCandidate::new(&text, classification));
            }
        }
        let current = candidates[0].text().to_owned();
        if !keep {
            candidates.remove(0);
        }
        (current, candidates)
    })
}

fn any_strategy() -> impl Strategy<Value = ImageUpdateStrategy> {
    prop::sample::select(ImageUpdateStrategy::ALL)
}

/// Excludes the quirk about version zero, which the small world does not contain.
fn any_quirks() -> impl Strategy<Value = UpdateQuirks> {
    any::<[bool; 4]>().prop_map(|[unavailable, may_pick, levels, latest]| UpdateQuirks {
        unavailable_is_a_target: unavailable,
        force_update_may_pick_expired: may_pick,
        force_update_passes_expired_levels: levels,
        force_update_passes_expired_latest: latest,
        ..UpdateQuirks::GARDENER_1_150
    })
}

/// Decides about any kind of update: the three image strategies, and Kubernetes.
fn decide<'c>(
    kind: Option<ImageUpdateStrategy>,
    current: &str,
    candidates: &'c [UpdateCandidate],
    auto: bool,
    quirks: UpdateQuirks,
) -> UpdateDecision<'c> {
    match kind {
        Some(strategy) => plan_image_update(current, candidates.iter(), strategy, auto, quirks),
        None => plan_kubernetes_update(current, candidates.iter(), auto, quirks).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_naive_planner_agrees(
        (current, candidates) in version_and_candidates(), strategy in any_strategy(), auto in any::<bool>(), quirks in any_quirks(),
    ) {
        let decision = plan_image_update(&current, candidates.iter(), strategy, auto, quirks);
        prop_assert_eq!(answer(&decision), naive::image(&current, &candidates, strategy, auto, quirks));
        // For Kubernetes, a pre-release of the same version counts as the version in use, which the naive planner does not support.
        if !current.contains('-') && candidates.iter().all(|candidate| !candidate.text().contains('-')) {
            let decision = plan_kubernetes_update(&current, candidates.iter(), auto, quirks).unwrap();
            prop_assert_eq!(answer(&decision), naive::kubernetes(&current, &candidates, auto, quirks));
        }
    }

    #[test]
    fn targets_follow_the_rules(
        (current, candidates) in version_and_candidates(), kind in prop::option::of(any_strategy()), auto in any::<bool>(), quirks in any_quirks(),
    ) {
        let decision = decide(kind, &current, &candidates, auto, quirks);
        let UpdateDecision::Update { target, reason } = &decision else { return Ok(()) };
        let (from, to): (Version, &Version) = (current.parse().unwrap(), target.candidate.version().unwrap());
        let found = target.candidate.classification();
        prop_assert!(to > &from, "never down");
        prop_assert!(*found != Classification::Preview, "never to a preview");
        prop_assert!(quirks.unavailable_is_a_target || *found != Classification::Unavailable);
        prop_assert!(reason.is_forced() || *found != Classification::Expired, "automatic updates never go to an expired version");
        match kind {
            Some(ImageUpdateStrategy::Patch) => {
                prop_assert_eq!(to.major(), from.major());
                prop_assert!(reason.is_forced() || to.minor() == from.minor());
            }
            Some(ImageUpdateStrategy::Minor) => prop_assert!(reason.is_forced() || to.major() == from.major()),
            Some(ImageUpdateStrategy::Major) => {}
            None => {
                prop_assert_eq!(to.major(), from.major());
                prop_assert!(to.minor() == from.minor() || reason.is_forced() && to.minor() == from.minor() + 1);
            }
        }
    }

    #[test]
    fn expired_targets_have_no_live_alternative(
        (current, candidates) in version_and_candidates(), strategy in any_strategy(), auto in any::<bool>(),
    ) {
        let decision = plan_image_update(&current, candidates.iter(), strategy, auto, UpdateQuirks::NONE);
        let UpdateDecision::Update { target, .. } = decision else { return Ok(()) };
        let (target, step) = (target.candidate, target.step);
        if *target.classification() != Classification::Expired {
            return Ok(());
        }
        let level = |candidate: &UpdateCandidate| {
            let version = candidate.version().unwrap();
            let is_minor = matches!(step, UpdateStep::Patch | UpdateStep::NextMinor);
            (version.major(), if is_minor { version.minor() } else { 0 })
        };
        let from: Version = current.parse().unwrap();
        let above = candidates.iter().filter(|other| *other.version().unwrap() > from);
        for other in above.filter(|other| level(other) == level(target)) {
            let dead = matches!(
                other.classification(),
                Classification::Expired | Classification::Preview | Classification::Unavailable
            );
            prop_assert!(dead, "{} is live", other.text());
        }
    }

    /// Expired or missing, a version with automatic updates goes where they lead, if they lead anywhere.
    #[test]
    fn automatic_target_comes_first(
        (current, candidates) in version_and_candidates(), kind in prop::option::of(any_strategy()), quirks in any_quirks(),
    ) {
        let automatic = match kind {
            Some(strategy) => image_target(&current, candidates.iter(), strategy, false, quirks),
            None => kubernetes_target(&current, candidates.iter(), false, quirks),
        };
        let Some(automatic) = automatic.unwrap() else { return Ok(()) };
        let decision = decide(kind, &current, &candidates, true, quirks);
        prop_assert_eq!(decision.target().map(UpdateCandidate::text), Some(automatic.candidate.text()));
    }

    /// The documented order: a later level is never selected while an earlier one has a possible target.
    #[test]
    fn force_updates_try_the_levels_in_order(
        (current, candidates) in version_and_candidates(), kind in prop::option::of(any_strategy()), auto in any::<bool>(),
    ) {
        let decision = decide(kind, &current, &candidates, auto, UpdateQuirks::NONE);
        let UpdateDecision::Update { target, reason } = &decision else { return Ok(()) };
        let is_automatic = auto && matches!(target.step, UpdateStep::SameMajor | UpdateStep::Latest)
            && *target.candidate.classification() != Classification::Expired;
        if !reason.is_forced() || is_automatic || target.step == UpdateStep::Patch {
            return Ok(());
        }
        let from: Version = current.parse().unwrap();
        let is_passed = |version: &Version| match target.step {
            UpdateStep::NextMajor => version.major() == from.major(),
            _ => (version.major(), version.minor()) == (from.major(), from.minor()),
        };
        for other in &candidates {
            let version = other.version().unwrap();
            let cannot_be = matches!(other.classification(), Classification::Preview | Classification::Unavailable);
            prop_assert!(*version <= from || cannot_be || !is_passed(version), "{} comes first", other.text());
        }
    }

    #[test]
    fn the_order_of_the_profile_does_not_matter(
        (current, candidates) in version_and_candidates(), kind in prop::option::of(any_strategy()), auto in any::<bool>(), quirks in any_quirks(), turn in 0..14_usize,
    ) {
        // For Kubernetes, a pre-release of the version in use would be found first.
        if kind.is_none() && candidates.iter().any(|candidate| candidate.text().contains('-')) {
            return Ok(());
        }
        let straight = answer(&decide(kind, &current, &candidates, auto, quirks));
        let mut turned = candidates.clone();
        turned.reverse();
        let length = turned.len().max(1);
        turned.rotate_left(turn % length);
        prop_assert_eq!(straight, answer(&decide(kind, &current, &turned, auto, quirks)));
    }

    #[test]
    fn relevant_versions_determine_the_target(list in any_list(), quirks in every_quirk()) {
        assert_relevant_versions_suffice(&list, quirks);
    }

    #[test]
    fn repeated_updates_terminate(
        (current, candidates) in version_and_candidates(), kind in prop::option::of(any_strategy()), auto in any::<bool>(), quirks in any_quirks(),
    ) {
        let mut current = current;
        for _ in 0..=candidates.len() {
            match decide(kind, &current, &candidates, auto, quirks).target() {
                Some(target) => current = target.text().to_owned(),
                None => return Ok(()),
            }
        }
        prop_assert!(false, "still moving at {}", current);
    }
}

/// Generates versions in any order, including duplicates, equal precedence, 0.0.0, and invalid versions.
fn any_list() -> impl Strategy<Value = Vec<UpdateCandidate>> {
    // Invalid versions are rare, because a single one determines the result wherever it is.
    let form = prop_oneof![1 => Just(4), 40 => 0..4_u8, 120 => Just(5)];
    let text = (0..4_u64, 0..5_u64, 0..3_u64, form).prop_map(|(major, minor, patch, form)| match form {
        0 => format!("{major}.{minor}.{patch}-rc"),
        1 => format!("{major}.{minor}"),
        2 => format!("v{major}.{minor}.{patch}"),
        3 => format!("{major}.{minor}.{patch}+build"),
        4 => format!("{major}.{minor}.{patch}.no"),
        _ => format!("{major}.{minor}.{patch}"),
    });
    let classification =
        prop::sample::select([&CLASSIFICATIONS[..], &[Classification::Unknown("other".to_owned())]].concat());
    let classification = prop_oneof![2 => classification, 1 => Just(Classification::Expired)];
    let one = (text, classification).prop_map(|(text, classification)| UpdateCandidate::new(&text, classification));
    prop::collection::vec(one, 1..30)
}

fn every_quirk() -> impl Strategy<Value = UpdateQuirks> {
    (any_quirks(), any::<bool>())
        .prop_map(|(quirks, version_zero_is_special)| UpdateQuirks { version_zero_is_special, ..quirks })
}

/// Gardener's loop over all minors counts those of other majors: always those of lower ones, and those of higher ones unless it
/// stops before.
#[rstest]
#[case::higher_major_hides_a_lower_one("2.0.0:E 3.1.0:s 1.1.0:p 2.2.0:s 2.2.1:E 2.3.0:s")]
#[case::higher_major_alone("2.0.0:E 3.1.0:s 2.2.0:s 2.2.1:E 2.3.0:s")]
#[case::nothing_ends_it("2.0.0:E 3.1.0:s 2.2.0:s 2.2.1:E")]
#[case::several_lower_majors("1.3.0:p 2.1.0:p 3.0.0:E 3.2.0:s 3.2.1:E 3.3.0:s 0.1.0:p")]
fn search_through_other_majors(#[case] list: &str) {
    let classified = |text: &str| match text {
        "E" => Classification::Expired,
        "p" => Classification::Preview,
        _ => Classification::Supported,
    };
    let of = |one: &str| one.split_once(':').map(|(version, is)| UpdateCandidate::new(version, classified(is)));
    let list: Vec<UpdateCandidate> = list.split(' ').map(|one| of(one).unwrap()).collect();
    assert_relevant_versions_suffice(&list, UpdateQuirks::GARDENER_1_150);
}

/// Checks that for every version of a list, the deciding candidates and the entire list lead to the same target or error.
fn assert_relevant_versions_suffice(list: &[UpdateCandidate], quirks: UpdateQuirks) {
    let by_minor = CandidatesByMinor::new(list);
    for current in list {
        let deciding = by_minor.relevant_for(current);
        for forced in [false, true] {
            let show = |found: Result<Option<UpdateTarget<'_>>, UpdateError>| {
                found.map(|found| found.map(|target| (std::ptr::from_ref(target.candidate), target.step)))
            };
            let text = current.text();
            assert_eq!(
                show(kubernetes_target(text, deciding.iter().copied(), forced, quirks)),
                show(kubernetes_target(text, list.iter(), forced, quirks)),
                "Kubernetes {text} {forced} {quirks:?} {list:?}"
            );
            for strategy in ImageUpdateStrategy::ALL.iter().copied() {
                assert_eq!(
                    show(image_target(text, deciding.iter().copied(), strategy, forced, quirks)),
                    show(image_target(text, list.iter(), strategy, forced, quirks)),
                    "{text} {strategy:?} {forced} {quirks:?} {list:?}"
                );
            }
        }
    }
}

/// The versions that an update of 1.1.1 may or may not select. Comparisons depend only on whether major, minor and patch are the
/// same, the next, or a later one, so these versions represent every case.
const SMALL_WORLD: [&str; 10] =
    ["1.1.0", "1.1.1", "1.1.2", "1.1.3", "1.2.0", "1.2.1", "1.3.0", "2.0.0", "2.2.0", "3.0.0"];

const CLASSIFICATIONS: [Classification; 5] = [
    Classification::Supported,
    Classification::Preview,
    Classification::Deprecated,
    Classification::Expired,
    Classification::Unavailable,
];

/// Compares the planner with the naive one for every list of up to five of these versions with every classification.
///
/// For optimized builds: `cargo xtask ci --only "small inputs"`.
#[test]
#[ignore = "takes minutes where it is not built for speed"]
fn planners_agree_on_all_small_lists() {
    let named: Vec<Vec<UpdateCandidate>> = SMALL_WORLD
        .iter()
        .map(|text| {
            let first = UpdateCandidate::new(text, Classification::Supported);
            CLASSIFICATIONS.iter().map(|one| first.classified(one.clone())).collect()
        })
        .collect();
    let places: Vec<Vec<usize>> = (0..1_usize << SMALL_WORLD.len())
        .map(|bits| (0..SMALL_WORLD.len()).filter(|place| bits & (1 << place) != 0).collect())
        .filter(|places: &Vec<usize>| places.len() <= 5)
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let tried: usize = std::thread::scope(|scope| {
        let work = || {
            let mut tried = 0;
            while let Some(places) = places.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                for number in 0..CLASSIFICATIONS.len().pow(u32::try_from(places.len()).unwrap()) {
                    let mut rest = number;
                    let list: Vec<UpdateCandidate> = places
                        .iter()
                        .map(|place| {
                            let class = rest % CLASSIFICATIONS.len();
                            rest /= CLASSIFICATIONS.len();
                            named[*place][class].clone()
                        })
                        .collect();
                    tried += planners_agree(&list);
                }
            }
            tried
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|one| one.join().unwrap()).sum()
    });
    println!("{tried} decisions about {} lists of versions", places.len());
    assert!(tried > 10_000_000, "{tried}");
}

/// Checks every decision about 1.1.1 and a list of versions; returns the number of decisions.
fn planners_agree(list: &[UpdateCandidate]) -> usize {
    const CURRENT: &str = "1.1.1";
    let mut all = vec![UpdateQuirks::NONE, UpdateQuirks::GARDENER_1_150];
    if list.len() <= 3 {
        all = (0..16_u8)
            .map(|bits| UpdateQuirks {
                unavailable_is_a_target: bits & 1 != 0,
                force_update_may_pick_expired: bits & 2 != 0,
                force_update_passes_expired_levels: bits & 4 != 0,
                force_update_passes_expired_latest: bits & 8 != 0,
                version_zero_is_special: false,
            })
            .collect();
    }
    let mut tried = 0;
    for quirks in all {
        assert_relevant_versions_suffice(list, quirks);
        for auto in [false, true] {
            for strategy in ImageUpdateStrategy::ALL.iter().copied() {
                let decision = plan_image_update(CURRENT, list.iter(), strategy, auto, quirks);
                let expected = naive::image(CURRENT, list, strategy, auto, quirks);
                assert_eq!(answer(&decision), expected, "{strategy:?} {auto} {quirks:?} {list:?}");
                tried += 1;
            }
            let decision = plan_kubernetes_update(CURRENT, list.iter(), auto, quirks).unwrap();
            assert_eq!(answer(&decision), naive::kubernetes(CURRENT, list, auto, quirks), "{auto} {quirks:?} {list:?}");
            tried += 1;
        }
    }
    tried
}
