//! Assigns the given references to images.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use rootstock_core_model::{Capabilities, CapabilityDefinition};

use super::artifacts::Artifact;
use crate::base::Base;
use crate::{NewReference, Refusal, Remark, VersionName};

/// The given references, with the indices of those already assigned.
pub(crate) struct GivenReferences<'r> {
    name: &'r VersionName,
    references: &'r [NewReference],
    /// The indices of the references by region.
    by_region: HashMap<Option<&'r str>, Vec<usize>>,
    /// The values that the version's flavors have in capabilities that they omit.
    omitted: Vec<CapabilityDefinition>,
    taken: RefCell<BTreeSet<usize>>,
}

impl<'r> GivenReferences<'r> {
    /// Assigns references of version `name`, whose flavors are those of the existing version `like`.
    pub(crate) fn new(name: &'r VersionName, like: &str, references: &'r [NewReference], base: &Base) -> Self {
        let mut by_region: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, one) in references.iter().enumerate() {
            by_region.entry(one.region.as_deref()).or_default().push(index);
        }
        let omitted = base.omitted(name.subject(), like);
        Self { name, references, by_region, omitted, taken: RefCell::default() }
    }

    /// Returns the most specific matching reference for an image in a region, or for all regions.
    pub(crate) fn of(
        &self,
        capabilities: &Capabilities,
        region: Option<&str>,
    ) -> Result<Option<&'r NewReference>, Refusal> {
        let references = self.by_region.get(&region).into_iter().flatten();
        let references = references.filter_map(|index| Some((*index, self.references.get(*index)?)));
        let fitting = references.filter(|(_, one)| one.fits(capabilities, &self.omitted));
        // Exactly the capabilities of the image are the best match.
        let specificity = |one: &NewReference| match one.capabilities == *capabilities {
            true => usize::MAX,
            false => one.capabilities.len(),
        };
        let mut best: Vec<(usize, &NewReference)> = Vec::new();
        for (index, one) in fitting {
            let most = best.first().map_or(0, |(_, best)| specificity(best));
            if best.is_empty() || specificity(one) > most {
                best = vec![(index, one)];
            } else if specificity(one) == most {
                best.push((index, one));
            }
        }
        if let Some(((_, one), (_, other))) =
            best.first().and_then(|one| Some((one, best.iter().find(|other| other.1.reference != one.1.reference)?)))
        {
            let (one, other) = (one.to_string(), other.to_string());
            return Err(Refusal::TwoReferences { name: self.name.clone(), one, other });
        }
        self.taken.borrow_mut().extend(best.iter().map(|(index, _)| *index));
        Ok(best.first().map(|(_, one)| *one))
    }

    /// Returns the distinct regions of the references.
    pub(crate) fn regions(&self) -> BTreeSet<&'r str> {
        self.references.iter().filter_map(|one| one.region.as_deref()).collect()
    }

    /// Returns remarks about unassigned references. `region` is a region that the profile is about to get.
    pub(crate) fn left(&self, base: &Base, like: &str, artifacts: &[Artifact], region: Option<&str>) -> Vec<Remark> {
        let taken = self.taken.borrow();
        let left = self.references.iter().enumerate().filter(|(index, _)| !taken.contains(index));
        let fits = |one: &NewReference| artifacts.iter().any(|other| one.fits(&other.capabilities, &self.omitted));
        // A more specific reference takes precedence over a less specific one.
        let is_superseded = |one: &NewReference| {
            let others = self.by_region.get(&one.region.as_deref()).into_iter().flatten();
            let mut taken =
                others.filter(|index| taken.contains(index)).filter_map(|index| self.references.get(*index));
            fits(one) && taken.any(|other| other.capabilities.len() > one.capabilities.len())
        };
        let known: HashSet<&str> = base.regions().chain(region).collect();
        let remarks = left.filter(|(_, one)| !is_superseded(one)).map(|(_, one)| match &one.region {
            Some(own) if !known.contains(own.as_str()) => {
                Remark::UnknownRegion { reference: one.to_string(), region: own.clone() }
            }
            _ => Remark::NoSuchImage { reference: one.to_string(), like: like.to_owned() },
        });
        remarks.collect()
    }
}
