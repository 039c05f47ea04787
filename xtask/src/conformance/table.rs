//! `cargo xtask conformance --table`: lists for each provider which answers are compared with verdicts recorded from its
//! extension, and which follow documentation only.

use std::collections::HashMap;

use comfy_table::Table;
use rootstock_provider_api::Evidence;
use rootstock_vectors::{VectorFile, evaluate};

use crate::failure::Failure;
use crate::table::table;

/// The suffixes of a provider's suites, in the order of [`Evidence::by_question`].
const ENDINGS: [&str; 3] = ["", "-namespaced", "-image"];

/// Answers every vector of the providers, and prints the table of `rootstock providers` with the number of different answers.
pub(super) fn run(files: &[VectorFile]) -> Result<(), Failure> {
    let mut differ: HashMap<&str, usize> = HashMap::new();
    for file in files.iter().filter(|file| file.suite.starts_with("provider-")) {
        *differ.entry(&file.suite).or_default() += evaluate(file.rows()?).failed();
    }
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    let rows: Vec<(&str, Evidence)> = registry.iter().map(|one| (one.name(), one.extension().evidence)).collect();
    println!("{}", evidence(&rows, |suite| differ.get(suite).copied().unwrap_or_default()));
    Ok(())
}

fn evidence(rows: &[(&str, Evidence)], differ: impl Fn(&str) -> usize) -> Table {
    let questions = Evidence::DOCUMENTATION.by_question().map(|(title, _)| title);
    let mut table = table(std::iter::once("provider").chain(questions));
    for (name, evidence) in rows {
        let cells = evidence.by_question().into_iter().zip(ENDINGS).map(|((_, held), ending)| {
            match differ(&format!("provider-{name}{ending}")) {
                0 => held.to_string(),
                differ => format!("{held}, {differ} differ"),
            }
        });
        table.add_row(std::iter::once((*name).to_owned()).chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use rootstock_provider_api::Held;

    use super::*;

    #[test]
    fn unrecorded_answers_follow_documentation() {
        let differ = |suite: &str| if suite == "provider-a-image" { 3 } else { 0 };
        let (mut recorded, mut asked) = (Evidence::recorded(400, 0, 400), Evidence::DOCUMENTATION);
        recorded.namespaced_cloud_profiles = Held::Documentation;
        asked.cloud_profiles = Held::Asked;
        let text = evidence(&[("a", recorded), ("b", asked)], differ).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "| provider |    CloudProfiles | NamespacedCloudProfiles |          images chosen |",
                "|----------|------------------|-------------------------|------------------------|",
                "| a        |     400 recorded |      documentation only | 400 recorded, 3 differ |",
                "| b        | single questions |      documentation only |     documentation only |",
            ],
        );
    }

    /// The evidence in the plug-ins must match the recorded vectors.
    #[test]
    fn evidence_matches_the_recorded_vectors() {
        let mut recorded: HashMap<String, usize> = HashMap::new();
        for file in rootstock_vectors::recorded_files().unwrap() {
            if file.suite.starts_with("provider-") {
                *recorded.entry(file.suite.clone()).or_default() += file.rows().unwrap().len();
            }
        }
        for provider in rootstock_providers::registry().unwrap().iter() {
            for ((question, held), ending) in provider.extension().evidence.by_question().into_iter().zip(ENDINGS) {
                let vectors = recorded.remove(&format!("provider-{}{ending}", provider.name()));
                let stated = match held {
                    Held::Recorded(vectors) => Some(vectors),
                    Held::Asked | Held::Documentation => None,
                };
                assert_eq!(stated, vectors, "{}: `Evidence` of {question}", provider.name());
            }
        }
        assert_eq!(recorded, HashMap::new(), "recorded of plug-ins that are not there");
    }
}
