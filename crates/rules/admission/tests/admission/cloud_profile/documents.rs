//! The complete example of the guide to capabilities and the base profiles of the rule pages have no findings.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{CloudProfile, Decode, ReadLimits, Semantics, read};
use rstest::rstest;

use crate::cloud_profile::edited::{findings, settings};

#[rstest]
#[case("documents/complete-cloudprofile.yaml")]
#[case("base/local.yaml")]
#[case("base/local-legacy.yaml")]
#[case("base/openstack.yaml")]
#[case("base/openstack-legacy.yaml")]
fn documented_profile_is_accepted(#[case] file: &str) {
    let path = format!("{}/../../../fixtures/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).unwrap();
    let read = read::read(file, &text, &ReadLimits::DEFAULT);
    let (profile, decoded) =
        read.documents[0].object().unwrap().raw.decode::<CloudProfile>(&rootstock_core_model::Path::object());
    assert_eq!(decoded.len(), 0);
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let settings = settings(semantics);
        let created = check_cloud_profile(&profile, Operation::Create, &settings);
        assert_eq!(findings(&created), [] as [&str; 0]);
        let stored = created.canonical.unwrap();
        for profile in [&profile, &stored] {
            for operation in [Operation::State, Operation::Create, Operation::Update { old: &stored }] {
                let outcome = check_cloud_profile(profile, operation, &settings);
                assert_eq!(findings(&outcome), [] as [&str; 0]);
                assert_eq!(outcome.canonical.as_ref(), Some(&stored));
            }
        }
    }
}
