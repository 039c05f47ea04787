//! Problems reported after trying real manifests, and problems of real users.

use rstest::rstest;

use super::{assert_resolved, run};

/// The replacement of nodes.
#[rstest]
#[case::kubelet_reserved(
    "rolls ra.yaml rk.yaml",
    1,
    "applied to the nodes",
    "every node is replaced | spec.kubernetes.kubelet.kubeReserved.cpu"
)]
#[case::kubelet_reserved_gardener(
    "rolls ra.yaml rk.yaml --semantics gardener",
    1,
    "applied to the nodes",
    "every node is replaced"
)]
#[case::cpu_manager(
    "rolls ra.yaml z.yaml",
    1,
    "applied to the nodes",
    "every node is replaced | spec.kubernetes.kubelet.cpuManagerPolicy"
)]
#[case::eviction(
    "rolls ra.yaml rev.yaml",
    1,
    "applied to the nodes",
    "every node is replaced | spec.kubernetes.kubelet.evictionHard.memoryAvailable"
)]
#[case::data_volume_on_aws("rolls ra.yaml k7.yaml", 1, "untouched", "every node is replaced | dataVolumes[0].size")]
#[case::encryption_on_aws("rolls k4.yaml k8.yaml", 1, "untouched", "every node is replaced | volume.encrypted")]
#[case::data_volume_on_gcp(
    "rolls ga.yaml g7.yaml",
    1,
    "untouched",
    "every node is replaced | dataVolumes[0].name, dataVolumes[0].size"
)]
#[case::data_volume_on_azure("rolls aza.yaml azb.yaml", 1, "untouched", "every node is replaced | dataVolumes[0].size")]
#[case::node_local_dns("rolls ra.yaml rn.yaml", 0, "every node is replaced", "untouched")]
#[case::virtual_capacity_on_aws("rolls ra.yaml rb2.yaml", 0, "every node is replaced", "untouched")]
#[case::virtual_capacity_on_gcp("rolls ga.yaml gb.yaml", 0, "every node is replaced", "untouched")]
#[case::container_runtime_that_is_the_default("rolls ra.yaml rcri.yaml", 0, "applied to the nodes", "untouched")]
fn rolls(#[case] words: &str, #[case] status: i32, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("manifests", words, status, old_output, expected);
}

/// A region that is mapped only for another architecture.
#[rstest]
#[case::check("check -p aws.yaml awsshoot.yaml --create", 1, "checked, clean", "error[worker-image-not-in-region]")]
#[case::check_gardener(
    "check -p aws.yaml awsshoot.yaml --create --semantics gardener",
    1,
    "checked, clean",
    "error[worker-image-not-in-region]"
)]
#[case::check_with_capabilities(
    "check -p aws2.yaml awsshoot.yaml --create",
    1,
    "checked, clean",
    "error[worker-image-not-in-region]"
)]
#[case::images("images aws.yaml -t arm -r us-1", 1, "unknown", "there is none")]
#[case::machine_types("machine-types aws.yaml -i gl -V 2135.6.0 -r us-1", 0, "| arm |", "| amd |")]
#[case::default("default awsshoot2.yaml -p aws.yaml", 1, "image: gl", "cannot be filled in")]
#[case::matrix("matrix aws.yaml -r us-1", 0, "", "| arm | no image |")]
#[case::profile(
    "check aws.yaml",
    0,
    "",
    "warning[image-not-in-region]: Required value: machine image `gl` version `2135.6.0` has no image in region `us-1` on machine types `arm`"
)]
#[case::no_architecture_mapped("images aws3.yaml -t arm -r us-1", 1, "", "there is none")]
#[case::plan("plan -p awsplan.yaml awsshootp.yaml", 0, "", "| aws | (the Shoot) | rejected | unmapped | 1 |")]
#[case::plan_gardener(
    "plan -p awsplan2.yaml awsshootp.yaml --semantics gardener",
    0,
    "",
    "| aws | (the Shoot) | rejected | unmapped | 1 |"
)]
fn regions(#[case] words: &str, #[case] status: i32, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("manifests", words, status, old_output, expected);
}

/// Fields that the extensions' webhooks fill in before validation.
#[rstest]
#[case::gcp("check mut.yaml --semantics gardener", "error[", "found 1 note")]
#[case::gcp_documented("check mut.yaml", "error[flavors-missing]", "warning[flavors-left-to-extension]")]
#[case::openstack("check mutos.yaml --semantics gardener", "error[flavors-missing]", "found 1 note")]
#[case::child("check par.yaml n1401.yaml --semantics gardener", "error[flavors-missing]", "checked, clean")]
#[case::stored(
    "canonicalize mut.yaml --semantics gardener",
    "Gardener would store it unchanged",
    "- architecture: - amd64 - architecture: - arm64"
)]
fn webhooks(#[case] words: &str, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("manifests", words, 0, old_output, expected);
}

/// The name of an OpenStack image is for amd64 only; STACKIT's newer release has flavors.
#[rstest]
#[case::check("check osfallback.yaml", 0, "checked, clean", "has no image in region `asia` on machine types `arm`")]
#[case::select("select osfallback.yaml -t arm -i coreos -r asia", 1, "image: coreos-2135.6.0", "image: none")]
#[case::matrix("matrix osfallback.yaml -r asia", 0, "| arm | yes |", "| arm | no image |")]
#[case::name_alone("check osfallback2.yaml", 1, "checked, clean", "error[provider-architecture-unmapped]")]
#[case::name_alone_images("images osfallback2.yaml -t arm -r asia", 1, "unknown", "there is none")]
#[case::stackit("check st.yaml", 0, "unknown-field", "warning[provider-without-capabilities]")]
#[case::stackit_gardener("check st.yaml --semantics gardener", 1, "", "error[unknown-field]")]
fn images(#[case] words: &str, #[case] status: i32, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("manifests", words, status, old_output, expected);
}

/// Updates that are refused because of children.
#[rstest]
#[case::in_both_files("diff olda.yaml newa.yaml")]
#[case::second_file("diff par.yaml paradd.yaml --with nok.yaml")]
#[case::removed_versions("diff parK.yaml parK2.yaml --with ncK.yaml")]
fn children(#[case] words: &str) {
    assert_resolved("manifests", words, 5, "", "The update is refused");
}

/// Help that invented types, and suggestions for names that are not typos.
#[rstest]
#[case::types("check names.yaml", 1, "It takes a", "help: rename it to `limits`")]
#[case::onmetal("check hint.yaml", 1, "did you mean `metal`", "found")]
#[case::packet("check h2.yaml", 1, "did you mean `metal`", "found")]
#[case::same_image(
    "images one.yaml -t local",
    0,
    "decides differently",
    "| gl | 1.0.0 | supported | the only one | x |"
)]
#[case::latest(
    "plan -p pref.yaml s13703.yaml --explain garden-x/s",
    0,
    "the latest version",
    "forced to the consecutive minor, which is deprecated"
)]
#[case::reachable(
    "versions inpl.yaml",
    0,
    "| 1.0.0 | supported * | | every cluster; may be default | 2.0.0",
    "| 1.0.0 | supported * | | all | 4.0.0 | 4.0.0 |"
)]
#[case::expired_once(
    "check o13647.yaml",
    0,
    "cannot be added any more (Gardener drops it silently when the profile is created)",
    "an expired version cannot be added, but an existing one may stay"
)]
fn messages(#[case] words: &str, #[case] status: i32, #[case] old_output: &str, #[case] expected: &str) {
    assert_resolved("manifests", words, status, old_output, expected);
}

/// Mistakes that were missed.
#[rstest]
#[case::control_plane_zones("check -p prof.yaml shoot2.yaml", 1, "error[shoot-control-plane-zones-forbidden]")]
#[case::access_restrictions("check -p prof.yaml shoot2.yaml", 1, "error[shoot-access-restriction-unsupported]")]
#[case::fields("check -p prof.yaml shoot.yaml", 1, "there is no field `foo` here")]
#[case::fields_of_workers("check -p prof.yaml shoot.yaml", 1, "there is no field `imagee` here")]
#[case::fields_of_images("check -p prof.yaml shoot.yaml", 1, "there is no field `versionn` here")]
#[case::fields_of_the_control_plane("check -p prof.yaml shoot.yaml", 1, "there is no field `zonez` here")]
#[case::window("check -p prof.yaml tw.yaml", 1, "`220000+01:00` is not a valid time of the form HHMMSS+ZZZZ")]
#[case::floating_pool(
    "check sapcc.yaml",
    0,
    "warning[region-without-setting]: in `xx-yy-1` a Shoot has no floating pool"
)]
#[case::keystone("check sapcc2.yaml", 0, "warning[region-without-setting]")]
#[case::kubernetes(
    "check kold.yaml",
    0,
    "Gardener v1.150 does not support Kubernetes `1.27.1`, nor 1 other version (`1.41.0`)"
)]
#[case::kubernetes_of_another_release(
    "check kold.yaml --gardener 1.136",
    0,
    "Gardener v1.136 does not support Kubernetes `1.27.1`, nor 1 other version (`1.41.0`): it supports 1.30 to 1.35"
)]
#[case::update_to_deprecated(
    "check o13647.yaml",
    0,
    "note[update-leads-to-deprecated]: automatic updates of `gl` go from `2.2.0`"
)]
#[case::bastion("check bast.yaml", 0, "warning[bastion-machine-type-unavailable]")]
#[case::without_profile("check shoot.yaml", 1, "error[shoot-without-profile]")]
#[case::managed("check mcp.yaml", 1, "error[kubernetes-versions-missing]")]
fn missed(#[case] words: &str, #[case] status: i32, #[case] expected: &str) {
    assert_resolved("manifests", words, status, "checked, clean", expected);
}

/// The help names the effects of maintenance that the plan omits.
#[test]
fn plan_help_lists_omitted_effects() {
    let help = run("manifests", "plan --help").out;
    assert!(help.contains("credentials"), "{help}");
}
