//! Checks that manifests and install lines agree on the names and the version of packages, and that no document promises a
//! package before it is published.

use serde_json::Value;

use crate::failure::Failure;
use crate::names::{COMMAND, GO_MODULE, PACKAGE, VERSION};
use crate::{repository, workspace};

/// The manifests that are not of cargo, with the place of a value and the value.
const MANIFESTS: [(&str, &str, &str); 6] = [
    ("crates/faces/wasm/npm/package.json", "/name", PACKAGE),
    ("crates/faces/wasm/npm/package.json", "/version", VERSION),
    ("editors/vscode/package.json", "/version", VERSION),
    ("deploy/Chart.yaml", "/version", VERSION),
    ("deploy/Chart.yaml", "/appVersion", VERSION),
    ("action.yml", "/inputs/version/default", VERSION),
];

/// The beginnings of commands that install or run a package of a registry.
const INSTALLERS: [&str; 16] = [
    "apt install",
    "apt-get install",
    "brew install",
    "cargo binstall",
    "cargo install",
    "dpkg --install",
    "go get",
    "go install",
    "krew install",
    "npm install",
    "npx",
    "pip install",
    "pipx install",
    "pipx run",
    "uv tool install",
    "uvx",
];

/// The sentence of README.md before the first release.
const UNRELEASED: &str = "Nothing has been released yet";

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = crates()?;
    for (path, place, expected) in MANIFESTS {
        let manifest: Value = serde_yaml::from_str(&repository::read(path)?)?;
        let found =
            manifest.pointer(place).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        if found.as_deref() != Some(expected) {
            findings.push(format!("{path}: {place} is {}, not {expected}", found.unwrap_or_default()));
        }
    }
    let is_released = !repository::read("README.md")?.contains(UNRELEASED);
    for path in repository::files()? {
        let shown = repository::shown(&path);
        if shown.ends_with(".md") && !shown.starts_with("fixtures/") {
            let wrong = install_lines(&repository::read(&shown)?, is_released);
            findings.extend(wrong.into_iter().map(|(line, what)| format!("{shown}:{line}: {what}")));
        }
    }
    Ok(findings)
}

/// Returns the published packages with wrong names: the command is [`PACKAGE`], and libraries begin with its name.
fn crates() -> Result<Vec<String>, Failure> {
    let published = workspace::packages()?.into_iter().filter(workspace::Package::is_published);
    Ok(published
        .filter_map(|package| {
            let has_command = package.targets.iter().any(|target| target.is_of("bin") && target.name == COMMAND);
            let is_right = if has_command {
                package.name == PACKAGE && package.library() == Some(COMMAND)
            } else {
                package.name.starts_with("rootstock-")
            };
            (!is_right).then(|| format!("{}: the name of its package or library is wrong", package.name))
        })
        .collect())
}

/// Returns the wrong install lines of a document: those of a package with another name, of a file of another version, and, before
/// the first release, those of a package that is not a file.
fn install_lines(document: &str, is_released: bool) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    for (line, number) in document.lines().zip(1..) {
        for installer in INSTALLERS {
            let Some((before, rest)) = line.split_once(installer) else { continue };
            let rest = rest.split(['`', '#']).next().unwrap_or_default();
            if before.ends_with(char::is_alphanumeric) || !rest.starts_with(' ') {
                continue;
            }
            let is_of_us = |word: &&str| word.contains(COMMAND);
            // What follows the package is the command or its arguments.
            let Some(package) = rest.split_whitespace().find(is_of_us) else { continue };
            let is_file = package.contains('/') && !package.starts_with(GO_MODULE);
            let name = package.split(['@', '=', '[']).next().unwrap_or(package);
            if is_file {
                if package.contains("0.") && !package.contains(VERSION) {
                    wrong.push((number, format!("`{package}` is not of version {VERSION}")));
                }
            } else if ![PACKAGE, GO_MODULE].contains(&name) {
                wrong.push((number, format!("`{installer} {package}` installs another program; write {PACKAGE}")));
            } else if !is_released {
                wrong.push((number, format!("`{installer} {package}` is not published yet; name a file")));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::path("cargo install --path crates/faces/rootstock # rootstock", None)]
    #[case::file("`pip install ./gardener_rootstock-0.1.0-py3-none-any.whl`", None)]
    #[case::command("uvx --from ./gardener_rootstock-0.1.0-py3-none-any.whl rootstock check -", None)]
    #[case::old_file("pip install dist/gardener_rootstock-0.0.9.whl", Some("is not of version 0.1.0"))]
    #[case::other_program("cargo binstall rootstock", Some("`cargo binstall rootstock` installs another program"))]
    #[case::unpublished("pip install gardener-rootstock", Some("is not published yet"))]
    #[case::other_tool("cargo install cargo-mutants --locked", None)]
    #[case::prose("how to pip install it", None)]
    fn install_lines_name_what_there_is(#[case] line: &str, #[case] expected: Option<&str>) {
        let found = install_lines(line, false);
        match (found.as_slice(), expected) {
            ([], None) => {}
            ([(1, message)], Some(expected)) => assert!(message.contains(expected), "{message}"),
            _ => panic!("{found:?}"),
        }
    }

    #[test]
    fn published_packages_may_be_named_by_their_name() {
        assert_eq!(install_lines("uvx gardener-rootstock check -\npip install gardener-rootstock==0.1.0", true), []);
        assert_eq!(install_lines("uvx rootstock check -", true).len(), 1);
    }
}
