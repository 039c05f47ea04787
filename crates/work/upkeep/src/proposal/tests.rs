use std::num::NonZeroU32;

use rootstock_analysis::configuration::{NewVersions, UpkeepPolicies, VersionPolicy};
use rootstock_analysis::{Analysis, Object, ProfileKey, Role};
use rootstock_core_model::{FeatureGates, Semantics, Settings};
use rootstock_facts::KubernetesFact;
use rstest::rstest;

use super::*;

/// Returns a profile with versions of Kubernetes and of one image, `VERSION CLASSIFICATION DATE`, followed by other documents.
fn profile(kubernetes: &[&str], image: &[&str], more: &str) -> String {
    let item = |line: &&str, indent: &str, more: &str| {
        let mut words = line.split_whitespace();
        let mut text = format!("{indent}- version: {}\n", words.next().unwrap());
        for (field, word) in ["classification", "expirationDate"].iter().zip(words) {
            text.push_str(&format!("{indent}  {field}: {word}\n"));
        }
        text + more
    };
    let kubernetes: String = kubernetes.iter().map(|line| item(line, "    ", "")).collect();
    let image: String = image.iter().map(|line| item(line, "    ", "      architectures: [amd64]\n")).collect();
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: workshop}}\nspec:\n  type: local\n  \
         kubernetes:\n    versions:\n{kubernetes}  machineImages:\n  - name: plain\n    updateStrategy: minor\n    \
         versions:\n{image}  machineTypes:\n  - {{name: small, cpu: 1, gpu: 0, memory: 1Gi, architecture: amd64}}\n{more}"
    )
}

/// Lists the proposals of 2026-06-01 and the changes that are not proposed.
fn proposed(text: &str, rules: &ProposalRules) -> Vec<String> {
    proposed_with(text, rules, FeatureGates::default())
}

fn proposed_with(text: &str, rules: &ProposalRules, gates: FeatureGates) -> Vec<String> {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let settings = Settings { gates, ..settings };
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    let profile = analysis.profile(&ProfileKey::global("workshop")).unwrap();
    let children = analysis.objects(Role::Checked, "profile.yaml").filter_map(Object::child).cloned().collect();
    let proposal = propose(&analysis, &profile, &ProposalRules { children, ..rules.clone() }).unwrap();
    let changes = proposal.changes.iter().map(|one| one.to_string().split(": ").next().unwrap().to_owned());
    changes.chain(proposal.left.iter().map(|one| format!("left: {one}"))).collect()
}

fn rules(policy: VersionPolicy) -> ProposalRules {
    let kubernetes = VersionPolicy { of: "kubernetes".to_owned(), ..policy.clone() };
    let images = VersionPolicy { of: "*".to_owned(), ..policy };
    let policies = UpkeepPolicies { policies: vec![kubernetes, images], ..UpkeepPolicies::default() };
    ProposalRules { policies, ..ProposalRules::default() }
}

fn deprecated(days: u32) -> ProposalRules {
    rules(VersionPolicy { deprecated_days: Some(days), ..VersionPolicy::default() })
}

const KUBERNETES: [&str; 2] = ["1.34.1 supported", "1.33.5 supported"];

#[rstest]
#[case(&["1.34.1 supported", "1.33.5 deprecated"], &["`kubernetes@1.33.5` expires at the end of 2026-06-30"])]
// Minors must not be skipped.
#[case(
    &["1.35.1 supported", "1.33.5 deprecated"],
    &["left: `kubernetes@1.33.5` does not get an expiration date: a Shoot with Kubernetes `1.33.5` would have no update path"]
)]
// The patch update within the minor is possible.
#[case(&["1.35.1 supported", "1.33.6 supported", "1.33.5 deprecated"], &["`kubernetes@1.33.5` expires at the end of 2026-06-30"])]
// It has an expiration date already.
#[case(&["1.34.1 supported", "1.33.5 deprecated 2026-12-31T23:59:59Z"], &[])]
fn expiration_that_blocks_kubernetes_updates_is_not_proposed(#[case] kubernetes: &[&str], #[case] expected: &[&str]) {
    assert_eq!(proposed(&profile(kubernetes, &["1.0.0 supported"], ""), &deprecated(30)), expected);
}

#[rstest]
#[case(&["1.1.0 supported", "1.0.0 deprecated"], &["`plain@1.0.0` expires at the end of 2026-06-30"])]
// Maintenance does not update to previews.
#[case(
    &["1.1.0 preview", "1.0.0 deprecated"],
    &["left: `plain@1.0.0` does not get an expiration date: a worker pool of machine type `small` with `plain@1.0.0` would have \
       no update path"]
)]
// Maintenance does not downgrade.
#[case(
    &["1.1.0 deprecated", "1.0.0 supported"],
    &["left: `plain@1.1.0` does not get an expiration date: a worker pool of machine type `small` with `plain@1.1.0` would have \
       no update path"]
)]
fn expiration_that_blocks_image_updates_is_not_proposed(#[case] image: &[&str], #[case] expected: &[&str]) {
    assert_eq!(proposed(&profile(&KUBERNETES, image, ""), &deprecated(30)), expected);
}

/// A child has its own machine types, for which a later version may lack an image.
#[test]
fn update_path_of_child_is_kept() {
    let child = "---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: bench, namespace: \
                 garden-x}\nspec:\n  parent: {kind: CloudProfile, name: workshop}\n  machineTypes:\n  - {name: small-arm, cpu: 1, \
                 gpu: 0, memory: 1Gi, architecture: arm64}\n";
    let alone = profile(&KUBERNETES, &["1.1.0 supported", "1.0.0 deprecated"], "");
    let alone = alone.replacen(
        "1.0.0\n      classification: deprecated\n      architectures: [amd64]",
        "1.0.0\n      classification: \
                                deprecated\n      architectures: [amd64, arm64]",
        1,
    );
    assert!(alone.contains("arm64"));
    assert_eq!(proposed(&alone, &deprecated(30)), ["`plain@1.0.0` expires at the end of 2026-06-30"]);
    assert_eq!(
        proposed(&format!("{alone}{child}"), &deprecated(30)),
        [
            "left: `plain@1.0.0` does not get an expiration date: a worker pool of machine type `small-arm` with `plain@1.0.0` would have \
          no update path"
        ]
    );
}

/// A worker pool with a GPU needs an image that supports it.
#[rstest]
#[case("", &["`plain@1.0.0` expires at the end of 2026-06-30"])]
#[case(
    "gardener-gpuSupport: [none, nvidia]",
    &["left: `plain@1.0.0` does not get an expiration date: a worker pool of machine type `small` with `plain@1.0.0` would have \
       no update path"]
)]
fn update_path_of_gpu_pool_is_kept(#[case] old_flavor: &str, #[case] expected: &[&str]) {
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: workshop}}\nspec:\n  type: local\n  \
         machineCapabilities: [{{name: architecture, values: [amd64]}}]\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  \
         machineImages:\n  - name: plain\n    versions:\n    - version: 1.1.0\n      capabilityFlavors: [{{architecture: [amd64]}}]\n    \
         - version: 1.0.0\n      classification: deprecated\n      capabilityFlavors: [{{architecture: [amd64], {old_flavor}}}]\n  \
         machineTypes:\n  - {{name: small, cpu: 1, gpu: 1, memory: 1Gi, capabilities: {{architecture: [amd64]}}}}\n"
    );
    let gates = FeatureGates { worker_capabilities: true, ..FeatureGates::default() };
    assert_eq!(proposed_with(&text, &deprecated(30), gates), expected);
    // Without the feature gate no worker pool asks for a GPU.
    assert_eq!(proposed(&text, &deprecated(30)).len(), 1);
}

#[test]
fn version_on_an_update_path_is_not_removed() {
    let kubernetes =
        ["1.34.1 supported", "1.33.5 deprecated 2026-01-31T23:59:59Z", "1.32.9 deprecated 2026-12-31T23:59:59Z"];
    let text = profile(&kubernetes, &["1.0.0 supported"], "");
    let policies = UpkeepPolicies { prune_days: Some(30), ..UpkeepPolicies::default() };
    let rules = ProposalRules { policies, ..ProposalRules::default() };
    assert_eq!(
        proposed(&text, &rules),
        ["left: `kubernetes@1.33.5` is not removed: a Shoot with Kubernetes `1.32.9` would have no update path",]
    );
    // The version is removed if no Shoot needs it as an update path.
    let text = profile(&kubernetes[..2], &["1.0.0 supported"], "");
    assert_eq!(proposed(&text, &rules), ["`kubernetes@1.33.5` is removed"]);
}

#[rstest]
#[case(Some(1), None, &["1.34.1", "1.33.5"], &["1.33.5"])]
#[case(Some(2), None, &["1.34.1", "1.33.5"], &[])]
// Versions without a classification are supported.
#[case(None, Some(1), &["1.34.2", "1.34.1", "1.33.5"], &["1.34.1"])]
// Versions that are deprecated by the limit of their minor do not count for the total.
#[case(Some(2), Some(1), &["1.34.2", "1.34.1", "1.33.5", "1.32.1"], &["1.34.1", "1.32.1"])]
// Builds of one version count once.
#[case(Some(1), None, &["1.34.1", "1.34.1-fips", "1.33.5"], &["1.33.5"])]
fn surplus_supported_version_is_deprecated(
    #[case] supported: Option<u32>,
    #[case] supported_per_minor: Option<u32>,
    #[case] image: &[&str],
    #[case] expected: &[&str],
) {
    let policy = VersionPolicy {
        of: "plain".to_owned(),
        supported: supported.and_then(NonZeroU32::new),
        supported_per_minor: supported_per_minor.and_then(NonZeroU32::new),
        ..VersionPolicy::default()
    };
    let policies = UpkeepPolicies { policies: vec![policy], ..UpkeepPolicies::default() };
    let rules = ProposalRules { policies, ..ProposalRules::default() };
    let expected: Vec<String> =
        expected.iter().map(|version| format!("`plain@{version}` becomes deprecated")).collect();
    assert_eq!(proposed(&profile(&KUBERNETES, image, ""), &rules), expected);
}

#[rstest]
#[case("2026-05-25", &["1.1.0 preview", "1.0.0 supported"], &["`plain@1.1.0` becomes supported"])]
#[case("2026-05-26", &["1.1.0 preview", "1.0.0 supported"], &[])]
#[case("2026-05-01", &["1.1.1 preview", "1.1.0 preview"], &[
    "`plain@1.1.1` becomes supported",
    "left: `plain@1.1.0` is not promoted: the later `plain@1.1.1` is supported already",
])]
fn preview_is_promoted_after_waiting_time(#[case] since: &str, #[case] image: &[&str], #[case] expected: &[&str]) {
    let rules = ProposalRules {
        since: vec![format!("plain@*={since}").parse().unwrap()],
        ..rules(VersionPolicy { preview_days: Some(7), ..VersionPolicy::default() })
    };
    assert_eq!(proposed(&profile(&KUBERNETES, image, ""), &rules), expected);
}

/// Returns facts from lines `VERSION RELEASED END`, where `-` is an unknown day.
fn facts(lines: &[&str]) -> Vec<KubernetesFact> {
    let fact = |line: &&str| {
        let mut words = line.split_whitespace();
        let version = words.next().unwrap().to_owned();
        let mut day = || words.next().and_then(|word| word.parse().ok());
        KubernetesFact { version, released: day(), end_of_life: day() }
    };
    lines.iter().map(fact).collect()
}

fn with_facts(new_versions: Option<NewVersions>, end_of_life_days: Option<u32>, lines: &[&str]) -> ProposalRules {
    let policy =
        VersionPolicy { of: "kubernetes".to_owned(), new_versions, end_of_life_days, ..VersionPolicy::default() };
    let policies = UpkeepPolicies { policies: vec![policy], ..UpkeepPolicies::default() };
    ProposalRules { policies, kubernetes_versions: facts(lines), ..ProposalRules::default() }
}

#[rstest]
#[case(NewVersions::Patches, &["1.34.2", "1.34.3", "1.33.5"], &["`kubernetes@1.34.3` is added"])]
// Older patches have been removed, or never been offered; other minors are another decision.
#[case(NewVersions::Patches, &["1.34.0", "1.35.0", "1.32.9", "1.34", "1.34.2-rc.1", "no-version"], &[])]
#[case(NewVersions::Minors, &["1.35.0", "1.35.1", "1.32.9"], &["`kubernetes@1.35.1` is added"])]
// Not released yet.
#[case(NewVersions::Patches, &["1.34.2 2026-05-31", "1.34.3 2026-07-01"], &["`kubernetes@1.34.2` is added"])]
// The minor is not maintained any more.
#[case(NewVersions::Patches, &["1.34.2", "1.34 - 2026-05-30"], &[])]
fn new_versions_of_facts_are_added(#[case] wanted: NewVersions, #[case] lines: &[&str], #[case] expected: &[&str]) {
    let text = profile(&KUBERNETES, &["1.0.0 supported"], "");
    assert_eq!(proposed(&text, &with_facts(Some(wanted), None, lines)), expected);
}

/// A pattern of known days is about the versions of the profile, and not about one that the proposal adds.
#[test]
fn added_version_does_not_supersede_a_preview_that_has_waited() {
    let rules = with_facts(Some(NewVersions::Patches), None, &["1.34.3"]);
    let mut policies = rules.policies.clone();
    for policy in &mut policies.policies {
        policy.preview_days = Some(7);
    }
    let rules = ProposalRules { since: vec!["kubernetes@*=2026-01-01".parse().unwrap()], policies, ..rules };
    assert_eq!(
        proposed(&profile(&["1.34.1 preview", "1.33.5 supported"], &["1.0.0 supported"], ""), &rules),
        ["`kubernetes@1.34.3` is added", "`kubernetes@1.34.1` becomes supported"]
    );
}

#[test]
fn added_version_has_its_expiration_date() {
    let text = profile(&KUBERNETES, &["1.0.0 supported"], "");
    let rules = with_facts(Some(NewVersions::Patches), Some(30), &["1.33.6", "1.33 - 2026-06-28"]);
    assert_eq!(
        proposed(&text, &rules),
        [
            "`kubernetes@1.33.6` is added, and expires at the end of 2026-07-28",
            "`kubernetes@1.33.5` expires at the end of 2026-07-28",
        ]
    );
}

/// Gardener refuses an expiration date of the latest version.
#[test]
fn added_latest_version_has_no_expiration_date() {
    let text = profile(&KUBERNETES, &["1.0.0 supported"], "");
    let rules = with_facts(Some(NewVersions::Patches), Some(0), &["1.34.2", "1.34 - 2026-10-27"]);
    assert_eq!(
        proposed(&text, &rules),
        [
            "`kubernetes@1.34.2` is added",
            // Maintenance does not update to previews.
            "left: `kubernetes@1.34.1` does not get an expiration date: a Shoot with Kubernetes `1.34.1` would have no update path",
        ]
    );
}

/// The new version is inserted where the expiration date of the version before it goes.
#[test]
fn version_before_an_added_one_can_expire() {
    let text = profile(&["1.35.2 supported", "1.34.1 supported", "1.33.5 supported"], &["1.0.0 supported"], "");
    let lines = ["1.33.6", "1.34 - 2026-10-27", "1.33 - 2026-06-28"];
    let rules = with_facts(Some(NewVersions::Patches), Some(0), &lines);
    assert_eq!(
        proposed(&text, &rules),
        [
            "`kubernetes@1.33.6` is added, and expires at the end of 2026-06-28",
            "`kubernetes@1.34.1` expires at the end of 2026-10-27",
            "`kubernetes@1.33.5` expires at the end of 2026-06-28",
        ]
    );
}

#[test]
fn patch_of_expired_minor_is_not_added() {
    let text = profile(&["1.34.1 supported", "1.33.5 deprecated 2026-01-31T00:00:00Z"], &["1.0.0 supported"], "");
    assert_eq!(proposed(&text, &with_facts(Some(NewVersions::Minors), None, &["1.33.6"])), Vec::<String>::new());
}

#[rstest]
#[case(0, &["1.33 - 2026-06-28"], &["`kubernetes@1.33.5` expires at the end of 2026-06-28"])]
#[case(30, &["1.33 - 2026-06-28"], &["`kubernetes@1.33.5` expires at the end of 2026-07-28"])]
// The earliest date of several sources, and of the version itself.
#[case(0, &["1.33 - 2026-06-28", "1.33 - 2026-06-27", "1.33.5 - 2026-06-26"], &["`kubernetes@1.33.5` expires at the end of 2026-06-26"])]
// Gardener refuses an expiration date of the latest version. That is reported after its end of life.
#[case(0, &["1.34 - 2026-10-27"], &[])]
#[case(0, &["1.34 - 2026-05-28"], &[
    "left: `kubernetes@1.34.1` does not get an expiration date: its end of life was 2026-05-28, and the policy has no \
     `deprecated-days` to give its users notice",
])]
#[case(0, &["1.33 - 2026-05-28"], &[
    "left: `kubernetes@1.33.5` does not get an expiration date: its end of life was 2026-05-28, and the policy has no \
     `deprecated-days` to give its users notice",
])]
#[case(0, &["1.32 - 2026-02-28", "1.33"], &[])]
fn end_of_life_becomes_an_expiration(#[case] days: u32, #[case] lines: &[&str], #[case] expected: &[&str]) {
    let text = profile(&KUBERNETES, &["1.0.0 supported"], "");
    assert_eq!(proposed(&text, &with_facts(None, Some(days), lines)), expected);
}

#[rstest]
#[case("1.33 - 2026-06-28", "`kubernetes@1.33.5` expires at the end of 2026-06-28")]
#[case("1.33 - 2026-12-28", "`kubernetes@1.33.5` expires at the end of 2026-08-29")]
// Users get notice.
#[case("1.33 - 2026-05-28", "`kubernetes@1.33.5` expires at the end of 2026-08-29")]
fn earlier_of_end_of_life_and_deprecation_counts(#[case] line: &str, #[case] expected: &str) {
    let text = profile(&["1.34.1 supported", "1.33.5 deprecated"], &["1.0.0 supported"], "");
    let mut rules = with_facts(None, Some(0), &[line]);
    rules.policies.policies[0].deprecated_days = Some(90);
    assert_eq!(proposed(&text, &rules), [expected]);
}

#[test]
fn version_with_a_date_keeps_it() {
    let text = profile(&["1.34.1 supported", "1.33.5 deprecated 2027-12-31T23:59:59Z"], &["1.0.0 supported"], "");
    assert_eq!(proposed(&text, &with_facts(None, Some(0), &["1.33 - 2026-06-28"])), Vec::<String>::new());
}
