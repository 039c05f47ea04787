//! The metadata that Garden Linux publishes: a document for each flavor, or a list of them.

use rootstock_document::{NodeKind, NodeRef};

use super::published::{self, Flavor};
use crate::nodes::{is_true, strings, text, written};
use crate::{FactFile, FactSource, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "garden-linux",
    printed_by: "the published metadata of a Garden Linux flavor",
    provider: None,
    is_regional: false,
    is_partial: true,
    recognizes: |root| flavors(root).next().is_some_and(|one| one.get(METADATA).is_some()),
    read,
};

const METADATA: &str = "published_image_metadata";

/// Returns the document itself, or the items of a list.
fn flavors(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    let alone = (root.kind() != NodeKind::List || root.is_empty()).then_some(root);
    alone.into_iter().chain(root.items())
}

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for one in flavors(root) {
        let Some(published) = one.get(METADATA) else {
            return Err(SourceError::WrongFormat {
                expected: SOURCE.printed_by,
                problem: format!("there is no field `{METADATA}`"),
            });
        };
        let name = text(one, "name").unwrap_or_default();
        let flavor = Flavor {
            name: &name,
            version: written(one, "version").map(str::to_owned),
            architecture: text(one, "architecture"),
            modifiers: strings(one, "modifiers").map(str::to_owned).collect(),
            require_uefi: is_true(one, "require_uefi") == Some(true),
            secure_boot: is_true(one, "secureboot") == Some(true),
        };
        published::read(&flavor, published, file);
    }
    Ok(())
}
