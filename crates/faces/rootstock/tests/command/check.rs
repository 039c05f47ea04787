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
#[case("misnamed-fields")]
fn text(#[case] profile: &str) {
    assert_snapshot!(format!("check_{profile}"), check(&[&format!("{profile}.yaml")]));
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
    assert_snapshot!(format!("check_json_{profile}"), answer);
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
fn fix_changes_the_text_as_announced() {
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
fn directory_is_read_in_name_order() {
    assert_snapshot!(check(&["../base", "--advice", "off"]));
}

#[test]
fn missing_file_does_not_hide_other_findings() {
    assert_snapshot!(check(&["no-such.yaml", "local-clean.yaml"]));
}

#[test]
fn standard_input() {
    let text = edited("local-clean.yaml", &[("type: local", "type: lokal")]);
    let answer = run_with_input(&["check", "--at", AT, "-"], &text).to_string();
    assert_snapshot!(crate::without_providers(&answer));
}

#[rstest]
#[case::nothing("")]
#[case::comments("# only\n# comments\n")]
#[case::a_shoot("apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: apple\n")]
#[case::broken("a: [1\nb")]
#[case::zeros("\u{0}\u{0}")]
fn input_without_profile_is_reported(#[case] input: &str) {
    let answer = run_with_input(&["check", "--at", AT, "-"], input);
    let name = format!("check_without_profile_{}", input.len());
    assert_snapshot!(name, answer);
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
fn update_is_checked_against_the_old_object() {
    // An existing version may have expired; a new one may not.
    let expired = edited("local-clean.yaml", &[("2090-06-30", "2020-06-30")]);
    let against = |old: &str| run_with_input(&["check", "--at", AT, "-", "--against", old], &expired);
    assert_eq!(against("local-clean.yaml").status, 0);
    assert_snapshot!(against("update-old.yaml"));
    let other = against("openstack-legacy.yaml");
    assert!(other.messages.contains("there is no old `workshop`"), "{other}");
    assert_eq!(other.status, 1);
}

#[test]
fn gates_and_semantics_apply() {
    let gate_off = check(&["local-clean.yaml", "--feature-gates", "CloudProfileCapabilities=false"]);
    assert_eq!(gate_off.status, 1);
    assert!(gate_off.out.contains("machineCapabilities are not allowed"), "{gate_off}");
    let repeated = edited("local-clean.yaml", &[("[NVMe, SCSI]\n  kubernetes", "[NVMe, SCSI, NVMe]\n  kubernetes")]);
    let status = |more: &[&str]| run_with_input(&[&["check", "--at", AT, "-"], more].concat(), &repeated).status;
    assert_eq!(status(&[]), 1);
    assert_eq!(status(&["--semantics", "gardener"]), 0);
}

/// Gardener stores a profile with repeated capability values; the documentation requires them to be unique.
#[rstest]
#[case::documented("documented", "[NVMe, SCSI, NVMe]", Some("gardener"))]
#[case::in_both("documented", "[NVMe, SC SI]", None)]
fn finding_names_the_semantics_that_accept_it(
    #[case] semantics: &str,
    #[case] values: &str,
    #[case] accepted_by: Option<&str>,
) {
    let text = edited("preferences.yaml", &[("[NVMe, SCSI]", values)]);
    let how = ["check", "--at", AT, "-", "--semantics", semantics, "--advice", "off"];
    let json = run_with_input(&[&how[..], &["--format", "json"]].concat(), &text);
    let parsed: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let first = &parsed["findings"][0];
    assert_eq!(first["severity"], "error", "{json}");
    assert_eq!(first["acceptedBy"].as_str(), accepted_by, "{json}");
    let answer = run_with_input(&how, &text);
    assert_eq!(answer.out.contains("Gardener v1.150 accepts this"), accepted_by.is_some(), "{answer}");
}

/// An update must name the last `resourceVersion`; the documentation does not require it.
#[test]
fn finding_of_gardener_names_documented_semantics() {
    let text = edited("local-clean.yaml", &[("metadata:\n", "metadata:\n  resourceVersion: \"1\"\n")]);
    let without = text.replace("  resourceVersion: \"1\"\n", "");
    let directory = tempfile::tempdir().unwrap();
    let old = directory.path().join("old.yaml");
    std::fs::write(&old, &text).unwrap();
    let how = ["check", "--at", AT, "-", "--against", old.to_str().unwrap(), "--semantics", "gardener"];
    let answer = run_with_input(&how, &without);
    assert!(answer.out.contains("resource-version-missing"), "{answer}");
    assert!(answer.out.contains("the documents allow this"), "{answer}");
}

#[test]
fn findings_with_one_cause_share_a_line() {
    let machine = |name: &str| {
        format!(
            "  - {{name: \"{name}\", cpu: \"2\", gpu: \"0\", memory: 4Gi, capabilities: {{architecture: [amd64]}}}}\n"
        )
    };
    let types: String = ["SCS-2V:4", "SCS-2V:8", "SCS-4V:16"].map(machine).concat();
    let text = edited("local-clean.yaml", &[("  machineTypes:\n", &format!("  machineTypes:\n{types}"))]);
    let answer = run_with_input(&["check", "--at", AT, "-", "--advice", "off"], &text);
    assert_eq!(answer.out.matches("error[machine-type-name-invalid]").count(), 1, "{answer}");
    assert!(answer.out.contains("the same applies to 2 other machine types (`SCS-2V:8` and `SCS-4V:16`)"), "{answer}");
}

#[test]
fn missing_separator_is_one_finding() {
    let two = edited("local-clean.yaml", &[]).repeat(2);
    let answer = run_with_input(&["check", "--at", AT, "-", "--advice", "off"], &two);
    assert_eq!(answer.out.matches("error[duplicate-key]").count(), 1, "{answer}");
    assert!(answer.out.contains("write `---` on a line of its own above it"), "{answer}");
}

/// A CloudProfile without a name cannot be a parent.
#[test]
fn a_profile_without_a_name_is_not_a_parent() {
    let profile = edited("local-clean.yaml", &[("  name: workshop\n", "  labels: {}\n")]);
    let child = "---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: a, namespace: b}\n\
                 spec: {kubernetes: {versions: [{version: 1.28.0, expirationDate: \"2030-01-01T00:00:00Z\"}]}}\n";
    let answer = run_with_input(&["check", "--at", AT, "-", "--advice", "off"], &format!("{profile}{child}"));
    assert!(answer.out.contains("parent-name-missing"), "{answer}");
    assert!(!answer.out.contains("kubernetes-override-unknown"), "{answer}");
}

/// The report shows the line with the tab, not the one before it.
#[test]
fn the_line_with_a_tab_is_shown() {
    let answer = run_with_input(&["check", "-"], "metadata:\n  name: a\nspec:\n  type: local\n\tkubernetes: {}\n");
    assert!(answer.out.contains("<stdin>:5:1"), "{answer}");
}

/// The unregistered `architecture` is one finding, not one per use.
#[test]
fn unregistered_capability_is_one_finding() {
    let text = edited("../base/local.yaml", &[]);
    let text = text.replacen("  - name: architecture\n    values: [amd64, arm64]\n", "", 1);
    let answer = run_with_input(&["check", "--at", AT, "-", "--advice", "off"], &text);
    assert!(answer.out.contains("error[architecture-not-registered]"), "{answer}");
    assert!(answer.out.contains("found 1 error"), "{answer}");
}

/// With the gate off, the unusable names are reported in both sections, whoever registers them, but not the consequences.
#[rstest]
#[case::flavors("flavors", &[])]
#[case::registered(
    "registered",
    &[("    values: [amd64]\n", "    values: [amd64]\n  - name: gardener-bootType\n    values: [standard, secure]\n")]
)]
#[case::no_such_name("no_such_name", &[("gardener-bootType", "gardener-boot")])]
fn worker_capabilities_without_the_gate(#[case] name: &str, #[case] edits: &[(&str, &str)]) {
    let answer = run_with_input(&["check", "-", "--at", AT], &edited("special-workers.yaml", edits));
    assert_snapshot!(format!("check_without_gate_{name}"), answer);
}

const COMPLETE: &str = "../documents/complete-cloudprofile.yaml";

/// An added value changes the meaning of omission, so that the sections no longer match: the help says what to write.
#[test]
fn nearest_entry_is_named() {
    let text = edited(COMPLETE, &[("values: [NVMe, SCSI]", "values: [NVMe, SCSI, SATA]")]);
    let answer = run_with_input(&["check", "-", "--at", AT], &text);
    let help = "which differs in `storageAccess`: here it is [NVMe, SCSI], but that flavor omits it, which means \
                [NVMe, SCSI, SATA]; write `storageAccess: [NVMe, SCSI]` there";
    assert!(answer.out.contains(help), "{answer}");
}

/// Extensions compare versions as texts.
#[test]
fn version_that_is_mapped_under_another_spelling_is_named() {
    let text = edited("orchard.yaml", &[("- version: 2.1.0 #", "- version: \"2.1\" #")]);
    let answer = run_with_input(&["check", "-", "--at", AT], &text);
    assert!(answer.out.contains("= help: it has `2.1.0`; write the version alike in both sections"), "{answer}");
}

#[test]
fn capability_registered_twice_is_one_error() {
    let twice = "values: [NVMe, SCSI]\n  - name: storageAccess\n    values: [x]";
    let answer = run_with_input(&["check", "-", "--at", AT], &edited(COMPLETE, &[("values: [NVMe, SCSI]", twice)]));
    assert!(answer.out.contains("capability-duplicate") && answer.out.contains("found 1 error\n"), "{answer}");
}

/// A misspelled capability value is reported once, where it is registered, and not at each correct use.
#[rstest]
#[case(
    "values: [amd64, arm64]",
    "values: [x86_64, arm64]",
    "architecture-unknown",
    "spec.machineCapabilities[0].values[0]"
)]
#[case(
    "values: [amd64, arm64]",
    "values: [AMD64, arm64]",
    "architecture-unknown",
    "spec.machineCapabilities[0].values[0]"
)]
#[case("name: architecture", "name: Architecture", "architecture-not-registered", "spec.machineCapabilities[0].name")]
fn misspelled_vocabulary_is_reported(#[case] right: &str, #[case] wrong: &str, #[case] rule: &str, #[case] path: &str) {
    let profile = edited("../base/local.yaml", &[(right, wrong)]);
    let how = ["check", "--at", AT, "-", "--advice", "off"];
    let answer = run_with_input(&[&how[..], &["--format", "json"]].concat(), &profile);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let found: Vec<_> = parsed["findings"].as_array().unwrap().iter().map(|one| (&one["rule"], &one["path"])).collect();
    assert_eq!(found, [(&rule.into(), &path.into())], "{answer}");
    let mended = run_with_input(&["check", "--at", AT, "-", "--fix", "--unsafe-fixes"], &profile);
    assert_eq!(mended.out, edited("../base/local.yaml", &[]), "{mended}");
}

/// For a string in place of an object, the help names the field that identifies objects of that type.
#[rstest]
#[case("  kubernetes: {versions: [1.33.0]}", "write `- version: 1.33.0`")]
#[case("  kubernetes: {versions: ['1.33']}", "write `- version: \"1.33\"`")]
#[case("  regions: [north]", "write `- name: north`")]
#[case("  machineTypes: [small]", "write `- name: small`")]
#[case("  machineImages: [{name: plain, versions: [1.0.0]}]", "write `- version: 1.0.0`")]
#[case("  bastion: {machineImage: plain}", "write `name: plain`")]
fn string_in_place_of_object_is_explained(#[case] field: &str, #[case] help: &str) {
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: local\n{field}\n"
    );
    let answer = run_with_input(&["check", "-", "--at", AT], &profile);
    assert!(answer.out.contains("must be an object, not a string"), "{answer}");
    assert!(answer.out.contains(&format!("= help: {help}\n")), "{answer}");
}
