//! `availability`: the regions and zones that have a machine type.

mod text;

use std::io;

use clap::{Args, ValueEnum};
use rootstock_core_model::Quantity;
use rootstock_provider_api::Registry;
use rootstock_queries::{AvailabilityAnswer, AvailabilityQuery, AvailableImage};
use rootstock_upkeep::FactOptions;

use super::upkeep::facts::{self, FactFileArgument};
use crate::cli::{AnswerArguments, ProfileArguments, TableFormat, capabilities_by_name, capability_value};
use crate::failure::Failure;
use crate::page::Page;
use crate::rows::{Rows, or_empty};
use crate::run::Run;
use crate::view::{AnswerView, answer_profile_query};
use crate::{Status, Streams, input};

/// List the regions and zones that have a machine type, or the machine types of each zone
///
/// The answer is that of the profile: its zones, without the machine types that it lists as unavailable there. A profile does not say
/// which volume types go with a machine type, unless its machine types have the capability volumeType; facts of clouds do.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Where can a worker get this machine type?
      rootstock availability cloudprofile.yaml -t m5.large

  Which zones have machine types with a GPU and 16 CPUs?
      rootstock availability cloudprofile.yaml --min-gpu 1 --min-cpu 16 \\
        --by zone

  Which volume types go with this machine type?
      az vm list-skus --all --output json > skus.json
      rootstock availability azure.yaml -t Standard_D2_v5 --facts skus.json

  Which arm64 machine types can use this image, and where?
      rootstock availability cloudprofile.yaml --architecture arm64 \\
        --image gardenlinux --version 1877.5.0

Exit status: 0 there are some, 1 there is none.")]
pub(crate) struct AvailabilityArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// A machine type; may be given several times [default: all]
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: Vec<String>,

    /// The region [default: all]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// A zone; may be given several times [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) zone: Vec<String>,

    /// The architecture of the machine types
    #[arg(long, value_name = "NAME")]
    pub(crate) architecture: Option<String>,

    /// The minimum number of CPUs
    #[arg(long, value_name = "QUANTITY")]
    pub(crate) min_cpu: Option<Quantity>,

    /// The minimum number of GPUs
    #[arg(long, value_name = "QUANTITY")]
    pub(crate) min_gpu: Option<Quantity>,

    /// The minimum amount of memory, for example 64Gi
    #[arg(long, value_name = "QUANTITY")]
    pub(crate) min_memory: Option<Quantity>,

    /// A value of a capability that the machine types must support; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = capability_value)]
    pub(crate) capability: Vec<(String, String)>,

    /// A machine image that workers on the machine types must be able to use
    #[arg(long, short, value_name = "NAME", requires = "version")]
    pub(crate) image: Option<String>,

    /// The version of the machine image
    #[arg(long, short = 'V', value_name = "VERSION", requires = "image")]
    pub(crate) version: Option<String>,

    /// A volume type that must go with the machine types, as far as facts or the capability volumeType say
    #[arg(long, value_name = "NAME")]
    pub(crate) volume_type: Option<String>,

    /// Files with facts about machine types, which say which volume types go with them; may be given several times
    #[arg(long, value_name = "[REGION=]FACTS")]
    pub(crate) facts: Vec<FactFileArgument>,

    /// The order of the text: machine types with their zones, or zones with their machine types
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = AvailabilityOrder::MachineType)]
    pub(crate) by: AvailabilityOrder,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

/// The first column of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AvailabilityOrder {
    /// A line for each machine type
    MachineType,
    /// A line for each zone
    Zone,
}

pub(super) fn run(
    arguments: &AvailabilityArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    input::read_standard_input_once(std::iter::once(&arguments.profile.path).chain(&facts::paths(&arguments.facts)))?;
    let question = |run: &mut Run<'_>| arguments.question(run.streams);
    answer_profile_query(arguments, question, (&arguments.profile, &arguments.answer), registry, streams)
}

impl AvailabilityArguments {
    fn question(&self, streams: &mut Streams) -> Result<AvailabilityQuery, Failure> {
        let facts = match self.facts.as_slice() {
            [] => Vec::new(),
            files => facts::collect(files, &FactOptions::default(), streams)?.list.facts,
        };
        let image = self.image.clone().zip(self.version.clone());
        Ok(AvailabilityQuery {
            machine_types: self.machine_type.clone(),
            region: self.region.clone(),
            zones: self.zone.clone(),
            architecture: self.architecture.clone(),
            min_cpu: self.min_cpu.clone(),
            min_gpu: self.min_gpu.clone(),
            min_memory: self.min_memory.clone(),
            capabilities: capabilities_by_name(&self.capability),
            image: image.map(|(name, version)| AvailableImage { name, version }),
            volume_type: self.volume_type.clone(),
            facts,
        })
    }
}

impl AnswerView<AvailabilityQuery> for AvailabilityArguments {
    fn text(&self, answer: &AvailabilityAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, self.by, page)
    }

    fn rows(&self, answer: &AvailabilityAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        rows.header("profile,machine_type,cpu,gpu,memory,architecture,region,zone,volume_types")?;
        for machine_type in &answer.machine_types {
            let architecture = or_empty(machine_type.architecture.as_ref());
            let volume_types = machine_type.volume_types.as_ref().map(|names| names.join(" ")).unwrap_or_default();
            let mut row = |region: &str, zone: &str| {
                rows.row(&[
                    &answer.profile,
                    &machine_type.name,
                    &machine_type.cpu,
                    &machine_type.gpu,
                    &machine_type.memory,
                    &architecture,
                    &region,
                    &zone,
                    &volume_types,
                ])
            };
            for region in &machine_type.regions {
                if region.zones.is_empty() {
                    row(&region.name, "")?;
                }
                region.zones.iter().try_for_each(|zone| row(&region.name, zone))?;
            }
        }
        Ok(())
    }

    fn status(&self, answer: &AvailabilityAnswer) -> Status {
        let is_available = answer.machine_types.iter().any(|machine_type| !machine_type.regions.is_empty());
        if is_available { Status::Clean } else { Status::Findings }
    }
}
