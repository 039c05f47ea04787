//! `availability`: the regions and zones that have a machine type, from the profile alone.

use std::collections::HashSet;

use rootstock_admission::{WorkerQuestion, machine_type_options};
use rootstock_analysis::Role;
use rootstock_core_model::{AvailabilityZone, Capabilities, CloudProfileSpec, MachineType, Quantity, Region, Worker};
use rootstock_facts::{FactIndex, FactSheet, VOLUME_TYPE};
use rootstock_judge::{CompiledProfile, Judge};
use serde::{Deserialize, Serialize};

use crate::face::ask_about_profile;
use crate::unknown::{self, find_named};
use crate::{AppliedSettings, Example, Face, NameKind, ProfileInput, Query, QueryError, QuerySubject, UnknownName};

/// Asks for the regions and zones in which machine types are available. Each given field narrows the answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailabilityQuery {
    /// The machine types; if empty, all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_types: Vec<String>,
    /// The region; if absent, all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The zones; if empty, all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// The architecture that the machine types must have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The minimum number of CPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_cpu: Option<Quantity>,
    /// The minimum number of GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_gpu: Option<Quantity>,
    /// The minimum amount of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_memory: Option<Quantity>,
    /// Values of capabilities that the machine types must support.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub capabilities: Capabilities,
    /// An image version that a worker must be able to use on the machine types in the region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<AvailableImage>,
    /// A volume type that must go with the machine types, as far as facts or capabilities say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_type: Option<String>,
    /// Facts about the volume types that go with machine types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactSheet>,
}

/// An image version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailableImage {
    /// The machine image.
    pub name: String,
    /// The version.
    pub version: String,
}

/// The regions and zones of machine types.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AvailabilityAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// The regions in question, with their zones in question.
    pub regions: Vec<RegionZones>,
    /// The machine types that meet the question, in the order of the profile.
    pub machine_types: Vec<AvailableMachineType>,
    /// Machine types that would meet the question, but that the profile marks as not usable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_usable: Vec<String>,
}

/// A machine type, and the regions and zones that have it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AvailableMachineType {
    /// The name.
    pub name: String,
    /// The number of CPUs.
    pub cpu: Quantity,
    /// The number of GPUs.
    pub gpu: Quantity,
    /// The amount of memory.
    pub memory: Quantity,
    /// The architecture, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The regions in question that have it; empty if none does.
    pub regions: Vec<RegionZones>,
    /// The usable volume types of the profile that go with it; absent if neither a fact nor a capability says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_types: Option<Vec<String>>,
}

/// Zones of a region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegionZones {
    /// The region.
    pub name: String,
    /// The zones; empty for a region without zones.
    pub zones: Vec<String>,
}

impl Query for AvailabilityQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.availability/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "availability fixtures/profiles/greenhouse.yaml --min-cpu 16",
        question: r#"{"minCpu": "16"}"#,
        files: &[(Role::Checked, "fixtures/profiles/greenhouse.yaml")],
    };
    type Answer = AvailabilityAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<AvailabilityAnswer, QueryError> {
        let (asked, spec) = (input.asked, input.profile.spec());
        self.check_names(spec)?;
        let compiled = input.compiled()?;
        let regions: Vec<AskedRegion<'_>> = self.regions(spec, Judge::new(&compiled, asked.settings)).collect();
        let volumes = VolumeFit::new(spec, &self.facts);
        let suitable = spec.types().iter().filter(|machine_type| {
            let goes = |asked: &String| volumes.of(machine_type).is_none_or(|known| known.contains(asked));
            self.fits(machine_type, spec, &compiled) && self.volume_type.as_ref().is_none_or(goes)
        });
        let (usable, not_usable): (Vec<&MachineType>, Vec<&MachineType>) =
            suitable.partition(|machine_type| machine_type.usable != Some(false));
        let machine_types = usable.into_iter().map(|machine_type| AvailableMachineType {
            name: machine_type.name.clone(),
            cpu: machine_type.cpu.clone(),
            gpu: machine_type.gpu.clone(),
            memory: machine_type.memory.clone(),
            architecture: compiled.architecture_of(machine_type).map(str::to_owned),
            regions: regions.iter().filter_map(|region| region.zones_with(&machine_type.name)).collect(),
            volume_types: volumes.of(machine_type),
        });
        Ok(AvailabilityAnswer {
            settings: asked.into(),
            profile: input.profile.name().to_owned(),
            provider: spec.provider_type.clone(),
            machine_types: machine_types.collect(),
            not_usable: not_usable.into_iter().map(|machine_type| machine_type.name.clone()).collect(),
            regions: regions.iter().map(AskedRegion::all_zones).collect(),
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// The volume types that go with machine types.
struct VolumeFit<'a> {
    spec: &'a CloudProfileSpec,
    facts: FactIndex<'a>,
}

impl<'a> VolumeFit<'a> {
    fn new(spec: &'a CloudProfileSpec, facts: &'a [FactSheet]) -> Self {
        Self { spec, facts: FactIndex::new(facts, &spec.provider_type) }
    }

    /// Returns the usable volume types that go with a machine type by its capability and every fact; `None` if there is neither.
    fn of(&self, machine_type: &MachineType) -> Option<Vec<String>> {
        let facts = self.facts.of_machine_type(&machine_type.name).iter();
        let known: Vec<&[String]> = machine_type
            .capabilities
            .get(VOLUME_TYPE)
            .into_iter()
            .chain(facts.filter_map(|fact| fact.attributes.get(VOLUME_TYPE)))
            .collect();
        let goes = |name: &str| known.iter().all(|list| list.iter().any(|one| one.eq_ignore_ascii_case(name)));
        let usable = self.spec.volume_types.iter().flatten().filter(|one| one.usable != Some(false));
        (!known.is_empty()).then(|| usable.filter(|one| goes(&one.name)).map(|one| one.name.clone()).collect())
    }
}

/// A region in question.
struct AskedRegion<'a> {
    name: &'a str,
    /// The zones in question, with the machine types that they lack.
    zones: Vec<(&'a str, HashSet<&'a str>)>,
    /// Whether the profile has zones for the region.
    has_zones: bool,
    /// The machine types that can run the image in question; `None` without an image.
    runs_image: Option<HashSet<String>>,
}

impl AskedRegion<'_> {
    /// Returns the zones that have a machine type; `None` if the region does not have it.
    fn zones_with(&self, machine_type: &str) -> Option<RegionZones> {
        if self.runs_image.as_ref().is_some_and(|names| !names.contains(machine_type)) {
            return None;
        }
        let have = self.zones.iter().filter(|(_, lacks)| !lacks.contains(machine_type));
        let zones: Vec<String> = have.map(|(name, _)| (*name).to_owned()).collect();
        (!zones.is_empty() || !self.has_zones).then(|| RegionZones { name: self.name.to_owned(), zones })
    }

    fn all_zones(&self) -> RegionZones {
        let zones = self.zones.iter().map(|(name, _)| (*name).to_owned()).collect();
        RegionZones { name: self.name.to_owned(), zones }
    }
}

impl AvailabilityQuery {
    /// Refuses names that the profile does not have.
    fn check_names(&self, spec: &CloudProfileSpec) -> Result<(), UnknownName> {
        for name in &self.machine_types {
            find_named(spec.types(), |one| &one.name, name, NameKind::MachineType)?;
        }
        unknown::region(spec, self.region.as_deref())?;
        unknown::zones(spec, self.region.as_deref(), &self.zones)?;
        unknown::architecture(self.architecture.as_deref())?;
        let definitions = spec.capability_definitions();
        for (name, values) in self.capabilities.iter() {
            let (_, definition) = find_named(definitions, |one| &one.name, name, NameKind::Capability)?;
            for value in values {
                find_named(&definition.values, |one| one, value, NameKind::CapabilityValue)?;
            }
        }
        if let Some(name) = &self.volume_type {
            let all = spec.volume_types.as_deref().unwrap_or_default();
            find_named(all, |one| &one.name, name, NameKind::VolumeType)?;
        }
        if let Some(AvailableImage { name, version }) = &self.image {
            let (_, image) = find_named(spec.images(), |one| &one.name, name, NameKind::Image)?;
            find_named(image.offered(), |one| &one.version, version, NameKind::Version)?;
        }
        Ok(())
    }

    /// Returns the regions that have a zone in question.
    fn regions<'a>(&'a self, spec: &'a CloudProfileSpec, judge: Judge<'a>) -> impl Iterator<Item = AskedRegion<'a>> {
        let regions = spec.regions.iter().flatten();
        let regions = regions.filter(|region| self.region.as_ref().is_none_or(|asked| *asked == region.name));
        regions.filter_map(move |region: &Region| {
            let all = region.zones.as_deref().unwrap_or_default();
            let asked = all.iter().filter(|zone| self.zones.is_empty() || self.zones.contains(&zone.name));
            let lacks = |zone: &'a AvailabilityZone| {
                zone.unavailable_machine_types.iter().flatten().map(String::as_str).collect()
            };
            let zones: Vec<_> = asked.map(|zone| (zone.name.as_str(), lacks(zone))).collect();
            (self.zones.is_empty() || !zones.is_empty()).then(|| AskedRegion {
                name: &region.name,
                zones,
                has_zones: !all.is_empty(),
                runs_image: self.image.as_ref().map(|image| types_for_image(judge, image, &region.name)),
            })
        })
    }

    /// Returns whether a machine type meets the question, wherever it is available.
    fn fits(&self, machine_type: &MachineType, spec: &CloudProfileSpec, compiled: &CompiledProfile) -> bool {
        let reaches = |least: &Option<Quantity>, has: &Quantity| least.as_ref().is_none_or(|least| has >= least);
        let is_named = self.machine_types.is_empty() || self.machine_types.contains(&machine_type.name);
        let architecture = self.architecture.as_deref();
        is_named
            && reaches(&self.min_cpu, &machine_type.cpu)
            && reaches(&self.min_gpu, &machine_type.gpu)
            && reaches(&self.min_memory, &machine_type.memory)
            && architecture.is_none_or(|asked| compiled.architecture_of(machine_type) == Some(asked))
            && self.capabilities.iter().all(|(name, values)| {
                // An omitted capability means every registered value.
                let supported = machine_type.capabilities.get(name).or_else(|| {
                    let definition = spec.capability_definitions().iter().find(|one| one.name == name);
                    definition.map(|definition| definition.values.as_slice())
                });
                let supported: HashSet<&String> = supported.into_iter().flatten().collect();
                values.iter().all(|value| supported.contains(value))
            })
    }
}

/// Returns the machine types on which a worker without requirements can use an image version in a region.
fn types_for_image(judge: Judge<'_>, image: &AvailableImage, region: &str) -> HashSet<String> {
    let worker = Worker::default();
    let question = WorkerQuestion { worker: &worker, region, kubernetes_version: "", capabilities: None };
    let options = machine_type_options(judge, question, &image.name, &image.version).options;
    options.into_iter().map(|option| option.name).collect()
}
