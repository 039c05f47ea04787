//! A name that a question asks about and that is not there.

#[cfg(feature = "rules")]
mod registered;

use std::fmt;

use rootstock_core_model::{CloudProfileSpec, VALID_ARCHITECTURES, architecture_called, nearest};
use rootstock_judge::CompiledProfile;

#[cfg(feature = "rules")]
pub use registered::{UnknownProvider, UnknownRule};

/// What a question names.
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
    /// A version of the machine image asked about.
    #[strum(to_string = "the image has no version")]
    Version,
    /// A region of the profile.
    #[strum(to_string = "the profile has no region")]
    Region,
    /// A zone of the region asked about, or of any.
    #[strum(to_string = "there is no zone")]
    Zone,
    /// A Kubernetes version of the profile.
    #[strum(to_string = "the profile has no Kubernetes version")]
    KubernetesVersion,
    /// An architecture that Gardener knows.
    #[strum(to_string = "Gardener knows no architecture")]
    Architecture,
}

/// A name that is not there, and what was probably meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct UnknownName {
    /// What it was to be the name of.
    pub of: NameKind,
    /// The name.
    pub name: String,
    /// The one that comes nearest, if one does.
    pub nearest: Option<String>,
    /// All there are.
    pub known: Vec<String>,
}

impl UnknownName {
    pub(crate) fn new<'a>(of: NameKind, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known: Vec<String> = known.map(str::to_owned).collect();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self { of, name: name.to_owned(), nearest, known }
    }
}

impl fmt::Display for UnknownName {
    /// With the nearest one, or all of them if they are few.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FEW: usize = 12;
        write!(f, "{} `{}`", self.of, self.name)?;
        match (&self.nearest, self.known.as_slice()) {
            (Some(near), _) => f.write_str(&rootstock_core_model::and_did_you_mean(near)),
            (None, []) => f.write_str(", and no other"),
            (None, few) if few.len() <= FEW => {
                let list: Vec<String> = few.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "; it has {}", list.join(", "))
            }
            (None, many) => write!(f, "; it has {} others", many.len()),
        }
    }
}

/// The item of that name with its position.
pub(crate) fn named<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    asked: &str,
    of: NameKind,
) -> Result<(usize, &'a T), UnknownName> {
    placed(items.iter().position(|item| name(item) == asked), items, name, asked, of)
}

/// The same where the position has been looked up already.
pub(crate) fn placed<'a, T>(
    place: Option<usize>,
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    asked: &str,
    of: NameKind,
) -> Result<(usize, &'a T), UnknownName> {
    let found = place.and_then(|place| Some((place, items.get(place)?)));
    found.ok_or_else(|| UnknownName::new(of, asked, items.iter().map(|item| name(item).as_str())))
}

/// Whether the profile has the region asked for, if one is.
pub(crate) fn region(spec: &CloudProfileSpec, asked: Option<&str>) -> Result<(), UnknownName> {
    let regions = spec.regions.as_deref().unwrap_or_default();
    asked.map_or(Ok(()), |asked| named(regions, |region| &region.name, asked, NameKind::Region).map(drop))
}

/// The same of a profile that is asked about many.
pub(crate) fn region_in(compiled: &CompiledProfile, asked: Option<&str>) -> Result<(), UnknownName> {
    let Some(asked) = asked else { return Ok(()) };
    let regions = compiled.spec().regions.as_deref().unwrap_or_default();
    placed(compiled.region_index(asked), regions, |region| &region.name, asked, NameKind::Region).map(drop)
}

/// Whether the profile has the zones asked for: in the region, or in any if none is asked for.
pub(crate) fn zones(spec: &CloudProfileSpec, asked: Option<&str>, zones: &[String]) -> Result<(), UnknownName> {
    let regions = spec.regions.iter().flatten().filter(|region| asked.is_none_or(|asked| region.name == asked));
    let known: Vec<&str> =
        regions.flat_map(|region| region.zones.iter().flatten()).map(|zone| zone.name.as_str()).collect();
    match zones.iter().find(|zone| !known.contains(&zone.as_str())) {
        Some(zone) => Err(UnknownName::new(NameKind::Zone, zone, known.into_iter())),
        None => Ok(()),
    }
}

/// Whether the profile has the Kubernetes version asked for, if one is. A profile without any is about something else.
pub(crate) fn kubernetes_version(spec: &CloudProfileSpec, asked: Option<&str>) -> Result<(), UnknownName> {
    let offered = spec.kubernetes.offered();
    match asked {
        Some(asked) if !offered.is_empty() => {
            named(offered, |version| &version.version, asked, NameKind::KubernetesVersion).map(drop)
        }
        _ => Ok(()),
    }
}

/// Whether Gardener knows the architecture asked for, if one is.
pub(crate) fn architecture(asked: Option<&str>) -> Result<(), UnknownName> {
    match asked {
        Some(asked) if !VALID_ARCHITECTURES.contains(&asked) => {
            let nearest = architecture_called(asked).map(str::to_owned);
            Err(UnknownName {
                nearest,
                ..UnknownName::new(NameKind::Architecture, asked, VALID_ARCHITECTURES.into_iter())
            })
        }
        _ => Ok(()),
    }
}
