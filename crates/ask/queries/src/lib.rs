//! Every question that Rootstock answers, and its answer, as types with a JSON form and a schema.
//!
//! A command, a server or an editor builds a [`Query`], asks it, and renders the answer; it makes no decisions. All of
//! them get the same answer: `--format json` prints it below two fields that identify its schema ([`Envelope`]).
//!
//! ```
//! use rootstock_analysis::{Analysis, Role};
//! use rootstock_core_model::Semantics;
//! use rootstock_queries::{QueryContext, ImagesQuery, ProfileInput, Query};
//!
//! let asked = QueryContext::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, asked.settings);
//! analysis.set(Role::Checked, "profile.yaml", br#"
//! apiVersion: core.gardener.cloud/v1beta1
//! kind: CloudProfile
//! metadata: {name: local}
//! spec:
//!   type: local
//!   machineTypes: [{name: medium, cpu: "2", gpu: "0", memory: 4Gi}]
//!   machineImages: [{name: plain, versions: [{version: 1.0.0, cri: [{name: containerd}]}]}]
//! "#);
//! let profile = analysis.objects(Role::Checked, "profile.yaml").find_map(|object| object.cloud_profile()).ok_or("none")?;
//! let query: ImagesQuery = serde_json::from_str(r#"{"machineType": "medium"}"#)?;
//! let answer = query.ask(ProfileInput { profile, asked })?;
//! assert_eq!(answer.options.options[0].version.version, "1.0.0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `manifests` adds JSON Schemas of the manifests that users write, `manifest_schemas`; the feature
//! `schema` adds those of questions and answers.
//!
//! The ten most useful calls, each with an example, are on the page
//! [Embedding Rootstock](https://github.com/rootstock-rs/rootstock/blob/main/docs/embedding.md).

mod availability;
mod canonicalize;
mod check;
mod choice;
mod default;
#[cfg(any(feature = "schema", feature = "manifests"))]
mod description;
mod diff;
mod difference;
mod envelope;
mod expectations;
#[cfg(feature = "rules")]
mod explain;
mod face;
mod fleet;
mod lock_diff;
#[cfg(feature = "manifests")]
mod manifests;
mod matrix;
mod migrate;
mod missing;
mod named_release;
mod overlay;
mod plan;
mod prove;
#[cfg(feature = "rules")]
mod providers;
mod query_context;
mod query_error;
mod quirks;
mod render;
mod resolve;
mod rolls;
#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "rules")]
mod search;
mod select;
mod shoots;
mod table;
mod unknown;
mod upgrade_check;
mod upkeep;
mod usage;
mod verify;
mod versions;
mod worker;

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use availability::{AvailabilityAnswer, AvailabilityQuery, AvailableImage, AvailableMachineType, RegionZones};
pub use canonicalize::{CanonicalizeAnswer, CanonicalizeInput, CanonicalizeQuery, StoredProfile};
pub use check::{CheckAnswer, CheckInput, CheckOperation, CheckQuery, CheckSettings};
pub use choice::{
    Choice, ChoiceAnswer, GivenImage, GivenMachineType, ImagesAnswer, ImagesQuery, MachineTypesAnswer,
    MachineTypesQuery,
};
pub use default::{DefaultAnswer, DefaultQuery, DefaultedShoot, ShootWithoutProfile};
pub use diff::{
    DiffAnswer, DiffChild, DiffComparison, DiffDescription, DiffDetail, DiffHead, DiffInput, DiffItem, DiffQuery,
    DiffSection, DiffSides, DiffUpdate, FleetComparer, FleetDiff, ShootDiff, describe_losses, describe_shoot_changes,
};
pub use difference::Difference;
pub use envelope::{Envelope, write_envelope, write_envelope_with_shoots, write_shoot_line};
pub use expectations::{
    CheckExpectation, CheckVerdict, CheckedObject, PlannedPool, ShootExpectation, TestCase, TestFile, TestFileError,
    TestKind, TestResult, TestedWorker, WorkerExpectation, WorkerVerdict,
};
#[cfg(feature = "rules")]
pub use explain::{ExplainAnswer, FoundAnswer, QuirkAnswer, RuleAnswer, RuleQuery};
pub use face::{AskedShoots, Face};
pub use fleet::{
    FleetInput, FleetProfiles, OtherKinds, Unrendered, UnusableProfile, describe_skipped, profile_key, skip_other_kinds,
};
pub use lock_diff::{DescribedLockChange, LockDiffAnswer};
#[cfg(feature = "manifests")]
pub use manifests::{
    FieldValue, FoundFields, ManifestSchema, SchemaField, find_fields, manifest_schemas, manifest_schemas_at,
};
pub use matrix::{
    MatrixAnswer, MatrixCell, MatrixColumn, MatrixQuery, MatrixRow, PartlyMappedVersion, SpecialFlavor,
    WorkersWithFlavor,
};
pub use migrate::{MigrateAnswer, MigrateInput, MigrateNote, MigrateOutcome, MigrateProof, MigrateQuery};
pub use missing::{MissingAnswer, MissingEntry, MissingInput, MissingQuery};
pub use named_release::NamedRelease;
pub use overlay::FilledDocument;
pub use plan::{
    DifferenceKind, ExplainedShoot, FleetPlanner, LastMaintenance, LastMaintenanceComparer, LastMaintenanceTotals,
    MaintenanceDifference, PlanAnswer, PlanEntry, PlanExplainAnswer, PlanExplainQuery, PlanHead, PlanLastAnswer,
    PlanLastQuery, PlanQuery, PlanSummary, PlanTotals, PlannedShoot, PoolExplanation, PoolImages, ReportedMaintenance,
};
pub use prove::{ProveAnswer, ProveInput, ProveQuery, ProvedInvariant};
#[cfg(feature = "rules")]
pub use providers::{ProviderAnswer, ProviderDescription, ProviderQuery, ProvidersAnswer, ProvidersQuery};
pub use query_context::{AppliedSettings, ProfileInput, QueryContext};
pub use query_error::QueryError;
pub use quirks::{QuirksAnswer, QuirksQuery};
pub use render::{Provenance, ProvenancePlace, RenderAnswer, RenderQuery};
pub use resolve::{RegionAnswer, ResolveAnswer, ResolveInput, ResolveQuery};
pub use rolls::{RollsAnswer, RollsInput, RollsQuery, ShootRolls};
pub use rootstock_upgrade::{ChangeGroup, CheckedAs, DocumentComparer, ReleaseSwitch, SwitchKind};
#[cfg(feature = "rules")]
pub use rules::{RuleDescription, RulesAnswer, RulesQuery};
#[cfg(feature = "schema")]
pub use schema::{
    QuerySchemas, baseline_schema, change_list_schema, lock_diff_schema, machine_type_list_schema, query_schemas,
    reference_list_schema,
};
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as HasJsonSchema;
pub use select::{SelectAnswer, SelectQuery, SelectedImage, SelectedVersion};
pub use shoots::ShootsInput;
pub use table::{Example, QuerySubject, WasmModule};
pub use unknown::{NameKind, UnknownName};
#[cfg(feature = "rules")]
pub use unknown::{UnknownProvider, UnknownRule};
pub use upgrade_check::{
    AnsweredSwitch, CheckedDuring, ExtensionStep, LeftOutGate, RunningRelease, UncomparedObject, UpgradeAnswer,
    UpgradeChangeAnswer, UpgradeInput, UpgradeQuery, UpgradeStepAnswer,
};
pub use upkeep::{
    ExposedPool, ExposedVersion, ExposureAnswer, ExposureEnd, ExposureQuery, ExposureTotals, InferAnswer, InferQuery,
    LaterComparer, LaterEvent, LaterMaintenance, LaterTotals, LaterUpdate, PostponedProposal, ProposalAnswer,
    ProposalQuery, ProposedEntry, ShootLaterEvents, UnknownUsers, UnmatchedSelection, UnproposedEntry, UpkeepAnswer,
    UpkeepInput, UpkeepNote, UpkeepOutcome, UpkeepQuery, exposed_pools,
};
pub use usage::{ShootUsage, Uncounted, UsageAnswer, UsageCounter, UsageQuery, UsageTotals};
pub use verify::{ComparedParts, VerifyAnswer, VerifyInput, VerifyQuery};
pub use versions::{OtherVersion, VersionsAnswer, VersionsQuery};
pub use worker::{ShootWorker, WorkerDescription, WorkerField, WorkerSurroundings};

/// A visitor of all questions.
pub trait QueryVisitor {
    /// Visits a question.
    fn question<Q: Query>(&mut self);
}

/// Visits all questions, ordered by the schemas of their answers. This is the table of questions: every list of them is
/// built with it.
pub fn visit_queries(each: &mut impl QueryVisitor) {
    each.question::<AvailabilityQuery>();
    each.question::<CanonicalizeQuery>();
    each.question::<CheckQuery>();
    each.question::<DefaultQuery>();
    each.question::<DiffQuery>();
    #[cfg(feature = "rules")]
    each.question::<RuleQuery>();
    each.question::<ImagesQuery>();
    each.question::<MachineTypesQuery>();
    each.question::<MatrixQuery>();
    each.question::<MigrateQuery>();
    each.question::<MissingQuery>();
    each.question::<PlanQuery>();
    each.question::<PlanExplainQuery>();
    each.question::<PlanLastQuery>();
    each.question::<ProveQuery>();
    #[cfg(feature = "rules")]
    each.question::<ProviderQuery>();
    #[cfg(feature = "rules")]
    each.question::<ProvidersQuery>();
    each.question::<QuirksQuery>();
    each.question::<RenderQuery>();
    each.question::<ResolveQuery>();
    each.question::<RollsQuery>();
    #[cfg(feature = "rules")]
    each.question::<RulesQuery>();
    each.question::<SelectQuery>();
    each.question::<UpgradeQuery>();
    each.question::<UpkeepQuery>();
    each.question::<ExposureQuery>();
    each.question::<InferQuery>();
    each.question::<ProposalQuery>();
    each.question::<UsageQuery>();
    each.question::<VerifyQuery>();
    each.question::<VersionsQuery>();
}

/// A type with a JSON Schema, if the feature `schema` is enabled.
#[cfg(not(feature = "schema"))]
pub trait HasJsonSchema {}

#[cfg(not(feature = "schema"))]
impl<T: ?Sized> HasJsonSchema for T {}

/// A question, as data.
pub trait Query: Serialize + DeserializeOwned + HasJsonSchema {
    /// The name and version of the answer's schema: `rootstock.NAME/vN`. Within a version, fields are only added.
    const ANSWER_SCHEMA: &'static str;
    /// The subject of the question.
    const SUBJECT: QuerySubject;
    /// The example that the documentation shows and that every face is tested with.
    const EXAMPLE: Example;
    /// The smallest WebAssembly module that answers it. Only questions that web pages ask often belong in the small ones.
    const MODULE: WasmModule = WasmModule::Everything;
    /// Whether a face answers it as the release of Gardener that the Shoots name, unless one is set, and refuses feature gates that this
    /// release does not have. A question about several releases decides both itself.
    const FOLLOWS_SHOOTS: bool = true;
    /// The answer.
    type Answer: Serialize + HasJsonSchema;
    /// The subject of the question, such as a profile or the registered plug-ins.
    type Input<'a>;
    /// The error when there is no answer.
    type Error: std::error::Error + Into<QueryError>;

    /// Returns the name of the question, as in `ANSWER_SCHEMA`. Faces ask it by this name.
    #[must_use]
    fn name() -> &'static str {
        let name = Self::ANSWER_SCHEMA.strip_prefix("rootstock.").and_then(|rest| rest.split_once('/'));
        name.map_or(Self::ANSWER_SCHEMA, |(name, _)| name)
    }

    /// Answers the question.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer, for instance because the question names something that does not exist.
    fn ask(&self, input: Self::Input<'_>) -> Result<Self::Answer, Self::Error>;

    /// Answers the question about the subjects that a face provides.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer, or if the face does not have the subject of the question.
    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure>;

    /// Writes an answer as the faces do, with the version of the answering program.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    fn write(answer: &Self::Answer, tool_version: &str, out: &mut dyn io::Write) -> io::Result<()> {
        write_envelope(Self::ANSWER_SCHEMA, tool_version, answer, out)
    }
}

/// The examples of the page about embedding, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/embedding.md")]
struct Embedding;
