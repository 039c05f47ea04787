//! Benchmarks for reading the large profile, from bytes to a tree and to a typed object. `--bench read` prints how both scale.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "benchmarks")]

use divan::Bencher;
use divan::counter::BytesCount;
use rootstock_core_model::read::{File, read};
use rootstock_core_model::{CloudProfile, Decode, Path, ReadLimits};
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

const SIZES: [u32; 3] = [1, 2, 4];

fn yaml(size: u32) -> String {
    LargeProfile::new(Scale::times(size)).to_yaml().unwrap()
}

fn json(size: u32) -> String {
    LargeProfile::new(Scale::times(size)).to_json().unwrap()
}

fn tree(text: &str) -> File {
    let file = read("profile", text.as_bytes(), &ReadLimits::DEFAULT);
    assert!(file.documents[0].raw().is_some());
    file
}

fn typed(text: &str) -> CloudProfile {
    let file = tree(text);
    let (profile, violations) = file.documents[0].raw().unwrap().decode(&Path::object());
    assert!(violations.is_empty());
    profile
}

#[divan::bench(args = SIZES)]
fn json_to_tree(bencher: Bencher<'_, '_>, size: u32) {
    let text = json(size);
    bencher.counter(BytesCount::of_str(&text)).bench(|| tree(divan::black_box(&text)));
}

#[divan::bench(args = SIZES)]
fn json_to_profile(bencher: Bencher<'_, '_>, size: u32) {
    let text = json(size);
    bencher.counter(BytesCount::of_str(&text)).bench(|| typed(divan::black_box(&text)));
}

#[divan::bench(args = SIZES, sample_count = 20)]
fn yaml_to_tree(bencher: Bencher<'_, '_>, size: u32) {
    let text = yaml(size);
    bencher.counter(BytesCount::of_str(&text)).bench(|| tree(divan::black_box(&text)));
}

#[divan::bench(args = SIZES, sample_count = 20)]
fn yaml_to_profile(bencher: Bencher<'_, '_>, size: u32) {
    let text = yaml(size);
    bencher.counter(BytesCount::of_str(&text)).bench(|| typed(divan::black_box(&text)));
}
