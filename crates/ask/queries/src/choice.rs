//! `images` and `machine-types`: what a worker may choose, and why not the others.

use rootstock_admission::{
    ImageOption, MachineTypeOption, NodeImage, RejectedImage, RejectedMachineType, WorkerOptions, WorkerQuestion,
    image_options, machine_type_options,
};
use rootstock_analysis::Role;
use rootstock_core_model::{CloudProfileSpec, Settings, Worker};
use rootstock_judge::{Judge, Pool, PoolProperties, Surroundings};
use serde::{Deserialize, Serialize};

use crate::difference::{Offers, compare, offers_instead};
use crate::face::ask_about_profile;
use crate::unknown::{named, zones};
use crate::worker::demand;
use crate::{
    About, AppliedSettings, Difference, Example, Face, NameKind, NoAnswer, ProfileAsked, Query, WasmModule,
    WorkerDescription, WorkerSurroundings,
};

/// Which image versions may a worker on a machine type choose, best first?
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImagesQuery {
    /// The machine type.
    pub machine_type: String,
    /// Where and with what the worker runs.
    #[serde(flatten)]
    pub surroundings: WorkerSurroundings,
    /// What the worker asks for.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// On which machine types may a worker run an image version?
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypesQuery {
    /// The machine image.
    pub image: String,
    /// The version.
    pub version: String,
    /// The worker's zones: machine types that are not available in one of them cannot be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// Where and with what the worker runs.
    #[serde(flatten)]
    pub surroundings: WorkerSurroundings,
    /// What the worker asks for.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// The image versions that a worker may choose, best first, and the others with what is in the way.
pub type ImagesAnswer = ChoiceAnswer<GivenMachineType, ImageOption, RejectedImage>;

/// The machine types that a worker may choose, and the others with what is in the way.
pub type MachineTypesAnswer = ChoiceAnswer<GivenImage, MachineTypeOption, RejectedMachineType>;

/// What a worker may choose, and the rest with what is in the way.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChoiceAnswer<G, O, R> {
    /// What the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// What is given, and leaves the other to be chosen.
    #[serde(flatten)]
    pub given: G,
    /// The region asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The worker's Kubernetes version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<String>,
    /// What may be chosen, and what not.
    #[serde(flatten)]
    pub options: WorkerOptions<O, R>,
    /// What the other semantics answer, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Difference>,
}

/// The machine type that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GivenMachineType {
    /// The machine type.
    pub machine_type: String,
}

/// The image version that is given.
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

/// Something that can be chosen.
pub trait Choice {
    /// Whether it matters which one comes first.
    const IS_RANKED: bool;

    /// What it is called.
    fn name(&self) -> String;

    /// What its nodes get.
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
    const FORM: &'static str = "rootstock.images/v1";
    const ABOUT: About = About::Profile;
    const EXAMPLE: Example = Example {
        command: "images fixtures/profiles/greenhouse.yaml -t bed.whole -r south -k 1.33.5",
        question: r#"{"machineType": "bed.whole", "region": "south", "kubernetesVersion": "1.33.5"}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = ImagesAnswer;
    type Over<'a> = ProfileAsked<'a>;
    type Error = NoAnswer;

    fn ask(&self, over: ProfileAsked<'_>) -> Result<ImagesAnswer, NoAnswer> {
        let given = GivenMachineType { machine_type: self.machine_type.clone() };
        let settle = |worker: &mut Worker, spec: &CloudProfileSpec| {
            named(spec.types(), |t| &t.name, &self.machine_type, NameKind::MachineType)?;
            worker.machine.machine_type.clone_from(&self.machine_type);
            Ok(())
        };
        answer(over, given, &self.worker, &self.surroundings, settle, image_options)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

impl Query for MachineTypesQuery {
    const FORM: &'static str = "rootstock.machine-types/v1";
    const ABOUT: About = About::Profile;
    const EXAMPLE: Example = Example {
        command: "machine-types fixtures/profiles/greenhouse.yaml -i tomato -V 2.0.0 -r north",
        question: r#"{"image": "tomato", "version": "2.0.0", "region": "north"}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = MachineTypesAnswer;
    type Over<'a> = ProfileAsked<'a>;
    type Error = NoAnswer;

    fn ask(&self, over: ProfileAsked<'_>) -> Result<MachineTypesAnswer, NoAnswer> {
        let given = GivenImage { image: self.image.clone(), version: self.version.clone() };
        let settle = |worker: &mut Worker, spec: &CloudProfileSpec| {
            let (_, image) = named(spec.images(), |i| &i.name, &self.image, NameKind::Image)?;
            named(image.offered(), |v| &v.version, &self.version, NameKind::Version)?;
            zones(spec, self.surroundings.region.as_deref(), &self.zones)?;
            worker.zones.clone_from(&self.zones);
            Ok(())
        };
        let ask = |judge: Judge<'_>, question: WorkerQuestion<'_>| {
            machine_type_options(judge, question, &self.image, &self.version)
        };
        answer(over, given, &self.worker, &self.surroundings, settle, ask)
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// Asks. `settle` adds to the worker what is given, if the profile has it.
fn answer<G, O: Choice, R>(
    over: ProfileAsked<'_>,
    given: G,
    description: &WorkerDescription,
    surroundings: &WorkerSurroundings,
    settle: impl FnOnce(&mut Worker, &CloudProfileSpec) -> Result<(), NoAnswer>,
    ask: impl Fn(Judge<'_>, WorkerQuestion<'_>) -> WorkerOptions<O, R>,
) -> Result<ChoiceAnswer<G, O, R>, NoAnswer> {
    let (asked, spec) = (over.asked, over.profile.spec());
    let mut worker = description.worker(&asked.settings)?;
    settle(&mut worker, spec)?;
    surroundings.surround(&mut worker, spec)?;
    let question = WorkerQuestion {
        worker: &worker,
        region: surroundings.region.as_deref().unwrap_or_default(),
        kubernetes_version: surroundings.kubernetes_version.as_deref().unwrap_or_default(),
    };
    let compiled = over.compiled()?;
    // Who asks for what nobody can give is told so, and not what the others may have.
    let judge = Judge::new(&compiled, asked.settings);
    demand(&Pool::new(judge, PoolProperties::from(&worker), Surroundings::default()), judge)?;
    let ask = |settings: &Settings| ask(Judge::new(&compiled, *settings), question);
    let options = ask(&asked.settings);
    let differ = |ours: &WorkerOptions<O, R>, theirs: &WorkerOptions<O, R>| {
        offers_instead(&offers(ours), &offers(theirs), O::IS_RANKED)
    };
    Ok(ChoiceAnswer {
        settings: asked.into(),
        profile: over.profile.name().to_owned(),
        provider: spec.provider_type.clone(),
        given,
        region: surroundings.region.clone(),
        kubernetes_version: surroundings.kubernetes_version.clone(),
        otherwise: compare(asked, &options, ask, differ),
        options,
    })
}

/// What is offered, and what would be booted. What the only flavor of a version is called makes no difference.
fn offers<O: Choice, R>(options: &WorkerOptions<O, R>) -> Offers {
    let offer = |option: &O| {
        let node = option.node();
        let is_numbered = node.flavor.as_ref().is_some_and(|flavor| flavor.index.is_some());
        let tells = is_numbered || !node.ambiguous.is_empty() || node.reference.is_none();
        let flavor = if tells { format!("{}, ", node.flavor_in_words()) } else { String::new() };
        (option.name(), format!("{flavor}{}", node.booted()))
    };
    options.options.iter().map(offer).collect()
}
