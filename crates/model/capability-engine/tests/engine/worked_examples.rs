//! The worked examples of the documentation.

use rootstock_capability_engine::{SelectionOutcome, Vocabulary};
use rootstock_core_model::Quirks;
use rstest::rstest;

use crate::inputs;

const NVME_FIRST: &str = "architecture[amd64] storageAccess[NVMe,SCSI]";
const SCSI_FIRST: &str = "architecture[amd64] storageAccess[SCSI,NVMe]";
const BOTH: &str = "architecture[amd64] storageAccess[NVMe,SCSI]";

/// "Tie-Breaking on storageAccess", with both ways to flip it; the order of the machine type's values changes nothing.
#[rstest]
#[case::as_written(NVME_FIRST, BOTH, 0)]
#[case::values_reordered(SCSI_FIRST, BOTH, 1)]
#[case::capabilities_reordered("storageAccess[NVMe,SCSI] architecture[amd64]", BOTH, 0)]
#[case::narrowed(NVME_FIRST, "architecture[amd64] storageAccess[SCSI]", 1)]
#[case::machine_type_reordered(NVME_FIRST, "architecture[amd64] storageAccess[SCSI,NVMe]", 0)]
fn ties_are_broken_by_storage_access(#[case] definitions: &str, #[case] machine: &str, #[case] flavor: usize) {
    let vocabulary = Vocabulary::new(&inputs::definitions(definitions));
    let machine = vocabulary.compile(&inputs::capabilities(machine));
    let flavors = inputs::flavors(
        &vocabulary,
        &["architecture[amd64] storageAccess[NVMe]", "architecture[amd64] storageAccess[SCSI]"],
    );
    for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
        let explanation = vocabulary.explain(&flavors, &machine, None, &quirks);
        assert_eq!(explanation.outcome, SelectionOutcome::Selected { flavor });
        assert_eq!(explanation.gardener, None);
    }
}

#[test]
fn the_explanation_follows_the_document() {
    let vocabulary = Vocabulary::new(&inputs::definitions(NVME_FIRST));
    let machine = vocabulary.compile(&inputs::capabilities(BOTH));
    let flavors = inputs::flavors(
        &vocabulary,
        &["architecture[amd64] storageAccess[NVMe]", "architecture[amd64] storageAccess[SCSI]"],
    );
    let explanation = vocabulary.explain(&flavors, &machine, None, &Quirks::NONE);
    insta::assert_json_snapshot!("worked_example_json", explanation);
}

#[test]
fn explanation_shows_where_gardener_differs() {
    let vocabulary = Vocabulary::new(&inputs::definitions("architecture[amd64] storage[NVMe,SCSI] boot[uefi,bios]"));
    let machine = vocabulary.compile(&inputs::capabilities("storage[SCSI]"));
    let worker = vocabulary.compile(&inputs::capabilities("architecture[amd64]"));
    let flavors = inputs::flavors(
        &vocabulary,
        &["storage[NVMe,SCSI] boot[bios]", "storage[SCSI] boot[uefi]", "storage[SCSI] boot[uefi]", "storage[NVMe]"],
    );
    insta::assert_json_snapshot!(
        "worker_narrowing_ambiguity",
        vocabulary.explain(&flavors, &machine, Some(&worker), &Quirks::NONE)
    );
    insta::assert_json_snapshot!(
        "gardener_own_values",
        vocabulary.explain(&flavors, &machine, None, &Quirks::GARDENER_1_150)
    );
}

/// "How this is interpreted", below the complete example.
#[rstest]
#[case::general_medium("architecture[amd64] machineHostType[virtual]", 0, &["machineHostType", "architecture"])]
#[case::metal_medium("architecture[amd64] machineHostType[metal] storageAccess[SCSI]", 1, &["machineHostType", "machineHostType"])]
#[case::arm_medium("architecture[arm64] machineHostType[virtual]", 2, &["architecture", "architecture"])]
fn the_complete_example_is_as_documented(#[case] machine: &str, #[case] flavor: usize, #[case] reasons: &[&str]) {
    let vocabulary = Vocabulary::new(&inputs::definitions(
        "architecture[amd64,arm64] machineHostType[virtual,metal] storageAccess[NVMe,SCSI]",
    ));
    let machine = vocabulary.compile(&inputs::capabilities(machine));
    let flavors = inputs::flavors(
        &vocabulary,
        &[
            "architecture[amd64] machineHostType[virtual] storageAccess[NVMe,SCSI]",
            "architecture[amd64] machineHostType[metal] storageAccess[SCSI]",
            "architecture[arm64] machineHostType[virtual] storageAccess[NVMe]",
        ],
    );
    let explanation = vocabulary.explain(&flavors, &machine, None, &Quirks::NONE);
    assert_eq!(explanation.outcome, SelectionOutcome::Selected { flavor });
    assert_eq!(explanation.compatible, [flavor]);
    let others = (0..flavors.len()).filter(|other| *other != flavor);
    for (other, reason) in others.zip(reasons) {
        let mismatches = vocabulary.mismatches(&flavors[other], &machine, None);
        assert!(mismatches.iter().any(|mismatch| mismatch.capability == *reason), "{mismatches:?}");
    }
}

/// The effective set of the only flavor that fits `general-medium` prefers the NVMe artifact.
#[test]
fn most_preferred_value_of_the_selected_flavor_decides() {
    let vocabulary = Vocabulary::new(&inputs::definitions("architecture[amd64] storageAccess[NVMe,SCSI]"));
    let flavor = vocabulary.compile(&inputs::capabilities("storageAccess[SCSI,NVMe]"));
    let left = vocabulary.effective(&flavor, vocabulary.everything(), None);
    assert_eq!(vocabulary.values(&left, "storageAccess").next(), Some("NVMe"));
}

/// GEP-33: a machine type that boots either way gets the image of the generation listed first.
#[rstest]
#[case::prefers_gen2("hypervisorType[gen2,gen1]", "", 1)]
#[case::reordered("hypervisorType[gen1,gen2]", "", 2)]
#[case::gen1_only("hypervisorType[gen2,gen1]", "hypervisorType[gen1]", 2)]
#[case::gen2_only("hypervisorType[gen2,gen1]", "hypervisorType[gen2]", 1)]
fn azure_generations(#[case] hypervisor: &str, #[case] machine: &str, #[case] flavor: usize) {
    let vocabulary = Vocabulary::new(&inputs::definitions(&format!(
        "architecture[amd64,arm64] {hypervisor} network[accelerated,standard]"
    )));
    let machine = vocabulary.compile(&inputs::capabilities(&format!("architecture[amd64] {machine}")));
    let flavors = inputs::flavors(
        &vocabulary,
        &[
            "architecture[arm64] hypervisorType[gen2] network[accelerated,standard]",
            "architecture[amd64] hypervisorType[gen2]",
            "architecture[amd64] hypervisorType[gen1]",
        ],
    );
    for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
        assert_eq!(vocabulary.select(&flavors, &machine, None, &quirks).unwrap().flavor, flavor);
    }
}

/// Three sets are intersected jointly: each pair below has a value in common, but all three do not.
#[test]
fn worker_restricts_the_intersection() {
    let vocabulary = Vocabulary::new(&inputs::definitions("s[a,b,c]"));
    let [flavor, machine, worker] =
        ["s[a,b]", "s[b,c]", "s[a,c]"].map(|text| vocabulary.compile(&inputs::capabilities(text)));
    assert!(vocabulary.compatible(&flavor, &machine));
    assert!(vocabulary.compatible(&flavor, &worker));
    assert!(vocabulary.compatible(&machine, &worker));
    assert!(!vocabulary.compatible_with_worker(&flavor, &machine, Some(&worker)));
    let mismatches = vocabulary.mismatches(&flavor, &machine, Some(&worker));
    insta::assert_json_snapshot!(mismatches, @r#"
    [
      {
        "capability": "s",
        "flavor": [
          "a",
          "b"
        ],
        "machineType": [
          "b",
          "c"
        ],
        "worker": [
          "a",
          "c"
        ]
      }
    ]
    "#);
}
