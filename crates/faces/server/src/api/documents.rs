//! Questions about manifests that are sent along, beside what is there.

use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, Child, Judgement, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_queries::{
    CanonicalizeAsked, CanonicalizeQuery, CheckAsked, CheckQuery, DefaultQuery, DiffAsked, DiffQuery, DiffSides,
    MigrateAsked, MigrateQuery, MissingAsked, MissingQuery, NoAnswer, ProfileAsked, ProposalQuery, Query, RollsAsked,
    RollsQuery, ShootsAsked, UpkeepAsked, UpkeepQuery,
};

use super::asking::{Asking, answer, known_profile, known_shoot};
use crate::garden::{Visible, hold_against};
use crate::http::Problem;
use crate::parameters::Parameter;

/// What answers call the manifests.
const BODY: &str = "body";

/// What is known, and the manifests beside it.
fn with_body(asking: &Asking<'_>) -> Analysis {
    let mut analysis = asking.analysis();
    analysis.set(Role::Checked, BODY, asking.body);
    analysis
}

/// The same, if all of the manifests can be read.
fn readable(asking: &Asking<'_>) -> Result<Analysis, Problem> {
    let analysis = with_body(asking);
    let why = analysis.unreadable(Role::Checked, BODY).next().map(|why| why.detail.clone());
    match why {
        Some(why) => Err(in_the_way(format!("the body cannot be read: {why}"))),
        None => Ok(analysis),
    }
}

fn in_the_way(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
}

/// Takes the profiles that are there as what was there before.
fn hold_against_profiles(analysis: &mut Analysis) {
    analysis.set_judgement(Judgement::Update);
    for name in analysis.input_names(Role::Known) {
        if let Some(text) = analysis.text(Role::Known, &name).map(str::to_owned) {
            analysis.set(Role::Old, &name, text.as_bytes());
        }
    }
}

/// The same with the Shoots of the body, and with those that use its profiles.
fn hold_against_what_is_there(asking: &Asking<'_>, analysis: &mut Analysis) {
    hold_against_profiles(analysis);
    let mut used = Vec::new();
    for object in analysis.objects(Role::Checked, BODY) {
        match (object.profile_key(), object.shoot()) {
            (Some(key), _) => used.extend(asking.garden.shoots_of(&key, asking.visible)),
            (None, Some(shoot)) => {
                let metadata = &shoot.object.metadata;
                used.extend(asking.garden.shoot(asking.visible, &metadata.namespace, &metadata.name));
            }
            (None, None) => {}
        }
    }
    asking.tell(hold_against(analysis, &used, || true));
}

pub(crate) fn check(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let mut analysis = with_body(asking);
    match asking.parameters.choice(Parameter::Operation)? {
        1 => analysis.set_judgement(Judgement::Create),
        2 => hold_against_what_is_there(asking, &mut analysis),
        _ => {}
    }
    analysis.set_advice(asking.configuration.advice(None));
    analysis.set_configuration(Arc::clone(asking.configuration));
    answer(&asking.question::<CheckQuery>()?, CheckAsked { analysis: &analysis, asked: asking.asked })
}

pub(crate) fn canonicalize(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let analysis = readable(asking)?;
    let profile = only_profile(&analysis)?;
    let old = asking.analysis().profile(profile.key()).ok();
    let profile = ProfileAsked { profile: &profile, asked: asking.asked };
    answer(&asking.question::<CanonicalizeQuery>()?, CanonicalizeAsked { profile, old: old.as_deref() })
}

pub(crate) fn migrate(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let analysis = readable(asking)?;
    let profile = only_profile(&analysis)?;
    let over = MigrateAsked { analysis: &analysis, profile: &profile, asked: asking.asked };
    answer(&asking.question::<MigrateQuery>()?, over)
}

pub(crate) fn missing(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let analysis = readable(asking)?;
    let profile = only_profile(&analysis)?;
    answer(&asking.question::<MissingQuery>()?, MissingAsked { profile: &profile, asked: asking.asked })
}

pub(crate) fn upkeep(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let query = asking.question::<UpkeepQuery>()?;
    work_on(asking, &query, query.depends_on_usage())
}

/// Policies are those of the configuration, unless the question has some.
pub(crate) fn propose(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let mut query = asking.question::<ProposalQuery>()?;
    if query.policies == UpkeepPolicies::default() {
        query.policies = asking.configuration.upkeep().clone();
    }
    work_on(asking, &query, true)
}

fn work_on<Q>(asking: &Asking<'_>, query: &Q, depends_on_usage: bool) -> Result<Vec<u8>, Problem>
where
    Q: for<'a> Query<Over<'a> = UpkeepAsked<'a>, Error = NoAnswer>,
{
    let analysis = readable(asking)?;
    let profile = only_profile(&analysis)?;
    let children = children_below(&asking.analysis(), profile.key());
    let mut over = UpkeepAsked { analysis: &analysis, profile: &profile, children, usage: None, asked: asking.asked };
    if depends_on_usage {
        if !matches!(asking.visible, Visible::All) {
            return Err(in_the_way("only who sees every Shoot can prune: others may use what would be removed"));
        }
        let users = asking.garden.shoots_of(profile.key(), asking.visible).into_iter().cloned();
        over.usage = over.count(users.map(FleetItem::Json).collect()).map_err(|why| in_the_way(why.to_string()))?;
    }
    answer(query, over)
}

/// The NamespacedCloudProfiles that have this profile for a parent.
fn children_below(analysis: &Analysis, profile: &ProfileKey) -> Vec<Arc<Child>> {
    let is_below = |child: &Child| ProfileKey::parent_of(&child.object).as_ref() == Some(profile);
    analysis.children().filter(|(_, child)| is_below(child)).map(|(_, child)| Arc::clone(child)).collect()
}

pub(crate) fn diff(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let key = asking.key();
    let before = asking.analysis();
    let old = known_profile(&before, &key)?;
    let mut after = readable(asking)?;
    let new = only_profile(&after)?;
    if old.child().is_some() != new.child().is_some() {
        let (is, becomes) = (old.key().kind(), new.key().kind());
        return Err(in_the_way(format!("`{key}` is a {is}, and the body has a {becomes}")));
    }
    let there = children_below(&before, &key);
    let sent: Vec<Arc<Child>> = after.objects(Role::Checked, BODY).filter_map(Object::child).cloned().collect();
    hold_against_profiles(&mut after);
    let sides = DiffSides::new(&old, &mut after, &new, [there, sent, Vec::new()]);
    let users = asking.garden.shoots_of(&key, asking.visible).into_iter();
    let shoots = users.cloned().map(FleetItem::Json).collect();
    let over = DiffAsked { sides: &sides, shoots: Some(shoots), registry: asking.registry(), asked: asking.asked };
    answer(&asking.question::<DiffQuery>()?, over)
}

pub(crate) fn default(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let (shoots, before) = shoots(asking)?;
    let profiles = asking.analysis();
    let over = ShootsAsked { shoots: &shoots, before: &before, profiles: &profiles, asked: asking.asked };
    answer(&asking.question::<DefaultQuery>()?, over)
}

pub(crate) fn rolls(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let (new, old) = shoots(asking)?;
    let profiles = asking.analysis();
    let (registry, asked) = (asking.registry(), asking.asked);
    let over = RollsAsked { old: &old, new: &new, profiles: Some(&profiles), registry, asked };
    answer(&asking.question::<RollsQuery>()?, over)
}

type Shoots = Vec<Arc<Written<Shoot>>>;

/// The Shoots of the body, and those of their names that are there.
fn shoots(asking: &Asking<'_>) -> Result<(Shoots, Shoots), Problem> {
    let analysis = readable(asking)?;
    let sent: Shoots = analysis.objects(Role::Checked, BODY).filter_map(Object::shoot).cloned().collect();
    if sent.is_empty() {
        return Err(in_the_way("the body has no Shoot"));
    }
    let there = sent.iter().filter_map(|shoot| {
        let metadata = &shoot.object.metadata;
        known_shoot(asking, &metadata.namespace, &metadata.name)
    });
    let there = there.collect();
    Ok((sent, there))
}

/// The profile of the body: its only CloudProfile, or else what its only NamespacedCloudProfile is rendered to.
fn only_profile(analysis: &Analysis) -> Result<Arc<Profile>, Problem> {
    let objects: Vec<&Object> = analysis.objects(Role::Checked, BODY).collect();
    let own: Vec<&Arc<Profile>> = objects.iter().filter_map(|object| object.cloud_profile()).collect();
    let children: Vec<&Arc<Child>> = objects.iter().filter_map(|object| object.child()).collect();
    match (own.as_slice(), children.as_slice()) {
        ([only], _) => Ok(Arc::clone(only)),
        ([], [only]) => analysis.render(only).map_err(|none| in_the_way(none.reason())),
        ([], []) => Err(in_the_way("the body has no CloudProfile and no NamespacedCloudProfile")),
        _ => Err(in_the_way("the body has several profiles; send the one that is asked about")),
    }
}
