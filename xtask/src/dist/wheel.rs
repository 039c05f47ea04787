//! The wheel: the static program, and a Python package around the WebAssembly module.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::platform::Platform;
use crate::answer_types::python;
use crate::failure::Failure;
use crate::names::{COMMAND, PACKAGE, VERSION};
use crate::{npm, repository};

/// The folder of the handwritten files.
const SOURCES: &str = "crates/faces/wasm/python";
const FILES: [&str; 4] = ["__init__.py", "__main__.py", "module.py", "py.typed"];

/// The versions of the WebAssembly runtime that the functions accept.
const WASMTIME: &str = "wasmtime>=50,<60";

/// Writes the wheel into a folder, and returns its path.
pub(super) fn write(program: &Path, platform: &Platform, folder: &Path) -> Result<PathBuf, Failure> {
    let base = format!("{}-{VERSION}", PACKAGE.replace('-', "_"));
    let mut wheel = Wheel::new();
    let executable = fs::read(program).map_err(Failure::at(program))?;
    wheel.add(&format!("{base}.data/scripts/{COMMAND}"), &executable, 0o755)?;
    for file in FILES {
        wheel.add_text(&format!("{COMMAND}/{file}"), &repository::read(&format!("{SOURCES}/{COMMAND}/{file}"))?)?;
    }
    wheel.add_text(&format!("{COMMAND}/answers.py"), &python::types())?;
    wheel.add_text(&format!("{COMMAND}/questions.py"), &python::functions())?;
    let module = npm::folder().join("everything.wasm");
    wheel.add(&format!("{COMMAND}/everything.wasm"), &fs::read(&module).map_err(Failure::at(&module))?, 0o644)?;
    let info = format!("{base}.dist-info");
    wheel.add_text(&format!("{info}/METADATA"), &metadata()?)?;
    wheel.add_text(&format!("{info}/WHEEL"), &tags(platform))?;
    let entry_points = format!("[console_scripts]\n{PACKAGE} = {COMMAND}.__main__:main\n");
    wheel.add_text(&format!("{info}/entry_points.txt"), &entry_points)?;
    wheel.add_text(&format!("{info}/licenses/LICENSE"), &repository::read("LICENSE")?)?;
    let path = folder.join(format!("{base}-py3-none-{}.whl", platform.wheel));
    fs::write(&path, wheel.finish(&info)?).map_err(Failure::at(&path))?;
    Ok(path)
}

fn metadata() -> Result<String, Failure> {
    let repository = env!("CARGO_PKG_REPOSITORY");
    let head = [
        "Metadata-Version: 2.4".to_owned(),
        format!("Name: {PACKAGE}"),
        format!("Version: {VERSION}"),
        "Summary: Checks Gardener CloudProfiles, and shows which machine images are compatible with which machine types".to_owned(),
        "License-Expression: Apache-2.0".to_owned(),
        "License-File: LICENSE".to_owned(),
        "Keywords: gardener,kubernetes,cloudprofile,capabilities".to_owned(),
        "Classifier: Programming Language :: Python :: 3 :: Only".to_owned(),
        "Classifier: Typing :: Typed".to_owned(),
        format!("Project-URL: Source, {repository}"),
        "Requires-Python: >=3.11".to_owned(),
        "Provides-Extra: library".to_owned(),
        format!("Requires-Dist: {WASMTIME}; extra == \"library\""),
        "Description-Content-Type: text/markdown".to_owned(),
    ];
    Ok(format!("{}\n\n{}", head.join("\n"), repository::read(&format!("{SOURCES}/README.md"))?))
}

fn tags(platform: &Platform) -> String {
    let mut text = format!("Wheel-Version: 1.0\nGenerator: xtask {VERSION}\nRoot-Is-Purelib: false\n");
    for tag in platform.wheel.split('.') {
        let _ = writeln!(text, "Tag: py3-none-{tag}");
    }
    text
}

/// A wheel that is being written, with its list of files.
struct Wheel {
    archive: ZipWriter<Cursor<Vec<u8>>>,
    record: String,
}

impl Wheel {
    fn new() -> Self {
        Self { archive: ZipWriter::new(Cursor::new(Vec::new())), record: String::new() }
    }

    fn add_text(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        self.add(name, text.as_bytes(), 0o644)
    }

    fn add(&mut self, name: &str, bytes: &[u8], mode: u32) -> Result<(), Failure> {
        self.append(name, bytes, mode)?;
        let sum = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        let _ = writeln!(self.record, "{name},sha256={sum},{}", bytes.len());
        Ok(())
    }

    /// Appends a file with the earliest time of the format, so that the same files give the same bytes.
    fn append(&mut self, name: &str, bytes: &[u8], mode: u32) -> Result<(), Failure> {
        let options = SimpleFileOptions::default().unix_permissions(mode);
        let options = options.compression_method(CompressionMethod::Deflated).compression_level(Some(9));
        self.archive.start_file(name, options).map_err(std::io::Error::from)?;
        Ok(self.archive.write_all(bytes)?)
    }

    fn finish(mut self, info: &str) -> Result<Vec<u8>, Failure> {
        let name = format!("{info}/RECORD");
        let record = format!("{}{name},,\n", self.record);
        self.append(&name, record.as_bytes(), 0o644)?;
        Ok(self.archive.finish().map_err(std::io::Error::from)?.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn wheel_lists_its_files_with_checksums() {
        let mut wheel = Wheel::new();
        wheel.add("a.data/scripts/a", b"program", 0o755).unwrap();
        wheel.add_text("a/b.py", "").unwrap();
        let bytes = wheel.finish("a.dist-info").unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut record = String::new();
        archive.by_name("a.dist-info/RECORD").unwrap().read_to_string(&mut record).unwrap();
        let expected = "a.data/scripts/a,sha256=HfsnNYALALL3XBFGjJ-6RoO9otpsKYXwROYR4BfudyM,7\n\
                        a/b.py,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\na.dist-info/RECORD,,\n";
        let sums =
            |text: &str| text.lines().map(|line| line.split(',').next().unwrap_or("").to_owned()).collect::<Vec<_>>();
        assert_eq!(sums(&record), sums(expected));
        assert!(record.contains("a/b.py,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\n"), "{record}");
        assert_eq!(archive.by_name("a.data/scripts/a").unwrap().unix_mode().unwrap() & 0o777, 0o755);
    }
}
