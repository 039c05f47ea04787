//! The known objects of a garden.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rootstock_analysis::configuration::Landscape;
use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::{FleetItem, JsonShoot};
use rootstock_provider_api::Registry;
use rootstock_sources::cluster::{Key, Kind, Object};
use rootstock_versioning::Timestamp;

use super::kind_watcher::{KindMessage, WatchMessage};
use crate::clock;
use crate::garden::visibility::troubles;
use crate::garden::{Garden, IndexedShoot, InternedNames, KEPT_RENDERINGS, NamespaceHashes, with_running_release};

/// The source name in messages about Shoots that cannot be parsed.
const SOURCE: &str = "the garden";

/// The known objects of a garden.
pub(super) struct Known {
    landscape: Landscape,
    /// Contains the profiles.
    analysis: Analysis,
    objects: BTreeMap<(Kind, Key), KnownObject>,
    names: InternedNames,
    source: Arc<str>,
    /// The sum of the hashes of all objects: equal in all replicas that know the same objects.
    sum: u64,
    /// The time of the last message about each kind; absent until the kind has been listed.
    seen: BTreeMap<Kind, Timestamp>,
}

/// A known object.
struct KnownObject {
    hash: u64,
    /// The object itself, if it is a Shoot.
    shoot: Option<Arc<IndexedShoot>>,
}

impl Known {
    pub(super) fn new(landscape: Landscape, registry: Arc<Registry>) -> Self {
        let mut analysis = Analysis::new(registry, landscape.settings(clock::now()));
        analysis.set_kept_renderings(KEPT_RENDERINGS);
        Self {
            analysis,
            landscape,
            objects: BTreeMap::new(),
            names: InternedNames::default(),
            source: SOURCE.into(),
            sum: 0,
            seen: BTreeMap::new(),
        }
    }

    /// Applies a message. Returns whether the state has changed.
    pub(super) fn take(&mut self, KindMessage { kind, message }: KindMessage) -> bool {
        let before = self.sum;
        match message {
            WatchMessage::Updated(objects) => objects.into_iter().for_each(|object| self.set(kind, object)),
            WatchMessage::Deleted(key) => self.remove(kind, &key),
            WatchMessage::Listed(all) => {
                self.remove_others(kind, &all);
                self.seen.insert(kind, clock::now());
            }
            WatchMessage::Unchanged => {}
        }
        if let Some(seen) = self.seen.get_mut(&kind) {
            *seen = clock::now();
        }
        before != self.sum
    }

    /// Returns the time up to which no change can have been missed; `None` before all kinds have been listed.
    pub(super) fn seen(&self) -> Option<Timestamp> {
        if self.seen.len() == Kind::ALL.len() { self.seen.values().min().copied() } else { None }
    }

    /// Returns the current state.
    pub(super) fn garden(&self, now: Timestamp) -> Garden {
        let shoots: Vec<_> = self.objects.values().filter_map(|known| known.shoot.clone()).collect();
        let mut unused_release = Vec::new();
        let landscape = with_running_release(&self.landscape, &shoots, &mut unused_release);
        let mut analysis = self.analysis.clone();
        analysis.set_settings(landscape.settings(now));
        let mut troubles = troubles(&analysis);
        troubles.append(&mut unused_release);
        Garden::new(format!("{:016x}", self.sum), now, analysis, shoots, troubles, self.hashes(), landscape)
    }

    fn hashes(&self) -> NamespaceHashes {
        let mut hashes = NamespaceHashes::new();
        for ((kind, key), KnownObject { hash, .. }) in &self.objects {
            let of_namespace = match hashes.get_mut(&*key.namespace) {
                Some(known) => known,
                None => hashes.entry(key.namespace.to_string()).or_default(),
            };
            let sum = if *kind == Kind::Shoot { &mut of_namespace.shoots } else { &mut of_namespace.profiles };
            *sum = sum.wrapping_add(*hash);
        }
        hashes
    }

    fn set(&mut self, kind: Kind, object: Object) {
        let hash = hash(kind, &object);
        let key = (kind, object.key);
        let known = self.objects.get(&key).map(|known| known.hash);
        if known == Some(hash) {
            return;
        }
        let kept = if kind == Kind::Shoot {
            let json =
                JsonShoot { source: Arc::clone(&self.source), index: 0, offset: 0, line: None, text: object.text };
            Some(Arc::new(IndexedShoot::new(FleetItem::Json(json), &mut self.names)))
        } else {
            self.analysis.set(Role::Known, &input_name(kind, &key.1), &object.text);
            None
        };
        self.objects.insert(key, KnownObject { hash, shoot: kept });
        self.sum = self.sum.wrapping_sub(known.unwrap_or(0)).wrapping_add(hash);
    }

    fn remove(&mut self, kind: Kind, key: &Key) {
        let Some(KnownObject { hash, .. }) = self.objects.remove(&(kind, key.clone())) else { return };
        self.analysis.remove(Role::Known, &input_name(kind, key));
        self.sum = self.sum.wrapping_sub(hash);
    }

    fn remove_others(&mut self, kind: Kind, all: &BTreeSet<Key>) {
        let of_kind = self.objects.keys().filter(|(other, key)| *other == kind && !all.contains(key));
        let others: Vec<Key> = of_kind.map(|(_, key)| key.clone()).collect();
        for key in others {
            self.remove(kind, &key);
        }
    }
}

/// Returns the input name of a profile in the analysis.
fn input_name(kind: Kind, Key { namespace, name, .. }: &Key) -> String {
    let slash = if namespace.is_empty() { "" } else { "/" };
    format!("{} {namespace}{slash}{name}", kind.name())
}

fn hash(kind: Kind, object: &Object) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind.plural(), &object.key.namespace, &object.key.name, &object.text).hash(&mut hasher);
    hasher.finish()
}
