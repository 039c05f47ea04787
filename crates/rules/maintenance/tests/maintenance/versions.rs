//! Reports about versions: the clusters that may choose them, and the stable names.

use rootstock_core_model::Quirks;
use rootstock_maintenance::{Choosers, versions_report};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, spec, versions};

#[rstest]
#[case(Choosers::EveryoneAndByDefault, "everyone-and-by-default", "every cluster; may be default")]
#[case(Choosers::Everyone, "everyone", "every cluster that names it")]
#[case(Choosers::ExistingOnly, "existing-only", "existing clusters only")]
#[case(Choosers::NoCluster, "nobody", "none yet")]
fn choosers_have_stable_names(#[case] choosers: Choosers, #[case] name: &str, #[case] words: &str) {
    assert_eq!((choosers.as_str(), choosers.in_words()), (name, words));
    assert_eq!(serde_json::to_value(choosers).unwrap(), name);
}

/// Images fall back to deprecated versions, Kubernetes does not; Gardener lets existing clusters update to an
/// unavailable Kubernetes version.
#[rstest]
#[case("s", "everyone-and-by-default", "everyone-and-by-default", "everyone-and-by-default")]
#[case("d", "everyone", "everyone", "everyone-and-by-default")]
#[case("p", "everyone", "everyone", "everyone")]
#[case("E", "existing-only", "existing-only", "existing-only")]
#[case("U", "nobody", "existing-only", "nobody")]
fn choosers_follow_classification(
    #[case] flag: &str,
    #[case] kubernetes: &str,
    #[case] by_gardener: &str,
    #[case] image: &str,
) {
    let spec = spec(&json!({
        "kubernetes": { "versions": versions(&format!("1.30.4:{flag}")) },
        "machineImages": [{ "name": "os", "versions": versions(&format!("1.0.0:{flag}")) }],
    }));
    for (quirks, kubernetes) in [(Quirks::NONE, kubernetes), (Quirks::GARDENER_1_150, by_gardener)] {
        let report = versions_report(&spec, NOW, &quirks);
        let rows: Vec<_> =
            report.rows().map(|(image, it)| (image, it.version.as_str(), it.choosers.as_str())).collect();
        assert_eq!(rows, [(None, "1.30.4", kubernetes), (Some("os"), "1.0.0", image)]);
    }
}

/// A version is classified by its field or by its lifecycle stages.
#[rstest]
#[case(json!({ "version": "1.0.0" }), false)]
#[case(json!({ "version": "1.0.0", "expirationDate": "2090-01-01T00:00:00Z" }), false)]
#[case(json!({ "version": "1.0.0", "classification": "supported" }), true)]
#[case(json!({ "version": "1.0.0", "lifecycle": [{ "classification": "supported" }] }), true)]
fn classification_by_field_or_stages(#[case] version: serde_json::Value, #[case] is_classified: bool) {
    let report = versions_report(&spec(&json!({ "kubernetes": { "versions": [version] } })), NOW, &Quirks::NONE);
    assert_eq!(report.kubernetes[0].is_classified, is_classified);
}
