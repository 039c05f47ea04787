//! What makes a finding the same one in the next run, for tools that show only what is new.

use std::collections::HashMap;
use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::{FindingAnswer, ReportAnswer};

/// The findings, each with a fingerprint that no other of them has. Lines, columns and positions in lists do not
/// count, so that a finding stays the same one when something is written above it.
pub(super) fn all(answer: &ReportAnswer) -> impl Iterator<Item = (String, &FindingAnswer)> {
    let mut seen = HashMap::<u128, u64>::new();
    answer.findings.iter().map(move |finding| {
        let count = seen.entry(of(finding, 0)).or_default();
        *count += 1;
        (format!("{:032x}", of(finding, *count - 1)), finding)
    })
}

/// `earlier` findings are alike but for their places.
fn of(finding: &FindingAnswer, earlier: u64) -> u128 {
    let mut hasher = SipHasher13::new();
    let mut add = |text: &str| {
        hasher.write(text.as_bytes());
        // No text contains it.
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
