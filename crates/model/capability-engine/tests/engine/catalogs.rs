//! Tests with whole profiles: lookups, legacy profiles, architectures, duplicates and the matrix.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rootstock_capability_engine::{CandidateOutcome, CapabilitySet, Catalog, SelectionError, SelectionOutcome};
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, Flavor, MachineImage, MachineImageVersion, MachineType, Quirks,
};
use rstest::rstest;

use crate::{inputs, naive};

/// Builds a profile from definitions, machine types as (name, capabilities), and one image per list of (version, flavors).
fn profile(definitions: &str, machine_types: &[(&str, &str)], images: &[&[(&str, &[&str])]]) -> CloudProfileSpec {
    let version = |(version, flavors): &(&str, &[&str])| MachineImageVersion {
        version: (*version).to_owned(),
        capability_flavors: Some(flavors.iter().map(|text| Flavor(inputs::capabilities(text))).collect()),
        ..MachineImageVersion::default()
    };
    let machine_type = |(name, capabilities): &(&str, &str)| MachineType {
        name: (*name).to_owned(),
        capabilities: inputs::capabilities(capabilities),
        ..MachineType::default()
    };
    let image = |(index, versions): (usize, &&[(&str, &[&str])])| MachineImage {
        name: format!("image-{index}"),
        versions: Some(versions.iter().map(version).collect()),
        ..MachineImage::default()
    };
    CloudProfileSpec {
        machine_capabilities: Some(inputs::definitions(definitions)),
        machine_types: Some(machine_types.iter().map(machine_type).collect()),
        machine_images: Some(images.iter().enumerate().map(image).collect()),
        ..CloudProfileSpec::default()
    }
}

fn legacy_profile() -> CloudProfileSpec {
    let machine_type = |name: &str, architecture: Option<&str>| MachineType {
        name: name.to_owned(),
        architecture: architecture.map(str::to_owned),
        ..MachineType::default()
    };
    let version = |version: &str, architectures: &[&str]| MachineImageVersion {
        version: version.to_owned(),
        architectures: Some(architectures.iter().map(|&name| name.to_owned()).collect()),
        ..MachineImageVersion::default()
    };
    CloudProfileSpec {
        machine_types: Some(vec![machine_type("default", None), machine_type("arm", Some("arm64"))]),
        machine_images: Some(vec![MachineImage {
            name: "linux".to_owned(),
            versions: Some(vec![
                version("1.0.0", &[]),
                version("1.10.0", &["arm64", "amd64"]),
                version("1.9.0", &["arm64"]),
            ]),
            ..MachineImage::default()
        }]),
        ..CloudProfileSpec::default()
    }
}

#[test]
fn a_legacy_profile_is_one_with_the_capability_architecture() {
    let catalog = Catalog::new(&legacy_profile()).unwrap();
    assert!(catalog.is_legacy());
    let image = catalog.image("linux").unwrap();
    for (machine_type, version, fits, flavor) in [
        ("default", "1.0.0", true, Some(0)),
        ("default", "1.10.0", true, Some(1)),
        ("default", "1.9.0", false, None),
        ("arm", "1.0.0", false, None),
        ("arm", "1.10.0", true, Some(0)),
        ("arm", "1.9.0", true, Some(0)),
    ] {
        let machine_type = catalog.machine_type(machine_type).unwrap();
        let version = image.version(version).unwrap();
        for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
            assert_eq!(catalog.fits(machine_type, version, None, &quirks), fits);
            let selected = catalog.select(machine_type, version, None, &quirks).ok().map(|selection| selection.flavor);
            assert_eq!(selected, flavor);
            let matrix = catalog.matrix(&quirks).unwrap();
            assert_eq!(matrix.cell(machine_type.index, 0, version.index).unwrap().count() > 0, fits);
        }
    }
}

#[test]
fn versions_are_found_as_written() {
    let versions: &[(&str, &[&str])] =
        &[("1.9.0", &[]), ("latest", &[]), ("1.10.0-rc.1", &[]), ("1.10", &[]), ("1.10.0", &[]), ("1.9.0", &[])];
    let catalog = Catalog::new(&profile("architecture[amd64]", &[], &[versions])).unwrap();
    let image = catalog.image("image-0").unwrap();
    assert_eq!(image.version("1.9.0").unwrap().index, 0);
    assert_eq!(image.version("1.10.0").unwrap().index, 4);
    assert!(image.version("1.11.0").is_none() && catalog.image("image-1").is_none());
}

/// The quirk `no_flavors_fits_everything`.
#[test]
fn a_version_without_flavors() {
    let spec = profile("architecture[amd64] storage[NVMe,SCSI]", &[("none", "storage[]")], &[&[("1.0.0", &[])]]);
    let catalog = Catalog::new(&spec).unwrap();
    let (machine_type, version) = (&catalog.machine_types()[0], &catalog.images()[0].versions[0]);
    assert!(!catalog.fits(machine_type, version, None, &Quirks::NONE));
    assert!(catalog.fits(machine_type, version, None, &Quirks::GARDENER_1_150));
    assert_eq!(catalog.matrix(&Quirks::NONE).unwrap().cell(0, 0, 0).unwrap().count(), 0);
    assert_eq!(catalog.matrix(&Quirks::GARDENER_1_150).unwrap().cell(0, 0, 0).unwrap().count(), 1);
    let reasons = catalog.reasons(machine_type, version, None);
    assert_eq!(reasons[0][0].capability, "storage");

    let spec = profile("architecture[amd64]", &[("any", "")], &[&[("1.0.0", &[])]]);
    let catalog = Catalog::new(&spec).unwrap();
    let (machine_type, version) = (&catalog.machine_types()[0], &catalog.images()[0].versions[0]);
    assert_eq!(catalog.select(machine_type, version, None, &Quirks::NONE).unwrap().flavor, 0);
    let gardener = catalog.select(machine_type, version, None, &Quirks::GARDENER_1_150);
    assert_eq!(gardener, Err(SelectionError::NoneCompatible));
    let explanation = catalog.explain(machine_type, version, None, &Quirks::NONE);
    assert_eq!(explanation.outcome, SelectionOutcome::Selected { flavor: 0 });
    assert_eq!(explanation.gardener, Some(SelectionOutcome::NoneCompatible));
    let explanation = catalog.explain(machine_type, version, None, &Quirks::GARDENER_1_150);
    assert_eq!((explanation.outcome, explanation.gardener), (SelectionOutcome::NoneCompatible, None));
}

/// The quirk `worker_architecture_is_separate`: one flavor has the architecture, and another one has the rest.
#[test]
fn worker_architecture_is_compared() {
    let flavors: &[&str] = &["architecture[arm64] host[virtual]", "architecture[amd64] host[metal]"];
    let spec =
        profile("architecture[amd64,arm64] host[virtual,metal]", &[("metal", "host[metal]")], &[&[("1.0.0", flavors)]]);
    let catalog = Catalog::new(&spec).unwrap();
    let (machine_type, version) = (&catalog.machine_types()[0], &catalog.images()[0].versions[0]);
    assert!(!catalog.fits(machine_type, version, Some("arm64"), &Quirks::NONE));
    assert!(catalog.fits(machine_type, version, Some("arm64"), &Quirks::GARDENER_1_150));
    for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
        assert!(catalog.fits(machine_type, version, Some("amd64"), &quirks));
        assert!(!catalog.fits(machine_type, version, Some("riscv64"), &quirks));
    }
    let worker = catalog.worker_of("arm64");
    assert!(catalog.select(machine_type, version, Some(&worker), &Quirks::NONE).is_err());
    assert_eq!(catalog.select(machine_type, version, Some(&worker), &Quirks::GARDENER_1_150).unwrap().flavor, 1);
}

/// The quirk `flavor_architecture_is_not_defaulted`.
#[rstest]
#[case::omitted(&["storage[NVMe]"], &[], &["amd64"], &[])]
#[case::omitted_with_legacy_list(&["storage[NVMe]"], &["arm64"], &["amd64"], &["arm64"])]
#[case::written(&["architecture[amd64]"], &["arm64"], &["amd64"], &["amd64"])]
#[case::no_flavors(&[], &["arm64"], &["amd64"], &["amd64"])]
#[case::not_registered(&["architecture[riscv64]"], &[], &["riscv64"], &["riscv64"])]
fn version_architectures_are_listed(
    #[case] flavors: &[&str],
    #[case] legacy: &[&str],
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    let mut spec = profile("architecture[amd64] storage[NVMe]", &[], &[&[("1.0.0", flavors)]]);
    let version = &mut spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap()[0];
    version.architectures = Some(legacy.iter().map(|&name| name.to_owned()).collect());
    let catalog = Catalog::new(&spec).unwrap();
    let version = &catalog.images()[0].versions[0];
    assert_eq!(catalog.architectures(version, &Quirks::NONE), documented);
    assert_eq!(catalog.architectures(version, &Quirks::GARDENER_1_150), gardener);
    for architecture in ["amd64", "arm64", "riscv64"] {
        for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
            let is_listed = catalog.architectures(version, &quirks).contains(&architecture);
            assert_eq!(catalog.exists_for(version, architecture, &quirks), is_listed, "{architecture}");
        }
    }
}

#[rstest]
#[case::declared("architecture[amd64,arm64]", "architecture[arm64]", None, Some("arm64"))]
#[case::defaulted("architecture[amd64]", "", None, Some("amd64"))]
#[case::legacy_field("architecture[amd64,arm64]", "", Some("arm64"), Some("arm64"))]
#[case::none("architecture[amd64,arm64]", "", None, None)]
fn machine_type_architecture_is_determined(
    #[case] definitions: &str,
    #[case] capabilities: &str,
    #[case] legacy: Option<&str>,
    #[case] expected: Option<&str>,
) {
    let mut spec = profile(definitions, &[("type", capabilities)], &[]);
    spec.machine_types.as_mut().unwrap()[0].architecture = legacy.map(str::to_owned);
    let catalog = Catalog::new(&spec).unwrap();
    assert_eq!(catalog.machine_types()[0].architecture(catalog.vocabulary()), expected);
}

/// The profile does not register the architecture, so the legacy list counts for a version without flavors.
#[rstest]
#[case::no_flavors(&[], &["arm64"])]
#[case::flavors(&["storage[NVMe]"], &[])]
fn architectures_are_determined_without_registration(#[case] flavors: &[&str], #[case] architectures: &[&str]) {
    let mut spec = profile("storage[NVMe]", &[], &[&[("1.0.0", flavors)]]);
    let version = &mut spec.machine_images.as_mut().unwrap()[0].versions.as_mut().unwrap()[0];
    version.architectures = Some(vec!["arm64".to_owned()]);
    let catalog = Catalog::new(&spec).unwrap();
    let version = &catalog.images()[0].versions[0];
    assert_eq!(catalog.architectures(version, &Quirks::NONE), architectures);
    assert_eq!(catalog.exists_for(version, "arm64", &Quirks::NONE), !architectures.is_empty());
    assert!(!catalog.exists_for(version, "amd64", &Quirks::NONE));
}

/// The explanation uses the same worker as the selection: none under the quirk `worker_architecture_is_separate`.
#[test]
fn an_explanation_uses_the_worker_of_the_selection() {
    let flavors: &[&str] = &["architecture[amd64]", "architecture[arm64]"];
    let spec = profile("architecture[amd64,arm64]", &[("both", "architecture[amd64,arm64]")], &[&[("1.0.0", flavors)]]);
    let catalog = Catalog::new(&spec).unwrap();
    let (machine_type, version) = (&catalog.machine_types()[0], &catalog.images()[0].versions[0]);
    let arm = catalog.worker_of("arm64");
    for (quirks, workers_row, outcomes) in
        [(Quirks::NONE, Some(vec!["arm64".to_owned()]), [false, true]), (Quirks::GARDENER_1_150, None, [true, false])]
    {
        let explanation = catalog.explain(machine_type, version, Some(&arm), &quirks);
        assert_eq!(explanation.capabilities[0].worker, workers_row);
        let explained = catalog.candidate_outcomes(machine_type, version, Some(&arm), &quirks);
        assert_eq!(explained, explanation.candidate_outcomes());
        assert_eq!(explained.iter().map(|one| *one == CandidateOutcome::Selected).collect::<Vec<_>>(), outcomes);
    }
}

/// Rows beyond the limit are omitted and counted, and the count is serialized; otherwise there is no count.
#[test]
fn omitted_rows_are_counted() {
    let spec = profile("architecture[amd64,arm64]", &[("m", "")], &[&[("1.0.0", &["architecture[amd64]"])]]);
    let catalog = Catalog::new(&spec).unwrap();
    let (machine_type, version) = (&catalog.machine_types()[0], &catalog.images()[0].versions[0]);
    let explained = |most| {
        let explanation = catalog.explain_within(most, machine_type, version, None, &Quirks::NONE);
        (explanation.left_out > 0, serde_json::to_value(explanation).unwrap())
    };
    let (is_short, whole) = explained(usize::MAX);
    assert!(!is_short && whole.get("leftOut").is_none() && whole["capabilities"][0]["capability"] == "architecture");
    let (is_short, short) = explained(0);
    assert!(is_short && short["leftOut"].as_u64().unwrap() > 0 && short["capabilities"].as_array().unwrap().is_empty());
}

#[test]
fn oversized_profile_is_refused() {
    let mut spec = profile(&format!("architecture[amd64] many[{}]", numbers(100_000)), &[], &[]);
    spec.machine_types = Some(vec![MachineType::default(); 100_000]);
    insta::assert_snapshot!(
        Catalog::new(&spec).unwrap_err(),
        @"100000 machine types and flavors with 1564 words of registered capability values are too many to compare; register fewer values, or list fewer machine types and flavors"
    );
}

/// Each set is small, but each machine type would be compared with each flavor.
#[test]
fn profile_with_too_many_pairs_is_refused() {
    let ones: Vec<String> = (0..3_000).map(|number| format!("n[{number}]")).collect();
    insta::assert_snapshot!(
        Catalog::new(&of_each(&format!("n[{}]", numbers(3_000)), &ones)).unwrap_err(),
        @"6000 machine types and flavors with 47 words of registered capability values are too many to compare; register fewer values, or list fewer machine types and flavors"
    );
}

/// Builds a profile with a machine type and an image version for each of these sets.
fn of_each(definitions: &str, sets: &[String]) -> CloudProfileSpec {
    let machine_types: Vec<(String, &str)> =
        (0..).zip(sets).map(|(index, set): (usize, _)| (format!("m{index}"), set.as_str())).collect();
    let machine_types: Vec<(&str, &str)> = machine_types.iter().map(|(name, set)| (name.as_str(), *set)).collect();
    let flavors: Vec<[&str; 1]> = sets.iter().map(|set| [set.as_str()]).collect();
    let versions: Vec<(&str, &[&str])> = flavors.iter().map(|flavor| ("1.0.0", &flavor[..])).collect();
    profile(definitions, &machine_types, &[&versions])
}

fn numbers(count: usize) -> String {
    (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

/// A matrix is limited by its number of cells and by the work needed to fill them.
#[test]
fn oversized_matrix_is_refused() {
    let threes = (0..64).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| format!("n[{c},{b},{a}]"))));
    let many_cells = of_each(&format!("n[{}]", numbers(64)), &threes.take(4_100).collect::<Vec<_>>());
    insta::assert_snapshot!(
        Catalog::new(&many_cells).unwrap().matrix(&Quirks::NONE).unwrap_err(),
        @"8200 machine types and flavors with 1 words of registered capability values are too many to compare; register fewer values, or list fewer machine types and flavors"
    );
    let ones: Vec<String> = (0..2_100).map(|number| format!("n[{number}]")).collect();
    let many_words = of_each(&format!("n[{}]", numbers(2_100)), &ones);
    insta::assert_snapshot!(
        Catalog::new(&many_words).unwrap().matrix(&Quirks::NONE).unwrap_err(),
        @"4200 machine types and flavors with 33 words of registered capability values are too many to compare; register fewer values, or list fewer machine types and flavors"
    );
}

#[test]
fn more_flavors_than_bits_of_a_word_are_matched() {
    let flavors: Vec<String> = (0..150).map(|number| format!("n[{}]", number % 100)).collect();
    let flavors: Vec<&str> = flavors.iter().map(String::as_str).collect();
    let spec =
        profile(&format!("n[{}]", numbers(100)), &[("a", "n[7]"), ("b", ""), ("c", "n[7]")], &[&[("1.0.0", &flavors)]]);
    let catalog = Catalog::new(&spec).unwrap();
    let matrix = catalog.matrix(&Quirks::NONE).unwrap();
    assert_eq!(matrix.cell(0, 0, 0).unwrap().flavors().collect::<Vec<_>>(), [7, 107]);
    assert_eq!(matrix.cell(1, 0, 0).unwrap().count(), 150);
    assert_eq!(matrix.cell(3, 0, 0), None);
    assert_eq!(matrix.cell(0, 0, 1), None);
    assert_eq!(matrix.cell(0, 1, 0), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Covers versions with any number of flavors, and sets of one, two and five words (40, 100 and 300 values).
    #[test]
    fn lists_of_all_lengths_are_packed(
        lengths in vec(prop_oneof![0..5_usize, 55..70_usize, 120..140_usize], 0..6),
        values in select(vec![40, 100, 300]),
        seed in 0..1000_usize,
    ) {
        let flavor = |number: usize| match (number + seed) % 7 {
            0 => String::new(),
            1 => "n[other]".to_owned(),
            rest => format!("n[{},{}]", (number * rest) % values, (number * 31 + seed) % values),
        };
        let lists: Vec<Vec<String>> =
            lengths.iter().enumerate().map(|(list, length)| (0..*length).map(|place| flavor(list * 977 + place)).collect()).collect();
        let lists: Vec<Vec<&str>> = lists.iter().map(|list| list.iter().map(String::as_str).collect()).collect();
        let names: Vec<String> = (0..lists.len()).map(|number| format!("1.0.{number}")).collect();
        let versions: Vec<(&str, &[&str])> = names.iter().map(String::as_str).zip(lists.iter().map(Vec::as_slice)).collect();
        let machine_types = ["", "n[other]", "n[1]", "n[2,3,5,other]", "n[39,17]"];
        let named: Vec<(String, &str)> = machine_types.iter().enumerate().map(|(at, has)| (format!("t{at}"), *has)).collect();
        let named: Vec<(&str, &str)> = named.iter().map(|(name, has)| (name.as_str(), *has)).collect();
        let catalog = Catalog::new(&profile(&format!("n[{}]", numbers(values)), &named, &[&versions])).unwrap();
        let matrix = catalog.matrix(&Quirks::NONE).unwrap();
        for machine_type in catalog.machine_types() {
            for (place, version) in catalog.images()[0].versions.iter().enumerate() {
                let fits = |flavor: &CapabilitySet| catalog.vocabulary().compatible(flavor, &machine_type.capabilities);
                let flavors = version.flavors.iter().enumerate();
                let one_by_one: Vec<usize> = flavors.filter(|(_, flavor)| fits(flavor)).map(|(at, _)| at).collect();
                let cell = matrix.cell(machine_type.index, 0, place).unwrap();
                prop_assert_eq!(cell.flavors().collect::<Vec<_>>(), one_by_one);
            }
        }
    }
}

fn capabilities() -> impl Strategy<Value = Capabilities> {
    let values = prop_oneof![4 => subsequence(vec!["a", "b", "c"], 1..3), 1 => Just(vec!["z"]), 1 => Just(vec![])];
    vec((select(vec!["architecture", "storage", "boot"]), values), 0..3).prop_map(Capabilities::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_matrix_equals_pairwise_comparison(
        machine_types in vec(capabilities(), 0..5),
        images in vec(vec(vec(capabilities(), 0..4), 0..4), 0..3),
    ) {
        let mut spec = profile("architecture[a,b] storage[a,b,c] boot[c,b,a]", &[], &[]);
        let definitions = spec.capability_definitions().to_vec();
        spec.machine_types = Some(
            machine_types.iter().map(|map| MachineType { capabilities: map.clone(), ..MachineType::default() }).collect(),
        );
        let version = |flavors: &Vec<Capabilities>| MachineImageVersion {
            capability_flavors: Some(flavors.iter().cloned().map(Flavor).collect()),
            ..MachineImageVersion::default()
        };
        let image = |versions: &Vec<Vec<Capabilities>>| MachineImage {
            versions: Some(versions.iter().map(version).collect()),
            ..MachineImage::default()
        };
        spec.machine_images = Some(images.iter().map(image).collect());
        let catalog = Catalog::new(&spec).unwrap();
        for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
            let matrix = catalog.matrix(&quirks).unwrap();
            for (t, machine_type) in machine_types.iter().enumerate() {
                let mut expected_row = Vec::new();
                for (i, versions) in images.iter().enumerate() {
                    for (v, flavors) in versions.iter().enumerate() {
                        let implicit = vec![Capabilities::new()];
                        let expected: Vec<usize> = match (flavors.is_empty(), quirks.selection.no_flavors_fits_everything) {
                            (true, true) => vec![0],
                            (no_flavors, _) => {
                                let flavors = if no_flavors { &implicit } else { flavors };
                                let fits = |k: &usize| naive::compatible(&[&flavors[*k], machine_type], &definitions);
                                (0..flavors.len()).filter(fits).collect()
                            }
                        };
                        let cell = matrix.cell(t, i, v).unwrap();
                        prop_assert_eq!(&cell.flavors().collect::<Vec<_>>(), &expected);
                        prop_assert_eq!(cell.count(), expected.len());
                        let fits = catalog.fits(
                            &catalog.machine_types()[t], &catalog.images()[i].versions[v], None, &quirks,
                        );
                        prop_assert_eq!(fits, !expected.is_empty());
                        expected_row.push(expected);
                    }
                }
                let row: Vec<Vec<usize>> = matrix.row(t).map(|cell| cell.flavors().collect()).collect();
                prop_assert_eq!(row, expected_row);
            }
        }
    }
}
