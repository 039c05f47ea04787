//! `cargo xtask dist`: builds the artifacts of a release: static programs with completions and manual pages, lists of their
//! components, checksums, and the manifest for kubectl's krew.

mod debian;
mod krew;
mod npx;
mod packages;
mod platform;
mod source;
mod wheel;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::failure::Failure;
use crate::names::{COMMAND, PACKAGE, VERSION};
use crate::{process, repository};
pub(crate) use platform::Platform;
use source::Source;

#[derive(Debug, clap::Args)]
pub(crate) struct DistArguments {
    /// The target of the programs; needs `rustup target add`, and `musl-gcc` (Debian: musl-tools) for C code
    #[arg(long, default_value = "x86_64-unknown-linux-musl", value_name = "TRIPLE")]
    target: String,
    /// Build only one of the programs
    #[arg(long, value_name = "PROGRAM", value_parser = PROGRAMS.map(|program| program.name))]
    only: Option<String>,
    /// Leave out the list of components, which cargo-cyclonedx makes
    #[arg(long)]
    without_components: bool,
    /// Build the packages of the command even if only the command is built
    #[arg(long)]
    packages: bool,
}

/// A program, with its build settings.
struct Program {
    name: &'static str,
    package: &'static str,
    /// The folder of the package in `crates/faces`.
    folder: &'static str,
    /// Options of cargo for additional features.
    features: &'static [&'static str],
    /// The cargo profile. The server must unwind, because it answers a review that panics.
    profile: &'static str,
}

/// The program that krew installs, which can query a garden.
const PLUGIN: &str = "kubectl-rootstock";

const PROGRAMS: [Program; 3] = [
    Program { name: COMMAND, package: PACKAGE, folder: "rootstock", features: &[], profile: "dist" },
    Program { name: PLUGIN, package: PACKAGE, folder: "rootstock", features: &["--features=cluster"], profile: "dist" },
    Program {
        name: "rootstock-server",
        package: "rootstock-server",
        folder: "server",
        features: &[],
        profile: "release",
    },
];

/// The maximum size of the command in bytes: the current size, rounded up to detect growth.
const MAX_COMMAND_SIZE: u64 = 11_050_000;

/// The shells with completions, and the file names that they expect.
const SHELLS: [(&str, &str); 3] = [("bash", "rootstock.bash"), ("zsh", "_rootstock"), ("fish", "rootstock.fish")];

pub(crate) fn run(arguments: &DistArguments) -> Result<(), Failure> {
    write(arguments, &Source::of_this_task()).map(drop)
}

/// Builds the artifacts from a copy of the repository. Returns their folder.
fn write(arguments: &DistArguments, source: &Source) -> Result<PathBuf, Failure> {
    // Not `dist`, because cargo uses that folder for the profile of this name.
    let folder = source.target.join("archives");
    make_empty(&folder)?;
    let platform = Platform::of(&arguments.target)?;
    let mut command_size = 0;
    let is_wanted = |program: &&Program| arguments.only.as_ref().is_none_or(|only| only == program.name);
    for program in PROGRAMS.iter().filter(is_wanted) {
        let built = build(program, &arguments.target, source)?;
        let name = format!("{}-{VERSION}-{}", program.name, arguments.target);
        let content = folder.join(&name);
        copy_program(program.name, &built, &content, &source.root)?;
        if program.name == COMMAND {
            command_size = size(&built)?;
            write_completions(&built, &content)?;
            process::output_of(Command::new(&built).args(["man", "--out"]).arg(content.join("man")))?;
        }
        if !arguments.without_components {
            write_components(program, &content, &arguments.target, source)?;
        }
        let archive = folder.join(format!("{name}.tar.gz"));
        pack(&content, &name, &archive)?;
        println!("{}: {} bytes", program.name, size(&built)?);
        let sum = write_checksum(&archive)?;
        if program.name == PLUGIN {
            krew::write(&folder, platform, &name, &sum)?;
        }
        if program.name == COMMAND && (arguments.only.is_none() || arguments.packages) {
            for package in packages::write(&content, platform, &folder)? {
                write_checksum(&package)?;
            }
        }
        fs::remove_dir_all(&content).map_err(Failure::at(&content))?;
    }
    if command_size > MAX_COMMAND_SIZE {
        return Err(Failure::Message(format!("the command has {command_size} bytes, and may have {MAX_COMMAND_SIZE}")));
    }
    Ok(folder)
}

/// Copies a program, and the texts of its archive, to a folder.
fn copy_program(name: &str, built: &Path, content: &Path, root: &Path) -> Result<(), Failure> {
    make_empty(content)?;
    copy(built, &content.join(name))?;
    ["LICENSE", "README.md", "CHANGELOG.md"]
        .into_iter()
        .try_for_each(|text| copy(&root.join(text), &content.join(text)))
}

/// Packs the plug-in of kubectl for krew. Returns the manifest and the archive.
pub(crate) fn pack_plugin(built: &Path, folder: &Path) -> Result<[PathBuf; 2], Failure> {
    let platform = Platform::of_this_machine()?;
    let name = format!("{PLUGIN}-{VERSION}-{}", platform.target);
    copy_program(PLUGIN, built, &folder.join(&name), &repository::root())?;
    let archive = folder.join(format!("{name}.tar.gz"));
    pack(&folder.join(&name), &name, &archive)?;
    Ok([krew::write(folder, platform, &name, &write_checksum(&archive)?)?, archive])
}

/// Builds the archive and the packages of the command for this machine, and returns their folder. A later call in this process
/// returns the same ones.
pub(crate) fn artifacts() -> Result<&'static Path, Failure> {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    if let Some(folder) = BUILT.get() {
        return Ok(folder);
    }
    let folder = write(&of_command(true)?, &Source::of_this_task())?;
    Ok(BUILT.get_or_init(|| folder))
}

/// Returns the arguments for the command and this machine.
fn of_command(packages: bool) -> Result<DistArguments, Failure> {
    let target = Platform::of_this_machine()?.target.to_owned();
    Ok(DistArguments { target, only: Some(COMMAND.to_owned()), without_components: false, packages })
}

/// Builds the archive of the command for the architecture of this machine, here and from a copy in another folder, which must
/// give the same bytes.
pub(crate) fn smoke_test() -> Result<(), Failure> {
    let here = artifacts()?;
    let elsewhere = tempfile::tempdir()?;
    let there = write(&of_command(false)?, &Source::copied_to(elsewhere.path())?)?;
    for copy in repository::files_below(&there)? {
        let file = here.join(copy.file_name().unwrap_or_default());
        if fs::read(&file).map_err(Failure::at(&file))? != fs::read(&copy).map_err(Failure::at(&copy))? {
            // Kept to compare the two.
            let kept = elsewhere.keep();
            return Err(Failure::Message(format!("{} differs from that in {}", file.display(), kept.display())));
        }
    }
    println!("the same files come out of another folder");
    Ok(())
}

/// Builds a program, static and stripped.
fn build(program: &Program, target: &str, source: &Source) -> Result<PathBuf, Failure> {
    let mut command = source.cargo(["rustc", "--locked", "--quiet", "--target", target, "--profile", program.profile]);
    command.args(["--package", program.package, "--bin", program.name]).args(program.features);
    let mut flags = source.path_flags()?;
    if program.profile == "dist" {
        flags.extend(SIZE_FLAGS.map(str::to_owned));
        // Enables unstable features in the stable compiler.
        command.env("RUSTC_BOOTSTRAP", "1").args(STANDARD_LIBRARY);
        command.env("TARGET_CFLAGS", ALLOCATOR);
        command.args(["--", LINK_LIBGCC]);
    }
    // Separated by a character that no path has.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    // Code in C, of the allocator, contains the time of its compilation.
    command.env("SOURCE_DATE_EPOCH", epoch());
    if let Some(commit) = last_commit("%h") {
        command.env("ROOTSTOCK_COMMIT", commit);
    }
    process::succeed(&mut command)?;
    Ok(source.target.join(target).join(program.profile).join(program.name))
}

/// Rebuilds the standard library for size: otherwise it instantiates its sorting for each type, and includes a reader of debug
/// information for backtraces that never occur. Needs the component `rust-src`.
const STANDARD_LIBRARY: [&str; 2] = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// Keeps the allocator of the command from reading forty settings from its environment.
const ALLOCATOR: &str = "-DMI_NO_GETENV";

/// Links libgcc for the population count that the allocator's C code needs and a rebuilt standard library lacks.
const LINK_LIBGCC: &str = "-Clink-arg=-lgcc";

/// The flags for a small program that starts fast: no unwinding tables, which are unused and take a tenth of it; no duplicate
/// functions; a fixed address like kubectl and helm, so that nothing is relocated at start. rustc runs the linker at the root.
const SIZE_FLAGS: [&str; 7] = [
    "-Cforce-unwind-tables=no",
    "-Crelocation-model=static",
    "-Clink-arg=-fuse-ld=lld",
    "-Clink-arg=-Wl,--icf=all",
    "-Clink-arg=-Wl,--no-eh-frame-hdr",
    "-Clink-arg=-Wl,-O2",
    "-Clink-arg=-Wl,-T,xtask/src/dist/without_unwinding.ld",
];

/// Returns the last commit in a format of `git show`, if git knows it.
fn last_commit(format: &str) -> Option<String> {
    let mut git = Command::new("git");
    git.args(["show", "--no-patch", "--abbrev=12", &format!("--format={format}"), "HEAD"]);
    Some(process::output_of(git.current_dir(repository::root())).ok()?.trim().to_owned())
}

/// Returns the time of everything that is built, in seconds: that of the last commit.
fn epoch() -> String {
    last_commit("%ct").unwrap_or_else(|| "0".to_owned())
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

/// Writes the list of components in CycloneDX format.
fn write_components(program: &Program, content: &Path, target: &str, source: &Source) -> Result<(), Failure> {
    let name = format!("{}.components", program.name);
    let manifest = format!("crates/faces/{}/Cargo.toml", program.folder);
    let mut command = source.cargo(["cyclonedx", "--format=json", "--quiet", "--all", "--target", target]);
    command.args(["--manifest-path", &manifest, "--override-filename", &name]).args(program.features);
    // The time of the list, which otherwise is that of the build and a random serial number.
    command.env("SOURCE_DATE_EPOCH", epoch());
    process::output_of(&mut command)?;
    // cargo-cyclonedx writes a list next to every manifest of the workspace; only one is needed.
    let mut wanted = None;
    for path in repository::files_below(&source.root)? {
        if path.file_name().is_some_and(|file| file.to_string_lossy() == format!("{name}.json")) {
            if path.parent() == source.root.join(&manifest).parent() {
                wanted = Some(fs::read_to_string(&path).map_err(Failure::at(&path))?);
            }
            fs::remove_file(&path).map_err(Failure::at(&path))?;
        }
    }
    let Some(list) = wanted else {
        return Err(Failure::Message(format!("cargo cyclonedx wrote no list for {}", program.name)));
    };
    let path = content.join("components.cdx.json");
    fs::write(&path, source.without_root(&list)).map_err(Failure::at(&path))
}

/// Packs a folder into a reproducible archive.
pub(crate) fn pack(content: &Path, name: &str, archive: &Path) -> Result<(), Failure> {
    let file = File::create(archive).map_err(Failure::at(archive))?;
    let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    tar.mode(tar::HeaderMode::Deterministic);
    for file in repository::files_below(content)? {
        tar.append_path_with_name(&file, Path::new(name).join(file.strip_prefix(content).unwrap_or(&file)))?;
    }
    tar.into_inner()?.finish()?;
    Ok(())
}

/// Writes the checksum of a file next to it, as `sha256sum --check` expects, prints its size, and returns the checksum.
fn write_checksum(archive: &Path) -> Result<String, Failure> {
    let bytes = fs::read(archive).map_err(Failure::at(archive))?;
    let sum = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {} bytes", bytes.len());
    let path = archive.with_file_name(format!("{name}.sha256"));
    fs::write(&path, format!("{sum}  {name}\n")).map_err(Failure::at(&path))?;
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

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    /// File systems list files in an order of their own.
    #[test]
    fn archives_list_files_in_order_and_without_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let content = folder.path().join("content");
        let names: Vec<String> = (10..40).map(|number| format!("man/{number}.1")).collect();
        fs::create_dir_all(content.join("man")).unwrap();
        names.iter().rev().for_each(|name| fs::write(content.join(name), name).unwrap());
        let archive = folder.path().join("archive.tar.gz");
        pack(&content, "name", &archive).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(File::open(&archive).unwrap()));
        let files = archive.entries().unwrap().map(Result::unwrap);
        let files: Vec<_> = files.map(|it| (it.path().unwrap().into_owned(), it.header().mtime().unwrap())).collect();
        let expected: Vec<_> = names.iter().map(|name| Path::new("name").join(name)).collect();
        assert_eq!(files.iter().map(|(path, _)| path).collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
        assert!(files.iter().all(|(_, time)| *time == files[0].1), "{files:?}");
    }
}
