//! The size of a profile: etcd takes no object above 1.5 MiB.

use std::io;

use rootstock_core_model::{
    CapabilityDefinition, CloudProfileSpec, NamespacedCloudProfile, NodeKind, NodeRef, Path, Source, Violation,
};
use serde::Serialize;

use crate::AdviceSubject;

rootstock_core_model::rules! {
    /// Little is left of 1.5 MiB.
    PROFILE_NEAR_SIZE_LIMIT: Warning, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
    /// More than 1.5 MiB: etcd does not take it, unless somebody has set another limit there.
    PROFILE_OVER_SIZE_LIMIT: Warning, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
}

/// What etcd takes at most, in bytes.
const LIMIT: u64 = 1_572_864;
/// From here on it is near: 80 percent.
const NEAR: u64 = LIMIT / 10 * 8;

pub(crate) fn check(subject: &AdviceSubject<'_>, advice: &mut Vec<Violation>) {
    let Some(stored) = subject.stored else { return };
    if subject.raw.is_some_and(|raw| most(raw, &stored.spec) < NEAR) {
        return;
    }
    let parts = || parts(&stored.spec, vec![("metadata", json_size(&stored.metadata))]);
    advice.extend(judge_size(json_size(stored), parts, &stored.spec));
}

/// The same of a NamespacedCloudProfile, which is stored with the whole profile that it is rendered to.
pub(crate) fn check_namespaced(
    child: &NamespacedCloudProfile,
    rendered: &CloudProfileSpec,
    advice: &mut Vec<Violation>,
) {
    let own = json_size(&child.metadata) + json_size(&child.spec);
    let parts = || parts(rendered, vec![("metadata", json_size(&child.metadata)), ("spec", json_size(&child.spec))]);
    advice.extend(judge_size(own + json_size(rendered), parts, rendered));
}

fn judge_size(size: u64, parts: impl Fn() -> Vec<(&'static str, u64)>, spec: &CloudProfileSpec) -> Option<Violation> {
    if size < NEAR {
        return None;
    }
    let parts = parts();
    let parts: Vec<String> = parts.iter().take(3).map(|(name, bytes)| format!("`{name}` {}", in_kib(*bytes))).collect();
    let (size, limit, percent) = (in_kib(size), in_kib(LIMIT), size.saturating_mul(100) / LIMIT);
    let parts = parts.join(", ");
    let is_over = percent >= 100;
    let (rule, detail) = if is_over {
        let detail = format!(
            "the profile cannot be stored: it takes {size}, {percent} percent of the {limit} that etcd takes at most unless \
             it is set up otherwise; most of that are {parts}"
        );
        (&PROFILE_OVER_SIZE_LIMIT, detail)
    } else {
        let detail = format!(
            "as it is stored the profile takes {size}, {percent} percent of the {limit} that etcd takes at most; most of \
             that are {parts}"
        );
        (&PROFILE_NEAR_SIZE_LIMIT, detail)
    };
    let savings = savings(spec);
    let help = if savings > 0 {
        format!(
            "leaving out capabilities whose values are all the registered ones would save {}; otherwise take expired \
             versions and what nobody uses out",
            in_kib(savings)
        )
    } else {
        "take expired versions and what nobody uses out, or split the profile".to_owned()
    };
    Some(Violation::advice(rule, &Path::root("spec"), "", detail).with_help(help))
}

/// What a profile takes at most, which is cheaper to tell than what it takes: as it was read, and what Gardener fills in.
fn most(raw: NodeRef<'_>, spec: &CloudProfileSpec) -> u64 {
    /// `"usable":true,` and `"architecture":"amd64",`.
    const OF_TYPE: usize = 40;
    /// `"cri":[{"name":"containerd"}],` and `"architectures":["amd64","arm64"],`.
    const OF_VERSION: usize = 72;
    /// `"updateStrategy":"major",`.
    const OF_IMAGE: usize = 32;
    let versions: usize = spec.images().iter().map(|image| OF_IMAGE + OF_VERSION * image.offered().len()).sum();
    let types = spec.types().len() + spec.volume_types.iter().flatten().count();
    raw.compact_json_at_most().saturating_add((versions + OF_TYPE * types + 1024) as u64)
}

/// The parts of a profile with their sizes, the largest first.
fn parts(spec: &CloudProfileSpec, mut parts: Vec<(&'static str, u64)>) -> Vec<(&'static str, u64)> {
    parts.extend([
        ("spec.machineTypes", json_size(&spec.machine_types)),
        ("spec.machineImages", json_size(&spec.machine_images)),
        ("spec.providerConfig", json_size(&spec.provider_config)),
        ("spec.regions", json_size(&spec.regions)),
        ("spec.kubernetes", json_size(&spec.kubernetes)),
        ("spec.caBundle", json_size(&spec.ca_bundle)),
    ]);
    parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    parts
}

/// What leaving out says the same: capabilities with all registered values.
fn savings(spec: &CloudProfileSpec) -> u64 {
    let definitions = spec.capability_definitions();
    let entry = |name: &str, values: &[String]| -> u64 {
        let mut sorted: Vec<&String> = values.iter().collect();
        sorted.sort_unstable();
        let is_all = definitions.iter().any(|definition| definition.name == name && has_all(definition, &sorted));
        // A key, a colon, a list, a comma.
        if is_all { json_size(&name) + json_size(&values) + 2 } else { 0 }
    };
    // The architecture is left out nowhere.
    let of = |capabilities: &rootstock_core_model::Capabilities| -> u64 {
        let optional = capabilities.iter().filter(|(name, _)| *name != rootstock_core_model::ARCHITECTURE);
        optional.map(|(name, values)| entry(name, values)).sum()
    };
    let types = spec.types().iter().map(|machine_type| of(&machine_type.capabilities)).sum::<u64>();
    let versions = spec.images().iter().flat_map(|image| image.offered());
    let flavors = versions.flat_map(|version| version.flavors()).map(|flavor| of(&flavor.0)).sum::<u64>();
    let mut mapped = 0;
    if let Some(config) = &spec.provider_config {
        visit(config.node(), &mut |capabilities| {
            for (name, list) in capabilities.entries().filter(|(name, _)| *name != rootstock_core_model::ARCHITECTURE) {
                let values: Vec<String> = list.items().filter_map(|value| value.as_str().map(str::to_owned)).collect();
                mapped += entry(name, &values);
            }
        });
    }
    types + flavors + mapped
}

fn has_all(definition: &CapabilityDefinition, sorted: &[&String]) -> bool {
    let mut registered: Vec<&String> = definition.values.iter().collect();
    registered.sort_unstable();
    registered == sorted
}

/// Calls for every object under a key `capabilities`.
fn visit(node: NodeRef<'_>, found: &mut dyn FnMut(NodeRef<'_>)) {
    match node.kind() {
        NodeKind::List => node.items().for_each(|item| visit(item, found)),
        NodeKind::Object => {
            for (key, value) in node.entries() {
                if key == "capabilities" && value.kind() == NodeKind::Object {
                    found(value);
                } else {
                    visit(value, found);
                }
            }
        }
        NodeKind::Scalar => {}
    }
}

/// The size of a value as compact JSON.
fn json_size(value: &impl Serialize) -> u64 {
    struct Counter(u64);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => counter.0,
        // What cannot be written takes no room.
        Err(_) => 0,
    }
}

fn in_kib(bytes: u64) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}
