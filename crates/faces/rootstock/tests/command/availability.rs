//! `availability`.

use rstest::rstest;

use crate::{AT, run};

fn availability(arguments: &[&str]) -> crate::Answer {
    run(&[&["availability", "greenhouse.yaml", "--at", AT], arguments].concat())
}

#[rstest]
#[case::of_all("all", &[])]
#[case::of_one_machine_type("machine_type", &["-t", "bed.whole"])]
#[case::by_zone("zone", &["--by", "zone"])]
#[case::by_size("size", &["--min-cpu", "16", "--min-memory", "100Gi", "--by", "zone"])]
#[case::with_a_capability("capability", &["--capability", "hypervisor=virtualized", "--architecture", "amd64"])]
#[case::with_an_image("image", &["-i", "tomato", "-V", "2.1.0"])]
#[case::in_one_zone("one_zone", &["-r", "north", "--zone", "north-b", "--format", "csv"])]
#[case::nowhere("nowhere", &["-t", "bed.whole", "--zone", "north-b"])]
#[case::none("none", &["--min-gpu", "1"])]
#[case::json("json", &["-t", "bed.whole", "-t", "bed.old", "--format", "json"])]
fn of_machine_types(#[case] name: &str, #[case] arguments: &[&str]) {
    assert_snapshot!(format!("availability_{name}"), availability(arguments));
}

#[rstest]
#[case(&["-t", "bed.hole"], "did you mean `bed.whole`?")]
#[case(&["-r", "east"], "the profile has no region `east`")]
#[case(&["-r", "south", "--zone", "north-a"], "there is no zone `north-a`; it has `south-a`")]
#[case(&["--architecture", "aarch64"], "did you mean `arm64`?")]
#[case(&["--capability", "hypervizor=baremetal"], "the profile registers no capability `hypervizor`")]
#[case(&["--capability", "hypervisor=bare"], "the capability has no value `bare`")]
#[case(&["-i", "tomato", "-V", "9.0.0"], "the image has no version `9.0.0`")]
#[case(&["-i", "tomato"], "--version")]
#[case(&["--min-memory", "64GB"], "not a valid quantity")]
fn meaningless_questions_are_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let answer = availability(arguments);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(message), "{answer}");
}

/// With an image, the machine types of each region are those of `machine-types`.
#[rstest]
fn image_is_judged_as_by_machine_types(
    #[values("1.0.0", "2.0.0", "2.1.0", "3.0.0")] version: &str,
    #[values("north", "south")] region: &str,
) {
    let names = |arguments: &[&str]| {
        let csv =
            run(&[arguments, &["-i", "tomato", "-V", version, "-r", region, "--at", AT, "--format", "csv"]].concat());
        let column = csv.out.lines().next().and_then(|head| head.split(',').position(|name| name == "machine_type"));
        let rows = csv.out.lines().skip(1).filter_map(|line| line.split(',').nth(column?).map(str::to_owned));
        rows.collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!(names(&["availability", "greenhouse.yaml"]), names(&["machine-types", "greenhouse.yaml"]));
}

/// Facts say which volume types go with a machine type; without a fact, nothing is left out.
#[test]
fn volume_types_follow_from_facts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let profile = std::fs::read_to_string(crate::fixtures().join("../upkeep/offers.yaml")).unwrap();
    let volume_types = "  volumeTypes:\n  - {name: Premium_LRS, class: premium}\n  - {name: Old_LRS, class: standard, usable: false}\n";
    std::fs::write(path("profile.yaml"), profile.replacen("  volumeTypes:\n", volume_types, 1)).unwrap();
    let sku = r#"[{"resourceType": "virtualMachines", "name": "Standard_D2s_v5", "locationInfo": [{"location": "westeurope", "zones": ["1"]}],
        "capabilities": [{"name": "PremiumIO", "value": "False"}]}]"#;
    std::fs::write(path("skus.json"), sku).unwrap();
    let (profile, skus) = (path("profile.yaml"), path("skus.json"));
    let ask = |more: &[&str]| run(&[&["availability", &profile, "--at", AT], more].concat());
    let table = ask(&["--facts", &skus]).out;
    let row = |name: &str| {
        table.lines().find(|line| line.contains(name)).unwrap_or_default().trim_end_matches([' ', '|']).to_owned()
    };
    assert!(row("Standard_D2s_v5").ends_with(" Standard_LRS"), "{table}");
    assert!(row("Standard_D2ps_v5").ends_with(" unknown"), "{table}");
    let premium = ask(&["--facts", &skus, "--volume-type", "Premium_LRS"]).out;
    assert!(!premium.contains("Standard_D2s_v5") && premium.contains("Standard_D2ps_v5"), "{premium}");
    assert!(!ask(&[]).out.contains("volume types"));
    let wrong = ask(&["--volume-type", "Premium"]);
    assert!(wrong.status == 2 && wrong.messages.contains("the profile has no volume type `Premium`"), "{wrong}");
}
