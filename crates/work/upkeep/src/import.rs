//! References out of what vendors publish and clouds print.

mod forms;
mod name_pattern;

use std::fmt;

use rootstock_core_model::{ARCHITECTURE, Capabilities, Violation, violations};
use rootstock_document::{ReadLimits, read};
use rootstock_versioning::Version;
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use name_pattern::{NamePattern, UnreadablePattern};

use self::name_pattern::Captured;
use crate::{ListedImage, ListedVersion, NewReference, ReferenceList};

/// A form in which references are published or printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownImportForm, parse_err_fn = unknown_form)]
pub enum ImportForm {
    /// `aws ec2 describe-images`.
    AwsImages,
    /// `az sig image-version list`, or `list-community`.
    AzureImageVersions,
    /// `gcloud compute images list --format json`.
    GcpImages,
    /// `openstack image list --format json`.
    OpenstackImages,
    /// What Garden Linux publishes about each flavor of a release.
    GardenLinux,
}

impl ImportForm {
    /// Every form.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The stable name: `aws-images`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What is to be imported, and what the text does not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportOptions {
    /// The machine image of the profile.
    pub image: String,
    /// The names of the images that are meant, and what is read out of them; absent: all.
    pub names: Option<NamePattern>,
    /// The region that the text is about.
    pub region: Option<String>,
    /// The architecture, where neither the text nor the names say it.
    pub architecture: Option<String>,
}

/// What came of an import.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Imported {
    /// The references.
    pub list: ReferenceList,
    /// The images that are meant and cannot be used, and why.
    pub unusable: Vec<UnusableImage>,
    /// How many images are not meant.
    pub others: usize,
}

/// An image that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableImage {
    /// What it is called.
    pub image: String,
    /// Why it cannot be used.
    pub reason: String,
}

impl fmt::Display for UnusableImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.image, self.reason)
    }
}

/// Why nothing can be imported.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not YAML or JSON.
    #[error("{0}")]
    Unreadable(Box<Violation>),
    /// The text has another form.
    #[error("this is not what {expected}: {problem}")]
    OtherForm {
        /// What prints or publishes the form.
        expected: &'static str,
        /// What is not there.
        problem: String,
    },
    /// Images are valid in one region only, and the text does not say in which.
    #[error("these images are valid in one region only; name the region")]
    NeedsRegion,
    /// The version stands in the name only.
    #[error("the version of these images stands in their names only; give a pattern with `{{version}}` for the names")]
    NeedsNames,
}

/// Reads references out of texts, each with the name of its file.
///
/// # Errors
///
/// The first file that is not of the form, or for which something has to be given that it does not say.
///
/// ```
/// use rootstock_upkeep::{ImportForm, ImportOptions, import};
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
/// let imported = import(ImportForm::AwsImages, files, &options).map_err(|(file, error)| format!("{file}: {error}"))?;
/// let references = imported.list.of(&"gardenlinux@1592.3.0".parse()?);
/// assert_eq!(references[0].to_string(), "eu-west-1/arm64=ami-1");
/// assert_eq!(imported.others, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<'t>(
    form: ImportForm,
    texts: impl IntoIterator<Item = (&'t str, &'t [u8])>,
    options: &ImportOptions,
) -> Result<Imported, (String, ImportError)> {
    let mut imported = Imported::default();
    for (name, bytes) in texts {
        imported.read(form, name, bytes, options).map_err(|error| (name.to_owned(), error))?;
    }
    imported.sort();
    Ok(imported)
}

/// An image as it is told.
#[derive(Debug, Default)]
struct Found {
    /// What messages call it.
    called: String,
    /// What the pattern for names is compared with.
    name: String,
    version: Option<String>,
    architecture: Option<String>,
    region: Option<String>,
    reference: Option<String>,
    /// Why it cannot be used.
    problem: Option<String>,
}

impl Imported {
    fn read(&mut self, form: ImportForm, name: &str, bytes: &[u8], options: &ImportOptions) -> Result<(), ImportError> {
        let file = readable(name, bytes)?;
        for raw in file.documents.iter().filter_map(read::Document::raw) {
            let (found, others) = forms::read(form, raw.node(), options)?;
            self.others += others;
            found.into_iter().for_each(|one| self.add(one, options));
        }
        Ok(())
    }

    fn add(&mut self, found: Found, options: &ImportOptions) {
        let captured = match &options.names {
            None => Captured::default(),
            Some(names) => match names.captured(&found.name) {
                Some(captured) => captured,
                None => {
                    self.others += 1;
                    return;
                }
            },
        };
        let called = found.called.clone();
        match reference(found, captured, options) {
            Ok((version, reference)) => self.put(called, version, reference, &options.image),
            Err(reason) => self.unusable.push(UnusableImage { image: called, reason }),
        }
    }

    fn put(&mut self, called: String, version: String, reference: NewReference, image: &str) {
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
                self.unusable.push(UnusableImage { image: called, reason });
            }
            None => listed.references.push(reference),
        }
    }

    /// Versions in their order, and references by region and architecture.
    fn sort(&mut self) {
        for image in &mut self.list.images {
            image.versions.sort_by_cached_key(|one| one.version.parse::<Version>().ok());
            for version in &mut image.versions {
                version.references.sort_by_cached_key(|one| (one.region.clone(), one.to_string()));
            }
        }
    }
}

/// A text without an error.
pub(crate) fn readable(name: &str, bytes: &[u8]) -> Result<read::File, ImportError> {
    let file = read::read(name, bytes, &ReadLimits::default());
    match file.documents.iter().find_map(|document| violations(&document.problems).into_iter().next()) {
        Some(problem) => Err(ImportError::Unreadable(Box::new(problem))),
        None => Ok(file),
    }
}

/// The reference to an image, and its version.
fn reference(found: Found, captured: Captured, options: &ImportOptions) -> Result<(String, NewReference), String> {
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

/// A version with three numbers: `1592.3` is `1592.3.0`.
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

/// What Gardener calls an architecture.
fn known_architecture(told: &str) -> Option<&'static str> {
    match told.to_ascii_lowercase().as_str() {
        "amd64" | "x86_64" | "x64" => Some("amd64"),
        "arm64" | "aarch64" => Some("arm64"),
        _ => None,
    }
}

/// No form has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no form `{0}`")]
pub struct UnknownImportForm(String);

fn unknown_form(text: &str) -> UnknownImportForm {
    UnknownImportForm(text.chars().take(60).collect())
}

#[cfg(test)]
mod tests;
