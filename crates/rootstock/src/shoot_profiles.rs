//! The profiles that Shoots are judged by, found by name and namespace.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::rc::Rc;

use rootstock_admission::{ProviderHalf, ShootProfile, canonicalise_cloud_profile};
use rootstock_core_model::{CloudProfileReference, CloudProfileSpec, Settings, Shoot};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::Report;

use crate::examine::{Conditions, Examined, Judgement, RenderedProfile, examine_everything};
use crate::status::Failure;
use crate::{Streams, input, profile};

/// The namespace, if it is a NamespacedCloudProfile, and the name.
type Key = (Option<String>, String);

/// Profiles in the form in which Gardener stores them.
#[derive(Default)]
pub(crate) struct ShootProfiles {
    stored: BTreeMap<Key, Rc<Stored>>,
    /// Whether something among them could not be read.
    pub(crate) has_unreadable: bool,
}

struct Stored {
    spec: CloudProfileSpec,
    config: Option<Box<dyn ProviderConfig>>,
}

impl ShootProfiles {
    /// Reads every profile behind the arguments. What is odd about them is said, and the rest is used.
    pub(crate) fn load(
        paths: &[PathBuf],
        registry: &Registry,
        settings: &Settings,
        streams: &mut Streams,
    ) -> Result<Self, Failure> {
        let mut profiles = Self::default();
        let conditions = Conditions { registry, settings, judgement: Judgement::State };
        for found in input::find(paths) {
            let input = match found {
                Ok(path) => input::read(&path, streams),
                Err(unreachable) => unreachable,
            };
            let bytes = match input.bytes {
                Ok(bytes) => bytes,
                Err(reason) => {
                    profiles.has_unreadable = true;
                    streams.say(&format!("cannot read {}: {reason}", input.name));
                    continue;
                }
            };
            let file = &input.name;
            let mut report = Report::default();
            let everything = examine_everything(file, &bytes, conditions, &mut report);
            if report.summary().unreadable > 0 {
                profiles.has_unreadable = true;
                streams.say(&format!("a document in {file} cannot be read; see `rootstock check {file}`"));
            }
            for examined in &everything.profiles {
                let what = format!("profile `{}` in {file}", examined.profile.metadata.name);
                profile::say_errors(&report, examined.document, &what, file, streams);
            }
            profiles.add(everything.profiles, everything.rendered, file, streams);
        }
        if !paths.is_empty() && profiles.stored.is_empty() && !profiles.has_unreadable {
            return Err(Failure::Unreadable("there is no CloudProfile in what --profile names".to_owned()));
        }
        Ok(profiles)
    }

    /// Adds the profiles of a file. Of several of one name, the first is used.
    pub(crate) fn add(
        &mut self,
        profiles: Vec<Examined>,
        rendered: Vec<RenderedProfile>,
        file: &str,
        streams: &mut Streams,
    ) {
        let profiles = profiles.into_iter().map(|Examined { mut profile, config, .. }| {
            canonicalise_cloud_profile(&mut profile, None);
            ((None, profile.metadata.name), Stored { spec: profile.spec, config })
        });
        let rendered = rendered
            .into_iter()
            .map(|child| ((Some(child.namespace), child.name), Stored { spec: child.spec, config: child.config }));
        for (key, stored) in profiles.chain(rendered) {
            match self.stored.entry(key) {
                Entry::Vacant(free) => {
                    free.insert(Rc::new(stored));
                }
                Entry::Occupied(taken) => streams.say(&format!(
                    "there are several profiles `{}`; the first is used, the one in {file} is not",
                    shown(taken.key())
                )),
            }
        }
    }

    /// These, and of `others` those that are not among them.
    pub(crate) fn or(&self, others: Self) -> Self {
        let mut all = others;
        all.stored.extend(self.stored.iter().map(|(key, stored)| (key.clone(), Rc::clone(stored))));
        all
    }

    /// Prepares every profile to judge Shoots by it.
    pub(crate) fn prepare<'a>(&'a self, registry: &Registry, settings: &Settings) -> PreparedProfiles<'a> {
        let prepared = self.stored.iter().map(|(key, stored)| {
            let half = registry
                .get(&stored.spec.provider_type)
                .map(|plugin| ProviderHalf { plugin, config: stored.config.as_deref() });
            let profile = ShootProfile::new(&stored.spec, settings, half);
            (key, profile.map_err(|too_large| format!("its profile cannot be compared: {too_large}")))
        });
        PreparedProfiles(prepared.collect())
    }
}

/// Profiles that are ready to judge Shoots by.
pub(crate) struct PreparedProfiles<'a>(BTreeMap<&'a Key, Result<ShootProfile<'a>, String>>);

impl<'a> PreparedProfiles<'a> {
    /// The profile of a Shoot, or why there is none. One that names no profile is judged by the only one there is.
    pub(crate) fn of(&self, shoot: &Shoot) -> Result<&ShootProfile<'a>, String> {
        let found = match (shoot.profile(), self.0.len()) {
            (None, 1) => self.0.values().next(),
            (None, _) => return Err("it names no profile in `spec.cloudProfile`".to_owned()),
            (Some(reference), _) => {
                let key = key(&reference, shoot);
                let found = self.0.get(&key);
                if found.is_none() {
                    return Err(missing(&key));
                }
                found
            }
        };
        match found {
            Some(Ok(profile)) => Ok(profile),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("there are no profiles".to_owned()),
        }
    }
}

fn key(reference: &CloudProfileReference, shoot: &Shoot) -> Key {
    (reference.is_namespaced().then(|| shoot.metadata.namespace.clone()), reference.name.clone())
}

/// A Shoot in words: `NAMESPACE/NAME`.
pub(crate) fn full_name(shoot: &Shoot) -> String {
    format!("{}/{}", shoot.metadata.namespace, shoot.metadata.name)
}

fn shown((namespace, name): &Key) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}/{name}"),
        None => name.clone(),
    }
}

fn missing(key: &Key) -> String {
    let name = shown(key);
    match key.0 {
        None => format!("its CloudProfile `{name}` is not among the inputs; give it with --profile"),
        Some(_) => format!(
            "its NamespacedCloudProfile `{name}` is not among the inputs with its `status.cloudProfileSpec`; give it \
             with --profile, as the cluster prints it"
        ),
    }
}
