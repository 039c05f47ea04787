//! `images`: which image versions a worker may choose, and why not the others.

use std::io::{self, Write};

use rootstock_admission::{ImageOption, ImageOptions, WorkerQuestion, image_options};
use rootstock_core_model::Settings;
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;
use rootstock_report::render::json;

use crate::cli::{Format, ImagesArguments, SettingsJson};
use crate::lookup::named;
use crate::other_semantics::{self, Difference, Offers, offers_instead};
use crate::status::Failure;
use crate::table::table;
use crate::worker_properties::{surround, worker};
use crate::{Status, Streams, clock, options_text, profile};

const SCHEMA: &str = "rootstock.images/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: SettingsJson,
    profile: &'a str,
    provider: &'a str,
    machine_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kubernetes_version: Option<&'a str>,
    #[serde(flatten)]
    options: ImageOptions,
    /// What the other semantics answer, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Difference>,
}

pub(super) fn run(arguments: &ImagesArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let resolved = arguments.settings.resolve(clock::now);
    let mut worker = worker(&arguments.worker, &resolved.settings, streams)?;
    let profile = profile::load(&arguments.profile, registry, &resolved.settings, streams)?;
    let spec = profile.spec();
    named(spec.types(), |t| &t.name, &arguments.machine_type, "the profile has no machine type")?;
    surround(&mut worker, &arguments.surroundings, spec)?;
    worker.machine.machine_type.clone_from(&arguments.machine_type);
    let surroundings = &arguments.surroundings;
    let question = WorkerQuestion {
        worker: &worker,
        region: surroundings.region.as_deref().unwrap_or_default(),
        kubernetes_version: surroundings.kubernetes.as_deref().unwrap_or_default(),
    };
    let compiled = profile::compiled(&profile, &resolved.settings)?;
    let ask = |settings: &Settings| image_options(Judge::new(&compiled, *settings), question);
    let options = ask(&resolved.settings);
    let differ = |ours: &ImageOptions, theirs: &ImageOptions| offers_instead(&offers(ours), &offers(theirs), true);
    let otherwise = other_semantics::compare(&resolved.settings, resolved.semantics, &options, ask, differ);
    let answer = Answer {
        settings: resolved.into(),
        profile: profile.name(),
        provider: &spec.provider_type,
        machine_type: &arguments.machine_type,
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

fn write(answer: &Answer<'_>, arguments: &ImagesArguments, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let ImageOptions { asked, problems, options, rejected } = &answer.options;
    let subject = format!("images for {}", answer.machine_type);
    options_text::write_head(&subject, answer.profile, &arguments.surroundings, asked, problems, width, out)?;
    writeln!(out)?;
    if options.is_empty() {
        writeln!(out, "there is none")?;
    } else {
        let header = ["image", "version", "is", "flavor", "provider image"].map(str::to_owned);
        let rows = options.iter().map(|option| {
            vec![
                option.version.image.clone(),
                option.version.version.clone(),
                option.classification.to_string(),
                options_text::flavor(option.flavor.as_ref(), &option.ambiguous),
                options_text::reference(option.reference.as_ref()),
            ]
        });
        writeln!(out, "{}", table(header, rows, width))?;
    }
    let rejected = rejected.iter().map(|rejected| {
        let name = format!("{} {}", rejected.version.image, rejected.version.version);
        (name, rejected.obstacles.iter().map(ToString::to_string).collect())
    });
    options_text::write_rejected(rejected, "image version", arguments.why, width, out)?;
    options_text::write_difference(answer.otherwise.as_ref(), width, out)
}

/// What is offered, and what would be booted.
fn offers(options: &ImageOptions) -> Offers {
    let offer = |option: &ImageOption| {
        let name = format!("{} {}", option.version.image, option.version.version);
        let flavor = options_text::flavor(option.flavor.as_ref(), &option.ambiguous);
        (name, format!("{flavor}, {}", options_text::reference(option.reference.as_ref())))
    };
    options.options.iter().map(offer).collect()
}
