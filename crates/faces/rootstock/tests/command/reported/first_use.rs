//! Problems reported after the first use by a Gardener user who was new to this program.

use rstest::rstest;

use super::assert_resolved;

/// False advice that changed the booted image when it was followed.
#[rstest]
#[case::unused_value("check eff3.yaml", "it has no effect", "omits `disk`, which means every registered value")]
#[case::unused_value_that_breaks("check eff.yaml", "uses the value", "found 1 note")]
#[case::taken_out("diff eff3.yaml eff4.yaml", "no image changes", "another image is booted: 1 selection")]
#[case::never_selected("check q.yaml", "is never selected", "checked, clean")]
#[case::never_selected_gardener("check q.yaml --semantics gardener", "is never selected", "checked, clean")]
fn advice(#[case] words: &str, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, i32::from(words.starts_with("diff")), old_output, expected);
}

/// Questions about names that do not exist.
#[rstest]
#[case::architecture("images base/local.yaml -t medium --architecture foo", "Gardener knows no architecture `foo`")]
#[case::letters("images base/local.yaml -t medium --architecture AMD64", "did you mean `amd64`?")]
#[case::zone("machine-types base/local.yaml -i plain -V 1.0.0 -r local --zone 7", "there is no zone `7`; it has `0`")]
#[case::kubernetes("images base/local.yaml -t medium -k 9.9.9", "the profile has no Kubernetes version `9.9.9`")]
#[case::shoot_of_another_profile(
    "resolve base/openstack.yaml --shoot base/shoot.yaml",
    "uses CloudProfile `local`, but the question is about CloudProfile `openstack`"
)]
fn questions(#[case] words: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, 2, "supported |", expected);
}

/// Every command that accepts a CloudProfile accepts a NamespacedCloudProfile with its parent.
#[rstest]
#[case::canonicalize("canonicalize base/ncp.yaml --parent base/local.yaml", "kind: NamespacedCloudProfile")]
#[case::diff("diff base/ncp.yaml base/ncp.yaml --parent base/local.yaml", "no behavioural change")]
fn namespaced(#[case] words: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, 0, "no CloudProfile", expected);
}

/// One finding per cause, at its place, with a useful suggestion.
#[rstest]
#[case::other_minor("check ncp-noparent.yaml", 1, "did you mean `1.33.0`", "error[parent-name-missing]")]
#[case::parent_without_name("check ncp-noparent.yaml", 1, "is not in CloudProfile ``", "found 2 errors")]
#[case::classification(
    "check cls.yaml",
    1,
    "\"expired\"",
    "supported values: \"deprecated\", \"preview\", \"supported\""
)]
#[case::one_cause("check noarch.yaml", 1, "provider-capability-unregistered", "error[architecture-not-registered]")]
#[case::tab("check y.yaml", 3, "y.yaml:6:9", "y.yaml:7:1")]
#[case::other_semantics("check dup.yaml", 1, "checked, clean", "Gardener v1.150 accepts this")]
#[case::provider("check typo.yaml", 1, "note[provider-unknown]", "error[provider-unknown]")]
fn findings(#[case] words: &str, #[case] status: i32, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, status, old_output, expected);
}

/// Mistakes in Shoots.
#[rstest]
#[case::field_of_spec("sa.yaml", "there is no field `networkng` here")]
#[case::amounts("sb.yaml", "error[worker-maximum-below-minimum]")]
#[case::without_name("sd.yaml", "error[worker-name-invalid]")]
#[case::window("si.yaml", "`25:00` is not a valid time of the form HHMMSS+ZZZZ")]
#[case::field_of_machine("sj.yaml", "there is no field `imge` here")]
#[case::field_of_kubernetes("sl.yaml", "there is no field `versions` here")]
#[case::field_of_worker("sm.yaml", "there is no field `capabilites` here")]
#[case::field_of_maintenance("sn.yaml", "there is no field `machineImageVersions` here")]
#[case::number("so.yaml", "without quotes `5` is a number")]
fn shoots(#[case] file: &str, #[case] expected: &str) {
    assert_resolved("first-use", &format!("check {file} -p base/local.yaml"), 1, "checked, clean", expected);
}

/// A change that is refused is reported as refused.
#[rstest]
#[case::downgrade("rolls base/shoot.yaml shoot-down.yaml", "refused: spec.kubernetes.version cannot be lowered")]
#[case::region("rolls base/shoot.yaml shoot-region.yaml", "refused: spec.region cannot be changed")]
#[case::provider("rolls base/shoot.yaml base/shoot-openstack.yaml", "refused: spec.region cannot be changed")]
fn refusals(#[case] words: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, 5, "no node is drained", expected);
}

/// Misleading words.
#[rstest]
#[case::may_be_default("versions base/local.yaml", "also by default", "may be default")]
#[case::exit_statuses("--help", "", "5")]
#[case::codes_in_csv("versions base/local.yaml --format csv", "every cluster", "everyone-and-by-default")]
fn wording(#[case] words: &str, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("first-use", words, 0, old_output, expected);
}
