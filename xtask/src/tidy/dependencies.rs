//! Which crate may build on which: arrows run downward only, and providers are known to the bundle alone.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::workspace::{self, Package};
use crate::{process, repository};

/// The storeys of the house, from the ground. A crate builds on storeys below its own only.
const STOREYS: [&[&str]; 11] = [
    &["rootstock-versioning", "rootstock-sample-profiles"],
    &["rootstock-core-model"],
    &["rootstock-text-edits"],
    &["rootstock-capability-engine", "rootstock-report"],
    &["rootstock-worker-capabilities"],
    &["rootstock-provider-api"],
    &["rootstock-judge", PROVIDERS],
    &["rootstock-admission", "rootstock-maintenance"],
    &["rootstock-providers", "rootstock-advice", "rootstock-behavioural-diff", "rootstock-migration"],
    &["rootstock"],
    &["xtask"],
];

/// Stands for every crate under `providers/` but the bundle.
const PROVIDERS: &str = "rootstock-provider-*";

/// The crate that links every provider. All others go through it.
const BUNDLE: &str = "rootstock-providers";

/// What an embedder of the engine must not get.
const NOT_IN_THE_ENGINE: [&str; 5] = ["granit-parser", "clap", "tokio", "yaml_serde", "rootstock-provider"];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let packages = workspace::packages()?;
    let mut findings = arrows(&packages);
    findings.extend(bundle(&packages));
    findings.extend(engine()?);
    Ok(findings)
}

/// Dependencies that do not point down. Tests may look up.
fn arrows(packages: &[Package]) -> Vec<String> {
    let storeys: BTreeMap<&str, usize> =
        STOREYS.iter().enumerate().flat_map(|(storey, names)| names.iter().map(move |name| (*name, storey))).collect();
    let storey = |name: &str| storeys.get(if is_provider(name) { PROVIDERS } else { name }).copied();
    let mut findings = Vec::new();
    for package in packages {
        let Some(own) = storey(&package.name) else {
            findings
                .push(format!("{} stands on no storey: give it one in xtask/src/tidy/dependencies.rs", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|dependency| dependency.kind.is_none()) {
            let name = &dependency.name;
            if storey(name).is_some_and(|below| below >= own) {
                findings.push(format!("{} depends on {name}, which does not stand below it", package.name));
            }
            if is_provider(name) && package.name != BUNDLE {
                findings.push(format!("{} depends on {name}; only {BUNDLE} knows providers", package.name));
            }
        }
    }
    findings
}

fn is_provider(name: &str) -> bool {
    name.starts_with("rootstock-provider-") && name != "rootstock-provider-api"
}

/// Provider crates that the bundle does not link.
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

/// What the engine's dependency tree must not hold.
fn engine() -> Result<Vec<String>, Failure> {
    let arguments = ["tree", "--package=rootstock-capability-engine", "--edges=normal", "--prefix=none"];
    let tree = process::output_of(&mut process::cargo(arguments))?;
    let banned = tree
        .lines()
        .filter(|line| NOT_IN_THE_ENGINE.iter().any(|name| line.starts_with(name)))
        .map(|line| format!("rootstock-capability-engine pulls in {line}"));
    Ok(banned.collect())
}
