//! Adds and removes regions, with their images in the provider section.

mod core_section;
mod mapping;

use std::collections::BTreeMap;

use rootstock_core_model::{FieldPath, Region};
use rootstock_provider_api::KeyedBy;
use serde::{Deserialize, Serialize};

use crate::base::{Base, spec_path};
use crate::draft::Draft;
use crate::keyed_items::KeyedItem;
use crate::{ReferenceList, Refusal};

/// A region to add.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionAddition {
    /// The name.
    pub name: String,
    /// The region to copy.
    pub like: String,
    /// The names of the zones, each a copy of the zone at the same position; absent: the names of the copied zones, with the
    /// region's name replaced by the new one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// Labels to add to those of the copied region, or to override them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Labels"))]
    pub labels: BTreeMap<String, String>,
    /// The references to its images; those for other regions are ignored.
    #[serde(default)]
    pub references: ReferenceList,
    /// Whether images may lack references that the copied region has.
    #[serde(default)]
    pub partial: bool,
}

/// Labels by their keys.
///
/// The schema has a name because openapi-python-client registers an unnamed map of a variant twice, and then drops the variant.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
struct Labels(BTreeMap<String, String>);

pub(crate) fn add(draft: &mut Draft<'_>, addition: &RegionAddition) -> Result<(), Refusal> {
    let name = &addition.name;
    if draft.expected.spec.regions.iter().flatten().any(|one| one.name == *name) {
        return Err(Refusal::RegionExists(name.clone()));
    }
    let (index, like) = find(draft.base, &addition.like)?;
    core_section::copy(draft, addition, index, like)?;
    mapping::copy(draft, addition)
}

pub(crate) fn remove(draft: &mut Draft<'_>, name: &str) -> Result<(), Refusal> {
    find(draft.base, name)?;
    let regions = draft.base.spec().regions.iter().flatten().enumerate();
    draft.removed_with_list.extend(regions.filter(|(_, one)| one.name == name).map(|(index, _)| list().index(index)));
    let items: Vec<FieldPath> = KeyedItem::all(draft.base, KeyedBy::Region, name).iter().map(KeyedItem::path).collect();
    mapping::remove(draft, name, &items);
    draft.removed_with_list.extend(items);
    draft.expected.spec.regions.iter_mut().for_each(|all| all.retain(|one| one.name != name));
    Ok(())
}

fn list() -> FieldPath {
    spec_path().field("regions")
}

fn find<'b>(base: &'b Base, name: &str) -> Result<(usize, &'b Region), Refusal> {
    let regions = || base.spec().regions.iter().flatten();
    regions().enumerate().find(|(_, one)| one.name == name).ok_or_else(|| Refusal::UnknownRegion {
        name: name.to_owned(),
        known: regions().map(|one| one.name.clone()).collect(),
    })
}
