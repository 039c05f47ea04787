//! Amounts in the settings of kubelets: the API server does not read a Shoot with one that is not a quantity.

use rootstock_core_model::{NodeRef, Path, Quantity, RawObject, Shoot, Source, Violation};

rootstock_core_model::rules! {
    KUBELET_AMOUNT_UNREADABLE: Error, since "0.1.0", Source::Gardener;
}

const RESERVATIONS: [&str; 2] = ["kubeReserved", "systemReserved"];
const RESOURCES: [&str; 4] = ["cpu", "memory", "ephemeralStorage", "pid"];
const RECLAIM: &str = "evictionMinimumReclaim";
const SIGNALS: [&str; 5] =
    ["memoryAvailable", "imageFSAvailable", "imageFSInodesFree", "nodeFSAvailable", "nodeFSInodesFree"];
const LOG_SIZE: &str = "containerLogMaxSize";

/// Checks the settings of the Shoot and of each worker.
pub(super) fn check(shoot: &Shoot, findings: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    check_settings(shoot.spec.kubernetes.kubelet.as_ref(), &kubernetes.field("kubelet"), findings);
    let provider = spec.field("provider");
    let list = provider.field("workers");
    for (index, worker) in shoot.spec.provider.workers.iter().enumerate() {
        let settings = worker.kubernetes.as_ref().and_then(|kubernetes| kubernetes.kubelet.as_ref());
        let item = list.index(index);
        let kubernetes = item.field("kubernetes");
        check_settings(settings, &kubernetes.field("kubelet"), findings);
    }
}

fn check_settings(settings: Option<&RawObject>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(settings) = settings else { return };
    let sections = RESERVATIONS.iter().map(|section| (*section, &RESOURCES[..]));
    for (section, names) in sections.chain([(RECLAIM, &SIGNALS[..])]) {
        let Some(amounts) = settings.get(section) else { continue };
        let path = path.field(section);
        for name in names {
            findings.extend(amounts.get(name).and_then(|amount| fault(amount, &path.field(name))));
        }
    }
    findings.extend(settings.get(LOG_SIZE).and_then(|size| fault(size, &path.field(LOG_SIZE))));
}

fn fault(amount: NodeRef<'_>, path: &Path<'_>) -> Option<Violation> {
    let text = amount.as_str().or_else(|| amount.raw_text()).unwrap_or_default();
    if amount.is_null() || Quantity::from_scalar(text).is_ok() {
        return None;
    }
    let detail = "not a quantity, so the API server does not read the Shoot; write a number with a unit of Kubernetes, \
                  for example 100m, 2 or 1Gi";
    Some(Violation::invalid(&KUBELET_AMOUNT_UNREADABLE, path, text, detail))
}
