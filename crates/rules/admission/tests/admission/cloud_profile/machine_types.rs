//! Machine types.

use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{Edit, assert_findings, base, legacy, machine_type, one_architecture};

fn types(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["machineTypes"]
}

fn declare(profile: &mut Value, capabilities: Value) {
    machine_type(profile)["capabilities"] = capabilities;
}

#[rstest]
#[case::none(|p: &mut Value| *types(p) = json!([]), &["machine-types-missing spec.machineTypes"], &["machine-types-missing spec.machineTypes"])]
#[case::without_a_name(
    |p: &mut Value| machine_type(p)["name"] = json!(""),
    &["machine-type-name-invalid spec.machineTypes[0].name"], &["machine-type-name-invalid spec.machineTypes[0].name"],
)]
#[case::no_name(
    |p: &mut Value| machine_type(p)["name"] = json!("a/b"),
    &["machine-type-name-invalid spec.machineTypes[0].name a/b"], &["machine-type-name-invalid spec.machineTypes[0].name a/b"],
)]
#[case::a_repeated_one_is_checked(
    |p: &mut Value| *types(p) = json!([{"name": "a"}, {"name": "a", "cpu": "-1", "architecture": ""}]),
    &[
        "machine-type-duplicate spec.machineTypes[1].name a",
        "machine-type-negative spec.machineTypes[1].cpu -1",
        "machine-type-architecture-empty spec.machineTypes[1].architecture",
    ],
    &["machine-type-duplicate spec.machineTypes[1].name a", "machine-type-architecture-empty spec.machineTypes[1].architecture"],
)]
#[case::two_without_a_name(
    |p: &mut Value| *types(p) = json!([{}, {}]),
    &["machine-type-name-invalid spec.machineTypes[0].name", "machine-type-name-invalid spec.machineTypes[1].name"],
    &[
        "machine-type-name-invalid spec.machineTypes[0].name",
        "machine-type-name-invalid spec.machineTypes[1].name",
        "machine-type-duplicate spec.machineTypes[1].name",
    ],
)]
#[case::negative(
    |p: &mut Value| { machine_type(p)["gpu"] = json!("-0.5"); machine_type(p)["memory"] = json!("-1Gi"); },
    &["machine-type-negative spec.machineTypes[0].gpu -500m", "machine-type-negative spec.machineTypes[0].memory -1Gi"],
    &["machine-type-negative spec.machineTypes[0].gpu -500m", "machine-type-negative spec.machineTypes[0].memory -1Gi"],
)]
#[case::unknown_architecture(
    |p: &mut Value| machine_type(p)["architecture"] = json!("x86_64"),
    &["machine-type-architecture-unknown spec.machineTypes[0].architecture x86_64"],
    &["machine-type-architecture-unknown spec.machineTypes[0].architecture x86_64"],
)]
#[case::empty_architecture(
    |p: &mut Value| machine_type(p)["architecture"] = json!(""),
    &["machine-type-architecture-empty spec.machineTypes[0].architecture"],
    &["machine-type-architecture-empty spec.machineTypes[0].architecture"],
)]
#[case::capabilities(
    |p: &mut Value| declare(p, json!({"architecture": ["amd64", "arm64"], "x": []})),
    &["machine-type-capabilities-without-definition spec.machineTypes[0].capabilities"],
    &["machine-type-capabilities-without-definition spec.machineTypes[0].capabilities"],
)]
#[case::storage_without_size(
    |p: &mut Value| machine_type(p)["storage"] = json!({"class": "standard", "type": "default"}),
    &[r#"storage-without-size spec.machineTypes[0].storage {"Class":"standard","StorageSize":null,"Type":"default","MinSize":null}"#],
    &[r#"storage-without-size spec.machineTypes[0].storage {"Class":"standard","StorageSize":null,"Type":"default","MinSize":null}"#],
)]
#[case::storage_with_two_sizes(
    |p: &mut Value| machine_type(p)["storage"] = json!({"class": "", "type": "", "size": "-1Gi", "minSize": "1.5Gi"}),
    &[r#"storage-with-two-sizes spec.machineTypes[0].storage {"Class":"","StorageSize":"-1Gi","Type":"","MinSize":"1536Mi"}"#],
    &[r#"storage-with-two-sizes spec.machineTypes[0].storage {"Class":"","StorageSize":"-1Gi","Type":"","MinSize":"1536Mi"}"#],
)]
#[case::negative_storage(
    |p: &mut Value| machine_type(p)["storage"] = json!({"minSize": "-20Gi"}),
    &["storage-size-negative spec.machineTypes[0].storage.minSize -20Gi"],
    &["storage-size-negative spec.machineTypes[0].storage.minSize -20Gi"],
)]
#[case::fine_storage(|p: &mut Value| machine_type(p)["storage"] = json!({"size": "20Gi"}), &[], &[])]
fn legacy_machine_types_are_validated(#[case] edit: Edit, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_findings(legacy(), edit, documented, gardener);
}

#[rstest]
#[case::without_architecture(
    |p: &mut Value| declare(p, json!({"hostType": ["metal"]})),
    &["machine-type-without-architecture spec.machineTypes[0].capabilities.architecture"], &[],
)]
#[case::the_legacy_field_does_not_do(
    |p: &mut Value| { declare(p, json!({})); machine_type(p)["architecture"] = json!("arm64"); },
    &["machine-type-without-architecture spec.machineTypes[0].capabilities.architecture"], &[],
)]
#[case::an_empty_list(
    |p: &mut Value| declare(p, json!({"architecture": []})),
    &["machine-type-without-architecture spec.machineTypes[0].capabilities.architecture"], &[],
)]
#[case::several(
    |p: &mut Value| declare(p, json!({"architecture": ["amd64", "arm64"]})),
    &[r#"machine-type-with-several-architectures spec.machineTypes[0].capabilities.architecture ["amd64","arm64"]"#],
    &[r#"machine-type-with-several-architectures spec.machineTypes[0].capabilities.architecture ["amd64","arm64"]"#],
)]
#[case::conflict(
    |p: &mut Value| machine_type(p)["architecture"] = json!("arm64"),
    &["machine-type-architecture-conflict spec.machineTypes[0].architecture arm64"],
    &["machine-type-architecture-conflict spec.machineTypes[0].architecture amd64"],
)]
#[case::agreement(|p: &mut Value| machine_type(p)["architecture"] = json!("amd64"), &[], &[])]
#[case::unregistered_value(
    |p: &mut Value| { declare(p, json!({"architecture": ["x86"]})); machine_type(p)["architecture"] = json!("amd64"); },
    &["machine-type-value-unregistered spec.machineTypes[0].capabilities.architecture[0] x86"],
    &[
        "machine-type-architecture-conflict spec.machineTypes[0].architecture x86",
        "machine-type-value-unregistered spec.machineTypes[0].capabilities.architecture[0] x86",
    ],
)]
#[case::unknown_legacy(
    |p: &mut Value| machine_type(p)["architecture"] = json!("x86_64"),
    &["machine-type-architecture-unknown spec.machineTypes[0].architecture x86_64"],
    &[
        "machine-type-architecture-conflict spec.machineTypes[0].architecture amd64",
        "machine-type-architecture-unknown spec.machineTypes[0].architecture x86_64",
    ],
)]
#[case::unregistered_name(
    |p: &mut Value| declare(p, json!({"architecture": ["amd64"], "gpu": ["none"]})),
    &["machine-type-capability-unregistered spec.machineTypes[0].capabilities.gpu gpu"],
    &["machine-type-capability-unregistered spec.machineTypes[0].capabilities gpu"],
)]
#[case::no_values(
    |p: &mut Value| declare(p, json!({"architecture": ["amd64"], "hostType": []})),
    &["(capability-list-empty spec.machineTypes[0].capabilities.hostType [])"],
    &["(capability-list-empty spec.machineTypes[0].capabilities.hostType [])"],
)]
fn types_with_several_architectures_are_validated(
    #[case] edit: Edit,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_findings(base(), edit, documented, gardener);
}

#[rstest]
#[case::omitted(|p: &mut Value| declare(p, json!({})), &[], &[])]
#[case::omitted_and_the_legacy_field_disagrees(
    |p: &mut Value| { declare(p, json!({})); machine_type(p)["architecture"] = json!("arm64"); },
    &["machine-type-architecture-conflict spec.machineTypes[0].architecture arm64"], &[],
)]
#[case::empty(
    |p: &mut Value| declare(p, json!({"architecture": []})),
    &["(capability-list-empty spec.machineTypes[0].capabilities.architecture [])"],
    &["(capability-list-empty spec.machineTypes[0].capabilities.architecture [])"],
)]
fn types_with_one_architecture_are_validated(
    #[case] edit: Edit,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_findings(one_architecture(), edit, documented, gardener);
}
