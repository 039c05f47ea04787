//! The fields of a worker that matter with every provider.

use rootstock_core_model::{DEFAULT_CRI, NodeRef, Path, Quantity, RawObject, WorkerVolume};
use rootstock_provider_api::{ChangedField, changed_values};

use super::{Pool, Side};

/// Returns changed requirements for images (GEP-54): new machines may boot another image, and the effect on existing ones is
/// not specified.
pub(super) fn image_requirements(pool: &Pool<'_>, path: &Path<'_>) -> Vec<ChangedField> {
    let machine = path.field("machine");
    let gpu = machine.field("gpu");
    let secure = |side: &Side<'_>| (side.worker.machine.secure_boot == Some(true)).then(|| "true".to_owned());
    let gpu_type = |side: &Side<'_>| side.worker.machine.gpu.as_ref().map(|gpu| gpu.gpu_type.clone());
    let changed = [
        ChangedField::of(&machine.field("secureBoot"), secure(&pool.old), secure(&pool.new)),
        ChangedField::of(&gpu.field("type"), gpu_type(&pool.old), gpu_type(&pool.new)),
    ];
    let because = "new machines may boot another image, and GEP-54 does not say what happens to existing machines";
    changed.into_iter().flatten().map(|field| field.because(because)).collect()
}

/// Returns a switch between replacing nodes and updating them in place, which is not allowed.
pub(super) fn strategy(pool: &Pool<'_>, path: &Path<'_>) -> Vec<ChangedField> {
    let shown =
        |side: &Side<'_>| Some(side.text(&["updateStrategy"]).unwrap_or_else(|| "AutoRollingUpdate".to_owned()));
    let field = ChangedField::of(&path.field("updateStrategy"), shown(&pool.old), shown(&pool.new));
    let reason = "a pool cannot switch between replacing nodes and updating them in place; add a new pool";
    field.map(|field| field.because(reason)).into_iter().collect()
}

/// Returns changes of the Kubernetes minor and of the image version, which nodes updated in place can follow.
pub(super) fn versions(pool: &Pool<'_>, path: &Path<'_>) -> Vec<ChangedField> {
    let mut changed = Vec::new();
    let (old, new) = (effective_version(&pool.old), effective_version(&pool.new));
    if is_other_minor(old, new) {
        let spec = Path::root("spec");
        let kubernetes = spec.field("kubernetes");
        let own = path.field("kubernetes");
        let is_own = pool.new.worker.kubernetes_version().is_some();
        let place = if is_own { own.field("version") } else { kubernetes.field("version") };
        changed.extend(ChangedField::of(&place, Some(old.to_owned()), Some(new.to_owned())));
    }
    let version = |side: &Side<'_>| side.worker.machine.image.as_ref().and_then(|image| image.version.clone());
    let (old, new) = (version(&pool.old), version(&pool.new));
    // An omitted image is kept, or filled in later from the profile.
    if new.is_some() {
        let machine = path.field("machine");
        let image = machine.field("image");
        changed.extend(ChangedField::of(&image.field("version"), old, new));
    }
    changed
}

/// Returns changes of machine type, image, disk, container runtime interface and node-local DNS, which require new
/// nodes.
pub(super) fn machine(pool: &Pool<'_>, path: &Path<'_>) -> Vec<ChangedField> {
    let machine = path.field("machine");
    let image = machine.field("image");
    let volume = path.field("volume");
    let cri = path.field("cri");
    let [old, new] = [&pool.old, &pool.new];
    let machine_type = |side: &Side<'_>| Some(side.worker.machine.machine_type.clone());
    let image_name = |side: &Side<'_>| side.worker.machine.image.as_ref().map(|image| image.name.clone());
    let cri_name = |side: &Side<'_>| {
        let name = side.worker.cri.as_ref().map(|cri| cri.name.clone()).filter(|name| !name.is_empty());
        Some(name.unwrap_or_else(|| DEFAULT_CRI.to_owned()))
    };
    let quantity = |volume: &WorkerVolume| Quantity::from_scalar(volume.volume_size.as_deref()?).ok();
    let written = |side: &Side<'_>, field: &'static str| side.text(&["volume", field]);
    let size = ChangedField::of(&volume.field("size"), written(old, "size"), written(new, "size")).map(|field| {
        let is_the_same = match (&old.worker.volume, &new.worker.volume) {
            (Some(old), Some(new)) => quantity(old).is_some_and(|old| quantity(new) == Some(old)),
            _ => false,
        };
        if is_the_same { field.because("Gardener compares the text, although both are the same size") } else { field }
    });
    let name = image_name(new).and_then(|name| ChangedField::of(&image.field("name"), image_name(old), Some(name)));
    let changed = [
        ChangedField::of(&machine.field("type"), machine_type(old), machine_type(new)),
        name,
        ChangedField::of(&volume.field("type"), written(old, "type"), written(new, "type")),
        size,
        ChangedField::of(&cri.field("name"), cri_name(old), cri_name(new)),
        node_local_dns(old, new),
    ];
    changed.into_iter().flatten().collect()
}

/// Returns a change of `spec.systemComponents.nodeLocalDNS.enabled`, which matters below Kubernetes 1.34, and with IPVS in
/// any version.
fn node_local_dns(old: &Side<'_>, new: &Side<'_>) -> Option<ChangedField> {
    let (was, is) = (has_node_local_dns(old), has_node_local_dns(new));
    if counts_node_local_dns(old) == counts_node_local_dns(new) {
        return None;
    }
    let spec = Path::root("spec");
    let components = spec.field("systemComponents");
    let dns = components.field("nodeLocalDNS");
    let shown = |enabled: bool| Some(enabled.to_string());
    ChangedField::of(&dns.field("enabled"), shown(was), shown(is))
}

/// Returns a change of `spec.kubernetes.kubeProxy.mode`, which matters with node-local DNS from Kubernetes 1.34 on.
pub(super) fn kube_proxy_mode(old: &Side<'_>, new: &Side<'_>) -> Option<ChangedField> {
    let is_other = counts_node_local_dns(old) != counts_node_local_dns(new);
    // Otherwise the change is that of node-local DNS itself, or of the minor.
    if !is_other || has_node_local_dns(old) != has_node_local_dns(new) || uses_ipvs(old) == uses_ipvs(new) {
        return None;
    }
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let proxy = kubernetes.field("kubeProxy");
    let text = |side: &Side<'_>| kube_proxy_mode_of(side).map(str::to_owned);
    let field = ChangedField::of(&proxy.field("mode"), text(old), text(new));
    field.map(|field| field.because("with node-local DNS, the nodes' DNS server depends on it"))
}

fn has_node_local_dns(side: &Side<'_>) -> bool {
    let shoot = side.document.shoot;
    let node = shoot.spec.system_components.as_ref().and_then(|all| all.get("nodeLocalDNS")?.get("enabled"));
    node.and_then(NodeRef::raw_text) == Some("true")
}

/// Returns whether node-local DNS is on and matters to the nodes.
fn counts_node_local_dns(side: &Side<'_>) -> bool {
    has_node_local_dns(side) && (uses_ipvs(side) || minor_of(side).is_none_or(|version| version < (1, 34)))
}

fn uses_ipvs(side: &Side<'_>) -> bool {
    kube_proxy_mode_of(side) == Some("IPVS")
}

fn kube_proxy_mode_of<'a>(side: &Side<'a>) -> Option<&'a str> {
    let spec = side.document.raw.get("spec")?;
    spec.get("kubernetes")?.get("kubeProxy")?.get("mode").and_then(NodeRef::as_str)
}

/// Returns major and minor of the pool's kubelet version.
pub(super) fn minor_of(side: &Side<'_>) -> Option<(u64, u64)> {
    minor(effective_version(side))
}

/// Returns changes of the Shoot that affect the pool's running nodes: the Kubernetes patch version and the kubelet's
/// settings, unless the pool has its own.
pub(super) fn inherited(pool: &Pool<'_>) -> Vec<ChangedField> {
    let is_inherited = |side: &Side<'_>| side.worker.kubernetes_version().is_none();
    let (old, new) = (effective_version(&pool.old), effective_version(&pool.new));
    let mut changed = Vec::new();
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    if is_inherited(&pool.new) {
        changed.extend(ChangedField::of(&kubernetes.field("version"), Some(old.to_owned()), Some(new.to_owned())));
    }
    let own_kubelet = |side: &Side<'_>| side.worker.kubernetes.as_ref().and_then(|one| one.kubelet.as_ref()).is_some();
    if !own_kubelet(&pool.old) && !own_kubelet(&pool.new) {
        let kubelet = |side: &Side<'_>| side.document.shoot.spec.kubernetes.kubelet.clone();
        let (old, new) = (kubelet(&pool.old), kubelet(&pool.new));
        let path = kubernetes.field("kubelet").to_field_path();
        let [old, new] = [&old, &new].map(|raw| raw.as_ref().map(RawObject::node));
        changed_values(old, new, &path, &mut changed);
    }
    changed
}

/// Returns whether a kubelet with another version needs new nodes, or an update in place: if the minor differs.
pub(crate) fn is_other_minor(old: &str, new: &str) -> bool {
    minor(old) != minor(new) || (minor(new).is_none() && old != new)
}

/// Returns the pool's kubelet version.
fn effective_version<'a>(side: &Side<'a>) -> &'a str {
    side.worker.kubernetes_version().unwrap_or(&side.document.shoot.spec.kubernetes.version)
}

/// Returns major and minor of a version that may be partial.
fn minor(version: &str) -> Option<(u64, u64)> {
    let mut parts = version.strip_prefix('v').unwrap_or(version).splitn(3, '.');
    let mut part = || parts.next()?.parse().ok();
    Some((part()?, part()?))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1.33.5", Some((1, 33)))]
    #[case("v1.33.5", Some((1, 33)))]
    #[case("1.33", Some((1, 33)))]
    #[case("1.33.5-rc.1", Some((1, 33)))]
    #[case("1", None)]
    #[case("", None)]
    #[case("1.x", None)]
    fn minor_is_parsed_from_version(#[case] version: &str, #[case] expected: Option<(u64, u64)>) {
        assert_eq!(minor(version), expected);
    }
}
