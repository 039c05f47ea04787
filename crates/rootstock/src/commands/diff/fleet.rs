//! The Shoots, one after the other, however many there are.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::ControlFlow;

use rootstock_behavioural_diff::{FleetChanges, ShootChanges, ShootComparer, ShootComparison};
use rootstock_core_model::{CloudProfileReference, Shoot};
use tempfile::SpooledTempFile;

use super::{json, text};
use crate::Streams;
use crate::cli::{DiffArguments, Format, TableFormat};
use crate::fleet::{Fleet, OtherKinds};
use crate::shoot_profiles::full_name;
use crate::shoot_sources::ShootSources;
use crate::status::Failure;

/// How much of an answer waits for its summary in memory.
const MOST_IN_MEMORY: usize = 4 << 20;

/// What there is to say about the Shoots together.
#[derive(Default)]
pub(super) struct FleetAnswer {
    pub(super) changes: FleetChanges,
    /// Inputs that cannot be read.
    pub(super) unreadable: usize,
    /// Shoots of other profiles, by what they refer to.
    pub(super) elsewhere: BTreeMap<String, usize>,
    /// Objects of other kinds, which were left out.
    pub(super) other_kinds: OtherKinds,
}

/// What one Shoot adds to the answer.
enum Part {
    Compared { changes: Box<ShootChanges>, written: Vec<u8> },
    Elsewhere(String),
}

/// Compares every Shoot. What there is to say about each of them waits in the spool.
pub(super) fn ask(
    shoots: ShootSources,
    comparison: &ShootComparison<'_, '_>,
    arguments: &DiffArguments,
    streams: &mut Streams,
) -> Result<(FleetAnswer, SpooledTempFile), Failure> {
    let format = arguments.format.format;
    let mut answer = FleetAnswer::default();
    let mut spool = SpooledTempFile::new(MOST_IN_MEMORY);
    let mut is_first = true;
    let is_listed = format == Format::Json || arguments.details;
    let progress = if format == Format::Json { TableFormat::Json } else { TableFormat::Text };
    let state = || ShootComparer::new(comparison);
    let width = streams.width();
    let question = |comparer: &mut ShootComparer<'_, '_>, shoot: &Shoot| match shoot.profile() {
        Some(reference) if !comparison.is_of(&reference) => Part::Elsewhere(shown(&reference, shoot)),
        _ => {
            let changes = Box::new(comparer.compare(shoot));
            let mut written = Vec::new();
            if is_listed && !changes.is_empty() {
                let done = match format {
                    Format::Json => json::shoot(&changes, &mut written),
                    Format::Text => text::shoot(&changes, &full_name(shoot), width, &mut written),
                };
                // Writing to memory does not fail.
                debug_assert!(done.is_ok());
            }
            Part::Compared { changes, written }
        }
    };
    let other_kinds = Fleet::ask_whole(shoots, progress, streams, state, question, |part, streams| {
        match part {
            Ok(Part::Compared { changes, written }) => {
                answer.changes.add(&changes);
                if !written.is_empty() {
                    if format == Format::Json && !std::mem::take(&mut is_first) {
                        spool.write_all(b",\n")?;
                    }
                    spool.write_all(&written)?;
                }
            }
            Ok(Part::Elsewhere(reference)) => *answer.elsewhere.entry(reference).or_default() += 1,
            Err(unreadable) => {
                answer.unreadable += 1;
                streams.say(&unreadable.to_string());
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    answer.other_kinds = other_kinds;
    answer.changes.sort();
    Ok((answer, spool))
}

/// A reference in words.
fn shown(reference: &CloudProfileReference, shoot: &Shoot) -> String {
    if reference.is_namespaced() {
        format!("{} {}/{}", CloudProfileReference::NAMESPACED, shoot.metadata.namespace, reference.name)
    } else {
        format!("CloudProfile {}", reference.name)
    }
}
