//! `prove`: whether invariants hold for every worker that a profile admits, or the workers for which they do not.

use rootstock_analysis::{Profile, Role};
use rootstock_guarantees::{FleetPools, Invariant, InvariantVerdict, Prover};
use rootstock_judge::Judge;
use serde::{Deserialize, Serialize};

use crate::{AppliedSettings, Example, Face, ProfileInput, Query, QueryError, QuerySubject};

/// Asks whether invariants hold for every worker that a profile admits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProveQuery {
    /// The invariants, as sentences: `every worker always has an image`.
    pub invariants: Vec<String>,
}

/// A profile, and the profile that it replaces.
#[derive(Debug, Clone, Copy)]
pub struct ProveInput<'a> {
    /// The profile, and the settings to ask under.
    pub profile: ProfileInput<'a>,
    /// The profile being replaced; invariants about a change cannot be decided without it.
    pub old: Option<&'a Profile>,
    /// The worker pools of the Shoots that use the profile, if they are known.
    pub pools: Option<&'a FleetPools>,
}

/// The decisions about invariants.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProveAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// The number of worker pools of the given Shoots that use the profile; absent if no Shoots are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pools: Option<usize>,
    /// The invariants, in the order of the question.
    pub invariants: Vec<ProvedInvariant>,
}

/// An invariant with its decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProvedInvariant {
    /// The sentence.
    pub invariant: String,
    /// The decision.
    #[serde(flatten)]
    pub verdict: InvariantVerdict,
    /// The number of worker pools of the given Shoots in the classes that it is about; absent if no Shoots are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pools: Option<usize>,
}

impl ProveAnswer {
    /// Returns whether all invariants hold, as far as they can be decided. An invariant about nothing proves nothing.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.invariants.iter().all(|one| match one.verdict {
            InvariantVerdict::Holds { classes } => classes > 0,
            InvariantVerdict::Broken { .. } => false,
            InvariantVerdict::NeedsOld => true,
        })
    }
}

impl Query for ProveQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.prove/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "prove fixtures/profiles/greenhouse.yaml --config fixtures/guarantees/rootstock.toml",
        question: r#"{"invariants": [
            "every worker on pot.* always has an image",
            "every worker with architecture=arm64 has the image tomato@2.1.*"
        ]}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    type Answer = ProveAnswer;
    type Input<'a> = ProveInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProveInput<'_>) -> Result<ProveAnswer, QueryError> {
        let ProfileInput { profile, asked } = input.profile;
        // Workers of a NamespacedCloudProfile are not covered.
        if profile.child().is_some() {
            return Err(QueryError::InvariantsOfNamespaced);
        }
        let sentences = self.invariants.iter().map(|sentence| {
            let parsed = sentence.parse::<Invariant>();
            parsed.map_err(|reason| QueryError::Invariant { sentence: sentence.clone(), reason })
        });
        let invariants: Vec<Invariant> = sentences.collect::<Result<_, _>>()?;
        if let Some(old) = input.old
            && old.spec().provider_type != profile.spec().provider_type
        {
            return Err(QueryError::OldOfOtherProvider {
                old: old.spec().provider_type.clone(),
                new: profile.spec().provider_type.clone(),
            });
        }
        let compiled = input.profile.compiled()?;
        let old = input.old.map(|old| old.compiled(asked.settings.gates)).transpose()?;
        let old = old.as_deref().map(|old| Judge::new(old, asked.settings));
        let prover = Prover::new(Judge::new(&compiled, asked.settings), old);
        let proved = invariants.iter().map(|invariant| ProvedInvariant {
            invariant: invariant.to_string(),
            verdict: prover.prove(invariant),
            pools: input.pools.map(|pools| prover.pools(invariant, pools)),
        });
        Ok(ProveAnswer {
            settings: asked.into(),
            profile: profile.name().to_owned(),
            provider: profile.spec().provider_type.clone(),
            pools: input.pools.map(FleetPools::count),
            invariants: proved.collect(),
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let profile = face.sent_profile(&face.manifests()?)?;
        let old = face.profile_before(profile.key())?;
        let profile = ProfileInput { profile: &profile, asked: face.asked()? };
        Ok(self.ask(ProveInput { profile, old: old.as_deref(), pools: None })?)
    }
}
