//! `images`.

use rstest::rstest;

use crate::{AT, run};

fn images(arguments: &[&str]) -> crate::Answer {
    run(&[&["images", "--at", AT], arguments].concat())
}

#[rstest]
#[case::of_a_machine_type("any", &["-t", "pot.small"])]
#[case::in_a_region("south", &["-t", "pot.small", "-r", "south", "-k", "1.33.5"])]
#[case::with_a_runtime("runtime", &["-t", "pot.small", "-r", "north", "--container-runtime", "gvisor", "--why"])]
#[case::in_place("in_place", &["-t", "pot.small", "--update-strategy", "AutoInPlaceUpdate", "--why"])]
#[case::with_reasons("why", &["-t", "bed.whole", "-r", "south", "-k", "1.33.5", "--why"])]
#[case::of_another_architecture("architecture", &["-t", "pot.arm", "--architecture", "amd64"])]
#[case::csv("csv", &["-t", "bed.whole", "-r", "south", "-k", "1.33.5", "--why", "--format", "csv"])]
#[case::json("json", &["-t", "bed.whole", "-r", "south", "-k", "1.33.5", "--format", "json"])]
fn images_of_a_worker_are_listed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("images_{name}"), images(&[&["greenhouse.yaml"], arguments].concat()));
}

#[rstest]
#[case(&["-t", "pot.smal"], "did you mean `pot.small`?")]
#[case(&["-t", "pot.small", "-r", "east"], "the profile has no region `east`; it has `north`, `south`")]
#[case(&["-t", "pot.small", "-k", "newest"], "--kubernetes newest: ")]
#[case(&["-t", "pot.small", "--secure-boot"], "--secure-boot has no effect while the feature gate WorkerCapabilities is off")]
#[case(&["-t", "pot.small", "--gpu", "nvidia"], "--gpu has no effect")]
#[case(&["-t", "pot.small", "--worker-config", "x"], "--worker-config has no effect")]
#[case(&["-t", "pot.small", "--update-strategy", "Fast"], "invalid value 'Fast'")]
fn meaningless_questions_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = images(&[&["greenhouse.yaml"], arguments].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

/// Unknown names are refused with a list of those that exist.
#[rstest]
#[case(&["images", "../base/local.yaml", "-t", "medium", "--architecture", "foo"], "Gardener knows no architecture `foo`; it has `amd64`, `arm64`")]
#[case(&["images", "../base/local.yaml", "-t", "medium", "--architecture", "AMD64"], "did you mean `amd64`?")]
#[case(&["images", "../base/local.yaml", "-t", "medium", "--architecture", "x86_64"], "Gardener knows no architecture `x86_64`; did you mean `amd64`?")]
#[case(
    &["machine-types", "../base/local.yaml", "-i", "plain", "-V", "1.0.0", "-r", "local", "--architecture", "aarch64"],
    "did you mean `arm64`?"
)]
#[case(&["images", "../base/local.yaml", "-t", "medium", "-k", "9.9.9"], "the profile has no Kubernetes version `9.9.9`")]
#[case(&["machine-types", "../base/local.yaml", "-i", "plain", "-V", "1.0.0", "-r", "local", "--zone", "7"], "there is no zone `7`")]
fn unknown_names_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = run(&[arguments, &["--at", AT]].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}
