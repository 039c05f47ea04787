//! Invariants on the fixtures, and the grammar.

use rootstock_guarantees::{Invariant, InvariantVerdict, Prover};
use rootstock_judge::Judge;
use rootstock_sample_profiles::{LargeProfile, Scale};
use rstest::rstest;

use crate::samples::{compiled, documented, fixture, settings};

/// Decides about a sentence, in words.
fn proved(text: &str, old: Option<&str>, sentence: &str) -> String {
    let profile = compiled(text, documented());
    let old = old.map(|old| compiled(old, documented()));
    let old = old.as_deref().map(|old| Judge::new(old, documented()));
    let invariant: Invariant = sentence.parse().unwrap();
    match Prover::new(Judge::new(&profile, documented()), old).prove(&invariant) {
        InvariantVerdict::Holds { classes } => format!("holds for {classes}"),
        InvariantVerdict::Broken { counterexample } => {
            let worker = counterexample.worker();
            format!("{}: {worker}: {}", counterexample.path, counterexample.reason)
        }
        InvariantVerdict::NeedsOld => "needs the old profile".to_owned(),
    }
}

#[rstest]
#[case("every worker always has an image", "holds for 12")]
#[case("every worker on bed.* always has an image", "holds for 4")]
#[case("every worker on bed.old always has an image", "holds for 0")]
#[case(
    "every worker has the image tomato@2.1.0",
    "spec.machineTypes[0]: a worker on machine type `pot.small` in region `south` with `tomato` `2.1.0`: `tomato` \
     `2.1.0` is not admissible: no image is mapped for region `south`; there are mappings for `north`"
)]
#[case("every worker on bed.* has the image tomato@*.0.0", "holds for 4")]
#[case(
    "every worker using tomato@3.* on bed.* always has an image",
    "spec.machineTypes[2]: a worker on machine type `bed.whole` in region `north` with `tomato` `3.0.0`: `tomato` `3.0.0` is not \
     admissible: capability `hypervisor`: the machine type has `baremetal`, the image has `virtualized`"
)]
#[case(
    "every worker on bed.* has the image potato",
    "spec.machineTypes[2]: a worker on machine type `bed.whole` in region `north`: no versions of `potato` are available"
)]
#[case(
    "every worker using tomato@[!2]* on bed.* always has an image",
    "spec.machineTypes[2]: a worker on machine type `bed.whole` in region `north`: no image versions are available"
)]
#[case("every worker with architecture=arm64 in north has the image tomato@2.1.*", "holds for 2")]
#[case(
    "every worker in north has the image tomato@3.*",
    "spec.machineTypes[0]: a worker on machine type `pot.small` in region `north` with `tomato` `3.0.0`: `tomato` \
     `3.0.0` is not admissible: it works with kubelets `>= 1.34`, but the kubelet is `1.33.5`"
)]
#[case("every worker on pot.* never gets an image with hypervisor=baremetal", "holds for 14")]
#[case(
    "every worker never gets an image with hypervisor=baremetal",
    "spec.providerConfig.machineImages[0].versions[2].capabilityFlavors[1].regions[0].id: a worker on machine type `bed.whole` in \
     region `north` with `tomato` `2.0.0`: it boots `tomato-2.0.0-metal-north`, whose `hypervisor` is `baremetal`"
)]
#[case(
    "every worker never gets an image without architecture=amd64",
    "spec.providerConfig.machineImages[0].versions[1].capabilityFlavors[1].regions[0].id: a worker on machine type `pot.arm` in \
     region `north` with `tomato` `2.1.0`: it boots `tomato-2.1.0-arm-north`, whose `architecture` is `arm64`"
)]
#[case("every worker never gets an image with hypervizor=baremetal", "holds for 0")]
#[case("every worker never gets an image with hypervisor=bare", "holds for 0")]
#[case("every worker with hypervisor=bare never gets an image with hypervisor=baremetal", "holds for 0")]
#[case("every worker stays admissible until 2027-01-01", "holds for 18")]
#[case("every worker has an update path until 2030-01-01", "holds for 18")]
#[case("every worker keeps its provider image", "needs the old profile")]
#[case(
    "every worker fits at least 2 zones",
    "spec.regions[1]: a worker on machine type `pot.small` in region `south`: its machine type is available in 1 zone of region \
     `south`: `south-a`"
)]
#[case("every worker on pot.* in north fits at least 2 zones", "holds for 4")]
#[case(
    "every worker in north fits at least 2 zones",
    "spec.regions[0]: a worker on machine type `bed.whole` in region `north`: its machine type is available in 1 zone of region \
     `north`: `north-a`"
)]
fn of_the_greenhouse(#[case] sentence: &str, #[case] expected: &str) {
    assert_eq!(proved(&fixture("greenhouse.yaml"), None, sentence), expected, "{sentence}");
}

const EXPIRING: (&str, &str) =
    ("    - version: 2.0.0 #", "    - version: 2.0.0\n      expirationDate: \"2026-12-31T23:59:59Z\" #");

#[rstest]
#[case::expires(
    EXPIRING,
    "every worker using tomato@2.* stays admissible until 2027-06-30",
    "spec.machineImages[0].versions[2]: a worker on machine type `pot.small` in region `north` with `tomato` `2.0.0`: `tomato` \
     `2.0.0` is expired after 2026-12-31T23:59:59Z"
)]
#[case::expires_later(EXPIRING, "every worker using tomato@2.* stays admissible until 2026-12-31", "holds for 16")]
#[case::has_no_update(
    EXPIRING,
    "every worker has an update path until 2027-06-30",
    "spec.machineImages[0].versions[2]: a worker on machine type `bed.whole` in region `north` with `tomato` `2.0.0`: on \
     2027-01-01T00:00:00Z, `tomato` `2.0.0` must be updated: the version in use expired on 2026-12-31T23:59:59Z, but "
)]
#[case::removed(("    - version: 2.0.0 #", "    - version: 2.0.1 #"), "every worker stays admissible until 2026-06-02",
    "spec.machineImages: a worker on machine type `pot.small` in region `north` with `tomato` `2.0.0`: `tomato` \
     `2.0.0` is no longer in the profile")]
#[case::rebuilt(("id: tomato-2.0.0-arm-south", "id: rebuilt"), "every worker keeps its provider image",
    "spec.providerConfig.machineImages[0].versions[2].capabilityFlavors[2].regions[1].id: a worker on machine type `pot.arm` in \
     region `south` with `tomato` `2.0.0`: it boots `rebuilt` instead of `tomato-2.0.0-arm-south`")]
#[case::rebuilt_elsewhere(("id: tomato-2.0.0-arm-south", "id: rebuilt"), "every worker in north keeps its provider image",
    "holds for 11")]
#[case::unavailable(("    - name: south-a", "    - name: south-a\n      unavailableMachineTypes: [pot.arm]"),
    "every worker stays admissible until 2026-06-02",
    "spec.regions[1]: a worker on machine type `pot.arm` in region `south` with `tomato` `2.0.0`: its machine type: it is available \
     in no zone of region `south`")]
fn of_a_changed_greenhouse(#[case] (from, to): (&str, &str), #[case] sentence: &str, #[case] expected: &str) {
    let old = fixture("greenhouse.yaml");
    assert!(old.contains(from));
    let found = proved(&old.replacen(from, to, 1), Some(&old), sentence);
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn workers_with_demands_are_covered() {
    let settings = settings(rootstock_core_model::Semantics::Documented, true);
    let profile = compiled(&fixture("special-workers.yaml"), settings);
    let prover = Prover::new(Judge::new(&profile, settings), None);
    let prove = |sentence: &str| prover.prove(&sentence.parse().unwrap());
    let holds = |sentence: &str| matches!(prove(sentence), InvariantVerdict::Holds { classes } if classes > 0);
    assert!(holds("every worker with gardener-bootType=secure never gets an image without gardener-bootType=secure"));
    assert!(holds("every worker with gardener-bootType=standard never gets an image with gardener-bootType=secure"));
    let InvariantVerdict::Broken { counterexample } =
        prove("every worker never gets an image with gardener-bootType=secure")
    else {
        panic!("workers that ask for secure boot get such an image");
    };
    assert_eq!(counterexample.demands, "secureBoot");
    assert!(counterexample.shoot.contains("        secureBoot: true\n"), "{}", counterexample.shoot);
}

/// The classes of the large profile: 6 of machine types, in 6 regions.
#[test]
fn of_the_large_profile() {
    let text = LargeProfile::new(Scale::percent(10)).to_yaml().unwrap();
    assert_eq!(proved(&text, None, "every worker always has an image"), "holds for 36");
    assert_eq!(
        proved(&text, Some(&text), "every worker with architecture=arm64 keeps its provider image"),
        "holds for 240"
    );
    let sentence = "every worker with architecture=arm64 never gets an image with architecture=amd64";
    assert_eq!(proved(&text, None, sentence), "holds for 240");
}

#[rstest]
#[case("", "the sentence must begin with `every worker`")]
#[case("every worker", "the sentence ends without a claim, such as `always has an image`")]
#[case("every worker on", "`on` is not understood; write `on MACHINE-TYPE`")]
#[case("every worker wiht a=b", "`wiht` is not understood; did you mean `with`?")]
#[case(
    "every worker with a always has an image",
    "`a` is not of the form CAPABILITY=VALUE, for instance `architecture=arm64`"
)]
#[case("every worker in a in b always has an image", "`in` is there twice; write an invariant for each")]
#[case(
    "every worker that is expired always has an image",
    "`expired` is not a classification of an admissible version; write `supported`, `deprecated` or `preview`"
)]
#[case(
    "every worker stays admissible until tomorrow",
    "`tomorrow` is not a date; write it like `2027-06-30`, or with a time in RFC 3339"
)]
#[case("every worker fits at least 0 zones", "write a whole number of zones, at least 1")]
#[case("every worker always has an image gardenlinux", "`always has` is not understood; write `always has an image`")]
fn mistakes_in_sentences_are_explained(#[case] sentence: &str, #[case] expected: &str) {
    assert_eq!(sentence.parse::<Invariant>().unwrap_err().to_string(), expected);
}
