//! `cargo xtask book`: builds the documents as a searchable site with mdBook, and checks their links.

mod chapters;
mod links;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rootstock_pages::{PLAYGROUND_MODULES, playground};

use crate::failure::Failure;
use crate::{npm, process, repository};
use chapters::{Chapter, Part};

/// The address of files that are not part of the site.
const SOURCE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// Writes the sources of mdBook and checks their links. Builds the site `target/book/site` unless `only_sources` is set.
pub(crate) fn run(only_sources: bool) -> Result<(), Failure> {
    let folder = repository::target().join("book");
    let parts = chapters::parts()?;
    let pages = write_sources(&folder.join("src"), &parts)?;
    write(&folder.join("book.toml"), BOOK.as_bytes())?;
    println!("{}: {pages} pages, every link leads somewhere", repository::shown(&folder.join("src")));
    if only_sources {
        return Ok(());
    }
    process::output_of(Command::new("mdbook").arg("build").arg(&folder))?;
    write_playground(&folder.join("site/playground"))?;
    println!("{}", repository::shown(&folder.join("site/index.html")));
    Ok(())
}

/// The page about the playground, which the site links to it.
const PLAYGROUND_PAGE: &str = "docs/playground.md";

const BOOK: &str = r#"[book]
title = "Rootstock"
description = "Gardener's CloudProfiles: checked, explained, planned"
language = "en"
src = "src"

[build]
build-dir = "site"

[output.html]
no-section-label = true
git-repository-url = "https://github.com/rootstock-rs/rootstock"

[output.html.fold]
enable = true
"#;

/// Writes the pages at their paths in the repository, with their pictures. Links to files outside the site lead to the
/// repository.
fn write_sources(to: &Path, parts: &[Part]) -> Result<usize, Failure> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(Failure::at(to))?;
    }
    let files: Vec<PathBuf> = repository::files()?;
    let files: Vec<String> = files.iter().map(|file| repository::shown(file)).collect();
    let pages: Vec<&Chapter> = parts.iter().flat_map(Part::chapters).collect();
    let mut wrong = Vec::new();
    for page in &pages {
        let text = repository::read(&page.path)?;
        let rewritten = links::rewritten(&text, |link| {
            let Some(target) = links::file(&page.path, link) else { return link.to_owned() };
            let is_there = files.contains(&target) || files.iter().any(|file| file.starts_with(&format!("{target}/")));
            if !is_there {
                wrong.push(format!("{}: `{link}` leads nowhere", page.path));
            }
            let is_page = pages.iter().any(|page| page.path == target);
            if is_page || is_picture(&target) { link.to_owned() } else { format!("{SOURCE}{target}") }
        });
        // The playground is written into the site, and so no file of the repository.
        let link =
            if page.path == PLAYGROUND_PAGE { "\n[Open the playground](../playground/index.html)\n" } else { "" };
        write(&to.join(&page.path), format!("{rewritten}{link}").as_bytes())?;
    }
    for picture in files.iter().filter(|file| file.starts_with("docs/") && is_picture(file)) {
        let from = repository::root().join(picture);
        write(&to.join(picture), &fs::read(&from).map_err(Failure::at(&from))?)?;
    }
    write(&to.join("SUMMARY.md"), chapters::summary(parts).as_bytes())?;
    if wrong.is_empty() { Ok(pages.len()) } else { Err(Failure::Message(wrong.join("\n"))) }
}

/// Writes the playground, with the modules of the npm package, which it builds.
fn write_playground(to: &Path) -> Result<(), Failure> {
    npm::build()?;
    for file in playground() {
        write(&to.join(&file.path), file.text.as_bytes())?;
    }
    for module in PLAYGROUND_MODULES {
        let from = npm::folder().join(module);
        write(&to.join(module), &fs::read(&from).map_err(Failure::at(&from))?)?;
    }
    println!("{}", repository::shown(&to.join("index.html")));
    Ok(())
}

fn is_picture(path: &str) -> bool {
    [".svg", ".png"].iter().any(|end| path.ends_with(end))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::at(folder))?;
    }
    fs::write(path, bytes).map_err(Failure::at(path))
}

#[cfg(test)]
mod tests {
    /// Also runs without mdBook.
    #[test]
    fn links_lead_to_existing_files() {
        super::run(true).unwrap();
    }
}
