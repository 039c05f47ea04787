//! `az sig image-version list`, `list-community`, and the same lists of the REST API.

use rootstock_document::{NodeKind, NodeRef};

use crate::nodes::{first, instant, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "azure-image-versions",
    printed_by: "az sig image-version list",
    provider: Some("azure"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| {
        first(root, &["value"]).is_some_and(|version| {
            id(version).is_some_and(|id| behind(&id, "versions").is_some())
                || spelled(version, "publishingProfile").is_some()
        })
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let root = root.get("value").filter(|list| list.kind() == NodeKind::List).unwrap_or(root);
    for version in list(root, &[], "the output of `az sig image-version list`")? {
        let id = id(version);
        let state =
            spelled(version, "provisioningState").and_then(NodeRef::as_str).filter(|state| *state != "Succeeded");
        let profile = spelled(version, "publishingProfile").unwrap_or(version);
        file.image(
            SOURCE.provider,
            ImageFact {
                name: id.as_deref().and_then(|id| behind(id, "images")).unwrap_or_default(),
                version: text(version, "name").or_else(|| behind(id.as_deref()?, "versions")),
                reference: id.unwrap_or_default(),
                unusable: state.map(|state| format!("its provisioning state is `{state}`")),
                deprecated: instant(profile, "endOfLifeDate"),
                ..ImageFact::default()
            },
        );
    }
    Ok(())
}

/// Returns a field, which the REST API prints below `properties`.
pub(super) fn spelled<'a>(item: NodeRef<'a>, field: &str) -> Option<NodeRef<'a>> {
    item.get(field).or_else(|| item.get("properties")?.get(field)).filter(|value| !value.is_null())
}

/// Returns the ID that a profile refers to. Images of community galleries have a unique ID, which the REST API prints below
/// `identifier`.
pub(super) fn id(item: NodeRef<'_>) -> Option<String> {
    let unique = text(item, "uniqueId").or_else(|| text(item.get("identifier")?, "uniqueId"));
    unique.or_else(|| text(item, "id"))
}

/// Returns the segment of a path that follows another one.
fn behind(path: &str, what: &str) -> Option<String> {
    let mut pairs = path.split('/').zip(path.split('/').skip(1));
    pairs.find(|(key, _)| key.eq_ignore_ascii_case(what)).map(|(_, value)| value.to_owned())
}
