//! The answer for a program: everything but the Shoots, then those that are affected, each on a line.

use std::collections::BTreeMap;
use std::io;

use rootstock_behavioural_diff::{FleetChanges, NamespacedChanges, ProfileChanges, ShootChanges};
use rootstock_core_model::Severity;
use rootstock_report::render::json::findings;
use serde::Serialize;

use super::Answer;
use crate::Streams;
use crate::fleet::OtherKinds;
use crate::spool::Spool;
use crate::status::Failure;
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.diff/v1";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Head<'a, F> {
    settings: AppliedSettings,
    profile: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_name: Option<&'a str>,
    /// Whether anything behaves differently.
    changed: bool,
    /// Whether the provider's half of both profiles is known, so that images can be told apart.
    knows_images: bool,
    update: UpdateJson<F>,
    changes: &'a ProfileChanges,
    /// NamespacedCloudProfiles below the profile.
    children: &'a [NamespacedChanges],
    #[serde(skip_serializing_if = "Option::is_none")]
    fleet: Option<FleetJson<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UpdateJson<F> {
    refused: bool,
    errors: usize,
    warnings: usize,
    notes: usize,
    findings: Vec<F>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FleetJson<'a> {
    #[serde(flatten)]
    changes: &'a FleetChanges,
    unreadable: usize,
    elsewhere: &'a BTreeMap<String, usize>,
    other_kinds: &'a OtherKinds,
}

pub(super) fn write(answer: &Answer<'_>, spool: Option<Spool>, streams: &mut Streams) -> Result<(), Failure> {
    let update = answer.update;
    let head = Head {
        settings: answer.resolved.into(),
        profile: answer.sides.name(),
        new_name: answer.sides.new_name(),
        changed: answer.is_change(),
        knows_images: answer.sides.knows_images(),
        update: UpdateJson {
            refused: answer.is_refused(),
            errors: update.count(Severity::Error),
            warnings: update.count(Severity::Warning),
            notes: update.count(Severity::Note),
            findings: findings(&update.report),
        },
        changes: &answer.changes,
        children: &answer.children,
        fleet: answer.fleet.as_ref().map(|fleet| FleetJson {
            changes: &fleet.changes,
            unreadable: fleet.unreadable,
            elsewhere: &fleet.elsewhere,
            other_kinds: &fleet.other_kinds,
        }),
    };
    match spool {
        Some(spool) => Ok(spool.unspool_below(SCHEMA, head, streams.out())?),
        None => streams.json(SCHEMA, &head),
    }
}

/// One Shoot, on a line.
pub(super) fn shoot(changes: &ShootChanges, out: &mut Vec<u8>) -> io::Result<()> {
    out.extend_from_slice(b"    ");
    serde_json::to_writer(out, changes).map_err(io::Error::from)
}
