//! `cargo xtask npm`: builds the WebAssembly modules as an npm package, and compares their answers with those of the program.

mod cases;
mod package_tests;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::answer_types::typescript;
use crate::failure::Failure;
use crate::process::succeed;
use crate::{process, repository};

/// Returns the example of each question: one line each, `{"request": TEXT, "answer": TEXT}`.
pub(crate) fn examples() -> Result<String, Failure> {
    cases::examples()
}

const TARGET: &str = "wasm32-unknown-unknown";

/// The folder of the handwritten files.
const SOURCES: &str = "crates/faces/wasm/npm";

const FILES: [&str; 13] = [
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
    "command.js",
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
    let tarball = destination.join(process::output_of(&mut npm)?.trim());
    check_content(&tarball)?;
    Ok(tarball)
}

/// Checks that the tarball has every file of the package, and nothing else.
fn check_content(tarball: &Path) -> Result<(), Failure> {
    let file = fs::File::open(tarball).map_err(Failure::at(tarball))?;
    let mut found = BTreeSet::new();
    for entry in tar::Archive::new(GzDecoder::new(file)).entries()? {
        found.insert(entry?.path()?.to_string_lossy().trim_start_matches("package/").to_owned());
    }
    let others = ["LICENSE", "answers.d.ts"].into_iter().chain(MODULES.map(|module| module.file));
    let expected: BTreeSet<String> = FILES.into_iter().chain(others).map(str::to_owned).collect();
    match found.symmetric_difference(&expected).next() {
        None => Ok(()),
        Some(file) if found.contains(file) => {
            Err(Failure::Message(format!("npm packs `{file}`, which is not of the package")))
        }
        Some(file) => Err(Failure::Message(format!("npm does not pack `{file}`; add it to `files` of package.json"))),
    }
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
        max_kib: 1220,
    },
    Module {
        file: "queries.wasm",
        features: &["--no-default-features"],
        without: " --cfg rootstock_json_only --cfg rootstock_without_checks",
        max_kib: 615,
    },
    Module { file: "everything.wasm", features: &[], without: "", max_kib: 2020 },
];

/// Builds the modules, and writes the package around them; once in this process, because each module has compiler flags of its own,
/// for which cargo builds everything again.
pub(crate) fn build() -> Result<(), Failure> {
    static BUILT: OnceLock<()> = OnceLock::new();
    if BUILT.get().is_some() {
        return Ok(());
    }
    let folder = folder();
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    for file in FILES {
        write(&folder.join(file), repository::read(&format!("{SOURCES}/{file}"))?.as_bytes())?;
    }
    write(&folder.join("LICENSE"), repository::read("LICENSE")?.as_bytes())?;
    write(&folder.join("answers.d.ts"), typescript::text().as_bytes())?;
    for module in MODULES {
        let bytes = module.build()?;
        write(&folder.join(module.file), &bytes)?;
        module.check_size(&bytes)?;
    }
    BUILT.get_or_init(|| ());
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
