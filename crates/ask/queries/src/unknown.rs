//! Names in a question that do not exist.

#[cfg(feature = "rules")]
mod registered;

use std::fmt;

use rootstock_core_model::{CloudProfileSpec, VALID_ARCHITECTURES, architecture_from_alias, nearest};
use rootstock_judge::CompiledProfile;

#[cfg(feature = "rules")]
pub use registered::{UnknownProvider, UnknownRule};

/// The kind of a name in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[non_exhaustive]
pub enum NameKind {
    /// A machine type of the profile.
    #[strum(to_string = "the profile has no machine type")]
    MachineType,
    /// A machine image of the profile.
    #[strum(to_string = "the profile has no machine image")]
    Image,
    /// A version of any machine image.
    #[strum(to_string = "the profile has no image version")]
    AnyVersion,
    /// A version of the machine image in question.
    #[strum(to_string = "the image has no version")]
    Version,
    /// A volume type of the profile.
    #[strum(to_string = "the profile has no volume type")]
    VolumeType,
    /// A region of the profile.
    #[strum(to_string = "the profile has no region")]
    Region,
    /// A zone of the region in question, or of any region.
    #[strum(to_string = "there is no zone")]
    Zone,
    /// A Kubernetes version of the profile.
    #[strum(to_string = "the profile has no Kubernetes version")]
    KubernetesVersion,
    /// A capability that the profile registers.
    #[strum(to_string = "the profile registers no capability")]
    Capability,
    /// A value of the capability in question.
    #[strum(to_string = "the capability has no value")]
    CapabilityValue,
    /// An update strategy that Gardener knows.
    #[strum(to_string = "Gardener knows no update strategy")]
    UpdateStrategy,
    /// An architecture that Gardener knows.
    #[strum(to_string = "Gardener knows no architecture")]
    Architecture,
    /// A worker of the Shoot in question.
    #[strum(to_string = "the Shoot has no worker")]
    Worker,
}

/// A name that does not exist, with the most similar one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of name.
    pub of: NameKind,
    /// The name.
    pub name: String,
    /// The most similar name, if there is one.
    pub nearest: Option<String>,
    /// All existing names.
    pub known: Vec<String>,
}

impl UnknownName {
    pub(crate) fn new<'a>(of: NameKind, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known: Vec<String> = known.map(str::to_owned).collect();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self { of, name: name.to_owned(), nearest, known }
    }

    /// Checks that a name is among the known ones.
    ///
    /// # Errors
    ///
    /// Returns the unknown name, with the most similar one.
    pub fn check<'a>(of: NameKind, name: &str, mut known: impl Iterator<Item = &'a str> + Clone) -> Result<(), Self> {
        if known.clone().any(|one| one == name) { Ok(()) } else { Err(Self::new(of, name, &mut known)) }
    }
}

impl fmt::Display for UnknownName {
    /// Formats with the most similar name, or with all names if they are few.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FEW: usize = 12;
        write!(f, "{} `{}`", self.of, self.name)?;
        match (&self.nearest, self.known.as_slice()) {
            (Some(near), _) => f.write_str(&rootstock_core_model::suggestion_suffix(near)),
            (None, []) => f.write_str(", and no other"),
            (None, few) if few.len() <= FEW => {
                let list: Vec<String> = few.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "; it has {}", list.join(", "))
            }
            (None, many) => write!(f, "; it has {} others", many.len()),
        }
    }
}

/// Returns the item of that name with its position.
pub(crate) fn find_named<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    asked: &str,
    of: NameKind,
) -> Result<(usize, &'a T), UnknownName> {
    named_at(items.iter().position(|item| name(item) == asked), items, name, asked, of)
}

/// Like [`find_named`], for a position that has been looked up already.
pub(crate) fn named_at<'a, T>(
    place: Option<usize>,
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    asked: &str,
    of: NameKind,
) -> Result<(usize, &'a T), UnknownName> {
    let found = place.and_then(|place| Some((place, items.get(place)?)));
    found.ok_or_else(|| UnknownName::new(of, asked, items.iter().map(|item| name(item).as_str())))
}

/// Checks that the profile has the region, if one is given.
pub(crate) fn region(spec: &CloudProfileSpec, asked: Option<&str>) -> Result<(), UnknownName> {
    let regions = spec.regions.as_deref().unwrap_or_default();
    asked.map_or(Ok(()), |asked| find_named(regions, |region| &region.name, asked, NameKind::Region).map(drop))
}

/// Like [`region`], for a profile that is asked about many regions.
pub(crate) fn check_region_in(compiled: &CompiledProfile, asked: Option<&str>) -> Result<(), UnknownName> {
    let Some(asked) = asked else { return Ok(()) };
    let regions = compiled.spec().regions.as_deref().unwrap_or_default();
    named_at(compiled.region_index(asked), regions, |region| &region.name, asked, NameKind::Region).map(drop)
}

/// Checks that the zones exist in the region, or in any region if none is given.
pub(crate) fn zones(spec: &CloudProfileSpec, asked: Option<&str>, zones: &[String]) -> Result<(), UnknownName> {
    let regions = spec.regions.iter().flatten().filter(|region| asked.is_none_or(|asked| region.name == asked));
    let known: Vec<&str> =
        regions.flat_map(|region| region.zones.iter().flatten()).map(|zone| zone.name.as_str()).collect();
    match zones.iter().find(|zone| !known.contains(&zone.as_str())) {
        Some(zone) => Err(UnknownName::new(NameKind::Zone, zone, known.into_iter())),
        None => Ok(()),
    }
}

/// Checks that the profile has the Kubernetes version, if one is given. Skipped for a profile without Kubernetes versions.
pub(crate) fn kubernetes_version(spec: &CloudProfileSpec, asked: Option<&str>) -> Result<(), UnknownName> {
    let offered = spec.kubernetes.offered();
    match asked {
        Some(asked) if !offered.is_empty() => {
            find_named(offered, |version| &version.version, asked, NameKind::KubernetesVersion).map(drop)
        }
        _ => Ok(()),
    }
}

/// Checks that Gardener knows the architecture, if one is given.
pub(crate) fn architecture(asked: Option<&str>) -> Result<(), UnknownName> {
    match asked {
        Some(asked) if !VALID_ARCHITECTURES.contains(&asked) => {
            let nearest = architecture_from_alias(asked).map(str::to_owned);
            Err(UnknownName {
                nearest,
                ..UnknownName::new(NameKind::Architecture, asked, VALID_ARCHITECTURES.into_iter())
            })
        }
        _ => Ok(()),
    }
}
