//! `check` with Shoots.

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

fn check(arguments: &[&str]) -> crate::Answer {
    run(&[&["check", "--at", AT], arguments].concat())
}

fn findings(answer: &crate::Answer) -> Vec<(String, String, u64)> {
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let finding = |one: &serde_json::Value| {
        (text(&one["rule"]), text(&one["path"]), one["location"]["start"]["line"].as_u64().unwrap())
    };
    parsed["findings"].as_array().unwrap().iter().map(finding).collect()
}

#[rstest]
#[case("text")]
#[case("json")]
fn shoots_are_checked_with_their_profile(#[case] format: &str) {
    let answer = check(&["../shoots/greenhouse.yaml", "--profile", "greenhouse.yaml", "--format", format]);
    assert_snapshot!(format!("shoots_{format}"), answer);
}

#[test]
fn with_worker_capabilities() {
    let gate = ["--feature-gates", "WorkerCapabilities=true"];
    assert_snapshot!(check(
        &[&["../shoots/greenhouse-secure.yaml", "-p", "greenhouse-secure.yaml"], &gate[..]].concat()
    ));
}

#[test]
fn the_profile_is_found_in_the_same_run() {
    let given = check(&["../shoots/greenhouse.yaml", "-p", "greenhouse.yaml", "--format", "json"]);
    for paths in [["greenhouse.yaml", "../shoots/greenhouse.yaml"], ["../shoots/greenhouse.yaml", "greenhouse.yaml"]] {
        let found = check(&[&paths[..], &["--format", "json"]].concat());
        let of_shoots = |answer: &crate::Answer| -> Vec<(String, String, u64)> {
            let found = findings(answer).into_iter();
            found.filter(|(_, path, _)| path.starts_with("spec.provider.workers")).collect()
        };
        assert_eq!(of_shoots(&found), of_shoots(&given));
    }
}

#[test]
fn shoots_without_profile_are_listed() {
    assert_snapshot!(check(&["../shoots/greenhouse.yaml"]));
}

#[test]
fn shoot_without_reference_is_checked_against_the_only_profile() {
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec:\n  region: moon\n";
    let with = |profiles: &[&str]| run_with_input(&[&["check", "--at", AT, "-"], profiles].concat(), shoot);
    let one = with(&["-p", "greenhouse.yaml"]);
    assert!(one.out.contains("shoot-region-unknown"), "{one}");
    let two = with(&["-p", "greenhouse.yaml", "-p", "orchard.yaml"]);
    assert!(two.out.contains("it names no profile in `spec.cloudProfile`"), "{two}");
}

#[test]
fn a_namespaced_profile_is_found_in_its_namespace_by_its_rendered_form() {
    let spec = edited("greenhouse.yaml", &[]);
    let (_, spec) = spec.split_once("\nspec:\n").unwrap();
    let spec: String = spec.lines().map(|line| format!("    {line}\n")).collect();
    let stream = |namespace: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: mine, namespace: \
             garden-dev}}\nspec: {{parent: {{kind: CloudProfile, name: greenhouse}}}}\nstatus:\n  cloudProfileSpec:\n{spec}\
             ---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: a, namespace: {namespace}}}\n\
             spec:\n  cloudProfile: {{kind: NamespacedCloudProfile, name: mine}}\n  region: moon\n"
        )
    };
    let own = run_with_input(&["check", "--at", AT, "-"], &stream("garden-dev"));
    assert!(own.out.contains("shoot-region-unknown"), "{own}");
    let foreign = run_with_input(&["check", "--at", AT, "-"], &stream("garden-prod"));
    assert!(foreign.out.contains("NamespacedCloudProfile `garden-prod/mine` is not among the inputs"), "{foreign}");
}

#[test]
fn old_shoot_is_considered() {
    // The version has expired: a new pool may not use it, and an existing one may keep it.
    let old = std::fs::read_to_string(crate::fixtures().join("../shoots/greenhouse.yaml")).unwrap();
    let fine = old.split("---").next().unwrap();
    let expired =
        fine.replace("machine: {type: pot.small}", "machine: {type: pot.small, image: {name: tomato, version: 1.0.0}}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.yaml");
    let judged = |old: &str, how: &[&str]| {
        std::fs::write(&path, old).unwrap();
        let new = expired.replace("maximum: 3", "maximum: 4");
        run_with_input(&[&["check", "--at", AT, "-", "-p", "greenhouse.yaml"], how].concat(), &new)
    };
    let against = ["--against", path.to_str().unwrap()];
    assert_eq!(judged(&expired, &against).status, 0);
    assert_eq!(judged(&expired, &[]).status, 0);
    let created = judged(&expired, &["--create"]);
    assert_eq!(created.status, 1);
    assert!(created.out.contains("worker-image-unfit"), "{created}");
    let other = judged(&fine.replace("name: fine", "name: other"), &against);
    assert!(other.messages.contains("there is no old `garden-dev/fine`: it is judged as a new object"), "{other}");
    assert_eq!(other.status, 1);
}

#[test]
fn missing_profile_file_is_unreadable_input() {
    let answer = check(&["../shoots/greenhouse.yaml", "-p", "no-such.yaml"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("cannot read no-such.yaml: there is no such file"), "{answer}");
    let answer = check(&["../shoots/greenhouse.yaml", "-p", "../shoots/greenhouse.yaml"]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("there is no CloudProfile in the given profiles"), "{answer}");
}

#[test]
fn standard_input_twice_is_refused() {
    assert_eq!(check(&["-", "-p", "-"]).status, 2);
}

/// A Shoot with one wrong field, and the finding.
#[rstest]
#[case("  region: local", "  region: local\n  foo: bar", "unknown-field", "spec.foo")]
#[case(
    "        type: medium",
    "        type: medium\n        imagee: {name: plain}",
    "unknown-field",
    "spec.provider.workers[0].machine.imagee"
)]
#[case(
    "          version: 1.0.0",
    "          version: 1.0.0\n          versionn: 3",
    "unknown-field",
    "spec.provider.workers[0].machine.image.versionn"
)]
#[case("  region: local", "  region: local\n  controlPlane: {zonez: [a]}", "unknown-field", "spec.controlPlane.zonez")]
#[case("  region: local", "  region: local\n  networkng: {type: calico}", "unknown-field", "spec.networkng")]
#[case("  region: local", "  region: local\n  networking: {tpye: calico}", "unknown-field", "spec.networking.tpye")]
#[case(
    "  region: local",
    "  region: local\n  maintenance: {autoUpdate: {machineImageVersions: true}}",
    "unknown-field",
    "spec.maintenance.autoUpdate.machineImageVersions"
)]
#[case("    version: 1.34.1", "    versions: 1.34.1", "unknown-field", "spec.kubernetes.versions")]
#[case(
    "  region: local",
    "  region: local\n  controlPlane: {zones: [a]}",
    "shoot-control-plane-zones-forbidden",
    "spec.controlPlane.zones"
)]
#[case(
    "  region: local",
    "  region: local\n  accessRestrictions: [{name: nope}]",
    "shoot-access-restriction-unsupported",
    "spec.accessRestrictions[0].name"
)]
#[case(
    "  region: local",
    "  region: local\n  maintenance: {timeWindow: {begin: \"220000+01:00\", end: 230000+0545}}",
    "shoot-maintenance-window-unreadable",
    "spec.maintenance.timeWindow.begin"
)]
#[case(
    "  region: local",
    "  region: local\n  maintenance: {timeWindow: {begin: 2200+0100, end: 230000+0545}}",
    "shoot-maintenance-window-unreadable",
    "spec.maintenance.timeWindow.begin"
)]
#[case(
    "  region: local",
    "  region: local\n  maintenance: {timeWindow: {begin: 220000+1445, end: 230000+0545}}",
    "shoot-maintenance-window-unreadable",
    "spec.maintenance.timeWindow.begin"
)]
#[case("    - name: a\n      minimum: 1", "    - minimum: 1", "worker-name-invalid", "spec.provider.workers[0].name")]
#[case(
    "      zones:",
    "      volume: {size: 30000Mi}\n      zones:",
    "worker-volume-size-invalid",
    "spec.provider.workers[0].volume.size"
)]
#[case("      minimum: 1", "      minimum: 5", "worker-maximum-below-minimum", "spec.provider.workers[0].maximum")]
#[case(
    "  region: local",
    "  region: local\n  credentialsBindingName: 5",
    "unquoted-string",
    "spec.credentialsBindingName"
)]
fn mistakes_in_other_fields_are_reported(
    #[case] right: &str,
    #[case] wrong: &str,
    #[case] rule: &str,
    #[case] path: &str,
    #[values("documented", "gardener")] semantics: &str,
) {
    let shoot = edited("../base/shoot.yaml", &[(right, wrong)]);
    let how = ["check", "--at", AT, "-", "-p", "../base/local.yaml", "--format", "json", "--semantics", semantics];
    let answer = run_with_input(&how, &shoot);
    let found = findings(&answer);
    // Gardener reports an access restriction as a whole.
    let is_at = |at: &str| at == path || semantics == "gardener" && path.strip_suffix(".name") == Some(at);
    assert!(found.iter().any(|(found, at, _)| found == rule && is_at(at)), "{answer}");
    assert_eq!(answer.status, 1, "{answer}");
}

/// Rules that need no profile apply without one.
#[test]
fn shoot_without_profile_is_checked_by_independent_rules() {
    let shoot = edited(
        "../base/shoot.yaml",
        &[("  region: local", "  regoin: local\n  maintenance: {timeWindow: {begin: \"22:00\", end: \"23:00\"}}")],
    );
    assert_snapshot!(run_with_input(&["check", "--at", AT, "-"], &shoot));
}

/// The kubelet must reserve less than the machine type has, and zero is not less than zero.
#[rstest]
fn reservation_on_machine_without_cpu_is_reported(#[values("documented", "gardener")] semantics: &str) {
    let profile = edited("../base/local.yaml", &[("cpu: \"4\"", "cpu: \"0\"")]);
    let settings = "      kubernetes: {kubelet: {maxPods: 110}}\n      zones:";
    let shoot = edited("../base/shoot.yaml", &[("      zones:", settings)]);
    let how = ["check", "--at", AT, "-", "--format", "json", "--semantics", semantics, "--advice", "off"];
    let answer = run_with_input(&how, &format!("{profile}---\n{shoot}"));
    let found: Vec<_> = findings(&answer).into_iter().map(|(rule, path, _)| (rule, path)).collect();
    let place = "spec.provider.workers[0].kubernetes.kubelet";
    assert_eq!(found, [("worker-kubelet-reservation".to_owned(), place.to_owned())], "{answer}");
}

/// A field that the running release lacks has no effect, so no rule judges it.
#[test]
fn fields_of_later_releases_are_not_judged() {
    let shoot = edited("../base/shoot.yaml", &[("  region: local", "  region: local\n  controlPlane: {zones: [a]}")]);
    let how = ["check", "--at", AT, "-", "-p", "../base/local.yaml", "--format", "json", "--gardener", "1.149"];
    let answer = run_with_input(&how, &shoot);
    let found: Vec<_> = findings(&answer).into_iter().map(|(rule, path, _)| (rule, path)).collect();
    assert_eq!(found, [("unknown-field".to_owned(), "spec.controlPlane.zones".to_owned())], "{answer}");
}
