//! `default`.

use rstest::rstest;

use crate::{AT, fixtures, run, run_with_input};

/// Returns the first two Shoots of the fixture; the profile of the third is missing.
fn shoots() -> String {
    let text = std::fs::read_to_string(fixtures().join("../shoots/greenhouse.yaml")).unwrap();
    text.rsplit_once("---\n").unwrap().0.to_owned()
}

fn default(input: &str, arguments: &[&str]) -> crate::Answer {
    run_with_input(&[&["default", "-", "--profile", "greenhouse.yaml", "--at", AT], arguments].concat(), input)
}

#[rstest]
#[case("text")]
#[case("json")]
fn missing_values_are_filled_in(#[case] format: &str) {
    assert_snapshot!(format!("default_{format}"), default(&shoots(), &["--format", format]));
}

#[test]
fn defaulting_is_idempotent() {
    let once = default(&shoots(), &[]);
    let twice = default(&once.out, &[]);
    assert_eq!(once.out, twice.out);
    assert!(twice.messages.contains("garden-dev/fine: there is nothing to fill in"), "{twice}");
}

#[test]
fn shoots_that_cannot_be_filled_in_are_reported() {
    let answer = default(&shoots().replace("\"1.33\"", "\"1.31\""), &[]);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(answer.messages.contains("garden-dev/fine: cannot be filled in: spec.kubernetes.version"), "{answer}");
}

#[test]
fn existing_worker_keeps_its_image() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    let old = "machine: {type: pot.small, image: {name: tomato, version: 2.0.0, providerConfig: {a: b}}}";
    std::fs::write(&path, shoots().replace("machine: {type: pot.small}", old)).unwrap();
    let answer = default(&shoots(), &["--against", path.to_str().unwrap()]);
    assert!(answer.out.contains("version: 2.0.0\n          providerConfig:\n            a: b\n"), "{answer}");
    assert!(answer.messages.contains("the pool already has it"), "{answer}");
}

/// Gardener v1.147.0 puts back the settings of an image whose name and version stay.
#[rstest]
#[case::put_back("1.147.0", "a: b", true)]
#[case::changed("1.148", "a: c", false)]
fn settings_of_images_are_put_back(#[case] gardener: &str, #[case] expected: &str, #[case] is_put_back: bool) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    let with = |value: &str| {
        let image = format!("image: {{name: tomato, version: 2.0.0, providerConfig: {{a: {value}}}}}");
        shoots().replace("machine: {type: pot.small}", &format!("machine: {{type: pot.small, {image}}}"))
    };
    std::fs::write(&path, with("b")).unwrap();
    let release = ["--against", path.to_str().unwrap(), "--semantics", "gardener", "--gardener", gardener];
    let answer = default(&with("c"), &release);
    assert!(answer.out.contains(&format!("providerConfig:\n            {expected}\n")), "{answer}");
    assert_eq!(answer.messages.contains("puts back the settings"), is_put_back, "{answer}");
    assert_eq!(answer.messages.contains("image_settings_are_put_back"), is_put_back, "{answer}");
}

#[test]
fn shoots_without_their_profiles_are_refused() {
    let answer = run(&["default", "../shoots/greenhouse.yaml", "-p", "orchard.yaml", "--at", AT]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.out.is_empty(), "{answer}");
    assert!(
        answer.messages.contains("Shoot `garden-dev/fine` cannot be filled in: its CloudProfile `greenhouse`"),
        "{answer}"
    );
}

#[rstest]
#[case("", 3, "there is no Shoot in -")]
#[case("a: [", 3, "cannot read -")]
fn bad_input_is_refused(#[case] input: &str, #[case] status: i32, #[case] message: &str) {
    let answer = default(input, &[]);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn standard_input_twice_is_refused() {
    assert_eq!(run(&["default", "-", "-p", "-"]).status, 2);
}

/// Quirk `default_image_may_be_inactive`: Gardener fills in a version that is not available yet, and then refuses it.
#[rstest]
#[case("documented", "1.0.0")]
#[case("gardener", "1.1.0")]
fn difference_between_semantics_is_reported(#[case] semantics: &str, #[case] version: &str) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("profile.yaml");
    let profile = "{apiVersion: core.gardener.cloud/v1beta1, kind: CloudProfile, metadata: {name: greenhouse}, spec: {
      type: local, regions: [{name: local}], kubernetes: {versions: [{version: 1.33.5}]},
      machineTypes: [{name: pot, cpu: '1', gpu: '0', memory: 1Gi}], machineImages: [{name: tomato, versions: [
        {version: 1.0.0, cri: [{name: containerd}]},
        {version: 1.1.0, cri: [{name: containerd}], lifecycle: [{classification: supported, startTime: '2090-01-01T00:00:00Z'}]}]}]}}";
    std::fs::write(&path, profile).unwrap();
    let shoot = "{apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, metadata: {namespace: garden-dev, name: early}, spec: {
      cloudProfile: {name: greenhouse}, kubernetes: {version: 1.33.5}, provider: {workers: [{name: a, machine: {type: pot}}]}}}";
    let arguments =
        ["default", "-", "--profile", path.to_str().unwrap(), "--at", AT, "--semantics", semantics, "--format", "json"];
    let answer = run_with_input(&arguments, shoot);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let shoot = &json["shoots"][0];
    assert_eq!(shoot["shoot"]["spec"]["provider"]["workers"][0]["machine"]["image"]["version"], version, "{answer}");
    assert_eq!(shoot["otherwise"]["quirks"], serde_json::json!(["default_image_may_be_inactive"]), "{answer}");
    crate::with_snapshot_folder(module_path!(), || {
        insta::assert_json_snapshot!(format!("default_otherwise_{semantics}"), shoot["otherwise"]);
    });
}

/// The profile of one Shoot is missing, and the others are filled in.
#[test]
fn one_missing_profile_does_not_affect_other_shoots() {
    let answer = run(&["default", "../shoots/greenhouse.yaml", "-p", "greenhouse.yaml", "--at", AT]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.out.contains("name: fine"), "{answer}");
    assert!(answer.messages.contains("garden-dev/lost: cannot be filled in: its CloudProfile `orangery`"), "{answer}");
}

#[test]
fn all_shoots_of_a_directory_are_filled_in() {
    let directory = tempfile::tempdir().unwrap();
    for (position, shoot) in shoots().split("---\n").enumerate() {
        std::fs::write(directory.path().join(format!("{position}.yaml")), shoot).unwrap();
    }
    std::fs::copy(fixtures().join("greenhouse.yaml"), directory.path().join("profile.yaml")).unwrap();
    let path = directory.path().to_str().unwrap();
    let answer = run(&["default", path, "--profile", "greenhouse.yaml", "--at", AT]);
    assert_eq!(answer.out, default(&shoots(), &[]).out);
}
