//! `diff`: the effects of an edit, the affected Shoots, and the exit status.

use rstest::rstest;

use crate::{AT, Answer, edited, run, run_with_input};

const SHOOTS: &str = "../shoots/preferences.yaml";

/// Compares a fixture with an edited copy from standard input.
fn diff(fixture: &str, edits: &[(&str, &str)], arguments: &[&str]) -> Answer {
    let answer = run_with_input(&[&["diff", fixture, "-", "--at", AT], arguments].concat(), &edited(fixture, edits));
    if arguments.contains(&"json") {
        let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!(parsed["schema"], "rootstock.diff/v1");
        assert_eq!(parsed["changed"].as_bool().unwrap(), answer.status != 0);
    }
    answer
}

/// The reordering in document 000.
const REORDERED: &[(&str, &str)] = &[("[NVMe, SCSI]", "[SCSI, NVMe]")];

/// Many changes in one edit.
const MANY: &[(&str, &str)] = &[
    ("name: basket", "name: box"),
    (
        "- version: 2.1.0 # not for old kubelets\n      classification: supported",
        "- version: 2.1.0\n      expirationDate: \"2026-12-01T00:00:00Z\"",
    ),
    ("    - version: 1.33.4\n      classification: deprecated\n      expirationDate: \"2026-07-15T23:59:59Z\"\n", ""),
    ("registry.example/pear:1.4.1", "registry.example/pear:1.4.1-b"),
    ("memory: 16Gi\n    architecture: amd64", "memory: 8Gi\n    architecture: amd64"),
    ("version: 2.2.0\n      classification: preview", "version: 2.2.0\n      classification: supported"),
];

#[rstest]
#[case::text(&[])]
#[case::shoots(&[SHOOTS])]
#[case::details(&[SHOOTS, "--details"])]
#[case::json(&[SHOOTS, "--format", "json"])]
fn reordered_values_are_compared(#[case] arguments: &[&str]) {
    let name = arguments.last().map_or("text", |last| last.trim_start_matches("--"));
    let name = if name.contains('/') { "shoots" } else { name };
    assert_snapshot!(format!("diff_reordered_{name}"), diff("preferences.yaml", REORDERED, arguments));
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("markdown")]
fn everything_at_once(#[case] format: &str) {
    let answer = diff("orchard.yaml", MANY, &["../shoots/fleet.yaml", "--format", format]);
    assert_snapshot!(format!("diff_many_{format}"), answer);
}

#[test]
fn incompatible_update_is_refused() {
    let edits = [
        (
            "{architecture: [amd64], machineHostType: [virtual], storageAccess: [SCSI]}\n  machineImages",
            "{architecture: [amd64], machineHostType: [virtual], storageAccess: [tape]}\n  machineImages",
        ),
        ("values: [NVMe, SCSI]", "values: [NVMe, SCSI, tape]"),
    ];
    assert_snapshot!(diff("preferences.yaml", &edits, &[SHOOTS]));
}

/// The NamespacedCloudProfiles of the profile.
const CHILDREN: &str = "preferences-children.yaml";

#[rstest]
#[case::text("reordered", REORDERED, &[])]
#[case::details("details", REORDERED, &["--details"])]
#[case::json("json", REORDERED, &["--format", "json"])]
#[case::broken("broken", &[("[NVMe, SCSI]", "[nvme, SCSI]"), ("storageAccess: [NVMe]", "storageAccess: [nvme]")], &[])]
#[case::lives("lives", &[("{version: 1.35.2}", "{version: 1.35.2, expirationDate: \"2027-01-01T00:00:00Z\"}")], &[])]
fn namespaced_profiles(#[case] name: &str, #[case] edits: &[(&str, &str)], #[case] arguments: &[&str]) {
    let arguments = [&[SHOOTS, "--children", CHILDREN], arguments].concat();
    assert_snapshot!(format!("diff_children_{name}"), diff("preferences.yaml", edits, &arguments));
}

#[test]
fn namespaced_profiles_in_the_same_file_are_compared() {
    let both = format!("{}---\n{}", edited("preferences.yaml", &[]), edited(CHILDREN, &[("2028-01-01", "2029-01-01")]));
    let answer = run_with_input(&["diff", "preferences.yaml", "-", "--children", CHILDREN, "--at", AT], &both);
    assert_snapshot!(answer);
}

#[test]
fn refused_update_is_reported() {
    let edits = [("{version: 1.36.0}", "{version: newest}")];
    assert_snapshot!(diff("preferences.yaml", &edits, &[]));
}

#[test]
fn formatting_is_not_a_change() {
    let edits =
        [("memory: 16Gi", "memory: 16384Mi"), ("# end of life", "# gone"), ("[amd64, arm64]", "[arm64, amd64]")];
    assert_snapshot!(diff("orchard.yaml", &edits, &["../shoots/fleet.yaml"]));
}

#[rstest]
#[case::same(&["orchard.yaml", "orchard.yaml"], 0)]
#[case::same_with_shoots(&["orchard.yaml", "orchard.yaml", "../shoots/fleet.yaml"], 0)]
#[case::another_profile(&["orchard.yaml", "greenhouse.yaml"], 5)]
#[case::twice_standard_input(&["-", "-"], 2)]
#[case::standard_input_for_shoots_too(&["orchard.yaml", "-", "-"], 2)]
#[case::no_such_name(&["orchard.yaml", "orchard.yaml", "--name", "apple"], 2)]
#[case::no_file(&["orchard.yaml", "no-such.yaml"], 3)]
#[case::no_profile(&["orchard.yaml", "../shoots/fleet.yaml"], 3)]
#[case::no_shoots(&["orchard.yaml", "orchard.yaml", "no-such.yaml"], 3)]
#[case::no_children(&["orchard.yaml", "orchard.yaml", "--children", "orchard.yaml"], 3)]
#[case::nothing(&["orchard.yaml"], 2)]
fn exit_status(#[case] arguments: &[&str], #[case] status: i32) {
    let answer = run(&[&["diff", "--at", AT], arguments].concat());
    assert_eq!(answer.status, status, "{answer}");
}

/// The parent may not remove what its NamespacedCloudProfiles use, and may not add what they have added themselves.
#[rstest]
#[case::in_both_files(&["custom-image.yaml", "custom-image-taken.yaml"], &["machine-image-of-children"])]
#[case::elsewhere(&["custom-image-parent.yaml", "custom-image-taken-parent.yaml", "--children", "custom-image-child.yaml"], &["machine-image-of-children"])]
#[case::removed(&["versions-parent.yaml", "versions-removed-parent.yaml", "--children", "versions-child.yaml"], &["kubernetes-version-in-use", "machine-image-in-use"])]
fn update_that_breaks_children_is_refused(#[case] files: &[&str], #[case] rules: &[&str]) {
    let file = |name: &str| if name.contains(".yaml") { format!("../children/{name}") } else { name.to_owned() };
    let mut arguments =
        vec!["diff".to_owned(), "--at".to_owned(), AT.to_owned(), "--format".to_owned(), "json".to_owned()];
    arguments.extend(files.iter().map(|name| file(name)));
    let answer = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answer.status, 5, "{answer}");
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(parsed["update"]["refused"], true);
    let found: Vec<&str> =
        parsed["update"]["findings"].as_array().unwrap().iter().filter_map(|one| one["rule"].as_str()).collect();
    for rule in rules {
        assert!(found.contains(rule), "{found:?}");
    }
}

/// Two versions of a NamespacedCloudProfile: the comparison is about what their Shoots get.
#[test]
fn a_namespaced_profile_against_an_edited_one() {
    let edited = edited("../children/custom-image-child.yaml", &[("version: 1.0.0", "version: 1.1.0")]);
    let child = ["diff", "../children/custom-image-child.yaml", "-", "--at", AT];
    let parent = ["--parent", "../children/custom-image-parent.yaml"];
    assert_snapshot!(run_with_input(&[&child[..], &parent].concat(), &edited));
    let alone = run_with_input(&child, &edited);
    assert_eq!(alone.status, 3, "{alone}");
    assert!(alone.messages.contains("give the parent with --parent"), "{alone}");
}

/// With the gate on, the images of workers with special requirements are compared, too (GEP-54); changes that are the same for
/// all workers are listed once.
#[rstest]
#[case::removed_image("secure_gone", &[
    ("      - {}\n      - gardener-bootType: [secure]\n", "      - {}\n"),
    ("        - {image: \"secure:1.0.0\", capabilities: {gardener-bootType: [secure]}}\n", ""),
])]
#[case::exchanged("gpu_exchanged", &[("nvidia:1.0.0", "nvidia:1.0.0-b")])]
#[case::in_place("in_place_gone", &[("      inPlaceUpdates: {supported: true}\n", "")])]
#[case::for_all("for_all", &[("gardener-bootType: [standard]", "architecture: [amd64]"), ("plain:1.0.0", "plain:1.0.0-b")])]
fn special_workers(#[case] name: &str, #[case] edits: &[(&str, &str)]) {
    let gate = ["--feature-gates", "WorkerCapabilities=true"];
    assert_snapshot!(format!("diff_special_{name}"), diff("special-workers.yaml", edits, &gate));
}

#[test]
fn special_workers_in_json() {
    let arguments = ["--feature-gates", "WorkerCapabilities=true", "--format", "json"];
    let answer = diff("special-workers.yaml", &[("secure:1.0.0", "secure:1.0.0-b")], &arguments);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(parsed["changes"]["selections"], serde_json::json!([]));
    let special = &parsed["changes"]["specialWorkers"][0];
    assert_eq!(special["field"], "machine.secureBoot");
    assert_eq!(special["selections"][0]["blocks"][0]["images"][0]["to"], "secure:1.0.0-b");
}

/// The query covers capabilities of the provider, too.
#[test]
fn special_workers_of_a_provider() {
    let edits = [("1877-amd64-virtualized-trusted", "another")];
    let gate = ["--feature-gates", "WorkerCapabilities=true"];
    assert_snapshot!(diff("harbour-trusted.yaml", &edits, &gate));
}

/// An error that the old profile has as well does not refuse the update.
#[rstest]
#[case::old_error_only(&[("memory: 16Gi", "memory: 8Gi")], 1, 1, false)]
#[case::nothing_changes(&[], 0, 1, false)]
#[case::new_error(&[("values: [amd64, arm64]", "values: [amd64, amd64]")], 5, 1, true)]
fn only_new_errors_refuse_update(
    #[case] edits: &[(&str, &str)],
    #[case] status: i32,
    #[case] older: u64,
    #[case] refused: bool,
) {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.yaml");
    let text = edited("../base/local.yaml", &[("  type: local", "  type: local\n  unknownField: 1")]);
    std::fs::write(&old, &text).unwrap();
    let mut new = text;
    for (from, to) in edits {
        assert!(new.contains(from), "{from}");
        new = new.replace(from, to);
    }
    let old = old.to_str().unwrap();
    let answer = run_with_input(&["diff", old, "-", "--at", AT, "--format", "json"], &new);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let update = &parsed["update"];
    assert_eq!(
        (answer.status, update["olderErrors"].as_u64().unwrap(), update["refused"].as_bool().unwrap()),
        (status, older, refused)
    );
    let answer = run_with_input(&["diff", old, "-", "--at", AT], &new);
    assert_eq!(answer.out.contains("the update is refused"), refused, "{}", answer.out);
    assert!(answer.out.contains("1 error that was there before"), "{}", answer.out);
}
