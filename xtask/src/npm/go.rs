//! The module in Go, as shown in docs/embedding.md.

use std::fs;
use std::process::Command;

use super::{PAGE, folder};
use crate::failure::Failure;
use crate::markdown::block;
use crate::process::output_of;
use crate::repository;

const MANIFEST: &str = "module example\n\ngo 1.22\n\nrequire github.com/tetratelabs/wazero v1.9.0\n";

/// Runs the example in Go with the module of the npm step, whose build takes most of the time. Compares the output with that of
/// the page.
pub(crate) fn test() -> Result<(), Failure> {
    let module = folder().join("rootstock.wasm");
    if !module.exists() {
        super::build()?;
    }
    let place = repository::target().join("npm/go");
    fs::create_dir_all(&place).map_err(Failure::at(&place))?;
    for (file, text) in [("example.go", block(PAGE, "go", "wazero")?), ("go.mod", MANIFEST.to_owned())] {
        let path = place.join(file);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    let mut go = Command::new("go");
    go.env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local").env("GOCACHE", place.join("cache"));
    go.args(["run", "example.go"]).arg(module).current_dir(&place);
    go.arg(repository::root().join("fixtures/profiles/local-clean.yaml"));
    let (printed, expected) = (output_of(&mut go)?, block(PAGE, "text", "")?);
    if printed == expected {
        return Ok(());
    }
    Err(Failure::Message(format!("the example in Go of {PAGE} prints\n{printed}and not\n{expected}")))
}
