//! Formats of single values, as one sentence per value.

use rootstock_core_model::names::{self, NameFault};

/// Why a text is no unprefixed qualified name, as one sentence; `None` if it is one.
pub(crate) fn name_fault(text: &str) -> Option<String> {
    let faults = names::unprefixed_name(text);
    if faults.is_empty() { None } else { Some(sentence(&faults)) }
}

/// All faults of one value as one sentence.
pub(crate) fn sentence(faults: &[NameFault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}
