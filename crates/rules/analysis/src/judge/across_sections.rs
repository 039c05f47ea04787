//! Findings of both sections of a profile with one cause: only one of them is reported.

use rootstock_core_model::{ARCHITECTURE, CloudProfileSpec, FieldPath, RESERVED_PREFIX, Settings, Violation};
use rootstock_provider_api::Extension;

use crate::rules::{
    ARCHITECTURE_NOT_REGISTERED, AZURE_NETWORKING_UNREGISTERED, CAPABILITY_NAME_RESERVED,
    FLAVOR_CAPABILITY_UNREGISTERED, IMAGE_NOT_IN_REGION, PROVIDER_ARCHITECTURE_UNMAPPED,
    PROVIDER_CAPABILITY_UNREGISTERED, PROVIDER_FLAVOR_REPEATED, PROVIDER_IMAGE_REFERENCE_MISSING,
    PROVIDER_REGIONS_INCOMPLETE,
};
use crate::verdict::ErrorPaths;

/// Removes those findings about the provider section that follow from a mistake in the core section: where `architecture`
/// is not registered, no flavor may name it, and flavors that differ only in it count as equal.
pub(super) fn without_follow_up_errors(
    core: &[Violation],
    mut provider: Vec<Violation>,
    settings: &Settings,
) -> Vec<Violation> {
    let is_missing = core.iter().any(|found| found.rule.name == ARCHITECTURE_NOT_REGISTERED);
    if is_missing && !settings.quirks.findings.follow_up_errors {
        provider.retain(|found| match found.rule.name {
            PROVIDER_CAPABILITY_UNREGISTERED => found.bad.as_str() != ARCHITECTURE,
            name => name != PROVIDER_FLAVOR_REPEATED,
        });
    }
    provider
}

/// Removes advice that a version has no image in some region if an entry that maps it to nothing is an error.
pub(super) fn without_unmapped(mut mapping: Vec<Violation>, provider: &[Violation]) -> Vec<Violation> {
    let missing = provider.iter().filter(|found| found.rule.name == PROVIDER_IMAGE_REFERENCE_MISSING);
    let missing = ErrorPaths::new(missing.map(|found| &found.path));
    mapping.retain(|advice| advice.rule.name != IMAGE_NOT_IN_REGION || !missing.are_inside(&advice.path));
    mapping
}

/// Removes errors about an entry that maps to nothing if another one says where its image is missing.
pub(super) fn without_missing_in_regions(mut provider: Vec<Violation>) -> Vec<Violation> {
    let is_incomplete =
        |found: &&Violation| [PROVIDER_REGIONS_INCOMPLETE, PROVIDER_ARCHITECTURE_UNMAPPED].contains(&found.rule.name);
    let incomplete = provider.iter().filter(is_incomplete);
    let incomplete: Vec<FieldPath> = incomplete.map(|found| found.path.clone()).collect();
    let incomplete = ErrorPaths::new(incomplete.iter());
    provider.retain(|found| found.rule.name != PROVIDER_IMAGE_REFERENCE_MISSING || !incomplete.are_around(&found.path));
    provider
}

/// Drops the errors about flavors that the Azure extension's webhook writes if the plug-in reports the entries behind them.
pub(super) fn drop_predicted(core: &mut Vec<Violation>, provider: &[Violation]) {
    let predicted = provider.iter().find(|found| found.rule.name == AZURE_NETWORKING_UNREGISTERED);
    if let Some(predicted) = predicted {
        let is_predicted = |found: &Violation| {
            found.rule.name == FLAVOR_CAPABILITY_UNREGISTERED && predicted.detail.contains(found.bad.as_str())
        };
        core.retain(|found| !is_predicted(found));
    }
}

/// Completes the error about a reserved name by which the release of the extension calls a capability.
pub(super) fn name_extension_that_needs(core: &mut [Violation], spec: &CloudProfileSpec, extension: &Extension) {
    let Some((later, name)) = extension.renamed_capability else { return };
    let mut definitions = spec.capability_definitions().iter();
    let Some(index) = definitions.position(|definition| definition.name == name) else { return };
    let path = FieldPath::root().field("spec").field("machineCapabilities").index(index).field("name");
    let is_it = |found: &&mut Violation| found.rule.name == CAPABILITY_NAME_RESERVED && found.path == path;
    let (Some(found), Some(until)) = (core.iter_mut().find(is_it), extension.renames_capability_until()) else {
        return;
    };
    found.detail = format!(
        "names that begin with `{RESERVED_PREFIX}` are reserved for Gardener, but {} needs this one; upgrade the extension \
         first, to v{until}, which calls the capability `{later}`",
        extension.shown(),
    )
    .into();
}
