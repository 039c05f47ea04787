//! Shoots among the documents: kept until their profile is known, then checked by it.

use rootstock_admission::{ShootOperation, ShootOutcome, ShootProfile, check_shoot};
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::read::Object;
use rootstock_core_model::{CloudProfile, Path, RawObject, Shoot, Violation};
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
