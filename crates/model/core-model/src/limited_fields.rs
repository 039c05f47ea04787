//! The fields that not every release of Gardener has.

use rootstock_document::schema::Shape;

use crate::{CloudProfile, Decodable, NamespacedCloudProfile, Releases, Shoot};

/// Returns the kind, the path and the releases of each field that not every release of Gardener has.
///
/// ```
/// let fields = rootstock_core_model::limited_fields();
/// assert!(fields.iter().any(|(kind, path, _)| (*kind, path.as_str()) == ("Shoot", "spec.controlPlane.zones")));
/// ```
#[must_use]
pub fn limited_fields() -> Vec<(&'static str, String, Releases)> {
    let of = |kind, shape| match shape {
        Shape::Object(schema) => schema.limited_fields().into_iter().map(|(path, has)| (kind, path, has)).collect(),
        _ => Vec::new(),
    };
    let mut all: Vec<(&str, String, Releases)> = of(CloudProfile::KIND, CloudProfile::SHAPE);
    all.extend(of(NamespacedCloudProfile::KIND, NamespacedCloudProfile::SHAPE));
    all.extend(Shoot::limited_fields().into_iter().map(|(path, has)| (Shoot::KIND, path, has)));
    all
}
