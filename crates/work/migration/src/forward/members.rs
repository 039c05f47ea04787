//! The versions of the core section, and the meaning of their names.

use std::collections::{BTreeSet, HashSet};

use rootstock_core_model::{Capabilities, MachineImage, matches_pattern};

use crate::profile::Profile;
use crate::{InvalidOptions, MigrationOptions, SuffixMeaning};

/// A version of the core section, and the meaning of its name.
pub(super) struct Member {
    pub(super) version: usize,
    pub(super) name: String,
    /// The name without suffixes.
    pub(super) base: String,
    /// The capabilities that the suffixes, or their absence, stand for.
    pub(super) suffix_capabilities: Capabilities,
    pub(super) selected: bool,
}

impl Member {
    pub(super) fn is_plain(&self) -> bool {
        self.name == self.base
    }
}

/// Returns the options with the suffixes of the profile in place of patterns. A pattern is about everything after the first dash of a
/// version; one that matches nothing stays.
pub(super) fn without_patterns(profile: &Profile, options: &MigrationOptions) -> MigrationOptions {
    let versions = profile.written().spec.images().iter().flat_map(|image| image.offered());
    let known: BTreeSet<&str> = versions.filter_map(|offered| Some(offered.version.split_once('-')?.1)).collect();
    let expanded = |meaning: &SuffixMeaning| -> Vec<SuffixMeaning> {
        let fitting = known.iter().filter(|suffix| matches_pattern(&meaning.suffix, suffix));
        let fitting = fitting.map(|suffix| SuffixMeaning { suffix: (*suffix).to_owned(), ..meaning.clone() });
        let fitting: Vec<SuffixMeaning> = if meaning.suffix.contains('*') { fitting.collect() } else { Vec::new() };
        if fitting.is_empty() { vec![meaning.clone()] } else { fitting }
    };
    MigrationOptions { suffixes: options.suffixes.iter().flat_map(expanded).collect(), ..options.clone() }
}

/// Returns every version of every image, with the meaning of its name.
pub(super) fn members(profile: &Profile, options: &MigrationOptions) -> Result<Vec<Vec<Member>>, InvalidOptions> {
    let images = profile.written().spec.images();
    for suffix in options.suffixes.iter().filter(|one| !one.suffix.is_empty()) {
        let mut versions = images.iter().flat_map(|image| image.offered()).map(|offered| offered.version.as_str());
        if !versions.any(|version| has_suffix(version, &suffix.suffix)) {
            return Err(unknown_suffix(images, &suffix.suffix));
        }
    }
    images.iter().map(|image| members_of(image, options)).collect()
}

/// Returns whether a version has a suffix, as the last one or before others.
fn has_suffix(version: &str, suffix: &str) -> bool {
    let marker = format!("-{suffix}");
    version.match_indices(&marker).any(|(at, _)| {
        let rest = version.get(at + marker.len()..).unwrap_or_default();
        rest.is_empty() || rest.starts_with('-')
    })
}

/// Returns the error that no version has a suffix, listing the existing ones.
fn unknown_suffix(images: &[MachineImage], suffix: &str) -> InvalidOptions {
    let versions = images.iter().flat_map(|image| image.offered()).map(|offered| offered.version.as_str());
    let known: BTreeSet<&str> = versions.filter_map(|version| Some(version.split_once('-')?.1)).collect();
    let known = known.into_iter().take(MAX_SUFFIXES).map(str::to_owned).collect();
    InvalidOptions::UnknownSuffix { suffix: suffix.to_owned(), known }
}

/// The maximum number of suffixes in a list.
const MAX_SUFFIXES: usize = 8;

fn members_of(image: &MachineImage, options: &MigrationOptions) -> Result<Vec<Member>, InvalidOptions> {
    let mut members: Vec<Member> = Vec::new();
    let mut seen = HashSet::new();
    if let Some(again) = image.offered().iter().find(|offered| !seen.insert(&offered.version)) {
        return Err(InvalidOptions::RepeatedVersion { image: image.name.clone(), version: again.version.clone() });
    }
    for (version, offered) in image.offered().iter().enumerate() {
        let (base, suffix_capabilities) = parse(&offered.version, options);
        let selected = options.images.is_empty()
            || options.images.iter().any(|filter| {
                let wanted = filter.version.as_ref();
                filter.image == image.name && wanted.is_none_or(|one| *one == offered.version || *one == base)
            });
        let (base, suffix_capabilities) =
            if selected { (base, suffix_capabilities) } else { (offered.version.clone(), Capabilities::new()) };
        members.push(Member { version, name: offered.version.clone(), base, suffix_capabilities, selected });
    }
    // The other versions of an image have the values opposite to its suffixes.
    let used: Vec<String> =
        members.iter().flat_map(|member| member.suffix_capabilities.iter().map(|(name, _)| name.to_owned())).collect();
    for member in members.iter_mut().filter(|member| member.selected) {
        let has_flavors = image.offered().get(member.version).is_some_and(|version| !version.flavors().is_empty());
        if has_flavors {
            if !member.is_plain() {
                let (image, version) = (image.name.clone(), member.name.clone());
                return Err(InvalidOptions::HasFlavors { image, version });
            }
            continue;
        }
        for capability in &used {
            if member.suffix_capabilities.get(capability).is_none() {
                member.suffix_capabilities.insert(capability.as_str(), vec![plain_value(capability, options)?]);
            }
        }
    }
    Ok(members)
}

/// Returns a version without its suffixes, and the capabilities that these stand for.
fn parse(version: &str, options: &MigrationOptions) -> (String, Capabilities) {
    let mut base = version;
    let mut suffix_capabilities = Capabilities::new();
    loop {
        let suffix = options.suffixes.iter().filter(|one| !one.suffix.is_empty()).find_map(|one| {
            let rest = base.strip_suffix(one.suffix.as_str())?.strip_suffix('-')?;
            (!rest.is_empty()).then_some((rest, &one.suffix))
        });
        let Some((rest, suffix)) = suffix else { return (base.to_owned(), suffix_capabilities) };
        for meaning in options.suffixes.iter().filter(|one| one.suffix == *suffix) {
            suffix_capabilities.insert(meaning.capability.as_str(), vec![meaning.value.clone()]);
        }
        base = rest;
    }
}

/// Returns the value of a version without a suffix.
fn plain_value(capability: &str, options: &MigrationOptions) -> Result<String, InvalidOptions> {
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
        _ => Err(InvalidOptions::MissingPlainValue { capability: capability.to_owned() }),
    }
}
