//! The comparison of a profile with facts.

mod dates;
mod images;
mod machine_types;
mod zones;

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{CloudProfileSpec, Source, Violation};
use rootstock_provider_api::ImageReference;
use rootstock_versioning::Timestamp;

use crate::{FactList, FactMapping, FactSheet, ImageFact, MachineTypeFact};

rootstock_core_model::rules! {
    /// A reference that the complete list of its region does not have.
    IMAGE_REFERENCE_GONE: Warning, since "0.1.0", Source::Rootstock;
    /// A reference that is replaced by another one for the same version, region, and flavor.
    IMAGE_REFERENCE_REBUILT: Warning, since "0.1.0", Source::Rootstock;
    /// A reference that other regions have.
    IMAGE_REFERENCE_NOT_IN_REGION: Warning, since "0.1.0", Source::Rootstock;
    /// A reference to an image that is not available.
    IMAGE_REFERENCE_UNAVAILABLE: Warning, since "0.1.0", Source::Rootstock;
    /// A reference to an image that is deprecated, or that will be deleted.
    IMAGE_REFERENCE_DEPRECATED: Warning, since "0.1.0", Source::Rootstock;
    /// A reference to an image that only its owner can use.
    IMAGE_REFERENCE_NOT_SHARED: Warning, since "0.1.0", Source::Rootstock;
    /// A reference with other properties than its flavor.
    IMAGE_REFERENCE_MISDESCRIBED: Warning, since "0.1.0", Source::Rootstock;
    /// A machine type that no region has.
    MACHINE_TYPE_GONE: Warning, since "0.1.0", Source::Rootstock;
    /// A machine type with other properties.
    MACHINE_TYPE_MISDESCRIBED: Warning, since "0.1.0", Source::Rootstock;
    /// A machine type that the cloud advises against.
    MACHINE_TYPE_DEPRECATED: Warning, since "0.1.0", Source::Rootstock;
    /// A zone without machine types that the profile offers there.
    ZONE_WITHOUT_MACHINE_TYPE: Warning, since "0.1.0", Source::Rootstock;
    /// A zone with machine types that the profile does not offer there.
    ZONE_WITH_MORE_MACHINE_TYPES: Note, since "0.1.0", Source::Rootstock;
}

/// A profile to compare with facts.
#[derive(Debug, Clone, Copy)]
pub struct VerifySubject<'a> {
    /// The core section.
    pub spec: &'a CloudProfileSpec,
    /// The references of the provider section.
    pub references: &'a [ImageReference],
    /// The meaning of facts as capabilities.
    pub table: &'a [FactMapping],
    /// The instant that decides which dates have passed.
    pub now: Timestamp,
}

/// The result of a comparison.
#[derive(Debug, Clone, Default)]
pub struct Verification {
    /// The findings: references first, then machine types, then zones, each in the order of the profile.
    pub found: Vec<Violation>,
    /// The number of references that a source is about.
    pub references: usize,
    /// The number of machine types that a source is about.
    pub machine_types: usize,
    /// The number of zones whose machine types are known.
    pub zones: usize,
}

impl Verification {
    /// Returns whether nothing was compared.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.references == 0 && self.machine_types == 0 && self.zones == 0
    }
}

/// Compares a profile with facts. The order of the facts does not matter.
///
/// ```
/// use rootstock_core_model::CloudProfile;
/// use rootstock_facts::{FactList, VerifySubject, verify};
/// let profile: CloudProfile = serde_json::from_str(
///     r#"{"spec": {"type": "aws", "regions": [{"name": "eu-west-1"}], "machineTypes": [{"name": "m5.large"}, {"name": "t1.micro"}]}}"#,
/// )?;
/// let facts: FactList = serde_json::from_str(
///     r#"{"facts": [{"source": "aws-instance-types", "region": "eu-west-1", "machineTypes": [{"name": "m5.large"}]}]}"#,
/// )?;
/// let now = "2026-01-01T00:00:00Z".parse()?;
/// let subject = VerifySubject { spec: &profile.spec, references: &[], table: &[], now };
/// let found = verify(&subject, &facts).found;
/// assert_eq!(found[0].rule.name, "machine-type-gone");
/// assert_eq!(found[0].path.to_string(), "spec.machineTypes[1].name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn verify(subject: &VerifySubject<'_>, facts: &FactList) -> Verification {
    let provider = subject.spec.provider_type.as_str();
    let sheets: Vec<&FactSheet> = facts.facts.iter().filter(|sheet| sheet.is_about(provider)).collect();
    let mut result = Verification::default();
    images::check(subject, &sheets, &mut result);
    let known = machine_types::check(subject, &sheets, &mut result);
    zones::check(subject, &sheets, &known, &mut result);
    result
}

/// Facts about the images and machine types of a provider, for lookups.
pub struct FactIndex<'f> {
    images: images::ImageIndex<'f>,
    machine_types: HashMap<&'f str, Vec<&'f MachineTypeFact>>,
}

impl<'f> FactIndex<'f> {
    /// Creates the index of the facts about a provider.
    #[must_use]
    pub fn new(facts: &'f [FactSheet], provider_type: &str) -> Self {
        let sheets: Vec<&FactSheet> = facts.iter().filter(|sheet| sheet.is_about(provider_type)).collect();
        let mut machine_types: HashMap<&str, Vec<&MachineTypeFact>> = HashMap::new();
        for fact in sheets.iter().flat_map(|sheet| &sheet.machine_types) {
            machine_types.entry(&fact.name).or_default().push(fact);
        }
        Self { images: images::ImageIndex::of(&sheets), machine_types }
    }

    /// Returns the facts about the image that a reference refers to.
    #[must_use]
    pub fn of_image(&self, reference: &ImageReference) -> Vec<&'f ImageFact> {
        self.images.facts_of(reference)
    }

    /// Returns the facts about a machine type.
    #[must_use]
    pub fn of_machine_type(&self, name: &str) -> &[&'f MachineTypeFact] {
        self.machine_types.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns the value that a fact contradicts: a declared value of the row's capability that does not follow from the fact.
/// Unregistered capabilities are not compared, because the profile uses other names for them or none.
fn contradicted<'p>(
    spec: &CloudProfileSpec,
    row: &FactMapping,
    declared: &'p [String],
    known: &[&str],
) -> Option<&'p String> {
    let definition = spec.capability_definitions().iter().find(|one| one.name == row.capability)?;
    let is_registered: HashSet<&str> = definition.values.iter().map(String::as_str).collect();
    // Values that the table does not have are the landscape's own.
    declared
        .iter()
        .find(|value| is_registered.contains(value.as_str()) && row.has(value) && !known.contains(&value.as_str()))
}
