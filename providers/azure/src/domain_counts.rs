//! The numbers of fault domains and update domains, by region.

use rootstock_core_model::{BadValue, Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::DomainCount;

rootstock_core_model::rules! {
    /// A profile without such a number.
    AZURE_DOMAIN_COUNTS_MISSING: Error, since "0.1.0", Source::ProviderExtension("azure");
    /// A number without a region, or a negative one.
    AZURE_DOMAIN_COUNT_INVALID: Error, since "0.1.0", Source::ProviderExtension("azure");
}

pub(crate) fn check(counts: Option<&[DomainCount]>, path: &Path<'_>, checker: &mut Checker<'_>) {
    let counts = counts.unwrap_or_default();
    if counts.is_empty() {
        let detail = "must have a count for at least one region";
        checker.report(Violation::required(&AZURE_DOMAIN_COUNTS_MISSING, path, detail));
    }
    for (index, one) in counts.iter().enumerate() {
        let path = path.index(index);
        if one.region.is_empty() {
            checker.report(Violation::required(
                &AZURE_DOMAIN_COUNT_INVALID,
                &path.field("region"),
                "must be the name of a region",
            ));
        }
        if one.count < 0 {
            let bad = BadValue::from(one.count.to_string());
            checker.report(Violation::invalid(
                &AZURE_DOMAIN_COUNT_INVALID,
                &path.field("count"),
                bad,
                "must not be negative",
            ));
        }
    }
}
