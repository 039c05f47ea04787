//! `upkeep machine-type`, `upkeep region`, and changes of existing images and versions.

use rstest::rstest;

use crate::{AT, fixtures, run};

const AWS: &str = "../upkeep/aws.yaml";
const AZURE: &str = "../upkeep/offers.yaml";
const SHOOTS: &str = "../upkeep/offers-shoots.yaml";
const NORTH: &str = "../upkeep/north.yaml";
const FLAVORS: &str = "../upkeep/import/openstack-flavors.json";
const INSTANCE_TYPES: &str = "../upkeep/import/aws-instance-types.json";

fn machine_type(arguments: &[&str]) -> crate::Answer {
    run(&[&["upkeep", "machine-type"], arguments, &["--at", AT]].concat())
}

fn region(arguments: &[&str]) -> crate::Answer {
    run(&[&["upkeep", "region"], arguments, &["--at", AT]].concat())
}

#[rstest]
#[case("add", &["add", AWS, "m7i.xlarge", "--like", "m7i.large", "--cpu", "4", "--memory", "16Gi"])]
#[case("add_legacy", &["add", AZURE, "Standard_D4s_v5", "--like", "Standard_D2s_v5", "--cpu", "4", "--memory", "16Gi"])]
#[case("add_arm", &["add", AZURE, "Standard_D4ps_v5", "--like", "Standard_D2ps_v5", "--cpu", "4", "--usable", "false"])]
#[case("add_capabilities", &["add", AWS, "m6g.large", "--like", "m7i.large", "--architecture", "arm64", "--capability",
    "bootMode=uefi,bios", "--storage-class", "standard", "--storage-type", "gp3", "--storage-size", "50Gi"])]
#[case("add_json", &["add", AWS, "m7i.xlarge", "--like", "m7i.large", "--cpu", "4", "--format", "json"])]
#[case("change", &["change", AZURE, "Standard_D2s_v5", "--usable", "false", "--memory", "16Gi"])]
#[case("remove", &["remove", AZURE, "Standard_D2s_v5"])]
#[case("remove_in_use", &["remove", AZURE, "Standard_D2ps_v5", "--shoots", SHOOTS])]
fn machine_types_are_added_changed_and_removed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_machine_type_{name}"), machine_type(arguments));
}

#[rstest]
#[case("add", &["add", AWS, "eu-north-1", "--like", "eu-west-1", "--references", NORTH])]
#[case("add_gaps", &["add", AWS, "eu-north-1", "--like", "eu-west-1", "-r", "gardenlinux@1592.2.0/arm64=ami-1"])]
#[case("add_partial", &["add", AWS, "eu-north-1", "--like", "eu-west-1", "-r", "gardenlinux@1592.2.0/arm64=ami-1",
    "--zone", "eu-north-1a", "--zone", "eu-north-1c", "--label", "green=true", "--partial"])]
#[case("add_settings", &["add", AZURE, "swedencentral", "--like", "westeurope"])]
#[case("remove", &["remove", AWS, "eu-west-1"])]
#[case("remove_in_use", &["remove", AZURE, "northeurope", "--shoots", SHOOTS])]
fn regions_are_added_and_removed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_region_{name}"), region(arguments));
}

#[rstest]
#[case("map", &["map", AWS, "gardenlinux@1592.2.0", "-r", "eu-west-1/arm64=ami-0bb", "-r", "eu-east-1=ami-0cc"])]
#[case("set_version", &["set-version", AWS, "gardenlinux@1592.*", "--kubelet-version-constraint", ">= 1.33"])]
#[case("set_image", &["set-image", AZURE, "gardenlinux", "--update-strategy", "minor"])]
fn settings_are_changed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_{name}"), run(&[&["upkeep"], arguments, &["--at", AT]].concat()));
}

#[rstest]
#[case("set", &["set", AZURE, "spec.regions[westeurope].zones[3].unavailableMachineTypes[Standard_D2ps_v5]",
    "spec.volumeTypes[Premium_LRS]={class: premium, minSize: 20Gi}", "spec.regions[*].labels[example.org/tier]=gold",
    "spec.limits.maxNodesTotal=200"])]
#[case("set_versions", &["set", AWS, "spec.machineImages[gardenlinux].versions[1592.*].inPlaceUpdates={supported: true}",
    "spec.machineImages[gardenlinux].versions[1592.1.0].cri[containerd].containerRuntimes[gvisor]",
    "spec.machineCapabilities[bootMode].values=[uefi, bios, secure]"])]
#[case("set_refused", &["set", AZURE, "spec.machinetypes[small].usable=true"])]
#[case("set_a_list", &["set", AZURE, "spec.machineTypes.usable=true"])]
#[case("set_several", &["set", AZURE, "spec.regions[*].zones[7].unavailableMachineTypes=none"])]
#[case("unset", &["unset", AZURE, "spec.regions[*].zones[*].unavailableMachineTypes[Standard_D2ps_v5]", "spec.volumeTypes[Standard_LRS]",
    "spec.regions[westeurope].labels[sovereign]"])]
#[case("unset_unknown", &["unset", AWS, "spec.machineTypes[m4.larg].usable"])]
#[case("set_colons", &["set", "../upkeep/colons.yaml", "spec.machineTypes[SCS-4V:8:50]={cpu: 4, memory: 8Gi, gpu: 0}", "--accept",
    "machine-type-name-invalid"])]
#[case("set_new_error", &["set", "../upkeep/colons.yaml", "spec.machineTypes[SCS-4V:8:50]={cpu: 4, memory: 8Gi, gpu: 0}"])]
#[case("order", &["order", AWS, "spec.machineCapabilities[bootMode].values", "bios"])]
#[case("order_images", &["order", "../upkeep/colons.yaml", "spec.machineImages", "flatcar"])]
#[case("order_no_list", &["order", AWS, "spec.machineImages[gardenlinux].updateStrategy", "minor"])]
#[case("order_unknown", &["order", AWS, "spec.machineImages", "gardenlinx"])]
#[case("changes", &["changes", "../upkeep/history/13.yaml", "../upkeep/history/14.yaml"])]
#[case("changes_none", &["changes", AWS, AWS])]
#[case("apply", &["apply", AZURE, "../upkeep/changes.yaml"])]
#[case("apply_no_list", &["apply", AZURE, NORTH])]
fn fields_are_set_unset_and_ordered(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_{name}"), run(&[&["upkeep"], arguments, &["--at", AT]].concat()));
}

#[test]
fn undecodable_profile_is_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.yaml");
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n\
                spec: {type: aws, machineTypes: [{name: m, cpu: [2]}]}\n";
    std::fs::write(&broken, text).unwrap();
    let broken = broken.to_str().unwrap();
    for [old, new] in [[AWS, broken], [broken, AWS]] {
        let answer = run(&["upkeep", "changes", old, new]).to_string();
        let why = format!("cannot read {broken}: spec.machineTypes[0].cpu: ");
        assert!(answer.contains(&why), "{answer}");
    }
}

#[test]
fn list_of_regions_is_removed_with_its_last_item() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("profile.yaml");
    let text = std::fs::read_to_string(fixtures().join("../base/aws.yaml")).unwrap();
    std::fs::write(&file, text.replace("- name: eu-central-1\n            ami", "- name: other\n            ami"))
        .unwrap();
    let answer = region(&["remove", file.to_str().unwrap(), "eu-central-1"]);
    assert!(answer.status != 4 && !answer.messages.contains("does not match the plan"), "{answer}");
}

/// Objects are items with fields, and strings are their own value, also in lists and items that do not exist yet.
#[rstest]
#[case("spec.machineTypes[new]=1")]
#[case("spec.machineTypes[new]=[]")]
#[case("spec.machineTypes[new][x]=1")]
#[case("spec.kubernetes.versions[1.0]=x")]
#[case("spec.machineCapabilities[bootMode].values[uefi]=bios")]
fn value_of_another_form_does_not_fit_a_new_item(#[case] setting: &str) {
    let answer = run(&["upkeep", "set", AWS, setting, "--at", AT]);
    assert!(answer.status == 2 && answer.messages.contains("the value does not fit the type at `spec."), "{answer}");
}

#[rstest]
#[case("flavors", "openstack-flavors", FLAVORS)]
#[case("instance_types", "aws-instance-types", INSTANCE_TYPES)]
#[case("other_form", "aws-instance-types", NORTH)]
fn machine_types_are_imported(#[case] name: &str, #[case] form: &str, #[case] file: &str) {
    let answer = run(&["upkeep", "machine-type", "import", form, file]);
    assert_snapshot!(format!("upkeep_machine_type_import_{name}"), answer);
}

#[test]
fn imported_machine_types_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("types.yaml");
    let imported = run(&["upkeep", "machine-type", "import", "aws-instance-types", INSTANCE_TYPES]);
    std::fs::write(&list, imported.out).unwrap();
    let types = ["--machine-types", list.to_str().unwrap(), "--memory", "17Gi"];
    let answer = machine_type(&[&["add", AWS, "m7i.xlarge", "--like", "m7i.large"][..], &types].concat());
    let line = "+  - {name: m7i.xlarge, cpu: \"4\", gpu: \"0\", memory: 17Gi, capabilities: {architecture: [amd64], bootMode: [uefi]}}";
    assert!(answer.status == 0 && answer.out.contains(line), "{answer}");
}

#[rstest]
#[case(&["machine-type", "add", AWS, "m8", "--like", "m7i.larg"], "did you mean `m7i.large`?")]
#[case(&["machine-type", "add", AWS, "m4.large", "--like", "m7i.large"], "`m4.large` exists already")]
#[case(&["machine-type", "change", AWS, "m4.larg", "--cpu", "4"], "did you mean `m4.large`?")]
#[case(&["machine-type", "add", AWS, "m8", "--like", "m4.large", "--cpu", "four"], "not a valid quantity")]
#[case(&["machine-type", "add", AWS, "m8", "--like", "m4.large", "--capability", "bootMode"], "write NAME=VALUE")]
#[case(&["region", "add", AWS, "eu-north-1", "--like", "eu-wets-1"], "did you mean `eu-west-1`?")]
#[case(&["region", "add", AWS, "eu-west-1", "--like", "eu-central-1"], "`eu-west-1` exists already")]
#[case(&["region", "remove", AWS, "eu-wets-1"], "did you mean `eu-west-1`?")]
#[case(&["map", AWS, "gardenlinux@1592.3.0", "-r", "eu-west-1=ami-1"], "there is no version `gardenlinux@1592.3.0`")]
#[case(&["map", AWS, "kubernetes@1.34.4", "-r", "eu-west-1=ami-1"], "has no entry for `kubernetes@1.34.4`")]
#[case(&["set-version", AWS, "kubernetes@1.34.4", "--kubelet-version-constraint", "1"], "is not a version of a machine image")]
#[case(&["set-image", AWS, "gardnlinux", "--update-strategy", "patch"], "did you mean `gardenlinux`?")]
#[case(&["region", "add", AWS, "eu-north-1", "--like", "eu-west-1", "-r", "ami-1"], "is invalid; write IMAGE@VERSION=REFERENCE")]
fn impossible_changes_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = run(&[&["upkeep"], arguments, &["--at", AT]].concat());
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn removals_that_affect_shoots_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    let text = std::fs::read_to_string(fixtures().join(AZURE)).unwrap();
    std::fs::write(path, &text).unwrap();
    let shoots = fixtures().join(SHOOTS);
    let shoots = ["--shoots", shoots.to_str().unwrap(), "--in-place"];
    for arguments in [["machine-type", "remove", path, "Standard_D2ps_v5"], ["region", "remove", path, "northeurope"]] {
        let answer = run(&[&["upkeep"], &arguments[..], &shoots, &["--at", AT]].concat());
        assert_eq!(answer.status, 5, "{answer}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
    let answer = run(&[&["upkeep", "machine-type", "remove", path, "Standard_D2s_v5"][..], &shoots].concat());
    assert_eq!(answer.status, 0, "{answer}");
    assert_ne!(std::fs::read_to_string(path).unwrap(), text);
}
