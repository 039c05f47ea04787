//! `/api/v1/state`: the profiles and Shoots that questions can refer to.

use hyper::StatusCode;
use rootstock_core_model::{Release, ReleaseSource};
use rootstock_maintenance::FleetItem;
use rootstock_queries::write_envelope;
use rootstock_versioning::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::VERSION;
use crate::garden::Garden;
use crate::http::{self, Answer};

pub(super) const ANSWER_SCHEMA: &str = "rootstock.state/v1";

/// The profiles and Shoots that questions can refer to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct State<'g> {
    /// A version, which changes with the state.
    version: &'g str,
    /// The release of Gardener as which questions are answered, unless they name one.
    gardener: Release,
    /// The source of that release; absent if it is a setting, or the newest one that is known.
    #[serde(skip_serializing_if = "ReleaseSource::is_settings")]
    #[schemars(default)]
    gardener_from: ReleaseSource,
    /// The time at which the state was read.
    read_at: Timestamp,
    /// The profiles, CloudProfiles first.
    profiles: Vec<Profile<'g>>,
    /// The number of Shoots.
    shoots: usize,
    /// Problems with the state, in sentences.
    troubles: &'g [String],
}

/// A profile that questions can refer to.
#[derive(Debug, Serialize, JsonSchema)]
struct Profile<'g> {
    /// The kind: `CloudProfile` or `NamespacedCloudProfile`.
    kind: &'static str,
    /// The namespace of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'g str>,
    /// The name.
    name: &'g str,
    /// The reason why questions cannot refer to the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    unusable: Option<String>,
}

pub(super) fn answer(garden: &Garden) -> Answer {
    let profiles = garden.analysis.profile_keys().map(|key| Profile {
        kind: key.kind(),
        namespace: key.namespace.as_deref(),
        name: &key.name,
        unusable: garden.analysis.obstacle(key).map(|none| none.reason()),
    });
    let state = State {
        version: &garden.version,
        gardener: garden.landscape.gardener().release(),
        gardener_from: garden.landscape.gardener_source,
        read_at: garden.read_at,
        profiles: profiles.collect(),
        shoots: garden.shoots.iter().filter(|shoot| !matches!(shoot.item, FleetItem::Unreadable(_))).count(),
        troubles: &garden.troubles,
    };
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_envelope(ANSWER_SCHEMA, VERSION, &state, &mut text);
    http::answer(StatusCode::OK, http::JSON, text)
}
