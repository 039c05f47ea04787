//! `cri` of an image version.

use rootstock_core_model::{Applicability, Change, DEFAULT_CRI, Fix, MachineImageVersion, Path, Source, Violation};

use crate::formats::name_fault;
use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

rootstock_core_model::rules! {
    CRI_MISSING: Error, since "0.1.0", Source::Gardener;
    CRI_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    CRI_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    CONTAINER_RUNTIME_INVALID: Error, since "0.1.0", Source::Gardener;
    CONTAINER_RUNTIME_DUPLICATE: Error, since "0.1.0", Source::Gardener;
}

/// Adds the way out for Docker, which old profiles still list.
fn without_docker(violation: Violation, item: &Path<'_>, has_default: bool) -> Violation {
    let (title, change) = if has_default {
        ("remove this entry", Change::Remove { path: item.to_field_path() })
    } else {
        let text = DEFAULT_CRI.to_owned();
        ("replace it by `containerd`", Change::Replace { path: item.known_field("name").to_field_path(), text })
    };
    violation
        .with_help("Kubernetes 1.24 and Gardener 1.89 removed Docker; images run containers with containerd")
        .with_fix(Fix { title: title.to_owned(), applicability: Applicability::Suggested, changes: vec![change] })
}

pub(super) fn check(version: &MachineImageVersion, scope: &Scope<'_>, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let list = item.known_field("cri");
    if version.cri.as_ref().is_none_or(Vec::is_empty) {
        let detail = "an image version needs a container runtime interface";
        findings.push(Violation::required(&CRI_MISSING, &list, detail).with_help("write `cri: [{name: containerd}]`"));
    }
    let mut names = Seen::default();
    for (c, cri) in version.cri.iter().flatten().enumerate() {
        let item = list.index(c);
        let name = item.known_field("name");
        if let Some(first) = names.repeats(&cri.name, c) {
            let path = if scope.quirks().findings.gardener_paths { &item } else { &name };
            let violation = Violation::duplicate(&CRI_DUPLICATE, path, cri.name.as_str())
                .with_help("list it once, with all its container runtimes");
            findings.push(with_first_occurrence(violation, list.index(first).known_field("name").to_field_path()));
        }
        if cri.name != DEFAULT_CRI {
            let violation = Violation::not_supported(&CRI_UNKNOWN, &name, cri.name.as_str(), &[DEFAULT_CRI]);
            let has_default = version.cri.iter().flatten().any(|cri| cri.name == DEFAULT_CRI);
            findings.push(if cri.name == "docker" { without_docker(violation, &item, has_default) } else { violation });
        }
        let runtimes = item.known_field("containerRuntimes");
        let mut types = Seen::default();
        // A list may have thousands of runtimes, each with a finding.
        let count = cri.container_runtimes.as_ref().map_or(0, Vec::len);
        if count > findings.len() {
            findings.reserve_exact(count);
        }
        for (r, runtime) in cri.container_runtimes.iter().flatten().enumerate() {
            let item = runtimes.index(r);
            let path = item.known_field("type");
            let kind = runtime.runtime_type.as_str();
            let fault = name_fault(&CONTAINER_RUNTIME_INVALID, &path, kind, "type of a container runtime");
            let repeats =
                types.repeats(kind, r).filter(|_| fault.is_none() || scope.quirks().findings.follow_up_errors);
            findings.extend(fault);
            if let Some(first) = repeats {
                let violation =
                    Violation::duplicate(&CONTAINER_RUNTIME_DUPLICATE, &path, kind).with_help("list each runtime once");
                findings
                    .push(with_first_occurrence(violation, runtimes.index(first).known_field("type").to_field_path()));
            }
        }
    }
}
