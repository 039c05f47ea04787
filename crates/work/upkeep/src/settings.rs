//! Settings of images and versions, apart from lifecycles and references.

use rootstock_core_model::CloudProfileSpec;
use serde::{Deserialize, Serialize};

use crate::base::spec_path;
use crate::differences::{self, FieldDifference};
use crate::draft::Draft;
use crate::{Refusal, VersionPattern};

/// Settings of a machine image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageSettings {
    /// The machine image.
    pub image: String,
    /// The update strategy of maintenance: `patch`, `minor` or `major`.
    pub update_strategy: String,
}

/// Settings of versions of a machine image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionSettings {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// A constraint for the kubelet versions that run on them.
    pub kubelet_version_constraint: String,
}

pub(crate) fn set_image(draft: &mut Draft<'_>, settings: &ImageSettings) -> Result<(), Refusal> {
    let images = draft.base.spec().images();
    let Some(index) = images.iter().position(|one| one.name == settings.image) else {
        let known = images.iter().map(|one| one.name.clone()).collect();
        return Err(Refusal::UnknownImage { image: settings.image.clone(), known });
    };
    let node = draft.base.node(&spec_path().field("machineImages").index(index))?;
    let difference = FieldDifference::name(&["updateStrategy"], &settings.update_strategy);
    differences::edit(&mut draft.editor, node, &[difference])?;
    let images = draft.expected.spec.machine_images.iter_mut().flatten();
    for image in images.filter(|image| image.name == settings.image) {
        image.update_strategy = Some(settings.update_strategy.clone());
    }
    Ok(())
}

pub(crate) fn set_versions(draft: &mut Draft<'_>, settings: &VersionSettings) -> Result<(), Refusal> {
    let Some(image) = settings.versions.image.clone() else {
        return Err(Refusal::ImagesOnly(settings.versions.named(&settings.versions.version)));
    };
    for name in draft.matching(&settings.versions)? {
        let (written, list) = draft.base.versions(&name)?;
        let difference = FieldDifference::name(&["kubeletVersionConstraint"], &settings.kubelet_version_constraint);
        for index in written.iter().enumerate().filter(|(_, one)| **one == name.version).map(|(index, _)| index) {
            let node = draft.base.node(&list.clone().index(index))?;
            differences::edit(&mut draft.editor, node, std::slice::from_ref(&difference))?;
        }
        expect(&mut draft.expected.spec, &image, &name.version, &settings.kubelet_version_constraint);
    }
    Ok(())
}

/// Sets the constraint in the expected spec.
fn expect(spec: &mut CloudProfileSpec, image: &str, version: &str, constraint: &str) {
    let images = spec.machine_images.iter_mut().flatten().filter(|one| one.name == image);
    for one in images.flat_map(|image| image.versions.iter_mut().flatten()).filter(|one| one.version == version) {
        one.kubelet_version_constraint = Some(constraint.to_owned());
    }
}
