//! The workers that get a given flavor: a column of the matrix before merging.

use rootstock_capability_engine::CatalogVersion;
use rootstock_core_model::{Capabilities, listed_up_to};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_worker_capabilities::Property;

use super::{MatrixCell, MatrixQuery, TypeClass, Version, type_classes, versions};
use crate::{ProfileInput, Query as _, QueryError, SelectQuery, SelectedImage, WorkerDescription};

/// The workers that get a flavor of an image version.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkersWithFlavor {
    /// The values of capabilities that they ask for; empty if workers without special requirements get the flavor.
    pub capabilities: Capabilities,
    /// Their machine types, in the order of the profile.
    pub machine_types: Vec<String>,
}

impl WorkersWithFlavor {
    /// Returns a clause about the workers, which names at most this many machine types and counts the others.
    #[must_use]
    pub fn in_words(&self, most: usize) -> String {
        let mut text = format!("booted by the machine types {}", listed_up_to(most, &self.machine_types));
        let asked = self.capabilities.iter().map(|(name, values)| format!("`{name}` {}", values.join(" or ")));
        let asked: Vec<String> = asked.collect();
        if !asked.is_empty() {
            text.push_str(&format!(" for workers that ask for {}", asked.join(" and ")));
        }
        text
    }
}

/// A flavor that only workers with special requirements get.
#[derive(Debug, Clone, PartialEq)]
pub struct SpecialFlavor {
    /// The machine image.
    pub image: String,
    /// The version.
    pub version: String,
    /// The index of the flavor, counted from 0.
    pub flavor: usize,
    /// The workers that get it.
    pub workers: WorkersWithFlavor,
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
        let (images, named) = ([image.to_owned()], [version.to_owned()]);
        let found = versions(self.profile.spec(), compiled.catalog().catalog(), &images, &named)?;
        let search = Search::new(*self, &compiled)?;
        found.first().map_or(Ok(None), |version| search.workers(version, flavor))
    }

    /// Returns the flavors that only workers with special requirements get, in the order of the profile; none while the gate
    /// `WorkerCapabilities` is disabled.
    ///
    /// # Errors
    ///
    /// Returns an error if the profile cannot be compiled.
    pub fn special_flavors(&self) -> Result<Vec<SpecialFlavor>, QueryError> {
        let compiled = self.compiled()?;
        let mut special = Vec::new();
        if !compiled.catalog().has_worker_capabilities() {
            return Ok(special);
        }
        let (search, catalog) = (Search::new(*self, &compiled)?, compiled.catalog().catalog());
        for (image, version) in versions(self.profile.spec(), catalog, &[], &[])? {
            for flavor in 0..version.flavors.len() {
                let workers = search.workers(&(image, version), flavor)?;
                if let Some(workers) = workers.filter(|workers| !workers.capabilities.is_empty()) {
                    let (image, version) = (image.name.clone(), version.text.clone());
                    special.push(SpecialFlavor { image, version, flavor, workers });
                }
            }
        }
        Ok(special)
    }

    /// Returns a clause about the provider image that workers with a flavor get in the first region; `None` if there is none to
    /// look for.
    #[must_use]
    pub fn provider_image_in_words(&self, image: &str, version: &str, workers: &WorkersWithFlavor) -> Option<String> {
        let query = SelectQuery {
            machine_type: workers.machine_types.first()?.clone(),
            image: image.to_owned(),
            version: Some(version.to_owned()),
            region: self.profile.spec().regions.iter().flatten().next().map(|region| region.name.clone()),
            worker: WorkerDescription {
                worker_capabilities: workers.capabilities.clone(),
                ..WorkerDescription::default()
            },
        };
        Some(match query.ask(*self).ok()?.versions.into_iter().next()?.provider_image? {
            SelectedImage::Found(choice) => {
                let region = choice.reference.region.map(|region| format!(" in {region}")).unwrap_or_default();
                format!("provider image `{}`{region}", choice.reference.value)
            }
            SelectedImage::NotFound(why) => format!("no provider image: {why}"),
        })
    }
}

/// A search for the workers of flavors.
struct Search<'s> {
    over: ProfileInput<'s>,
    compiled: &'s CompiledProfile,
    classes: Vec<TypeClass<'s>>,
}

impl<'s> Search<'s> {
    fn new(over: ProfileInput<'s>, compiled: &'s CompiledProfile) -> Result<Self, QueryError> {
        let classes = type_classes(over.profile.spec(), compiled.catalog().catalog(), &[], |_| false)?;
        Ok(Self { over, compiled, classes })
    }

    fn workers(&self, (image, version): &Version<'_>, flavor: usize) -> Result<Option<WorkersWithFlavor>, QueryError> {
        let (spec, settings) = (self.over.profile.spec(), &self.over.asked.settings);
        let judge = Judge::new(self.compiled, *settings);
        for capabilities in requests(self.compiled, version, flavor) {
            let worker_capabilities = capabilities.clone();
            let worker = WorkerDescription { worker_capabilities, ..WorkerDescription::default() };
            let query = MatrixQuery { worker, ..MatrixQuery::default() };
            let worker = query.worker.worker(settings)?;
            let mut machine_types: Vec<String> = Vec::new();
            for class in &self.classes {
                let pool = query.pool(judge, &worker, &class.first.name);
                if query.cell(judge, &pool, class.first, image, version) == (MatrixCell::Yes { flavor }) {
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
fn requests(profile: &CompiledProfile, version: &CatalogVersion, flavor: usize) -> Vec<Capabilities> {
    let (catalog, built_in) = (profile.catalog().catalog(), profile.catalog().built_in());
    let Some(flavor) = version.flavors.get(flavor) else { return Vec::new() };
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
