//! Tests of the JSON and textual forms of obstacles.

use rootstock_judge::{InPlaceObstacle, Obstacle, ObstacleKind};
use rootstock_versioning::Classification;
use rstest::rstest;
use serde_json::{Value, json};

fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[rstest]
#[case::classification(
    Obstacle::Classification { classification: Classification::Preview },
    json!({"reason": "classification", "classification": "preview", "message": "it is classified as preview"}),
)]
#[case::architecture(
    Obstacle::Architecture { wanted: "arm64".to_owned(), offered: list(&["amd64"]) },
    json!({
        "reason": "architecture", "wanted": "arm64", "offered": ["amd64"],
        "message": "it exists for `amd64`, not for architecture `arm64`",
    }),
)]
#[case::runtime(
    Obstacle::ContainerRuntime { interface: "containerd".to_owned(), missing: list(&["kata"]), offered: list(&["gvisor"]) },
    json!({
        "reason": "container-runtime", "interface": "containerd", "missing": ["kata"], "offered": ["gvisor"],
        "message": "it has the container runtimes `gvisor`, but the worker needs `kata`",
    }),
)]
#[case::kubelet(
    Obstacle::Kubelet {
        kubelet_version: "1.30.0".to_owned(),
        constraint: "> 1.31".to_owned(),
        obstacles: list(&["`> 1.31` is not met"]),
    },
    json!({
        "reason": "kubelet", "kubeletVersion": "1.30.0", "constraint": "> 1.31", "obstacles": ["`> 1.31` is not met"],
        "message": "it works with kubelets `> 1.31`, but the kubelet is `1.30.0`",
    }),
)]
#[case::in_place(
    Obstacle::InPlace { obstacle: InPlaceObstacle::NotSupported },
    json!({"reason": "in-place", "kind": "not-supported", "message": "it does not support in-place updates"}),
)]
#[case::unmapped(
    Obstacle::Unmapped { explanation: "nothing is mapped".to_owned(), elsewhere: true },
    json!({"reason": "unmapped", "explanation": "nothing is mapped", "elsewhere": true, "message": "nothing is mapped"}),
)]
fn in_json_it_has_a_reason_and_a_message(#[case] obstacle: Obstacle, #[case] expected: Value) {
    assert_eq!(serde_json::to_value(&obstacle).unwrap(), expected);
    assert_eq!(obstacle.kind().as_str(), expected["reason"]);
}

#[test]
fn kinds_have_a_name_and_a_description() {
    let kinds: Vec<String> = ObstacleKind::ALL.iter().map(|kind| format!("{}: {kind}", kind.as_str())).collect();
    assert_eq!(
        kinds,
        [
            "classification: what is on offer",
            "architecture: the architecture",
            "capabilities: the machine type's capabilities",
            "worker-capabilities: what the worker asks for",
            "container-runtime: the container runtimes",
            "kubelet: the kubelet's version",
            "in-place: in-place updates",
            "unmapped: the provider's images",
        ]
    );
}
