//! The laws that matrix, selection, offers and the provider section agree about an image version.

use rootstock_provider_api::NotFoundReason;

use crate::judge::{Judge, Kind};
use crate::trial::{LawViolation, Verdict, assert_law};

/// If the matrix has no match, nothing is selected, each flavor has a mismatch, and the version is not offered.
fn matrix(judge: &Judge<'_>) -> Verdict {
    let (spec, quirks) = (&judge.objects().spec, &judge.settings().quirks);
    let mut count = 0;
    for (machine_type, entry) in spec.types().iter().enumerate() {
        let workers: Vec<_> =
            judge.workers().into_iter().filter(|worker| worker.machine.machine_type == entry.name).collect();
        let offers: Vec<_> = workers.iter().map(|worker| judge.offers(worker)).collect();
        for (image, offered) in spec.images().iter().enumerate() {
            for (version, one) in offered.offered().iter().enumerate() {
                let compared = judge.compare(machine_type, image, version);
                let details = || format!("{} on {}: {compared:?}", one.version, entry.name);
                // Gardener's extensions choose among flavors, and find none in a version without them.
                let is_special = quirks.selection.no_flavors_fits_everything && !compared.has_flavors;
                if compared.fits != compared.selects && !is_special {
                    return Err(LawViolation::new("the matrix and the selection differ", details()));
                }
                let all_fail = compared.mismatches.as_array().is_some_and(|flavors| {
                    flavors.iter().all(|mismatches| mismatches.as_array().is_some_and(|all| !all.is_empty()))
                });
                if compared.fits == all_fail && !is_special {
                    return Err(LawViolation::new("the matrix and the mismatches differ", details()));
                }
                for offers in &offers {
                    let is_offered = offers.offered.iter().any(|one_offer| {
                        one_offer.image.name == offered.name && one_offer.image.version == one.version
                    });
                    if is_offered && !compared.fits {
                        return Err(LawViolation::new("an image is offered although the matrix refuses it", details()));
                    }
                    let refused = offers
                        .refused
                        .iter()
                        .find(|refused| refused.image.name == offered.name && refused.image.version == one.version);
                    let of_matching = |kind: &Kind| matches!(kind, Kind::Architecture | Kind::Capabilities);
                    if let Some(refused) = refused.filter(|_| !compared.fits)
                        && !refused.kinds.iter().any(of_matching)
                    {
                        return Err(LawViolation::new("an image that the matrix refuses has no obstacle", details()));
                    }
                    count += 1;
                }
            }
        }
    }
    Ok(count)
}

#[test]
fn unmatched_versions_are_neither_selected_nor_offered() {
    assert_law(10_000, |_, judge| matrix(judge));
}

/// With the gate on, a worker's demands count (GEP-54): selection, mismatches and offers must agree on each worker.
fn worker_matrix(judge: &Judge<'_>) -> Verdict {
    let quirks = &judge.settings().quirks;
    if !judge.settings().gates.worker_capabilities {
        return Ok(0);
    }
    let mut count = 0;
    for worker in judge.workers().into_iter().filter(|one| judge.machine_type(&one.machine.machine_type).is_some()) {
        let offers = judge.offers(&worker);
        for image in judge.images() {
            let Some(compared) = judge.compare_worker(&worker, &image) else {
                if offers.offered.is_empty() {
                    continue;
                }
                return Err(LawViolation::new(
                    "images are offered although nothing satisfies the requirements",
                    worker.name,
                ));
            };
            let details = || format!("{} on {} with {image:?}: {compared:?}", worker.name, worker.machine.machine_type);
            // Gardener checks the architecture separately, and finds nothing in a version without flavors.
            let is_special = quirks.selection.worker_architecture_is_separate
                || quirks.selection.no_flavors_fits_everything && !compared.has_flavors;
            if compared.fits != compared.selects && !is_special {
                return Err(LawViolation::new("fit and selection disagree for a worker", details()));
            }
            if compared.fits != compared.mismatches.is_null() && !is_special {
                return Err(LawViolation::new("fit and mismatches disagree for a worker", details()));
            }
            let refused = offers.refused.iter().find(|refused| refused.image == image);
            let of_matching = |kind: &Kind| matches!(kind, Kind::Architecture | Kind::Capabilities);
            let refuses = refused.is_some_and(|refused| refused.kinds.iter().any(of_matching));
            if compared.fits == refuses && !is_special {
                return Err(LawViolation::new("fit and refusal disagree for a worker", details()));
            }
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn demands_of_workers_restrict_matching() {
    assert_law(10_000, |_, judge| worker_matrix(judge));
}

/// An offer has a reference if and only if the provider section finds one.
fn references(judge: &Judge<'_>) -> Verdict {
    let objects = judge.objects();
    let is_exact = objects.halves_agree
        && objects.plugin.extension().released().knows_capabilities()
        && !objects.spec.capability_definitions().is_empty();
    let mut count = 0;
    for worker in judge.workers().iter().filter(|worker| judge.machine_type(&worker.machine.machine_type).is_some()) {
        let offers = judge.offers(worker);
        for offered in &offers.offered {
            let found = judge.select_image(worker, &offered.image);
            let details = || format!("{} on {}: {offered:?}, {found:?}", worker.name, worker.machine.machine_type);
            if offered.reference != found.clone().and_then(Result::ok) {
                return Err(LawViolation::new("the offered reference differs from the one found", details()));
            }
            let documented = !judge.settings().quirks.selection.rank_by_own_values;
            if let Some(Err(reason)) = &found
                && is_exact
                && documented
                && !offered.is_ambiguous
                && *reason != NotFoundReason::Elsewhere
            {
                return Err(LawViolation::new(
                    format!("an image is offered, but the provider has none: {reason}"),
                    details(),
                ));
            }
            count += 1;
        }
        for refused in offers.refused.iter().filter(|_| is_exact) {
            let of_provider = |kind: &Kind| matches!(kind, Kind::Architecture | Kind::Capabilities | Kind::Unmapped);
            let found = judge.select_image(worker, &refused.image);
            if let Some(Ok(_)) = &found
                && let Some(kind) = refused.kinds.iter().find(|kind| of_provider(kind))
            {
                let details = format!("{} on {}: {refused:?}, {found:?}", worker.name, worker.machine.machine_type);
                return Err(LawViolation::new(
                    format!("an image is refused for its {kind:?}, but the provider finds it"),
                    details,
                ));
            }
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn offered_references_are_found_by_the_provider() {
    assert_law(10_000, |_, judge| references(judge));
}

/// An obstacle lists the same mismatches as the engine.
fn mismatches(judge: &Judge<'_>) -> Verdict {
    let spec = &judge.objects().spec;
    let mut count = 0;
    for worker in judge.workers() {
        let Some(machine_type) = spec.types().iter().position(|one| one.name == worker.machine.machine_type) else {
            continue;
        };
        for refused in judge.offers(&worker).refused {
            let Some(reported) = refused.mismatches else { continue };
            let capabilities = |mismatches: &serde_json::Value| -> Vec<String> {
                let list = mismatches.as_array().map(Vec::as_slice).unwrap_or_default();
                list.iter().filter_map(|one| Some(one.get("capability")?.as_str()?.to_owned())).collect()
            };
            let reported = capabilities(&reported);
            let image = spec.images().iter().position(|image| image.name == refused.image.name).unwrap();
            let offered = spec.images()[image].offered();
            let version = offered.iter().position(|version| version.version == refused.image.version).unwrap();
            let compared = judge.compare(machine_type, image, version);
            let flavors = compared.mismatches.as_array().map(Vec::as_slice).unwrap_or_default();
            let known = flavors.iter().map(capabilities).any(|one| one.iter().all(|name| reported.contains(name)));
            if reported.is_empty() || !known {
                let details = format!("{} {:?}: {reported:?}, {compared:?}", worker.name, refused.image);
                return Err(LawViolation::new("the obstacle and the engine name different mismatches", details));
            }
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn obstacles_list_the_mismatches_of_the_engine() {
    assert_law(2_000, |_, judge| mismatches(judge));
}
