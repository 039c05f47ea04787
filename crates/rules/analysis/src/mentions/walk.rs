//! The fields that offer something or refer to it.

use rootstock_core_model::{CapabilityDefinition, CloudProfile, Decodable, NodeKind, NodeRef, Shoot, nouns};
use rootstock_document::schema::{EntityKind, FieldSchema, ObjectSchema, Shape};
use rootstock_provider_api::{ProviderImage, RegionId, RegionalVersion};
use rootstock_worker_capabilities::BuiltInCatalog;

use super::{Mention, MentionTarget, MentionedName};
use crate::key::ProfileKey;

/// A walk that collects the names in one object.
pub(super) struct Walk<'a> {
    profile: ProfileKey,
    /// The registered capabilities.
    definitions: &'a [CapabilityDefinition],
    pub(super) mentions: Vec<Mention<'a>>,
}

/// An image version, by name.
#[derive(Clone, Copy, Default)]
struct EnclosingVersion<'n> {
    image: &'n str,
    version: &'n str,
}

/// A `providerConfig` of any provider.
#[derive(Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct AnyConfig {
    machine_images: Vec<ProviderImage<RegionalVersion<RegionId>>>,
    regions: Vec<RegionId>,
}

impl<'a> Walk<'a> {
    pub(super) const fn new(profile: ProfileKey, definitions: &'a [CapabilityDefinition]) -> Self {
        Self { profile, definitions, mentions: Vec::new() }
    }

    /// Adds the name in a scalar.
    pub(super) fn name(&mut self, name: MentionedName, node: Option<NodeRef<'a>>, is_offer: bool) {
        if let Some(node) = node.filter(|node| node.raw_text().is_some_and(|text| !text.is_empty())) {
            self.add(name, node, false, is_offer);
        }
    }

    fn add(&mut self, name: MentionedName, node: NodeRef<'a>, is_key: bool, is_offer: bool) {
        let thing = MentionTarget { profile: self.profile.clone(), name };
        self.mentions.push(Mention { thing, node, is_key, is_offer });
    }

    /// Collects the names in both sections of a profile.
    pub(super) fn profile(&mut self, root: NodeRef<'a>) {
        self.collect_below(CloudProfile::SHAPE, root, EnclosingVersion::default());
        if let Some(config) = root.get("spec").and_then(|spec| spec.get("providerConfig")) {
            self.collect_below(AnyConfig::SHAPE, config, EnclosingVersion::default());
        }
    }

    /// Collects the references of a Shoot; `profile` is the profile that it names.
    pub(super) fn shoot(&mut self, root: NodeRef<'a>, profile: MentionedName) {
        self.collect_below(Shoot::SHAPE, root, EnclosingVersion::default());
        let Some(spec) = root.get("spec") else { return };
        self.name(profile.clone(), spec.get("cloudProfile").and_then(|it| it.get("name")), false);
        self.name(profile, spec.get("cloudProfileName"), false);
    }

    /// Collects all names below a value; `of` is the image version that contains it.
    fn collect_below(&mut self, shape: Shape, node: NodeRef<'a>, of: EnclosingVersion<'a>) {
        match shape {
            Shape::Object(schema) => {
                let of = EnclosingVersion {
                    image: named_in(node, schema, nouns::MACHINE_IMAGE).unwrap_or(of.image),
                    version: named_in(node, schema, nouns::IMAGE_VERSION).unwrap_or(of.version),
                };
                for field in schema.fields {
                    let Some(value) = node.get(field.name) else { continue };
                    self.names_in(field, value, node, of);
                    self.collect_below(field.shape, value, of);
                }
            }
            Shape::List(item) => node.items().for_each(|node| self.collect_below(*item, node, of)),
            Shape::Any | Shape::Scalar(_) | Shape::Map(_) => {}
        }
    }

    /// Collects the names in the value of a field: one, or a list of them.
    fn names_in(&mut self, field: &FieldSchema, value: NodeRef<'a>, object: NodeRef<'a>, of: EnclosingVersion<'_>) {
        let (Some(entity_kind), is_offer) = (field.entity_kind(), field.offers.is_some()) else { return };
        let names: Vec<NodeRef<'a>> = match field.shape {
            Shape::List(_) => value.items().collect(),
            Shape::Map(_) => return self.capabilities(Some(value)),
            Shape::Any | Shape::Scalar(_) | Shape::Object(_) => vec![value],
        };
        for node in names {
            let name = text(Some(node));
            let name = match entity_kind {
                nouns::FLAVOR => {
                    self.flavor(node, of, is_offer);
                    continue;
                }
                nouns::CAPABILITY => MentionedName::Capability(name),
                nouns::CAPABILITY_VALUE => {
                    MentionedName::CapabilityValue { capability: text(object.get("name")), value: name }
                }
                nouns::KUBERNETES_VERSION => MentionedName::Kubernetes(name),
                nouns::MACHINE_IMAGE => MentionedName::Image(name),
                nouns::IMAGE_VERSION => MentionedName::ImageVersion { image: of.image.to_owned(), version: name },
                nouns::MACHINE_TYPE => MentionedName::MachineType(name),
                nouns::VOLUME_TYPE => MentionedName::VolumeType(name),
                nouns::REGION => MentionedName::Region(name),
                _ => continue,
            };
            self.name(name, Some(node), is_offer);
        }
    }

    /// Adds a flavor and its capabilities. A flavor of the core section has capabilities as its fields; one of the
    /// provider section, or of older documents, has them one level deeper.
    fn flavor(&mut self, flavor: NodeRef<'a>, of: EnclosingVersion<'_>, is_offer: bool) {
        let level = flavor.get("capabilities").filter(|it| it.kind() == NodeKind::Object);
        let capabilities = match (level, is_offer) {
            (Some(level), _) => Some(level),
            (None, true) => Some(flavor),
            (None, false) => None,
        };
        let name = MentionedName::Flavor {
            image: of.image.to_owned(),
            version: of.version.to_owned(),
            capabilities: self.complete(capabilities),
        };
        self.add(name, flavor, false, is_offer);
        self.capabilities(capabilities);
    }

    /// Returns capabilities in which an omitted one has all values, and then the written ones that are not registered. Of these,
    /// a built-in one with its neutral value counts as omitted.
    fn complete(&self, capabilities: Option<NodeRef<'_>>) -> Vec<(String, Vec<String>)> {
        let all = self.definitions.iter().map(|definition| {
            let written = capabilities.and_then(|it| it.get(&definition.name));
            let mut values: Vec<String> = match written {
                Some(list) => list.items().map(|value| text(Some(value))).collect(),
                None => definition.values.clone(),
            };
            values.sort();
            (definition.name.clone(), values)
        });
        let is_registered = |name: &str| self.definitions.iter().any(|definition| definition.name == name);
        let written = capabilities.into_iter().flat_map(NodeRef::entries).filter(|(name, _)| !is_registered(name));
        let built_in = written.map(|(name, list)| {
            let mut values: Vec<String> = list.items().map(|value| text(Some(value))).collect();
            values.sort();
            (name.to_owned(), values)
        });
        let is_neutral = |(name, values): &(String, Vec<String>)| {
            BuiltInCatalog::FOLLOWED.entry(name).is_some_and(|entry| *values == [entry.neutral()])
        };
        let mut built_in: Vec<_> = built_in.filter(|one| !is_neutral(one)).collect();
        built_in.sort();
        all.chain(built_in).collect()
    }

    fn capabilities(&mut self, capabilities: Option<NodeRef<'a>>) {
        for (name, values) in capabilities.into_iter().flat_map(NodeRef::entries) {
            self.add(MentionedName::Capability(name.to_owned()), values, true, false);
            for value in values.items() {
                let value_name =
                    MentionedName::CapabilityValue { capability: name.to_owned(), value: text(Some(value)) };
                self.name(value_name, Some(value), false);
            }
        }
    }
}

/// Returns what an object names in its field for a noun; `None` if the schema has no such field.
fn named_in<'a>(object: NodeRef<'a>, schema: &ObjectSchema, entity_kind: EntityKind) -> Option<&'a str> {
    let field = schema.fields.iter().find(|field| field.entity_kind() == Some(entity_kind))?;
    Some(object.get(field.name).and_then(NodeRef::raw_text).unwrap_or_default())
}

fn text(node: Option<NodeRef<'_>>) -> String {
    node.and_then(NodeRef::raw_text).unwrap_or_default().to_owned()
}
