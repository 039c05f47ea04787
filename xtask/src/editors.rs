//! `cargo xtask editors`: tests the language server with real clients, and the schemas in a real YAML server, with the settings
//! of docs/editors.md.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::markdown::block;
use crate::{node, process, programs, repository};

const PAGE: &str = "docs/editors.md";

/// The time limit of all tests; each test has a shorter limit of its own.
const LIMIT: Duration = Duration::from_secs(300);

/// The files of the tests, apart from npm packages.
const FILES: [&str; 4] = ["package.json", "package-lock.json", "editors.test.mjs", "neovim.lua"];

/// Lays everything out below the build output, and runs the tests.
pub(crate) fn test() -> Result<(), Failure> {
    let neovim = neovim_version()?;
    println!("Neovim {neovim}");
    let server = programs::build()?;
    let folder = repository::target().join("editors");
    node::install("xtask/editors", &FILES, &folder)?;
    write_files(&folder, configuration_for(&neovim))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(server).chain(std::env::split_paths(&path)));
    let path = path.map_err(|why| Failure::Message(why.to_string()))?;
    let mut node = Command::new("node");
    // One process, without `--test`, so that no child is left if it is killed.
    node.args(["--test-reporter=spec", "editors.test.mjs"]).env("PATH", path);
    process::succeed_within(LIMIT, node.current_dir(&folder))
}

/// Returns the version of the installed Neovim, as `0.7.2`. Fails if it is missing, because nothing would be tested.
fn neovim_version() -> Result<String, Failure> {
    let output = Command::new("nvim").arg("--version").output();
    let output = output.ok().filter(|output| output.status.success()).map(|output| output.stdout).unwrap_or_default();
    let output = String::from_utf8_lossy(&output);
    let version = output.lines().next().and_then(|line| line.strip_prefix("NVIM v"));
    version.map(str::to_owned).ok_or_else(|| Failure::Message("nvim is not there: apt-get install neovim".to_owned()))
}

/// Returns a word in the settings for that Neovim: different settings are documented from version 0.11 on.
fn configuration_for(version: &str) -> &'static str {
    let mut numbers = version.split(['.', '-']).map(|number| number.parse::<u32>().unwrap_or_default());
    let (major, minor) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    if (major, minor) >= (0, 11) { "vim.lsp.enable" } else { "start_client" }
}

/// Writes the files of a user who follows the documentation: manifests, schemas and settings.
fn write_files(folder: &Path, configuration: &str) -> Result<(), Failure> {
    let garden = folder.join("garden");
    let schemas = garden.join("schemas/core.gardener.cloud");
    fs::create_dir_all(&schemas).map_err(Failure::at(&schemas))?;
    let schema = "schemas/core.gardener.cloud/cloudprofile_v1beta1.json";
    let shoot = repository::read("fixtures/base/shoot.yaml")?.replace("name: local", "name: advised");
    let files = [
        ("garden/profile.yaml", repository::read("fixtures/base/advised.yaml")?),
        ("garden/shoot.yaml", shoot),
        ("garden/rootstock.toml", String::new()),
        (&*format!("garden/{schema}"), repository::read(schema)?),
        ("configuration.lua", block(PAGE, "lua", configuration)?),
        ("settings.json", block(PAGE, "json", "yaml.schemas")?),
        ("modeline.txt", block(PAGE, "yaml", "$schema=")?),
    ];
    for (file, text) in files {
        let path = folder.join(file);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[rstest::rstest]
    #[case("0.7.2", "start_client")]
    #[case("0.10.4", "start_client")]
    #[case("0.11.0-dev-1+gabc", "vim.lsp.enable")]
    #[case("0.12.4", "vim.lsp.enable")]
    #[case("1.0.0", "vim.lsp.enable")]
    fn settings_match_the_version(#[case] version: &str, #[case] expected: &str) {
        assert_eq!(super::configuration_for(version), expected);
    }
}
