//! The releases of Kubernetes on endoflife.date, in both versions of its API.

use rootstock_document::{NodeKind, NodeRef};
use rootstock_versioning::Day;

use crate::nodes::{list, text, written};
use crate::{FactFile, FactSource, KubernetesFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "endoflife-date",
    printed_by: "endoflife.date",
    provider: None,
    is_regional: false,
    is_partial: true,
    recognizes: |root| match root.kind() {
        NodeKind::List => root.items().next().is_some_and(|one| one.get("cycle").is_some()),
        _ => root.get("result").is_some_and(|one| one.get("releases").is_some()),
    },
    read,
};

const EXPECTED: &str = "the releases of Kubernetes on endoflife.date";

/// The names of the fields in a version of the API.
struct FieldNames {
    minor: &'static str,
    end_of_life: &'static str,
    has_ended: &'static str,
}

/// `https://endoflife.date/api/kubernetes.json`
const V0: FieldNames = FieldNames { minor: "cycle", end_of_life: "eol", has_ended: "eol" };
/// `https://endoflife.date/api/v1/products/kubernetes`
const V1: FieldNames = FieldNames { minor: "name", end_of_life: "eolFrom", has_ended: "isEol" };

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let product = root.get("result").and_then(|one| text(one, "name"));
    if let Some(other) = product.filter(|product| product != "kubernetes") {
        return Err(SourceError::WrongFormat {
            expected: EXPECTED,
            problem: format!("it is about the product `{other}`"),
        });
    }
    let fields = if root.kind() == NodeKind::List { V0 } else { V1 };
    for (index, release) in list(root, &["result", "releases"], EXPECTED)?.enumerate() {
        // In YAML, `1.30` would be a number.
        let Some(minor) = written(release, fields.minor).filter(|name| is_minor(name)) else {
            let found = written(release, fields.minor).unwrap_or_default();
            file.unread(format!("release {}", index + 1), format!("`{found}` is not a minor of Kubernetes"));
            continue;
        };
        let end_of_life = day(release, fields.end_of_life);
        if end_of_life.is_none() && written(release, fields.has_ended) == Some("true") {
            file.unread(minor, "its end of life has passed, but has no date");
        }
        file.kubernetes_version(KubernetesFact {
            version: minor.to_owned(),
            released: day(release, "releaseDate"),
            end_of_life,
        });
        let latest = release.get("latest").map(|latest| match latest.as_str() {
            Some(version) => (Some(version.to_owned()), day(release, "latestReleaseDate")),
            None => (text(latest, "name"), day(latest, "date")),
        });
        if let Some((Some(version), released)) = latest {
            file.kubernetes_version(KubernetesFact { version, released, end_of_life: None });
        }
    }
    Ok(())
}

fn is_minor(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
}

/// Returns a day; `None` also if the field is a boolean.
fn day(node: NodeRef<'_>, field: &str) -> Option<Day> {
    node.get(field)?.as_str()?.parse().ok()
}
