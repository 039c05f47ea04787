//! Which crate may build on which: arrows run downward only, and providers are known to the bundle alone.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::workspace::{self, Package};
use crate::{process, repository};

/// The layers of the house, from the ground. A crate builds on layers below its own only.
const LAYERS: [&[&str]; 16] = [
    &["rootstock-document-derive"],
    &[
        "rootstock-certificates",
        "rootstock-rule-names",
        "rootstock-document",
        "rootstock-versioning",
        "rootstock-sample-profiles",
    ],
    &["rootstock-findings"],
    &["rootstock-core-model"],
    &["rootstock-capability-engine", "rootstock-report"],
    &["rootstock-worker-capabilities"],
    &["rootstock-provider-api"],
    &["rootstock-judge", "rootstock-conformance-kit", PROVIDERS],
    &["rootstock-admission", "rootstock-maintenance"],
    &["rootstock-providers", "rootstock-advice", "rootstock-behavioural-diff"],
    &["rootstock-analysis"],
    &[
        "rootstock-migration",
        "rootstock-upkeep",
        "rootstock-cluster",
        "rootstock-manifest-files",
        "rootstock-manifest-schemas",
    ],
    &["rootstock-queries"],
    &["rootstock-language-server", "rootstock-pages"],
    &["rootstock", "rootstock-server", "rootstock-wasm"],
    &["kubectl-rootstock", "xtask"],
];

/// Stands for every crate under `providers/` but the bundle.
const PROVIDERS: &str = "rootstock-provider-*";

/// The crate that links every provider. All others go through it.
const BUNDLE: &str = "rootstock-providers";

/// What belongs to a command: arguments, terminals, the clock, files, an allocator.
const NOT_BELOW_THE_COMMAND: &[&str] =
    &["clap", "comfy-table", "annotate-snippets", "anstyle", "anstream", "jiff", "tempfile", "mimalloc"];

/// What embedders must not get: a crate that they take, and what its dependency tree must not hold.
const FORBIDDEN: [(&str, &[&str]); 10] = [
    ("rootstock-capability-engine", &["granit-parser", "clap", "tokio", "yaml_serde", "rootstock-provider"]),
    ("rootstock-analysis", NOT_BELOW_THE_COMMAND),
    ("rootstock-maintenance", NOT_BELOW_THE_COMMAND),
    ("rootstock-migration", NOT_BELOW_THE_COMMAND),
    ("rootstock-upkeep", NOT_BELOW_THE_COMMAND),
    ("rootstock-queries", NOT_BELOW_THE_COMMAND),
    ("rootstock-manifest-files", NOT_BELOW_THE_COMMAND),
    ("rootstock-pages", NOT_BELOW_THE_COMMAND),
    ("rootstock-wasm", NOT_BELOW_THE_COMMAND),
    // The command speaks to nobody.
    ("rootstock", &["tokio", "hyper", "rustls", "kube"]),
];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let packages = workspace::packages()?;
    let mut findings = arrows(&packages);
    findings.extend(bundle(&packages));
    findings.extend(forbidden()?);
    Ok(findings)
}

/// Dependencies that do not point down. Tests may look up.
fn arrows(packages: &[Package]) -> Vec<String> {
    let layers: BTreeMap<&str, usize> =
        LAYERS.iter().enumerate().flat_map(|(layer, names)| names.iter().map(move |name| (*name, layer))).collect();
    let layer = |name: &str| layers.get(if is_provider(name) { PROVIDERS } else { name }).copied();
    let mut findings = Vec::new();
    for package in packages {
        let Some(own) = layer(&package.name) else {
            findings.push(format!("{} has no layer: give it one in xtask/src/tidy/dependencies.rs", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|dependency| dependency.kind.is_none()) {
            let name = &dependency.name;
            if layer(name).is_some_and(|below| below >= own) {
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

/// What must not be in a dependency tree, and is.
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
