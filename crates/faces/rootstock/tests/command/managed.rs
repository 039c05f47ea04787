//! ManagedCloudProfiles: every command answers and edits as for the CloudProfile in them.

use rstest::rstest;

use crate::{AT, Answer, edited, run_with_input};

/// Returns a ManagedCloudProfile that contains a CloudProfile, two columns further to the right.
fn wrapped(profile: &str) -> String {
    let (head, spec) = profile.split_once("\nspec:\n").unwrap();
    let (before, name) = head.split_once("kind: CloudProfile\n").unwrap();
    let before = before.replace("core.gardener.cloud/v1beta1", "cloudprofilesync.cobaltcore.dev/v1alpha1");
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") };
    let spec: String = spec.lines().map(indented).collect();
    format!("{before}kind: ManagedCloudProfile\n{name}\nspec:\n  cloudProfile:\n{spec}")
}

fn ask(arguments: &[&str], profile: &str) -> Answer {
    let (command, more) = arguments.split_at(1);
    run_with_input(&[command, &["-", "--at", AT], more].concat(), profile)
}

#[rstest]
#[case(&["versions"])]
#[case(&["matrix"])]
#[case(&["matrix", "--format", "csv"])]
#[case(&["availability"])]
#[case(&["images", "-t", "basket"])]
#[case(&["versions", "--semantics", "gardener"])]
fn questions_are_answered_as_for_the_profile(#[case] arguments: &[&str]) {
    let profile = edited("orchard.yaml", &[]);
    let (plain, managed) = (ask(arguments, &profile), ask(arguments, &wrapped(&profile)));
    assert_eq!(plain.to_string(), managed.to_string());
    assert!([0, 1].contains(&managed.status), "{managed}");
}

/// The text around the profile stays, and the profile's text becomes what it becomes on its own.
#[rstest]
#[case(&["upkeep", "expire", "kubernetes@1.33.5", "--on", "2027-06-30"])]
#[case(&["upkeep", "classify", "apple@2.2.0", "-c", "supported"])]
#[case(&["upkeep", "set", "spec.machineTypes[basket].usable=false"])]
#[case(&["upkeep", "remove", "apple@1.9.0"])]
#[case(&["migrate"])]
fn edits_are_made_in_place(#[case] arguments: &[&str]) {
    let profile = edited("orchard.yaml", &[]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    let edit = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let (action, more) = arguments.split_at(if arguments[0] == "upkeep" { 2 } else { 1 });
        let all = [action, &[file.to_str().unwrap()], more, &["--in-place", "--at", AT]].concat();
        (crate::run(&all), std::fs::read_to_string(&file).unwrap())
    };
    let (plain, expected) = edit(&profile);
    let (managed, text) = edit(&wrapped(&profile));
    assert_eq!(managed.status, plain.status, "{managed}\n{plain}");
    assert_ne!(expected, profile, "{plain}");
    assert_eq!(text, wrapped(&expected));
}

#[test]
fn findings_are_fixed_in_place() {
    let profile = edited("local-clean.yaml", &[("memory: 8Gi", "memory: 8Gi\n    usabel: true")]);
    let fix = ["check", "--fix", "--unsafe-fixes"];
    let (plain, managed) = (ask(&fix, &profile), ask(&fix, &wrapped(&profile)));
    assert_ne!(plain.out, profile);
    assert_eq!(managed.out, wrapped(&plain.out), "{managed}");
    assert!(!managed.messages.contains("cloudProfile.cloudProfile"), "{managed}");
}

#[test]
fn managed_profiles_are_compared() {
    let profile = edited("orchard.yaml", &[]);
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.yaml");
    std::fs::write(&old, wrapped(&profile)).unwrap();
    let new = wrapped(&profile.replace("registry.example/pear:1.4.1", "registry.example/pear:1.4.1-b"));
    let answer = run_with_input(&["diff", old.to_str().unwrap(), "-", "--at", AT], &new);
    assert!(answer.status == 1 && answer.out.contains("pear:1.4.1-b"), "{answer}");
}

/// A Shoot is checked against the profile, unless a controller fills in versions of images.
#[test]
fn shoots_refer_to_managed_profiles() {
    let profile = wrapped(&edited("local-clean.yaml", &[]));
    let shoot = "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: a, namespace: garden-a}\nspec:\n  \
                 cloudProfile: {name: workshop}\n  region: nowhere\n";
    let answer = run_with_input(&["check", "-", "--at", AT], &format!("{profile}{shoot}"));
    assert!(!answer.out.contains("shoot-without-profile") && answer.out.contains("spec.region"), "{answer}");
    let filled = format!("{profile}  machineImageUpdates: [{{imageName: gardenlinux}}]\n{shoot}");
    assert!(run_with_input(&["check", "-", "--at", AT], &filled).out.contains("shoot-without-profile"));
}

const OLD_IMAGE: &str = "    - version: 2.0.0
      classification: deprecated
      expirationDate: \"2097-01-01T00:00:00Z\"
      capabilityFlavors:
      - {architecture: [amd64], hostType: [virtual]}
";

const SHOOT: &str = "---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: a, namespace: garden-a}
spec:
  cloudProfile: {name: workshop}
  region: local
  kubernetes: {version: 1.33.5}
  provider: {type: local, workers: [{name: w, machine: {type: lathe, image: {name: bench, version: 2.0.0}}}]}
";

/// Returns a ManagedCloudProfile without these texts, with versions of an image that a controller fills in.
fn filled_in(without: &[&str], image: &str) -> String {
    let changes: Vec<_> = without.iter().map(|text| (*text, "")).collect();
    format!("{}  machineImageUpdates: [{{imageName: {image}}}]\n", wrapped(&edited("local-clean.yaml", &changes)))
}

/// Returns a ManagedCloudProfile without any images of its own.
fn without_images() -> String {
    let profile = edited("local-clean.yaml", &[]);
    let (head, images) = profile.split_once("  machineImages:\n").unwrap();
    let (_, types) = images.split_once("  machineTypes:\n").unwrap();
    let (types, _) = types.split_once("  providerConfig:\n").unwrap();
    wrapped(&format!("{head}  machineTypes:\n{types}")) + "  machineImageUpdates: [{imageName: bench}]\n"
}

/// An update is judged, except that a controller may fill in the versions that it lacks.
#[rstest]
#[case::may_be_filled_in(filled_in(&[OLD_IMAGE], "bench"), "")]
#[case::all_may_be_filled_in(without_images(), "")]
#[case::another_image_is_filled_in(filled_in(&[OLD_IMAGE], "chair"), "machine-image-in-use")]
#[case::kubernetes(
    filled_in(&["    - version: 1.33.5\n      classification: deprecated\n      expirationDate: \"2090-06-30T23:59:59Z\"\n"], "bench"),
    "kubernetes-version-in-use"
)]
fn updates_of_completed_profiles_are_judged(
    #[case] new: String,
    #[case] expected: &str,
    #[values(filled_in(&[], "bench"), wrapped(&edited("local-clean.yaml", &[])))] old: String,
) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.yaml");
    std::fs::write(&file, old + SHOOT).unwrap();
    let answer = run_with_input(&["check", "-", "--against", file.to_str().unwrap(), "--at", AT], &new);
    assert!(!answer.messages.contains("there is no old"), "{answer}");
    let [new, shoot] = [("new.yaml", new.as_str()), ("shoot.yaml", SHOOT)].map(|(name, text)| {
        let file = folder.path().join(name);
        std::fs::write(&file, text.trim_start_matches("---\n")).unwrap();
        file.to_str().unwrap().to_owned()
    });
    let diff = crate::run(&["diff", file.to_str().unwrap(), &new, &shoot, "--at", AT]);
    assert_eq!(diff.out.contains("Removed while in use"), !expected.is_empty(), "{diff}");
    assert!(!diff.out.contains("no machine can be created"), "{diff}");
    assert!(
        if expected.is_empty() { !answer.out.contains("in-use") } else { answer.out.contains(expected) },
        "{answer}"
    );
}

#[rstest]
#[case(&["plan"])]
#[case(&["default"])]
#[case(&["usage"])]
#[case(&["check"])]
fn completed_profiles_are_named_as_such(#[case] command: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    std::fs::write(&file, filled_in(&[], "bench")).unwrap();
    let profile = ["-p", file.to_str().unwrap(), "--at", AT];
    let answer = run_with_input(&[command, &["-"], &profile].concat(), SHOOT.trim_start_matches("---\n"));
    assert_eq!(answer.status, 3, "{answer}");
    let reason =
        "CloudProfile `workshop` is in a ManagedCloudProfile with `machineImageUpdates`: a controller completes it";
    assert!(answer.messages.contains(reason), "{answer}");
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: b, namespace: garden-a}\n\
                 spec: {parent: {kind: CloudProfile, name: workshop}}\n";
    let answer = run_with_input(&[&["render", "-"], &profile[..]].concat(), child);
    assert!(answer.status == 3 && answer.messages.contains(reason), "{answer}");
}

#[test]
fn completed_profiles_have_no_errors_when_stored() {
    let answer = ask(&["canonicalize"], &without_images());
    assert!(answer.status == 0 && !answer.messages.contains("error"), "{answer}");
}

/// The parent is given, but a controller completes it: the message says so instead of "not known".
#[test]
fn child_of_a_completed_profile_is_not_compared_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: mine, namespace: garden-a}\n\
                 spec:\n  parent: {kind: CloudProfile, name: workshop}\n";
    let files = [file("child.yaml", child), file("managed.yaml", &filled_in(&[], "bench"))];
    let answer = crate::run(&["check", &files[0], &files[1], "--at", AT, "--format", "concise"]);
    assert!(answer.status == 1 && answer.out.contains("a controller completes it"), "{answer}");
    assert!(!answer.out.contains("is not known"), "{answer}");
}
