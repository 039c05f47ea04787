//! Imports references from the output of cloud command lines and from vendors' files.

mod importer;
mod name_pattern;

use std::fmt;

use rootstock_core_model::{ARCHITECTURE, Capabilities};
use rootstock_facts::{FactMapping, FactSource, ImageFact, SourceError, UnreadFact};
use rootstock_versioning::Version;
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use name_pattern::{InvalidNamePattern, NamePattern};

use self::importer::Importer;
pub(crate) use self::name_pattern::Captures;
use crate::{NewReference, ReferenceList};

/// A format of published or printed references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownImportFormat, parse_err_fn = unknown_format)]
pub enum ImportFormat {
    /// `aws ec2 describe-images`.
    AwsImages,
    /// `az sig image-version list`, or `list-community`.
    AzureImageVersions,
    /// `gcloud compute images list --format json`.
    GcpImages,
    /// `openstack image list --format json`.
    OpenstackImages,
    /// The metadata that Garden Linux publishes for each flavor of a release.
    GardenLinux,
    /// The release notes of Garden Linux.
    GardenLinuxReleaseNotes,
}

impl ImportFormat {
    /// Every format.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the stable name: `aws-images`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the reader of the format.
    fn source(self) -> Option<FactSource> {
        FactSource::named(self.as_str())
    }
}

/// The options of an import, with values that the text lacks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportOptions {
    /// The machine image of the profile.
    pub image: String,
    /// The pattern for the names of the images to import, and its captures; absent: all images.
    pub names: Option<NamePattern>,
    /// The region of the text.
    pub region: Option<String>,
    /// The architecture, if neither the text nor the names have it.
    pub architecture: Option<String>,
    /// Whether references get the capabilities that follow from the facts in the text, by the table of the provider. Otherwise,
    /// the architecture alone distinguishes them.
    pub with_capabilities: bool,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportResult {
    /// The references.
    pub list: ReferenceList,
    /// The matching images that cannot be used, with the reasons.
    pub unusable: Vec<UnreadFact>,
    /// The number of images that do not match.
    pub others: usize,
    /// The files without any matching image.
    pub empty: Vec<EmptyFile>,
}

/// A file without any matching image: its images have other names, or it has another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyFile {
    /// The name of the file.
    pub file: String,
    /// The number of its images that do not match.
    pub others: usize,
}

impl fmt::Display for EmptyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, others } = self;
        match others {
            0 => write!(
                f,
                "{file}: there are no images in it that this format knows; check that it has the expected format"
            ),
            1 => write!(f, "{file}: the only image in it does not match; check the pattern for its name"),
            _ => write!(f, "{file}: none of the {others} images in it match; check the pattern for their names"),
        }
    }
}

/// An error of an import.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text cannot be read, or has another format.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The text has no machine types.
    #[error("there are no machine types in it; check the command that printed it")]
    NoMachineTypes,
    /// The options do not go with the format.
    #[error(transparent)]
    Options(#[from] ImportOptionError),
}

/// An option that a format needs, or that it does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportOptionError {
    /// The images are valid in one region only, and the text does not name it.
    #[error("these images are valid in one region only; name the region")]
    NeedsRegion,
    /// Only the names contain the version.
    #[error("only the names of these images contain the version; give a pattern with `{{version}}` for the names")]
    NeedsNames,
    /// The images are valid everywhere, or name their regions.
    #[error("images of the format `{}` are valid everywhere or name their regions; omit the region", .0.as_str())]
    HasRegions(ImportFormat),
}

/// Imports references from texts, each with its file name.
///
/// # Errors
///
/// Returns an error for the first file that has another format, or needs an option that is missing.
///
/// ```
/// use rootstock_upkeep::{ImportFormat, ImportOptions, import};
/// let text = r#"{"Images": [
///     {"ImageId": "ami-1", "Name": "gardenlinux-prod-1592.3", "Architecture": "arm64", "State": "available"},
///     {"ImageId": "ami-2", "Name": "something-else", "Architecture": "x86_64", "State": "available"}
/// ]}"#;
/// let options = ImportOptions {
///     image: "gardenlinux".to_owned(),
///     names: Some("gardenlinux-prod-{version}".parse()?),
///     region: Some("eu-west-1".to_owned()),
///     ..ImportOptions::default()
/// };
/// let files = [("images.json", text.as_bytes())];
/// let imported = import(ImportFormat::AwsImages, files, &options).map_err(|(file, error)| format!("{file}: {error}"))?;
/// let references = imported.list.of(&"gardenlinux@1592.3.0".parse()?);
/// assert_eq!(references[0].to_string(), "eu-west-1/arm64=ami-1");
/// assert_eq!(imported.others, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<'t>(
    form: ImportFormat,
    texts: impl IntoIterator<Item = (&'t str, &'t [u8])>,
    options: &ImportOptions,
) -> Result<ImportResult, (String, ImportError)> {
    let mut importer = Importer::default();
    let wrong_options = options.check(form).err();
    for (name, bytes) in texts {
        if let Some(error) = wrong_options {
            return Err((name.to_owned(), error.into()));
        }
        let others = importer.result.others;
        let matching = importer.read(form, name, bytes, options).map_err(|error| (name.to_owned(), error))?;
        if matching == 0 {
            let others = importer.result.others - others;
            importer.result.empty.push(EmptyFile { file: name.to_owned(), others });
        }
    }
    importer.result.sort();
    Ok(importer.result)
}

/// A found image, as far as references depend on it.
struct FoundImage<'f> {
    form: ImportFormat,
    fact: &'f ImageFact,
    /// The capabilities that follow from its facts.
    capabilities: Capabilities,
}

impl ImportResult {
    /// Sorts versions, and references by region and architecture.
    fn sort(&mut self) {
        for image in &mut self.list.images {
            image.versions.sort_by_cached_key(|one| one.version.parse::<Version>().ok());
            for version in &mut image.versions {
                version.references.sort_by_cached_key(|one| (one.region.clone(), one.to_string()));
            }
        }
    }
}

impl ImportOptions {
    /// Checks that the options go with a format.
    ///
    /// # Errors
    ///
    /// Returns the option that the format needs, or the one that would have no effect.
    pub fn check(&self, form: ImportFormat) -> Result<(), ImportOptionError> {
        use ImportFormat::{
            AwsImages, AzureImageVersions, GardenLinux, GardenLinuxReleaseNotes, GcpImages, OpenstackImages,
        };
        match form {
            AwsImages if self.region.is_none() => return Err(ImportOptionError::NeedsRegion),
            AzureImageVersions | GcpImages | GardenLinux | GardenLinuxReleaseNotes if self.region.is_some() => {
                return Err(ImportOptionError::HasRegions(form));
            }
            _ => {}
        }
        let needs_names = matches!(form, AwsImages | GcpImages | OpenstackImages);
        if needs_names && !self.names.as_ref().is_some_and(NamePattern::has_version) {
            return Err(ImportOptionError::NeedsNames);
        }
        Ok(())
    }
}

/// Returns an image that cannot be used.
fn unusable(image: &str, reason: String) -> UnreadFact {
    UnreadFact { place: format!("`{image}`"), name: String::new(), reason }
}

/// Returns whether an image is not the usual one of its flavor: without capabilities, a flavor has one reference, which is that of
/// Azure's second generation in its public cloud.
fn is_special(fact: &ImageFact, options: &ImportOptions) -> bool {
    let is = |name: &str, value: &str| fact.attributes.get(name).is_none_or(|own| own.iter().any(|one| one == value));
    let is_public = is("cloud", "public");
    !is_public || !options.with_capabilities && !is("generation", "V2")
}

/// Returns the capabilities that follow from the facts about an image. The first row that knows a capability decides.
fn capabilities(fact: &ImageFact, table: &[FactMapping]) -> Capabilities {
    let mut all = Capabilities::new();
    for row in table.iter().rev() {
        let known = row.values_of(&fact.attributes).unwrap_or_default();
        let mut values: Vec<String> = Vec::new();
        // One spelling for each value.
        for value in row.values.iter().filter_map(|one| one.capability.first()) {
            if known.contains(&value.as_str()) && !values.contains(value) {
                values.push(value.clone());
            }
        }
        if !values.is_empty() {
            all.insert(&row.capability, values);
        }
    }
    all
}

impl FoundImage<'_> {
    /// Returns the name for messages.
    fn display_name(&self) -> String {
        let ImageFact { reference, name, version, .. } = self.fact;
        let by_name = matches!(self.form, ImportFormat::GcpImages | ImportFormat::OpenstackImages);
        let mut names = if by_name { [name, reference] } else { [reference, name] }.into_iter();
        let found = names.find(|name| !name.is_empty()).cloned();
        found.or_else(|| version.clone()).unwrap_or_default()
    }

    /// Returns the version of the image and the reference to it. OpenStack images are referenced by ID within a region, and by name
    /// otherwise.
    fn reference(&self, captured: Captures, options: &ImportOptions) -> Result<(String, NewReference), String> {
        let fact = self.fact;
        if let Some(problem) = &fact.unusable {
            return Err(problem.clone());
        }
        let (reference, region) = match self.form {
            ImportFormat::OpenstackImages if options.region.is_none() => (&fact.name, None),
            ImportFormat::OpenstackImages | ImportFormat::AwsImages => (&fact.reference, options.region.clone()),
            ImportFormat::AzureImageVersions
            | ImportFormat::GcpImages
            | ImportFormat::GardenLinux
            | ImportFormat::GardenLinuxReleaseNotes => (&fact.reference, fact.region.clone()),
        };
        let reference = Some(reference).filter(|id| !id.is_empty()).ok_or("it has no ID or name to refer to")?.clone();
        let version = captured.version.or_else(|| fact.version.clone()).ok_or("its version is not known")?;
        let version =
            complete(&version).ok_or_else(|| format!("`{version}` is not a version of up to three numbers"))?;
        let version = if options.with_capabilities { with_build(&version, fact, &self.capabilities) } else { version };
        let architecture =
            captured.architecture.or_else(|| fact.architecture.clone()).or_else(|| options.architecture.clone());
        let mut capabilities = match architecture.as_deref().map(|told| (told, known_architecture(told))) {
            None => Capabilities::default(),
            Some((_, Some(architecture))) => Capabilities::from_iter([(ARCHITECTURE, [architecture])]),
            Some((told, None)) => return Err(format!("architecture `{told}` is neither amd64 nor arm64")),
        };
        for (name, values) in self.capabilities.iter() {
            capabilities.insert(name, values.to_vec());
        }
        Ok((version, NewReference { region, capabilities, reference }))
    }
}

/// The modifiers of Garden Linux that make another build of a version, each with the capability that tells it apart, if any.
const BUILDS: [(&str, Option<&str>); 4] =
    [("_fips", None), ("_usi", Some("bootMode")), ("_trustedboot", Some("secureBoot")), ("_tpm2", Some("tpm"))];

/// Returns a version with the modifiers that no capability of the image tells apart: `2150.1.0-fips`.
fn with_build(version: &str, fact: &ImageFact, capabilities: &Capabilities) -> String {
    let modifiers = fact.attributes.get("modifier").unwrap_or_default();
    let is_told = |capability: Option<&str>| capability.is_some_and(|name| capabilities.get(name).is_some());
    let builds = BUILDS
        .iter()
        .filter(|(modifier, capability)| !is_told(*capability) && modifiers.iter().any(|one| one == modifier));
    builds.fold(version.to_owned(), |version, (modifier, _)| format!("{version}-{}", modifier.trim_start_matches('_')))
}

/// Completes a version to three numbers: `1592.3` is `1592.3.0`.
pub(crate) fn complete(version: &str) -> Option<String> {
    let (numbers, suffix) = version.split_at(version.find(['-', '+']).unwrap_or(version.len()));
    let mut parts: Vec<&str> = numbers.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return None;
    }
    parts.resize(3, "0");
    Some(format!("{}{suffix}", parts.join(".")))
}

/// Returns Gardener's name of an architecture.
fn known_architecture(told: &str) -> Option<&'static str> {
    match told.to_ascii_lowercase().as_str() {
        "amd64" | "x86_64" | "x64" => Some("amd64"),
        "arm64" | "aarch64" => Some("arm64"),
        _ => None,
    }
}

/// An unknown name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{0}`")]
pub struct UnknownImportFormat(String);

fn unknown_format(text: &str) -> UnknownImportFormat {
    UnknownImportFormat(text.chars().take(60).collect())
}

#[cfg(test)]
mod tests;
