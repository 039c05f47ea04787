//! Checks dependencies between crates: they only point downward, and only the bundle depends on providers.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::workspace::{self, Package};
use crate::{process, repository};

/// The floors, from the bottom: a crate's folder determines its floor. A crate depends on its own floor and on lower ones.
/// `dev` is separate: only development tasks and tests depend on it.
const FLOORS: [&str; 8] = ["base", "model", "providers", "rules", "work", "ask", "faces", "xtask"];

/// The floor of the crates for tests and benchmarks.
const DEV: &str = "dev";

/// The crate that links every provider. All others depend on it instead.
const BUNDLE: &str = "rootstock-providers";

/// Dependencies for commands only: arguments, terminals, the clock, files, an allocator.
const COMMAND_ONLY: &[&str] =
    &["clap", "comfy-table", "annotate-snippets", "anstyle", "anstream", "jiff", "tempfile", "mimalloc"];

/// Crates, and the packages that their dependency trees must not contain.
const FORBIDDEN: [(&str, &[&str]); 11] = [
    ("rootstock-capability-engine", &["granit-parser", "clap", "tokio", "yaml_serde", "rootstock-provider"]),
    ("rootstock-analysis", COMMAND_ONLY),
    ("rootstock-maintenance", COMMAND_ONLY),
    ("rootstock-migration", COMMAND_ONLY),
    ("rootstock-upkeep", COMMAND_ONLY),
    ("rootstock-queries", COMMAND_ONLY),
    ("rootstock-sources", COMMAND_ONLY),
    ("rootstock-pages", COMMAND_ONLY),
    ("rootstock-wasm", COMMAND_ONLY),
    ("rootstock-mcp", COMMAND_ONLY),
    // The command has no network access.
    ("gardener-rootstock", &["tokio", "hyper", "rustls", "kube"]),
];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let packages = workspace::packages()?;
    let mut findings = upward_dependencies(&packages);
    findings.extend(bundle(&packages));
    findings.extend(forbidden()?);
    Ok(findings)
}

/// Returns dependencies that point upward. Tests may have them.
fn upward_dependencies(packages: &[Package]) -> Vec<String> {
    let floors: BTreeMap<&str, &str> =
        packages.iter().filter_map(|package| Some((package.name.as_str(), floor(package)?))).collect();
    let height = |floor: &str| FLOORS.iter().position(|one| *one == floor);
    let mut findings = Vec::new();
    for package in packages {
        let Some(own) = floor(package).filter(|own| *own == DEV || height(own).is_some()) else {
            findings.push(format!("{} is on no floor: move it to crates/FLOOR/{}", package.name, package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|dependency| dependency.kind.is_none()) {
            let name = &dependency.name;
            let Some(below) = floors.get(name.as_str()) else { continue };
            if own != DEV && height(below) > height(own) || *below == DEV && !matches!(own, DEV | "xtask") {
                findings.push(format!(
                    "{} ({own}) depends on {name} ({below}), which is not on a lower floor",
                    package.name
                ));
            }
            if is_provider(name) && package.name != BUNDLE {
                findings.push(format!("{} depends on {name}; only {BUNDLE} knows providers", package.name));
            }
        }
    }
    findings
}

/// Returns the floor of a package: the `FLOOR` of `crates/FLOOR/NAME`, otherwise its first folder.
fn floor(package: &Package) -> Option<&str> {
    let path = std::path::Path::new(&package.manifest_path).strip_prefix(repository::root()).ok()?;
    let mut folders = path.iter().filter_map(|part| part.to_str());
    folders.next().and_then(|first| if first == "crates" { folders.next() } else { Some(first) })
}

fn is_provider(name: &str) -> bool {
    name.starts_with("rootstock-provider-") && name != "rootstock-provider-api"
}

/// Returns the provider crates that the bundle does not link.
fn bundle(packages: &[Package]) -> Vec<String> {
    let folder = repository::root().join("providers");
    let linked = |name: &str| {
        packages.iter().any(|p| p.name == BUNDLE && p.dependencies.iter().any(|dependency| dependency.name == name))
    };
    let mut findings = Vec::new();
    for package in packages.iter().filter(|package| package.name != BUNDLE) {
        if std::path::Path::new(&package.manifest_path).starts_with(&folder) && !linked(&package.name) {
            findings.push(format!("{} is not linked by {BUNDLE}", package.name));
        }
    }
    findings
}

/// Returns forbidden packages in dependency trees.
fn forbidden() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for (package, forbidden) in FORBIDDEN {
        let arguments = ["tree", "--package", package, "--edges=normal", "--prefix=none"];
        let tree = process::output_of(&mut process::cargo(arguments))?;
        let pulled_in = tree.lines().filter(|line| forbidden.iter().any(|name| line.starts_with(name)));
        findings.extend(pulled_in.map(|line| format!("{package} pulls in {line}")));
    }
    Ok(findings)
}
