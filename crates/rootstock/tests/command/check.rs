//! `check`.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

fn check(arguments: &[&str]) -> crate::Answer {
    run(&[&["check", "--at", AT], arguments].concat())
}

#[rstest]
#[case("local-clean")]
#[case("local-broken")]
#[case("openstack-legacy")]
#[case("openstack-capabilities")]
#[case("openstack-nested")]
#[case("mixed")]
fn text(#[case] profile: &str) {
    insta::assert_snapshot!(format!("check_{profile}"), check(&[&format!("{profile}.yaml")]));
}

#[rstest]
#[case("local-clean")]
#[case("openstack-nested")]
#[case("mixed")]
fn json(#[case] profile: &str) {
    let answer = check(&[&format!("{profile}.yaml"), "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(parsed["schema"], "rootstock.check/v1");
    let summary = &parsed["summary"];
    let count = |name: &str| summary[name].as_u64().unwrap();
    let sum = ["clean", "withFindings", "notChecked", "unreadable", "empty"].map(count).iter().sum::<u64>();
    assert_eq!(sum, count("documents"));
    insta::assert_snapshot!(format!("check_json_{profile}"), answer);
}

#[test]
fn the_nested_capabilities_do_not_hide_the_typo() {
    let answer = check(&["openstack-nested.yaml", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let findings = parsed["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["bad"] == "bare-metal"), "{answer}");
    let nested = findings.iter().filter(|finding| finding["rule"] == "nested-capabilities");
    let with_edits = nested.filter(|finding| finding["fix"]["edits"].is_array()).count();
    assert_eq!(with_edits, 3, "{answer}");
}

#[test]
fn a_fix_does_what_it_says() {
    let answer = check(&["openstack-nested.yaml", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let mut text = edited("openstack-nested.yaml", &[]);
    let mut edits: Vec<_> = parsed["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|finding| finding["fix"]["edits"].as_array().cloned().unwrap_or_default())
        .collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["start"]["byte"].as_u64()));
    for edit in edits {
        let byte = |end: &str| usize::try_from(edit[end]["byte"].as_u64().unwrap()).unwrap();
        text.replace_range(byte("start")..byte("end"), edit["text"].as_str().unwrap());
    }
    let mended = run_with_input(&["check", "--at", AT, "-"], &text);
    assert_eq!(mended.status, 0, "{text}\n{mended}");
    assert!(text.contains("- # not here\n        architecture: [amd64]\n        hypervisor: [virtualized]"), "{text}");
    assert!(text.contains("- architecture: [amd64]\n        hypervisor: [baremetal]"), "{text}");
    assert!(text.contains("- {architecture: [arm64], hypervisor: [virtualized]}"), "{text}");
}

#[test]
fn a_directory_is_read_in_the_order_of_names() {
    insta::assert_snapshot!(check(&["../base", "--advice", "off"]));
}

#[test]
fn what_is_missing_does_not_hide_the_rest() {
    insta::assert_snapshot!(check(&["no-such.yaml", "local-clean.yaml"]));
}

#[test]
fn standard_input() {
    let text = edited("local-clean.yaml", &[("type: local", "type: lokal")]);
    insta::assert_snapshot!(run_with_input(&["check", "--at", AT, "-"], &text));
}

#[rstest]
#[case::nothing("")]
#[case::comments("# only\n# comments\n")]
#[case::a_shoot("apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: apple\n")]
#[case::broken("a: [1\nb")]
#[case::zeros("\u{0}\u{0}")]
fn inputs_without_a_profile_say_so(#[case] input: &str) {
    let answer = run_with_input(&["check", "--at", AT, "-"], input);
    let name = format!("check_without_profile_{}", input.len());
    insta::assert_snapshot!(name, answer);
}

#[test]
fn standard_input_cannot_be_read_twice() {
    let answer = check(&["-", "--against", "-"]);
    assert_eq!(answer.status, 2, "{answer}");
}

#[test]
fn warnings_fail_on_request() {
    let expired = edited("local-clean.yaml", &[("2090-06-30", "2020-06-30")]);
    let status = |more: &[&str]| run_with_input(&[&["check", "--at", AT, "-"], more].concat(), &expired).status;
    assert_eq!(status(&[]), 0);
    assert_eq!(status(&["--fail-on", "warning"]), 1);
    assert_eq!(status(&["--create"]), 1);
}

#[test]
fn updates_are_judged_against_what_was_there() {
    // A version that was there may have expired; one that is new may not.
    let expired = edited("local-clean.yaml", &[("2090-06-30", "2020-06-30")]);
    let against = |old: &str| run_with_input(&["check", "--at", AT, "-", "--against", old], &expired);
    assert_eq!(against("local-clean.yaml").status, 0);
    insta::assert_snapshot!(against("update-old.yaml"));
    let other = against("openstack-legacy.yaml");
    assert!(other.messages.contains("there is no old `workshop`"), "{other}");
    assert_eq!(other.status, 1);
}

#[test]
fn gates_and_semantics_are_heard() {
    let gate_off = check(&["local-clean.yaml", "--feature-gates", "CloudProfileCapabilities=false"]);
    assert_eq!(gate_off.status, 1);
    assert!(gate_off.out.contains("machineCapabilities are not allowed"), "{gate_off}");
    let repeated = edited("local-clean.yaml", &[("[NVMe, SCSI]\n  kubernetes", "[NVMe, SCSI, NVMe]\n  kubernetes")]);
    let status = |more: &[&str]| run_with_input(&[&["check", "--at", AT, "-"], more].concat(), &repeated).status;
    assert_eq!(status(&[]), 1);
    assert_eq!(status(&["--semantics", "gardener"]), 0);
}
