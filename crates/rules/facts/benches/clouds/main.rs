#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! The cost of reading the lists of five clouds of real size, and of the capabilities that follow from them.

mod lists;

use divan::{Bencher, black_box};
use rootstock_facts::{FactMapping, FactSource, read_facts};

fn main() {
    divan::main();
}

/// All lists, one after the other.
#[divan::bench]
fn map_five_clouds(bencher: Bencher<'_, '_>) {
    let lists = lists::all();
    bencher.bench_local(|| lists.iter().map(map).sum::<usize>());
}

/// The lists of one cloud.
#[divan::bench(args = ["aws", "azure", "gcp", "openstack", "alicloud"])]
fn map_one_cloud(bencher: Bencher<'_, '_>, cloud: &str) {
    let lists: Vec<_> = lists::all().into_iter().filter(|list| list.cloud == cloud).collect();
    bencher.bench_local(|| lists.iter().map(map).sum::<usize>());
}

/// Reads a list and maps all of its facts. Returns the number of capabilities that follow.
fn map(list: &lists::List) -> usize {
    let file = read_facts(&FactSource::ALL, list.source, list.text.as_bytes(), list.region).unwrap();
    let table = FactMapping::built_in(list.cloud);
    let sheets = || file.sheets.iter();
    let attributes = sheets()
        .flat_map(|sheet| sheet.images.iter().map(|one| &one.attributes))
        .chain(sheets().flat_map(|sheet| sheet.machine_types.iter().map(|one| &one.attributes)));
    let mapped = attributes.flat_map(|own| table.iter().filter(|row| black_box(row.values_of(own)).is_some()));
    mapped.count()
}
