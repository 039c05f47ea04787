//! The module from Go, on machines that have Go and wazero: there is a package of wazero in Debian's sid, and in none before it.

use std::fs;
use std::process::{Command, Stdio};

use super::{PAGE, folder};
use crate::failure::Failure;
use crate::markdown::block;
use crate::process::output_of;
use crate::repository;

const WAZERO: &str = "github.com/tetratelabs/wazero";

/// Where Debian puts the sources of packages.
const DEBIAN: &str = "/usr/share/gocode";

/// Why the example cannot be run here, if it cannot.
pub(crate) fn why_not() -> Option<String> {
    let found = go().args(["list", WAZERO]).stdin(Stdio::null()).output();
    let found = found.is_ok_and(|output| output.status.success());
    (!found)
        .then(|| "no Go with wazero here (apt-get install golang-go golang-github-tetratelabs-wazero-dev)".to_owned())
}

/// The example in Go prints what the page shows, with the module that the step for npm has built: to build it takes more than all else.
pub(crate) fn test() -> Result<(), Failure> {
    let module = folder().join("rootstock.wasm");
    if !module.exists() {
        super::build()?;
    }
    let place = repository::target().join("npm/go");
    fs::create_dir_all(&place).map_err(Failure::at(&place))?;
    let example = place.join("example.go");
    fs::write(&example, block(PAGE, "go", "wazero")?).map_err(Failure::at(&example))?;
    let mut go = go();
    go.args(["run", "example.go"]).arg(module).current_dir(&place).stdin(Stdio::null());
    go.arg(repository::root().join("fixtures/profiles/local-clean.yaml"));
    let (printed, expected) = (output_of(&mut go)?, block(PAGE, "text", "")?);
    if printed == expected {
        return Ok(());
    }
    Err(Failure::Found(format!("the example in Go of {PAGE} prints\n{printed}and not\n{expected}")))
}

/// Go with packages from folders alone, and nothing from the network.
fn go() -> Command {
    let mut go = Command::new("go");
    go.env("GO111MODULE", "off").env("GOTOOLCHAIN", "local").env("GOCACHE", repository::target().join("npm/go/cache"));
    if std::env::var_os("GOPATH").is_none() {
        go.env("GOPATH", DEBIAN);
    }
    go
}
