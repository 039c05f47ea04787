//! Reports about versions: the clusters that may choose them, and the stable names.

use rootstock_core_model::Quirks;
use rootstock_maintenance::{Choosers, Planner, VersionReport, WorkerRow, versions_report};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, compile, outcome, spec, versions, worker};
use rootstock_versioning::Timestamp;

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

/// A force update is judged on the day of expiration: a preview may be supported by then, and other versions expired.
#[rstest]
#[case("2.0.0:p 1.0.0:F", "failure")]
#[case("2.0.0:U 1.0.0:F", "2.0.0")]
#[case("2.0.0:F 1.0.0:F", "2.0.0")]
#[case("2.0.0:F 1.1.0 1.0.0:F", "1.1.0")]
#[case("2.0.0 1.0.0:F", "2.0.0")]
#[case("2.0.0:p 1.0.0:E", "failure")]
#[case("2.0.0:p 1.0.0", "failure")]
fn force_update_is_judged_after_expiration(#[case] offered: &str, #[case] expected: &str) {
    let report = report("minor", &versions(offered));
    let last = report.last().unwrap();
    assert_eq!(last.forced_update.as_deref().unwrap_or("failure"), expected);
}

#[test]
fn version_supported_by_the_day_of_expiration_is_a_target() {
    let lifecycle = |stages: serde_json::Value| stages;
    let report = report(
        "minor",
        &json!([
            { "version": "2.0.0", "lifecycle": lifecycle(json!([
                { "classification": "preview" }, { "classification": "supported", "startTime": "2089-01-01T00:00:00Z" },
            ])) },
            { "version": "1.0.0", "expirationDate": "2090-01-01T00:00:00Z" },
        ]),
    );
    assert_eq!(report[1].forced_update.as_deref(), Some("2.0.0"));
    assert_eq!(report[1].automatic_update, None, "today it is a preview");
}

fn report(strategy: &str, offered: &serde_json::Value) -> Vec<VersionReport> {
    let spec = spec(&json!({ "machineImages": [{ "name": "os", "updateStrategy": strategy, "versions": offered }] }));
    let report = versions_report(&spec, NOW, &Quirks::NONE);
    report.machine_images.into_iter().flat_map(|image| image.versions).collect()
}

/// `versions` and `plan` agree: with automatic updates on the automatic target, and otherwise the forced one.
#[rstest]
fn plans_agree_with_the_report(
    #[values("patch", "minor", "major")] strategy: &str,
    #[values(
        "1.0.0:E 1.0.1:E 2.2.1",
        "3.0.0:E 3.0.2 5.1.0:E",
        "3.0.0:E 4.0.0 5.1.0:E",
        "1.0.0:F 1.1.0:F 1.1.1:p 2.0.0:U",
        "1.0.0:d 1.0.1:E 1.2.0:s 1.2.1:d 2.0.0",
        "1.0.0:E 1.1.0:E 1.2.0:p"
    )]
    offered: &str,
    #[values(Quirks::NONE, Quirks::GARDENER_1_150)] quirks: Quirks,
) {
    let profile = json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": strategy, "versions": versions(offered) }],
    });
    let compiled = compile(&profile);
    let report = versions_report(&spec(&profile), NOW, &quirks);
    for version in &report.machine_images[0].versions {
        // An hour after the expiration, if there is one to come.
        let at = version.expires_after().map_or(NOW, |after| Timestamp::from_unix_seconds(after.unix_seconds() + 3600));
        let decide = |auto, at| {
            let worker = worker(&version.version, &json!({}));
            outcome(&Planner::new(&compiled, quirks).image(&WorkerRow::from(&worker), "1.30.4", auto, at))
        };
        let forced = version.forced_update.clone().unwrap_or_else(|| "failure".to_owned());
        if version.expires() {
            assert_eq!(decide(false, at), forced, "{}", version.version);
        }
        match &version.automatic_update {
            Some(automatic) => assert_eq!(decide(true, NOW), *automatic, "{}", version.version),
            None if version.classification == rootstock_versioning::Classification::Expired => {
                assert_eq!(decide(true, NOW), forced, "{}", version.version);
            }
            None => assert_eq!(decide(true, NOW), "-", "{}", version.version),
        }
    }
}
