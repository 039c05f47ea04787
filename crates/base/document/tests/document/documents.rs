//! All documents in this repository: fixtures, examples in the rules' pages, recorded inputs.

use std::path::{Path, PathBuf};

use rootstock_document::emit;
use rootstock_document::read::read;
use rootstock_document::{RawObject, ReadLimits};

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// Returns the files of the fixtures and the fuzz corpus, and the YAML blocks in every page of the repository.
pub fn written() -> Vec<(String, Vec<u8>)> {
    let mut paths = Vec::new();
    for folder in ["fixtures", "crates", "providers", "docs", "examples", "fuzz/corpus"] {
        files(&repository_root().join(folder), &mut paths);
    }
    let mut texts = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("yaml" | "yml" | "json") => texts.push((name, std::fs::read(&path).unwrap())),
            Some("md") => {
                let page = std::fs::read_to_string(&path).unwrap();
                for block in page.split("```yaml").skip(1) {
                    let (_, block) = block.split_once('\n').unwrap();
                    let text = block.split("```").next().unwrap();
                    texts.push((name.clone(), text.as_bytes().to_vec()));
                }
            }
            _ => {}
        }
    }
    texts
}

/// Returns the recorded texts, and every hundredth of the other recorded inputs as YAML from two emitters.
pub fn recorded_documents() -> Vec<(String, Vec<u8>)> {
    let mut texts = Vec::new();
    for file in rootstock_vectors::recorded_files().unwrap() {
        for (number, row) in file.rows().unwrap().into_iter().enumerate() {
            let (name, input) = (format!("{} {}", file.suite, row.id), &row.input);
            if let Some(text) = input["text"].as_str() {
                texts.push((name, text.as_bytes().to_vec()));
            } else if number % 100 == 0 {
                texts.push((name.clone(), serde_yaml::to_string(input).unwrap().into_bytes()));
                let raw = RawObject::from_serialize(input).unwrap();
                texts.push((name, emit::node_to_yaml(raw.node()).into_bytes()));
            }
        }
    }
    texts
}

/// Returns whether a text is readable.
pub fn is_readable(text: &[u8]) -> bool {
    let file = read("text", text, &ReadLimits::DEFAULT);
    file.documents.iter().all(|document| !matches!(document.body, rootstock_document::read::Body::Unreadable))
}
