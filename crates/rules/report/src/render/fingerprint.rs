//! Fingerprints that identify a finding across runs, for tools that show only new findings.

use std::collections::HashMap;
use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::{FindingAnswer, ReportAnswer};

/// Returns the findings, each with a unique fingerprint. Lines, columns and positions in lists are not part of it, so
/// that it stays the same when something is inserted above.
pub(super) fn all(answer: &ReportAnswer) -> impl Iterator<Item = (String, &FindingAnswer)> {
    let mut seen = HashMap::<u128, u64>::new();
    answer.findings.iter().map(move |finding| {
        let count = seen.entry(of(finding, 0)).or_default();
        *count += 1;
        (format!("{:032x}", of(finding, *count - 1)), finding)
    })
}

/// Returns the fingerprint; `earlier` counts preceding findings that differ only in their place.
fn of(finding: &FindingAnswer, earlier: u64) -> u128 {
    let mut hasher = SipHasher13::new();
    let mut add = |text: &str| {
        hasher.write(text.as_bytes());
        // A separator: no UTF-8 text contains this byte.
        hasher.write_u8(0xff);
    };
    add(&finding.location.file);
    add(finding.rule);
    for part in finding.pointer.split('/').filter(|part| part.parse::<usize>().is_err()) {
        add(part);
    }
    for named in &finding.within {
        add(&named.list);
        add(&named.name);
    }
    add(finding.bad.as_str());
    hasher.write_u64(earlier);
    hasher.finish128().as_u128()
}
