//! Consistency: different commands give the same answer about an image version.

use rstest::rstest;

use crate::{AT, Answer, fixtures, run};

const AWS: &str = "../worlds/image-not-in-region-aws.yaml";
const OPENSTACK: &str = "../worlds/image-not-in-region-openstack.yaml";
const UNREADABLE: &str = "../worlds/unreadable-constraint.yaml";

fn ask(arguments: &[&str], semantics: &str) -> Answer {
    run(&[arguments, &["--at", AT, "--semantics", semantics]].concat())
}

/// The plan refuses an update that admission, including the extension's, would refuse; an update that is accepted but does not
/// work gets a warning.
#[rstest]
#[case::aws(AWS, "documented", "rejected: worker worker: image plain 1.1.0: no image is mapped for region `north`")]
#[case::aws_by_its_extension(
    AWS,
    "gardener",
    "rejected: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
#[case::openstack(
    OPENSTACK,
    "documented",
    "rejected: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
#[case::openstack_admits_it(
    OPENSTACK,
    "gardener",
    "warning: worker worker: image plain 1.1.0: no image is mapped for region `north`"
)]
fn planned_update_is_admitted(#[case] world: &str, #[case] semantics: &str, #[case] shown: &str) {
    let plan = ask(&["plan", world, "--profile", world], semantics);
    let line = plan.out.replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains(shown), "{plan}");
    assert_eq!(plan.status, 0, "{plan}");
    assert_snapshot!(format!("agreement_plan_{}_{semantics}", if world == AWS { "aws" } else { "openstack" }), plan);
}

/// If the constraint of a version cannot be parsed, its kubelets are unknown, and it is never offered.
#[rstest]
fn unreadable_constraint_fits_no_kubelet(#[values("documented", "gardener")] semantics: &str) {
    const SENTENCE: &str = "it works with kubelets `not one, either`, but the kubelet is `1.33.2`: it cannot be read";
    let images = ask(&["images", UNREADABLE, "--machine-type", "medium", "--kubernetes", "1.33.2", "--why"], semantics);
    let plan = ask(&["plan", UNREADABLE, "--profile", UNREADABLE, "--explain", "garden-dev/shoot"], semantics);
    for answer in [images, plan] {
        let line = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(SENTENCE), "{answer}");
    }
}

/// An incompatible machine type and image are described by the same sentence, in text and in JSON.
#[test]
fn mismatch_is_described_by_the_same_sentence() {
    const SENTENCE: &str = "capability `storageAccess`: the machine type has `NVMe`, the image has `SCSI`";
    let (profile, shoot) = ("filters.yaml", "../shoots/filters.yaml");
    let asked: [&[&str]; 5] = [
        &["images", profile, "--machine-type", "sieve", "--why"],
        &["machine-types", profile, "--image", "grain", "--version", "1.0.6", "--why"],
        &["matrix", profile, "--machine-type", "sieve", "--version", "1.0.6", "--why"],
        &["select", profile, "--machine-type", "sieve", "--image", "grain", "--version", "1.0.6"],
        &["plan", shoot, "--profile", profile, "--explain", "garden-dev/sieve"],
    ];
    for arguments in asked {
        let answer = ask(arguments, "documented");
        let line = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(SENTENCE), "{arguments:?}\n{answer}");
        let json = ask(&[arguments, &["--format", "json"]].concat(), "documented");
        assert!(json.out.contains(&format!("\"message\": \"{SENTENCE}")), "{arguments:?}\n{json}");
    }
}

/// With the gate on, the matrix and `select` agree on yes, no and ambiguous for every worker; and everything that `machine-types`
/// lists is a yes.
#[rstest]
fn matrix_agrees_with_select_for_worker_capabilities(
    #[values("special-workers.yaml", "greenhouse-secure.yaml", "harbour-trusted.yaml")] profile: &str,
    #[values(
        &[],
        &["--secure-boot"],
        &["--gpu", "nvidia"],
        &["--gpu", "none", "--secure-boot"],
        &["--update-strategy", "ManualInPlaceUpdate"]
    )]
    worker: &[&str],
    #[values("documented", "gardener")] semantics: &str,
) {
    let ask = |arguments: &[&str]| -> serde_json::Value {
        let gate = ["--feature-gates", "WorkerCapabilities=true", "--format", "json"];
        let answer = ask(&[arguments, worker, &gate].concat(), semantics);
        serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer}"))
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let list = |value: &serde_json::Value| value.as_array().unwrap().clone();
    let matrix = ask(&["matrix", profile]);
    for row in list(&matrix["rows"]) {
        for (column, cell) in list(&matrix["columns"]).iter().zip(list(&row["cells"])) {
            for (machine_type, version) in list(&row["machineTypes"])
                .iter()
                .flat_map(|one| list(&column["versions"]).into_iter().map(|version| (text(one), text(&version))))
            {
                let image = text(&column["image"]);
                let select = ask(&["select", profile, "-t", &machine_type, "-i", &image, "-V", &version]);
                let outcome = &select["versions"][0]["explanation"]["outcome"];
                let expected = match cell["answer"].as_str().unwrap() {
                    "yes" => "selected",
                    "ambiguous" => "ambiguous",
                    _ => "noneCompatible",
                };
                let said = format!("{profile} {worker:?} {machine_type} {version}: {cell} {outcome}");
                assert!(outcome.to_string().contains(expected), "{said}");
                let offers = ask(&["machine-types", profile, "-i", &image, "-V", &version]);
                let is_offered = list(&offers["options"]).iter().any(|one| text(&one["name"]) == machine_type);
                assert!(!is_offered || expected == "selected", "{said} {offers}");
            }
        }
    }
}

/// No command ignores an unknown requirement.
#[rstest]
#[case(&["images", "special-workers.yaml", "-t", "any"])]
#[case(&["machine-types", "special-workers.yaml", "-i", "plain", "-V", "1.0.0"])]
#[case(&["select", "special-workers.yaml", "-t", "any", "-i", "plain"])]
#[case(&["matrix", "special-workers.yaml"])]
fn unknown_requirement_is_an_error_in_every_command(#[case] question: &[&str]) {
    let gate = ["--feature-gates", "WorkerCapabilities=true"];
    let foreign = ["--worker-config", "../workers/trusted-launch.yaml"];
    let wishes: [(&[&str], &str); 2] = [
        (
            &["--gpu", "voodoo"],
            "no worker can meet these requirements: `voodoo` is not a value of capability `gardener-gpuSupport`",
        ),
        (&foreign, "supported values: \"local.provider.extensions.gardener.cloud/v1alpha1\""),
    ];
    for (wish, message) in wishes {
        let answer = ask(&[question, &gate, wish].concat(), "documented");
        assert_ne!(answer.status, 0, "{answer}");
        assert!(answer.out.is_empty() && answer.messages.contains(message), "{answer}");
    }
}

/// `migrate` and `diff` agree: no compatibility and no image changes.
#[rstest]
fn a_migrated_profile_behaves_as_before(#[values("documented", "gardener")] semantics: &str) {
    let folder = tempfile::tempdir().unwrap();
    let migrated = folder.path().join("migrated.yaml");
    let migrated = migrated.to_str().unwrap();
    let mut compared = 0;
    for kind in ["profiles", "base", "documents", "regions", "migration", "worlds"] {
        let mut files: Vec<_> = std::fs::read_dir(fixtures().join("..").join(kind)).unwrap().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().path());
        for file in files {
            let path = file.unwrap().path();
            let path = path.to_str().unwrap();
            let there = ask(&["migrate", path, "--output", migrated], semantics);
            if there.status != 0 || there.messages.contains("there is nothing to do") {
                continue;
            }
            let diff = ask(&["diff", path, migrated, "--format", "json"], semantics);
            // Gardener would not store this profile, so that its behavior does not matter.
            if diff.messages.contains("Gardener may answer differently") {
                continue;
            }
            let answer: serde_json::Value = serde_json::from_str(&diff.out).unwrap();
            // `migrate` itself lists selections that were accepted without an image.
            let pairs = (!there.messages.contains("refused now")).then_some("compatibility");
            for change in pairs.into_iter().chain(["selections"]) {
                let shown = answer["changes"][change].as_array().unwrap_or_else(|| panic!("{answer:#}"));
                assert!(shown.is_empty(), "{path}: {change}: {shown:#?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared} profiles were migrated");
}
