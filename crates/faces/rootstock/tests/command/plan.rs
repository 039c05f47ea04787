//! `plan`: the next maintenance, the timeline, the explanation, and Shoots that cannot be planned.

use rstest::rstest;

use crate::{AT, Answer, run, run_with_input};

const FLEET: &str = "../shoots/fleet.yaml";

fn plan(arguments: &[&str]) -> Answer {
    let answer = run(&[&["plan", "--profile", "orchard.yaml", "--at", AT], arguments].concat());
    if arguments.contains(&"json") {
        let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        assert!(parsed["schema"].as_str().unwrap().starts_with("rootstock.plan"));
    }
    answer
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
#[case("markdown")]
fn the_next_maintenance(#[case] format: &str) {
    assert_snapshot!(format!("plan_{format}"), plan(&[FLEET, "--format", format]));
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
#[case("markdown")]
fn up_to_a_date(#[case] format: &str) {
    let answer = plan(&[FLEET, "--until", "2026-12-31T23:59:59Z", "--format", format]);
    assert_snapshot!(format!("plan_until_{format}"), answer);
}

#[rstest]
#[case("text")]
#[case("json")]
#[case("csv")]
fn unplannable_shoots_do_not_hide_other_shoots(#[case] format: &str) {
    assert_snapshot!(format!("plan_lost_{format}"), plan(&["../shoots/lost.json", "--format", format]));
}

#[test]
fn explanation_has_no_markdown() {
    let answer = plan(&[FLEET, "--explain", "garden-dev/eager", "--format", "markdown"]);
    assert!(answer.status == 2 && answer.messages.contains("--explain has no Markdown"), "{answer}");
}

#[rstest]
#[case("eager", "text")]
#[case("forced", "text")]
#[case("forced", "json")]
#[case("forced", "csv")]
#[case("stuck", "text")]
fn the_explanation(#[case] shoot: &str, #[case] format: &str) {
    let namespace = if shoot == "stuck" { "garden-prod" } else { "garden-dev" };
    let answer = plan(&[FLEET, "--explain", &format!("{namespace}/{shoot}"), "--format", format]);
    assert_snapshot!(format!("plan_explain_{shoot}_{format}"), answer);
}

#[test]
fn every_filter_is_explained() {
    assert_snapshot!(plan(&["../shoots/filters.yaml", "--profile", "filters.yaml", "--explain", "garden-dev/sieve"]));
}

/// Versions that are not above the current one, and thus no update targets, share a line.
#[test]
fn lower_versions_share_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let profile = directory.path().join("shelf.yaml");
    let versions: String = (0..8).map(|minor| format!("    - {{version: 1.{minor}.0}}\n")).collect();
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: shelf}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineTypes: [{{name: small, architecture: amd64}}]\n  \
         machineImages:\n  - name: oak\n    versions:\n{versions}"
    );
    std::fs::write(&profile, text).unwrap();
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {namespace: a, name: b}\nspec:\n  \
                 cloudProfile: {name: shelf}\n  kubernetes: {version: 1.34.1}\n  maintenance: {timeWindow: {begin: \
                 220000+0000, end: 230000+0000}}\n  provider:\n    type: local\n    workers:\n    - {name: pool, machine: \
                 {type: small, image: {name: oak, version: 1.6.0}}}\n";
    let arguments = ["plan", "--profile", profile.to_str().unwrap(), "-", "--explain", "a/b", "--at", AT];
    assert_snapshot!(run_with_input(&arguments, shoot).out);
}

#[test]
fn profile_in_place_of_shoots_is_refused() {
    let answer = plan(&["greenhouse.yaml"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("there is no Shoot in the given files"), "{answer}");
}

#[test]
fn summary_has_only_totals() {
    assert_snapshot!(plan(&[FLEET, "--summary"]));
    let json: serde_json::Value = serde_json::from_str(&plan(&[FLEET, "--summary", "--format", "json"]).out).unwrap();
    assert_eq!(json["shoots"].as_array().map(Vec::len), Some(0));
    let whole: serde_json::Value = serde_json::from_str(&plan(&[FLEET, "--format", "json"]).out).unwrap();
    assert_eq!(json["summary"], whole["summary"]);
    let rows = plan(&[FLEET, "--summary", "--format", "csv"]);
    assert_eq!((rows.status, rows.out.as_str()), (2, ""), "{rows}");
}

#[test]
fn unchanged_items_are_omitted_on_request() {
    assert_snapshot!(plan(&[FLEET, "--only-changes"]));
}

#[test]
fn plan_with_gardener_semantics() {
    assert_snapshot!(plan(&[FLEET, "--only-changes", "--semantics", "gardener"]));
}

#[test]
fn a_namespaced_profile_is_planned_by_its_rendered_form() {
    let answer = plan(&["--profile", "../shoots/children/tree.yaml", "../shoots/children/shoots.yaml"]);
    assert_snapshot!(answer);
}

#[rstest]
#[case::nothing_to_do(&["--explain", "garden-dev/calm"], 0)]
#[case::updates(&["--explain", "garden-dev/eager"], 1)]
#[case::failures(&["--explain", "garden-prod/stuck"], 1)]
#[case::unknown_shoot(&["--explain", "garden-dev/egaer"], 2)]
#[case::no_name(&["--explain", "eager"], 2)]
#[case::backwards(&["--until", "2026-01-01T00:00:00Z"], 2)]
#[case::both(&["--explain", "garden-dev/calm", "--until", "2027-01-01T00:00:00Z"], 2)]
#[case::no_file(&["no-such.yaml"], 3)]
#[case::lost(&["../shoots/lost.json"], 3)]
#[case::no_profile_file(&["--profile", "no-such.yaml"], 3)]
fn exit_status(#[case] arguments: &[&str], #[case] status: i32) {
    let answer = plan(&[&[FLEET, "--exit-code"], arguments].concat());
    assert_eq!(answer.status, status, "{answer}");
}

#[test]
fn unknown_shoot_name_gets_a_suggestion() {
    let answer = plan(&[FLEET, "--explain", "garden-dev/egaer"]);
    assert!(answer.messages.contains("did you mean `garden-dev/eager`?"), "{answer}");
}

#[rstest]
#[case::empty("", 0, "0 Shoots")]
#[case::no_shoots("kind: List\nitems: []\n", 0, "0 Shoots")]
#[case::no_shoots_json("{\"kind\": \"List\", \"items\": []}", 0, "0 Shoots")]
#[case::text("hello", 3, "line 1: cannot be read as a Shoot")]
#[case::broken_yaml("kind: Shoot\nmetadata: [\n", 3, "line 2: `[` is opened and never closed")]
#[case::tabs("kind: Shoot\n\tmetadata: {}\n", 3, "a tab is used for indentation")]
#[case::cut_json(
    "{\"kind\": \"List\", \"items\": [{\"kind\": \"Shoot\"}, {\"kind\"",
    3,
    "was the output of kubectl cut off?"
)]
#[case::cut_yaml(
    "apiVersion: v1\nitems:\n- kind: Shoot\n  metadata: {name: a}\n",
    3,
    "was the output of kubectl cut off?"
)]
#[case::number(
    "kind: Shoot\nspec: {kubernetes: {version: 1.34}}\n",
    3,
    "a string is expected, but `1.34` is a number: put it in quotes"
)]
#[case::no_reference("kind: Shoot\nmetadata: {name: a}\n", 3, "the shoot refers to no CloudProfile")]
#[case::no_worker_machine(
    "kind: Shoot\nspec: {cloudProfileName: orchard, kubernetes: {version: 1.34.1}, provider: {workers: [{name: one}]}}\n",
    1,
    "machine type `` is not in the profile"
)]
#[case::no_version("kind: Shoot\nspec: {cloudProfileName: orchard}\n", 1, "FAILS")]
#[case::zeros("\u{0}\u{0}", 3, "-")]
fn bad_input_is_refused(#[case] input: &str, #[case] status: i32, #[case] says: &str) {
    let answer = run_with_input(&["plan", "--profile", "orchard.yaml", "--at", AT, "-", "--exit-code"], input);
    assert_eq!(answer.status, status, "{answer}");
    let text = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(says), "{answer}");
}

#[test]
fn yaml_and_json_give_the_same_plan() {
    let yaml = plan(&[FLEET, "--format", "csv"]);
    let text = std::fs::read_to_string(crate::fixtures().join(FLEET)).unwrap();
    let value: serde_json::Value = serde_yaml::from_str(&text).unwrap();
    let json =
        run_with_input(&["plan", "--profile", "orchard.yaml", "--at", AT, "-", "--format", "csv"], &value.to_string());
    assert_eq!(yaml.out, json.out);
}

#[rstest]
#[case("text", "2200+0100")]
#[case("json", "220000+1445")]
fn unreadable_window_is_reported(#[case] format: &str, #[case] begin: &str) {
    let shoot = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: late, namespace: garden-dev}}\nspec:\n  \
         cloudProfile: {{kind: CloudProfile, name: orchard}}\n  kubernetes: {{version: 1.34.1}}\n  maintenance: {{timeWindow: \
         {{begin: {begin}, end: 230000+0100}}}}\n"
    );
    let answer = run_with_input(&["plan", "-", "--profile", "orchard.yaml", "--at", AT, "--format", format], &shoot);
    assert!(answer.out.contains("window cannot be read"), "{answer}");
    assert!(answer.out.contains(begin), "{answer}");
}

#[test]
fn standard_input_is_read_only_once() {
    let answer = run_with_input(&["plan", "--profile", "-", "-"], "");
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("standard input (-) can be read only once"), "{answer}");
}

/// Q22 of decision 012: maintenance considers the worker's requirements.
#[test]
fn requirements_of_workers_are_met() {
    let with = |gate: &str| {
        run(&[
            "plan",
            "--profile",
            "greenhouse-secure.yaml",
            "../shoots/greenhouse-secure.yaml",
            "--at",
            AT,
            "--feature-gates",
            &format!("WorkerCapabilities={gate}"),
        ])
    };
    assert_snapshot!("plan_worker_capabilities_off", with("false"));
    assert_snapshot!("plan_worker_capabilities_on", with("true"));
}

/// With `set -e`, a script must not fail because of ordinary changes.
#[test]
fn changes_set_the_exit_status_only_on_request() {
    let statuses = |more: &[&str]| {
        let plain = plan(&[&[FLEET], more].concat());
        let asked = plan(&[&[FLEET, "--exit-code"], more].concat());
        assert_eq!(plain.out, asked.out);
        (plain.status, asked.status)
    };
    assert_eq!(statuses(&[]), (0, 1));
    assert_eq!(statuses(&["--until", "2026-12-31"]), (0, 1));
    assert_eq!(statuses(&["--explain", "garden-dev/forced"]), (0, 1));
}

#[test]
fn until_date_includes_the_whole_day() {
    let of = |until: &str| plan(&[FLEET, "--until", until, "--format", "json"]).out;
    assert_eq!(of("2026-12-31"), of("2026-12-31T23:59:59Z"));
    let at = |at: &str| run(&["plan", "--profile", "orchard.yaml", FLEET, "--format", "json", "--at", at]).out;
    assert_eq!(at("2026-06-01"), at(AT));
    let refused = run(&["plan", "--profile", "orchard.yaml", FLEET, "--at", "2026-02-30"]);
    assert_eq!(refused.status, 2);
    assert_snapshot!(refused.messages);
}
