//! `prove`, and invariants in `check`.

use std::fs;

use rstest::rstest;
use serde_json::Value;

use crate::{AT, Answer, edited, fixtures, run};

fn prove(arguments: &[&str]) -> Answer {
    run(&[&["prove", "greenhouse.yaml", "--at", AT], arguments].concat())
}

const CONFIGURATION: &str = "../guarantees/rootstock.toml";

#[test]
fn invariants_are_decided() {
    assert_snapshot!("prove_configured", prove(&["--config", CONFIGURATION]));
    assert_snapshot!(
        "prove_sentences",
        prove(&[
            "--that",
            "every worker on bed.* has the image tomato@2.1.*",
            "--that",
            "every worker on oak.* always has an image",
            "--that",
            "every worker keeps its provider image",
            "--that",
            "every worker on pot.arm fits at least 1 zone",
        ])
    );
    assert_snapshot!(
        "prove_shoots",
        prove(&["--that", "every worker in south has the image tomato@2.1.*", "--counterexamples"])
    );
}

#[rstest]
#[case(&["--that", "every worker has a kernel"], "`has a` is not understood; write `has the image IMAGE`")]
#[case(&["--that", "every worker keeps its provider image"], "give it with --against OLD")]
#[case(&["--no-config"], "there are no invariants about the profile in rootstock.toml; add `[[invariants]]`")]
fn missing_or_wrong_sentences_are_usage_errors(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = prove(arguments);
    assert!(answer.status == 2 && answer.messages.contains(message), "{answer}");
}

/// Returns the only counterexample of a sentence, and a directory with its Shoot and the profile.
fn counterexample(replacements: &[(&str, &str)], sentence: &str) -> (Value, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let (profile, shoot) = (folder.path().join("profile.yaml"), folder.path().join("shoot.yaml"));
    fs::write(&profile, edited("greenhouse.yaml", replacements)).unwrap();
    let old = fixtures().join("greenhouse.yaml");
    let (profile, old) = (profile.to_str().unwrap(), old.to_str().unwrap());
    let answer = run(&["prove", profile, "--against", old, "--that", sentence, "--format", "json", "--at", AT]);
    assert_eq!(answer.status, 1, "{answer}");
    let answer: Value = serde_json::from_str(&answer.out).unwrap();
    let found = answer["invariants"][0]["counterexample"].clone();
    fs::write(shoot, found["shoot"].as_str().unwrap()).unwrap();
    (found, folder)
}

/// A Shoot with a worker that can have no such image is refused, for the reason of the counterexample.
#[rstest]
#[case(&[], "every worker has the image tomato@2.1.*", "no image is mapped for region `south`")]
#[case(&[], "every worker has the image tomato@3.*", "it works with kubelets `>= 1.34`")]
#[case(&[("    - version: 2.0.0 # everything, everywhere", "    - version: 2.0.0\n      expirationDate: \"2026-05-30T00:00:00Z\"")],
    "every worker always has an image",
    "none of the 2 image versions is admissible; the closest is `tomato` `3.0.0`: it works with kubelets `>= 1.34`")]
#[case(&[("- version: 2.0.0 # everything", "- version: 2.0.1 # everything")], "every worker stays admissible until 2026-06-30",
    "`tomato` `2.0.0` is no longer in the profile")]
fn counterexample_is_refused(#[case] replacements: &[(&str, &str)], #[case] sentence: &str, #[case] reason: &str) {
    let (found, folder) = counterexample(replacements, sentence);
    assert!(found["reason"].as_str().unwrap().contains(reason), "{found}");
    let profile = folder.path().join("profile.yaml");
    let errors = errors_of(&folder, profile.to_str().unwrap());
    assert!(!errors.is_empty() && errors.iter().all(|path| path.contains(".workers[0].machine.image")), "{errors:?}");
}

/// Returns the paths of the errors in the Shoot of a counterexample, without those about configurations of the provider, which
/// the profile does not determine.
fn errors_of(folder: &tempfile::TempDir, profile: &str) -> Vec<String> {
    let shoot = folder.path().join("shoot.yaml");
    let checked = run(&["check", shoot.to_str().unwrap(), "--profile", profile, "--format", "json", "--at", AT]);
    let report: Value = serde_json::from_str(&checked.out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let errors = findings.filter(|finding| finding["severity"] == "error");
    let errors = errors.filter(|finding| finding["rule"] != "openstack-shoot-config-missing");
    errors.map(|finding| finding["path"].as_str().unwrap().to_owned()).collect()
}

/// With the old profile, the Shoot of a counterexample is in order, and `select` shows the other image.
#[test]
fn counterexample_boots_another_image() {
    let (found, folder) =
        counterexample(&[("id: tomato-2.0.0-arm-south", "id: rebuilt")], "every worker keeps its provider image");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(errors_of(&folder, "greenhouse.yaml"), [""; 0]);
    let part = |name: &str| found[name].as_str().unwrap();
    let image = |name: &str| found["image"][name].as_str().unwrap();
    let arguments =
        ["-t", part("machineType"), "-r", part("region"), "-i", image("image"), "-V", image("version"), "--at", AT];
    let booted = |profile: &str| run(&[&["select", profile], &arguments[..]].concat()).out;
    assert!(booted("greenhouse.yaml").contains("tomato-2.0.0-arm-south"));
    assert!(booted(&path("profile.yaml")).contains("rebuilt"));
}

/// `plan` fails for the Shoot of a counterexample.
#[test]
fn counterexample_has_no_update() {
    let expires = ("    - version: 2.0.0 #", "    - version: 2.0.0\n      expirationDate: \"2026-12-31T23:59:59Z\" #");
    let (_, folder) = counterexample(&[expires], "every worker has an update path until 2027-06-30");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let arguments =
        ["plan", &path("shoot.yaml"), "--profile", &path("profile.yaml"), "--until", "2027-06-30", "--at", AT];
    let planned = run(&[&arguments[..], &["--format", "json"]].concat());
    let plan: Value = serde_json::from_str(&planned.out).unwrap();
    assert_eq!(plan["summary"]["failing"], 1, "{planned}");
}

#[test]
fn broken_invariant_is_a_finding() {
    let check = |arguments: &[&str]| {
        let command = ["check", "greenhouse.yaml", "--config", CONFIGURATION, "--advice", "off", "--at", AT];
        run(&[&command, arguments].concat())
    };
    assert_snapshot!("prove_check", check(&["--format", "concise"]));
    assert_eq!(check(&[]).status, 0);
    assert_eq!(check(&["--deny", "invariant-broken"]).status, 1);
}

/// Invariants about a change are decided in an update, and only there.
#[test]
fn moved_image_breaks_an_invariant_of_an_update() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("profile.yaml"), edited("greenhouse.yaml", &[("id: tomato-2.0.0-arm-south", "id: rebuilt")]))
        .unwrap();
    let invariant =
        "[severity]\ninvariant-broken = \"error\"\n[[invariants]]\nthat = \"every worker keeps its provider image\"\n";
    fs::write(path("rootstock.toml"), invariant).unwrap();
    let (profile, configuration) = (path("profile.yaml"), path("rootstock.toml"));
    let check = |arguments: &[&str]| {
        run(&[&["check", &profile, "--config", &configuration, "--format", "concise", "--at", AT], arguments].concat())
    };
    assert_eq!(check(&[]).status, 0);
    let answer = check(&["--against", "greenhouse.yaml"]);
    assert!(answer.status == 1, "{answer}");
    assert!(answer.out.contains("it boots `rebuilt` instead of `tomato-2.0.0-arm-south`"), "{answer}");
}

/// Each pool counts once for an invariant that selects it: by region, by machine type, and by its image, if it is about images.
#[test]
fn pools_of_the_fleet_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let shoots = folder.path().join("shoots.yaml");
    let pool = |name: &str, machine_type: &str, version: &str| {
        format!(
            "    - {{name: {name}, machine: {{type: {machine_type}, image: {{name: tomato, version: {version}}}}}}}\n"
        )
    };
    let shoot = |name: &str, profile: &str, region: &str, pools: &[String]| {
        format!(
            "kind: Shoot\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {{name: {name}, namespace: garden-a}}\nspec:\n  \
             cloudProfile: {profile}\n  region: {region}\n  kubernetes: {{version: 1.33.5}}\n  provider:\n    type: openstack\n    \
             workers:\n{}",
            pools.concat()
        )
    };
    let all = [
        shoot("one", "{name: greenhouse}", "north", &[pool("a", "pot.small", "2.0.0"), pool("b", "pot.arm", "2.0.0")]),
        // No such version, and a kubelet that is too old for the image.
        shoot(
            "two",
            "{name: greenhouse}",
            "south",
            &[pool("a", "pot.small", "0.9.0"), pool("b", "bed.whole", "3.0.0")],
        ),
        shoot("three", "{name: other}", "south", &[pool("a", "pot.small", "2.0.0")]),
        shoot("four", "{kind: NamespacedCloudProfile, name: greenhouse}", "south", &[pool("a", "pot.small", "2.0.0")]),
    ];
    fs::write(&shoots, all.join("---\n")).unwrap();
    let shoots = shoots.to_str().unwrap();
    let sentences = [
        ("every worker always has an image", 4),
        ("every worker in north always has an image", 2),
        ("every worker on pot.arm always has an image", 1),
        ("every worker with architecture=arm64 fits at least 1 zone", 1),
        ("every worker has an update path until 2030-01-01", 2),
        ("every worker using tomato@3.* has an update path until 2030-01-01", 0),
        ("every worker fits at least 2 zones", 4),
    ];
    let that: Vec<&str> = sentences.iter().flat_map(|(sentence, _)| ["--that", *sentence]).collect();
    let answer = prove(&[&["--shoots", shoots, "--format", "json"], that.as_slice()].concat());
    assert!(answer.messages.contains("not counted: 2 Shoots of other profiles"), "{answer}");
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["pools"], 4);
    for ((sentence, pools), proved) in sentences.iter().zip(json["invariants"].as_array().unwrap()) {
        assert_eq!(proved["pools"], *pools, "{sentence}: {proved}");
    }
    let answer = prove(&[&["--shoots", shoots], that.as_slice()].concat());
    assert!(
        answer.out.contains("holds for 12 classes of workers, 4 pools of the fleet: every worker always"),
        "{answer}"
    );
    assert!(answer.out.contains("  about 4 pools of the fleet\n"), "{answer}");
    let unreadable = prove(&["--shoots", "no-such-file.yaml", "--that", "every worker always has an image"]);
    assert_eq!(unreadable.status, 3, "{unreadable}");
    let profile = prove(&["--shoots", "greenhouse.yaml", "--that", "every worker always has an image"]);
    assert!(profile.status == 3 && profile.messages.contains("there is no Shoot in the given files"), "{profile}");
}

#[test]
fn old_profile_of_another_provider_is_refused() {
    let answer = prove(&["--against", "../upkeep/aws.yaml", "--that", "every worker keeps its provider image"]);
    assert!(answer.status == 2 && answer.messages.contains("the old profile is for provider `aws`"), "{answer}");
}

/// The Shoot of a counterexample is in order, and `select` shows the image that no worker should get.
#[test]
fn counterexample_gets_the_image() {
    let (found, folder) = counterexample(&[], "every worker never gets an image with hypervisor=baremetal");
    assert_eq!(errors_of(&folder, "greenhouse.yaml"), [""; 0]);
    let part = |name: &str| found[name].as_str().unwrap();
    let image = |name: &str| found["image"][name].as_str().unwrap();
    let arguments =
        ["-t", part("machineType"), "-r", part("region"), "-i", image("image"), "-V", image("version"), "--at", AT];
    let booted = run(&[&["select", "greenhouse.yaml"], &arguments[..]].concat());
    assert!(booted.out.contains("tomato-2.0.0-metal-north"), "{booted}");
}

/// `availability` has as few zones as the counterexample says.
#[test]
fn counterexample_has_few_zones() {
    let (found, _folder) = counterexample(&[], "every worker fits at least 2 zones");
    let part = |name: &str| found[name].as_str().unwrap();
    let arguments = ["-t", part("machineType"), "-r", part("region"), "--format", "json", "--at", AT];
    let answer = run(&[&["availability", "greenhouse.yaml"], &arguments[..]].concat());
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["machineTypes"][0]["regions"][0]["zones"].as_array().unwrap().len(), 1, "{answer}");
}
