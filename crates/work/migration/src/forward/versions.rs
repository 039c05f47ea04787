//! The plan for the versions of the core section: flavors, and versions that become flavors of others.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineImage, NodeRef};

use super::architectures::{architectures, artifact_architecture, of_architecture, with};
use super::members::Member;
use super::plan::VersionPlan;
use super::planner::Planner;
use crate::differences::Intent;
use crate::profile::version_node;
use crate::proof::{Group, sorted};
use crate::{InvalidOptions, Note};

/// The fields of a version that this crate writes.
const WRITTEN_FIELDS: [&str; 3] = ["version", "architectures", "capabilityFlavors"];

/// A resulting version, and the versions that become part of it.
#[derive(Clone, Copy)]
pub(super) struct Target<'p> {
    /// The index of its image.
    pub(super) index: usize,
    pub(super) image: &'p MachineImage,
    pub(super) member: &'p Member,
    /// The versions that become part of it, including itself.
    pub(super) sources: &'p [&'p Member],
}

impl Planner<'_> {
    /// Plans the versions of all images, and the entries that map them.
    pub(super) fn plan_versions(&mut self) -> Result<(), InvalidOptions> {
        let keeps = self.options.keep_suffixed;
        for (index, (image, members)) in self.profile.written().spec.images().iter().zip(self.images).enumerate() {
            for family in families(members) {
                let target = family.iter().copied().find(|member| member.is_plain()).or(family.first().copied());
                let Some(member) = target else { continue };
                // Kept versions keep their names; only a version without a suffix absorbs their flavors.
                let (kept, taken): (Vec<&Member>, Vec<&Member>) =
                    family.iter().copied().partition(|member| keeps && !member.is_plain());
                if member.is_plain() || !keeps {
                    let sources = if keeps { &family } else { &taken };
                    self.plan_version(&Target { index, image, member, sources })?;
                }
                for member in kept {
                    self.plan_version(&Target { index, image, member, sources: &[member] })?;
                }
            }
        }
        Ok(())
    }

    fn plan_version(&mut self, target: &Target<'_>) -> Result<(), InvalidOptions> {
        let Target { index, image, member, sources } = *target;
        let Some(written) = image.offered().get(member.version) else { return Ok(()) };
        let kept = self.options.keep_suffixed && !member.is_plain();
        let name = if kept { member.name.clone() } else { member.base.clone() };
        let before: Vec<String> = match kept || self.options.keep_suffixed {
            true => vec![member.name.clone()],
            false => sources.iter().map(|source| source.name.clone()).collect(),
        };
        let is_merged = sources.len() > 1 || name != member.name;
        let intent = is_merged.then_some(Intent::SuffixRemoved);
        let alternatives =
            sources.iter().map(|source| source.name.clone()).filter(|name| !before.contains(name)).collect();
        self.plan.groups.push(Group {
            image: image.name.clone(),
            before,
            after: vec![name.clone()],
            alternatives,
            intent,
        });
        let selected = member.selected || self.must_be_included(&image.name, &member.name);
        if selected && !member.selected {
            self.plan.notes.push(Note::Along { image: image.name.clone(), version: member.name.clone() });
        }
        let mut version = VersionPlan {
            image: index,
            version: member.version,
            name,
            flavors: Vec::new(),
            architectures: None,
            absorbs: Vec::new(),
        };
        if written.flavors().is_empty() && (selected || self.registers_several_architectures()) {
            self.add_flavors(target, &mut version);
        }
        let absorbed = sources.iter().filter(|source| source.version != member.version && !self.options.keep_suffixed);
        version.absorbs = absorbed.map(|source| source.version).collect();
        if selected {
            let entries = self.entries(target, &version)?;
            self.plan.entries.extend(entries);
        }
        self.note_absorbed_versions(target, &version);
        self.plan.versions.push(version);
        Ok(())
    }

    /// Adds the flavors of a version, and its legacy architectures if these no longer match.
    fn add_flavors(&mut self, target: &Target<'_>, version: &mut VersionPlan) {
        let profile = self.profile;
        let Target { index, image, sources, .. } = *target;
        let mut offered: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        let mut known: HashSet<_> = version.flavors.iter().map(|(flavor, _)| sorted(flavor)).collect();
        for source in sources {
            let wanted = architectures(profile, index, source.version);
            let artifacts: Vec<&Capabilities> = profile
                .mapped_to(&image.name, &source.name)
                .filter_map(|entry| profile.mapped.get(entry))
                .flat_map(|entry| entry.artifacts.iter().map(|artifact| &artifact.capabilities))
                .collect();
            let fits = |artifact: &Capabilities, architecture: &str| {
                artifact_architecture(artifact).is_none_or(|own| own == architecture)
            };
            let has_image = |architecture: &String| artifacts.iter().any(|artifact| fits(artifact, architecture));
            let none = !wanted.iter().any(has_image);
            for architecture in &wanted {
                if !none && !has_image(architecture) {
                    self.plan.notes.push(Note::WithoutImage {
                        image: image.name.clone(),
                        version: source.name.clone(),
                        architecture: architecture.clone(),
                    });
                    continue;
                }
                if seen.insert(architecture.clone()) {
                    offered.push(architecture.clone());
                }
                let own = artifacts.iter().filter(|artifact| fits(artifact, architecture));
                let mut sets: Vec<Capabilities> = own.map(|artifact| of_architecture(architecture, artifact)).collect();
                if sets.is_empty() {
                    sets.push(of_architecture(architecture, &Capabilities::new()));
                }
                for mut set in sets {
                    set.insert(ARCHITECTURE, vec![architecture.clone()]);
                    let flavor = with(&set, &source.suffix_capabilities);
                    if known.insert(sorted(&flavor)) {
                        version.flavors.push((flavor, source.version));
                    }
                }
            }
        }
        let written =
            image.offered().get(version.version).map(|one| one.legacy_architectures().to_vec()).unwrap_or_default();
        let before: HashSet<&String> = written.iter().collect();
        let agrees = written.iter().all(|one| seen.contains(one)) && offered.iter().all(|one| before.contains(one));
        if !written.is_empty() && !agrees {
            // Existing architectures keep their order; new ones come last.
            let kept = written.iter().filter(|one| seen.contains(*one));
            let new = offered.iter().filter(|one| !before.contains(one));
            version.architectures = Some(kept.chain(new).cloned().collect());
        }
    }

    fn note_absorbed_versions(&mut self, target: &Target<'_>, version: &VersionPlan) {
        let Target { index, image, member, .. } = *target;
        let removed = version.absorbs.iter().copied().chain((version.name != member.name).then_some(member.version));
        for absorbed in removed {
            let Some(name) = image.offered().get(absorbed).map(|one| one.version.clone()) else { continue };
            self.plan.notes.push(Note::Absorbed {
                image: image.name.clone(),
                version: name.clone(),
                into: version.name.clone(),
            });
            let mut node = |version| version_node(&mut self.locator, index, version).ok();
            let nodes = node(absorbed).zip(node(version.version));
            let Some((from, into)) = nodes.filter(|_| absorbed != version.version) else { continue };
            let differs = |(key, value): &(&str, NodeRef<'_>)| {
                !WRITTEN_FIELDS.contains(key) && into.get(key).is_none_or(|other| other != *value)
            };
            let fields: Vec<String> = from.entries().filter(differs).map(|(key, _)| key.to_owned()).collect();
            if !fields.is_empty() {
                self.plan.notes.push(Note::Overruled { image: image.name.clone(), version: name, fields });
            }
        }
    }

    /// Notes that versions of an image differ only in suffixes, if no suffix was given a meaning.
    pub(super) fn note_suffixes_without_meaning(&mut self) {
        if !self.options.suffixes.is_empty() {
            return;
        }
        for (image, members) in self.profile.written().spec.images().iter().zip(self.images) {
            let numbers = |member: &Member| member.name.split('-').next().unwrap_or_default().to_owned();
            let mut names: HashMap<String, HashSet<&str>> = HashMap::new();
            for member in members {
                names.entry(numbers(member)).or_default().insert(&member.name);
            }
            let has_twin = |member: &Member| names.get(&numbers(member)).is_some_and(|names| names.len() > 1);
            let suffixes = members.iter().filter(|member| has_twin(member)).filter_map(|member| {
                let (_, suffix) = member.name.split_once('-')?;
                Some(suffix.to_owned())
            });
            let mut seen = HashSet::new();
            let suffixes: Vec<String> = suffixes.filter(|suffix| seen.insert(suffix.clone())).collect();
            if !suffixes.is_empty() {
                self.plan.notes.push(Note::SuffixWithoutMeaning { image: image.name.clone(), suffixes });
                return;
            }
        }
    }

    /// Notes that images without any suffixed version support everything.
    pub(super) fn note_images_without_suffix(&mut self) {
        let (profile, images) = (self.profile, self.images);
        let mut capabilities: Vec<String> = Vec::new();
        for (name, _) in images.iter().flatten().flat_map(|member| member.suffix_capabilities.iter()) {
            if !capabilities.iter().any(|known| known == name) {
                capabilities.push(name.to_owned());
            }
        }
        for capability in capabilities {
            let silent = profile.written().spec.images().iter().zip(images).filter(|(image, members)| {
                members.iter().all(|member| member.suffix_capabilities.get(&capability).is_none())
                    && image.offered().iter().any(|version| version.flavors().is_empty())
            });
            let images: Vec<String> = silent.map(|(image, _)| image.name.clone()).collect();
            if !images.is_empty() {
                self.plan.notes.push(Note::ImagesWithAllValues { capability, images });
            }
        }
    }
}

/// Groups versions that become one version with several flavors, in document order.
fn families(members: &[Member]) -> Vec<Vec<&Member>> {
    let mut families: Vec<Vec<&Member>> = Vec::new();
    let mut first_of_base: HashMap<&str, usize> = HashMap::new();
    let mut plain: HashSet<&str> = HashSet::new();
    for member in members {
        let is_new = member.base != member.name || plain.insert(&member.name);
        let family = *first_of_base.entry(&member.base).or_insert(families.len());
        match families.get_mut(family).filter(|_| is_new) {
            Some(family) => family.push(member),
            None => families.push(vec![member]),
        }
    }
    families
}
