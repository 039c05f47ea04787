//! Rules for worker pools by themselves: names, number of nodes, and the format of disk sizes.

use std::collections::HashSet;

use rootstock_core_model::{Path, Quantity, Source, Violation, Worker};

rootstock_core_model::rules! {
    WORKER_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    WORKER_NAME_REPEATED: Error, since "0.1.0", Source::Gardener;
    WORKER_MAXIMUM_BELOW_MINIMUM: Error, since "0.1.0", Source::Gardener;
    WORKER_VOLUME_SIZE_INVALID: Error, since "0.1.0", Source::Gardener;
}

/// The length limit of a pool's name, with which the names of its machines begin.
const MAX_NAME_LENGTH: usize = 15;
/// A gibibyte in bytes.
const GIBIBYTE: u64 = 1 << 30;

/// Checks the workers; `list` is their path.
pub(super) fn check(workers: &[Worker], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut names = HashSet::new();
    for (index, worker) in workers.iter().enumerate() {
        let item = list.index(index);
        let path = item.field("name");
        let name = worker.name.as_str();
        if name.is_empty() {
            findings.push(Violation::required(&WORKER_NAME_INVALID, &path, "every worker needs a name"));
        } else if !is_label(name) {
            let detail = format!(
                "the name of a worker has at most {MAX_NAME_LENGTH} lower-case letters, digits and `-`, and begins and ends with a \
                 letter or digit"
            );
            findings.push(Violation::invalid(&WORKER_NAME_INVALID, &path, name, detail));
        } else if !names.insert(name) {
            findings.push(Violation::duplicate(&WORKER_NAME_REPEATED, &path, name));
        }
        if worker.maximum < worker.minimum {
            let detail =
                format!("`maximum` is {}, which is lower than the `minimum` of {}", worker.maximum, worker.minimum);
            findings.push(Violation::forbidden(&WORKER_MAXIMUM_BELOW_MINIMUM, &item.field("maximum"), detail));
        }
        if let Some(size) = worker.volume.as_ref().and_then(|volume| volume.volume_size.as_deref()) {
            let volume = item.field("volume");
            findings.extend(size_fault(size, &volume.field("size")));
        }
    }
}

fn is_label(name: &str) -> bool {
    let is_inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.len() <= MAX_NAME_LENGTH
        && name.starts_with(is_inner)
        && name.ends_with(is_inner)
        && name.chars().all(|c| is_inner(c) || c == '-')
}

/// Reports a size that is not in whole gibibytes with the suffix `Gi`, as Gardener requires.
fn size_fault(size: &str, path: &Path<'_>) -> Option<Violation> {
    let is_gibibytes =
        size.strip_suffix("Gi").is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()));
    if is_gibibytes {
        return None;
    }
    let detail = "the size of a volume is a whole number with the unit `Gi`, for example 50Gi";
    let violation = Violation::invalid(&WORKER_VOLUME_SIZE_INVALID, path, size, detail);
    Some(match likely_gibibytes(size) {
        Some(number) => violation.with_suggestion(&format!("{number}Gi")),
        None => violation,
    })
}

/// Returns the number of gibibytes of a size in another notation, including `50`, `50G` and `50GB`, which people write
/// for them.
fn likely_gibibytes(size: &str) -> Option<u64> {
    let size = size.trim();
    let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match size.get(digits.len()..)?.to_ascii_lowercase().as_str() {
        "" | "g" | "gb" | "gi" | "gib" => digits.parse().ok(),
        _ => {
            let bytes = Quantity::from_scalar(size).ok()?.as_whole_number()?;
            bytes.is_multiple_of(GIBIBYTE).then_some(bytes / GIBIBYTE)
        }
    }
}
