//! Served pages: style sheet and script are separate resources, and every answer is also available as JSON.

use std::io;
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_queries::{CheckAnswer, QueryContext};
use rootstock_report::SourceText;

use crate::fleet::FleetParts;
use crate::report::{ReportPage, ReportParts, write_template};
use crate::urls::{ServedUrls, encoded, profile_path};

/// The Content-Security-Policy of served pages: only resources of the same server, and nothing inline.
pub const SERVED_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                                 form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The content of a profile's page.
#[derive(Debug, Clone, Copy)]
pub struct ServedProfile<'a> {
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// The findings of the profile.
    pub check: &'a CheckAnswer,
    /// The Shoots of the profile.
    pub fleet: &'a FleetParts,
    /// The source texts of the findings.
    pub sources: &'a [SourceText],
    /// The semantics and settings.
    pub asked: QueryContext,
    /// Sentences about releases that are not known, as [`QueryContext::unknown_releases`] returns them.
    pub unknown_releases: &'a [String],
    /// The settings as a query string, joined by `&`; empty if none are given.
    pub settings: &'a str,
    /// The version of the state.
    pub state: &'a str,
    /// The version of the program.
    pub tool_version: &'a str,
}

/// Writes the page of a profile.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_profile_page(parts: ServedProfile<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let ServedProfile { profile, check, fleet, sources, asked, unknown_releases, settings, state, tool_version } =
        parts;
    let key = profile.key();
    let and_settings = if settings.is_empty() { String::new() } else { format!("&{settings}") };
    let served = ServedUrls {
        of_profile: format!("profile={}{and_settings}", encoded(&key.to_string())),
        of_shoots: format!("until={}{and_settings}", fleet.until),
        address: profile_path(key),
        ..ServedUrls::new(state, settings)
    };
    let profiles = std::slice::from_ref(profile);
    let fleet = Some(fleet);
    let parts = ReportParts { profiles, compared: None, check, fleet, sources, asked, unknown_releases, tool_version };
    write_template(&ReportPage { served: Some(served), ..ReportPage::new(parts) }, out)
}
