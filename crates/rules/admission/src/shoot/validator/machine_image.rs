//! The machine image of a worker.

use rootstock_core_model::{BadValue, Path, Severity, Source, Violation, ViolationKind, WorkerImage, listed, nearest};
use rootstock_judge::{Obstacle, Offer};
use rootstock_versioning::{Classification, Version};
use rootstock_worker_capabilities::{DemandError, Property};

use super::WorkerScope;
use crate::bad_value::json_string;
use crate::shoot::ShootOperation;

const MATCHING: Source = Source::CapabilitiesGuide("Matching and Selection Algorithm");

rootstock_core_model::rules! {
    WORKER_IMAGE_NOT_OFFERED: Error, since "0.1.0", Source::VersioningGuide("Version Classifications");
    WORKER_IMAGE_UNFIT: Error, since "0.1.0", Source::VersioningGuide("Version Classifications");
    WORKER_IMAGE_INCOMPATIBLE: Error, since "0.1.0", MATCHING;
    /// The provider section maps the version, but not for this region.
    WORKER_IMAGE_NOT_IN_REGION: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// The provider section does not map the version.
    WORKER_IMAGE_UNMAPPED: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
}

/// Checks that the version is offered for the architecture and that the worker can be updated to it.
pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_unfilled_image() || scope.pool.has_same_image() {
        return;
    }
    let machine = path.field("machine");
    let at = machine.field("image");
    let Some((image, version)) = scope.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        // The rules of form report a missing image, unless this phase runs without them.
        if scope.quirks().findings.shoot_errors_hide_others {
            findings.push(not_offered(scope, "", "", &at.field("version")));
        }
        return;
    };
    let same: Vec<Offer<'_>> = scope.profile().offers_of(&image.name).filter(|offer| offer.text() == version).collect();
    if same.is_empty() || version.is_empty() {
        let is_complete = !version.is_empty() && !image.name.is_empty();
        if is_complete || scope.quirks().findings.shoot_errors_hide_others {
            findings.push(not_offered(scope, &image.name, version, &at.field("version")));
        }
        return;
    }
    let judge = scope.judge();
    // If a version is repeated, any entry that fits will do.
    let common = |obstacle: &dyn Fn(&Offer<'_>) -> Option<Obstacle>| {
        let all: Option<Vec<Obstacle>> = same.iter().map(obstacle).collect();
        all.and_then(|all| all.into_iter().next())
    };
    let obstacles: Vec<Obstacle> = [
        common(&|offer| judge.architecture(&scope.pool, offer)),
        common(&|offer| judge.activity(&scope.pool, offer)),
        common(&|offer| judge.in_place(&scope.pool, offer)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let expired = same.iter().find(|offer| judge.classification(offer) == Classification::Expired);
    if obstacles.is_empty() {
        if scope.shoot.operation == ShootOperation::State
            && let Some(offer) = expired
        {
            let detail = format!(
                "{} has expired: a new worker cannot use it, and maintenance updates existing workers",
                offer.shown()
            );
            let violation = Violation::invalid(&WORKER_IMAGE_UNFIT, &at, rendered(scope, image), detail);
            findings.push(violation.with_severity(Severity::Warning).with_help(advice(scope, image)));
        }
        return;
    }
    let Some(offer) = same.first() else { return };
    let detail = refusal_detail(scope, offer, &obstacles);
    findings.push(
        Violation::invalid(&WORKER_IMAGE_UNFIT, &at, rendered(scope, image), detail).with_help(advice(scope, image)),
    );
}

/// Says in one sentence why a worker cannot have an image version.
pub(super) fn refusal_detail(scope: &WorkerScope<'_>, offer: &Offer<'_>, obstacles: &[Obstacle]) -> String {
    let reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
    format!("worker `{}` cannot have {}: {}", scope.worker().name, offer.shown(), reasons.join("; "))
}

/// Checks that flavors, machine type and worker share a value of every capability.
pub(super) fn check_capabilities(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_unfilled_image() {
        return;
    }
    let Some((image, version)) = scope.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        return;
    };
    let Some(offer) = scope.profile().offer(&image.name, version) else { return };
    let Some(obstacle) = scope.judge().capabilities_except_architecture(&scope.pool, &offer) else { return };
    if !scope.quirks().findings.follow_up_errors && is_reported_already(scope, &offer, &obstacle) {
        return;
    }
    let machine = path.field("machine");
    let at = machine.field("image");
    let detail = refusal_detail(scope, &offer, &[obstacle]);
    let mut violation = Violation::invalid(&WORKER_IMAGE_INCOMPATIBLE, &at.field("version"), version, detail);
    // With worker capabilities, unchanged workers in operation are not refused; without them Gardener refuses them.
    if scope.pool.has_same_demand() {
        violation.severity = Severity::Warning;
    }
    findings.push(violation.with_help(advice(scope, image)));
}

/// Returns whether the worker and the version mismatch only in capabilities that earlier findings are about: those with a demand that
/// no image can meet, and that of in-place updates.
fn is_reported_already(scope: &WorkerScope<'_>, offer: &Offer<'_>, obstacle: &Obstacle) -> bool {
    let (Obstacle::Capabilities { misfit } | Obstacle::WorkerCapabilities { misfit }) = obstacle else { return false };
    let built_in = scope.profile().catalog().built_in();
    let is_about_updates = |capability: &str| {
        built_in.iter().any(|entry| entry.name == capability && matches!(entry.property, Property::UpdateStrategy(_)))
    };
    let is_never_met = |name: &str| {
        scope.pool.demand_errors.iter().any(|error| match error {
            DemandError::UnknownValue { capability, .. } | DemandError::UnknownCapability { capability, .. } => {
                capability == name
            }
        })
    };
    let lacks_updates = scope.judge().in_place(&scope.pool, offer).is_some();
    let mut capabilities = misfit.mismatches.iter().map(|mismatch| mismatch.capability.as_str()).peekable();
    capabilities.peek().is_some()
        && capabilities.all(|name| is_never_met(name) || (lacks_updates && is_about_updates(name)))
}

/// Checks that the version has an image in the region.
pub(super) fn check_mapping(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.has_unfilled_image() {
        return;
    }
    let Some((image, version)) = scope.image().and_then(|image| Some((image, image.version.as_deref()?))) else {
        return;
    };
    let Some(offer) = scope.profile().offer(&image.name, version) else { return };
    let Some(obstacle) = scope.judge().mapping(&scope.pool, &offer) else { return };
    let machine = path.field("machine");
    let at = machine.field("image");
    let rule = if matches!(obstacle, Obstacle::Unmapped { elsewhere: true, .. }) {
        &WORKER_IMAGE_NOT_IN_REGION
    } else {
        &WORKER_IMAGE_UNMAPPED
    };
    let detail =
        format!("{}; its machines could be neither created nor deleted", refusal_detail(scope, &offer, &[obstacle]));
    // An extension that looks up the image itself points at the image as a whole.
    let by_extension = scope.profile().plugin().is_some_and(|plugin| plugin.extension().refuses_unmapped_shoots);
    let place = at.field("version");
    let place = if by_extension && scope.quirks().findings.gardener_paths { &at } else { &place };
    let violation = Violation::invalid(rule, place, version, detail).with_help(advice(scope, image));
    let same_region = scope.shoot.operation.old().is_some_and(|old| old.spec.region == scope.shoot.shoot.spec.region);
    let is_refused = scope.judge().refuses_unmapped(same_region && scope.pool.has_same_image());
    findings.push(if is_refused { violation } else { violation.with_severity(Severity::Warning) });
}

fn not_offered(scope: &WorkerScope<'_>, name: &str, version: &str, path: &Path<'_>) -> Violation {
    let bad = BadValue::from(version);
    let names = || scope.profile().spec().images().iter().map(|image| image.name.as_str());
    let new = |detail: String| {
        Violation::new(&WORKER_IMAGE_NOT_OFFERED, ViolationKind::NotSupported, path, bad.clone(), detail)
    };
    if !names().any(|known| known == name) {
        let violation = new(format!("the profile has no machine image `{name}`"));
        return match nearest(name, names()) {
            Some(near) => violation.with_help(format!("did you mean image `{near}`?")),
            None => violation,
        };
    }
    let fitting = fitting(scope, name);
    let is_mapped = |offer: &&Offer<'_>| scope.judge().mapping(&scope.pool, offer).is_none();
    let violation = new(format!("image `{name}` has no such version"));
    // A slip of the hand: this is the version that was meant, even if it is a preview.
    let near = nearest(version, fitting.iter().map(Offer::text));
    if let Some(near) = near.filter(|near| fitting.iter().any(|offer| offer.text() == *near && is_mapped(&offer))) {
        return violation.with_suggestion(near);
    }
    let mapped = fitting.iter().filter(is_mapped).take(MAX_LISTED);
    let (previews, others): (Vec<&Offer<'_>>, Vec<_>) = mapped.partition(|offer| is_preview(scope, offer));
    let [previews, others] =
        [previews, others].map(|offers| offers.into_iter().map(Offer::text).collect::<Vec<&str>>());
    violation.with_help(match (&*others, &*previews) {
        ([], []) => format!("no version of `{name}` fits worker `{}`", scope.worker().name),
        ([], previews) => format!("only previews fit: {}", listed(previews)),
        (others, []) => format!("versions that fit: {}", listed(others)),
        (others, previews) => format!("versions that fit: {}; as a preview: {}", listed(others), listed(previews)),
    })
}

/// The maximum number of fitting versions that are listed.
const MAX_LISTED: usize = 12;

fn is_preview(scope: &WorkerScope<'_>, offer: &Offer<'_>) -> bool {
    scope.judge().classification(offer) == Classification::Preview
}

/// Returns the versions of an image that the worker can have if the provider maps them: the newest first, and previews last.
fn fitting<'a>(scope: &WorkerScope<'a>, name: &str) -> Vec<Offer<'a>> {
    let judge = scope.judge();
    let offers = judge.profile().offers_of(name).filter(|offer| offer.parsed().is_some());
    let live = offers.filter(|offer| judge.classification(offer).is_active());
    let mut fitting: Vec<Offer<'a>> =
        live.filter(|offer| judge.fit_obstacles(&scope.pool, offer).next().is_none()).collect();
    fitting.sort_by(|one, other| other.parsed().cmp(&one.parsed()));
    fitting.sort_by_key(|offer| is_preview(scope, offer));
    fitting.dedup_by_key(|offer| offer.text());
    fitting
}

/// Suggests the nearest version that would fit: the next higher one, else the next lower one, a preview only if there
/// is nothing else; or a version of another image.
pub(super) fn advice(scope: &WorkerScope<'_>, image: &WorkerImage) -> String {
    let is_mapped = |offer: &&Offer<'_>| scope.judge().mapping(&scope.pool, offer).is_none();
    let own = fitting(scope, &image.name);
    let current: Option<Version> = image.version.as_deref().and_then(|version| version.parse().ok());
    let current = current.as_ref();
    // A preview is suggested only if there is no alternative.
    for (is_preview_wanted, remark) in PREVIEWS_LAST {
        let of_kind = |offer: &&Offer<'_>| is_preview(scope, offer) == is_preview_wanted;
        // There is no nearest version to a text that is not a version: suggest the newest.
        let higher = own.iter().rev().filter(|offer| current.is_some() && offer.parsed() > current);
        let lower = own.iter().filter(|offer| current.is_none() || offer.parsed() <= current);
        if let Some(nearest) = higher.chain(lower).filter(of_kind).find(is_mapped) {
            return format!("the nearest version that fits is `{}`{remark}", nearest.version.version);
        }
    }
    let others = || scope.profile().spec().images().iter().filter(|other| other.name != image.name);
    for (is_preview_wanted, remark) in PREVIEWS_LAST {
        let of_kind = |offer: &&Offer<'_>| is_preview(scope, offer) == is_preview_wanted && is_mapped(offer);
        if let Some(other) = others().find_map(|other| fitting(scope, &other.name).iter().find(of_kind).copied()) {
            return format!("no version of `{}` fits; {} does{remark}", image.name, other.shown());
        }
    }
    "no image of the profile fits this worker on this machine type".to_owned()
}

/// The kinds of versions in the order in which they are suggested, with a remark.
const PREVIEWS_LAST: [(bool, &str); 2] = [(false, ""), (true, " (a preview)")];

/// Renders the image as an offending value.
pub(super) fn rendered(scope: &WorkerScope<'_>, image: &WorkerImage) -> BadValue {
    let (name, version) = (json_string(&image.name), json_string(image.version.as_deref().unwrap_or_default()));
    BadValue::Rendered(if scope.quirks().findings.gardener_paths {
        format!(r#"{{"Name":{name},"ProviderConfig":null,"Version":{version}}}"#)
    } else {
        format!(r#"{{"name":{name},"version":{version}}}"#)
    })
}
