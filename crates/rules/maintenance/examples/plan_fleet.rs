//! Plans a fleet from standard input, and prints its summary: an example for embedders, also used to measure memory.
//!
//! ```console
//! $ kubectl get shoots -A -o json | plan_fleet profile.json 2026-06-01T00:00:00Z
//! ```

use std::error::Error;

use rootstock_core_model::{CanonicalProfile, CloudProfile, Quirks};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{FleetAnswer, FleetSummary, Moment, Planners, Profiles, ShootStream};

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
    let mut planners = Planners::new(&profiles, Quirks::NONE);
    for shoot in ShootStream::new("-", std::io::stdin()) {
        match shoot.ask(|shoot| planners.plan(shoot, moment)) {
            FleetAnswer::Shoot(plan) => summary.add(&plan),
            FleetAnswer::Unreadable(unreadable) => {
                summary.add_unreadable();
                eprintln!("{unreadable}");
            }
        }
    }
    println!("{} shoots, {} pools, {} change", summary.shoots, summary.pools, summary.changing);
    for line in summary.reasons() {
        println!("{:>8} {} {} {} {}", line.count, line.subject, line.image, line.outcome, line.reason);
    }
    Ok(())
}
