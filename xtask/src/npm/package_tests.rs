//! Tests of the package: in an empty Node project, with TypeScript's compiler, in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rootstock_sample_profiles::{LargeProfile, Scale};

use super::{SOURCES, cases};
use crate::browser::require_browser;
use crate::failure::Failure;
use crate::markdown::block;
use crate::process::{output_of, succeed, succeed_within};
use crate::{node, repository};

/// The folder of the tests, with their package lists.
const TESTS: &str = "xtask/npm";
const FILES: [&str; 4] = ["package.json", "package-lock.json", "types.test.mjs", "browser.test.mjs"];

/// The time limit for registries, a compiler and a browser.
const LIMIT: Duration = Duration::from_secs(600);

/// Installs the tarball into an empty project as a user would, and runs the tests there.
pub(super) fn run(tarball: &Path) -> Result<(), Failure> {
    require_browser()?;
    let project = write_project(tarball)?;
    let mut tests = Command::new("node");
    tests.args(["--test", "--test-reporter=spec", "--test-concurrency=2"]);
    tests.args(["package.test.mjs", "queries.test.mjs", "everything.test.mjs", "dashboard.test.mjs"]);
    succeed(tests.current_dir(&project))?;
    let tools = repository::target().join("npm/tools");
    node::install(TESTS, &FILES, &tools)?;
    for test in ["types.test.mjs", "browser.test.mjs"] {
        let mut node = Command::new("node");
        // One process, without `--test`, so that no child is left if it is killed.
        node.args(["--test-reporter=spec", test]).current_dir(&tools).env("ROOTSTOCK_PROJECT", &project);
        succeed_within(LIMIT, &mut node)?;
    }
    Ok(())
}

/// Writes the empty project, with the examples and their expected output.
fn write_project(tarball: &Path) -> Result<PathBuf, Failure> {
    let project = repository::target().join("npm/try");
    if project.exists() {
        fs::remove_dir_all(&project).map_err(Failure::at(&project))?;
    }
    fs::create_dir_all(&project).map_err(Failure::at(&project))?;
    output_of(Command::new("npm").args(["init", "--yes"]).current_dir(&project))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error"]).arg(tarball);
    succeed(npm.current_dir(&project))?;
    let readme = format!("{SOURCES}/README.md");
    let example = block(&readme, "js", "load()")?;
    let files = [
        // The example is valid JavaScript and TypeScript.
        ("right.mts", example.clone()),
        ("example.mjs", example),
        ("example.txt", block(&readme, "text", "")?),
        ("profile.yaml", repository::read("fixtures/profiles/local-clean.yaml")?),
        ("large.json", LargeProfile::new(Scale::times(1)).to_json()?),
        ("cases.jsonl", cases::text()?),
        ("examples.jsonl", cases::examples()?),
        ("wrong.mts", repository::read(&format!("{TESTS}/wrong.mts"))?),
        ("tsconfig.json", repository::read(&format!("{TESTS}/tsconfig.json"))?),
        ("package.test.mjs", repository::read(&format!("{TESTS}/package.test.mjs"))?),
        ("queries.test.mjs", repository::read(&format!("{TESTS}/queries.test.mjs"))?),
        ("everything.test.mjs", repository::read(&format!("{TESTS}/everything.test.mjs"))?),
        ("dashboard.test.mjs", repository::read(&format!("{TESTS}/dashboard.test.mjs"))?),
    ];
    for (file, text) in files {
        let path = project.join(file);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    Ok(project)
}
