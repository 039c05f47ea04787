//! `upkeep machine-type import`: converts the output of cloud tools to a list of machine types.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rootstock_upkeep::{MachineTypeFormat, import_machine_types};

use crate::cli::YamlArguments;
use crate::failure::{Failure, InputError};
use crate::{Status, Streams, input};

/// Convert the output of cloud tools to a list of machine types
///
/// The list is for `add --machine-types`. Formats: openstack-flavors is the output of `openstack flavor list --format json`, and
/// aws-instance-types of `aws ec2 describe-instance-types`.
#[derive(Debug, Args)]
pub(super) struct ImportArguments {
    /// The format of the files
    #[arg(value_name = "FORM", value_parser = form())]
    form: MachineTypeFormat,

    /// The files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    yaml: YamlArguments,
}

fn form() -> impl TypedValueParser<Value = MachineTypeFormat> {
    PossibleValuesParser::new(MachineTypeFormat::ALL.iter().map(|form| form.as_str())).try_map(|text| {
        MachineTypeFormat::ALL.iter().copied().find(|form| form.as_str() == text).ok_or("there is no such format")
    })
}

pub(super) fn run(arguments: &ImportArguments, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(&arguments.files)?;
    let mut texts = Vec::new();
    for path in &arguments.files {
        texts.push(input::require(path, streams)?);
    }
    let texts = texts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let list = import_machine_types(arguments.form, texts)
        .map_err(|(file, reason)| Failure::from(InputError::Import { file, reason }))?;
    let text = arguments.yaml.document(&list, "the list")?;
    write!(streams.out.raw(), "{text}")?;
    Ok(Status::Clean)
}
