//! The profiles that Shoots refer to.

use std::collections::HashMap;
use std::sync::Arc;

use rootstock_core_model::Quirks;
use rootstock_judge::CompiledProfile;
use rootstock_versioning::Timestamp;

use crate::planner::Planner;
use crate::row::{ProfileReference, ShootRow};
use crate::shoot::{Decisions, ShootPlan, Skipped};
use crate::simulation::{Timeline, TimelineEnd};

/// Compiled profiles, by the references to them.
#[derive(Debug, Clone, Default)]
pub struct Profiles {
    profiles: Vec<Arc<CompiledProfile>>,
    by_name: HashMap<String, usize>,
    /// NamespacedCloudProfiles by namespace and name.
    namespaced: HashMap<String, HashMap<String, Namespaced>>,
}

/// The entry of a NamespacedCloudProfile.
#[derive(Debug, Clone, Default)]
struct Namespaced {
    /// The index of its own rendered form.
    rendered: Option<usize>,
    /// The name of its parent.
    parent: Option<String>,
}

/// A NamespacedCloudProfile of [`Profiles`] in its rendered form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamespacedProfile<'p> {
    /// The namespace.
    pub namespace: &'p str,
    /// The name.
    pub name: &'p str,
    /// The index in [`Profiles::all`].
    pub index: usize,
    /// The index of its parent there, if that is known.
    pub parent: Option<usize>,
}

impl Profiles {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a CloudProfile under its own name, replacing any with the same name.
    pub fn insert(&mut self, profile: impl Into<Arc<CompiledProfile>>) {
        let profile = profile.into();
        self.by_name.insert(profile.name().to_owned(), self.profiles.len());
        self.profiles.push(profile);
    }

    /// Adds a NamespacedCloudProfile in its rendered form (`status.cloudProfileSpec`) under its own name.
    pub fn insert_namespaced(&mut self, namespace: &str, profile: impl Into<Arc<CompiledProfile>>) {
        let profile = profile.into();
        let (name, index) = (profile.name().to_owned(), self.profiles.len());
        self.namespaced_entry(namespace, name).rendered = Some(index);
        self.profiles.push(profile);
    }

    /// Records the parent of a NamespacedCloudProfile, which is used if its rendered form is missing.
    pub fn insert_parent(&mut self, namespace: &str, name: &str, parent: &str) {
        self.namespaced_entry(namespace, name.to_owned()).parent = Some(parent.to_owned());
    }

    fn namespaced_entry(&mut self, namespace: &str, name: String) -> &mut Namespaced {
        self.namespaced.entry(namespace.to_owned()).or_default().entry(name).or_default()
    }

    /// Returns the NamespacedCloudProfiles with a rendered form, sorted by namespace and name.
    #[must_use]
    pub fn namespaced(&self) -> Vec<NamespacedProfile<'_>> {
        let all = self.namespaced.iter().flat_map(|(namespace, children)| {
            children.iter().filter_map(|(name, child)| {
                let parent = child.parent.as_ref().and_then(|parent| self.by_name.get(parent)).copied();
                Some(NamespacedProfile { namespace, name, index: child.rendered?, parent })
            })
        });
        let mut all: Vec<NamespacedProfile<'_>> = all.collect();
        all.sort_unstable_by_key(|child| (child.namespace, child.name));
        all
    }

    /// Returns the profiles as they would be if some image versions had expired at an instant.
    #[must_use]
    pub fn with_expired_images(&self, date: Timestamp, is_expired: impl Fn(&str, &str) -> bool) -> Self {
        let expired = |profile: &Arc<CompiledProfile>| {
            let has_any = profile.offers().any(|offer| is_expired(offer.name(), offer.text()));
            if has_any { Arc::new(profile.with_expired_images(date, &is_expired)) } else { Arc::clone(profile) }
        };
        Self { profiles: self.profiles.iter().map(expired).collect(), ..self.clone() }
    }

    /// Returns all profiles, in the order in which they were added.
    #[must_use]
    pub fn all(&self) -> &[Arc<CompiledProfile>] {
        &self.profiles
    }

    /// Returns the index in [`all`](Self::all) of the profile that a Shoot refers to.
    ///
    /// # Errors
    ///
    /// Returns an error if the Shoot refers to no profile, or to one that was not added.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{Profiles, ShootRow};
    /// let mut profiles = Profiles::new();
    /// profiles.insert(CompiledProfile::new(CanonicalProfile::named("local", CloudProfileSpec::default()))?);
    /// let shoot: ShootRow = serde_json::from_str(r#"{"spec": {"cloudProfile": {"name": "local"}}}"#)?;
    /// assert_eq!(profiles.resolve(&shoot).ok(), Some(0));
    /// let stray: ShootRow = serde_json::from_str(r#"{"spec": {"cloudProfile": {"name": "other"}}}"#)?;
    /// println!("{}", profiles.resolve(&stray).unwrap_err()); // why it is skipped
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolve(&self, shoot: &ShootRow<'_>) -> Result<usize, Skipped> {
        let reference = shoot.profile.as_ref().ok_or(Skipped::NoProfile)?;
        self.lookup(&shoot.namespace, reference).ok_or_else(|| Skipped::UnknownProfile {
            kind: reference.kind(),
            name: reference.name.clone().into_owned(),
        })
    }

    fn lookup(&self, namespace: &str, reference: &ProfileReference<'_>) -> Option<usize> {
        if !reference.is_namespaced {
            return self.by_name.get(reference.name.as_ref()).copied();
        }
        let child = self.namespaced.get(namespace)?.get(reference.name.as_ref())?;
        child.rendered.or_else(|| self.by_name.get(child.parent.as_ref()?).copied())
    }
}

/// A planner for each of several profiles.
#[derive(Debug)]
pub struct Planners<'p> {
    profiles: &'p Profiles,
    planners: Vec<Planner<'p>>,
}

/// The time for which a Shoot is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// This instant, as if maintenance ran then.
    Instant(Timestamp),
    /// The Shoot's first maintenance window at or after this instant.
    NextWindow(Timestamp),
}

impl<'p> Planners<'p> {
    /// Creates planners with empty caches.
    #[must_use]
    pub fn new(profiles: &'p Profiles, quirks: Quirks) -> Self {
        let planners = profiles.profiles.iter().map(|profile| Planner::new(profile, quirks));
        Self { profiles, planners: planners.collect() }
    }

    /// Returns the planner of the profile that a Shoot refers to.
    ///
    /// # Errors
    ///
    /// Fails under the same conditions as [`Profiles::resolve`].
    pub fn planner(&mut self, shoot: &ShootRow<'_>) -> Result<&mut Planner<'p>, Skipped> {
        let index = self.profiles.resolve(shoot)?;
        self.planners.get_mut(index).ok_or(Skipped::NoProfile)
    }

    /// Plans one maintenance run of a Shoot.
    pub fn plan(&mut self, shoot: &ShootRow<'_>, moment: Moment) -> ShootPlan {
        ShootPlan::new(shoot, self.decisions(shoot, moment))
    }

    /// Like [`plan`](Self::plan), but without the names.
    pub fn decisions(&mut self, shoot: &ShootRow<'_>, moment: Moment) -> Decisions {
        let at = match moment {
            Moment::Instant(at) => at,
            Moment::NextWindow(from) => shoot.next_run(from),
        };
        match self.planner(shoot) {
            Ok(planner) => planner.decisions(shoot, at),
            Err(skipped) => none(shoot, at, skipped),
        }
    }

    /// Simulates the maintenance of a Shoot over time.
    pub fn timeline(&mut self, shoot: &ShootRow<'_>, from: Timestamp, until: Timestamp) -> Timeline {
        match self.planner(shoot) {
            Ok(planner) => planner.timeline(shoot, from, until),
            Err(skipped) => Timeline {
                steps: vec![ShootPlan::new(shoot, none(shoot, shoot.next_run(from), skipped))],
                end: TimelineEnd::NoMaintenance,
            },
        }
    }
}

/// Returns decisions for a Shoot without maintenance.
fn none(shoot: &ShootRow<'_>, at: Timestamp, skipped: Skipped) -> Decisions {
    Decisions::skipped(at, if shoot.is_deleting { Skipped::Deleting } else { skipped })
}
