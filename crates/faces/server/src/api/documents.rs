//! The manifests in a request body, in combination with the garden.

use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::{Analysis, CheckMode, Child, Object, Profile, ProfileKey, Role};
use rootstock_queries::DiffSides;

use super::context::{QuestionContext, Shoots, known_profile, known_shoot};
use crate::garden::add_affected_shoots;
use crate::http::Problem;
use crate::parameters::Parameter;

/// The file name of the manifests in answers.
pub(super) const BODY: &str = "body";

/// Returns the analysis of the garden with the manifests added. Fails if a part of the manifests cannot be parsed.
pub(super) fn parse_body(context: &QuestionContext<'_>) -> Result<Analysis, Problem> {
    let analysis = context.sent.clone();
    let why = analysis.unreadable(Role::Checked, BODY).next().map(|why| why.detail.clone());
    match why {
        Some(why) => Err(unprocessable(format!("the body cannot be read: {why}"))),
        None => Ok(analysis),
    }
}

fn unprocessable(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
}

/// Judges the manifests as updates of the known profiles.
fn compare_with_known_profiles(analysis: &mut Analysis) {
    analysis.set_mode(CheckMode::Update);
    for name in analysis.input_names(Role::Known) {
        if let Some(text) = analysis.text(Role::Known, &name).map(str::to_owned) {
            analysis.set(Role::Old, &name, text.as_bytes());
        }
    }
}

/// Like [`compare_with_known_profiles`], but also with the old versions of Shoots in the body, and with the Shoots that use its profiles.
fn compare_with_garden(context: &QuestionContext<'_>, analysis: &mut Analysis) {
    compare_with_known_profiles(analysis);
    let (mut profiles, mut same_names) = (Vec::new(), Vec::new());
    for object in analysis.objects(Role::Checked, BODY) {
        match (object.profile_key(), object.shoot()) {
            (Some(key), _) => profiles.push(key),
            (None, Some(shoot)) => {
                let metadata = &shoot.object.metadata;
                same_names.extend(context.garden.shoot(context.visible, &metadata.namespace, &metadata.name));
            }
            (None, None) => {}
        }
    }
    let mut users = context.garden.affected_shoots(&profiles, context.visible);
    users.representatives.extend(same_names);
    context.add_note(add_affected_shoots(analysis, &users, || true));
}

/// Prepares the manifests for `check`, with the requested operation and the configuration.
pub(super) fn to_check(context: &QuestionContext<'_>) -> Result<Analysis, Problem> {
    let mut analysis = context.sent.clone();
    match context.parameters.choice(Parameter::Operation)? {
        1 => analysis.set_mode(CheckMode::Create),
        2 => compare_with_garden(context, &mut analysis),
        _ => {}
    }
    analysis.set_advice(context.configuration.advice(None));
    analysis.set_configuration(Arc::clone(context.configuration));
    Ok(analysis)
}

/// Returns the NamespacedCloudProfiles with this parent.
pub(super) fn children_below(analysis: &Analysis, profile: &ProfileKey) -> Vec<Arc<Child>> {
    let is_below = |child: &Child| ProfileKey::parent_of(&child.object).as_ref() == Some(profile);
    analysis.children().filter(|(_, child)| is_below(child)).map(|(_, child)| Arc::clone(child)).collect()
}

/// Returns the known profile and the one in the body.
pub(super) fn sides(context: &QuestionContext<'_>) -> Result<DiffSides, Problem> {
    let key = context.key();
    let before = context.analysis();
    let old = known_profile(&before, &key)?;
    let mut after = parse_body(context)?;
    let new = only_profile(&after)?;
    if old.child().is_some() != new.child().is_some() {
        let (is, becomes) = (old.key().kind(), new.key().kind());
        return Err(unprocessable(format!("`{key}` is a {is}, but the body has a {becomes}")));
    }
    let existing = children_below(&before, &key);
    let sent: Vec<Arc<Child>> = after.objects(Role::Checked, BODY).filter_map(Object::child).cloned().collect();
    compare_with_known_profiles(&mut after);
    Ok(DiffSides::new(&old, &mut after, &new, [existing, sent, Vec::new()]))
}

/// Returns the Shoots in the body, and the known Shoots with the same names.
pub(super) fn shoots(context: &QuestionContext<'_>) -> Result<[Shoots; 2], Problem> {
    let analysis = parse_body(context)?;
    let sent: Shoots = analysis.objects(Role::Checked, BODY).filter_map(Object::shoot).cloned().collect();
    if sent.is_empty() {
        return Err(unprocessable("the body has no Shoot"));
    }
    let existing = sent.iter().filter_map(|shoot| {
        let metadata = &shoot.object.metadata;
        known_shoot(context, &metadata.namespace, &metadata.name)
    });
    let existing = existing.collect();
    Ok([sent, existing])
}

/// Returns the profile in the body: its only CloudProfile, or else the rendered form of its only NamespacedCloudProfile.
pub(super) fn only_profile(analysis: &Analysis) -> Result<Arc<Profile>, Problem> {
    let objects: Vec<&Object> = analysis.objects(Role::Checked, BODY).collect();
    let own: Vec<&Arc<Profile>> = objects.iter().filter_map(|object| object.cloud_profile()).collect();
    let children: Vec<&Arc<Child>> = objects.iter().filter_map(|object| object.child()).collect();
    match (own.as_slice(), children.as_slice()) {
        ([only], _) => Ok(Arc::clone(only)),
        ([], [only]) => analysis.render(only).map_err(|none| unprocessable(none.reason())),
        ([], []) => Err(unprocessable("the body has no CloudProfile and no NamespacedCloudProfile")),
        _ => Err(unprocessable("the body has several profiles; send only one")),
    }
}
