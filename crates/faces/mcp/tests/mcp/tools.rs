use std::fmt::Write as _;
use std::fs;

use rootstock_mcp::FileAccess;
use rstest::rstest;
use serde_json::{Value, json};

use crate::client::{Client, Program, document, fixtures};

/// Returns a call of each tool, and more.
fn calls() -> Vec<(&'static str, Value)> {
    let orchard = || json!([document("profiles/orchard.yaml", "checked")]);
    let policies = json!({"policies": [{"of": "*", "previewDays": 7, "supported": 2, "deprecatedDays": 90}]});
    vec![
        ("check", json!({"documents": [document("profiles/openstack-nested.yaml", "checked")]})),
        ("check", json!({"documents": [document("profiles", "checked")]})),
        ("check", json!({"documents": [document("shoots/fleet.yaml", "checked")]})),
        ("check", json!({"documents": [{"name": "empty", "text": ""}]})),
        ("fix", json!({"documents": [document("profiles/openstack-nested.yaml", "checked")]})),
        ("explain", json!({"rule": "type-missing"})),
        ("explain", json!({"rule": "capability_values_may_repeat"})),
        ("explain", json!({"rule": "capabilities"})),
        ("select", json!({"documents": orchard(), "machineType": "ladder", "image": "apple"})),
        ("matrix", json!({"documents": orchard(), "why": true})),
        ("images", json!({"documents": orchard(), "machineType": "basket"})),
        (
            "plan",
            json!({"documents": [document("shoots/fleet.yaml", "checked"), document("profiles/orchard.yaml", "known")]}),
        ),
        ("plan", json!({"documents": [document("shoots/fleet.yaml", "checked")]})),
        ("plan", json!({"documents": [document("profiles/orchard.yaml", "checked")]})),
        (
            "diff",
            json!({"documents": [
                document("profiles/harbour.yaml", "old"),
                document("profiles/harbour-trusted.yaml", "checked"),
                document("shoots/harbour.yaml", "known"),
            ]}),
        ),
        ("upkeep_propose", json!({"documents": [document("upkeep/aws.yaml", "checked")], "policies": policies})),
        ("upgrade_check", json!({"documents": [document("upgrade", "checked")], "from": "1.145", "to": "1.151"})),
        (
            "upgrade_check",
            json!({
                "documents": [document("profiles/openstack-nested.yaml", "checked")],
                "extensions": {"openstack": "1.51"}, "extensionsTo": {"openstack": "1.53"},
            }),
        ),
        (
            "upgrade_check",
            json!({"documents": [document("upgrade/shoots.yaml", "checked")], "from": "1.146", "to": "1.147"}),
        ),
        ("matrix", json!({"documents": orchard(), "gardener": "1.160"})),
    ]
}

#[test]
fn answers_begin_with_a_summary() {
    let mut client = Client::new();
    let mut text = String::new();
    for (tool, arguments) in calls() {
        let answer = client.call(tool, arguments).unwrap();
        writeln!(text, "{tool}: {}", answer["summary"].as_str().unwrap()).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[rstest]
#[case::runs("matrix", json!({"extensions": {"openstack": "9.9"}}), "v9.9 of the extension for provider `openstack` is not known yet; the answer is that of v")]
#[case::moves("upgrade_check", json!({"extensions": {"openstack": "1.53"}, "extensionsTo": {"openstack": "9.9"}}), "Extension openstack v9.9 is not known yet, and answered as v")]
fn unknown_release_of_an_extension_is_named(#[case] tool: &str, #[case] mut arguments: Value, #[case] expected: &str) {
    arguments["documents"] = json!([document("profiles/openstack-nested.yaml", "checked")]);
    let answer = Client::new().call(tool, arguments).unwrap();
    assert!(answer["summary"].as_str().unwrap().contains(expected), "{answer:#}");
}

#[test]
fn answers_are_valid_and_small() {
    let mut client = Client::new();
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    for (name, arguments) in calls() {
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        let validator = |schema: &str| jsonschema::draft202012::new(&tool[schema]).unwrap();
        validator("inputSchema").validate(&arguments).unwrap();
        let answer = client.call(name, arguments).unwrap();
        validator("outputSchema").validate(&answer).unwrap();
        let size = answer.to_string().len();
        assert!(size < 40_000, "{name}: {size}");
    }
}

#[rstest]
#[case::no_documents("check", json!({}))]
#[case::empty_documents("check", json!({"documents": []}))]
#[case::misspelled_argument("check", json!({"document": []}))]
#[case::unknown_argument("explain", json!({"rule": "a", "documents": []}))]
#[case::missing_arguments("select", json!({"documents": [document("profiles/orchard.yaml", "checked")]}))]
#[case::wrong_type("matrix", json!({"documents": [document("profiles/orchard.yaml", "checked")], "why": "yes"}))]
#[case::wrong_role("check", json!({"documents": [document("profiles/orchard.yaml", "new")]}))]
#[case::half_a_document("check", json!({"documents": [{"name": "a"}]}))]
#[case::no_object("check", json!([1]))]
#[case::unknown_machine_type("images", json!({"documents": [document("profiles/orchard.yaml", "checked")], "machineType": "lader"}))]
#[case::several_profiles("matrix", json!({"documents": [document("profiles/orchard.yaml", "checked"), document("profiles/tie.yaml", "checked")]}))]
#[case::no_profile("matrix", json!({"documents": [{"name": "a", "text": "kind: Shoot"}]}))]
#[case::unreadable("matrix", json!({"documents": [{"name": "a", "text": "a: ["}]}))]
#[case::wrong_instant("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "at": "tomorrow"}))]
#[case::wrong_release("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "gardener": "new"}))]
#[case::unknown_rule("explain", json!({"rule": "type-mising"}))]
#[case::wrong_cursor("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "cursor": "20@/nothing"}))]
#[case::small_limit("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "limit": 0}))]
#[case::large_limit("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "limit": 201}))]
#[case::text_as_limit("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "limit": "5"}))]
#[case::unused_profile("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "profile": "zzz"}))]
#[case::update_without_old("check", json!({"documents": [document("profiles/orchard.yaml", "checked")], "operation": "update"}))]
#[case::empty_path("check", json!({"documents": [{"path": ""}]}))]
#[case::no_upgrade("upgrade_check", json!({"documents": [document("upgrade", "checked")]}))]
#[case::older_release("upgrade_check", json!({"documents": [document("upgrade", "checked")], "to": "1.149"}))]
fn error_says_what_to_do(#[case] tool: &str, #[case] arguments: Value) {
    let error = Client::new().call(tool, arguments).unwrap_err();
    let root = fixtures().canonicalize().unwrap();
    let name = std::thread::current().name().unwrap().rsplit("::").next().unwrap().to_owned();
    insta::assert_snapshot!(name, error.replace(root.to_str().unwrap(), "FIXTURES"));
}

#[test]
fn cursors_lead_through_the_whole_list() {
    let mut client = Client::new();
    let arguments = json!({"documents": [document("profiles", "checked")], "limit": 7});
    let first = client.call("check", arguments.clone()).unwrap();
    let mut findings = first["answer"]["findings"].as_array().unwrap().clone();
    let rest = |answer: &Value| {
        let more = answer["more"].as_array()?.iter().find(|more| more["of"] == "/findings")?.clone();
        Some((more["cursor"].clone(), more["total"].as_u64().unwrap(), more["shown"].as_u64().unwrap()))
    };
    let mut next = rest(&first);
    let total = next.as_ref().unwrap().1;
    while let Some((cursor, _, shown)) = next {
        assert_eq!(shown, findings.len() as u64);
        let mut arguments = arguments.clone();
        arguments["cursor"] = cursor;
        let answer = client.call("check", arguments).unwrap();
        assert_eq!(answer.get("answer"), None);
        findings.extend(answer["part"].as_array().unwrap().iter().cloned());
        next = rest(&answer);
    }
    assert_eq!(findings.len() as u64, total);
    let mut distinct: Vec<String> = findings.iter().map(Value::to_string).collect();
    distinct.dedup();
    assert_eq!(distinct.len() as u64, total);
}

#[test]
fn configuration_and_its_landscape_apply() {
    let program = Program("[landscape]\nsemantics = \"gardener\"\n");
    let mut client = Client::start(&fixtures(), FileAccess::ReadOnly, &program);
    let arguments = json!({"documents": [document("agents/capability-values.yaml", "checked")]});
    let answer = client.call("check", arguments.clone()).unwrap();
    assert_eq!(answer["answer"]["settings"]["semantics"], "gardener");
    assert_eq!(answer["answer"]["settings"]["configuration"], "rootstock.toml");
    let mut documented = arguments;
    documented["semantics"] = json!("documented");
    let answer = client.call("check", documented).unwrap();
    assert_eq!(answer["answer"]["settings"]["semantics"], "documented");
    let broken = Program("[landscap]\n");
    let mut client = Client::start(&fixtures(), FileAccess::ReadOnly, &broken);
    let error = client.call("check", json!({"documents": [document("profiles/tie.yaml", "checked")]})).unwrap_err();
    assert!(error.contains("rootstock.toml"), "{error}");
}

#[test]
fn profile_of_the_call_comes_before_that_of_the_landscape() {
    let landscape = fixtures().join("profiles/local-clean.yaml");
    let text = fs::read_to_string(&landscape).unwrap();
    let program = format!("[landscape]\nprofiles = [\"{}\"]\n", landscape.display());
    let program = Program(program.leak());
    let mut client = Client::start(&fixtures(), FileAccess::ReadOnly, &program);
    let changed = text.replace("bench", "changed");
    assert_ne!(changed, text);
    let matrix = client.call("matrix", json!({"documents": [{"name": "new.yaml", "text": changed}]})).unwrap();
    assert!(matrix["answer"].to_string().contains("changed"), "{matrix:#}");
}

#[cfg(unix)]
#[test]
fn files_of_a_directory_that_cannot_be_read_are_skipped_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(fixtures().join("profiles/local-clean.yaml"), folder.path().join("good.yaml")).unwrap();
    fs::write(folder.path().join("binary.yaml"), b"a: \xff").unwrap();
    std::os::unix::fs::symlink(fixtures().join("profiles/tie.yaml"), folder.path().join("link.yaml")).unwrap();
    std::os::unix::net::UnixListener::bind(folder.path().join("socket.yaml")).unwrap();
    std::os::unix::fs::symlink("missing", folder.path().join("gone.yaml")).unwrap();
    let mut client = Client::start(folder.path(), FileAccess::ReadOnly, &Program(""));
    let answer = client.call("check", json!({"documents": [{"path": "."}]})).unwrap();
    let root = folder.path().canonicalize().unwrap();
    insta::assert_snapshot!(answer["summary"].as_str().unwrap().replace(root.to_str().unwrap(), "ROOT"));
}

#[test]
fn summary_names_documents_that_are_not_checked() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let answer = Client::new().call("check", json!({"documents": [{"name": "a", "text": text}]})).unwrap();
    insta::assert_snapshot!(answer["summary"].as_str().unwrap());
}

#[test]
fn missing_profile_of_the_landscape_is_named_with_its_place() {
    let mut client =
        Client::start(&fixtures(), FileAccess::ReadOnly, &Program("[landscape]\nprofiles = [\"gone.yaml\"]\n"));
    let error = client.call("check", json!({"documents": [document("shoots/fleet.yaml", "checked")]})).unwrap_err();
    insta::assert_snapshot!(error);
}

#[test]
fn large_maps_are_shortened_like_lists() {
    let numbers: Vec<String> = (0..60).map(|number| format!("c{number:02}")).collect();
    let values = |values: &str| numbers.iter().map(|name| format!("{name}: [{values}]")).collect::<Vec<_>>().join(", ");
    let defined: String = numbers.iter().map(|name| format!("  - {{name: {name}, values: [a, b]}}\n")).collect();
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: wide}}\nspec:\n  type: local\n  \
         machineCapabilities:\n  - {{name: architecture, values: [amd64]}}\n{defined}  machineImages:\n  - name: i\n    versions:\n    \
         - version: 1.0.0\n      capabilityFlavors: [{{architecture: [amd64], {}}}]\n  machineTypes:\n  - name: m\n    cpu: 1\n    \
         memory: 1Gi\n    capabilities: {{architecture: [amd64], {}}}\n",
        values("a"),
        values("a"),
    );
    let arguments = json!({"documents": [{"name": "wide", "text": text}], "machineType": "m", "limit": 7});
    let mut client = Client::new();
    let answer = client.call("images", arguments.clone()).unwrap();
    let more = &answer["more"][0];
    assert_eq!((more["total"].as_u64(), more["shown"].as_u64()), (Some(61), Some(7)));
    let map = answer["answer"].pointer(more["of"].as_str().unwrap()).unwrap();
    assert_eq!(map.as_object().unwrap().len(), 7, "{more}");
    let mut next = arguments;
    next["cursor"] = more["cursor"].clone();
    let part = client.call("images", next).unwrap();
    assert_eq!(part["part"].as_object().unwrap().len(), 7);
    assert!(!part["part"].as_object().unwrap().keys().any(|name| map.get(name).is_some()));
}

#[test]
fn date_means_its_first_second() {
    let arguments = json!({"documents": [document("profiles/orchard.yaml", "checked")], "at": "2026-01-01"});
    let answer = Client::new().call("check", arguments).unwrap();
    assert_eq!(answer["answer"]["settings"]["at"], "2026-01-01T00:00:00Z", "{}", answer["answer"]["settings"]);
}

#[test]
fn error_does_not_repeat_long_arguments() {
    let error =
        Client::new().call("explain", json!({"rule": "x".repeat(100_000)})).unwrap_or_else(|error| json!(error));
    assert!(error.to_string().len() < 5000, "{}", error.to_string().len());
    let error = Client::new().call("check", json!({"x".repeat(100_000): 1})).unwrap_err();
    assert!(error.len() < 5000, "{}", error.len());
}

#[test]
fn summary_names_the_release_of_the_shoots() {
    let shoot = fs::read_to_string(fixtures().join("base/shoot.yaml")).unwrap();
    let shoot = format!("{shoot}status: {{gardener: {{version: v1.147.2}}}}\n");
    let documents = json!([document("base/local.yaml", "known"), {"name": "shoot.yaml", "text": shoot}]);
    let summary = |tool: &str, arguments: Value| {
        let content = Client::new().call(tool, arguments).unwrap();
        content["summary"].as_str().unwrap().to_owned()
    };
    let taken = "Answered as Gardener v1.147.2, the newest release in `status.gardener.version` of the Shoots; `gardener` sets \
                 another one.";
    for tool in ["check", "fix", "plan"] {
        assert!(summary(tool, json!({"documents": documents})).contains(taken), "{tool}");
        let set = summary(tool, json!({"documents": documents, "gardener": "1.149"}));
        assert!(!set.contains("Answered as"), "{set}");
    }
}
