//! A profile with everything derived from it, computed once and on demand.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rootstock_admission::{Origin, Rendered, canonical_form, render};
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{
    CanonicalProfile, CloudProfile, CloudProfileSpec, FeatureGates, FieldPath, MachineImage, NamespacedCloudProfile,
    Path, RawObject, Semantics, Settings, Violation,
};
use rootstock_judge::{CompiledProfile, ProviderSection};
use rootstock_provider_api::{CapabilitySupport, Decoded, ImageReference, Provider, ProviderConfig, UndecodableConfig};

use crate::context::CheckContext;
use crate::key::ProfileKey;
use crate::no_profile::NoProfile;
use crate::provider_section::CachedProviderSection;
use crate::received;
use crate::written::Written;

/// A CloudProfile as Gardener stores it, or the profile for the Shoots of a NamespacedCloudProfile, and its provider section.
#[derive(Debug)]
pub struct Profile {
    key: ProfileKey,
    form: Form,
    provider: Option<&'static dyn Provider>,
    /// The settings that it was read under, which decide about the extension's webhook.
    settings: Settings,
    /// The profile with the flavors that the webhook writes, and the findings about them; `None` if it writes nothing.
    received: OnceLock<Option<(Arc<CloudProfile>, Vec<Violation>)>>,
    stored: OnceLock<CanonicalProfile>,
    /// The provider section; `None` if no plug-in knows the provider, or the section is missing or could not be read.
    provider_section: OnceLock<Option<CachedProviderSection>>,
    references: OnceLock<Arc<Vec<ImageReference>>>,
    /// The compiled profile, with the feature gates that it was last compiled under.
    compiled: Mutex<Option<(FeatureGates, Compiled)>>,
    /// The profile as the other semantics read it.
    twin: OnceLock<Arc<Self>>,
}

type Compiled = Result<Arc<CompiledProfile>, TooLarge>;

#[derive(Debug)]
enum Form {
    Own(Arc<Written<CloudProfile>>),
    Rendered { child: Arc<Written<NamespacedCloudProfile>>, parent: Option<Arc<Profile>>, origins: Option<Vec<Origin>> },
}

impl Profile {
    pub(crate) fn own(written: Arc<Written<CloudProfile>>, context: &CheckContext) -> Self {
        Self {
            key: ProfileKey::from(&*written.object),
            provider: context.registry.of_profile(&written.object.spec),
            settings: context.settings,
            form: Form::Own(written),
            received: OnceLock::new(),
            stored: OnceLock::new(),
            provider_section: OnceLock::new(),
            references: OnceLock::new(),
            compiled: Mutex::default(),
            twin: OnceLock::new(),
        }
    }

    /// Creates the profile for the Shoots of a NamespacedCloudProfile: rendered over the parent, or else as Gardener
    /// rendered it last, from the status.
    pub(crate) fn rendered(
        child: &Arc<Written<NamespacedCloudProfile>>,
        parent: Option<&Arc<Self>>,
        context: &CheckContext,
    ) -> Result<Self, NoProfile> {
        match parent {
            Some(parent) => Ok(Self::rendered_over(child, parent, context)),
            None => Ok(Self::of_child(child, None, rendered_last(child)?, None, context)),
        }
    }

    /// Renders a NamespacedCloudProfile over a parent.
    pub(crate) fn rendered_over(
        child: &Arc<Written<NamespacedCloudProfile>>,
        parent: &Arc<Self>,
        context: &CheckContext,
    ) -> Self {
        let (received, _) = received_child(&child.object, Some(parent), &context.settings);
        let mut rendered = render(parent.stored(), &received, &context.settings);
        if let Some(provider) = parent.provider {
            rendered = rendered.with_provider_config(provider, &child.object.spec, &context.settings);
        }
        let Rendered { spec, origins } = rendered;
        Self::of_child(child, Some(parent), spec, Some(origins), context)
    }

    fn of_child(
        child: &Arc<Written<NamespacedCloudProfile>>,
        parent: Option<&Arc<Self>>,
        spec: CloudProfileSpec,
        origins: Option<Vec<Origin>>,
        context: &CheckContext,
    ) -> Self {
        let metadata = &child.object.metadata;
        let mut stored = CloudProfile { spec, ..CloudProfile::default() };
        stored.metadata.namespace.clone_from(&metadata.namespace);
        stored.metadata.name.clone_from(&metadata.name);
        Self {
            key: ProfileKey::from(&*child.object),
            provider: context.registry.of_profile(&stored.spec),
            settings: context.settings,
            form: Form::Rendered { child: Arc::clone(child), parent: parent.map(Arc::clone), origins },
            received: OnceLock::new(),
            stored: OnceLock::from(CanonicalProfile::from_stored(stored)),
            provider_section: OnceLock::new(),
            references: OnceLock::new(),
            compiled: Mutex::default(),
            twin: OnceLock::new(),
        }
    }

    /// Returns the profile as Gardener stores it when it replaces another one, which affects its canonical form. Versions that a
    /// controller may fill in count as kept.
    #[must_use]
    pub fn in_place_of(&self, old: &Self) -> Self {
        let object = self.object();
        let completed = self.written().and_then(|written| written.with_possible_images(&object, old.stored()));
        // The controller fills in their provider images as well, so which images there are is not known.
        let provider_section = if completed.is_some() { None } else { self.provider_section().cloned() };
        let stored = canonical_form(completed.map_or(object, Arc::new), Some(old.stored()));
        let form = match &self.form {
            Form::Own(written) => Form::Own(Arc::clone(written)),
            Form::Rendered { child, parent, origins } => {
                Form::Rendered { child: Arc::clone(child), parent: parent.clone(), origins: origins.clone() }
            }
        };
        Self {
            key: self.key.clone(),
            form,
            provider: self.provider,
            settings: self.settings,
            received: OnceLock::new(),
            stored: OnceLock::from(stored),
            provider_section: OnceLock::from(provider_section),
            references: OnceLock::new(),
            compiled: Mutex::default(),
            twin: OnceLock::new(),
        }
    }

    /// Returns the profile as it is read under the settings of `context`: itself, or as the other semantics read it.
    /// The two differ in the flavors that the extension's webhook writes.
    pub(crate) fn under(&self, context: &CheckContext) -> &Self {
        let webhooks =
            |settings: &Settings| (settings.extension_webhooks, settings.quirks.providers.extensions_write_flavors);
        if webhooks(&self.settings) == webhooks(&context.settings) { self } else { self.twin(context) }
    }

    fn twin(&self, context: &CheckContext) -> &Arc<Self> {
        self.twin.get_or_init(|| {
            let other = if self.settings.quirks.providers.extensions_write_flavors {
                Semantics::Documented
            } else {
                Semantics::Gardener
            };
            let context = context.without_advice(&context.settings.under(other));
            Arc::new(match &self.form {
                Form::Own(written) => {
                    Self { provider_section: self.section_under(&context), ..Self::own(Arc::clone(written), &context) }
                }
                Form::Rendered { child, parent: Some(parent), .. } => {
                    Self::rendered_over(child, parent.twin(&context), &context)
                }
                Form::Rendered { child, parent: None, .. } => {
                    Self::of_child(child, None, self.spec().clone(), None, &context)
                }
            })
        })
    }

    /// Returns the provider section for the profile as `context` reads it, if it is decoded alike there.
    fn section_under(&self, context: &CheckContext) -> OnceLock<Option<CachedProviderSection>> {
        let decodes_alike = self.provider.is_some_and(|provider| self.decodes_alike(provider, &context.settings));
        if decodes_alike { OnceLock::from(self.provider_section().cloned()) } else { OnceLock::new() }
    }

    /// Returns whether the provider section is decoded under other settings as under those of the profile.
    fn decodes_alike(&self, provider: &dyn Provider, settings: &Settings) -> bool {
        let is_released = |settings: &Settings| settings.quirks.providers.merged_capabilities_are_unknown;
        let is_alike = is_released(&self.settings) == is_released(settings)
            || !matches!(provider.extension().capabilities, CapabilitySupport::Merged(_));
        let release = |settings: &Settings| settings.extensions.of(provider.name());
        let behaves = |settings: &Settings| settings.quirks.providers.extensions_behave_by_release;
        is_alike
            && release(&self.settings) == release(settings)
            && (release(settings).is_none() || behaves(&self.settings) == behaves(settings))
    }

    /// Returns the profile as Gardener receives it; a rendered one as it is stored.
    fn object(&self) -> Arc<CloudProfile> {
        match &self.form {
            Form::Own(written) => self.received(written).clone(),
            Form::Rendered { .. } => self.stored.get().map(|stored| stored.shared().clone()).unwrap_or_default(),
        }
    }

    /// Returns the profile as Gardener validates it: as written, with the flavors that the extension's webhook writes.
    /// `None` for a rendered profile.
    #[must_use]
    pub fn validated(&self) -> Option<&CloudProfile> {
        self.written().map(|written| &**self.received(written))
    }

    /// Returns the NamespacedCloudProfile it was rendered from, as Gardener validates it; `None` for a CloudProfile.
    #[must_use]
    pub fn validated_child(&self) -> Option<Cow<'_, NamespacedCloudProfile>> {
        let parent = self.parent().map(|parent| &**parent);
        self.child().map(|child| received_child(&child.object, parent, &self.settings).0)
    }

    /// Returns the paths of the flavors that the extension's webhook writes: fields of image versions, in the
    /// CloudProfile or in the NamespacedCloudProfile that it was rendered from.
    #[must_use]
    pub fn flavors_by_extension(&self) -> Vec<FieldPath> {
        match &self.form {
            Form::Own(written) => changed_flavors(written.object.spec.images(), self.received(written).spec.images()),
            Form::Rendered { child, .. } => self.validated_child().map_or_else(Vec::new, |validated| {
                changed_flavors(child.object.spec.images(), validated.spec.images())
            }),
        }
    }

    /// Returns the findings about flavors that are left to the extension.
    pub(crate) fn left_to_extension(&self) -> &[Violation] {
        self.received.get().and_then(Option::as_ref).map(|(_, violations)| violations.as_slice()).unwrap_or_default()
    }

    fn received<'s>(&'s self, written: &'s Written<CloudProfile>) -> &'s Arc<CloudProfile> {
        let receive = || received::cloud_profile(&written.object, self.provider, || self.config(), &self.settings);
        self.received.get_or_init(receive).as_ref().map_or(&written.object, |(object, _)| object)
    }

    /// Returns the key.
    #[must_use]
    pub const fn key(&self) -> &ProfileKey {
        &self.key
    }

    /// Returns the name of the object.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// Returns the CloudProfile as written; `None` for a rendered profile.
    #[must_use]
    pub const fn written(&self) -> Option<&Arc<Written<CloudProfile>>> {
        match &self.form {
            Form::Own(written) => Some(written),
            Form::Rendered { .. } => None,
        }
    }

    /// Returns the NamespacedCloudProfile that it was rendered from; `None` for a CloudProfile.
    #[must_use]
    pub const fn child(&self) -> Option<&Arc<Written<NamespacedCloudProfile>>> {
        match &self.form {
            Form::Own(_) => None,
            Form::Rendered { child, .. } => Some(child),
        }
    }

    /// Returns the profile that it was rendered over; `None` for a CloudProfile, and for what Gardener rendered last.
    #[must_use]
    pub const fn parent(&self) -> Option<&Arc<Self>> {
        match &self.form {
            Form::Rendered { parent: Some(parent), .. } => Some(parent),
            Form::Own(_) | Form::Rendered { .. } => None,
        }
    }

    /// Returns the reason why the extension cannot merge the `providerConfig` of a NamespacedCloudProfile with that of its parent:
    /// Gardener does not render it then. `None` if it can, and for other profiles.
    #[must_use]
    pub fn merge_obstacle(&self) -> Option<Arc<UndecodableConfig>> {
        let own = self.child()?.object.spec.provider_config.as_ref()?;
        self.provider?.merge_obstacle(self.parent()?.spec(), own, &self.settings)
    }

    /// Returns the parts that do not come from the parent; `None` for a CloudProfile, and for what Gardener rendered
    /// last, where the parent is unknown.
    #[must_use]
    pub fn origins(&self) -> Option<&[Origin]> {
        match &self.form {
            Form::Rendered { origins, .. } => origins.as_deref(),
            Form::Own(_) => None,
        }
    }

    /// Returns the profile as Gardener stores it: defaulted and canonical, whatever is wrong with it.
    #[must_use]
    pub fn stored(&self) -> &CloudProfile {
        self.shared()
    }

    fn shared(&self) -> &CanonicalProfile {
        self.stored.get_or_init(|| canonical_form(self.object(), None))
    }

    /// Returns the profile compiled for judging workers and Shoots and for planning maintenance.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if it has more capabilities and values than can be compiled.
    pub fn compiled(&self, gates: FeatureGates) -> Result<Arc<CompiledProfile>, TooLarge> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        match &*compiled {
            Some((known, compiled)) if *known == gates => compiled.clone(),
            _ => {
                let provider_section =
                    self.provider.map(|plugin| ProviderSection { plugin, config: self.config().cloned() });
                let new = CompiledProfile::with_provider(self.shared().clone(), gates, provider_section).map(Arc::new);
                *compiled = Some((gates, new.clone()));
                new
            }
        }
    }

    /// Returns the core section as Gardener stores it.
    #[must_use]
    pub fn spec(&self) -> &CloudProfileSpec {
        &self.stored().spec
    }

    /// Returns the plug-in for its provider, if there is one.
    #[must_use]
    pub const fn provider(&self) -> Option<&'static dyn Provider> {
        self.provider
    }

    /// Returns the provider section; `None` if no plug-in knows the provider, or the section is missing or could not be read.
    #[must_use]
    pub fn config(&self) -> Option<&Arc<dyn ProviderConfig>> {
        self.provider_section().map(|provider_section| &provider_section.config)
    }

    /// Returns every image reference of the provider section, in document order; empty if it could not be read.
    #[must_use]
    pub fn image_references(&self) -> &Arc<Vec<ImageReference>> {
        let made = || self.config().map(|config| config.image_references(self.spec())).unwrap_or_default();
        self.references.get_or_init(|| made().into())
    }

    fn provider_section(&self) -> Option<&CachedProviderSection> {
        let path = Path::root("spec");
        let decode = || {
            let (provider, raw) = self.provider.zip(self.raw_config())?;
            CachedProviderSection::of(&provider.decode_at(raw, &path.field("providerConfig"), &self.settings))
        };
        self.provider_section.get_or_init(decode).as_ref()
    }

    /// Returns the provider section with its decoding errors, under settings that may differ from those of the profile.
    /// A section without mistakes is decoded once, unless the settings matter for decoding.
    pub(crate) fn decoded(
        &self,
        provider: &dyn Provider,
        raw: &RawObject,
        path: &Path<'_>,
        settings: &Settings,
    ) -> Decoded {
        let is_alike = self.decodes_alike(provider, settings);
        let kept = self.provider_section.get().and_then(Option::as_ref).filter(|kept| is_alike && kept.is_decodable);
        let known = kept.map(|kept| Decoded { config: Arc::clone(&kept.config), violations: Vec::new(), usable: true });
        let decoded = match known {
            Some(known) => return known,
            None => provider.decode_at(raw, path, settings),
        };
        if is_alike {
            self.provider_section.get_or_init(|| CachedProviderSection::of(&decoded));
        }
        decoded
    }

    fn raw_config(&self) -> Option<&RawObject> {
        match &self.form {
            Form::Own(written) => written.object.spec.provider_config.as_ref(),
            Form::Rendered { .. } => self.spec().provider_config.as_ref(),
        }
    }
}

/// Returns a NamespacedCloudProfile below a parent as Gardener validates it, with the flavors that the extension's
/// webhook writes, and the findings about them.
pub(crate) fn received_child<'w>(
    written: &'w NamespacedCloudProfile,
    parent: Option<&Profile>,
    settings: &Settings,
) -> (Cow<'w, NamespacedCloudProfile>, Vec<Violation>) {
    let received = parent.and_then(|parent| received::child(written, parent.provider()?, parent.spec(), settings));
    match received {
        Some((object, violations)) => (Cow::Owned(object), violations),
        None => (Cow::Borrowed(written), Vec::new()),
    }
}

/// Returns the paths of the flavors that differ.
fn changed_flavors(before: &[MachineImage], after: &[MachineImage]) -> Vec<FieldPath> {
    let images = FieldPath::root().field("spec").field("machineImages");
    let versions = before.iter().zip(after).enumerate().flat_map(|(image, (before, after))| {
        let both = before.offered().iter().zip(after.offered()).enumerate();
        let changed = both.filter(|(_, (before, after))| before.flavors() != after.flavors());
        changed.map(move |(version, _)| (image, version))
    });
    let path =
        |(image, version)| images.clone().index(image).field("versions").index(version).field("capabilityFlavors");
    versions.map(path).collect()
}

fn rendered_last(child: &Written<NamespacedCloudProfile>) -> Result<CloudProfileSpec, NoProfile> {
    let has_status = child.raw.get("status").is_some_and(|status| status.get("cloudProfileSpec").is_some());
    match &child.object.status {
        Some(status) if has_status => Ok(status.cloud_profile_spec.clone()),
        _ => Err(NoProfile::Orphan {
            key: ProfileKey::from(&*child.object),
            parent: child.object.spec.parent.name.clone(),
            near: None,
        }),
    }
}
