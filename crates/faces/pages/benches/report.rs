#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! Benchmarks of a report: the large profile, and the Shoots on it.

use divan::{Bencher, black_box};
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::Semantics;
use rootstock_maintenance::ShootStream;
use rootstock_pages::{FleetParts, FleetQuestion, ReportParts, write_report};
use rootstock_queries::{CheckAnswer, CheckInput, FleetProfiles, QueryContext, Unrendered};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};

fn main() {
    divan::main();
}

fn asked() -> QueryContext {
    QueryContext::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

fn analysis() -> Analysis {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked().settings);
    let profile = LargeProfile::new(Scale::times(1)).to_json().unwrap();
    analysis.set(Role::Checked, "large.json", profile.as_bytes());
    analysis
}

/// Renders the report of the large profile, parsing included.
#[divan::bench]
fn large_profile(bencher: Bencher<'_, '_>) {
    bencher.bench(|| write(&analysis(), None));
}

/// Renders the report of the profile and its Shoots, parsing included.
#[divan::bench(args = [1_000, 20_000], sample_count = 10)]
fn fleet(bencher: Bencher<'_, '_>, shoots: usize) {
    let mut text = Vec::new();
    Fleet::new(&LargeProfile::new(Scale::times(1)), shoots).write_json(&mut text).unwrap();
    bencher.bench(|| {
        let analysis = analysis();
        write(&analysis, Some(&plan(&analysis, &text)))
    });
}

fn write(analysis: &Analysis, fleet: Option<&FleetParts>) -> usize {
    let asked = asked();
    let profiles = analysis.profiles_in(Role::Checked);
    let report = analysis.check().report;
    let check = CheckAnswer::new(CheckInput { analysis, asked }, &report);
    let parts = ReportParts {
        profiles: &profiles,
        compared: None,
        check: &check,
        fleet,
        sources: &report.sources,
        asked,
        unknown_releases: &[],
        tool_version: "1.0",
    };
    let mut page = Vec::new();
    write_report(parts, &mut page).unwrap();
    let length = page.len();
    assert!(length < 1_500_000, "the page has {length} bytes");
    black_box(length)
}

fn plan(analysis: &Analysis, shoots: &[u8]) -> FleetParts {
    let (asked, until) = (asked(), "2026-08-24T00:00:00Z".parse().unwrap());
    let profiles = FleetProfiles::of(analysis, Unrendered::Skipped).profiles;
    FleetQuestion::new(&profiles, until, asked).unwrap().ask(ShootStream::new("shoots.json", shoots))
}
