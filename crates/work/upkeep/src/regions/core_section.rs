//! The core section of a new region: copies an existing region.

use rootstock_core_model::{AvailabilityZone, NodeRef, Region};
use rootstock_document::{CopyAction, Field, Fragment, Item};

use super::{RegionAddition, list};
use crate::Refusal;
use crate::differences::{self, FieldDifference, is};
use crate::draft::Draft;

pub(super) fn copy(
    draft: &mut Draft<'_>,
    addition: &RegionAddition,
    index: usize,
    like: &Region,
) -> Result<(), Refusal> {
    let base = draft.base;
    let (regions, old) = (base.node(&list())?, base.node(&list().index(index))?);
    let names = zones(addition, like);
    let mut field_differences = vec![FieldDifference::name(&["name"], &addition.name)];
    field_differences.extend(addition.labels.iter().map(|(key, value)| FieldDifference::name(&["labels", key], value)));
    let zones = old.get("zones");
    let mut change = |node: NodeRef<'_>| {
        let own = differences::change(old, &field_differences, node);
        own.or_else(|| change_of_zones(zones?, &names, node)).unwrap_or(CopyAction::AsIs)
    };
    if let Some(mut copy) = Fragment::copied(old, &mut change) {
        differences::complete(&mut copy, old, &field_differences);
        if zones.is_none_or(NodeRef::is_empty) && !names.is_empty() {
            add_zones(&mut copy, &names);
        }
        draft.editor.insert_items(regions, index + 1, &[Item::new(copy)])?;
    }
    draft.expected.spec.regions.get_or_insert_default().push(expected(addition, like, &names));
    Ok(())
}

fn zones(addition: &RegionAddition, like: &Region) -> Vec<String> {
    if !addition.zones.is_empty() {
        return addition.zones.clone();
    }
    like.zones.iter().flatten().map(|zone| zone.name.replace(&like.name, &addition.name)).collect()
}

/// Renames the zones of a copy; omits surplus zones, and appends missing ones.
fn change_of_zones<'a>(zones: NodeRef<'_>, names: &[String], node: NodeRef<'_>) -> Option<CopyAction<'a>> {
    if is(zones, node) {
        let more = names.iter().skip(zones.len()).map(|name| Item::new(zone(name))).collect::<Vec<_>>();
        return (!more.is_empty()).then_some(CopyAction::With(more));
    }
    zones.items().enumerate().find_map(|(index, zone)| match names.get(index) {
        Some(name) => zone.get("name").filter(|there| is(*there, node)).map(|_| CopyAction::Text(name.clone())),
        None => is(zone, node).then_some(CopyAction::LeftOut),
    })
}

fn zone<'a>(name: &str) -> Fragment<'a> {
    Fragment::Object(vec![Field::new("name", Fragment::Text(name.to_owned()))])
}

fn add_zones(copy: &mut Fragment<'_>, names: &[String]) {
    if let Some(fields) = differences::fields_of(copy) {
        fields.retain(|field| field.key != "zones");
        let zones = names.iter().map(|name| Item::new(zone(name))).collect();
        fields.push(Field::new("zones", Fragment::List(zones)));
    }
}

fn expected(addition: &RegionAddition, like: &Region, names: &[String]) -> Region {
    let mut new = Region { name: addition.name.clone(), ..like.clone() };
    new.labels.extend(addition.labels.clone());
    let old = like.zones.clone().unwrap_or_default();
    let zones: Vec<AvailabilityZone> = names
        .iter()
        .enumerate()
        .map(|(index, name)| AvailabilityZone { name: name.clone(), ..old.get(index).cloned().unwrap_or_default() })
        .collect();
    new.zones = (!zones.is_empty() || like.zones.is_some()).then_some(zones);
    new
}
