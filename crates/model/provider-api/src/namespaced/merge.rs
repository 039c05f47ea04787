//! The parent's `providerConfig` merged with the entries of a NamespacedCloudProfile.
//!
//! The merge works on the documents, so that fields of later versions of an extension survive.

mod conversion;

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{CloudProfileSpec, FieldPath, NodeRef, Quirks, RawObject};

use self::conversion::Conversion;
use super::merged::{MergedConfig, MergedEntry};
use super::rules::{AllowedField, FieldMerge};
use super::value::Value;
use crate::entries::images_path;
use crate::{Extension, Repeats};

const IMAGES: &str = "machineImages";
const VERSIONS: &str = "versions";

/// Merges the entries of a NamespacedCloudProfile over the parent's: images by name, versions by version, in the
/// parent's order, followed by new entries. `None` if the parent has no `providerConfig`, or if the result would be too
/// large.
pub(crate) fn merge(
    parent: &CloudProfileSpec,
    child: &RawObject,
    extension: &Extension,
    quirks: &Quirks,
) -> Option<MergedConfig> {
    let base = parent.provider_config.as_ref()?;
    let rules = &extension.namespaced;
    let merger = Merger {
        conversion: Conversion::of(parent, extension),
        same_version: match extension.repeats == Repeats::EntryPerArchitecture {
            _ if rules.appends_versions && quirks.providers.namespaced_entries_are_appended => SameVersion::Appends,
            _ if quirks.providers.namespaced_entries_collapse => SameVersion::KeepsLast,
            true => SameVersion::ReplacesAll,
            false => SameVersion::Replaces,
        },
        allowed: rules.other_fields.allowed(),
        last_wins: quirks.providers.namespaced_entries_collapse,
    };
    let mut entries = Vec::new();
    let config = merger.config(base.node(), child.node(), &mut entries);
    Some(MergedConfig { config: RawObject::from_serialize(&config).ok()?, entries })
}

/// Converts the entries of a NamespacedCloudProfile to the format of its parent, at the same positions; `None` if the
/// extension does not convert them.
pub(crate) fn converted(parent: &CloudProfileSpec, child: &RawObject, extension: &Extension) -> Option<RawObject> {
    let conversion = Conversion::of(parent, extension)?;
    let images = items(child.node(), IMAGES).into_iter().map(|image| {
        let versions = conversion.convert_all(items(image, VERSIONS)).into_iter().map(|(.., version)| version);
        with_field(image, VERSIONS, Value::List(versions.collect()))
    });
    RawObject::from_serialize(&with_field(child.node(), IMAGES, Value::List(images.collect()))).ok()
}

struct Merger {
    conversion: Option<Conversion>,
    same_version: SameVersion,
    allowed: &'static [AllowedField],
    /// Whether the last of several images or machine types with the same name counts (quirk
    /// `namespaced_entries_collapse`).
    last_wins: bool,
}

/// The treatment of an entry for a version that the parent maps, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SameVersion {
    /// Replacement of the parent's entry by the child's, or by the last of several.
    Replaces,
    /// Replacement of all of the parent's entries by all of the child's.
    ReplacesAll,
    /// Removal of all but the last entry for the version, among the parent's as well.
    KeepsLast,
    /// Addition of the child's entry to the parent's.
    Appends,
}

/// Returns the value of a field that names an item; empty if it has none.
pub(super) fn text<'a>(item: NodeRef<'a>, field: &str) -> &'a str {
    item.get(field).and_then(NodeRef::as_str).unwrap_or_default()
}

pub(super) fn items<'a>(object: NodeRef<'a>, field: &str) -> Vec<NodeRef<'a>> {
    object.get(field).map(|list| list.items().collect()).unwrap_or_default()
}

/// Replaces or adds one field of an object.
fn with_field<'a>(object: NodeRef<'a>, name: &'a str, value: Value<'a>) -> Value<'a> {
    with_fields(object, &mut vec![(name, value)])
}

/// Replaces or adds some fields of an object.
fn with_fields<'a>(object: NodeRef<'a>, new: &mut Vec<(&'a str, Value<'a>)>) -> Value<'a> {
    let mut fields: Vec<(&str, Value<'_>)> = Vec::new();
    for (key, given) in object.entries() {
        let replacement = new.iter().position(|(name, _)| *name == key).map(|place| new.remove(place).1);
        fields.push((key, replacement.unwrap_or(Value::Given(given))));
    }
    fields.append(new);
    Value::Object(fields)
}

impl Merger {
    fn config<'a>(&self, base: NodeRef<'a>, child: NodeRef<'a>, entries: &mut Vec<MergedEntry>) -> Value<'a> {
        let own = items(child, IMAGES);
        let given = |name: &str| child.get(name).filter(|given| !given.is_null());
        let other = self.allowed.iter().filter_map(|field| Some((field, given(field.name)?)));
        let mut other: Vec<(&str, Value<'_>)> =
            other.map(|(field, given)| (field.name, self.merge_field(base.get(field.name), given, *field))).collect();
        if own.is_empty() && !self.last_wins {
            return with_fields(base, &mut other);
        }
        let from_parent = self.effective(items(base, IMAGES)).into_iter().map(|(_, image)| image);
        let mut order: Vec<Image<'a>> = from_parent.map(Image::from_parent).collect();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, image) in order.iter().enumerate() {
            places.entry(text(image.node, "name")).or_insert(place);
        }
        for (index, node) in self.effective(own) {
            let place = *places.entry(text(node, "name")).or_insert(order.len());
            let (path, from) = (images_path().index(place), images_path().index(index));
            match order.get_mut(place) {
                Some(image) => self.merge_image(image, node, &path, &from, entries),
                // An image that the parent does not have is copied with all its entries.
                None => {
                    order.push(Image::from_child(node, self.conversion.as_ref()));
                    entries.push(MergedEntry { path, from, replaces: false });
                }
            }
        }
        let images = order.into_iter().map(Image::into_value);
        other.push((IMAGES, Value::List(images.collect())));
        with_fields(base, &mut other)
    }

    fn merge_image<'a>(
        &self,
        image: &mut Image<'a>,
        own: NodeRef<'a>,
        path: &FieldPath,
        from: &FieldPath,
        entries: &mut Vec<MergedEntry>,
    ) {
        let entries_of_own = items(own, VERSIONS);
        self.remove_replaced(image, &entries_of_own);
        let mut seen: HashSet<&str> = HashSet::new();
        let entries_of_own = match &self.conversion {
            Some(conversion) => conversion.convert_all(entries_of_own),
            None => {
                let entries = entries_of_own.into_iter().enumerate();
                entries.map(|(index, node)| (index, text(node, "version"), Value::Given(node))).collect()
            }
        };
        for (index, version, entry) in entries_of_own {
            image.is_changed = true;
            let end = image.versions.len();
            let known = image.places.get(version).map(|place| place.first);
            let place = match self.same_version {
                SameVersion::Appends => end,
                // Further entries for the version are appended.
                SameVersion::ReplacesAll if !seen.insert(version) => end,
                SameVersion::Replaces | SameVersion::KeepsLast | SameVersion::ReplacesAll => known.unwrap_or(end),
            };
            let converted = (version, entry);
            let replaces = match image.versions.get_mut(place) {
                Some(entry) => {
                    *entry = converted;
                    true
                }
                None => {
                    image.push(converted);
                    false
                }
            };
            let path = path.clone().field(VERSIONS).index(place);
            entries.push(MergedEntry { path, from: from.clone().field(VERSIONS).index(index), replaces });
        }
    }
}

impl Merger {
    /// Returns the items of a list with their positions, without those that a later one with the same name replaces.
    fn effective<'a>(&self, items: Vec<NodeRef<'a>>) -> Vec<(usize, NodeRef<'a>)> {
        let mut effective: Vec<(usize, NodeRef<'a>)> = items.into_iter().enumerate().collect();
        if self.last_wins {
            let mut seen: HashSet<&str> = HashSet::new();
            effective.reverse();
            effective.retain(|(_, item)| seen.insert(text(*item, "name")));
            effective.reverse();
        }
        effective
    }

    /// Merges a field other than the images over the parent's.
    fn merge_field<'a>(&self, base: Option<NodeRef<'a>>, given: NodeRef<'a>, field: AllowedField) -> Value<'a> {
        let FieldMerge::AddsNewNames = field.merged else { return Value::Given(given) };
        let base: Vec<NodeRef<'a>> = base.into_iter().flat_map(NodeRef::items).collect();
        let known: HashSet<&str> = base.iter().map(|item| text(*item, "name")).collect();
        let added = self.effective(given.items().collect()).into_iter().map(|(_, item)| item);
        let added: Vec<NodeRef<'a>> = added.filter(|item| !known.contains(text(*item, "name"))).collect();
        Value::List(base.into_iter().chain(added).map(Value::Given).collect())
    }

    /// Removes entries of the parent that the NamespacedCloudProfile's entries replace.
    fn remove_replaced(&self, image: &mut Image<'_>, own: &[NodeRef<'_>]) {
        let before = image.versions.len();
        let mut seen: HashSet<&str> = HashSet::new();
        match self.same_version {
            SameVersion::ReplacesAll => {
                let own: HashSet<&str> = own.iter().map(|entry| text(*entry, "version")).collect();
                if !own.iter().any(|version| image.places.get(version).is_some_and(|place| place.is_repeated)) {
                    return;
                }
                image.versions.retain(|(version, _)| !own.contains(version) || seen.insert(version));
            }
            SameVersion::KeepsLast => {
                image.versions.reverse();
                image.versions.retain(|(version, _)| seen.insert(version));
                image.versions.reverse();
            }
            SameVersion::Replaces | SameVersion::Appends => return,
        }
        image.is_changed |= image.versions.len() != before;
        image.places.clear();
        for entry in std::mem::take(&mut image.versions) {
            image.push(entry);
        }
    }
}

/// An image of the result.
struct Image<'a> {
    node: NodeRef<'a>,
    versions: Vec<(&'a str, Value<'a>)>,
    places: HashMap<&'a str, Place>,
    is_changed: bool,
}

/// The entries of an image for a version.
struct Place {
    first: usize,
    is_repeated: bool,
}

impl<'a> Image<'a> {
    fn from_parent(node: NodeRef<'a>) -> Self {
        let mut image = Self { node, versions: Vec::new(), places: HashMap::new(), is_changed: false };
        for version in items(node, VERSIONS) {
            image.push((text(version, "version"), Value::Given(version)));
        }
        image
    }

    /// Builds an image that the parent does not have.
    fn from_child(node: NodeRef<'a>, conversion: Option<&Conversion>) -> Self {
        let Some(conversion) = conversion else { return Self::from_parent(node) };
        let mut image = Self { node, versions: Vec::new(), places: HashMap::new(), is_changed: true };
        for (_, version, entry) in conversion.convert_all(items(node, VERSIONS)) {
            image.push((version, entry));
        }
        image
    }

    fn push(&mut self, entry: (&'a str, Value<'a>)) {
        let first = self.versions.len();
        let place = self.places.entry(entry.0).or_insert(Place { first, is_repeated: false });
        place.is_repeated |= place.first < first;
        self.versions.push(entry);
    }

    fn into_value(self) -> Value<'a> {
        if !self.is_changed {
            return Value::Given(self.node);
        }
        let versions = self.versions.into_iter().map(|(_, version)| version).collect();
        with_field(self.node, VERSIONS, Value::List(versions))
    }
}
