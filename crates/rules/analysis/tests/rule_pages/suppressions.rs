//! Pages about `rootstock.toml` and baselines: their TOML or JSON blocks are applied to the findings of the base profile, and
//! announce their own findings like YAML blocks.

use std::collections::BTreeSet;

use rootstock_advice::AdviceOptions;
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Baseline, Role};
use rootstock_core_model::{Rule, Semantics, Settings};
use rootstock_provider_api::Registry;

use crate::overlay;

pub(crate) fn problems_of(registry: &Registry, rule: &Rule) -> Vec<String> {
    let mut problems = Vec::new();
    let (mut trips, mut clean) = (false, false);
    let blocks = rule.page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    for (number, (language, text)) in blocks.enumerate() {
        let announcement = if language == "json" { " // note: " } else { "# warning: " };
        let announced: BTreeSet<(usize, String)> = text
            .lines()
            .enumerate()
            .filter_map(|(line, content)| Some((line + 1, content.split_once(announcement)?.1.to_owned())))
            .collect();
        let found = match found(registry, rule, language, text) {
            Ok(found) => found,
            Err(problem) => {
                problems.push(format!("block {number}: {problem}"));
                continue;
            }
        };
        trips |= announced.iter().any(|(_, name)| name == rule.name);
        clean |= announced.is_empty();
        if announced != found {
            problems.push(format!("block {number}: announced {announced:?}, found {found:?}"));
        }
    }
    if !trips || !clean {
        problems.push("a page needs a block that announces the rule, and a clean one".to_owned());
    }
    problems
}

/// Returns the findings of a configuration or a baseline, with their lines in it. Invariants have their findings in the profile.
fn found(registry: &Registry, rule: &Rule, language: &str, text: &str) -> Result<BTreeSet<(usize, String)>, String> {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(registry.clone(), settings);
    let is_about_invariants = rule.name == "invariant-broken";
    analysis.set_advice((!is_about_invariants).then(AdviceOptions::default));
    if language == "json" {
        // JSON has no comments.
        let lines: Vec<&str> = text.lines().map(|line| line.split(" // ").next().unwrap()).collect();
        let baseline = Baseline::read("baseline.json", &lines.join("\n")).map_err(|error| error.to_string())?;
        analysis.set_baseline(Some(baseline));
    } else {
        let configuration =
            Configuration::read("rootstock.toml", text, registry).map_err(|problems| problems[0].to_string())?;
        analysis.set_configuration(configuration);
    }
    analysis.set(Role::Checked, "profiles/local.yaml", overlay::base_profile("local")?.as_bytes());
    let report = analysis.check().report;
    let lines = report.findings.iter().map(|finding| {
        let source = report.source(finding.source).unwrap();
        let line = match is_about_invariants {
            true => text.lines().position(|line| line.contains(finding.violation.bad.as_str())).map_or(0, |at| at + 1),
            false => source.line_column(finding.place.as_ref().unwrap().span.start).line as usize,
        };
        (line, finding.violation.rule.name.to_owned())
    });
    Ok(lines.collect())
}
