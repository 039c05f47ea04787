//! Inputs for which the documentation and Gardener may differ.

use rootstock_capability_engine::{SelectionError, SelectionOutcome, Vocabulary};
use rootstock_core_model::Quirks;
use rstest::rstest;

use crate::inputs;

const STORAGE_BOOT: &str = "architecture[amd64] storage[NVMe,SCSI] boot[uefi,bios]";
const STORAGE: &str = "architecture[amd64] storage[NVMe,SCSI]";

fn selected(flavor: usize) -> SelectionOutcome {
    SelectionOutcome::Selected { flavor }
}

fn tie() -> SelectionOutcome {
    SelectionOutcome::Ambiguous { flavors: vec![0, 1] }
}

#[rstest]
#[case::difference_1(STORAGE_BOOT, "architecture[amd64]", &["storage[NVMe,SCSI] boot[bios]", "storage[NVMe] boot[uefi]"], selected(0), selected(1))]
#[case::difference_2(STORAGE_BOOT, "storage[SCSI]", &["storage[NVMe,SCSI] boot[bios]", "storage[SCSI] boot[uefi]"], selected(0), selected(1))]
#[case::difference_3("architecture[amd64] c[a,b,c]", "c[b,c]", &["c[a,c]", "c[b]"], selected(0), selected(1))]
// The effective values tie; the wider own set breaks the tie under documented semantics, too.
#[case::difference_4(STORAGE, "storage[NVMe]", &["storage[NVMe]", "storage[NVMe,SCSI]"], selected(1), selected(1))]
#[case::difference_5(STORAGE, "", &["", "storage[SCSI,NVMe]"], tie(), tie())]
#[case::difference_6("architecture[amd64]", "", &["foo[a]", "foo[b]"], tie(), tie())]
#[case::difference_7("", "", &["architecture[amd64]", "architecture[arm64]"], tie(), tie())]
#[case::difference_8(STORAGE, "", &["storage[]"], SelectionOutcome::NoneCompatible, SelectionOutcome::NoneCompatible)]
#[case::difference_9("architecture[amd64] storageAccess[NVMe,SCSI]", "storageAccess[NVMe,SCSI]", &["storageAccess[NVMe]", "storageAccess[SCSI]"], selected(0), selected(0))]
#[case::difference_10("architecture[amd64,arm64] s[x,y]", "", &["architecture[arm64] s[x]", "architecture[amd64] s[y]"], selected(1), selected(1))]
#[case::difference_11("architecture[amd64] s[x,y]", "s[x]", &["s[x]", "s[y]", "s[y]"], selected(0), selected(0))]
fn row(
    #[case] definitions: &str,
    #[case] machine: &str,
    #[case] flavors: &[&str],
    #[case] gardener: SelectionOutcome,
    #[case] documented: SelectionOutcome,
) {
    let vocabulary = Vocabulary::new(&inputs::definitions(definitions));
    let machine = vocabulary.compile(&inputs::capabilities(machine));
    let flavors = inputs::flavors(&vocabulary, flavors);
    let by_gardener = vocabulary.explain(&flavors, &machine, None, &Quirks::GARDENER_1_150);
    assert_eq!(by_gardener.outcome, gardener);
    assert_eq!(by_gardener.gardener, None);
    let by_document = vocabulary.explain(&flavors, &machine, None, &Quirks::NONE);
    assert_eq!(by_document.outcome, documented);
    assert_eq!(by_document.gardener, (gardener != documented).then_some(gardener));
}

/// The two ranking quirks, each on its own, with the examples from the table of quirks.
#[rstest]
#[case::own("rank_by_own_values", "c[a,b,c]", "c[b,c]", &["c[a,c]", "c[b]"])]
#[case::all("rank_by_all_values", "storage[NVMe,SCSI] boot[uefi,bios]", "", &["storage[NVMe,SCSI] boot[bios]", "storage[NVMe] boot[uefi]"])]
fn quirk(#[case] name: &str, #[case] definitions: &str, #[case] machine: &str, #[case] flavors: &[&str]) {
    let vocabulary = Vocabulary::new(&inputs::definitions(definitions));
    let machine = vocabulary.compile(&inputs::capabilities(machine));
    let flavors = inputs::flavors(&vocabulary, flavors);
    let quirks = Quirks::NONE.with(name, true).unwrap();
    assert_eq!(vocabulary.select(&flavors, &machine, None, &Quirks::NONE).unwrap().flavor, 1);
    assert_eq!(vocabulary.select(&flavors, &machine, None, &quirks).unwrap().flavor, 0);
    assert_eq!(vocabulary.select(&flavors, &machine, None, &Quirks::GARDENER_1_150).unwrap().flavor, 0);
}

#[rstest]
#[case::not_even_registered("s[x]", "s[z]", "s[z]", true)]
#[case::unregistered_and_other("s[x]", "s[z]", "s[y]", false)]
#[case::unregistered_and_omitted("s[x]", "s[z]", "", false)]
#[case::unregistered_and_registered("s[x]", "s[z,x]", "s[z]", true)]
#[case::null_list("s[x]", "s[]", "s[]", false)]
#[case::unregistered_name("s[x]", "t[a]", "t[b]", true)]
#[case::empty_definition("s[]", "", "", false)]
#[case::empty_definition_unregistered_value("s[]", "s[z]", "s[z]", true)]
#[case::last_definition_holds("s[x] s[y]", "s[y]", "", true)]
#[case::first_definition_is_replaced("s[x] s[y]", "s[x]", "", false)]
#[case::first_definition_is_no_default("s[x] s[y]", "s[x]", "s[x]", true)]
#[case::repeated_values("s[x,x]", "s[x,x]", "", true)]
#[case::no_definitions("", "s[x]", "s[y]", true)]
fn odd_input(#[case] definitions: &str, #[case] one: &str, #[case] other: &str, #[case] compatible: bool) {
    let vocabulary = Vocabulary::new(&inputs::definitions(definitions));
    let [one, other] = [one, other].map(|text| vocabulary.compile(&inputs::capabilities(text)));
    assert_eq!(vocabulary.compatible(&one, &other), compatible);
    assert_eq!(vocabulary.compatible(&other, &one), compatible);
}

/// Vocabularies of one word, two words and more; the values to be compared lie in the last word.
#[rstest]
#[case::one_word(3)]
#[case::two_words(40)]
#[case::a_field_of_its_own(100)]
fn flavor_machine_type_and_worker_must_share_a_value(#[case] width: usize) {
    let values = (0..width).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    let vocabulary = Vocabulary::new(&inputs::definitions(&format!("first[{values}] last[{values}]")));
    let set = |text: &str| vocabulary.compile(&inputs::capabilities(text));
    let last = width - 1;
    let one_of = |value: usize| set(&format!("last[{value}]"));
    let both = set(&format!("last[1,{last}]"));
    assert!(vocabulary.compatible_with_worker(&both, &one_of(last), Some(&both)));
    for (flavor, machine_type, worker) in
        [(&one_of(1), &both, &one_of(last)), (&both, &one_of(1), &one_of(last)), (&one_of(1), &one_of(last), &both)]
    {
        assert!(!vocabulary.compatible_with_worker(flavor, machine_type, Some(worker)));
    }
    assert!(!vocabulary.compatible(&one_of(1), &one_of(last)));
}

#[rstest]
#[case(&[3], "the flavors 3 cannot be distinguished: make them differ in a registered capability, or remove all but one")]
#[case(&[0, 1], "the flavors 0 and 1 cannot be distinguished: make them differ in a registered capability, or remove all but one")]
#[case(&[0, 2, 5], "the flavors 0, 2 and 5 cannot be distinguished: make them differ in a registered capability, or remove all but one")]
fn indistinguishable_flavors_are_listed(#[case] flavors: &[usize], #[case] sentence: &str) {
    assert_eq!(SelectionError::Ambiguous { flavors: flavors.to_vec() }.to_string(), sentence);
}

#[test]
fn a_mismatch_shows_the_values_of_each_side() {
    let vocabulary = Vocabulary::new(&inputs::definitions("storage[NVMe,SCSI]"));
    let [nvme, scsi] = ["storage[NVMe]", "storage[SCSI]"].map(|text| vocabulary.compile(&inputs::capabilities(text)));
    let said = |worker| vocabulary.mismatches(&nvme, &scsi, worker)[0].to_string();
    assert_eq!(said(None), "capability `storage`: the machine type has `SCSI`, the image has `NVMe`");
    assert_eq!(
        said(Some(&scsi)),
        "capability `storage`: the machine type has `SCSI`, the image has `NVMe`, the worker asks for `SCSI`"
    );
}

#[test]
fn vocabulary_contains_the_registered_values() {
    let of = |text: &str| Vocabulary::new(&inputs::definitions(text));
    assert!(of("").is_empty());
    let vocabulary = of("storage[NVMe,SCSI] boot[uefi] storage[SCSI,SCSI]");
    assert!(!vocabulary.is_empty());
    let registered: Vec<(&str, &[String])> =
        vocabulary.capabilities().iter().map(|capability| (capability.name(), capability.values())).collect();
    // The last of two definitions applies, at its own position, and each value counts once.
    assert_eq!(registered, [("boot", &["uefi".to_owned()][..]), ("storage", &["SCSI".to_owned()][..])]);
}

#[rstest]
#[case(SelectionOutcome::Selected { flavor: 2 }, "flavor 2")]
#[case(SelectionOutcome::NoneCompatible, "no flavor is compatible")]
#[case(SelectionOutcome::Ambiguous { flavors: vec![0, 2] }, "ambiguous: flavors 0, 2 cannot be distinguished")]
fn outcome_is_displayed_as_a_sentence(#[case] outcome: SelectionOutcome, #[case] words: &str) {
    assert_eq!(outcome.to_string(), words);
}
