//! The Python package, as its users have it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::file;
use crate::ci::tools;
use crate::failure::Failure;
use crate::markdown::block;
use crate::names::COMMAND;
use crate::process::{output_of, succeed, succeed_within};
use crate::{dist, npm, repository};

const TESTS: &str = "xtask/python";
const TWINE: &str = "twine==7.0.0";
/// The tools of the tests.
const TOOLS: [&str; 2] = ["pytest==9.2.0", "mypy==2.4.1"];
const README: &str = "crates/faces/wasm/python/README.md";
/// The page with the example.
const PAGE: &str = "docs/embedding.md";

/// The time limit for the registry.
const LIMIT: Duration = Duration::from_secs(600);

/// Checks the wheel, installs it into an empty environment, and runs the tests, the type checker, and the example there.
pub(crate) fn test() -> Result<(), Failure> {
    let wheel = file(dist::artifacts()?, COMMAND, ".whl")?;
    succeed(Command::new(tools::from_pypi(TWINE)?.join("twine")).args(["check", "--strict"]).arg(&wheel))?;
    let environment = repository::target().join("python");
    if environment.exists() {
        fs::remove_dir_all(&environment).map_err(Failure::at(&environment))?;
    }
    output_of(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let python = environment.join("bin/python");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.arg(format!("{}[library]", wheel.display())).args(TOOLS);
    succeed_within(LIMIT, &mut pip)?;
    let folder = environment.join("tests");
    write(&folder)?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(arguments).current_dir(&folder);
        command
    };
    succeed(&mut run(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]))?;
    succeed(&mut run(&["-m", "mypy", "--strict", "--warn-unused-ignores", "typed.py"]))?;
    // The package itself has no errors, either.
    succeed(&mut run(&["-m", "mypy", "--strict", "--package", COMMAND]))?;
    succeed(&mut run(&["readme.py"]))?;
    let (printed, expected) = (output_of(&mut run(&["example.py"]))?, block(PAGE, "text", "")?);
    if printed == expected {
        return Ok(());
    }
    Err(Failure::Message(format!("the example in Python of {PAGE} prints\n{printed}and not\n{expected}")))
}

/// Writes the tests and their data.
fn write(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::at(folder))?;
    let files = [
        ("test_package.py", repository::read(&format!("{TESTS}/test_package.py"))?),
        ("typed.py", repository::read(&format!("{TESTS}/typed.py"))?),
        ("example.py", block(PAGE, "python", COMMAND)?),
        ("readme.py", block(README, "python", COMMAND)?),
        ("profile.yaml", repository::read("fixtures/profiles/local-clean.yaml")?),
        ("examples.jsonl", npm::examples()?),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    Ok(())
}
