//! Names that were probably meant to be those of the parent.

use rootstock_core_model::{Fix, Segment, Violation, nearest, suggestion_text};

use super::overrides::Comparison;
use crate::cloud_profile::machine_images::UPDATE_STRATEGY_MISSING;
use crate::scope::SPEC;

/// Asks whether a new image was meant to be one of the parent's. A machine image that the parent does not have is new,
/// and needs all required fields. If it has no update strategy, and the parent has an image with a similar name, the
/// user probably meant that one.
pub(super) fn suggest_parent_images(comparison: &Comparison<'_>, findings: &mut [Violation]) {
    let images = SPEC.field("machineImages");
    let written = comparison.written().images();
    let parents = || comparison.parent().images().iter().map(|image| image.name.as_str());
    for violation in findings.iter_mut().filter(|violation| violation.rule.name == UPDATE_STRATEGY_MISSING.name) {
        let [_, _, Segment::Index(index), _] = violation.path.segments() else { continue };
        let name = images.index(*index).field("name").to_field_path();
        let Some(near) = written.get(*index).and_then(|image| nearest(&image.name, parents())) else { continue };
        violation.help = format!("{} The parent has that image, and this is a new one", suggestion_text(near)).into();
        violation.fix = Some(Fix::replacing(name, near));
    }
}
