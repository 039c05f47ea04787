//! A worker for which an invariant does not hold, as data and as a Shoot.

use std::fmt::Write as _;

use rootstock_core_model::FieldPath;
use rootstock_judge::{ImageVersionName, Offer};
use serde::Serialize;

use crate::space::{Site, WorkerSpace};

/// A worker for which an invariant does not hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The machine type.
    pub machine_type: String,
    /// The architecture, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The region.
    pub region: String,
    /// The Kubernetes version.
    pub kubernetes_version: String,
    /// The image version that the worker has or asks for, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageVersionName>,
    /// The demands of the worker, as it writes them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub demands: String,
    /// The reason why the invariant does not hold for it.
    pub reason: String,
    /// The place of the cause in the profile.
    pub path: FieldPath,
    /// A Shoot with the worker, as a YAML manifest, without `infrastructureConfig` and `controlPlaneConfig`.
    pub shoot: String,
}

impl Counterexample {
    pub(super) fn new(
        space: &WorkerSpace<'_>,
        site: &Site<'_>,
        offer: Option<&Offer<'_>>,
        reason: String,
        path: FieldPath,
    ) -> Self {
        Self {
            machine_type: site.machine_type.name.clone(),
            architecture: site.architecture.map(str::to_owned),
            region: site.region.name.clone(),
            kubernetes_version: site.kubernetes_version.to_owned(),
            image: offer.map(Offer::named),
            demands: site.wish.to_string(),
            reason,
            path,
            shoot: manifest(space, site, offer),
        }
    }

    /// Returns the worker in words: `a worker on machine type `a` in region `b` with image …`.
    #[must_use]
    pub fn worker(&self) -> String {
        let mut text = format!("a worker on machine type `{}` in region `{}`", self.machine_type, self.region);
        if let Some(ImageVersionName { image, version }) = &self.image {
            let _ = write!(text, " with `{image}` `{version}`");
        }
        if !self.demands.is_empty() {
            let _ = write!(text, ", which asks for {}", self.demands);
        }
        text
    }
}

/// Returns a Shoot with one worker.
fn manifest(space: &WorkerSpace<'_>, site: &Site<'_>, offer: Option<&Offer<'_>>) -> String {
    let profile = space.judge.profile();
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\n\
         kind: Shoot\n\
         metadata:\n  name: example\n  namespace: garden-example\n\
         spec:\n  cloudProfile:\n    kind: CloudProfile\n    name: {}\n  region: {}\n  kubernetes:\n    version: {}\n  \
         provider:\n    type: {}\n    workers:\n    - name: worker\n      minimum: 1\n      maximum: 1\n",
        quoted(profile.name()),
        quoted(&site.region.name),
        quoted(site.kubernetes_version),
        quoted(&profile.spec().provider_type),
    );
    if site.wish.is_in_place {
        text.push_str("      updateStrategy: AutoInPlaceUpdate\n");
    }
    if let Some(zone) = space.zones(&site.machine_type.name, site.region).first() {
        let _ = writeln!(text, "      zones: [{}]", quoted(zone));
    }
    let _ = writeln!(text, "      machine:\n        type: {}", quoted(&site.machine_type.name));
    if let Some(architecture) = site.architecture {
        let _ = writeln!(text, "        architecture: {}", quoted(architecture));
    }
    if site.wish.has_secure_boot {
        text.push_str("        secureBoot: true\n");
    }
    if let Some(gpu) = site.wish.gpu_type {
        let _ = writeln!(text, "        gpu:\n          type: {}", quoted(gpu));
    }
    if let Some(offer) = offer {
        let (name, version) = (quoted(offer.name()), quoted(offer.text()));
        let _ = writeln!(text, "        image:\n          name: {name}\n          version: {version}");
    }
    text
}
