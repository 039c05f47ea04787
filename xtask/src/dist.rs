//! `cargo xtask dist`: what a release hands out. Static programs with completions and manual pages, what they are made of,
//! checksums, and the manifest by which kubectl's krew finds them.

mod krew;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::failure::Failure;
use crate::{process, repository};

#[derive(Debug, clap::Args)]
pub(crate) struct DistArguments {
    /// What the programs run on; `rustup target add` brings it, and `musl-gcc` (Debian: musl-tools) compiles its C
    #[arg(long, default_value = "x86_64-unknown-linux-musl", value_name = "TRIPLE")]
    target: String,
    /// Only one of the programs
    #[arg(long, value_name = "PROGRAM", value_parser = PROGRAMS.map(|program| program.name))]
    only: Option<String>,
    /// Leave out the list of components, which cargo-cyclonedx makes
    #[arg(long)]
    without_components: bool,
}

/// A program, and how it is built.
struct Program {
    name: &'static str,
    package: &'static str,
    /// Options of cargo: the features that it has next to the package's own.
    features: &'static [&'static str],
    /// The server answers a review that panics, and therefore unwinds.
    profile: &'static str,
}

/// The program with completions, manual pages and a bound.
const COMMAND: &str = "rootstock";

/// The program that krew installs, which can ask a garden.
const PLUGIN: &str = "kubectl-rootstock";

const PROGRAMS: [Program; 3] = [
    Program { name: COMMAND, package: "rootstock", features: &[], profile: "dist" },
    Program { name: PLUGIN, package: "rootstock", features: &["--features=cluster"], profile: "dist" },
    Program { name: "rootstock-server", package: "rootstock-server", features: &[], profile: "release" },
];

/// How many bytes the command may have: what it has, rounded up, so that growth is noticed.
const MOST: u64 = 7_850_000;

/// Which shells are completed for, and what the file is called where each looks for it.
const SHELLS: [(&str, &str); 3] = [("bash", "rootstock.bash"), ("zsh", "_rootstock"), ("fish", "rootstock.fish")];

pub(crate) fn run(arguments: &DistArguments) -> Result<(), Failure> {
    // Not `dist`, where cargo has what it builds by the profile of that name.
    let folder = repository::target().join("archives");
    make_empty(&folder)?;
    let mut command_size = 0;
    let is_wanted = |program: &&Program| arguments.only.as_ref().is_none_or(|only| only == program.name);
    for program in PROGRAMS.iter().filter(is_wanted) {
        let built = build(program, &arguments.target)?;
        let name = format!("{}-{}-{}", program.name, env!("CARGO_PKG_VERSION"), arguments.target);
        let content = folder.join(&name);
        make_empty(&content)?;
        copy(&built, &content.join(program.name))?;
        for text in ["LICENSE", "README.md", "CHANGELOG.md"] {
            copy(&repository::root().join(text), &content.join(text))?;
        }
        if program.name == COMMAND {
            command_size = size(&built)?;
            write_completions(&built, &content)?;
            process::output_of(Command::new(&built).args(["man", "--out"]).arg(content.join("man")))?;
        }
        if !arguments.without_components {
            write_components(program, &content, &arguments.target)?;
        }
        let archive = folder.join(format!("{name}.tar.gz"));
        pack(&content, &name, &archive)?;
        fs::remove_dir_all(&content).map_err(Failure::at(&content))?;
        let sum = write_checksum(&archive, &name)?;
        println!("{name}.tar.gz: {} bytes, the program {}", size(&archive)?, size(&built)?);
        if program.name == PLUGIN {
            krew::write(&folder, &arguments.target, &name, &sum)?;
        }
    }
    if command_size > MOST {
        return Err(Failure::Found(format!("the command has {command_size} bytes, and may have {MOST}")));
    }
    Ok(())
}

/// Makes the archive of the command, as a release does, for machines like this one.
pub(crate) fn try_out() -> Result<(), Failure> {
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    run(&DistArguments { target, only: Some(COMMAND.to_owned()), without_components: true })
}

/// Builds a program, static and stripped.
fn build(program: &Program, target: &str) -> Result<PathBuf, Failure> {
    let mut command =
        process::cargo(["rustc", "--locked", "--quiet", "--target", target, "--profile", program.profile]);
    command.args(["--package", program.package, "--bin", program.name]).args(program.features);
    if program.profile == "dist" {
        // What is not stable yet is asked of the same compiler.
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", small()).args(STANDARD_LIBRARY);
        command.env("TARGET_CFLAGS", ALLOCATOR);
        command.args(["--", COUNTED_BITS]);
    }
    if let Some(commit) = commit() {
        command.env("ROOTSTOCK_COMMIT", commit);
    }
    process::succeed(&mut command)?;
    Ok(repository::target().join(target).join(program.profile).join(program.name))
}

/// The standard library is built for size, too: its sorting is made anew for each type, and it reads debug information for traces of
/// a panic, of which there is none. Cargo has its text from the component `rust-src`.
const STANDARD_LIBRARY: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// The allocator of the command need not look for forty settings in its environment.
const ALLOCATOR: &str = "-DMI_NO_GETENV";

/// A standard library that is built here lacks a function that the allocator's C asks for: how many bits of a word are set.
const COUNTED_BITS: &str = "-Clink-arg=-lgcc";

/// What makes a program smaller, and start sooner: no tables for unwinding, which are a tenth of it and which nobody reads; the same
/// function once; a fixed address, as kubectl and helm have it, so that no start moves the program.
fn small() -> String {
    let script = repository::root().join("xtask/src/dist/without_unwinding.ld");
    let flags = ["--icf=all", "--no-eh-frame-hdr", "-O2", &format!("-T,{}", script.display())]
        .map(|flag| format!("-Clink-arg=-Wl,{flag}"));
    format!("-Cforce-unwind-tables=no -Crelocation-model=static -Clink-arg=-fuse-ld=lld {}", flags.join(" "))
}

/// The commit that is built, where git knows it.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "--short=12", "HEAD"]).current_dir(repository::root());
    Some(process::output_of(&mut git).ok()?.trim().to_owned())
}

fn write_completions(program: &Path, content: &Path) -> Result<(), Failure> {
    let folder = content.join("completions");
    make_empty(&folder)?;
    for (shell, file) in SHELLS {
        let script = process::output_of(Command::new(program).args(["completions", shell]))?;
        let path = folder.join(file);
        fs::write(&path, script).map_err(Failure::at(&path))?;
    }
    Ok(())
}

/// What the program is made of, as CycloneDX has it.
fn write_components(program: &Program, content: &Path, target: &str) -> Result<(), Failure> {
    let name = format!("{}.components", program.name);
    let manifest =
        format!("crates/faces/{}/Cargo.toml", program.package.strip_prefix("rootstock-").unwrap_or(program.package));
    let mut command = process::cargo(["cyclonedx", "--format=json", "--quiet", "--all", "--target", target]);
    command.args(["--manifest-path", &manifest, "--override-filename", &name]).args(program.features);
    process::output_of(&mut command)?;
    // The list is written beside every manifest of the workspace; one of them is wanted.
    let mut wanted = None;
    for path in repository::files()? {
        if path.file_name().is_some_and(|file| file.to_string_lossy() == format!("{name}.json")) {
            if path.parent() == repository::root().join(&manifest).parent() {
                wanted = Some(fs::read(&path).map_err(Failure::at(&path))?);
            }
            fs::remove_file(&path).map_err(Failure::at(&path))?;
        }
    }
    let Some(list) = wanted else {
        return Err(Failure::Found(format!("cargo cyclonedx wrote no list for {}", program.name)));
    };
    let path = content.join("components.cdx.json");
    fs::write(&path, list).map_err(Failure::at(&path))
}

/// One archive with one folder, the same bytes for the same content.
fn pack(content: &Path, name: &str, archive: &Path) -> Result<(), Failure> {
    let file = File::create(archive).map_err(Failure::at(archive))?;
    let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    tar.mode(tar::HeaderMode::Deterministic);
    tar.append_dir_all(name, content)?;
    tar.into_inner()?.finish()?;
    Ok(())
}

/// The checksum of an archive, and beside it the file that `sha256sum --check` reads.
fn write_checksum(archive: &Path, name: &str) -> Result<String, Failure> {
    let bytes = fs::read(archive).map_err(Failure::at(archive))?;
    let sum = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let path = archive.with_extension("gz.sha256");
    fs::write(&path, format!("{sum}  {name}.tar.gz\n")).map_err(Failure::at(&path))?;
    Ok(sum)
}

fn make_empty(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::at(folder))?;
    }
    fs::create_dir_all(folder).map_err(Failure::at(folder))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map_err(Failure::at(from))?;
    Ok(())
}

fn size(path: &Path) -> Result<u64, Failure> {
    Ok(fs::metadata(path).map_err(Failure::at(path))?.len())
}
