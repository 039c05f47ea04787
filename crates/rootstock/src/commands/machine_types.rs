//! `machine-types`: on which machine types a worker may run an image version, and why not on the others.

use std::io::{self, Write};

use rootstock_admission::{MachineTypeOption, MachineTypeOptions, WorkerQuestion, machine_type_options};
use rootstock_core_model::Settings;
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;
use rootstock_report::render::json;

use crate::cli::{Format, MachineTypesArguments, SettingsJson};
use crate::lookup::named;
use crate::other_semantics::{self, Difference, Offers, offers_instead};
use crate::status::Failure;
use crate::table::table;
use crate::worker_properties::{surround, worker};
use crate::{Status, Streams, clock, options_text, profile};

const SCHEMA: &str = "rootstock.machine-types/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: SettingsJson,
    profile: &'a str,
    provider: &'a str,
    image: &'a str,
    version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kubernetes_version: Option<&'a str>,
    #[serde(flatten)]
    options: MachineTypeOptions,
    /// What the other semantics answer, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Difference>,
}

pub(super) fn run(
    arguments: &MachineTypesArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let resolved = arguments.settings.resolve(clock::now);
    let mut worker = worker(&arguments.worker, &resolved.settings, streams)?;
    let profile = profile::load(&arguments.profile, registry, &resolved.settings, streams)?;
    let spec = profile.spec();
    let (_, image) = named(spec.images(), |i| &i.name, &arguments.image, "the profile has no machine image")?;
    named(image.offered(), |v| &v.version, &arguments.version, "the image has no version")?;
    surround(&mut worker, &arguments.surroundings, spec)?;
    worker.zones.clone_from(&arguments.zone);
    let surroundings = &arguments.surroundings;
    let question = WorkerQuestion {
        worker: &worker,
        region: surroundings.region.as_deref().unwrap_or_default(),
        kubernetes_version: surroundings.kubernetes.as_deref().unwrap_or_default(),
    };
    let compiled = profile::compiled(&profile, &resolved.settings)?;
    let ask = |settings: &Settings| {
        machine_type_options(Judge::new(&compiled, *settings), question, &arguments.image, &arguments.version)
    };
    let options = ask(&resolved.settings);
    let differ =
        |ours: &MachineTypeOptions, theirs: &MachineTypeOptions| offers_instead(&offers(ours), &offers(theirs), false);
    let otherwise = other_semantics::compare(&resolved.settings, resolved.semantics, &options, ask, differ);
    let answer = Answer {
        settings: resolved.into(),
        profile: profile.name(),
        provider: &spec.provider_type,
        image: &arguments.image,
        version: &arguments.version,
        region: surroundings.region.as_deref(),
        kubernetes_version: surroundings.kubernetes.as_deref(),
        options,
        otherwise,
    };
    let width = streams.width();
    match arguments.format.format {
        Format::Json => json::write_envelope(SCHEMA, super::VERSION, &answer, streams.out())?,
        Format::Text => write(&answer, arguments, width, streams.out())?,
    }
    Ok(if answer.options.options.is_empty() { Status::Findings } else { Status::Clean })
}

fn write(answer: &Answer<'_>, arguments: &MachineTypesArguments, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let MachineTypeOptions { asked, problems, options, rejected } = &answer.options;
    let subject = format!("machine types for {} {}", answer.image, answer.version);
    options_text::write_head(&subject, answer.profile, &arguments.surroundings, asked, problems, width, out)?;
    writeln!(out)?;
    if options.is_empty() {
        writeln!(out, "there is none")?;
    } else {
        let header = ["machine type", "flavor", "provider image"].map(str::to_owned);
        let rows = options.iter().map(|option| {
            vec![
                option.name.clone(),
                options_text::flavor(option.flavor.as_ref(), &option.ambiguous),
                options_text::reference(option.reference.as_ref()),
            ]
        });
        writeln!(out, "{}", table(header, rows, width))?;
    }
    let rejected = rejected
        .iter()
        .map(|rejected| (rejected.name.clone(), rejected.obstacles.iter().map(ToString::to_string).collect()));
    options_text::write_rejected(rejected, "machine type", arguments.why, width, out)?;
    options_text::write_difference(answer.otherwise.as_ref(), width, out)
}

/// What is offered, and what would be booted.
fn offers(options: &MachineTypeOptions) -> Offers {
    let offer = |option: &MachineTypeOption| {
        let flavor = options_text::flavor(option.flavor.as_ref(), &option.ambiguous);
        (option.name.clone(), format!("{flavor}, {}", options_text::reference(option.reference.as_ref())))
    };
    options.options.iter().map(offer).collect()
}
