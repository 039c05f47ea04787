//! Tests of the kubelet check.

use rootstock_judge::{Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

#[rstest]
#[case::any("1.0.0", "1.30.0", None)]
#[case::met("1.1.0", "1.31.2", None)]
#[case::not_met("1.1.0", "1.30.0", Some("it works with kubelets `>= 1.31`, but the kubelet is `1.30.0`"))]
#[case::another_constraint("1.2.0", "1.31.2", Some("it works with kubelets `< 1.31`, but the kubelet is `1.31.2`"))]
#[case::the_same_constraint("1.3.0", "1.30.0", Some("it works with kubelets `>= 1.31`, but the kubelet is `1.30.0`"))]
#[case::no_version("1.1.0", "newest", None)]
#[case::two_terms(
    "1.5.0",
    "1.33.0",
    Some("it works with kubelets `>= 1.31, < 1.33`, but the kubelet is `1.33.0`: `< 1.33` is not met")
)]
fn kubelet_constraint_is_checked(#[case] version: &str, #[case] kubelet: &str, #[case] expected: Option<&str>) {
    let profile = profile(&json!({"machineImages": [{"name": "os", "versions": [
        {"version": "1.0.0"},
        {"version": "1.1.0", "kubeletVersionConstraint": ">= 1.31"},
        {"version": "1.2.0", "kubeletVersionConstraint": "< 1.31"},
        {"version": "1.3.0", "kubeletVersionConstraint": ">= 1.31"},
        {"version": "1.4.0", "kubeletVersionConstraint": "newer"},
        {"version": "1.5.0", "kubeletVersionConstraint": ">= 1.31, < 1.33"},
    ]}]}));
    assert_eq!(profile.constraints().len(), 3, "each that can be read, once");
    let judge = documented(&profile);
    let offer = profile.offer("os", version).unwrap();
    let expected: Vec<&str> = expected.into_iter().collect();
    let context = PoolContext { kubernetes_version: kubelet, ..PoolContext::default() };
    let pool = Pool::new(judge, PoolProperties::default(), context);
    assert_eq!(messages(&judge.kubelet(&pool, &offer)), expected);
    // A pool's own version takes precedence over that of the control plane.
    let properties = PoolProperties { kubernetes_version: Some(kubelet), ..PoolProperties::default() };
    let pool = Pool::new(judge, properties, PoolContext { kubernetes_version: "1.29.0", ..PoolContext::default() });
    assert_eq!(messages(&judge.kubelet(&pool, &offer)), expected);

    let unreadable = profile.offer("os", "1.4.0").unwrap();
    let messages = messages(&judge.supports_kubelet(&"1.30.0".parse().unwrap(), &unreadable));
    assert!(
        messages[0].starts_with("it works with kubelets `newer`, but the kubelet is `1.30.0`: it cannot be read: "),
        "{messages:?}"
    );
}
