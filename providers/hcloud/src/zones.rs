//! The check that regions have one zone, as in Hetzner Cloud.

use rootstock_core_model::{BadValue, Path, Source, Violation};
use rootstock_provider_api::Checker;

rootstock_core_model::rules! {
    /// A region with several zones.
    HCLOUD_REGION_ZONES: Error, since "0.1.0", Source::ProviderExtension("hcloud");
}

pub(crate) fn check(checker: &mut Checker<'_>) {
    let spec = Path::root("spec");
    let regions = spec.field("regions");
    for (index, region) in checker.spec().regions.iter().flatten().enumerate() {
        let zones = region.zones.as_deref().unwrap_or_default();
        if zones.len() > 1 {
            let names: Vec<String> = zones.iter().map(|zone| zone.name.clone()).collect();
            let detail = "must have exactly one zone: the extension does not support regions with several zones";
            let place = regions.index(index);
            checker.report(Violation::invalid(
                &HCLOUD_REGION_ZONES,
                &place.field("zones"),
                BadValue::list(&names),
                detail,
            ));
        }
    }
}
