//! Which machine types get one flavor of an image version: a column of the matrix, not put together.

use rootstock_judge::Judge;

use super::{MatrixCell, MatrixQuery, type_classes, versions};
use crate::{NoAnswer, ProfileAsked};

impl ProfileAsked<'_> {
    /// The machine types that get a flavor of an image version, counted from 0, in the order of the profile, for workers that ask
    /// for nothing special.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] when there is no such image or version, or the profile cannot be compiled.
    pub fn served_by(&self, image: &str, version: &str, flavor: usize) -> Result<Vec<String>, NoAnswer> {
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
