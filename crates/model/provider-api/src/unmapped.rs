//! The finding about a core image without a counterpart, for plug-ins that compare images themselves.

use rootstock_core_model::{MachineImage, Path};

use crate::Checker;
use crate::diagnostics::image_unmapped;

impl Checker<'_> {
    /// Reports that the image at `path` of the core section has no counterpart among the `known` ones.
    pub fn report_unmapped_image<'a>(
        &mut self,
        image: &MachineImage,
        known: impl Iterator<Item = &'a str>,
        path: &Path<'_>,
    ) {
        self.report(image_unmapped(image, known, path.to_field_path()));
    }
}
