//! `resolve`.

use rstest::rstest;

use crate::{AT, run, run_with_input};

fn resolve(arguments: &[&str]) -> crate::Answer {
    run(&[&["resolve", "harbour.yaml", "--at", AT], arguments].concat())
}

#[rstest]
#[case("regions", &[])]
#[case("choice", &["-r", "europe", "--domain", "demo"])]
#[case("taken", &["-r", "europe", "--floating-pool", "fp-1"])]
#[case("global", &["-r", "asia", "--floating-pool", "fp-eu-1"])]
#[case("refused", &["-r", "europe", "--domain", "demo", "--floating-pool", "fp-1"])]
#[case("gardener", &["-r", "asia", "--floating-pool", "fp-eu-1", "--semantics", "gardener"])]
#[case("json", &["-r", "asia", "--with", "floating-pool=fp-eu-1", "--format", "json"])]
fn settings_of_a_region(#[case] name: &str, #[case] arguments: &[&str]) {
    insta::assert_snapshot!(format!("resolve_{name}"), resolve(arguments));
}

const SHOOT: &str = "
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {namespace: garden-dev, name: dock}
spec:
  cloudProfile: {name: harbour}
  region: europe
  provider:
    type: openstack
    infrastructureConfig: {floatingPoolName: fp-7}
    controlPlaneConfig: {loadBalancerProvider: f5}
";

#[test]
fn settings_of_a_shoot() {
    insta::assert_snapshot!(run_with_input(&["resolve", "harbour.yaml", "--at", AT, "--shoot", "-"], SHOOT));
}

#[rstest]
#[case(&["-r", "euorpe"], 2, "the profile has no region `euorpe`")]
#[case(&["--with", "domain"], 2, "`domain` is not of the form NAME=VALUE")]
#[case(&["--domain", "a", "--with", "domain=b"], 2, "`domain` is given twice")]
#[case(&["--with", "domian=b"], 2, "provider `openstack` has no setting `domian`; it has domain (the Keystone domain")]
#[case(&["--shoot", "harbour.yaml"], 3, "there is no Shoot in harbour.yaml")]
#[case(&["--shoot", "x", "-r", "europe"], 2, "cannot be used with")]
fn bad_questions(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = resolve(arguments);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn a_provider_without_such_settings_says_so() {
    let answer = run(&["resolve", "local-clean.yaml", "--at", AT]);
    assert_eq!(answer.status, 0, "{answer}");
    assert_eq!(answer.out, "the settings of provider `local` do not depend on anything\n");
    let answer = run(&["resolve", "local-clean.yaml", "--at", AT, "--domain", "demo"]);
    assert!(answer.messages.contains("the settings of provider `local` depend on the region only"), "{answer}");
}

/// Another profile's Shoot gets no answer: it would be about the wrong one.
#[test]
fn a_shoot_of_another_profile() {
    let answer = run(&["resolve", "../base/openstack.yaml", "--shoot", "../base/shoot.yaml", "--at", AT]);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(
        answer.messages.contains("uses CloudProfile `local`, and the question is about CloudProfile `openstack`"),
        "{answer}"
    );
}
