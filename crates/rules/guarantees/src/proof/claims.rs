//! The claims of invariants, tried on one worker of each class.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, listed};
use rootstock_judge::{Judge, Obstacle, Offer, Pool};
use rootstock_maintenance::{Planner, WorkerRow};
use rootstock_provider_api::ImageVocabulary;
use rootstock_versioning::Timestamp;

use super::{Counterexample, Prover};
use crate::Invariant;
use crate::invariant::{Claim, ImageSelector};
use crate::space::{Site, WorkerSpace, is_selected};

/// Tries the claim of an invariant on all classes; returns their number, and the first one that it does not hold for.
pub(super) fn try_all(prover: &Prover<'_>, invariant: &Invariant) -> (usize, Option<Counterexample>) {
    let (space, workers) = (&prover.space, &invariant.workers);
    let judge = space.judge;
    match &invariant.claim {
        Claim::HasImage(image) => {
            space.find_site(workers, |site| without_image(space, site, invariant, image.as_ref()))
        }
        // A misspelt value must not look like a proof.
        Claim::NeverGets { capability, value, is_without: false } if !is_registered(judge, capability, value) => {
            (0, None)
        }
        Claim::NeverGets { capability, value, is_without } => {
            let vocabulary =
                judge.profile().config().map(|one| one.image_vocabulary(judge.profile().spec(), judge.settings()));
            space.find_worker(workers, |site, pool, offer| {
                let booted = Booted::of(judge, vocabulary.as_ref(), pool, offer, capability)?;
                let supports = booted.values.iter().any(|one| one == value);
                (supports != *is_without).then(|| {
                    let reason =
                        format!("it boots {}, whose `{capability}` is {}", booted.what, listed(&booted.values));
                    Counterexample::new(space, site, Some(offer), reason, booted.path)
                })
            })
        }
        Claim::StaysAdmissible(until) => {
            let base = prover.old.as_ref().unwrap_or(space);
            base.find_worker(workers, |site, _, offer| {
                let (reason, path) = loses_admission(judge, site, offer, *until)?;
                Some(Counterexample::new(base, site, Some(offer), reason, path))
            })
        }
        Claim::KeepsImage => {
            let Some(old) = &prover.old else { return (0, None) };
            old.find_worker(workers, |site, pool, offer| {
                let (reason, path) = loses_image(old.judge, judge, site, pool, offer)?;
                Some(Counterexample::new(old, site, Some(offer), reason, path))
            })
        }
        Claim::HasUpdatePath(until) => {
            let mut planner = Planner::new(judge.profile(), *judge.quirks());
            let mut seen = HashSet::new();
            space.find_worker(workers, |site, _, offer| {
                // Updates do not depend on the region.
                if !seen.insert((site.without_region(), offer.place)) {
                    return None;
                }
                let reason = has_no_update(&mut planner, judge, site, offer, *until)?;
                Some(Counterexample::new(space, site, Some(offer), reason, version_path(offer.place)))
            })
        }
        Claim::FitsZones(least) => space.find_site(workers, |site| {
            let zones = space.zones(&site.machine_type.name, site.region);
            (zones.len() < *least).then(|| {
                let (count, names) = (zones.len(), listed(&zones));
                let (region, zone) = (&site.region.name, if count == 1 { "zone" } else { "zones" });
                let reason = format!("its machine type is available in {count} {zone} of region `{region}`: {names}");
                let regions = FieldPath::root().field("spec").field("regions");
                let index = judge.profile().region_index(region);
                Counterexample::new(space, site, None, reason, index.map_or(regions.clone(), |at| regions.index(at)))
            })
        }),
    }
}

fn is_registered(judge: Judge<'_>, capability: &str, value: &str) -> bool {
    let registered = judge.profile().catalog().catalog().vocabulary().get(capability);
    registered.is_some_and(|registered| registered.values().iter().any(|one| one == value))
}

fn version_path((image, version): (usize, usize)) -> FieldPath {
    FieldPath::root().field("spec").field("machineImages").index(image).field("versions").index(version)
}

/// Returns a counterexample if a worker can have none of the selected image versions.
fn without_image(
    space: &WorkerSpace<'_>,
    site: &Site<'_>,
    invariant: &Invariant,
    image: Option<&ImageSelector>,
) -> Option<Counterexample> {
    let judge = space.judge;
    let pool = site.pool(judge);
    let mut closest: Option<(Offer<'_>, Vec<Obstacle>)> = None;
    let mut tried = 0;
    let offers = judge.profile().offers().filter(|offer| {
        image.is_none_or(|image| image.matches(offer.name(), offer.text()))
            && is_selected(offer, &invariant.workers, judge)
    });
    for offer in offers {
        let obstacles = judge.obstacles(&pool, &offer);
        if obstacles.is_empty() && pool.problems().is_empty() {
            return None;
        }
        tried += 1;
        if closest.as_ref().is_none_or(|(_, least)| obstacles.len() < least.len()) {
            closest = Some((offer, obstacles));
        }
    }
    let versions = image.map_or_else(|| "image versions".to_owned(), |image| format!("versions of {image}"));
    let reason = match &closest {
        None => format!("no {versions} are available"),
        Some((offer, obstacles)) => {
            let obstacles = pool.problems().into_iter().chain(obstacles.iter().map(Obstacle::to_string));
            let obstacles = obstacles.collect::<Vec<_>>().join("; ");
            match tried {
                1 => format!("{} is not admissible: {obstacles}", offer.shown()),
                _ => format!(
                    "none of the {tried} {versions} is admissible; the closest is {}: {obstacles}",
                    offer.shown()
                ),
            }
        }
    };
    let types = FieldPath::root().field("spec").field("machineTypes");
    let index = pool.machine_type.map(|(_, compiled)| compiled.index);
    let path = index.map_or(types.clone(), |index| types.index(index));
    Some(Counterexample::new(space, site, closest.as_ref().map(|(offer, _)| offer), reason, path))
}

/// The image that a worker boots.
struct Booted {
    /// The reference, or the flavor if there are no references.
    what: String,
    /// The values of the capability in question.
    values: Vec<String>,
    path: FieldPath,
}

impl Booted {
    /// Returns the image with its values of a capability; `None` if none is chosen.
    fn of(
        judge: Judge<'_>,
        vocabulary: Option<&ImageVocabulary>,
        pool: &Pool<'_>,
        offer: &Offer<'_>,
        capability: &str,
    ) -> Option<Self> {
        if let (Some(vocabulary), Some(choice)) = (vocabulary, judge.reference(pool, offer)) {
            let reference = choice.ok()?;
            let flavor = vocabulary.flavor(&reference.capabilities, Some(offer.version));
            let values = vocabulary.compiled().values(&flavor, capability).map(str::to_owned).collect();
            return Some(Self { what: format!("`{}`", reference.value), values, path: reference.path.to_field_path() });
        }
        let (_, machine_type) = pool.machine_type?;
        let catalog = judge.profile().catalog();
        let selection = catalog.select(machine_type, offer.compiled, &pool.demand, judge.quirks()).ok()?;
        let flavor = offer.compiled.flavors.get(selection.flavor)?;
        let path = version_path(offer.place);
        let (what, path) = match (offer.compiled.has_flavors, catalog.catalog().is_legacy()) {
            (true, _) => (
                format!("flavor {} of {}", selection.flavor, offer.shown()),
                path.field("capabilityFlavors").index(selection.flavor),
            ),
            (false, true) => (offer.shown(), path.field("architectures")),
            (false, false) => (offer.shown(), path),
        };
        let values = catalog.catalog().vocabulary().values(flavor, capability).map(str::to_owned).collect();
        Some(Self { what, values, path })
    }
}

/// Returns the reason why a worker does not stay admissible until an instant, and its place.
fn loses_admission(
    judge: Judge<'_>,
    site: &Site<'_>,
    offer: &Offer<'_>,
    until: Timestamp,
) -> Option<(String, FieldPath)> {
    let (own, gone) = match still_admitted(judge, site, offer) {
        Ok(offer) => offer,
        Err(lost) => return Some(lost),
    };
    if let Some(obstacle) = gone {
        return Some((obstacle, version_path(own.place)));
    }
    let lifecycle = own.version.lifecycle();
    let ends = lifecycle.transitions(judge.settings().now).into_iter().find(|one| !one.classification.is_active());
    let ends = ends.filter(|end| end.after < until)?;
    let reason = format!("{} is {} after {}", own.shown(), ends.classification, ends.after);
    Some((reason, version_path(own.place)))
}

/// Returns the image version of a profile that admits a worker, with the obstacle to it, if any; or the reason why the profile
/// has none, with its place.
fn still_admitted<'n>(
    judge: Judge<'n>,
    site: &Site<'_>,
    offer: &Offer<'_>,
) -> Result<(Offer<'n>, Option<String>), (String, FieldPath)> {
    let profile = judge.profile();
    let spec = FieldPath::root().field("spec");
    let Some((machine_type, compiled)) = profile.machine_type(&site.machine_type.name) else {
        return Err(("its machine type is no longer in the profile".to_owned(), spec.field("machineTypes")));
    };
    if machine_type.usable == Some(false) {
        let path = spec.field("machineTypes").index(compiled.index);
        return Err(("its machine type is no longer usable".to_owned(), path));
    }
    let Some(region) = profile.region(&site.region.name) else {
        return Err(("its region is no longer in the profile".to_owned(), spec.field("regions")));
    };
    if let Some(obstacle) = judge.region_obstacle(&region.name, &machine_type.name) {
        let index = profile.region_index(&region.name).unwrap_or_default();
        return Err((format!("its machine type: {obstacle}"), spec.field("regions").index(index)));
    }
    let Some(own) = profile.offer(offer.name(), offer.text()) else {
        return Err((format!("{} is no longer in the profile", offer.shown()), spec.field("machineImages")));
    };
    let around = (region.name.as_str(), site.kubernetes_version);
    let pool = crate::workers::pool(judge, machine_type, site.architecture, site.wish, around);
    let problems = pool.problems().into_iter().next();
    let obstacle = || judge.obstacles(&pool, &own).first().map(|obstacle| format!("{}: {obstacle}", own.shown()));
    let obstacle = problems.or_else(obstacle);
    Ok((own, obstacle))
}

/// Returns the reason why a worker that the old profile admits does not boot the same image with the new one.
fn loses_image(
    old: Judge<'_>,
    new: Judge<'_>,
    site: &Site<'_>,
    pool: &Pool<'_>,
    offer: &Offer<'_>,
) -> Option<(String, FieldPath)> {
    // A version that expires keeps its image.
    let profile = new.profile();
    let before = old.reference(pool, offer)?.ok()?.value;
    let Some(own) = profile.offer(offer.name(), offer.text()) else {
        return still_admitted(new, site, offer).err();
    };
    let (Some((machine_type, _)), Some(region)) =
        (profile.machine_type(&site.machine_type.name), profile.region(&site.region.name))
    else {
        return still_admitted(new, site, offer).err();
    };
    let pool = crate::workers::pool(new, machine_type, site.architecture, site.wish, (&region.name, ""));
    let path = version_path(own.place);
    match new.choice(&pool, &own)? {
        Ok(choice) if choice.reference.value == before => None,
        Ok(choice) => {
            let after = choice.reference;
            Some((format!("it boots `{}` instead of `{before}`", after.value), after.path.to_field_path()))
        }
        Err(error) => Some((format!("it no longer boots `{before}`: {}", error.explanation()), path)),
    }
}

/// Returns the reason why a worker is due for an update before an instant and has no target.
fn has_no_update(
    planner: &mut Planner<'_>,
    judge: Judge<'_>,
    site: &Site<'_>,
    offer: &Offer<'_>,
    until: Timestamp,
) -> Option<String> {
    let now = judge.settings().now;
    let mut row = WorkerRow {
        machine_type: site.machine_type.name.as_str().into(),
        architecture: site.architecture.map(Into::into),
        image_name: Some(offer.name().into()),
        image_version: Some(offer.text().into()),
        is_in_place: site.wish.is_in_place,
        has_secure_boot: site.wish.has_secure_boot,
        gpu_type: site.wish.gpu_type.map(Into::into),
        ..WorkerRow::default()
    };
    let later = judge.profile().changes().iter().filter(|change| **change >= now && **change < until);
    let later = later.map(|change| Timestamp::from_unix_seconds(change.unix_seconds().saturating_add(1)));
    for at in std::iter::once(now).chain(later) {
        // Each update leads to another version, so this ends.
        for _ in 0..=judge.profile().offers().count() {
            let decision = planner.image(&row, site.kubernetes_version, false, at);
            if let Some(failed) = decision.failed() {
                let version = row.image_version.as_deref().unwrap_or_default();
                return Some(format!("on {at}, `{}` `{version}` must be updated: {failed}", offer.name()));
            }
            match decision.update().map(|update| update.to.to_string()) {
                Some(to) => row.image_version = Some(to.into()),
                None => break,
            }
        }
    }
    None
}
