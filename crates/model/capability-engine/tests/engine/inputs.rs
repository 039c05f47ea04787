//! A one-line notation for capabilities: `architecture[amd64,arm64] storage[]`.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition};

fn entries(text: &str) -> impl Iterator<Item = (String, Vec<String>)> {
    text.split_whitespace().map(|entry| {
        let (name, values) = entry.strip_suffix(']').unwrap().split_once('[').unwrap();
        (name.to_owned(), values.split(',').filter(|value| !value.is_empty()).map(str::to_owned).collect())
    })
}

pub(crate) fn definitions(text: &str) -> Vec<CapabilityDefinition> {
    entries(text).map(|(name, values)| CapabilityDefinition { name, values }).collect()
}

pub(crate) fn capabilities(text: &str) -> Capabilities {
    entries(text).collect()
}

pub(crate) fn flavors(vocabulary: &Vocabulary, texts: &[&str]) -> Vec<CapabilitySet> {
    texts.iter().map(|text| vocabulary.compile(&capabilities(text))).collect()
}
