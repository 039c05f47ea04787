//! `cargo xtask npm`: the WebAssembly modules as an npm package, and whether they answer as the program does.

mod cases;
pub(crate) mod go;
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
const SOURCES: &str = "crates/faces/wasm/npm";

/// The page with the module in other languages.
const PAGE: &str = "docs/embedding.md";

const FILES: [&str; 12] = [
    "package.json",
    "index.js",
    "index.d.ts",
    "queries.js",
    "queries.d.ts",
    "everything.js",
    "everything.d.ts",
    "module.js",
    "module.d.ts",
    "dashboard.js",
    "dashboard.d.ts",
    "README.md",
];

/// Builds the package, and holds its answers against those of the program.
pub(crate) fn test() -> Result<(), Failure> {
    trial::run(&pack()?)
}

/// The folder of the package, as it will be published.
pub(crate) fn folder() -> PathBuf {
    repository::target().join("npm/rootstock")
}

/// Builds the package and packs it; the tarball.
pub(crate) fn pack() -> Result<PathBuf, Failure> {
    build()?;
    let beside = repository::target().join("npm");
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(&beside).current_dir(folder());
    let name = process::output_of(&mut npm)?;
    Ok(beside.join(name.trim()))
}

/// A panic is a trap and nothing else: nobody could read its message.
const TRAPS: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// The standard library is built for size, too: its sorting is made anew for each type. Cargo has its text from the component
/// `rust-src`.
const STANDARD_LIBRARY: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// What providers and types have made alike becomes one function.
const MERGED: &str = "-Cpasses=mergefunc";

/// A module of the package.
struct Module {
    file: &'static str,
    /// Which features of the crate it has, as cargo is told.
    features: &'static [&'static str],
    /// What is left out of the crates below, as the compiler is told.
    without: &'static str,
    /// How many KiB it may have with gzip.
    most: usize,
}

/// The module of the package, the one of the queries about a profile, for pages, which have objects of an API server, and the one that
/// answers every question.
const MODULES: [Module; 3] = [
    Module { file: "rootstock.wasm", features: &["--no-default-features", "--features=whole"], without: "", most: 975 },
    Module {
        file: "queries.wasm",
        features: &["--no-default-features"],
        without: " --cfg rootstock_json_only --cfg rootstock_without_checks",
        most: 501,
    },
    Module { file: "everything.wasm", features: &[], without: "", most: 1465 },
];

/// Builds the modules, and lays the package out around them.
pub(crate) fn build() -> Result<(), Failure> {
    let folder = folder();
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    for file in FILES {
        write(&folder.join(file), repository::read(&format!("{SOURCES}/{file}"))?.as_bytes())?;
    }
    write(&folder.join("LICENSE"), repository::read("LICENSE")?.as_bytes())?;
    write(&folder.join("answers.d.ts"), types::text().as_bytes())?;
    for module in MODULES {
        let bytes = module.build()?;
        write(&folder.join(module.file), &bytes)?;
        module.weigh(&bytes)?;
    }
    Ok(())
}

impl Module {
    fn build(&self) -> Result<Vec<u8>, Failure> {
        let mut cargo = process::cargo(["rustc", "--package=rootstock-wasm", "--lib", "--crate-type=cdylib"]);
        cargo.args(["--profile=wasm", "--locked", "--quiet", "--target", TARGET]).args(self.features);
        // What is not stable yet is asked of the same compiler.
        cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", format!("{TRAPS}{}", self.without)).args(STANDARD_LIBRARY);
        succeed(cargo.args(["--", MERGED]))?;
        let built = repository::target().join(TARGET).join("wasm/rootstock_wasm.wasm");
        fs::read(&built).map_err(Failure::at(&built))
    }

    /// Tells the size. A module that has become larger than it may be is found here, and not by those who load it.
    fn weigh(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(bytes)?;
        let (file, compressed) = (self.file, compressed.finish()?.len().div_ceil(1024));
        println!("{file}: {} KiB, {compressed} KiB with gzip", bytes.len().div_ceil(1024));
        if compressed <= self.most {
            return Ok(());
        }
        Err(Failure::Found(format!("{file} has {compressed} KiB with gzip, and may have {}", self.most)))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(Failure::at(path))
}
