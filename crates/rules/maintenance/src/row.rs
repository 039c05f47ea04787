//! The few fields of a Shoot that maintenance needs, borrowed where possible.

mod wire;

use std::borrow::Cow;

use rootstock_core_model::{
    CloudProfile, CloudProfileReference, DEFAULT_ARCHITECTURE, DayTimeError, RawObject, Shoot, TimeWindow,
    UpdateStrategy, Window, Worker,
};
use rootstock_judge::{CompiledProfile, PoolProperties};
use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The fields of a Shoot that maintenance needs.
///
/// Borrows from the text if deserialized from JSON, or from a [`Shoot`] if converted from one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShootRow<'a> {
    /// The namespace.
    pub namespace: Cow<'a, str>,
    /// The name.
    pub name: Cow<'a, str>,
    /// The profile that it refers to, if any.
    pub profile: Option<ProfileReference<'a>>,
    /// Whether it is being deleted; then there is no maintenance.
    pub is_deleting: bool,
    /// The region; empty if unknown.
    pub region: Cow<'a, str>,
    /// The control plane's Kubernetes version.
    pub kubernetes_version: Cow<'a, str>,
    /// Whether automatic updates of Kubernetes are on.
    pub auto_update_kubernetes: bool,
    /// Whether automatic updates of machine images are on.
    pub auto_update_images: bool,
    /// The maintenance window; `None` means at any time.
    pub window: Option<Window>,
    /// The error if the maintenance window cannot be parsed; `window` is `None` then.
    pub unreadable_window: Option<UnreadableWindow>,
    /// The worker pools.
    pub workers: Vec<WorkerRow<'a>>,
}

/// A maintenance window that cannot be parsed. Gardener would have refused it; it is treated as always open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("its maintenance window cannot be read, and counts as always open: {0}")]
pub struct UnreadableWindow(#[from] DayTimeError);

impl UnreadableWindow {
    /// Parses the window; returns the window or the error.
    pub(crate) fn parse_window(written: Option<&TimeWindow>) -> (Option<Window>, Option<Self>) {
        match written.map(TimeWindow::parse) {
            None => (None, None),
            Some(Ok(window)) => (Some(window), None),
            Some(Err(error)) => (None, Some(error.into())),
        }
    }
}

/// A reference to a profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ProfileReference<'a> {
    /// Whether it refers to a NamespacedCloudProfile in the Shoot's namespace.
    pub is_namespaced: bool,
    /// The profile's name.
    pub name: Cow<'a, str>,
}

/// The fields of a worker pool that maintenance needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkerRow<'a> {
    /// The name of the pool.
    pub name: Cow<'a, str>,
    /// The machine type.
    pub machine_type: Cow<'a, str>,
    /// The architecture; `None` means that of the machine type, else amd64.
    pub architecture: Option<Cow<'a, str>>,
    /// The name of its machine image.
    pub image_name: Option<Cow<'a, str>>,
    /// The version of its machine image.
    pub image_version: Option<Cow<'a, str>>,
    /// The container runtime interface; `None` means containerd.
    pub cri: Option<Cow<'a, str>>,
    /// The container runtimes it requires in addition to the default one.
    pub container_runtimes: Vec<Cow<'a, str>>,
    /// The Kubernetes version of the worker; `None` means that of the control plane.
    pub kubernetes_version: Option<Cow<'a, str>>,
    /// Whether its nodes are updated in place.
    pub is_in_place: bool,
    /// Whether an operator selects each node that is updated in place.
    pub is_manual: bool,
    /// The minimum number of nodes.
    pub minimum: i32,
    /// The maximum number of nodes.
    pub maximum: i32,
    /// Whether its nodes use secure boot (GEP-54).
    pub has_secure_boot: bool,
    /// The GPU type that it requires (GEP-54).
    pub gpu_type: Option<Cow<'a, str>>,
    /// The provider's settings, which can contain requirements with the gate `WorkerCapabilities` only.
    pub provider_config: Option<RawObject>,
}

impl ProfileReference<'_> {
    /// Returns the kind of the profile.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        if self.is_namespaced { CloudProfileReference::NAMESPACED } else { CloudProfile::KIND }
    }

    /// Converts the reference to an owned one.
    #[must_use]
    pub fn into_owned(self) -> ProfileReference<'static> {
        ProfileReference { is_namespaced: self.is_namespaced, name: self.name.into_owned().into() }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ProfileReference<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ProfileReference".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "The profile that a Shoot refers to.",
            "properties": {
                "kind": {"type": "string", "enum": [CloudProfile::KIND, CloudProfileReference::NAMESPACED]},
                "name": {"type": "string"},
            },
            "required": ["kind", "name"],
        })
    }
}

impl Serialize for ProfileReference<'_> {
    /// Serializes kind and name, as in a Shoot.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("kind", self.kind())?;
        map.serialize_entry("name", &self.name)?;
        map.end()
    }
}

impl WorkerRow<'_> {
    /// Returns the architecture of the worker, else that of its machine type, else amd64.
    pub(crate) fn architecture_in<'s>(&'s self, profile: &'s CompiledProfile) -> &'s str {
        let of_type = || {
            let (_, machine_type) = profile.machine_type(&self.machine_type)?;
            machine_type.architecture(profile.catalog().catalog().vocabulary())
        };
        self.architecture.as_deref().or_else(of_type).unwrap_or(DEFAULT_ARCHITECTURE)
    }

    /// Returns the properties that determine which images it may have. The architecture is its own, else that of its
    /// machine type, else amd64.
    #[must_use]
    pub fn properties<'s>(&'s self, profile: &'s CompiledProfile) -> PoolProperties<'s> {
        PoolProperties {
            machine_type: &self.machine_type,
            architecture: Some(self.architecture_in(profile)),
            image: self.image_name.as_deref(),
            version: self.image_version.as_deref(),
            image_config: None,
            cri: self.cri.as_deref(),
            container_runtimes: self.container_runtimes.iter().map(AsRef::as_ref).collect(),
            kubernetes_version: self.kubernetes_version.as_deref(),
            is_in_place: self.is_in_place,
            has_secure_boot: self.has_secure_boot,
            gpu_type: self.gpu_type.as_deref(),
            provider_config: self.provider_config.as_ref(),
            capabilities: None,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ShootRow<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shoot = wire::Shoot::deserialize(deserializer)?;
        match shoot.other_kind() {
            Some(kind) => Err(D::Error::custom(format_args!("its kind is `{kind}`"))),
            None => Ok(shoot.into()),
        }
    }
}

impl<'a> From<&'a Shoot> for ShootRow<'a> {
    fn from(shoot: &'a Shoot) -> Self {
        let auto_update = shoot.auto_update();
        let written = shoot.spec.maintenance.as_ref().and_then(|maintenance| maintenance.time_window.as_ref());
        let (window, unreadable_window) = UnreadableWindow::parse_window(written);
        Self {
            namespace: shoot.metadata.namespace.as_str().into(),
            name: shoot.metadata.name.as_str().into(),
            profile: shoot.profile().map(Into::into),
            is_deleting: shoot.metadata.deletion_timestamp.is_some(),
            region: shoot.spec.region.as_str().into(),
            kubernetes_version: shoot.spec.kubernetes.version.as_str().into(),
            auto_update_kubernetes: auto_update.kubernetes_version,
            auto_update_images: auto_update.machine_image_version.unwrap_or(true),
            window,
            unreadable_window,
            workers: shoot.spec.provider.workers.iter().map(Into::into).collect(),
        }
    }
}

impl From<CloudProfileReference> for ProfileReference<'_> {
    fn from(reference: CloudProfileReference) -> Self {
        Self { is_namespaced: reference.is_namespaced(), name: reference.name.into() }
    }
}

impl<'a> From<&'a Worker> for WorkerRow<'a> {
    fn from(worker: &'a Worker) -> Self {
        let image = worker.machine.image.as_ref();
        let runtimes = worker.cri.iter().flat_map(|cri| &cri.container_runtimes);
        Self {
            name: worker.name.as_str().into(),
            machine_type: worker.machine.machine_type.as_str().into(),
            architecture: worker.machine.architecture.as_deref().map(Into::into),
            image_name: image.map(|image| image.name.as_str().into()),
            image_version: image.and_then(|image| image.version.as_deref()).map(Into::into),
            cri: worker.cri.as_ref().map(|cri| cri.name.as_str().into()),
            container_runtimes: runtimes.map(|runtime| runtime.runtime_type.as_str().into()).collect(),
            kubernetes_version: worker.kubernetes_version().map(Into::into),
            is_in_place: worker.is_in_place(),
            is_manual: worker.update_strategy == Some(UpdateStrategy::ManualInPlaceUpdate),
            minimum: worker.minimum,
            maximum: worker.maximum,
            has_secure_boot: worker.machine.secure_boot == Some(true),
            gpu_type: worker.machine.gpu.as_ref().map(|gpu| gpu.gpu_type.as_str().into()),
            provider_config: worker.provider_config.clone(),
        }
    }
}
