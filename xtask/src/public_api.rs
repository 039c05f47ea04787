//! `cargo xtask public-api`: lists the public API of the libraries, so that changes are noticed.
//!
//! Based on rustdoc's JSON output, which is unstable; the version of `public-api` in Cargo.toml must fit the toolchain of the
//! workspace.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use public_api::PublicItem;

use crate::failure::Failure;
use crate::workspace::{self, Package};
use crate::{process, repository};

/// The folder of the lists, from the root of the repository.
const FOLDER: &str = "docs/public-api";

/// The variable with the path of the real rustdoc, when cargo runs this program in its place.
const REAL_RUSTDOC: &str = "ROOTSTOCK_XTASK_RUSTDOC";

/// The public APIs by file name.
type Lists = BTreeMap<String, String>;

/// Runs rustdoc with unstable options if cargo runs this program as rustdoc. Only rustdoc gets the variable that permits them:
/// build scripts depend on it, so cargo would rebuild the dependencies.
pub(crate) fn as_rustdoc() -> Option<ExitCode> {
    let rustdoc = std::env::var_os(REAL_RUSTDOC)?;
    let status = Command::new(rustdoc).args(std::env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    Some(if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub(crate) fn write() -> Result<(), Failure> {
    let folder = repository::root().join(FOLDER);
    let lists = lists()?;
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    for name in existing(&folder)?.keys().filter(|name| !lists.contains_key(*name)) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(Failure::at(&path))?;
        println!("removed {FOLDER}/{name}");
    }
    for (name, list) in lists {
        let path = folder.join(&name);
        fs::write(&path, list).map_err(Failure::at(&path))?;
    }
    println!("wrote {FOLDER}");
    Ok(())
}

/// Fails if the public API of a library differs from its list.
pub(crate) fn check() -> Result<(), Failure> {
    let lists = lists()?;
    let changes = changes(&existing(&repository::root().join(FOLDER))?, &lists);
    if changes.is_empty() {
        println!("public-api: {} libraries offer what is written down", lists.len());
        return Ok(());
    }
    Err(Failure::Message(format!(
        "the public interface changes; if that is meant, run `cargo xtask public-api` and say it in CHANGELOG.md:\n{}",
        changes.join("\n")
    )))
}

/// Returns the removed and added lines, list by list.
fn changes(old: &Lists, new: &Lists) -> Vec<String> {
    let mut changes = Vec::new();
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let [old, new] = [old, new].map(|lists| lists.get(name).map_or("", String::as_str));
        if old != new {
            changes.push(format!("{FOLDER}/{name}:"));
            changes.extend(without(old, new).map(|line| format!("  - {line}")));
            changes.extend(without(new, old).map(|line| format!("  + {line}")));
        }
    }
    changes
}

/// Returns the lines of a list that another one lacks.
fn without<'a>(list: &'a str, other: &'a str) -> impl Iterator<Item = &'a str> {
    let other: HashSet<&str> = other.lines().collect();
    list.lines().filter(move |line| !other.contains(line))
}

/// Returns the existing lists by file name.
fn existing(folder: &Path) -> Result<Lists, Failure> {
    let mut existing = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else { return Ok(existing) };
    for entry in entries {
        let path = entry.map_err(Failure::at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        existing.insert(name, fs::read_to_string(&path).map_err(Failure::at(&path))?);
    }
    Ok(existing)
}

/// Returns the current API of each published library by file name, with the features of the whole workspace. Warnings of
/// rustdoc are errors, because CI builds the documentation of libraries only here.
fn lists() -> Result<Lists, Failure> {
    let mut command = process::cargo(["doc", "--workspace", "--no-deps", "--lib", "--locked", "--quiet"]);
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    command.env(REAL_RUSTDOC, rustdoc).env("RUSTDOC", std::env::current_exe()?);
    command.env("RUSTDOCFLAGS", "-Dwarnings -Zunstable-options --output-format=json");
    process::output_of(&mut command)?;
    let published = workspace::packages()?.into_iter().filter(Package::is_published);
    published.filter_map(|package| Some((package.library()?.replace('-', "_"), package.name))).map(list).collect()
}

/// Returns the list of a library, given its name in code and its package.
fn list((library, package): (String, String)) -> Result<(String, String), Failure> {
    let path = repository::target().join("doc").join(format!("{library}.json"));
    let builder = public_api::Builder::from_rustdoc_json(&path).omit_blanket_impls(true).omit_auto_trait_impls(true);
    let api = builder.build().map_err(|error| {
        Failure::Message(format!("`{}`: {error}; the crate `public-api` has to fit the toolchain", path.display()))
    })?;
    let implementations: Vec<_> = api.items().filter(|item| is_implementation(item)).map(PublicItem::id).collect();
    // The trait determines the items of its implementations, except their associated types.
    let is_implied = |item: &&PublicItem| {
        item.parent_id().is_some_and(|parent| implementations.contains(&parent))
            && !item.to_string().contains("pub type ")
    };
    let mut text = String::new();
    for item in api.items().filter(|item| !is_implied(item)) {
        text.push_str(&item.to_string());
        text.push('\n');
    }
    Ok((format!("{package}.txt"), text))
}

/// Returns whether the item is an implementation of a trait.
fn is_implementation(item: &PublicItem) -> bool {
    let text = item.to_string();
    text.starts_with("impl") && text.contains(" for ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_by_library() {
        let lists = |lists: &[(&str, &str)]| -> Lists {
            lists.iter().map(|(name, list)| ((*name).to_owned(), (*list).to_owned())).collect()
        };
        let old = lists(&[("a.txt", "pub fn a::one()\npub fn a::two()\n"), ("gone.txt", "pub mod gone\n")]);
        let new = lists(&[("a.txt", "pub fn a::one(u32)\npub fn a::two()\n")]);
        assert_eq!(changes(&new, &new), Vec::<String>::new());
        let expected = [
            "docs/public-api/a.txt:",
            "  - pub fn a::one()",
            "  + pub fn a::one(u32)",
            "docs/public-api/gone.txt:",
            "  - pub mod gone",
        ];
        assert_eq!(changes(&old, &new), expected);
    }
}
