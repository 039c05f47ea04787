//! The check of gateways: at most one per region, and only for regions that exist.

use std::collections::HashMap;

use rootstock_core_model::{FieldPath, Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::CloudProfileConfig;

rootstock_core_model::rules! {
    /// Two gateways for the same region.
    ACME_GATEWAY_REPEATED: Error, since "0.1.0", Source::ProviderExtension("acme");
}

/// Checks the gateways at `path`.
pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let mut seen: HashMap<&str, FieldPath> = HashMap::new();
    for (index, gateway) in config.gateways.iter().flatten().enumerate() {
        let path = path.index(index);
        let path = path.field("region");
        if let Some(first) = seen.get(gateway.region.as_str()) {
            let violation = Violation::duplicate(&ACME_GATEWAY_REPEATED, &path, gateway.region.as_str())
                .with_detail("this region already has a gateway; keep one of them");
            checker.report(violation.with_related(first.clone(), "the earlier gateway"));
        } else {
            seen.insert(&gateway.region, path.to_field_path());
        }
    }
}
