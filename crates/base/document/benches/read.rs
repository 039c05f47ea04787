//! Benchmarks of parsing the large profile: YAML with either parser, and JSON.
#![allow(clippy::unwrap_used, missing_docs, reason = "benchmarks")]

use divan::Bencher;
use rootstock_document::ReadLimits;
use rootstock_document::read::{InputText, YamlParser, read_by};
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

#[divan::bench(args = [YamlParser::Direct, YamlParser::Complete])]
fn yaml(bencher: Bencher<'_, '_>, parser: YamlParser) {
    let text = LargeProfile::new(Scale::times(1)).to_yaml().unwrap();
    read(bencher, parser, &text);
}

#[divan::bench]
fn json(bencher: Bencher<'_, '_>) {
    let text = LargeProfile::new(Scale::times(1)).to_json().unwrap();
    read(bencher, YamlParser::Either, &text);
}

fn read(bencher: Bencher<'_, '_>, parser: YamlParser, text: &str) {
    bencher
        .with_inputs(|| InputText::new("profile", text))
        .bench_local_values(|text| read_by(parser, text, &ReadLimits::DEFAULT));
}
