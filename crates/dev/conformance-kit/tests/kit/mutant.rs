//! A provider whose answers are mutated.

use std::sync::Arc;

use std::sync::atomic::{AtomicUsize, Ordering};

use rootstock_capability_engine::CapabilitySet;
use rootstock_conformance_kit::Law;
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, MachineImage, Path, Quirks, RawObject, Releases, Rule, Settings, Severity, Source,
    Violation, ViolationKind,
};
use rootstock_document::schema::Shape;
use rootstock_provider_api::{
    ChangedField, Decoded, Extension, ImageChoice, ImageEntries, ImageNotFound, ImageReference, ImageRequest,
    ImageVocabulary, MappedVersion, MergedConfig, NamespacedSection, NotFoundReason, Provider, ProviderChecks,
    ProviderConfig, ReferencePath, Resolution, ResolutionQuery, RollingChanges, RollingConfig, RollingFields,
    ShootChange, WebhookFlavors, WorkerChange, WorkerDemand,
};
use rootstock_worker_capabilities::{Entry, FlavorOmission, Property};

use crate::CORRECT;

macro_rules! mutations {
    ($($mutation:ident breaks $law:ident;)*) => {
        /// A mutation of answers.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Mutation {
            $($mutation,)*
        }

        impl Mutation {
            /// All mutations, each with the law that must find it.
            pub(crate) const ALL: &'static [(Self, Law)] = &[$((Self::$mutation, Law::$law)),*];
        }
    };
}

mutations! {
    ReportsTheSample breaks Sample;
    BadName breaks Rules;
    ForeignRule breaks Rules;
    RuleWithoutExamples breaks Rules;
    SilentAboutIdentity breaks Identity;
    SilentAboutUnknownFields breaks UnknownFields;
    WarnsOfUnknownFields breaks UnknownFields;
    SilentAboutTypes breaks WrongTypes;
    FirstMistakeOnly breaks Recovery;
    AlternatesAnswers breaks Determinism;
    PanicsWithoutImages breaks Totality;
    PanicsOnWorkers breaks Totality;
    PanicsOnShoots breaks Totality;
    PanicsOnUnknownRegions breaks Totality;
    PointsNowhere breaks Paths;
    PointsToSibling breaks Paths;
    SilentAboutMissing breaks Missing;
    SilentAboutMissingFlavors breaks Missing;
    ReportsMissingTwice breaks Missing;
    SilentAboutSurplus breaks Surplus;
    SilentAboutSurplusFlavors breaks Surplus;
    SilentAboutRepetition breaks Repetition;
    SilentAboutRepeatedFlavors breaks Repetition;
    SilentAboutTheFirst breaks Order;
    FirstFlavorInList breaks Order;
    FirstThatFits breaks Selection;
    IgnoresRegions breaks Selection;
    IgnoresWorkers breaks Selection;
    GuessesWhenAmbiguous breaks Selection;
    AlwaysDocumented breaks Selection;
    FindDisagreesWithSelect breaks Selection;
    LosesReferences breaks References;
    MisplacesReferences breaks References;
    InventsReferences breaks References;
    SilentAboutRegions breaks Reachability;
    LosesSouthRegion breaks Reachability;
    MapsNothing breaks Formats;
    ForgetsArchitectures breaks Formats;
    MergesNothing breaks Namespaced;
    OverwritesParent breaks Namespaced;
    SilentAboutNamespaced breaks Namespaced;
    ForeignCapability breaks Workers;
    CapabilityWithoutChoice breaks Workers;
    RollsWithoutChange breaks Workers;
    DemandsUndeclaredValue breaks Workers;
    SilentAboutUnknownWorkerFields breaks WorkerFields;
    WorkerFieldsWithoutType breaks WorkerFields;
    RollsForUnknownField breaks WorkerFields;
}

/// The correct provider with a mutation.
#[derive(Debug)]
pub(crate) struct Mutant {
    mutation: Mutation,
    extension: Extension,
}

/// The decoded config with a mutation.
#[derive(Debug)]
struct MutatedConfig {
    inner: Arc<dyn ProviderConfig>,
    mutation: Mutation,
}

static BARE: Rule = Rule {
    name: "harbour-bare",
    package: "rootstock-provider-harbour",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Rootstock,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "# harbour-bare\n\nIt has no example.\n",
};
static FOREIGN: Rule = Rule { name: "wharf-endpoint", ..BARE };

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn is_of(found: &Violation, rules: &[&str]) -> bool {
    rules.contains(&found.rule.name)
}

fn is_flavor(found: &Violation) -> bool {
    found.path.to_string().contains("apabilityFlavors[")
}

impl Mutation {
    /// Mutates the findings of decoding and of checks.
    fn mutate(self, found: &mut Vec<Violation>) {
        const MISSING: [&str; 4] = [
            "provider-image-unmapped",
            "provider-version-unmapped",
            "provider-flavor-unmapped",
            "provider-architecture-unmapped",
        ];
        match self {
            Self::SilentAboutIdentity => found.retain(|one| one.rule.name != "provider-config-identity"),
            Self::SilentAboutUnknownFields => found.retain(|one| one.kind != ViolationKind::UnknownField),
            Self::WarnsOfUnknownFields => {
                for one in found.iter_mut().filter(|one| one.kind == ViolationKind::UnknownField) {
                    one.severity = Severity::Warning;
                }
            }
            Self::SilentAboutTypes => found.retain(|one| one.kind != ViolationKind::TypeInvalid),
            Self::FirstMistakeOnly => found.truncate(1),
            Self::AlternatesAnswers if CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => found.clear(),
            Self::PointsNowhere => {
                for one in found.iter_mut().filter(|one| one.kind != ViolationKind::UnknownField) {
                    one.path = std::mem::take(&mut one.path).index(77);
                }
            }
            Self::PointsToSibling => {
                for one in found.iter_mut().filter(|one| one.kind == ViolationKind::Required) {
                    one.path = one.path.parent().unwrap_or_default().field("sibling");
                }
            }
            Self::SilentAboutMissing => found.retain(|one| !is_of(one, &MISSING)),
            Self::SilentAboutMissingFlavors => found.retain(|one| !is_of(one, &MISSING) || !is_flavor(one)),
            Self::ReportsMissingTwice => {
                let twice: Vec<Violation> = found.iter().filter(|one| is_of(one, &MISSING)).cloned().collect();
                found.extend(twice);
            }
            Self::SilentAboutSurplus => found.retain(|one| !is_of(one, &["provider-mapping-surplus"])),
            Self::SilentAboutSurplusFlavors => {
                found.retain(|one| !is_of(one, &["provider-mapping-surplus"]) || !is_flavor(one));
            }
            Self::SilentAboutRepetition => found.retain(|one| !is_of(one, &["provider-mapping-repeated"])),
            Self::SilentAboutRepeatedFlavors => found.retain(|one| !is_of(one, &["provider-flavor-repeated"])),
            Self::SilentAboutTheFirst => found.retain(|one| !one.path.to_string().contains("[0]")),
            Self::SilentAboutRegions => found.retain(|one| one.kind == ViolationKind::TypeInvalid),
            _ => {}
        }
    }
}

impl Mutant {
    pub(crate) fn new(mutation: Mutation) -> Self {
        const ENTRY: Entry = Entry {
            name: "harbour-confidential",
            values: &["off", "on"],
            on_flavor: FlavorOmission::Neutral,
            property: Property::ProviderConfig,
        };
        let right = *CORRECT.extension();
        let with = |worker_capabilities| Extension { worker_capabilities, ..right };
        let extension = match mutation {
            Mutation::BadName => Extension { name: "Harbour!", ..right },
            Mutation::ForeignCapability => with(const { &[Entry { name: "confidential", ..ENTRY }] }),
            Mutation::CapabilityWithoutChoice => with(const { &[Entry { values: &["on"], ..ENTRY }] }),
            Mutation::DemandsUndeclaredValue => with(const { &[Entry { values: &["off", "maybe"], ..ENTRY }] }),
            Mutation::WorkerFieldsWithoutType => Extension { worker_config: None, ..right },
            Mutation::RollsForUnknownField => {
                let config = RollingConfig::Chosen { since: 34, settings: &["berths.depth"], without_effect: &[] };
                Extension { rolling: RollingFields { config, ..right.rolling }, ..right }
            }
            Mutation::RollsWithoutChange => {
                let config = RollingConfig::Own { settings: &[], find: report_unchanged_field };
                Extension { rolling: RollingFields { config, ..right.rolling }, ..right }
            }
            _ => right,
        };
        Self { mutation, extension }
    }
}

impl Provider for Mutant {
    fn extension(&self) -> &Extension {
        &self.extension
    }

    fn rules(&self) -> Vec<&'static Rule> {
        match self.mutation {
            Mutation::ForeignRule => vec![&FOREIGN],
            Mutation::RuleWithoutExamples => vec![&BARE],
            _ => CORRECT.rules(),
        }
    }

    fn worker_demand(&self, config: &RawObject, path: &Path<'_>) -> WorkerDemand {
        let is_object = config.node().entries().next().is_some();
        assert!(self.mutation != Mutation::PanicsOnWorkers || is_object, "a worker's config is an object");
        CORRECT.worker_demand(config, path)
    }

    fn check_worker_config(&self, config: &RawObject, path: &Path<'_>) -> Vec<Violation> {
        let mut found = CORRECT.check_worker_config(config, path);
        if self.mutation == Mutation::SilentAboutUnknownWorkerFields {
            // Only those at the top are found.
            found.retain(|one| one.path.parent() == Some(path.to_field_path()));
        }
        found
    }

    fn merge_config(&self, parent: &CloudProfileSpec, child: &RawObject, quirks: &Quirks) -> Option<MergedConfig> {
        let mut merged = CORRECT.merge_config(parent, child, quirks)?;
        match self.mutation {
            Mutation::MergesNothing => merged.config = parent.provider_config.clone()?,
            Mutation::OverwritesParent => merged.config = child.clone(),
            _ => {}
        }
        Some(merged)
    }

    fn decode(&self, raw: &RawObject, path: &Path<'_>, quirks: &Quirks) -> Decoded {
        let mut decoded = CORRECT.decode(raw, path, quirks);
        self.mutation.mutate(&mut decoded.violations);
        decoded.config = Arc::new(MutatedConfig { inner: decoded.config, mutation: self.mutation });
        decoded
    }
}

impl ProviderConfig for MutatedConfig {
    fn extension(&self) -> &Extension {
        self.inner.extension()
    }

    fn shape(&self) -> Shape {
        self.inner.shape()
    }

    fn entries(&self) -> ImageEntries<'_> {
        self.inner.entries()
    }

    fn checks(&self) -> &dyn ProviderChecks {
        self
    }

    fn image_references(&self, spec: &CloudProfileSpec) -> Vec<ImageReference> {
        let mut references = self.inner.image_references(spec);
        match self.mutation {
            Mutation::LosesReferences => drop(references.pop()),
            Mutation::MisplacesReferences => {
                for one in &mut references {
                    one.path = ReferencePath::new(one.path.to_field_path().into(), None, one.path.field());
                }
            }
            Mutation::InventsReferences => {
                let more =
                    references.first().cloned().map(|one| ImageReference { region: Some("moon".to_owned()), ..one });
                references.extend(more);
            }
            _ => {}
        }
        references
    }

    fn legacy_machine_type(&self, name: &str) -> Capabilities {
        self.inner.legacy_machine_type(name)
    }

    fn resolve(&self, query: &ResolutionQuery<'_>, settings: &Settings) -> Option<Resolution> {
        self.inner.resolve(query, settings)
    }

    fn mapped_versions(&self) -> Vec<MappedVersion> {
        let mut mapped = self.inner.mapped_versions();
        match self.mutation {
            Mutation::MapsNothing => mapped.clear(),
            Mutation::ForgetsArchitectures => {
                let artifacts = mapped.iter_mut().flat_map(|one| &mut one.artifacts);
                artifacts.for_each(|artifact| artifact.capabilities = Default::default());
            }
            _ => {}
        }
        mapped
    }

    fn select_image(
        &self,
        spec: &CloudProfileSpec,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<ImageChoice, ImageNotFound> {
        let documented = Settings { quirks: Quirks::NONE, ..*settings };
        let request = match self.mutation {
            Mutation::IgnoresRegions => ImageRequest { region: None, ..*request },
            Mutation::IgnoresWorkers => ImageRequest { worker_capabilities: None, ..*request },
            _ => *request,
        };
        let settings = if self.mutation == Mutation::AlwaysDocumented { &documented } else { settings };
        if self.mutation == Mutation::PanicsOnUnknownRegions {
            let known = spec.regions.iter().flatten().any(|region| Some(region.name.as_str()) == request.region);
            assert!(known, "the region is known");
        }
        let answer = self.inner.select_image(spec, &request, settings);
        let first = |of: &dyn Fn(&ImageReference) -> bool| {
            let mut references = self.inner.image_references(spec).into_iter();
            references.find(|one| *one.image == *request.image && *one.version == *request.version && of(one))
        };
        let here = |one: &ImageReference| one.region.is_none() || one.region.as_deref() == request.region;
        match (self.mutation, answer) {
            (Mutation::FirstFlavorInList | Mutation::FirstThatFits, Ok(choice)) => {
                let reference = first(&here).unwrap_or_else(|| choice.reference.clone());
                Ok(ImageChoice { reference, ..choice })
            }
            (Mutation::GuessesWhenAmbiguous, Err(error)) if error.reason == NotFoundReason::Ambiguous => {
                let reference = first(&here).unwrap();
                Ok(ImageChoice { reference, candidates: Vec::new(), gardener: None })
            }
            (Mutation::LosesSouthRegion, Ok(choice)) if request.region == Some("south") => Err(ImageNotFound {
                image: choice.reference.image.to_string(),
                version: choice.reference.version.to_string(),
                reason: NotFoundReason::NothingMapped,
                candidates: Vec::new(),
            }),
            (_, answer) => answer,
        }
    }

    fn webhook_flavors(&self, images: &[MachineImage]) -> Vec<WebhookFlavors> {
        self.inner.webhook_flavors(images)
    }

    fn image_vocabulary(&self, spec: &CloudProfileSpec, settings: &Settings) -> ImageVocabulary {
        self.inner.image_vocabulary(spec, settings)
    }

    fn machine(
        &self,
        spec: &CloudProfileSpec,
        vocabulary: &ImageVocabulary,
        request: &ImageRequest<'_>,
    ) -> CapabilitySet {
        self.inner.machine(spec, vocabulary, request)
    }

    fn find_image(
        &self,
        spec: &CloudProfileSpec,
        _: &ImageVocabulary,
        request: &ImageRequest<'_>,
        settings: &Settings,
    ) -> Result<(), NotFoundReason> {
        match self.mutation {
            Mutation::FindDisagreesWithSelect => Ok(()),
            _ => self.select_image(spec, request, settings).map(drop).map_err(|error| error.reason),
        }
    }
}

impl ProviderChecks for MutatedConfig {
    fn check(&self, spec: &CloudProfileSpec, settings: &Settings) -> Vec<Violation> {
        if self.mutation == Mutation::PanicsWithoutImages {
            let _ = &self.inner.mapped_versions()[0];
        }
        let mut found = self.inner.checks().check(spec, settings);
        if self.mutation == Mutation::ReportsTheSample {
            found.push(Violation::required(&BARE, &Path::root("spec"), "must be otherwise"));
        }
        self.mutation.mutate(&mut found);
        found
    }

    fn check_namespaced(&self, section: &NamespacedSection<'_>, settings: &Settings) -> Vec<Violation> {
        match self.mutation {
            Mutation::SilentAboutNamespaced => Vec::new(),
            _ => self.inner.checks().check_namespaced(section, settings),
        }
    }

    fn check_shoot(&self, change: &ShootChange<'_>) -> Vec<Violation> {
        if self.mutation == Mutation::PanicsOnShoots {
            let config = change.shoot.spec.provider.infrastructure_config.as_ref().unwrap();
            assert!(config.node().as_scalar().is_none(), "an infrastructureConfig is an object");
        }
        self.inner.checks().check_shoot(change)
    }
}

/// Reports a field that does not change.
fn report_unchanged_field(_: &WorkerChange<'_>, worker: &Path<'_>) -> RollingChanges {
    let path = worker.field("providerConfig").to_field_path();
    let counted = vec![ChangedField { path, old: None, new: Some("x".to_owned()), because: String::new() }];
    RollingChanges { counted, ..RollingChanges::default() }
}
