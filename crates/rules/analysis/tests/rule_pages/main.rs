//! Tests of every rule's page: its examples are checked as `rootstock check` would check them, and exactly the
//! findings that its comments announce must occur. (`rootstock check` adds nothing to the findings of the analysis.)
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod comparison;
mod example;
mod expectation;
mod overlay;
mod pipeline;
mod suppressions;
mod too_many_findings;

use std::collections::BTreeSet;

use comparison::Comparison;
use example::{Example, Kind, Role};
use pipeline::RelatedDocuments;
use rootstock_core_model::Rule;
use rootstock_provider_api::Registry;

fn registry() -> Registry {
    rootstock_providers::registry().unwrap()
}

/// Returns every rule, with the name of the part that defines it.
fn all_rules() -> Vec<(&'static str, &'static Rule)> {
    let mut rules: Vec<(&str, &Rule)> = Vec::new();
    rules.extend(rootstock_core_model::rules().iter().map(|rule| ("core-model", *rule)));
    rules.extend(rootstock_admission::rules().iter().map(|rule| ("admission", *rule)));
    rules.extend(rootstock_advice::rules().iter().map(|rule| ("advice", *rule)));
    rules.extend(rootstock_guarantees::rules().iter().map(|rule| ("guarantees", *rule)));
    rules.extend(rootstock_facts::rules().iter().map(|rule| ("facts", *rule)));
    rules.extend(rootstock_analysis::rules().iter().map(|rule| ("analysis", *rule)));
    rules.extend(registry().rules().into_iter().map(|rule| ("providers", rule)));
    rules
}

/// Checks one page; returns one entry per mistake.
fn problems_of(registry: &Registry, rule: &Rule) -> Vec<String> {
    if ["baseline-entry-gone", "invariant-broken", "suppression-unused"].contains(&rule.name) {
        return suppressions::problems_of(registry, rule);
    }
    if rule.name == "too-many-findings" {
        return too_many_findings::problems_of(registry, rule);
    }
    let examples = match Example::all_of(rule.page) {
        Ok(examples) => examples,
        Err(problem) => return vec![problem],
    };
    // Advice is given on its own pages only, because the examples of other rules are not meant as good profiles.
    let is_advice = rootstock_advice::rules().contains(&rule) && !rootstock_advice::is_about_mapping(rule);
    let advice = is_advice.then(rootstock_advice::AdviceOptions::default);
    let is_about_lock = rootstock_guarantees::lock_rules().contains(&rule);
    let mut problems = Vec::new();
    let (mut trips, mut clean) = (false, false);
    let (mut old, mut profile): (Option<String>, Option<String>) = (None, None);
    let mut users = Vec::new();
    let mut facts = None;
    for example in &examples {
        let text = match overlay::document(example) {
            Ok(text) => text,
            Err(problem) => {
                problems.push(format!("line {}: {problem}", example.line));
                continue;
            }
        };
        match example.role {
            Role::Old => {
                old = Some(text);
                continue;
            }
            Role::Profile => {
                profile = Some(text);
                continue;
            }
            Role::User => {
                users.push(text);
                continue;
            }
            Role::Facts => {
                facts = Some(text);
                continue;
            }
            Role::State | Role::Create | Role::Update => {}
        }
        let announced = match expectation::announced(example) {
            Ok(announced) => announced,
            Err(problem) => {
                problems.push(format!("line {}: {problem}", example.line));
                continue;
            }
        };
        trips |= announced.iter().any(|finding| finding.rule == rule.name);
        clean |= announced.is_empty();
        let base = || overlay::base_profile(example.base.unwrap_or("local"));
        let own = match example.kind {
            Kind::Profile => Ok(None),
            Kind::Child | Kind::Shoot => profile.clone().map_or_else(base, Ok).map(Some),
        };
        let found = own.and_then(|own| {
            let locked = old.as_deref().filter(|_| is_about_lock);
            let related = RelatedDocuments {
                old: old.as_deref(),
                profile: own.as_deref(),
                users: &users,
                locked,
                facts: facts.as_deref(),
            };
            pipeline::findings(registry, example, advice, &text, related)
        });
        match found {
            Ok(found) => {
                let comparison = Comparison::new(announced, found);
                if !comparison.agrees() {
                    problems.push(comparison.report(example));
                }
            }
            Err(problem) => problems.push(format!("line {}: {problem}", example.line)),
        }
    }
    if !trips {
        problems.push("no example announces a finding of this rule".to_owned());
    }
    if !clean {
        problems.push("no example is clean".to_owned());
    }
    problems
}

/// The placeholder in a page that is not written yet.
const UNWRITTEN: &str = "To be written.";

#[test]
fn every_page_is_written() {
    let unwritten: Vec<&str> =
        all_rules().iter().filter(|(_, rule)| rule.page.contains(UNWRITTEN)).map(|(_, rule)| rule.name).collect();
    assert!(unwritten.is_empty(), "not written yet: {}", unwritten.join(", "));
}

#[test]
fn examples_of_every_page_match_their_announcements() {
    let registry = registry();
    let rules = all_rules();
    let mut failed = 0;
    let mut report = String::new();
    for (owner, rule) in rules.iter().filter(|(_, rule)| !rule.page.contains(UNWRITTEN)) {
        let problems = problems_of(&registry, rule);
        if !problems.is_empty() {
            failed += 1;
            report.push_str(&format!("\n== {} ({owner})\n{}\n", rule.name, problems.join("\n")));
        }
    }
    assert!(failed == 0, "{failed} of {} pages do not hold:\n{report}", rules.len());
}

#[test]
fn rule_names_are_unique() {
    let mut seen = BTreeSet::new();
    for (owner, rule) in all_rules() {
        assert!(seen.insert(rule.name), "{owner} declares `{}` again", rule.name);
    }
}

/// The list of rules and `explain` use titles and summaries.
#[test]
fn every_page_has_a_title_and_a_one_sentence_summary() {
    let mut wrong = Vec::new();
    for (owner, rule) in all_rules() {
        let summary = rule.summary();
        let mut complain = |what: &str| wrong.push(format!("{} ({owner}): {what}: {summary}", rule.name));
        if !rule.page.starts_with(&format!("# {}\n\n", rule.name)) {
            complain("the page does not begin with `# NAME` and an empty line");
        }
        // Every second part is a code block.
        if rule.page.split("```").step_by(2).skip(1).any(|prose| prose.contains("\n# ")) {
            complain("there is a second title");
        }
        if !summary.ends_with('.') || summary.contains(". ") {
            complain("the summary is not one sentence");
        }
        if summary.chars().count() > 200 {
            complain("the summary is too long for a list");
        }
        if summary.contains("```") || summary.contains("](") {
            complain("the summary is not plain text");
        }
        if !rule.page.ends_with("```\n") && !rule.page.ends_with(".\n") {
            complain("the page does not end with an example or a sentence");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page with a mistake of each kind, and its report.
#[test]
fn page_mismatch_is_shown_line_by_line() {
    let rule = Rule {
        name: "regions-missing",
        package: "test",
        since: "0.1.0",
        severity: rootstock_core_model::Severity::Error,
        source: rootstock_core_model::Source::Rootstock,
        releases: rootstock_core_model::Releases::ALL,
        finds_in_equal_shoots: true,
        remedy: "",
        page: include_str!("lying-page.md"),
    };
    insta::assert_snapshot!(problems_of(&registry(), &rule).join("\n"));
}
