//! The registered capabilities, and the compilation of capability maps against them.

use foldhash::{HashMap, HashSet};
use rootstock_core_model::{Capabilities, CapabilityDefinition};

use crate::CapabilitySet;
use crate::layout::{Field, Layout};
use crate::name_index::NameIndex;
use crate::ranking::Ranking;

/// The registered capabilities of a profile, most significant first, with their values, most preferred first.
///
/// Each value has one bit, so a whole [`CapabilitySet`] is usually one or two words. The number of capabilities and values is
/// not limited. Input that admission refuses is tolerated: repeated values count once, and of several definitions with the same
/// name the last one applies.
///
/// ```
/// use rootstock_capability_engine::Vocabulary;
/// use rootstock_core_model::{Capabilities, CapabilityDefinition};
///
/// let definitions: Vec<CapabilityDefinition> = serde_json::from_str(
///     r#"[{"name": "architecture", "values": ["amd64"]}, {"name": "storageAccess", "values": ["NVMe", "SCSI"]}]"#,
/// )?;
/// let vocabulary = Vocabulary::new(&definitions);
/// let set = vocabulary.compile(&Capabilities::from_iter([("architecture", ["amd64"])]));
/// let storage: Vec<&str> = vocabulary.values(&set, "storageAccess").collect();
/// assert_eq!(storage, ["NVMe", "SCSI"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Vocabulary {
    capabilities: Vec<Capability>,
    by_name: NameIndex,
    pub(crate) layout: Layout,
    everything: CapabilitySet,
    /// The definitions in the order in which Gardener walks them; present only if a name is defined more than once.
    pub(crate) repeated: Option<Vec<Definition>>,
}

/// One registered capability.
#[derive(Debug, Clone)]
pub struct Capability {
    name: String,
    /// All values that have a bit: the registered ones, then those of earlier definitions with the same name.
    values: Vec<String>,
    registered: usize,
    by_value: NameIndex,
    pub(crate) field: Field,
}

/// A definition as written in the profile: the index of its capability and the positions of its values.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) capability: usize,
    pub(crate) positions: Vec<usize>,
}

impl Capability {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The registered values, most preferred first, without repetition.
    #[must_use]
    pub fn values(&self) -> &[String] {
        self.values.get(..self.registered).unwrap_or_default()
    }

    fn position(&self, value: &str) -> Option<usize> {
        let rank = self.by_value.find(&self.values, String::as_str, value)?;
        Some(self.field.position(rank))
    }
}

impl Vocabulary {
    /// Creates the vocabulary of `spec.machineCapabilities`. Without definitions, everything fits everything.
    #[must_use]
    pub fn new(definitions: &[CapabilityDefinition]) -> Self {
        let gathered = gather(definitions);
        let (layout, fields) = Layout::new(gathered.iter().map(|(_, values, _)| values.len()));
        let capabilities: Vec<Capability> = gathered
            .into_iter()
            .zip(fields)
            .map(|((name, values, registered), field)| Capability {
                name: name.to_owned(),
                by_value: NameIndex::new(&values, |value| value),
                values: values.into_iter().map(str::to_owned).collect(),
                registered,
                field,
            })
            .collect();
        let mut everything = CapabilitySet::nothing(layout.words());
        for capability in &capabilities {
            (0..capability.registered).for_each(|rank| everything.add(capability.field.position(rank)));
        }
        let by_name = NameIndex::new(&capabilities, Capability::name);
        let mut vocabulary = Self { capabilities, by_name, layout, everything, repeated: None };
        if vocabulary.len() < definitions.len() {
            vocabulary.repeated = Some(definitions.iter().filter_map(|entry| vocabulary.definition(entry)).collect());
        }
        vocabulary
    }

    fn definition(&self, definition: &CapabilityDefinition) -> Option<Definition> {
        let (index, capability) = self.find(&definition.name)?;
        let positions = definition.values.iter().filter_map(|value| capability.position(value)).collect();
        Some(Definition { capability: index, positions })
    }

    /// Returns the number of registered capabilities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.capabilities.len()
    }

    /// Returns whether no capability is registered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.capabilities.is_empty()
    }

    /// The registered capabilities, most significant first.
    #[must_use]
    pub fn capabilities(&self) -> &[Capability] {
        &self.capabilities
    }

    /// Looks up a capability by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Capability> {
        self.find(name).map(|(_, capability)| capability)
    }

    fn find(&self, name: &str) -> Option<(usize, &Capability)> {
        let index = self.by_name.find(&self.capabilities, Capability::name, name)?;
        Some((index, self.capabilities.get(index)?))
    }

    /// The set that declares nothing, and so supports every registered value of every capability.
    #[must_use]
    pub const fn everything(&self) -> &CapabilitySet {
        &self.everything
    }

    /// Returns the number of 64-bit words per set.
    #[must_use]
    pub fn words(&self) -> usize {
        self.layout.words()
    }

    /// Compiles a capability map, with defaulting: an absent capability means every registered value, and an empty list means
    /// none. Unregistered names are dropped.
    ///
    /// ```
    /// use rootstock_capability_engine::Vocabulary;
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition};
    ///
    /// let disk = CapabilityDefinition { name: "disk".into(), values: vec!["fast".into(), "slow".into()] };
    /// let vocabulary = Vocabulary::new(&[disk]);
    /// let nothing_said = vocabulary.compile(&Capabilities::default());
    /// assert_eq!(vocabulary.values(&nothing_said, "disk").collect::<Vec<_>>(), ["fast", "slow"]);
    /// let slow = vocabulary.compile(&Capabilities::from_iter([("disk", ["slow"])]));
    /// assert_eq!(vocabulary.to_capabilities(&slow), Capabilities::from_iter([("disk", ["slow"])]));
    /// ```
    #[must_use]
    pub fn compile(&self, capabilities: &Capabilities) -> CapabilitySet {
        let mut set = self.everything.clone();
        let mut unregistered = Vec::new();
        for (name, values) in capabilities.iter() {
            let Some((index, capability)) = self.find(name) else { continue };
            set.clear(capability.field);
            for value in values {
                match capability.position(value) {
                    Some(position) => set.add(position),
                    None => unregistered.push((index, value.clone())),
                }
            }
        }
        set.set_unregistered(unregistered);
        set
    }

    /// Iterates over a set's values for one capability: first the registered ones, most preferred first, then any others.
    /// Yields nothing if the capability is not registered.
    pub fn values<'a>(&'a self, set: &'a CapabilitySet, capability: &str) -> impl Iterator<Item = &'a str> {
        self.find(capability).into_iter().flat_map(|(index, _)| self.values_at(set, index))
    }

    /// Returns whether one of the sets has the given value for a capability.
    pub(crate) fn any_has(&self, sets: &[CapabilitySet], capability: &str, value: &str) -> bool {
        let Some((index, capability)) = self.find(capability) else { return false };
        match capability.position(value) {
            Some(position) => sets.iter().any(|set| set.has(position)),
            None => sets.iter().any(|set| set.unregistered(index).any(|one| one == value)),
        }
    }

    /// Iterates over the capabilities of a set and their values, most significant capability first, each capability once.
    pub fn iter<'a>(
        &'a self,
        set: &'a CapabilitySet,
    ) -> impl Iterator<Item = (&'a str, impl Iterator<Item = &'a str>)> {
        self.capabilities.iter().enumerate().map(|(index, entry)| (entry.name(), self.values_at(set, index)))
    }

    /// Converts a set to a capability map in which every registered capability is listed.
    #[must_use]
    pub fn to_capabilities(&self, set: &CapabilitySet) -> Capabilities {
        self.iter(set).collect()
    }

    /// Returns the definitions in the order in which a ranking walks them.
    pub(crate) fn definitions(&self, ranking: Ranking) -> Vec<Definition> {
        match &self.repeated {
            Some(definitions) if ranking.all_values => definitions.clone(),
            _ => (0..)
                .zip(&self.capabilities)
                .map(|(index, capability)| Definition {
                    capability: index,
                    positions: (0..capability.registered).map(|rank| capability.field.position(rank)).collect(),
                })
                .collect(),
        }
    }

    pub(crate) fn capability_name(&self, index: usize) -> &str {
        self.capabilities.get(index).map_or("", Capability::name)
    }

    /// Returns the values with the given ranks in a definition.
    pub(crate) fn named(&self, definition: &Definition, ranks: &[usize]) -> Vec<String> {
        let Some(capability) = self.capabilities.get(definition.capability) else { return Vec::new() };
        let positions = ranks.iter().filter_map(|rank| definition.positions.get(*rank));
        positions.filter_map(|position| capability.values.get(capability.field.rank(*position))).cloned().collect()
    }

    pub(crate) fn values_at<'a>(&'a self, set: &'a CapabilitySet, index: usize) -> impl Iterator<Item = &'a str> {
        let registered = self.capabilities.get(index).into_iter().flat_map(move |capability| {
            let ranks = set.positions(capability.field).map(|position| capability.field.rank(position));
            ranks.filter_map(|rank| capability.values.get(rank)).map(String::as_str)
        });
        registered.chain(set.unregistered(index))
    }
}

/// A capability's name, its values without repetition, and the number of registered ones.
type Gathered<'a> = (&'a str, Vec<&'a str>, usize);

/// Merges the definitions into one entry per name, in the order of the definitions that apply.
fn gather(definitions: &[CapabilityDefinition]) -> Vec<Gathered<'_>> {
    let mut gathered: Vec<(Gathered<'_>, HashSet<&str>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::default();
    // The last definition of a name applies, so iterating in reverse meets it first.
    for definition in definitions.iter().rev() {
        let known = places.get(definition.name.as_str()).copied();
        let place = known.unwrap_or(gathered.len());
        if known.is_none() {
            places.insert(&definition.name, place);
            gathered.push(((&definition.name, Vec::new(), 0), HashSet::default()));
        }
        if let Some(((_, values, registered), seen)) = gathered.get_mut(place) {
            values.extend(definition.values.iter().map(String::as_str).filter(|value| seen.insert(value)));
            if known.is_none() {
                *registered = values.len();
            }
        }
    }
    gathered.into_iter().rev().map(|(entry, _)| entry).collect()
}
