//! `cargo xtask docs`: writes the pages that are generated from the code.

mod answers;
mod command_line;
mod console;
mod documents;
mod gardener_versions;
mod manifest_schemas;
mod pictures;
mod printed;
mod quirks;
mod readmes;
mod rules_page;
mod yaml;

use std::fs;

use crate::failure::Failure;
use crate::repository;

#[derive(Debug)]
struct Page {
    /// The path from the root of the repository.
    path: String,
    text: String,
}

pub(crate) fn write() -> Result<(), Failure> {
    for page in pages()? {
        let path = repository::root().join(&page.path);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(Failure::at(&path))?;
        fs::write(&path, &page.text).map_err(Failure::at(&path))?;
        println!("wrote {}", page.path);
    }
    Ok(())
}

/// Fails if a page differs from the output of `cargo xtask docs`.
pub(crate) fn check() -> Result<(), Failure> {
    let pages = pages()?;
    let stale = stale(&pages);
    if stale.is_empty() {
        println!("docs: {} pages are fresh", pages.len());
        return Ok(());
    }
    Err(Failure::Message(format!("run `cargo xtask docs`:\n{}", stale.join("\n"))))
}

/// Generates all pages, including documents with generated parts.
fn pages() -> Result<Vec<Page>, Failure> {
    // Examples name files relative to the root of the repository.
    std::env::set_current_dir(repository::root())?;
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    let mut pages = vec![
        Page { path: "docs/rules.md".to_owned(), text: rules_page::text()? },
        Page { path: "docs/quirks.md".to_owned(), text: quirks::text() },
        Page { path: "docs/gardener-versions.md".to_owned(), text: gardener_versions::text(&registry) },
        Page { path: "docs/yaml.md".to_owned(), text: yaml::text() },
        Page { path: "docs/cli.md".to_owned(), text: command_line::text() },
    ];
    pages.extend(answers::pages());
    pages.extend(manifest_schemas::pages()?);
    pages.extend(documents::pages()?);
    pages.extend(readmes::pages()?);
    pages.extend(console::pages()?);
    pages.extend(pictures::pages());
    Ok(pages)
}

/// Returns the first differing line of each stale page.
fn stale(pages: &[Page]) -> Vec<String> {
    pages.iter().filter_map(|page| Some(format!("  {} is stale: {}", page.path, first_difference(page)?))).collect()
}

fn first_difference(page: &Page) -> Option<String> {
    let Ok(old) = repository::read(&page.path) else { return Some("it does not exist".to_owned()) };
    if old == page.text {
        return None;
    }
    let differing = old.lines().zip(page.text.lines()).zip(1..).find(|((old, new), _)| old != new);
    Some(match differing {
        Some(((old, new), line)) => format!("line {line} is\n    {old}\n  and should be\n    {new}"),
        None => "it is longer or shorter than it should be".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_pages_are_fresh() {
        assert_eq!(stale(&pages().unwrap()), Vec::<String>::new(), "run `cargo xtask docs`");
    }
}
