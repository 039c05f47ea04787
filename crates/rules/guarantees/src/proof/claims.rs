//! The claims of invariants, tried on one worker of each class.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, Region, listed};
use rootstock_judge::{Judge, Obstacle, Offer, Pool};
use rootstock_maintenance::{Planner, WorkerRow};
use rootstock_provider_api::ImageVocabulary;
use rootstock_versioning::Timestamp;

use super::{Counterexample, Prover};
use crate::Invariant;
use crate::booted_images::BootedImages;
use crate::invariant::{Claim, ImageSelector};
use crate::space::{Place, Site, WorkerSpace, is_selected};

/// Tries the claim of an invariant on all classes; returns their number, and the first one that it does not hold for.
pub(super) fn try_all<'p>(prover: &Prover<'p>, invariant: &Invariant) -> (usize, Option<Counterexample>) {
    let (space, workers, images) = (&prover.space, &invariant.workers, &prover.images);
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
            space.find_worker(workers, images, |site, pool, offer| {
                let booted = Booted::of(judge, images, vocabulary.as_ref(), pool, offer, capability)?;
                let supports = booted.values.iter().any(|one| one == value);
                (supports != *is_without).then(|| {
                    let reason =
                        format!("it boots {}, whose `{capability}` is {}", booted.what, listed(&booted.values));
                    Counterexample::new(space, site, Some(offer), reason, booted.path)
                })
            })
        }
        Claim::StaysAdmissible(until) => {
            let (base, own_images) = prover.old.as_ref().map_or((space, images), |old| (old, &prover.old_images));
            let mut same = SameWorkers::of(judge);
            base.find_worker(workers, own_images, |site, _, offer| {
                let (reason, path) = loses_admission(&mut same, images, site, offer, *until)?;
                Some(Counterexample::new(base, site, Some(offer), reason, path))
            })
        }
        Claim::KeepsImage => {
            let Some(old) = &prover.old else { return (0, None) };
            let mut same = SameWorkers::of(judge);
            old.find_worker(workers, &prover.old_images, |site, pool, offer| {
                let before = prover.old_images.of(old.judge, pool, offer)?;
                let (reason, path) = loses_image(&before.value, &mut same, images, site, offer)?;
                Some(Counterexample::new(old, site, Some(offer), reason, path))
            })
        }
        Claim::HasUpdatePath(until) => {
            let mut planner = Planner::new(judge.profile(), *judge.quirks());
            let mut seen = HashSet::new();
            space.find_worker(workers, images, |site, _, offer| {
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
    fn of<'p>(
        judge: Judge<'p>,
        images: &BootedImages<'p>,
        vocabulary: Option<&ImageVocabulary>,
        pool: &Pool<'p>,
        offer: &Offer<'p>,
        capability: &str,
    ) -> Option<Self> {
        if let (Some(vocabulary), Some(reference)) = (vocabulary, images.of(judge, pool, offer)) {
            let flavor = vocabulary.flavor(&reference.capabilities, Some(offer.version));
            let values = vocabulary.compiled().values(&flavor, capability).map(str::to_owned).collect();
            return Some(Self { what: format!("`{}`", reference.value), values, path: reference.path.to_field_path() });
        }
        // A worker without an image boots none; otherwise, the provider is not known.
        if judge.reference(pool, offer).is_some_and(|found| found.is_err()) {
            return None;
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

/// The workers of a profile that have the same names as those of another one.
struct SameWorkers<'p> {
    judge: Judge<'p>,
    /// The last worker; neighbors only differ in their image version.
    last: Option<((Place<'p>, *const Region), Option<Pool<'p>>)>,
}

impl<'p> SameWorkers<'p> {
    const fn of(judge: Judge<'p>) -> Self {
        Self { judge, last: None }
    }

    /// Returns the worker; `None` if the profile has no such machine type or region.
    fn pool(&mut self, site: &Site<'p>) -> Option<&Pool<'p>> {
        let key = (site.without_region(), std::ptr::from_ref(site.region));
        let judge = self.judge;
        if self.last.as_ref().is_none_or(|(last, _)| *last != key) {
            let profile = judge.profile();
            let names = profile.machine_type(&site.machine_type.name).zip(profile.region(&site.region.name));
            self.last = Some((key, names.map(|_| site.pool(judge))));
        }
        self.last.as_ref()?.1.as_ref()
    }
}

/// Returns the reason why a worker does not stay admissible until an instant, and its place.
fn loses_admission<'p>(
    same: &mut SameWorkers<'p>,
    images: &BootedImages<'p>,
    site: &Site<'p>,
    offer: &Offer<'_>,
    until: Timestamp,
) -> Option<(String, FieldPath)> {
    let judge = same.judge;
    let own = match own_version(judge, site, offer) {
        Ok(own) => own,
        Err(lost) => return Some(lost),
    };
    if let Some(obstacle) = same.pool(site).and_then(|pool| obstacle(judge, images, pool, &own)) {
        return Some((obstacle, version_path(own.place)));
    }
    let lifecycle = own.version.lifecycle();
    let ends = lifecycle.transitions(judge.settings().now).into_iter().find(|one| !one.classification.is_active());
    let ends = ends.filter(|end| end.after < until)?;
    let reason = format!("{} is {} after {}", own.shown(), ends.classification, ends.after);
    Some((reason, version_path(own.place)))
}

/// Returns the first obstacle between a worker and an image version.
fn obstacle<'p>(judge: Judge<'p>, images: &BootedImages<'p>, pool: &Pool<'p>, own: &Offer<'p>) -> Option<String> {
    let problem = pool.problems().into_iter().next();
    problem.or_else(|| {
        let is_admissible = judge.activity(pool, own).is_none()
            && judge.fit_obstacles(pool, own).next().is_none()
            && images.is_mapped(judge, pool, own);
        if is_admissible {
            return None;
        }
        judge.obstacles(pool, own).first().map(|obstacle| format!("{}: {obstacle}", own.shown()))
    })
}

/// Returns the image version of a profile that a worker of the same names would have, or the reason why there is none, with its
/// place.
fn own_version<'p>(judge: Judge<'p>, site: &Site<'_>, offer: &Offer<'_>) -> Result<Offer<'p>, (String, FieldPath)> {
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
    profile
        .offer(offer.name(), offer.text())
        .ok_or_else(|| (format!("{} is no longer in the profile", offer.shown()), spec.field("machineImages")))
}

/// Returns the reason why a worker that the old profile admits does not boot the same image with the new one.
fn loses_image<'p>(
    before: &str,
    same: &mut SameWorkers<'p>,
    images: &BootedImages<'p>,
    site: &Site<'p>,
    offer: &Offer<'_>,
) -> Option<(String, FieldPath)> {
    // A version that expires keeps its image.
    let new = same.judge;
    let (Some(own), Some(pool)) = (new.profile().offer(offer.name(), offer.text()), same.pool(site)) else {
        return own_version(new, site, offer).err();
    };
    match images.of(new, pool, &own) {
        Some(after) if after.value == before => None,
        Some(after) => Some((format!("it boots `{}` instead of `{before}`", after.value), after.path.to_field_path())),
        None => {
            let error = new.choice(pool, &own)?.err()?;
            Some((format!("it no longer boots `{before}`: {}", error.explanation()), version_path(own.place)))
        }
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
