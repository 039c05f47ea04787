//! The law that a worker without an image gets the first one of those that it may choose.

use rootstock_core_model::{Quirks, Semantics, Settings, ShootQuirks};

use crate::judge::Judge;
use crate::trial::{LawViolation, Verdict, assert_law};

/// Gardener's quirks, except those that let it take an image other than the first offer: with them, Gardener considers
/// expired and unavailable versions and images with any version that fits in any way, and ignores container runtimes,
/// kubelets and regions.
const DIFFERING_QUIRKS: Quirks = Quirks {
    shoot: ShootQuirks {
        default_image_may_be_inactive: false,
        default_image_by_any_version: false,
        default_image_may_be_rejected: false,
        ..ShootQuirks::GARDENER_1_150
    },
    ..Quirks::of(Semantics::Gardener)
};

fn first_is_default(judge: &Judge<'_>) -> Verdict {
    let mut count = 0;
    for mut worker in judge.workers() {
        worker.machine.image = None;
        let offers = judge.offers(&worker);
        let first = offers.offered.into_iter().find(|offered| offered.can_be_default).map(|offered| offered.image);
        let default = judge.default_image(&worker);
        if first != default {
            let how = match (&first, &default) {
                (Some(_), None) => "an image is offered, but none is filled in",
                (None, Some(_)) => "no image is offered, but one is filled in",
                _ => "the first offer is not the image that is filled in",
            };
            let details = format!("worker {} on {}: {first:?}, {default:?}", worker.name, worker.machine.machine_type);
            return Err(LawViolation::new(how, details));
        }
        count += usize::from(default.is_some());
    }
    Ok(count)
}

#[test]
fn first_offer_is_the_default_except_under_three_quirks() {
    assert_law(10_000, |world, judge| {
        if world.semantics == Semantics::Documented {
            return first_is_default(judge);
        }
        first_is_default(&Judge::under(judge.objects(), Settings { quirks: DIFFERING_QUIRKS, ..*judge.settings() }))
    });
}
