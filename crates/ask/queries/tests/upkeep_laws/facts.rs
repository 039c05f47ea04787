//! Facts: planted defects are found, and nothing in a profile that is in order.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rootstock_core_model::Capabilities;
use rootstock_facts::{FactList, FactMapping, FactSheet, ImageFact, MachineTypeFact};
use rootstock_provider_api::ImageReference;
use rootstock_queries::{Query as _, QueryError, VerifyInput, VerifyQuery};
use rootstock_report::FixSet;
use rstest::rstest;

use crate::setup::{asked, read};

/// The providers with a table of facts.
const PROVIDERS: [&str; 6] = ["aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal"];

pub(crate) fn base(provider: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/base");
    std::fs::read_to_string(root.join(format!("{provider}.yaml"))).unwrap()
}

/// Returns facts that a profile agrees with: each image, each machine type in each zone.
pub(crate) fn agreeing(text: &str) -> FactList {
    let (_, profile) = read(text).unwrap();
    let spec = profile.spec();
    let table = FactMapping::built_in(&spec.provider_type);
    let attributes = |declared: &Capabilities| -> Capabilities {
        let known = table.iter().filter_map(|row| {
            let own = declared.get(&row.capability)?;
            let meant = row.values.iter().filter(|one| one.capability.iter().any(|value| own.contains(value)));
            let values: Vec<String> = meant.map(|one| one.fact.clone()).collect();
            (!values.is_empty()).then(|| (row.fact.clone(), values))
        });
        known.collect()
    };
    let mut facts = Vec::new();
    for region in spec.regions.iter().flatten() {
        let mut sheet =
            FactSheet { source: "facts".to_owned(), region: Some(region.name.clone()), ..FactSheet::default() };
        let here = |one: &&ImageReference| one.region.as_ref().is_none_or(|own| *own == region.name);
        sheet.images.extend(profile.image_references().iter().filter(here).map(|one| ImageFact {
            reference: one.value.clone(),
            machine_image: Some(one.image.to_string()),
            version: Some(one.version.to_string()),
            architecture: one.capabilities.get("architecture").map(|values| values[0].clone()),
            attributes: attributes(&one.capabilities),
            shared: Some(true),
            ..ImageFact::default()
        }));
        sheet.machine_types.extend(spec.types().iter().map(|one| MachineTypeFact {
            name: one.name.clone(),
            zones: region.zones.iter().flatten().map(|zone| zone.name.clone()).collect(),
            zonal: true,
            architecture: one.capabilities.get("architecture").map(|values| values[0].clone()),
            cpu: Some(one.cpu.clone()),
            memory: Some(one.memory.clone()),
            gpu: Some(one.gpu.clone()),
            attributes: attributes(&one.capabilities),
            ..MachineTypeFact::default()
        }));
        facts.push(sheet);
    }
    FactList { facts }
}

/// Returns the rules that find something, with the paths.
fn verified(text: &str, facts: &FactList) -> Vec<(&'static str, String)> {
    let (analysis, profile) = read(text).unwrap();
    let query = VerifyQuery { facts: facts.clone(), meanings: Vec::new() };
    let input = VerifyInput { analysis: &analysis, profile: &profile, asked: asked() };
    let (report, _) = query.verify(input).unwrap();
    report.findings.iter().map(|one| (one.violation.rule.name, one.violation.path.to_string())).collect()
}

/// Returns the text with every fix made.
fn fixed(text: &str, facts: &FactList) -> String {
    let (analysis, profile) = read(text).unwrap();
    let query = VerifyQuery { facts: facts.clone(), meanings: Vec::new() };
    let (report, _) = query.verify(VerifyInput { analysis: &analysis, profile: &profile, asked: asked() }).unwrap();
    let set = FixSet::of(&report, rootstock_core_model::Applicability::Suggested, |_| true);
    set.texts(&report).map(|(_, text)| text).next().unwrap_or_else(|| text.to_owned())
}

#[rstest]
fn profile_in_order_has_no_finding(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal", "stackit", "ironcore")] provider: &str,
) {
    let text = base(provider);
    assert_eq!(verified(&text, &agreeing(&text)), []);
}

/// A defect: its name, the rule that finds it, and a change of the facts about the first region.
type Defect = (&'static str, &'static str, fn(&mut FactList) -> bool);

fn first_image(list: &mut FactList, change: impl FnOnce(&mut ImageFact)) -> bool {
    list.facts[0].images.first_mut().map(change).is_some()
}

fn first_type(list: &mut FactList, change: impl FnOnce(&mut MachineTypeFact)) -> bool {
    list.facts[0].machine_types.first_mut().map(change).is_some()
}

fn instant(text: &str) -> Option<rootstock_versioning::Timestamp> {
    text.parse().ok()
}

/// Replaces the values of the first attribute of something by other values of the table.
fn other_value(attributes: &mut Capabilities, table: &[FactMapping]) -> bool {
    let row = table.iter().find(|row| attributes.get(&row.fact).is_some_and(|own| own.len() < row.values.len()));
    let Some(row) = row else { return false };
    let own = attributes.get(&row.fact).unwrap().to_vec();
    let spelled = |fact: &str| row.values.iter().find(|one| one.fact == fact).unwrap().capability.clone();
    let is_other = |one: &&rootstock_facts::FactMeaning| own.iter().all(|fact| spelled(fact) != one.capability);
    let Some(other) = row.values.iter().find(is_other).map(|one| one.fact.clone()) else { return false };
    // A second fact about the same capability would contradict the first.
    let is_second = |fact: &str| table.iter().any(|one| one.fact == fact && one.capability == row.capability);
    *attributes =
        attributes.iter().filter(|(fact, _)| !is_second(fact)).map(|(fact, own)| (fact, own.to_vec())).collect();
    attributes.insert(&row.fact, vec![other]);
    true
}

const DEFECTS: [Defect; 28] = [
    ("image gone", "image-reference-gone", |list| {
        let image = list.facts[0].images.remove(0);
        // Its folder is still listed.
        list.facts[0]
            .images
            .push(ImageFact { reference: format!("{}-other", image.reference), ..ImageFact::default() });
        list.facts.iter_mut().for_each(|sheet| sheet.images.retain(|one| one.reference != image.reference));
        true
    }),
    ("image rebuilt", "image-reference-rebuilt", |list| first_image(list, |one| one.reference.push_str("-rebuilt"))),
    ("image rebuilt, in a list of references", "image-reference-rebuilt", |list| {
        list.facts[0].partial = true;
        first_image(list, |one| one.reference.push_str("-rebuilt"))
    }),
    ("image rebuilt twice", "image-reference-rebuilt", |list| {
        let mut other = list.facts[0].images[0].clone();
        other.reference.push_str("-again");
        list.facts[0].images.push(other);
        first_image(list, |one| one.reference.push_str("-rebuilt"))
    }),
    ("content changed", "image-reference-rebuilt", |list| {
        let mut other = list.facts[0].images[0].clone();
        other.checksum = Some("b".to_owned());
        list.facts[0].images.push(other);
        first_image(list, |one| one.checksum = Some("a".to_owned()))
    }),
    ("image in another region", "image-reference-not-in-region", |list| {
        // Paths are valid everywhere.
        if list.facts[0].images[0].reference.contains('/') {
            return false;
        }
        let mut image = list.facts[0].images.remove(0);
        (image.machine_image, image.region) = (None, Some("elsewhere".to_owned()));
        list.facts[0].images.push(image);
        true
    }),
    ("image pending", "image-reference-unavailable", |list| {
        first_image(list, |one| one.unusable = Some("its state is `pending`".to_owned()))
    }),
    ("image obsolete", "image-reference-unavailable", |list| {
        first_image(list, |one| one.unusable = Some("its status is `OBSOLETE`".to_owned()))
    }),
    ("image deleted", "image-reference-unavailable", |list| {
        first_image(list, |one| one.deleted = instant("2026-05-01T00:00:00Z"))
    }),
    ("image to be deleted", "image-reference-deprecated", |list| {
        first_image(list, |one| one.deleted = instant("2026-07-01T00:00:00Z"))
    }),
    ("image deprecated", "image-reference-deprecated", |list| {
        first_image(list, |one| one.deprecated = instant("2026-05-01T00:00:00Z"))
    }),
    ("image to be deprecated", "image-reference-deprecated", |list| {
        first_image(list, |one| one.deprecated = instant("2026-07-01T00:00:00Z"))
    }),
    ("image not shared", "image-reference-not-shared", |list| first_image(list, |one| one.shared = Some(false))),
    ("image of another architecture", "image-reference-misdescribed", |list| {
        first_image(list, |one| one.architecture = Some("ARM64".to_owned()))
    }),
    ("image with another capability", "image-reference-misdescribed", |list| {
        let table = table_of(list);
        first_image(list, |_| ()) && other_value(&mut list.facts[0].images[0].attributes, &table)
    }),
    ("last image with another capability", "image-reference-misdescribed", |list| {
        let table = table_of(list);
        other_value(&mut list.facts[0].images.last_mut().unwrap().attributes, &table)
    }),
    ("machine type gone", "machine-type-gone", |list| {
        let name = list.facts[0].machine_types[0].name.clone();
        list.facts.iter_mut().for_each(|sheet| sheet.machine_types.retain(|one| one.name != name));
        true
    }),
    ("machine type that cannot be created", "machine-type-gone", |list| {
        let name = list.facts[0].machine_types[0].name.clone();
        let types = list.facts.iter_mut().flat_map(|sheet| &mut sheet.machine_types);
        types.filter(|one| one.name == name).for_each(|one| one.unusable = Some("its state is `OBSOLETE`".to_owned()));
        true
    }),
    ("other CPUs", "machine-type-misdescribed", |list| first_type(list, |one| one.cpu = "96".parse().ok())),
    ("other memory", "machine-type-misdescribed", |list| first_type(list, |one| one.memory = "96Gi".parse().ok())),
    ("other GPUs", "machine-type-misdescribed", |list| first_type(list, |one| one.gpu = "8".parse().ok())),
    ("machine type of another architecture", "machine-type-misdescribed", |list| {
        first_type(list, |one| one.architecture = Some("aarch64".to_owned()))
    }),
    ("machine type with another capability", "machine-type-misdescribed", |list| {
        let table = table_of(list);
        list.facts[0].machine_types.iter_mut().any(|one| other_value(&mut one.attributes, &table))
    }),
    ("machine type deprecated", "machine-type-deprecated", |list| first_type(list, |one| one.deprecated = true)),
    ("machine type to be deleted", "machine-type-deprecated", |list| {
        first_type(list, |one| one.deleted = instant("2027-01-01T00:00:00Z"))
    }),
    ("machine type not in a zone", "zone-without-machine-type", |list| {
        first_type(list, |one| {
            one.zones.remove(0);
        })
    }),
    ("machine type not in any zone", "zone-without-machine-type", |list| first_type(list, |one| one.zones.clear())),
    ("machine type not in the region, without facts about zones", "zone-without-machine-type", |list| {
        let sheet = &mut list.facts[0];
        sheet.machine_types.iter_mut().for_each(|one| (one.zonal, one.zones) = (false, Vec::new()));
        // Its properties are known, but not from the list of the region.
        let missing = sheet.machine_types.remove(0);
        list.facts.push(FactSheet {
            source: "facts".to_owned(),
            partial: true,
            machine_types: vec![missing],
            ..FactSheet::default()
        });
        true
    }),
];

/// Returns the table of the provider that a list was made for, which its region tells.
fn table_of(list: &FactList) -> Vec<FactMapping> {
    let region = list.facts[0].region.clone().unwrap_or_default();
    let of = |provider: &&&str| base(provider).contains(&format!("- name: {region}\n"));
    PROVIDERS.iter().filter(of).flat_map(|provider| FactMapping::built_in(provider)).collect()
}

#[rstest]
fn planted_defects_are_found(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    let mut planted = 0;
    for (name, rule, plant) in DEFECTS {
        let mut facts = agreeing(&text);
        if !plant(&mut facts) {
            continue;
        }
        planted += 1;
        let found = verified(&text, &facts);
        let rules: BTreeSet<&str> = found.iter().map(|(rule, _)| *rule).collect();
        assert_eq!(rules, BTreeSet::from([rule]), "{provider}: {name}: {found:?}");
        // A fix removes its finding, and causes none.
        let after = fixed(&text, &facts);
        let left = verified(&after, &facts);
        assert!(left.len() < found.len() || after == text, "{provider}: {name}: {left:?}\n{after}");
    }
    assert!(planted >= 25, "{provider}: only {planted}");
}

#[test]
fn surplus_of_a_zone_is_found_and_fixed() {
    let text = base("aws")
        .replace("    - name: eu-central-1b", "    - name: eu-central-1b\n      unavailableMachineTypes: [m4.large]");
    let facts = agreeing(&text);
    let place = "spec.regions[0].zones[1].unavailableMachineTypes".to_owned();
    assert_eq!(verified(&text, &facts), [("zone-with-more-machine-types", place)]);
    assert_eq!(fixed(&text, &facts), base("aws"));
}

#[test]
fn rebuilt_image_is_replaced_by_the_listed_one() {
    let text = base("aws");
    let mut facts = agreeing(&text);
    facts.facts[0].images[2].reference = "ami-new".to_owned();
    let after = fixed(&text, &facts);
    assert_eq!(after, text.replace("ami: ami-1877-arm64-uefi", "ami: ami-new"));
    assert_eq!(verified(&after, &facts), []);
}

#[rstest]
fn order_of_sources_does_not_matter(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    for (name, _, plant) in DEFECTS {
        let mut facts = agreeing(&text);
        plant(&mut facts);
        let sheets: Vec<FactSheet> = facts
            .facts
            .iter()
            .flat_map(|sheet| {
                let images = FactSheet { machine_types: Vec::new(), ..sheet.clone() };
                [images, FactSheet { images: Vec::new(), ..sheet.clone() }]
            })
            .collect();
        let forward = verified(&text, &FactList { facts: sheets.clone() });
        let mut backward = sheets;
        backward.reverse();
        backward.iter_mut().for_each(|sheet| {
            sheet.images.reverse();
            sheet.machine_types.reverse();
        });
        assert_eq!(forward, verified(&text, &FactList { facts: backward }), "{provider}: {name}");
    }
}

/// Facts about other things, or without any property, change nothing.
#[rstest]
fn unknown_facts_change_nothing(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    let mut facts = agreeing(&text);
    for sheet in &mut facts.facts {
        for one in &mut sheet.images {
            *one = ImageFact { reference: one.reference.clone(), ..ImageFact::default() };
            one.attributes.insert("bootMode", vec!["a value that no table has".to_owned()]);
            one.attributes.insert("another", vec!["x".to_owned()]);
        }
        for one in &mut sheet.machine_types {
            *one = MachineTypeFact { name: one.name.clone(), ..MachineTypeFact::default() };
        }
        sheet.images.push(ImageFact { reference: "unknown".to_owned(), ..ImageFact::default() });
        sheet.machine_types.push(MachineTypeFact { name: "unknown".to_owned(), ..MachineTypeFact::default() });
    }
    assert_eq!(verified(&text, &facts), []);
}

/// A list of another cloud would pass for a profile without contradictions.
#[test]
fn facts_about_something_else_are_an_error() {
    let (analysis, profile) = read(&base("aws")).unwrap();
    let sheet = FactSheet {
        source: "gcp-images".to_owned(),
        provider: Some("gcp".to_owned()),
        images: vec![ImageFact { reference: "ami-1877-amd64-uefi".to_owned(), ..ImageFact::default() }],
        ..FactSheet::default()
    };
    let query = VerifyQuery { facts: FactList { facts: vec![sheet] }, meanings: Vec::new() };
    let input = VerifyInput { analysis: &analysis, profile: &profile, asked: asked() };
    assert!(matches!(query.ask(input), Err(QueryError::NoFacts { .. })));
}

/// Lists of real size: 900 machine types in 30 regions with 3 zones each, and 8 010 references.
#[test]
fn large_profile_is_compared_completely() {
    use std::fmt::Write as _;

    let mut text = String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: large}\nspec:\n  type: aws\n  machineTypes:\n",
    );
    for number in 0..900 {
        writeln!(text, "  - {{name: t{number}.large, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: amd64}}")
            .unwrap();
    }
    text.push_str("  regions:\n");
    for region in 0..30 {
        writeln!(
            text,
            "  - {{name: r-{region}, zones: [{{name: r-{region}a}}, {{name: r-{region}b}}, {{name: r-{region}c}}]}}"
        )
        .unwrap();
    }
    text.push_str(
        "  providerConfig:\n    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    machineImages:\n    - name: i\n      versions:\n",
    );
    for version in 0..267 {
        writeln!(text, "      - version: {version}.0.0\n        regions:").unwrap();
        for region in 0..30 {
            writeln!(text, "        - {{name: r-{region}, ami: ami-{version}-{region}, architecture: amd64}}").unwrap();
        }
    }
    let mut facts = agreeing(&text);
    assert_eq!(facts.facts.iter().map(|sheet| sheet.images.len()).sum::<usize>(), 8_010);
    let (analysis, profile) = read(&text).unwrap();
    let query = VerifyQuery { facts: facts.clone(), meanings: Vec::new() };
    let (report, compared) =
        query.verify(VerifyInput { analysis: &analysis, profile: &profile, asked: asked() }).unwrap();
    assert_eq!(report.findings.len(), 0);
    assert_eq!((compared.references, compared.machine_types, compared.zones), (8_010, 900, 90));
    // Every image of a region is rebuilt.
    facts.facts[7].images.iter_mut().for_each(|one| one.reference.push_str("-rebuilt"));
    let found = verified(&text, &facts);
    assert_eq!(found.len(), 267);
    assert!(found.iter().all(|(rule, _)| *rule == "image-reference-rebuilt"));
}
