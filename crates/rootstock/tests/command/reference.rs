//! `rules`, `explain`, `quirks` and `providers`.

use crate::run;

#[test]
fn a_page() {
    insta::assert_snapshot!(run(&["explain", "type-missing"]));
}

#[test]
fn every_rule_has_a_page_that_can_be_read() {
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
fn pages_are_found_in_either_case_and_suggested_by_likeness() {
    let by_name = run(&["explain", "type-missing"]);
    assert_eq!(run(&["explain", "TYPE-Missing"]).out, by_name.out);
    let typo = run(&["explain", "type-mising"]);
    assert_eq!(typo.status, 2);
    assert!(typo.messages.contains("did you mean `type-missing`?"), "{typo}");
    let json = run(&["explain", "type-missing", "--format", "json"]);
    assert!(json.out.contains("\"schema\": \"rootstock.explain/v1\""), "{json}");
}

#[test]
fn the_list_of_rules_ends_with_their_number() {
    let answer = run(&["rules"]);
    assert_eq!(answer.status, 0);
    assert!(answer.out.trim_end().ends_with("to read about one: rootstock explain RULE"), "{answer}");
}

#[test]
fn quirks() {
    insta::assert_snapshot!(run(&["quirks"]));
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
