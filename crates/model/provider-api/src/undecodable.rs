//! A `providerConfig` that the extension cannot decode: it finds no image in it, and merges nothing with it.

use std::collections::BTreeSet;
use std::sync::Arc;

use rootstock_core_model::{Quirks, Segment, Violation, listed};
use serde::Serialize;

use crate::{CapabilitySupport, Extension, unreleased};

/// The maximum number of fields in the reason.
const MAX_FIELDS: usize = 5;

/// The reason why an extension cannot decode a `providerConfig`, so that it finds no image in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error(
    "{extension} cannot decode `providerConfig` because of {}, and finds no image in it{}",
    listed(fields.iter()),
    since.map_or_else(String::new, |since| format!("; {since} can"))
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndecodableConfig {
    /// The extension, with its release if one is set.
    pub extension: String,
    /// The names of the fields that it cannot decode: at most five, sorted.
    pub fields: Vec<String>,
    /// The release of the extension from which it can; `None` if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<&'static str>,
}

/// An undecodable `providerConfig`, and the semantics in which that counts.
#[derive(Debug)]
pub(crate) struct Undecodable {
    reason: Arc<UndecodableConfig>,
    /// Whether the question is about a release of the extension. The formats that it reads count in both semantics.
    is_by_release: bool,
}

impl Undecodable {
    /// Returns `None` if there are no `violations` of decoding.
    pub(crate) fn of(violations: &[Violation], extension: &Extension) -> Option<Self> {
        if violations.is_empty() {
            return None;
        }
        let field = |segment: &Segment| match segment {
            Segment::Field(name) => Some(name.to_string()),
            Segment::Index(_) => None,
        };
        let names = violations.iter().filter_map(|violation| violation.path.segments().iter().rev().find_map(field));
        let fields: BTreeSet<String> = names.collect();
        let since = match extension.capabilities {
            CapabilitySupport::NotYet(since) if fields.iter().all(|name| name == unreleased::FIELD) => Some(since),
            _ => None,
        };
        let fields = fields.into_iter().take(MAX_FIELDS).collect();
        let reason = UndecodableConfig { extension: extension.shown(), fields, since };
        Some(Self { reason: Arc::new(reason), is_by_release: extension.running.is_some() })
    }

    /// Returns the reason, if it counts under the quirks.
    pub(crate) fn reason(&self, quirks: &Quirks) -> Option<Arc<UndecodableConfig>> {
        (self.is_by_release || quirks.providers.undecodable_config_has_no_images).then(|| Arc::clone(&self.reason))
    }
}
