//! What must hold for every provider, tried out on those that are linked: a table of laws and providers.

use std::io::Write;

use rootstock_conformance_kit::{Law, LawReport, Verdict, check};
use rootstock_provider_api::Registry;

use crate::failure::Failure;

/// How wide the column with the laws is.
const NAMES: usize = 15;

/// Tries every law on every linked provider, and prints the table and what breaks a law.
pub(super) fn run(registry: &Registry, out: &mut impl Write) -> Result<(), Failure> {
    let reports: Vec<LawReport> = registry.iter().map(check).collect();
    writeln!(out, "{} laws, tried on {} providers: in how many cases each one held\n", Law::ALL.len(), reports.len())?;
    write_table(&reports, out)?;
    let mut broken = 0;
    for report in &reports {
        for result in report.results.iter().filter(|result| result.verdict.is_broken()) {
            broken += 1;
            writeln!(out, "\nprovider `{}`: {result}", report.provider)?;
        }
    }
    if broken == 0 { Ok(()) } else { Err(Failure::Found(format!("{broken} laws are broken"))) }
}

/// One row for each law, one column for each provider.
fn write_table(reports: &[LawReport], out: &mut impl Write) -> Result<(), Failure> {
    let width = |report: &LawReport| report.provider.len().max(6) + 2;
    write!(out, "  {:NAMES$}", "")?;
    for report in reports {
        write!(out, "{:>width$}", report.provider, width = width(report))?;
    }
    writeln!(out)?;
    for law in Law::ALL {
        write!(out, "  {:NAMES$}", law.name())?;
        for report in reports {
            let cell = match report.verdict(*law) {
                Some(Verdict::Holds { cases }) => cases.to_string(),
                Some(Verdict::Broken { .. }) => "BROKEN".to_owned(),
                Some(Verdict::NotApplicable { .. }) | None => "-".to_owned(),
            };
            write!(out, "{cell:>width$}", width = width(report))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rootstock_conformance_kit::LawResult;

    use super::*;

    #[test]
    fn the_table_has_laws_and_providers() {
        let verdicts = [
            Verdict::Holds { cases: 12 },
            Verdict::NotApplicable { because: "it has none" },
            Verdict::Broken { counterexample: "x".to_owned() },
        ];
        let results = Law::ALL.iter().zip(verdicts).map(|(law, verdict)| LawResult { law: *law, verdict });
        let mut out = Vec::new();
        write_table(&[LawReport { provider: "acme", results: results.collect() }], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().take(4).collect();
        assert_eq!(
            lines,
            [
                "                     acme",
                "  sample               12",
                "  rules                 -",
                "  identity         BROKEN",
            ],
        );
    }
}
