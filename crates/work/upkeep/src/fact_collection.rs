//! Facts from the files of a user.

use rootstock_core_model::{Capabilities, NodeRef, Path, decode};
use rootstock_facts::{FactFile, FactList, FactSheet, FactSource, ImageFact, SourceError, read_facts};
use rootstock_versioning::Timestamp;

use crate::import::complete;
use crate::{NamePattern, ReferenceList};

/// A file with facts.
#[derive(Debug, Clone, Copy)]
pub struct FactInput<'t> {
    /// The name of the file.
    pub name: &'t str,
    /// The content.
    pub bytes: &'t [u8],
    /// The region of a source that does not name it.
    pub region: Option<&'t str>,
}

/// Values that sources lack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FactOptions {
    /// The format of every file; absent: recognized by the content of each.
    pub format: Option<String>,
    /// The machine image that lists of images are about; absent: every machine image, and `gardenlinux` for its publications.
    pub image: Option<String>,
    /// The pattern for the names of the images of the machine image, which has their versions.
    pub names: Option<NamePattern>,
    /// The date of the sources.
    pub date: Option<Timestamp>,
}

/// The facts in files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CollectedFacts {
    /// The facts.
    pub list: FactList,
    /// The items that cannot be used: the file, the place, and the reason.
    pub unread: Vec<String>,
    /// The number of items that are not about images, machine types, or Kubernetes versions.
    pub others: usize,
    /// Whether some image belongs to a version of a machine image.
    pub has_named_images: bool,
}

/// The list of references that other commands of upkeep use.
const REFERENCES: FactSource = FactSource {
    name: "references",
    printed_by: "a list of references",
    provider: None,
    is_regional: false,
    is_partial: true,
    recognizes: |root| {
        let mut images = root.get("images").into_iter().flat_map(NodeRef::items);
        images.next().is_some_and(|image| image.get("versions").is_some())
    },
    read: read_references,
};

/// Collects the facts in files. Their order does not matter.
///
/// # Errors
///
/// Returns the first file that has no facts, with the reason.
///
/// ```
/// use rootstock_upkeep::{FactInput, FactOptions, collect_facts};
/// let bytes = br#"{"Images": [{"ImageId": "ami-1", "Name": "gl-1592.3", "Architecture": "arm64", "State": "available"}]}"#;
/// let options = FactOptions {
///     image: Some("gardenlinux".to_owned()), names: Some("gl-{version}".parse()?), ..FactOptions::default()
/// };
/// let file = FactInput { name: "images.json", bytes, region: Some("eu-west-1") };
/// let facts = collect_facts([file], &options).map_err(|(file, reason)| format!("{file}: {reason}"))?;
/// assert_eq!(facts.list.facts[0].images[0].version.as_deref(), Some("1592.3.0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn collect_facts<'t>(
    files: impl IntoIterator<Item = FactInput<'t>>,
    options: &FactOptions,
) -> Result<CollectedFacts, (String, SourceError)> {
    let all: Vec<FactSource> = std::iter::once(REFERENCES).chain(FactSource::ALL).collect();
    let wanted: Vec<FactSource> = match &options.format {
        Some(format) => all.iter().copied().filter(|source| source.name == *format).collect(),
        None => all,
    };
    let mut collected = CollectedFacts::default();
    for file in files {
        let read =
            read_facts(&wanted, file.name, file.bytes, file.region).map_err(|reason| (file.name.to_owned(), reason))?;
        let FactFile { sheets, unread, others, .. } = read;
        collected.unread.extend(unread.iter().map(|one| format!("{}: {one}", file.name)));
        collected.others += others;
        for mut sheet in sheets {
            let nameless = remove_nameless(&mut sheet);
            // Nothing follows from what is not in such a list: it may be one of these.
            sheet.partial |= !nameless.is_empty();
            collected.unread.extend(nameless.iter().map(|one| format!("{}: {one}", file.name)));
            collected.list.facts.push(sheet);
        }
    }
    for sheet in &mut collected.list.facts {
        sheet.date = sheet.date.or(options.date);
        let published =
            ["garden-linux", "garden-linux-release-notes", "component-descriptor"].contains(&sheet.source.as_str());
        let image = options.image.clone().or_else(|| published.then(|| "gardenlinux".to_owned()));
        if !sheet.images.is_empty() && sheet.machine_images.is_empty() {
            sheet.machine_images = options.image.clone().into_iter().collect();
        }
        let Some(image) = image else { continue };
        for fact in sheet.images.iter_mut().filter(|fact| fact.machine_image.is_none()) {
            name(fact, &image, options.names.as_ref());
        }
    }
    let mut images = collected.list.facts.iter().flat_map(|sheet| &sheet.images);
    collected.has_named_images = images.any(|image| image.version.is_some() && image.machine_image.is_some());
    Ok(collected)
}

impl FactOptions {
    /// Returns the names of the formats.
    #[must_use]
    pub fn formats() -> Vec<&'static str> {
        std::iter::once(REFERENCES).chain(FactSource::ALL).map(|source| source.name).collect()
    }
}

/// Removes images without a reference and machine types without a name; returns the reasons with their places.
fn remove_nameless(sheet: &mut FactSheet) -> Vec<String> {
    let mut removed = Vec::new();
    let mut number = 0;
    sheet.images.retain(|image| {
        number += 1;
        let is_usable = !image.reference.is_empty();
        if !is_usable {
            let name = if image.name.is_empty() { String::new() } else { format!(" `{}`", image.name) };
            removed.push(format!("image {number}{name}: it has no ID"));
        }
        is_usable
    });
    number = 0;
    sheet.machine_types.retain(|machine_type| {
        number += 1;
        let is_usable = !machine_type.name.is_empty();
        if !is_usable {
            removed.push(format!("machine type {number}: it has no name"));
        }
        is_usable
    });
    removed
}

/// Completes the machine image and version of an image.
fn name(fact: &mut ImageFact, image: &str, names: Option<&NamePattern>) {
    let captured = match names {
        Some(names) => match names.captured(&fact.name) {
            Some(captured) => captured,
            // An image with another name is one of another machine image.
            None => return,
        },
        None => <_>::default(),
    };
    let version = captured.version.or_else(|| fact.version.clone());
    if let Some(version) = version.and_then(|version| complete(&version)) {
        (fact.machine_image, fact.version) = (Some(image.to_owned()), Some(version));
        fact.architecture = captured.architecture.or_else(|| fact.architecture.take());
    }
}

fn read_references(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let (list, wrong) = decode::<ReferenceList>(root, &Path::object());
    if let Some(violation) = wrong.into_iter().next() {
        return Err(SourceError::Unreadable(Box::new(violation)));
    }
    for image in list.images {
        for version in image.versions {
            for reference in version.references {
                let fact = ImageFact {
                    reference: reference.reference,
                    machine_image: Some(image.name.clone()),
                    version: Some(version.version.clone()),
                    region: reference.region,
                    capabilities: Capabilities::clone(&reference.capabilities),
                    ..ImageFact::default()
                };
                file.image(None, fact);
            }
        }
    }
    Ok(())
}
