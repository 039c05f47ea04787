//! `upkeep`.

use rstest::rstest;

use crate::{AT, fixtures, run};

const PROFILE: &str = "../upkeep/aws.yaml";
const LIST: &str = "../upkeep/published.yaml";
const PUBLISHED: &str = "../upkeep/published-later.yaml";
const STAGES: &str = "../upkeep/stages.yaml";
const LINGERING: &str = "../upkeep/lingering.yaml";
const LINGERING_SHOOTS: &str = "../upkeep/lingering-shoots.yaml";
const WITH_STAGES: &str = "VersionClassificationLifecycle=true";
const SHOOTS: &str = "../upkeep/shoots.yaml";

fn upkeep(arguments: &[&str]) -> crate::Answer {
    run(&[&["upkeep"], arguments, &["--at", AT]].concat())
}

#[rstest]
#[case("image", &["add", PROFILE, "gardenlinux@1592.3.0", "--references", LIST])]
#[case("json", &["add", PROFILE, "gardenlinux@1592.3.0", "--references", LIST, "--format", "json"])]
#[case("kubernetes", &["add", PROFILE, "kubernetes@1.33.8", "-c", "deprecated", "--expires", "2026-12-31"])]
#[case("kubernetes_latest", &["add", PROFILE, "kubernetes@1.35.3", "--expires", "2027-06-30"])]
#[case("like", &["add", PROFILE, "gardenlinux@1592.1.1", "--like", "1592.1.0", "-r", "eu-central-1/amd64=ami-1",
    "-r", "eu-central-1/arm64=ami-2", "-r", "eu-west-1/amd64=ami-3", "-r", "eu-west-1/arm64=ami-4"])]
#[case("gaps", &["add", PROFILE, "gardenlinux@1592.3.0", "-r", "eu-central-1/amd64=ami-1"])]
#[case("partial", &["add", PROFILE, "gardenlinux@1592.3.0", "-r", "eu-central-1/amd64=ami-1", "--partial"])]
#[case("refused_json", &["add", PROFILE, "gardenlinux@1592.3.0", "--format", "json"])]
fn version_is_added(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_add_{name}"), upkeep(arguments));
}

#[rstest]
#[case("image", &["remove", PROFILE, "gardenlinux@1592.1.0", "kubernetes@1.32.9"])]
#[case("in_use", &["remove", PROFILE, "gardenlinux@1592.1.0", "--shoots", SHOOTS])]
#[case("last_supported", &["remove", PROFILE, "gardenlinux@1592.2.0"])]
fn versions_are_removed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_remove_{name}"), upkeep(arguments));
}

#[rstest]
#[case("classify", &["classify", PROFILE, "kubernetes@1.33.7", "-c", "deprecated", "--expires", "2026-12-31"])]
#[case("classify_pattern", &["classify", PROFILE, "gardenlinux@1592.*", "-c", "deprecated"])]
#[case("promote", &["promote", PROFILE, "kubernetes@1.35.2", "--shoots", SHOOTS])]
#[case("expire", &["expire", PROFILE, "kubernetes@1.34.4", "--on", "2026-12-31", "--shoots", SHOOTS])]
#[case("expire_never", &["expire", PROFILE, "kubernetes@1.34.1", "--never"])]
#[case("expire_last", &["expire", PROFILE, "gardenlinux@1592.2.0", "--on", "2026-05-31"])]
fn versions_are_reclassified(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_{name}"), upkeep(arguments));
}

#[rstest]
#[case("classify", &["classify", STAGES, "kubernetes@1.35.2", "-c", "supported"])]
#[case("classify_from", &["classify", STAGES, "kubernetes@1.33.7", "-c", "deprecated", "--from", "2026-08-01"])]
#[case("promote", &["promote", STAGES, "kubernetes@1.34.5"])]
#[case("promote_from", &["promote", STAGES, "kubernetes@1.34.5", "gardenlinux@*", "--from", "2026-07-01"])]
#[case("expire", &["expire", STAGES, "kubernetes@1.35.*", "kubernetes@1.34.*", "--on", "2027-03-31"])]
fn versions_with_stages_are_changed(#[case] name: &str, #[case] arguments: &[&str]) {
    let arguments = [arguments, &["--feature-gates", WITH_STAGES]].concat();
    assert_snapshot!(format!("upkeep_stages_{name}"), upkeep(&arguments));
}

#[rstest]
#[case("unused", &["prune", PROFILE])]
#[case("in_use", &["prune", PROFILE, "--shoots", SHOOTS])]
#[case("lingering", &["prune", LINGERING])]
#[case("lingering_in_use", &["prune", LINGERING, "--shoots", LINGERING_SHOOTS])]
#[case("nothing", &["prune", STAGES, "--feature-gates", WITH_STAGES])]
#[case("json", &["prune", LINGERING, "--shoots", LINGERING_SHOOTS, "--format", "json"])]
fn unneeded_versions_are_pruned(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_prune_{name}"), upkeep(arguments));
}

#[test]
fn pruning_with_unknown_users_is_refused() {
    let answer = upkeep(&["prune", PROFILE, "--shoots", "../children/arboretum-shoot.yaml"]);
    assert_eq!((answer.status, answer.out.as_str()), (3, ""), "{answer}");
    assert!(answer.messages.contains("it is unknown which versions are in use"), "{answer}");
}

/// A NamespacedCloudProfile below another CloudProfile and its Shoots use nothing of this one.
#[test]
fn children_of_other_profiles_do_not_prevent_pruning() {
    let shoots = ["--shoots", SHOOTS, "--shoots", "../children/arboretum-shoot.yaml"];
    let answer = upkeep(&[&["prune", PROFILE][..], &shoots, &["--children", "../children/arboretum.yaml"]].concat());
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("\n-    - version: 1.32.9\n"), "{answer}");
    assert!(answer.messages.contains("`gardenlinux@1592.1.0` is kept: used by 1 Shoot: garden-web/api"), "{answer}");
}

#[rstest]
#[case("version", &["missing", PROFILE, "--references", LIST])]
#[case("references", &["missing", PROFILE, "--references", PUBLISHED])]
#[case("json", &["missing", PROFILE, "--references", PUBLISHED, "--format", "json"])]
#[case("legacy", &["missing", LINGERING, "--references", PUBLISHED])]
fn missing_references_are_listed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_missing_{name}"), upkeep(arguments));
}

#[test]
fn unmapped_versions_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let text = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let without = text.replace("          - {name: eu-west-1, ami: ami-1592-2-w-arm64-uefi}\n", "");
    assert_ne!(text, without);
    std::fs::write(&path, without).unwrap();
    let answer = upkeep(&["missing", path.to_str().unwrap(), "--references", PUBLISHED]);
    let line = "`gardenlinux@1592.2.0` is not mapped for region `eu-west-1`: architecture [arm64], bootMode [uefi]; \
                the list has `ami-1592-2-w-arm64`\n";
    assert!(answer.out.contains(line), "{answer}");
}

#[test]
fn added_version_is_not_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    let list = fixtures().join(LIST);
    let list = ["--references", list.to_str().unwrap()];
    std::fs::copy(fixtures().join(PROFILE), path).unwrap();
    assert_eq!(upkeep(&[&["missing", path][..], &list].concat()).status, 1);
    assert_eq!(upkeep(&[&["add", path, "gardenlinux@1592.3.0", "--in-place"][..], &list].concat()).status, 0);
    let answer = upkeep(&[&["missing", path][..], &list].concat());
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer}");
}

#[rstest]
#[case(&["missing", LINGERING, "--name", "slow", "--references", LIST])]
#[case(&["prune", LINGERING, "--name", "slow"])]
fn a_namespaced_profile_is_edited_by_hand(#[case] arguments: &[&str]) {
    let answer = upkeep(arguments);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(answer.messages.contains("a NamespacedCloudProfile is edited by hand"), "{answer}");
}

#[test]
fn versions_that_bastions_use_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    let text = std::fs::read_to_string(fixtures().join(LINGERING)).unwrap();
    let text = text.replace(
        "machineImage: {name: ubuntu, version: 24.4.20260501}",
        "machineImage: {name: ubuntu, version: 22.4.20240126}",
    );
    std::fs::write(path, &text).unwrap();
    let answer = upkeep(&["prune", path]);
    assert!(answer.messages.contains("`ubuntu@22.4.20240126` is kept: used by bastions (`spec.bastion`)"), "{answer}");
    assert!(!answer.out.contains("-      - {version: 22.4.20240126, image: ubuntu-22.4}"), "{answer}");
    assert!(answer.out.contains("-    - {version: 1.31.13"), "{answer}");
}

#[rstest]
#[case(&["add", PROFILE, "gardenlinux@1592.2.0"], "exists already")]
#[case(&["add", PROFILE, "gardnlinux@1592.2.0"], "did you mean `gardenlinux`?")]
#[case(&["add", PROFILE, "gardenlinux@1592.9.0", "--like", "1592.7.0"], "no version `gardenlinux@1592.7.0`")]
#[case(&["add", PROFILE, "gardenlinux"], "is invalid; write IMAGE@VERSION")]
#[case(&["add", PROFILE, "gardenlinux@1592.9.0", "-r", "ami-1"], "is invalid; write REGION=REFERENCE")]
#[case(&["add", PROFILE, "gardenlinux@1592.3.0", "-r", "eu-west-1=a", "-r", "eu-west-1=b"], "two references are given")]
#[case(&["remove", PROFILE, "kubernetes@1.20.0"], "there is no version `kubernetes@1.20.0`")]
#[case(&["remove", PROFILE, "gardenlinux@1591.*"], "there is no version `gardenlinux@1591.*`")]
#[case(&["classify", PROFILE, "kubernetes@1.32.9", "-c", "supported"], "`kubernetes@1.32.9` has expired; set a later expiration date")]
#[case(&["classify", PROFILE, "kubernetes@1.33.7", "-c", "deprecated", "--from", "2026-07-01"], "has no `lifecycle`, and the feature gate")]
#[case(&["promote", PROFILE, "kubernetes@1.34.1"], "is not a preview: it is deprecated")]
#[case(&["expire", PROFILE, "kubernetes@1.34.1"], "--on")]
#[case(&["remove", "-", "kubernetes@1.20.0", "--in-place"], "cannot be written")]
fn impossible_changes_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = upkeep(arguments);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn list_is_applied_completely_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.yaml");
    std::fs::write(&list, "images:\n- name: gardenlinux\n  version: 1.0.0\n").unwrap();
    let answer = upkeep(&["add", PROFILE, "gardenlinux@1592.3.0", "--references", list.to_str().unwrap()]);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.contains("there is no field `version` here"), "{answer}");
}

#[test]
fn file_is_written_and_removal_restores_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    let text = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    std::fs::write(path, &text).unwrap();
    let list = fixtures().join(LIST);
    let added = upkeep(&["add", path, "gardenlinux@1592.3.0", "--references", list.to_str().unwrap(), "--in-place"]);
    assert_eq!(added.status, 0, "{added}");
    assert!(std::fs::read_to_string(path).unwrap().contains("ami-1592-3-c-amd64-bios"));
    let removed = upkeep(&["remove", path, "gardenlinux@1592.3.0", "--in-place"]);
    assert_eq!(removed.status, 0, "{removed}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

#[test]
fn changes_that_gardener_would_refuse_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    let text = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    std::fs::write(path, &text).unwrap();
    let shoots = fixtures().join(SHOOTS);
    let answer = upkeep(&["remove", path, "gardenlinux@1592.1.0", "--shoots", shoots.to_str().unwrap(), "--in-place"]);
    assert_eq!(answer.status, 5, "{answer}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

const BY_POLICY: &str = "../upkeep/policies.yaml";
const POLICIES: &str = "../upkeep/rootstock.toml";

fn propose(arguments: &[&str]) -> crate::Answer {
    upkeep(&[&["propose"], arguments, &["--config", POLICIES, "--feature-gates", WITH_STAGES]].concat())
}

#[rstest]
#[case("due", &[BY_POLICY])]
#[case("json", &[BY_POLICY, "--format", "json", "--until", "2026-12-31"])]
#[case("markdown", &[BY_POLICY, "--format", "markdown"])]
#[case("calendar", &[BY_POLICY, "--until", "2027-06-01"])]
#[case("shoots", &[PROFILE, "--shoots", SHOOTS, "--format", "markdown", "--until", "2026-12-31"])]
#[case("since", &[PROFILE, "--since", "kubernetes@*=2026-05-01"])]
fn due_changes_are_proposed(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_propose_{name}"), propose(arguments));
}

#[rstest]
#[case("2026-06-06", "2026-06-06 is a Saturday, and no changes are made on that weekday; the next day is 2026-06-08")]
#[case(
    "2026-12-21",
    "2026-12-21 is in the freeze from 2026-12-18 to 2027-01-06: the end of the year; the next day is 2027-01-07"
)]
fn nothing_is_proposed_on_other_days(#[case] at: &str, #[case] message: &str) {
    let answer = run(&["upkeep", "propose", PROFILE, "--config", POLICIES, "--at", at]);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

/// Each day takes time, and planning for centuries is useless.
#[test]
fn calendar_length_is_limited() {
    let answer = propose(&[BY_POLICY, "--until", "9999-12-31"]);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{answer}");
    let message = "--until: 9999-12-31T23:59:59Z is more than 3653 days after 2026-";
    assert!(answer.messages.contains(message), "{answer}");
}

#[test]
fn nothing_is_proposed_after_the_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profile.yaml");
    let path = path.to_str().unwrap();
    std::fs::copy(fixtures().join(BY_POLICY), path).unwrap();
    let config = fixtures().join(POLICIES);
    let arguments =
        ["propose", path, "--config", config.to_str().unwrap(), "--feature-gates", WITH_STAGES, "--in-place"];
    let answer = upkeep(&arguments);
    assert!(answer.status == 0 && answer.out.contains("becomes supported"), "{answer}");
    let answer = upkeep(&arguments);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer}");
    assert!(answer.messages.contains("nothing is due for profile aws"), "{answer}");
}

#[rstest]
#[case("[advice]\n", 2, "there are no policies in")]
#[case("[upkeep]\nweekdays = [\"mon\"]\n", 2, "there is no day `mon`; write monday,")]
#[case("[[upkeep.policy]]\nsupported = 1\n", 2, "a policy needs `of`: `kubernetes`, or the name of a machine image")]
#[case(
    "[[upkeep.policy]]\nof = \"kubernetes\"\nsupported = 0\n",
    2,
    "`supported` must be a whole number of versions from 1 to 1000"
)]
#[case("[[upkeep.policy]]\nof = \"kubernetes\"\ndays = 0\n", 2, "there is no key `days` here")]
#[case(
    "[[upkeep.freeze]]\nfrom = 2026-12-31\nto = 2026-12-01\n",
    2,
    "the freeze ends on 2026-12-01, before it begins on 2026-12-31"
)]
#[case("[[upkeep.freeze]]\nfrom = 2026-12-31\n", 2, "a freeze needs its first day `from` and its last day `to`")]
#[case("[[upkeep.freeze]]\nfrom = \"today\"\nto = 2026-12-31\n", 2, "`from` must be a date of the form 2026-12-31")]
#[case("[upkeep]\nprune-days = -1\n", 2, "`prune-days` must be a whole number of days from 0 to 3653")]
#[case("[upkeep]\npolicy = 1\n", 2, "write each `policy` as a `[[upkeep.policy]]` table")]
fn invalid_policies_are_refused(#[case] text: &str, #[case] status: i32, #[case] message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rootstock.toml");
    std::fs::write(&path, text).unwrap();
    let answer = run(&["upkeep", "propose", PROFILE, "--config", path.to_str().unwrap(), "--at", AT]);
    assert_eq!((answer.status, answer.out.as_str()), (status, ""), "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

const AWS_IMAGES: &str = "../upkeep/import/aws-eu-west-1.json";
const GARDEN_LINUX: &str = "../upkeep/import/garden-linux.yaml";
const OPENSTACK_IMAGES: &str = "../upkeep/import/openstack.json";
const AWS_NAMES: &str = "gardenlinux-aws-gardener_prod-{architecture}-{version}-*";

fn import(arguments: &[&str]) -> crate::Answer {
    run(&[&["upkeep", "import"], arguments, &["--image", "gardenlinux"]].concat())
}

#[rstest]
#[case("aws", &["aws-images", AWS_IMAGES, "--names", AWS_NAMES, "--region", "eu-west-1"])]
#[case("garden_linux", &["garden-linux", GARDEN_LINUX])]
#[case("unusable", &["openstack-images", OPENSTACK_IMAGES, "--names", "gardenlinux-{version}"])]
#[case("partial", &["openstack-images", OPENSTACK_IMAGES, "--names", "gardenlinux-{version}", "--partial"])]
#[case("without_region", &["aws-images", AWS_IMAGES, "--names", AWS_NAMES])]
#[case("without_names", &["openstack-images", OPENSTACK_IMAGES])]
#[case("other_form", &["gcp-images", AWS_IMAGES, "--names", AWS_NAMES])]
#[case("no_pattern", &["gcp-images", AWS_IMAGES, "--names", "{name}"])]
fn references_are_imported(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("upkeep_import_{name}"), import(arguments));
}

#[test]
fn imported_references_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.yaml");
    std::fs::write(&list, import(&["garden-linux", GARDEN_LINUX]).out).unwrap();
    let list = ["--references", list.to_str().unwrap()];
    let answer = upkeep(&[&["add", PROFILE, "gardenlinux@1592.3.0"][..], &list].concat());
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.out.contains("+          - {name: eu-west-1, ami: ami-1592-3-w-arm64}"), "{answer}");
    let answer = upkeep(&[&["missing", PROFILE][..], &list].concat());
    assert_eq!((answer.status, answer.out.as_str()), (1, "`gardenlinux@1592.3.0` is not in the profile\n"), "{answer}");
}

/// One image is for one architecture: no change maps a reference for two. Flavors of one architecture may share one, with a remark.
#[rstest]
#[case::every_flavor(&["add", "../base/openstack.yaml", "gardenlinux@1877.6.0", "-r", "europe=new"], 1, "across-architectures")]
#[case::existing_version(&["map", "../base/openstack.yaml", "gardenlinux@1877.5.0", "-r", "europe=new"], 1, "across-architectures")]
#[case::another_version(
    &["add", "../base/openstack.yaml", "gardenlinux@1877.6.0", "-r", "europe/amd64=1877-amd64-virtualized", "-r", "europe/arm64=new"],
    1, "across-versions"
)]
#[case::two_flavors(
    &["add", "../base/openstack.yaml", "gardenlinux@1877.6.0", "-r", "europe/amd64=new", "-r", "europe/arm64=other"],
    0, "`new` was written for 2 flavors"
)]
fn shared_reference_is_refused_or_noted(#[case] arguments: &[&str], #[case] status: i32, #[case] says: &str) {
    let answer = upkeep(arguments);
    assert!((answer.status == status) && answer.messages.contains(says), "{answer}");
}

/// A source that yields nothing does not pass for one in which nothing is missing.
#[rstest]
#[case::renamed_key("garden-linux", "{version: '1592.3', architecture: amd64, published_image_metadata: {published_ec2_images: []}}", &[])]
#[case::no_images("aws-images", r#"{"Images": []}"#, &["--region", "eu-west-1", "--names", "gl-{version}"])]
#[case::other_names("gcp-images", r#"[{"name": "other-1-2-3", "selfLink": "a/b", "status": "READY"}]"#,
    &["--names", "gl-{major}-{minor}-{patch}"])]
fn empty_source_is_an_error(#[case] form: &str, #[case] input: &str, #[case] more: &[&str]) {
    let arguments = [&["upkeep", "import", form, "-", "--image", "gardenlinux"], more].concat();
    for partial in [&[][..], &["--partial"]] {
        let answer = crate::run_with_input(&[&arguments[..], partial].concat(), input);
        assert!(answer.status == 1 && answer.out.is_empty() && !answer.messages.is_empty(), "{answer}");
    }
}

#[rstest]
#[case::nothing("images: []", 3, "the list has no version of any image")]
#[case::no_version("images: [{name: gardenlinux}]", 3, "the list has no version of any image")]
#[case::other_regions(
    "images: [{name: gardenlinux, versions: [{version: 1592.3.0, references: [{region: mars-1, reference: ami-1}]}]}]",
    3,
    "none of the listed references is for a region of the profile"
)]
fn list_that_says_nothing_is_an_error(#[case] list: &str, #[case] status: i32, #[case] says: &str) {
    let answer = crate::run_with_input(&["upkeep", "missing", PROFILE, "--references", "-", "--at", AT], list);
    assert!(answer.status == status && answer.messages.contains(says), "{answer}");
}

/// A version without an entry gets its first one, in the form of another version, for its own flavors.
#[test]
fn first_entry_of_a_version_is_added() {
    let text = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let (start, newer) = (
        "      - version: 1592.1.0\n        capabilityFlavors:\n        - capabilities: {",
        "      - version: 1592.2.0\n        capabilityFlavors:\n        - capabilities: {",
    );
    let (before, rest) = text.split_once(start).unwrap();
    let (_, after) = rest.split_once(newer).unwrap();
    let after = format!("{newer}{after}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("aws.yaml");
    std::fs::write(&file, format!("{before}{after}")).unwrap();
    let references =
        ["-r", "eu-central-1/amd64=ami-1", "-r", "eu-west-1/amd64=ami-2", "-r", "eu-central-1/arm64=ami-3"];
    let arguments =
        [&["map", file.to_str().unwrap(), "gardenlinux@1592.1.0"][..], &references, &["--in-place"]].concat();
    let answer = upkeep(&arguments);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.to_string().contains("the new one has the form of `1592.2.0`"), "{answer}");
    let written = std::fs::read_to_string(&file).unwrap();
    let added = written.replace(before, "").replace(&after, "");
    assert_eq!(
        added,
        "      - version: 1592.1.0
        capabilityFlavors:
        - capabilities: {architecture: [amd64], bootMode: [uefi]}
          regions:
          - {name: eu-central-1, ami: ami-1}
          - {name: eu-west-1, ami: ami-2}
        - capabilities: {architecture: [arm64], bootMode: [uefi]}
          regions:
          - {name: eu-central-1, ami: ami-3}
"
    );
}

/// An option without effect is named: no earlier patch of the minor is supported.
#[test]
fn expiration_date_without_effect_is_reported() {
    let text = std::fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("aws.yaml");
    std::fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let added = upkeep(&["add", path, "kubernetes@1.36.0", "--in-place"]);
    assert_eq!(added.status, 0, "{added}");
    let answer = upkeep(&["promote", path, "kubernetes@1.36.*", "--expires", "2026-12-31"]);
    assert!(answer.to_string().contains("has no effect: no version becomes deprecated"), "{answer}");
}
