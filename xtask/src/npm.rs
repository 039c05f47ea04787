//! `cargo xtask npm`: builds the WebAssembly modules as an npm package, and compares their answers with those of the program.

mod cases;
pub(crate) mod go;
mod package_tests;
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

/// The folder of the handwritten files.
const SOURCES: &str = "crates/faces/wasm/npm";

/// The page about using the module in other languages.
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

/// Builds the package, and compares its answers with those of the program.
pub(crate) fn test() -> Result<(), Failure> {
    package_tests::run(&pack()?)
}

/// Returns the folder of the package, as published.
pub(crate) fn folder() -> PathBuf {
    repository::target().join("npm/rootstock")
}

/// Compresses the modules with Brotli, next to them, for servers that hand them out. They are not part of the package.
pub(crate) fn compress() -> Result<(), Failure> {
    for module in MODULES {
        let mut node = Command::new("node");
        succeed(node.args(["--input-type=module", "--eval", BROTLI, module.file]).current_dir(folder()))?;
    }
    Ok(())
}

/// Compresses a file as small as possible.
const BROTLI: &str = r#"
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
const [file] = process.argv.slice(-1);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
"#;

/// Builds and packs the package, and returns the tarball.
pub(crate) fn pack() -> Result<PathBuf, Failure> {
    build()?;
    compress()?;
    let destination = repository::target().join("npm");
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(&destination).current_dir(folder());
    let name = process::output_of(&mut npm)?;
    Ok(destination.join(name.trim()))
}

/// A panic just traps, because its message could not be read anyway.
const ABORT_ON_PANIC_FLAGS: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// Rebuilds the standard library for size: otherwise it instantiates its sorting for each type. Needs the component `rust-src`.
const STANDARD_LIBRARY: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// Merges identical functions that generics generate for providers and types.
const MERGE_FUNCTIONS_FLAG: &str = "-Cpasses=mergefunc";

struct Module {
    file: &'static str,
    /// Arguments of cargo for the features of the crate.
    features: &'static [&'static str],
    /// Compiler flags that omit parts of the crates below.
    without: &'static str,
    /// The maximum size in KiB with gzip.
    max_kib: usize,
}

/// The modules of the package: the main one; one for the queries about a profile, for pages that have objects of an API server;
/// and one that answers every question.
const MODULES: [Module; 3] = [
    Module {
        file: "rootstock.wasm",
        features: &["--no-default-features", "--features=whole"],
        without: "",
        max_kib: 1160,
    },
    Module {
        file: "queries.wasm",
        features: &["--no-default-features"],
        without: " --cfg rootstock_json_only --cfg rootstock_without_checks",
        max_kib: 570,
    },
    Module { file: "everything.wasm", features: &[], without: "", max_kib: 1830 },
];

/// Builds the modules, and writes the package around them.
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
        module.check_size(&bytes)?;
    }
    Ok(())
}

impl Module {
    fn build(&self) -> Result<Vec<u8>, Failure> {
        let mut cargo = process::cargo(["rustc", "--package=rootstock-wasm", "--lib", "--crate-type=cdylib"]);
        cargo.args(["--profile=wasm", "--locked", "--quiet", "--target", TARGET]).args(self.features);
        // Enables unstable features in the stable compiler.
        cargo
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", format!("{ABORT_ON_PANIC_FLAGS}{}", self.without))
            .args(STANDARD_LIBRARY);
        succeed(cargo.args(["--", MERGE_FUNCTIONS_FLAG]))?;
        let built = repository::target().join(TARGET).join("wasm/rootstock_wasm.wasm");
        fs::read(&built).map_err(Failure::at(&built))
    }

    /// Prints the size, and fails if the module is larger than its limit.
    fn check_size(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(bytes)?;
        let (file, compressed) = (self.file, compressed.finish()?.len().div_ceil(1024));
        println!("{file}: {} KiB, {compressed} KiB with gzip", bytes.len().div_ceil(1024));
        if compressed <= self.max_kib {
            return Ok(());
        }
        Err(Failure::Message(format!("{file} has {compressed} KiB with gzip, and may have {}", self.max_kib)))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(Failure::at(path))
}
