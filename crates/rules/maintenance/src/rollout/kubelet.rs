//! The kubelet's settings that matter: reservations, eviction thresholds, and the CPU manager policy.

use rootstock_core_model::{NodeRef, Path, Quantity, QuantityFormat, RawObject};
use rootstock_provider_api::ChangedField;

use super::{Pool, Side};

/// The API's default reservations for Kubernetes.
const DEFAULTS: [(&str, &str); 3] = [("cpu", "80m"), ("memory", "1Gi"), ("pid", "20k")];
const RESOURCES: [&str; 4] = ["cpu", "memory", "pid", "ephemeralStorage"];
const THRESHOLDS: [&str; 5] =
    ["imageFSAvailable", "imageFSInodesFree", "memoryAvailable", "nodeFSAvailable", "nodeFSInodesFree"];

pub(super) fn changes(pool: &Pool<'_>, path: &Path<'_>) -> Vec<ChangedField> {
    let spec = Path::root("spec");
    let of_shoot = spec.field("kubernetes");
    let of_worker = path.field("kubernetes");
    let (old, new) = (Settings::of(&pool.old), Settings::of(&pool.new));
    let place = if new.is_own || old.is_own { of_worker.field("kubelet") } else { of_shoot.field("kubelet") };
    let mut changed = Vec::new();
    for resource in RESOURCES {
        let of_system = |settings: &Settings<'_>| settings.text(&["systemReserved", resource]);
        let is_for_system = of_system(&old) != of_system(&new);
        let reserved = place.field(if is_for_system { "systemReserved" } else { "kubeReserved" });
        if let Some(field) = ChangedField::of(&reserved.field(resource), old.reserved(resource), new.reserved(resource))
        {
            changed.push(field.because("kubeReserved and systemReserved count together"));
        }
    }
    if changed.is_empty() && old.has_reservations() != new.has_reservations() {
        let [of_system, of_kubernetes] =
            ["systemReserved", "kubeReserved"].map(|section| (section, [&old, &new].map(|side| side.section(section))));
        let (section, [old, new]) = if of_kubernetes.1[0] == of_kubernetes.1[1] { of_system } else { of_kubernetes };
        let field = ChangedField::of(&place.field(section), old, new);
        changed.extend(field.map(|field| field.because(EMPTY_COUNTS)));
    }
    let thresholds = changed.len();
    for threshold in THRESHOLDS {
        let eviction = place.field("evictionHard");
        let text = |settings: &Settings<'_>| settings.text(&["evictionHard", threshold]);
        changed.extend(ChangedField::of(&eviction.field(threshold), text(&old), text(&new)));
    }
    if changed.len() == thresholds {
        let section = |settings: &Settings<'_>| settings.section("evictionHard");
        let field = ChangedField::of(&place.field("evictionHard"), section(&old), section(&new));
        changed.extend(field.map(|field| field.because(EMPTY_COUNTS)));
    }
    let policy = |settings: &Settings<'_>| settings.text(&["cpuManagerPolicy"]);
    changed.extend(ChangedField::of(&place.field("cpuManagerPolicy"), policy(&old), policy(&new)));
    changed
}

const EMPTY_COUNTS: &str = "Gardener counts whether the section is there, even if it is empty";

/// The settings of a pool's kubelets: the pool's own, or else those of the Shoot.
struct Settings<'a> {
    node: Option<NodeRef<'a>>,
    is_own: bool,
}

impl<'a> Settings<'a> {
    fn of(side: &Side<'a>) -> Self {
        let own = side.worker.kubernetes.as_ref().and_then(|kubernetes| kubernetes.kubelet.as_ref());
        let of_shoot = side.document.shoot.spec.kubernetes.kubelet.as_ref();
        Self { node: own.or(of_shoot).map(RawObject::node), is_own: own.is_some() }
    }

    fn text(&self, fields: &[&str]) -> Option<String> {
        let node = fields.iter().try_fold(self.node?, |node, field| node.get(field))?;
        node.as_str().or_else(|| node.raw_text()).filter(|_| !node.is_null()).map(str::to_owned)
    }

    /// Returns the text of a section that is there: always the same one, because the values are compared one by one.
    fn section(&self, name: &str) -> Option<String> {
        self.node?.get(name).filter(|section| !section.is_null()).map(|_| "{}".to_owned())
    }

    /// Returns whether there are reservations. The API fills in those of the Shoot.
    fn has_reservations(&self) -> bool {
        !self.is_own || ["kubeReserved", "systemReserved"].iter().any(|section| self.section(section).is_some())
    }

    /// Returns the sum of the reservations for Kubernetes and the system. Amounts that cannot be parsed are shown as
    /// they are.
    fn reserved(&self, resource: &str) -> Option<String> {
        let default = DEFAULTS.into_iter().find(|(name, _)| *name == resource && !self.is_own);
        let kubernetes =
            self.text(&["kubeReserved", resource]).or_else(|| default.map(|(_, amount)| amount.to_owned()));
        let system = self.text(&["systemReserved", resource]);
        let texts: Vec<String> = [kubernetes, system].into_iter().flatten().collect();
        if texts.is_empty() {
            return None;
        }
        let amounts: Option<Vec<Quantity>> = texts.iter().map(|text| Quantity::from_scalar(text).ok()).collect();
        let sum = amounts
            .as_ref()
            .and_then(|amounts| amounts.iter().try_fold(0_i128, |sum, amount| sum.checked_add(amount.to_nanos()?)));
        let is_binary = amounts.iter().flatten().any(|amount| amount.format() == QuantityFormat::BinarySi);
        Some(sum.map_or_else(|| texts.join(" and "), |sum| in_units(sum, is_binary)))
    }
}

/// Formats billionths as a quantity in canonical form, so that different notations compare equal.
fn in_units(billionths: i128, is_binary: bool) -> String {
    const KIBI: i128 = 1024 * 1_000_000_000;
    let text = match is_binary && billionths % KIBI == 0 {
        true => format!("{}Ki", billionths / KIBI),
        false => format!("{billionths}n"),
    };
    text.parse::<Quantity>().map_or(text, |amount| amount.to_string())
}
