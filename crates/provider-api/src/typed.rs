//! A plug-in as a [`Provider`], and its decoded `providerConfig` as a [`ProviderConfig`].

use std::fmt;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::without_echoes;
use rootstock_core_model::{
    Applicability, Capabilities, Change, CloudProfileSpec, Decode, FieldPath, Fix, MachineImage, Path, Quirks,
    RawObject, Rule, Scalar, Settings, Source, Violation, ViolationKind,
};
use serde::Deserialize;

use crate::assumptions::Assumptions;
use crate::entries::images_path;
use crate::unreadable::Unreadable;
use crate::unreleased;
use crate::{
    CapabilitySupport, Checker, Decoded, Extension, IdentityDefaults, ImageChoice, ImageEntries, ImageNotFound,
    ImageReference, ImageRequest, ImageVocabulary, MappedVersion, MergedConfig, NamespacedHalf, NotFoundReason, Plugin,
    Provider, ProviderConfig, RemovedField, Resolution, ResolutionQuery, ShootChange, WebhookFlavors, WorkerDemand,
};

rootstock_core_model::rules! {
    /// A `providerConfig` that does not say what it is, or says that it is something else.
    PROVIDER_CONFIG_IDENTITY: Error, since "0.1.0", Source::Gardener;
}

impl<P: Plugin> Provider for P {
    fn extension(&self) -> &Extension {
        const { &P::EXTENSION }
    }

    #[cfg(feature = "schema")]
    fn config_schema(&self) -> Option<schemars::Schema> {
        P::config_schema()
    }

    fn rules(&self) -> Vec<&'static Rule> {
        Rule::of(P::EXTENSION.package.name)
    }

    fn worker_demand(&self, config: &RawObject, path: &Path<'_>) -> WorkerDemand {
        P::worker_demand(config, path)
    }

    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig> {
        crate::namespaced::merge(parent, child, &P::EXTENSION, quirks)
    }

    fn decode(&self, raw: &RawObject, path: &Path<'_>, quirks: &Quirks) -> Decoded {
        let (config, mut violations) = match P::EXTENSION.reads_all_fields {
            true => raw.decode::<P::Config>(path),
            false => raw.decode_known::<P::Config>(path),
        };
        for violation in violations.iter_mut().filter(|violation| violation.kind == ViolationKind::UnknownField) {
            let removed = P::EXTENSION
                .removed_fields
                .iter()
                .find(|field| path.field(field.name).to_field_path() == violation.path);
            if let Some(field) = removed {
                field.advice.clone_into(&mut violation.help);
                violation.fix = Some(removal(raw, field, &violation.path));
            }
        }
        let is_released = quirks.providers.merged_capabilities_are_unknown;
        if is_released && let CapabilitySupport::Merged(change) = P::EXTENSION.capabilities {
            violations.extend(unreleased::fields(raw, path, P::EXTENSION.name, change));
        }
        let unreadable = Unreadable::new(&violations, path);
        let identity = without_echoes(&violations, identity::<P>(raw, path));
        // What calls itself something else is not this provider's configuration with many unknown fields.
        let foreign = identity.iter().any(|violation| violation.kind == ViolationKind::NotSupported);
        let usable = !foreign || violations.is_empty();
        if !usable {
            violations.clear();
        }
        violations.splice(0..0, identity);
        let extension: &'static Extension =
            if is_released { const { &P::EXTENSION.released() } } else { const { &P::EXTENSION } };
        Decoded { config: Box::new(Typed::<P> { config, extension, unreadable }), violations, usable }
    }
}

/// Takes a removed field out. A switch that is on asks for what has become the only way; whatever else stands there was
/// meant to have an effect, so a person should look.
fn removal(raw: &RawObject, field: &RemovedField, path: &FieldPath) -> Fix {
    let is_on = raw.get(field.name).is_some_and(|node| matches!(node.as_scalar(), Some(Scalar::Bool(true))));
    Fix {
        title: format!("remove `{}`", field.name),
        applicability: if is_on { Applicability::Safe } else { Applicability::Suggested },
        changes: vec![Change::Remove { path: path.clone() }],
    }
}

/// What a `providerConfig` announces itself as.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Identity {
    api_version: String,
    kind: String,
}

fn identity<P: Plugin>(raw: &RawObject, path: &Path<'_>) -> Vec<Violation> {
    let (written, _) = raw.decode_known::<Identity>(path);
    let mut found = Vec::new();
    for (field, written, expected) in [
        ("apiVersion", written.api_version.as_str(), P::EXTENSION.config.api_version),
        ("kind", written.kind.as_str(), P::EXTENSION.config.kind),
    ] {
        let path = path.field(field);
        let may_be_missing = match P::EXTENSION.identity_defaults {
            IdentityDefaults::Nothing => false,
            IdentityDefaults::Kind => field == "kind",
            IdentityDefaults::Everything => true,
        };
        if written == expected || written.is_empty() && may_be_missing {
            continue;
        }
        found.push(if written.is_empty() {
            Violation::required(
                &PROVIDER_CONFIG_IDENTITY,
                &path,
                format!("must be `{expected}` for provider `{}`", P::EXTENSION.name),
            )
        } else {
            Violation::not_supported(&PROVIDER_CONFIG_IDENTITY, &path, written, &[expected])
        });
    }
    found
}

/// A decoded `providerConfig` that knows its plug-in.
struct Typed<P: Plugin> {
    config: P::Config,
    extension: &'static Extension,
    unreadable: Unreadable,
}

impl<P: Plugin> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

impl<P: Plugin> ProviderConfig for Typed<P> {
    fn extension(&self) -> &'static Extension {
        self.extension
    }

    fn entries(&self) -> ImageEntries<'_> {
        ImageEntries::of(P::images(&self.config), &self.unreadable)
    }

    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation> {
        let mut checker = Checker::new(spec, settings, self.extension);
        let spec = Path::root("spec");
        P::check(&self.config, &spec.field("providerConfig"), &mut checker);
        checker.compare(&self.entries(), self.extension);
        checker.into_findings()
    }

    fn check_namespaced(&self, half: &NamespacedHalf<'_>, settings: &Settings) -> Vec<Violation> {
        crate::namespaced::check::<P>(&self.config, self.extension, &self.entries(), half, settings)
    }

    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference> {
        let by_capabilities = Assumptions::of::<P>(&self.config, self.extension).by_capabilities(spec);
        let mut references = Vec::new();
        for list in P::regional_images(&self.config) {
            let own = crate::selection::references(list.images, list.path, by_capabilities).into_iter();
            references.extend(own.map(|one| ImageReference { region: Some(list.region.to_owned()), ..one }));
        }
        references.extend(crate::selection::references(P::images(&self.config), images_path(), by_capabilities));
        references
    }

    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound> {
        crate::selection::select::<P>(&self.config, self.extension, spec, request, settings)
    }

    fn webhook_flavors(&self, images: &[MachineImage]) -> Vec<WebhookFlavors> {
        crate::flavors_webhook::flavors(P::EXTENSION.flavors_webhook, &self.entries(), images)
    }

    fn image_vocabulary(&self, spec: &CloudProfileSpec, settings: &Settings) -> ImageVocabulary {
        ImageVocabulary::of::<P>(&self.config, self.extension, spec, settings)
    }

    fn machine(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet {
        vocabulary.machine(spec, &Assumptions::of::<P>(&self.config, self.extension), request)
    }

    fn find_image(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<(), NotFoundReason> {
        crate::selection::find::<P>(&self.config, self.extension, spec, vocabulary, request, settings)
    }

    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation> {
        P::check_shoot(&self.config, change)
    }

    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution> {
        P::resolve(&self.config, query, settings)
    }

    fn mapped_versions(&self) -> Vec<MappedVersion> {
        MappedVersion::all(&self.entries())
    }

    fn legacy_machine_type(&self, name: &str) -> Capabilities {
        P::legacy_machine_type(&self.config, name)
    }
}
