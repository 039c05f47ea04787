//! The same question from the command, from the library and from JSON: the same bytes.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Judgement, Object, Profile, Role, Written};
use rootstock_core_model::{Semantics, Shoot};
use rootstock_maintenance::{FleetItem, JsonShoot, Profiles};
use rootstock_provider_api::Registry;
use rootstock_queries::{
    Asked, CanonicalizeAsked, CanonicalizeQuery, CheckAsked, CheckQuery, DefaultQuery, DiffAsked, DiffQuery, DiffSides,
    FleetAsked, ImagesQuery, MachineTypesQuery, MatrixQuery, MigrateAsked, MigrateQuery, PlanExplainQuery, PlanQuery,
    ProfileAsked, ProviderQuery, ProvidersQuery, Query, QuirksQuery, RenderQuery, ResolveAsked, ResolveQuery,
    RollsAsked, RollsQuery, RuleQuery, RulesQuery, SelectQuery, ShootsAsked, UsageQuery, VersionsQuery,
};
use rstest::rstest;
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::schemas::question_errors;
use crate::{AT, edited, fixtures, run, run_with_input};

/// A question from JSON, and again from what it is written as.
fn questions<Q: Query>(question: Value) -> [Q; 2] {
    let one: Q = serde_json::from_value(question.clone()).unwrap();
    let text = serde_json::to_string(&one).unwrap();
    for question in [question, serde_json::from_str(&text).unwrap()] {
        assert_eq!(question_errors(Q::FORM, &question), Vec::<String>::new(), "{} {question}", Q::FORM);
    }
    [one, serde_json::from_str(&text).unwrap()]
}

fn bytes<Q: Query>(query: &Q, over: Q::Over<'_>) -> String {
    let mut out = Vec::new();
    Q::write(&query.ask(over).unwrap(), env!("CARGO_PKG_VERSION"), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn registry() -> Registry {
    rootstock_providers::registry().unwrap()
}

/// An analysis of files, in that role.
fn analysis(asked: Asked, role: Role, files: &[&str]) -> Analysis {
    let mut analysis = Analysis::new(registry(), asked.settings);
    analysis.set_how_to_give("with --profile");
    for file in files {
        analysis.set(role, file, &std::fs::read(fixtures().join(file)).unwrap());
    }
    analysis
}

fn profile(analysis: &Analysis, file: &str) -> Arc<Profile> {
    Arc::clone(analysis.objects(Role::Checked, file).find_map(Object::cloud_profile).unwrap())
}

fn shoots(asked: Asked, file: &str) -> Vec<Arc<Written<Shoot>>> {
    let analysis = analysis(asked, Role::Checked, &[file]);
    analysis.objects(Role::Checked, file).filter_map(Object::shoot).cloned().collect()
}

fn fleet(file: &str) -> Vec<FleetItem> {
    let text = std::fs::read_to_string(fixtures().join(file)).unwrap();
    let documents = serde_yaml::Deserializer::from_str(&text).map(|one| Value::deserialize(one).unwrap());
    let items = documents.flat_map(|document| match document.get("items") {
        Some(items) => items.as_array().unwrap().clone(),
        None => vec![document],
    });
    let shoot = |(index, shoot): (usize, Value)| {
        let text = serde_json::to_vec(&shoot).unwrap();
        FleetItem::Json(JsonShoot { source: file.into(), index, offset: 0, line: None, text: text.into() })
    };
    items.enumerate().map(shoot).collect()
}

fn profiles(analysis: &Analysis) -> Profiles {
    let mut profiles = Profiles::default();
    for (_, profile) in analysis.profiles() {
        profiles.insert(profile.unwrap().compiled(analysis.settings().gates).unwrap());
    }
    profiles
}

/// The command's bytes, in those semantics.
fn command(asked: Asked, question: &[&str]) -> String {
    let semantics = format!("{:?}", asked.semantics).to_lowercase();
    run(&[question, &["--at", AT, "--semantics", &semantics, "--format", "json"]].concat()).out
}

fn asked(semantics: Semantics) -> Asked {
    Asked::new(semantics, AT.parse().unwrap())
}

#[test]
fn about_the_program() {
    let registry = registry();
    let command = |question: &[&str]| run(&[question, &["--format", "json"]].concat()).out;
    for query in questions::<ProvidersQuery>(json!({})) {
        assert_eq!(command(&["providers"]), bytes(&query, &registry));
    }
    for query in questions::<ProviderQuery>(json!({"provider": "aws"})) {
        assert_eq!(command(&["providers", "aws"]), bytes(&query, &registry));
    }
    for query in questions::<QuirksQuery>(json!({})) {
        assert_eq!(command(&["quirks"]), bytes(&query, ()));
    }
    for query in questions::<RulesQuery>(json!({})) {
        assert_eq!(command(&["rules"]), bytes(&query, &registry));
    }
    for query in questions::<RulesQuery>(json!({"provider": "openstack", "severity": "error", "text": "Region"})) {
        let arguments = ["rules", "--provider", "openstack", "--severity", "error", "Region"];
        assert_eq!(command(&arguments), bytes(&query, &registry));
    }
    for query in questions::<RuleQuery>(json!({"rule": "provider-flavor-unmapped"})) {
        assert_eq!(command(&["explain", "provider-flavor-unmapped"]), bytes(&query, &registry));
    }
}

/// A question about one profile.
fn of_a_profile<Q>(semantics: Semantics, file: &str, arguments: &[&str], question: Value)
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
{
    let asked = asked(semantics);
    let analysis = analysis(asked, Role::Checked, &[file]);
    let profile = profile(&analysis, file);
    let [name, rest @ ..] = arguments else { panic!("a command has a name") };
    let command = command(asked, &[&[*name, file], rest].concat());
    for query in questions::<Q>(question) {
        assert_eq!(command, bytes(&query, ProfileAsked { profile: &profile, asked }));
    }
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn about_a_profile(#[case] semantics: Semantics) {
    of_a_profile::<VersionsQuery>(semantics, "orchard.yaml", &["versions"], json!({}));
    of_a_profile::<MatrixQuery>(semantics, "local-clean.yaml", &["matrix", "--why"], json!({"why": true}));
    of_a_profile::<SelectQuery>(
        semantics,
        "quirk.yaml",
        &["select", "-t", "lathe", "-i", "bench"],
        json!({"machineType": "lathe", "image": "bench"}),
    );
    of_a_profile::<ImagesQuery>(
        semantics,
        "greenhouse.yaml",
        &["images", "-t", "bed.whole", "-r", "south", "-k", "1.33.5"],
        json!({"machineType": "bed.whole", "region": "south", "kubernetesVersion": "1.33.5"}),
    );
    of_a_profile::<MachineTypesQuery>(
        semantics,
        "greenhouse.yaml",
        &["machine-types", "-i", "tomato", "-V", "2.0.0", "-r", "north", "--zone", "north-b"],
        json!({"image": "tomato", "version": "2.0.0", "region": "north", "zones": ["north-b"]}),
    );
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn about_the_form_of_a_profile(#[case] semantics: Semantics) {
    let (asked, file) = (asked(semantics), "openstack-legacy.yaml");
    let analysis = analysis(asked, Role::Checked, &[file]);
    let profile = &profile(&analysis, file);
    for query in questions::<CanonicalizeQuery>(json!({"create": true})) {
        let over = CanonicalizeAsked { profile: ProfileAsked { profile, asked }, old: None };
        assert_eq!(command(asked, &["canonicalize", file, "--create"]), bytes(&query, over));
    }
    for query in questions::<MigrateQuery>(json!({})) {
        let over = MigrateAsked { analysis: &analysis, profile, asked };
        assert_eq!(command(asked, &["migrate", file]), bytes(&query, over));
    }
    for query in questions::<CheckQuery>(json!({})) {
        let mut analysis = analysis.clone();
        analysis.set_judgement(Judgement::Create);
        let over = CheckAsked { analysis: &analysis, asked };
        assert_eq!(command(asked, &["check", file, "--create", "--advice", "off"]), bytes(&query, over));
    }
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn about_a_namespaced_profile(#[case] semantics: Semantics) {
    let (asked, file, parent) = (asked(semantics), "../namespaced/arboretum.yaml", "orchard.yaml");
    let mut analysis = analysis(asked, Role::Checked, &[file]);
    analysis.set(Role::Known, parent, &std::fs::read(fixtures().join(parent)).unwrap());
    let child = analysis.objects(Role::Checked, file).find_map(Object::child).unwrap();
    let profile = analysis.render(child).unwrap();
    for query in questions::<RenderQuery>(json!({})) {
        let library = bytes(&query, ProfileAsked { profile: &profile, asked });
        assert_eq!(command(asked, &["render", file, "--parent", parent]), library);
    }
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn about_a_shoot(#[case] semantics: Semantics) {
    let (asked, registry) = (asked(semantics), registry());
    let (old_file, new_file) = ("../shoots/harbour.yaml", "../shoots/harbour-after.yaml");
    let (old, new) = (shoots(asked, old_file), shoots(asked, new_file));
    for query in questions::<RollsQuery>(json!({})) {
        let over = RollsAsked { old: &old, new: &new, profiles: None, registry: &registry, asked };
        assert_eq!(command(asked, &["rolls", old_file, new_file]), bytes(&query, over));
    }
    let known = analysis(asked, Role::Known, &["harbour.yaml"]);
    for query in questions::<DefaultQuery>(json!({})) {
        let over = ShootsAsked { shoots: &new, before: &old, profiles: &known, asked };
        let question = ["default", new_file, "--against", old_file, "--profile", "harbour.yaml"];
        assert_eq!(command(asked, &question), bytes(&query, over));
    }
    let checked = analysis(asked, Role::Checked, &["harbour.yaml"]);
    let profile = profile(&checked, "harbour.yaml");
    for query in questions::<ResolveQuery>(json!({"region": "asia", "parameters": {"floating-pool": "fp-eu-1"}})) {
        let over =
            ResolveAsked { profile: ProfileAsked { profile: &profile, asked }, shoots: None, registry: &registry };
        let question = ["resolve", "harbour.yaml", "-r", "asia", "--floating-pool", "fp-eu-1"];
        assert_eq!(command(asked, &question), bytes(&query, over));
    }
}

#[rstest]
#[case(Semantics::Documented)]
#[case(Semantics::Gardener)]
fn about_a_fleet(#[case] semantics: Semantics) {
    let (asked, file, until) = (asked(semantics), "../shoots/fleet.yaml", "2026-12-31T23:59:59Z");
    let analysis = analysis(asked, Role::Known, &["orchard.yaml"]);
    let profiles = profiles(&analysis);
    let over = || FleetAsked { profiles: &profiles, shoots: fleet(file), asked };
    let command =
        |name: &str, more: &[&str]| command(asked, &[&[name, "--profile", "orchard.yaml", file], more].concat());
    for query in questions::<PlanQuery>(json!({})) {
        assert_eq!(command("plan", &[]), bytes(&query, over()));
    }
    for query in questions::<PlanQuery>(json!({"until": until, "onlyChanges": true})) {
        assert_eq!(command("plan", &["--until", until, "--only-changes"]), bytes(&query, over()));
    }
    for query in questions::<PlanExplainQuery>(json!({"namespace": "garden-dev", "name": "forced"})) {
        assert_eq!(command("plan", &["--explain", "garden-dev/forced"]), bytes(&query, over()));
    }
    for query in questions::<UsageQuery>(json!({"removableOnly": true})) {
        assert_eq!(command("usage", &["--removable"]), bytes(&query, over()));
    }
}

#[rstest]
#[case(Semantics::Documented, Some("../shoots/preferences.yaml"))]
#[case(Semantics::Documented, None)]
#[case(Semantics::Gardener, Some("../shoots/preferences.yaml"))]
fn about_a_change(#[case] semantics: Semantics, #[case] file: Option<&str>) {
    let (asked, registry) = (asked(semantics), registry());
    let after = edited("preferences.yaml", &[("[NVMe, SCSI]", "[SCSI, NVMe]")]);
    let before = analysis(asked, Role::Checked, &["preferences.yaml"]);
    let mut analysis = Analysis::new(registry.clone(), asked.settings);
    analysis.set_judgement(Judgement::Update);
    analysis.set(Role::Old, "preferences.yaml", &std::fs::read(fixtures().join("preferences.yaml")).unwrap());
    analysis.set(Role::Checked, "-", after.as_bytes());
    let (old, new) = (profile(&before, "preferences.yaml"), profile(&analysis, "-"));
    let sides = DiffSides::new(&old, &mut analysis, &new, [Vec::new(), Vec::new(), Vec::new()]);
    let semantics = format!("{semantics:?}").to_lowercase();
    let question = ["diff", "preferences.yaml", "-", "--at", AT, "--semantics", &semantics, "--format", "json"];
    let question: Vec<&str> = question.into_iter().chain(file).collect();
    let command = run_with_input(&question, &after).out;
    for query in questions::<DiffQuery>(json!({})) {
        let over = DiffAsked { sides: &sides, shoots: file.map(fleet), registry: &registry, asked };
        assert_eq!(command, bytes(&query, over));
    }
}
