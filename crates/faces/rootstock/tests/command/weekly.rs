//! The weekly jobs of docs/ci.md, run as they are written there against a repository with three landscapes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::edited;

const POLICY: &str = "[[upkeep.policy]]\nof = \"kubernetes\"\nsupported = 1\n";

/// Returns the job of docs/ci.md whose text has a marker.
fn job(marker: &str) -> serde_yaml::Value {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/ci.md")).unwrap();
    let blocks = page.split("```yaml\n").skip(1).map(|rest| rest.split("\n```").next().unwrap());
    let block = blocks.filter(|block| block.contains("upkeep propose")).find(|block| block.contains(marker)).unwrap();
    serde_yaml::from_str(block).unwrap()
}

/// A repository with three landscapes, and its origin.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        repository.git(&["init", "-q", "--bare", "../origin"], "work");
        let work = repository.path("work");
        repository.git(&["-C", "../origin", "config", "receive.advertisePushOptions", "true"], "work");
        repository.git(&["init", "-q", "-b", "main"], "work");
        for (landscape, due) in [("dev", true), ("live", true), ("test", false)] {
            let folder = work.join("landscapes").join(landscape);
            fs::create_dir_all(folder.join("profiles")).unwrap();
            let profile = edited("orchard.yaml", &[]);
            fs::write(folder.join("profiles/orchard.yaml"), &profile).unwrap();
            let other = edited("local-clean.yaml", &[]);
            fs::write(folder.join("profiles/workshop.yaml"), &other).unwrap();
            let policy = if due { POLICY } else { "[upkeep]\nprune-days = 3000\n" };
            fs::write(folder.join("rootstock.toml"), policy).unwrap();
            let shoots = crate::fixtures().join("../shoots/fleet.yaml");
            fs::copy(shoots, folder.join("shoots.yaml")).unwrap();
        }
        for arguments in [
            &["config", "user.name", "a"][..],
            &["config", "user.email", "a@example.com"],
            &["remote", "add", "origin", "../origin"],
            &["add", "."],
            &["commit", "-q", "-m", "Landscapes"],
        ] {
            repository.git(arguments, "work");
        }
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn git(&self, arguments: &[&str], folder: &str) -> String {
        let output = Command::new("git").args(arguments).current_dir(self.path(folder)).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a script as a job does. A program `gh` takes the place of GitHub's, and appends its arguments to a file.
    fn run(&self, script: &str) -> String {
        let programs = self.path("programs");
        let gh = programs.join("gh");
        fs::write(&gh, format!("#!/bin/sh\necho \"$@\" >> {}/requests\n", self.0.path().display())).unwrap();
        fs::set_permissions(&gh, fs::Permissions::from_mode(0o755)).unwrap();
        let rootstock = Path::new(env!("CARGO_BIN_EXE_rootstock")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("bash")
            .args(["-e", "-c", script])
            .current_dir(self.path("work"))
            .env("PATH", format!("{}:{}:{path}", programs.display(), rootstock.display()))
            .env("GITHUB_STEP_SUMMARY", self.0.path().join("summary"))
            .env("CI_DEFAULT_BRANCH", "main")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    /// Returns the branches of the origin with the number of changed files in each.
    fn branches(&self) -> Vec<String> {
        let list = self.git(&["for-each-ref", "--format=%(refname:short)", "refs/heads/upkeep"], "origin");
        list.lines()
            .map(|branch| {
                let changed = self.git(&["diff", "--name-only", "main", &format!("origin/{branch}")], "work");
                format!("{branch}: {}", changed.trim().replace('\n', ", "))
            })
            .collect()
    }
}

const EXPECTED: [&str; 2] = [
    "upkeep/dev/orchard: landscapes/dev/profiles/orchard.yaml",
    "upkeep/live/orchard: landscapes/live/profiles/orchard.yaml",
];

#[test]
fn job_for_github_proposes_a_change_for_each_profile() {
    let repository = Repository::new();
    let job = job("GITHUB_STEP_SUMMARY");
    let steps = job["jobs"]["propose"]["steps"].as_sequence().unwrap();
    let script = steps.iter().find_map(|step| step["run"].as_str()).unwrap();
    repository.run(script);
    assert_eq!(repository.branches(), EXPECTED);
    let requests = fs::read_to_string(repository.0.path().join("requests")).unwrap();
    let expected =
        "pr create --head upkeep/dev/orchard --title Upkeep of orchard in dev --body-file proposals/dev/orchard.md";
    assert!(requests.starts_with(expected) && requests.lines().count() == 2, "{requests}");
    let summary = fs::read_to_string(repository.0.path().join("summary")).unwrap();
    assert!(summary.contains("| [orchard](orchard.md) | `landscapes/dev/profiles/orchard.yaml` |"), "{summary}");
    assert!(summary.contains("| workshop | `landscapes/test/profiles/workshop.yaml` | nothing is due |"), "{summary}");
    // The next week, the branches are replaced.
    repository.git(&["checkout", "-q", "main"], "work");
    repository.run(script);
    assert_eq!(repository.branches(), EXPECTED);
}

#[test]
fn job_for_gitlab_proposes_a_change_for_each_profile() {
    let repository = Repository::new();
    let job = job("CI_DEFAULT_BRANCH");
    let script: Vec<&str> =
        job["upkeep"]["script"].as_sequence().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    repository.run(&script.join("\n"));
    assert_eq!(repository.branches(), EXPECTED);
}
