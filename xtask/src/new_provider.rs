//! `cargo xtask new-provider NAME`: writes a plug-in crate that compiles and keeps every law, and marks where to fill in the
//! rest.

mod name;
mod registration;
mod trial;

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::repository;
use name::ProviderName;
pub(crate) use trial::smoke_test;

/// The files of a plug-in: path from the root of the repository, and text. Placeholders are `{name}` for the provider's name,
/// `{module}` and `{MODULE}` for its name in Rust, and `{type}` for the plug-in's type.
const FILES: [(&str, &str); 8] = [
    ("providers/{name}/Cargo.toml", include_str!("new_provider/template/Cargo.toml.in")),
    ("providers/{name}/README.md", include_str!("new_provider/template/README.md.in")),
    ("providers/{name}/src/lib.rs", include_str!("new_provider/template/lib.rs.in")),
    ("providers/{name}/src/config.rs", include_str!("new_provider/template/config.rs.in")),
    ("providers/{name}/src/endpoint.rs", include_str!("new_provider/template/endpoint.rs.in")),
    ("providers/{name}/rules/{name}-endpoint-missing.md", include_str!("new_provider/template/rule.md.in")),
    ("providers/{name}/tests/conformance.rs", include_str!("new_provider/template/conformance.rs.in")),
    ("fixtures/base/{name}.yaml", include_str!("new_provider/template/base.yaml.in")),
];

pub(crate) fn run(name: &str) -> Result<(), Failure> {
    let name = ProviderName::new(name)?;
    for path in write(&repository::root(), &name)? {
        println!("{path}");
    }
    println!(
        "\nIt compiles and keeps every law as it is:\n\n    cargo test -p {package}\n\nWhat is yours to write is marked \
         FILL IN. docs/providers.md goes through it. Then:\n\n    cargo xtask conformance --laws\n    cargo xtask docs",
        package = name.package(),
    );
    Ok(())
}

/// Writes the plug-in into the repository at `root` and registers it. Returns the written paths.
fn write(root: &Path, name: &ProviderName) -> Result<Vec<String>, Failure> {
    let files = FILES.map(|(path, text)| (name.fill_in(path), name.fill_in(text)));
    if let Some((path, _)) = files.iter().find(|(path, _)| root.join(path).exists()) {
        return Err(Failure::Message(format!("there is a `{path}` already; nothing was written")));
    }
    let registered_files = registration::registered_files(root, name)?;
    let mut written = Vec::new();
    for (path, text) in files.into_iter().chain(registered_files) {
        let file = root.join(&path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(Failure::at(folder))?;
        }
        fs::write(&file, text).map_err(Failure::at(&file))?;
        written.push(path);
    }
    Ok(written)
}
