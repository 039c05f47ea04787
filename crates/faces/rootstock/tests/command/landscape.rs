//! `[landscape]` in `rootstock.toml`: the defaults of all commands.

use std::fs;
use std::process::Stdio;

use rstest::rstest;
use serde_json::{Value, json};

use crate::{AT, Answer, command, fixtures};

/// A directory with a landscape: profiles in a folder, with a child and a Shoot next to it.
struct Workspace(tempfile::TempDir);

const LANDSCAPE: &str = r#"
[landscape]
semantics = "gardener"
feature-gates.VersionClassificationLifecycle = true
extension-webhooks = false
profiles = ["profiles"]
"#;

impl Workspace {
    fn new(configuration: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("profiles")).unwrap();
        for (from, to) in
            [("local.yaml", "profiles/local.yaml"), ("ncp.yaml", "child.yaml"), ("shoot.yaml", "shoot.yaml")]
        {
            fs::copy(fixtures().join("../base").join(from), folder.path().join(to)).unwrap();
        }
        fs::write(folder.path().join("rootstock.toml"), configuration).unwrap();
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        self.run_in("", arguments)
    }

    fn run_in(&self, folder: &str, arguments: &[&str]) -> Answer {
        let mut command = command();
        command.current_dir(self.0.path().join(folder)).args(arguments).args(["--at", AT]);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Answer { status: output.status.code().unwrap(), out: text(output.stdout), messages: text(output.stderr) }
    }

    fn settings(&self, arguments: &[&str]) -> Value {
        let answer = self.run(&[arguments, &["--format", "json"]].concat());
        let parsed: Value = serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{answer}"));
        parsed["settings"].clone()
    }
}

#[rstest]
#[case::check(&["check", "profiles/local.yaml"])]
#[case::matrix(&["matrix", "profiles/local.yaml"])]
#[case::versions(&["versions", "profiles/local.yaml"])]
#[case::plan(&["plan", "shoot.yaml"])]
#[case::usage(&["usage", "shoot.yaml"])]
#[case::default(&["default", "shoot.yaml"])]
#[case::diff(&["diff", "profiles/local.yaml", "profiles/local.yaml"])]
fn landscape_settings_apply_to_every_command(#[case] arguments: &[&str]) {
    let world = Workspace::new(LANDSCAPE);
    let gates = |lifecycle: bool, workers: bool| {
        json!({
            "CloudProfileCapabilities": true, "VersionClassificationLifecycle": lifecycle, "WorkerCapabilities": workers,
        })
    };
    let settings = world.settings(arguments);
    assert_eq!(settings["semantics"], "gardener");
    assert_eq!(settings["featureGates"], gates(true, false));
    assert_eq!(settings["withoutExtensionWebhooks"], true);
    // Arguments take precedence; gates that are not named keep the landscape's values.
    let asked =
        ["--semantics=documented", "--feature-gates=WorkerCapabilities=true", "--without-extension-webhooks=false"];
    let settings = world.settings(&[arguments, &asked].concat());
    assert_eq!(settings["semantics"], "documented");
    assert_eq!(settings["featureGates"], gates(true, true));
    assert_eq!(settings["withoutExtensionWebhooks"], Value::Null);
}

#[test]
fn gates_and_fields_follow_the_release() {
    let world = Workspace::new("[landscape]\ngardener = \"1.145\"\n");
    let check = ["check", "profiles/local.yaml"];
    let settings = world.settings(&check);
    assert_eq!(settings["gardener"], "1.145");
    assert_eq!(settings["featureGates"]["CloudProfileCapabilities"], false);
    let answer = world.run(&check);
    assert!(answer.status == 1 && answer.out.contains("capabilities-gate-off"), "{answer}");
    // The command line takes precedence; the newest release is not mentioned.
    let newest = world.settings(&[&check[..], &["--gardener=1.150"]].concat());
    assert_eq!(newest["gardener"], Value::Null);
    assert_eq!(newest["featureGates"]["CloudProfileCapabilities"], true);
    // A newer release is answered as the newest, with one line that says so.
    let newer = world.run(&[&check[..], &["--gardener=v1.160.2"]].concat());
    assert!(newer.status == 0 && newer.messages.contains("Gardener v1.160.2 is not known yet"), "{newer}");
    // The API server of a release does not start with a gate that it does not have.
    let gate = ["--gardener=1.136", "--feature-gates=VersionClassificationLifecycle=true"];
    let answer = world.run(&[&check[..], &gate].concat());
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains("Gardener v1.136 has no feature gate VersionClassificationLifecycle"), "{answer}");
}

#[rstest]
#[case::check(&["check", "shoot.yaml"])]
#[case::plan(&["plan", "shoot.yaml"])]
#[case::usage(&["usage", "shoot.yaml"])]
#[case::default(&["default", "shoot.yaml"])]
#[case::rolls(&["rolls", "shoot.yaml", "shoot.yaml"])]
#[case::diff(&["diff", "profiles/local.yaml", "profiles/local.yaml", "--shoots", "shoot.yaml"])]
#[case::update(&["check", "profiles/local.yaml", "--against", "profiles/local.yaml", "--shoots", "shoot.yaml"])]
#[case::prove(&["prove", "profiles/local.yaml", "--that", "every worker always has an image", "--shoots", "shoot.yaml"])]
#[case::upkeep(&["upkeep", "classify", "profiles/local.yaml", "kubernetes@1.33.5", "--classification", "deprecated", "--shoots", "shoot.yaml"])]
fn shoots_name_the_release_unless_it_is_set(#[case] arguments: &[&str]) {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let shoot = world.0.path().join("shoot.yaml");
    let written = fs::read_to_string(&shoot).unwrap();
    fs::write(&shoot, format!("{written}status:\n  gardener:\n    version: v1.148.2\n")).unwrap();
    let settings = world.settings(arguments);
    assert_eq!((&settings["gardener"], &settings["gardenerFrom"]), (&json!("1.148.2"), &json!("shoots")));
    let taken =
        "the release of Gardener is v1.148.2, as in `status.gardener.version` of Shoot `garden-dev/crazy-botany`";
    let answer = world.run(arguments);
    assert_eq!(answer.messages.matches(taken).count(), 1, "{answer}");
    let set = [arguments, &["--gardener", "1.149"]].concat();
    let settings = world.settings(&set);
    assert_eq!((&settings["gardener"], &settings["gardenerFrom"]), (&json!("1.149"), &Value::Null));
    assert!(!world.run(&set).messages.contains("status.gardener.version"));
    // That release does not have every gate.
    fs::write(&shoot, format!("{written}status:\n  gardener:\n    version: v1.136.0\n")).unwrap();
    let gate = [arguments, &["--feature-gates=VersionClassificationLifecycle=true"]].concat();
    let answer = world.run(&gate);
    assert!(answer.status == 2 && answer.messages.contains("Gardener v1.136.0 has no feature gate"), "{answer}");
}

#[rstest]
#[case::plan(&["plan", "fleet.yaml"])]
#[case::last(&["plan", "fleet.yaml", "--last"])]
#[case::usage(&["usage", "fleet.yaml"])]
#[case::exposure(&["upkeep", "exposure", "plain@1.*", "--shoots", "fleet.yaml"])]
#[case::check(&["check", "fleet.yaml"])]
fn other_releases_of_a_fleet_are_named(#[case] arguments: &[&str]) {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let shoot = fs::read_to_string(world.0.path().join("shoot.yaml")).unwrap();
    let fleet = |releases: &[&str]| {
        let named = releases.iter().enumerate().map(|(number, release)| {
            let shoot = shoot.replace("crazy-botany", &format!("shoot-{number}"));
            format!("{shoot}status:\n  gardener:\n    version: {release}\n---\n")
        });
        fs::write(world.0.path().join("fleet.yaml"), named.collect::<String>()).unwrap();
        world.run(arguments)
    };
    let answer = fleet(&["v1.148.2", "v1.147.1", "v1.120.0", "v1.147.3", "v1.148.0"]);
    let expected = "`status.gardener.version` of Shoots names other releases, too: v1.120 (Shoot `garden-dev/shoot-2`, older \
                    than v1.135, the oldest known release), v1.147 (Shoot `garden-dev/shoot-1`); all Shoots are answered \
                    as v1.148.2 does; --gardener sets another one";
    assert!(answer.messages.contains(expected), "{answer}");
    let answer = fleet(&["v1.120.0", "v1.120.1"]);
    assert!(answer.messages.contains("too: v1.120 (Shoot `garden-dev/shoot-0`, older than v1.135"), "{answer}");
    assert!(!fleet(&["v1.148.2", "v1.148.3"]).messages.contains("names other releases"));
    fleet(&["v1.148.2", "v1.147.1"]);
    let set = [arguments, &["--gardener", "1.148"]].concat();
    assert!(!world.run(&set).messages.contains("status.gardener.version"));
}

/// The first documents of a fleet may be profiles, and Shoots that were never reconciled.
#[rstest]
#[case::plan(&["plan", "fleet.yaml"])]
#[case::usage(&["usage", "fleet.yaml"])]
fn first_shoot_of_a_fleet_with_a_known_release_decides(#[case] arguments: &[&str]) {
    let world = Workspace::new("");
    let read = |name: &str| fs::read_to_string(world.0.path().join(name)).unwrap();
    let (profile, shoot) = (read("profiles/local.yaml"), read("shoot.yaml"));
    let named = |release: &str| format!("{shoot}status:\n  gardener:\n    version: {release}\n");
    let fleet = [profile, shoot.clone(), named("v1.120.0"), named("dev"), named("v1.148.2"), named("v1.149.0")];
    fs::write(world.0.path().join("fleet.yaml"), fleet.join("---\n")).unwrap();
    let answer = world.run(arguments);
    assert!(answer.messages.contains("the release of Gardener is v1.148.2, as in"), "{answer}");
    // Everything that was read ahead is answered, too.
    let answered = world.run(&[arguments, &["--gardener=1.148.2"]].concat());
    assert_eq!(answer.out, answered.out);
}

#[test]
fn shoots_of_the_old_objects_name_the_release() {
    let world = Workspace::new("");
    let read = |name: &str| fs::read_to_string(world.0.path().join(name)).unwrap();
    let old = format!(
        "{}---\n{}status:\n  gardener:\n    version: v1.145.2\n",
        read("profiles/local.yaml"),
        read("shoot.yaml")
    );
    fs::write(world.0.path().join("old.yaml"), old).unwrap();
    let answer = world.run(&["check", "profiles/local.yaml", "--against", "old.yaml"]);
    assert!(answer.messages.contains("the release of Gardener is v1.145.2, as in"), "{answer}");
    assert!(answer.out.contains("capabilities-gate-off"), "{answer}");
}

#[test]
fn lock_is_read_as_the_release_that_a_shoot_names() {
    let world = Workspace::new("");
    let shoot = world.0.path().join("shoot.yaml");
    let written = fs::read_to_string(&shoot).unwrap();
    fs::write(&shoot, format!("{written}status:\n  gardener:\n    version: v1.148.2\n")).unwrap();
    let lock = world.run(&["lock", "profiles/local.yaml", "--gardener", "1.148.2", "-o", "images.lock"]);
    assert_eq!(lock.status, 0, "{lock}");
    let answer = world.run(&["check", "profiles/local.yaml", "shoot.yaml", "--locked"]);
    assert_eq!(answer.status, 0, "{answer}");
    let answer = world.run(&["check", "profiles/local.yaml", "--locked"]);
    assert!(answer.status == 2 && answer.messages.contains("images.lock"), "{answer}");
}

#[test]
fn rules_are_those_of_the_release() {
    let world = Workspace::new("");
    let profile = world.0.path().join("profiles/local.yaml");
    let written = fs::read_to_string(&profile).unwrap();
    let capability = "  machineCapabilities:\n  - name: gardener-disk\n    values: [fast]\n";
    fs::write(&profile, written.replacen("  machineCapabilities:\n", capability, 1)).unwrap();
    let found = |arguments: &[&str]| {
        let answer =
            world.run(&[&["check", "profiles/local.yaml", "--advice=off", "--format=json"], arguments].concat());
        let parsed: Value = serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{answer}"));
        let findings = parsed["findings"].as_array().unwrap().iter();
        findings.map(|one| json!([one["rule"], one["acceptedBy"], one["ruleReleases"]])).collect::<Vec<_>>()
    };
    let (rule, early) = ("capability-name-reserved", "--gardener=1.146");
    assert_eq!(found(&[]), [json!([rule, null, null])]);
    assert_eq!(found(&[early]), [json!([rule, "gardener", {"since": "1.147"}])]);
    assert_eq!(found(&[early, "--semantics=gardener"]), [] as [Value; 0]);
    assert_eq!(found(&["--gardener=1.147", "--semantics=gardener"]), [json!([rule, null, null])]);
}

/// A landscape with the profile of the AWS extension.
fn with_aws(landscape: &str) -> Workspace {
    let world = Workspace::new(landscape);
    let base = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/base/aws.yaml");
    fs::copy(base, world.0.path().join("profiles/aws.yaml")).unwrap();
    world
}

#[test]
fn releases_of_extensions_are_settings() {
    let world = with_aws("[landscape]\nextensions = { aws = \"1.64\" }\n");
    let check = ["check", "profiles/aws.yaml"];
    assert_eq!(world.settings(&check)["extensions"], json!({ "aws": "1.64" }));
    let unknown = "v1.64 of the extension for provider `aws` has no field `capabilityFlavors`: it exists since v1.65";
    let answer = world.run(&check);
    assert!(answer.status == 1 && answer.out.contains(unknown), "{answer}");
    // The command line takes precedence, extension by extension.
    let asked = world.settings(&[&check[..], &["--extension=aws=1.70.2,azure=1.60"]].concat());
    assert_eq!(asked["extensions"], json!({ "aws": "1.70.2", "azure": "1.60" }));
    assert_eq!(world.run(&[&check[..], &["--extension", "aws=1.70"]].concat()).status, 0);
    let newer = world.run(&[&check[..], &["--extension", "aws=1.99"]].concat());
    let line = "v1.99 of the extension for provider `aws` is not known yet; the answer is that of v1.73";
    assert!(newer.status == 0 && newer.messages.contains(line), "{newer}");
}

#[rstest]
#[case("awss=1.70", "no plug-in knows provider `awss`")]
#[case("aws=1.62", "v1.62 of the extension for provider `aws` is not known: the oldest known release is v1.63")]
#[case("hcloud=1.0", "the releases of the extension for provider `hcloud` are not known")]
#[case("aws=latest", "extension `aws`: `latest` is not a release")]
#[case("aws=1.070", "extension `aws`: `1.070` is not a release")]
#[case("aws", "`aws` is not of the form NAME=RELEASE")]
fn unknown_releases_of_extensions_are_refused(#[case] setting: &str, #[case] expected: &str) {
    let answer = with_aws("").run(&["check", "profiles/aws.yaml", "--extension", setting]);
    assert!(answer.status == 2 && answer.messages.contains(expected), "{answer}");
    if let Some((provider, release)) = setting.split_once('=') {
        let landscape = format!("[landscape]\nextensions = {{ {provider} = \"{release}\" }}\n");
        let answer = with_aws(&landscape).run(&["check", "profiles/aws.yaml"]);
        assert!(answer.status == 2 && answer.messages.contains(expected), "{answer}");
    }
}

#[rstest]
#[case::field_to_come("1.136", "lifecycle: [{classification: supported}]", "it exists since v1.137")]
#[case::field_there("1.137", "lifecycle: [{classification: supported}]", "lifecycle-gate-off")]
fn fields_of_other_releases_are_unknown(#[case] release: &str, #[case] field: &str, #[case] expected: &str) {
    let world = Workspace::new("");
    let path = world.0.path().join("profiles/local.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once("    - version: ").unwrap();
    let (version, after) = after.split_once('\n').unwrap();
    fs::write(&path, format!("{before}    - version: {version}\n      {field}\n{after}")).unwrap();
    let gate = "--feature-gates=CloudProfileCapabilities=true";
    let answer = world.run(&["check", "profiles/local.yaml", "--gardener", release, gate]);
    assert!(answer.status == 1 && answer.out.contains(expected), "{answer}");
}

#[rstest]
#[case::a_shoot_is_checked(&["check", "shoot.yaml"], "1 Shoot checked, clean")]
#[case::a_shoot_is_planned(&["plan", "shoot.yaml"], "garden-dev/crazy-botany")]
#[case::child_is_queried(&["matrix", "child.yaml"], "medium-arm")]
#[case::a_child_is_checked(&["check", "child.yaml"], "1 NamespacedCloudProfile checked, clean")]
#[case::a_child_is_stored(&["canonicalize", "child.yaml"], "NamespacedCloudProfile")]
#[case::children_are_compared(&["diff", "child.yaml", "child.yaml"], "no behavioural change")]
fn landscape_profiles_are_found(#[case] arguments: &[&str], #[case] expected: &str) {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let answer = world.run(arguments);
    assert!(answer.out.contains(expected), "{answer}");
    // The profiles' paths are relative to the configuration, whatever the working directory is.
    fs::create_dir(world.0.path().join("deep")).unwrap();
    let up: Vec<String> = arguments.iter().map(|it| it.replace("shoot.yaml", "../shoot.yaml")).collect();
    let up: Vec<String> = up.iter().map(|it| it.replace("child.yaml", "../child.yaml")).collect();
    let below = world.run_in("deep", &up.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(below.out.contains(expected), "{below}");
    // Without the configuration, the profiles are not found.
    let missing = world.run(&[arguments, &["--no-config"]].concat());
    assert!(!missing.out.contains(expected) || missing.status != answer.status, "{missing}");
}

#[test]
fn landscape_profile_can_itself_be_checked() {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    assert_snapshot!(world.run(&["check", "profiles", "child.yaml", "shoot.yaml"]));
    let broken =
        fs::read_to_string(world.0.path().join("profiles/local.yaml")).unwrap().replace("cpu: \"4\"", "cpu: x");
    fs::write(world.0.path().join("profiles/local.yaml"), broken).unwrap();
    let answer = world.run(&["check", "profiles/local.yaml"]);
    assert!(answer.messages.is_empty() && answer.status == 1, "{answer}");
}

/// The file on the command line takes the place of the landscape's profile of that name.
#[rstest]
#[case::report(&["report", "new.yaml"], true)]
#[case::report_of_standard_input(&["report", "-"], true)]
#[case::report_of_a_change(&["report", "new.yaml", "--against", "profiles/local.yaml"], true)]
#[case::report_with_shoots(&["report", "new.yaml", "--shoots", "shoot.yaml"], true)]
#[case::matrix(&["matrix", "new.yaml"], true)]
#[case::a_child_and_its_parent(&["check", "child.yaml", "new.yaml"], true)]
#[case::explicit_profile(&["report", "new.yaml", "-p", "profiles/local.yaml"], false)]
fn named_profile_is_judged(#[case] arguments: &[&str], #[case] is_new: bool) {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let path = |name: &str| world.0.path().join(name);
    let new = fs::read_to_string(path("profiles/local.yaml")).unwrap().replace("medium-arm", "renamed-arm");
    fs::write(path("new.yaml"), &new).unwrap();
    let child = fs::read_to_string(path("child.yaml")).unwrap();
    fs::write(path("child.yaml"), child + "  machineTypes:\n  - {name: renamed-arm, cpu: 1, gpu: 0, memory: 1Gi}\n")
        .unwrap();
    let mut command = command();
    let stdin = fs::File::open(path("new.yaml")).unwrap();
    command.current_dir(world.0.path()).args(arguments).args(["--at", AT]).stdin(stdin);
    let output = command.output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.contains("renamed-arm"), is_new, "{out}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn missing_profiles_are_reported_with_a_hint() {
    assert_snapshot!(Workspace::new("").run(&["plan", "shoot.yaml"]));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let world = Workspace::new(
        r#"
[landscape]
semantics = "gardner"
feature-gates = { WorkerCapability = true, CloudProfileCapabilities = "on" }
extension-webhooks = "no"
profiles = ["", "-", 3]
gates = true
"#,
    );
    assert_snapshot!(world.run(&["versions", "profiles/local.yaml"]));
    assert_snapshot!(
        "sections_of_other_kinds",
        Workspace::new("landscape = 3\n").run(&["versions", "profiles/local.yaml"])
    );
}

/// Questions are about all profiles of a folder or of the landscape, or about the one that is named.
#[test]
fn questions_are_asked_about_profiles_of_a_folder() {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    fs::copy(fixtures().join("orchard.yaml"), world.0.path().join("profiles/orchard.yaml")).unwrap();
    let one = world.run(&["versions", "profiles/orchard.yaml"]);
    for arguments in [&["versions", "--name", "orchard"][..], &["versions", "profiles", "--name", "orchard"]] {
        assert_eq!(world.run(arguments).to_string(), one.to_string());
    }
    let all = world.run(&["versions"]);
    assert_eq!(all.to_string(), world.run(&["versions", "profiles"]).to_string());
    assert!(all.out.starts_with("=== local ===\n") && all.out.contains("\n=== orchard ===\n"), "{all}");
    assert!(all.out.contains(&one.out), "{all}");
    let json = world.run(&["versions", "--format", "json"]);
    assert!(json.status == 2 && json.messages.contains("choose one with --name: `local`"), "{json}");
    let unknown = world.run(&["matrix", "--name", "orchad"]);
    assert!(unknown.status == 2 && unknown.messages.contains("did you mean `orchard`?"), "{unknown}");
    let child = world.run(&["versions", ".", "--name", "ours"]);
    assert_eq!(child.status, world.run(&["versions", "child.yaml"]).status, "{child}");
}

/// Without a landscape, the message says what to give.
#[test]
fn missing_profile_is_a_usage_error() {
    let world = Workspace::new("");
    let answer = world.run(&["matrix"]);
    assert!(answer.status == 2 && answer.messages.contains("no profile is given"), "{answer}");
}

/// A command that changes a profile finds its file.
#[test]
fn profile_of_the_landscape_is_edited_in_its_file() {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let file = world.0.path().join("profiles/orchard.yaml");
    fs::copy(fixtures().join("orchard.yaml"), &file).unwrap();
    let before = fs::read_to_string(&file).unwrap();
    let arguments = ["upkeep", "expire", "landscape:", "kubernetes@1.33.5", "--on", "2027-06-30", "--name", "orchard"];
    let shown = world.run(&arguments);
    assert!(shown.status == 0 && shown.out.contains("--- a/profiles/orchard.yaml"), "{shown}");
    let written = world.run(&[&arguments[..], &["--in-place"]].concat());
    assert_eq!(written.status, 0, "{written}");
    assert_ne!(fs::read_to_string(&file).unwrap(), before);
    let ambiguous = world.run(&["upkeep", "expire", "landscape:", "kubernetes@1.33.5", "--on", "2027-06-30"]);
    assert!(ambiguous.status == 2 && ambiguous.messages.contains("choose one with --name"), "{ambiguous}");
}

/// Profiles may be among the Shoots, as in `check`.
#[test]
fn profiles_among_the_shoots_are_used() {
    let world = Workspace::new("");
    let given = world.run(&["plan", "shoot.yaml", "--profile", "profiles/local.yaml"]);
    let among = world.run(&["plan", "profiles/local.yaml", "shoot.yaml"]);
    assert_eq!(among.status, given.status, "{among}");
    assert!(given.out.lines().skip(2).all(|line| among.out.contains(line)), "{among}\n{given}");
    let none = world.run(&["plan", "shoot.yaml"]);
    assert!(none.status == 2 && none.messages.contains("are missing; give them with --profile"), "{none}");
    let checked = world.run(&["check", "profiles/local.yaml", "--shoots", "shoot.yaml"]);
    assert_eq!(checked.to_string(), world.run(&["check", "profiles/local.yaml", "shoot.yaml"]).to_string());
}

const POLICY: &str = "[landscape]\nprofiles = [\"profiles\"]\n[[upkeep.policy]]\nof = \"kubernetes\"\nsupported = 1\ndeprecated-days = 30\n";

/// Landscapes often have profiles of the same name, and a profile may be called like the index.
#[test]
fn each_profile_has_its_own_proposal() {
    let workspace = Workspace::new(POLICY);
    let folder = workspace.0.path();
    let orchard = fs::read_to_string(fixtures().join("orchard.yaml")).unwrap();
    let profile = |file: &str, name: &str| {
        let text = orchard.replacen("name: orchard", &format!("name: {name}"), 1);
        fs::create_dir_all(folder.join("all").join(file).parent().unwrap()).unwrap();
        fs::write(folder.join("all").join(file), text).unwrap();
    };
    profile("dev/profile.yaml", "orchard");
    profile("prod/profile.yaml", "orchard");
    profile("index.yaml", "index");
    let answer = workspace.run(&["upkeep", "propose", "all", "--output-directory", "out"]);
    assert_eq!(answer.status, 0, "{answer}");
    let read = |file: &str| fs::read_to_string(folder.join("out").join(file)).unwrap();
    for (patch, file) in [("orchard", "dev/profile"), ("orchard-2", "prod/profile"), ("index-2", "index")] {
        assert!(read(&format!("{patch}.patch")).starts_with(&format!("--- a/all/{file}.yaml")), "{patch}");
        assert!(read("index.md").contains(&format!("({patch}.md) | `all/{file}.yaml` |")), "{}", read("index.md"));
    }
}

#[test]
fn profiles_of_one_file_have_their_own_proposals() {
    let workspace = Workspace::new(POLICY);
    let orchard = fs::read_to_string(fixtures().join("orchard.yaml")).unwrap();
    let both = format!("{orchard}---\n{}", orchard.replacen("name: orchard", "name: other", 1));
    fs::write(workspace.0.path().join("both.yaml"), both).unwrap();
    let answer = workspace.run(&["upkeep", "propose", "both.yaml", "--output-directory", "out"]);
    assert_eq!((answer.status, answer.out.lines().count()), (0, 2), "{answer}");
    for name in ["orchard", "other"] {
        assert!(workspace.0.path().join(format!("out/{name}.patch")).exists(), "{name}");
    }
}

#[test]
fn several_profiles_are_proposed_to_a_directory() {
    let workspace = Workspace::new(POLICY);
    fs::copy(fixtures().join("orchard.yaml"), workspace.0.path().join("profiles/orchard.yaml")).unwrap();
    let answer = workspace.run(&["upkeep", "propose", "landscape:"]);
    let sentence = "choose one with --name, or write a change for each with --output-directory: `local` and `orchard`";
    assert!(answer.status == 2 && answer.messages.contains(sentence), "{answer}");
}

#[test]
fn mcp_uses_the_configuration_of_its_first_root() {
    let (here, root) = (tempfile::tempdir().unwrap(), Workspace::new(LANDSCAPE));
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "check", "arguments": {"documents": [{"path": "shoot.yaml"}]},
    }});
    let root = root.0.path().to_str().unwrap().to_owned();
    let mut server = command();
    server
        .args(["mcp", "--at", AT, "--root", &root])
        .current_dir(here.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut server = server.spawn().unwrap();
    std::io::Write::write_all(&mut server.stdin.take().unwrap(), call.to_string().as_bytes()).unwrap();
    let answer = server.wait_with_output().unwrap().stdout;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let answer = &answer["result"]["structuredContent"]["answer"];
    assert_eq!(answer["settings"]["semantics"], "gardener", "{answer:#}");
}

/// The API server is at least as new as the newest of them; an old one is that of a Shoot that cannot be reconciled.
#[test]
fn newest_release_of_several_shoots_is_taken() {
    let world = Workspace::new("[landscape]\nprofiles = [\"profiles\"]\n");
    let written = fs::read_to_string(world.0.path().join("shoot.yaml")).unwrap();
    let of = |name: &str, version: &str| {
        format!("{}status:\n  gardener:\n    version: {version}\n---\n", written.replace("crazy-botany", name))
    };
    let shoots = [of("stuck", "v1.136.0"), of("first", "v1.147.1"), of("newest", "v1.147.2"), of("unknown", "dev")];
    fs::write(world.0.path().join("shoot.yaml"), shoots.concat()).unwrap();
    let answer = world.run(&["check", "shoot.yaml"]);
    assert!(
        answer.messages.contains("v1.147.2, as in `status.gardener.version` of Shoot `garden-dev/newest`"),
        "{answer}"
    );
}

#[test]
fn report_is_about_the_release_of_its_shoots() {
    let world = Workspace::new("");
    let shoot = world.0.path().join("shoot.yaml");
    let written = fs::read_to_string(&shoot).unwrap();
    fs::write(&shoot, format!("{written}status:\n  gardener:\n    version: v1.148.2\n")).unwrap();
    for paths in [&["profiles/local.yaml", "shoot.yaml"][..], &["profiles/local.yaml", "--shoots", "shoot.yaml"]] {
        let answer = world.run(&[&["report"], paths].concat());
        assert!(answer.messages.contains("the release of Gardener is v1.148.2"), "{answer}");
        assert!(answer.out.contains("1.148.2"), "the page does not name the release");
    }
}
