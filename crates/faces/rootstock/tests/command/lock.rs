//! `lock`, and `check --locked`.

use std::fs;
use std::path::Path;

use crate::{AT, Answer, edited, fixtures, run};

const LATER: &str = "2040-01-01T00:00:00Z";

/// A directory with a profile and its lock.
struct Locked {
    folder: tempfile::TempDir,
}

impl Locked {
    fn new() -> Self {
        let locked = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(locked.profile(), edited("greenhouse.yaml", &[])).unwrap();
        let answer = locked.lock(&["-o", &locked.file()]);
        assert!(answer.status == 0 && answer.messages.contains("7 decisions about `greenhouse`"), "{answer}");
        locked
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn profile(&self) -> String {
        self.path("profile.yaml")
    }

    fn file(&self) -> String {
        self.path("images.lock")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    fn edit(&self, replacements: &[(&str, &str)]) {
        fs::write(self.profile(), edited("greenhouse.yaml", replacements)).unwrap();
    }

    fn lock(&self, arguments: &[&str]) -> Answer {
        self.shown(run(&[&["lock", &self.profile(), "--at", AT], arguments].concat()))
    }

    fn check(&self, arguments: &[&str]) -> Answer {
        let (profile, lock) = (self.profile(), self.file());
        let command = ["check", &profile, "--locked", "--lock", &lock, "--advice", "off", "--at", AT];
        self.shown(run(&[&command, arguments].concat()))
    }

    /// Removes the name of the directory.
    fn shown(&self, answer: Answer) -> Answer {
        let folder = format!("{}/", Path::new(self.folder.path()).display());
        Answer { out: answer.out.replace(&folder, ""), messages: answer.messages.replace(&folder, ""), ..answer }
    }
}

const REBUILT: (&str, &str) = ("id: tomato-2.0.0-metal-south", "id: rebuilt");

#[test]
fn moved_image_is_refused_until_it_is_accepted() {
    let locked = Locked::new();
    let before = locked.text();
    assert_eq!(locked.check(&[]).status, 0);
    locked.edit(&[REBUILT, ("- version: 1.0.0", "- version: 1.0.1")]);
    assert_snapshot!("lock_check", locked.check(&[]));
    assert_snapshot!("lock_refused", locked.lock(&["-o", &locked.file()]));
    assert_eq!(locked.text(), before);
    let diff = locked.shown(run(&["lock", "diff", &locked.profile(), "--lock", &locked.file(), "--at", AT]));
    assert_eq!((diff.status, diff.out), (1, locked.lock(&["-o", &locked.file()]).out));
    let command = ["lock", "diff", &locked.profile(), "--lock", &locked.file(), "--at", AT, "--format", "json"];
    assert_snapshot!("lock_diff_json", locked.shown(run(&command)));
    let accepted = run(&["lock", &locked.profile(), "-o", &locked.file(), "--accept", "--at", LATER]);
    assert_eq!(accepted.status, 0, "{accepted}");
    let changed: Vec<String> = locked.text().lines().filter(|line| !before.contains(line)).map(str::to_owned).collect();
    assert_eq!(
        changed,
        [
            "boots tomato 2.0.0 architecture=amd64,hypervisor=baremetal north tomato-2.0.0-metal-north south rebuilt",
            "boots tomato 1.0.1 architecture=amd64,hypervisor=virtualized north tomato-1.0.0-north south tomato-1.0.0-south",
        ]
    );
    assert_eq!(locked.check(&[]).status, 0);
}

#[test]
fn new_images_can_be_allowed() {
    let locked = Locked::new();
    locked.edit(&[(
        "{name: north, id: tomato-2.1.0-north}",
        "{name: north, id: tomato-2.1.0-north}, {name: south, id: new}",
    )]);
    assert_eq!(locked.check(&[]).status, 1);
    assert_eq!(locked.check(&["--allow", "image-not-locked"]).status, 0);
    locked.edit(&[REBUILT]);
    assert_eq!(locked.check(&["--allow", "image-not-locked"]).status, 1);
}

#[test]
fn lock_under_other_settings_is_refused() {
    let locked = Locked::new();
    let answer = locked.check(&["--semantics", "gardener"]);
    assert!(answer.status == 2 && answer.messages.contains("written under other semantics"), "{answer}");
    assert_eq!(run(&["check", &locked.profile(), "--locked", "--lock", &locked.path("missing")]).status, 3);
    fs::write(locked.file(), "<<<<<<< HEAD\n").unwrap();
    let answer = locked.check(&[]);
    assert!(answer.status == 3 && answer.messages.contains("line 1: this is not a line of a lock"), "{answer}");
}

#[test]
fn accepting_keeps_other_profiles() {
    let locked = Locked::new();
    let other = locked.path("other.yaml");
    fs::write(&other, edited("orchard.yaml", &[])).unwrap();
    run(&["lock", &other, "-o", &locked.file(), "--accept", "--at", LATER]);
    let profiles =
        |text: &str| text.lines().filter(|line| line.starts_with("profile ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(profiles(&locked.text()), ["profile greenhouse", "profile orchard"]);
    assert_eq!(locked.check(&[]).status, 0);
}

#[test]
fn production_boots_what_staging_boots_after_promotion() {
    let locked = Locked::new();
    let production = locked.path("production.yaml");
    let text = edited(
        "greenhouse.yaml",
        &[
            REBUILT,
            ("name: greenhouse", "name: production"),
            ("- version: 3.0.0", "- version: 2.2.0"),
            ("id: tomato-3.0.0", "id: tomato-2.2.0"),
        ],
    );
    fs::write(&production, &text).unwrap();
    let promote = |arguments: &[&str]| {
        locked.shown(run(&[&["lock", "promote", &locked.file(), &production, "--at", AT], arguments].concat()))
    };
    assert_snapshot!("lock_promote", promote(&[]));
    assert_eq!(fs::read_to_string(&production).unwrap(), text);
    let written = promote(&["--in-place"]);
    assert_eq!(written.status, 0, "{written}");
    assert!(promote(&[]).messages.contains("nothing to change"));
    let answer = promote(&["--from", "orchard"]);
    assert!(answer.status == 2 && answer.messages.contains("the lock has no profile `orchard`"), "{answer}");
}

/// A single region has its reference for all regions in the lock, and by name in a provider section of regions.
#[test]
fn reference_of_a_single_region_is_promoted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = fs::read_to_string(fixtures().join("../facts/aws.yaml")).unwrap();
    fs::write(path("staging.yaml"), &text).unwrap();
    fs::write(path("production.yaml"), text.replace("ami-0aaa000000000002", "ami-old")).unwrap();
    let locked = run(&["lock", &path("staging.yaml"), "-o", &path("images.lock"), "--at", AT]);
    assert!(locked.status == 0 && fs::read_to_string(path("images.lock")).unwrap().contains("* ami-0aaa"), "{locked}");
    let promoted = run(&["lock", "promote", &path("images.lock"), &path("production.yaml"), "--in-place", "--at", AT]);
    assert_eq!((promoted.status, fs::read_to_string(path("production.yaml")).unwrap()), (0, text), "{promoted}");
    fs::write(path("elsewhere.yaml"), edited("greenhouse.yaml", &[])).unwrap();
    let other = run(&["lock", "promote", &path("images.lock"), &path("elsewhere.yaml"), "--at", AT]);
    assert!(other.status == 2 && other.messages.contains("nothing can be promoted"), "{other}");
}

#[test]
fn decisions_about_other_profiles_are_not_dropped() {
    let locked = Locked::new();
    let other = locked.path("other.yaml");
    fs::write(&other, edited("orchard.yaml", &[])).unwrap();
    let accept = |arguments: &[&str]| {
        run(&[&["lock", "-o", &locked.file(), "--accept", "--at", AT, "--semantics", "gardener"], arguments].concat())
    };
    let refused = accept(&[&other]);
    assert!(refused.status == 2 && refused.messages.contains("decisions about `greenhouse`"), "{refused}");
    assert_eq!(accept(&[&other, &locked.profile()]).status, 0);
    fs::write(locked.file(), "<<<<<<< HEAD\n").unwrap();
    let written = accept(&[&locked.profile()]);
    assert!(written.status == 0 && written.messages.contains("is written anew"), "{written}");
    let twice = accept(&[&locked.profile(), &locked.profile(), &other]);
    assert_eq!(twice.status, 0, "{twice}");
    fs::write(&other, edited("greenhouse.yaml", &[REBUILT])).unwrap();
    let several = accept(&[&locked.profile(), &other]);
    assert!(several.status == 2 && several.messages.contains("several profiles `greenhouse`"), "{several}");
}
