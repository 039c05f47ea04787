//! The documents of a program, and the conditions they are judged under.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use rootstock_admission::UserNames;
use rootstock_advice::AdviceOptions;
use rootstock_core_model::read::{self, File, InputText};
use rootstock_core_model::{NamespacedCloudProfile, ReadLimits, Settings, Shoot, Violation};
use rootstock_guarantees::Lock;
use rootstock_provider_api::Registry;

use crate::baseline::Baseline;
use crate::child::Child;
use crate::configuration::Configuration;
use crate::context::{CheckContext, CheckCounts, CheckMode};
use crate::finding_limit::{self, FindingLimit};
use crate::index::Index;
use crate::input::{Input, Object, Role};
use crate::judge;
use crate::key::ProfileKey;
use crate::no_profile::NoProfile;
use crate::notice::Notice;
use crate::profile::Profile;
use crate::recently_rendered::RecentlyRendered;
use crate::strictness::Strictness;

/// Documents by the names of their inputs, and the conditions they are judged under.
///
/// See the [crate](crate) for an example.
#[derive(Debug, Clone)]
pub struct Analysis {
    context: Arc<CheckContext>,
    /// The conditions for objects that are only referred to.
    known_context: Arc<CheckContext>,
    configuration: Arc<Configuration>,
    pub(crate) baseline: Option<Arc<Baseline>>,
    pub(crate) supply_hint: Option<&'static str>,
    pub(crate) accepts_unchecked: bool,
    pub(crate) strictness: Strictness,
    prefers_checked: bool,
    /// Whether the objects are those of a review, where errors are what Gardener refuses.
    pub(crate) answers_review: bool,
    /// The inputs in the order in which they were added.
    inputs: BTreeMap<usize, Arc<Input>>,
    positions: HashMap<(Role, String), usize>,
    next_position: usize,
    predecessors: BTreeMap<ProfileKey, ProfileKey>,
    /// The rendered profiles that are kept; `None` keeps all.
    pub(crate) recently_rendered: Option<Arc<RecentlyRendered>>,
    /// Built on demand, and dropped when an input changes.
    index: OnceLock<Arc<Index>>,
}

impl Analysis {
    /// Creates an analysis without documents: it judges objects as desired states, without advice and without a configuration.
    #[must_use]
    pub fn new(registry: impl Into<Arc<Registry>>, settings: Settings) -> Self {
        let context = CheckContext::new(registry.into(), settings);
        Self {
            known_context: Arc::new(context.for_known()),
            context: Arc::new(context),
            configuration: Arc::default(),
            baseline: None,
            supply_hint: None,
            accepts_unchecked: false,
            strictness: Strictness::default(),
            prefers_checked: false,
            answers_review: false,
            inputs: BTreeMap::new(),
            positions: HashMap::new(),
            next_position: 0,
            predecessors: BTreeMap::new(),
            recently_rendered: None,
            index: OnceLock::new(),
        }
    }

    /// Replaces the settings; every object is judged again when it is asked for.
    pub fn set_settings(&mut self, settings: Settings) {
        let read_by = |settings: &Settings| {
            (settings.gardener, settings.extension_webhooks, settings.quirks.providers.extensions_write_flavors)
        };
        let needs_reread = read_by(self.settings()) != read_by(&settings);
        self.change(|context| context.set_settings(settings), *self.settings() != settings);
        if needs_reread {
            self.reread();
        }
    }

    /// Objects depend on the release of Gardener, profiles on the extensions' webhooks, and templates of Shoots on the configuration,
    /// so a change of these requires reading them again.
    fn reread(&mut self) {
        self.index = OnceLock::new();
        for input in self.inputs.values_mut().filter(|input| input.is_available()) {
            let (role, source) = (input.role, input.source.clone());
            // Frees the former objects first, because reading takes much memory.
            *input = Arc::new(Input::unavailable(role, source.name(), String::new()));
            let file = read::read(source.name(), source.text().as_bytes(), &ReadLimits::DEFAULT);
            *input = Arc::new(Input::new(role, file, &self.context));
        }
    }

    /// Sets the operation that objects are judged as.
    pub fn set_mode(&mut self, mode: CheckMode) {
        self.change(|context| context.mode = mode, self.context.mode != mode);
    }

    /// Sets the options for advice; `None` gives none.
    pub fn set_advice(&mut self, advice: Option<AdviceOptions>) {
        self.change(|context| context.advice = advice, self.context.advice != advice);
    }

    /// Sets the lock that the checked CloudProfiles are compared with. It must have been written under the semantics and feature
    /// gates of this analysis.
    pub fn set_lock(&mut self, lock: Option<Arc<Lock>>) {
        self.change(|context| context.lock = lock, true);
    }

    /// Sets the form in which findings about an update refer to the users of a profile.
    pub fn set_user_names(&mut self, names: UserNames) {
        self.change(|context| context.user_names = names, self.context.user_names != names);
    }

    /// Sets whether to drop judgements of checked objects, which takes less memory when checking only once.
    pub fn set_discards_results(&mut self, discards_results: bool) {
        self.change(
            |context| context.discards_results = discards_results,
            self.context.discards_results != discards_results,
        );
    }

    /// Sets the number of findings that are kept; returns whether it has changed.
    pub(crate) fn set_finding_limit(&mut self, limit: FindingLimit) -> bool {
        let is_change = self.context.finding_limit != limit;
        self.change(|context| context.finding_limit = limit, is_change);
        if is_change {
            self.reread();
        }
        is_change
    }

    fn change(&mut self, change: impl FnOnce(&mut CheckContext), is_change: bool) {
        if is_change {
            let mut context = self.context.as_ref().clone();
            change(&mut context);
            self.known_context = Arc::new(context.for_known());
            self.context = Arc::new(context);
        }
    }

    /// Sets the configuration that weighs and suppresses findings, and has the invariants of CloudProfiles and the kinds with templates
    /// of Shoots.
    /// [`set_advice`](Self::set_advice) decides about advice.
    pub fn set_configuration(&mut self, configuration: impl Into<Arc<Configuration>>) {
        self.configuration = configuration.into();
        let invariants = &self.configuration.invariants;
        let is_change = *self.context.invariants != **invariants;
        let invariants = invariants.as_slice().into();
        self.change(|context| context.invariants = invariants, is_change);
        let templates = &self.configuration.shoot_templates;
        if *self.context.shoot_templates != **templates {
            let templates = templates.as_slice().into();
            self.change(|context| context.shoot_templates = templates, true);
            self.reread();
        }
    }

    /// Sets the findings that reports leave out because they were there before.
    pub fn set_baseline(&mut self, baseline: Option<Baseline>) {
        self.baseline = baseline.map(Arc::new);
    }

    /// Sets how the report suggests to provide missing documents, in the caller's words: `with --profile`.
    pub const fn set_supply_hint(&mut self, how: &'static str) {
        self.supply_hint = Some(how);
    }

    /// Sets whether unchecked objects are accepted: findings that something could not be checked are then notes, not errors.
    pub const fn set_accepts_unchecked(&mut self, accepts: bool) {
        self.accepts_unchecked = accepts;
    }

    /// Returns whether objects that cannot be checked are accepted.
    #[must_use]
    pub const fn accepts_unchecked(&self) -> bool {
        self.accepts_unchecked
    }

    /// Sets which errors stay errors.
    pub const fn set_strictness(&mut self, strictness: Strictness) {
        self.strictness = strictness;
    }

    /// Sets whether objects refer to the checked profile if a known one has the same name. By default, they refer to the known
    /// one; a caller that adds known profiles which the user did not name prefers the checked ones.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let profile = |provider: &str| {
    ///     let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n";
    ///     format!("{head}spec: {{type: {provider}}}\n")
    /// };
    /// analysis.set(Role::Known, "landscape.yaml", profile("aws").as_bytes());
    /// analysis.set(Role::Checked, "new.yaml", profile("local").as_bytes());
    /// assert_eq!(analysis.profile(&ProfileKey::global("a"))?.spec().provider_type, "aws");
    /// analysis.set_prefers_checked(true);
    /// assert_eq!(analysis.profile(&ProfileKey::global("a"))?.spec().provider_type, "local");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_prefers_checked(&mut self, prefers: bool) {
        self.prefers_checked = prefers;
        self.index = OnceLock::new();
    }

    /// Declares that a profile replaces an old one of another name, for [`CheckMode::Update`]. The rules report the
    /// change of the name.
    pub fn set_predecessor(&mut self, profile: ProfileKey, old: ProfileKey) {
        self.predecessors.insert(profile, old);
    }

    /// Adds an input: a stream of YAML or JSON documents. Replaces an input of the same role and name, in its position.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let profile = |name: &str| {
    ///     format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: {name}}}\n")
    /// };
    /// analysis.set(Role::Checked, "profile.yaml", profile("before").as_bytes());
    /// analysis.set(Role::Checked, "profile.yaml", profile("after").as_bytes());
    /// let names: Vec<String> = analysis.profiles().map(|(key, _)| key.to_string()).collect();
    /// assert_eq!(names, ["after"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, role: Role, name: &str, bytes: &[u8]) {
        if self.input(role, name).is_some_and(|input| input.is_of(bytes)) {
            return;
        }
        // Frees the former objects first, because reading takes much memory. The input keeps its position.
        if let Some(place) = self.positions.get(&(role, name.to_owned())) {
            self.inputs.remove(place);
            self.index = OnceLock::new();
        }
        if let Some(input) = self.read(role, name, bytes) {
            self.add(input);
        }
    }

    /// Adds an input that has already been read.
    pub(crate) fn set_read(&mut self, role: Role, file: File) {
        self.add(Input::new(role, file, &self.context));
    }

    /// Reads an input without adding it, so that several threads can read at once; `None` if the same text is already
    /// there. [`add`](Self::add) adds it.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let profile = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n";
    /// let known = &analysis;
    /// let read = std::thread::scope(|scope| {
    ///     let start = |name| scope.spawn(move || known.read(Role::Known, name, profile));
    ///     ["a.yaml", "b.yaml"].map(start).map(|thread| thread.join())
    /// });
    /// read.into_iter().flatten().flatten().for_each(|input| analysis.add(input));
    /// assert_eq!(analysis.input_names(Role::Known), ["a.yaml", "b.yaml"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn read(&self, role: Role, name: &str, bytes: impl Into<Vec<u8>> + AsRef<[u8]>) -> Option<Input> {
        if self.input(role, name).is_some_and(|input| input.is_of(bytes.as_ref())) {
            return None;
        }
        let file = read::read_text(InputText::new(name, bytes), &ReadLimits::DEFAULT);
        Some(Input::new(role, file, &self.context))
    }

    /// Adds an input that has been [read](Self::read).
    pub fn add(&mut self, input: impl Into<Arc<Input>>) {
        let input = input.into();
        let place = *self.positions.entry((input.role, input.name.clone())).or_insert_with(|| {
            self.next_position += 1;
            self.next_position
        });
        self.inputs.insert(place, input);
        self.index = OnceLock::new();
    }

    /// Adds one object as an input, like [`set`](Self::set); findings point into it as indented JSON.
    pub fn set_object(&mut self, role: Role, name: &str, object: &serde_json::Value) {
        self.set(role, name, format!("{object:#}").as_bytes());
    }

    /// Adds a checked input of another analysis as an [old](Role::Old) one, without reading it again. Does nothing if
    /// `before` has no such input.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut before = Analysis::new(rootstock_providers::registry()?, settings);
    /// before.set(Role::Checked, "profile.yaml", b"apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n");
    /// let mut after = Analysis::new(rootstock_providers::registry()?, settings);
    /// after.set_old_from(&before, "profile.yaml");
    /// assert_eq!(after.text(Role::Old, "profile.yaml"), before.text(Role::Checked, "profile.yaml"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_old_from(&mut self, before: &Self, name: &str) {
        if let Some(input) = before.input(Role::Checked, name) {
            self.add(input.in_role(Role::Old));
        }
    }

    /// Keeps the current state of a checked input as a known one, without reading it again, because its text is about
    /// to become unreadable while the user is typing in it.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n";
    /// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    /// analysis.keep_known("profile.yaml");
    /// analysis.set(Role::Checked, "profile.yaml", b"spec: [");
    /// assert!(analysis.profile(&ProfileKey::global("a")).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_known(&mut self, name: &str) {
        if let Some(known) = self.input(Role::Checked, name).map(|input| input.in_role(Role::Known)) {
            self.add(known);
        }
    }

    /// Adds an input that cannot be read, with the reason; the report counts it as an unreadable document.
    pub fn set_unavailable(&mut self, role: Role, name: &str, reason: impl Into<String>) {
        self.add(Input::unavailable(role, name, reason.into()));
    }

    /// Removes an input; returns whether there was one.
    pub fn remove(&mut self, role: Role, name: &str) -> bool {
        let place = self.positions.remove(&(role, name.to_owned()));
        self.index = OnceLock::new();
        place.and_then(|place| self.inputs.remove(&place)).is_some()
    }

    pub(crate) fn input(&self, role: Role, name: &str) -> Option<&Arc<Input>> {
        self.inputs.get(self.positions.get(&(role, name.to_owned()))?)
    }

    pub(crate) fn inputs_in(&self, role: Role) -> impl Iterator<Item = &Arc<Input>> + Clone {
        self.inputs.values().filter(move |input| input.role == role)
    }

    /// Returns the known providers.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        &self.context.registry
    }

    /// Returns the semantics, the feature gates and the instant.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.context.settings
    }

    /// Returns the operation that objects are judged as.
    #[must_use]
    pub fn mode(&self) -> CheckMode {
        self.context.mode
    }

    pub(crate) const fn context(&self) -> &Arc<CheckContext> {
        &self.context
    }

    /// Returns the configuration that weighs and suppresses findings.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Returns the number of judgements made so far by this analysis and its clones together.
    #[must_use]
    pub fn check_counts(&self) -> CheckCounts {
        *self.context.counts()
    }

    /// Returns the objects of an input in document order; empty if there is no such input.
    pub fn objects(&self, role: Role, name: &str) -> impl Iterator<Item = &Object> {
        self.input(role, name).into_iter().flat_map(|input| input.objects())
    }

    /// Returns a copy without the checked inputs, in which the caller can judge replacements for them.
    #[must_use]
    pub fn without_checked(&self) -> Self {
        let mut left = self.clone();
        left.inputs.retain(|_, input| input.role != Role::Checked);
        left.positions.retain(|(role, _), _| *role != Role::Checked);
        left.index = OnceLock::new();
        left
    }

    /// Returns the documents of an input as they were read; `None` if there is no such input or nothing is
    /// [kept](Self::set_discards_results).
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// analysis.set(Role::Checked, "a.yaml", b"kind: Pod\n---\nkind: Seed\n");
    /// assert_eq!(analysis.file(Role::Checked, "a.yaml").map(|file| file.documents.len()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file(&self, role: Role, name: &str) -> Option<&File> {
        self.input(role, name)?.file.as_ref()
    }

    /// Returns the text of an input, if it exists and is available.
    #[must_use]
    pub fn text(&self, role: Role, name: &str) -> Option<&str> {
        let input = self.input(role, name).filter(|input| input.is_available())?;
        Some(input.source.text())
    }

    /// Returns the names of the inputs of a role, in the order in which they were added.
    #[must_use]
    pub fn input_names(&self, role: Role) -> Vec<String> {
        self.inputs_in(role).map(|input| input.name.clone()).collect()
    }

    /// Returns whether the inputs of a role have an unreadable document.
    #[must_use]
    pub fn has_unreadable(&self, role: Role) -> bool {
        self.inputs_in(role).any(|input| input.has_unreadable())
    }

    /// Returns the reasons why documents of an input cannot be read.
    pub fn unreadable(&self, role: Role, name: &str) -> impl Iterator<Item = &Violation> {
        let documents = self.input(role, name).into_iter().flat_map(|input| input.documents.iter());
        documents.flat_map(|document| &document.unreadable).map(|finding| &finding.violation)
    }

    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Arc::new(Index::of(self.inputs.values(), self.prefers_checked)))
    }

    /// Returns a known or checked profile: a CloudProfile, or a rendered NamespacedCloudProfile.
    ///
    /// # Errors
    ///
    /// Returns [`NoProfile`] if the profile is missing or cannot be rendered.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, NoProfile, ProfileKey, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: local}\nspec: {type: local}\n";
    /// analysis.set(Role::Known, "profile.yaml", text.as_bytes());
    /// assert_eq!(analysis.profile(&ProfileKey::global("local"))?.spec().provider_type, "local");
    /// let missing = analysis.profile(&ProfileKey::global("other"));
    /// assert!(matches!(missing, Err(NoProfile::Missing { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn profile(&self, key: &ProfileKey) -> Result<Arc<Profile>, NoProfile> {
        match self.index().profiles.get(key) {
            Some(Object::CloudProfile(profile)) => Ok(Arc::clone(profile)),
            Some(Object::NamespacedCloudProfile(child)) => self.render(child),
            Some(Object::Shoot(_)) | None if self.index().completed_elsewhere.contains(key) => {
                Err(NoProfile::CompletedElsewhere { key: key.clone() })
            }
            Some(Object::Shoot(_)) | None => {
                Err(NoProfile::Missing { key: key.clone(), near: self.index().nearest(key).map(str::to_owned) })
            }
        }
    }

    /// Returns the parent of a NamespacedCloudProfile, if it is known or checked.
    #[must_use]
    pub fn parent_of(&self, child: &NamespacedCloudProfile) -> Option<&Arc<Profile>> {
        self.index().parent_of(child)
    }

    /// Returns every known or checked profile, CloudProfiles first, or the reason why it cannot be rendered.
    pub fn profiles(&self) -> impl Iterator<Item = (&ProfileKey, Result<Arc<Profile>, NoProfile>)> {
        self.profile_keys().map(|key| (key, self.profile(key)))
    }

    /// Returns the reasons why known or checked CloudProfiles cannot be used, although they are given.
    pub fn unusable_profiles(&self) -> impl Iterator<Item = NoProfile> {
        self.index().completed_elsewhere.iter().map(|key| NoProfile::CompletedElsewhere { key: key.clone() })
    }

    /// Returns the profiles in the inputs of a role, CloudProfiles first. NamespacedCloudProfiles are rendered; those
    /// that cannot be are omitted.
    #[must_use]
    pub fn profiles_in(&self, role: Role) -> Vec<Arc<Profile>> {
        let objects = self.inputs_in(role).flat_map(|input| input.objects());
        let keys: BTreeSet<ProfileKey> = objects.filter_map(|object| object.profile_key()).collect();
        let profiles = self.profiles().filter(|(key, _)| keys.contains(*key));
        profiles.filter_map(|(_, profile)| profile.ok()).collect()
    }

    /// Returns the known or checked NamespacedCloudProfiles as written.
    pub fn children(&self) -> impl Iterator<Item = (&ProfileKey, &Arc<Child>)> {
        self.index().profiles.iter().filter_map(|(key, object)| Some((key, object.child()?)))
    }

    /// Returns the profile of a Shoot. A Shoot that does not name one is judged by the only profile, if there is exactly one.
    ///
    /// # Errors
    ///
    /// Returns [`NoProfile`] if the profile is missing or cannot be rendered.
    pub fn profile_of(&self, shoot: &Shoot) -> Result<Arc<Profile>, NoProfile> {
        if let Some(reference) = shoot.profile() {
            return self.profile(&ProfileKey::of(&reference, &shoot.metadata.namespace));
        }
        let mut profiles = self.profiles().filter_map(|(_, profile)| profile.ok());
        match (profiles.next(), profiles.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(NoProfile::Unnamed),
        }
    }

    /// Returns the CloudProfile that this one replaces.
    pub(crate) fn old_profile(&self, key: &ProfileKey) -> Option<&Arc<Profile>> {
        self.index().old_profile(self.predecessors.get(key).unwrap_or(key))
    }

    /// Returns the NamespacedCloudProfile that this one replaces.
    pub(crate) fn old_child(&self, key: &ProfileKey) -> Option<&Arc<Child>> {
        self.index().old_child(self.predecessors.get(key).unwrap_or(key))
    }

    /// Returns the number of errors of a profile as a desired state; for a NamespacedCloudProfile, those found when it was read.
    #[must_use]
    pub fn errors(&self, object: &Object) -> usize {
        match object {
            Object::CloudProfile(profile) => {
                let judged = judge::cloud_profile(profile, None, &[], &self.known_context);
                let findings = judged.as_deref().and_then(|judged| judged.as_ref().ok());
                findings.map_or(0, |findings| findings.iter().map(finding_limit::errors).sum())
            }
            Object::NamespacedCloudProfile(child) => child.errors(),
            Object::Shoot(shoot) => shoot.errors(),
        }
    }

    /// Returns the notices about known inputs, input by input; judges their profiles.
    #[must_use]
    pub fn notices_about_known(&self) -> Vec<Notice> {
        let mut notices = Vec::new();
        for input in self.inputs_in(Role::Known).filter(|input| input.is_available()) {
            let name = &input.name;
            if input.has_unreadable() {
                notices.push(Notice::UnreadableDocument { input: name.clone() });
            }
            for is_own in [true, false] {
                notices.extend(input.objects().filter_map(|object| {
                    let (key, own) = match object {
                        Object::CloudProfile(profile) => (profile.name(), true),
                        Object::NamespacedCloudProfile(child) => (child.object.metadata.name.as_str(), false),
                        Object::Shoot(_) => return None,
                    };
                    let errors = if own == is_own { self.errors(object) } else { 0 };
                    let profile = format!("profile `{key}` in {name}");
                    (errors > 0).then(|| Notice::ProfileErrors { profile, input: name.clone(), errors })
                }));
            }
        }
        notices.extend(self.index().duplicates(Role::Known));
        notices
    }
}
