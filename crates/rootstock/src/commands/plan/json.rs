//! The plan for a program. The shoots are written one by one, each on a line, between the head and the end.

use std::io::{self, Write};

use rootstock_maintenance::{ReasonCount, ShootPlan, Summary, TimelineEnd, Unreadable};
use rootstock_report::render::json::Envelope;
use rootstock_versioning::Timestamp;

use super::difference::Difference;
use super::outlook::{Question, Totals};
use super::{Request, Shown};
use crate::cli::{Resolved, SettingsJson};
use crate::fleet::OtherKinds;
use crate::streams::VERSION;

const SCHEMA: &str = "rootstock.plan/v1";

/// Everything but the shoots.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Head<'a> {
    settings: SettingsJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Timestamp>,
    summary: SummaryJson<'a>,
    /// Shoots for which the other semantics decide differently.
    differing: usize,
    /// Objects of other kinds, which were left out.
    other_kinds: &'a OtherKinds,
}

#[derive(serde::Serialize)]
struct SummaryJson<'a> {
    #[serde(flatten)]
    numbers: &'a Summary,
    reasons: Vec<ReasonCount<'a>>,
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Next {
        #[serde(flatten)]
        plan: &'a ShootPlan,
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
    },
    Timeline {
        namespace: &'a str,
        name: &'a str,
        steps: &'a [ShootPlan],
        #[serde(flatten)]
        end: Option<TimelineEnd>,
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
    },
    Unreadable {
        unreadable: &'a Unreadable,
    },
}

/// The answer up to the shoots.
pub(super) fn head(settings: Resolved, request: Request, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
    let until = match request.question {
        Question::Next(_) => None,
        Question::Until { until, .. } => Some(until),
    };
    let summary = SummaryJson { numbers: &totals.summary, reasons: totals.summary.reasons().collect() };
    let (differing, other_kinds) = (totals.differing, &totals.other_kinds);
    let answer = Head { settings: settings.into(), until, summary, differing, other_kinds };
    let head = Envelope { schema: SCHEMA, tool_version: VERSION, answer };
    let text = serde_json::to_string_pretty(&head).map_err(io::Error::from)?;
    // The object goes on with the shoots.
    let open = text.strip_suffix("\n}").unwrap_or(&text);
    write!(out, "{open},\n  \"shoots\": [\n")
}

/// What follows the shoots.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\n  ]\n}\n")
}

pub(super) fn shoot(shown: &Shown<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    let (steps, difference) = (shown.outlook.steps.as_slice(), shown.difference);
    match (shown.outlook.end, steps) {
        (None, [plan]) => item(&Item::Next { plan, difference }, out),
        (end, steps) => {
            let (namespace, name) = (&shown.shoot.namespace, &shown.shoot.name);
            item(&Item::Timeline { namespace, name, steps, end, difference }, out)
        }
    }
}

/// Something that is no shoot.
pub(super) fn unreadable(unreadable: &Unreadable, out: &mut Vec<u8>) -> io::Result<()> {
    item(&Item::Unreadable { unreadable }, out)
}

fn item(item: &Item<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    out.extend_from_slice(b"    ");
    serde_json::to_writer(out, item).map_err(io::Error::from)
}
