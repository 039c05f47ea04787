//! The laws for all providers: checks them on the linked providers, and prints a table of laws and providers.

use std::io::Write;

use comfy_table::Table;
use rootstock_conformance_kit::{Law, LawReport, Verdict, check};
use rootstock_provider_api::Registry;

use crate::failure::Failure;
use crate::table::table;

/// Checks every law on every linked provider; prints the table and the broken laws.
pub(super) fn run(registry: &Registry, out: &mut impl Write) -> Result<(), Failure> {
    let reports: Vec<LawReport> = registry.iter().map(check).collect();
    writeln!(out, "{} laws, tried on {} providers: in how many cases each one held\n", Law::ALL.len(), reports.len())?;
    writeln!(out, "{}", verdicts(&reports))?;
    let mut broken = 0;
    for report in &reports {
        for result in report.results.iter().filter(|result| result.verdict.is_broken()) {
            broken += 1;
            writeln!(out, "\nprovider `{}`: {result}", report.provider)?;
        }
    }
    if broken == 0 { Ok(()) } else { Err(Failure::Message(format!("{broken} laws are broken"))) }
}

/// Returns a table with a row for each law and a column for each provider.
fn verdicts(reports: &[LawReport]) -> Table {
    let mut table = table(std::iter::once("law").chain(reports.iter().map(|report| report.provider)));
    for law in Law::ALL {
        let cells = reports.iter().map(|report| match report.verdict(*law) {
            Some(Verdict::Holds { cases }) => cases.to_string(),
            Some(Verdict::Broken { .. }) => "BROKEN".to_owned(),
            Some(Verdict::NotApplicable { .. }) | None => "-".to_owned(),
        });
        table.add_row(std::iter::once(law.name().to_owned()).chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use rootstock_conformance_kit::LawResult;

    use super::*;

    #[test]
    fn table_lists_laws_and_providers() {
        let verdicts = [
            Verdict::Holds { cases: 12 },
            Verdict::NotApplicable { reason: "it has none" },
            Verdict::Broken { counterexample: "x".to_owned() },
        ];
        let results = Law::ALL.iter().zip(verdicts).map(|(law, verdict)| LawResult { law: *law, verdict });
        let text = super::verdicts(&[LawReport { provider: "acme", results: results.collect() }]).to_string();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["|", "law", "|", "acme", "|"]);
        assert_eq!(rows[2], ["|", "sample", "|", "12", "|"]);
        assert_eq!(rows[3], ["|", "rules", "|", "-", "|"]);
        assert_eq!(rows[4], ["|", "identity", "|", "BROKEN", "|"]);
    }
}
