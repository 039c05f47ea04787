//! The workers that get a given flavor: a column of the matrix before merging.

use rootstock_core_model::Capabilities;
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_worker_capabilities::Property;

use super::{MatrixCell, MatrixQuery, type_classes, versions};
use crate::{ProfileInput, QueryError, WorkerDescription};

/// The workers that get a flavor of an image version.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkersWithFlavor {
    /// The values of capabilities that they ask for; empty if workers without special requirements get the flavor.
    pub capabilities: Capabilities,
    /// Their machine types, in the order of the profile.
    pub machine_types: Vec<String>,
}

impl ProfileInput<'_> {
    /// Returns the workers with the fewest requirements that get a flavor (counted from 0) of an image version; `None` if no
    /// worker does.
    ///
    /// # Errors
    ///
    /// Returns an error if the image or version does not exist, or if the profile cannot be compiled.
    pub fn workers_with_flavor(
        &self,
        image: &str,
        version: &str,
        flavor: usize,
    ) -> Result<Option<WorkersWithFlavor>, QueryError> {
        let compiled = self.compiled()?;
        let (spec, catalog) = (self.profile.spec(), compiled.catalog().catalog());
        let judge = Judge::new(&compiled, self.asked.settings);
        let classes = type_classes(spec, catalog, &[], |_| false)?;
        let found = versions(spec, catalog, &[image.to_owned()], &[version.to_owned()])?;
        for capabilities in requests(&compiled, image, version, flavor) {
            let worker_capabilities = capabilities.clone();
            let worker = WorkerDescription { worker_capabilities, ..WorkerDescription::default() };
            let query = MatrixQuery { worker, ..MatrixQuery::default() };
            let worker = query.worker.worker(&self.asked.settings)?;
            let mut machine_types: Vec<String> = Vec::new();
            for class in &classes {
                let pool = query.pool(judge, &worker, &class.first.name);
                let is_selected = |(image, version): &super::Version<'_>| {
                    query.cell(judge, &pool, class.first, image, version) == MatrixCell::Yes { flavor }
                };
                if found.iter().any(is_selected) {
                    machine_types.extend(class.names.iter().map(|name| (*name).to_owned()));
                }
            }
            if !machine_types.is_empty() {
                let place = |name: &String| spec.types().iter().position(|machine_type| machine_type.name == *name);
                machine_types.sort_by_key(place);
                return Ok(Some(WorkersWithFlavor { capabilities, machine_types }));
            }
        }
        Ok(None)
    }
}

/// Returns every combination of values that a flavor supports and workers can ask for, the smallest first.
fn requests(profile: &CompiledProfile, image: &str, version: &str, flavor: usize) -> Vec<Capabilities> {
    let (catalog, built_in) = (profile.catalog().catalog(), profile.catalog().built_in());
    let version = catalog.image(image).and_then(|image| image.version(version));
    let Some(flavor) = version.and_then(|version| version.flavors.get(flavor)) else { return Vec::new() };
    let mut requests = vec![Vec::new()];
    for entry in built_in {
        // A `providerConfig` does not ask for a neutral value.
        let may_ask = |value: &&str| entry.property != Property::ProviderConfig || *value != entry.neutral();
        let values: Vec<&str> = catalog.vocabulary().values(flavor, entry.name).filter(may_ask).collect();
        let with = requests.iter().flat_map(|request: &Vec<(&str, &str)>| {
            values.iter().map(|value| request.iter().copied().chain([(entry.name, *value)]).collect())
        });
        let with: Vec<Vec<(&str, &str)>> = with.collect();
        requests.extend(with);
    }
    requests.sort_by_key(Vec::len);
    let capabilities = |request: Vec<(&str, &str)>| request.into_iter().map(|(name, value)| (name, [value])).collect();
    requests.into_iter().map(capabilities).collect()
}
