//! Phase 4, canonicalisation: legacy architecture fields and capabilities are brought in line (CP-S10…CP-S16).

use rootstock_core_model::CloudProfile;

/// Brings a defaulted profile into the form in which it is stored, in place. `old` is what was stored before; Gardener
/// passes it before the validation of an update, and `None` after validation.
pub fn canonicalise_cloud_profile(_profile: &mut CloudProfile, _old: Option<&CloudProfile>) {}
