//! The effect of a change to a Shoot on its nodes, field by field.

use rootstock_core_model::{Decode, Path, RawObject, Shoot};
use rootstock_maintenance::{PoolEffect, Rollout, RolloutOptions, ShootDocument, rollout};
use rstest::rstest;

/// A Shoot in YAML.
fn read(text: &str) -> (Shoot, RawObject) {
    let raw: RawObject = serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (shoot, violations) = raw.decode_known::<Shoot>(&Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    (shoot, raw)
}

/// A Shoot of one pool, with fields of its `spec`, its worker and its `status` in flow style.
fn shoot(spec: &str, worker: &str, status: &str) -> (Shoot, RawObject) {
    let version = if spec.contains("kubernetes:") { "" } else { "kubernetes: {version: 1.33.5}, " };
    let machine = "machine: {type: m, image: {name: i, version: 1.0.0}}";
    read(&format!(
        "{{spec: {{{version}{spec} provider: {{type: x, workers: [{{name: a, {machine}, {worker}}}]}}}}, status: {{{status}}}}}"
    ))
}

fn with_machine(machine: &str, worker: &str) -> (Shoot, RawObject) {
    read(&format!(
        "{{spec: {{kubernetes: {{version: 1.33.5}}, provider: {{workers: [{{name: a, machine: {machine}, {worker}}}]}}}}}}"
    ))
}

fn compare(old: &(Shoot, RawObject), new: &(Shoot, RawObject)) -> Rollout {
    rollout(
        ShootDocument { shoot: &old.0, raw: &old.1 },
        ShootDocument { shoot: &new.0, raw: &new.1 },
        RolloutOptions { provider: None },
    )
}

fn shown(rollout: &Rollout) -> (PoolEffect, Vec<String>) {
    let pool = &rollout.pools[0];
    let short = |path: String| path.replace("spec.provider.workers[0].", "");
    (pool.effect, pool.triggers.iter().map(|trigger| short(trigger.field.path.to_string())).collect())
}

use PoolEffect::{Applied, Refused, Rolled, Unknown, Untouched, UpdatedInPlace};

#[rstest]
#[case::nothing("zones: [z]", "zones: [z]", Untouched, &[])]
#[case::more_nodes("maximum: 2", "maximum: 3", Untouched, &[])]
#[case::zones("zones: [z]", "zones: [z, y]", Untouched, &[])]
#[case::machine_type("machine: {type: m}", "machine: {type: n}", Rolled, &["machine.type"])]
#[case::image("machine: {type: m, image: {name: i, version: 1.0.0}}", "machine: {type: m, image: {name: j, version: 1.0.0}}", Rolled, &["machine.image.name"])]
#[case::image_version("machine: {type: m, image: {name: i, version: 1.0.0}}", "machine: {type: m, image: {name: i, version: 1.1.0}}", Rolled, &["machine.image.version"])]
#[case::image_left_out("machine: {type: m, image: {name: i, version: 1.0.0}}", "machine: {type: m}", Untouched, &[])]
#[case::image_settings("machine: {type: m, image: {name: i, version: 1.0.0}}", "machine: {type: m, image: {name: i, version: 1.0.0, providerConfig: {a: b}}}", Applied, &[])]
#[case::secure_boot("machine: {type: m}", "machine: {type: m, secureBoot: true}", Unknown, &["machine.secureBoot"])]
#[case::no_secure_boot("machine: {type: m}", "machine: {type: m, secureBoot: false}", Applied, &[])]
#[case::gpu("machine: {type: m, gpu: {type: nvidia}}", "machine: {type: m, gpu: {type: amd}}", Unknown, &["machine.gpu.type"])]
#[case::secure_boot_and_type("machine: {type: m}", "machine: {type: n, secureBoot: true}", Rolled, &["machine.type"])]
#[case::volume_type("volume: {type: a, size: 50Gi}", "volume: {type: b, size: 50Gi}", Rolled, &["volume.type"])]
#[case::volume_size("volume: {size: 50Gi}", "volume: {size: 60Gi}", Rolled, &["volume.size"])]
#[case::volume_spelling("volume: {size: 50Gi}", "volume: {size: 51200Mi}", Rolled, &["volume.size"])]
#[case::a_volume("zones: [z]", "zones: [z], volume: {size: 50Gi}", Rolled, &["volume.size"])]
#[case::cri_default("cri: {name: containerd}", "zones: []", Untouched, &[])]
#[case::cri("cri: {name: containerd}", "cri: {name: other}", Rolled, &["cri.name"])]
#[case::runtimes("cri: {name: containerd}", "cri: {name: containerd, containerRuntimes: [{type: gvisor}]}", Applied, &[])]
#[case::own_patch("kubernetes: {version: 1.33.4}", "kubernetes: {version: 1.33.5}", Applied, &[])]
#[case::own_minor("kubernetes: {version: 1.32.9}", "kubernetes: {version: 1.33.5}", Rolled, &["kubernetes.version"])]
#[case::own_minor_dropped("kubernetes: {version: 1.32.9}", "maximum: 0", Rolled, &["spec.kubernetes.version"])]
#[case::own_version_spelled_out("maximum: 0", "kubernetes: {version: 1.33.5}", Applied, &[])]
#[case::labels("labels: {a: b}", "labels: {a: c}", Applied, &[])]
#[case::label_of_a_runtime("labels: {a: containerd, b: c}", "labels: {b: c}", Applied, &[])]
#[case::taints("maximum: 0", "taints: [{key: a, effect: NoSchedule}]", Applied, &[])]
#[case::provider_config("providerConfig: {a: 1}", "providerConfig: {a: 2}", Unknown, &["providerConfig.a"])]
#[case::data_volumes("maximum: 0", "dataVolumes: [{name: d, size: 1Gi}]", Unknown, &["dataVolumes[0].name", "dataVolumes[0].size"])]
#[case::empty_evictions("kubernetes: {kubelet: {maxPods: 1}}", "kubernetes: {kubelet: {maxPods: 1, evictionHard: {}}}", Rolled, &["kubernetes.kubelet.evictionHard"])]
#[case::no_more_empty_evictions("kubernetes: {kubelet: {evictionHard: {}}}", "kubernetes: {kubelet: {}}", Rolled, &["kubernetes.kubelet.evictionHard"])]
#[case::null_evictions("kubernetes: {kubelet: {maxPods: 1}}", "kubernetes: {kubelet: {maxPods: 1, evictionHard: null}}", Applied, &[])]
#[case::empty_reservations("kubernetes: {kubelet: {maxPods: 1}}", "kubernetes: {kubelet: {maxPods: 1, kubeReserved: {}}}", Rolled, &["kubernetes.kubelet.kubeReserved"])]
#[case::empty_system_reservations("kubernetes: {kubelet: {maxPods: 1}}", "kubernetes: {kubelet: {maxPods: 1, systemReserved: {}}}", Rolled, &["kubernetes.kubelet.systemReserved"])]
#[case::second_empty_section("kubernetes: {kubelet: {kubeReserved: {}}}", "kubernetes: {kubelet: {kubeReserved: {}, systemReserved: {}}}", Applied, &[])]
#[case::encryption("volume: {size: 50Gi}", "volume: {size: 50Gi, encrypted: true}", Unknown, &["volume.encrypted"])]
#[case::strategy("updateStrategy: AutoRollingUpdate", "updateStrategy: AutoInPlaceUpdate", Refused, &["updateStrategy"])]
#[case::in_place_strategy("updateStrategy: ManualInPlaceUpdate", "updateStrategy: AutoInPlaceUpdate", Untouched, &[])]
fn worker_field_change_has_effect(
    #[case] old: &str,
    #[case] new: &str,
    #[case] effect: PoolEffect,
    #[case] triggers: &[&str],
) {
    let side = |worker: &str| match worker.strip_prefix("machine: ") {
        Some(machine) => with_machine(machine, ""),
        None => shoot("", worker, ""),
    };
    let expected = (effect, triggers.iter().map(|one| (*one).to_owned()).collect());
    assert_eq!(shown(&compare(&side(old), &side(new))), expected);
}

#[rstest]
#[case::patch("kubernetes: {version: 1.33.5},", "kubernetes: {version: 1.33.6},", Applied, &[])]
#[case::minor("kubernetes: {version: 1.33.5},", "kubernetes: {version: 1.34.0},", Rolled, &["spec.kubernetes.version"])]
#[case::partial("kubernetes: {version: 1.33.5},", "kubernetes: {version: '1.33'},", Applied, &[])]
#[case::no_version("kubernetes: {version: '1'},", "kubernetes: {version: '2'},", Rolled, &["spec.kubernetes.version"])]
#[case::dns("", "systemComponents: {nodeLocalDNS: {enabled: true}},", Rolled, &["spec.systemComponents.nodeLocalDNS.enabled"])]
#[case::dns_of_newer_pools("kubernetes: {version: 1.34.1},", "kubernetes: {version: 1.34.1}, systemComponents: {nodeLocalDNS: {enabled: true}},", Untouched, &[])]
#[case::dns_with_ipvs("kubernetes: {version: 1.34.1, kubeProxy: {mode: IPVS}},", "kubernetes: {version: 1.34.1, kubeProxy: {mode: IPVS}}, systemComponents: {nodeLocalDNS: {enabled: true}},", Rolled, &["spec.systemComponents.nodeLocalDNS.enabled"])]
#[case::dns_is_off("", "systemComponents: {nodeLocalDNS: {enabled: false}},", Untouched, &[])]
#[case::kube_proxy_with_dns("kubernetes: {version: 1.34.1}, systemComponents: {nodeLocalDNS: {enabled: true}},", "kubernetes: {version: 1.34.1, kubeProxy: {mode: IPVS}}, systemComponents: {nodeLocalDNS: {enabled: true}},", Rolled, &["spec.kubernetes.kubeProxy.mode"])]
#[case::kube_proxy_back("kubernetes: {version: 1.34.1, kubeProxy: {mode: IPVS}}, systemComponents: {nodeLocalDNS: {enabled: true}},", "kubernetes: {version: 1.34.1, kubeProxy: {mode: IPTables}}, systemComponents: {nodeLocalDNS: {enabled: true}},", Rolled, &["spec.kubernetes.kubeProxy.mode"])]
#[case::kube_proxy_with_old_dns("kubernetes: {version: 1.33.1}, systemComponents: {nodeLocalDNS: {enabled: true}},", "kubernetes: {version: 1.33.1, kubeProxy: {mode: IPVS}}, systemComponents: {nodeLocalDNS: {enabled: true}},", Untouched, &[])]
#[case::kube_proxy_without_dns("kubernetes: {version: 1.34.1},", "kubernetes: {version: 1.34.1, kubeProxy: {mode: IPVS}},", Untouched, &[])]
#[case::kubelet("kubernetes: {version: 1.33.5, kubelet: {maxPods: 1}},", "kubernetes: {version: 1.33.5, kubelet: {maxPods: 2}},", Applied, &[])]
fn shoot_field_change_has_effect(
    #[case] old: &str,
    #[case] new: &str,
    #[case] effect: PoolEffect,
    #[case] triggers: &[&str],
) {
    let side = |spec: &str| shoot(spec, "", "");
    let expected = (effect, triggers.iter().map(|one| (*one).to_owned()).collect());
    assert_eq!(shown(&compare(&side(old), &side(new))), expected);
}

#[rstest]
#[case::initiated("", "certificateAuthorities: {lastInitiationTime: '2026-01-01T00:00:00Z'}", true)]
#[case::the_same(
    "serviceAccountKey: {lastInitiationTime: '2026-01-01T00:00:00Z'}",
    "serviceAccountKey: {lastInitiationTime: '2026-01-01T00:00:00Z'}",
    false
)]
#[case::key(
    "serviceAccountKey: {lastInitiationTime: '2025-01-01T00:00:00Z'}",
    "serviceAccountKey: {lastInitiationTime: '2026-01-01T00:00:00Z'}",
    true
)]
#[case::pending(
    "",
    "certificateAuthorities: {lastInitiationTime: '2026-01-01T00:00:00Z', pendingWorkersRollouts: [{name: a}]}",
    false
)]
#[case::pending_since_the_last(
    "certificateAuthorities: {lastInitiationTime: '2025-01-01T00:00:00Z'}",
    "certificateAuthorities: {lastInitiationTime: '2026-01-01T00:00:00Z', pendingWorkersRollouts: [{name: a, lastInitiationTime: '2025-01-01T00:00:00Z'}]}",
    false
)]
#[case::another_is_pending(
    "",
    "certificateAuthorities: {lastInitiationTime: '2026-01-01T00:00:00Z', pendingWorkersRollouts: [{name: b}]}",
    true
)]
fn initiated_rotation_rolls_the_pool(#[case] old: &str, #[case] new: &str, #[case] counts: bool) {
    for (strategy, effect) in [("AutoRollingUpdate", Rolled), ("AutoInPlaceUpdate", UpdatedInPlace)] {
        let worker = format!("updateStrategy: {strategy}");
        let side = |rotation: &str| shoot("", &worker, &format!("credentials: {{rotation: {{{rotation}}}}}"));
        let expected = if counts { effect } else { Untouched };
        assert_eq!(shown(&compare(&side(old), &side(new))).0, expected);
    }
}

/// Reservations by their sum, hard eviction, the CPU manager.
#[rstest]
#[case::moved("kubeReserved: {cpu: 100m}, systemReserved: {cpu: 50m}", "kubeReserved: {cpu: 50m}, systemReserved: {cpu: 100m}", &[])]
#[case::spelled("kubeReserved: {memory: 1Gi}", "kubeReserved: {memory: 1024Mi}", &[])]
#[case::more("kubeReserved: {cpu: 100m}", "kubeReserved: {cpu: 200m}", &["kubernetes.kubelet.kubeReserved.cpu"])]
#[case::system("systemReserved: {pid: 1k}", "systemReserved: {pid: 2k}", &["kubernetes.kubelet.systemReserved.pid"])]
#[case::eviction("evictionHard: {nodeFSAvailable: 5%}", "evictionHard: {nodeFSAvailable: 6%}", &["kubernetes.kubelet.evictionHard.nodeFSAvailable"])]
#[case::soft("evictionSoft: {nodeFSAvailable: 5%}", "evictionSoft: {nodeFSAvailable: 6%}", &[])]
#[case::policy("cpuManagerPolicy: none", "cpuManagerPolicy: static", &["kubernetes.kubelet.cpuManagerPolicy"])]
#[case::unreadable("kubeReserved: {cpu: lots}", "kubeReserved: {cpu: more}", &["kubernetes.kubelet.kubeReserved.cpu"])]
fn kubelet_change_rolls_only_by_sum(#[case] old: &str, #[case] new: &str, #[case] triggers: &[&str]) {
    let side = |kubelet: &str| shoot("", &format!("kubernetes: {{kubelet: {{{kubelet}}}}}"), "");
    let (effect, fields) = shown(&compare(&side(old), &side(new)));
    assert_eq!(fields, triggers);
    assert_eq!(effect, if triggers.is_empty() { Applied } else { Rolled });
}

/// The API fills in default reservations if the Shoot has none.
#[test]
fn reservations_have_defaults() {
    let side = |kubelet: &str| shoot(&format!("kubernetes: {{version: 1.33.5{kubelet}}},"), "", "");
    let written = side(", kubelet: {kubeReserved: {cpu: 80m, memory: 1Gi, pid: 20k}}");
    assert!(shown(&compare(&side(""), &written)).1.is_empty());
    let more = side(", kubelet: {kubeReserved: {cpu: 90m}}");
    assert_eq!(shown(&compare(&side(""), &more)).1, ["spec.kubernetes.kubelet.kubeReserved.cpu"]);
}

/// Reservations are shown as one amount, formatted as Kubernetes does.
#[rstest]
#[case::binary("kubeReserved: {memory: 1Gi}, systemReserved: {memory: 512Mi}", "memory", Some("1536Mi"))]
#[case::kibibytes("kubeReserved: {memory: 1Ki}, systemReserved: {memory: 2Ki}", "memory", Some("3Ki"))]
#[case::no_whole_kibibytes("kubeReserved: {memory: 1Ki}, systemReserved: {memory: 1}", "memory", Some("1025"))]
#[case::decimal("kubeReserved: {memory: 1k}, systemReserved: {memory: 24}", "memory", Some("1024"))]
#[case::small("kubeReserved: {cpu: 100m}, systemReserved: {cpu: 50m}", "cpu", Some("150m"))]
#[case::not_an_amount("kubeReserved: {cpu: lots}, systemReserved: {cpu: 50m}", "cpu", Some("lots and 50m"))]
fn reservations_are_shown_as_one_amount(#[case] new: &str, #[case] resource: &str, #[case] expected: Option<&str>) {
    let side = |kubelet: &str| shoot("", &format!("kubernetes: {{kubelet: {{{kubelet}}}}}"), "");
    let rollout = compare(&side("maxPods: 1"), &side(new));
    let trigger = &rollout.pools[0].triggers[0].field;
    assert!(trigger.path.to_string().ends_with(resource), "{trigger:?}");
    assert_eq!((trigger.old.as_deref(), trigger.new.as_deref()), (None, expected));
}

/// For kubelets without settings, the API's defaults are shown, each with its own value.
#[test]
fn each_reservation_has_its_own_default() {
    let side = |kubelet: &str| shoot(&format!("kubernetes: {{version: 1.33.5{kubelet}}},"), "", "");
    let rollout = compare(
        &side(""),
        &side(", kubelet: {systemReserved: {cpu: 20m, memory: 1Gi, pid: 1k, ephemeralStorage: 1Gi}}"),
    );
    let shown = rollout.pools[0].triggers.iter().map(|trigger| {
        let [old, new] = [&trigger.field.old, &trigger.field.new].map(|value| value.as_deref().unwrap_or("-"));
        format!("{old} {new}")
    });
    assert_eq!(shown.collect::<Vec<_>>(), ["80m 100m", "1Gi 2Gi", "20k 21k", "- 1Gi"]);
}

/// Settings of a pool take precedence over those of the Shoot, as soon as and as long as it has any.
#[rstest]
#[case::gets_its_own("", "cpuManagerPolicy: static", &["kubernetes.kubelet.cpuManagerPolicy"])]
#[case::loses_its_own("cpuManagerPolicy: static", "", &["kubernetes.kubelet.cpuManagerPolicy"])]
fn pool_kubelet_settings_override_shoot(#[case] old: &str, #[case] new: &str, #[case] triggers: &[&str]) {
    let side = |own: &str, of_shoot: &str| {
        let own = if own.is_empty() { String::new() } else { format!("kubernetes: {{kubelet: {{{own}}}}}") };
        let reserved = "kubeReserved: {cpu: 80m, memory: 1Gi, pid: 20k}";
        shoot(
            &format!("kubernetes: {{version: 1.33.5, kubelet: {{maxPods: {of_shoot}}}}},"),
            &own.replace("static", &format!("static, {reserved}")),
            "",
        )
    };
    let rollout = compare(&side(old, "1"), &side(new, "2"));
    assert_eq!(shown(&rollout), (Rolled, triggers.iter().map(|&one| one.to_owned()).collect()));
    let paths = rollout.pools[0].applied.iter().chain(&rollout.pools[0].others).map(|field| field.path.to_string());
    assert!(!paths.collect::<Vec<_>>().contains(&"spec.kubernetes.kubelet.maxPods".to_owned()), "{rollout:?}");
}

/// Gardener distinguishes two notations of one size, which is reported.
#[rstest]
#[case::spelled("50Gi", "51200Mi", true)]
#[case::another("50Gi", "60Gi", false)]
#[case::neither_is_a_size("big", "huge", false)]
fn volume_size_is_compared_as_text(#[case] old: &str, #[case] new: &str, #[case] is_said: bool) {
    let side = |size: &str| shoot("", &format!("volume: {{size: {size}}}"), "");
    let rollout = compare(&side(old), &side(new));
    let because = &rollout.pools[0].triggers[0].field.because;
    assert_eq!(because.contains("both are the same size"), is_said, "{because}");
}

#[test]
fn kubelet_change_updates_pool_in_place() {
    let side = |memory: &str| {
        shoot(
            "",
            &format!(
                "updateStrategy: AutoInPlaceUpdate, kubernetes: {{kubelet: {{evictionHard: {{memoryAvailable: {memory}}}}}}}"
            ),
            "",
        )
    };
    let (old, new) = (side("100Mi"), side("200Mi"));
    assert_eq!(shown(&compare(&old, &new)).0, UpdatedInPlace);
}

/// The container runtime interface that the API fills in does not count as a change, but any other does, whatever else
/// is refused.
#[rstest]
#[case::another("cri: {name: other}", &["cri.name"])]
#[case::filled_in("cri: {name: containerd}", &[])]
fn other_changes_are_reported_next_to_a_refusal(#[case] new: &str, #[case] applied: &[&str]) {
    let new = shoot("", &format!("updateStrategy: AutoInPlaceUpdate, {new}"), "");
    let rollout = compare(&shoot("", "maximum: 1", ""), &new);
    assert_eq!(shown(&rollout), (Refused, vec!["updateStrategy".to_owned()]));
    let paths = rollout.pools[0].applied.iter().map(|field| field.path.to_string());
    let expected = applied.iter().map(|field| format!("spec.provider.workers[0].{field}"));
    assert_eq!(paths.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Changes that need new nodes are refused if nodes are updated in place.
#[rstest]
#[case("volume: {size: 50Gi}", "volume: {size: 60Gi}", Refused)]
#[case("cri: {name: containerd}", "cri: {name: other}", Refused)]
#[case("kubernetes: {version: 1.32.9}", "kubernetes: {version: 1.33.5}", UpdatedInPlace)]
#[case("providerConfig: {a: 1}", "providerConfig: {a: 2}", Unknown)]
#[case("maximum: 2", "maximum: 3", Untouched)]
fn change_that_needs_new_nodes_is_refused_in_place(#[case] old: &str, #[case] new: &str, #[case] effect: PoolEffect) {
    let side = |worker: &str| shoot("", &format!("updateStrategy: ManualInPlaceUpdate, {worker}"), "");
    assert_eq!(shown(&compare(&side(old), &side(new))).0, effect);
}

#[test]
fn created_and_removed_pools_are_reported() {
    let side = |names: &str| read(&format!("{{spec: {{provider: {{workers: [{names}]}}}}}}"));
    let found = compare(&side("{name: a}, {name: b}"), &side("{name: c}, {name: b}"));
    let found: Vec<(&str, PoolEffect)> = found.pools.iter().map(|pool| (pool.name.as_str(), pool.effect)).collect();
    assert_eq!(found, [("c", PoolEffect::Created), ("b", Untouched), ("a", PoolEffect::Removed)]);
}

/// A field is shown with its old and new value.
#[rstest]
#[case::secure_boot("", "", "{type: m}", "{type: m, secureBoot: true}", None, Some("true"))]
#[case::no_secure_boot("", "", "{type: m, secureBoot: true}", "{type: m}", Some("true"), None)]
#[case::dns(
    "",
    "systemComponents: {nodeLocalDNS: {enabled: true}},",
    "{type: m}",
    "{type: m}",
    Some("false"),
    Some("true")
)]
#[case::machine_type("", "", "{type: m}", "{type: n}", Some("m"), Some("n"))]
#[case::minor(
    "kubernetes: {version: 1.32.1},",
    "kubernetes: {version: 1.33.0},",
    "{type: m}",
    "{type: m}",
    Some("1.32.1"),
    Some("1.33.0")
)]
fn trigger_has_old_and_new_value(
    #[case] old_spec: &str,
    #[case] new_spec: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] was: Option<&str>,
    #[case] is: Option<&str>,
) {
    let side = |spec: &str, machine: &str| {
        let version = if spec.contains("kubernetes:") { "" } else { "kubernetes: {version: 1.33.5}, " };
        read(&format!("{{spec: {{{version}{spec} provider: {{workers: [{{name: a, machine: {machine}}}]}}}}}}"))
    };
    let found = compare(&side(old_spec, old), &side(new_spec, new));
    let values: Vec<_> =
        found.pools[0].triggers.iter().map(|it| (it.field.old.as_deref(), it.field.new.as_deref())).collect();
    assert_eq!(values, [(was, is)]);
}

/// A Shoot with an annotation and two pools, the second of which is updated in place.
fn with_operation(key: &str, operation: &str, status: &str) -> (Shoot, RawObject) {
    let machine = "machine: {type: m, image: {name: i, version: 1.0.0}}";
    read(&format!(
        "{{metadata: {{annotations: {{{key}: '{operation}'}}}}, spec: {{kubernetes: {{version: 1.33.5}}, provider: {{type: x, workers: \
         [{{name: a, {machine}}}, {{name: b, updateStrategy: AutoInPlaceUpdate, {machine}}}]}}}}, status: {{{status}}}}}"
    ))
}

#[rstest]
#[case("rollout-workers=a", [Rolled, Untouched])]
#[case("rollout-workers=c,a", [Rolled, Untouched])]
#[case("rollout-workers=*", [Rolled, Untouched])]
#[case("rollout-workers=b", [Untouched, Untouched])]
#[case("rotate-credentials-start", [Rolled, UpdatedInPlace])]
#[case("rotate-ca-start", [Rolled, UpdatedInPlace])]
#[case("rotate-serviceaccount-key-start", [Rolled, UpdatedInPlace])]
#[case("rotate-credentials-start-without-workers-rollout", [Untouched, Untouched])]
#[case("rotate-ca-start-without-workers-rollout", [Untouched, Untouched])]
#[case("rotate-rollout-workers=b", [Untouched, UpdatedInPlace])]
#[case("rotate-credentials-complete", [Untouched, Untouched])]
#[case("rotate-ssh-keypair", [Untouched, Untouched])]
#[case("rotate-ssh-keypair;rotate-ca-start", [Rolled, UpdatedInPlace])]
#[case("reconcile", [Untouched, Untouched])]
#[case("maintain", [Unknown, Unknown])]
#[case("force-in-place-update", [Untouched, Unknown])]
fn requested_operation_has_effect(#[case] operation: &str, #[case] expected: [PoolEffect; 2]) {
    let effects = |old: &(Shoot, RawObject), new: &(Shoot, RawObject)| -> Vec<PoolEffect> {
        compare(old, new).pools.iter().map(|pool| pool.effect).collect()
    };
    let none = with_operation("other", "x", "");
    for key in ["gardener.cloud/operation", "maintenance.gardener.cloud/operation"] {
        let new = with_operation(key, operation, "");
        assert_eq!(effects(&none, &new), expected, "{key}");
        assert_eq!(effects(&new, &new), [Untouched, Untouched], "already requested");
        assert_eq!(effects(&new, &none), [Untouched, Untouched], "taken up");
    }
}

#[test]
fn begun_manual_rollout_rolls_the_pool() {
    let pending = |time: &str| {
        let status =
            format!("manualWorkerPoolRollout: {{pendingWorkersRollouts: [{{name: a, lastInitiationTime: '{time}'}}]}}");
        with_operation("other", "x", &status)
    };
    let (none, first, second) =
        (with_operation("other", "x", ""), pending("2026-01-01T00:00:00Z"), pending("2026-02-01T00:00:00Z"));
    let effect = |old, new| shown(&compare(old, new));
    let rolled = (Rolled, vec!["status.manualWorkerPoolRollout.pendingWorkersRollouts".to_owned()]);
    assert_eq!(effect(&none, &first), rolled);
    assert_eq!(effect(&first, &second), rolled);
    assert_eq!(effect(&first, &first).0, Untouched);
    assert_eq!(effect(&first, &none).0, Untouched);
}
