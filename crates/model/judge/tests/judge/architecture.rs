//! Tests of the architecture check.

use rootstock_judge::{Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

const ONLY_AMD64: &[&str] = &["it exists for `amd64`, not for architecture `arm64`"];

#[rstest]
#[case::both("1.0.0", Some("arm64"), &[])]
#[case::only_amd64("1.1.0", Some("arm64"), ONLY_AMD64)]
#[case::its_own("1.1.0", Some("amd64"), &[])]
#[case::not_known("1.1.0", None, &[])]
fn a_version_must_exist_for_the_architecture(
    #[case] version: &str,
    #[case] architecture: Option<&str>,
    #[case] expected: &[&str],
) {
    let profile = profile(&json!({"machineImages": [{"name": "os", "versions": [
        {"version": "1.0.0", "architectures": ["amd64", "arm64"]}, {"version": "1.1.0", "architectures": ["amd64"]},
    ]}]}));
    let judge = documented(&profile);
    let offer = profile.offer("os", version).unwrap();
    let pool = Pool::new(judge, PoolProperties { architecture, ..PoolProperties::default() }, PoolContext::default());
    assert_eq!(messages(&judge.architecture(&pool, &offer)), expected);
    assert_eq!(messages(&judge.hardware(&pool, &offer)), expected);
    assert_eq!(messages(&architecture.and_then(|wanted| judge.exists_for(wanted, &offer))), expected);
}
