//! The profiles behind `--profile` and among what is checked, found by name and namespace.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::rc::Rc;

use rootstock_admission::canonicalise_cloud_profile;
use rootstock_core_model::{CloudProfile, CloudProfileReference, Settings};
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::examine::{Conditions, Everything, Judgement, RenderedProfile, WaitingProfile, examine_everything};
use crate::profile::{self, Profile};
use crate::status::Failure;
use crate::{Streams, input};

/// What leads to a profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    /// The namespace of a NamespacedCloudProfile.
    pub(crate) namespace: Option<String>,
    pub(crate) name: String,
}

impl Key {
    /// A CloudProfile.
    pub(crate) fn global(name: &str) -> Self {
        Self { namespace: None, name: name.to_owned() }
    }

    /// A NamespacedCloudProfile.
    pub(crate) fn namespaced(namespace: &str, name: &str) -> Self {
        Self { namespace: Some(namespace.to_owned()), name: name.to_owned() }
    }

    /// What a reference in an object of a namespace leads to.
    pub(crate) fn of(reference: &CloudProfileReference, namespace: &str) -> Self {
        match reference.is_namespaced() {
            true => Self::namespaced(namespace, &reference.name),
            false => Self::global(&reference.name),
        }
    }

    /// `NAME`, or `NAMESPACE/NAME`.
    pub(crate) fn shown(&self) -> String {
        match &self.namespace {
            Some(namespace) => format!("{namespace}/{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Profiles in the form in which Gardener stores them, NamespacedCloudProfiles in the form in which Shoots get them.
#[derive(Default)]
pub(crate) struct KnownProfiles {
    stored: BTreeMap<Key, Rc<Profile>>,
    children: BTreeMap<Key, Rc<WaitingProfile>>,
    /// NamespacedCloudProfiles that could not be rendered, and why not.
    unrendered: BTreeMap<Key, String>,
    /// Whether something among them could not be read.
    pub(crate) has_unreadable: bool,
}

impl KnownProfiles {
    /// Reads every profile behind the arguments, and renders the NamespacedCloudProfiles among them. What is odd about
    /// them is said, and the rest is used.
    pub(crate) fn load(
        paths: &[PathBuf],
        registry: &Registry,
        settings: &Settings,
        streams: &mut Streams,
    ) -> Result<Self, Failure> {
        let mut known = Self::default();
        let conditions = Conditions { registry, settings, judgement: Judgement::State };
        for found in input::find(paths) {
            let input = match found {
                Ok(path) => input::read(&path, streams),
                Err(unreachable) => unreachable,
            };
            let bytes = match input.bytes {
                Ok(bytes) => bytes,
                Err(reason) => {
                    known.has_unreadable = true;
                    streams.say(&format!("cannot read {}: {reason}", input.name));
                    continue;
                }
            };
            let file = &input.name;
            let mut report = Report::default();
            let everything = examine_everything(file, &bytes, conditions, &mut report);
            if report.summary().unreadable > 0 {
                known.has_unreadable = true;
                streams.say(&format!("a document in {file} cannot be read; see `rootstock check {file}`"));
            }
            for child in &everything.children {
                child.report_form(&mut report);
            }
            let names = everything.profiles.iter().map(|it| (it.document, &it.profile.metadata.name));
            for (document, name) in
                names.chain(everything.children.iter().map(|it| (it.document, &it.profile.metadata.name)))
            {
                profile::say_errors(&report, document, &format!("profile `{name}` in {file}"), file, streams);
            }
            _ = known.add(everything, file, streams);
        }
        if !paths.is_empty() && known.stored.is_empty() && known.children.is_empty() && !known.has_unreadable {
            return Err(Failure::Unreadable("there is no CloudProfile in what --profile names".to_owned()));
        }
        known.render(registry, settings);
        Ok(known)
    }

    /// Adds the profiles of a file, NamespacedCloudProfiles as they are so far; those are handed back. Of several of one
    /// name, the first is used.
    pub(crate) fn add(&mut self, found: Everything, file: &str, streams: &mut Streams) -> Vec<Rc<WaitingProfile>> {
        let mut say = |key: &Key| {
            streams.say(&format!(
                "there are several profiles `{}`; the first is used, the one in {file} is not",
                key.shown()
            ));
        };
        for examined in found.profiles {
            let mut object = examined.profile;
            canonicalise_cloud_profile(&mut object, None);
            match self.stored.entry(Key::global(&object.metadata.name)) {
                Entry::Vacant(free) => _ = free.insert(Rc::new(Profile { object, config: examined.config })),
                Entry::Occupied(taken) => say(taken.key()),
            }
        }
        let children: Vec<Rc<WaitingProfile>> = found.children.into_iter().map(Rc::new).collect();
        for child in &children {
            let metadata = &child.profile.metadata;
            match self.children.entry(Key::namespaced(&metadata.namespace, &metadata.name)) {
                Entry::Vacant(free) => _ = free.insert(Rc::clone(child)),
                Entry::Occupied(taken) => say(taken.key()),
            }
        }
        children
    }

    /// Renders the NamespacedCloudProfiles for which that has not been done.
    pub(crate) fn render(&mut self, registry: &Registry, settings: &Settings) {
        for (key, child) in &self.children {
            if self.stored.contains_key(key) {
                continue;
            }
            match child.render(self.parent_of(child).map(|parent| &parent.object), registry, settings) {
                Ok(rendered) => {
                    self.unrendered.remove(key);
                    self.stored.insert(key.clone(), Rc::new(rendered.into()));
                }
                Err(reason) => _ = self.unrendered.insert(key.clone(), reason),
            }
        }
    }

    /// The parent of a NamespacedCloudProfile, as far as it is known.
    pub(crate) fn parent_of(&self, child: &WaitingProfile) -> Option<&Profile> {
        let parent = &child.profile.spec.parent;
        // An absent kind is a mistake of its own, and says nothing else.
        let is_global = parent.kind == CloudProfile::KIND || parent.kind.is_empty();
        self.stored.get(&Key::global(&parent.name)).filter(|_| is_global).map(Rc::as_ref)
    }

    /// These, and of `others` those that are not among them.
    pub(crate) fn or(&self, others: Self) -> Self {
        let mut all = others;
        // The parent of a NamespacedCloudProfile may be among the others.
        let parents = self.stored.iter().filter(|(key, _)| key.namespace.is_none());
        all.stored.extend(parents.map(|(key, stored)| (key.clone(), Rc::clone(stored))));
        all.children.extend(self.children.iter().map(|(key, child)| (key.clone(), Rc::clone(child))));
        all
    }

    /// Every profile, CloudProfiles first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Key, &Profile)> {
        self.stored.iter().map(|(key, profile)| (key, profile.as_ref()))
    }

    /// The NamespacedCloudProfiles as they are written.
    pub(crate) fn children(&self) -> impl Iterator<Item = (&Key, &WaitingProfile)> {
        self.children.iter().map(|(key, child)| (key, child.as_ref()))
    }

    /// The NamespacedCloudProfiles that could not be rendered, and why not.
    pub(crate) const fn unrendered(&self) -> &BTreeMap<Key, String> {
        &self.unrendered
    }
}

impl From<RenderedProfile> for Profile {
    fn from(rendered: RenderedProfile) -> Self {
        let mut object = CloudProfile { spec: rendered.spec, ..CloudProfile::default() };
        object.metadata.namespace = rendered.namespace;
        object.metadata.name = rendered.name;
        Self { object, config: rendered.config }
    }
}
