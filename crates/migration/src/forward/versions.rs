//! What becomes of the versions of the core half: flavors, and versions that are flavors of others.

use std::collections::BTreeSet;

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineImage};
use rootstock_provider_api::LegacyFormat;

use super::entries;
use super::plan::{Member, Plan, VersionPlan, architectures, artifact_architecture, of_architecture};
use crate::differences::Intent;
use crate::profile::Profile;
use crate::proof::Group;
use crate::{Note, Options, Refusal};

/// Every version of every image, with what its name says.
pub(super) fn members(profile: &Profile, options: &Options) -> Result<Vec<Vec<Member>>, Refusal> {
    let images = profile.written().spec.images();
    for suffix in options.suffixes.iter().filter(|one| !one.suffix.is_empty()) {
        let mut versions = images.iter().flat_map(|image| image.offered()).map(|offered| offered.version.as_str());
        if !versions.any(|version| has_suffix(version, &suffix.suffix)) {
            return Err(Refusal::Impossible(no_such_suffix(images, &suffix.suffix)));
        }
    }
    images.iter().map(|image| members_of(image, options)).collect()
}

/// Whether a suffix stands in a version, as the last one or before others.
fn has_suffix(version: &str, suffix: &str) -> bool {
    let marker = format!("-{suffix}");
    version.match_indices(&marker).any(|(at, _)| {
        let rest = version.get(at + marker.len()..).unwrap_or_default();
        rest.is_empty() || rest.starts_with('-')
    })
}

/// That no version has a suffix, and which suffixes there are.
fn no_such_suffix(images: &[MachineImage], suffix: &str) -> String {
    let versions = images.iter().flat_map(|image| image.offered()).map(|offered| offered.version.as_str());
    let known: BTreeSet<&str> = versions.filter_map(|version| Some(version.split_once('-')?.1)).collect();
    let known: Vec<String> = known.into_iter().take(MOST_SUFFIXES).map(|one| format!("`-{one}`")).collect();
    let there_are = match known.as_slice() {
        [] => "no version has a suffix".to_owned(),
        some => format!("versions end in {}", some.join(", ")),
    };
    format!("no version of the profile has the suffix `-{suffix}`; {there_are}")
}

/// How many suffixes are listed.
const MOST_SUFFIXES: usize = 8;

fn members_of(image: &MachineImage, options: &Options) -> Result<Vec<Member>, Refusal> {
    let mut members: Vec<Member> = Vec::new();
    for (version, offered) in image.offered().iter().enumerate() {
        let (base, stands_for) = parse(&offered.version, options);
        let selected = options.images.is_empty()
            || options.images.iter().any(|filter| {
                let wanted = filter.version.as_ref();
                filter.image == image.name && wanted.is_none_or(|one| *one == offered.version || *one == base)
            });
        let (base, stands_for) =
            if selected { (base, stands_for) } else { (offered.version.clone(), Capabilities::new()) };
        members.push(Member { version, name: offered.version.clone(), base, stands_for, selected });
    }
    // What the suffixes of an image stand for, its other versions stand for the opposite of.
    let used: Vec<String> =
        members.iter().flat_map(|member| member.stands_for.iter().map(|(name, _)| name.to_owned())).collect();
    for member in members.iter_mut().filter(|member| member.selected) {
        let has_flavors = image.offered().get(member.version).is_some_and(|version| !version.flavors().is_empty());
        if has_flavors {
            if !member.is_plain() {
                return Err(Refusal::Impossible(format!(
                    "image `{}` version `{}` has flavors already; only versions in the legacy format can lose their suffix",
                    image.name, member.name
                )));
            }
            continue;
        }
        for capability in &used {
            if member.stands_for.get(capability).is_none() {
                member.stands_for.insert(capability.as_str(), vec![plain_value(capability, options)?]);
            }
        }
    }
    Ok(members)
}

/// A version without its suffixes, and what these stand for.
fn parse(version: &str, options: &Options) -> (String, Capabilities) {
    let mut base = version;
    let mut stands_for = Capabilities::new();
    loop {
        let suffix = options.suffixes.iter().filter(|one| !one.suffix.is_empty()).find_map(|one| {
            let rest = base.strip_suffix(one.suffix.as_str())?.strip_suffix('-')?;
            (!rest.is_empty()).then_some((rest, &one.suffix))
        });
        let Some((rest, suffix)) = suffix else { return (base.to_owned(), stands_for) };
        for meaning in options.suffixes.iter().filter(|one| one.suffix == *suffix) {
            stands_for.insert(meaning.capability.as_str(), vec![meaning.value.clone()]);
        }
        base = rest;
    }
}

/// What a version without a suffix stands for.
fn plain_value(capability: &str, options: &Options) -> Result<String, Refusal> {
    let of_this = || options.suffixes.iter().filter(|one| one.capability == capability);
    if let Some(said) = of_this().find(|one| one.suffix.is_empty()) {
        return Ok(said.value.clone());
    }
    let registered = options.capabilities.iter().find(|one| one.name == capability);
    let left =
        registered.into_iter().flat_map(|one| &one.values).filter(|value| of_this().all(|one| one.value != **value));
    let left: Vec<&String> = left.collect();
    match left.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(Refusal::Impossible(format!(
            "what do versions without a suffix stand for? Say it with an empty suffix, `={capability}:VALUE`"
        ))),
    }
}

pub(super) fn plan(
    profile: &Profile,
    format: &LegacyFormat,
    options: &Options,
    images: &[Vec<Member>],
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let several = plan.definitions.iter().any(|one| one.name == ARCHITECTURE && one.values.len() > 1);
    for (index, (image, members)) in profile.written().spec.images().iter().zip(images).enumerate() {
        for family in families(members) {
            let target = family.iter().copied().find(|member| member.is_plain()).or(family.first().copied());
            let Some(target) = target else { continue };
            // Kept versions stay as they are called; only a version without suffix takes their flavors in.
            let (kept, taken): (Vec<&Member>, Vec<&Member>) =
                family.iter().copied().partition(|member| options.keep_suffixed && !member.is_plain());
            if target.is_plain() || !options.keep_suffixed {
                let sources = if options.keep_suffixed { &family } else { &taken };
                plan_target(profile, format, options, (index, image), target, sources, several, plan)?;
            }
            for member in kept {
                plan_target(profile, format, options, (index, image), member, &[member], several, plan)?;
            }
        }
    }
    Ok(())
}

/// Versions that are one version with several flavors, in the order of the document.
fn families(members: &[Member]) -> Vec<Vec<&Member>> {
    let mut families: Vec<Vec<&Member>> = Vec::new();
    for member in members {
        let known = families.iter_mut().find(|family| family.first().is_some_and(|first| first.base == member.base));
        match known {
            Some(family) if member.base != member.name || family.iter().all(|one| one.name != member.name) => {
                family.push(member);
            }
            _ => families.push(vec![member]),
        }
    }
    families
}

#[expect(clippy::too_many_arguments, reason = "each is another part of the question")]
fn plan_target(
    profile: &Profile,
    format: &LegacyFormat,
    options: &Options,
    (index, image): (usize, &MachineImage),
    target: &Member,
    sources: &[&Member],
    several: bool,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let Some(written) = image.offered().get(target.version) else { return Ok(()) };
    let kept = options.keep_suffixed && !target.is_plain();
    let name = if kept { target.name.clone() } else { target.base.clone() };
    let before: Vec<String> = match kept || options.keep_suffixed {
        true => vec![target.name.clone()],
        false => sources.iter().map(|source| source.name.clone()).collect(),
    };
    let is_merged = sources.len() > 1 || name != target.name;
    let intent = is_merged.then_some(Intent::SuffixRemoved);
    let beside = sources.iter().map(|source| source.name.clone()).filter(|name| !before.contains(name)).collect();
    plan.groups.push(Group { image: image.name.clone(), before, after: vec![name.clone()], beside, intent });
    let selected = target.selected || entries::has_to_come_along(profile, format, &image.name, &target.name);
    if selected && !target.selected {
        plan.notes.push(Note::Along { image: image.name.clone(), version: target.name.clone() });
    }
    let mut version = VersionPlan {
        image: index,
        version: target.version,
        name,
        flavors: Vec::new(),
        architectures: None,
        absorbs: Vec::new(),
    };
    if written.flavors().is_empty() && (selected || several) {
        add_flavors(profile, (index, image), sources, &mut version, plan);
    }
    let absorbed = sources.iter().filter(|source| source.version != target.version && !options.keep_suffixed);
    version.absorbs = absorbed.map(|source| source.version).collect();
    if selected {
        let entries = entries::plan(profile, format, options, &image.name, target, sources, &version, (index, image))?;
        plan.entries.extend(entries);
    }
    note_what_is_lost(profile, (index, image), target, &version, plan);
    plan.versions.push(version);
    Ok(())
}

/// The flavors of a version, and its legacy architectures where those do not agree any more.
fn add_flavors(
    profile: &Profile,
    (index, image): (usize, &MachineImage),
    sources: &[&Member],
    version: &mut VersionPlan,
    plan: &mut Plan,
) {
    let mut offered: Vec<String> = Vec::new();
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
                plan.notes.push(Note::WithoutImage {
                    image: image.name.clone(),
                    version: source.name.clone(),
                    architecture: architecture.clone(),
                });
                continue;
            }
            if !offered.contains(architecture) {
                offered.push(architecture.clone());
            }
            let own = artifacts.iter().filter(|artifact| fits(artifact, architecture));
            let mut sets: Vec<Capabilities> = own.map(|artifact| of_architecture(architecture, artifact)).collect();
            if sets.is_empty() {
                sets.push(of_architecture(architecture, &Capabilities::new()));
            }
            for mut set in sets {
                set.insert(ARCHITECTURE, vec![architecture.clone()]);
                let flavor = super::plan::with(&set, &source.stands_for);
                if version.flavors.iter().all(|(known, _)| *known != flavor) {
                    version.flavors.push((flavor, source.version));
                }
            }
        }
    }
    let written =
        image.offered().get(version.version).map(|one| one.legacy_architectures().to_vec()).unwrap_or_default();
    let agrees = written.iter().all(|one| offered.contains(one)) && offered.iter().all(|one| written.contains(one));
    if !written.is_empty() && !agrees {
        // In the order in which they stood, what is new behind.
        let kept = written.iter().filter(|one| offered.contains(one));
        let new = offered.iter().filter(|one| !written.contains(one));
        version.architectures = Some(kept.chain(new).cloned().collect());
    }
}

fn note_what_is_lost(
    profile: &Profile,
    (index, image): (usize, &MachineImage),
    target: &Member,
    version: &VersionPlan,
    plan: &mut Plan,
) {
    let gone = version.absorbs.iter().copied().chain((version.name != target.name).then_some(target.version));
    for absorbed in gone {
        let Some(name) = image.offered().get(absorbed).map(|one| one.version.clone()) else { continue };
        plan.notes.push(Note::Absorbed {
            image: image.name.clone(),
            version: name.clone(),
            into: version.name.clone(),
        });
        let nodes = profile.version_node(index, absorbed).ok().zip(profile.version_node(index, version.version).ok());
        let Some((from, into)) = nodes.filter(|_| absorbed != version.version) else { continue };
        const OURS: [&str; 3] = ["version", "architectures", "capabilityFlavors"];
        let differs = |(key, value): &(&str, rootstock_core_model::NodeRef<'_>)| {
            !OURS.contains(key) && into.get(key).is_none_or(|other| other != *value)
        };
        let fields: Vec<String> = from.entries().filter(differs).map(|(key, _)| key.to_owned()).collect();
        if !fields.is_empty() {
            plan.notes.push(Note::Overruled { image: image.name.clone(), version: name, fields });
        }
    }
}

/// Images of which no version has a suffix support everything.
pub(super) fn note_images_without_suffix(profile: &Profile, images: &[Vec<Member>], plan: &mut Plan) {
    let mut capabilities: Vec<String> = Vec::new();
    for (name, _) in images.iter().flatten().flat_map(|member| member.stands_for.iter()) {
        if !capabilities.iter().any(|known| known == name) {
            capabilities.push(name.to_owned());
        }
    }
    for capability in capabilities {
        let silent = profile.written().spec.images().iter().zip(images).filter(|(image, members)| {
            members.iter().all(|member| member.stands_for.get(&capability).is_none())
                && image.offered().iter().any(|version| version.flavors().is_empty())
        });
        let images: Vec<String> = silent.map(|(image, _)| image.name.clone()).collect();
        if !images.is_empty() {
            plan.notes.push(Note::ImagesWithAllValues { capability, images });
        }
    }
}
