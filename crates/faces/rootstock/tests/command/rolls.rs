//! `rolls`.

use rstest::rstest;

use crate::{AT, fixtures, run, run_with_input};

const OLD: &str = "../shoots/harbour.yaml";
const NEW: &str = "../shoots/harbour-after.yaml";

#[rstest]
#[case("text", &[])]
#[case("json", &["--format", "json"])]
fn effect_on_each_pool_is_listed(#[case] name: &str, #[case] arguments: &[&str]) {
    let answer = run(&[&["rolls", OLD, NEW, "--at", AT], arguments].concat());
    assert_snapshot!(format!("rolls_{name}"), answer);
}

#[test]
fn unchanged_shoot_rolls_no_pool() {
    let answer = run(&["rolls", OLD, OLD, "--at", AT]);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("untouched"), "{answer}");
    assert!(!answer.out.contains("replaced"), "{answer}");
}

/// Two Shoots, one of which changes: the other is in a sentence, and with `--only-changes` it is only counted.
#[rstest]
#[case::folded(&[], "nothing changes for the nodes of 1 Shoot: `garden-dev/pier`\n", 2)]
#[case::left_out(&["--only-changes"], "nothing changes for the nodes of 1 Shoot\n", 1)]
fn unchanged_shoots_share_a_sentence(#[case] arguments: &[&str], #[case] last: &str, #[case] in_json: usize) {
    let old = std::fs::read_to_string(fixtures().join(OLD)).unwrap();
    let new = std::fs::read_to_string(fixtures().join(NEW)).unwrap();
    let pier = old.replace("name: dock", "name: pier");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    std::fs::write(&path, format!("{old}\n---\n{pier}")).unwrap();
    let rolls = |arguments: &[&str]| {
        let arguments = [&["rolls", path.to_str().unwrap(), "-", "--at", AT], arguments].concat();
        run_with_input(&arguments, &format!("{new}\n---\n{pier}"))
    };
    let answer = rolls(arguments);
    assert_eq!(answer.status, 5, "{answer}");
    assert!(answer.out.starts_with("Shoot garden-dev/dock\n"), "{answer}");
    assert!(answer.out.ends_with(&format!("\n\n{last}")), "{answer}");
    let json = rolls(&[arguments, &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["unchanged"], json["shoots"].as_array().unwrap().len()), (&1.into(), in_json), "{json}");
}

/// A manifest that leaves the image to Gardener: the profile determines it.
#[test]
fn missing_versions_are_filled_in_from_the_profile() {
    let old = std::fs::read_to_string(fixtures().join(OLD)).unwrap();
    let calm = old.split_once("    - name: bigger").unwrap().0.replace("1877.5.0", "1876.0.0");
    let open = calm
        .replace(", image: {name: gardenlinux, version: 1876.0.0}", ", image: {name: gardenlinux, version: '1877'}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    std::fs::write(&path, &calm).unwrap();
    let path = path.to_str().unwrap();
    let with = run_with_input(&["rolls", path, "-", "--at", AT, "--profile", "harbour.yaml"], &open);
    assert_eq!(with.status, 1, "{with}");
    assert!(with.out.contains("1876.0.0 becomes 1877.5.0"), "{with}");
    let left_out = calm.replace(", image: {name: gardenlinux, version: 1876.0.0}", "");
    let without = run_with_input(&["rolls", path, "-", "--at", AT], &left_out);
    assert_eq!(without.status, 0, "{without}");
    assert!(without.out.contains("is assumed to keep the current one; the profile would fill it in"), "{without}");
}

#[test]
fn shoots_that_are_not_compared_are_reported() {
    let answer = run_with_input(
        &["rolls", OLD, "-", "--at", AT],
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {namespace: n, name: other}\nspec:\n  provider: {type: moon, workers: [{name: a}]}\n",
    );
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("Shoot n/other is new"), "{answer}");
    assert!(answer.out.contains("no plug-in knows provider `moon`"), "{answer}");
    assert!(answer.messages.contains("garden-dev/dock is not among the new Shoots"), "{answer}");
}

#[rstest]
#[case(&["-", "-"], 2, "standard input (-) can be read only once")]
#[case(&["harbour.yaml", OLD], 3, "there is no Shoot in harbour.yaml")]
fn bad_arguments_are_refused(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = run(&[&["rolls"], arguments].concat());
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

/// Returns a Shoot with one pool, with additional fields of its worker, its `spec` and its provider.
fn shoot(provider: &str, version: &str, worker: &str, spec: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, namespace: garden-x}}\nspec:\n  \
         cloudProfile: {{name: p}}\n  region: r\n  kubernetes: {{version: {version}}}\n{spec}  provider:\n    type: {provider}\n    \
         workers:\n    - name: w\n      machine: {{type: m, image: {{name: i, version: 1.0.0}}}}\n      volume: {{size: 50Gi}}\n\
         {worker}"
    )
}

const DATA_VOLUME: &str = "      dataVolumes: [{name: d, size: 10Gi}]\n";
const VIRTUAL: &str =
    "      providerConfig: {apiVersion: a/v1, kind: WorkerConfig, nodeTemplate: {virtualCapacity: {x: 1}}}\n";
const CONFIG: &str = "      providerConfig: {apiVersion: a/v1, kind: WorkerConfig}\n";
const RESERVED: &str = "      kubernetes: {kubelet: {kubeReserved: {cpu: 200m}}}\n";
const EVICTION: &str = "      kubernetes: {kubelet: {evictionHard: {memoryAvailable: 200Mi}}}\n";
const CRI: &str = "      cri: {name: containerd}\n";
const DNS: &str = "  systemComponents: {nodeLocalDNS: {enabled: true}}\n";

/// The fields that the extensions and Gardener v1.150 add to a pool's hash, by provider and version.
#[rstest]
#[case::kubelet("aws", "1.33.5", ["", RESERVED], ["", ""], 1, "rolled: every node is replaced")]
#[case::eviction("aws", "1.36.0", ["", EVICTION], ["", ""], 1, "rolled: every node is replaced")]
#[case::data_volume_on_aws("aws", "1.34.1", ["", DATA_VOLUME], ["", ""], 1, "rolled: every node is replaced")]
#[case::data_volume_on_gcp("gcp", "1.34.1", ["", DATA_VOLUME], ["", ""], 1, "rolled: every node is replaced")]
#[case::data_volume_on_azure("azure", "1.34.1", ["", DATA_VOLUME], ["", ""], 1, "rolled: every node is replaced")]
#[case::data_volume_on_alicloud("alicloud", "1.34.1", ["", DATA_VOLUME], ["", ""], 1, "rolled: every node is replaced")]
#[case::data_volume_on_openstack("openstack", "1.34.1", ["", DATA_VOLUME], ["", ""], 0, "untouched")]
#[case::data_volume_elsewhere("vsphere", "1.34.1", ["", DATA_VOLUME], ["", ""], 1, "unknown: the nodes may be replaced")]
#[case::virtual_capacity("aws", "1.36.0", ["", VIRTUAL], ["", ""], 0, "untouched")]
#[case::virtual_capacity_of_older_pools("aws", "1.33.5", [CONFIG, VIRTUAL], ["", ""], 0, "untouched")]
#[case::virtual_capacity_on_gcp("gcp", "1.34.1", [CONFIG, VIRTUAL], ["", ""], 0, "untouched")]
#[case::dns("aws", "1.36.0", ["", ""], ["", DNS], 0, "untouched")]
#[case::dns_of_older_pools("aws", "1.33.5", ["", ""], ["", DNS], 1, "rolled: every node is replaced")]
#[case::what_the_api_fills_in("aws", "1.33.5", ["", CRI], ["", ""], 0, "untouched")]
fn node_replacing_changes_are_reported(
    #[case] provider: &str,
    #[case] version: &str,
    #[case] workers: [&str; 2],
    #[case] specs: [&str; 2],
    #[case] status: i32,
    #[case] says: &str,
) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    std::fs::write(&path, shoot(provider, version, workers[0], specs[0])).unwrap();
    let new = shoot(provider, version, workers[1], specs[1]);
    let answer = run_with_input(&["rolls", path.to_str().unwrap(), "-", "--at", AT], &new);
    assert!(answer.out.contains(says), "{answer}");
    assert_eq!(answer.status, status, "{answer}");
}

#[rstest]
#[case("1.34.1", "1.33.5", "aws", "spec.kubernetes.version cannot be lowered: `1.34.1` becomes `1.33.5`")]
#[case("1.34.1", "1.34.1", "gcp", "spec.provider.type cannot be changed: `aws` becomes `gcp`")]
fn refused_changes_are_reported(#[case] before: &str, #[case] after: &str, #[case] provider: &str, #[case] says: &str) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    std::fs::write(&path, shoot("aws", before, "", "")).unwrap();
    let new = shoot(provider, after, "", "");
    let answer = run_with_input(&["rolls", path.to_str().unwrap(), "-", "--at", AT], &new);
    assert!(answer.out.contains(&format!("refused: {says}")), "{answer}");
    assert_eq!(answer.status, 5, "{answer}");
}
