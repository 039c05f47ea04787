//! Tests of the package: in an empty Node project, with TypeScript's compiler, in a browser; and of the module without
//! JavaScript.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rootstock_sample_profiles::{LargeProfile, Scale};

use super::{PAGE, SOURCES, cases, folder};
use crate::browser::require_browser;
use crate::failure::Failure;
use crate::markdown::block;
use crate::process::{output_of, succeed, succeed_within};
use crate::{node, repository};

/// The folder of the tests, with their package lists.
const TESTS: &str = "xtask/npm";
const FILES: [&str; 4] = ["package.json", "package-lock.json", "types.test.mjs", "browser.test.mjs"];

/// The WebAssembly runtime of the example in Python.
const WASMTIME: &str = "wasmtime==50.0.1";

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
    test_python_example(&project)
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
        ("example.py", block(PAGE, "python", "wasmtime")?),
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

/// Checks that the example in Python prints the output of the page.
fn test_python_example(project: &Path) -> Result<(), Failure> {
    let environment = repository::target().join("npm/python");
    let python = environment.join("bin/python");
    if !python.exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", WASMTIME]);
    succeed_within(LIMIT, &mut pip)?;
    let mut example = Command::new(&python);
    example.arg("example.py").arg(folder().join("rootstock.wasm")).arg("profile.yaml").current_dir(project);
    let (printed, expected) = (output_of(&mut example)?, block(PAGE, "text", "")?);
    if printed == expected {
        return Ok(());
    }
    Err(Failure::Message(format!("the example in Python of {PAGE} prints\n{printed}and not\n{expected}")))
}
