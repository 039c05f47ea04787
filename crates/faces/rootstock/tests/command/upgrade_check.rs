//! `upgrade-check`: releases that are not known, documents that are not compared, and code scanning.

use rstest::rstest;

use crate::{AT, Answer, command, fixtures, run, run_with_input, with_snapshot_folder};

const PROFILE: &str = "../upgrade/profile.yaml";
const SHOOTS: &str = "../upgrade/shoots.yaml";

fn upgrade(arguments: &[&str]) -> Answer {
    run(&[&["upgrade-check", PROFILE, SHOOTS, "--at", AT], arguments].concat())
}

#[rstest]
#[case(&["--from", "1.151", "--to", "1.152"], &["1.151", "1.152"])]
#[case(&["--from", "1.150", "--to", "1.151"], &["1.151"])]
#[case(&["--from", "1.149", "--to", "1.152"], &["1.152"])]
#[case(&["--from", "1.149", "--to", "1.65535"], &["1.65535"])]
fn unknown_release_is_named_and_not_ready(#[case] arguments: &[&str], #[case] unknown: &[&str]) {
    let answer = upgrade(arguments);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(!answer.out.contains("Nothing changes") || arguments[1] == "1.149", "{answer}");
    let sarif = upgrade(&[arguments, &["--format", "sarif"]].concat());
    let json = upgrade(&[arguments, &["--format", "json"]].concat());
    assert!(json.out.contains("\"unknownReleases\""), "{json}");
    for release in unknown {
        let sentence = format!("Gardener v{release} is not known yet, and answered as v1.150");
        assert!(answer.out.contains(&sentence) && sarif.out.contains(&sentence), "{answer}{sarif}");
    }
    // The releases on the way that are not known are one step.
    assert_eq!(answer.out.matches("is not known yet").count(), unknown.len(), "{answer}");
}

#[rstest]
#[case("text")]
#[case("markdown")]
#[case("sarif")]
#[case("json")]
fn unknown_release_of_an_extension_is_named_and_not_ready(#[case] format: &str) {
    let arguments =
        ["upgrade-check", "../base/aws.yaml", "--extension", "aws=1.72..1.99", "--at", AT, "--format", format];
    let answer = run(&arguments);
    assert_eq!(answer.status, 1, "{answer}");
    let text = answer.out.replace('\n', " ");
    let sentence = "extension aws v1.99 is not known yet, and answered as v1.73, the newest known release";
    let field = "\"newestKnown\": \"1.73\"";
    assert_eq!(text.matches(if format == "json" { field } else { sentence }).count(), 1, "{answer}");
    // The releases that are not known are one step.
    assert!(!text.contains("1.74"), "{answer}");
}

/// A legacy profile of GCP that maps a version twice.
fn twice_mapped() -> String {
    let profile = std::fs::read_to_string(fixtures().join("../base/gcp-legacy.yaml")).unwrap();
    format!("{profile}      - version: 1877.5.0\n        image: projects/another\n")
}

/// From v1.50 on, the extension finds no image if two entries fit. `check`, `matrix`, and the others say so, too.
#[rstest]
#[case::before("gcp=1.49", "yes")]
#[case::since("gcp=1.50", "no image")]
fn entries_that_fit_equally_well_map_no_image(#[case] extension: &str, #[case] expected: &str) {
    let profile = twice_mapped();
    let with = ["--semantics", "gardener", "--extension", extension, "--at", AT];
    let matrix = run_with_input(&[&["matrix", "-"][..], &with].concat(), &profile);
    assert!(matrix.out.contains(expected), "{matrix}");
    let step = run_with_input(&["upgrade-check", "-", "--at", AT, "--extension", "gcp=1.49..1.50"], &profile);
    let order = step.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = "1. change 1 object of which new machines boot no image, or another one, or lose settings, with extension gcp v1.50, \
                    while extension gcp v1.49 still runs, or together with the upgrade where it takes capability flavors";
    assert!(order.contains(sentence), "{step}");
}

/// Another release of the extension writes other flavors, or converts entries, without an effect on images.
#[rstest]
#[case::flavors("../upgrade-stored/flavors.yaml", "openstack=1.54..1.55", "`spec.machineImages`")]
#[case::entries("../upgrade-stored/entries.yaml", "aws=1.68..1.69", "`spec.providerConfig`")]
fn profile_that_is_stored_otherwise_is_named(#[case] file: &str, #[case] extension: &str, #[case] expected: &str) {
    let answer = run(&["upgrade-check", file, "--gardener", "1.146", "--at", AT, "--extension", extension]);
    let text = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(answer.status == 1 && text.contains(&format!("the stored profile has another {expected};")), "{answer}");
}

/// The extension needs the name that Gardener refuses, and so has to be upgraded before the capability is renamed.
#[rstest]
#[case("1.60", "but v1.60 of the extension for provider `azure` needs this one; upgrade the extension first, to v1.62")]
#[case("1.62", "are reserved for Gardener; choose another name")]
fn refused_name_of_a_capability_names_the_extension_that_needs_it(#[case] release: &str, #[case] expected: &str) {
    let profile = std::fs::read_to_string(fixtures().join("../base/azure.yaml")).unwrap();
    let profile = profile.replace("azure-networking", "gardener-azure-networking");
    let extension = format!("azure={release}");
    let step = ["upgrade-check", "-", "--at", AT, "--from", "1.146", "--to", "1.147", "--extension", &extension];
    let answer = run_with_input(&step, &profile);
    assert!(answer.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected), "{answer}");
    let check = run_with_input(&["check", "-", "--at", AT, "--gardener", "1.147", "--extension", &extension], &profile);
    assert!(check.messages.contains(expected) || check.out.contains(expected), "{check}");
}

/// Azure's releases name the capability otherwise, and turn accelerated networking on all the same.
#[test]
fn accelerated_networking_of_legacy_profiles_does_not_change() {
    let profile = std::fs::read_to_string(fixtures().join("../base/azure-legacy.yaml")).unwrap();
    let (head, config) = profile.split_once("  providerConfig:\n").unwrap();
    let types = "    machineTypes: [{name: Standard_D4s_v5, acceleratedNetworking: true}]\n";
    let urn = "        urn: sap:gardenlinux:greatest:1877.5.0\n";
    let config = config.replace(urn, &format!("{urn}        acceleratedNetworking: true\n"));
    let profile = format!("{head}  providerConfig:\n{types}{config}");
    let answer = run_with_input(&["upgrade-check", "-", "--at", AT, "--extension", "azure=1.55..1.62"], &profile);
    assert_eq!(answer.out.matches("Nothing changes for these objects.").count(), 7, "{answer}");
}

#[rstest]
#[case("1.149")]
#[case("1.151")]
fn another_major_version_is_refused(#[case] from: &str) {
    let answer = upgrade(&["--from", from, "--to", "2.0"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(&format!("the way from v{from} to v2.0 is not known")), "{answer}");
}

#[test]
fn improvements_are_notes_for_code_scanning() {
    let answer = upgrade(&["--from", "1.148", "--to", "1.149", "--format", "sarif"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let results = parsed["runs"][0]["results"].as_array().unwrap();
    let accepted =
        |one: &&serde_json::Value| one["message"]["text"].as_str().unwrap().contains("accepted from then on");
    let levels: Vec<_> = results.iter().filter(accepted).map(|one| one["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["note", "note"], "{answer}");
    assert!(parsed["runs"][0].get("invocations").is_none(), "{answer}");
}

#[rstest]
#[case("text", "not compared: <stdin>: line 1, column 4: `[` is opened and never closed")]
#[case("sarif", "\"executionSuccessful\": false")]
fn unreadable_document_is_described(#[case] format: &str, #[case] expected: &str) {
    let arguments = ["upgrade-check", "-", "--from", "1.149", "--to", "1.150", "--format", format];
    let answer = run_with_input(&arguments, "a: [\n");
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.out.contains(expected) && !answer.out.contains("Nothing changes"), "{answer}");
}

fn check(text: &str, arguments: &[&str]) -> Answer {
    run_with_input(&[&["upgrade-check", "-", "--profile", PROFILE, "--at", AT], arguments].concat(), text)
}

const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: riesling}
spec:
  cloudProfile: {kind: CloudProfile, name: vineyard}
  region: local
  kubernetes: {version: 1.34.1}
  controlPlane: {zones: here}
  provider:
    type: local
    workers:
    - {name: a, minimum: 1, maximum: 1, zones: [\"0\"], machine: {type: medium, architecture: amd64, image: {name: plain}}}
";

#[test]
fn refused_value_of_a_new_field_has_the_new_rule_as_its_cause() {
    let answer = check(SHOOT, &["--from", "1.149", "--to", "1.150", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let changes = parsed["steps"][0]["changes"].as_array().unwrap();
    let groups: Vec<_> = changes.iter().map(|one| one["group"].as_str().unwrap()).collect();
    assert_eq!(groups, ["refused", "accepted"], "{answer}");
    let causes: Vec<_> = changes.iter().map(|one| one["cause"]["name"].as_str().unwrap()).collect();
    assert_eq!(causes, ["shoot-control-plane-zones-forbidden", "Shoot spec.controlPlane.zones"], "{answer}");
    assert_eq!(
        (changes[0]["object"].as_str(), changes[0]["remedy"].as_str()),
        (Some("riesling"), Some("remove the zones"))
    );
    let order: Vec<_> = parsed["order"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(
        order,
        [
            "correct 1 object that Gardener v1.149 and Gardener v1.150 refuse, each for another reason",
            "upgrade Gardener from v1.149 to v1.150",
            "only then apply profiles and Shoots that Gardener v1.149 refuses"
        ]
    );
}

#[test]
fn feature_gate_that_a_release_lacks_is_left_out_with_a_remark() {
    let gate = ["--feature-gates", "VersionClassificationLifecycle=true"];
    let answer = upgrade(&[&["--from", "1.135", "--to", "1.138"], gate.as_slice()].concat());
    let text = answer.out.replace('\n', " ");
    for releases in ["v1.135 and v1.136", "v1.136"] {
        let remark =
            format!("feature gate VersionClassificationLifecycle is left out for Gardener {releases}: it exists");
        assert!(text.contains(&remark), "{answer}");
    }
    assert_eq!((text.matches("is left out").count(), answer.status), (2, 0), "{answer}");
    // The releases of the question decide, however they are set.
    let set = upgrade(&[&["--gardener", "1.135", "--to", "1.138"], gate.as_slice()].concat());
    assert_eq!(set.out, answer.out, "{set}");
    let overridden = upgrade(&[&["--gardener", "1.136", "--from", "1.137", "--to", "1.138"], gate.as_slice()].concat());
    assert!(overridden.status == 0 && !overridden.out.contains("is left out"), "{overridden}");
    let refused = upgrade(&[&["--from", "1.135", "--to", "1.136"], gate.as_slice()].concat());
    assert_eq!(refused.status, 2, "{refused}");
    let expected =
        "Gardener has no feature gate VersionClassificationLifecycle from v1.135 to v1.136: it exists since v1.137";
    assert!(refused.messages.contains(expected), "{refused}");
}

/// The cause is not another behavior of the same release.
#[rstest]
#[case::dropped("1.31.9", "1.142", "warning-begins", "Gardener supports Kubernetes 1.32 to 1.35")]
#[case::added("1.36.0", "1.145", "warning-ends", "Gardener supports Kubernetes 1.32 to 1.36")]
fn supported_kubernetes_versions_change(
    #[case] version: &str,
    #[case] to: &str,
    #[case] group: &str,
    #[case] expected: &str,
) {
    let profile = std::fs::read_to_string(fixtures().join("../base/local.yaml")).unwrap();
    let versions = "    versions:\n";
    assert!(profile.contains(versions));
    let profile = profile.replacen(versions, &format!("{versions}    - version: {version}\n"), 1);
    let answer = run_with_input(
        &["upgrade-check", "-", "--from", "1.135", "--to", to, "--at", AT, "--format", "json"],
        &profile,
    );
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let step = parsed["steps"].as_array().unwrap().last().unwrap();
    let changes = step["changes"].as_array().unwrap();
    let change = changes.iter().find(|one| one["rule"] == "kubernetes-version-unsupported").unwrap();
    assert_eq!(
        (change["group"].as_str(), change["cause"]["behavior"].as_str()),
        (Some(group), Some(expected)),
        "{answer}"
    );
}

#[test]
fn message_explains_the_assumed_release() {
    let answer = run(&["upgrade-check", PROFILE, "--to", "1.149", "--at", AT]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("assumed because the release that runs is not named"), "{answer}");
}

#[test]
fn remedy_for_workers_is_not_offered_for_profiles() {
    let answer = upgrade(&["--from", "1.148", "--to", "1.149", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let changes = parsed["steps"][0]["changes"].as_array().unwrap();
    assert!(changes.iter().any(|one| one["group"] == "profile"), "{answer}");
    for change in changes {
        let is_about_worker = change["cause"]["name"] == "workers_default_to_amd64" && change["group"] != "profile";
        assert_eq!(change.get("remedy").is_some(), is_about_worker, "{change}");
    }
}

#[rstest]
#[case::all(&[], 1)]
#[case::refusals(&["--fail-on", "refused,dropped"], 1)]
#[case::improvements(&["--fail-on", "accepted"], 0)]
fn groups_decide_about_the_exit_status(#[case] options: &[&str], #[case] status: i32) {
    let from = ["--from", "1.146", "--to", "1.147"];
    let text = upgrade(&[from.as_slice(), options].concat());
    let json = upgrade(&[from.as_slice(), options, &["--format", "json"]].concat());
    let sarif = upgrade(&[from.as_slice(), options, &["--format", "sarif"]].concat());
    assert_eq!([text.status, json.status, sarif.status], [status; 3], "{text}");
    let parsed: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(parsed["fails"], status == 1, "{json}");
    assert_eq!(text.out.contains("no effect on the exit status"), !options.is_empty(), "{text}");
    let parsed: serde_json::Value = serde_json::from_str(&sarif.out).unwrap();
    let results = parsed["runs"][0]["results"].as_array().unwrap();
    let refused = results.iter().find(|one| one["ruleId"] == "capability-name-reserved").unwrap();
    assert!(
        refused["message"]["text"].as_str().unwrap().contains("give the capability a name without the prefix"),
        "{sarif}"
    );
    assert_eq!(refused["level"] == "note", status == 0, "{sarif}");
}

#[test]
fn unknown_group_is_refused_with_the_known_ones() {
    let answer = upgrade(&["--to", "1.150", "--from", "1.149", "--fail-on", "refusal"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("refused, dropped, image"), "{answer}");
}

#[rstest]
#[case::nothing("", "", 2)]
#[case::severity("[severity]\ncapability-value-unused = \"off\"\n", "", 1)]
#[case::suppression("[[suppress]]\nrule = \"capability-value-unused\"\nreason = \"known\"\nfile = \"*.yaml\"\n", "", 1)]
#[case::other_file(
    "[[suppress]]\nrule = \"capability-value-unused\"\nreason = \"known\"\nfile = \"other.yaml\"\n",
    "",
    2
)]
#[case::comment("", " # rootstock: allow capability-value-unused until 2027-01-01: known", 1)]
#[case::past_comment("", " # rootstock: allow capability-value-unused until 2026-01-01: known", 2)]
fn configuration_and_comments_apply_as_in_a_check(
    #[case] configuration: &str,
    #[case] comment: &str,
    #[case] changes: usize,
) {
    let folder = tempfile::tempdir().unwrap();
    let profile = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let values = "values: [fast, slow]";
    std::fs::write(folder.path().join("profile.yaml"), profile.replace(values, &format!("{values}{comment}"))).unwrap();
    std::fs::write(folder.path().join("rootstock.toml"), configuration).unwrap();
    let run = |options: &[&str]| {
        let output = command().current_dir(folder.path()).args(options).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let out = run(&["upgrade-check", ".", "--from", "1.146", "--to", "1.147", "--at", AT, "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&out).unwrap();
    let step = &parsed["steps"][0];
    assert_eq!(step["changes"].as_array().unwrap().len(), changes, "{out}");
    assert_eq!(step.get("accepted").is_some(), changes == 1, "{out}");
    let checked =
        run(&["check", ".", "--gardener", "1.146", "--semantics", "gardener", "--at", AT, "--format", "concise"]);
    assert_eq!(checked.contains("[capability-value-unused]"), changes == 2, "{checked}");
}

#[rstest]
#[case::nothing("", ["", ""], [2, 1])]
#[case::off("[severity]\nupgrade-image = \"off\"\n", ["", ""], [0, 1])]
#[case::suppressed("[[suppress]]\nrule = \"upgrade-profile\"\nreason = \"known\"\nobject = \"vineyard\"\n", ["", ""], [2, 0])]
#[case::comment("", ["", "# rootstock: allow upgrade-image until 2027-01-01: known\n      "], [0, 1])]
#[case::comment_of_a_profile("", ["# rootstock: allow upgrade-profile until 2027-01-01: known\n", ""], [2, 0])]
#[case::comment_of_another_rule("", ["# rootstock: allow upgrade-image until 2027-01-01: known\n", ""], [2, 1])]
fn changes_are_accepted_by_their_rule(
    #[case] configuration: &str,
    #[case] comments: [&str; 2],
    #[case] expected: [usize; 2],
) {
    let [of_profile, of_image] = comments;
    let folder = tempfile::tempdir().unwrap();
    let profile = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let profile = profile.replace("apiVersion: core", &format!("{of_profile}apiVersion: core"));
    std::fs::write(folder.path().join("profile.yaml"), profile).unwrap();
    let shoots = std::fs::read_to_string(fixtures().join(SHOOTS)).unwrap();
    let machine = "machine:\n        type: medium-arm";
    assert!(shoots.contains(machine));
    let shoots = shoots.replace(machine, &format!("{of_image}{machine}"));
    std::fs::write(folder.path().join("shoots.yaml"), shoots).unwrap();
    std::fs::write(folder.path().join("rootstock.toml"), configuration).unwrap();
    let run = |options: &[&str]| {
        let output = command().current_dir(folder.path()).args(options).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let out = run(&["upgrade-check", ".", "--from", "1.148", "--to", "1.149", "--at", AT, "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&out).unwrap();
    let changes = parsed["steps"][0]["changes"].as_array().unwrap();
    let number = |rule: &str| changes.iter().filter(|one| one["rule"] == rule).count();
    assert_eq!([number("upgrade-image"), number("upgrade-profile")], expected, "{out}");
    let accepted = parsed["steps"][0]["accepted"].as_u64().unwrap_or_default();
    assert_eq!(usize::try_from(accepted), Ok(3 - expected.iter().sum::<usize>()), "{out}");
    // A check does not look for changes, so that nothing is unused there.
    let checked =
        run(&["check", ".", "--gardener", "1.149", "--semantics", "gardener", "--at", AT, "--format", "concise"]);
    assert!(!checked.contains("unused") && !checked.contains("misspelt"), "{checked}");
}

#[rstest]
#[case::gardener(&["--to", "1.149"], "name it as `from`, on the command line with --from")]
#[case::nothing(&[], "on the command line with --to 1.150, or those of extensions as `extensionsTo`")]
#[case::provider(&["--extension", "was=1.68..1.71"], "no plug-in knows provider `was`; releases are known for `alicloud`, `aws`")]
#[case::not_examined(&["--extension", "hcloud=1.0..2.0"], "remove the setting (releases are known for `alicloud`, `aws`")]
fn missing_release_is_asked_for(#[case] arguments: &[&str], #[case] expected: &str) {
    let answer = upgrade(arguments);
    assert!(answer.status == 2 && answer.messages.contains(expected), "{answer}");
}

#[rstest]
#[case::near("upgrade-imag", "did you mean `upgrade-image`?")]
#[case::far("refused", "`rootstock rules` lists them")]
fn unknown_rule_of_a_change_is_named(#[case] rule: &str, #[case] expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rootstock.toml");
    std::fs::write(&file, format!("[severity]\n{rule} = \"off\"\n")).unwrap();
    let answer = upgrade(&["--from", "1.148", "--to", "1.149", "--config", file.to_str().unwrap()]);
    assert!(answer.status == 2 && answer.messages.contains(expected), "{answer}");
}

#[rstest]
#[case::backport("1.146.4", "1.146.5", true)]
#[case::after_backport("1.146.5", "1.146", false)]
#[case::to_a_release_without_it("1.146.5", "1.147.0", true)]
#[case::to_a_release_with_it("1.146.5", "1.147", false)]
fn patch_levels_differ_where_a_behavior_was_ported_back(#[case] from: &str, #[case] to: &str, #[case] differs: bool) {
    let answer = upgrade(&["--from", from, "--to", to]);
    assert_eq!(answer.out.contains("image_settings_are_put_back"), differs, "{answer}");
    assert!(answer.out.contains(&format!("Gardener v{from} to v{to}")), "{answer}");
}

/// The profiles and Shoots of the fixtures, whose behaviors that depend on the release are all listed, and nothing else.
#[test]
fn landscape_of_the_fixtures_changes_step_by_step() {
    let options = ["--from", "1.145", "--to", "1.150", "--at", AT, "--format", "json"];
    let answer = run(&[["upgrade-check", ".", "../shoots", "../upgrade"].as_slice(), &options].concat());
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let mut lines = format!("compared: {}\n", parsed["compared"]);
    for step in parsed["steps"].as_array().unwrap() {
        lines += &format!("\nv{} to v{}\n", step["from"].as_str().unwrap(), step["to"].as_str().unwrap());
        for change in step["changes"].as_array().unwrap() {
            let text = |field: &str| change[field].as_str().unwrap();
            let cause = change["cause"]["name"].as_str().unwrap_or("no cause");
            let object = format!("{} {}", text("objectKind"), text("object"));
            lines += &format!("{}: {object}: {}: {} ({cause})\n", text("group"), text("path"), text("rule"));
        }
    }
    assert!(!lines.contains("no cause"), "{lines}");
    with_snapshot_folder(module_path!(), || insta::assert_snapshot!("landscape", lines));
}

#[test]
fn namespaced_profile_without_its_parent_is_not_compared() {
    let arguments = ["upgrade-check", "../children/custom-image-child.yaml", "--from", "1.144", "--to", "1.145"];
    let answer = run(&arguments);
    assert_eq!(answer.status, 3, "{answer}");
    let text = answer.out.replace('\n', " ");
    assert!(text.contains("compared: nothing compared in part: NamespacedCloudProfile"), "{answer}");
    assert!(
        text.contains("is not among the inputs") && text.contains("add them as PATH, or with --profile"),
        "{answer}"
    );
}

#[test]
fn release_of_a_shoot_that_is_too_old_is_an_error() {
    let text = format!("{SHOOT}status: {{gardener: {{version: v1.120.2}}}}\n");
    let answer = check(&text, &["--to", "1.150"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("v1.120.2 of Shoot riesling"), "{answer}");
}

const LIFECYCLE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: local}
spec:
  type: local
  kubernetes:
    versions:
    - version: 1.34.2
    - version: 1.34.1
      lifecycle:
      - classification: supported
      - {classification: expired, startTime: \"2026-01-01T00:00:00Z\"}
  machineImages:
  - {name: plain, updateStrategy: major, versions: [{version: 1.0.0, cri: [{name: containerd}]}]}
  machineTypes: [{name: medium, cpu: \"4\", gpu: \"0\", memory: 16Gi}]
  regions: [{name: local, zones: [{name: \"0\"}]}]
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: riesling}
spec:
  cloudProfile: {kind: CloudProfile, name: local}
  region: local
  kubernetes: {version: 1.34.1}
  maintenance: {autoUpdate: {kubernetesVersion: false, machineImageVersion: false}}
  provider:
    type: local
    workers:
    - {name: a, minimum: 1, maximum: 1, zones: [\"0\"], machine: {type: medium, image: {name: plain, version: 1.0.0}}}
";

fn changes_of(text: &str, arguments: &[&str]) -> Vec<serde_json::Value> {
    let answer = run_with_input(&[&["upgrade-check", "-", "--at", AT, "--format", "json"], arguments].concat(), text);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    parsed["steps"].as_array().unwrap().iter().flat_map(|step| step["changes"].as_array().unwrap().clone()).collect()
}

#[test]
fn field_of_a_profile_is_the_cause_of_everything_that_follows_from_it() {
    let gate = ["--feature-gates", "VersionClassificationLifecycle=true"];
    let changes = changes_of(LIFECYCLE, &[&["--from", "1.136", "--to", "1.137"], gate.as_slice()].concat());
    let groups: Vec<_> = changes.iter().map(|one| one["group"].as_str().unwrap()).collect();
    assert!(["refused", "maintenance", "profile", "accepted"].iter().all(|group| groups.contains(group)), "{groups:?}");
    let causes: std::collections::BTreeSet<_> = changes.iter().map(|one| one["cause"]["name"].as_str()).collect();
    assert_eq!(causes, [Some("CloudProfile spec.kubernetes.versions[].lifecycle")].into());
}

/// The gate cannot be set to the same value in a release that does not have it.
#[test]
fn gate_that_only_one_release_has_is_not_a_remedy() {
    let changes = changes_of(LIFECYCLE, &["--from", "1.136", "--to", "1.137"]);
    let remedies: Vec<_> = changes.iter().filter_map(|one| one["remedy"].as_str()).collect();
    assert_eq!(remedies, ["write `classification` and `expirationDate` instead of `lifecycle`"]);
}

#[test]
fn only_quirk_of_a_step_is_not_the_cause_of_what_a_rule_hides() {
    let profile = std::fs::read_to_string(fixtures().join("../upgrade/profile.yaml")).unwrap();
    let changes = changes_of(&profile, &["--from", "1.146", "--to", "1.147.0"]);
    let unused = changes.iter().find(|one| one["rule"] == "capability-value-unused").unwrap();
    assert_eq!(unused["cause"]["name"], "capability-name-reserved", "{unused}");
}

/// A version that was not supported before changes nothing, although the finding moves to another one.
#[test]
fn finding_about_more_versions_does_not_end() {
    let profile =
        LIFECYCLE.replacen("    versions:\n", "    versions:\n    - version: 1.31.5\n    - version: 1.30.9\n", 1);
    let changes = changes_of(&profile, &["--from", "1.141", "--to", "1.142"]);
    let groups = changes.iter().filter(|one| one["rule"] == "kubernetes-version-unsupported");
    assert_eq!(groups.map(|one| one["group"].as_str().unwrap()).collect::<Vec<_>>(), ["warning-begins"]);
}

#[rstest]
#[case::text("text")]
#[case::sarif("sarif")]
fn step_of_an_extension_says_what_its_release_changes(#[case] format: &str) {
    let profile = std::fs::read_to_string(fixtures().join("../base/aws.yaml")).unwrap();
    let extension = ["--extension", "aws=1.64..1.65", "--format", format];
    let answer = run_with_input(&[&["upgrade-check", "-", "--at", AT], extension.as_slice()].concat(), &profile);
    let text = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected =
        "until then it does not see `machineCapabilities`, and takes versions without `architectures` for amd64";
    assert_eq!(text.matches(expected).count() == 1, format == "text", "{answer}");
    assert!(text.contains("from then on it reads capabilities"), "{answer}");
}
