//! References that contradict themselves: an image that is mapped for what it cannot be for.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use rootstock_core_model::{ARCHITECTURE, Path, Source, Violation};
use rootstock_provider_api::{ImageReference, ReferenceScope};

use super::Mapping;
use crate::listing::listed;

rootstock_core_model::rules! {
    /// One reference for two architectures.
    PROVIDER_REFERENCE_ACROSS_ARCHITECTURES: Warning, since "0.1.0", Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
    /// One reference for two versions in a region.
    PROVIDER_REFERENCE_ACROSS_VERSIONS: Warning, since "0.1.0", Source::Rootstock;
    /// One reference for two regions, where references are regional.
    PROVIDER_REFERENCE_ACROSS_REGIONS: Warning, since "0.1.0", Source::Rootstock;
    /// A reference whose name contains another version.
    PROVIDER_REFERENCE_NAMES_OTHER_VERSION: Note, since "0.1.0", Source::Rootstock;
}

/// The maximum number of uses of one reference that are compared with each other; real references are rarely used twice.
const MAX_USES: usize = 200;

/// Reports references that are used for several architectures, versions or regions, each once, and names of other versions.
pub(super) fn check(mapping: &Mapping<'_>) -> Vec<Violation> {
    let scope = mapping.extension.references;
    if scope == ReferenceScope::Container {
        return Vec::new();
    }
    let suspects = suspects(mapping);
    if suspects.is_empty() {
        return Vec::new();
    }
    let references = mapping.config.image_references(mapping.spec);
    let mut uses: BTreeMap<&str, Vec<&ImageReference>> = BTreeMap::new();
    for reference in references.iter().filter(|reference| suspects.contains(reference.value.as_str())) {
        let uses = uses.entry(&reference.value).or_default();
        // A name that OpenStack looks up for several architectures is written once.
        let path = reference.path.to_field_path();
        if uses.len() < MAX_USES && uses.iter().all(|other| other.path.to_field_path() != path) {
            uses.push(reference);
        }
    }
    let reports = uses.values().flat_map(|uses| {
        let contradiction = across_architectures(uses)
            .or_else(|| across_versions(uses))
            .or_else(|| (scope == ReferenceScope::Regional).then(|| across_regions(uses)).flatten());
        let misnamed = uses.iter().find(|one| names_other_version(&one.value, &one.version));
        contradiction.or_else(|| misnamed.map(|one| other_version(one)))
    });
    let mut found: Vec<Violation> = reports.collect();
    let places: HashMap<String, usize> =
        references.iter().enumerate().map(|(place, one)| (one.path.to_field_path().to_string(), place)).collect();
    found.sort_by_key(|violation| places.get(&violation.path.to_string()).copied());
    found
}

/// Returns the references that are used more than once, or that contain another version. Most profiles have none.
fn suspects<'m>(mapping: &'m Mapping<'_>) -> HashSet<&'m str> {
    let mut seen: HashSet<&str> = HashSet::default();
    let mut suspects: HashSet<&str> = HashSet::default();
    for (_, entry) in mapping.entries.versions() {
        let own = version_of(entry.version);
        for artifact in entry.artifacts(mapping.has_capabilities()) {
            let regional = artifact.regional.iter().map(|reference| reference.value);
            for value in regional.chain(artifact.everywhere).filter(|value| !value.is_empty()) {
                if !seen.insert(value) || names_other(value, own) {
                    suspects.insert(value);
                }
            }
        }
    }
    suspects
}

fn architecture(reference: &ImageReference) -> Option<&str> {
    reference.capabilities.get(ARCHITECTURE)?.first().map(String::as_str)
}

/// Returns the first use that is for another architecture than an earlier one.
fn across_architectures(uses: &[&ImageReference]) -> Option<Violation> {
    let first = uses.iter().find(|one| architecture(one).is_some())?;
    let own = architecture(first)?;
    let (other, its) = uses.iter().find_map(|one| Some((one, architecture(one).filter(|its| *its != own)?)))?;
    let detail = format!(
        "`{}` is mapped for {own} and for {its}: an image is built for one architecture, so machines of the other one do not boot",
        other.value
    );
    Some(
        at(&PROVIDER_REFERENCE_ACROSS_ARCHITECTURES, other, detail)
            .with_help("map each architecture to its own image")
            .with_items(uses.iter().map(|one| format!("{} {}", architecture(one).unwrap_or_default(), one.version)))
            .with_related(first.path.to_field_path(), format!("the image for {own}")),
    )
}

/// Returns the first use that is for another version of the same image, in a region that both have.
fn across_versions(uses: &[&ImageReference]) -> Option<Violation> {
    let shares_region = |one: &ImageReference, other: &ImageReference| match (&one.region, &other.region) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    let is_other = |one: &ImageReference, other: &ImageReference| {
        one.image == other.image && one.version != other.version && shares_region(one, other)
    };
    let (first, other) = uses.iter().enumerate().find_map(|(place, other)| {
        let first = uses.iter().take(place).find(|one| is_other(one, other))?;
        Some((first, other))
    })?;
    let place = other.region.as_ref().map(|region| format!(" in region `{region}`")).unwrap_or_default();
    let detail = format!(
        "`{}` is mapped for versions `{}` and `{}`{place}: machines of one of them boot the other",
        other.value, first.version, other.version
    );
    Some(
        at(&PROVIDER_REFERENCE_ACROSS_VERSIONS, other, detail)
            .with_help("map each version to its own image")
            .with_items(uses.iter().map(|one| format!("{} {}", one.version, one.region.as_deref().unwrap_or_default())))
            .with_related(first.path.to_field_path(), format!("the image of `{}`", first.version)),
    )
}

/// Returns the first use that is in another region than an earlier one.
fn across_regions(uses: &[&ImageReference]) -> Option<Violation> {
    let first = uses.iter().find(|one| one.region.is_some())?;
    let other = uses.iter().find(|one| one.region.is_some() && one.region != first.region)?;
    let mut regions: Vec<&str> = Vec::new();
    for region in uses.iter().filter_map(|one| one.region.as_deref()) {
        if !regions.contains(&region) {
            regions.push(region);
        }
    }
    let detail = format!(
        "`{}` is mapped in regions {}: such a reference is valid in one region, so machines in the others cannot be created",
        other.value,
        listed(regions.iter().copied())
    );
    Some(
        at(&PROVIDER_REFERENCE_ACROSS_REGIONS, other, detail)
            .with_help("copy the image to each region, and map the reference that the copy has there")
            .with_items(regions.iter().copied())
            .with_related(first.path.to_field_path(), "the same reference in another region"),
    )
}

fn other_version(reference: &ImageReference) -> Violation {
    let detail = format!(
        "`{}` is the image of version `{}`, but its name contains another version",
        reference.value, reference.version
    );
    at(&PROVIDER_REFERENCE_NAMES_OTHER_VERSION, reference, detail)
        .with_help("map the version to its own image, or allow this rule if the image is named after something else")
}

fn at(rule: &'static rootstock_core_model::Rule, reference: &ImageReference, detail: String) -> Violation {
    let mut violation = Violation::advice(rule, &Path::object(), reference.value.as_str(), detail);
    violation.path = reference.path.to_field_path();
    violation
}

/// Returns whether a reference contains versions, such as `20.04` in `ubuntu-20.04`, and none of them has the major and minor of
/// this version. Numbers are compared as numbers: `24.04` is 24.4.
fn names_other_version(reference: &str, version: &str) -> bool {
    names_other(reference, version_of(version))
}

/// Returns the major and minor of an image version.
fn version_of(version: &str) -> Option<(u32, u32)> {
    major_and_minor(version.split(['-', '+']).next().unwrap_or_default())
}

fn names_other(reference: &str, own: Option<(u32, u32)>) -> bool {
    // Most references are identifiers without any version.
    let Some(own) = own.filter(|_| reference.contains('.')) else { return false };
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut named = reference.split(|c| !is_part(c)).filter_map(major_and_minor).peekable();
    named.peek().is_some() && named.all(|other| other != own)
}

/// Returns the first two of two or three numbers.
fn major_and_minor(text: &str) -> Option<(u32, u32)> {
    let text = text.trim_matches('.');
    let mut numbers = text.split('.').map(|part| part.parse::<u32>().ok());
    let (major, minor) = (numbers.next()??, numbers.next()??);
    let third = numbers.next();
    (third != Some(None) && numbers.next().is_none()).then_some((major, minor))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("ubuntu-20.04", "24.4.20240529", true)]
    #[case("ubuntu-24.04", "24.4.20240529", false)]
    #[case("ubuntu-24.04-k8s-1.31.2", "24.4.20240529", false)]
    #[case("sap:gardenlinux:greatest:1877.6.0", "1877.6.0", false)]
    #[case("sap:gardenlinux:greatest:1877.5.0", "1877.6.0", true)]
    #[case("gardenlinux_1877", "1877.5.0", false)]
    #[case("ami-0123", "1877.5.0", false)]
    #[case("10.0.0.1/image", "1877.5.0", false)]
    #[case("projects/x/global/images/gardenlinux-1592-3", "1877.5.0", false)]
    #[case("gardenlinux-1592.3", "1592.3.0-baremetal", false)]
    fn version_in_a_name_is_compared(#[case] reference: &str, #[case] version: &str, #[case] is_other: bool) {
        assert_eq!(names_other_version(reference, version), is_other);
    }
}
