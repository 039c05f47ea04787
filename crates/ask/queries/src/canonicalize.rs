//! `canonicalize`: a CloudProfile or NamespacedCloudProfile as Gardener stores it, with each field it fills in or drops
//! and the reason.

use std::borrow::Cow;

use rootstock_admission::{
    Operation, canonicalize_cloud_profile, check_cloud_profile_for_provider,
    check_namespaced_cloud_profile_for_provider, default_cloud_profile, default_namespaced_cloud_profile,
};
use rootstock_analysis::stored_form::{InWrittenOrder, StoredDifference, differences};
use rootstock_analysis::{Profile, Role, Written};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, RawObject, Settings};
use serde::{Deserialize, Serialize, Serializer};

use crate::{AppliedSettings, Example, Face, ProfileInput, Query, QueryError, QuerySubject};

/// The resource version that both objects get, because an update must name one.
const ASSUMED_VERSION: &str = "1";

/// Asks how Gardener stores a CloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CanonicalizeQuery {
    /// Whether the profile is being created, if it replaces none.
    pub create: bool,
}

/// A CloudProfile, or a rendered NamespacedCloudProfile, and the profile that it replaces.
#[derive(Debug, Clone, Copy)]
pub struct CanonicalizeInput<'a> {
    /// The profile, and the settings to ask under.
    pub profile: ProfileInput<'a>,
    /// The profile being replaced.
    pub old: Option<&'a Profile>,
}

/// A CloudProfile or NamespacedCloudProfile as Gardener stores it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CanonicalizeAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The number of errors in the profile; Gardener would not store a profile with errors.
    pub errors: usize,
    /// The profile, with its fields in the order in which they were written.
    pub profile: StoredProfile,
    /// The differences between the stored and the written profile, in the order of the written one.
    pub changes: Vec<StoredDifference>,
}

/// A CloudProfile as it is stored, with its fields in the order in which they were written.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredProfile {
    written: RawObject,
    stored: RawObject,
}

impl Serialize for StoredProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InWrittenOrder { written: Some(self.written.node()), stored: self.stored.node() }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for StoredProfile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StoredProfile".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object", "additionalProperties": true, "description": "A CloudProfile with all its fields."})
    }
}

impl Query for CanonicalizeQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.canonicalize/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "canonicalize fixtures/profiles/local-clean.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/profiles/local-clean.yaml")],
    };
    type Answer = CanonicalizeAnswer;
    type Input<'a> = CanonicalizeInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: CanonicalizeInput<'_>) -> Result<CanonicalizeAnswer, QueryError> {
        let ProfileInput { profile, asked } = input.profile;
        if let Some(child) = profile.child() {
            return self.ask_of_child(child, input);
        }
        let document = profile.written().ok_or(QueryError::NotACloudProfile)?;
        let mut written = profile.validated().unwrap_or(&document.object).clone();
        let metadata = written.metadata.clone();
        let old = input.old.map(|old| {
            let mut old = old.stored().clone();
            // Concurrent modification is not checked here.
            old.metadata.resource_version = ASSUMED_VERSION.to_owned();
            written.metadata.resource_version = ASSUMED_VERSION.to_owned();
            old
        });
        let operation = self.operation(old.as_ref());
        let (stored, errors) = stored(profile, (document, &written), operation, &asked.settings);
        let stored = RawObject::from_serialize(&CloudProfile { metadata, ..stored }).map_err(QueryError::Unwritable)?;
        Ok(CanonicalizeAnswer {
            settings: asked.into(),
            errors,
            changes: changes(profile, &document.raw, &stored),
            profile: StoredProfile { written: document.raw.clone(), stored },
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let profile = face.sent_profile(&face.manifests()?)?;
        let old = face.profile_before(profile.key())?;
        let profile = ProfileInput { profile: &profile, asked: face.asked()? };
        Ok(self.ask(CanonicalizeInput { profile, old: old.as_deref() })?)
    }
}

impl CanonicalizeQuery {
    fn operation<'o, T>(&self, old: Option<&'o T>) -> Operation<'o, T> {
        match old {
            Some(old) => Operation::Update { old },
            None if self.create => Operation::Create,
            None => Operation::State,
        }
    }

    /// Answers for the NamespacedCloudProfile that the profile was rendered from.
    fn ask_of_child(
        &self,
        child: &Written<NamespacedCloudProfile>,
        input: CanonicalizeInput<'_>,
    ) -> Result<CanonicalizeAnswer, QueryError> {
        let ProfileInput { profile, asked } = input.profile;
        let metadata = child.object.metadata.clone();
        let mut written =
            profile.validated_child().map_or_else(|| NamespacedCloudProfile::clone(&child.object), Cow::into_owned);
        let old = input.old.and_then(Profile::child).map(|old| {
            let mut old = NamespacedCloudProfile::clone(&old.object);
            default_namespaced_cloud_profile(&mut old);
            old.metadata.resource_version = ASSUMED_VERSION.to_owned();
            written.metadata.resource_version = ASSUMED_VERSION.to_owned();
            old
        });
        let operation = self.operation(old.as_ref());
        let built_in = profile.provider().map_or(&[][..], |provider| provider.extension().worker_capabilities);
        let parent = profile.parent().map(|parent| parent.stored());
        let outcome =
            check_namespaced_cloud_profile_for_provider(built_in, &written, parent, operation, &asked.settings);
        let errors = child.errors_with(outcome.violations);
        let stored = outcome.stored.unwrap_or_else(|| {
            default_namespaced_cloud_profile(&mut written);
            written
        });
        let stored = NamespacedCloudProfile { metadata, status: None, ..stored };
        let stored = RawObject::from_serialize(&stored).map_err(QueryError::Unwritable)?;
        Ok(CanonicalizeAnswer {
            settings: asked.into(),
            errors,
            changes: changes(profile, &child.raw, &stored),
            profile: StoredProfile { written: child.raw.clone(), stored },
        })
    }
}

/// Lists the differences between the written and the stored profile, with their reasons.
fn changes(profile: &Profile, written: &RawObject, stored: &RawObject) -> Vec<StoredDifference> {
    let mut changes = differences(written.node(), stored.node());
    let by_extension = profile.flavors_by_extension();
    for change in &mut changes {
        if by_extension.iter().any(|flavors| change.path.segments().starts_with(flavors.segments())) {
            change.because = "the extension's webhook writes the flavors that `providerConfig` maps";
        }
    }
    changes
}

/// Returns the profile as it is stored, and its number of errors. A profile with errors is not stored, but answered for
/// all the same.
fn stored(
    profile: &Profile,
    (document, written): (&Written<CloudProfile>, &CloudProfile),
    operation: Operation<'_>,
    settings: &Settings,
) -> (CloudProfile, usize) {
    let built_in = profile.provider().map_or(&[][..], |provider| provider.extension().worker_capabilities);
    let outcome = check_cloud_profile_for_provider(built_in, written, operation, settings);
    let errors = document.errors_with(outcome.violations);
    if let Some(canonical) = outcome.canonical {
        return (canonical, errors);
    }
    let mut stored = written.clone();
    stored.status = None;
    default_cloud_profile(&mut stored);
    if let Some(old) = operation.old().filter(|_| settings.quirks.cloud_profile.update_syncs_before_validation) {
        canonicalize_cloud_profile(&mut stored, Some(old));
    }
    canonicalize_cloud_profile(&mut stored, None);
    (stored, errors)
}
