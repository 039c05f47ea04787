//! Tables that translate facts to capabilities.

mod tables;

use std::collections::BTreeSet;

use rootstock_core_model::Capabilities;
use serde::{Deserialize, Serialize};

use crate::{FactList, FactSheet, FactSource};

/// The fact whose values are the volume types that go with a machine type. It is not a capability of images.
pub const VOLUME_TYPE: &str = "volumeType";

/// A fact, and the capability that it means.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactMapping {
    /// The name of the fact: `bootMode`.
    pub fact: String,
    /// The capability.
    pub capability: String,
    /// The meaning of each value of the fact, the most preferred first; a fact with another value has no effect.
    pub values: Vec<FactMeaning>,
    /// The document that says that the cloud compares the two.
    pub because: String,
}

/// The meaning of a value of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactMeaning {
    /// The value of the fact.
    pub fact: String,
    /// The values of the capability that profiles have for it. A profile that has none gets the first one.
    pub capability: Vec<String>,
}

impl FactMapping {
    /// Returns the table of a provider; empty if it has none.
    #[must_use]
    pub fn built_in(provider_type: &str) -> Vec<Self> {
        let rows = tables::of(provider_type).iter();
        rows.map(|(fact, capability, values, because)| Self {
            fact: (*fact).to_owned(),
            capability: (*capability).to_owned(),
            values: values
                .iter()
                .map(|(own, meaning)| FactMeaning {
                    fact: (*own).to_owned(),
                    capability: meaning.iter().map(|value| (*value).to_owned()).collect(),
                })
                .collect(),
            because: (*because).to_owned(),
        })
        .collect()
    }

    /// Returns the values of the capability that follow from facts, in each spelling; `None` if the fact is not known, or has a value
    /// that the table does not have.
    #[must_use]
    pub fn values_of(&self, attributes: &Capabilities) -> Option<Vec<&str>> {
        let meanings = self.meanings_of(attributes)?.into_iter();
        Some(meanings.flat_map(|one| &one.capability).map(String::as_str).collect())
    }

    /// Returns the meanings of the values of a fact; `None` if the fact is not known, or has a value that the table does not have.
    #[must_use]
    pub fn meanings_of(&self, attributes: &Capabilities) -> Option<Vec<&FactMeaning>> {
        let values = attributes.get(&self.fact)?.iter();
        values.map(|value| self.values.iter().find(|one| one.fact == *value)).collect()
    }

    /// Returns the attributes that no row of a table has, and those with a value that no row has (`bootMode=uefii`), in facts that
    /// no known format has: in those, they are misspelt.
    #[must_use]
    pub fn without_meaning(table: &[Self], facts: &FactList, provider_type: &str) -> BTreeSet<String> {
        let is_written =
            |sheet: &&FactSheet| sheet.is_about(provider_type) && FactSource::named(&sheet.source).is_none();
        let sheets = || facts.facts.iter().filter(is_written);
        let of_images = sheets().flat_map(|sheet| sheet.images.iter().map(|one| &one.attributes));
        let of_types = sheets().flat_map(|sheet| sheet.machine_types.iter().map(|one| &one.attributes));
        let mut found = BTreeSet::new();
        for (name, values) in of_images.chain(of_types).flat_map(Capabilities::iter) {
            let rows = || table.iter().filter(|row| row.fact == *name);
            if rows().next().is_none() {
                found.insert(name.to_owned());
                continue;
            }
            let is_known = |value: &&String| rows().any(|row| row.values.iter().any(|one| one.fact == **value));
            found.extend(values.iter().filter(|value| !is_known(value)).map(|value| format!("{name}={value}")));
        }
        found.remove(VOLUME_TYPE);
        found
    }

    /// Returns whether the table has a value of the capability.
    #[must_use]
    pub fn has(&self, value: &str) -> bool {
        self.values.iter().any(|one| one.capability.iter().any(|own| own == value))
    }
}
