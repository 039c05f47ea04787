//! Compatibility of a machine type, a flavor and a worker, and the reasons for a mismatch.

use std::fmt;

use rootstock_core_model::listed;
use serde::Serialize;

use crate::{CapabilitySet, Vocabulary};

/// A capability whose intersection is empty, and the values that each side has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mismatch {
    /// The capability.
    pub capability: String,
    /// The values that the flavor offers.
    pub flavor: Vec<String>,
    /// The values that the machine type supports.
    pub machine_type: Vec<String>,
    /// The values that the worker asks for; absent if no worker takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<Vec<String>>,
}

impl fmt::Display for Mismatch {
    /// Writes the values of each side: ``capability `storage`: the machine type has `NVMe`, the image has `SCSI` ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { capability, flavor, machine_type, worker } = self;
        write!(f, "capability `{capability}`: the machine type has {}", listed(machine_type))?;
        write!(f, ", the image has {}", listed(flavor))?;
        match worker {
            Some(worker) => write!(f, ", the worker asks for {}", listed(worker)),
            None => Ok(()),
        }
    }
}

impl Vocabulary {
    /// Returns whether the two sets have a value in common for every registered capability. The arguments are interchangeable.
    ///
    /// ```
    /// use rootstock_capability_engine::Vocabulary;
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition};
    ///
    /// let storage = CapabilityDefinition { name: "storage".into(), values: vec!["NVMe".into(), "SCSI".into()] };
    /// let vocabulary = Vocabulary::new(&[storage]);
    /// let nvme = vocabulary.compile(&Capabilities::from_iter([("storage", ["NVMe"])]));
    /// let scsi = vocabulary.compile(&Capabilities::from_iter([("storage", ["SCSI"])]));
    /// assert!(vocabulary.compatible(&nvme, vocabulary.everything()));
    /// assert!(!vocabulary.compatible(&nvme, &scsi));
    /// ```
    #[inline]
    #[must_use]
    pub fn compatible(&self, flavor: &CapabilitySet, machine_type: &CapabilitySet) -> bool {
        if flavor.rest.is_some() && machine_type.rest.is_some() {
            return self.compatible_with_rest(flavor, machine_type, None);
        }
        let ([a, b], [c, d]) = (flavor.head, machine_type.head);
        self.layout.every_field_of_head_is_occupied([a & c, b & d])
    }

    /// Returns whether all three sets have a value in common for every registered capability. An absent worker asks for
    /// nothing.
    #[inline]
    #[must_use]
    pub fn compatible_with_worker(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> bool {
        let Some(worker) = worker else { return self.compatible(flavor, machine_type) };
        if flavor.rest.is_some() && machine_type.rest.is_some() && worker.rest.is_some() {
            return self.compatible_with_rest(flavor, machine_type, Some(worker));
        }
        let ([a, b], [c, d], [e, f]) = (flavor.head, machine_type.head, worker.head);
        self.layout.every_field_of_head_is_occupied([a & c & e, b & d & f])
    }

    /// The slow path, for sets of more than two words and for values without a bit.
    #[cold]
    fn compatible_with_rest(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> bool {
        let common = |word| flavor.word(word) & machine_type.word(word) & worker.map_or(u64::MAX, |set| set.word(word));
        if self.layout.every_field_is_occupied(common) {
            return true;
        }
        if !flavor.unregistered_may_meet(machine_type) {
            return false;
        }
        let common = self.effective(flavor, machine_type, worker);
        (0..self.len()).all(|index| self.values_at(&common, index).next().is_some())
    }

    /// Returns the capabilities whose intersection is empty, most significant first; an empty list if everything fits.
    #[must_use]
    pub fn mismatches(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> Vec<Mismatch> {
        let common = self.effective(flavor, machine_type, worker);
        let empty = (0..self.len()).filter(|index| self.values_at(&common, *index).next().is_none());
        empty.filter_map(|index| self.mismatch(index, flavor, machine_type, worker)).collect()
    }

    /// Returns the most significant capability whose intersection is empty.
    pub(crate) fn first_mismatch(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> Option<Mismatch> {
        let common = self.effective(flavor, machine_type, worker);
        let empty = (0..self.len()).find(|index| self.values_at(&common, *index).next().is_none())?;
        self.mismatch(empty, flavor, machine_type, worker)
    }

    fn mismatch(
        &self,
        index: usize,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> Option<Mismatch> {
        let owned = |set| self.values_at(set, index).map(str::to_owned).collect();
        Some(Mismatch {
            capability: self.capabilities().get(index)?.name().to_owned(),
            flavor: owned(flavor),
            machine_type: owned(machine_type),
            worker: worker.map(owned),
        })
    }

    /// Returns the intersection of a flavor with a machine type and, optionally, a worker.
    #[must_use]
    pub fn effective(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
    ) -> CapabilitySet {
        let both = flavor.intersection(machine_type);
        match worker {
            Some(worker) => both.intersection(worker),
            None => both,
        }
    }
}
