//! Checks of an image version's kubelet constraint.

use rootstock_versioning::Version;

use crate::{Judge, KubeletConstraint, Obstacle, Offer, Pool};

impl Judge<'_> {
    /// Checks that the version works with the pool's kubelet. Passes if the kubelet version is not a valid version, which is
    /// reported separately.
    #[must_use]
    pub fn kubelet(self, pool: &Pool<'_>, offer: &Offer<'_>) -> Option<Obstacle> {
        self.supports_kubelet(pool.kubelet.as_ref()?, offer)
    }

    /// Like [`kubelet`](Self::kubelet), but for any kubelet version.
    #[must_use]
    pub fn supports_kubelet(self, kubelet: &Version, offer: &Offer<'_>) -> Option<Obstacle> {
        let obstacles = match &offer.facts.kubelets {
            KubeletConstraint::Any => return None,
            KubeletConstraint::Constraint(number) => {
                let constraint = self.profile().constraints().get(*number)?;
                if constraint.accepts(kubelet) {
                    return None;
                }
                constraint.obstacles(kubelet).iter().map(ToString::to_string).collect()
            }
            KubeletConstraint::Unreadable(error) => vec![format!("it cannot be read: {error}")],
        };
        let constraint = offer.version.kubelet_version_constraint.clone().unwrap_or_default();
        Some(Obstacle::Kubelet { kubelet_version: kubelet.to_string(), constraint, obstacles })
    }
}
