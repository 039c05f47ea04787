//! `/profiles/NAME`: the page of a profile.

use hyper::StatusCode;
use rootstock_analysis::{Analysis, ProfileKey};
use rootstock_maintenance::FleetItem;
use rootstock_pages::{FleetQuestion, ServedProfile, write_profile_page};
use rootstock_queries::{CheckAnswer, CheckInput, CheckQuery, FleetProfiles, Query as _, Unrendered};
use rootstock_versioning::Timestamp;
use serde_json::Value;

use super::{PageContext, html};
use crate::VERSION;
use crate::api::context::known_profile;
use crate::garden::Visible;
use crate::http::{self, Answer, Problem};

/// The length of the plan, in seconds: twelve weeks.
const PLANNED: i64 = 12 * 7 * 86_400;

pub(super) fn answer(context: &PageContext, analysis: &Analysis, key: &ProfileKey) -> Result<Answer, Problem> {
    let (asked, garden) = (context.asked, &context.garden);
    let profile = known_profile(analysis, key)?;
    let report = analysis.report_on(&profile);
    let check = CheckAnswer::new(CheckInput { analysis, asked }, &report);
    if context.parameters.question.get("findings") == Some(&Value::Bool(true)) {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = CheckQuery::write(&check, VERSION, &mut text);
        return Ok(http::answer(StatusCode::OK, http::JSON, text));
    }
    let profiles = FleetProfiles::of(analysis, Unrendered::Skipped).profiles;
    let until = Timestamp::from_unix_seconds(asked.settings.now.unix_seconds().saturating_add(PLANNED));
    let question = FleetQuestion::new(&profiles, until, asked)?;
    let fleet = question.ask(garden.shoots_of(key, &Visible::All).into_iter().cloned().map(FleetItem::Json));
    let parts = ServedProfile {
        profile: &profile,
        check: &check,
        fleet: &fleet,
        sources: &report.sources,
        asked,
        unknown_releases: &asked.unknown_releases(analysis.registry()),
        settings: &context.settings,
        state: &garden.version,
        tool_version: VERSION,
    };
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_profile_page(parts, &mut page);
    Ok(html(StatusCode::OK, page))
}
