//! Registers a provider in the workspace's dependencies, in the bundle that links it, and in the table of providers.

use std::fs;
use std::path::Path;

use super::name::ProviderName;
use crate::failure::Failure;

const WORKSPACE: &str = "Cargo.toml";
const BUNDLE: &str = "providers/bundle/Cargo.toml";
const LINKED: &str = "providers/bundle/src/lib.rs";
const TABLE: &str = "providers/README.md";

/// Returns the files that mention the provider: path and new text.
pub(super) fn registered_files(root: &Path, name: &ProviderName) -> Result<Vec<(String, String)>, Failure> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(Failure::at(&root.join(path)));
    let (package, module) = (name.package(), name.module());
    let workspace = with_line(
        &read(WORKSPACE)?,
        "rootstock-provider-",
        &format!("{package} = {{ version = \"0.1.0\", path = \"providers/{}\" }}", name.as_str()),
    );
    let bundle = with_line(&read(BUNDLE)?, "rootstock-provider-", &format!("{package}.workspace = true"));
    let bundle =
        bundle.and_then(|text| with_line(&text, "    \"rootstock-provider-", &format!("    \"{package}/schema\",")));
    let linked = read(LINKED)?;
    let linked = with_line(
        &linked,
        "    &rootstock_provider_",
        &format!("    &rootstock_provider_{module}::{},", name.type_name()),
    );
    let linked = with_name(linked.as_deref(), name.as_str());
    let row = format!(
        "| [`{name}`]({name}/README.md) | `image` | of the version entry | yes | yes | v0.1 |",
        name = name.as_str()
    );
    let table = with_line(&read(TABLE)?, "| [`", &row);
    let all = [(WORKSPACE, workspace), (BUNDLE, bundle), (LINKED, linked), (TABLE, table)];
    all.into_iter()
        .map(|(path, text)| match text {
            Some(text) => Ok((path.to_owned(), text)),
            None => Err(Failure::Message(format!("`{path}` has no place for a provider; nothing was written"))),
        })
        .collect()
}

/// Inserts a line in alphabetical order among those that begin with `prefix` and name a provider. Returns `None` if there are
/// no such lines.
fn with_line(text: &str, prefix: &str, line: &str) -> Option<String> {
    // `rootstock-provider-api` is not a provider.
    let is_one = |other: &str| {
        other.strip_prefix(prefix).is_some_and(|rest| {
            !["api.", "api ", "api:", "api\"", "api/"].iter().any(|contract| rest.starts_with(contract))
        })
    };
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|other| is_one(other))?;
    let place = lines.iter().position(|other| is_one(other) && key(other) > key(line)).unwrap_or(last + 1);
    let mut with: Vec<&str> = lines;
    with.insert(place, line);
    Some(with.join("\n") + "\n")
}

/// Returns the sort key of a line: the package name.
fn key(line: &str) -> &str {
    line.split([' ', '.', ':', '&', '"', '/']).find(|word| word.starts_with("rootstock")).unwrap_or(line)
}

/// Adds a name to the list `SHIPPED`.
fn with_name(text: Option<&str>, name: &str) -> Option<String> {
    const HEAD: &str = "pub const SHIPPED: &[&str] = &[";
    let text = text?;
    let (before, rest) = text.split_once(HEAD)?;
    let (list, after) = rest.split_once("];")?;
    let mut names: Vec<&str> =
        list.split(',').map(|one| one.trim().trim_matches('"')).filter(|one| !one.is_empty()).collect();
    names.push(name);
    names.sort_unstable();
    Some(format!("{before}{}{after}", formatted_list(HEAD, &names)))
}

/// Formats the list like `cargo fmt`: on one line, or with each name on its own line.
fn formatted_list(head: &str, names: &[&str]) -> String {
    const WIDTH: usize = 120;
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let line = format!("{head}{}];", quoted.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines: String = quoted.iter().map(|name| format!("    {name},\n")).collect();
    format!("{head}\n{lines}];")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_in_order() {
        let text = "rootstock-provider-api.workspace = true\nrootstock-provider-aws.workspace = true\n\
                    rootstock-provider-gcp.workspace = true\n\n[x]\n";
        let line = |name: &str| format!("rootstock-provider-{name}.workspace = true");
        for (name, position) in [("alpha", 1), ("azure", 2), ("zeta", 3)] {
            let with = with_line(text, "rootstock-provider-", &line(name)).unwrap();
            assert_eq!(with.lines().nth(position), Some(line(name).as_str()), "{with}");
        }
        let list = "    &rootstock_provider_aws::Aws,\n    &rootstock_provider_gcp::Gcp,\n];\n";
        let with = with_line(list, "    &rootstock_provider_", "    &rootstock_provider_azure::Azure,").unwrap();
        assert_eq!(with.lines().nth(1), Some("    &rootstock_provider_azure::Azure,"), "{with}");
        assert_eq!(with_line("nothing\n", "rootstock-provider-", "x"), None);
    }

    #[test]
    fn names_are_listed_in_order() {
        let text = "a\npub const SHIPPED: &[&str] = &[\"aws\", \"local\"];\nb\n";
        let with = with_name(Some(text), "gcp").unwrap();
        assert_eq!(with, "a\npub const SHIPPED: &[&str] = &[\"aws\", \"gcp\", \"local\"];\nb\n");
    }
}
