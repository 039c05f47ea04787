//! The machine image of a worker (D.2.4, D.2.5).

use rootstock_core_model::{BadValue, Path, Severity, Source, Violation, ViolationKind, WorkerImage, nearest};
use rootstock_versioning::Classification;

use super::WorkerScope;
use crate::bad_value::json_string;
use crate::shoot::profile::Offer;
use crate::shoot::{Obstacle, ShootOperation, acceptance};

const MATCHING: Source = Source::CapabilitiesGuide("Matching and Selection Algorithm");

rules! {
    /// D.2.4.
    NOT_OFFERED = "worker-image-not-offered", "", Error, Source::VersioningGuide("Version Classifications");
    /// D.2.4.
    UNFIT = "worker-image-unfit", "", Error, Source::VersioningGuide("Version Classifications");
    /// D.2.5, GEP-54.
    INCOMPATIBLE = "worker-image-incompatible", "", Error, MATCHING;
    /// The provider's half maps the version, but not for this region.
    NOT_IN_REGION = "worker-image-not-in-region", "", Error, Source::CapabilitiesGuide("Provider Extension Contract");
    /// The provider's half does not map the version.
    UNMAPPED = "worker-image-unmapped", "", Error, Source::CapabilitiesGuide("Provider Extension Contract");
}

/// The version is offered, for the architecture, and can be reached.
pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_open_image() || scope.pool.has_same_image() {
        return;
    }
    let machine = path.field("machine");
    let at = machine.field("image");
    let Some((image, version)) = scope.pool.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        // That the image is missing is said by the rules of form, unless they have not been asked.
        if scope.quirks().shoot_errors_hide_others {
            findings.push(not_offered(scope, "", "", &at.field("version")));
        }
        return;
    };
    let same: Vec<Offer<'_>> =
        scope.profile().offers_of(&image.name).filter(|offer| offer.version.version == version).collect();
    if same.is_empty() || version.is_empty() {
        let is_complete = !version.is_empty() && !image.name.is_empty();
        if is_complete || scope.quirks().shoot_errors_hide_others {
            findings.push(not_offered(scope, &image.name, version, &at.field("version")));
        }
        return;
    }
    let profile = scope.profile();
    // A repeated version is what any of its entries is.
    let common = |obstacle: &dyn Fn(&Offer<'_>) -> Option<Obstacle>| {
        let all: Option<Vec<Obstacle>> = same.iter().map(obstacle).collect();
        all.and_then(|all| all.into_iter().next())
    };
    let obstacles: Vec<Obstacle> = [
        common(&|offer| architecture(scope, offer)),
        common(&|offer| profile.activity(&scope.pool, offer)),
        common(&|offer| acceptance::in_place(&scope.pool, offer)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let expired = same.iter().find(|offer| offer.facts.classification == Classification::Expired);
    if obstacles.is_empty() {
        if scope.shoot.operation == ShootOperation::State
            && let Some(offer) = expired
        {
            let detail =
                format!("{} has expired: a new worker may not have it, and maintenance moves others on", offer.shown());
            let violation = Violation::invalid(&UNFIT, &at, rendered(scope, image), detail);
            findings.push(violation.with_severity(Severity::Warning).with_help(advice(scope, image)));
        }
        return;
    }
    let reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
    let detail =
        format!("worker `{}` cannot have `{}` `{version}`: {}", scope.worker().name, image.name, reasons.join("; "));
    findings.push(Violation::invalid(&UNFIT, &at, rendered(scope, image), detail).with_help(advice(scope, image)));
}

/// The architecture of the worker as it is written.
fn architecture(scope: &WorkerScope<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
    scope.profile().architecture(&scope.pool, offer)
}

/// Flavors, machine type and worker have something in common in every capability.
pub(super) fn check_capabilities(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_open_image() {
        return;
    }
    let Some((image, version)) = scope.pool.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        return;
    };
    let Some(offer) = scope.profile().offer(&image.name, version) else { return };
    // That the architectures of worker, machine type or image differ has been said.
    if !scope.quirks().shoot_errors_hide_others && differs_in_architecture(scope, &offer) {
        return;
    }
    let Some(obstacle) = scope.profile().capabilities(&scope.pool, &offer) else { return };
    let machine = path.field("machine");
    let at = machine.field("image");
    let detail = format!(
        "no flavor of {} fits worker `{}` on machine type `{}`: {obstacle}",
        offer.shown(),
        scope.worker().name,
        scope.worker().machine.machine_type
    );
    let mut violation = Violation::invalid(&INCOMPATIBLE, &at.field("version"), version, detail);
    // With worker capabilities, what runs and does not change is not refused; without them Gardener refuses it.
    if scope.profile().catalog.has_worker_capabilities() && scope.pool.is_unchanged(scope.profile()) {
        violation.severity = Severity::Warning;
    }
    findings.push(violation.with_help(advice(scope, image)));
}

fn differs_in_architecture(scope: &WorkerScope<'_>, offer: &Offer<'_>) -> bool {
    let Some(wanted) = scope.pool.architecture else { return true };
    let own = scope.pool.machine_type.and_then(|(machine_type, _)| scope.profile().architecture_of(machine_type));
    own.is_some_and(|own| own != wanted) || scope.profile().architecture(&scope.pool, offer).is_some()
}

/// N1: the version has an image in the region.
pub(super) fn check_mapping(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_open_image() {
        return;
    }
    let Some((image, version)) = scope.pool.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        return;
    };
    let Some(offer) = scope.profile().offer(&image.name, version) else { return };
    let Some(Obstacle::Unmapped { explanation, elsewhere }) = scope.profile().mapping(&scope.pool, &offer) else {
        return;
    };
    let machine = path.field("machine");
    let at = machine.field("image");
    let rule = if elsewhere { &NOT_IN_REGION } else { &UNMAPPED };
    let detail = format!(
        "{} cannot be booted by worker `{}`: {explanation}; its machines could not be created, and not be deleted either",
        offer.shown(),
        scope.worker().name
    );
    // Some extensions look for the image themselves, at Shoots that change nothing, too.
    let refused = scope.profile().provider.is_some_and(|half| half.plugin.refuses_unmapped_shoots());
    let admitted = scope.quirks().unmapped_image_is_admitted && !refused;
    let place = at.field("version");
    let place = if refused && scope.quirks().gardener_paths { &at } else { &place };
    let mut violation = Violation::invalid(rule, place, version, detail).with_help(advice(scope, image));
    let same_region = scope.shoot.operation.old().is_some_and(|old| old.spec.region == scope.shoot.shoot.spec.region);
    let kept = same_region && scope.pool.has_same_image() && !(refused && scope.quirks().unmapped_image_is_admitted);
    if admitted || kept {
        violation.severity = Severity::Warning;
    }
    findings.push(violation);
}

fn not_offered(scope: &WorkerScope<'_>, name: &str, version: &str, path: &Path<'_>) -> Violation {
    let bad = BadValue::from(version);
    let names = || scope.profile().spec.images().iter().map(|image| image.name.as_str());
    let new = |detail: String| Violation::new(&NOT_OFFERED, ViolationKind::NotSupported, path, bad.clone(), detail);
    if !names().any(|known| known == name) {
        let violation = new(format!("the profile has no machine image `{name}`"));
        return match nearest(name, names()) {
            Some(near) => violation.with_help(format!("did you mean image `{near}`?")),
            None => violation,
        };
    }
    let fitting = fitting(scope, name);
    let mapped = fitting.iter().filter(|offer| scope.profile().mapping(&scope.pool, offer).is_none());
    let texts: Vec<&str> = mapped.take(MOST_LISTED).map(|offer| offer.version.version.as_str()).collect();
    let violation = new(format!("image `{name}` has no such version"));
    violation.with_help(match nearest(version, texts.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if texts.is_empty() => format!("no version of `{name}` fits worker `{}`", scope.worker().name),
        None => format!("versions that fit: {}", crate::shoot::obstacle::listed(&texts)),
    })
}

/// How many versions that fit are listed.
const MOST_LISTED: usize = 12;

/// The versions of an image that the worker can have if the provider maps them, the newest first.
fn fitting<'a>(scope: &WorkerScope<'a>, name: &str) -> Vec<Offer<'a>> {
    let profile = scope.profile();
    let offers = profile.offers().filter(|offer| offer.image.name == name && offer.facts.version.is_some());
    let live = offers.filter(|offer| offer.facts.classification.is_active());
    let mut fitting: Vec<Offer<'a>> =
        live.filter(|offer| profile.core_obstacles(&scope.pool, offer).is_empty()).collect();
    fitting.sort_by(|one, other| other.facts.version.cmp(&one.facts.version));
    fitting
}

/// The nearest version that would fit: the next higher one, else the next lower one, a preview only if there is nothing
/// else; or one of another image.
pub(super) fn advice(scope: &WorkerScope<'_>, image: &WorkerImage) -> String {
    let is_mapped = |offer: &&Offer<'_>| scope.profile().mapping(&scope.pool, offer).is_none();
    let own = fitting(scope, &image.name);
    let current = image.version.as_deref().and_then(|version| version.parse().ok());
    // A preview is nobody's way out as long as there is another.
    for (is_preview, remark) in [(false, ""), (true, " (a preview)")] {
        let of_kind = |offer: &&Offer<'_>| (offer.facts.classification == Classification::Preview) == is_preview;
        // What is no version is near to none: then the newest.
        let higher = own.iter().rev().filter(|offer| current.is_some() && offer.facts.version > current);
        let lower = own.iter().filter(|offer| current.is_none() || offer.facts.version <= current);
        if let Some(nearest) = higher.chain(lower).filter(of_kind).find(is_mapped) {
            return format!("the nearest version that fits is `{}`{remark}", nearest.version.version);
        }
    }
    let others = scope.profile().spec.images().iter().filter(|other| other.name != image.name);
    match others.filter_map(|other| fitting(scope, &other.name).iter().find(is_mapped).copied()).next() {
        Some(other) => format!("no version of `{}` fits; {} does", image.name, other.shown()),
        None => "no image of the profile fits this worker on this machine type".to_owned(),
    }
}

/// The image as an offending value.
pub(super) fn rendered(scope: &WorkerScope<'_>, image: &WorkerImage) -> BadValue {
    let (name, version) = (json_string(&image.name), json_string(image.version.as_deref().unwrap_or_default()));
    BadValue::Rendered(if scope.quirks().gardener_paths {
        format!(r#"{{"Name":{name},"ProviderConfig":null,"Version":{version}}}"#)
    } else {
        format!(r#"{{"name":{name},"version":{version}}}"#)
    })
}
