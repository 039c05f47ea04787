//! Exposure equals what running maintenance night after night shows.

use proptest::prelude::*;
use rootstock_core_model::Quirks;
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{
    Departure, ExposureFinder, NO_HORIZON, Planner, PoolExposure, ProfileReference, Profiles, RemedyEffect, RemedyKind,
    ShootRow,
};
use rootstock_versioning::Timestamp;

use super::scenarios::scenario;
use super::{BOTH, compiled};
use crate::samples::NOW;

/// The end of an exposure: the run and the version after it, or `None` if the pool stays.
type End = Option<(Timestamp, String)>;

/// The version, arrival, further versions, and end of an exposure.
type Exposure = (String, Option<Timestamp>, Vec<(Timestamp, String)>, End);

/// Runs maintenance night after night; returns the exposure of the pool at an index.
fn naive(
    profile: &CompiledProfile,
    quirks: Quirks,
    shoot: &ShootRow<'_>,
    index: usize,
    must_go: impl Fn(&str) -> bool,
) -> Option<Exposure> {
    let version = |shoot: &ShootRow<'_>| shoot.workers[index].image_version.clone().unwrap_or_default().into_owned();
    let (mut shoot, mut night) = (shoot.clone(), shoot.next_run(NOW));
    let mut states = vec![(None, version(&shoot))];
    // Stages begin within 60 days of now.
    for _ in 0..150 {
        let plan = Planner::new(profile, quirks).shoot(&shoot, night);
        shoot.apply(&plan);
        states.push((Some(night), version(&shoot)));
        night = match shoot.window {
            Some(window) => window.next_opening(night),
            None => Timestamp::from_unix_seconds(night.unix_seconds() + 86_400),
        };
    }
    let first = states.iter().position(|(_, version)| must_go(version))?;
    let last = states.iter().rposition(|(_, version)| must_go(version))?;
    let end = states.get(last + 1).map(|(at, version)| (at.unwrap(), version.clone()));
    let changes = states[first..=last].windows(2).filter(|pair| pair[0].1 != pair[1].1 && must_go(&pair[1].1));
    let next = changes.map(|pair| (pair[1].0.unwrap(), pair[1].1.clone())).collect();
    Some((states[first].1.clone(), states[first].0, next, end))
}

fn end(exposure: &PoolExposure) -> End {
    match &exposure.departure {
        Departure::Leaves { at, to, .. } => Some((*at, to.clone())),
        Departure::Stays { why } => {
            assert!(!why.is_empty());
            None
        }
        Departure::Deleted => panic!("no Shoot is being deleted"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn exposure_equals_nightly_runs(scenario in scenario(), mask in any::<u32>()) {
        let must_go = |version: &str| {
            let sum: u32 = version.bytes().map(u32::from).sum();
            mask >> (sum % 32) & 1 == 1
        };
        let profile = compiled(&scenario);
        let mut profiles = Profiles::new();
        profiles.insert(profile.clone());
        let just_now = Timestamp::from_unix_seconds(NOW.unix_seconds() - 1);
        let expired = profiles.with_expired_images(just_now, |_, version| must_go(version));
        let mut row = ShootRow::from(&scenario.shoot);
        row.profile = Some(ProfileReference { name: "world".into(), ..ProfileReference::default() });
        for (index, worker) in row.workers.iter_mut().enumerate() {
            worker.name = format!("pool-{index}").into();
        }
        for quirks in BOTH.map(Quirks::of) {
            let period = [NOW, NO_HORIZON];
            let mut finder =
                ExposureFinder::new([&profiles, &expired], quirks, |_: &str, version: &str| must_go(version), period);
            let mut found = finder.pools(&row).into_iter().peekable();
            for (index, worker) in row.workers.iter().enumerate() {
                let ours = found.next_if(|exposure| exposure.pool == worker.name);
                let theirs = naive(&profile, quirks, &row, index, must_go);
                let facts = ours.as_ref().map(|ours| {
                    let next = ours.next.iter().map(|next| (next.at, next.version.clone())).collect();
                    (ours.version.clone(), ours.arrives, next, end(ours))
                });
                prop_assert_eq!(&facts, &theirs, "pool {}", worker.name);
                for remedy in ours.iter().flat_map(|ours| &ours.sooner) {
                    let then = match remedy.change {
                        RemedyKind::Expire => naive(&expired.all()[0], quirks, &row, index, must_go),
                        RemedyKind::AutoUpdate => {
                            let row = ShootRow { auto_update_images: true, ..row.clone() };
                            naive(&profile, quirks, &row, index, must_go)
                        }
                        RemedyKind::Roll => {
                            let RemedyEffect::Leaves { at, to } = &remedy.effect else { panic!("{remedy:?}") };
                            prop_assert!(*at == NOW && !must_go(to) && profile.offers().any(|offer| offer.text() == to));
                            continue;
                        }
                    };
                    let effect = match then {
                        None => RemedyEffect::Prevents,
                        Some((_, _, _, end)) => {
                            let (at, to) = end.unwrap();
                            RemedyEffect::Leaves { at, to }
                        }
                    };
                    prop_assert_eq!(&remedy.effect, &effect);
                    if let (RemedyEffect::Leaves { at, .. }, Some((_, _, _, Some((today, _))))) = (&remedy.effect, &theirs) {
                        prop_assert!(at < today);
                    }
                }
            }
            prop_assert!(found.next().is_none());
        }
    }
}
