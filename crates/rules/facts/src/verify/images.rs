//! References to images.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfileSpec, Fix, Violation, ViolationKind, architecture_from_alias, listed,
};
use rootstock_provider_api::ImageReference;

use super::dates::{End, end};
use super::{
    IMAGE_REFERENCE_DEPRECATED, IMAGE_REFERENCE_GONE, IMAGE_REFERENCE_MISDESCRIBED, IMAGE_REFERENCE_NOT_IN_REGION,
    IMAGE_REFERENCE_NOT_SHARED, IMAGE_REFERENCE_REBUILT, IMAGE_REFERENCE_UNAVAILABLE, Verification, VerifySubject,
    contradicted,
};
use crate::{FactSheet, ImageFact};

/// The limit of images of a version that are compared with each reference that is gone.
const MAX_REPLACEMENTS: usize = 500;

pub(super) fn check(subject: &VerifySubject<'_>, sheets: &[&FactSheet], result: &mut Verification) {
    let index = ImageIndex::of(sheets);
    let regions: Vec<&str> = subject.spec.regions.iter().flatten().map(|region| region.name.as_str()).collect();
    for reference in subject.references.iter().filter(|reference| !reference.value.is_empty()) {
        let check = ReferenceCheck { subject, index: &index, reference, regions: &regions };
        if check.run(&mut result.found) {
            result.references += 1;
        }
    }
}

/// A fact about an image, and its sheet.
#[derive(Clone, Copy)]
struct KnownImage<'f> {
    sheet: &'f FactSheet,
    fact: &'f ImageFact,
}

impl<'f> KnownImage<'f> {
    fn region(&self) -> Option<&'f str> {
        self.fact.region.as_deref().or(self.sheet.region.as_deref())
    }

    fn is_in(&self, region: &str) -> bool {
        self.region().is_none_or(|own| own == region)
    }
}

/// The facts about images, for lookups.
pub(super) struct ImageIndex<'f> {
    /// By reference, and by name where a profile may refer to names.
    by_key: HashMap<Cow<'f, str>, Vec<KnownImage<'f>>>,
    /// By machine image, version, and region; an empty region for those that are valid everywhere.
    by_version: HashMap<&'f str, HashMap<&'f str, HashMap<&'f str, Vec<KnownImage<'f>>>>>,
    /// The complete lists of IDs, by region; an empty name is every region.
    complete: HashMap<&'f str, Vec<&'f FactSheet>>,
    /// The folders that are listed completely.
    folders: HashMap<String, Vec<&'f FactSheet>>,
}

impl<'f> ImageIndex<'f> {
    pub(super) fn of(sheets: &[&'f FactSheet]) -> Self {
        let mut index = Self {
            by_key: HashMap::new(),
            by_version: HashMap::new(),
            complete: HashMap::new(),
            folders: HashMap::new(),
        };
        for sheet in sheets {
            let (mut regions, mut folders) = (BTreeSet::new(), BTreeSet::new());
            for fact in &sheet.images {
                let known = KnownImage { sheet, fact };
                let own = key(&fact.reference);
                // A path is valid in every region, whichever region it was listed for.
                let region = known.region().filter(|_| folder(&own).is_none());
                match folder(&own) {
                    Some(folder) => folders.insert(folder.to_owned()),
                    None => regions.insert(known.region().unwrap_or_default()),
                };
                if !fact.name.is_empty() && sheet.provider.as_deref() == Some("openstack") {
                    index.by_key.entry(Cow::Borrowed(&fact.name)).or_default().push(known);
                }
                index.by_key.entry(own).or_default().push(known);
                if let (Some(image), Some(version)) = (&fact.machine_image, &fact.version) {
                    let versions = index.by_version.entry(image).or_default();
                    versions.entry(version).or_default().entry(region.unwrap_or_default()).or_default().push(known);
                }
            }
            if !sheet.partial {
                regions.into_iter().for_each(|region| index.complete.entry(region).or_default().push(sheet));
                folders.into_iter().for_each(|folder| index.folders.entry(folder).or_default().push(sheet));
            }
        }
        index
    }

    /// Returns the facts about the image of a reference in its region, and those about it elsewhere.
    fn partition(&self, reference: &ImageReference) -> (Vec<KnownImage<'f>>, Vec<KnownImage<'f>>) {
        let all = self.by_key.get(&key(&reference.value)).map(Vec::as_slice).unwrap_or_default();
        let own = reference.region.as_deref();
        all.iter().copied().partition(|known| own.is_none_or(|region| known.is_in(region)))
    }

    /// Adds the facts that all versions of an image definition have.
    fn with_definition(&self, reference: &ImageReference, mut here: Vec<KnownImage<'f>>) -> Vec<KnownImage<'f>> {
        let key = key(&reference.value);
        let definition = definition(&key).and_then(|definition| self.by_key.get(definition));
        here.extend(definition.into_iter().flatten().copied());
        here
    }

    /// Returns the facts about the image of a reference.
    pub(super) fn facts_of(&self, reference: &ImageReference) -> Vec<&'f ImageFact> {
        let here = self.with_definition(reference, self.partition(reference).0);
        here.into_iter().map(|known| known.fact).collect()
    }

    /// Returns whether some list would have the image if it were in the region.
    fn lists(&self, key: &str, machine_image: &str, region: &str) -> bool {
        let sheets = match folder(key) {
            Some(folder) => [self.folders.get(folder), None],
            None => [self.complete.get(region), self.complete.get("")],
        };
        sheets.into_iter().flatten().flatten().any(|sheet| sheet.lists_all_of(machine_image))
    }
}

/// Returns a reference in the form in which references are compared: paths without the address of the service, in lower case.
fn key(reference: &str) -> Cow<'_, str> {
    if !reference.contains('/') {
        return Cow::Borrowed(reference);
    }
    let path = reference.find("projects/").and_then(|at| reference.get(at..)).unwrap_or(reference);
    Cow::Owned(path.to_lowercase())
}

/// Returns the folder of a path; `None` for an ID.
fn folder(key: &str) -> Option<&str> {
    key.rsplit_once('/').map(|(folder, _)| folder)
}

/// Returns the path of the image definition that a path of a version is in.
fn definition(key: &str) -> Option<&str> {
    folder(key)?.strip_suffix("/versions")
}

struct ReferenceCheck<'c, 'f> {
    subject: &'c VerifySubject<'c>,
    index: &'c ImageIndex<'f>,
    reference: &'c ImageReference,
    /// The regions of the profile.
    regions: &'c [&'c str],
}

impl<'f> ReferenceCheck<'_, 'f> {
    /// Returns whether a source is about the reference.
    fn run(&self, found: &mut Vec<Violation>) -> bool {
        let key = key(&self.reference.value);
        let own = self.reference.region.as_deref();
        let (here, elsewhere) = self.index.partition(self.reference);
        let regions = own.as_ref().map_or(self.regions, std::slice::from_ref);
        let missing: Vec<&str> = regions
            .iter()
            .copied()
            .filter(|region| self.index.lists(&key, &self.reference.image, region))
            .filter(|region| !here.iter().any(|known| known.is_in(region)))
            .collect();
        let before = found.len();
        match (here.is_empty(), missing.is_empty()) {
            (true, _) => self.report_absent(&elsewhere, &missing, found),
            (false, false) => found.push(self.warning(
                &IMAGE_REFERENCE_NOT_IN_REGION,
                format!("the image does not exist in {}", listed(&missing)),
                "copy the image there, or map the region to another image",
            )),
            (false, true) => {}
        }
        let is_known = !here.is_empty();
        self.report_several(&here, found);
        // A definition says what all of its versions are, also one that is in no list.
        let facts = self.index.with_definition(self.reference, here);
        self.report_state(&facts, found);
        self.report_properties(&facts, found);
        is_known || !facts.is_empty() || found.len() > before
    }

    /// Reports a reference without facts, if a list should have it.
    fn report_absent(&self, elsewhere: &[KnownImage<'f>], missing: &[&str], found: &mut Vec<Violation>) {
        let others = self.replacements();
        if let Some(first) = others.first() {
            let detail = match others.as_slice() {
                [other] => {
                    format!("the image was replaced: `{other}` is listed for the same version, region and flavor")
                }
                _ => format!(
                    "the image is not listed; {} other images are listed for the same version, region and flavor, for example `{first}`",
                    others.len()
                ),
            };
            let rebuilt = self.warning(&IMAGE_REFERENCE_REBUILT, detail, "refer to the image that exists");
            let fix = (others.len() == 1).then(|| Fix::replacing(rebuilt.path.clone(), first));
            found.push(Violation { fix, ..rebuilt });
        } else if !missing.is_empty() {
            let regions: BTreeSet<&str> = elsewhere.iter().filter_map(KnownImage::region).collect();
            found.push(if regions.is_empty() {
                let place = self.reference.region.as_deref().map(|region| format!(" of {region}")).unwrap_or_default();
                self.warning(
                    &IMAGE_REFERENCE_GONE,
                    format!("the list{place} does not have this image"),
                    "map the version to an image that exists, or remove it; limit the comparison to the machine images that \
                     the list is about if it is a list of other images",
                )
            } else {
                self.warning(
                    &IMAGE_REFERENCE_NOT_IN_REGION,
                    format!(
                        "the image does not exist in {}; it exists in {}",
                        listed(missing),
                        listed(regions)
                    ),
                    "copy the image there, or refer to the image of this region",
                )
            });
        }
    }

    /// Returns the references that are listed for the version, region, and flavor of this one.
    fn replacements(&self) -> Vec<&'f str> {
        let versions = self.index.by_version.get(&*self.reference.image);
        let Some(regions) = versions.and_then(|versions| versions.get(&*self.reference.version)) else {
            return Vec::new();
        };
        let everywhere = Some("").filter(|_| self.reference.region.is_some());
        let own = self.reference.region.as_deref().unwrap_or_default();
        let known = || std::iter::once(own).chain(everywhere).filter_map(|region| regions.get(region)).flatten();
        if known().count() > MAX_REPLACEMENTS {
            return Vec::new();
        }
        let fitting: Vec<&ImageFact> =
            known().map(|known| known.fact).filter(|fact| fact.unusable.is_none() && self.fits(fact)).collect();
        // The most specific of several references is that of the flavor.
        let most = fitting.iter().map(|fact| fact.capabilities.len()).max().unwrap_or_default();
        let references: BTreeSet<&str> = fitting
            .into_iter()
            .filter(|fact| fact.capabilities.len() == most)
            .map(|fact| fact.reference.as_str())
            .filter(|reference| !reference.is_empty())
            .collect();
        references.into_iter().collect()
    }

    /// Returns whether an image can be that of the flavor of this reference.
    fn fits(&self, fact: &ImageFact) -> bool {
        let declared = &self.reference.capabilities;
        let is_same = |name: &str, values: &[String]| match effective(self.subject.spec, declared, name) {
            Some(own) => own.iter().collect::<HashSet<_>>() == values.iter().collect::<HashSet<_>>(),
            None => name == ARCHITECTURE,
        };
        // Without registered capabilities, an image is one of an architecture.
        let is_compared = |name: &str| name == ARCHITECTURE || !self.subject.spec.capability_definitions().is_empty();
        let architecture = fact.architecture.as_deref().and_then(architecture_from_alias);
        architecture.is_none_or(|known| {
            effective(self.subject.spec, declared, ARCHITECTURE).is_none_or(|own| own.iter().any(|one| one == known))
        }) && fact.capabilities.iter().filter(|(name, _)| is_compared(name)).all(|(name, values)| is_same(name, values))
            && self.subject.table.iter().all(|row| {
                let (Some(own), Some(known)) = (declared.get(&row.capability), row.values_of(&fact.attributes)) else {
                    return true;
                };
                contradicted(self.subject.spec, row, own, &known).is_none()
            })
    }

    /// Reports several images under one name, or one whose content has changed.
    fn report_several(&self, here: &[KnownImage<'f>], found: &mut Vec<Violation>) {
        let mut by_region: BTreeMap<Option<&str>, (BTreeSet<&str>, BTreeSet<&str>)> = BTreeMap::new();
        for known in here {
            let (references, checksums) = by_region.entry(known.region()).or_default();
            references.insert(&known.fact.reference);
            checksums.extend(known.fact.checksum.as_deref());
        }
        if let Some((references, checksums)) = by_region.values().find(|(ids, sums)| ids.len() > 1 || sums.len() > 1) {
            let detail = if references.len() > 1 {
                format!("{} images have this name: {}", references.len(), listed(references))
            } else {
                format!("the content of the image has changed: it has {} different checksums", checksums.len())
            };
            found.push(self.warning(&IMAGE_REFERENCE_REBUILT, detail, "refer to the intended image by its ID"));
        }
    }

    /// Reports the state and the dates.
    fn report_state(&self, facts: &[KnownImage<'f>], found: &mut Vec<Violation>) {
        let facts = || facts.iter().map(|known| known.fact);
        let replace = "map the version to another image, or expire it";
        let ends: Vec<End> = facts().filter_map(|fact| end(fact.deprecated, fact.deleted, self.subject.now)).collect();
        let deleted = ends.iter().filter_map(|one| match one {
            End::Deleted(text) => Some(text),
            End::Announced(_) => None,
        });
        let announced = ends.iter().filter_map(|one| match one {
            End::Announced(text) => Some(text),
            End::Deleted(_) => None,
        });
        // Several facts are reported in an order that does not depend on that of the sources.
        let unusable = facts().filter_map(|fact| fact.unusable.as_deref()).min();
        let unusable = unusable.map(|reason| format!("no machine can boot this image: {reason}"));
        if let Some(detail) = unusable.or_else(|| deleted.min().map(|text| format!("the image {text}"))) {
            found.push(self.warning(&IMAGE_REFERENCE_UNAVAILABLE, detail, replace));
        } else if let Some(text) = announced.min() {
            found.push(self.warning(&IMAGE_REFERENCE_DEPRECATED, format!("the image {text}"), replace));
        }
        if facts().any(|fact| fact.shared == Some(false)) {
            found.push(
                self.warning(
                    &IMAGE_REFERENCE_NOT_SHARED,
                    "only the owner of the image can use it, unless it is shared with the accounts of the Shoots"
                        .to_owned(),
                    "share the image",
                ),
            );
        }
    }

    /// Reports properties that contradict the flavor.
    fn report_properties(&self, facts: &[KnownImage<'f>], found: &mut Vec<Violation>) {
        let declared = &self.reference.capabilities;
        let architectures: BTreeSet<&str> =
            facts.iter().filter_map(|known| architecture_from_alias(known.fact.architecture.as_deref()?)).collect();
        if let (Some(own), Some(known)) = (declared.get(ARCHITECTURE), architectures.first())
            && !own.iter().any(|one| architectures.contains(one.as_str()))
        {
            let own = listed(own);
            let detail = format!("the image is for `{known}`, but its flavor for {own}");
            found.push(self.warning(
                &IMAGE_REFERENCE_MISDESCRIBED,
                detail,
                "map the flavor to an image of its architecture",
            ));
        }
        for row in self.subject.table {
            let Some(own) = declared.get(&row.capability) else { continue };
            let known: BTreeSet<&str> =
                facts.iter().filter_map(|known| row.values_of(&known.fact.attributes)).flatten().collect();
            let known: Vec<&str> = known.into_iter().collect();
            if known.is_empty() {
                continue;
            }
            if let Some(value) = contradicted(self.subject.spec, row, own, &known) {
                let detail =
                    format!("the image has {} {}, but its flavor declares `{value}`", row.capability, listed(&known));
                found.push(self.warning(
                    &IMAGE_REFERENCE_MISDESCRIBED,
                    detail,
                    "map the flavor to another image, or correct its capabilities in both sections",
                ));
            }
        }
    }

    fn warning(&self, rule: &'static rootstock_core_model::Rule, detail: String, help: &'static str) -> Violation {
        let path = self.reference.path.to_field_path();
        Violation::new(rule, ViolationKind::Advice, path, self.reference.value.as_str(), detail).with_help(help)
    }
}

/// Returns the values of a capability, which are all registered ones if it is omitted.
fn effective<'a>(spec: &'a CloudProfileSpec, declared: &'a Capabilities, name: &str) -> Option<&'a [String]> {
    let registered = || spec.capability_definitions().iter().find(|one| one.name == name);
    declared.get(name).or_else(|| registered().map(|one| one.values.as_slice()))
}
