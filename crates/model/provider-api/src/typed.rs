//! A plug-in as a [`Provider`], and its decoded `providerConfig` as a [`ProviderConfig`].

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, Decode, MachineImage, Path, Quirks, RawObject, Rule, Settings, Violation,
};
use rootstock_document::Decodable;
use rootstock_document::schema::Shape;

use crate::assumptions::Assumptions;
use crate::checked_section::CheckedSection;
use crate::config_form::ConfigForm;
use crate::entries::images_path;
use crate::section::{ImageList, Section};
use crate::unchecked::Unchecked;
use crate::undecodable::Undecodable;
use crate::unreadable::Unreadable;
use crate::{
    Checker, Decoded, Extension, ImageChoice, ImageEntries, ImageNotFound, ImageReference, ImageRequest,
    ImageVocabulary, MappedVersion, MergedConfig, NamespacedSection, NotFoundReason, Plugin, Provider, ProviderChecks,
    ProviderConfig, Resolution, ResolutionQuery, ShootChange, UndecodableConfig, WebhookFlavors, WorkerDemand,
};

impl<P: Plugin> Provider for P {
    fn extension(&self) -> &Extension {
        const { &Typed::<P>::EXTENSION }
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

    fn check_worker_config(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        P::check_worker_config(config, path)
    }

    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig> {
        crate::namespaced::merge(parent, child, &P::EXTENSION, quirks)
    }

    fn merge_config_at(
        &self,
        parent: &CloudProfileSpec,
        child: &RawObject,
        settings: &Settings,
    ) -> Option<MergedConfig> {
        crate::namespaced::merge(parent, child, &P::EXTENSION.at(settings), &settings.quirks)
    }

    fn decode(&self, raw: &RawObject, path: &Path<'_>, quirks: &Quirks) -> Decoded {
        decode::<P>(raw, path, Cow::Borrowed(const { &Typed::<P>::EXTENSION }), quirks)
    }

    fn decode_at(&self, raw: &RawObject, path: &Path<'_>, settings: &Settings) -> Decoded {
        decode::<P>(raw, path, const { &Typed::<P>::EXTENSION }.at(settings), &settings.quirks)
    }
}

fn decode<P: Plugin>(raw: &RawObject, path: &Path<'_>, extension: Cow<'static, Extension>, quirks: &Quirks) -> Decoded {
    let (config, violations) = match extension.reads_all_fields {
        true => raw.decode::<P::Config>(path),
        false => raw.decode_known::<P::Config>(path),
    };
    let is_released = quirks.providers.merged_capabilities_are_unknown;
    let ConfigForm { violations, usable, unreadable, undecodable } =
        ConfigForm::of(violations, raw, path, &extension, is_released);
    let extension = match (is_released, extension) {
        (true, Cow::Borrowed(_)) => Cow::Borrowed(const { &Typed::<P>::EXTENSION.released() }),
        (_, extension) => extension,
    };
    Decoded { config: Arc::new(Typed::<P> { config, extension, unreadable, undecodable }), violations, usable }
}

/// A decoded `providerConfig` with the type of its plug-in.
struct Typed<P: Plugin> {
    config: P::Config,
    extension: Cow<'static, Extension>,
    unreadable: Unreadable,
    undecodable: Option<Undecodable>,
}

impl<P: Plugin> Typed<P> {
    const EXTENSION: Extension = P::EXTENSION.with_lists_of(P::Config::SHAPE);
}

impl<P: Plugin> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

impl<P: Plugin> Section for Typed<P> {
    fn extension(&self) -> &Extension {
        &self.extension
    }

    fn lists(&self, request: Option<&ImageRequest<'_>>) -> Vec<ImageList<'_>> {
        let regional = P::regional_images(&self.config).into_iter();
        let regional = regional.filter(|list| request.is_none_or(|request| request.region == Some(list.region)));
        let mut lists: Vec<_> =
            regional.map(|list| ImageList::of(Some(list.region), list.path, list.images, request)).collect();
        lists.push(ImageList::of(None, images_path(), P::images(&self.config), request));
        lists
    }

    fn regional_lists(&self, request: &ImageRequest<'_>) -> Vec<ImageList<'_>> {
        let lists = P::regional_images(&self.config).into_iter();
        lists.map(|list| ImageList::of(Some(list.region), list.path, list.images, Some(request))).collect()
    }

    fn has_regional_lists(&self) -> bool {
        !P::regional_images(&self.config).is_empty()
    }

    fn undecodable(&self, quirks: &Quirks) -> Option<Arc<UndecodableConfig>> {
        self.undecodable.as_ref()?.reason(quirks)
    }

    fn machine_type(&self, name: &str) -> Capabilities {
        let mut capabilities = P::legacy_machine_type(&self.config, name);
        self.extension.rename_capability(&mut capabilities);
        capabilities
    }
}

impl<P: Plugin> CheckedSection for Typed<P> {
    fn check_images(&self, path: &Path<'_>, checker: &mut Checker<'_>) {
        checker.check_images(P::images(&self.config), path, P::check_version);
    }

    fn check_namespaced_fields(&self, section: &NamespacedSection<'_>, checker: &mut Checker<'_>) {
        P::check_namespaced(&self.config, section, checker);
    }

    fn differs_from_default(&self, raw: &RawObject) -> bool {
        raw.decode::<P::Config>(&Path::object()).0 != P::Config::default()
    }
}

impl<P: Plugin> ProviderConfig for Typed<P> {
    fn extension(&self) -> &Extension {
        &self.extension
    }

    fn shape(&self) -> Shape {
        P::Config::SHAPE
    }

    fn entries(&self) -> ImageEntries<'_> {
        let mut entries = ImageEntries::of(P::images(&self.config), &self.unreadable, self.extension.formats_are_apart);
        entries.change_legacy(|artifact| self.extension.rename_in_legacy(artifact));
        entries
    }

    fn checks(&self) -> &dyn ProviderChecks {
        if cfg!(rootstock_without_checks) { &Unchecked } else { self }
    }

    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference> {
        crate::selection::references(self, Assumptions::of(self).by_capabilities(spec))
    }

    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound> {
        crate::selection::select(self, spec, request, settings)
    }

    fn undecodable(&self, quirks: &Quirks) -> Option<Arc<UndecodableConfig>> {
        Section::undecodable(self, quirks)
    }

    fn webhook_flavors(&self, images: &[MachineImage]) -> Vec<WebhookFlavors> {
        crate::extension_flavors::flavors(&self.extension, &self.entries(), images)
    }

    fn image_vocabulary(&self, spec: &CloudProfileSpec, settings: &Settings) -> ImageVocabulary {
        ImageVocabulary::of(self, spec, settings)
    }

    fn machine(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet {
        vocabulary.machine(spec, &Assumptions::of(self), request)
    }

    fn find_image(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<(), NotFoundReason> {
        crate::selection::find(self, spec, vocabulary, request, settings)
    }

    fn image_reference(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageReference, NotFoundReason> {
        crate::selection::reference(self, spec, vocabulary, request, settings)
    }

    fn image_reference_in(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
        regions: &[Option<&str>],
        settings: &Settings,
    ) -> Vec<Result<ImageReference, NotFoundReason>> {
        crate::selection::references_in(self, spec, vocabulary, request, regions, settings)
    }

    fn region_classes(&self, regions: &[&str]) -> Vec<usize> {
        crate::selection::region_classes(self, regions)
    }

    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution> {
        P::resolve(&self.config, query, settings)
    }

    fn mapped_versions(&self) -> Vec<MappedVersion> {
        MappedVersion::all(&self.entries())
    }

    fn legacy_machine_type(&self, name: &str) -> Capabilities {
        self.machine_type(name)
    }
}

impl<P: Plugin> ProviderChecks for Typed<P> {
    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation> {
        let spec = self.extension.seen(spec);
        let mut checker = Checker::new(&spec, settings, &self.extension);
        let path = Path::root("spec");
        P::check(&self.config, &path.field("providerConfig"), &mut checker);
        checker.compare(&self.entries(), &self.extension);
        checker.into_findings()
    }

    fn check_namespaced(&self, section: &NamespacedSection<'_>, settings: &Settings) -> Vec<Violation> {
        crate::namespaced::check(self, &self.entries(), section, settings)
    }

    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation> {
        let mut findings = self.extension.shoot_fields_to_come(change.shoot);
        findings.extend(P::check_shoot(&self.config, change));
        findings
    }
}
