//! `cargo xtask editors`: the language server under real clients, and the schemas in a real YAML server, with the settings
//! that docs/editors.md gives.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::markdown::block;
use crate::{node, process, programs, repository};

const PAGE: &str = "docs/editors.md";

/// How long the tests may take; each of them has a limit of its own, which is shorter.
const LIMIT: Duration = Duration::from_secs(300);

/// What the tests are, beside what npm brings.
const FILES: [&str; 4] = ["package.json", "package-lock.json", "editors.test.mjs", "neovim.lua"];

/// Lays everything out below the build output, and runs the tests.
pub(crate) fn test() -> Result<(), Failure> {
    require_neovim()?;
    let server = programs::build()?;
    let folder = repository::target().join("editors");
    node::install("xtask/editors", &FILES, &folder)?;
    lay_out(&folder)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(server).chain(std::env::split_paths(&path)));
    let path = path.map_err(|why| Failure::Found(why.to_string()))?;
    let mut node = Command::new("node");
    // One process, without `--test`, so that nothing is left when it is ended.
    node.args(["--test-reporter=spec", "editors.test.mjs"]).env("PATH", path);
    process::succeed_within(LIMIT, node.current_dir(&folder))
}

/// Without Neovim nothing is tested, which is a failure and not a success.
fn require_neovim() -> Result<(), Failure> {
    let version = Command::new("nvim").arg("--version").output();
    if version.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    Err(Failure::Found("nvim is not there: apt-get install neovim".to_owned()))
}

/// What somebody has who follows the documentation: manifests, schemas, and settings.
fn lay_out(folder: &Path) -> Result<(), Failure> {
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
        // Debian's Neovim is of the older kind.
        ("configuration.lua", block(PAGE, "lua", "start_client")?),
        ("settings.json", block(PAGE, "json", "yaml.schemas")?),
        ("modeline.txt", block(PAGE, "yaml", "$schema=")?),
    ];
    for (file, text) in files {
        let path = folder.join(file);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    Ok(())
}
