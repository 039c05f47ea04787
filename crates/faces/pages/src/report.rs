//! A report in a single file.

use std::io;
use std::sync::Arc;

use askama::Template;
use rootstock_analysis::Profile;
use rootstock_core_model::Semantics;
use rootstock_queries::{CheckAnswer, QueryContext};
use rootstock_report::SourceText;

use crate::assets::{SCRIPT, STYLE, policy};
use crate::changes::{Changes, ComparedProfile};
use crate::findings::Findings;
use crate::fleet::{Fleet, FleetParts};
use crate::instant::Instant;
use crate::profile::ShownProfile;
use crate::prose as filters;
use crate::urls::ServedUrls;

/// The content of a report.
#[derive(Debug, Clone, Copy)]
pub struct ReportParts<'a> {
    /// The profiles, in the order of the page.
    pub profiles: &'a [Arc<Profile>],
    /// The comparison of each profile, in the same order; `None` without a comparison.
    pub compared: Option<&'a [ComparedProfile]>,
    /// The findings of the documents.
    pub check: &'a CheckAnswer,
    /// The Shoots, if there are any.
    pub fleet: Option<&'a FleetParts>,
    /// The source texts of the findings.
    pub sources: &'a [SourceText],
    /// The semantics and settings.
    pub asked: QueryContext,
    /// Sentences about releases that are not known, as [`QueryContext::unknown_releases`] returns them.
    pub unknown_releases: &'a [String],
    /// The version of the program.
    pub tool_version: &'a str,
}

#[derive(Template)]
#[template(path = "page.html")]
pub(crate) struct ReportPage<'a> {
    pub(crate) title: String,
    pub(crate) css: &'static str,
    pub(crate) js: &'static str,
    pub(crate) policy: String,
    /// The URLs of a served page; `None` for a single-file page.
    pub(crate) served: Option<ServedUrls>,
    pub(crate) tool_version: &'a str,
    pub(crate) at: Instant,
    pub(crate) semantics: String,
    pub(crate) unknown_releases: &'a [String],
    pub(crate) profiles: Vec<ShownProfile>,
    pub(crate) has_changes: bool,
    pub(crate) fleet: Option<Fleet>,
    pub(crate) findings: Findings,
}

/// Writes a report: a single HTML file that loads nothing.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_report(parts: ReportParts<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    write_template(&ReportPage::new(parts), out)
}

pub(crate) fn write_template(page: &impl Template, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(64 * 1024, out);
    Template::write_into(page, &mut out)?;
    io::Write::flush(&mut out)
}

/// Describes the semantics of a page, and the releases of Gardener and the extensions.
pub(crate) fn semantics_in_words(asked: &QueryContext) -> String {
    let gardener = asked.settings.gardener_if_other(Semantics::Gardener);
    let semantics = match asked.semantics {
        Semantics::Gardener => format!("as in {}", Semantics::gardener(gardener)),
        Semantics::Documented if gardener.is_some() => format!("as documented, for {}", Semantics::gardener(gardener)),
        Semantics::Documented => "as documented".to_owned(),
    };
    let extensions = asked.settings.extensions.iter().map(|(provider, release)| format!("{provider} v{release}"));
    match asked.settings.extensions.is_empty() {
        true => semantics,
        false => format!("{semantics}, with extensions {}", extensions.collect::<Vec<_>>().join(", ")),
    }
}

impl<'a> ReportPage<'a> {
    /// Prepares a single-file page.
    pub(crate) fn new(parts: ReportParts<'a>) -> Self {
        let ReportParts { profiles, compared, check, fleet, sources, asked, unknown_releases, tool_version } = parts;
        let usage = fleet.map(|fleet| &fleet.usage);
        let profiles =
            profiles.iter().enumerate().map(|(place, profile)| ShownProfile::ask(profile, asked, usage, place));
        let mut profiles: Vec<ShownProfile> = profiles.collect();
        let fleet = fleet.map(|fleet| Fleet::new(fleet, asked.settings.now));
        let is_only = profiles.len() == 1;
        for (profile, compared) in profiles.iter_mut().zip(compared.into_iter().flatten()) {
            profile.changes = Some(Changes::new(compared));
        }
        if let Some(fleet) = &fleet {
            profiles.iter_mut().for_each(|profile| profile.add_fleet(fleet, is_only));
        }
        let title = match profiles.as_slice() {
            [only] => only.name.clone(),
            several => format!("{} profiles", several.len()),
        };
        Self {
            title,
            css: STYLE,
            js: SCRIPT,
            policy: policy(),
            served: None,
            tool_version,
            at: Instant(asked.settings.now),
            semantics: semantics_in_words(&asked),
            unknown_releases,
            has_changes: compared.is_some(),
            profiles,
            fleet,
            findings: Findings::new(check, sources),
        }
    }
}
