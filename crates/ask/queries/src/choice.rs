//! `images` and `machine-types`: the choices that a worker has, and the obstacles to the others.

use rootstock_admission::{
    ImageOption, MachineTypeOption, NodeImage, RejectedImage, RejectedMachineType, WorkerOptions, WorkerQuestion,
    image_options, machine_type_options,
};
use rootstock_analysis::Role;
use rootstock_core_model::{CloudProfileSpec, Settings, Worker};
use rootstock_judge::{Judge, Pool, PoolContext, PoolProperties};
use serde::{Deserialize, Serialize};

use crate::difference::{Offers, compare, describe_offer_differences};
use crate::face::ask_about_profile;
use crate::unknown::{find_named, zones};
use crate::worker::demand;
use crate::{
    AppliedSettings, Difference, Example, Face, NameKind, ProfileInput, Query, QueryError, QuerySubject, WasmModule,
    WorkerDescription, WorkerSurroundings,
};

/// Asks which image versions a worker on a machine type may use, best first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImagesQuery {
    /// The machine type.
    pub machine_type: String,
    /// The region, Kubernetes version and other surroundings of the worker.
    #[serde(flatten)]
    pub surroundings: WorkerSurroundings,
    /// The worker's requirements.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// Asks which machine types a worker may use with an image version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypesQuery {
    /// The machine image.
    pub image: String,
    /// The version.
    pub version: String,
    /// The worker's zones: machine types that are not available in one of them cannot be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// The region, Kubernetes version and other surroundings of the worker.
    #[serde(flatten)]
    pub surroundings: WorkerSurroundings,
    /// The worker's requirements.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// The image versions that a worker may use, best first, and the others with their obstacles.
pub type ImagesAnswer = ChoiceAnswer<GivenMachineType, ImageOption, RejectedImage>;

/// The machine types that a worker may use, and the others with their obstacles.
pub type MachineTypesAnswer = ChoiceAnswer<GivenImage, MachineTypeOption, RejectedMachineType>;

/// The choices that a worker has, and the others with their obstacles.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChoiceAnswer<G, O, R> {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// The given half of the pair; the other half is to be chosen.
    #[serde(flatten)]
    pub given: G,
    /// The region in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The worker's Kubernetes version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<String>,
    /// The choices, and the rejected candidates.
    #[serde(flatten)]
    pub options: WorkerOptions<O, R>,
    /// The answer under the other semantics, if it is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Difference>,
}

/// The given machine type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GivenMachineType {
    /// The machine type.
    pub machine_type: String,
}

/// The given image version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GivenImage {
    /// The machine image.
    pub image: String,
    /// The version.
    pub version: String,
}

/// A candidate that can be chosen.
pub trait Choice {
    /// Whether the order of candidates matters.
    const IS_RANKED: bool;

    /// Returns the name.
    fn name(&self) -> String;

    /// Returns the image that the nodes get.
    fn node(&self) -> &NodeImage;
}

impl Choice for ImageOption {
    const IS_RANKED: bool = true;

    fn name(&self) -> String {
        format!("{} {}", self.version.image, self.version.version)
    }

    fn node(&self) -> &NodeImage {
        &self.node
    }
}

impl Choice for MachineTypeOption {
    const IS_RANKED: bool = false;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn node(&self) -> &NodeImage {
        &self.node
    }
}

impl Query for ImagesQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.images/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "images fixtures/profiles/greenhouse.yaml -t bed.whole -r south -k 1.33.5",
        question: r#"{"machineType": "bed.whole", "region": "south", "kubernetesVersion": "1.33.5"}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = ImagesAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<ImagesAnswer, QueryError> {
        let given = GivenMachineType { machine_type: self.machine_type.clone() };
        let apply_given = |worker: &mut Worker, spec: &CloudProfileSpec| {
            find_named(spec.types(), |t| &t.name, &self.machine_type, NameKind::MachineType)?;
            worker.machine.machine_type.clone_from(&self.machine_type);
            Ok(())
        };
        answer(input, given, &self.worker, &self.surroundings, apply_given, image_options)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

impl Query for MachineTypesQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.machine-types/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "machine-types fixtures/profiles/greenhouse.yaml -i tomato -V 2.0.0 -r north",
        question: r#"{"image": "tomato", "version": "2.0.0", "region": "north"}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = MachineTypesAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<MachineTypesAnswer, QueryError> {
        let given = GivenImage { image: self.image.clone(), version: self.version.clone() };
        let apply_given = |worker: &mut Worker, spec: &CloudProfileSpec| {
            let (_, image) = find_named(spec.images(), |i| &i.name, &self.image, NameKind::Image)?;
            find_named(image.offered(), |v| &v.version, &self.version, NameKind::Version)?;
            zones(spec, self.surroundings.region.as_deref(), &self.zones)?;
            worker.zones.clone_from(&self.zones);
            Ok(())
        };
        let ask = |judge: Judge<'_>, question: WorkerQuestion<'_>| {
            machine_type_options(judge, question, &self.image, &self.version)
        };
        answer(input, given, &self.worker, &self.surroundings, apply_given, ask)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// Answers the question. `apply_given` adds the given half to the worker if the profile has it.
fn answer<G, O: Choice, R>(
    input: ProfileInput<'_>,
    given: G,
    description: &WorkerDescription,
    surroundings: &WorkerSurroundings,
    apply_given: impl FnOnce(&mut Worker, &CloudProfileSpec) -> Result<(), QueryError>,
    ask: impl Fn(Judge<'_>, WorkerQuestion<'_>) -> WorkerOptions<O, R>,
) -> Result<ChoiceAnswer<G, O, R>, QueryError> {
    let (asked, spec) = (input.asked, input.profile.spec());
    let mut worker = description.worker(&asked.settings)?;
    apply_given(&mut worker, spec)?;
    surroundings.apply_to(&mut worker, spec)?;
    let question = WorkerQuestion {
        worker: &worker,
        region: surroundings.region.as_deref().unwrap_or_default(),
        kubernetes_version: surroundings.kubernetes_version.as_deref().unwrap_or_default(),
        capabilities: description.named_capabilities(),
    };
    let compiled = input.compiled()?;
    // Refuse requirements that nothing can satisfy, rather than reporting what plain workers may use.
    let judge = Judge::new(&compiled, asked.settings);
    let properties = PoolProperties { capabilities: question.capabilities, ..PoolProperties::from(&worker) };
    demand(&Pool::new(judge, properties, PoolContext::default()), judge)?;
    let ask = |settings: &Settings| ask(Judge::new(&compiled, *settings), question);
    let options = ask(&asked.settings);
    let differ = |ours: &WorkerOptions<O, R>, theirs: &WorkerOptions<O, R>| {
        describe_offer_differences(&offers(ours), &offers(theirs), O::IS_RANKED)
    };
    Ok(ChoiceAnswer {
        settings: asked.into(),
        profile: input.profile.name().to_owned(),
        provider: spec.provider_type.clone(),
        given,
        region: surroundings.region.clone(),
        kubernetes_version: surroundings.kubernetes_version.clone(),
        otherwise: compare(asked, &options, ask, differ),
        options,
    })
}

/// Returns the choices and the images that would be booted. The name of a version's only flavor makes no difference.
fn offers<O: Choice, R>(options: &WorkerOptions<O, R>) -> Offers {
    let offer = |option: &O| {
        let node = option.node();
        let is_numbered = node.flavor.as_ref().is_some_and(|flavor| flavor.index.is_some());
        let names_flavor = is_numbered || !node.ambiguous.is_empty() || node.reference.is_none();
        let flavor = if names_flavor { format!("{}, ", node.flavor_in_words()) } else { String::new() };
        (option.name(), format!("{flavor}{}", node.booted()))
    };
    options.options.iter().map(offer).collect()
}
