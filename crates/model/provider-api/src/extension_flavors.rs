//! The effect of the extensions' mutating webhooks on a profile before Gardener validates it: they write the flavors of
//! its image versions from `providerConfig`.

use std::collections::{HashMap, HashSet};

use crate::{Extension, FlavorsWebhook, ImageEntries, Provider, ProviderConfig, VersionEntry, WebhookFlavors};
use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::{
    ARCHITECTURE, Applicability, Capabilities, CapabilityDefinition, Change, Fix, Flavor, MachineImage, Path,
    RawObject, Settings, Source, Violation,
};

rootstock_core_model::rules! {
    /// An image version with flavors in the provider section only.
    FLAVORS_LEFT_TO_EXTENSION: Warning, since "0.1.0",
        Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
}

/// Returns the flavors that the extension's webhook writes for the core versions that the provider section has, too.
pub(crate) fn flavors(extension: &Extension, own: &ImageEntries<'_>, core: &[MachineImage]) -> Vec<WebhookFlavors> {
    let webhook = extension.flavors_webhook;
    if webhook == FlavorsWebhook::None {
        return Vec::new();
    }
    let mut by_name: HashMap<&str, HashMap<&str, Vec<&VersionEntry<'_>>>> = HashMap::new();
    for image in &own.images {
        let versions = by_name.entry(image.name).or_default();
        // Of several images with the same name, the later one overwrites the earlier one, unless it maps nothing and so has no effect.
        let mut of_image: HashMap<&str, Vec<&VersionEntry<'_>>> = HashMap::new();
        for entry in &image.versions {
            of_image.entry(entry.version).or_default().push(entry);
        }
        match webhook {
            FlavorsWebhook::LastMappedEntry => {
                of_image
                    .into_iter()
                    .for_each(|(version, entries)| versions.entry(version).or_default().extend(entries));
            }
            _ => versions.extend(of_image),
        }
    }
    let mut written = Vec::new();
    // Of several images or versions with one name, the extension writes into the first.
    let mut images: HashSet<&str> = HashSet::new();
    for (place, image) in core.iter().enumerate().filter(|(_, image)| images.insert(&image.name)) {
        let Some(versions) = by_name.get(image.name.as_str()) else { continue };
        let mut offered: HashSet<&str> = HashSet::new();
        let first = image.offered().iter().enumerate().filter(|(_, version)| offered.insert(&version.version));
        for (position, version) in first {
            let Some(entries) = versions.get(version.version.as_str()) else { continue };
            let flavors = flavors_of_entries(extension, entries);
            if !flavors.is_empty() || webhook != FlavorsWebhook::LastMappedEntry {
                written.push(WebhookFlavors { image: place, version: position, flavors });
            }
        }
    }
    written
}

fn flavors_of_entries(extension: &Extension, entries: &[&VersionEntry<'_>]) -> Vec<Flavor> {
    let legacy = |entries: &[&VersionEntry<'_>]| legacy(extension, entries);
    let last = entries.last().map(std::slice::from_ref).unwrap_or_default();
    let flavors = |entries: &[&VersionEntry<'_>]| -> Vec<Capabilities> {
        let flavors = entries.iter().flat_map(|entry| &entry.flavors);
        flavors.map(|artifact| artifact.capabilities.clone().into_owned()).collect()
    };
    let of_entry = |entry: &[&VersionEntry<'_>]| {
        let found = flavors(entry);
        if found.is_empty() { legacy(entry) } else { found }
    };
    let found = match extension.flavors_webhook {
        FlavorsWebhook::None => Vec::new(),
        FlavorsWebhook::FlavorsOnly => flavors(last),
        FlavorsWebhook::LastEntry => of_entry(last),
        FlavorsWebhook::LastMappedEntry => {
            let mut mapped = entries.chunks(1).rev().map(of_entry);
            mapped.find(|found| !found.is_empty()).unwrap_or_default()
        }
        FlavorsWebhook::FlavorsFirst => {
            let first = entries.iter().find(|entry| !entry.flavors.is_empty());
            first.map_or_else(|| legacy(entries), |first| flavors(std::slice::from_ref(first)))
        }
        FlavorsWebhook::AllEntries => {
            let others: Vec<_> = entries.iter().filter(|entry| entry.flavors.is_empty()).copied().collect();
            let mut found = flavors(entries);
            found.extend(legacy(&others));
            found
        }
    };
    found.into_iter().map(Flavor).collect()
}

/// Returns the distinct capabilities of entries in the legacy format, sorted by architecture.
fn legacy(extension: &Extension, entries: &[&VersionEntry<'_>]) -> Vec<Capabilities> {
    let mut found: Vec<Capabilities> = Vec::new();
    for artifact in entries.iter().flat_map(|entry| entry.mapped()).filter(|artifact| artifact.has_counted_reference())
    {
        let mut capabilities = artifact.capabilities.clone().into_owned();
        if extension.renamed_capability.is_some() {
            // Under its other names, the capability is written with all values, too.
            for (name, values) in extension.legacy_format.map_or(&[][..], |format| format.capabilities) {
                if capabilities.get(name).is_none() {
                    capabilities.insert(name, values.iter().map(|value| (*value).to_owned()).collect());
                }
            }
        }
        if !found.contains(&capabilities) {
            found.push(capabilities);
        }
    }
    found.sort_by(|one, other| one.get(ARCHITECTURE).cmp(&other.get(ARCHITECTURE)));
    found
}

/// An object whose flavors a webhook may write.
#[derive(Debug, Clone, Copy)]
pub struct WebhookTarget<'a> {
    /// The images in `spec.machineImages`.
    pub images: &'a [MachineImage],
    /// The images in `spec.machineImages` as they count if no webhook changes them: in a version without flavors,
    /// legacy architectures may count.
    pub counted: &'a [MachineImage],
    /// The images of its parent: their versions declare no flavors of their own.
    pub parent: &'a [MachineImage],
    /// The capabilities registered for the object.
    pub definitions: &'a [CapabilityDefinition],
}

impl WebhookTarget<'_> {
    /// Whether the webhook of the provider's extension may change anything: there is one, and there are versions to
    /// write to.
    #[must_use]
    pub fn may_change(&self, provider: &dyn Provider, settings: &Settings) -> bool {
        let mut versions = self.images.iter().flat_map(MachineImage::offered);
        settings.extension_webhooks
            && !self.definitions.is_empty()
            && provider.extension().at(settings).flavors_webhook != FlavorsWebhook::None
            && (settings.quirks.providers.extensions_write_flavors
                || versions.any(|version| version.flavors().is_empty()))
    }
}

/// Returns the machine images as Gardener validates them, with findings about the difference; `None` if nothing
/// changes.
///
/// Under the quirk `extensions_write_flavors` the result is whatever the extension's webhook writes, without findings.
/// In documented semantics only missing flavors are written, each version with a warning and a safe fix. Nothing is
/// written unless [`WebhookTarget::may_change`] is true.
#[must_use]
pub fn with_flavors_of_extension(
    object: WebhookTarget<'_>,
    config: &dyn ProviderConfig,
    settings: &Settings,
) -> Option<(Vec<MachineImage>, Vec<Violation>)> {
    let replaces = settings.quirks.providers.extensions_write_flavors;
    let vocabulary = Vocabulary::new(object.definitions);
    let (mut images, mut found) = (None, Vec::new());
    for written in config.webhook_flavors(object.images) {
        let (Some(image), Some(own)) = (object.images.get(written.image), written.of(object.images)) else {
            continue;
        };
        if own.flavors() == written.flavors {
            continue;
        }
        let counted = written.of(object.counted).unwrap_or(own);
        if !replaces {
            let same_name = object.parent.iter().filter(|inherited| inherited.name == image.name);
            let inherits = same_name.flat_map(MachineImage::offered).any(|inherited| inherited.version == own.version);
            if !own.flavors().is_empty() || inherits || are_equivalent(&vocabulary, counted.flavors(), &written.flavors)
            {
                continue;
            }
            found.push(left_to_extension(&image.name, &own.version, &written));
        }
        let images: &mut Vec<MachineImage> = images.get_or_insert_with(|| object.images.to_vec());
        let versions = images.get_mut(written.image).and_then(|image| image.versions.as_mut());
        if let Some(version) = versions.and_then(|versions| versions.get_mut(written.version)) {
            version.capability_flavors = Some(written.flavors);
        }
    }
    images.map(|images| (images, found))
}

/// Whether lists of flavors are equal after defaulting; an empty list is a single flavor that supports everything.
fn are_equivalent(vocabulary: &Vocabulary, one: &[Flavor], other: &[Flavor]) -> bool {
    let sets = |flavors: &[Flavor]| {
        let mut sets: Vec<_> = flavors.iter().map(|flavor| vocabulary.compile(&flavor.0)).collect();
        if sets.is_empty() {
            sets.push(vocabulary.compile(&Capabilities::new()));
        }
        sets
    };
    let (one, other) = (sets(one), sets(other));
    one.len() == other.len() && one.iter().all(|set| other.contains(set))
}

fn left_to_extension(image: &str, version: &str, written: &WebhookFlavors) -> Violation {
    let spec = Path::root("spec");
    let images = spec.field("machineImages");
    let item = images.index(written.image);
    let versions = item.field("versions");
    let place = versions.index(written.version);
    let path = place.field("capabilityFlavors");
    let detail = format!(
        "image `{image}` version `{version}` has no flavors here; the extension's webhook copies them from \
         `spec.providerConfig`, but without the webhook Gardener validates the version without flavors",
    );
    let violation = Violation::required(&FLAVORS_LEFT_TO_EXTENSION, &path, detail);
    match RawObject::from_serialize(&written.flavors) {
        Ok(value) => violation.with_fix(Fix {
            title: "copy the flavors from `spec.providerConfig`".to_owned(),
            applicability: Applicability::Safe,
            changes: vec![Change::Add { path: path.to_field_path(), value }],
        }),
        Err(_) => violation,
    }
}
