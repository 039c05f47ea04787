//! The packages of the workspace, from `cargo metadata`.

use serde::Deserialize;

use crate::failure::Failure;
use crate::process;

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
    /// The registries to which it may be published; `None`: any.
    publish: Option<Vec<String>>,
}

impl Package {
    pub(crate) fn is_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// Returns the name of its library.
    pub(crate) fn library(&self) -> Option<&str> {
        let library = self.targets.iter().find(|target| target.is_of("lib"))?;
        Some(&library.name)
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `None` for a normal dependency, else `dev` or `build`.
    pub(crate) kind: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    /// `lib`, `bin`, `test`, `bench`, …
    pub(crate) kind: Vec<String>,
    /// The root source file.
    pub(crate) src_path: String,
    /// Whether `cargo test` builds its unit tests.
    pub(crate) test: bool,
    /// Whether `cargo test` runs its documentation examples.
    pub(crate) doctest: bool,
}

impl Target {
    pub(crate) fn is_of(&self, kind: &str) -> bool {
        self.kind.iter().any(|one| one == kind)
    }
}

pub(crate) fn packages() -> Result<Vec<Package>, Failure> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let metadata = process::output_of(&mut process::cargo(["metadata", "--no-deps", "--format-version=1"]))?;
    Ok(serde_json::from_str::<Metadata>(&metadata)?.packages)
}

/// Returns arguments that name every benchmark. Without them cargo also runs the unit tests of every crate.
pub(crate) fn benchmark_arguments() -> Result<Vec<String>, Failure> {
    let targets = packages()?.into_iter().flat_map(|package| package.targets);
    let benchmarks = targets.filter(|target| target.kind.iter().any(|kind| kind == "bench"));
    Ok(benchmarks.map(|target| format!("--bench={}", target.name)).collect())
}
