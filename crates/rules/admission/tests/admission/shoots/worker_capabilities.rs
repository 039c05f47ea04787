//! Worker capabilities in admission: the worked examples, updates that change nothing, the provider's part.

use rootstock_admission::{ShootOperation, check_shoot};
use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Path, Quirks, RawObject, Semantics, Severity, Shoot};
use rootstock_judge::{CompiledProfile, Judge, ProviderSection};
use rstest::rstest;

use crate::shoots::support::{check, gate_on, image, lines, settings, spec, with_worker};

fn profile(flavors: &str) -> CloudProfileSpec {
    spec(&format!(
        "{{type: local, regions: [{{name: eu}}], kubernetes: {{versions: [{{version: 1.33.5}}]}},
           machineCapabilities: [{{name: architecture, values: [amd64]}}],
           machineTypes: [{{name: m, cpu: '4', memory: 8Gi}}],
           machineImages: [{{name: i, versions: [{{version: 1.0.0}}, {{version: 1.1.0, {flavors}}}]}}]}}"
    ))
}

const SECURE: &str = "capabilityFlavors: [{gardener-bootType: [secure]}]";

#[rstest]
#[case::plain("", "i 1.0.0")]
#[case::secure("secureBoot: true", "i 1.1.0")]
#[case::not_secure("secureBoot: false", "i 1.0.0")]
#[case::gpu_of_type_none("gpu: {type: none}", "i 1.0.0")]
fn defaults_follow_the_worker(#[case] properties: &str, #[case] expected: &str) {
    let worker = format!("{{name: a, machine: {{type: m, {properties}}}}}");
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let outcome = check(&profile(SECURE), &with_worker(&worker), None, &gate_on(settings(semantics)));
        assert_eq!(lines(&outcome.violations), <[String; 0]>::default());
        assert_eq!(image(&outcome), expected);
    }
    // With the gate off, requirements are ignored.
    let outcome = check(&profile(""), &with_worker(&worker), None, &settings(Semantics::Documented));
    assert_eq!(image(&outcome), "i 1.1.0");
}

#[test]
fn preview_is_suggested_last() {
    let worker = "{name: a, machine: {type: m, secureBoot: true, image: {name: i, version: 1.0.0}}}";
    let settings = gate_on(settings(Semantics::Documented));
    let help = |versions: &[&str]| {
        let versions = versions.join(", ");
        let spec = profile(&format!("classification: deprecated}}, {versions}, {{version: 0.1.0"));
        let outcome = check(&spec, &with_worker(worker), None, &settings);
        outcome.violations[0].help.clone()
    };
    let preview = format!("{{version: 1.2.0, classification: preview, {SECURE}}}");
    let supported = format!("{{version: 1.3.0, {SECURE}}}");
    assert_eq!(help(&[&preview]), "the nearest version that fits is `1.2.0` (a preview)");
    assert_eq!(help(&[&preview, &supported]), "the nearest version that fits is `1.3.0`");
}

#[test]
fn unfit_image_is_refused_with_an_alternative() {
    let worker = "{name: a, machine: {type: m, secureBoot: true, image: {name: i, version: 1.0.0}}}";
    let settings = gate_on(settings(Semantics::Documented));
    let outcome = check(&profile(SECURE), &with_worker(worker), None, &settings);
    let [violation] = &outcome.violations[..] else { panic!("{:?}", outcome.violations) };
    insta::assert_snapshot!(format!("{violation}\nhelp: {}", violation.help));
}

#[test]
fn an_unknown_gpu_is_refused_with_the_gate_on_only() {
    let worker = with_worker("{name: a, machine: {type: m, gpu: {type: nvdia}}}");
    let on = check(&profile(""), &worker, None, &gate_on(settings(Semantics::Documented)));
    assert_eq!(lines(&on.violations), ["NotSupported workers[0].machine.gpu.type nvdia"]);
    assert_eq!(on.violations[0].help, "did you mean `nvidia`?");
    let off = check(&profile(""), &worker, None, &settings(Semantics::Documented));
    assert_eq!(lines(&off.violations), ["Forbidden workers[0].machine.gpu"]);
    assert!(off.violations[0].detail.contains("only with the feature gate WorkerCapabilities, which is off"));
}

/// A mismatch in the capability that an earlier error is about is not an error of its own.
#[rstest]
#[case::in_place("updateStrategy: AutoInPlaceUpdate,", "", "", &["Invalid workers[0].machine.image {\"name\":\"i\",\"version\":\"1.1.0\"}"])]
#[case::in_place_and_secure_boot("updateStrategy: AutoInPlaceUpdate,", "secureBoot: true,", "",
    &["Invalid workers[0].machine.image {\"name\":\"i\",\"version\":\"1.1.0\"}", "Invalid workers[0].machine.image.version 1.1.0"])]
#[case::unknown_value("", "secureBoot: true,", "{name: gardener-bootType, values: [a, b]}",
    &["NotSupported workers[0].machine.secureBoot secure"])]
fn one_cause_is_one_error(
    #[case] worker: &str,
    #[case] machine: &str,
    #[case] definition: &str,
    #[case] expected: &[&str],
) {
    let mut spec = profile("");
    if !definition.is_empty() {
        spec.machine_capabilities.as_mut().unwrap().push(serde_yaml::from_str(definition).unwrap());
    }
    let worker = with_worker(&format!(
        "{{name: a, {worker} machine: {{type: m, {machine} image: {{name: i, version: 1.1.0}}}}}}"
    ));
    let outcome = check(&spec, &worker, None, &gate_on(settings(Semantics::Documented)));
    assert_eq!(lines(&outcome.violations), expected);
}

fn update(spec: &CloudProfileSpec, old: &str, new: &str) -> Vec<String> {
    let (old, mut new) = (with_worker(old), with_worker(new));
    // Another field changes.
    new.spec.kubernetes.kubelet = Some(serde_json::from_str("{}").unwrap());
    lines(&check(spec, &new, Some(&old), &gate_on(settings(Semantics::Documented))).violations)
}

const OLD: &str = "{name: a, machine: {type: m, architecture: amd64, image: {name: i, version: 1.1.0}}}";

const UNWRITTEN: &str = "{name: a, machine: {type: m, image: {name: i, version: 1.1.0}}}";

/// Q23: a declaration added later does not block running workers. Q21: no image is exchanged silently.
#[rstest]
#[case::unchanged(OLD, false)]
#[case::another_machine_type(
    "{name: a, machine: {type: n, architecture: amd64, image: {name: i, version: 1.1.0}}}",
    true
)]
#[case::asks_for_more(
    "{name: a, machine: {type: m, architecture: amd64, gpu: {type: amd}, image: {name: i, version: 1.1.0}}}",
    true
)]
#[case::another_worker("{name: b, machine: {type: m, architecture: amd64, image: {name: i, version: 1.1.0}}}", true)]
fn unchanged_worker_is_not_checked_again(#[case] new: &str, #[case] refused: bool) {
    let mut spec = profile(SECURE);
    let mut other = spec.types()[0].clone();
    other.name = "n".to_owned();
    spec.machine_types.as_mut().unwrap().push(other);
    let found = update(&spec, OLD, new);
    assert_eq!(found.iter().any(|line| line == "Invalid workers[0].machine.image.version 1.1.0"), refused, "{found:?}");
}

/// Manifests omit the architecture, which Gardener fills in whenever a Shoot is written: an omitted value counts as
/// unchanged.
#[rstest]
#[case::nowhere(UNWRITTEN, UNWRITTEN)]
#[case::in_the_old_one(OLD, UNWRITTEN)]
#[case::in_the_new_one(UNWRITTEN, OLD)]
fn omitted_architecture_counts_as_unchanged(#[case] old: &str, #[case] new: &str) {
    assert_eq!(update(&profile(SECURE), old, new), <[String; 0]>::default());
}

/// An omitted architecture is filled in from the machine type on every update rather than from the stored object, so it
/// changes with the machine type.
#[test]
fn omitted_architecture_follows_machine_type() {
    let mut spec = profile("architectures: [amd64, arm64]");
    spec.machine_capabilities = None;
    let mut other = spec.types()[0].clone();
    spec.machine_types.as_mut().unwrap()[0].architecture = Some("amd64".to_owned());
    (other.name, other.architecture) = ("n".to_owned(), Some("arm64".to_owned()));
    spec.machine_types.as_mut().unwrap().push(other);
    let on_another = "{name: a, machine: {type: n, image: {name: i, version: 1.1.0}}}";
    assert_eq!(update(&spec, OLD, on_another), <[String; 0]>::default());
    let kept = "{name: a, machine: {type: n, architecture: amd64, image: {name: i, version: 1.1.0}}}";
    assert_eq!(update(&spec, OLD, kept), ["Invalid workers[0].machine.type n"]);
}

/// Q23: a mismatch that no requirement caused is reported, as with the gate off, but does not block the update.
#[rstest]
#[case::gate_on(true, Severity::Warning)]
#[case::gate_off(false, Severity::Error)]
fn mismatch_of_unchanged_worker_is_a_warning(#[case] gate: bool, #[case] expected: Severity) {
    let mut spec = profile("capabilityFlavors: [{architecture: [amd64], x: [a]}]");
    spec.machine_capabilities.as_mut().unwrap().push(serde_yaml::from_str("{name: x, values: [a, b]}").unwrap());
    spec.machine_types.as_mut().unwrap()[0].capabilities = serde_yaml::from_str("{x: [b]}").unwrap();
    let mut settings = settings(Semantics::Documented);
    if gate {
        settings = gate_on(settings);
    }
    let (old, mut new) = (with_worker(OLD), with_worker(OLD));
    new.spec.kubernetes.kubelet = Some(serde_json::from_str("{}").unwrap());
    let found = check(&spec, &new, Some(&old), &settings).violations;
    let [violation] = &found[..] else { panic!("{found:?}") };
    assert_eq!(violation.severity, expected);
}

#[test]
fn switching_secure_boot_on_keeps_the_image_and_is_refused() {
    let spec = profile("capabilityFlavors: [{}]");
    let secure = "{name: a, machine: {type: m, architecture: amd64, secureBoot: true}}";
    assert_eq!(update(&spec, OLD, secure), ["Invalid workers[0].machine.image.version 1.1.0"]);
}

fn openstack(setting: &str, region: &str, semantics: Semantics, gate: bool) -> (Vec<String>, Vec<Severity>) {
    let spec = spec(
        "{type: openstack, regions: [{name: eu}, {name: us}], kubernetes: {versions: [{version: 1.33.5}]},
          machineCapabilities: [{name: architecture, values: [amd64]}],
          machineTypes: [{name: m, cpu: '4', memory: 8Gi}],
          machineImages: [{name: i, versions: [{version: 1.0.0}]}]}",
    );
    let config: RawObject = serde_yaml::from_str(
        "{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig,
          constraints: {floatingPools: [{name: fp}], loadBalancerProviders: [{name: lb}]}, serverGroupPolicies: [x],
          machineImages: [{name: i, versions: [{version: 1.0.0, capabilityFlavors: [
            {capabilities: {architecture: [amd64]}, regions: [{name: eu, id: 00000000-0000-0000-0000-000000000001}]}]}]}]}",
    )
    .unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.get("openstack").unwrap();
    let decoded = plugin.decode(&config, &Path::root("providerConfig"), &Quirks::NONE);
    let mut settings = settings(semantics);
    if gate {
        settings = gate_on(settings);
    }
    let section = ProviderSection { plugin, config: Some(decoded.config) };
    let profile =
        CompiledProfile::with_provider(CanonicalProfile::named("", spec.clone()), settings.gates, Some(section))
            .unwrap();
    let judge = Judge::new(&profile, settings);
    let mut shoot: Shoot = with_worker("{name: a, machine: {type: m, image: {name: i, version: 1.0.0}}}");
    shoot.spec.provider.provider_type = "openstack".to_owned();
    shoot.spec.region = region.to_owned();
    let part = |kind: &str, setting: &str| {
        let text =
            format!("{{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: {kind}, {setting}}}");
        Some(serde_yaml::from_str::<RawObject>(&text).unwrap())
    };
    shoot.spec.provider.infrastructure_config =
        part("InfrastructureConfig", "floatingPoolName: fp, networks: {workers: 10.250.0.0/19}");
    shoot.spec.provider.control_plane_config = part("ControlPlaneConfig", "loadBalancerProvider: lb");
    shoot.spec.provider.workers[0].provider_config =
        (!setting.is_empty()).then(|| part("WorkerConfig", setting)).flatten();
    let found = check_shoot(&shoot, ShootOperation::Create, judge).violations;
    (lines(&found), found.iter().map(|violation| violation.severity).collect())
}

/// The provider maps its own settings (Q18), and only with the gate on.
#[rstest]
#[case("trustedLaunch: {enabled: true}", true, &["Invalid workers[0].machine.image.version 1.0.0"])]
#[case("trustedLaunch: {enabled: true}", false, &["Invalid workers[0].providerConfig.trustedLaunch trustedLaunch"])]
#[case("trustedLaunch: {enabled: false}", true, &[])]
#[case("serverGroup: {policy: x}", true, &[])]
#[case("trustedLaunch: {enabled: 7}", true, &["TypeInvalid workers[0].providerConfig.trustedLaunch.enabled 7"])]
fn provider_settings_are_requirements_with_the_gate_on(
    #[case] config: &str,
    #[case] gate: bool,
    #[case] expected: &[&str],
) {
    assert_eq!(openstack(config, "eu", Semantics::Documented, gate).0, expected);
}

/// A region without the image.
#[rstest]
#[case(Semantics::Documented, Severity::Error)]
#[case(Semantics::Gardener, Severity::Warning)]
fn region_without_image_is_reported(#[case] semantics: Semantics, #[case] severity: Severity) {
    let (found, severities) = openstack("", "us", semantics, false);
    assert_eq!(found, ["Invalid workers[0].machine.image.version 1.0.0"]);
    assert_eq!(severities, [severity]);
    assert_eq!(openstack("", "eu", semantics, false).0, <[String; 0]>::default());
}

/// Q19: the worker's requirements also determine the provider's image.
#[rstest]
#[case("", "00000000-0000-0000-0000-000000000001")]
#[case("secureBoot: true", "00000000-0000-0000-0000-000000000002")]
fn the_provider_image_follows_the_worker(#[case] properties: &str, #[case] expected: &str) {
    use rootstock_admission::{WorkerQuestion, check_cloud_profile_for_provider, image_options};
    use rootstock_core_model::CloudProfile;
    let mut spec = spec(
        "{type: openstack, regions: [{name: eu}], kubernetes: {versions: [{version: 1.33.5}]},
          machineCapabilities: [{name: architecture, values: [amd64]}],
          machineTypes: [{name: m, cpu: '4', gpu: '0', memory: 8Gi}],
          machineImages: [{name: i, versions: [{version: 1.0.0, capabilityFlavors: [{}, {gardener-bootType: [secure]}]}]}]}",
    );
    let config: RawObject = serde_yaml::from_str(
        "{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig,
          constraints: {floatingPools: [{name: '*'}], loadBalancerProviders: [{name: x}]}, keystoneURL: 'https://x.example',
          machineImages: [{name: i, versions: [{version: 1.0.0, capabilityFlavors: [
            {capabilities: {gardener-bootType: [secure]}, regions: [{name: eu, id: 00000000-0000-0000-0000-000000000002}]},
            {capabilities: {architecture: [amd64], gardener-bootType: [standard]},
             regions: [{name: eu, id: 00000000-0000-0000-0000-000000000001}]}]}]}]}",
    )
    .unwrap();
    let settings = gate_on(settings(Semantics::Documented));
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.get("openstack").unwrap();
    spec.provider_config = Some(config.clone());
    let decoded = plugin.decode(&config, &Path::root("providerConfig"), &Quirks::NONE);
    assert_eq!(lines(&decoded.config.checks().check(&spec, &settings)), <[String; 0]>::default());
    let mut whole = CloudProfile { spec: spec.clone(), ..Default::default() };
    whole.metadata.name = "openstack".to_owned();
    let outcome =
        check_cloud_profile_for_provider(plugin.extension().worker_capabilities, &whole, Default::default(), &settings);
    assert_eq!(lines(&outcome.violations), <[String; 0]>::default());

    let section = ProviderSection { plugin, config: Some(decoded.config) };
    let profile =
        CompiledProfile::with_provider(CanonicalProfile::named("", spec.clone()), settings.gates, Some(section))
            .unwrap();
    let judge = Judge::new(&profile, settings);
    let worker = serde_yaml::from_str(&format!("{{machine: {{type: m, {properties}}}}}")).unwrap();
    let question = WorkerQuestion { worker: &worker, region: "eu", kubernetes_version: "1.33.5", capabilities: None };
    let answer = image_options(judge, question);
    assert_eq!(answer.options[0].node.reference.as_ref().unwrap().value, expected);
}

/// Q1, Q8: capabilities that a profile may and may not declare with the gate on.
#[rstest]
#[case::known("[{gardener-bootType: [secure]}]", "", "")]
#[case::unknown_name(
    "[{gardener-colour: [red]}]",
    "",
    "NotSupported capabilityFlavors[0].gardener-colour gardener-colour"
)]
#[case::unknown_value(
    "[{gardener-bootType: [fast]}]",
    "",
    "NotSupported capabilityFlavors[0].gardener-bootType[0] fast"
)]
#[case::not_in_place(
    "[{gardener-updateType: [inPlace]}]",
    "",
    "Invalid capabilityFlavors[0].gardener-updateType[0] inPlace"
)]
#[case::in_place(
    "[{gardener-updateType: [inPlace]}]",
    "inPlaceUpdates: {supported: true, minVersionForUpdate: 0.1.0},",
    ""
)]
#[case::equal(
    "[{}, {gardener-bootType: [standard], gardener-updateType: [rolling]}]",
    "",
    "Duplicate capabilityFlavors[1] {\"gardener-bootType\":[\"standard\"],\"gardener-updateType\":[\"rolling\"]}"
)]
#[case::not_equal("[{}, {gardener-bootType: [standard, secure]}]", "", "")]
#[case::provider("[{openstack-trustedLaunch: [enabled]}, {}]", "", "")]
#[case::provider_value(
    "[{openstack-trustedLaunch: [on]}]",
    "",
    "NotSupported capabilityFlavors[0].openstack-trustedLaunch[0] on"
)]
fn profiles_use_the_catalog(#[case] flavors: &str, #[case] version: &str, #[case] expected: &str) {
    use rootstock_admission::{Operation, check_cloud_profile, check_cloud_profile_for_provider};
    use rootstock_core_model::CloudProfile;
    let spec: CloudProfileSpec = serde_yaml::from_str(&format!(
        "{{type: openstack, regions: [{{name: eu}}], kubernetes: {{versions: [{{version: 1.33.5}}]}},
          machineCapabilities: [{{name: architecture, values: [amd64]}}],
          machineTypes: [{{name: m, cpu: '4', gpu: '0', memory: 8Gi, capabilities: {{gardener-gpuSupport: [nvidia, none]}}}}],
          machineImages: [{{name: i, versions: [{{version: 1.0.0, {version} capabilityFlavors: {flavors}}}]}}]}}"
    ))
    .unwrap();
    let mut profile = CloudProfile { spec, ..Default::default() };
    profile.metadata.name = "p".to_owned();
    let registry = rootstock_providers::registry().unwrap();
    let entries = registry.get("openstack").unwrap().extension().worker_capabilities;
    let settings = settings(Semantics::Documented);
    let found = check_cloud_profile_for_provider(entries, &profile, Operation::State, &gate_on(settings)).violations;
    let found: Vec<String> =
        lines(&found).iter().map(|line| line.replace("spec.machineImages[0].versions[0].", "")).collect();
    assert_eq!(found.join(", "), expected);
    // With the gate off the names are unknown.
    let off = check_cloud_profile(&profile, Operation::State, &settings).violations;
    assert!(off.iter().any(|violation| violation.rule.name == "machine-type-capability-unregistered"), "{off:?}");
}
