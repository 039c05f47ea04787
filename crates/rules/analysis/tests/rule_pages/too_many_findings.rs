//! The page of the rule about too many findings: the last line of a block is repeated in the document as often as
//! `repeated=` says, each time with another number for `NUMBER`, and the test compares whether the rule fires.

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{Rule, Semantics, Settings};
use rootstock_provider_api::Registry;

pub(crate) fn problems_of(registry: &Registry, rule: &Rule) -> Vec<String> {
    let mut outcomes = Vec::new();
    let mut problems = Vec::new();
    for block in rule.page.split("```").filter_map(|part| part.strip_prefix("yaml repeated=")) {
        let Some((times, text)) = block.split_once('\n') else { continue };
        let mark = format!("# error: {}", rule.name);
        let is_announced = text.contains(&mark);
        let (head, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
        let mut document = format!("{head}\n");
        for number in 0..times.parse::<usize>().unwrap() {
            document.push_str(&last.replace("NUMBER", &number.to_string()));
            document.push('\n');
        }
        let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
        let mut analysis = Analysis::new(registry.clone(), settings);
        analysis.set(Role::Checked, "crowd.yaml", document.as_bytes());
        let report = analysis.check().report;
        let fires = report.findings.iter().any(|finding| finding.violation.rule.name == rule.name);
        if fires != is_announced {
            problems.push(format!("{times} times: announced {is_announced}, found {fires}"));
        }
        outcomes.push(fires);
    }
    if !outcomes.contains(&true) || !outcomes.contains(&false) {
        problems.push("a page needs a block that announces the rule, and one that does not".to_owned());
    }
    problems
}
