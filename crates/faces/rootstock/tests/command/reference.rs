//! `rules`, `explain`, `quirks` and `providers`.

use rstest::rstest;

use crate::run;

#[test]
fn rule_page_is_printed() {
    assert_snapshot!(run(&["explain", "type-missing"]));
}

#[test]
fn every_rule_has_a_readable_page() {
    let answer = run(&["rules", "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let rules = parsed["rules"].as_array().unwrap();
    assert!(!rules.is_empty());
    for rule in rules {
        let name = rule["name"].as_str().unwrap();
        assert!(!rule["summary"].as_str().unwrap().is_empty(), "{name} has no summary");
        assert!(!rule["summary"].as_str().unwrap().contains("```"), "{name} has an example for a summary");
    }
    let names: Vec<_> = rules.iter().map(|rule| rule["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn pages_ignore_case_and_similar_names_are_suggested() {
    let by_name = run(&["explain", "type-missing"]);
    assert_eq!(run(&["explain", "TYPE-Missing"]).out, by_name.out);
    let typo = run(&["explain", "type-mising"]);
    assert_eq!(typo.status, 2);
    assert!(typo.messages.contains("did you mean `type-missing`?"), "{typo}");
    let json = run(&["explain", "type-missing", "--format", "json"]);
    assert!(json.out.contains("\"schema\": \"rootstock.explain/v1\""), "{json}");
}

/// A field is described by the sentence of its documentation, and a value by the field that has it.
#[rstest]
#[case::name("updateStrategy", "explain_field")]
#[case::path("spec.machineTypes[3].usable", "explain_field_path")]
#[case::value("preview", "explain_value")]
#[case::of_a_provider("keystoneURL", "explain_field_of_provider")]
fn fields_are_explained(#[case] text: &str, #[case] name: &str) {
    let answer = run(&["explain", text]);
    assert_eq!(answer.status, 0, "{answer}");
    assert_snapshot!(name, answer);
}

#[test]
fn common_names_have_few_meanings_listed() {
    let answer = run(&["explain", "name"]);
    assert!(answer.out.contains("more meanings; give more of the path"), "{answer}");
}

/// People search for what they have read: Gardener's messages, parts of them, names of quirks, fields and gates.
#[rstest]
#[case::a_sentence("architecture capability is required", &["architecture-not-registered"])]
#[case::of_two_rules(
    "must not provide capabilities without global definition",
    &["flavors-without-definition", "machine-type-capabilities-without-definition"]
)]
#[case::with_values(
    "architecture field values set (amd64) conflict with the capability architectures (arm64)",
    &["legacy-architectures-conflict"]
)]
#[case::a_part("at least one image flavor when multiple", &["flavors-missing"])]
#[case::a_gate("CloudProfileCapabilities", &["capabilities-gate-off"])]
#[case::a_field("updateStrategy", &["worker"])]
#[case::a_word("preview", &["preview"])]
#[case::a_capability("gardener-bootType", &["capability-name-reserved"])]
#[case::a_quirk("rank_by_own_values", &["on the flavor's own defaulted values"])]
#[case::a_quirk_in_capitals("Force_Update_May_Pick_Expired", &["force_update_may_pick_expired"])]
fn explain_finds_words_of_messages(#[case] text: &str, #[case] names: &[&str]) {
    let answer = run(&["explain", text]);
    assert_eq!(answer.status, 0, "{answer}");
    for name in names {
        assert!(answer.out.contains(name), "{answer}");
    }
    let json = run(&["explain", text, "--format", "json"]);
    assert_eq!(json.status, 0, "{json}");
}

#[test]
fn text_search_lists_several_rules() {
    assert_snapshot!(run(&["explain", "must not provide capabilities without global definition"]));
}

#[test]
fn unknown_text_has_no_page() {
    let answer = run(&["explain", "the price of fish"]);
    assert_eq!(answer.status, 2);
    assert!(answer.messages.contains("there is no rule `the price of fish`"), "{answer}");
}

#[test]
fn the_list_of_rules_ends_with_their_number() {
    let answer = run(&["rules"]);
    assert_eq!(answer.status, 0);
    assert!(answer.out.trim_end().ends_with("to read about one: rootstock explain RULE"), "{answer}");
}

#[test]
fn quirks() {
    assert_snapshot!(run(&["quirks"]));
    let json: serde_json::Value = serde_json::from_str(&run(&["quirks", "--format", "json"]).out).unwrap();
    assert_eq!(json["quirks"][0]["name"], "rank_by_own_values");
}

#[test]
fn providers() {
    let answer = run(&["providers"]);
    assert!(answer.out.contains("local\n") && answer.out.contains("openstack\n"), "{answer}");
    let json: serde_json::Value = serde_json::from_str(&run(&["providers", "--format", "json"]).out).unwrap();
    let providers = json["providers"].as_array().unwrap();
    let local = providers.iter().find(|provider| provider["name"] == "local").unwrap();
    assert_eq!(local["config"]["kind"], "CloudProfileConfig");
}

/// Some answers are verified with recorded verdicts, and others follow the documentation alone.
#[test]
fn providers_list_their_evidence() {
    let answer = run(&["providers"]).out;
    let of = |name: &str| {
        let mut lines = answer.lines().skip_while(|line| *line != name);
        lines.find_map(|line| line.trim().strip_prefix("evidence:")).unwrap().trim().to_owned()
    };
    assert_eq!(
        of("aws"),
        "CloudProfiles: 400 recorded; NamespacedCloudProfiles: 400 recorded; images chosen: 400 recorded"
    );
    for name in ["hcloud", "vsphere", "equinixmetal"] {
        assert_eq!(of(name), "only the documentation and the source of the extension", "{name}");
    }
    assert!(of("metal").starts_with("CloudProfiles: single questions; "));
}

#[rstest]
#[case("aws")]
#[case("openstack")]
#[case("metal")]
#[case("hcloud")]
fn one_provider(#[case] name: &str) {
    insta::with_settings!({snapshot_suffix => name}, {
        assert_snapshot!(run(&["providers", name]));
    });
}

#[rstest]
#[case::former("packet", "no plug-in knows provider `packet`: it is called `equinixmetal` now")]
#[case::another_company("onmetal", "no plug-in knows provider `onmetal`: it is called `ironcore` now")]
#[case::typo("opnstack", "no plug-in knows provider `opnstack`; did you mean `openstack`?")]
fn unknown_provider_is_refused(#[case] name: &str, #[case] expected: &str) {
    let answer = run(&["providers", name]);
    assert!(answer.messages.contains(expected) && answer.status != 0, "{answer}");
}
