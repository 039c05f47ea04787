//! Plans a fleet from standard input, and prints its summary: what an embedder writes, and what memory is measured with.
//!
//! ```console
//! $ kubectl get shoots -A -o json | plan_fleet profile.json 2026-06-01T00:00:00Z
//! ```

use std::error::Error;
use std::ops::ControlFlow;

use rootstock_core_model::{CanonicalProfile, CloudProfile, Quirks};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{FleetAnswer, FleetSummary, Moment, Planners, Profiles, ShootStream, for_each_shoot};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(now)) = (arguments.next(), arguments.next()) else {
        return Err("usage: plan_fleet PROFILE.json INSTANT < SHOOTS.json".into());
    };
    let profile: CloudProfile = serde_json::from_slice(&std::fs::read(path)?)?;
    let moment = Moment::NextWindow(now.parse()?);
    let mut profiles = Profiles::new();
    profiles.insert(CompiledProfile::new(CanonicalProfile::named(profile.metadata.name, profile.spec.clone()))?);
    let mut summary = FleetSummary::default();
    for_each_shoot(
        ShootStream::new("-", std::io::stdin()),
        2,
        || Planners::new(&profiles, Quirks::NONE),
        |planners, shoot| planners.plan(shoot, moment),
        |answer| {
            match answer {
                FleetAnswer::Shoot(plan) => summary.add(&plan),
                FleetAnswer::Unreadable(unreadable) => {
                    summary.add_unreadable();
                    eprintln!("{unreadable}");
                }
            }
            ControlFlow::Continue(())
        },
    );
    println!("{} shoots, {} pools, {} change", summary.shoots, summary.pools, summary.changing);
    for line in summary.reasons() {
        println!("{:>8} {} {} {} {}", line.count, line.subject, line.image, line.outcome, line.reason);
    }
    Ok(())
}
