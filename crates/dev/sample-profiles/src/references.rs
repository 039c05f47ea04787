//! References for one more version of an image.

use serde::Serialize;

use crate::generator::Generator;
use crate::profile::{Flavor, IMAGES, REGIONS, flavors};

/// Returns the references for one more version of the first image of a [`LargeProfile`](crate::LargeProfile), in JSON,
/// as `rootstock upkeep add --references` reads them: one for each of six flavors in each region.
///
/// # Errors
///
/// Returns an error if serialization fails, which is not expected.
///
/// ```
/// let list = rootstock_sample_profiles::references("2000.0.0")?;
/// assert_eq!(list.matches("\"reference\":").count(), 36);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn references(version: &str) -> Result<String, serde_json::Error> {
    let mut generator = Generator::new(2000);
    let mut references = Vec::new();
    for capabilities in flavors() {
        for region in REGIONS {
            references.push(Reference { region, capabilities, reference: generator.uuid() });
        }
    }
    let versions = [Version { version, references }];
    let [name, ..] = IMAGES;
    serde_json::to_string(&List { images: [Image { name, versions }] })
}

#[derive(Debug, Serialize)]
struct List<'v> {
    images: [Image<'v>; 1],
}

#[derive(Debug, Serialize)]
struct Image<'v> {
    name: &'static str,
    versions: [Version<'v>; 1],
}

#[derive(Debug, Serialize)]
struct Version<'v> {
    version: &'v str,
    references: Vec<Reference>,
}

#[derive(Debug, Serialize)]
struct Reference {
    region: &'static str,
    capabilities: Flavor,
    reference: String,
}
