//! `cargo xtask npm`: the WebAssembly module as an npm package, and whether it answers as the program does.

mod cases;
mod trial;
mod types;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::failure::Failure;
use crate::process::succeed;
use crate::{process, repository};

const TARGET: &str = "wasm32-unknown-unknown";

/// What is written by hand.
const SOURCES: &str = "crates/wasm/npm";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Install the package into an empty project, and hold its answers against those of the program: in Node, in a browser, with its types,
    /// and in Python
    #[arg(long)]
    test: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let package = pack()?;
    if arguments.test { trial::run(&package) } else { Ok(()) }
}

/// The step of `cargo xtask ci`.
pub(crate) fn test() -> Result<(), Failure> {
    run(&Arguments { test: true })
}

/// The folder of the package, as it will be published.
pub(crate) fn folder() -> PathBuf {
    repository::target().join("npm/rootstock")
}

/// Builds the package and packs it; the tarball.
fn pack() -> Result<PathBuf, Failure> {
    build()?;
    let beside = repository::target().join("npm");
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(&beside).current_dir(folder());
    let name = process::output_of(&mut npm)?;
    Ok(beside.join(name.trim()))
}

/// Builds the module, and lays the package out around it.
pub(crate) fn build() -> Result<(), Failure> {
    let mut cargo = process::cargo(["build", "--package=rootstock-wasm", "--profile=wasm", "--locked", "--quiet"]);
    succeed(cargo.args(["--target", TARGET]))?;
    let folder = folder();
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    let module = repository::target().join(TARGET).join("wasm/rootstock_wasm.wasm");
    let module = fs::read(&module).map_err(Failure::at(&module))?;
    for file in ["package.json", "index.js", "index.d.ts", "dashboard.js", "dashboard.d.ts", "README.md"] {
        write(&folder.join(file), repository::read(&format!("{SOURCES}/{file}"))?.as_bytes())?;
    }
    write(&folder.join("LICENSE"), repository::read("LICENSE")?.as_bytes())?;
    write(&folder.join("answers.d.ts"), types::text().as_bytes())?;
    write(&folder.join("rootstock.wasm"), &module)?;
    let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
    compressed.write_all(&module)?;
    let compressed = compressed.finish()?.len();
    println!("rootstock.wasm: {} KiB, {} KiB with gzip", module.len() / 1024, compressed / 1024);
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(Failure::at(path))
}
