//! The reasons why another image is booted, other than reordering, and why pairs fit or do not.

use rootstock_behavioural_diff::{Changed, FitChange, Missing, SelectionCause, compare};
use rootstock_core_model::{Quirks, Semantics, Settings};
use rootstock_provider_api::NotFoundReason;
use rstest::rstest;

use crate::profiles::{Stored, changes, edited, fixture, settings};
use crate::reorderings::profile;

const CORE_NVME: &str = "      - {architecture: [amd64], machineHostType: [virtual], storageAccess: [NVMe]}\n";
const NVME: &str = "        - {image: virtual-nvme, capabilities: {architecture: [amd64], machineHostType: [virtual], storageAccess: [NVMe]}}\n";
const VIRTUAL_SCSI: &str = "image: virtual-scsi";

fn capability(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[rstest]
#[case::other_id(&[(VIRTUAL_SCSI, "image: virtual-scsi-2")], &["old-medium"], SelectionCause::OtherReference)]
#[case::removed(&[(CORE_NVME, ""), (NVME, "")], &["general-medium", "virtual-medium"], SelectionCause::FlavorRemoved)]
#[case::narrowed(&[("machineHostType: [virtual]}\n  - name: old", "machineHostType: [virtual], storageAccess: [SCSI]}\n  - name: old")],
    &["virtual-medium"], SelectionCause::NoLongerFits { capability: "storageAccess".to_owned() })]
fn changed_image_has_expected_cause(
    #[case] edits: &[(&str, &str)],
    #[case] machine_types: &[&str],
    #[case] cause: SelectionCause,
) {
    let changes = changes(profile(), &edited(profile(), edits));
    let [group] = &changes.selections[..] else { panic!("{changes:?}") };
    assert_eq!(group.cause, cause);
    assert_eq!(group.blocks.iter().flat_map(|block| &block.machine_types).collect::<Vec<_>>(), machine_types);
}

#[test]
fn reverse_change_has_the_opposite_cause() {
    let without = edited(profile(), &[(CORE_NVME, ""), (NVME, "")]);
    let changes = changes(&without, profile());
    let [group] = &changes.selections[..] else { panic!("{changes:?}") };
    assert_eq!(group.cause, SelectionCause::FlavorAdded { capability: capability("storageAccess") });
}

#[test]
fn lost_images_come_first() {
    // The whole mapping of the version is lost; the pair fits as before.
    let lost = edited(
        profile(),
        &[("      - version: 1.0.0\n        capabilityFlavors", "      - version: 1.0.1\n        capabilityFlavors")],
    );
    let there = changes(profile(), &lost);
    assert!(there.compatibility.is_empty());
    let [group] = &there.selections[..] else { panic!("{there:?}") };
    assert_eq!(group.cause, SelectionCause::Lost { missing: Missing::UnknownVersion });
    assert_eq!(group.selections, 3, "the image of each of the three machine types");
    let back = changes(&lost, profile());
    assert!(
        back.selections.iter().all(|group| group.cause == SelectionCause::Found { missing: Missing::UnknownVersion })
    );
}

/// The extension of Hetzner Cloud may find an image that the profile does not map.
#[test]
fn unmapped_version_may_be_found_elsewhere() {
    let mapped = fixture("base/hcloud.yaml");
    let entry = "versions:\n      - version: 1877.5.0\n        imageName: gardenlinux-1877";
    let there = changes(&mapped, &edited(&mapped, &[(entry, "versions: []")]));
    let [group] = &there.selections[..] else { panic!("{there:?}") };
    assert_eq!(group.cause, SelectionCause::Lost { missing: Missing::Elsewhere });
}

#[rstest]
#[case(NotFoundReason::ArchitectureUnwritten, Missing::ArchitectureUnwritten)]
#[case(NotFoundReason::Elsewhere, Missing::Elsewhere)]
#[case(NotFoundReason::NothingMapped, Missing::NothingMapped)]
fn not_found_reason_is_kept(#[case] reason: NotFoundReason, #[case] missing: Missing) {
    assert_eq!(Missing::from(&reason), missing);
}

/// Gardener chooses no flavor for a version without flavors, but the only one for a version with `{}`: equal sets, different
/// choices.
#[test]
fn explicit_empty_flavor_is_found_in_gardener_semantics() {
    const PROFILE: &str = "
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: plain}
spec:
  type: unknown
  kubernetes: {versions: [{version: 1.34.1}]}
  machineCapabilities: [{name: architecture, values: [amd64]}]
  machineImages:
  - name: plain
    versions:
    - {version: 1.0.0}
    - {version: 1.1.0}
  machineTypes: [{name: medium, cpu: 2, gpu: 0, memory: 8Gi}]
  regions: [{name: north}]
";
    let old = Stored::of_yaml(PROFILE);
    let new = old.then(&edited(PROFILE, &[("{version: 1.1.0}", "{version: 1.1.0, capabilityFlavors: [{}]}")]));
    let gardener = Settings { quirks: Quirks::of(Semantics::Gardener), ..settings() };
    let there = compare(&old.side_with(&gardener), &new.side_with(&gardener));
    let [group] = &there.selections[..] else { panic!("{there:?}") };
    assert_eq!(group.cause, SelectionCause::Found { missing: Missing::Incompatible });
    assert_eq!(group.blocks[0].images[0].version.version, "1.1.0");
    assert_eq!(group.selections, 1);
}

#[rstest]
#[case::machine_type(&[("storageAccess: [SCSI]}\n  machineImages", "storageAccess: [tape]}\n  machineImages"), ("[NVMe, SCSI]", "[NVMe, SCSI, tape]")],
    &["old-medium"], &[Changed::MachineTypes, Changed::Vocabulary], "storageAccess")]
#[case::flavors(&[("machineHostType: [virtual]", "machineHostType: [metal]"), ("capabilities: {architecture: [amd64], machineHostType: [metal]}\n  - name: old", "capabilities: {architecture: [amd64], machineHostType: [virtual]}\n  - name: old"),
    ("capabilities: {architecture: [amd64], machineHostType: [metal], storageAccess: [SCSI]}\n  machineImages", "capabilities: {architecture: [amd64], machineHostType: [virtual], storageAccess: [SCSI]}\n  machineImages")],
    &["virtual-medium", "old-medium"], &[Changed::Flavors], "machineHostType")]
fn incompatible_pairs_are_reported(
    #[case] edits: &[(&str, &str)],
    #[case] machine_types: &[&str],
    #[case] changed: &[Changed],
    #[case] capability: &str,
) {
    let after = edited(profile(), edits);
    let there = changes(profile(), &after);
    let all: Vec<&String> = there
        .compatibility
        .iter()
        .flat_map(|group| {
            assert_eq!(group.verdict, FitChange::Incompatible);
            assert_eq!(group.changed, changed);
            assert_eq!(group.mismatches[0].capability, capability);
            group.blocks.iter().flat_map(|block| &block.machine_types)
        })
        .collect();
    assert_eq!(all, machine_types);
    let back = changes(&after, profile());
    assert!(back.compatibility.iter().all(|group| group.verdict == FitChange::Compatible));
    assert_eq!(back.compatibility.len(), there.compatibility.len());
}
