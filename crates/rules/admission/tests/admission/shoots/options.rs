//! The choices for a worker.

use rootstock_admission::{WorkerQuestion, image_options, machine_type_options};
use rootstock_core_model::{CloudProfileSpec, GardenerRelease, Semantics, Settings, Worker};
use rootstock_judge::Judge;

use crate::shoots::support::{NOW, compiled, gate_on, settings, spec};

fn profile() -> CloudProfileSpec {
    spec(
        "{type: local, regions: [{name: eu, zones: [{name: z, unavailableMachineTypes: [away]}]}],
          kubernetes: {versions: [{version: 1.33.5}]},
          machineCapabilities: [{name: architecture, values: [amd64, arm64]}, {name: disk, values: [nvme, scsi]}],
          machineTypes: [
            {name: m, cpu: '4', memory: 8Gi, capabilities: {architecture: [amd64], disk: [scsi]}},
            {name: arm, cpu: '4', memory: 8Gi, capabilities: {architecture: [arm64]}},
            {name: old, cpu: '4', memory: 8Gi, usable: false, capabilities: {architecture: [amd64]}},
            {name: away, cpu: '4', memory: 8Gi, capabilities: {architecture: [amd64]}},
            {name: gpu, cpu: '4', memory: 8Gi, capabilities: {architecture: [amd64], gardener-gpuSupport: [nvidia]}}],
          machineImages: [
            {name: plain, versions: [
              {version: 1.0.0, classification: deprecated, capabilityFlavors: [{architecture: [amd64]}]},
              {version: 1.1.0, capabilityFlavors: [{architecture: [amd64], disk: [nvme]}, {architecture: [amd64], disk: [scsi]}]},
              {version: 1.2.0, classification: preview, capabilityFlavors: [{architecture: [amd64]}]},
              {version: 1.3.0, capabilityFlavors: [{architecture: [amd64]}], kubeletVersionConstraint: '>= 1.34'},
              {version: 1.4.0, capabilityFlavors: [{architecture: [arm64]}]},
              {version: 0.9.0, expirationDate: '2020-01-01T00:00:00Z', capabilityFlavors: [{architecture: [amd64]}]}]},
            {name: cuda, versions: [
              {version: 5.0.0, capabilityFlavors: [{architecture: [amd64], gardener-gpuSupport: [nvidia]}]}]}]}",
    )
}

fn worker(yaml: &str) -> Worker {
    serde_yaml::from_str(yaml).unwrap()
}

#[test]
fn images_for_a_worker() {
    let (spec, settings) = (profile(), gate_on(settings(Semantics::Documented)));
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let worker = worker("{machine: {type: m}, zones: [z]}");
    let question = WorkerQuestion { worker: &worker, region: "eu", kubernetes_version: "1.33.5", capabilities: None };
    insta::assert_json_snapshot!(image_options(judge, question));
}

#[test]
fn machine_types_for_an_image() {
    let (spec, settings) = (profile(), gate_on(settings(Semantics::Documented)));
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let worker = worker("{machine: {gpu: {type: none}}, zones: [z]}");
    let question = WorkerQuestion { worker: &worker, region: "eu", kubernetes_version: "1.33.5", capabilities: None };
    insta::assert_json_snapshot!(machine_type_options(judge, question, "plain", "1.1.0"));
}

#[test]
fn unknown_gpu_is_a_problem() {
    let (spec, settings) = (profile(), gate_on(settings(Semantics::Documented)));
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let worker = worker("{machine: {type: gone, gpu: {type: tpu}}}");
    let question = WorkerQuestion { worker: &worker, region: "", kubernetes_version: "", capabilities: None };
    let unknown = "machine.gpu.type: `tpu` is not a value of capability `gardener-gpuSupport`; it has `none`, `nvidia`, \
                   `amd` and `intel`";
    let answer = image_options(judge, question);
    assert_eq!(answer.problems, [unknown]);
    assert!(answer.options.is_empty() && answer.rejected.is_empty());
    let answer = machine_type_options(judge, question, "plain", "1.1.0");
    assert_eq!(answer.problems, [unknown]);
    assert!(answer.options.is_empty() && answer.rejected.is_empty());
}

#[test]
fn unknown_image_and_machine_type_are_problems() {
    let (spec, settings) = (profile(), settings(Semantics::Documented));
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let worker = worker("{machine: {type: gone}}");
    let question = WorkerQuestion { worker: &worker, region: "", kubernetes_version: "", capabilities: None };
    assert_eq!(image_options(judge, question).problems, ["the profile has no machine type `gone`"]);
    let answer = machine_type_options(judge, question, "plain", "9.9.9");
    assert_eq!(answer.problems, ["the profile has no machine image `plain` `9.9.9`"]);
    assert!(answer.options.is_empty() && answer.rejected.is_empty());
}

/// Before v1.149, Gardener refuses a worker without an architecture on an arm64 machine type. A worker that chooses its image
/// is written with the architecture.
#[rstest::rstest]
fn worker_has_the_architecture_of_its_machine_type_in_every_release(
    #[values("1.148", "1.150")] release: &str,
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
) {
    let release: GardenerRelease = release.parse().unwrap();
    let settings = Settings::at_release(semantics, release, NOW.parse().unwrap());
    let spec = profile();
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let ask = |worker: &Worker| {
        let question = WorkerQuestion { worker, region: "eu", kubernetes_version: "1.33.5", capabilities: None };
        (image_options(judge, question), machine_type_options(judge, question, "plain", "1.4.0"))
    };
    let (images, machine_types) = ask(&worker("{machine: {type: arm}}"));
    assert_eq!(images.asked.get("architecture"), Some(["arm64".to_owned()].as_slice()));
    assert!(images.options.iter().any(|option| option.version.version == "1.4.0"), "{images:?}");
    let names: Vec<&str> = machine_types.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["arm"]);
}

#[test]
fn machine_type_that_the_worker_cannot_use_is_a_problem() {
    let (spec, settings) = (profile(), settings(Semantics::Gardener));
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let problems = |yaml| {
        let worker = worker(yaml);
        let question = WorkerQuestion { worker: &worker, region: "eu", kubernetes_version: "", capabilities: None };
        image_options(judge, question).problems
    };
    assert_eq!(problems("{machine: {type: old}}"), ["machine type `old`: the profile marks it as not usable"]);
    let other = "machine type `arm`: its architecture is `arm64`, but the worker has `amd64`";
    assert_eq!(problems("{machine: {type: arm, architecture: amd64}}"), [other]);
    let away = "machine type `away`: it is not available in zone `z`";
    assert_eq!(problems("{machine: {type: away}, zones: [z]}"), [away]);
}
