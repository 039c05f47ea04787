//! The previous objects of an update, from a file or a garden.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rootstock_analysis::{Analysis, Object, ProfileKey, Role, full_name};
use rootstock_maintenance::{
    FleetItem, JsonShoot, MAX_CHECKED_USERS, Representatives, ShootRow, ShootUses, unchecked_users_note,
};
use rootstock_queries::profile_key;

use crate::failure::{Failure, InputError, RequiredObject};
use crate::fleet::ShootReleases;
use crate::garden::name::{ALL_OBJECTS, PROFILES, SHOOTS, shoot_path};
use crate::shoot_sources::ShootSources;
use crate::{Streams, documents};

/// Adds the previous objects of the checked ones, and their users. Returns the releases of Gardener that Shoots of the garden name, those
/// that are not added included.
pub(super) fn add(analysis: &mut Analysis, path: &Path, streams: &mut Streams) -> Result<ShootReleases, Failure> {
    if path == Path::new(ALL_OBJECTS) {
        return add_from_garden(analysis, streams);
    }
    if streams.input.garden_of(path).is_some() {
        documents::add(analysis, Role::Old, &[path.to_owned()], streams);
        return Ok(ShootReleases::default());
    }
    let name = documents::require(analysis, Role::Old, path, streams)?;
    if analysis.objects(Role::Old, &name).next().is_none() {
        return Err(InputError::missing_object(RequiredObject::Object, name).into());
    }
    Ok(ShootReleases::default())
}

/// Adds the profiles of the garden, the checked Shoots, and the Shoots that use the checked profiles.
fn add_from_garden(analysis: &mut Analysis, streams: &mut Streams) -> Result<ShootReleases, Failure> {
    documents::add(analysis, Role::Old, &[PROFILES.into()], streams);
    let (profiles, shoots) = checked(analysis);
    let mut users = UsersOfProfiles::default();
    let mut previous: Vec<PathBuf> = Vec::new();
    let mut releases = ShootReleases::default();
    for item in ShootSources::new(&[SHOOTS.into()], &[], streams)? {
        releases.see(&item);
        let json = match item {
            FleetItem::Json(json) => json,
            FleetItem::Unreadable(unreadable) => {
                analysis.set_unavailable(Role::Old, &unreadable.source_name, unreadable.message.clone());
                streams.say(unreadable.to_string());
                continue;
            }
            FleetItem::Shoot(_) => continue,
        };
        let Ok(row) = serde_json::from_slice::<ShootRow<'_>>(&json.text) else { continue };
        if shoots.contains(&format!("{}/{}", row.namespace, row.name)) {
            previous.push(shoot_path(&row.namespace, &row.name));
        } else if let Some(key) = row.profile.as_ref().map(|reference| profile_key(&row.namespace, reference))
            && profiles.contains(&key)
        {
            let uses = ShootUses::of(&row);
            users.add(key, uses, json);
        }
    }
    // The whole objects, because every field of a checked Shoot is compared.
    documents::add(analysis, Role::Old, &previous, streams);
    if let Some(note) = users.add_to(analysis) {
        streams.say(note);
    }
    Ok(releases)
}

/// Returns the checked profiles with those below them, and the names of the checked Shoots.
fn checked(analysis: &Analysis) -> (BTreeSet<ProfileKey>, BTreeSet<String>) {
    let inputs = analysis.input_names(Role::Checked);
    let objects = || inputs.iter().flat_map(|name| analysis.objects(Role::Checked, name));
    let mut profiles: BTreeSet<ProfileKey> = objects().filter_map(Object::profile_key).collect();
    let is_below = |key: &ProfileKey| profiles.contains(key);
    let below =
        analysis.children().filter(|(_, child)| ProfileKey::parent_of(&child.object).as_ref().is_some_and(is_below));
    let below: Vec<ProfileKey> = below.map(|(key, _)| key.clone()).collect();
    profiles.extend(below);
    (profiles, objects().filter_map(Object::shoot).map(|shoot| full_name(&shoot.object)).collect())
}

/// The Shoots that use the checked profiles.
#[derive(Default)]
struct UsersOfProfiles {
    seen: BTreeMap<ProfileKey, Representatives>,
    representatives: Vec<JsonShoot>,
    others: Vec<JsonShoot>,
    all: usize,
}

impl UsersOfProfiles {
    fn add(&mut self, profile: ProfileKey, uses: ShootUses, shoot: JsonShoot) {
        self.all += 1;
        if self.seen.entry(profile).or_default().add(&uses) {
            self.representatives.push(shoot);
        } else if self.others.len() < MAX_CHECKED_USERS {
            self.others.push(shoot);
        }
    }

    /// Adds the Shoots to the analysis. Returns a note if some were left out.
    fn add_to(self, analysis: &mut Analysis) -> Option<String> {
        let representatives = self.representatives.len();
        let mut checked = 0;
        for shoot in self.representatives.into_iter().chain(self.others).take(MAX_CHECKED_USERS) {
            analysis.set(Role::Old, &format!("{SHOOTS} {checked}"), &shoot.text);
            checked += 1;
        }
        unchecked_users_note(checked, self.all, representatives)
    }
}
