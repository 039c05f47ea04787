//! Classifies, promotes and expires versions.

use std::collections::HashSet;

use rootstock_core_model::CloudProfileSpec;
use rootstock_versioning::{Classification, Timestamp, Version};

use crate::draft::Draft;
use crate::lifecycle_state::{LifecycleState, Moment, Unclassifiable, VersionWithLifecycle, versions};
use crate::{Expiration, NewClassification, Promotion, Refusal, Remark, VersionName, VersionPattern};

pub(crate) fn classify(draft: &mut Draft<'_>, asked: &NewClassification) -> Result<(), Refusal> {
    for name in draft.matching(&asked.versions)? {
        let moment = draft.moment(asked.from);
        if has_expired(draft, &name, asked.versions.is_exact())? {
            continue;
        }
        change(draft, &name, |lifecycle_state| lifecycle_state.classify(&asked.classification, moment))?;
    }
    Ok(())
}

/// Sets or removes the expiration date of versions.
pub(crate) fn expire(draft: &mut Draft<'_>, asked: &Expiration) -> Result<(), Refusal> {
    for name in draft.matching(&asked.versions)? {
        change(draft, &name, |lifecycle_state| Ok(lifecycle_state.expire(asked.date)))?;
    }
    Ok(())
}

/// Makes previews supported, and deprecates the versions of their minors that were supported before.
pub(crate) fn promote(draft: &mut Draft<'_>, asked: &Promotion) -> Result<(), Refusal> {
    let moment = draft.moment(asked.from);
    let mut promoted: Vec<(Version, VersionName)> = Vec::new();
    for name in draft.matching(&asked.versions)? {
        match draft.classification(&name) {
            Classification::Preview | Classification::Unavailable => {}
            Classification::Supported => continue,
            is if asked.versions.is_exact() => return Err(Refusal::NotAPreview { name, is: is.to_string() }),
            is => {
                draft.notes.push(Remark::PassedOver { name, is: is.to_string() });
                continue;
            }
        }
        let Ok(version) = name.version.parse::<Version>() else {
            return Err(Refusal::InvalidVersion(name));
        };
        promoted.push((version, name));
    }
    // Only the newest preview of a minor is promoted, with all builds of that version for other update strategies.
    let is_superseded = |one: &Version| promoted.iter().any(|(other, _)| is_patch_before(one, other));
    let newest: Vec<(Version, VersionName)> = promoted.iter().filter(|(one, _)| !is_superseded(one)).cloned().collect();
    let mut deprecates = false;
    for (version, name) in &newest {
        for other in draft.matching(&VersionPattern { image: name.image.clone(), version: "*".to_owned() })? {
            let is_before = other.version.parse::<Version>().is_ok_and(|other| is_patch_before(&other, version));
            if is_before && draft.classification(&other) == Classification::Supported {
                deprecates = true;
                change(draft, &other, |lifecycle_state| {
                    let lifecycle_state = lifecycle_state.classify(&Classification::Deprecated, moment)?;
                    Ok(if lifecycle_state.expires().is_none() && asked.expires.is_some() {
                        lifecycle_state.expire(asked.expires)
                    } else {
                        lifecycle_state
                    })
                })?;
            }
        }
        change(draft, name, |lifecycle_state| lifecycle_state.classify(&Classification::Supported, moment))?;
    }
    if let Some(date) = asked.expires.filter(|_| !deprecates && !newest.is_empty()) {
        draft.notes.push(Remark::NothingExpires { date });
    }
    Ok(())
}

/// Returns whether `one` has the same minor as `other` and an earlier patch.
pub(crate) fn is_patch_before(one: &Version, other: &Version) -> bool {
    (one.major(), one.minor()) == (other.major(), other.minor()) && one.patch() < other.patch()
}

/// Returns whether a version has expired. Refuses it if it was named exactly; otherwise adds a remark that it is skipped.
fn has_expired(draft: &mut Draft<'_>, name: &VersionName, is_exact: bool) -> Result<bool, Refusal> {
    let is = draft.classification(name);
    if is != Classification::Expired {
        return Ok(false);
    }
    if is_exact {
        return Err(Refusal::HasExpired(name.clone()));
    }
    draft.notes.push(Remark::PassedOver { name: name.clone(), is: is.to_string() });
    Ok(true)
}

/// Changes the lifecycle of a version, including duplicates.
fn change(
    draft: &mut Draft<'_>,
    name: &VersionName,
    how: impl Fn(LifecycleState) -> Result<LifecycleState, Unclassifiable>,
) -> Result<(), Refusal> {
    for version in versions_mut(&mut draft.expected.spec, name.image.as_deref()) {
        if version.version() == name.version {
            let lifecycle_state = how(version.lifecycle_state()).map_err(|why| match why {
                Unclassifiable::WithoutStages => Refusal::NeedsLifecycle(name.clone()),
                Unclassifiable::EarlierStage => Refusal::EarlierStage(name.clone()),
            })?;
            version.set_lifecycle(lifecycle_state);
        }
    }
    Ok(())
}

fn versions_mut<'s>(spec: &'s mut CloudProfileSpec, image: Option<&str>) -> Vec<&'s mut dyn VersionWithLifecycle> {
    fn with_lifecycle<V: VersionWithLifecycle>(one: &mut V) -> &mut dyn VersionWithLifecycle {
        one
    }
    match image {
        None => spec.kubernetes.versions.iter_mut().flatten().map(with_lifecycle).collect(),
        Some(name) => {
            let images = spec.machine_images.iter_mut().flatten().filter(|one| one.name == name);
            images.flat_map(|one| one.versions.iter_mut().flatten()).map(with_lifecycle).collect()
        }
    }
}

impl Draft<'_> {
    /// Returns the versions that match; at least one, each of them in the text.
    pub(crate) fn matching(&self, pattern: &VersionPattern) -> Result<Vec<VersionName>, Refusal> {
        let (written, _) = self.base.versions(&pattern.named(&pattern.version))?;
        let left = versions(&self.expected.spec, pattern.image.as_deref());
        let left: HashSet<&str> = left.into_iter().map(|one| one.version()).collect();
        let mut seen = HashSet::new();
        let matching = written.iter().filter(|one| pattern.matches(one) && left.contains(*one) && seen.insert(**one));
        let names: Vec<VersionName> = matching.map(|version| pattern.named(*version)).collect();
        if names.is_empty() {
            let known = written.into_iter().map(str::to_owned).collect();
            return Err(Refusal::UnknownVersion { name: pattern.named(&pattern.version), known });
        }
        Ok(names)
    }

    /// Returns the planned classification of a version.
    fn classification(&self, name: &VersionName) -> Classification {
        let found = versions(&self.expected.spec, name.image.as_deref());
        let found = found.into_iter().find(|one| one.version() == name.version);
        found.map(|one| one.lifecycle_state().of().at(self.now)).unwrap_or_default()
    }

    const fn moment(&self, from: Option<Timestamp>) -> Moment {
        Moment { now: self.now, from, may_have_stages: self.may_have_stages }
    }
}
