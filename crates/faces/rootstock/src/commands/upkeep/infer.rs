//! `upkeep infer`: adds the capabilities that follow from what clouds and vendors print.

use clap::Args;
use rootstock_core_model::{counted, listed_up_to};
use rootstock_provider_api::Registry;
use rootstock_queries::{InferAnswer, InferQuery, Query as _, UpkeepAnswer, UpkeepInput};
use rootstock_upkeep::InferredChange;

use super::edit::{self, EditArguments, HasUpkeepAnswer};
use super::facts::{FactArguments, say_without_meaning};
use super::text;
use crate::cli::Format;
use crate::failure::Failure;
use crate::table::printable;
use crate::{Status, Streams};

/// The limit of names that are listed for a capability.
const MAX_NAMES: usize = 6;

/// Add the capabilities of machine types and flavors that follow from what clouds and vendors print
///
/// Registers boot mode, generation, interfaces and similar capabilities if they decide which images boot, and adds the values that
/// machine types and flavors have, in both sections. Values that the profile declares stay; `verify` reports those that the lists
/// contradict. The effects name each machine type that boots another image, or none because it cannot boot any. The profile needs
/// capabilities: convert it with `rootstock migrate` first.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Which machine types boot which images?
      aws ec2 describe-instance-types --region eu-west-1 > types.json
      aws ec2 describe-images --region eu-west-1 --owners 123456789012 \\
        > images.json
      rootstock upkeep infer aws.yaml eu-west-1=types.json \\
        eu-west-1=images.json

Exit status: 0 inferred, or nothing follows, 1 refused, 2 the profile is not a CloudProfile or has no capabilities, \
3 something cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct InferArguments {
    #[command(flatten)]
    edit: EditArguments,

    #[command(flatten)]
    facts: FactArguments,
}

impl HasUpkeepAnswer for InferAnswer {
    fn upkeep(&mut self) -> &mut UpkeepAnswer {
        &mut self.upkeep
    }
}

pub(super) fn run(arguments: &InferArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let edit = &arguments.edit;
    edit.read_standard_input_once(&arguments.facts.paths())?;
    let facts = arguments.facts.read(streams)?;
    let meanings = edit.settings().configuration(registry)?.facts().to_vec();
    let query = InferQuery { facts, meanings, accept: edit.accepted() };
    let ask = |over: UpkeepInput<'_>| {
        arguments.facts.check_image(over.profile)?;
        query.ask(over)
    };
    let edited = edit::answer(edit, false, ask, registry, streams)?;
    say_without_meaning(&edited.answer.without_meaning, streams);
    match edit.format() {
        Format::Json => streams.out.json(InferQuery::ANSWER_SCHEMA, &edited.answer)?,
        Format::Text => {
            edit::write_diff(edit, &edited, &edited.answer.upkeep, streams)?;
            for one in &edited.answer.inferred {
                write_reason(one, streams)?;
            }
            text::write(&edited.answer.upkeep, edited.status, edit.is_in_place(), streams)?;
        }
    }
    Ok(edited.status)
}

fn write_reason(one: &InferredChange, streams: &mut Streams) -> Result<(), Failure> {
    let verb = if one.is_new { "registered" } else { "completed" };
    let head = format!("Capability {} is {verb} ({})", one.capability, one.because.join(", "));
    writeln!(streams.out.raw(), "{}", printable(head))?;
    for (noun, names) in [("machine type", &one.machine_types), ("flavor", &one.flavors)] {
        if !names.is_empty() {
            let line = format!("- {}: {}", counted(names.len(), noun), listed_up_to(MAX_NAMES, names));
            writeln!(streams.out.raw(), "{}", printable(line))?;
        }
    }
    if !one.ambiguous.is_empty() {
        let names = listed_up_to(MAX_NAMES, &one.ambiguous);
        let number = counted(one.ambiguous.len(), "flavor");
        let line =
            format!("- unchanged, because other flavors of the version have the same capabilities: {number}: {names}");
        writeln!(streams.out.raw(), "{}", printable(line))?;
    }
    writeln!(streams.out.raw())?;
    Ok(())
}
