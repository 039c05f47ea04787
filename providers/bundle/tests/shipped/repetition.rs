//! Entries that both sections repeat: each is compared once, however often the other section repeats it.

use std::collections::HashSet;

use rootstock_core_model::CloudProfile;
use rootstock_core_model::Semantics::{Documented, Gardener};
use rstest::rstest;
use serde_json::Value;

use crate::support::{check, profile};

const TIMES: usize = 60;

/// Returns a profile that repeats the first item of lists.
fn repeated(base: &str, lists: &[&str]) -> CloudProfile {
    let mut document = serde_json::to_value(profile(base, &[])).unwrap();
    for list in lists {
        let items = document.pointer_mut(list).and_then(Value::as_array_mut).unwrap();
        *items = vec![items[0].clone(); TIMES];
    }
    serde_json::from_value(document).unwrap()
}

#[rstest]
#[case::images(["/spec/machineImages", "/spec/providerConfig/machineImages"])]
#[case::versions(["/spec/machineImages/0/versions", "/spec/providerConfig/machineImages/0/versions"])]
#[case::flavors([
    "/spec/machineImages/0/versions/0/capabilityFlavors",
    "/spec/providerConfig/machineImages/0/versions/0/capabilityFlavors",
])]
fn findings_grow_with_the_sum_of_both_sections(
    #[values("local", "openstack", "aws", "gcp", "azure", "alicloud")] base: &str,
    #[case] lists: [&str; 2],
) {
    let profile = repeated(base, &lists);
    for semantics in [Documented, Gardener] {
        let violations = check(&profile, semantics).violations;
        assert!(violations.len() <= 8 * TIMES, "{} findings in {semantics:?} semantics", violations.len());
        let texts: HashSet<String> = violations.iter().map(|one| format!("{} {one}", one.rule.name)).collect();
        assert_eq!(texts.len(), violations.len(), "some findings are the same");
    }
}
