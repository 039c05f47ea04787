//! `upkeep verify` and `upkeep infer`.

use rstest::rstest;

use crate::{AT, fixtures, run};

const NAMES: &str = "gardenlinux-*-{architecture}-{version}-*";

/// Runs a command on a copy of a file in `fixtures/facts`, and returns the answer and the file.
fn on_copy(command: &str, profile: &str, lists: &[&str], arguments: &[&str]) -> (crate::Answer, String) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join(profile);
    std::fs::copy(fixtures().join("../facts").join(profile), &copy).unwrap();
    let lists: Vec<String> = lists.iter().map(|list| format!("eu-central-1=../facts/{list}")).collect();
    let lists: Vec<&str> = lists.iter().map(String::as_str).collect();
    let answer = run(&[&["upkeep", command, copy.to_str().unwrap()], &lists[..], &["--at", AT], arguments].concat());
    (answer, std::fs::read_to_string(&copy).unwrap())
}

#[rstest]
#[case::text("text", &["--image", "gardenlinux", "--names", NAMES])]
#[case::without_names("without_names", &[])]
#[case::diff("diff", &["--image", "gardenlinux", "--names", NAMES, "--diff"])]
fn of_a_legacy_profile(#[case] name: &str, #[case] arguments: &[&str]) {
    let lists = ["types.json", "offerings.json", "images.json"].map(|list| format!("eu-central-1=../facts/{list}"));
    let lists: Vec<&str> = lists.iter().map(String::as_str).collect();
    assert_snapshot!(
        format!("verify_{name}"),
        run(&[&["upkeep", "verify", "../facts/aws.yaml"], &lists[..], &["--at", AT], arguments].concat())
    );
}

#[rstest]
fn every_format_is_written(#[values("concise", "sarif", "junit", "github", "gitlab", "markdown")] format: &str) {
    let (answer, _) = on_copy("verify", "aws.yaml", &["types.json"], &["--format", format]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.out.contains("machine-type-misdescribed"), "{answer}");
}

#[test]
fn fixes_leave_what_has_no_fix() {
    let lists = ["types.json", "offerings.json", "images.json"];
    let (answer, text) = on_copy(
        "verify",
        "aws.yaml",
        &lists,
        &["--image", "gardenlinux", "--names", NAMES, "--in-place", "--format", "concise"],
    );
    assert_eq!(answer.status, 1, "{answer}");
    // The image that replaced another one will be deprecated.
    assert_eq!(answer.out.lines().filter(|line| line.contains("warning[")).count(), 1, "{answer}");
    assert!(answer.out.contains("image-reference-deprecated"), "{answer}");
    assert!(text.contains("ami-0aaa0000000000ff") && text.contains("unavailableMachineTypes: [m4.large]"), "{text}");
}

#[rstest]
#[case::other_region(&["us-east-1=../facts/types.json"], 3, "none of the facts is about")]
#[case::no_region(&["../facts/types.json"], 3, "write REGION=FILE")]
#[case::no_facts(&["eu-central-1=../facts/aws.yaml"], 3, "the known formats are")]
#[case::no_file(&["=../facts/aws.yaml"], 2, "write REGION=FILE")]
#[case::wrong_source(&["eu-central-1=../facts/types.json", "--source", "gcp-images"], 3, "there is no list")]
#[case::missing(&["eu-central-1=absent.json"], 3, "absent.json")]
fn unusable_lists_are_refused(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = run(&[&["upkeep", "verify", "../facts/aws.yaml", "--at", AT], arguments].concat());
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn suppressed_findings_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("rootstock.toml");
    let text = "[[suppress]]\nrule = \"machine-type-misdescribed\"\nreason = \"planned\"\n[[suppress]]\nrule = \"value-order-meaningless\"\nreason = \"not asked\"\n";
    std::fs::write(&config, text).unwrap();
    let (answer, _) = on_copy("verify", "aws.yaml", &["types.json"], &["--config", config.to_str().unwrap()]);
    assert_eq!(answer.status, 0, "{answer}");
    let check = run(&["check", "../facts/aws.yaml", "--at", AT, "--config", config.to_str().unwrap()]);
    assert!(!check.out.contains("machine-type-misdescribed"), "{check}");
}

/// A profile without capabilities is converted first.
#[test]
fn inference_needs_capabilities() {
    let (answer, _) = on_copy("infer", "aws.yaml", &["types.json", "images.json"], &[]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("rootstock migrate"), "{answer}");
}

#[test]
fn capabilities_are_inferred() {
    let migrated = run(&["migrate", "../facts/aws.yaml", "--at", AT]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("migrated.yaml");
    std::fs::write(&path, &migrated.out).unwrap();
    let path = path.to_str().unwrap();
    let lists = ["eu-central-1=../facts/types.json", "eu-central-1=../facts/images.json"];
    let infer = |arguments: &[&str]| run(&[&["upkeep", "infer", path], &lists[..], &["--at", AT], arguments].concat());
    assert_snapshot!("infer", infer(&[]).to_string().replace(path, "/migrated.yaml"));
    assert_eq!(infer(&["--in-place"]).status, 0);
    let check = run(&["check", path, "--at", AT]);
    assert!(check.out.contains("machine-type-without-image"), "{check}");
    let again = infer(&[]);
    assert!(again.out.contains("no behavioural change") && !again.out.contains("Capability"), "{again}");
}

/// A table of the landscape replaces what the provider's says of a fact.
#[test]
fn configuration_names_capabilities() {
    let folder = tempfile::tempdir().unwrap();
    let (config, path) = (folder.path().join("rootstock.toml"), folder.path().join("migrated.yaml"));
    let text =
        "[[upkeep.fact]]\nof = \"bootMode\"\ncapability = \"firmware\"\nvalues = { uefi = \"efi\", bios = \"old\" }\n";
    std::fs::write(&config, text).unwrap();
    std::fs::write(&path, run(&["migrate", "../facts/aws.yaml", "--at", AT]).out).unwrap();
    let arguments = ["upkeep", "infer", path.to_str().unwrap(), "eu-central-1=../facts/types.json"];
    let rest = ["eu-central-1=../facts/images.json", "--at", AT, "--config", config.to_str().unwrap()];
    let answer = run(&[&arguments[..], &rest].concat());
    assert!(answer.out.contains("+  - name: firmware\n+    values: [efi, old]"), "{answer}");
    assert!(!answer.out.contains("bootMode"), "{answer}");
}

/// Facts that are about no image of the profile would pass for images without contradictions.
#[rstest]
#[case::image("gardenlinx", NAMES, "did you mean `gardenlinux`?")]
#[case::names("gardenlinux", "nope-{version}", "check --names")]
#[case::names_without_version("gardenlinux", "gardenlinux", "check --names")]
fn facts_without_an_image_of_the_profile_are_refused(
    #[values("verify", "infer")] command: &str,
    #[case] image: &str,
    #[case] names: &str,
    #[case] message: &str,
) {
    let (answer, _) = on_copy(command, "aws.yaml", &["images.json"], &["--image", image, "--names", names]);
    assert!(answer.status == 2 && answer.messages.contains(message), "{answer}");
}

/// Misspelt attributes and values in a list of one's own are named, in the messages and in the answer.
#[test]
fn attributes_without_meaning_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.yaml");
    let text = "facts:\n- {source: mine, provider: aws, region: eu-central-1, partial: true, images: [{reference: ami-0aaa000000000001, \
                attributes: {bootmode: [uefi], tpm: [v3], machine: [virtual]}}]}\n";
    std::fs::write(&path, text).unwrap();
    let verify = |arguments: &[&str]| {
        run(&[&["upkeep", "verify", "../facts/aws.yaml", path.to_str().unwrap(), "--at", AT], arguments].concat())
    };
    let answer = verify(&[]);
    assert!(answer.messages.contains("mean nothing for the provider: `bootmode` and `tpm=v3`"), "{answer}");
    let answer: serde_json::Value = serde_json::from_str(&verify(&["--format", "json"]).out).unwrap();
    assert_eq!(answer["withoutMeaning"], serde_json::json!(["bootmode", "tpm=v3"]));
    let profile = folder.path().join("migrated.yaml");
    std::fs::write(&profile, run(&["migrate", "../facts/aws.yaml", "--at", AT]).out).unwrap();
    let inferred = run(&["upkeep", "infer", profile.to_str().unwrap(), path.to_str().unwrap(), "--at", AT]);
    assert!(inferred.messages.contains("mean nothing for the provider: `bootmode` and `tpm=v3`"), "{inferred}");
}

/// Items without an ID or a name are listed, and nothing is gone because of them.
#[test]
fn items_without_a_name_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (images, types) = (folder.path().join("images.json"), folder.path().join("types.json"));
    std::fs::write(&images, r#"{"Images": [{"ImageId": "ami-0aaa000000000001"}, {"Name": "gl"}, null]}"#).unwrap();
    std::fs::write(&types, r#"{"InstanceTypes": [{"InstanceType": "m4.large", "VCpuInfo": {"DefaultVCpus": 2}}, {}]}"#)
        .unwrap();
    let lists = [&images, &types].map(|path| format!("eu-central-1={}", path.to_str().unwrap()));
    let answer = run(&["upkeep", "verify", "../facts/aws.yaml", &lists[0], &lists[1], "--at", AT]);
    for message in ["image 2 `gl`: it has no ID", "image 3: it has no ID", "machine type 2: it has no name"] {
        assert!(answer.messages.contains(message), "{message}: {answer}");
    }
    assert!(answer.status == 0 && answer.out.contains("compared 1 of 2 references, 1 of 3 machine types"), "{answer}");
}
