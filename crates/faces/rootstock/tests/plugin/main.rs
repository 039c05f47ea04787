//! All commands that take files, with a live garden instead.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

mod api_server;

use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;

use crate::api_server::ApiServer;

const AT: &str = "2026-06-01";

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures")
}

/// Starts a garden with two CloudProfiles, a child of one of them, and six Shoots.
fn garden() -> ApiServer {
    let manifests =
        ["profiles/orchard.yaml", "profiles/nursery.yaml", "profiles/nursery-children.yaml", "shoots/fleet.yaml"];
    let manifests = manifests.map(|name| fixtures().join(name));
    ApiServer::start(&manifests.each_ref().map(PathBuf::as_path))
}

struct Answer {
    status: i32,
    out: String,
    messages: String,
}

fn run(arguments: &[&str], kubeconfig: &Path) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-rootstock"))
        .args(arguments)
        .current_dir(fixtures())
        .env("KUBECONFIG", kubeconfig)
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Answer { status: output.status.code().unwrap(), out: text(output.stdout), messages: text(output.stderr) }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}----- standard error -----\n{}----- exit status {} -----", self.out, self.messages, self.status)
    }
}

/// Answers about a garden equal those about its manifests.
#[rstest]
#[case(&["plan"], &["shoots/fleet.yaml"])]
#[case(&["usage"], &["shoots/fleet.yaml"])]
#[case(&["plan", "--format", "csv"], &["shoots/fleet.yaml"])]
fn fleet_in_garden_and_files_give_the_same_answer(#[case] command: &[&str], #[case] files: &[&str]) {
    let server = garden();
    let at = ["--at", AT];
    let live = run(&[command, &["--cluster"], &at].concat(), &server.kubeconfig());
    let profiles =
        ["--profile", "profiles/orchard.yaml", "-p", "profiles/nursery.yaml", "-p", "profiles/nursery-children.yaml"];
    let written = run(&[command, files, &profiles, &at].concat(), &server.kubeconfig());
    assert_eq!((live.status, live.out), (written.status, written.out));
}

#[test]
fn profiles_are_requested_by_name() {
    let server = garden();
    let named = run(&["matrix", "--cluster", "--name", "orchard"], &server.kubeconfig());
    let file = run(&["matrix", "profiles/orchard.yaml"], &server.kubeconfig());
    assert_eq!((named.status, &named.out), (0, &file.out), "{named}");
    let child = run(&["versions", "--cluster", "--name", "garden-dev/longer-lives", "--at", AT], &server.kubeconfig());
    assert!(child.status == 0 && child.out.contains("longer-lives"), "{child}");
    let single = run(&["canonicalize", "cluster:cloudprofile/orchard", "--cluster"], &server.kubeconfig());
    assert!(single.status == 0 && single.out.contains("name: orchard"), "{single}");
    let unnamed = run(&["matrix", "--cluster"], &server.kubeconfig());
    assert!(unnamed.status == 2 && unnamed.messages.contains("choose one with --name: `orchard`,"), "{unnamed}");
}

/// A file to apply is compared with the existing object.
#[test]
fn files_are_compared_with_the_garden() {
    let server = garden();
    let text = std::fs::read_to_string(fixtures().join("profiles/orchard.yaml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.yaml");
    std::fs::write(&path, text.replace("version: 1.34.1", "version: 1.34.7")).unwrap();
    let path = path.to_str().unwrap();
    let diff = run(&["diff", path, "--cluster", "--at", AT], &server.kubeconfig());
    assert_eq!(diff.status, 5, "{diff}");
    for line in ["the garden cluster -> ", "6 shoots compared", "1 Shoot: garden-dev/calm"] {
        assert!(diff.out.to_lowercase().contains(&line.to_lowercase()), "{diff}");
    }
    let check = run(&["check", path, "--cluster", "--at", AT], &server.kubeconfig());
    let message = "Kubernetes version `1.34.1` cannot be removed: Shoot `garden-dev/calm` uses it";
    assert!(check.status == 1 && check.out.contains(message), "{check}");
    let created = run(&["check", path, "--cluster", "--create", "--at", AT], &server.kubeconfig());
    assert!(!created.out.contains(message), "{created}");
}

#[test]
fn shoot_is_compared_with_the_garden() {
    let server = garden();
    let text = std::fs::read_to_string(fixtures().join("shoots/fleet.yaml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.yaml");
    let same = run(&["rolls", "shoots/fleet.yaml", "--cluster", "--at", AT], &server.kubeconfig());
    assert_eq!((same.status, same.out.contains("nothing changes for the nodes of 6 Shoots")), (0, true), "{same}");
    std::fs::write(&path, text.replace("version: 2.1.0", "version: 2.2.0")).unwrap();
    let other = run(&["rolls", path.to_str().unwrap(), "--cluster", "--at", AT], &server.kubeconfig());
    assert!(other.out.contains("2.1.0 becomes 2.2.0"), "{other}");
}

/// The Shoots of a garden name the release that it runs, whatever the question is about.
#[rstest]
#[case::checked_file(&["check", "profiles/orchard.yaml"], "the release of Gardener is v1.149.0, as in `status.gardener.version` of Shoot `garden-dev/eager`")]
#[case::other_releases(&["check", "profiles/orchard.yaml"], "names other releases, too: v1.147 (Shoot `garden-dev/calm`)")]
#[case::matrix(&["matrix", "cluster:cloudprofile/orchard"], "the release of Gardener is v1.147.2")]
#[case::images(&["images", "cluster:cloudprofile/orchard", "--machine-type", "ladder"], "the release of Gardener is v1.147.2")]
#[case::versions(&["versions", "--name", "orchard"], "the release of Gardener is v1.147.2")]
#[case::canonical_form(&["canonicalize", "cluster:cloudprofile/orchard"], "the release of Gardener is v1.147.2")]
#[case::upgrade_of_a_file(&["upgrade-check", "profiles/orchard.yaml", "--to", "1.148"], "Gardener v1.147.2 runs: it is the oldest release")]
#[case::upgrade_of_an_object(&["upgrade-check", "cluster:cloudprofile/orchard", "--to", "1.148"], "Gardener v1.147.2 runs: it is the oldest release")]
#[case::upgrade_of_all(&["upgrade-check", "--to", "1.148"], "Gardener v1.147.2 runs: it is the oldest release")]
fn shoots_of_the_garden_name_the_release(#[case] arguments: &[&str], #[case] expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let fleet = std::fs::read_to_string(fixtures().join("shoots/fleet.yaml")).unwrap();
    let mut fleet: serde_json::Value = serde_yaml::from_str(&fleet).unwrap();
    for (place, release) in [(0, "v1.147.2"), (1, "v1.149.0")] {
        fleet["items"][place]["status"] = serde_json::json!({"gardener": {"version": release}});
    }
    let shoots = folder.path().join("shoots.yaml");
    std::fs::write(&shoots, fleet.to_string()).unwrap();
    let server = ApiServer::start(&[&fixtures().join("profiles/orchard.yaml"), &shoots]);
    let answer = run(&[arguments, &["--cluster", "--at", AT]].concat(), &server.kubeconfig());
    assert!(format!("{}{}", answer.out, answer.messages).contains(expected), "{answer}");
    let set = run(&[arguments, &["--cluster", "--at", AT, "--gardener", "1.147"]].concat(), &server.kubeconfig());
    assert!(!set.messages.contains("status.gardener.version"), "{set}");
}

/// Excerpts have the line numbers of `kubectl get -o yaml`.
#[test]
fn everything_in_a_garden_is_checked() {
    let server = garden();
    insta::assert_snapshot!(run(&["check", "--cluster", "--at", AT], &server.kubeconfig()));
}

#[rstest]
#[case::fix(&["check", "--cluster", "--fix"], 2, "objects in the garden cluster cannot be changed directly; omit --fix")]
#[case::in_place(
    &["migrate", "cluster:cloudprofile/orchard", "--cluster", "--in-place"], 2,
    "objects in the garden cluster cannot be changed directly; omit --in-place"
)]
#[case::member(
    &["plan", "--cluster", "--context", "member"], 3,
    "is forbidden: user \"member\" cannot list them all; with --namespace, only one namespace is read"
)]
#[case::unknown_users(
    &["check", "profiles/orchard.yaml", "--cluster", "--context", "member", "--at", AT], 3,
    "shoots.core.gardener.cloud is forbidden"
)]
#[case::context(&["plan", "--cluster", "--context", "missing"], 3, "failed to load current context: missing")]
#[case::namespace(&["plan", "--cluster", "-n", "a/b"], 2, "a namespace consists of lowercase letters")]
#[case::kubeconfig(&["plan", "--cluster", "--kubeconfig", "nowhere"], 3, "cannot read the garden cluster: nowhere: ")]
#[case::name(&["matrix", "--cluster", "--name", "orchad"], 2, "did you mean `orchard`?")]
#[case::object(&["matrix", "cluster:cloudprofile/orchad", "--cluster"], 3, "cannot read cluster:cloudprofile/orchad: the garden has no such object")]
#[case::kind(&["matrix", "cluster:seed/orchard", "--cluster"], 3, "cannot read cluster:seed/orchard: it names nothing in a garden: write `cluster:KIND/NAME`")]
#[case::alone(&["plan", "-n", "garden-dev", "shoots/fleet.yaml"], 2, "--cluster")]
#[case::no_files(&["plan"], 2, "tip: '--cluster' reads them from the garden of the current context")]
#[case::cannot_read(&["upkeep", "add"], 2, "were not provided")]
#[case::usage(&["migrate"], 2, "Usage: kubectl rootstock migrate")]
fn errors_are_reported(#[case] arguments: &[&str], #[case] status: i32, #[case] message: &str) {
    let server = garden();
    let answer = run(arguments, &server.kubeconfig());
    assert_eq!(answer.status, status, "{answer}");
    assert!(format!("{}{}", answer.out, answer.messages).replace("\n  ", " ").contains(message), "{answer}");
}

#[test]
fn members_read_their_namespace() {
    let server = garden();
    let answer =
        run(&["usage", "--cluster", "--context", "member", "-n", "garden-dev", "--at", AT], &server.kubeconfig());
    assert!(
        answer.status == 0 && answer.out.contains("garden-dev/calm") && !answer.out.contains("garden-prod"),
        "{answer}"
    );
}

#[test]
fn namespace_of_the_context_is_read() {
    let server = garden();
    let answer = run(&["usage", "--cluster", "--context", "project", "--at", AT], &server.kubeconfig());
    assert!(
        answer.status == 0 && answer.out.contains("garden-dev/calm") && !answer.out.contains("garden-prod"),
        "{answer}"
    );
    assert!(answer.messages.contains("only namespace `garden-dev` of the context is read"), "{answer}");
    let all = run(
        &["usage", "--cluster", "--context", "project", "-A", "--as", "operator", "--at", AT],
        &server.kubeconfig(),
    );
    assert!(all.status == 0 && all.out.contains("garden-prod") && !all.messages.contains("only namespace"), "{all}");
}

#[test]
fn rights_are_those_of_the_impersonated_user() {
    let server = garden();
    let answer = run(&["plan", "--cluster", "--as", "member", "--as-group", "viewers"], &server.kubeconfig());
    assert!(answer.status == 3 && format!("{answer}").contains("user \"member\" cannot list them all"), "{answer}");
}

/// A Shoot of the garden is checked by its profile there.
#[test]
fn single_shoot_is_checked_by_its_profile() {
    let server = garden();
    let answer = run(&["check", "cluster:shoot/garden-dev/calm", "--cluster", "--at", AT], &server.kubeconfig());
    assert!(!answer.out.contains("shoot-without-profile"), "{answer}");
    assert!(answer.out.contains("1 Shoot checked"), "{answer}");
}

/// Reads a kubeconfig with a server at this address, and this user.
fn run_with(server: &str, user: &str) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kubeconfig");
    let text = format!(
        r#"{{"apiVersion": "v1", "kind": "Config", "current-context": "a",
        "clusters": [{{"name": "a", "cluster": {{"server": "{server}"}}}}], "users": [{{"name": "a", "user": {user}}}],
        "contexts": [{{"name": "a", "context": {{"cluster": "a", "user": "a"}}}}]}}"#
    );
    std::fs::write(&file, text).unwrap();
    run(&["usage", "--cluster"], &file)
}

#[test]
fn an_unreachable_server_is_asked_once() {
    // Nothing listens on this port.
    let answer = run_with("http://127.0.0.1:1", "{}");
    assert_eq!(answer.status, 3, "{answer}");
    let said = answer.messages.replace("\n  ", " ");
    let expected =
        "cannot read the garden cluster: the API server at http://127.0.0.1:1/ cannot be reached: Connection refused";
    assert!(said.contains(expected) && said.matches("refused").count() == 1 && answer.out.is_empty(), "{answer}");
}

#[rstest]
#[case::missing(
    r#"{"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "rootstock-no-such-login",
        "interactiveMode": "Never", "installHint": "install it with `brew install login`"}}"#,
    "the program `rootstock-no-such-login`, which the kubeconfig names for credentials, cannot be started: \
     No such file or directory (os error 2): install it with `brew install login`"
)]
#[case::failing(
    r#"{"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "sh", "interactiveMode": "Never",
        "args": ["-c", "echo the session has expired >&2; exit 1"]}}"#,
    "the program `sh`, which the kubeconfig names for credentials, failed (exit status: 1): the session has expired"
)]
fn failing_credential_programs_are_named(#[case] user: &str, #[case] expected: &str) {
    let answer = run_with("http://127.0.0.1:1", user);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.messages.replace("\n  ", " ").contains(expected), "{answer}");
}
