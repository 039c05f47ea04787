//! The provider section of a profile, read and checked by the plug-in for its provider.

use std::sync::Arc;

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{CloudProfileSpec, Path, RawObject, Settings, Source, Violation, ViolationKind};

use crate::entry_check::{without_misread_entries, without_refused_entries, without_unknown_flavors};
use crate::old_entries;
use crate::{Decoded, NamespacedSection, Provider, ProviderChecks, ProviderConfig, Registry};

rootstock_core_model::rules! {
    /// A profile without a provider section.
    PROVIDER_CONFIG_MISSING: Error, since "0.1.0", Source::Gardener;
    /// A provider without a plug-in.
    PROVIDER_UNKNOWN: Note, since "0.1.0", Source::Rootstock;
}

/// The answer of a profile's plug-in.
#[derive(Debug)]
pub struct ProviderOutcome {
    /// The plug-in; `None` if there is none for `spec.type`.
    pub provider: Option<&'static str>,
    /// Whether Gardener can decode `providerConfig` (also true if there is none).
    pub decodable: bool,
    /// The provider section, as far as it is readable.
    pub config: Option<Arc<dyn ProviderConfig>>,
    /// The provider section of a NamespacedCloudProfile on its own, in the format of the parent.
    pub own: Option<Arc<dyn ProviderConfig>>,
    /// The findings.
    pub violations: Vec<Violation>,
}

impl ProviderOutcome {
    const fn nothing() -> Self {
        Self { provider: None, decodable: true, config: None, own: None, violations: Vec::new() }
    }

    /// Adds the decoded configuration and its findings. Gardener does not check what it cannot decode.
    fn take(
        self,
        decoded: Decoded,
        settings: &Settings,
        check: impl FnOnce(&dyn ProviderChecks) -> Vec<Violation>,
    ) -> Self {
        let (decodable, mut violations) = (decoded.violations.is_empty(), decoded.violations);
        let old = old_entries::merge(&mut violations, decoded.config.as_ref());
        if decoded.usable && (decodable || !settings.quirks.findings.follow_up_errors) {
            let later = without_follow_ups(&violations, check(decoded.config.checks()));
            let later = without_unknown_flavors(&violations, later);
            let later = old_entries::without_follow_ups(without_misread_entries(&violations, later), &old);
            let shows_follow_ups = settings.quirks.findings.follow_up_errors;
            let later = if shows_follow_ups { later } else { without_refused_entries(later) };
            // There may be thousands.
            if violations.is_empty() {
                violations = later;
            } else {
                violations.extend(later);
            }
        }
        settings.quirks.retain_rules(&mut violations);
        Self { decodable, violations, config: decoded.usable.then_some(decoded.config), ..self }
    }
}

impl Registry {
    /// Reads and checks the provider section of a profile.
    ///
    /// `spec` should be the profile with its defaults, as Gardener shows it to the extension; a profile as read works,
    /// too. If there is no plug-in for `spec.type`, a note lists the known ones.
    #[must_use]
    pub fn check_cloud_profile(&self, spec: &CloudProfileSpec, settings: &Settings) -> ProviderOutcome {
        let decode =
            |provider: &dyn Provider, raw: &RawObject, path: &Path<'_>| provider.decode_at(raw, path, settings);
        self.check_cloud_profile_decoded_by(spec, settings, decode)
    }

    /// Like [`check_cloud_profile`](Self::check_cloud_profile), but `decode` returns the provider section, which may
    /// have been decoded before under these settings.
    #[must_use]
    pub fn check_cloud_profile_decoded_by(
        &self,
        spec: &CloudProfileSpec,
        settings: &Settings,
        decode: impl FnOnce(&dyn Provider, &RawObject, &Path<'_>) -> Decoded,
    ) -> ProviderOutcome {
        let root = Path::root("spec");
        let path = root.known_field("providerConfig");
        let mut outcome = ProviderOutcome::nothing();
        let Some(provider) = self.of_profile(spec) else {
            // A missing type is a finding of the core rules.
            if !spec.provider_type.is_empty() {
                outcome.violations.push(self.unknown(spec, &root.field("type")));
            }
            return outcome;
        };
        outcome.provider = Some(provider.name());
        let Some(raw) = &spec.provider_config else {
            if !provider.extension().requires_config {
                return outcome;
            }
            let identity = provider.extension().config;
            let detail = format!(
                "must be set for provider `{}`: an object with apiVersion `{}` and kind `{}`",
                provider.name(),
                identity.api_version,
                identity.kind,
            );
            outcome.violations.push(Violation::required(&PROVIDER_CONFIG_MISSING, &path, detail));
            return outcome;
        };
        outcome.take(decode(provider, raw, &path), settings, |checks| checks.check(spec, settings))
    }

    /// Reads and checks the provider section of a NamespacedCloudProfile, against its core section and its parent. A
    /// missing `providerConfig` counts as empty, which is valid for a profile without image versions of its own.
    ///
    /// [`ProviderOutcome::config`] is the merged section that Shoots use, as in `section.rendered`.
    #[must_use]
    pub fn check_namespaced_cloud_profile(
        &self,
        section: &NamespacedSection<'_>,
        settings: &Settings,
    ) -> ProviderOutcome {
        let root = Path::root("spec");
        let path = root.known_field("providerConfig");
        let mut outcome = ProviderOutcome::nothing();
        // An unknown provider is reported for the parent.
        let Some(provider) = self.get(&section.parent.provider_type) else { return outcome };
        outcome.provider = Some(provider.name());
        let empty = RawObject::default();
        let own = section.child.provider_config.as_ref();
        let mut decoded = provider.decode_at(own.unwrap_or(&empty), &path, settings);
        if own.is_none() {
            decoded.violations.clear();
            decoded.usable = true;
        }
        let extension = provider.extension().at(settings);
        if let Some(converted) = own.and_then(|own| crate::namespaced::converted(section.parent, own, &extension)) {
            decoded.config = provider.decode_at(&converted, &path, settings).config;
        }
        let mut outcome = outcome.take(decoded, settings, |checks| checks.check_namespaced(section, settings));
        outcome.own = outcome.config.take();
        let rendered = section.rendered.provider_config.as_ref().map(|raw| provider.decode_at(raw, &path, settings));
        outcome.config = rendered.filter(|rendered| rendered.usable).map(|rendered| rendered.config);
        outcome
    }

    fn unknown(&self, spec: &CloudProfileSpec, path: &Path<'_>) -> Violation {
        let names: Vec<&str> = self.names().collect();
        let detail = format!(
            "no plug-in knows provider `{}`, so `spec.providerConfig` is not checked; there are plug-ins for {}",
            spec.provider_type,
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        );
        let provider = spec.provider_type.as_str();
        let violation = Violation::new(&PROVIDER_UNKNOWN, ViolationKind::NotSupported, path, provider, detail);
        match self.current_name(provider) {
            Some(now) => violation.with_help(format!("the provider is now called `{now}`")),
            None => violation.with_nearest(names),
        }
    }
}
