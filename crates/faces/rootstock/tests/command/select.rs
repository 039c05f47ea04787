//! `select`: the worked example of the operator's guide with variations, and the two providers.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

const LATHE: [&str; 8] = ["select", "-", "--at", AT, "-t", "lathe", "-i", "bench"];

#[rstest]
#[case::unedited("tie", &[])]
#[case::values_reordered("values", &[("values: [NVMe, SCSI]", "values: [SCSI, NVMe]")])]
#[case::narrowed_to_scsi("scsi", &[("      storageAccess: [NVMe, SCSI]", "      storageAccess: [SCSI]")])]
#[case::narrowed_to_nvme("nvme", &[("      storageAccess: [NVMe, SCSI]", "      storageAccess: [NVMe]")])]
#[case::flavors_reordered("flavors", &[
    ("      - architecture: [amd64]\n        storageAccess: [NVMe]\n", ""),
    ("        storageAccess: [SCSI]\n  machineTypes", "        storageAccess: [SCSI]\n      - architecture: [amd64]\n        storageAccess: [NVMe]\n  machineTypes"),
])]
#[case::nothing_fits("none", &[("      storageAccess: [NVMe, SCSI]", "      storageAccess: []")])]
#[case::left_out("omitted", &[("      storageAccess: [NVMe, SCSI]\n", "")])]
fn tie_breaking(#[case] name: &str, #[case] edits: &[(&str, &str)]) {
    assert_snapshot!(format!("select_tie_{name}"), run_with_input(&LATHE, &edited("tie.yaml", edits)));
}

#[test]
fn indistinguishable_flavors_are_ambiguous() {
    let nvme = "      - architecture: [amd64]\n        storageAccess: [NVMe]\n";
    let scsi = "      - architecture: [amd64]\n        storageAccess: [SCSI]\n";
    let twins = edited("tie.yaml", &[(scsi, nvme)]);
    assert_snapshot!(run_with_input(&LATHE, &twins));
}

#[rstest]
#[case("lathe")]
#[case("anvil")]
#[case("awl")]
fn complete_example_is_interpreted(#[case] machine_type: &str) {
    let answer = run(&["select", "local-clean.yaml", "--at", AT, "-t", machine_type, "-i", "bench", "-V", "2.1.0"]);
    assert_snapshot!(format!("select_{machine_type}"), answer);
}

#[test]
fn every_version_of_an_image() {
    assert_snapshot!(run(&["select", "local-clean.yaml", "--at", AT, "-t", "anvil", "-i", "bench"]));
}

#[test]
fn difference_to_gardener_is_reported() {
    assert_snapshot!(run(&["select", "quirk.yaml", "--at", AT, "-t", "lathe", "-i", "bench"]));
}

#[rstest]
#[case("openstack-capabilities.yaml", "pear.whole", "north")]
#[case("openstack-capabilities.yaml", "pear.whole", "south")]
#[case("openstack-legacy.yaml", "quince.small", "north")]
#[case("openstack-legacy.yaml", "quince.small", "south")]
#[case("openstack-legacy.yaml", "pear.small", "south")]
fn in_a_region(#[case] profile: &str, #[case] machine_type: &str, #[case] region: &str) {
    let answer = run(&["select", profile, "--at", AT, "-t", machine_type, "-i", "flatcar", "-r", region]);
    assert_snapshot!(format!("select_{profile}_{machine_type}_{region}"), answer);
}

const WITH_GATE: [&str; 4] = ["--at", AT, "--feature-gates", "WorkerCapabilities=true"];

#[rstest]
#[case::nothing_special("plain", &[])]
#[case::secure_boot("secure", &["--secure-boot"])]
#[case::gpu("gpu", &["--gpu", "nvidia"])]
#[case::both("both", &["--gpu", "nvidia", "--secure-boot"])]
fn for_a_worker(#[case] name: &str, #[case] arguments: &[&str]) {
    let select = ["select", "greenhouse-secure.yaml", "-t", "pot.small", "-i", "tomato", "-V", "2.0.0", "-r", "north"];
    let answer = run(&[&select[..], &WITH_GATE, arguments].concat());
    assert_snapshot!(format!("select_worker_{name}"), answer);
}

#[rstest]
#[case(&["--secure-boot"])]
#[case(&["--gpu", "nvidia"])]
#[case(&["--update-strategy", "AutoInPlaceUpdate"])]
#[case(&["--worker-config", "greenhouse.yaml"])]
fn worker_requirements_are_refused_without_the_gate(#[case] arguments: &[&str]) {
    let answer = run(&[&["select", "greenhouse-secure.yaml", "-t", "pot.small", "-i", "tomato"], arguments].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("has no effect while the feature gate WorkerCapabilities is off"), "{answer}");
}

#[test]
fn an_unknown_gpu_is_refused() {
    let select = ["select", "greenhouse-secure.yaml", "-t", "pot.small", "-i", "tomato", "--gpu", "voodoo"];
    let answer = run(&[&select[..], &WITH_GATE].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(
        answer.messages.contains("`voodoo` is not a value of capability `gardener-gpuSupport`; it has `none`"),
        "{answer}"
    );
}

#[test]
fn json() {
    let answer = run(&["select", "quirk.yaml", "--at", AT, "-t", "lathe", "-i", "bench", "--format", "json"]);
    let _: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_snapshot!(answer);
}

#[rstest]
#[case(&["-t", "late", "-i", "bench"], "did you mean `lathe`?")]
#[case(&["-t", "lathe", "-i", "workbench"], "the profile has no machine image `workbench`")]
#[case(&["-t", "lathe", "-i", "bench", "-V", "2.2.0"], "the image has no version `2.2.0`; it has `2.1.0`, `2.0.0`")]
#[case(&["-t", "lathe", "-i", "bench", "-r", "moon"], "the profile has no region `moon`; it has `local`")]
fn unknown_names_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = run(&[&["select", "local-clean.yaml"], arguments].concat());
    assert_eq!(answer.status, 2);
    assert!(answer.messages.contains(message), "{answer}");
}

/// The provider's own capability, required by the worker's providerConfig.
#[rstest]
#[case("trusted", "medium_4_8", &["--worker-config", "../workers/trusted-launch.yaml"])]
#[case("untrusted", "medium_4_8", &[])]
#[case("never_trusted", "bare_8_16", &["--worker-config", "../workers/trusted-launch.yaml"])]
fn worker_config_affects_the_selection(#[case] name: &str, #[case] machine_type: &str, #[case] worker: &[&str]) {
    let question = ["select", "harbour-trusted.yaml", "-t", machine_type, "-i", "gardenlinux", "-V", "1877.5.0"];
    let rest = ["-r", "europe", "--at", AT, "--feature-gates", "WorkerCapabilities=true"];
    assert_snapshot!(format!("select_{name}"), run(&[&question[..], &rest, worker].concat()));
}

/// The product of flavors and values is much larger than the profile.
#[test]
fn too_many_rows_are_counted() {
    let values: Vec<String> = (0..400).map(|value| format!("v{value}")).collect();
    let flavors = "      - {architecture: [amd64]}\n".repeat(400);
    let images: Vec<String> =
        (0..400).map(|image| format!("        - {{architecture: [amd64], image: 'r/x:{image}'}}\n")).collect();
    let profile = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: large}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  regions: [{{name: here}}]\n  machineCapabilities:\n  \
         - {{name: architecture, values: [amd64]}}\n  - {{name: storageAccess, values: [{}]}}\n  machineTypes:\n  \
         - {{name: lathe, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64], storageAccess: [v7, v9]}}}}\n  \
         machineImages:\n  - name: bench\n    versions:\n    - version: 1.0.0\n      capabilityFlavors:\n{flavors}\
         \x20 providerConfig:\n    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    \
         kind: CloudProfileConfig\n    machineImages:\n    - name: bench\n      versions:\n      - version: 1.0.0\n        \
         capabilityFlavors:\n{}",
        values.join(", "),
        images.concat(),
    );
    let answer = run_with_input(&LATHE, &profile);
    assert!(answer.out.contains("the two steps compare 163205 values, which are too many to show"), "{answer}");
    assert!(answer.out.contains("because these flavors cannot be distinguished"), "{answer}");
    let answer = run_with_input(&[&LATHE[..], &["--format", "json"]].concat(), &profile);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let explanation = &json["versions"][0]["explanation"];
    assert_eq!(explanation["leftOut"], 163_205);
    assert_eq!(explanation["capabilities"], serde_json::json!([]));
    assert_eq!(explanation["compatible"].as_array().unwrap().len(), 400);
}
