//! The mentions at a place, which must be those of all mentions that touch it.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "tests")]

use proptest::prelude::*;
use proptest::sample::Index;
use rootstock_analysis::{Analysis, Mention, Role};
use rootstock_core_model::{Semantics, Settings};
use rstest::rstest;

const LOCAL: &str = include_str!("../../../../fixtures/base/local.yaml");
const CHILD: &str = include_str!("../../../../fixtures/base/ncp.yaml");
const SHOOT: &str = include_str!("../../../../fixtures/base/shoot.yaml");
/// A profile that takes its names from aliases.
const ALIASES: &str = "\
kind: CloudProfile
metadata: {name: local}
note: &names
- name: small
  capabilities: {architecture: [amd64]}
base: &base {name: large, usable: true}
spec:
  machineCapabilities:
  - {name: architecture, values: &all [amd64, arm64]}
  machineTypes: *names
  machineImages:
  - name: garden
    versions:
    - version: 1.0.0
      capabilityFlavors: [{architecture: *all}]
  volumeTypes:
  - <<: *base
";

fn analysis(text: &str) -> Analysis {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set(Role::Checked, "local.yaml", LOCAL.as_bytes());
    analysis.set(Role::Checked, "it.yaml", text.as_bytes());
    analysis
}

fn shown(mentions: &[Mention<'_>]) -> Vec<String> {
    let shown = |it: &Mention<'_>| format!("{:?} {:?} {} {}", it.thing, it.span(), it.is_key, it.is_offer);
    mentions.iter().map(shown).collect()
}

#[rstest]
#[case(LOCAL)]
#[case(CHILD)]
#[case(SHOOT)]
#[case(ALIASES)]
fn mentions_at_range_are_all_touching_mentions(#[case] text: &str) {
    let json = serde_yaml::from_str::<serde_json::Value>(text).ok().map(|value| value.to_string());
    for text in [Some(text.to_owned()), json].into_iter().flatten() {
        let analysis = analysis(&text);
        let all = analysis.mentions(Role::Checked, "it.yaml");
        assert!(all.len() > 1, "{} things are named", all.len());
        proptest!(|(start: Index, length in 0..40_usize)| {
            let start = start.index(text.len() + 1);
            let bytes = start..start + length;
            let here = analysis.mentions_at(Role::Checked, "it.yaml", bytes.clone());
            let touches = |it: &&Mention<'_>| {
                let span = it.span().range();
                span.start <= bytes.end && bytes.start <= span.end
            };
            let expected: Vec<Mention<'_>> = all.iter().filter(touches).cloned().collect();
            prop_assert_eq!(shown(&here), shown(&expected));
        });
    }
}
