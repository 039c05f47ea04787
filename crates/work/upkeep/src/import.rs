//! Imports references from the output of cloud command lines and from vendors' files.

mod formats;
mod name_pattern;

use std::fmt;

use rootstock_core_model::{ARCHITECTURE, Capabilities, Violation, violations};
use rootstock_document::{ReadLimits, read};
use rootstock_versioning::Version;
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use name_pattern::{InvalidNamePattern, NamePattern};

use self::name_pattern::Captures;
use crate::{ListedImage, ListedVersion, NewReference, ReferenceList};

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
}

impl ImportFormat {
    /// Every format.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the stable name: `aws-images`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
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
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportResult {
    /// The references.
    pub list: ReferenceList,
    /// The matching images that cannot be used, with the reasons.
    pub unusable: Vec<UnusableImage>,
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

/// An image that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableImage {
    /// The ID or name of the image.
    pub image: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for UnusableImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.image, self.reason)
    }
}

/// An error of an import.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not YAML or JSON.
    #[error("{0}")]
    Unreadable(Box<Violation>),
    /// The text has another format.
    #[error("this is not {expected}: {problem}")]
    WrongFormat {
        /// The expected command or publication.
        expected: &'static str,
        /// The missing part.
        problem: String,
    },
    /// The text has no machine types.
    #[error("there are no machine types in it; check the command that printed it")]
    NoMachineTypes,
    /// The images are valid in one region only, and the text does not name it.
    #[error("these images are valid in one region only; name the region")]
    NeedsRegion,
    /// Only the names contain the version.
    #[error("only the names of these images contain the version; give a pattern with `{{version}}` for the names")]
    NeedsNames,
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
    let mut imported = ImportResult::default();
    for (name, bytes) in texts {
        let others = imported.others;
        let matching = imported.read(form, name, bytes, options).map_err(|error| (name.to_owned(), error))?;
        if matching == 0 {
            imported.empty.push(EmptyFile { file: name.to_owned(), others: imported.others - others });
        }
    }
    imported.sort();
    Ok(imported)
}

/// An image as found in a text.
#[derive(Debug, Default)]
struct FoundImage {
    /// The name for messages.
    display_name: String,
    /// The name to match against the pattern.
    name: String,
    version: Option<String>,
    architecture: Option<String>,
    region: Option<String>,
    reference: Option<String>,
    /// The reason why it cannot be used.
    problem: Option<String>,
}

impl ImportResult {
    /// Adds the images of a file, and returns the number of those that match.
    fn read(
        &mut self,
        form: ImportFormat,
        name: &str,
        bytes: &[u8],
        options: &ImportOptions,
    ) -> Result<usize, ImportError> {
        let file = readable(name, bytes)?;
        let mut matching = 0;
        for raw in file.documents.iter().filter_map(read::Document::raw) {
            let (found, others) = formats::read(form, raw.node(), options)?;
            self.others += others;
            matching += found.into_iter().filter_map(|one| self.add(one, options)).count();
        }
        Ok(matching)
    }

    /// Adds an image, whether it can be used or not; `None` if it does not match.
    fn add(&mut self, found: FoundImage, options: &ImportOptions) -> Option<()> {
        let captured = match &options.names {
            None => Captures::default(),
            Some(names) => match names.captured(&found.name) {
                Some(captured) => captured,
                None => {
                    self.others += 1;
                    return None;
                }
            },
        };
        let display_name = found.display_name.clone();
        match reference(found, captured, options) {
            Ok((version, reference)) => self.put(display_name, version, reference, &options.image),
            Err(reason) => self.unusable.push(UnusableImage { image: display_name, reason }),
        }
        Some(())
    }

    fn put(&mut self, display_name: String, version: String, reference: NewReference, image: &str) {
        if self.list.images.is_empty() {
            self.list.images.push(ListedImage { name: image.to_owned(), versions: Vec::new() });
        }
        let Some(listed) = self.list.images.first_mut() else { return };
        let versions = &mut listed.versions;
        let place = versions.iter().position(|one| one.version == version).unwrap_or_else(|| {
            versions.push(ListedVersion { version, references: Vec::new() });
            versions.len() - 1
        });
        let Some(listed) = versions.get_mut(place) else { return };
        let same =
            |one: &&NewReference| (&one.region, &one.capabilities) == (&reference.region, &reference.capabilities);
        match listed.references.iter().find(same) {
            Some(one) if one.reference == reference.reference => {}
            Some(one) => {
                let reason = format!("`{}` is for the same version, region and architecture", one.reference);
                self.unusable.push(UnusableImage { image: display_name, reason });
            }
            None => listed.references.push(reference),
        }
    }

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

/// Parses a text that must not have errors.
pub(crate) fn readable(name: &str, bytes: &[u8]) -> Result<read::File, ImportError> {
    let file = read::read(name, bytes, &ReadLimits::default());
    match file.documents.iter().find_map(|document| violations(&document.problems).into_iter().next()) {
        Some(problem) => Err(ImportError::Unreadable(Box::new(problem))),
        None => Ok(file),
    }
}

/// Returns the version of an image and the reference to it.
fn reference(found: FoundImage, captured: Captures, options: &ImportOptions) -> Result<(String, NewReference), String> {
    if let Some(problem) = found.problem {
        return Err(problem);
    }
    let reference = found.reference.ok_or("it has no ID or name to refer to")?;
    let version = captured.version.or(found.version).ok_or("its version is not known")?;
    let version = complete(&version).ok_or_else(|| format!("`{version}` is not a version of up to three numbers"))?;
    let architecture = captured.architecture.or(found.architecture).or_else(|| options.architecture.clone());
    let capabilities = match architecture.as_deref().map(|told| (told, known_architecture(told))) {
        None => Capabilities::default(),
        Some((_, Some(architecture))) => Capabilities::from_iter([(ARCHITECTURE, [architecture])]),
        Some((told, None)) => return Err(format!("architecture `{told}` is neither amd64 nor arm64")),
    };
    Ok((version, NewReference { region: found.region, capabilities, reference }))
}

/// Completes a version to three numbers: `1592.3` is `1592.3.0`.
fn complete(version: &str) -> Option<String> {
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
