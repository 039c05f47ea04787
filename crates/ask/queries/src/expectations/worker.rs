//! Expectations of the image that a worker gets.

use rootstock_admission::ImageOption;
use rootstock_analysis::{Analysis, NoProfile, ProfileKey};
use rootstock_core_model::{Capabilities, UpdateStrategy, suggestion_suffix};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{compare, quoted};
use crate::{ImagesAnswer, ImagesQuery, ProfileInput, Query as _, QueryContext, WorkerDescription, WorkerSurroundings};

/// A worker, as for `rootstock images`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct TestedWorker {
    /// The profile: NAME, or NAMESPACE/NAME of a NamespacedCloudProfile. May be absent if there is only one.
    pub profile: Option<String>,
    /// The machine type.
    pub machine_type: String,
    /// The machine image; if absent, the one that Gardener chooses.
    pub image: Option<String>,
    /// The version; if absent, the one that Gardener chooses.
    pub version: Option<String>,
    /// The region; if absent, regions do not matter.
    pub region: Option<String>,
    /// The Kubernetes version; if absent, versions do not matter.
    pub kubernetes_version: Option<String>,
    /// The architecture, if the machine type does not determine it.
    pub architecture: Option<String>,
    /// The container runtimes that it needs in addition to the default one.
    pub container_runtimes: Vec<String>,
    /// Whether its nodes boot securely; needs the feature gate `WorkerCapabilities`, as do the following fields.
    pub secure_boot: bool,
    /// The GPU: `nvidia`, `amd`, `intel` or `none`.
    pub gpu: Option<String>,
    /// The way its nodes are updated; if absent, they are replaced.
    #[cfg_attr(feature = "manifests", schemars(with = "Option<String>"))]
    pub update_strategy: Option<UpdateStrategy>,
    /// The worker's `providerConfig`.
    pub provider_config: Option<Value>,
}

/// The expected image of a worker.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct WorkerExpectation {
    /// The verdict about the image.
    pub verdict: Option<WorkerVerdict>,
    /// The machine image.
    pub image: Option<String>,
    /// The version.
    pub version: Option<String>,
    /// The capabilities of the flavor that the nodes get; only those listed are compared.
    #[cfg_attr(feature = "manifests", schemars(with = "Option<std::collections::BTreeMap<String, Vec<String>>>"))]
    pub flavor: Option<Capabilities>,
    /// The image of the provider that boots, such as an AMI.
    pub reference: Option<String>,
    /// The name of an obstacle, if the worker cannot have the image, such as `architecture` or `capabilities`.
    pub obstacle: Option<String>,
}

/// A verdict about the image of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub enum WorkerVerdict {
    /// The worker can have it.
    Accepted,
    /// The worker cannot have it.
    Refused,
}

impl TestedWorker {
    fn query(&self) -> ImagesQuery {
        ImagesQuery {
            machine_type: self.machine_type.clone(),
            surroundings: WorkerSurroundings {
                region: self.region.clone(),
                kubernetes_version: self.kubernetes_version.clone(),
                architecture: self.architecture.clone(),
                container_runtimes: self.container_runtimes.clone(),
            },
            worker: WorkerDescription {
                secure_boot: self.secure_boot,
                update_strategy: self.update_strategy.clone(),
                gpu: self.gpu.clone(),
                provider_config: self.provider_config.clone(),
                ..WorkerDescription::default()
            },
        }
    }

    /// Returns whether the test is about this version of an image.
    fn is_about(&self, image: &str, version: &str) -> bool {
        self.image.as_deref().is_none_or(|asked| asked == image)
            && self.version.as_deref().is_none_or(|asked| asked == version)
    }

    /// Asks for the images of the worker.
    fn ask(&self, analysis: &Analysis, asked: QueryContext) -> Result<ImagesAnswer, String> {
        let no_profile = |reason: NoProfile| match reason {
            NoProfile::Missing { key, near } => {
                format!("there is no profile `{key}`{}", near.as_deref().map(suggestion_suffix).unwrap_or_default())
            }
            other => other.reason(),
        };
        let profile = match &self.profile {
            Some(name) => {
                let key = match name.split_once('/') {
                    Some((namespace, name)) => ProfileKey::namespaced(namespace, name),
                    None => ProfileKey::global(name),
                };
                analysis.profile(&key).map_err(no_profile)?
            }
            None => {
                let mut profiles = analysis.profiles();
                match (profiles.next(), profiles.next()) {
                    (Some((_, only)), None) => only.map_err(no_profile)?,
                    (None, _) => return Err("there is no profile".to_owned()),
                    (Some(_), Some(_)) => return Err("there are several profiles; name one with `profile`".to_owned()),
                }
            }
        };
        self.query().ask(ProfileInput { profile: &profile, asked }).map_err(|error| error.to_string())
    }
}

impl WorkerExpectation {
    /// Returns the differences from the answer.
    pub(super) fn differences(&self, worker: &TestedWorker, analysis: &Analysis, asked: QueryContext) -> Vec<String> {
        let answer = match worker.ask(analysis, asked) {
            Ok(answer) => answer,
            Err(reason) => return vec![reason],
        };
        let chosen =
            answer.options.options.iter().find(|one| worker.is_about(&one.version.image, &one.version.version));
        let is_about = |image: &str, version: &str| worker.is_about(image, version);
        let rejected = answer.options.rejected.iter().filter(|one| is_about(&one.version.image, &one.version.version));
        let obstacles: Vec<String> = rejected
            .flat_map(|one| &one.obstacles)
            .map(|obstacle| format!("{} ({obstacle})", obstacle.kind().as_str()))
            .collect();
        if chosen.is_none() && obstacles.is_empty() && (worker.image.is_some() || worker.version.is_some()) {
            return vec!["the profile has no such image version".to_owned()];
        }
        let mut differences = Vec::new();
        let verdict = if chosen.is_some() { WorkerVerdict::Accepted } else { WorkerVerdict::Refused };
        // Only a refused worker has an obstacle.
        let refused = self.obstacle.as_ref().map(|_| WorkerVerdict::Refused);
        let expected = refused.or(self.verdict).unwrap_or(WorkerVerdict::Accepted);
        if expected != verdict {
            let is_explained = chosen.is_none() && !obstacles.is_empty();
            let why = if !is_explained { String::new() } else { format!(": {}", obstacles.join("; ")) };
            differences.push(format!("verdict: expected {expected}, got {verdict}{why}"));
        }
        if let Some(obstacle) = self.obstacle.as_ref().filter(|_| chosen.is_none())
            && !obstacles.iter().any(|actual| actual.split(' ').next() == Some(obstacle))
        {
            differences.push(format!("obstacle: expected {obstacle}, got {}", obstacles.join("; ")));
        }
        match chosen {
            Some(chosen) => self.compare_image(chosen, &mut differences),
            None if differences.is_empty() => differences.extend(self.expected_of_image()),
            None => {}
        }
        differences
    }

    /// Returns a difference for each expectation of an image, for a worker that has none.
    fn expected_of_image(&self) -> impl Iterator<Item = String> {
        let expected = [
            ("image", self.image.is_some()),
            ("version", self.version.is_some()),
            ("flavor", self.flavor.is_some()),
            ("reference", self.reference.is_some()),
        ];
        expected
            .into_iter()
            .filter(|(_, is_expected)| *is_expected)
            .map(|(field, _)| format!("{field}: a refused worker has none"))
    }

    fn compare_image(&self, chosen: &ImageOption, differences: &mut Vec<String>) {
        let ImageOption { version, node, .. } = chosen;
        compare(differences, "image", self.image.as_ref(), Some(&version.image), quoted);
        compare(differences, "version", self.version.as_ref(), Some(&version.version), quoted);
        let reference = node.reference.as_ref().map(|reference| &reference.value);
        compare(differences, "reference", self.reference.as_ref(), reference, quoted);
        for (name, values) in self.flavor.iter().flat_map(Capabilities::iter) {
            let actual = node.flavor.as_ref().and_then(|flavor| flavor.capabilities.get(name));
            if actual != Some(values) {
                let actual = actual.map_or_else(|| "nothing".to_owned(), |actual| actual.join(", "));
                differences.push(format!("flavor: expected {name} to be {}, got {actual}", values.join(", ")));
            }
        }
    }
}
