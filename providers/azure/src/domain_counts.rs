//! The numbers of fault domains and update domains, by region.

use rootstock_core_model::{BadValue, Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::DomainCount;

rootstock_provider_api::declare_rules! {
    /// No number at all.
    MISSING = "azure-domain-counts-missing", Error, Source::ProviderExtension("azure");
    /// A number without a region, or a negative one.
    INVALID = "azure-domain-count-invalid", Error, Source::ProviderExtension("azure");
}

pub(crate) fn check(counts: Option<&[DomainCount]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let counts = counts.unwrap_or_default();
    if counts.is_empty() {
        let detail = "must say how many there are in at least one region";
        checker.report(Violation::required(&MISSING, path, detail));
    }
    for (index, one) in counts.iter().enumerate() {
        let path = path.index(index);
        if one.region.is_empty() {
            checker.report(Violation::required(&INVALID, &path.field("region"), "must be the name of a region"));
        }
        if one.count < 0 {
            let bad = BadValue::from(one.count.to_string());
            checker.report(Violation::invalid(&INVALID, &path.field("count"), bad, "must be zero or more"));
        }
    }
}
