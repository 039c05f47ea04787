//! `cargo xtask shells`: tests the completions in real shells, and the manual pages with a real `man`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{process, programs, repository};

/// A shell, with the arguments that test the completion script and the expected output.
struct Shell {
    name: &'static str,
    arguments: &'static [&'static str],
    expected: &'static [&'static str],
}

/// Each shell completes `rootstock che` and the values of `--semantics`, with the script in `$SCRIPT`.
const SHELLS: [Shell; 3] = [
    Shell {
        name: "bash",
        arguments: &[
            "--norc",
            "-eu",
            "-c",
            r#"source "$SCRIPT"
            complete -p rootstock
            complete_at() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _rootstock rootstock "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[@]}"; }
            complete_at rootstock che
            complete_at rootstock check --semantics ''"#,
        ],
        expected: &["-F _rootstock rootstock\n", "\ncheck\n", "\ndocumented gardener\n"],
    },
    Shell {
        name: "zsh",
        arguments: &[
            "-f",
            "-c",
            r#"autoload -Uz compinit && compinit -D
            source "$SCRIPT"
            print -r -- "completed by ${_comps[rootstock]}"
            whence -w _rootstock
            # What the completion system would be handed.
            _describe() { print -r -- ${(P)4} }
            _rootstock_commands"#,
        ],
        expected: &["completed by _rootstock\n", "_rootstock: function\n", "check:Check CloudProfiles"],
    },
    Shell {
        name: "fish",
        arguments: &[
            "--no-config",
            "-c",
            r#"source $SCRIPT
            complete --do-complete "rootstock che"
            complete --do-complete "rootstock check --semantics ""#,
        ],
        expected: &["check\t", "documented\t", "gardener\t"],
    },
];

/// Tests the completions in all shells, and the manual pages.
pub(crate) fn run() -> Result<(), Failure> {
    let folder = repository::target().join("shells");
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    let program = programs::build()?.join("rootstock");
    for shell in &SHELLS {
        let script = folder.join(shell.name);
        let text = process::output_of(Command::new(&program).args(["completions", shell.name]))?;
        fs::write(&script, text).map_err(Failure::at(&script))?;
        let mut command = Command::new(shell.name);
        command.args(shell.arguments).env("SCRIPT", &script).env("HOME", &folder).stdin(Stdio::null());
        let combined_output = combined_output(&mut command)?;
        for expected in shell.expected {
            if !combined_output.contains(expected) {
                return Err(Failure::Message(format!(
                    "{} does not say {expected:?} but:\n{combined_output}",
                    shell.name
                )));
            }
        }
        println!("{}: completions are understood", shell.name);
    }
    let pages = folder.join("man");
    process::output_of(Command::new(&program).args(["man", "--out"]).arg(&pages))?;
    read_pages(&pages)
}

/// Returns the combined output of a program that must succeed.
fn combined_output(command: &mut Command) -> Result<String, Failure> {
    let output = command
        .output()
        .map_err(|error| Failure::Message(format!("{}: {error}; it has to be installed", process::shown(command))))?;
    let combined_output = [output.stdout, output.stderr].concat();
    let combined_output = String::from_utf8_lossy(&combined_output).into_owned();
    if output.status.success() {
        Ok(combined_output)
    } else {
        Err(Failure::Message(format!("{}:\n{combined_output}", process::shown(command))))
    }
}

/// Checks that `man` reads every page without a warning.
fn read_pages(folder: &Path) -> Result<(), Failure> {
    let mut read = 0;
    for page in fs::read_dir(folder).map_err(Failure::at(folder))? {
        let page = page?.path();
        let mut man = Command::new("man");
        man.args(["--warnings", "--local-file"])
            .arg(&page)
            .env("MANWIDTH", "100")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null());
        let output = man.output().map_err(|error| Failure::Message(format!("man: {error}; it has to be installed")))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let warnings = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !warnings.trim().is_empty() || !text.contains("SYNOPSIS") {
            return Err(Failure::Message(format!("{}: {}\n{warnings}", repository::shown(&page), output.status)));
        }
        read += 1;
    }
    println!("man: {read} pages are read");
    if read == 0 { Err(Failure::Message("there are no manual pages".to_owned())) } else { Ok(()) }
}
