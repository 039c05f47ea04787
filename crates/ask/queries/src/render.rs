//! `render`: the spec that the Shoots of a NamespacedCloudProfile get, with the origin of each part.

use rootstock_admission::{Effect, Origin};
use rootstock_analysis::{Profile, Role, Written};
use rootstock_core_model::{
    CloudProfileSpec, FieldPath, GARDENER, NamespacedCloudProfile, NamespacedCloudProfileStatus, RawObject, Segment,
};
use rootstock_document::Locator;
use serde::{Deserialize, Serialize};

use crate::face::ask_about_profile;
use crate::overlay::Setting;
use crate::{AppliedSettings, Example, Face, FilledDocument, ProfileInput, Query, QueryError, QuerySubject};

/// Asks for the spec that the Shoots of a NamespacedCloudProfile get.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RenderQuery {}

/// A rendered NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RenderAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The namespace of the profile.
    pub namespace: String,
    /// The profile.
    pub profile: String,
    /// The parent CloudProfile.
    pub parent: String,
    /// Whether this is the last result of Gardener's, because the parent is not known.
    pub rendered_last: bool,
    /// The result, the `spec` of a CloudProfile.
    #[cfg_attr(feature = "schema", schemars(with = "RawObject"))]
    pub cloud_profile_spec: CloudProfileSpec,
    /// The parts that do not come from the parent.
    pub provenance: Vec<Provenance>,
}

/// The origin of a part of the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Provenance {
    /// The path, in the object as stored in the cluster: below `status.cloudProfileSpec`.
    pub path: FieldPath,
    /// The effect on that part.
    pub effect: Effect,
    /// The parent's value, if it is a scalar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_value: Option<String>,
    /// The origin in the NamespacedCloudProfile.
    pub from: ProvenancePlace,
}

/// A place in a NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProvenancePlace {
    /// The field.
    pub path: FieldPath,
    /// The input.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Query for RenderQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.render/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "render fixtures/children/arboretum.yaml --parent fixtures/profiles/orchard.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/children/arboretum.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = RenderAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<RenderAnswer, QueryError> {
        let rendered = input.profile;
        let written = rendered.child().ok_or(QueryError::NotNamespaced)?;
        if let Some(reason) = rendered.merge_obstacle() {
            return Err(QueryError::NotMerged { key: rendered.key().clone(), reason });
        }
        Ok(RenderAnswer {
            settings: input.asked.into(),
            namespace: written.object.metadata.namespace.clone(),
            profile: rendered.name().to_owned(),
            parent: written.object.spec.parent.name.clone(),
            rendered_last: rendered.origins().is_none(),
            cloud_profile_spec: rendered.spec().clone(),
            provenance: provenance(written, rendered),
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

impl RenderAnswer {
    /// Returns the NamespacedCloudProfile as it would be in the cluster, with the result in its status. `written` is
    /// the one in question.
    #[must_use]
    pub fn in_cluster(&self, written: &Written<NamespacedCloudProfile>) -> FilledDocument {
        let status = NamespacedCloudProfileStatus {
            cloud_profile_spec: self.cloud_profile_spec.clone(),
            observed_generation: written.object.metadata.generation,
        };
        let value = RawObject::from_serialize(&status).unwrap_or_default();
        let setting = Setting { path: FieldPath::root().field("status"), value };
        FilledDocument::new(written.raw.clone(), vec![setting])
    }
}

fn provenance(written: &Written<NamespacedCloudProfile>, rendered: &Profile) -> Vec<Provenance> {
    let source = written.source();
    let mut locator = Locator::with_hints(written.raw.node(), &GARDENER);
    let origins = rendered.origins().into_iter().flatten();
    let of_origin = |Origin { path, from, effect, parent }: &Origin| {
        let place = source.line_column(locator.locate(from).span.range().start);
        let file = source.display_name().to_owned();
        Provenance {
            path: in_status(path),
            effect: *effect,
            parent_value: parent.clone(),
            from: ProvenancePlace { path: from.clone(), file, line: place.line, column: place.column },
        }
    };
    origins.map(of_origin).collect()
}

/// Converts a path below `spec` of the rendered profile to the path in the NamespacedCloudProfile.
fn in_status(path: &FieldPath) -> FieldPath {
    let below = path.segments().iter().skip(1).cloned();
    let head = FieldPath::root().field("status").field("cloudProfileSpec");
    FieldPath::from(head.segments().iter().cloned().chain(below).collect::<Vec<Segment>>())
}
