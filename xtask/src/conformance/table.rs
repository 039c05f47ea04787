//! `cargo xtask conformance --table`: for each provider, what is compared with verdicts recorded from its extension, and what
//! follows documentation only.

use std::collections::HashMap;
use std::io::{self, Write};

use rootstock_core_model::Settings;

use super::providers::registry;
use super::tally::judge;
use super::vectors::VectorFile;
use crate::failure::Failure;

/// What can be recorded of a provider: the ending of the suite, and what it is about.
const QUESTIONS: [(&str, &str); 3] =
    [("", "CloudProfiles"), ("-namespaced", "NamespacedCloudProfiles"), ("-image", "images chosen")];

/// The recorded vectors of a suite, and how many of our answers to them differ.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Recorded {
    vectors: usize,
    differ: usize,
}

/// Answers every vector about a provider, and prints the table.
pub(super) fn run(files: &[VectorFile], settings: &Settings) -> Result<(), Failure> {
    let mut suites: HashMap<&str, Recorded> = HashMap::new();
    for file in files.iter().filter(|file| file.suite.starts_with("provider-")) {
        let tally = judge(file.rows()?, settings);
        let recorded = suites.entry(&file.suite).or_default();
        recorded.vectors += tally.judged();
        recorded.differ += tally.failed.len();
    }
    let names: Vec<&str> = registry().into_iter().flat_map(|registry| registry.names()).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    write_table(&names, |suite| suites.get(suite).copied(), &mut out)?;
    out.flush()?;
    Ok(())
}

fn write_table(
    names: &[&str],
    recorded: impl Fn(&str) -> Option<Recorded>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{:<16}", "provider")?;
    for (_, title) in QUESTIONS {
        write!(out, "  {title:<25}")?;
    }
    writeln!(out)?;
    for name in names {
        write!(out, "{name:<16}")?;
        for (ending, _) in QUESTIONS {
            let cell = match recorded(&format!("provider-{name}{ending}")) {
                None => "documentation only".to_owned(),
                Some(Recorded { vectors, differ: 0 }) => format!("{vectors} recorded"),
                Some(Recorded { vectors, differ }) => format!("{vectors} recorded, {differ} differ"),
            };
            write!(out, "  {cell:<25}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_recorded_follows_documentation() {
        let recorded = |suite: &str| match suite {
            "provider-a" => Some(Recorded { vectors: 400, differ: 0 }),
            "provider-a-image" => Some(Recorded { vectors: 400, differ: 3 }),
            _ => None,
        };
        let mut out = Vec::new();
        write_table(&["a", "b"], recorded, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "provider          CloudProfiles              NamespacedCloudProfiles    images chosen",
                "a                 400 recorded               documentation only         400 recorded, 3 differ",
                "b                 documentation only         documentation only         documentation only",
            ],
        );
    }
}
