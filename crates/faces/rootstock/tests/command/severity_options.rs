//! The severity of findings in one run: `--fail-on`, `--strict`, `--deny`, `--allow`; also `init` and `rules`.

use std::fs;

use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

/// Checks a profile with a warning (`size-without-unit`) and a note (`capability-value-unused`).
fn check(more: &[&str]) -> crate::Answer {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    let edits = [("values: [virtual, metal]", "values: [virtual, metal, container]"), ("memory: 8Gi", "memory: 8")];
    fs::write(&file, edited("local-clean.yaml", &edits)).unwrap();
    run(&[&["check", "--no-config", "--at", AT, file.to_str().unwrap()], more].concat())
}

#[rstest]
#[case::by_default(&[], 0)]
#[case::warnings(&["--fail-on", "warning"], 1)]
#[case::notes(&["--fail-on", "note"], 1)]
#[case::strict(&["--strict"], 1)]
#[case::strict_without_findings(&["--strict", "--advice", "off"], 0)]
#[case::denied(&["--deny", "size-without-unit"], 1)]
#[case::denied_without_findings(&["--deny", "flavor-never-selected"], 0)]
#[case::allowed(&["--strict", "--allow", "size-without-unit", "--allow", "capability-value-unused"], 0)]
#[case::one_allowed(&["--fail-on", "warning", "--allow", "size-without-unit"], 0)]
#[case::strict_says_it_already(&["--strict", "--fail-on", "warning"], 2)]
fn exit_status_follows_severity_options(#[case] more: &[&str], #[case] status: i32) {
    let answer = check(more);
    assert_eq!(answer.status, status, "{answer}");
}

#[test]
fn denied_findings_are_errors_and_allowed_ones_are_omitted() {
    let denied = check(&["--deny", "size-without-unit", "--format", "github"]).out;
    assert!(denied.contains("::error title=size-without-unit"), "{denied}");
    let allowed = check(&["--allow", "size-without-unit"]).out;
    assert!(!allowed.contains("size-without-unit") && allowed.contains("capability-value-unused"), "{allowed}");
}

#[rstest]
#[case("--allow", "unknown-field")]
#[case("--allow", "size-without-units")]
#[case("--deny", "nothing-like-it")]
fn refused(#[case] option: &str, #[case] rule: &str) {
    let answer = check(&[option, rule]);
    assert_eq!((answer.status, answer.out.as_str()), (2, ""));
    assert_snapshot!(format!("refused{option}_{rule}"), answer.messages);
}

#[test]
fn suggested_fixes_are_applied_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    let broken =
        edited("local-clean.yaml", &[("storageAccess: [SCSI]\n  - name: awl", "storageAccess: [SCSY]\n  - name: awl")]);
    fs::write(&file, &broken).unwrap();
    let fix = |more: &[&str]| run(&[&["check", "--at", AT, file.to_str().unwrap()], more].concat());
    let safe = fix(&["--fix"]);
    assert_eq!((safe.status, fs::read_to_string(&file).unwrap()), (1, broken), "{safe}");
    let shown = fix(&["--diff", "--unsafe-fixes"]);
    assert!(shown.out.contains("+      storageAccess: [SCSI]"), "{shown}");
    let made = fix(&["--fix", "--unsafe-fixes"]);
    let clean = edited("local-clean.yaml", &[]);
    assert_eq!((made.status, fs::read_to_string(&file).unwrap()), (0, clean), "{made}");
    assert_eq!(fix(&["--unsafe-fixes"]).status, 2, "nothing is fixed");
}

#[test]
fn init_writes_a_valid_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let answer = run(&["init", path]);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer}");
    let file = folder.path().join("rootstock.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, run(&["init", "-"]).out);
    let schema: serde_json::Value = serde_json::from_str(&run(&["schema", "rootstock.toml"]).out).unwrap();
    for key in schema["$defs"]["LandscapeSection"]["properties"].as_object().unwrap().keys() {
        assert!(text.contains(&format!("\n# {key}")), "`{key}` is missing");
    }
    let with = |text: &str| {
        fs::write(&file, text).unwrap();
        run(&["check", "--at", AT, "local-clean.yaml", "--config", file.to_str().unwrap()])
    };
    assert_eq!(with(&text).status, 0);
    // The commented settings are valid, too.
    let uncommented: Vec<&str> = text
        .lines()
        .map(|line| {
            line.strip_prefix("# ").filter(|rest| rest.contains(" = ") || rest.starts_with("[[")).unwrap_or(line)
        })
        .collect();
    fs::create_dir(folder.path().join("profiles")).unwrap();
    fs::copy(crate::fixtures().join("local-clean.yaml"), folder.path().join("profiles/other.yaml")).unwrap();
    let answer = with(&uncommented.join("\n"));
    assert!(answer.status <= 1 && answer.messages.is_empty(), "{answer}");
    let again = run(&["init", path]);
    assert_eq!(again.status, 2, "a file that is there is overwritten");
    assert_snapshot!(again.messages.replace(path, "/tmp"));
}

#[test]
fn rules_are_filtered_by_provider_severity_and_text() {
    let names = |more: &[&str]| -> Vec<String> {
        let answer = run(&[&["rules", "--format", "json"], more].concat());
        assert_eq!(answer.status, 0, "{answer}");
        let value: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        value["rules"].as_array().unwrap().iter().map(|rule| rule["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = names(&[]);
    let by_severity: usize = ["error", "warning", "note"].iter().map(|it| names(&["--severity", it]).len()).sum();
    assert_eq!(by_severity, all.len());
    let own = names(&["--provider", "openstack"]);
    assert!(own.len() > 3 && own.len() < all.len() && own.iter().all(|rule| all.contains(rule)), "{own:?}");
    assert!(names(&["BASTION"]).contains(&"bastion-image-unknown".to_owned()));
    assert!(names(&["no rule says this"]).is_empty());
    let unknown = run(&["rules", "--provider", "opentsack"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.messages.contains("did you mean `openstack`?"), "{unknown}");
}

/// Returns a profile with this number of unknown fields.
fn profile_with_unknown_fields(count: usize) -> String {
    let fields: String = (0..count).map(|at| format!("  f{at}: 1\n")).collect();
    format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: big}}\nspec:\n{fields}")
}

#[test]
fn unlisted_findings_are_counted_and_set_the_status() {
    let arguments = ["check", "--no-config", "--at", AT, "-"];
    let answer = run_with_input(&arguments, &profile_with_unknown_fields(6_000));
    assert_eq!(answer.status, 1, "{}", answer.messages);
    let tail: Vec<&str> = answer.out.lines().rev().take(14).collect();
    assert_snapshot!(tail.into_iter().rev().collect::<Vec<_>>().join("\n"));
    for (form, omission) in [
        ("json", "\"leftOut\":[{\"rule\":\"unknown-field\",\"severity\":\"error\",\"count\":100"),
        ("sarif", "\"ruleId\":\"too-many-findings\""),
        ("github", "::error title=too-many-findings"),
        ("junit", "too-many-findings"),
        ("gitlab", "too-many-findings"),
    ] {
        let answer =
            run_with_input(&[&arguments[..], &["--format", form]].concat(), &profile_with_unknown_fields(6_000));
        let dense: String = answer.out.split(['\n']).map(str::trim).collect::<String>().replace("\": ", "\":");
        assert!(
            dense.contains(omission),
            "{form}: {}",
            answer.out.chars().rev().take(900).collect::<String>().chars().rev().collect::<String>()
        );
        assert_eq!(answer.status, 1);
    }
}
