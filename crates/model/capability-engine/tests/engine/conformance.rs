//! What Gardener answered, recorded.

use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use rootstock_capability_engine::{SelectionError, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};
use serde::de::DeserializeOwned;

#[derive(serde::Deserialize)]
struct Vector<I, E> {
    id: String,
    input: I,
    expect: E,
}

fn vectors<I: DeserializeOwned, E: DeserializeOwned>(suite: &str) -> Vec<Vector<I, E>> {
    let path = format!("{}/../../../fixtures/conformance/{suite}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let lines = BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

#[test]
fn capabilities_compatible() {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Input {
        capability_definitions: Option<Vec<CapabilityDefinition>>,
        a: Option<Capabilities>,
        b: Option<Capabilities>,
    }
    #[derive(serde::Deserialize)]
    struct Expect {
        compatible: bool,
    }
    let vectors = vectors::<Input, Expect>("capabilities-compatible");
    assert!(vectors.len() >= 600);
    for Vector { id, input, expect } in vectors {
        let vocabulary = Vocabulary::new(&input.capability_definitions.unwrap_or_default());
        let [a, b] = [input.a, input.b].map(|map| vocabulary.compile(&map.unwrap_or_default()));
        assert_eq!(vocabulary.compatible(&a, &b), expect.compatible, "{id}");
    }
}

#[test]
fn select_flavor() {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Input {
        capability_definitions: Option<Vec<CapabilityDefinition>>,
        flavors: Option<Vec<Capabilities>>,
        machine_capabilities: Option<Capabilities>,
    }
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Expect {
        flavor: Option<usize>,
        error: Option<String>,
    }
    let vectors = vectors::<Input, Expect>("select-flavor");
    assert!(vectors.len() >= 600);
    for Vector { id, input, expect } in vectors {
        let vocabulary = Vocabulary::new(&input.capability_definitions.unwrap_or_default());
        let flavors: Vec<_> = input.flavors.iter().flatten().map(|map| vocabulary.compile(map)).collect();
        let machine = vocabulary.compile(&input.machine_capabilities.unwrap_or_default());
        let answer = match vocabulary.select(&flavors, &machine, None, &Quirks::GARDENER_1_150) {
            Ok(selection) => Expect { flavor: Some(selection.flavor), error: None },
            Err(SelectionError::NoneCompatible) => Expect { flavor: None, error: Some("none".to_owned()) },
            Err(SelectionError::Ambiguous { .. }) => Expect { flavor: None, error: Some("ambiguous".to_owned()) },
        };
        assert_eq!(answer, expect, "{id}");
    }
}
