//! The size of a profile: etcd rejects objects above 1.5 MiB.

mod json_sizes;

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfileSpec, NamespacedCloudProfile, NodeKind, NodeRef,
    Path, Source, Violation,
};

use crate::CoreSubject;
use json_sizes::JsonSizes;

rootstock_core_model::rules! {
    /// Close to the limit of 1.5 MiB.
    PROFILE_NEAR_SIZE_LIMIT: Warning, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
    /// Over 1.5 MiB: etcd rejects it, unless it is configured with another limit.
    PROFILE_OVER_SIZE_LIMIT: Warning, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
}

/// The size limit of etcd, in bytes.
const LIMIT: u64 = 1_572_864;
/// The warning threshold: 80 percent of the limit.
const WARNING_THRESHOLD: u64 = LIMIT / 10 * 8;

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let Some(stored) = subject.stored else { return };
    let spec = &stored.validated().spec;
    let written = subject.raw.and_then(NodeRef::max_compact_json_size);
    if written.is_some_and(|bytes| bytes + filled_in_at_most(spec) < WARNING_THRESHOLD) {
        return;
    }
    let stored = stored.stored();
    let JsonSizes { all, fields } = JsonSizes::of(stored);
    let parts = fields.into_iter().filter(|(path, _)| path == "metadata" || path.starts_with("spec."));
    advice.extend(check_size(all, parts.collect(), &stored.spec));
}

/// Checks the size of a NamespacedCloudProfile, which is stored together with the whole rendered profile.
pub(crate) fn check_namespaced(
    child: &NamespacedCloudProfile,
    rendered: &CloudProfileSpec,
    advice: &mut Vec<Violation>,
) {
    let own = [("metadata", JsonSizes::of(&child.metadata).all), ("spec", JsonSizes::of(&child.spec).all)];
    let JsonSizes { all, fields } = JsonSizes::of(rendered);
    let rendered_parts = fields.into_iter().filter(|(path, _)| !path.contains('.'));
    let rendered_parts = rendered_parts.map(|(field, bytes)| (format!("spec.{field}"), bytes));
    let size = all + own.iter().map(|(_, bytes)| bytes).sum::<u64>();
    let parts = own.map(|(name, bytes)| (name.to_owned(), bytes)).into_iter().chain(rendered_parts);
    advice.extend(check_size(size, parts.collect(), rendered));
}

fn check_size(size: u64, mut parts: Vec<(String, u64)>, spec: &CloudProfileSpec) -> Option<Violation> {
    if size < WARNING_THRESHOLD {
        return None;
    }
    parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let parts: Vec<String> = parts.iter().take(3).map(|(name, bytes)| format!("`{name}` {}", in_kib(*bytes))).collect();
    let (size, limit, percent) = (in_kib(size), in_kib(LIMIT), size.saturating_mul(100) / LIMIT);
    let parts = parts.join(", ");
    let is_over = percent >= 100;
    let (rule, detail) = if is_over {
        let detail = format!(
            "the profile cannot be stored: it has {size}, {percent} percent of the {limit} that etcd accepts by \
             default; its largest parts are {parts}"
        );
        (&PROFILE_OVER_SIZE_LIMIT, detail)
    } else {
        let detail = format!(
            "the stored profile has {size}, {percent} percent of the {limit} that etcd accepts by default; its \
             largest parts are {parts}"
        );
        (&PROFILE_NEAR_SIZE_LIMIT, detail)
    };
    let savings = savings(spec);
    let help = if savings > 0 {
        format!(
            "omitting capabilities that list all registered values would save {}; otherwise remove expired versions \
             and unused entries",
            in_kib(savings)
        )
    } else {
        "remove expired versions and unused entries, or split the profile".to_owned()
    };
    Some(Violation::advice(rule, &Path::root("spec"), "", detail).with_help(help))
}

/// Returns an upper bound for the bytes that Gardener fills in, so that the stored form of a profile far from the limit
/// need not be computed.
fn filled_in_at_most(spec: &CloudProfileSpec) -> u64 {
    /// `"usable":true,` and `"architecture":"amd64",`.
    const OF_TYPE: usize = 40;
    /// `"cri":[{"name":"containerd"}],` and `"architectures":["amd64","arm64"],`.
    const OF_VERSION: usize = 72;
    /// `"updateStrategy":"major",`.
    const OF_IMAGE: usize = 32;
    let versions: usize = spec.images().iter().map(|image| OF_IMAGE + OF_VERSION * image.offered().len()).sum();
    let types = spec.types().len() + spec.volume_types.iter().flatten().count();
    (versions + OF_TYPE * types + 1024) as u64
}

/// Returns the bytes saved by omitting capabilities with all registered values, which means the same.
fn savings(spec: &CloudProfileSpec) -> u64 {
    let definitions = spec.capability_definitions();
    // The architecture is never omitted.
    let of = |capabilities: &Capabilities| -> u64 {
        let optional = capabilities.iter().filter(|(name, _)| *name != ARCHITECTURE);
        optional.map(|(name, values)| saved(definitions, name, values.iter().map(String::as_str))).sum()
    };
    let types = spec.types().iter().map(|machine_type| of(&machine_type.capabilities)).sum::<u64>();
    let versions = spec.images().iter().flat_map(|image| image.offered());
    let flavors = versions.flat_map(|version| version.flavors()).map(|flavor| of(&flavor.0)).sum::<u64>();
    let mut mapped = 0;
    if let Some(config) = &spec.provider_config {
        visit(config.node(), &mut |capabilities| {
            for (name, list) in capabilities.entries().filter(|(name, _)| *name != ARCHITECTURE) {
                mapped += saved(definitions, name, list.items().map(|item| item.as_str().unwrap_or_default()));
            }
        });
    }
    types + flavors + mapped
}

/// Returns the bytes saved by omitting a capability: none, unless it has all registered values.
fn saved<'v>(definitions: &[CapabilityDefinition], name: &str, values: impl ExactSizeIterator<Item = &'v str>) -> u64 {
    let count = values.len();
    let of_name = definitions.iter().filter(|definition| definition.name == name);
    // Compare lengths first: few lists are as long as the registered one.
    let mut of_length = of_name.filter(|definition| definition.values.len() == count).peekable();
    if of_length.peek().is_none() {
        return 0;
    }
    let mut written: Vec<&str> = values.collect();
    written.sort_unstable();
    let has_all = of_length.any(|definition| {
        let mut registered: Vec<_> = definition.values.iter().collect();
        registered.sort_unstable();
        registered == written
    });
    // A key, a colon, a list and a comma.
    if has_all { JsonSizes::of(&name).all + JsonSizes::of(&written).all + 2 } else { 0 }
}

/// Calls `found` for every object under a key `capabilities`.
fn visit(node: NodeRef<'_>, found: &mut dyn FnMut(NodeRef<'_>)) {
    match node.kind() {
        NodeKind::List => node.items().for_each(|item| visit(item, found)),
        NodeKind::Object => {
            for (key, value) in node.entries() {
                match value.kind() {
                    NodeKind::Scalar => {}
                    NodeKind::Object if key == "capabilities" => found(value),
                    NodeKind::Object | NodeKind::List => visit(value, found),
                }
            }
        }
        NodeKind::Scalar => {}
    }
}

fn in_kib(bytes: u64) -> String {
    format!("{} KiB", bytes.div_ceil(1024))
}
