//! The answer for a person: the two steps of the algorithm, as the operator's guide tells them.

use std::io::{self, Write};

use rootstock_capability_engine::{CapabilityRow, Criterion, Outcome, StepVerdict, WalkStep};
use rootstock_core_model::Capabilities;
use rootstock_provider_api::{Candidate, Fate, ImageChoice, ImageNotFound};

use super::{Answer, ProviderAnswer, VersionAnswer, is_inactive};
use crate::fit::Question;
use crate::prose::{DIM, TITLE, wrap};
use crate::table::{printable, table};

pub(super) fn write(answer: &Answer<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let region = answer.region.map(|region| format!(" in region {region}")).unwrap_or_default();
    let title = format!("{} with image {}{region}", answer.machine_type, answer.image);
    writeln!(out, "{TITLE}{}{TITLE:#}  {DIM}(profile {}){DIM:#}", printable(&title), printable(answer.profile))?;
    match answer.versions.as_slice() {
        [] => writeln!(out, "the image has no versions"),
        [only] => write_version(answer, only, width, out),
        several @ [first, ..] => {
            writeln!(out)?;
            let header = ["version", "is", "flavor", "provider image", "Gardener v1.150"].map(str::to_owned);
            writeln!(out, "{}", table(header, several.iter().map(row), width))?;
            writeln!(out, "\nfor the reasons, ask for one: --version {}", printable(first.version))
        }
    }
}

/// One version of several.
fn row(version: &VersionAnswer<'_>) -> Vec<String> {
    let image = match &version.provider_image {
        None => "unknown".to_owned(),
        Some(ProviderAnswer::Found(choice)) => choice.reference.value.clone(),
        Some(ProviderAnswer::NotFound(not_found)) => format!("none: {}", not_found.explanation()),
    };
    let differs = match (&version.gardener_provider_image, &version.explanation.gardener) {
        (Some(ProviderAnswer::Found(choice)), _) => choice.reference.value.clone(),
        (Some(ProviderAnswer::NotFound(not_found)), _) => format!("none: {}", not_found.explanation()),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "the same".to_owned(),
    };
    vec![version.version.to_owned(), life(version), version.explanation.outcome.to_string(), image, differs]
}

fn life(version: &VersionAnswer<'_>) -> String {
    match version.expiration_date {
        Some(date) if version.classification == "expired" => format!("expired since {date}"),
        Some(date) => format!("{} until {date}", version.classification),
        None => version.classification.clone(),
    }
}

fn write_version(
    answer: &Answer<'_>,
    version: &VersionAnswer<'_>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let question = version.question;
    writeln!(out, "version {}: {}", printable(version.version), life(version))?;
    if is_inactive(&version.classification) {
        writeln!(out, "no new worker can use it; what follows is for those that have it")?;
    }
    if question.catalog.is_legacy() {
        writeln!(out, "the profile has no machineCapabilities: the architecture alone decides")?;
    }
    if !question.has_flavors() && !question.catalog.is_legacy() {
        writeln!(out, "the version has no capabilityFlavors: it is one flavor with everything left out")?;
    }
    writeln!(out, "\n{TITLE}Step 1: which flavors are compatible{TITLE:#}\n")?;
    let explanation = version.explanation;
    let flavors = 0..explanation.capabilities.first().map_or(0, |row| row.flavors.len());
    let header = ["capability".to_owned(), answer.machine_type.to_owned()]
        .into_iter()
        .chain(answer.asked.map(|_| "worker".to_owned()))
        .chain(flavors.clone().map(|index| format!("flavor {index}")));
    let rows = explanation.capabilities.iter().map(|row| capability_row(row, question));
    let verdicts = flavors.map(|index| {
        let empty = |row: &&CapabilityRow| row.flavors.get(index).is_some_and(|flavor| flavor.effective.is_empty());
        match explanation.capabilities.iter().find(empty) {
            Some(row) => format!("no: {}", row.capability),
            None => "yes".to_owned(),
        }
    });
    let worker = answer.asked.map(|_| String::new());
    let last = ["compatible".to_owned(), String::new()].into_iter().chain(worker).chain(verdicts).collect();
    writeln!(out, "{}", table(header, rows.chain([last]), width))?;
    if leaves_out(question) {
        writeln!(out, "\n* not declared, so every registered value")?;
        if question.worker.is_some() {
            writeln!(out, "  (but a flavor that leaves out what only workers ask for does not support it)")?;
        }
    }
    if !explanation.walk.is_empty() {
        writeln!(out, "\n{TITLE}Step 2: which of them is preferred{TITLE:#}")?;
        write_walk(&explanation.walk, &explanation.compatible, question, width, out)?;
    }
    writeln!(out)?;
    write_outcome(version, out)?;
    match &version.provider_image {
        None if answer.knows_provider => {
            writeln!(out, "image: not known, because providerConfig is missing or unreadable")?
        }
        None => writeln!(out, "image: not known, because no plug-in knows provider `{}`", printable(answer.provider))?,
        Some(ProviderAnswer::Found(choice)) => write_choice(choice, out)?,
        Some(ProviderAnswer::NotFound(not_found)) => {
            write_not_found(not_found, version.question.worker.is_some(), out)?
        }
    }
    write_difference(version, width, out)
}

fn capability_row(row: &CapabilityRow, question: &Question<'_>) -> Vec<String> {
    let mut cells = vec![row.capability.clone(), values(&row.machine_type, question.machine_declares, &row.capability)];
    if let Some(worker) = &row.worker {
        let asks = question.worker.is_some_and(|worker| worker.demand().get(&row.capability).is_some());
        cells.push(if asks { worker.join(", ") } else { "anything".to_owned() });
    }
    for (index, flavor) in row.flavors.iter().enumerate() {
        let declared = question.flavors_declare.as_ref().and_then(|flavors| flavors.get(index).copied());
        let own = values(&flavor.own, declared, &row.capability);
        cells.push(if flavor.effective.is_empty() {
            format!("{own} - nothing in common")
        } else if flavor.effective.len() < flavor.own.len() {
            format!("{own} -> {}", flavor.effective.join(", "))
        } else {
            own
        });
    }
    cells
}

fn values(values: &[String], declared: Option<&Capabilities>, capability: &str) -> String {
    let star = if declared.is_some_and(|declared| declared.get(capability).is_none()) { " *" } else { "" };
    if values.is_empty() { "none at all".to_owned() } else { format!("{}{star}", values.join(", ")) }
}

fn leaves_out(question: &Question<'_>) -> bool {
    let mut names = question.catalog.vocabulary().capabilities().iter().map(|capability| capability.name());
    let flavors = question.flavors_declare.iter().flatten().copied();
    let declared: Vec<&Capabilities> = question.machine_declares.into_iter().chain(flavors).collect();
    names.any(|name| declared.iter().any(|declared| declared.get(name).is_none()))
}

/// The comparisons, one table for each thing that is compared.
fn write_walk(
    walk: &[WalkStep],
    compatible: &[usize],
    question: &Question<'_>,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    for steps in walk.chunk_by(|one, next| one.criterion == next.criterion) {
        let Some(first) = steps.first() else { continue };
        let compared = match first.criterion {
            Criterion::MostPreferredEffective => "compared by the most preferred value that is left",
            Criterion::MostPreferredOwn => "compared by the most preferred value of each flavor's own",
            Criterion::AllEffective => "still equal, so compared by all values that are left",
            Criterion::AllOwn => "compared by all values of each flavor's own",
        };
        writeln!(out, "\n{compared}:\n")?;
        let flavors = compatible.iter().map(|flavor| format!("flavor {flavor}"));
        let header = ["capability", "preferred first"].map(str::to_owned).into_iter().chain(flavors);
        let rows = steps.iter().map(|step| walk_row(step, compatible, question));
        writeln!(out, "{}", table(header.chain(["verdict".to_owned()]), rows, width))?;
    }
    Ok(())
}

fn walk_row(step: &WalkStep, compatible: &[usize], question: &Question<'_>) -> Vec<String> {
    let mut row = vec![step.capability.clone(), question.order(&step.capability).join(", ")];
    row.extend(compatible.iter().map(|flavor| {
        let standing = step.standings.iter().find(|standing| standing.flavor == *flavor);
        standing.map_or_else(|| "out".to_owned(), |standing| standing.values.join(", "))
    }));
    let remaining: Vec<String> = step.remaining.iter().map(usize::to_string).collect();
    row.push(match step.verdict {
        StepVerdict::Tie => "a tie: next one".to_owned(),
        StepVerdict::Narrowed => format!("{} are still in", remaining.join(", ")),
        StepVerdict::Decided => format!("flavor {} wins", remaining.join(", ")),
    });
    row
}

fn write_outcome(version: &VersionAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    match &version.explanation.outcome {
        Outcome::Selected { flavor } => {
            let path = version.flavor_paths.get(*flavor).map(ToString::to_string).unwrap_or_default();
            writeln!(out, "{TITLE}selected: flavor {flavor}{TITLE:#} ({path})")
        }
        Outcome::NoneCompatible => match &version.obstacle {
            Some(obstacle) => writeln!(out, "{TITLE}selected: none{TITLE:#}: {}", printable(obstacle.to_string())),
            None => writeln!(out, "{TITLE}selected: none{TITLE:#}, because no flavor is compatible"),
        },
        Outcome::Ambiguous { flavors } => {
            writeln!(out, "{TITLE}selected: none{TITLE:#}, because these flavors cannot be told apart:")?;
            flavors
                .iter()
                .filter_map(|flavor| version.flavor_paths.get(*flavor))
                .try_for_each(|path| writeln!(out, "  {path}"))
        }
    }
}

fn write_choice(choice: &ImageChoice, out: &mut dyn Write) -> io::Result<()> {
    let reference = &choice.reference;
    let region = reference.region.as_deref().map(|region| format!(", region {region}")).unwrap_or_default();
    // "image: image x" says nothing more than "image: x".
    let field = if reference.field == "image" { String::new() } else { format!("{} ", reference.field) };
    let value = printable(&reference.value);
    writeln!(out, "{TITLE}image: {field}{value}{TITLE:#}{} ({})", printable(&region), reference.path)
}

fn write_not_found(not_found: &ImageNotFound, has_worker: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{TITLE}image: none{TITLE:#}: {}", printable(not_found.explanation()))?;
    not_found
        .candidates
        .iter()
        .try_for_each(|candidate| writeln!(out, "  {}: {}", candidate.path, fate(candidate, has_worker)))
}

fn fate(candidate: &Candidate, has_worker: bool) -> String {
    let text = match &candidate.fate {
        Fate::Chosen => "chosen".to_owned(),
        Fate::NotInRegion { regions } if regions.is_empty() => "has no reference in any region".to_owned(),
        Fate::NotInRegion { regions } => format!("has references in {} only", regions.join(", ")),
        Fate::Incompatible { capability, offered, wanted } => {
            let whose = if has_worker { "machine type and worker have" } else { "the machine type has" };
            format!("{capability} is {}, and {whose} {}", list(offered), list(wanted))
        }
        Fate::Outranked { capability: Some(capability) } => format!("another is preferred for its {capability}"),
        Fate::Outranked { capability: None } => "another is preferred".to_owned(),
        Fate::Ambiguous => "fits as well as another".to_owned(),
    };
    printable(text).into_owned()
}

fn list(values: &[String]) -> String {
    if values.is_empty() { "nothing".to_owned() } else { values.join(", ") }
}

fn write_difference(version: &VersionAnswer<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let image = match &version.gardener_provider_image {
        Some(ProviderAnswer::Found(choice)) => Some(format!("image {}", choice.reference.value)),
        Some(ProviderAnswer::NotFound(not_found)) => Some(format!("no image: {}", not_found.explanation())),
        None => None,
    };
    let flavor = version.explanation.gardener.as_ref().map(ToString::to_string);
    let parts: Vec<String> = flavor.into_iter().chain(image).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let parts = parts.join(", ");
    let text = match version.question.worker {
        Some(_) => format!("Gardener v1.150 knows nothing of what workers ask for: {parts}"),
        None => format!("Gardener v1.150 decides differently here: {parts}"),
    };
    writeln!(out, "\n{}", wrap(&printable(&text), width, 0))?;
    if !version.quirks.is_empty() {
        writeln!(out, "because of {} (see `rootstock quirks`)", version.quirks.join(" and "))?;
    }
    Ok(())
}
