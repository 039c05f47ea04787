//! Laws of mending, on profiles with generated mistakes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

use std::collections::HashMap;

use proptest::prelude::*;
use rootstock_advice::AdviceOptions;
use rootstock_analysis::{Analysis, FixOutcome, Role};
use rootstock_core_model::{Applicability, Semantics, Settings};
use rootstock_report::Report;

const NAME: &str = "profile.yaml";

fn analysis(text: &str) -> Analysis {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set(Role::Checked, NAME, text.as_bytes());
    analysis
}

fn check(text: &str) -> Report {
    analysis(text).check().report
}

fn fixed(text: &str) -> FixOutcome {
    analysis(text).apply_safe_fixes()
}

/// Counts violations by rule and value.
fn counts(report: &Report) -> HashMap<(&'static str, String), usize> {
    let mut counts = HashMap::new();
    for finding in &report.findings {
        *counts.entry((finding.violation.rule.name, finding.violation.bad.as_str().to_owned())).or_default() += 1;
    }
    counts
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.find("# ").map(|at| &line[at..])).collect()
}

/// Places in a profile, each with a correct value first, followed by mistakes.
const PLACES: [&[&str]; 12] = [
    &["\"4\"", "4", "\"4", "[4]"],
    &["1.34.1", "1.34", "\"1.34.1\"", "1.3.4.5", ""],
    &["true", "\"true\"", "\"yes\"", "5"],
    &["[amd64]", "amd64", "[amd46]", "[]", "1.5", "{a: b}"],
    &["[virtualized]", "virtualized", "[virtual, 1]", "[{}]"],
    &[
        "capabilities: {architecture: [amd64], hypervisor: [baremetal]}",
        "architecture: [amd64]\n        hypervisor: [baremetal]",
        "capabilities:\n          # 1\n          architecture: amd64\n          hypervisor: [baremetal]",
        "capabilities:\n          hypervisor: baremetal\n        regions: []",
    ],
    &[
        "matchLabels: {a: b}",
        "labelSelector:\n      # 2\n      matchLabels: {a: b}",
        "labelSelector:\n      matchLabels: {a: 1}",
        "labelSelector:\n      matchLabels: {\"-\": b}",
        "labelSelector: {matchLabels: {a: [b]}}\n    matchLabels: {a: b}",
    ],
    &["", "useOctavia: true # 3\n    ", "useOctavia: false\n    ", "useOctavia: [true] # 4\n    "],
    &["8Gi", "8", "\"8Gi\"", "8 Gi", "eight"],
    &["name: europe", "names: [europe]", "nmae: europe", "name: 1"],
    &["regions:\n  - ", "regions:\n  # 5\n  - ", "regions: # 6\n  -   "],
    &["2027-01-01T00:00:00Z", "\"2027-01-01\"", "2027-01-01", "tomorrow", "20270101"],
];

fn profile(choices: &[usize]) -> String {
    let at = |place: usize| PLACES[place][choices[place] % PLACES[place].len()];
    format!(
        "# a profile
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: openstack
spec:
  type: openstack # of that kind
  machineCapabilities:
  - name: architecture
    values: {architectures} # one
  - name: hypervisor
    values: [virtualized, baremetal]
  kubernetes:
    versions:
    - version: {kubernetes} # the version
      expirationDate: {date}
  machineImages:
  - name: gardenlinux
    versions:
    - version: 1877.5.0
      capabilityFlavors:
      - {flavor}
      - architecture: {architectures}
        # of flavors
        hypervisor: {hypervisor} # here
  machineTypes:
  - name: medium_4_8
    cpu: {cpu} # quoted
    gpu: 0
    memory: {memory}
    usable: {usable} # for all
    capabilities: {{architecture: [amd64], hypervisor: {hypervisor}}}
  {regions}{region}
    zones: [{{name: a}}]
  seedSelector:
    {selector}
  providerConfig:
    {octavia}apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    # who we are
    keystoneURL: https://keystone.example/v3/
    constraints: {{floatingPools: [{{name: public}}], loadBalancerProviders: [{{name: haproxy}}]}}
    machineImages:
    - name: gardenlinux
      versions:
      - version: 1877.5.0
        capabilityFlavors:
        - capabilities: {{architecture: [amd64], hypervisor: [virtualized]}}
          image: a
        - capabilities: {{architecture: [amd64], hypervisor: [baremetal]}}
          image: b # last
",
        cpu = at(0),
        kubernetes = at(1),
        usable = at(2),
        architectures = at(3),
        hypervisor = at(4),
        flavor = at(5),
        selector = at(6),
        octavia = at(7),
        memory = at(8),
        region = at(9),
        regions = at(10),
        date = at(11),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fixing_terminates_without_new_findings(choices in prop::collection::vec(0..60_usize, PLACES.len())) {
        let text = profile(&choices);
        let before = check(&text);
        let outcome = fixed(&text);
        let after = outcome.texts.first().map_or(text.as_str(), |changed| changed.after.as_str());

        let (was, is) = (counts(&before), counts(&check(after)));
        for (finding, count) in &is {
            prop_assert!(count <= was.get(finding).unwrap_or(&0), "{:?} is new in\n{}\nafter\n{}", finding, after, text);
        }
        prop_assert_eq!(counts(&outcome.report), is);

        prop_assert!(fixed(after).texts.is_empty(), "not stable:\n{}", after);
        let all = |text: &str| analysis(text).apply_fixes(Applicability::Suggested);
        if let Some(changed) = all(&text).texts.first() {
            prop_assert!(all(&changed.after).texts.is_empty(), "not stable:\n{}", changed.after);
        }

        // Every comment is kept, except that of a removed line.
        let kept: Vec<&str> = comments(&text).into_iter().filter(|comment| *comment != "# 3").collect();
        let left: Vec<&str> = comments(after).into_iter().filter(|comment| *comment != "# 3").collect();
        prop_assert_eq!(left, kept);

        // Everything that can be fixed automatically is fixed, or the account says why not.
        let account = outcome.report.fixes.clone().unwrap();
        let open = outcome.report.findings.iter().filter(|finding| finding.safe_edits().is_some()).count();
        prop_assert!(open <= account.not_made.len() || is_unreadable(&before), "{:?}\n{}", account, after);
    }
}

fn is_unreadable(report: &Report) -> bool {
    report.summary().unreadable > 0
}

#[test]
fn fix_that_causes_another_finding_is_not_applied() {
    let text = profile(&[0, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 0]);
    let outcome = fixed(&text);
    let account = outcome.report.fixes.unwrap();
    assert_eq!(account.made.len(), 1, "{account:?}");
    assert_eq!(account.made[0].path, "spec.providerConfig.useOctavia");
    assert_eq!(account.not_made.len(), 1, "{account:?}");
    assert!(account.not_made[0].because.contains("it would cause another finding: spec.seedSelector"), "{account:?}");
}

/// The child's `cri` can be removed only after the fix of its parent, which is found again by its version then.
#[test]
fn fix_that_does_no_harm_after_the_others_is_applied() {
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: local}\nspec:\n  machineImages:\n  \
        - name: plain\n    versions:\n    - Version: 1.0.0\n---\napiVersion: core.gardener.cloud/v1beta1\n\
        kind: NamespacedCloudProfile\nspec:\n  parent: {kind: CloudProfile, name: local}\n  machineImages:\n  - name: plain\n    \
        versions:\n    - Version: 1.1.0\n      cri: [{name: containerd}]\n      capabilityFlavors: [{architecture: [amd64]}]\n";
    let all = |text: &str| analysis(text).apply_fixes(Applicability::Suggested);
    let outcome = all(text);
    assert!(outcome.report.fixes.as_ref().is_some_and(|account| account.made.len() >= 3), "{:?}", outcome.report.fixes);
    let after = &outcome.texts[0].after;
    assert_eq!(outcome.texts[0].before, text);
    let again = all(after);
    assert!(again.texts.is_empty(), "{:?}\n{}\nafter\n{after}", again.report.fixes, again.texts[0].after);
}

#[test]
fn fixes_in_a_partly_unreadable_file_are_accounted_for() {
    let text = format!("{}---\nbroken: [\n", profile_with_labels(2));
    let account = fixed(&text).report.fixes.unwrap();
    let because: Vec<&str> = account.not_made.iter().map(|fix| fix.because.as_str()).collect();
    assert_eq!((account.made.len(), because), (0, vec!["a document of the file cannot be read"; 2]));
}

/// Returns a profile in which every label is a mistake with an automatic fix.
fn profile_with_labels(count: usize) -> String {
    let labels: String = (0..count).map(|at| format!("    l{at}: {at}\n")).collect();
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: crowd\n  labels:\n{labels}"
    )
}

#[test]
fn findings_beyond_the_limit_are_fixed() {
    let text = profile_with_labels(6_000);
    let before = check(&text);
    let summaries = before.findings.iter().filter(|finding| !finding.left_out.is_empty()).collect::<Vec<_>>();
    let [crowd] = summaries.as_slice() else { panic!("{} findings represent others", summaries.len()) };
    let count = |rule: &str| before.findings.iter().filter(|finding| finding.violation.rule.name == rule).count();
    let left_out: usize = crowd.left_out.iter().map(|one| one.count).sum();
    assert_eq!(count(crowd.left_out[0].first.rule.name) + left_out, 6_000);
    assert!(crowd.is_error());
    let outcome = fixed(&text);
    assert!(outcome.texts[0].after.contains("    l5999: \"5999\"\n"));
    let not_made = outcome.report.fixes.unwrap().not_made;
    assert_eq!(not_made.len(), 0, "{:?}", not_made.first());
    assert!(outcome.report.findings.iter().all(|finding| finding.left_out.is_empty()));
}

/// Each round reads and judges everything again.
#[test]
fn many_findings_are_fixed_in_few_rounds() {
    let analysis = analysis(&profile_with_labels(19_000));
    let first = analysis.check().report;
    let (analysis, outcome) = analysis.into_fixed(first, Applicability::Safe);
    assert!(outcome.texts[0].after.contains("    l18999: \"18999\"\n"));
    assert!(outcome.report.findings.iter().all(|finding| finding.left_out.is_empty()));
    // Before, after some 5 000 fixes, after all, and with the usual limit.
    assert_eq!(analysis.check_counts().cloud_profiles, 4);
}

fn profile_with_machine_types(types: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: local}}\nspec:\n  type: local\n  \
        machineTypes:\n{types}"
    )
}

/// Each trial reads and judges everything again, and a repeated name is a finding.
#[test]
fn many_harmful_fixes_are_found_in_few_trials() {
    let types: String = (0..2_000).map(|at| format!("  - ame: m{}\n    emory: 1Gi\n", at % 1_000)).collect();
    let text = profile_with_machine_types(&types);
    let analysis = analysis(&text);
    let first = analysis.check().report;
    let (analysis, outcome) = analysis.into_fixed(first, Applicability::Suggested);
    let account = outcome.report.fixes.unwrap();
    assert_eq!((account.made.len(), account.not_made.len()), (3_000, 1_000), "{:?}", account.not_made.first());
    let judged = analysis.check_counts().cloud_profiles;
    assert!(judged < 20, "{judged}");
}

/// The findings that these fixes cause are too many for a report, and no trial lists more than some thousands.
#[test]
fn harmful_fixes_beyond_the_limit_are_found_in_few_trials() {
    let types: String = (0..12_000).map(|at| format!("  - ame: m{}\n", at % 100)).collect();
    let text = profile_with_machine_types(&types);
    let analysis = analysis(&text);
    let first = analysis.check().report;
    let (analysis, outcome) = analysis.into_fixed(first, Applicability::Suggested);
    assert!(outcome.texts[0].after.contains("  - name: m99\n  - ame: m0\n"));
    assert_eq!(outcome.report.fixes.unwrap().made.len(), 100);
    assert_eq!(analysis.check_counts().cloud_profiles, 6);
}
