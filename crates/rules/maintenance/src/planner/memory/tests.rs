use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, FeatureGate, FeatureGates, Semantics, Settings};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_versioning::Timestamp;
use rstest::rstest;
use serde_json::json;

use super::{LONGEST_REMEMBERED, MOST_REMEMBERED, Memory, Wish};
use crate::row::WorkerRow;

const WITH_WORKERS: FeatureGates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);

/// One image of so many versions.
fn profile(versions: usize) -> CompiledProfile {
    let versions: Vec<_> = (0..versions).map(|at| json!({"version": format!("1.{at}.0")})).collect();
    let spec: CloudProfileSpec = serde_json::from_value(json!({
        "machineTypes": [{"name": "small"}],
        "machineImages": [{"name": "os", "versions": versions}],
    }))
    .unwrap();
    CompiledProfile::with_provider(CanonicalProfile::named("sample", spec), WITH_WORKERS, None).unwrap()
}

fn judge(profile: &CompiledProfile) -> Judge<'_> {
    Judge::new(profile, Settings::new(Semantics::Documented, Timestamp::from_unix_seconds(0)))
}

fn row() -> WorkerRow<'static> {
    WorkerRow { machine_type: "small".into(), image_name: Some("os".into()), ..WorkerRow::default() }
}

/// Asks what fits a worker.
fn ask(memory: &mut Memory, profile: &CompiledProfile, worker: &WorkerRow<'_>) -> usize {
    let kubelet = memory.kubelet(profile, "1.30.4").unwrap();
    let wish = Wish { image: 0, class: 0, kubelet, worker };
    memory.fit(judge(profile), &wish).unwrap().list
}

fn long(times: usize) -> String {
    "x".repeat(times * LONGEST_REMEMBERED)
}

/// Beside the kubelet, which is one.
#[rstest]
#[case::few_versions(2, row(), 1)]
#[case::many_versions(100, row(), 4)]
#[case::long_architecture(2, WorkerRow { architecture: Some(long(3).into()), ..row() }, 4)]
#[case::long_interface(2, WorkerRow { cri: Some(long(2).into()), ..row() }, 3)]
#[case::long_runtime(2, WorkerRow { container_runtimes: vec![long(2).into(), long(1).into()], ..row() }, 4)]
#[case::short_runtime(2, WorkerRow { container_runtimes: vec!["kata".into()], ..row() }, 1)]
#[case::special_wish(2, WorkerRow { gpu_type: Some("nvidia".into()), ..row() }, 1)]
fn what_is_large_counts_for_more(#[case] versions: usize, #[case] worker: WorkerRow<'static>, #[case] count: usize) {
    let profile = profile(versions);
    let mut memory = Memory::default();
    let list = ask(&mut memory, &profile, &worker);
    assert_eq!(memory.count, 1 + count);
    // What is known already has the list that it had.
    let second = ask(&mut memory, &profile, &WorkerRow { name: "other".into(), ..worker });
    assert_eq!((second, memory.lists.len()), (list, 1));
}

#[test]
fn too_much_is_forgotten() {
    let profile = profile(2);
    let mut memory = Memory::default();
    ask(&mut memory, &profile, &row());
    memory.count = MOST_REMEMBERED;
    memory.make_room();
    assert_eq!((memory.count, memory.fits.len()), (MOST_REMEMBERED, 1));
    memory.count();
    memory.make_room();
    assert_eq!((memory.count, memory.fits.len(), memory.kubelets.len()), (0, 0, 0));
    assert!((1_000..1_000_000).contains(&MOST_REMEMBERED));
}

/// Workers that ask for different things are never taken for one another.
#[test]
fn every_wish_has_its_own_list() {
    let profile = profile(2);
    let mut memory = Memory::default();
    let workers = [
        row(),
        WorkerRow { architecture: Some("arm64".into()), ..row() },
        WorkerRow { architecture: Some("sparc".into()), ..row() },
        WorkerRow { cri: Some("cri-o".into()), ..row() },
        WorkerRow { cri: Some("docker".into()), ..row() },
        WorkerRow { container_runtimes: vec!["kata".into()], ..row() },
        WorkerRow { container_runtimes: vec!["gvisor".into()], ..row() },
        WorkerRow { is_in_place: true, ..row() },
        WorkerRow { has_secure_boot: true, ..row() },
        WorkerRow { gpu_type: Some("nvidia".into()), ..row() },
        WorkerRow { gpu_type: Some("amd".into()), ..row() },
    ];
    let numbers: Vec<usize> = workers.iter().map(|worker| ask(&mut memory, &profile, worker)).collect();
    assert_eq!(numbers, (0..workers.len()).collect::<Vec<_>>());
    let again: Vec<usize> = workers.iter().map(|worker| ask(&mut memory, &profile, worker)).collect();
    assert_eq!(again, numbers);
    // The default one by name is the default one.
    assert_eq!(ask(&mut memory, &profile, &WorkerRow { cri: Some("containerd".into()), ..row() }), 0);
}
