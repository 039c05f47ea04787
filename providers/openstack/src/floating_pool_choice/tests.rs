use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_core_model::{Quirks, Semantics};
use rstest::rstest;

use super::*;

/// Parses `name/region/domain`, with `-` for an absent one, followed by ` nc` for an entry that does not constrain.
fn pool(text: &str) -> FloatingPool {
    let (text, additional) = text.strip_suffix(" nc").map_or((text, None), |text| (text, Some(true)));
    let mut parts = text.split('/');
    let mut part = || parts.next().filter(|part| *part != "-").map(str::to_owned);
    FloatingPool {
        name: part().unwrap_or_default(),
        region: part(),
        domain: part(),
        non_constraining: additional,
        ..FloatingPool::default()
    }
}

fn pools(text: &str) -> Vec<FloatingPool> {
    text.split(", ").map(pool).collect()
}

fn answer(text: &str, name: &str, semantics: Semantics) -> Result<usize, Vec<String>> {
    let (pools, quirks) = (pools(text), Quirks::of(semantics).openstack);
    let offer = ApplicableFloatingPools::new(&pools, ShootScope { region: "r1", domain: Some("d1") }, &quirks);
    offer.find(name).ok_or_else(|| offer.allowed().into_iter().map(str::to_owned).collect())
}

/// The answers recorded from the extension, and the documented ones where they differ.
#[rstest]
#[case("*/-/-", "x", Ok(0), None)]
#[case::regional_hides_global("y/r1/-, x/-/-", "x", Err("y"), None)]
#[case::other_region("y/r2/-, x/-/-", "x", Ok(1), None)]
#[case::global_is_additional("y/r1/-, x/-/- nc", "x", Ok(1), None)]
#[case::regional_is_additional("y/r1/- nc, x/-/-", "x", Ok(1), None)]
#[case::both_hide_regional("y/r1/d1, x/r1/-", "x", Err("y"), None)]
#[case::regional_and_both("y/r1/d1, x/r1/- nc", "x", Ok(1), None)]
#[case::not_in_the_domain("x/r1/-, y/-/d1", "x", Err(""), None)]
#[case::disjoint("a/r1/-, y/-/d1, x/-/-", "x", Ok(2), Some(Err("")))]
#[case::in_both("x/r1/-, x/-/d1", "x", Ok(0), None)]
#[case::longest("*/r1/-, fp-*/r1/-, fp-eu-*/r1/-", "fp-eu-1", Ok(2), None)]
#[case::the_name_itself("x*/-/-, x/-/-", "x", Ok(0), Some(Ok(1)))]
#[case::the_name_itself_first("x/-/-, x*/-/-", "x", Ok(0), None)]
#[case::the_name_itself_farther("x*/r1/-, x/-/-", "x", Ok(0), None)]
#[case::equal_scores("a*/-/-, *b/-/-", "ab", Ok(0), None)]
#[case::additional_for_the_region("x/r1/- nc, y/-/d1", "x", Err("x y"), Some(Ok(0)))]
#[case::additional_for_the_domain("y/r1/-, x/-/d1 nc", "x", Err("x y"), Some(Ok(1)))]
#[case::patterns_in_both("fp-*/r1/-, fp-1/-/d1", "fp-1", Ok(0), None)]
#[case::patterns_on_one_side("fp-*/r1/-, fp-1/-/d1", "fp-2", Err(""), Some(Err("fp-1")))]
#[case::no_entry_at_all("x/r2/-", "x", Err(""), None)]
fn recorded_choices_are_reproduced(
    #[case] text: &str,
    #[case] name: &str,
    #[case] gardener: Result<usize, &str>,
    #[case] documented: Option<Result<usize, &str>>,
) {
    let expected = |answer: Result<usize, &str>| {
        answer.map_err(|names| names.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(answer(text, name, Semantics::Gardener), expected(gardener));
    assert_eq!(answer(text, name, Semantics::Documented), expected(documented.unwrap_or(gardener)));
}

#[rstest]
#[case::region_must_be_set("x/-/-", None)]
#[case::star_never_matches("*/r1/-", None)]
#[case::domain_does_not_matter("x/r1/other", Some(0))]
#[case::constraining_first("x/r1/- nc, x*/r1/-", Some(1))]
#[case::additional_only_if_none("x/r1/- nc, y/r1/-", Some(0))]
#[case::other_region("x/r2/-", None)]
#[case::a_tie_keeps_the_first("x*/r1/-, x/r1/-", Some(0))]
fn controllers_ignore_the_domain(#[case] text: &str, #[case] expected: Option<usize>) {
    assert_eq!(find_for_controllers(&pools(text), "r1", "x"), expected);
}

#[test]
fn an_unknown_domain_matches_only_entries_without_a_domain() {
    let (pools, quirks) = (pools("x/-/d1, y/-/-"), Quirks::of(Semantics::Documented).openstack);
    let offer = ApplicableFloatingPools::new(&pools, ShootScope { region: "r1", domain: None }, &quirks);
    assert_eq!((offer.find("x"), offer.find("y")), (None, Some(1)));
}

/// A direct implementation of the extension's four searches, one after the other.
fn naive(pools: &[FloatingPool], name: &str) -> Result<usize, BTreeSet<String>> {
    let (region, domain) = (Some("r1"), Some("d1"));
    let mut additional = BTreeSet::new();
    let mut search = |domain: Option<&str>, region: Option<&str>, only: bool, valid: &mut BTreeSet<String>| {
        let mut best: Option<(usize, usize)> = None;
        for (index, pool) in pools.iter().enumerate() {
            if pool.domain.as_deref() != domain || pool.region.as_deref() != region {
                continue;
            }
            if pool.non_constraining == Some(true) {
                additional.insert(pool.name.clone());
            } else if only {
                continue;
            } else {
                valid.insert(pool.name.clone());
            }
            if let Some(score) = match_score(&pool.name, name)
                && best.is_none_or(|(_, other)| other < score)
            {
                best = Some((index, score));
            }
        }
        best.map(|(index, _)| index)
    };
    let (mut valid, mut of_region, mut of_domain) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    if let Some(found) = search(domain, region, false, &mut valid) {
        return Ok(found);
    }
    let only = !valid.is_empty();
    let in_region = search(None, region, only, &mut of_region);
    let in_domain = search(domain, None, only, &mut of_domain);
    match (in_region, in_domain) {
        (Some(found), Some(_)) => return Ok(found),
        (Some(found), None) if of_domain.is_empty() => return Ok(found),
        (None, Some(found)) if of_region.is_empty() => return Ok(found),
        _ => {}
    }
    if !of_region.is_empty() && !of_domain.is_empty() {
        valid = of_region.intersection(&of_domain).cloned().collect();
    } else if !of_region.is_empty() {
        valid = of_region;
    } else if !of_domain.is_empty() {
        valid = of_domain;
    }
    let only = !valid.is_empty();
    let found = search(None, None, only, &mut valid);
    found.ok_or_else(|| valid.union(&additional).cloned().collect())
}

fn any_pool() -> impl Strategy<Value = FloatingPool> {
    let name = prop::sample::select(vec!["x", "y", "x*", "*y", "*", "xy"]);
    let region = prop::sample::select(vec![None, Some("r1"), Some("r1"), Some("r2")]);
    let domain = prop::sample::select(vec![None, Some("d1"), Some("d1"), Some("d2")]);
    (name, region, domain, any::<Option<bool>>()).prop_map(|(name, region, domain, non_constraining)| FloatingPool {
        name: name.to_owned(),
        region: region.map(str::to_owned),
        domain: domain.map(str::to_owned),
        non_constraining,
        ..FloatingPool::default()
    })
}

proptest! {
    #[test]
    fn single_pass_agrees_with_four_searches(
        pools in prop::collection::vec(any_pool(), 0..8),
        name in prop::sample::select(vec!["x", "y", "xy", "xx", "z"]),
    ) {
        let quirks = Quirks::of(Semantics::Gardener).openstack;
        let offer = ApplicableFloatingPools::new(&pools, ShootScope { region: "r1", domain: Some("d1") }, &quirks);
        let answer = offer.find(name).ok_or_else(|| offer.allowed().into_iter().map(str::to_owned).collect());
        prop_assert_eq!(answer, naive(&pools, name));
    }

    #[test]
    fn documented_semantics_only_differ_where_a_quirk_is_named(
        pools in prop::collection::vec(any_pool(), 0..8),
        name in prop::sample::select(vec!["x", "y", "xy", "xx", "z"]),
    ) {
        let shoot_scope = ShootScope { region: "r1", domain: Some("d1") };
        let quirks = Quirks::of(Semantics::Documented).openstack;
        let found = ApplicableFloatingPools::new(&pools, shoot_scope, &quirks).find(name);
        let gardener = naive(&pools, name).ok();
        if found != gardener {
            let tier = |wanted: Tier, constrains: bool| {
                pools.iter().any(|pool| shoot_scope.tier(pool) == Some(wanted) && pool.constrains() == constrains)
            };
            let disjoint = tier(Tier::Region, true) && tier(Tier::Domain, true);
            let hidden = (tier(Tier::Region, true) && tier(Tier::Domain, false))
                || (tier(Tier::Domain, true) && tier(Tier::Region, false));
            let is_tie = pools.iter().any(|pool| pool.name == name)
                && pools.iter().any(|pool| pool.name != name && match_score(&pool.name, name) == Some(name.len()));
            prop_assert!(disjoint || hidden || is_tie, "{found:?} {gardener:?}");
        }
    }

    #[test]
    fn every_allowed_name_is_found(pools in prop::collection::vec(any_pool(), 0..8)) {
        let quirks = Quirks::of(Semantics::Documented).openstack;
        let offer = ApplicableFloatingPools::new(&pools, ShootScope { region: "r1", domain: Some("d1") }, &quirks);
        for name in offer.allowed() {
            prop_assert!(offer.find(name).is_some(), "{name}");
        }
    }
}
