//! URLs of served pages, and of the assets and API questions that they refer to.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rootstock_analysis::ProfileKey;

use crate::assets::assets;

/// The characters that need no percent-encoding in a path segment or query value.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The URLs of a served page, for templates.
#[derive(Debug)]
pub(crate) struct ServedUrls {
    pub(crate) style: String,
    pub(crate) script: String,
    pub(crate) icon: String,
    /// The version of the state on the page.
    pub(crate) state: String,
    /// The settings as a query string with its leading question mark; empty if there are none.
    pub(crate) settings: String,
    /// The start of the query string for API questions about the profile.
    pub(crate) of_profile: String,
    /// The query string for API questions about Shoots.
    pub(crate) of_shoots: String,
    /// The path of the page itself.
    pub(crate) address: String,
    /// The search words.
    pub(crate) search: String,
}

impl ServedUrls {
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

    /// Returns the decoded settings, which forms send again.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (String, String)> {
        let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
        let pairs = self.settings_only().split('&').filter_map(|pair| pair.split_once('='));
        pairs.map(move |(name, value)| (decoded(name), decoded(value)))
    }

    /// Returns the settings without the leading question mark.
    pub(crate) fn settings_only(&self) -> &str {
        self.settings.trim_start_matches('?')
    }
}

/// Returns the path of a profile's page.
#[must_use]
pub fn profile_path(key: &ProfileKey) -> String {
    let namespace = key.namespace.as_ref().map(|namespace| format!("{}/", encoded(namespace)));
    format!("/profiles/{}{}", namespace.unwrap_or_default(), encoded(&key.name))
}

pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}
