//! `cargo xtask figures`: measures the size of the code base, now or at revisions side by side.

use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::table::table;
use crate::{process, repository};

/// A figure: its name, and the share of one file.
type Figure = (&'static str, fn(&str, &str) -> usize);

/// Tests, benchmarks, examples and fuzz targets are not counted as `src`.
const FIGURES: [Figure; 9] = [
    ("lines of src", |path, text| if is_source(path) { text.lines().count() } else { 0 }),
    ("lines of tests", |path, text| if is_test(path) { text.lines().count() } else { 0 }),
    ("files of src", |path, _| usize::from(is_source(path))),
    ("types", |path, text| if is_source(path) { types(text) } else { 0 }),
    ("crates", |path, text| usize::from(path.ends_with("Cargo.toml") && text.contains("[package]"))),
    ("crates in crates/", |path, text| {
        usize::from(path.starts_with("crates/") && path.ends_with("Cargo.toml") && text.contains("[package]"))
    }),
    ("public items", |path, text| if path.starts_with("docs/public-api/") { text.lines().count() } else { 0 }),
    ("locked packages", |path, text| if path == "Cargo.lock" { text.matches("[[package]]").count() } else { 0 }),
    ("snapshots", |path, _| usize::from(path.ends_with(".snap"))),
];

/// Counts revisions of git, each in a column, or the current state of the tracked files.
pub(crate) fn run(revisions: &[String]) -> Result<(), Failure> {
    let (heads, files) = if revisions.is_empty() {
        (vec!["now"], vec![current_files()?])
    } else {
        let files: Result<Vec<_>, _> = revisions.iter().map(|revision| files_at(revision)).collect();
        (revisions.iter().map(String::as_str).collect(), files?)
    };
    let mut table = table(std::iter::once("figure").chain(heads));
    for (name, share) in FIGURES {
        let sums = files.iter().map(|files| files.iter().map(|(path, text)| share(path, text)).sum::<usize>());
        table.add_row(std::iter::once(name.to_owned()).chain(sums.map(|sum| sum.to_string())));
    }
    println!("{table}");
    Ok(())
}

/// Returns path and text of each tracked file in its current state.
fn current_files() -> Result<Vec<(String, String)>, Failure> {
    let listed = process::output_of(Command::new("git").arg("ls-files").current_dir(repository::root()))?;
    let paths = listed.lines().filter(|path| repository::root().join(path).is_file());
    // Binary files count for nothing.
    Ok(paths.map(|path| (path.to_owned(), repository::read(path).unwrap_or_default())).collect())
}

/// Returns path and text of each file of a revision.
fn files_at(revision: &str) -> Result<Vec<(String, String)>, Failure> {
    let mut git = Command::new("git");
    git.args(["archive", revision]).current_dir(repository::root()).stdout(Stdio::piped());
    let mut child = git.spawn()?;
    let mut files = Vec::new();
    if let Some(out) = child.stdout.take() {
        for entry in tar::Archive::new(out).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.to_string_lossy().into_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            if entry.header().entry_type().is_file() {
                files.push((path, String::from_utf8(bytes).unwrap_or_default()));
            }
        }
    }
    let status = child.wait()?;
    if status.success() { Ok(files) } else { Err(Failure::Message(format!("git archive {revision}: {status}"))) }
}

fn is_test(path: &str) -> bool {
    path.ends_with(".rs") && (path.contains("/tests/") || path.ends_with("/tests.rs"))
}

fn is_source(path: &str) -> bool {
    let is_other = ["/benches/", "/examples/"].iter().any(|folder| path.contains(folder))
        || ["examples/", "fuzz/"].iter().any(|folder| path.starts_with(folder));
    path.ends_with(".rs") && !is_test(path) && !is_other
}

/// Counts the structs, enums and traits that a file declares outside its tests.
fn types(text: &str) -> usize {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let declares = |line: &&str| {
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) => {
                rest.strip_prefix('(').and_then(|rest| Some(rest.split_once(')')?.1)).unwrap_or(rest).trim_start()
            }
            None => line,
        };
        ["struct ", "enum ", "trait "].iter().any(|kind| line.starts_with(kind))
    };
    code.lines().filter(declares).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_counted_outside_tests() {
        let text = "pub struct A;\n    pub(in super::b) enum B {}\ntrait C {}\nstructural();\n#[cfg(test)]\nmod tests {\n    struct D;\n}\n";
        assert_eq!(types(text), 3);
    }

    #[test]
    fn tests_and_examples_are_not_counted_as_source() {
        let sources =
            ["crates/a/src/b.rs", "crates/a/src/b/tests.rs", "crates/a/tests/b.rs", "examples/a/src/b.rs", "a.md"]
                .map(is_source);
        assert_eq!(sources, [true, false, false, false, false]);
    }
}
