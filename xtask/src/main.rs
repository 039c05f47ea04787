//! Development tasks: conformance, docs, bench, ci.

fn main() {}
