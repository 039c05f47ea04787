//! The fields that offer something, and those that refer to it.

use std::ops::Range;

use rootstock_core_model::{CapabilityDefinition, NodeKind, NodeRef, Span};

use super::{Mention, Mentioned, MentionedName};
use crate::key::ProfileKey;

/// Collects what one object names.
pub(super) struct Walk<'a> {
    profile: ProfileKey,
    /// The registered capabilities.
    definitions: &'a [CapabilityDefinition],
    wanted: Wanted,
    pub(super) mentions: Vec<Mention<'a>>,
}

/// Of which bytes of the text it is asked what they name; all where there are none.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    bytes: Option<(usize, usize)>,
    /// What is in a value stands within it, too. An alias has elsewhere what it stands for.
    is_in_place: bool,
}

impl Wanted {
    pub(super) fn of(root: NodeRef<'_>, bytes: Option<Range<usize>>) -> Self {
        let is_in_place = bytes.is_some() && root.tree().repeated().next().is_none();
        Self { bytes: bytes.map(|bytes| (bytes.start, bytes.end)), is_in_place }
    }

    fn touches(self, span: Span) -> bool {
        let span = span.range();
        self.bytes.is_none_or(|(start, end)| span.start <= end && start <= span.end)
    }

    /// Whether there may be something within a value.
    fn reaches(self, node: NodeRef<'_>) -> bool {
        !self.is_in_place || self.touches(node.span())
    }

    /// The items of a list in which there may be something.
    fn items<'a>(self, list: Option<NodeRef<'a>>) -> impl Iterator<Item = NodeRef<'a>> {
        let list = list.filter(|list| self.reaches(*list));
        list.into_iter().flat_map(NodeRef::items).filter(move |item| self.reaches(*item))
    }
}

/// An image version, by name.
#[derive(Clone, Copy)]
struct Of<'n> {
    image: &'n str,
    version: &'n str,
}

impl<'a> Walk<'a> {
    pub(super) const fn new(profile: ProfileKey, definitions: &'a [CapabilityDefinition], wanted: Wanted) -> Self {
        Self { profile, definitions, wanted, mentions: Vec::new() }
    }

    /// What a scalar names.
    pub(super) fn name(&mut self, name: MentionedName, node: Option<NodeRef<'a>>, is_offer: bool) {
        if let Some(node) = node.filter(|node| node.raw_text().is_some_and(|text| !text.is_empty())) {
            self.add(name, node, false, is_offer);
        }
    }

    fn add(&mut self, name: MentionedName, node: NodeRef<'a>, is_key: bool, is_offer: bool) {
        let thing = Mentioned { profile: self.profile.clone(), name };
        let mention = Mention { thing, node, is_key, is_offer };
        if self.wanted.touches(mention.span()) {
            self.mentions.push(mention);
        }
    }

    /// The same for a scalar that is the name.
    fn named(&mut self, node: Option<NodeRef<'a>>, is_offer: bool, name: fn(String) -> MentionedName) {
        let text = node.and_then(NodeRef::raw_text).unwrap_or_default();
        self.name(name(text.to_owned()), node, is_offer);
    }

    fn each_named(&mut self, list: Option<NodeRef<'a>>, is_offer: bool, name: fn(String) -> MentionedName) {
        for item in self.wanted.items(list) {
            self.named(item.get("name"), is_offer, name);
        }
    }

    /// Both halves of a profile.
    pub(super) fn profile(&mut self, root: NodeRef<'a>) {
        let Some(spec) = root.get("spec") else { return };
        let wanted = self.wanted;
        for definition in wanted.items(spec.get("machineCapabilities")) {
            self.named(definition.get("name"), true, MentionedName::Capability);
            let capability = text(definition.get("name"));
            for value in wanted.items(definition.get("values")) {
                let value_name =
                    MentionedName::CapabilityValue { capability: capability.clone(), value: text(Some(value)) };
                self.name(value_name, Some(value), true);
            }
        }
        for version in spec.get("kubernetes").into_iter().flat_map(|it| wanted.items(it.get("versions"))) {
            self.named(version.get("version"), true, MentionedName::Kubernetes);
        }
        self.images(spec.get("machineImages"), true);
        for machine_type in wanted.items(spec.get("machineTypes")) {
            self.named(machine_type.get("name"), true, MentionedName::MachineType);
            self.capabilities(machine_type.get("capabilities"));
        }
        self.each_named(spec.get("volumeTypes"), true, MentionedName::VolumeType);
        self.each_named(spec.get("regions"), true, MentionedName::Region);
        for zone in wanted.items(spec.get("regions")).flat_map(|region| wanted.items(region.get("zones"))) {
            for name in wanted.items(zone.get("unavailableMachineTypes")) {
                self.named(Some(name), false, MentionedName::MachineType);
            }
            for name in wanted.items(zone.get("unavailableVolumeTypes")) {
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
        let wanted = self.wanted;
        for image in wanted.items(images) {
            let name = image.get("name");
            self.named(name, is_offer, MentionedName::Image);
            let name = text(name);
            for version in wanted.items(image.get("versions")) {
                let of = text(version.get("version"));
                let own = MentionedName::ImageVersion { image: name.clone(), version: of.clone() };
                self.name(own, version.get("version"), is_offer);
                self.each_named(version.get("regions"), false, MentionedName::Region);
                for flavor in wanted.items(version.get("capabilityFlavors")) {
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
            for value in self.wanted.items(Some(values)) {
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
        let wanted = self.wanted;
        self.name(profile.clone(), spec.get("cloudProfile").and_then(|it| it.get("name")), false);
        self.name(profile, spec.get("cloudProfileName"), false);
        self.named(spec.get("region"), false, MentionedName::Region);
        self.named(spec.get("kubernetes").and_then(|it| it.get("version")), false, MentionedName::Kubernetes);
        for worker in spec.get("provider").into_iter().flat_map(|it| wanted.items(it.get("workers"))) {
            let machine = worker.get("machine");
            self.named(machine.and_then(|it| it.get("type")), false, MentionedName::MachineType);
            self.image_reference(machine.and_then(|it| it.get("image")));
            self.named(worker.get("volume").and_then(|it| it.get("type")), false, MentionedName::VolumeType);
            let version = worker.get("kubernetes").and_then(|it| it.get("version"));
            self.named(version, false, MentionedName::Kubernetes);
        }
    }
}

fn text(node: Option<NodeRef<'_>>) -> String {
    node.and_then(NodeRef::raw_text).unwrap_or_default().to_owned()
}
