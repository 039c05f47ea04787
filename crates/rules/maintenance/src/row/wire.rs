//! The few fields of a Shoot, as they appear in JSON.
//!
//! Everything else is skipped without being stored. `null` counts as absent everywhere, as in Kubernetes.

use std::borrow::Cow;

use rootstock_core_model::{RawObject, TimeWindow, UpdateStrategy};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{ProfileReference, ShootRow, UnreadableWindow, WorkerRow};

/// A text, borrowed unless it has escapes. (`Option<Cow<str>>` alone would always copy.)
#[derive(Default, Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A field that may be absent or `null`.
type Maybe<T> = Option<T>;

#[derive(Deserialize, Default)]
#[serde(default, expecting = "a Shoot, which is an object")]
pub(super) struct Shoot<'a> {
    #[serde(borrow)]
    kind: Maybe<Text<'a>>,
    metadata: Maybe<Metadata<'a>>,
    #[serde(borrow)]
    spec: Maybe<Spec<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Metadata<'a> {
    #[serde(borrow)]
    namespace: Maybe<Text<'a>>,
    name: Maybe<Text<'a>>,
    deletion_timestamp: Maybe<IgnoredAny>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Spec<'a> {
    #[serde(borrow)]
    cloud_profile: Maybe<Reference<'a>>,
    cloud_profile_name: Maybe<Text<'a>>,
    #[serde(borrow)]
    kubernetes: Maybe<Kubernetes<'a>>,
    maintenance: Maybe<Maintenance>,
    #[serde(borrow)]
    provider: Maybe<Provider<'a>>,
    region: Maybe<Text<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Reference<'a> {
    #[serde(borrow)]
    kind: Maybe<Text<'a>>,
    name: Maybe<Text<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Kubernetes<'a> {
    #[serde(borrow)]
    version: Maybe<Text<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Maintenance {
    auto_update: Maybe<AutoUpdate>,
    time_window: Maybe<MaintenanceWindow>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct AutoUpdate {
    kubernetes_version: Maybe<bool>,
    machine_image_version: Maybe<bool>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct MaintenanceWindow {
    begin: Maybe<String>,
    end: Maybe<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Provider<'a> {
    #[serde(borrow)]
    workers: Maybe<Vec<Worker<'a>>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "a worker, which is an object")]
struct Worker<'a> {
    #[serde(borrow)]
    name: Maybe<Text<'a>>,
    machine: Maybe<Machine<'a>>,
    #[serde(borrow)]
    cri: Maybe<Cri<'a>>,
    kubernetes: Maybe<Kubernetes<'a>>,
    update_strategy: Maybe<UpdateStrategy>,
    minimum: Maybe<i32>,
    maximum: Maybe<i32>,
    provider_config: Maybe<RawObject>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Machine<'a> {
    #[serde(rename = "type")]
    #[serde(borrow)]
    machine_type: Maybe<Text<'a>>,
    architecture: Maybe<Text<'a>>,
    #[serde(borrow)]
    image: Maybe<Image<'a>>,
    secure_boot: Maybe<bool>,
    #[serde(borrow)]
    gpu: Maybe<Gpu<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Gpu<'a> {
    #[serde(rename = "type")]
    #[serde(borrow)]
    gpu_type: Maybe<Text<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Image<'a> {
    #[serde(borrow)]
    name: Maybe<Text<'a>>,
    version: Maybe<Text<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase", expecting = "an object")]
struct Cri<'a> {
    #[serde(borrow)]
    name: Maybe<Text<'a>>,
    container_runtimes: Maybe<Vec<Runtime<'a>>>,
}

#[derive(Deserialize, Default)]
#[serde(default, expecting = "an object")]
struct Runtime<'a> {
    #[serde(rename = "type")]
    #[serde(borrow)]
    runtime_type: Maybe<Text<'a>>,
}

/// Returns the text; empty if there is none.
fn text(text: Maybe<Text<'_>>) -> Cow<'_, str> {
    text.unwrap_or_default().0
}

impl<'a> Shoot<'a> {
    /// Returns the kind, if it is present and not `Shoot`.
    pub(super) fn other_kind(&self) -> Option<&str> {
        self.kind.as_ref().map(|kind| kind.0.as_ref()).filter(|kind| *kind != rootstock_core_model::Shoot::KIND)
    }
}

impl<'a> From<Shoot<'a>> for ShootRow<'a> {
    fn from(shoot: Shoot<'a>) -> Self {
        let metadata = shoot.metadata.unwrap_or_default();
        let spec = shoot.spec.unwrap_or_default();
        let maintenance = spec.maintenance.unwrap_or_default();
        let auto_update = maintenance.auto_update.as_ref();
        let written = maintenance
            .time_window
            .map(|window| TimeWindow { begin: window.begin.unwrap_or_default(), end: window.end.unwrap_or_default() });
        let (window, unreadable_window) = UnreadableWindow::parse_window(written.as_ref());
        let by_name = |name: Text<'a>| ProfileReference { is_namespaced: false, name: name.0 };
        let profile = spec.cloud_profile.map(|reference| ProfileReference {
            is_namespaced: reference
                .kind
                .is_some_and(|kind| kind.0 == rootstock_core_model::CloudProfileReference::NAMESPACED),
            name: text(reference.name),
        });
        Self {
            namespace: text(metadata.namespace),
            name: text(metadata.name),
            profile: profile.or_else(|| spec.cloud_profile_name.filter(|name| !name.0.is_empty()).map(by_name)),
            is_deleting: metadata.deletion_timestamp.is_some(),
            region: text(spec.region),
            kubernetes_version: text(spec.kubernetes.unwrap_or_default().version),
            auto_update_kubernetes: auto_update.is_none_or(|auto| auto.kubernetes_version == Some(true)),
            auto_update_images: auto_update.and_then(|auto| auto.machine_image_version).unwrap_or(true),
            window,
            unreadable_window,
            workers: spec.provider.and_then(|it| it.workers).unwrap_or_default().into_iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<Worker<'a>> for WorkerRow<'a> {
    fn from(worker: Worker<'a>) -> Self {
        let machine = worker.machine.unwrap_or_default();
        let (image_name, image_version) = match machine.image {
            None => (None, None),
            Some(image) => (Some(text(image.name)), image.version.map(|version| version.0)),
        };
        let (cri, runtimes) = match worker.cri {
            None => (None, Vec::new()),
            Some(cri) => (Some(text(cri.name)), cri.container_runtimes.unwrap_or_default()),
        };
        Self {
            name: text(worker.name),
            machine_type: text(machine.machine_type),
            architecture: machine.architecture.map(|architecture| architecture.0),
            image_name,
            image_version,
            cri,
            container_runtimes: runtimes.into_iter().map(|runtime| text(runtime.runtime_type)).collect(),
            kubernetes_version: worker.kubernetes.and_then(|kubernetes| kubernetes.version).map(|version| version.0),
            has_secure_boot: machine.secure_boot == Some(true),
            gpu_type: machine.gpu.map(|gpu| text(gpu.gpu_type)),
            provider_config: worker.provider_config,
            is_manual: worker.update_strategy == Some(UpdateStrategy::ManualInPlaceUpdate),
            is_in_place: worker.update_strategy.is_some_and(|strategy| strategy.is_in_place()),
            minimum: worker.minimum.unwrap_or_default(),
            maximum: worker.maximum.unwrap_or_default(),
        }
    }
}
