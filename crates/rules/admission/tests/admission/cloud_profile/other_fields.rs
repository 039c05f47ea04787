//! `spec.limits`, `spec.seedSelector`, `spec.caBundle`, and images without an active version.

use rstest::rstest;

use crate::cloud_profile::overlay::{expect, expect_both, found_in, profile, settings};
use rootstock_core_model::Semantics;

#[rstest]
#[case("0", &["max-nodes-total-not-positive spec.limits.maxNodesTotal = 0"])]
#[case("-2147483648", &["max-nodes-total-not-positive spec.limits.maxNodesTotal = -2147483648"])]
#[case("1", &[])]
#[case("null", &[])]
fn limits(#[case] most: &str, #[case] expected: &[&str]) {
    expect_both(&format!("spec: {{limits: {{maxNodesTotal: {most}}}}}"), expected);
}

#[rstest]
#[case::in_without_values("{key: a, operator: In}", &["seed-selector-values-missing spec.seedSelector.matchExpressions[0].values"])]
#[case::not_in_without_values("{key: a, operator: NotIn, values: []}", &["seed-selector-values-missing spec.seedSelector.matchExpressions[0].values"])]
#[case::exists_with_values("{key: a, operator: Exists, values: [b]}", &["seed-selector-values-forbidden spec.seedSelector.matchExpressions[0].values"])]
#[case::does_not_exist_with_values("{key: a, operator: DoesNotExist, values: [b]}", &["seed-selector-values-forbidden spec.seedSelector.matchExpressions[0].values"])]
#[case::operator("{key: a, operator: in, values: [b]}", &["seed-selector-operator-unknown spec.seedSelector.matchExpressions[0].operator = in"])]
#[case::no_operator("{key: a}", &["seed-selector-operator-unknown spec.seedSelector.matchExpressions[0].operator"])]
#[case::key("{key: bad key!, operator: Exists}", &["seed-selector-key-invalid spec.seedSelector.matchExpressions[0].key = bad key!"])]
#[case::value("{key: a, operator: In, values: [ok, '', bad value!]}", &["seed-selector-value-invalid spec.seedSelector.matchExpressions[0].values[2] = bad value!"])]
#[case::value_of_any_operator(
    "{key: a, operator: Foo, values: [bad value!]}",
    &[
        "seed-selector-operator-unknown spec.seedSelector.matchExpressions[0].operator = Foo",
        "seed-selector-value-invalid spec.seedSelector.matchExpressions[0].values[0] = bad value!",
    ]
)]
#[case::fine("{key: example.com/a, operator: NotIn, values: [b]}", &[])]
fn match_expressions_are_validated(#[case] expression: &str, #[case] expected: &[&str]) {
    expect_both(&format!("spec: {{seedSelector: {{matchExpressions: [{expression}]}}}}"), expected);
}

#[test]
fn match_labels_are_validated() {
    expect(
        "spec: {seedSelector: {matchLabels: {bad key!: fine, a: bad value!, b: c}, providerTypes: [any thing]}}",
        &[
            "seed-selector-label-invalid spec.seedSelector.matchLabels.a = bad value!",
            "seed-selector-label-invalid spec.seedSelector.matchLabels.bad key! = bad key!",
        ],
        &[
            "seed-selector-label-invalid spec.seedSelector.matchLabels = bad value!",
            "seed-selector-label-invalid spec.seedSelector.matchLabels = bad key!",
        ],
    );
}

#[rstest]
#[case::empty("", "")]
#[case::text("not a certificate", " = not a certificate")]
#[case::other_block(
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    " = -----BEGIN PRIVATE KEY-----…"
)]
#[case::no_certificate(
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    " = -----BEGIN CERTIFICATE-----…"
)]
fn ca_bundles_are_certificates_and_not_repeated_in_full(#[case] bundle: &str, #[case] shown: &str) {
    let mut profile = profile("{}");
    profile.spec.ca_bundle = Some(bundle.to_owned());
    let documented = found_in(&profile, &settings(Semantics::Documented));
    assert_eq!(documented, [format!("ca-bundle-invalid spec.caBundle{shown}")]);
    let gardener = found_in(&profile, &settings(Semantics::Gardener));
    let shown = if bundle.is_empty() { String::new() } else { format!(" = {bundle}") };
    assert_eq!(gardener, [format!("ca-bundle-invalid spec.caBundle{shown}")]);
}

#[rstest]
#[case::all_expired("{version: 1.0.0, expirationDate: 2026-01-01T00:00:00Z}", true)]
#[case::not_yet_available(
    "{version: 1.0.0, lifecycle: [{classification: preview, startTime: 2027-01-01T00:00:00Z}]}",
    true
)]
#[case::at_the_instant("{version: 1.0.0, expirationDate: 2026-06-01T00:00:00Z}", false)]
#[case::preview("{version: 1.0.0, classification: preview}", false)]
fn image_without_active_version_gets_a_warning(#[case] version: &str, #[case] warned: bool) {
    let profile = profile(&format!("spec: {{machineImages: [{{name: plain, versions: [{version}]}}]}}"));
    let found = found_in(&profile, &settings(Semantics::Documented));
    let warning = "warning image-without-active-version spec.machineImages[0].versions = plain".to_owned();
    assert_eq!(found.contains(&warning), warned, "{found:?}");
}
