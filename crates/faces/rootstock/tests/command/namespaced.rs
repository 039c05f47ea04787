//! NamespacedCloudProfiles: `render`, and their use in all other commands.

use rstest::rstest;

use crate::{AT, Answer, run, run_with_input};

const CHILD: &str = "../children/arboretum.yaml";
const SHOOT: &str = "../children/arboretum-shoot.yaml";

fn render(arguments: &[&str]) -> Answer {
    run(&[&["render", "--at", AT, CHILD, "--parent", "orchard.yaml"], arguments].concat())
}

#[rstest]
#[case("yaml")]
#[case("json")]
fn rendered_profile_is_printed(#[case] format: &str) {
    assert_snapshot!(format!("render_{format}"), render(&["--format", format]));
}

#[test]
fn gardener_drops_an_expiration_date() {
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: a, namespace: b}\n\
                 spec:\n  parent: {kind: CloudProfile, name: orchard}\n  kubernetes:\n    versions: [{version: 1.30.7}]\n";
    let ask = |more: &[&str]| run_with_input(&[&["render", "-", "--parent", "orchard.yaml"], more].concat(), child);
    let gardener = ask(&["--semantics", "gardener"]);
    let line = "# <stdin>:7: removed `expirationDate`, which was 2026-05-01T23:59:59Z\n      - version: 1.30.7\n";
    assert!(gardener.out.contains(line), "{gardener}");
    let documented = ask(&[]);
    assert!(!documented.out.contains("removed `"), "{documented}");
    assert!(documented.out.contains("version: 1.30.7\n        expirationDate:"), "{documented}");
}

#[test]
fn the_rendered_profile_needs_no_parent() {
    let printed = render(&[]).out;
    let again = run_with_input(&["render", "--at", AT, "-"], &printed);
    assert!(again.messages.contains("this is the last result that Gardener rendered"), "{again}");
    let without_comments = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        lines.map(|line| format!("{}\n", line.split(" # ").next().unwrap())).collect()
    };
    assert_eq!(without_comments(&again.out), without_comments(&printed));
    // Every other command accepts it as well.
    let versions = |answer: &Answer| answer.out.clone();
    let from_status = run_with_input(&["versions", "--at", AT, "-"], &printed);
    let from_spec = run(&["versions", "--at", AT, CHILD, "--parent", "orchard.yaml"]);
    assert_eq!(versions(&from_status), versions(&from_spec));
}

#[rstest]
#[case::a_cloud_profile(&["orchard.yaml"], 2, "only a NamespacedCloudProfile is rendered")]
#[case::a_needless_parent(&["orchard.yaml", "--parent", "orchard.yaml"], 2, "--parent is only for NamespacedCloudProfiles")]
#[case::no_parent(&[CHILD], 3, "its parent CloudProfile `orchard` is not among the inputs")]
#[case::another_parent(&[CHILD, "--parent", "greenhouse.yaml"], 2, "the parent is CloudProfile `orchard`, but greenhouse.yaml has `greenhouse`")]
#[case::no_profile(&[CHILD, "--parent", SHOOT], 3, "there is no readable CloudProfile in ../children/arboretum-shoot.yaml")]
#[case::no_file(&[CHILD, "--parent", "no-such.yaml"], 3, "cannot read no-such.yaml")]
#[case::twice(&["-", "--parent", "-"], 2, "can be read only once")]
fn unrenderable_profiles_are_refused(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = run(&[&["render"], arguments].concat());
    assert!(answer.messages.contains(message), "{answer}");
    assert_eq!((answer.status, answer.out.as_str()), (status, ""), "{answer}");
}

/// An extension that cannot decode the section of the profile or of its parent writes no status.
#[rstest]
#[case::older_release(&["--extension", "gcp=1.49"], "capabilityFlavors: []", "because of `capabilityFlavors`, and finds no image in it; v1.50 can")]
#[case::unknown_field(&["--semantics", "gardener"], "imege: plain", "the extension for provider `gcp` cannot decode `providerConfig` because of `imege`")]
fn unmergeable_provider_section_is_refused(#[case] more: &[&str], #[case] field: &str, #[case] message: &str) {
    let child = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: a, namespace: b}}\n\
         spec:\n  parent: {{kind: CloudProfile, name: gcp}}\n  providerConfig:\n    \
         apiVersion: gcp.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
         machineImages: [{{name: own, versions: [{{version: 1.0.0, {field}}}]}}]\n"
    );
    let answer = run_with_input(&[&["render", "-", "--parent", "../base/gcp.yaml"], more].concat(), &child);
    assert!(answer.messages.contains("NamespacedCloudProfile `b/a` cannot be rendered: "), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
    assert_eq!((answer.status, answer.out.as_str()), (3, ""), "{answer}");
}

#[test]
fn parent_and_child_may_be_in_one_file() {
    let both = |order: [&str; 2]| {
        let read = |name: &str| std::fs::read_to_string(crate::fixtures().join(name)).unwrap();
        run_with_input(&["render", "--at", AT, "-"], &order.map(read).join("---\n"))
    };
    let result = |answer: &Answer| answer.out.split_once("cloudProfileSpec").unwrap().1.len();
    let (one, other) = (both([CHILD, "orchard.yaml"]), both(["orchard.yaml", CHILD]));
    assert_eq!((one.status, other.status), (0, 0), "{one}\n{other}");
    assert!(result(&one) > 1000);
}

#[rstest]
#[case::versions(&["versions"])]
#[case::matrix(&["matrix", "--machine-type", "stool"])]
#[case::select(&["select", "--machine-type", "stool", "--image", "medlar"])]
#[case::images(&["images", "--machine-type", "stool"])]
#[case::machine_types(&["machine-types", "--image", "apple", "--version", "2.4.0-ours"])]
fn every_command_accepts_a_child(#[case] question: &[&str]) {
    let answer = run(&[question, &["--at", AT, CHILD, "--parent", "orchard.yaml"]].concat());
    assert_snapshot!(format!("namespaced_{}", question[0]), answer);
}

#[rstest]
#[case::default(&["default", SHOOT, "-p", "orchard.yaml", "-p", CHILD])]
#[case::plan(&["plan", SHOOT, "-p", CHILD, "-p", "orchard.yaml"])]
#[case::usage(&["usage", SHOOT, "-p", CHILD, "-p", "orchard.yaml"])]
fn shoots_of_a_child_use_its_rendered_form(#[case] question: &[&str]) {
    let answer = run(&[question, &["--at", AT]].concat());
    assert_snapshot!(format!("namespaced_{}", question[0]), answer);
}

#[rstest]
#[case::all_given(&[SHOOT, CHILD, "orchard.yaml"])]
#[case::profiles_given_separately(&[SHOOT, "-p", CHILD, "-p", "orchard.yaml"])]
#[case::parent_given_separately(&[SHOOT, CHILD, "-p", "orchard.yaml"])]
#[case::child_given_separately(&[SHOOT, "orchard.yaml", "-p", CHILD])]
fn shoot_of_a_child_is_checked_against_it(#[case] arguments: &[&str]) {
    let answer = run(&[&["check", "--at", AT, "--format", "json"], arguments].concat());
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let shoot = parsed["documents"].as_array().unwrap().iter().find(|it| it["kind"] == "Shoot").unwrap();
    assert_eq!(shoot["outcome"], "checked", "{answer}");
    let of_shoot = parsed["findings"].as_array().unwrap().iter().filter(|it| it["location"]["file"] == SHOOT);
    assert_eq!(of_shoot.count(), 0, "{answer}");
}

#[test]
fn shoot_of_a_child_without_parent_is_not_checked() {
    let answer = run(&["check", "--at", AT, SHOOT, "-p", CHILD]);
    assert!(answer.out.contains("its parent CloudProfile `orchard` is not among the inputs"), "{answer}");
}

/// Without the parent, the profile that was rendered last counts; if there is none, the answer says so.
#[test]
fn shoots_are_planned_by_the_last_rendered_profile() {
    let answer = run(&["plan", "--at", AT, "-p", "../shoots/children/tree.yaml", "../shoots/children/shoots.yaml"]);
    assert_snapshot!(answer);
}
