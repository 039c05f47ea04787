//! A year of policies in weekly steps, as a team would use the commands: `upkeep propose`, and `plan` for the effects on Shoots.

use rstest::rstest;
use serde_json::Value;

use crate::{fixtures, run};

/// A Shoot without manual updates, with a pool of each machine type.
const SHOOTS: &str = r#"
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: calm, namespace: garden-dev}
spec:
  cloudProfile: {name: aws}
  region: eu-central-1
  kubernetes: {version: KUBERNETES}
  provider:
    type: aws
    workers:
    - {name: amd64, machine: {type: m7i.large, architecture: amd64, image: {name: gardenlinux, version: IMAGE}}, minimum: 1, maximum: 3}
    - {name: arm64, machine: {type: m7g.large, architecture: arm64, image: {name: gardenlinux, version: 1592.4.0}}, minimum: 1, maximum: 3}
  maintenance:
    autoUpdate: {kubernetesVersion: AUTO, machineImageVersion: AUTO}
    timeWindow: {begin: 220000+0100, end: 230000+0100}
"#;

#[rstest]
fn pools_stay_on_a_usable_version(
    #[values("1.32.11", "1.33.9", "1.34.6", "1.35.2")] kubernetes: &str,
    #[values("1592.3.0", "1592.5.0")] image: &str,
    #[values("true", "false")] auto: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (profile, shoots) = (path("profile.yaml"), path("shoots.yaml"));
    let (config, gates) = (fixtures().join("../upkeep/rootstock.toml"), "VersionClassificationLifecycle=true");
    let config = config.to_str().unwrap();
    std::fs::copy(fixtures().join("../upkeep/policies.yaml"), &profile).unwrap();
    let text = SHOOTS.replace("KUBERNETES", kubernetes).replace("IMAGE", image).replace("AUTO", auto);
    std::fs::write(&shoots, text).unwrap();
    // Counts the Shoots with rejected updates, and those with failing ones, until the end of 2027.
    let without_a_way = |at: &str| {
        let arguments = ["plan", &*shoots, "--profile", &*profile, "--feature-gates", gates, "--at", at];
        let answer = run(&[&arguments[..], &["--until", "2027-12-31", "--format", "json"]].concat());
        let plan: Value = serde_json::from_str(&answer.out).unwrap_or_else(|why| panic!("{why}: {answer}"));
        let summary = &plan["summary"];
        assert_eq!((&summary["shoots"], &summary["unreadable"]), (&Value::from(1), &Value::from(0)), "{answer}");
        (summary["rejected"].as_u64().unwrap(), summary["failing"].as_u64().unwrap())
    };
    let first = without_a_way("2026-06-01");
    assert_eq!(first, (0, 0), "every pool has a way at the beginning");
    let mut changes = 0;
    // Every Monday.
    for week in 0..52 {
        let day: rootstock_versioning::Day = "2026-06-01".parse().unwrap();
        let at = day.plus(7 * week).to_string();
        let arguments = ["upkeep", "propose", &*profile, "--shoots", &*shoots, "--config", config];
        let answer = run(&[&arguments[..], &["--feature-gates", gates, "--at", &at, "--in-place"]].concat());
        assert_eq!(answer.status, 0, "{at}: {answer}");
        if !answer.out.is_empty() {
            changes += 1;
            assert_eq!(without_a_way(&at), (0, 0), "{at}: {answer}");
        }
    }
    assert!(changes > 1, "{changes} changes are too few");
    assert_eq!(without_a_way("2027-06-01"), (0, 0));
    // No policy covers this: the last version for arm64 expires.
    let arguments = ["upkeep", "expire", &*profile, "gardenlinux@1592.4.0", "--on", "2027-06-30", "--at", "2027-06-01"];
    let answer = run(&[&arguments[..], &["--feature-gates", gates, "--in-place"]].concat());
    assert_eq!((answer.status, without_a_way("2027-06-01").1), (0, 1), "{answer}");
}
