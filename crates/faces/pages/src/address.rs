//! Where pages are served: their paths, and those of what they load and ask.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rootstock_analysis::ProfileKey;

use crate::assets::assets;

/// What stands in a part of a path or a value of a query as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

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
