//! An import in progress.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rootstock_facts::{FactMapping, UnreadFact};

use super::{
    Captures, FoundImage, ImportError, ImportFormat, ImportOptions, ImportResult, capabilities, is_special, unusable,
};
use crate::{ListedImage, ListedVersion, NewReference};

/// An import in progress, with the positions of what is in the list.
#[derive(Default)]
pub(super) struct Importer {
    pub(super) result: ImportResult,
    /// The positions of versions.
    versions: HashMap<String, usize>,
    /// The positions of references in their version, by the position of the version, region, and capabilities.
    references: HashMap<(usize, Option<String>, String), usize>,
}

impl Importer {
    /// Adds the images of a file, and returns the number of those that match.
    pub(super) fn read(
        &mut self,
        form: ImportFormat,
        name: &str,
        bytes: &[u8],
        options: &ImportOptions,
    ) -> Result<usize, ImportError> {
        let Some(source) = form.source() else { return Ok(0) };
        let file = source.read_file(name, bytes, None)?;
        let mut matching = 0;
        for sheet in &file.sheets {
            let table = match &sheet.provider {
                Some(provider) if options.with_capabilities => FactMapping::built_in(provider),
                _ => Vec::new(),
            };
            for fact in &sheet.images {
                if is_special(fact, options) {
                    self.result.others += 1;
                    continue;
                }
                let found = FoundImage { form, fact, capabilities: capabilities(fact, &table) };
                matching += usize::from(self.add(&found, options).is_some());
            }
        }
        for UnreadFact { place, name, reason } in file.unread {
            // A remark about the list has no name; the images that it has are imported.
            if name.is_empty() {
                continue;
            }
            if options.names.as_ref().is_some_and(|names| !names.matches(&name)) {
                self.result.others += 1;
            } else {
                self.result.unusable.push(unusable(&place, reason));
                matching += 1;
            }
        }
        Ok(matching)
    }

    /// Adds an image, whether it can be used or not; `None` if it does not match.
    fn add(&mut self, found: &FoundImage<'_>, options: &ImportOptions) -> Option<()> {
        let captured = match &options.names {
            None => Captures::default(),
            Some(names) => match names.captured(&found.fact.name) {
                Some(captured) => captured,
                None => {
                    self.result.others += 1;
                    return None;
                }
            },
        };
        match found.reference(captured, options) {
            Ok((version, reference)) => self.put(found.display_name(), version, reference, &options.image),
            Err(reason) => self.result.unusable.push(unusable(&found.display_name(), reason)),
        }
        Some(())
    }

    fn put(&mut self, display_name: String, version: String, reference: NewReference, image: &str) {
        let list = &mut self.result.list;
        if list.images.is_empty() {
            list.images.push(ListedImage { name: image.to_owned(), versions: Vec::new() });
        }
        let Some(listed) = list.images.first_mut() else { return };
        let versions = &mut listed.versions;
        let place = *self.versions.entry(version).or_insert_with_key(|version| {
            versions.push(ListedVersion { version: version.clone(), references: Vec::new() });
            versions.len() - 1
        });
        let Some(ListedVersion { references, .. }) = versions.get_mut(place) else { return };
        let mut capabilities: Vec<_> = reference.capabilities.iter().collect();
        capabilities.sort_unstable();
        let key = (place, reference.region.clone(), format!("{capabilities:?}"));
        match self.references.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(references.len());
                references.push(reference);
            }
            Entry::Occupied(known) => {
                if let Some(one) = references.get(*known.get()).filter(|one| one.reference != reference.reference) {
                    let reason = format!("`{}` is for the same version, region and architecture", one.reference);
                    self.result.unusable.push(unusable(&display_name, reason));
                }
            }
        }
    }
}
