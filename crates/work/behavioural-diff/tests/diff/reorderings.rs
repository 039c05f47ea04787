//! The profile of document 000 ("Example: Complete CloudProfile"), reordered.

use std::collections::BTreeSet;

use rootstock_behavioural_diff::{SelectionCause, compare};
use rstest::rstest;

use crate::naive;
use crate::profiles::{Stored, changes, edited, fixture, pairs, selections};

/// A profile in which preference matters: in addition to the machine types of the complete example, it has one that
/// fits several flavors, as in "Example: Tie-Breaking on storageAccess".
const PROFILE: &str = include_str!("../../../../../fixtures/profiles/preferences.yaml");

const HOST_TYPE: &str = "  - name: machineHostType
    values: [virtual, metal]
";
const STORAGE: &str = "  - name: storageAccess
    values: [NVMe, SCSI]
";

/// A machine type, the previous image, and the new one.
type ExpectedChange = (&'static str, &'static str, &'static str);

#[rstest]
#[case::values_of_storage(&[("[NVMe, SCSI]", "[SCSI, NVMe]")], &[
    ("general-medium", "virtual-nvme", "virtual-scsi"), ("virtual-medium", "virtual-nvme", "virtual-scsi")])]
#[case::values_of_host_type(&[("[virtual, metal]", "[metal, virtual]")], &[("general-medium", "virtual-nvme", "metal-nvme")])]
#[case::both(&[("[NVMe, SCSI]", "[SCSI, NVMe]"), ("[virtual, metal]", "[metal, virtual]")], &[
    ("general-medium", "virtual-nvme", "metal-nvme"), ("virtual-medium", "virtual-nvme", "virtual-scsi")])]
#[case::architectures(&[("[amd64, arm64]", "[arm64, amd64]")], &[])]
#[case::capabilities(&[(HOST_TYPE, ""), (STORAGE, "  - name: storageAccess
    values: [NVMe, SCSI]
  - name: machineHostType
    values: [virtual, metal]
")], &[])]
fn only_changed_images_are_reported(#[case] edits: &[(&str, &str)], #[case] expected: &[ExpectedChange]) {
    let old = Stored::of_yaml(PROFILE);
    let new = old.then(&edited(PROFILE, edits));
    let changes = compare(&old.side(), &new.side());
    let reported: BTreeSet<_> = selections(&changes)
        .into_iter()
        .map(|(machine_type, .., from, to)| (machine_type, from.unwrap(), to.unwrap()))
        .collect();
    let expected: BTreeSet<_> =
        expected.iter().map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned())).collect();
    assert_eq!(reported, expected);
    assert_eq!(naive::compare(&old, &new), (BTreeSet::new(), selections(&changes)));
    assert_eq!(changes.is_empty(), expected.is_empty(), "{changes:?}");
    let is_reordering = |cause: &SelectionCause| {
        matches!(cause, SelectionCause::ValuesReordered { .. } | SelectionCause::CapabilitiesReordered { .. })
    };
    assert!(changes.selections.iter().all(|group| is_reordering(&group.cause)));
}

#[test]
fn order_of_capabilities_decides_between_conflicting_preferences() {
    // Without a flavor that is best in both capabilities, virtual with SCSI competes with metal with NVMe.
    let core = "      - {architecture: [amd64], machineHostType: [virtual], storageAccess: [NVMe]}\n";
    let mapped = "        - {image: virtual-nvme, capabilities: {architecture: [amd64], machineHostType: [virtual], storageAccess: [NVMe]}}\n";
    let old = edited(PROFILE, &[(core, ""), (mapped, "")]);
    let swapped = edited(&old, &[(HOST_TYPE, ""), (STORAGE, &format!("{STORAGE}{HOST_TYPE}"))]);
    let changes = changes(&old, &swapped);
    let [group] = &changes.selections[..] else { panic!("{changes:?}") };
    let cause = SelectionCause::CapabilitiesReordered {
        before: Some("machineHostType".to_owned()),
        after: Some("storageAccess".to_owned()),
    };
    assert_eq!(group.cause, cause);
    assert_eq!(group.blocks[0].machine_types, ["general-medium"]);
    assert_eq!(group.blocks[0].images[0].from.as_deref(), Some("virtual-scsi"));
    assert_eq!(group.blocks[0].images[0].to.as_deref(), Some("metal-nvme"));
}

#[test]
fn complete_example_is_unaffected_by_reordering() {
    // Each of its machine types fits only one flavor, so "Test carefully" has a reassuring answer there.
    let old = fixture("documents/complete-cloudprofile.yaml");
    for edits in [
        [("values: [NVMe, SCSI]", "values: [SCSI, NVMe]")],
        [("values: [virtual, metal]", "values: [metal, virtual]")],
        [("values: [amd64, arm64]", "values: [arm64, amd64]")],
    ] {
        let changes = changes(&old, &edited(&old, &edits));
        assert!(changes.is_empty(), "{edits:?}: {changes:?}");
    }
}

#[test]
fn cause_names_both_orders() {
    let changes = changes(PROFILE, &edited(PROFILE, &[("[NVMe, SCSI]", "[SCSI, NVMe]")]));
    assert!(pairs(&changes).is_empty());
    let [group] = &changes.selections[..] else { panic!("{changes:?}") };
    let values = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    assert_eq!(
        group.cause,
        SelectionCause::ValuesReordered {
            capability: "storageAccess".to_owned(),
            before: values(["NVMe", "SCSI"]),
            after: values(["SCSI", "NVMe"]),
        }
    );
    assert_eq!(group.blocks.len(), 1, "machine types with the same flips share a block");
    assert_eq!(group.selections, 2);
}

/// Used by the tests of other causes.
pub(crate) fn profile() -> &'static str {
    PROFILE
}
