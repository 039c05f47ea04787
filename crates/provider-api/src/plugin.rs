//! What a plug-in author implements, and how that becomes a [`Provider`].

use std::any::Any;
use std::fmt;

use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::{
    Applicability, Capabilities, Change, CloudProfileSpec, FieldPath, Fix, Path, Quirks, RawObject, Rule, Scalar,
    Settings, Source, Violation, ViolationKind,
};
use rootstock_worker_capabilities::Entry;
use serde::de::DeserializeOwned;

use crate::assumptions::Assumptions;
use crate::checker::Unreadable;
use crate::one_to_one::images_path;
use crate::{
    ChangedField, Checker, Comparison, ConfigIdentity, Conventions, Decoded, ImageChoice, ImageNotFound,
    ImageReference, ImageRequest, ImageVersion, LegacyFormat, MappedVersion, MergedConfig, MixedFormat, NamespacedHalf,
    NamespacedRules, Package, Provider, ProviderConfig, ProviderImage, Resolution, ResolutionParameter,
    ResolutionQuery, Sample, ShootChange, WorkerChange, WorkerDemand,
};

crate::declare_rules! {
    /// A `providerConfig` that does not say what it is, or says that it is something else.
    IDENTITY = "provider-config-identity", Error, Source::Gardener;
}

/// A provider: its types, and where it differs from the others.
pub trait Plugin: Send + Sync + 'static {
    /// The value of `spec.type`.
    const NAME: &'static str;
    /// What `providerConfig` must announce itself as.
    const IDENTITY: ConfigIdentity;
    /// The package of the plug-in.
    const PACKAGE: Package;
    /// The rules that only this provider has: the lists of the files that declare them.
    const RULES: &'static [&'static [&'static Rule]];
    /// Fields that older versions of the extension had.
    const REMOVED_FIELDS: &'static [RemovedField] = &[];
    /// What several entries for one version of an image mean.
    const REPEATS: Repeats;
    /// Whether a machine type without the `architecture` capability stands for the worker's architecture (or amd64), and
    /// a profile without capabilities for one that registers the architectures alone.
    const NORMALISES_ARCHITECTURE: bool = true;
    /// Whether the extension knows capabilities. One that does not chooses images by version and architecture, whatever the
    /// profile registers.
    const KNOWS_CAPABILITIES: bool = true;
    /// Whether the extension has other ways to an image than the profile, so that one that is not mapped may exist.
    const FINDS_IMAGES_ELSEWHERE: bool = false;
    /// Whether the plug-in's types have every field there is. One that is interested in images alone passes over the rest.
    const READS_ALL_FIELDS: bool = true;
    /// Whether a profile must have a `providerConfig`.
    const REQUIRES_CONFIG: bool = true;
    /// Whether the extension creates machines only from flavors that write their architecture down, even where a single
    /// one is registered (quirk `unwritten_architecture_fails`).
    const NEEDS_WRITTEN_ARCHITECTURE: bool = false;
    /// Whether the extension's own admission refuses Shoots whose image has no counterpart in the provider's half.
    const REFUSES_UNMAPPED_SHOOTS: bool = false;
    /// How the extension compares the halves.
    const COMPARISON: Comparison;
    /// Where the legacy format keeps what flavors say, so that one can be turned into the other; none for a provider that
    /// knows one format only.
    const LEGACY: Option<LegacyFormat> = None;
    /// The capabilities that workers can ask for through their `providerConfig` without anybody registering them.
    const WORKER_CAPABILITIES: &'static [Entry] = &[];
    /// What [`resolve`](Self::resolve) wants to know beside the region.
    const RESOLUTION_PARAMETERS: &'static [ResolutionParameter] = &[];
    /// How `providerConfig` is written, for the conformance kit.
    const SAMPLE: Sample = Sample::NONE;

    /// How the extension treats NamespacedCloudProfiles.
    const NAMESPACED: NamespacedRules = NamespacedRules::USUAL;

    /// `providerConfig`, with all its fields, `apiVersion` and `kind` included.
    type Config: DeserializeOwned + fmt::Debug + Default + Send + Sync + 'static;
    /// `machineImages[].versions[]`.
    type Version: ImageVersion;

    /// `apiVersion` and `kind` as written.
    fn identity(config: &Self::Config) -> (&str, &str);

    /// `machineImages`.
    fn images(config: &Self::Config) -> &[ProviderImage<Self::Version>];

    /// Lists of images for one region each, which go before those of [`images`](Self::images). By default there are none.
    fn regional_images(_config: &Self::Config) -> Vec<RegionalImages<'_, Self::Version>> {
        Vec::new()
    }

    /// Checks the provider's half by itself; `path` is that of `providerConfig`.
    fn check(config: &Self::Config, path: &Path<'_>, checker: &mut Checker<'_>);

    /// Checks one entry of `machineImages` by itself, which stands at `path`: what [`check`](Self::check) hands to
    /// [`Checker::check_images`], for NamespacedCloudProfiles, too.
    fn check_version(_checker: &mut Checker<'_>, _version: &Self::Version, _path: &Path<'_>) {}

    /// Checks what a NamespacedCloudProfile says beside its images: the fields that [`NAMESPACED`](Self::NAMESPACED) allows.
    fn check_namespaced(_config: &Self::Config, _half: &NamespacedHalf<'_>, _checker: &mut Checker<'_>) {}

    /// What the provider's half says about a machine type in the legacy format that capabilities say instead
    /// ([`LegacyFormat::capabilities`]).
    fn legacy_machine_type(_config: &Self::Config, _name: &str) -> Capabilities {
        Capabilities::new()
    }

    /// What the `providerConfig` of a worker asks for. It has fields of many versions, and most of them are of no concern
    /// here: what is not known is passed over.
    fn worker_demand(_config: &RawObject, _path: &Path<'_>) -> WorkerDemand {
        WorkerDemand::default()
    }

    /// Everything that is wrong with the provider's parts of a Shoot; see [`ProviderConfig::check_shoot`].
    fn check_shoot(_config: &Self::Config, _change: &ShootChange<'_>) -> Vec<Violation> {
        Vec::new()
    }

    /// The settings that a Shoot gets in a region; see [`ProviderConfig::resolve`].
    fn resolve(_config: &Self::Config, _query: &ResolutionQuery<'_>, _settings: &Settings) -> Option<Resolution> {
        None
    }

    /// The fields of a worker whose change replaces its nodes; see [`Provider::rolling_fields`].
    fn rolling_fields(change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
        crate::rolling::whole_provider_config(change, worker)
    }
}

/// The images of one region: `spec.providerConfig.regions[r].machineImages`.
#[derive(Debug, Clone)]
pub struct RegionalImages<'c, V> {
    /// The region.
    pub region: &'c str,
    /// They.
    pub images: &'c [ProviderImage<V>],
    /// Where the list stands.
    pub path: FieldPath,
}

/// A field that an older version of a provider's extension had.
#[derive(Debug, Clone, Copy)]
pub struct RemovedField {
    /// Its name, directly below `providerConfig`.
    pub name: &'static str,
    /// What to do instead, as a sentence.
    pub advice: &'static str,
}

/// What several entries for one version of an image mean to the extension when it chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    /// All of them count, as if they were one.
    Merged,
    /// The first one counts.
    FirstWins,
    /// The first one that is mapped to anything counts.
    FirstMapped,
    /// All of them count, and in legacy format several are meant to stand: one for each architecture.
    EntryPerArchitecture,
}

impl<P: Plugin> Provider for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn config_identity(&self) -> ConfigIdentity {
        P::IDENTITY
    }

    fn package(&self) -> Package {
        P::PACKAGE
    }

    fn legacy_format(&self) -> Option<LegacyFormat> {
        P::LEGACY
    }

    fn mixes_formats(&self) -> bool {
        P::COMPARISON.mixed != MixedFormat::Unsupported
    }

    fn rules(&self) -> Vec<&'static Rule> {
        P::RULES.iter().flat_map(|list| list.iter().copied()).collect()
    }

    fn conventions(&self) -> Conventions {
        Conventions::of::<P>()
    }

    fn requires_config(&self) -> bool {
        P::REQUIRES_CONFIG
    }

    fn refuses_unmapped_shoots(&self) -> bool {
        P::REFUSES_UNMAPPED_SHOOTS
    }

    fn worker_capabilities(&self) -> &'static [Entry] {
        P::WORKER_CAPABILITIES
    }

    fn worker_demand(&self, config: &RawObject, path: &Path<'_>) -> WorkerDemand {
        P::worker_demand(config, path)
    }

    fn resolution_parameters(&self) -> &'static [ResolutionParameter] {
        P::RESOLUTION_PARAMETERS
    }

    fn rolling_fields(&self, change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
        P::rolling_fields(change, worker)
    }

    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig> {
        crate::namespaced::merge(parent, child, &P::NAMESPACED, P::REPEATS, P::LEGACY.as_ref(), quirks)
    }

    fn decode(&self, raw: &RawObject, path: &Path<'_>) -> Decoded {
        let (config, mut violations) = match P::READS_ALL_FIELDS {
            true => raw.decode::<P::Config>(path),
            false => raw.decode_known::<P::Config>(path),
        };
        for violation in violations.iter_mut().filter(|violation| violation.kind == ViolationKind::UnknownField) {
            let removed =
                P::REMOVED_FIELDS.iter().find(|field| path.field(field.name).to_field_path() == violation.path);
            if let Some(field) = removed {
                field.advice.clone_into(&mut violation.help);
                violation.fix = Some(removal(raw, field, &violation.path));
            }
        }
        let unreadable = Unreadable::new(&violations, path);
        let identity = without_echoes(&violations, identity::<P>(P::identity(&config), path));
        // What calls itself something else is not this provider's configuration with many unknown fields.
        let foreign = identity.iter().any(|violation| violation.kind == ViolationKind::NotSupported);
        let usable = !foreign || violations.is_empty();
        if !usable {
            violations.clear();
        }
        violations.splice(0..0, identity);
        Decoded { config: Box::new(Typed::<P> { config, unreadable }), violations, usable }
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

fn identity<P: Plugin>((api_version, kind): (&str, &str), path: &Path<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (field, written, expected) in
        [("apiVersion", api_version, P::IDENTITY.api_version), ("kind", kind, P::IDENTITY.kind)]
    {
        let path = path.field(field);
        if written == expected {
            continue;
        }
        found.push(if written.is_empty() {
            Violation::required(&IDENTITY, &path, format!("must be `{expected}` for provider `{}`", P::NAME))
        } else {
            Violation::not_supported(&IDENTITY, &path, written, &[expected])
        });
    }
    found
}

/// A decoded `providerConfig` that knows its plug-in.
struct Typed<P: Plugin> {
    config: P::Config,
    unreadable: Unreadable,
}

impl<P: Plugin> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.config.fmt(f)
    }
}

impl<P: Plugin> ProviderConfig for Typed<P> {
    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation> {
        let mut checker = Checker::new::<P>(spec, settings, &self.unreadable);
        let spec = Path::root("spec");
        let path = spec.field("providerConfig");
        P::check(&self.config, &path, &mut checker);
        let images = P::images(&self.config);
        checker.compare_images(images, &P::COMPARISON, P::REPEATS);
        if checker.documented() {
            checker.check_surplus(images, &P::COMPARISON);
            checker.check_repetition(images, P::REPEATS, &P::COMPARISON);
            checker.check_regions(images, &Assumptions::of::<P>(&self.config));
            checker.check_support::<P>(images);
        }
        checker.into_findings()
    }

    fn check_namespaced(&self, half: &NamespacedHalf<'_>, settings: &Settings) -> Vec<Violation> {
        crate::namespaced::check::<P>(&self.config, half, settings, &self.unreadable)
    }

    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference> {
        let by_capabilities = Assumptions::of::<P>(&self.config).by_capabilities(spec);
        let mut references = Vec::new();
        for list in P::regional_images(&self.config) {
            let own = crate::selection::references(list.images, &list.path, by_capabilities).into_iter();
            references.extend(own.map(|one| ImageReference { region: Some(list.region.to_owned()), ..one }));
        }
        references.extend(crate::selection::references(P::images(&self.config), &images_path(), by_capabilities));
        references
    }

    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound> {
        crate::selection::select::<P>(&self.config, spec, request, settings)
    }

    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation> {
        P::check_shoot(&self.config, change)
    }

    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution> {
        P::resolve(&self.config, query, settings)
    }

    fn mapped_versions(&self) -> Vec<MappedVersion> {
        crate::legacy_format::mapped_versions(P::images(&self.config))
    }

    fn legacy_machine_type(&self, name: &str) -> Capabilities {
        P::legacy_machine_type(&self.config, name)
    }

    fn as_any(&self) -> &dyn Any {
        &self.config
    }
}
