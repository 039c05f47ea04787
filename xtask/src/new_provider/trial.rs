//! Tests the generated plug-in in a copy of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use super::name::ProviderName;
use super::write;
use crate::failure::Failure;
use crate::{process, repository};

/// Folders to omit: the recorded verdicts are large, and this build reads none of these folders.
const SKIPPED_FOLDERS: [&str; 3] = ["fixtures/conformance/", "docs/", "examples/"];

/// Runs a step of `cargo xtask ci`: generates a provider in a copy of the repository, runs its tests there, and links it.
/// Reuses the repository's build of the dependencies.
pub(crate) fn smoke_test() -> Result<(), Failure> {
    let copy = repository::target().join("new-provider");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(Failure::at(&copy))?;
    }
    copy_repository(&copy)?;
    let name = ProviderName::new("trial-cloud")?;
    write(&copy, &name)?;
    let package = format!("--package={}", name.package());
    let tasks: [&[&str]; 3] = [
        &["fmt", "--all", "--check"],
        &["test", "--offline", "--quiet", &package],
        &["test", "--offline", "--quiet", "--package=rootstock-providers", "--test=linked"],
    ];
    for task in tasks {
        let mut command = process::cargo(task);
        command.current_dir(&copy).env("CARGO_TARGET_DIR", repository::target());
        println!("$ {}", process::shown(&command));
        if !command.status()?.success() {
            return Err(Failure::Message(format!("the generated provider fails: {}", process::shown(&command))));
        }
    }
    fs::remove_dir_all(&copy).map_err(Failure::at(&copy))
}

/// Copies the files that the build needs.
fn copy_repository(to: &Path) -> Result<(), Failure> {
    for from in repository::files()? {
        let shown = repository::shown(&from);
        if SKIPPED_FOLDERS.iter().any(|folder| shown.starts_with(folder)) {
            continue;
        }
        let file: PathBuf = to.join(&shown);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(Failure::at(folder))?;
        }
        fs::copy(&from, &file).map_err(Failure::at(&file))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Creates a repository that only has the files where providers are registered.
    fn bare_repository(test: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("rootstock-new-provider-{test}-{}", std::process::id()));
        for path in ["Cargo.toml", "providers/README.md", "providers/bundle/Cargo.toml", "providers/bundle/src/lib.rs"]
        {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::copy(repository::root().join(path), file).unwrap();
        }
        root
    }

    #[test]
    fn new_provider_is_written_and_registered() {
        let root = bare_repository("written");
        let name = ProviderName::new("acme").unwrap();
        let written: BTreeSet<String> = write(&root, &name).unwrap().into_iter().collect();
        assert!(written.contains("providers/acme/src/lib.rs") && written.contains("fixtures/base/acme.yaml"));
        for path in &written {
            let text = fs::read_to_string(root.join(path)).unwrap();
            for placeholder in ["{name}", "{module}", "{type}"] {
                assert!(!text.contains(placeholder), "{path} has {placeholder}");
            }
        }
        let text = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        assert!(text("Cargo.toml").contains("\nrootstock-provider-acme = { version"));
        assert!(text("providers/bundle/Cargo.toml").contains("\nrootstock-provider-acme.workspace = true\n"));
        let linked = text("providers/bundle/src/lib.rs");
        assert!(linked.contains("\n    &rootstock_provider_acme::Acme,\n") && linked.contains("\"acme\""));
        assert!(text("providers/acme/src/lib.rs").contains("FILL IN"));
        assert!(text("providers/README.md").contains("\n| [`acme`](acme/README.md) |"));

        // Existing files are not overwritten.
        let failure = write(&root, &name).unwrap_err().to_string();
        assert!(failure.contains("there is a `providers/acme/Cargo.toml` already"), "{failure}");
        fs::remove_dir_all(&root).unwrap();
    }
}
