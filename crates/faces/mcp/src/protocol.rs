//! The versions of the protocol, and the server's description of itself.

use rootstock_document::shortened;
use serde_json::{Value, json};

use crate::message::Error;

/// The maximum number of characters of a quoted name.
pub(crate) const NAME_CHARACTERS: usize = 100;

/// The versions that begin with the request `initialize`, from the newest.
const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// The versions in which every request names its version.
const WITHOUT_HANDSHAKE: [&str; 1] = ["2026-07-28"];

/// The field of a request that names its version.
const VERSION_FIELD: &str = "/_meta/io.modelcontextprotocol~1protocolVersion";

/// The time in milliseconds for which clients may keep the list of tools, which is the same for the whole run.
const LIST_LIFETIME: u64 = 3_600_000;

/// Instructions for a model.
const INSTRUCTIONS: &str = "Checks, explains and repairs Gardener CloudProfiles, NamespacedCloudProfiles and Shoots. \
    Give `documents` by `path` or as `name` and `text`; a Shoot needs its profile with the role `known`. \
    To repair a profile: `check`, then `fix` (with `unsafeFixes` for suggested changes), then `explain` with the `rule` of each \
    finding that is left. Answers are shortened: `more` has a `cursor` for the rest of each list.";

/// The way in which client and server agree on a version.
pub(crate) enum Era {
    /// By the request `initialize`.
    Handshake,
    /// In every request.
    PerRequest,
}

impl Era {
    /// Returns the era of a request.
    pub(crate) fn of(params: &Value) -> Result<Self, Error> {
        match params.pointer(VERSION_FIELD) {
            None => Ok(Self::Handshake),
            Some(Value::String(version)) if WITHOUT_HANDSHAKE.contains(&version.as_str()) => Ok(Self::PerRequest),
            Some(Value::String(version)) => {
                Err(Error::version(&shortened(version, NAME_CHARACTERS), &WITHOUT_HANDSHAKE))
            }
            Some(_) => Err(Error::params("the version of the protocol in `_meta` must be a string".to_owned())),
        }
    }

    /// Adds the fields that results have in this era.
    pub(crate) fn complete(&self, mut result: Value) -> Value {
        if let (Self::PerRequest, Some(result)) = (self, result.as_object_mut()) {
            result.insert("resultType".to_owned(), json!("complete"));
            result.insert("_meta".to_owned(), json!({"io.modelcontextprotocol/serverInfo": server_info()}));
        }
        result
    }

    /// Adds the fields of results that are the same for the whole run.
    pub(crate) fn complete_constant(&self, mut result: Value) -> Value {
        if let (Self::PerRequest, Some(result)) = (self, result.as_object_mut()) {
            result.insert("ttlMs".to_owned(), json!(LIST_LIFETIME));
            result.insert("cacheScope".to_owned(), json!("private"));
        }
        self.complete(result)
    }
}

/// Returns the result of `initialize`: the requested version, or the newest one.
pub(crate) fn initialized(params: &Value) -> Value {
    let requested = params.get("protocolVersion").and_then(Value::as_str);
    let [newest, ..] = WITH_HANDSHAKE;
    let version = WITH_HANDSHAKE.into_iter().find(|version| requested == Some(version)).unwrap_or(newest);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": server_info(),
        "instructions": INSTRUCTIONS,
    })
}

/// Returns the result of `server/discover`.
pub(crate) fn discovered() -> Value {
    json!({
        "supportedVersions": WITHOUT_HANDSHAKE,
        "capabilities": {"tools": {}},
        "serverInfo": server_info(),
        "instructions": INSTRUCTIONS,
    })
}

fn server_info() -> Value {
    json!({"name": "rootstock", "title": "Rootstock", "version": env!("CARGO_PKG_VERSION")})
}
