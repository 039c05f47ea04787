//! Shoots among the documents: kept until their profile is known, then checked by it.

use rootstock_admission::{ShootOperation, ShootOutcome, ShootProfile, check_shoot};
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::read::Object;
use rootstock_core_model::{
    CloudProfile, CloudProfileReference, CloudProfileSpec, Path, RawObject, Settings, Shoot, Violation,
};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::{Outcome, Report, SourceId};

use super::Locate;

/// A Shoot that could be read, and waits for its profile.
#[derive(Debug)]
pub struct WaitingShoot {
    /// Its place in [`Report::documents`].
    pub document: usize,
    /// The Shoot as it is written.
    pub shoot: Shoot,
    /// All of it, with what [`Shoot`] leaves out.
    pub raw: RawObject,
    source: SourceId,
    /// What was found when it was read.
    violations: Vec<Violation>,
}

/// The rendered form of a NamespacedCloudProfile: `status.cloudProfileSpec`.
#[derive(Debug)]
pub struct RenderedProfile {
    /// The namespace in which it may be used.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The profile that its Shoots are judged by.
    pub spec: CloudProfileSpec,
    /// The provider's half, as far as a plug-in knows it and could read it.
    pub config: Option<Box<dyn ProviderConfig>>,
}

/// Whether it is a Shoot of the version that is read here.
pub(super) fn is_shoot(object: &Object) -> bool {
    object.kind == Shoot::KIND && (object.api_version == CloudProfile::API_VERSION || object.api_version.is_empty())
}

impl WaitingShoot {
    pub(super) fn new(object: Object, read: Vec<Violation>, document: usize, source: SourceId) -> Self {
        let (shoot, decoded) = object.raw.decode_known::<Shoot>(&Path::object());
        let mut violations = read;
        violations.extend(decoded);
        Self { document, shoot, raw: object.raw, source, violations }
    }

    /// Checks it by its profile, and adds what is found to the report that has its document.
    pub fn check(self, operation: ShootOperation<'_>, profile: &ShootProfile<'_>, report: &mut Report) -> ShootOutcome {
        let outcome = check_shoot(&self.shoot, operation, profile);
        let later = without_echoes(&self.violations, outcome.violations.clone());
        let mut violations = self.violations;
        violations.extend(later);
        if !violations.is_empty() {
            Locate { source: self.source, document: self.document, root: self.raw.node() }.add(violations, report);
        }
        if let Some(record) = report.documents.get_mut(self.document) {
            record.outcome = Outcome::Checked;
            record.reason.clear();
        }
        outcome
    }

    /// Leaves it unchecked, and says why in the report that has its document.
    pub fn leave(self, reason: String, report: &mut Report) {
        if let Some(record) = report.documents.get_mut(self.document) {
            record.reason = reason;
        }
    }
}

impl RenderedProfile {
    /// The rendered form of an object, if it is a NamespacedCloudProfile and has one.
    pub(super) fn of(object: &Object, registry: &Registry, settings: &Settings) -> Option<Self> {
        if object.kind != CloudProfileReference::NAMESPACED {
            return None;
        }
        let rendered = object.raw.get("status")?.get("cloudProfileSpec")?;
        let path = Path::root("status");
        let (spec, _) = RawObject::new(rendered).decode::<CloudProfileSpec>(&path.field("cloudProfileSpec"));
        let config = registry.check_cloud_profile(&spec, settings).config;
        Some(Self { namespace: object.namespace.clone(), name: object.name.clone(), spec, config })
    }
}
