//! References to images of a new version, with their regions and flavors.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};
use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::UpkeepArgumentError;

const EVERYWHERE: &str = "*";

/// A reference to an image of a new version.
///
/// As one argument: the region, or `*` for all; a slash and the capabilities, if flavors differ; `=` and the reference.
///
/// ```
/// use rootstock_upkeep::NewReference;
/// let reference: NewReference = "eu-west-1/arm64,bootMode:uefi=ami-1234".parse()?;
/// assert_eq!(reference.region.as_deref(), Some("eu-west-1"));
/// assert_eq!(reference.capabilities.get("architecture"), Some(&["arm64".to_owned()][..]));
/// assert_eq!(reference.capabilities.get("bootMode"), Some(&["uefi".to_owned()][..]));
/// assert_eq!(reference.reference, "ami-1234");
/// let everywhere: NewReference = "*=sap:gardenlinux:greatest:1592.2.0".parse()?;
/// assert_eq!(everywhere.region, None);
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        description = "A reference to an image of a new version, with its region, and its capabilities if flavors differ."
    )
)]
pub struct NewReference {
    /// The only region in which it is valid; absent: everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The capabilities that distinguish the flavor: the architecture, or more. Absent: every flavor.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub capabilities: Capabilities,
    /// The reference: an AMI, an image's ID or name, a URN, a path.
    pub reference: String,
}

impl NewReference {
    /// Returns the reference with only its architecture of its capabilities.
    pub(crate) fn of_architecture(&self) -> Self {
        let architecture = self.capabilities.iter().filter(|(name, _)| *name == ARCHITECTURE);
        Self { capabilities: Capabilities::from_iter(architecture), ..self.clone() }
    }

    /// Returns whether it refers to an image with these capabilities: the image has each of its capabilities, with equal values.
    /// A capability that the image omits has the values in `omitted`; the architecture may be unknown.
    pub(crate) fn fits(&self, capabilities: &Capabilities, omitted: &[CapabilityDefinition]) -> bool {
        let set = |values: &[String]| values.iter().cloned().collect::<BTreeSet<_>>();
        self.capabilities.iter().all(|(name, own)| {
            let definition = omitted.iter().find(|one| one.name == name).map(|one| one.values.as_slice());
            let theirs = capabilities.get(name).or(definition);
            theirs.map_or(name == ARCHITECTURE, |theirs| set(theirs) == set(own))
        })
    }
}

impl fmt::Display for NewReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.region.as_deref().unwrap_or(EVERYWHERE))?;
        let values = self.capabilities.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
        for (position, (name, value)) in values.enumerate() {
            f.write_str(if position == 0 { "/" } else { "," })?;
            match name {
                ARCHITECTURE => f.write_str(value)?,
                _ => write!(f, "{name}:{value}")?,
            }
        }
        write!(f, "={}", self.reference)
    }
}

impl FromStr for NewReference {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "REGION=REFERENCE, REGION/ARCHITECTURE=REFERENCE or REGION/CAPABILITY:VALUE,…=REFERENCE, with `*` for a \
                    reference that is valid in every region; for instance `eu-west-1/arm64=ami-1234`";
        let error = || UpkeepArgumentError::new(text, form);
        let (place, reference) = text.split_once('=').ok_or_else(error)?;
        let (region, flavor) = place.split_once('/').map_or((place, None), |(region, flavor)| (region, Some(flavor)));
        if region.is_empty() || reference.is_empty() {
            return Err(error());
        }
        let capabilities = capabilities(flavor).ok_or_else(error)?;
        Ok(Self {
            region: (region != EVERYWHERE).then(|| region.to_owned()),
            capabilities,
            reference: reference.to_owned(),
        })
    }
}

/// Parses the part of an argument after the slash: architectures, and values of capabilities.
pub(crate) fn capabilities(flavor: Option<&str>) -> Option<Capabilities> {
    let mut values: Vec<(String, Vec<String>)> = Vec::new();
    for part in flavor.into_iter().flat_map(|flavor| flavor.split(',')) {
        let (name, value) = part.split_once(':').unwrap_or((ARCHITECTURE, part));
        if name.is_empty() || value.is_empty() {
            return None;
        }
        match values.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.push(value.to_owned()),
            None => values.push((name.to_owned(), vec![value.to_owned()])),
        }
    }
    Some(values.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("eu=x", "eu=x")]
    #[case("*/amd64=a=b/c", "*/amd64=a=b/c")]
    #[case("eu/architecture:arm64,boot:uefi,boot:bios=x", "eu/arm64,boot:uefi,boot:bios=x")]
    fn argument_is_parsed_and_displayed(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(text.parse::<NewReference>().unwrap().to_string(), shown);
    }

    #[rstest]
    #[case("x")]
    #[case("=x")]
    #[case("eu=")]
    #[case("eu/=x")]
    #[case("eu/boot:=x")]
    fn invalid_arguments_are_refused(#[case] text: &str) {
        assert!(text.parse::<NewReference>().is_err());
    }

    #[rstest]
    #[case("eu=x", true)]
    #[case("eu/amd64=x", true)]
    #[case("eu/arm64=x", false)]
    // The flavor omits the capability, so it has every registered value.
    #[case("eu/boot:uefi=x", false)]
    #[case("eu/boot:bios,boot:uefi=x", true)]
    // The capability is neither registered nor in the flavor.
    #[case("eu/other:x=x", false)]
    fn reference_fits_flavor(#[case] reference: &str, #[case] fits: bool) {
        let registered =
            [CapabilityDefinition { name: "boot".to_owned(), values: vec!["uefi".to_owned(), "bios".to_owned()] }];
        let flavor = Capabilities::from_iter([(ARCHITECTURE, ["amd64"])]);
        assert_eq!(reference.parse::<NewReference>().unwrap().fits(&flavor, &registered), fits);
    }
}
