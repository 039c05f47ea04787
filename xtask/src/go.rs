//! The module of Go, with the WebAssembly module and types made from the schemas.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::answer_types::go;
use crate::failure::Failure;
use crate::markdown::block;
use crate::names::{GO_MODULE, PACKAGE, VERSION};
use crate::process::{output_of, succeed};
use crate::{dist, npm, repository};

/// The folder of the handwritten files.
const SOURCES: &str = "crates/faces/wasm/go";
const FILES: [&str; 5] = ["go.mod", "go.sum", "rootstock.go", "rootstock_test.go", "README.md"];

/// The page with the example.
const PAGE: &str = "docs/embedding.md";

/// Writes the module, with its tests, and returns its folder. Builds the WebAssembly module if it is missing.
fn write() -> Result<PathBuf, Failure> {
    let folder = repository::target().join("go").join(PACKAGE);
    let data = folder.join("testdata");
    fs::create_dir_all(&data).map_err(Failure::at(&data))?;
    for file in FILES {
        fs::write(folder.join(file), repository::read(&format!("{SOURCES}/{file}"))?).map_err(Failure::at(&folder))?;
    }
    let texts = [
        ("LICENSE", repository::read("LICENSE")?),
        ("answers.go", go::types()),
        ("questions.go", go::methods()),
        ("testdata/profile.yaml", repository::read("fixtures/profiles/local-clean.yaml")?),
        ("testdata/examples.jsonl", npm::examples()?),
    ];
    for (file, text) in texts {
        fs::write(folder.join(file), text).map_err(Failure::at(&folder))?;
    }
    let built = npm::folder().join("everything.wasm");
    if !built.exists() {
        npm::build()?;
    }
    fs::copy(&built, folder.join("everything.wasm")).map_err(Failure::at(&built))?;
    output_of(Command::new("gofmt").args(["-w", "answers.go", "questions.go"]).current_dir(&folder))?;
    Ok(folder)
}

/// Packs the module, and returns the archive.
pub(crate) fn pack() -> Result<PathBuf, Failure> {
    let folder = write()?;
    let name = format!("{PACKAGE}-go-{VERSION}");
    let archive = folder.with_file_name(format!("{name}.tar.gz"));
    dist::pack(&folder, &name, &archive)?;
    Ok(archive)
}

/// Tests the module, and runs the example of the page in a module of its own. Compares the output with that of the page.
pub(crate) fn test() -> Result<(), Failure> {
    let folder = write()?;
    let go = |arguments: &[&str], place: &PathBuf| {
        let mut go = Command::new("go");
        go.env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local").args(arguments).current_dir(place);
        go
    };
    succeed(&mut go(&["mod", "verify"], &folder))?;
    succeed(&mut go(&["vet", "./..."], &folder))?;
    succeed(&mut go(&["test", "-count=1", "./..."], &folder))?;
    let place = repository::target().join("go/example");
    fs::create_dir_all(&place).map_err(Failure::at(&place))?;
    let manifest = format!(
        "module example\n\ngo 1.23.0\n\nrequire {GO_MODULE} v{VERSION}\n\nreplace {GO_MODULE} => ../{PACKAGE}\n"
    );
    let profile = repository::read("fixtures/profiles/local-clean.yaml")?;
    for (file, text) in [("example.go", block(PAGE, "go", GO_MODULE)?), ("go.mod", manifest), ("profile.yaml", profile)]
    {
        let path = place.join(file);
        fs::write(&path, text).map_err(Failure::at(&path))?;
    }
    let (printed, expected) = (output_of(&mut go(&["run", "example.go"], &place))?, block(PAGE, "text", "")?);
    if printed == expected {
        return Ok(());
    }
    Err(Failure::Message(format!("the example in Go of {PAGE} prints\n{printed}and not\n{expected}")))
}
