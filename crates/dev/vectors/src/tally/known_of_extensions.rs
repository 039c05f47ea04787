//! Accepted differences from single releases of an extension, each with a name and a reason.

use rootstock_core_model::Release;

use crate::by_release::Origin;
use crate::comparison::Difference;
use crate::recorded::Row;

/// A kind of accepted difference from some releases of an extension.
#[derive(Debug)]
pub(crate) struct KnownOfExtension {
    pub(crate) name: &'static str,
    pub(crate) reason: &'static str,
    /// The beginning of the names of the suites.
    suites: &'static str,
    /// The first and the last of the releases.
    releases: (Release, Release),
    /// Returns whether the kind concerns the verdict.
    concerns: fn(&Row) -> bool,
    /// Returns whether a difference is of this kind.
    takes: fn(&Difference) -> bool,
}

/// All kinds.
pub(crate) const ALL: &[KnownOfExtension] = &[
    KnownOfExtension {
        name: "azure-status-machine-types",
        reason: "v1.58 and v1.59 write an entry of `machineTypes` for each machine type into the status of a NamespacedCloudProfile, \
                 and drop it below capabilities, which changes nothing",
        suites: "provider-azure-namespaced",
        releases: (Release::new(1, 58), Release::new(1, 59)),
        concerns: |_| true,
        takes: |one| matches!(one, Difference::Other { place, .. } if place.starts_with("merged.machineTypes")),
    },
    KnownOfExtension {
        name: "gcp-doubled-path",
        reason: "before v1.50, an error about an entry of a NamespacedCloudProfile has `providerConfig` twice in its path",
        suites: "provider-gcp-namespaced",
        releases: (Release::new(1, 47), Release::new(1, 49)),
        concerns: |row| row.expect.to_string().contains("providerConfig.providerConfig"),
        takes: |one| match one {
            Difference::Missing(finding) => path(finding).contains("providerConfig.providerConfig"),
            Difference::Surplus(finding) => {
                [".image", ".architecture"].iter().any(|field| path(finding).ends_with(field))
            }
            Difference::Other { .. } => false,
        },
    },
];

fn path(finding: &serde_json::Value) -> &str {
    finding.get("path").and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Removes the known differences from the release of an extension, and returns the names of their kinds.
pub(crate) fn take(row: &Row, origin: Origin, differences: &mut Vec<Difference>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for known in ALL.iter().filter(|known| row.suite.starts_with(known.suites) && known.is_of(origin)) {
        let before = differences.len();
        if before > 0 && (known.concerns)(row) {
            differences.retain(|one| !(known.takes)(one));
        }
        if differences.len() < before {
            found.push(known.name);
        }
    }
    found
}

impl KnownOfExtension {
    fn is_of(&self, origin: Origin) -> bool {
        let (first, last) = self.releases;
        origin.extension.is_some_and(|one| one.cmp_minor(first).is_ge() && one.cmp_minor(last).is_le())
    }
}
