//! What must hold of worker pools by themselves: their names, and how many nodes they have.

use std::collections::HashSet;

use rootstock_core_model::{Path, Source, Violation, Worker};

rootstock_core_model::rules! {
    WORKER_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    WORKER_NAME_REPEATED: Error, since "0.1.0", Source::Gardener;
    WORKER_MAXIMUM_BELOW_MINIMUM: Error, since "0.1.0", Source::Gardener;
}

/// Names of machines begin with that of their pool.
const LONGEST_NAME: usize = 15;

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
    }
}

fn is_label(name: &str) -> bool {
    let is_inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.len() <= LONGEST_NAME
        && name.starts_with(is_inner)
        && name.ends_with(is_inner)
        && name.chars().all(|c| is_inner(c) || c == '-')
}
