//! Accepted differences, each with a name and a reason. A difference that no recorded vector shows any longer is a failure.

use serde_json::Value;

use super::known_of_extensions;
use crate::answers::yaml;
use crate::comparison::Difference;

/// A kind of accepted difference.
#[derive(Debug)]
pub(crate) struct KnownDifference {
    pub(crate) name: &'static str,
    pub(crate) reason: &'static str,
    /// Removes the differences of this kind.
    take: fn(&mut Vec<Difference>),
}

/// All kinds.
const ALL: &[KnownDifference] = &[
    KnownDifference {
        name: "in-place-gate-off",
        reason: "whether the feature gate InPlaceNodeUpdates is on is not known, so a new pool with in-place updates is accepted",
        take: in_place_gate_off,
    },
    KnownDifference {
        name: "null-capability-values",
        reason: "a capability whose values are `null` is read as one with an empty list: Gardener treats both alike, and only \
                 prints them differently",
        take: null_capability_values,
    },
    KnownDifference {
        name: "parent-without-architecture",
        reason: "below a parent that uses capabilities and does not register `architecture`, which cannot be stored, every architecture of \
                 its flavors is reported; Gardener reports the default",
        take: parent_without_architecture,
    },
    KnownDifference {
        name: "rollout-not-known",
        reason: "whether a change of data volumes replaces nodes depends on the provider's extension, so `rolls` says that it is \
                 not known; the verdict has only Gardener's own part of the hash",
        take: rollout_not_known,
    },
    KnownDifference {
        name: "unreadable-kubernetes-version",
        reason: "a Kubernetes version that cannot be parsed is reported at its own field; Gardener reports it at each worker that \
                 it is compared with",
        take: unreadable_kubernetes_version,
    },
];

/// Returns the name and reason of every kind, including those of texts.
pub(crate) fn names_and_reasons() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_texts = yaml::KNOWN_READINGS.iter().map(|known| (known.name, known.reason));
    let of_extensions = known_of_extensions::ALL.iter().map(|known| (known.name, known.reason));
    ALL.iter().map(|known| (known.name, known.reason)).chain(of_texts).chain(of_extensions)
}

/// Removes the known differences and returns the names of their kinds. `listed` is the kind for which the vector is
/// listed by id; a listed vector without differences is reported as a difference.
pub(crate) fn take(listed: Option<&'static str>, differences: &mut Vec<Difference>) -> Vec<&'static str> {
    if let Some(name) = listed {
        if differences.is_empty() {
            let place = format!("listed for {name}, but equal: remove it from the table");
            differences.push(Difference::Other { place, expected: Value::Null, got: Value::Null });
            return Vec::new();
        }
        differences.clear();
        return vec![name];
    }
    let mut found = Vec::new();
    for known in ALL {
        let before = differences.len();
        (known.take)(differences);
        if differences.len() < before {
            found.push(known.name);
        }
    }
    for known in &yaml::KNOWN_READINGS {
        let before = differences.len();
        yaml::take(differences, known.name);
        if differences.len() < before {
            found.push(known.name);
        }
    }
    found
}

fn rollout_not_known(differences: &mut Vec<Difference>) {
    differences.retain(|one| match one {
        Difference::Other { place, expected, got } => {
            !(place.starts_with("pools.") && *expected == "stays" && *got == "unknown")
        }
        _ => true,
    });
}

fn parent_without_architecture(differences: &mut Vec<Difference>) {
    let text = |finding: &Value, field: &str| finding.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    differences.retain(|one| match one {
        Difference::Surplus(finding) => {
            let path = text(finding, "path");
            !(text(finding, "kind") == "NotSupported"
                && path.starts_with("status.cloudProfileSpec.machineImages")
                && path.contains("].architectures["))
        }
        _ => true,
    });
}

fn in_place_gate_off(differences: &mut Vec<Difference>) {
    differences.retain(|one| match one {
        Difference::Other { place, expected, .. } => {
            !(place.starts_with("kinds") && *expected == "Invalid spec.provider.workers[].updateStrategy")
        }
        _ => true,
    });
}

fn unreadable_kubernetes_version(differences: &mut Vec<Difference>) {
    let has = |list: &Value, error: &str| match list.as_array() {
        Some(list) => list.iter().any(|one| *one == error),
        None => *list == error,
    };
    differences.retain(|one| match one {
        Difference::Other { place, expected, got } => {
            !(place.starts_with("kinds")
                && has(expected, "Invalid spec.provider.workers[].kubernetes.version")
                && (has(got, "Invalid spec.kubernetes.version") || has(got, "NotSupported spec.kubernetes.version")))
        }
        _ => true,
    });
}

fn null_capability_values(differences: &mut Vec<Difference>) {
    let text =
        |finding: &serde_json::Value, field: &str| finding.get(field).and_then(|one| one.as_str()).map(str::to_owned);
    let place = |finding: &serde_json::Value| (text(finding, "kind"), text(finding, "path"));
    let bad = |finding: &serde_json::Value, value: &str| text(finding, "bad").as_deref() == Some(value);
    let printed_as_list: Vec<_> = differences
        .iter()
        .filter_map(|one| match one {
            Difference::Surplus(finding) if bad(finding, "[]") => Some(place(finding)),
            _ => None,
        })
        .collect();
    let printed_as_nothing: Vec<_> = differences
        .iter()
        .filter_map(|one| match one {
            Difference::Missing(finding) if bad(finding, "") => Some(place(finding)),
            _ => None,
        })
        .collect();
    differences.retain(|one| match one {
        Difference::Surplus(finding) => !(bad(finding, "[]") && printed_as_nothing.contains(&place(finding))),
        Difference::Missing(finding) => !(bad(finding, "") && printed_as_list.contains(&place(finding))),
        Difference::Other { place, expected, got } => {
            !(place.contains(".capabilit") && expected.is_null() && got.as_array().is_some_and(Vec::is_empty))
        }
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_pairs_of_differences_are_removed() {
        let finding = |bad: &str| json!({ "kind": "Invalid", "path": "p", "bad": bad });
        let mut pair = vec![Difference::Missing(finding("")), Difference::Surplus(finding("[]"))];
        assert_eq!(take(None, &mut pair), ["null-capability-values"]);
        assert_eq!(pair, []);
        let mut single = vec![Difference::Surplus(finding("[]"))];
        assert_eq!(take(None, &mut single), [""; 0]);
        assert_eq!(single.len(), 1);
        // All differences of a listed vector are removed, and there must be some.
        assert_eq!(take(Some("listed"), &mut single), ["listed"]);
        assert_eq!(take(Some("listed"), &mut single), [""; 0]);
        assert_eq!(single.len(), 1);
    }
}
