//! The plan for the provider's entries: flavors, and entries that become flavors of others.

use rootstock_core_model::{ARCHITECTURE, Capabilities, FieldPath};
use rootstock_provider_api::LegacyArchitecture;

use super::architectures::{architectures, artifact_architecture, with};
use super::members::Member;
use super::plan::{EntryPlan, FlavorPlan, VersionPlan};
use super::planner::Planner;
use super::versions::Target;
use crate::profile::{Profile, list_and_index};
use crate::{InvalidOptions, Note};

impl Planner<'_> {
    /// Returns whether an entry must be migrated although it was not requested: with capabilities, the extension looks
    /// for a list of regions, which a globally valid name does not have.
    pub(super) fn must_be_included(&self, image: &str, version: &str) -> bool {
        let profile = self.profile;
        self.format.regions
            && profile.mapped_to(image, version).filter_map(|entry| profile.mapped.get(entry)).any(|entry| {
                !entry.has_flavors()
                    && !entry.artifacts.is_empty()
                    && entry.artifacts.iter().all(|artifact| artifact.regions.is_empty())
            })
    }

    /// Returns the plans for the entries of a version, one for each list that contains some.
    pub(super) fn entries(&self, target: &Target<'_>, version: &VersionPlan) -> Result<Vec<EntryPlan>, InvalidOptions> {
        let profile = self.profile;
        let Target { index: place, image, member, sources } = *target;
        let mut lists: Vec<(FieldPath, Vec<(usize, &Member)>)> = Vec::new();
        let mut own: Vec<(usize, &Member)> = Vec::new();
        for source in sources {
            own.extend(profile.mapped_to(&image.name, &source.name).map(|index| (index, *source)));
        }
        own.sort_by_key(|(index, _)| *index);
        own.dedup_by_key(|(index, _)| *index);
        for (index, source) in own {
            let Some((list, _)) = profile.mapped.get(index).and_then(|entry| list_and_index(&entry.path)) else {
                continue;
            };
            match lists.iter_mut().find(|(known, _)| *known == list) {
                Some((_, entries)) => entries.push((index, source)),
                None => lists.push((list, vec![(index, source)])),
            }
        }
        let mut plans = Vec::new();
        for (_, entries) in lists {
            let of = |index: usize| profile.mapped.get(index);
            let flavored =
                entries.iter().filter(|(index, _)| of(*index).is_some_and(|entry| entry.has_flavors())).count();
            if flavored == entries.len() && entries.len() == 1 {
                continue;
            }
            if flavored > 0 {
                let (image, version) = (image.name.clone(), member.base.clone());
                return Err(InvalidOptions::MixedEntries { image, version });
            }
            let repeats = entries.iter().filter(|(_, source)| source.name == member.name).count() > 1;
            if repeats && self.format.architecture == LegacyArchitecture::Nowhere {
                let (image, version) = (image.name.clone(), member.name.clone());
                return Err(InvalidOptions::EqualEntries { image, version });
            }
            let main = entries.iter().find(|(_, source)| source.name == member.name).or(entries.first());
            let Some((main, _)) = main.copied() else { continue };
            let mut flavors = Vec::new();
            for (from, source) in &entries {
                let artifacts = of(*from).map(|entry| entry.artifacts.as_slice()).unwrap_or_default();
                for (artifact, mapped) in artifacts.iter().enumerate() {
                    for capabilities in capabilities(profile, place, source, &mapped.capabilities) {
                        flavors.push(FlavorPlan { from: *from, artifact, capabilities });
                    }
                }
            }
            let stays = |(_, source): &(usize, &Member)| self.options.keep_suffixed && !source.is_plain();
            let absorbed = entries.iter().filter(|one| one.0 != main && !stays(one)).map(|(index, _)| *index);
            let absorbs: Vec<usize> = absorbed.collect();
            if flavors.is_empty() && absorbs.is_empty() {
                continue;
            }
            plans.push(EntryPlan { entry: main, name: version.name.clone(), flavors, absorbs });
        }
        Ok(plans)
    }

    /// Removes what is not offered: entries of versions that the core section does not have, and artifacts for
    /// architectures that a version is not offered for.
    pub(super) fn drop_surplus(&mut self) {
        let (profile, plan) = (self.profile, &mut self.plan);
        for (index, entry) in profile.mapped.iter().enumerate() {
            let images = profile.written().spec.images().iter().enumerate();
            let mut images = images.filter(|(_, image)| image.name == entry.image);
            let offered = images.find_map(|(at, image)| {
                let version = image.offered().iter().position(|one| one.version == entry.version)?;
                Some((at, version))
            });
            let (image, version) = (entry.image.clone(), entry.version.clone());
            let Some((at, position)) = offered else {
                plan.dropped.push(index);
                plan.notes.push(Note::Dropped { image, version, architecture: None });
                continue;
            };
            let offered = architectures(profile, at, position);
            for planned in &mut plan.entries {
                planned.flavors.retain(|flavor| {
                    let artifact = entry.artifacts.get(flavor.artifact).filter(|_| flavor.from == index);
                    let surplus = artifact
                        .and_then(|artifact| artifact_architecture(&artifact.capabilities))
                        .filter(|architecture| !offered.iter().any(|one| one == architecture));
                    if let Some(architecture) = surplus {
                        plan.notes.push(Note::Dropped {
                            image: image.clone(),
                            version: version.clone(),
                            architecture: Some(architecture.to_owned()),
                        });
                    }
                    surplus.is_none()
                });
            }
        }
    }

    /// Checks that everything is migrated if the provider supports only one format per profile.
    pub(super) fn check_complete(&self) -> Result<(), InvalidOptions> {
        let (profile, plan) = (self.profile, &self.plan);
        if profile.config.extension().mixes_formats() {
            return Ok(());
        }
        let planned = |index: usize| {
            plan.dropped.contains(&index)
                || plan.entries.iter().any(|entry| entry.entry == index || entry.absorbs.contains(&index))
        };
        let mut left =
            profile.mapped.iter().enumerate().filter(|(index, entry)| !entry.has_flavors() && !planned(*index));
        let Some((_, entry)) = left.next() else { return Ok(()) };
        let (image, version) = (entry.image.clone(), entry.version.clone());
        let provider = profile.provider.name();
        Err(match self.options.images.is_empty() {
            true => InvalidOptions::UnmigratedEntry { image, version, provider },
            false => InvalidOptions::OneFormat { image, version, provider },
        })
    }
}

/// Returns the flavors that an artifact becomes: one, or one per architecture if it is for all of them.
fn capabilities(profile: &Profile, image: usize, source: &Member, declared: &Capabilities) -> Vec<Capabilities> {
    if artifact_architecture(declared).is_some() {
        return vec![with(declared, &source.suffix_capabilities)];
    }
    let architectures = architectures(profile, image, source.version);
    let one = |architecture: String| {
        let mut all = Capabilities::from_iter([(ARCHITECTURE, [architecture])]);
        declared.iter().for_each(|(name, values)| all.insert(name, values.to_vec()));
        with(&all, &source.suffix_capabilities)
    };
    architectures.into_iter().map(one).collect()
}
