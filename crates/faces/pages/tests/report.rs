//! Reports from documents, end to end.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_analysis::{Analysis, Object, Role};
use rootstock_core_model::Semantics;
use rootstock_maintenance::FleetItem;
use rootstock_pages::{FleetParts, FleetQuestion, ReportParts, write_report};
use rootstock_queries::{CheckAnswer, CheckInput, FleetProfiles, QueryContext, Unrendered};

/// Renders the report of some documents at an instant.
fn page(documents: &[(&str, &str)], at: &str) -> String {
    let asked = QueryContext::new(Semantics::Documented, at.parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked.settings);
    for (name, text) in documents {
        analysis.set(Role::Checked, name, text.as_bytes());
    }
    let profiles = analysis.profiles_in(Role::Checked);
    let report = analysis.check().report;
    let check = CheckAnswer::new(CheckInput { analysis: &analysis, asked }, &report);
    let fleet = fleet(&analysis, documents, asked);
    let parts = ReportParts {
        profiles: &profiles,
        compared: None,
        check: &check,
        fleet: fleet.as_ref(),
        sources: &report.sources,
        asked,
        unknown_releases: &[],
        tool_version: "0.0.0",
    };
    let mut page = Vec::new();
    write_report(parts, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// Plans the Shoots of some documents, if there are any.
fn fleet(analysis: &Analysis, documents: &[(&str, &str)], asked: QueryContext) -> Option<FleetParts> {
    let objects = documents.iter().flat_map(|(name, _)| analysis.objects(Role::Checked, name));
    let shoots: Vec<FleetItem> =
        objects.filter_map(Object::shoot).map(|shoot| FleetItem::Shoot(Box::new((*shoot.object).clone()))).collect();
    if shoots.is_empty() {
        return None;
    }
    let profiles = FleetProfiles::of(analysis, Unrendered::Skipped).profiles;
    let until = "2026-12-31T23:59:59Z".parse().unwrap();
    Some(FleetQuestion::new(&profiles, until, asked).unwrap().ask(shoots))
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../../fixtures/profiles/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Returns the text from one marker to another, with both markers.
fn between(page: &str, from: &str, to: &str) -> String {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    let (within, _) = rest.split_once(to).unwrap_or_else(|| panic!("no {to}"));
    format!("{from}{within}{to}")
}

/// A profile with versions of every classification.
const LOCAL: &str = "
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: local}
spec:
  type: local
  kubernetes:
    versions:
    - {version: 1.32.1, classification: deprecated, expirationDate: \"2026-09-30T23:59:59Z\"}
    - {version: 1.33.1, classification: supported}
    - {version: 1.34.1, classification: preview}
";

const AT: &str = "2026-06-01T00:00:00Z";

#[test]
fn overview_lists_points_that_need_attention() {
    let page = page(&[("profile.yaml", &fixture("orchard.yaml"))], AT);
    insta::assert_snapshot!("overview", between(&page, "<section class=\"panel\" id=\"p0-overview\"", "</section>"));
}

#[test]
fn matrix_cell_has_the_explanation_of_select() {
    let page = page(&[("profile.yaml", &fixture("orchard.yaml"))], AT);
    insta::assert_snapshot!("matrix", between(&page, "<table class=\"matrix\"", "</table>"));
    insta::assert_snapshot!("explanation", between(&page, "<section class=\"x\" id=\"p0-x1\"", "</section>"));
}

#[test]
fn version_has_a_timeline_and_a_description() {
    let page = page(&[("profile.yaml", LOCAL)], AT);
    insta::assert_snapshot!("lives", between(&page, "<tbody>", "</tbody>"));
}

#[test]
fn findings_have_excerpts_and_fixes() {
    let page = page(&[("profile.yaml", &fixture("local-broken.yaml"))], AT);
    let rule = "id=\"rule-capability-value-duplicate-error\"";
    insta::assert_snapshot!("finding", between(&page, rule, "</details>"));
}

#[test]
fn a_page_loads_nothing() {
    let page = page(&[("profile.yaml", &fixture("orchard.yaml"))], AT);
    for loading in ["http:", "https:", " src=", "@import", "<link", "<iframe", "<object", " style=", " onclick"] {
        assert!(!page.contains(loading), "{loading}");
    }
    assert_eq!(page.matches("url(").count(), page.matches("url(#hatched)").count());
    assert!(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"));
}

#[test]
fn missing_parts_are_reported() {
    let nothing = page(&[("empty.yaml", "")], AT);
    assert!(nothing.contains("There is no readable CloudProfile"));
    let bare =
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: bare}\nspec: {type: local}\n";
    let bare = page(&[("bare.yaml", bare)], AT);
    assert!(bare.contains("The profile has no machine types."));
    assert!(bare.contains("The profile has neither Kubernetes versions nor machine images."));
}

/// Strings that would have an effect without escaping.
fn hostile() -> [String; 6] {
    [
        "<script>alert(1)</script>".to_owned(),
        "javascript:alert(1)".to_owned(),
        "\"'` onload=alert(1) x=\"".to_owned(),
        "a\u{202e}b\u{2066}c\u{200f}".to_owned(),
        "]]></style></script><img src=x onerror=alert(1)>".to_owned(),
        "x".repeat(10_000),
    ]
}

#[test]
fn hostile_strings_are_escaped() {
    for text in hostile() {
        let quoted = serde_json::to_string(&text).unwrap();
        let profile = format!(
            "{{\"apiVersion\": \"core.gardener.cloud/v1beta1\", \"kind\": \"CloudProfile\", \"metadata\": {{\"name\": {quoted}}},
             \"spec\": {{\"type\": {quoted}, \"regions\": [{{\"name\": {quoted}}}],
             \"machineCapabilities\": [{{\"name\": {quoted}, \"values\": [{quoted}, \"b\"]}}],
             \"kubernetes\": {{\"versions\": [{{\"version\": {quoted}, \"classification\": {quoted}}}]}},
             \"machineTypes\": [{{\"name\": {quoted}, \"cpu\": \"1\", \"memory\": \"1Gi\", \"capabilities\": {{{quoted}: [\"b\"]}}}}],
             \"machineImages\": [{{\"name\": {quoted}, \"updateStrategy\": {quoted},
               \"versions\": [{{\"version\": {quoted}, \"capabilityFlavors\": [{{{quoted}: [{quoted}]}}]}}]}}]}}}}"
        );
        let page = page(&[(&text, &profile)], AT);
        assert_eq!(page.matches("<script").count(), 1, "{text:.40}");
        assert_eq!(page.matches("</script").count(), 1);
        assert_eq!(page.matches("</style").count(), 1);
        assert!(!page.contains("<img") && !page.contains("href=\"javascript"));
        assert!(!page.contains("\" onload="), "{text:.40}");
        assert!(!page.contains(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200f}')));
    }
}

/// A fleet in which one Shoot is forced off its version, and another has no target version.
const SHOOTS: &str = "
{apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, metadata: {name: apple, namespace: garden-dev}, spec: {
  cloudProfile: {kind: CloudProfile, name: local}, kubernetes: {version: 1.32.1},
  maintenance: {autoUpdate: {kubernetesVersion: false}, timeWindow: {begin: 220000+0000, end: 230000+0000}},
  provider: {type: local, workers: []}}}
---
{apiVersion: core.gardener.cloud/v1beta1, kind: Shoot, metadata: {name: pear, namespace: garden-dev}, spec: {
  cloudProfile: {kind: CloudProfile, name: local}, kubernetes: {version: 1.30.1},
  maintenance: {autoUpdate: {kubernetesVersion: false}, timeWindow: {begin: 220000+0000, end: 230000+0000}},
  provider: {type: local, workers: []}}}
";

#[test]
fn updates_are_listed_by_week_and_by_shoot() {
    let page = page(&[("profile.yaml", LOCAL), ("shoots.yaml", SHOOTS)], AT);
    insta::assert_snapshot!("updates", between(&page, "<table class=\"updates\">", "</table>"));
    insta::assert_snapshot!("shoots", between(&page, "<details class=\"rule namespace\"", "</details>"));
    let calendar = between(&page, "data:text/calendar;base64,", "\"");
    let calendar = calendar.trim_start_matches("data:text/calendar;base64,").trim_end_matches('"');
    let calendar =
        String::from_utf8(base64::Engine::decode(&base64::engine::general_purpose::STANDARD, calendar).unwrap());
    insta::assert_snapshot!("calendar", calendar.unwrap().replace('\r', ""));
}

#[test]
fn pairs_that_are_too_many_are_not_explained() {
    let list = |item: fn(usize) -> String| (0..600).map(item).collect::<Vec<_>>().join(", ");
    let values = list(|at| format!("v{at}"));
    let flavors = list(|at| format!("{{architecture: [amd64], c: [v{at}]}}"));
    let types = list(|at| {
        format!("{{name: t{at}, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64], c: [v{at}]}}}}")
    });
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: wide}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineCapabilities: [{{name: architecture, values: [amd64]}}, \
         {{name: c, values: [{values}]}}]\n  machineImages: [{{name: i, versions: [{{version: 1.0.0, \
         capabilityFlavors: [{flavors}]}}]}}]\n  machineTypes: [{types}]\n"
    );
    let page = page(&[("wide.yaml", &profile)], "2026-01-01T00:00:00Z");
    assert!(page.contains("there are 600 different machine types and 600 flavors, too many to explain on a page"));
}

/// Each reason names the region without an image.
#[test]
fn regions_that_are_too_many_are_not_explained() {
    let regions: String = (0..3000).map(|at| format!("  - name: r{at}\n")).collect();
    let profile = fixture("../base/aws.yaml");
    let profile = profile.replacen("  regions:\n", &format!("  regions:\n{regions}"), 1);
    let page = page(&[("wide.yaml", &profile)], "2026-01-01T00:00:00Z");
    assert!(page.contains("flavors in 3001 regions, too many to explain on a page"));
}

/// With several profiles, the page opens on what needs attention in all of them.
#[test]
fn page_of_several_profiles_begins_with_all_that_needs_attention() {
    let (one, other) = (fixture("orchard.yaml"), fixture("local-clean.yaml"));
    let page = page(&[("a.yaml", &one), ("b.yaml", &other)], "2026-06-01T00:00:00Z");
    let (_, sections) = page.split_once("<section class=\"panel\"").unwrap();
    assert!(sections.starts_with(" id=\"attention\""));
    insta::assert_snapshot!(between(&page, "<section class=\"panel\" id=\"attention\"", "</section>"));
}
