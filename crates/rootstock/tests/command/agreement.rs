//! One question, one answer: what one command says of an image version, the others say, too.

use rstest::rstest;

use crate::{AT, Answer, run};

const AWS: &str = "../worlds/image-not-in-region-aws.yaml";
const OPENSTACK: &str = "../worlds/image-not-in-region-openstack.yaml";
const UNREADABLE: &str = "../worlds/unreadable-constraint.yaml";

fn ask(arguments: &[&str], semantics: &str) -> Answer {
    run(&[arguments, &["--at", AT, "--semantics", semantics]].concat())
}

/// An update that admission would refuse is refused in the plan, too, by the extension's admission as well; what nobody
/// refuses and does not work is a warning.
#[rstest]
#[case::aws(AWS, "documented", "refused: worker worker: image plain 1.1.0: no image is mapped for region `north`")]
#[case::aws_by_its_extension(
    AWS,
    "gardener",
    "refused: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
#[case::openstack(
    OPENSTACK,
    "documented",
    "refused: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
#[case::openstack_admits_it(
    OPENSTACK,
    "gardener",
    "warning: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
fn what_the_plan_updates_to_is_admitted(#[case] world: &str, #[case] semantics: &str, #[case] told: &str) {
    let plan = ask(&["plan", world, "--profile", world], semantics);
    let line = plan.out.replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains(told), "{plan}");
    assert_eq!(plan.status, 1, "{plan}");
    insta::assert_snapshot!(
        format!("agreement_plan_{}_{semantics}", if world == AWS { "aws" } else { "openstack" }),
        plan
    );
}

/// Which kubelets run on a version whose constraint cannot be read, nobody knows: it is offered nowhere.
#[rstest]
fn an_unreadable_constraint_fits_no_kubelet(#[values("documented", "gardener")] semantics: &str) {
    const SENTENCE: &str = "it works with kubelets `not one, either`, and the kubelet is `1.33.2`: it cannot be read";
    let images = ask(&["images", UNREADABLE, "--machine-type", "medium", "--kubernetes", "1.33.2", "--why"], semantics);
    let plan = ask(&["plan", UNREADABLE, "--profile", UNREADABLE, "--explain", "garden-dev/shoot"], semantics);
    for answer in [images, plan] {
        let line = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(SENTENCE), "{answer}");
    }
}

/// A machine type and an image that do not fit each other are told in the same sentence, in text and in JSON.
#[test]
fn one_mismatch_is_one_sentence() {
    const SENTENCE: &str = "capability `storageAccess`: the machine type has `NVMe`, the image has `SCSI`";
    let (profile, shoot) = ("filters.yaml", "../shoots/filters.yaml");
    let asked: [&[&str]; 5] = [
        &["images", profile, "--machine-type", "sieve", "--why"],
        &["machine-types", profile, "--image", "grain", "--version", "1.0.6", "--why"],
        &["matrix", profile, "--machine-type", "sieve", "--version", "1.0.6", "--why"],
        &["select", profile, "--machine-type", "sieve", "--image", "grain", "--version", "1.0.6"],
        &["plan", shoot, "--profile", profile, "--explain", "garden-dev/sieve"],
    ];
    for arguments in asked {
        let answer = ask(arguments, "documented");
        let line = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(SENTENCE), "{arguments:?}\n{answer}");
        let json = ask(&[arguments, &["--format", "json"]].concat(), "documented");
        assert!(json.out.contains(&format!("\"message\": \"{SENTENCE}")), "{arguments:?}\n{json}");
    }
}
