//! `select`: the flavor and the provider image that a machine type gets, with the reasons.

use std::collections::HashSet;

use rootstock_analysis::Role;
use rootstock_capability_engine::{Catalog, CatalogMachineType, CatalogVersion, Explanation, SelectionOutcome};
use rootstock_core_model::{
    Capabilities, CapabilityDefinition, FieldPath, MachineImageVersion, Quirks, Semantics, Settings,
};
use rootstock_judge::{Judge, Obstacle, Offer, Pool, PoolContext, PoolProperties};
use rootstock_provider_api::{ImageChoice, ImageNotFound};
use rootstock_versioning::{Classification, Timestamp};
use rootstock_worker_capabilities::CompiledDemand;
use serde::{Deserialize, Serialize};

use crate::face::ask_about_profile;
use crate::unknown::{check_region_in, find_named, named_at};
use crate::worker::{demand, require_gate};
use crate::{
    AppliedSettings, Example, Face, NameKind, ProfileInput, Query, QueryError, QuerySubject, WasmModule,
    WorkerDescription, WorkerField,
};

/// The number of values above which the rows of explanations are omitted. All flavors times all values is far more than
/// the size of a profile.
const MAX_VALUES: usize = 1 << 17;

/// Asks which flavor of an image version and which provider image a machine type gets.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectQuery {
    /// The machine type.
    pub machine_type: String,
    /// The machine image.
    pub image: String,
    /// The version; if absent, all versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The region; if absent, regions do not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The worker's requirements; even the update strategy depends on the feature gate here.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// The flavor and the provider image that a machine type gets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SelectAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// Whether the provider has a plug-in.
    pub knows_provider: bool,
    /// The machine type.
    pub machine_type: String,
    /// The machine image.
    pub image: String,
    /// The region in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Whether the profile has `machineCapabilities`; if not, only the architecture matters.
    pub has_machine_capabilities: bool,
    /// The compared capabilities, most significant first, with their values, most preferred first.
    pub capabilities: Vec<CapabilityDefinition>,
    /// The capabilities that the machine type does not declare, so it has every registered value.
    pub machine_type_leaves_out: Vec<String>,
    /// The capabilities that the worker asks for; absent without worker capabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Capabilities>,
    /// The versions, in the order of the profile.
    pub versions: Vec<SelectedVersion>,
}

/// The answer for one version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SelectedVersion {
    /// The version.
    pub version: String,
    /// The classification at the instant asked for.
    pub classification: Classification,
    /// The expiration date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiration_date: Option<Timestamp>,
    /// Whether it has flavors; if not, the version counts as a single flavor that declares nothing.
    pub has_flavors: bool,
    /// The path of each flavor of the explanation.
    pub flavor_paths: Vec<FieldPath>,
    /// The capabilities that each flavor does not declare; empty if the rows of the explanation are omitted.
    pub flavors_leave_out: Vec<Vec<String>>,
    /// The selected flavor, with the reasons. The rows of all versions together hold at most 131 072 values; the rows
    /// of versions beyond that are omitted and counted.
    pub explanation: Explanation,
    /// The obstacle that keeps the worker from using the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// The quirks that change the answer on their own; empty if Gardener's answer is the same.
    pub quirks: Vec<&'static str>,
    /// The image that the provider boots; `null` if the provider has no plug-in or there is no `providerConfig`.
    pub provider_image: Option<SelectedImage>,
    /// The image that Gardener boots, if it is a different one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener_provider_image: Option<SelectedImage>,
}

/// The image that the provider boots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SelectedImage {
    /// An image.
    Found(ImageChoice),
    /// No image.
    NotFound(ImageNotFound),
}

impl From<Result<ImageChoice, ImageNotFound>> for SelectedImage {
    fn from(choice: Result<ImageChoice, ImageNotFound>) -> Self {
        match choice {
            Ok(choice) => Self::Found(choice),
            Err(not_found) => Self::NotFound(not_found),
        }
    }
}

impl SelectedImage {
    /// Returns the reference of the booted image; `None` if there is none.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        match self {
            Self::Found(choice) => Some(&choice.reference.value),
            Self::NotFound(_) => None,
        }
    }
}

impl SelectAnswer {
    /// Returns whether a node can boot with any of the versions, as far as is known.
    #[must_use]
    pub fn has_bootable_version(&self) -> bool {
        self.versions.iter().any(|version| {
            let image = version.provider_image.as_ref().is_none_or(|image| image.reference().is_some());
            image && matches!(version.explanation.outcome, SelectionOutcome::Selected { .. })
        })
    }
}

impl Query for SelectQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.select/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "select fixtures/profiles/quirk.yaml -t lathe -i bench",
        question: r#"{"machineType": "lathe", "image": "bench"}"#,
        files: &[(Role::Checked, "fixtures/profiles/quirk.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = SelectAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<SelectAnswer, QueryError> {
        let settings = input.asked.settings;
        let mut worker = self.worker.worker(&settings)?;
        if self.worker.update_strategy.is_some() {
            require_gate(WorkerField::UpdateStrategy, &settings)?;
        }
        let spec = input.profile.spec();
        let compiled = input.compiled()?;
        let catalog = compiled.catalog().catalog();
        let machine_type = catalog.machine_type(&self.machine_type);
        let type_index = machine_type.map(|machine_type| machine_type.index);
        let (_, declared) = named_at(type_index, spec.types(), |t| &t.name, &self.machine_type, NameKind::MachineType)?;
        let image_index = catalog.image(&self.image).map(|image| image.index);
        let (image_index, image) = named_at(image_index, spec.images(), |i| &i.name, &self.image, NameKind::Image)?;
        check_region_in(&compiled, self.region.as_deref())?;
        let versions: Vec<(usize, &MachineImageVersion)> = match &self.version {
            Some(version) => vec![find_named(image.offered(), |v| &v.version, version, NameKind::Version)?],
            None => {
                // Of a repeated version, workers boot the first one.
                let mut known = HashSet::new();
                image.offered().iter().enumerate().filter(|(_, one)| known.insert(&one.version)).collect()
            }
        };
        let judge = Judge::new(&compiled, settings);
        worker.machine.machine_type.clone_from(&self.machine_type);
        let around = PoolContext { region: self.region.as_deref().unwrap_or_default(), ..PoolContext::default() };
        let capabilities = self.worker.named_capabilities();
        let pool = Pool::new(judge, PoolProperties { capabilities, ..PoolProperties::from(&worker) }, around);
        let demand = demand(&pool, judge)?;
        let mut left = MAX_VALUES;
        let offers: Vec<Offer<'_>> = compiled.offers_at(image_index).collect();
        let answers = versions.into_iter().filter_map(|(index, written)| {
            let (offer, machine_type) = (offers.get(index)?, machine_type?);
            let comparison = Comparison { catalog, machine_type, version: offer.compiled, worker: demand };
            Some(comparison.answer(judge, &pool, offer, written, &mut left))
        });
        let machine_type = Some(declared).filter(|_| !catalog.is_legacy());
        Ok(SelectAnswer {
            versions: answers.collect(),
            settings: input.asked.into(),
            profile: input.profile.name().to_owned(),
            provider: spec.provider_type.clone(),
            knows_provider: compiled.plugin().is_some(),
            machine_type: self.machine_type.clone(),
            image: self.image.clone(),
            region: self.region.clone(),
            has_machine_capabilities: !catalog.is_legacy(),
            capabilities: vocabulary(catalog),
            machine_type_leaves_out: machine_type.map_or_else(Vec::new, |t| undeclared(catalog, &t.capabilities)),
            asked: demand.map(|demand| demand.demand().capabilities.clone()),
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// Returns the compared capabilities, most significant first.
fn vocabulary(catalog: &Catalog) -> Vec<CapabilityDefinition> {
    let capabilities = catalog.vocabulary().capabilities().iter();
    let definition = |capability: &rootstock_capability_engine::Capability| CapabilityDefinition {
        name: capability.name().to_owned(),
        values: capability.values().to_vec(),
    };
    capabilities.map(definition).collect()
}

/// Returns the registered capabilities that are not declared.
fn undeclared(catalog: &Catalog, declared: &Capabilities) -> Vec<String> {
    let names = catalog.vocabulary().capabilities().iter().map(|capability| capability.name());
    names.filter(|name| declared.get(name).is_none()).map(str::to_owned).collect()
}

/// A machine type to compare with the flavors of an image version.
#[derive(Clone, Copy)]
struct Comparison<'a> {
    catalog: &'a Catalog,
    machine_type: &'a CatalogMachineType,
    version: &'a CatalogVersion,
    /// The worker's requirements, if any.
    worker: Option<&'a CompiledDemand>,
}

impl Comparison<'_> {
    fn explain(self, quirks: &Quirks, most: usize) -> Explanation {
        // The worker in the question has no architecture, so this quirk would ignore all its other requirements.
        let separate = quirks.selection.worker_architecture_is_separate && self.worker.is_none();
        let mut quirks = *quirks;
        quirks.selection.worker_architecture_is_separate = separate;
        let worker = self.worker.map(CompiledDemand::set);
        self.catalog.explain_within(most, self.machine_type, self.version, worker, &quirks)
    }

    fn answer(
        self,
        judge: Judge<'_>,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
        written: &MachineImageVersion,
        left: &mut usize,
    ) -> SelectedVersion {
        let settings = judge.settings();
        let explanation = self.explain(&settings.quirks, *left);
        *left = left.saturating_sub(explanation.values());
        let gardener = Judge::new(judge.profile(), settings.under(Semantics::Gardener));
        let choice = judge.choice(pool, offer);
        let mut obstacle = choice.as_ref().and_then(|choice| choice.as_ref().err()).map(Obstacle::from);
        if explanation.outcome == SelectionOutcome::NoneCompatible {
            obstacle = judge.capabilities(pool, offer).or(obstacle);
        }
        let provider_image = choice.map(SelectedImage::from);
        let gardener_image = gardener.choice(pool, offer).map(SelectedImage::from);
        let differs = match (&provider_image, &gardener_image) {
            (Some(ours), Some(theirs)) => ours.reference() != theirs.reference(),
            _ => false,
        };
        let has_rows = explanation.left_out == 0;
        let is_other = explanation.gardener.is_some() || differs;
        SelectedVersion {
            version: offer.text().to_owned(),
            classification: judge.classification(offer),
            expiration_date: offer.version.expiration_date,
            has_flavors: self.version.has_flavors,
            flavor_paths: self.paths(offer.place.0, written),
            flavors_leave_out: if has_rows { self.flavors_leave_out(written) } else { Vec::new() },
            quirks: if is_other { self.deciding_quirks(&explanation, settings) } else { Vec::new() },
            explanation,
            obstacle,
            provider_image,
            gardener_provider_image: gardener_image.filter(|_| differs),
        }
    }

    /// Returns the path of each flavor, or of each architecture in a profile without capabilities.
    fn paths(self, image: usize, written: &MachineImageVersion) -> Vec<FieldPath> {
        let path = version_path(image, self.version.index);
        let list = if self.catalog.is_legacy() {
            (!written.legacy_architectures().is_empty()).then_some("architectures")
        } else {
            self.version.has_flavors.then_some("capabilityFlavors")
        };
        let paths = (0..self.version.flavors.len()).map(|index| match list {
            Some(list) => path.clone().field(list).index(index),
            None => path.clone(),
        });
        paths.collect()
    }

    /// Returns the capabilities that each flavor does not declare; empty for a profile without capabilities.
    fn flavors_leave_out(self, written: &MachineImageVersion) -> Vec<Vec<String>> {
        if self.catalog.is_legacy() {
            return Vec::new();
        }
        let nothing = Capabilities::new();
        let flavors = (0..self.version.flavors.len()).map(|index| written.flavors().get(index));
        let undeclared = |declared: &Capabilities| undeclared(self.catalog, declared);
        flavors.map(|flavor| undeclared(flavor.map_or(&nothing, |flavor| &flavor.0))).collect()
    }

    /// Returns the quirks that change the answer when switched one at a time.
    fn deciding_quirks(self, explanation: &Explanation, settings: &Settings) -> Vec<&'static str> {
        let deciding = Quirks::table().filter_map(|quirk| {
            let on = settings.quirks.get(quirk.name)?;
            let switched = settings.quirks.with(quirk.name, !on)?;
            (self.explain(&switched, 0).outcome != explanation.outcome).then_some(quirk.name)
        });
        deciding.collect()
    }
}

/// Returns `spec.machineImages[image].versions[version]`.
fn version_path(image: usize, version: usize) -> FieldPath {
    FieldPath::root().field("spec").field("machineImages").index(image).field("versions").index(version)
}
