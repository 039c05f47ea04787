//! Pages as a server gives them: style sheet and script are resources of their own, and every answer is there as JSON.

use std::io;
use std::sync::Arc;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rootstock_analysis::{Profile, ProfileKey};
use rootstock_queries::{Asked, CheckAnswer};
use rootstock_report::SourceText;

use crate::assets::{ICON, SCRIPT, STYLE, short_hash};
use crate::fleet::FleetParts;
use crate::report::{ReportPage, ReportParts, write_template};

/// What stands in a part of a path or a value of a query as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The Content-Security-Policy of served pages: nothing but what the same server has, and nothing that stands in a page.
pub const SERVED_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                                 form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What pages are served with. It never changes under its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// The path, with a hash of the content in it.
    pub path: String,
    /// The media type.
    pub content_type: &'static str,
    /// The content.
    pub text: &'static str,
}

/// Everything that served pages load.
///
/// ```
/// let assets = rootstock_pages::assets();
/// assert!(assets.iter().any(|asset| asset.path.starts_with("/assets/pages-") && asset.path.ends_with(".css")));
/// ```
#[must_use]
pub fn assets() -> [Asset; 3] {
    let asset = |name: &str, ending: &str, content_type, text| Asset {
        path: format!("/assets/{name}-{}.{ending}", short_hash(text)),
        content_type,
        text,
    };
    [
        asset("pages", "css", "text/css; charset=utf-8", STYLE),
        asset("pages", "js", "text/javascript; charset=utf-8", SCRIPT),
        asset("icon", "svg", "image/svg+xml", ICON),
    ]
}

/// A profile that is served, with what there is to say about it.
#[derive(Debug, Clone, Copy)]
pub struct ServedProfile<'a> {
    /// The profile.
    pub profile: &'a Arc<Profile>,
    /// What is found in it.
    pub check: &'a CheckAnswer,
    /// Its Shoots.
    pub fleet: &'a FleetParts,
    /// The texts that findings point into.
    pub sources: &'a [SourceText],
    /// Whose answer is asked for.
    pub asked: Asked,
    /// The settings as they stand in the address, with `&` between them; empty if none are given.
    pub settings: &'a str,
    /// Another text for each other state.
    pub state: &'a str,
    /// The version of the program.
    pub tool_version: &'a str,
}

/// Where a page is served, as templates see it.
#[derive(Debug)]
pub(crate) struct Served {
    /// The path of the style sheet.
    pub(crate) style: String,
    /// The path of the script.
    pub(crate) script: String,
    /// The path of the icon.
    pub(crate) icon: String,
    /// The state that is shown.
    pub(crate) state: String,
    /// The settings of the address, behind a question mark if there are any.
    pub(crate) settings: String,
    /// The beginning of the query of questions about the profile.
    pub(crate) of_profile: String,
    /// The query of questions about Shoots.
    pub(crate) of_shoots: String,
    /// Where the page itself is.
    pub(crate) address: String,
    /// What is searched for.
    pub(crate) search: String,
}

impl Served {
    pub(crate) fn new(state: &str, settings: &str) -> Self {
        let [style, script, icon] = assets().map(|asset| asset.path);
        let behind = |mark: &str| if settings.is_empty() { String::new() } else { format!("{mark}{settings}") };
        Self {
            style,
            script,
            icon,
            state: state.to_owned(),
            settings: behind("?"),
            of_profile: String::new(),
            of_shoots: String::new(),
            address: String::new(),
            search: String::new(),
        }
    }

    /// The settings of the address.
    pub(crate) fn settings_only(&self) -> &str {
        self.settings.trim_start_matches('?')
    }
}

/// The path of a profile's page.
#[must_use]
pub fn profile_path(key: &ProfileKey) -> String {
    let namespace = key.namespace.as_ref().map(|namespace| format!("{}/", encoded(namespace)));
    format!("/profiles/{}{}", namespace.unwrap_or_default(), encoded(&key.name))
}

pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// Writes the page of a profile.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn write_profile_page(parts: ServedProfile<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let ServedProfile { profile, check, fleet, sources, asked, settings, state, tool_version } = parts;
    let key = profile.key();
    let and_settings = if settings.is_empty() { String::new() } else { format!("&{settings}") };
    let served = Served {
        of_profile: format!("profile={}{and_settings}", encoded(&key.to_string())),
        of_shoots: format!("until={}{and_settings}", fleet.until),
        address: profile_path(key),
        ..Served::new(state, settings)
    };
    let profiles = std::slice::from_ref(profile);
    let parts = ReportParts { profiles, compared: None, check, fleet: Some(fleet), sources, asked, tool_version };
    write_template(&ReportPage { served: Some(served), ..ReportPage::new(parts) }, out)
}
