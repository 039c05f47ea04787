//! An edit in the large profile: one more letter in a value near its beginning, in its middle, and near its end.
#![allow(clippy::unwrap_used, missing_docs, reason = "benchmarks")]

use divan::Bencher;
use rootstock_document::read::read;
use rootstock_document::{Edit, ReadLimits};
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

#[divan::bench(args = [5, 50, 95])]
fn one_letter(bencher: Bencher<'_, '_>, percent: usize) {
    let text = LargeProfile::new(Scale::times(1)).to_yaml().unwrap();
    let file = read("profile", text.as_bytes(), &ReadLimits::DEFAULT);
    let near = text.len() / 100 * percent;
    let place = near + text.get(near..).and_then(|rest| rest.find(": ")).unwrap() + 3;
    let edit = Edit { span: place..place, text: "x".to_owned() };
    assert!(file.edited_in_place(&edit, &ReadLimits::DEFAULT).is_some());
    bencher.bench(|| divan::black_box(&file).edited(&edit, &ReadLimits::DEFAULT).unwrap());
}
