//! All rules that findings can have: those of the reader, of admission, of advice, of guarantees and about facts, those shared by
//! all providers, each provider's own, those about configurations, and those of `upgrade-check`.

use rootstock_core_model::Rule;
use rootstock_provider_api::Registry;

/// Returns the rules of this crate.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}

/// The package with the rules of `upgrade-check`, which depends on this one.
const UPGRADE: &str = "rootstock-upgrade";

/// Whether a rule is one of `upgrade-check`, which checks do not report.
pub(crate) fn is_about_upgrade(rule: &str) -> bool {
    Rule::of(UPGRADE).iter().any(|one| one.name == rule)
}

/// Returns all rules, sorted by name, without duplicates.
///
/// `registry` provides the rules of the providers that are linked into the program.
#[must_use]
pub fn all_rules(registry: &Registry) -> Vec<&'static Rule> {
    let mut all = rules();
    all.extend(rootstock_admission::rules());
    all.extend(rootstock_advice::rules());
    all.extend(rootstock_core_model::rules());
    all.extend(rootstock_guarantees::rules());
    all.extend(rootstock_facts::rules());
    all.extend(registry.rules());
    all.extend(Rule::of(UPGRADE));
    all.sort_by_key(|rule| rule.name);
    all.dedup_by_key(|rule| rule.name);
    all
}

/// Declares the names of other crates' rules that this crate distinguishes; their statics are private to those crates.
macro_rules! distinguished_rules {
    ($($id:ident = $name:literal;)*) => {
        $(pub(crate) const $id: &str = $name;)*

        #[cfg(test)]
        const DISTINGUISHED_RULES: &[&str] = &[$($id),*];
    };
}

distinguished_rules! {
    ARCHITECTURE_NOT_REGISTERED = "architecture-not-registered";
    AZURE_NETWORKING_UNREGISTERED = "azure-networking-unregistered";
    CAPABILITY_NAME_RESERVED = "capability-name-reserved";
    FLAVOR_CAPABILITY_UNREGISTERED = "flavor-capability-unregistered";
    IMAGE_NOT_IN_REGION = "image-not-in-region";
    PROVIDER_IMAGE_REFERENCE_MISSING = "provider-image-reference-missing";
    MACHINE_IMAGES_MISSING = "machine-images-missing";
    MACHINE_IMAGE_WITHOUT_VERSIONS = "machine-image-without-versions";
    PARENT_UNKNOWN = "parent-unknown";
    PROVIDER_ARCHITECTURE_UNMAPPED = "provider-architecture-unmapped";
    PROVIDER_CAPABILITY_UNREGISTERED = "provider-capability-unregistered";
    PROVIDER_CONFIG_MISSING = "provider-config-missing";
    PROVIDER_FLAVOR_REPEATED = "provider-flavor-repeated";
    PROVIDER_IMAGES_MISSING = "provider-images-missing";
    PROVIDER_REGIONS_INCOMPLETE = "provider-regions-incomplete";
    PROVIDER_MAPPING_SURPLUS = "provider-mapping-surplus";
    PROVIDER_WITHOUT_CAPABILITIES = "provider-without-capabilities";
    UNKNOWN_FIELD = "unknown-field";
    PROVIDER_UNKNOWN = "provider-unknown";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguished_rules_exist() {
        let registry = rootstock_providers::registry().unwrap();
        let known: Vec<&str> = all_rules(&registry).iter().map(|rule| rule.name).collect();
        for name in DISTINGUISHED_RULES {
            assert!(known.contains(name), "{name}");
        }
    }
}
