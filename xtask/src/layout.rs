//! `cargo xtask layout`: which functions of the command stand together in the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rootstock_sample_profiles::{LargeProfile, Scale};

use crate::failure::Failure;
use crate::{process, repository};

/// The script for the linker, which the command's build script names.
const LIST: &str = "crates/faces/rootstock/layout.ld";

/// A profile about which there is something to say.
const WITH_FINDINGS: &str = "fixtures/readme/orchard.yaml";

/// What stands before the name of a function that is marked as cold.
const COLD: &str = "unlikely.";

/// The functions that run, by the library that they come from. Names lack what each compiler makes anew.
type Functions = BTreeMap<String, BTreeSet<String>>;

/// Builds the command, counts what `check` runs, and writes the list of it.
pub(crate) fn run() -> Result<(), Failure> {
    let work = repository::target().join("layout");
    fs::create_dir_all(&work).map_err(Failure::at(&work))?;
    let map = work.join("map");
    let program = build(&work, &map)?;
    let profile = LargeProfile::new(Scale::percent(100));
    let mut inputs = vec![repository::root().join(WITH_FINDINGS)];
    for (name, text) in [("large.yaml", profile.to_yaml()?), ("large.json", profile.to_json()?)] {
        let path = work.join(name);
        fs::write(&path, text).map_err(Failure::at(&path))?;
        inputs.push(path);
    }
    let mut executed = BTreeSet::new();
    for input in &inputs {
        executed.extend(executed_by(&program, input, &work)?);
    }
    let map = fs::read_to_string(&map).map_err(Failure::at(&map))?;
    let functions = of_libraries(&map, &executed);
    if functions.is_empty() {
        return Err(Failure::Found("the program has no names of functions".to_owned()));
    }
    let list = repository::root().join(LIST);
    fs::write(&list, script(&functions)).map_err(Failure::at(&list))?;
    let count: usize = functions.values().map(BTreeSet::len).sum();
    println!("wrote {LIST}: {count} functions of {} libraries", functions.len());
    Ok(())
}

/// Builds the command with its names, and has the linker say which library each function comes from; the program.
fn build(work: &Path, map: &Path) -> Result<PathBuf, Failure> {
    let mut command = process::cargo(["rustc", "--release", "--locked", "--package=rootstock", "--bin=rootstock"]);
    // The command says by itself that it is stripped; dependencies are, as the profile is.
    command.args([
        "--config",
        "profile.release.strip='none'",
        "--config",
        "profile.release.package.rootstock.strip='none'",
    ]);
    command.arg("--target-dir").arg(work).arg("--").arg(format!("-Clink-arg=-Wl,-Map={}", map.display()));
    process::succeed(&mut command)?;
    Ok(work.join("release/rootstock"))
}

/// The functions that a check of a file runs.
fn executed_by(program: &Path, input: &Path, work: &Path) -> Result<BTreeSet<String>, Failure> {
    // Those of an earlier run say nothing.
    let counts = work.join("counts");
    match fs::remove_file(&counts) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::at(&counts)(error)),
        _ => {}
    }
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind", "--demangle=no"]);
    command.arg(format!("--callgrind-out-file={}", counts.display())).arg(program).arg("check").arg(input);
    println!("$ {}", process::shown(&command));
    // It may well find something.
    command.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    Ok(executed(&fs::read_to_string(&counts).map_err(Failure::at(&counts))?))
}

/// The functions that callgrind has counted: `fn=(7) name`, where one that calls itself is `name'2`.
fn executed(counts: &str) -> BTreeSet<String> {
    let named = counts.lines().filter_map(|line| line.strip_prefix("fn=(").or_else(|| line.strip_prefix("cfn=(")));
    let names = named.filter_map(|rest| rest.split_once(") ").map(|(_, name)| name));
    names.map(|name| name.split('\'').next().unwrap_or(name).to_owned()).collect()
}

/// Which libraries they come from: the map has `…/libNAME-HASH.rlib(….o):(.text.FUNCTION)`.
fn of_libraries(map: &str, executed: &BTreeSet<String>) -> Functions {
    let mut functions = Functions::new();
    for line in map.lines() {
        let Some((file, section)) = line.split_once(":(.text.") else { continue };
        let section = section.trim_end_matches(')');
        // What is marked as cold runs all the same, where memory grows for example.
        let (cold, function) = section.split_at(if section.starts_with(COLD) { COLD.len() } else { 0 });
        let archive = file.split_once(".rlib(").and_then(|(archive, _)| archive.rsplit_once("/lib"));
        let Some((library, _)) = archive.and_then(|(_, name)| name.rsplit_once('-')) else { continue };
        if executed.contains(function) {
            functions.entry(library.to_owned()).or_default().insert(format!("{cold}{}", without_hashes(function)));
        }
    }
    functions
}

/// A name with `*` for what each compiler makes anew: `17h…E` at its end, and `Cs…_` in the newer form.
fn without_hashes(name: &str) -> String {
    if !name.starts_with("_R") {
        let end = name.len().checked_sub("17h0123456789abcdefE".len()).unwrap_or(name.len());
        return match name.split_at_checked(end) {
            Some((start, hash)) if hash.starts_with("17h") && hash.ends_with('E') => format!("{start}17h*E"),
            _ => name.to_owned(),
        };
    }
    let mut parts = name.split("Cs");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once('_').map_or(part, |(_, rest)| rest);
        without.push_str("Cs*_");
        without.push_str(rest);
    }
    without
}

/// The list, as linkers read it.
fn script(functions: &Functions) -> String {
    let mut script = String::from(
        "/* Written by `cargo xtask layout`: what `check` runs, so that it stands together. */\n\
         SECTIONS\n{\n  .text.check :\n  {\n    /* What registers rules and providers. */\n    *(.text.startup .text.startup.*)\n",
    );
    for (library, names) in functions {
        let _ = writeln!(script, "    *lib{library}-*:*(");
        for name in names {
            let _ = writeln!(script, "      .text.{name}");
        }
        script.push_str("    )\n");
    }
    script.push_str("  }\n}\nINSERT BEFORE .text;\n");
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_listed_by_its_library_without_hashes() {
        let counts = "fn=(5) _RNvCsfLfy6EI15iL_5alloc4grow\nfn=(1) _ZN4read4yaml17h0123456789abcdefE\ncalls=1 2\ncfn=(2) _ZN3run17h00000000000000ffE'2\nfn=(1)\n\
                      fn=(3) mi_malloc\nfn=(4) memcpy\n";
        let map = "  6269e1 6269e1 22 1 /a b/target/libdocument_x-0ff.rlib(x-1.x.2-cgu.0.rcgu.o):(.text._ZN4read4yaml17h0123456789abcdefE)\n\
                   6269e1 6269e1 22 1 /t/libdocument_x-0ff.rlib(x.o):(.text._ZN5never17h0123456789abcdefE)\n\
                   6269e1 6269e1 22 1 /t/libmimalloc_sys-12.rlib(s.o):(.text.mi_malloc)\n\
                   6269e1 6269e1 22 1 /t/liballoc-12.rlib(s.o):(.text.unlikely._RNvCsfLfy6EI15iL_5alloc4grow)\n\
                   6269e1 6269e1 22 1 /t/rootstock-1.rcgu.o:(.text._ZN3run17h00000000000000ffE)\n";
        let listed = script(&of_libraries(map, &executed(counts)));
        assert_eq!(
            listed.lines().skip(7).collect::<Vec<_>>().join("\n"),
            "    *liballoc-*:*(\n      .text.unlikely._RNvCs*_5alloc4grow\n    )\n    *libdocument_x-*:*(\n      .text._ZN4read4yaml17h*E\n    )\n    *libmimalloc_sys-*:*(\n      .text.mi_malloc\n    )\n  }\n}\n\
             INSERT BEFORE .text;"
        );
    }

    /// What is gone is passed over by the linker, and nobody would notice.
    #[test]
    fn the_list_names_libraries_that_there_are() {
        let list = repository::read(LIST).unwrap();
        let lock = repository::read("Cargo.lock").unwrap();
        let libraries =
            list.lines().filter_map(|line| line.trim().strip_prefix("*librootstock")?.strip_suffix("-*:*("));
        let packages: Vec<String> = libraries.map(|rest| format!("rootstock{}", rest.replace('_', "-"))).collect();
        assert!(packages.len() > 10, "{packages:?}");
        for package in packages {
            assert!(
                lock.contains(&format!("name = \"{package}\"")),
                "`{LIST}` is older than {package}: run `cargo xtask layout`"
            );
        }
    }

    #[test]
    fn names_lose_what_a_compiler_makes_anew() {
        assert_eq!(without_hashes("_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc"), "_RNvCs*_7___rustc12___rust_alloc");
        assert_eq!(without_hashes("_ZN1a17h0123456789abcdefE"), "_ZN1a17h*E");
        assert_eq!(without_hashes("mi_free"), "mi_free");
        assert_eq!(without_hashes(""), "");
    }
}
