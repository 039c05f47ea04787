//! Tests of the conformance kit: a correct plug-in keeps every law, and each law has plug-ins that break it. A law that
//! nothing breaks would be useless.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod harbour;
mod mistakes;
mod mutant;

use std::collections::BTreeSet;

use rootstock_conformance_kit::{Law, Verdict, check, check_law};
use rootstock_provider_api::Provider;
use rstest::rstest;

use harbour::{Harbour, Mistake};
use mutant::{Mutant, Mutation};

/// The plug-in without mistakes.
const CORRECT: &dyn Provider = &Harbour::<{ Mistake::NONE }>;

#[test]
fn correct_plug_in_keeps_every_law() {
    let report = check(CORRECT);
    assert!(report.holds(), "{report}");
    let applies = |law: &Law| matches!(report.verdict(*law), Some(Verdict::Holds { cases }) if *cases > 0);
    assert!(Law::ALL.iter().all(applies), "{report}");
}

/// Asserts that this particular law finds the mistake.
#[track_caller]
fn assert_broken(provider: &'static dyn Provider, law: Law) {
    let verdict = check_law(provider, law);
    let Verdict::Broken { counterexample } = verdict else { panic!("`{law}` does not find it: {verdict:?}") };
    assert!(!counterexample.is_empty());
}

/// Mutated answers, which stand for any bug inside a plug-in.
#[rstest]
fn mutated_answers_break_their_law(#[values(0, 1, 2, 3, 4, 5, 6, 7)] part: usize) {
    for (mutation, law) in Mutation::ALL.iter().skip(part).step_by(8) {
        assert_broken(Box::leak(Box::new(Mutant::new(*mutation))), *law);
    }
}

/// Typical mistakes of plug-ins.
#[rstest]
#[case::swallows_unknown_fields(&Harbour::<{ Mistake::IGNORES_UNKNOWN_FIELDS }>, Law::UnknownFields)]
#[case::another_name_for_a_field(&Harbour::<{ Mistake::ALIAS }>, Law::UnknownFields)]
#[case::loses_a_flavor(&Harbour::<{ Mistake::LOSES_A_FLAVOR }>, Law::References)]
#[case::loses_an_image(&Harbour::<{ Mistake::LOSES_AN_IMAGE }>, Law::References)]
#[case::counts_from_one(&Harbour::<{ Mistake::COUNTS_FROM_ONE }>, Law::References)]
#[case::mixes_regions_up(&Harbour::<{ Mistake::SWAPS_REGIONS }>, Law::Selection)]
#[case::panics_on_an_empty_list(&Harbour::<{ Mistake::PANICS }>, Law::Totality)]
#[case::misspells_a_path(&Harbour::<{ Mistake::MISSPELLS_A_PATH }>, Law::Paths)]
#[case::forgets_what_moves(&Harbour::<{ Mistake::OMITS_MOVED_FIELDS }>, Law::Formats)]
#[case::misplaces_the_architecture(&Harbour::<{ Mistake::MISPLACES_ARCHITECTURE }>, Law::Sample)]
#[case::refuses_its_own_sample(&Harbour::<{ Mistake::REFUSES_ITS_SAMPLE }>, Law::Sample)]
#[case::sample_is_no_json(&Harbour::<{ Mistake::SAMPLE_IS_NOT_JSON }>, Law::Sample)]
#[case::strict_worker_config(&Harbour::<{ Mistake::STRICT_WORKER_CONFIG }>, Law::Workers)]
fn mistakes_are_found(#[case] provider: &'static dyn Provider, #[case] law: Law) {
    assert_broken(provider, law);
}

/// Every law has a mutation that breaks it.
#[test]
fn every_law_can_be_broken() {
    let broken: BTreeSet<Law> = Mutation::ALL.iter().map(|(_, law)| *law).collect();
    assert_eq!(broken, Law::ALL.iter().copied().collect());
}

#[test]
fn law_names_are_unique_and_kebab_case() {
    let names: BTreeSet<&str> = Law::ALL.iter().map(|law| law.name()).collect();
    assert_eq!(names.len(), Law::ALL.len());
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    assert!(Law::ALL.iter().all(|law| law.sentence().ends_with('.')));
}
