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
    assert_snapshot!(format!("resolve_{name}"), resolve(arguments));
}

/// Returns the base profile of OpenStack with other constraints.
fn constrained(constraints: &str) -> String {
    let base = std::fs::read_to_string(crate::fixtures().join("../base/openstack.yaml")).unwrap();
    let (head, tail) = base.split_once("    constraints:\n").unwrap();
    let (_, tail) = tail.split_once("    machineImages:\n").unwrap();
    format!("{head}    constraints: {constraints}\n    machineImages:\n{tail}")
}

/// An empty choice is as bad as a refused one.
#[rstest]
#[case("{floatingPools: [{name: x}], loadBalancerProviders: [{name: f5}]}", &[], 0)]
#[case("{floatingPools: [{name: x, region: asia}], loadBalancerProviders: [{name: f5}]}", &[], 1)]
#[case("{floatingPools: [{name: x}], loadBalancerProviders: [{name: f5, region: asia}]}", &[], 1)]
#[case("{floatingPools: [{name: x}], loadBalancerProviders: [{name: f5}]}", &["--with", "load-balancer-provider=f5"], 0)]
#[case("{floatingPools: [{name: x}], loadBalancerProviders: [{name: f5}]}", &["--with", "load-balancer-provider=ha"], 1)]
fn refused_choice_sets_the_exit_status(#[case] constraints: &str, #[case] arguments: &[&str], #[case] status: i32) {
    let question = ["resolve", "-", "--at", AT, "-r", "europe"];
    let answer = run_with_input(&[&question, arguments].concat(), &constrained(constraints));
    assert_eq!(answer.status, status, "{answer}");
}

/// The explanation of a skipped entry has the reason.
#[rstest]
#[case("fp-1*", "fp-1", "documented", "matches, but entry 1 is the exact name")]
#[case("fp-1*", "fp-1", "gardener", "is the exact name, but the pattern of entry 0 also matches,")]
#[case("fp-*", "*p-1", "documented", "matches, but entry 0 also matches, and is listed first")]
fn a_tie_is_explained(#[case] first: &str, #[case] second: &str, #[case] semantics: &str, #[case] because: &str) {
    let pools = format!("[{{name: \"{first}\"}}, {{name: \"{second}\"}}]");
    let profile = constrained(&format!("{{floatingPools: {pools}, loadBalancerProviders: [{{name: f5}}]}}"));
    let question = ["resolve", "-", "--at", AT, "--floating-pool", "fp-1", "--semantics", semantics];
    let answer = run_with_input(&question, &profile);
    let words = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(because), "{answer}");
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
    assert_snapshot!(run_with_input(&["resolve", "harbour.yaml", "--at", AT, "--shoot", "-"], SHOOT));
}

#[rstest]
#[case(&["-r", "euorpe"], 2, "the profile has no region `euorpe`")]
#[case(&["--with", "domain"], 2, "`domain` is not of the form NAME=VALUE")]
#[case(&["--domain", "a", "--with", "domain=b"], 2, "`domain` is given twice")]
#[case(&["--with", "domian=b"], 2, "provider `openstack` has no setting `domian`; it has domain (the Keystone domain")]
#[case(&["--shoot", "harbour.yaml"], 3, "there is no Shoot in harbour.yaml")]
#[case(&["--shoot", "x", "-r", "europe"], 2, "cannot be used with")]
fn bad_arguments_are_refused(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = resolve(arguments);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn provider_without_settings_is_reported() {
    let answer = run(&["resolve", "local-clean.yaml", "--at", AT]);
    assert_eq!(answer.status, 0, "{answer}");
    assert_eq!(answer.out, "the settings of provider `local` do not depend on anything\n");
    let answer = run(&["resolve", "local-clean.yaml", "--at", AT, "--domain", "demo"]);
    assert!(answer.messages.contains("the settings of provider `local` depend on the region only"), "{answer}");
}

/// A Shoot of another profile gets no answer, which would be about the wrong profile.
#[test]
fn shoot_of_another_profile_is_refused() {
    let answer = run(&["resolve", "../base/openstack.yaml", "--shoot", "../base/shoot.yaml", "--at", AT]);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(
        answer.messages.contains("uses CloudProfile `local`, but the question is about CloudProfile `openstack`"),
        "{answer}"
    );
}
