//! The checks of a program that is built without them: they report that nothing was checked, so that a lack of findings
//! is not mistaken for validity.

use rootstock_core_model::{CloudProfileSpec, Path, Settings, Violation, ViolationKind};

use crate::outcome::PROVIDER_UNKNOWN;
use crate::{NamespacedSection, ProviderChecks, ShootChange};

/// The checks of a program that is built without any.
pub(crate) struct Unchecked;

impl ProviderChecks for Unchecked {
    fn check(&self, spec: &CloudProfileSpec, _: &Settings) -> Vec<Violation> {
        let root = Path::root("spec");
        vec![not_checked(&root.field("type"), &spec.provider_type, "`spec.providerConfig`")]
    }

    fn check_namespaced(&self, section: &NamespacedSection<'_>, _: &Settings) -> Vec<Violation> {
        let root = Path::root("spec");
        let parent = root.field("parent");
        vec![not_checked(&parent.field("name"), &section.child.parent.name, "`spec.providerConfig`")]
    }

    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation> {
        let root = Path::root("spec");
        let provider = root.field("provider");
        vec![not_checked(
            &provider.field("type"),
            &change.shoot.spec.provider.provider_type,
            "the provider-specific part",
        )]
    }
}

fn not_checked(path: &Path<'_>, value: &str, what: &str) -> Violation {
    let detail = format!("this program is built without the checks of providers, so {what} is not checked");
    Violation::new(&PROVIDER_UNKNOWN, ViolationKind::NotSupported, path, value, detail)
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::{NamespacedCloudProfileSpec, Semantics, Shoot};

    use super::*;

    /// An unchecked object must not look like a valid one.
    #[test]
    fn every_object_is_reported_as_unchecked() {
        let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap());
        let spec = CloudProfileSpec { provider_type: "acme".into(), ..CloudProfileSpec::default() };
        let mut child = NamespacedCloudProfileSpec::default();
        child.parent.name = "workshop".into();
        let mut shoot = Shoot::default();
        shoot.spec.provider.provider_type = "acme".into();
        let section = NamespacedSection { parent: &spec, written: &child, child: &child, rendered: &spec };
        let mut found = Unchecked.check(&spec, &settings);
        found.extend(Unchecked.check_namespaced(&section, &settings));
        found.extend(Unchecked.check_shoot(&ShootChange { shoot: &shoot, old: None, settings: &settings }));
        let found: Vec<String> = found.iter().map(|one| format!("{} {one}", one.rule.name)).collect();
        let why = "this program is built without the checks of providers, so";
        assert_eq!(
            found,
            [
                format!(
                    "provider-unknown spec.type: Unsupported value: \"acme\": {why} `spec.providerConfig` is not checked"
                ),
                format!(
                    "provider-unknown spec.parent.name: Unsupported value: \"workshop\": {why} `spec.providerConfig` is not checked"
                ),
                format!(
                    "provider-unknown spec.provider.type: Unsupported value: \"acme\": {why} the provider-specific part is not checked"
                ),
            ]
        );
    }
}
