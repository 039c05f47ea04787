//! `matrix`.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

#[rstest]
#[case::whole("whole", &["local-clean.yaml"])]
#[case::why("why", &["local-clean.yaml", "--why"])]
#[case::filtered("filtered", &["local-clean.yaml", "-t", "anvil", "-V", "2.0.0", "--why"])]
#[case::region("region", &["openstack-capabilities.yaml", "-r", "south", "--why"])]
#[case::legacy("legacy", &["openstack-legacy.yaml", "--why"])]
#[case::legacy_region("legacy_region", &["openstack-legacy.yaml", "-r", "south", "--why"])]
#[case::csv("csv", &["greenhouse.yaml", "-r", "south", "--why", "--format", "csv"])]
#[case::svg("svg", &["greenhouse.yaml", "-r", "south", "--format", "svg"])]
#[case::html("html", &["greenhouse.yaml", "-r", "south", "--format", "html"])]
fn matrix_of_a_profile(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("matrix_{name}"), run(&[&["matrix", "--at", AT], arguments].concat()));
}

const SPECIAL: &str = "special-workers.yaml";
const ON: [&str; 2] = ["--feature-gates", "WorkerCapabilities=true"];

/// With the gate on, the matrix is for a plain worker, or for the described one.
#[rstest]
#[case("plain", &["--why"])]
#[case("secure", &["--secure-boot", "--why"])]
#[case("gpu", &["--gpu", "nvidia"])]
#[case("in_place", &["--update-strategy", "AutoInPlaceUpdate"])]
#[case("json", &["--secure-boot", "--format", "json"])]
fn for_a_worker(#[case] name: &str, #[case] worker: &[&str]) {
    let answer = run(&[&["matrix", SPECIAL, "--at", AT], &ON[..], worker].concat());
    assert_snapshot!(format!("matrix_worker_{name}"), answer);
}

#[rstest]
#[case(&["--secure-boot"], &[], "--secure-boot has no effect while the feature gate WorkerCapabilities is off")]
#[case(&["--update-strategy", "AutoInPlaceUpdate"], &[], "--update-strategy has no effect while the feature gate")]
#[case(&["--gpu", "voodoo"], &ON, "no worker can meet these requirements: `voodoo` is not a value of capability")]
fn impossible_worker_is_refused(#[case] worker: &[&str], #[case] gates: &[&str], #[case] message: &str) {
    let answer = run(&[&["matrix", SPECIAL], gates, worker].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn json() {
    let answer = run(&["matrix", "local-clean.yaml", "--at", AT, "--why", "--format", "json"]);
    let _: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_snapshot!(answer);
}

#[rstest]
#[case(&["-t", "anvill"], "did you mean `anvil`?")]
#[case(&["-i", "none"], "the profile has no machine image `none`")]
#[case(&["-V", "9.9.9"], "the profile has no image version `9.9.9`")]
fn unknown_names_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = run(&[&["matrix", "local-clean.yaml"], arguments].concat());
    assert_eq!(answer.status, 2);
    assert!(answer.messages.contains(message), "{answer}");
}

/// Returns a profile with two machine types and many image versions, each compatible with one of them.
fn many_versions() -> String {
    let mut text = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: shelf}
spec:
  type: local
  kubernetes: {versions: [{version: 1.34.1}]}
  regions: [{name: here}]
  machineTypes:
  - {name: left, cpu: '1', gpu: '0', memory: 2Gi, architecture: amd64}
  - {name: right, cpu: '1', gpu: '0', memory: 2Gi, architecture: arm64}
  machineImages:
"
    .to_owned();
    let images = ["oak", "ash", "elm", "fir", "yew", "box"];
    for image in images {
        text.push_str(&format!("  - name: {image}-of-the-forest\n    versions:\n"));
        for minor in 0..4 {
            let architecture = if minor % 2 == 0 { "amd64" } else { "arm64" };
            text.push_str(&format!("    - {{version: 1.{minor}.0, architectures: [{architecture}]}}\n"));
        }
    }
    text.push_str("  providerConfig:\n    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n");
    text.push_str("    kind: CloudProfileConfig\n    machineImages:\n");
    for image in images {
        text.push_str(&format!("    - name: {image}-of-the-forest\n      versions:\n"));
        for minor in 0..4 {
            text.push_str(&format!("      - {{version: 1.{minor}.0, image: example.org/{image}:1.{minor}.0}}\n"));
        }
    }
    text
}

/// Returns a profile in which each machine type has a value of its own, and so has each flavor of the only image version.
fn many_flavors(count: usize) -> String {
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let values = list(&|at| format!("v{at}"));
    let flavors = list(&|at| format!("{{architecture: [amd64], disk: [v{at}]}}"));
    let capabilities = |at: usize| format!("{{architecture: [amd64], disk: [v{at}]}}");
    let types = list(&|at| format!("{{name: t{at}, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {}}}", capabilities(at)));
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: wide}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineCapabilities:\n  \
         - {{name: architecture, values: [amd64]}}\n  - {{name: disk, values: [{values}]}}\n  machineImages:\n  \
         - {{name: oak, versions: [{{version: 1.0.0, capabilityFlavors: [{flavors}]}}]}}\n  machineTypes: [{types}]\n"
    )
}

/// The limit counts flavors, because each of them is compared with each machine type.
#[test]
fn matrix_with_too_many_flavors_is_refused() {
    let profile = many_flavors(1_500);
    let answer = run_with_input(&["matrix", "-", "--at", AT], &profile);
    assert_eq!(answer.status, 2, "{answer}");
    insta::assert_snapshot!(answer.messages.lines().last().unwrap(), @"rootstock: the matrix compares 1500 different machine types with 1500 flavors of 1 image version, which is too large to read; limit it to some machine types, images or versions (--machine-type, --image, --version)");
    assert_eq!(run_with_input(&["matrix", "-", "--at", AT, "-t", "t7"], &profile).status, 0);
}

/// Twelve columns would need a table per image; two do not.
#[test]
fn many_versions_become_rows() {
    assert_snapshot!(run_with_input(&["matrix", "-", "--at", AT], &many_versions()));
}

/// A reason is listed once, below its pairs.
#[test]
fn equal_reasons_share_a_sentence() {
    assert_snapshot!(run_with_input(&["matrix", "-", "--at", AT, "--why", "-t", "left"], &many_versions()));
}

/// As data, machine types that get different flavors do not share a row; as text they do.
#[test]
fn row_of_json_has_one_flavor() {
    let profile = "../documents/complete-cloudprofile.yaml";
    let answer = run(&["matrix", profile, "--at", AT, "--format", "json"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    for row in parsed["rows"].as_array().unwrap() {
        for (column, cell) in parsed["columns"].as_array().unwrap().iter().zip(row["cells"].as_array().unwrap()) {
            for machine_type in row["machineTypes"].as_array().unwrap() {
                for version in column["versions"].as_array().unwrap() {
                    let [machine_type, image, version] =
                        [machine_type, &column["image"], version].map(|name| name.as_str().unwrap());
                    let selected = run(&[
                        "select",
                        profile,
                        "-t",
                        machine_type,
                        "-i",
                        image,
                        "-V",
                        version,
                        "--at",
                        AT,
                        "--format",
                        "json",
                    ]);
                    let selected: serde_json::Value = serde_json::from_str(&selected.out).unwrap();
                    let outcome = &selected["versions"][0]["explanation"]["outcome"];
                    assert_eq!(outcome["flavor"], cell["flavor"], "{machine_type} {version}: {outcome}");
                }
            }
        }
    }
    assert!(parsed["rows"].as_array().unwrap().len() > 1);
}

/// A machine type counts in a region if one of its zones has it.
#[rstest]
#[case::one_zone("unavailableMachineTypes: [medium]", "", "yes")]
#[case::every_zone("unavailableMachineTypes: [medium]", ", unavailableMachineTypes: [medium]", "unavailable")]
#[case::other_type("unavailableMachineTypes: [metal]", ", unavailableMachineTypes: [metal]", "yes")]
fn machine_type_needs_a_zone_of_the_region(#[case] first: &str, #[case] second: &str, #[case] expected: &str) {
    let zones = format!("    zones:\n    - {{name: \"0\", {first}}}\n    - {{name: \"1\"{second}}}\n");
    let text = edited("../base/local.yaml", &[("    zones:\n    - name: \"0\"\n", &zones)]);
    let ask = |arguments: &[&str]| run_with_input(&[arguments, &["--region", "local", "--at", AT]].concat(), &text);
    let row = ask(&["matrix", "-", "-t", "medium", "--format", "csv"]).out;
    assert!(row.lines().skip(1).all(|line| line.contains(&format!(",{expected},"))), "{row}");
    let can_have = expected == "yes";
    let images = ask(&["images", "-", "-t", "medium"]);
    assert_eq!(
        (images.status == 0, images.out.contains("no zone of region `local`")),
        (can_have, !can_have),
        "{}",
        images.out
    );
    let types = ask(&["machine-types", "-", "-i", "plain", "-V", "1.0.0", "--format", "csv", "--why"]);
    assert_eq!(types.out.contains("medium,plain,1.0.0,true"), can_have, "{}", types.out);
}

/// A misspelt requirement is an error in every question, whatever the provider; see the law `worker_fields` for every field.
#[rstest]
#[case(
    "openstack",
    "trustedlaunch: {enabled: true}",
    "there is no field `trustedlaunch` here; did you mean `trustedLaunch`?"
)]
#[case("openstack", "machineLabels: [{nam: x}]", "machineLabels[0].nam: ")]
#[case("aws", "nodeTemplat: {}", "did you mean `nodeTemplate`?")]
#[case("aws", "cpuOptions: {amdSevSmp: enabled}", "cpuOptions.amdSevSmp: ")]
#[case("azure", "diagnosticProfile: {}", "did you mean `diagnosticsProfile`?")]
#[case("gcp", "dataVolumes: [{sourceImag: x}]", "dataVolumes[0].sourceImag: ")]
fn unknown_field_of_worker_config_is_refused(#[case] provider: &str, #[case] field: &str, #[case] named: &str) {
    let profile = &format!("../base/{provider}.yaml");
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("worker.yaml");
    let text =
        format!("apiVersion: {provider}.provider.extensions.gardener.cloud/v1alpha1\nkind: WorkerConfig\n{field}\n");
    std::fs::write(&config, text).unwrap();
    let config =
        ["--worker-config", config.to_str().unwrap(), "--feature-gates", "WorkerCapabilities=true", "--at", AT];
    let answer = run(&[&["matrix", profile][..], &config].concat());
    assert_eq!(answer.status, 3, "{}", answer.messages);
    assert!(answer.messages.contains(named), "{}", answer.messages);
}

/// Requirements by name are those of the fields, and a misspelt one is an error.
#[rstest]
#[case("gardener-bootType=secure", "--secure-boot", "")]
#[case("gardener-gpuSupport=nvidia", "--gpu=nvidia", "")]
#[case("gardener-boottype=secure", "", "gardener-boottype")]
#[case("gardener-bootType=secur", "", "secure")]
fn capability_can_be_required_by_name(#[case] named: &str, #[case] field: &str, #[case] error: &str) {
    let ask = |argument: &str| {
        let gate = "--feature-gates=WorkerCapabilities=true";
        run(&["matrix", SPECIAL, argument, gate, "--at", AT, "--format", "json"])
    };
    let answer = ask(&format!("--worker-capability={named}"));
    if field.is_empty() {
        assert_eq!(answer.status, 2, "{}", answer.messages);
        assert!(answer.messages.contains(error), "{}", answer.messages);
    } else {
        assert_eq!(answer.out, ask(field).out);
    }
    assert_eq!(run(&["matrix", SPECIAL, &format!("--worker-capability={named}"), "--at", AT]).status, 2);
}

const SHOOT: &str = "
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: apple, namespace: garden-dev}
spec:
  provider:
    workers:
    - {name: plain, maxSurge: 1}
    - {name: secure, machine: {secureBoot: true, gpu: {type: none}}, providerConfig: null}
    - {name: graphics, machine: {gpu: {type: nvidia}}}
    - {name: lasting, updateStrategy: AutoInPlaceUpdate}
    - {name: misspelt, machine: {secureBoo: true}}
";

fn shoot_file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".yaml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

/// The requirements of a Shoot's worker are those of the options, in every question about a worker.
#[rstest]
#[case("--worker plain", "")]
#[case("--worker secure", "--secure-boot --gpu none")]
#[case("--worker graphics", "--gpu nvidia")]
#[case("--worker graphics --gpu none", "--gpu none")]
#[case("--worker lasting", "--update-strategy AutoInPlaceUpdate")]
fn requirements_are_taken_from_a_shoots_worker(
    #[values(
        "matrix special-workers.yaml",
        "images special-workers.yaml -t any",
        "machine-types special-workers.yaml -i plain -V 1.0.0",
        "select special-workers.yaml -t any -i plain"
    )]
    question: &str,
    #[case] worker: &'static str,
    #[case] options: &'static str,
) {
    let file = shoot_file(SHOOT);
    let ask = |worker: &[&str]| {
        let question: Vec<&str> = question.split(' ').collect();
        run(&[&question[..], &ON, &["--at", AT, "--format", "json"], worker].concat())
    };
    let words = |text: &'static str| text.split_whitespace().collect::<Vec<&str>>();
    let answer = ask(&[&["--shoot", file.path().to_str().unwrap()], &words(worker)[..]].concat());
    assert!(answer.out.contains("settings"), "{}", answer.messages);
    assert_eq!(answer.out, ask(&words(options)).out);
}

#[rstest]
#[case(SHOOT, &ON, "graphic", 2, "the Shoot has no worker `graphic`; did you mean `graphics`?")]
#[case(SHOOT, &ON, "x", 2, "the Shoot has no worker `x`; it has `plain`, `secure`, `graphics`, `lasting`, `misspelt`")]
#[case(SHOOT, &ON, "misspelt", 3, "--shoot: spec.provider.workers[4].machine.secureBoo")]
#[case(SHOOT, &[], "secure", 2, "--shoot has no effect while the feature gate WorkerCapabilities is off")]
#[case("kind: Shoot\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {name: a}\n---\nkind: Shoot\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {name: b}\n", &ON, "x", 3, "has several Shoots; name a file with one")]
fn unusable_worker_of_a_shoot_is_refused(
    #[case] shoot: &str,
    #[case] gates: &[&str],
    #[case] worker: &str,
    #[case] status: i32,
    #[case] message: &str,
) {
    let file = shoot_file(shoot);
    let shoot = ["--shoot", file.path().to_str().unwrap(), "--worker", worker];
    let answer = run(&[&["matrix", SPECIAL, "--at", AT][..], gates, &shoot].concat());
    assert!(answer.messages.contains(message), "{}", answer.messages);
    assert_eq!(answer.status, status);
}

/// Without capabilities, Gardener compares the architectures: a version for another one is refused, and not an image that is
/// missing at the provider.
#[rstest]
#[case::documented("documented")]
#[case::gardener("gardener")]
fn legacy_version_of_another_architecture_is_refused(#[case] semantics: &str) {
    let input = "
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: legacy}
spec:
  type: local
  kubernetes: {versions: [{version: 1.34.1}]}
  machineTypes:
  - {name: m, cpu: 2, gpu: 0, memory: 4Gi, architecture: amd64}
  - {name: a, cpu: 2, gpu: 0, memory: 4Gi, architecture: arm64}
  machineImages:
  - name: gardenlinux
    updateStrategy: major
    versions:
    - {version: 1.0.0, architectures: [amd64], cri: [{name: containerd}]}
    - {version: 2.0.0, architectures: [amd64, arm64], cri: [{name: containerd}]}
";
    let arguments = ["matrix", "-", "--at", AT, "--semantics", semantics, "--why", "--format", "json"];
    let answer: serde_json::Value = serde_json::from_str(&run_with_input(&arguments, input).out).unwrap();
    let cells = |row: usize| {
        let cells = answer["rows"][row]["cells"].as_array().unwrap().iter();
        cells.map(|cell| format!("{} {}", cell["answer"], cell["obstacle"]["reason"])).collect::<Vec<_>>()
    };
    assert_eq!(cells(0), [r#""yes" null"#, r#""yes" null"#]);
    assert_eq!(cells(1), [r#""no" "architecture""#, r#""yes" null"#]);
}
