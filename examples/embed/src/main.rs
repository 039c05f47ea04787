//! Checks a profile and a Shoot, lists the images that its worker may use, and plans its maintenance.
//!
//! It reads neither a clock nor a file, so it also runs in a browser.

use std::error::Error;

use rootstock_admission::{WorkerQuestion, image_options};
use rootstock_analysis::{Analysis, Object, Role};
use rootstock_core_model::{Semantics, Settings};
use rootstock_judge::Judge;
use rootstock_maintenance::{Planner, ShootRow};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let profile: Value = serde_json::from_str(include_str!("../profile.json"))?;
    let shoot: Value = serde_json::from_str(include_str!("../shoot.json"))?;
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse()?);
    let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    analysis.set_object(Role::Checked, "profile", &profile);
    analysis.set_object(Role::Checked, "shoot", &shoot);

    let checked = analysis.check();
    for finding in &checked.report.findings {
        println!("{:?}: {}", finding.violation.severity, finding.violation);
    }

    let shoots = analysis.objects(Role::Checked, "shoot").filter_map(|object| match object {
        Object::Shoot(shoot) => Some(&*shoot.object),
        Object::CloudProfile(_) | Object::NamespacedCloudProfile(_) => None,
    });
    for shoot in shoots {
        let profile = analysis.profile_of(shoot)?.compiled(settings.gates)?;
        let judge = Judge::new(&profile, settings);
        for worker in &shoot.spec.provider.workers {
            let (region, kubernetes_version) = (&shoot.spec.region, &shoot.spec.kubernetes.version);
            let question = WorkerQuestion { worker, region, kubernetes_version, capabilities: None };
            for option in image_options(judge, question).options {
                println!("{} may have {} {}", worker.name, option.version.image, option.version.version);
            }
        }
        let plan = Planner::new(&profile, settings.quirks).shoot(&ShootRow::from(shoot), settings.now);
        println!("{}", serde_json::to_string_pretty(&plan.workers)?);
    }
    Ok(())
}
