//! Completion and hover of fields from the schemas.

use crate::names::{PROFILE_URI, SHOOT_URI, ask, garden, labels, text_of};

#[rstest::rstest]
#[case::of_a_machine_type(PROFILE_URI, "name: medium\n", "name: medium\n    us‸\n", "usable", "usable: ")]
#[case::of_the_provider_section(
    PROFILE_URI,
    "kind: CloudProfileConfig\n",
    "kind: CloudProfileConfig\n    ‸\n",
    "loadBalancer",
    "loadBalancer:"
)]
#[case::of_a_shoot(SHOOT_URI, "region: local", "region: local\n  maint‸\n", "maintenance", "maintenance:")]
#[case::a_provider(PROFILE_URI, "type: local", "type: ‸", "openstack", "openstack")]
#[case::an_update_strategy(
    PROFILE_URI,
    "    updateStrategy: minor\n",
    "    updateS‸\n",
    "updateStrategy",
    "updateStrategy: "
)]
fn completion_offers_fields(
    #[case] uri: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] label: &str,
    #[case] written: &str,
) {
    let mut editor = garden();
    let before = text_of(uri);
    assert!(before.contains(from));
    let items = ask(&mut editor, "textDocument/completion", uri, &before.replacen(from, to, 1));
    let all = labels(&items);
    let item = items.as_array().unwrap().iter().find(|item| item["label"] == label);
    let item = item.unwrap_or_else(|| panic!("{label} is not among {all:?}"));
    assert_eq!(item["textEdit"]["newText"], written);
    editor.quit();
}

#[test]
fn a_field_after_the_cursor_is_not_offered_again() {
    let mut editor = garden();
    let text =
        text_of(PROFILE_URI).replacen("    updateStrategy: minor\n", "    updateS‸\n    updateStrategy: minor\n", 1);
    let items = ask(&mut editor, "textDocument/completion", PROFILE_URI, &text);
    assert!(!labels(&items).contains(&"updateStrategy"), "{items}");
    editor.quit();
}

#[test]
fn a_field_comes_with_its_documentation() {
    let mut editor = garden();
    let text = text_of(PROFILE_URI).replacen("name: medium\n", "name: medium\n    us‸\n", 1);
    let items = ask(&mut editor, "textDocument/completion", PROFILE_URI, &text);
    let item = items.as_array().unwrap().iter().find(|item| item["label"] == "usable").unwrap().clone();
    assert_eq!(item["detail"], "boolean");
    assert_eq!(item["documentation"]["value"], "Whether Shoots may use it; true if absent.");
    // Existing fields are not offered.
    assert!(!labels(&items).contains(&"name"));
    editor.quit();
}

#[rstest::rstest]
#[case(
    PROFILE_URI,
    "machineTypes:",
    "mach‸ineTypes:",
    "**machineTypes**: list of objects  \nMachine types.  \n*CloudProfile, core.gardener.cloud/v1beta1*"
)]
#[case(
    SHOOT_URI,
    "region:",
    "reg‸ion:",
    "**region**: string  \nOne of the profile's regions.  \n*Shoot, core.gardener.cloud/v1beta1*"
)]
fn hover_explains_a_field(#[case] uri: &str, #[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let mut editor = garden();
    let before = text_of(uri);
    assert!(before.contains(from));
    let answer = ask(&mut editor, "textDocument/hover", uri, &before.replacen(from, to, 1));
    assert_eq!(answer["contents"]["value"], expected);
    editor.quit();
}

#[test]
fn hover_explains_a_field_while_another_place_is_broken() {
    let mut editor = garden();
    let broken = text_of(PROFILE_URI).replacen("  machineTypes:", "  broken: [\n  machine‸Types:", 1);
    let answer = ask(&mut editor, "textDocument/hover", PROFILE_URI, &broken);
    assert!(answer["contents"]["value"].as_str().unwrap().starts_with("**machineTypes**: list of objects"), "{answer}");
    let line = broken.lines().position(|line| line.contains("machine‸Types")).unwrap();
    assert_eq!(answer["range"]["start"], serde_json::json!({"line": line, "character": 2}));
    editor.quit();
}

#[test]
fn hover_explains_a_field_of_the_provider_section() {
    let mut editor = garden();
    let marker = "kind: CloudProfileConfig\n    machineImages:";
    let before = text_of(PROFILE_URI);
    assert!(before.contains(marker));
    let text = before.replacen(marker, &marker.replace("machineI", "machineI‸"), 1);
    let answer = ask(&mut editor, "textDocument/hover", PROFILE_URI, &text);
    let hover_text = answer["contents"]["value"].as_str().unwrap();
    assert!(
        hover_text.contains("The mappings of machine images.") && hover_text.contains("CloudProfileConfig of local"),
        "{hover_text}"
    );
    editor.quit();
}
