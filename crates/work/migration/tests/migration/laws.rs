//! Laws for any profile in any style: machines keep their images there and back, and comments stay.

use std::fmt::Write as _;

use proptest::prelude::*;
use rootstock_migration::MigrationOptions;

use crate::support::{migrated, rolled_back};

const ARCHITECTURES: [&str; 2] = ["amd64", "arm64"];
const REGIONS: [&str; 3] = ["north", "south", "west"];

/// A version: its regions for each architecture, whether it has a globally valid name, and its style.
#[derive(Debug, Clone)]
struct Version {
    regions: [[bool; 3]; 2],
    name: bool,
    flow: bool,
    region_flow: bool,
    commented: bool,
    architecture_first: bool,
}

#[derive(Debug, Clone)]
struct Style {
    dashes: usize,
    windows: bool,
}

fn version() -> impl Strategy<Value = Version> {
    let flags = proptest::array::uniform5(any::<bool>());
    (proptest::array::uniform2(proptest::array::uniform3(any::<bool>())), flags).prop_map(
        |(regions, [name, flow, region_flow, commented, architecture_first])| Version {
            regions,
            name,
            flow,
            region_flow,
            commented,
            architecture_first,
        },
    )
}

impl Version {
    fn architectures(&self) -> Vec<&'static str> {
        let has = |index: &usize| self.regions[*index].contains(&true);
        let mut all: Vec<&str> = (0..2).filter(has).map(|index| ARCHITECTURES[index]).collect();
        if all.is_empty() {
            all.push("amd64");
        }
        all
    }

    fn region_lines(&self, indent: usize, number: usize) -> String {
        let margin = " ".repeat(indent);
        let mut lines = String::new();
        for (region, name) in REGIONS.iter().enumerate() {
            for (index, architecture) in
                ARCHITECTURES.iter().enumerate().filter(|(index, _)| self.regions[*index][region])
            {
                let id = format!("id-{number}-{name}-{architecture}");
                if self.commented {
                    writeln!(lines, "{margin}# region {id}").unwrap();
                }
                if self.region_flow {
                    writeln!(lines, "{margin}- {{name: {name}, architecture: {architecture}, id: {id}}} # flow {id}")
                        .unwrap();
                    continue;
                }
                let has_architecture = *architecture != "amd64" || index == number % 2;
                let mut fields = vec![format!("name: {name} # name {id}"), format!("id: \"{id}\"")];
                if has_architecture {
                    let at = if self.architecture_first { 0 } else { fields.len() };
                    fields.insert(at, format!("architecture: {architecture}"));
                }
                writeln!(lines, "{margin}- {}", fields.join(&format!("\n{margin}  "))).unwrap();
            }
        }
        lines
    }

    fn inline_regions(&self, number: usize) -> String {
        let mut items = Vec::new();
        for (index, architecture) in ARCHITECTURES.iter().enumerate() {
            for (region, name) in REGIONS.iter().enumerate().filter(|(region, _)| self.regions[index][*region]) {
                let _ = region;
                items.push(format!(
                    "{{name: {name}, id: id-{number}-{name}-{architecture}, architecture: {architecture}}}"
                ));
            }
        }
        items.join(", ")
    }

    fn has_regions(&self) -> bool {
        self.regions.iter().flatten().any(|mapped| *mapped)
    }
}

fn profile(versions: &[Version], style: &Style) -> String {
    let dashes = " ".repeat(style.dashes);
    let mut core = String::new();
    let mut provider = String::new();
    for (number, version) in versions.iter().enumerate() {
        let architectures = version.architectures().join(", ");
        let comment = if version.commented { format!(" # core {number}") } else { String::new() };
        if version.flow {
            writeln!(core, "    {dashes}- {{version: 1.{number}.0, architectures: [{architectures}]}}{comment}")
                .unwrap();
        } else {
            writeln!(core, "    {dashes}- version: 1.{number}.0{comment}").unwrap();
            writeln!(core, "    {dashes}  architectures: [{architectures}]").unwrap();
        }
        let name = version.name || !version.has_regions();
        if version.flow {
            let mut fields = vec![format!("version: 1.{number}.0")];
            fields.extend(name.then(|| format!("image: name-{number}")));
            fields.extend(version.has_regions().then(|| format!("regions: [{}]", version.inline_regions(number))));
            writeln!(provider, "      {dashes}- {{{}}}{comment}", fields.join(", ")).unwrap();
            continue;
        }
        writeln!(provider, "      {dashes}- version: 1.{number}.0 # provider {number}").unwrap();
        if name {
            writeln!(
                provider,
                "      {dashes}  # above name {number}\n      {dashes}  image: name-{number} # behind name {number}"
            )
            .unwrap();
        }
        if version.has_regions() {
            writeln!(provider, "      {dashes}  regions: # list {number}").unwrap();
            provider.push_str(&version.region_lines(8 + 2 * style.dashes, number));
            if version.commented {
                writeln!(provider, "      {dashes}  # below {number}").unwrap();
            }
        }
    }
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: generated
spec:
  type: openstack
  kubernetes:
    versions:
    {dashes}- version: 1.34.1
  # images
  machineImages:
  {dashes}- name: linux
  {dashes}  versions:
{core}  machineTypes:
  {dashes}- {{name: one, cpu: 1, gpu: 0, memory: 1Gi}} # one
  {dashes}- name: two
  {dashes}  cpu: 2
  {dashes}  gpu: 0
  {dashes}  memory: 1Gi
  {dashes}  architecture: arm64 # two
  regions: [{{name: north}}, {{name: south}}, {{name: west}}]
  providerConfig:
    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    keystoneURL: https://keystone.example/v3/
    constraints: {{floatingPools: [{{name: public}}], loadBalancerProviders: [{{name: haproxy}}]}}
    machineImages:
    {dashes}- name: linux
    {dashes}  versions:
{provider}",
        core = shifted(&core, style.dashes),
        provider = shifted(&provider, style.dashes),
    );
    if style.windows { text.replace('\n', "\r\n") } else { text }
}

fn shifted(lines: &str, by: usize) -> String {
    lines.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

fn comments(text: &str) -> Vec<String> {
    let mut found: Vec<String> =
        text.lines().filter_map(|line| Some(line.get(line.find(" # ")?..)?.trim().to_owned())).collect();
    found.extend(text.lines().map(str::trim).filter(|line| line.starts_with("# ")).map(str::to_owned));
    found.sort();
    found.dedup();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn round_trip_is_lossless(
        versions in proptest::collection::vec(version(), 1..4),
        dashes in prop_oneof![Just(0_usize), Just(2)],
        windows in any::<bool>(),
    ) {
        let text = profile(&versions, &Style { dashes, windows });
        let there = migrated(&text, &MigrationOptions::default()).map_err(|refusal| {
            TestCaseError::fail(format!("{refusal}\n{refusal:#?}\n{text}"))
        })?;
        prop_assert!(there.proof.differences.is_empty());
        prop_assert_eq!(comments(&there.text), comments(&text), "{}\n-----\n{}", text, there.text);
        let back = rolled_back(&there.text, &MigrationOptions::default()).map_err(|refusal| {
            TestCaseError::fail(format!("{refusal}\n{refusal:#?}\n{}", there.text))
        })?;
        prop_assert!(back.proof.differences.is_empty());
        let again = migrated(&back.text, &MigrationOptions::default()).map_err(|refusal| {
            TestCaseError::fail(format!("{refusal}\n{}", back.text))
        })?;
        prop_assert_eq!(rolled_back(&again.text, &MigrationOptions::default()).unwrap().text, back.text);
    }
}
