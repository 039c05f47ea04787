//! The plan for a program. The shoots are written one by one, each on a line, between the head and the end.

use std::io::{self, Write};

use rootstock_maintenance::{FleetSummary, ReasonCount, ShootPlan, TimelineEnd, Unreadable};
use rootstock_versioning::Timestamp;

use super::outlook::{Question, Totals};
use super::{Request, Shown};
use crate::fleet::OtherKinds;
use crate::spool::Spool;
use rootstock_queries::{AppliedSettings, Asked, Difference};

const SCHEMA: &str = "rootstock.plan/v1";

/// Everything but the shoots.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Head<'a> {
    settings: AppliedSettings,
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
    numbers: &'a FleetSummary,
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

/// The whole answer.
pub(super) fn write(
    settings: Asked,
    request: Request,
    totals: &Totals,
    shoots: Spool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let until = match request.question {
        Question::Next(_) => None,
        Question::Until { until, .. } => Some(until),
    };
    let summary = SummaryJson { numbers: &totals.summary, reasons: totals.summary.reasons().collect() };
    let (differing, other_kinds) = (totals.differing, &totals.other_kinds);
    shoots.unspool_below(SCHEMA, Head { settings: settings.into(), until, summary, differing, other_kinds }, out)
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
