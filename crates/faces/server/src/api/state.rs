//! `/api/v1/state`: what questions can be asked about.

use hyper::StatusCode;
use rootstock_maintenance::FleetItem;
use rootstock_queries::write_envelope;
use rootstock_versioning::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::VERSION;
use crate::garden::Garden;
use crate::http::{self, Answer};

pub(super) const FORM: &str = "rootstock.state/v1";

/// What questions can be asked about.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct State<'g> {
    /// Another text for each other state.
    version: &'g str,
    /// When it was read.
    read_at: Timestamp,
    /// The profiles, CloudProfiles first.
    profiles: Vec<Profile<'g>>,
    /// How many Shoots there are.
    shoots: usize,
    /// What is odd about it, in sentences.
    troubles: &'g [String],
}

/// A profile that questions can be asked about.
#[derive(Debug, Serialize, JsonSchema)]
struct Profile<'g> {
    /// `CloudProfile` or `NamespacedCloudProfile`.
    kind: &'static str,
    /// The namespace of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'g str>,
    /// The name.
    name: &'g str,
    /// Why nothing can be asked about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unusable: Option<String>,
}

pub(super) fn answer(garden: &Garden) -> Answer {
    let profiles = garden.analysis.profiles().map(|(key, profile)| Profile {
        kind: key.kind(),
        namespace: key.namespace.as_deref(),
        name: &key.name,
        unusable: profile.err().map(|none| none.reason()),
    });
    let state = State {
        version: &garden.version,
        read_at: garden.read_at,
        profiles: profiles.collect(),
        shoots: garden.shoots.iter().filter(|item| !matches!(item, FleetItem::Unreadable(_))).count(),
        troubles: &garden.troubles,
    };
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = write_envelope(FORM, VERSION, &state, &mut text);
    http::answer(StatusCode::OK, http::JSON, text)
}
