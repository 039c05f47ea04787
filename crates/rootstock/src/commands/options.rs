//! `images` and `machine-types`: what a worker may choose, and why not the others.

use std::io::{self, Write};

use rootstock_admission::{
    ImageOption, MachineTypeOption, NodeImage, RejectedImage, RejectedMachineType, WorkerOptions, WorkerQuestion,
    image_options, machine_type_options,
};
use rootstock_core_model::{CloudProfileSpec, Settings, Worker, counted};
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;

use crate::cli::{ChoiceArguments, ImagesArguments, MachineTypesArguments, ProfileArguments, SurroundingsArguments};
use crate::lookup::named;
use crate::other_semantics::{self, Difference, Offers, offers_instead};
use crate::prose::{DIM, TITLE, wrap};
use crate::run::Run;
use crate::status::Failure;
use crate::table::{printable, table};
use crate::worker_properties::{surround, worker};
use crate::{Status, Streams, profile};
use rootstock_queries::AppliedSettings;

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a, O, R> {
    settings: AppliedSettings,
    profile: &'a str,
    provider: &'a str,
    #[serde(flatten)]
    subject: Subject<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kubernetes_version: Option<&'a str>,
    #[serde(flatten)]
    options: WorkerOptions<O, R>,
    /// What the other semantics answer, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Difference>,
}

/// What is settled, and leaves the other to be chosen.
#[derive(Clone, Copy, serde::Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", untagged)]
enum Subject<'a> {
    MachineType { machine_type: &'a str },
    Image { image: &'a str, version: &'a str },
}

impl Subject<'_> {
    fn in_words(self) -> String {
        match self {
            Self::MachineType { machine_type } => format!("images for {machine_type}"),
            Self::Image { image, version } => format!("machine types for {image} {version}"),
        }
    }
}

/// Something that can be chosen.
trait Choice {
    /// What it is called.
    const WHAT: &'static str;
    /// The titles of its cells.
    const HEADER: &'static [&'static str];
    /// Whether it matters which one comes first.
    const IS_RANKED: bool;

    fn name(&self) -> String;
    fn cells(&self) -> Vec<String>;
    fn node(&self) -> &NodeImage;
}

impl Choice for ImageOption {
    const WHAT: &'static str = "image version";
    const HEADER: &'static [&'static str] = &["image", "version", "is"];
    const IS_RANKED: bool = true;

    fn name(&self) -> String {
        format!("{} {}", self.version.image, self.version.version)
    }

    fn cells(&self) -> Vec<String> {
        vec![self.version.image.clone(), self.version.version.clone(), self.classification.to_string()]
    }

    fn node(&self) -> &NodeImage {
        &self.node
    }
}

impl Choice for MachineTypeOption {
    const WHAT: &'static str = "machine type";
    const HEADER: &'static [&'static str] = &["machine type"];
    const IS_RANKED: bool = false;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn cells(&self) -> Vec<String> {
        vec![self.name()]
    }

    fn node(&self) -> &NodeImage {
        &self.node
    }
}

/// Something that cannot be chosen: its name, and everything that is in its way.
trait Rejected {
    fn in_words(&self) -> (String, Vec<String>);
}

impl Rejected for RejectedImage {
    fn in_words(&self) -> (String, Vec<String>) {
        let name = format!("{} {}", self.version.image, self.version.version);
        (name, self.obstacles.iter().map(ToString::to_string).collect())
    }
}

impl Rejected for RejectedMachineType {
    fn in_words(&self) -> (String, Vec<String>) {
        (self.name.clone(), self.obstacles.iter().map(ToString::to_string).collect())
    }
}

/// What both commands are asked.
struct Question<'a> {
    schema: &'static str,
    profile: &'a ProfileArguments,
    surroundings: &'a SurroundingsArguments,
    choice: &'a ChoiceArguments,
    subject: Subject<'a>,
}

pub(super) fn images(
    arguments: &ImagesArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let ImagesArguments { profile, machine_type, surroundings, choice } = arguments;
    let subject = Subject::MachineType { machine_type };
    let question = Question { schema: "rootstock.images/v1", profile, surroundings, choice, subject };
    let settle = |worker: &mut Worker, spec: &CloudProfileSpec| {
        named(spec.types(), |t| &t.name, machine_type, "the profile has no machine type")?;
        worker.machine.machine_type.clone_from(machine_type);
        Ok(())
    };
    question.answer(registry, streams, settle, image_options)
}

pub(super) fn machine_types(
    arguments: &MachineTypesArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let MachineTypesArguments { profile, image, version, surroundings, zone, choice } = arguments;
    let subject = Subject::Image { image, version };
    let question = Question { schema: "rootstock.machine-types/v1", profile, surroundings, choice, subject };
    let settle = |worker: &mut Worker, spec: &CloudProfileSpec| {
        let (_, image) = named(spec.images(), |i| &i.name, image, "the profile has no machine image")?;
        named(image.offered(), |v| &v.version, version, "the image has no version")?;
        worker.zones.clone_from(zone);
        Ok(())
    };
    question.answer(registry, streams, settle, |judge, worker| machine_type_options(judge, worker, image, version))
}

impl Question<'_> {
    /// Asks, and writes the answer. `settle` adds to the worker what is settled, if the profile has it.
    fn answer<O: Choice + serde::Serialize, R: Rejected + serde::Serialize>(
        &self,
        registry: &Registry,
        streams: &mut Streams,
        settle: impl FnOnce(&mut Worker, &CloudProfileSpec) -> Result<(), Failure>,
        ask: impl Fn(Judge<'_>, WorkerQuestion<'_>) -> WorkerOptions<O, R>,
    ) -> Result<Status, Failure> {
        let mut run = Run::new(&self.choice.answer.settings, registry, streams);
        let (resolved, settings) = (run.resolved, run.settings());
        let mut worker = worker(&self.choice.worker, &settings, run.streams)?;
        let profile = profile::load(self.profile, &mut run)?;
        let spec = profile.spec();
        settle(&mut worker, spec)?;
        surround(&mut worker, self.surroundings, spec)?;
        let (region, kubernetes) = (self.surroundings.region.as_deref(), self.surroundings.kubernetes.as_deref());
        let question = WorkerQuestion {
            worker: &worker,
            region: region.unwrap_or_default(),
            kubernetes_version: kubernetes.unwrap_or_default(),
        };
        let compiled = profile::compiled(&profile, &settings)?;
        let ask = |settings: &Settings| ask(Judge::new(&compiled, *settings), question);
        let options = ask(&settings);
        let differ = |ours: &WorkerOptions<O, R>, theirs: &WorkerOptions<O, R>| {
            offers_instead(&offers(ours), &offers(theirs), O::IS_RANKED)
        };
        let answer = Answer {
            settings: resolved.into(),
            profile: profile.name(),
            provider: &spec.provider_type,
            subject: self.subject,
            region,
            kubernetes_version: kubernetes,
            otherwise: other_semantics::compare(&settings, resolved.semantics, &options, ask, differ),
            options,
        };
        let why = self.choice.why;
        run.streams
            .answer(self.choice.answer.format, self.schema, &answer, |width, out| write(&answer, why, width, out))?;
        Ok(if answer.options.options.is_empty() { Status::Findings } else { Status::Clean })
    }
}

/// What is offered, and what would be booted.
fn offers<O: Choice, R>(options: &WorkerOptions<O, R>) -> Offers {
    let offer = |option: &O| (option.name(), format!("{}, {}", flavor(option.node()), reference(option.node())));
    options.options.iter().map(offer).collect()
}

fn write<O: Choice, R: Rejected>(
    answer: &Answer<'_, O, R>,
    why: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let WorkerOptions { asked, problems, options, rejected } = &answer.options;
    let mut title = answer.subject.in_words();
    if let Some(region) = answer.region {
        title.push_str(&format!(" in region {region}"));
    }
    if let Some(version) = answer.kubernetes_version {
        title.push_str(&format!(" with Kubernetes {version}"));
    }
    writeln!(out, "{TITLE}{}{TITLE:#}  {DIM}(profile {}){DIM:#}", printable(&title), printable(answer.profile))?;
    if !asked.is_empty() {
        let asked: Vec<String> = asked.iter().map(|(name, values)| format!("{name} {}", values.join(" or "))).collect();
        writeln!(out, "{}", wrap(&printable(format!("the worker asks for {}", asked.join(", "))), width, 0))?;
    }
    for problem in problems {
        writeln!(out, "{}", wrap(&printable(format!("passed over: {problem}")), width, 0))?;
    }
    if options.is_empty() {
        writeln!(out, "\nthere is none")?;
    } else {
        let header = O::HEADER.iter().chain(&["flavor", "provider image"]).map(|title| (*title).to_owned());
        let rows = options.iter().map(|option| {
            let node = [flavor(option.node()), reference(option.node())];
            option.cells().into_iter().chain(node).collect()
        });
        writeln!(out, "\n{}", table(header, rows, width))?;
    }
    write_rejected(rejected, O::WHAT, why, width, out)?;
    match &answer.otherwise {
        Some(otherwise) => writeln!(out, "\n{}", wrap(&printable(otherwise.in_words()), width, 0)),
        None => Ok(()),
    }
}

/// Which flavor nodes get.
fn flavor(node: &NodeImage) -> String {
    match (node.flavor.as_ref().map(|flavor| flavor.index), node.ambiguous.as_slice()) {
        (_, [_, ..]) => {
            let indices: Vec<String> = node.ambiguous.iter().map(ToString::to_string).collect();
            format!("none: {} are alike", indices.join(" and "))
        }
        (Some(Some(index)), _) => format!("flavor {index}"),
        (Some(None), _) => "the only one".to_owned(),
        (None, _) => "unknown".to_owned(),
    }
}

/// What the provider boots.
fn reference(node: &NodeImage) -> String {
    node.reference.as_ref().map_or_else(|| "unknown".to_owned(), |reference| reference.value.clone())
}

/// What cannot be had: a line for each, and below it everything that is in its way; without `why` their number.
fn write_rejected<R: Rejected>(
    rejected: &[R],
    what: &str,
    why: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if rejected.is_empty() {
        return Ok(());
    }
    if !why {
        let does = if rejected.len() == 1 { "does" } else { "do" };
        let others = counted(rejected.len(), &format!("other {what}"));
        return writeln!(out, "\n{others} {does} not fit; for the reasons, add --why");
    }
    writeln!(out, "\n{TITLE}not to be had{TITLE:#}\n")?;
    for (name, reasons) in rejected.iter().map(Rejected::in_words) {
        writeln!(out, "{}", printable(&name))?;
        for reason in reasons {
            writeln!(out, "{}", wrap(&printable(&reason), width, 2))?;
        }
    }
    Ok(())
}
