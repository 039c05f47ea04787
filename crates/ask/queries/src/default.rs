//! `default`: Shoots as the mutator would leave them, with each filled-in field and the reason.

use std::collections::HashMap;

use rootstock_admission::{FillReason, Filled, MutatedShoot, ShootOperation, default_shoot, mutate_shoot};
use rootstock_analysis::{Role, Written, full_name};
use rootstock_core_model::{FieldPath, RawObject, Segment, Settings, Shoot, Worker};
use rootstock_judge::Judge;
use serde::{Deserialize, Serialize};

use crate::difference::{compare, describe_replacements, few};
use crate::overlay::Setting;
use crate::shoots::profile_of;
use crate::{
    AppliedSettings, Difference, Example, Face, FilledDocument, Query, QueryError, QuerySubject, ShootsInput,
    WasmModule,
};

/// Asks how Gardener fills in Shoots.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefaultQuery {}

/// Shoots as Gardener fills them in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefaultAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The Shoots, in the order of the question.
    pub shoots: Vec<DefaultedShoot>,
    /// Shoots that cannot be filled in because their profile is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_profile: Vec<ShootWithoutProfile>,
}

/// A Shoot whose profile is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShootWithoutProfile {
    /// The namespace and name.
    pub name: String,
    /// The reason why there is no profile.
    pub reason: String,
}

/// A Shoot and its filled-in fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DefaultedShoot {
    /// The namespace and name.
    pub name: String,
    /// The whole Shoot, filled in.
    pub shoot: FilledDocument,
    /// The fields that were filled in, with reasons.
    pub filled: Vec<Filled>,
    /// The reasons why the Shoot cannot be filled in.
    pub refused: Vec<String>,
    /// The values that the other semantics would fill in, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Difference>,
}

impl Query for DefaultQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.default/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "default fixtures/shoots/harbour-after.yaml --profile fixtures/profiles/harbour.yaml",
        question: "{}",
        files: &[
            (Role::Checked, "fixtures/shoots/harbour-after.yaml"),
            (Role::Known, "fixtures/profiles/harbour.yaml"),
        ],
    };
    const MODULE: WasmModule = WasmModule::Rootstock;
    type Answer = DefaultAnswer;
    type Input<'a> = ShootsInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ShootsInput<'_>) -> Result<DefaultAnswer, QueryError> {
        let mut answer =
            DefaultAnswer { settings: input.asked.into(), shoots: Vec::new(), without_profile: Vec::new() };
        let mut missing = None;
        for written in input.shoots {
            match defaulted(written, input) {
                Ok(shoot) => answer.shoots.push(shoot),
                Err(QueryError::NotFilledIn { shoot: name, reason }) => {
                    answer.without_profile.push(ShootWithoutProfile { name: name.clone(), reason: reason.to_string() });
                    missing.get_or_insert(QueryError::NotFilledIn { shoot: name, reason });
                }
                Err(other) => return Err(other),
            }
        }
        // Shoots with a profile are answered for even if others have none.
        match missing {
            Some(missing) if answer.shoots.is_empty() => Err(missing),
            _ => Ok(answer),
        }
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let ([shoots, before], profiles) = (face.sent_shoots()?, face.profiles()?);
        let input = ShootsInput { shoots: &shoots, before: &before, profiles: &profiles, asked: face.asked()? };
        Ok(self.ask(input)?)
    }
}

fn defaulted(written: &Written<Shoot>, input: ShootsInput<'_>) -> Result<DefaultedShoot, QueryError> {
    let compiled = profile_of(input.profiles, &written.object)?;
    let old = input.before(&written.object).map(|before| {
        let mut old = Shoot::clone(&before.object);
        default_shoot(&mut old);
        old
    });
    let operation = old.as_ref().map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
    let mut shoot = Shoot::clone(&written.object);
    default_shoot(&mut shoot);
    let ask = |settings: &Settings| mutate_shoot(&shoot, operation, Judge::new(&compiled, *settings));
    let mutated = ask(&input.asked.settings);
    let otherwise = compare(input.asked, &mutated, ask, instead);
    let mut settings: Vec<Setting> = mutated.filled.iter().filter_map(setting).collect();
    settings.extend(image_configs(&shoot, &mutated.shoot));
    Ok(DefaultedShoot {
        name: full_name(&written.object),
        shoot: FilledDocument::new(written.raw.clone(), settings),
        filled: mutated.filled,
        refused: mutated.violations.iter().map(ToString::to_string).collect(),
        otherwise,
    })
}

/// Indexes the filled-in values by path.
fn by_path(answer: &MutatedShoot) -> HashMap<&[Segment], &str> {
    answer.filled.iter().map(|filled| (filled.path.segments(), filled.value.as_str())).collect()
}

/// Describes how the second answer differs from the first.
fn instead(ours: &MutatedShoot, theirs: &MutatedShoot) -> Vec<String> {
    let (our, their) = (by_path(ours), by_path(theirs));
    let others = theirs.filled.iter().filter(|filled| our.get(filled.path.segments()) != Some(&filled.value.as_str()));
    let mut instead = describe_replacements(others.map(|filled| (&filled.path, format!("`{}`", filled.value))));
    let missing = ours.filled.iter().filter(|filled| !their.contains_key(filled.path.segments()));
    instead.extend(few(missing.map(|filled| format!("nothing is filled in at {}", filled.path)), |more| {
        format!("nothing is filled in at {more} more places")
    }));
    if theirs.violations.is_empty() != ours.violations.is_empty() {
        instead.push(match theirs.violations.first() {
            Some(violation) => format!("the Shoot is refused: {violation}"),
            None => "the Shoot is not refused".to_owned(),
        });
    }
    instead
}

/// Returns `None` for the settings of an image, which are not a string.
fn setting(filled: &Filled) -> Option<Setting> {
    (filled.because != FillReason::SettingsPutBack).then_some(())?;
    Some(Setting { path: filled.path.clone(), value: RawObject::from_serialize(&filled.value).ok()? })
}

/// Returns the image configurations that were kept, for workers that name no image, or put back.
fn image_configs(before: &Shoot, after: &Shoot) -> Vec<Setting> {
    let pairs = before.spec.provider.workers.iter().zip(&after.spec.provider.workers).enumerate();
    let kept = pairs.filter_map(|(index, (before, after))| {
        let config = |worker: &Worker| worker.machine.image.as_ref()?.provider_config.clone();
        let value = (config(before) != config(after)).then(|| config(after).unwrap_or_default())?;
        let path = FieldPath::root().field("spec").field("provider").field("workers").index(index);
        Some(Setting { path: path.field("machine").field("image").field("providerConfig"), value })
    });
    kept.collect()
}
