//! The fields that offer something, and those that refer to it.

use rootstock_core_model::{CapabilityDefinition, NodeKind, NodeRef};

use super::{Mention, Mentioned, MentionedName};
use crate::key::ProfileKey;

/// Collects what one object names.
pub(super) struct Walk<'a> {
    profile: ProfileKey,
    /// The registered capabilities.
    definitions: &'a [CapabilityDefinition],
    pub(super) mentions: Vec<Mention<'a>>,
}

/// An image version, by name.
#[derive(Clone, Copy)]
struct Of<'n> {
    image: &'n str,
    version: &'n str,
}

impl<'a> Walk<'a> {
    pub(super) const fn new(profile: ProfileKey, definitions: &'a [CapabilityDefinition]) -> Self {
        Self { profile, definitions, mentions: Vec::new() }
    }

    /// What a scalar names.
    pub(super) fn name(&mut self, name: MentionedName, node: Option<NodeRef<'a>>, is_offer: bool) {
        if let Some(node) = node.filter(|node| node.raw_text().is_some_and(|text| !text.is_empty())) {
            self.add(name, node, false, is_offer);
        }
    }

    fn add(&mut self, name: MentionedName, node: NodeRef<'a>, is_key: bool, is_offer: bool) {
        let thing = Mentioned { profile: self.profile.clone(), name };
        self.mentions.push(Mention { thing, node, is_key, is_offer });
    }

    /// The same for a scalar that is the name.
    fn named(&mut self, node: Option<NodeRef<'a>>, is_offer: bool, name: fn(String) -> MentionedName) {
        let text = node.and_then(NodeRef::raw_text).unwrap_or_default();
        self.name(name(text.to_owned()), node, is_offer);
    }

    fn each_named(&mut self, list: Option<NodeRef<'a>>, is_offer: bool, name: fn(String) -> MentionedName) {
        for item in list.into_iter().flat_map(NodeRef::items) {
            self.named(item.get("name"), is_offer, name);
        }
    }

    /// Both halves of a profile.
    pub(super) fn profile(&mut self, root: NodeRef<'a>) {
        let Some(spec) = root.get("spec") else { return };
        for definition in items(spec, "machineCapabilities") {
            self.named(definition.get("name"), true, MentionedName::Capability);
            let capability = text(definition.get("name"));
            for value in items(definition, "values") {
                let value_name =
                    MentionedName::CapabilityValue { capability: capability.clone(), value: text(Some(value)) };
                self.name(value_name, Some(value), true);
            }
        }
        for version in spec.get("kubernetes").into_iter().flat_map(|it| items(it, "versions")) {
            self.named(version.get("version"), true, MentionedName::Kubernetes);
        }
        self.images(spec.get("machineImages"), true);
        for machine_type in items(spec, "machineTypes") {
            self.named(machine_type.get("name"), true, MentionedName::MachineType);
            self.capabilities(machine_type.get("capabilities"));
        }
        self.each_named(spec.get("volumeTypes"), true, MentionedName::VolumeType);
        self.each_named(spec.get("regions"), true, MentionedName::Region);
        for zone in items(spec, "regions").flat_map(|region| items(region, "zones")) {
            for name in items(zone, "unavailableMachineTypes") {
                self.named(Some(name), false, MentionedName::MachineType);
            }
            for name in items(zone, "unavailableVolumeTypes") {
                self.named(Some(name), false, MentionedName::VolumeType);
            }
        }
        if let Some(bastion) = spec.get("bastion") {
            self.named(bastion.get("machineType").and_then(|it| it.get("name")), false, MentionedName::MachineType);
            self.image_reference(bastion.get("machineImage"));
        }
        if let Some(config) = spec.get("providerConfig") {
            self.images(config.get("machineImages"), false);
            self.each_named(config.get("regions"), false, MentionedName::Region);
        }
    }

    fn images(&mut self, images: Option<NodeRef<'a>>, is_offer: bool) {
        for image in images.into_iter().flat_map(NodeRef::items) {
            let name = image.get("name");
            self.named(name, is_offer, MentionedName::Image);
            let name = text(name);
            for version in items(image, "versions") {
                let of = text(version.get("version"));
                let own = MentionedName::ImageVersion { image: name.clone(), version: of.clone() };
                self.name(own, version.get("version"), is_offer);
                self.each_named(version.get("regions"), false, MentionedName::Region);
                for flavor in items(version, "capabilityFlavors") {
                    self.flavor(flavor, Of { image: &name, version: &of }, is_offer);
                    self.each_named(flavor.get("regions"), false, MentionedName::Region);
                }
            }
        }
    }

    /// A flavor of the core half names capabilities itself; one of the provider's half, and one in older documents, has a level
    /// for them.
    fn flavor(&mut self, flavor: NodeRef<'a>, of: Of<'_>, is_offer: bool) {
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

    /// With all values of what is left out.
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
        all.collect()
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

    fn image_reference(&mut self, image: Option<NodeRef<'a>>) {
        let Some(image) = image else { return };
        self.named(image.get("name"), false, MentionedName::Image);
        let own = MentionedName::ImageVersion { image: text(image.get("name")), version: text(image.get("version")) };
        self.name(own, image.get("version"), false);
    }

    /// What a Shoot refers to; `profile` is what it names as its profile.
    pub(super) fn shoot(&mut self, root: NodeRef<'a>, profile: MentionedName) {
        let Some(spec) = root.get("spec") else { return };
        self.name(profile.clone(), spec.get("cloudProfile").and_then(|it| it.get("name")), false);
        self.name(profile, spec.get("cloudProfileName"), false);
        self.named(spec.get("region"), false, MentionedName::Region);
        self.named(spec.get("kubernetes").and_then(|it| it.get("version")), false, MentionedName::Kubernetes);
        for worker in spec.get("provider").into_iter().flat_map(|it| items(it, "workers")) {
            let machine = worker.get("machine");
            self.named(machine.and_then(|it| it.get("type")), false, MentionedName::MachineType);
            self.image_reference(machine.and_then(|it| it.get("image")));
            self.named(worker.get("volume").and_then(|it| it.get("type")), false, MentionedName::VolumeType);
            let version = worker.get("kubernetes").and_then(|it| it.get("version"));
            self.named(version, false, MentionedName::Kubernetes);
        }
    }
}

fn items<'a>(node: NodeRef<'a>, list: &str) -> impl Iterator<Item = NodeRef<'a>> {
    node.get(list).into_iter().flat_map(NodeRef::items)
}

fn text(node: Option<NodeRef<'_>>) -> String {
    node.and_then(NodeRef::raw_text).unwrap_or_default().to_owned()
}
