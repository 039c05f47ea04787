//! A region that is mapped only for another architecture is not mapped for this worker, in all commands: region us-1 of the AWS
//! profiles has an image for amd64 only, and region asia of the OpenStack ones has only a name for arm64.

use rstest::rstest;

use crate::{AT, run};

/// Each command, with an arm64 machine type in a region with images for amd64 only.
#[rstest]
#[case::check(&["check", "--profile", "PROFILE", "../regions/aws-shoot.yaml", "--create"], 1, "worker-image-not-in-region")]
#[case::images(&["images", "PROFILE", "-t", "arm", "-r", "us-1"], 1, "there is none")]
#[case::machine_types(
    &["machine-types", "PROFILE", "-i", "gl", "-V", "2135.6.0", "-r", "us-1", "--why"],
    0,
    "no flavor that has an image in the region is compatible with the machine type"
)]
#[case::select(&["select", "PROFILE", "-t", "arm", "-i", "gl", "-r", "us-1"], 1, "image: none")]
#[case::matrix(&["matrix", "PROFILE", "-r", "us-1"], 0, "| arm | no image |")]
fn image_of_another_architecture_is_not_used(
    #[case] arguments: &[&str],
    #[case] status: i32,
    #[case] expected: &str,
    #[values("../regions/aws-legacy.yaml", "../regions/aws.yaml")] profile: &str,
    #[values("documented", "gardener")] semantics: &str,
) {
    let arguments = arguments.iter().map(|one| if *one == "PROFILE" { profile } else { one });
    assert_line(&arguments.collect::<Vec<_>>(), semantics, status, expected);
}

/// Only an admissible image is filled in; Gardener fills in an image that its extension then refuses.
#[rstest]
#[case("documented", 1, "cannot be filled in")]
#[case("gardener", 0, "version: 2135.6.0")]
fn a_default_image_exists_in_the_region(
    #[case] semantics: &str,
    #[case] status: i32,
    #[case] expected: &str,
    #[values("../regions/aws-legacy.yaml", "../regions/aws.yaml")] profile: &str,
) {
    let arguments = ["default", "../regions/aws-shoot-without-image.yaml", "--profile", profile];
    assert_line(&arguments, semantics, status, expected);
}

/// The AWS extension refuses the new image, so that maintenance fails.
#[rstest]
fn an_update_to_an_image_of_another_architecture_is_refused(#[values("documented", "gardener")] semantics: &str) {
    let arguments =
        ["plan", "../regions/aws-shoot-to-update.yaml", "--profile", "../regions/aws-update.yaml", "--exit-code"];
    assert_line(
        &arguments,
        semantics,
        1,
        "rejected: worker w: image gl 2135.6.0: no flavor that has an image in the region",
    );
}

const BOTH: &str = "../regions/openstack-name-and-regions.yaml";
const NAME: &str = "../regions/openstack-name.yaml";

/// The name of an OpenStack image means amd64 in documented semantics, and any architecture in Gardener's.
#[rstest]
#[case::check_profile(&["check", BOTH], "documented", 0, "has no image in region `asia` on machine types `arm`")]
#[case::check_profile(&["check", BOTH], "gardener", 0, "1 CloudProfile checked, clean")]
#[case::check(&["check", "../regions/openstack-shoot.yaml", "-p", BOTH], "documented", 1, "worker-image-not-in-region")]
#[case::check(&["check", "../regions/openstack-shoot.yaml", "-p", BOTH], "gardener", 0, "1 Shoot checked, clean")]
#[case::select(&["select", BOTH, "-t", "arm", "-i", "coreos", "-r", "asia"], "documented", 1, "image: none")]
#[case::select_amd64(&["select", BOTH, "-t", "amd", "-i", "coreos", "-r", "asia"], "documented", 0, "5678-amd64")]
#[case::select(&["select", BOTH, "-t", "arm", "-i", "coreos", "-r", "asia"], "gardener", 0, "image: coreos-2135.6.0")]
#[case::matrix(&["matrix", BOTH, "-r", "asia"], "documented", 0, "| arm | no image |")]
#[case::matrix(&["matrix", BOTH, "-r", "asia"], "gardener", 0, "| arm, amd | yes |")]
#[case::images(&["images", BOTH, "-t", "arm", "-r", "asia"], "documented", 1, "there is none")]
#[case::name_alone(&["check", NAME], "documented", 1, "must be mapped for architecture `arm64`")]
#[case::name_alone(&["check", NAME], "gardener", 0, "1 CloudProfile checked, clean")]
#[case::name_alone(&["images", NAME, "-t", "arm", "-r", "asia"], "gardener", 1, "there is none")]
#[case::name_alone(&["images", NAME, "-t", "amd", "-r", "asia"], "documented", 0, "coreos-2135.6.0")]
#[case::name_alone(&["matrix", NAME, "-r", "asia"], "documented", 0, "| arm | no image |")]
#[case::name_alone(&["check", "../regions/openstack-shoot.yaml", "-p", NAME], "documented", 1, "worker-image-unmapped")]
fn openstack_name_applies_to_amd64_only(
    #[case] arguments: &[&str],
    #[case] semantics: &str,
    #[case] status: i32,
    #[case] expected: &str,
) {
    assert_line(arguments, semantics, status, expected);
}

/// A migration proves that machines keep their images in both semantics, even if they get none in one of them.
#[test]
fn migration_keeps_names() {
    assert_line(&["migrate", BOTH], "documented", 0, "4 of 4 selections are the same");
}

fn assert_line(arguments: &[&str], semantics: &str, status: i32, expected: &str) {
    let semantics = if arguments[0] == "migrate" { &[][..] } else { &["--semantics", semantics] };
    let answer = run(&[arguments, &["--at", AT], semantics].concat());
    let line = format!("{} {}", answer.out, answer.messages).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains(expected), "{arguments:?} {semantics:?}: no {expected:?}\n{answer}");
    assert_eq!(answer.status, status, "{arguments:?} {semantics:?}\n{answer}");
}
