//! What must hold of worker pools by themselves: their names, how many nodes they have, and the form of their disks' size.

use std::collections::HashSet;

use rootstock_core_model::{Path, Quantity, Source, Violation, Worker};

rootstock_core_model::rules! {
    WORKER_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    WORKER_NAME_REPEATED: Error, since "0.1.0", Source::Gardener;
    WORKER_MAXIMUM_BELOW_MINIMUM: Error, since "0.1.0", Source::Gardener;
    WORKER_VOLUME_SIZE_INVALID: Error, since "0.1.0", Source::Gardener;
}

/// Names of machines begin with that of their pool.
const LONGEST_NAME: usize = 15;
/// In bytes.
const GIBIBYTE: u64 = 1 << 30;

/// `list` is the path of the workers.
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
                "the name of a worker has at most {LONGEST_NAME} lower-case letters, digits and `-`, and begins and ends with a \
                 letter or digit"
            );
            findings.push(Violation::invalid(&WORKER_NAME_INVALID, &path, name, detail));
        } else if !names.insert(name) {
            findings.push(Violation::duplicate(&WORKER_NAME_REPEATED, &path, name));
        }
        if worker.maximum < worker.minimum {
            let detail =
                format!("`maximum` is {}, and `minimum` is {}: it must not be lower", worker.maximum, worker.minimum);
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
    name.len() <= LONGEST_NAME
        && name.starts_with(is_inner)
        && name.ends_with(is_inner)
        && name.chars().all(|c| is_inner(c) || c == '-')
}

/// Gardener takes whole gibibytes, written as such.
fn size_fault(size: &str, path: &Path<'_>) -> Option<Violation> {
    let is_gibibytes =
        size.strip_suffix("Gi").is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()));
    if is_gibibytes {
        return None;
    }
    let detail = "the size of a volume is a whole number with the unit `Gi`, for example 50Gi";
    let violation = Violation::invalid(&WORKER_VOLUME_SIZE_INVALID, path, size, detail);
    Some(match gibibytes_meant(size) {
        Some(number) => violation.with_meant(&format!("{number}Gi")),
        None => violation,
    })
}

/// The number of gibibytes that is written in another way, or that people mean by `50`, `50G` or `50GB`.
fn gibibytes_meant(size: &str) -> Option<u64> {
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
