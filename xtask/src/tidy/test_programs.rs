//! Checks that test programs are only built for targets with tests, because each one is linked and started.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::repository;
use crate::workspace::{self, Package, Target};

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    let files = repository::files()?;
    for package in workspace::packages()? {
        for target in &package.targets {
            let is_library = target.is_of("lib");
            if !is_library && !target.is_of("bin") {
                continue;
            }
            let texts = files.iter().filter(|path| is_part_of(path, &package, target));
            let texts: Result<Vec<String>, Failure> =
                texts.map(|path| fs::read_to_string(path).map_err(Failure::at(path))).collect();
            let texts = texts?;
            let (manifest, name) = (repository::shown(Path::new(&package.manifest_path)), &target.name);
            let mut note = |what: &str, is_built: bool, has_some: bool| match (is_built, has_some) {
                (true, false) => {
                    findings.push(format!("{manifest}: `{name}` has nothing for `{what} = true` to build"))
                }
                (false, true) => findings.push(format!("{manifest}: `{what} = false` leaves out what `{name}` has")),
                _ => {}
            };
            note("test", target.test, texts.iter().any(|text| text.contains("#[cfg(test)]")));
            if is_library {
                note("doctest", target.doctest, texts.iter().any(|text| has_examples(text)));
            }
        }
    }
    Ok(findings)
}

/// Returns whether a file belongs to a target. In a package with a library, a program only has its root file.
fn is_part_of(path: &Path, package: &Package, target: &Target) -> bool {
    let root = Path::new(&target.src_path);
    let is_alone = target.is_of("bin") && package.library().is_some();
    let folder = root.parent().filter(|_| !is_alone);
    path == root
        || path.extension().is_some_and(|kind| kind == "rs") && folder.is_some_and(|folder| path.starts_with(folder))
}

/// Returns whether documentation contains code blocks, directly or by including a file.
fn has_examples(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        comment.is_some_and(|comment| comment.trim_start().starts_with("```")) || line.contains("doc = include_str!")
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn examples_are_blocks_in_documentation() {
        assert!(super::has_examples("    /// ```\n    /// let a = 1;\n    /// ```\n"));
        assert!(super::has_examples("#[doc = include_str!(\"a.md\")]"));
        assert!(!super::has_examples("// ```\nlet text = \"```\";"));
    }
}
