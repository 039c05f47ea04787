//! The schemas of manifests and configuration files, in `schemas/`.

use rootstock_queries::manifest_schemas;

use super::Page;
use crate::failure::Failure;

/// Returns one file for each schema, in the layout of catalogues of custom resources.
pub(super) fn pages() -> Result<Vec<Page>, Failure> {
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    let schemas = manifest_schemas(&registry).into_iter();
    Ok(schemas.map(|schema| Page { path: format!("schemas/{}", schema.file), text: schema.text() }).collect())
}
