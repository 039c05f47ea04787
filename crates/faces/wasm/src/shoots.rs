//! The functions about Shoots, one by one.

use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::FleetItem;
use rootstock_manifest_files::ShootTexts;
use rootstock_queries::{DefaultQuery, FleetAsked, FleetProfiles, PlanQuery, ShootsAsked, Unrendered};

use crate::answer::answer;
use crate::documents;
use crate::failure::Failure;
use crate::held::Held;
use crate::request::Request;

/// Shoots as Gardener fills them in.
pub(crate) fn default(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
    let analysis = request.analysis(held)?;
    let shoots = documents::shoots(&analysis, Role::Checked)?;
    let before = documents::shoots(&analysis, Role::Old)?;
    let over = ShootsAsked { shoots: &shoots, before: &before, profiles: &analysis, asked: request.asked()? };
    answer(&request.question::<DefaultQuery>()?, over)
}

/// What maintenance does to Shoots.
pub(crate) fn plan(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
    let analysis = request.analysis(held)?;
    let profiles = FleetProfiles::of(&analysis, Unrendered::Skipped).profiles;
    let shoots = fleet(&analysis);
    let over = FleetAsked { profiles: &profiles, shoots, asked: request.asked()? };
    answer(&request.question::<PlanQuery>()?, over)
}

/// The Shoots that are checked, as they are planned.
fn fleet(analysis: &Analysis) -> Vec<FleetItem> {
    let mut items = Vec::new();
    for name in analysis.input_names(Role::Checked) {
        let text = analysis.text(Role::Checked, &name).unwrap_or_default();
        // Reading from memory does not fail.
        items.extend(ShootTexts::new(&name, text.as_bytes()).into_iter().flatten());
    }
    items
}
