//! KYAML: written on request, and kept by edits.

use rootstock_core_model::emit::node_to_kyaml_with_comments;
use rootstock_core_model::read;
use rstest::rstest;

use crate::{AT, edited, run, run_with_input};

/// Returns a document as KYAML writes it.
fn rewritten(text: &str) -> String {
    let file = read::read("a.yaml", text.as_bytes(), &Default::default());
    node_to_kyaml_with_comments(file.documents[0].raw().unwrap().node(), &[])
}

#[rstest]
#[case(&["canonicalize", "orchard.yaml"])]
#[case(&["default", "../shoots/fleet.yaml", "--profile", "orchard.yaml"])]
#[case(&["upkeep", "changes", "orchard.yaml", "../profiles/orchard.yaml"])]
fn written_values_are_the_same_in_both_forms(#[case] arguments: &[&str]) {
    let all = [arguments, &["--at", AT]].concat();
    let (plain, kyaml) = (run(&all), run(&[&all[..], &["--output-format", "kyaml"]].concat()));
    assert_eq!(plain.status, kyaml.status, "{kyaml}");
    assert!(kyaml.out.starts_with("---\n{\n") && !plain.out.starts_with("---"), "{kyaml}");
    assert_eq!(rewritten(&plain.out), rewritten(&kyaml.out));
}

/// The whole text after an edit is what would be written anew.
#[rstest]
#[case(&["upkeep", "expire", "kubernetes@1.33.5", "--on", "2027-06-30"])]
#[case(&["upkeep", "add", "kubernetes@1.34.2"])]
#[case(&["upkeep", "classify", "apple@2.2.0", "-c", "supported"])]
#[case(&["upkeep", "set", "spec.machineTypes[basket].usable=false"])]
#[case(&["upkeep", "remove", "apple@1.9.0"])]
#[case(&["upkeep", "set", "spec.regions[new].zones[new-a]"])]
#[case(&["migrate"])]
fn edits_keep_kyaml(#[case] arguments: &[&str]) {
    let text = rewritten(&edited("orchard.yaml", &[]));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    std::fs::write(&file, &text).unwrap();
    let (action, more) = arguments.split_at(if arguments[0] == "upkeep" { 2 } else { 1 });
    let answer = run(&[action, &[file.to_str().unwrap()], more, &["--in-place", "--at", AT]].concat());
    let after = std::fs::read_to_string(&file).unwrap();
    assert_ne!(after, text, "{answer}");
    assert_eq!(after, rewritten(&after));
}

#[test]
fn fixes_keep_kyaml() {
    let text = rewritten(&edited("local-clean.yaml", &[("cpu: \"4\"", "cpus: \"4\"")]));
    let answer = run_with_input(&["check", "-", "--fix", "--unsafe-fixes", "--at", AT], &text);
    assert_eq!(answer.out, rewritten(&edited("local-clean.yaml", &[])), "{answer}");
    let diff = run_with_input(&["canonicalize", "-", "--diff", "--at", AT], &rewritten(&edited("orchard.yaml", &[])));
    let added: Vec<&str> = diff.out.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++")).collect();
    assert!(!added.is_empty() && added.iter().all(|line| line.ends_with([',', '{', '['])), "{diff}");
}
