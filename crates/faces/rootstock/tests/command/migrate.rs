//! `migrate`.

use rstest::rstest;

use crate::{AT, edited, fixtures, run, run_with_input};

const SUFFIXES: [&str; 8] = [
    "--suffix",
    "baremetal=hypervisor:baremetal",
    "--suffix",
    "=hypervisor:virtual",
    "--machine-type",
    "metal-*=hypervisor:baremetal",
    "--machine-type",
    "small=hypervisor:virtual",
];

fn migrate(arguments: &[&str]) -> crate::Answer {
    run(&[&["migrate"], arguments, &["--at", AT]].concat())
}

#[rstest]
#[case("text", &[])]
#[case("diff", &["--diff"])]
#[case("json", &["--format", "json"])]
#[case("rollback", &["--rollback"])]
fn a_legacy_profile(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("migrate_{name}"), migrate(&[&["openstack-legacy.yaml"], arguments].concat()));
}

#[rstest]
#[case("text", &["--diff"])]
#[case("json", &["--format", "json"])]
fn versions_with_a_suffix(#[case] name: &str, #[case] arguments: &[&str]) {
    let all = [&["../migration/suffixes.yaml"], &SUFFIXES[..], &["--accept-differences"], arguments].concat();
    assert_snapshot!(format!("migrate_suffix_{name}"), migrate(&all));
}

#[test]
fn a_migrated_profile_is_clean_and_needs_no_migration() {
    let once = migrate(&["openstack-legacy.yaml"]);
    let check = run_with_input(&["check", "-", "--at", AT], &once.out);
    assert!(!check.out.contains("error["), "{check}");
    let twice = run_with_input(&["migrate", "-", "--at", AT], &once.out);
    assert_eq!(twice.out, once.out);
    assert!(twice.messages.contains("there is nothing to do"), "{twice}");
}

/// Expressing the same in the other format does not change behaviour.
#[rstest]
fn comparison_with_the_migrated_profile_finds_nothing(
    #[values("aws.yaml", "azure.yaml", "gcp.json", "local.yaml", "openstack.yaml", "suffixes.yaml")] name: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (fixtures().join("../migration").join(name), folder.path().join(name));
    let migrated = migrate(&[before.to_str().unwrap()]);
    assert_eq!(migrated.status, 0, "{migrated}");
    std::fs::write(&after, &migrated.out).unwrap();
    let compared = run(&["diff", "--at", AT, before.to_str().unwrap(), after.to_str().unwrap()]);
    assert_eq!(compared.status, 0, "{compared}");
}

#[test]
fn file_is_written_only_if_the_proof_holds() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("profile.yaml");
    let text = std::fs::read_to_string(fixtures().join("openstack-legacy.yaml")).unwrap();
    std::fs::write(&path, &text).unwrap();
    let answer = migrate(&[path.to_str().unwrap(), "--in-place"]);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), migrate(&["openstack-legacy.yaml"]).out);

    let capabilities = std::fs::read_to_string(fixtures().join("openstack-capabilities.yaml")).unwrap();
    std::fs::write(&path, &capabilities).unwrap();
    let refused = migrate(&[path.to_str().unwrap(), "--in-place", "--rollback"]);
    assert_eq!(refused.status, 1, "{refused}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), capabilities);
}

#[rstest]
#[case("lossy_text", &[])]
#[case("lossy_json", &["--format", "json"])]
fn lost_settings_are_named(#[case] name: &str, #[case] arguments: &[&str]) {
    let answer = migrate(&[&["openstack-capabilities.yaml", "--rollback"], arguments].concat());
    assert_snapshot!(format!("migrate_{name}"), answer);
}

#[test]
fn new_error_is_named() {
    let surplus = "      - version: 4230.2.3\n        image";
    let text = edited(
        "openstack-legacy.yaml",
        &[(
            surplus,
            "      - version: 1.0.0\n        regions: [{name: north, id: x}]\n      - version: 4230.2.3\n        image",
        )],
    );
    let answer = run_with_input(&["migrate", "-", "--at", AT], &text);
    assert_eq!((answer.status, answer.out.as_str()), (1, ""), "{answer}");
    assert!(answer.messages.contains("the result would have errors that the profile does not have"), "{answer}");
    assert!(answer.messages.contains("maps version `1.0.0`"), "{answer}");
}

#[rstest]
#[case(&["openstack-legacy.yaml", "--image", "suse"], 2, "there is no machine image `suse`")]
#[case(&["openstack-legacy.yaml", "--suffix", "gen2"], 2, "write SUFFIX=CAPABILITY:VALUE")]
#[case(&["openstack-legacy.yaml", "--machine-type", "pear.small=a:b"], 2, "the capability is not registered")]
#[case(&["openstack-legacy.yaml", "--rollback", "--image", "flatcar"], 2, "cannot be used with")]
#[case(&["-", "--in-place"], 2, "standard input (-) cannot be written")]
#[case(&["mixed.yaml"], 3, "cannot read mixed.yaml")]
#[case(&["no-such.yaml"], 3, "there is no such file")]
fn impossible_migrations_are_refused(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let answer = migrate(arguments);
    assert_eq!(answer.status, status, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
    assert_eq!(answer.out, "");
}

/// One forgotten machine type, and metal images would be booted on virtual machines: nothing is written.
#[test]
fn image_differences_require_acceptance() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("profile.yaml");
    let text = std::fs::read_to_string(fixtures().join("../migration/suffixes.yaml")).unwrap();
    std::fs::write(&path, &text).unwrap();
    let suffixes = &SUFFIXES[..6];
    let forgotten = [&[path.to_str().unwrap(), "--in-place"], suffixes].concat();
    let refused = migrate(&forgotten);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{refused}");
    assert!(refused.messages.contains("accept the differences with --accept-differences"), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let accepted = migrate(&[&forgotten[..], &["--accept-differences"]].concat());
    assert_eq!(accepted.status, 0, "{accepted}");
    assert_ne!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_namespaced_profile_follows_its_parent() {
    let answer = run(&["migrate", "../children/custom-image.yaml", "--name", "ours", "--at", AT]);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(answer.messages.contains("Gardener converts it to the format of its parent"), "{answer}");
}

/// Machine type settings in the provider section become capabilities, and are not read any more.
#[test]
fn migrated_settings_are_removed() {
    let migrated = run(&["migrate", "azure-networking.yaml", "--at", AT]);
    assert_eq!(migrated.status, 0, "{migrated}");
    assert!(!migrated.out.contains("acceleratedNetworking"), "{migrated}");
    let checked = run_with_input(&["check", "-", "--at", AT], &migrated.out);
    assert!(!checked.out.contains("azure-machine-type-ignored"), "{checked}");
    // The extension reads the capability that the migration registers.
    assert!(migrated.out.contains("name: azure-networking"), "{migrated}");
    assert!(!checked.out.contains("capability-without-effect"), "{checked}");
}

/// A profile with suffixed versions leads to the option that makes flavors of them.
#[test]
fn check_names_the_option_for_suffixes() {
    let text = edited("../base/local-legacy.yaml", &[("version: 1.0.0", "version: 1.0.0-metal")]);
    let checked = run_with_input(&["check", "-", "--at", AT], &text);
    assert!(checked.out.contains("`rootstock migrate --suffix` makes flavors of such versions"), "{checked}");
}

/// With the gate on, versions with a suffix become flavors that workers can require (GEP-54), without registered capabilities.
#[test]
fn twins_for_secure_boot_become_flavors() {
    const GATE: [&str; 2] = ["--feature-gates", "WorkerCapabilities=true"];
    let meaning = ["--suffix", "secure=gardener-bootType:secure", "--suffix", "=gardener-bootType:standard"];
    let ask = |gates: &[&str]| {
        run(&[&["migrate", "secure-twins.yaml", "--at", AT, "--accept-differences"], &meaning[..], gates].concat())
    };
    let migrated = ask(&GATE);
    assert_eq!(migrated.status, 0, "{migrated}");
    assert_snapshot!(migrated);
    let checked = run_with_input(&[&["check", "-", "--at", AT], &GATE[..]].concat(), &migrated.out);
    assert!(checked.out.contains("clean"), "{checked}");
    let select = ["select", "-", "-t", "n1", "-i", "gardenlinux", "--secure-boot", "--at", AT];
    let selected = run_with_input(&[&select, &GATE[..]].concat(), &migrated.out);
    assert!(selected.out.contains("image: projects/p/global/images/secure"), "{selected}");
    assert!(ask(&[]).messages.contains("reserved for Gardener"));
}

/// With the gate on, a built-in capability is given to machine types without being registered.
#[rstest]
#[case::value(&["-t", "medium=gardener-gpuSupport:none,nvidia"], 0, "gardener-gpuSupport: [none, nvidia]")]
#[case::unknown_value(&["-t", "medium=gardener-gpuSupport:nvida"], 2, "`none`, `nvidia`, `amd`")]
#[case::registration(&["--capability", "gardener-bootType=standard,secure"], 2, "needs no registration")]
fn built_in_capability_needs_no_registration(#[case] options: &[&str], #[case] status: i32, #[case] expected: &str) {
    let gate = ["--feature-gates", "WorkerCapabilities=true", "--at", AT];
    let answer = run(&[&["migrate", "../base/local-legacy.yaml"], options, &gate].concat());
    assert_eq!(answer.status, status, "{}", answer.messages);
    assert!(format!("{}{}", answer.out, answer.messages).contains(expected), "{}{}", answer.out, answer.messages);
}

/// A pattern means all suffixes that it matches, so that builds need no option each.
#[test]
fn suffixes_are_given_as_patterns() {
    let text = std::fs::read_to_string(fixtures().join("../migration/suffixes.yaml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    std::fs::write(&file, &text).unwrap();
    let exact = [&[file.to_str().unwrap()][..], &SUFFIXES, &["--accept-differences"]].concat();
    let patterns: Vec<String> = exact.iter().map(|one| one.replace("baremetal=", "bare*=")).collect();
    assert_ne!(exact, patterns);
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    assert_eq!(migrate(&patterns).to_string(), migrate(&exact).to_string());
    let unknown = migrate(&[file.to_str().unwrap(), "--suffix", "x*=hypervisor:baremetal"]);
    assert!(
        unknown.status == 2 && unknown.messages.contains("no version of the profile has the suffix `-x*`"),
        "{unknown}"
    );
}

/// The release of the extension finds no image in legacy entries of a profile with capabilities, so that nothing is lost when it does.
#[test]
fn image_that_the_new_format_makes_readable_can_be_accepted() {
    let arguments = ["../migration/aws-legacy-entries.yaml", "--extension", "aws=1.66"];
    let refused = migrate(&arguments);
    assert_eq!(refused.status, 1, "{refused}");
    assert!(refused.messages.ends_with("accept the differences with --accept-differences\n"), "{refused}");
    let accepted = migrate(&[&arguments[..], &["--accept-differences"]].concat());
    assert_eq!(accepted.status, 0, "{accepted}");
    assert!(accepted.messages.contains("2 selections differ, found from now on"), "{accepted}");
}
