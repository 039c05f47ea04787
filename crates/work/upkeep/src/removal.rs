//! Removes versions, with their entries in the provider section.

use rootstock_core_model::CloudProfileSpec;

use crate::draft::Draft;
use crate::{Refusal, Remark, VersionName, VersionPattern};

pub(crate) fn plan(draft: &mut Draft<'_>, versions: &VersionPattern) -> Result<(), Refusal> {
    draft.matching(versions)?.into_iter().try_for_each(|name| remove(draft, name))
}

/// Removes an existing version, including duplicates.
pub(crate) fn remove(draft: &mut Draft<'_>, name: VersionName) -> Result<(), Refusal> {
    let (written, list) = draft.base.versions(&name)?;
    let places = written.iter().enumerate().filter(|(_, one)| **one == name.version);
    draft.removed.extend(places.map(|(index, _)| list.clone().index(index)));
    if let Some(image) = &name.image {
        draft.removed.extend(draft.base.entries(image, &name.version));
    }
    if remove_from_spec(&mut draft.expected.spec, &name) {
        draft.notes.push(Remark::ImageGone { image: name.subject().to_owned() });
    }
    draft.dropped_versions.push(name);
    Ok(())
}

/// Removes a version from the expected core section. Returns whether its image is removed, too.
fn remove_from_spec(spec: &mut CloudProfileSpec, name: &VersionName) -> bool {
    let Some(image) = &name.image else {
        spec.kubernetes.versions.iter_mut().for_each(|all| all.retain(|one| one.version != name.version));
        return false;
    };
    let images = spec.machine_images.get_or_insert_default();
    for one in images.iter_mut().filter(|one| one.name == *image) {
        one.versions.iter_mut().for_each(|all| all.retain(|one| one.version != name.version));
    }
    let before = images.len();
    images.retain(|one| one.name != *image || !one.offered().is_empty());
    images.len() < before
}
