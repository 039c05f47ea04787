//! The machine types that get a given flavor: a column of the matrix before merging.

use rootstock_judge::Judge;

use super::{MatrixCell, MatrixQuery, type_classes, versions};
use crate::{ProfileInput, QueryError};

impl ProfileInput<'_> {
    /// Returns the machine types that get a flavor (counted from 0) of an image version, in the order of the profile,
    /// for workers without special requirements.
    ///
    /// # Errors
    ///
    /// Returns an error if the image or version does not exist, or if the profile cannot be compiled.
    pub fn machine_types_with_flavor(
        &self,
        image: &str,
        version: &str,
        flavor: usize,
    ) -> Result<Vec<String>, QueryError> {
        let query = MatrixQuery::default();
        let worker = query.worker.worker(&self.asked.settings)?;
        let compiled = self.compiled()?;
        let (spec, catalog) = (self.profile.spec(), compiled.catalog().catalog());
        let judge = Judge::new(&compiled, self.asked.settings);
        let mut served = Vec::new();
        for class in type_classes(spec, catalog, &[])? {
            let pool = query.pool(judge, &worker, &class.first.name);
            for (image, version) in versions(spec, catalog, &[image.to_owned()], &[version.to_owned()])? {
                if query.cell(judge, &pool, class.first, image, version) == (MatrixCell::Yes { flavor }) {
                    served.extend(class.names.iter().map(|name| (*name).to_owned()));
                }
            }
        }
        let place = |name: &String| spec.types().iter().position(|machine_type| machine_type.name == *name);
        served.sort_by_key(place);
        Ok(served)
    }
}
