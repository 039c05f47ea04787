//! The text of the answer: the two steps of the algorithm, as in the operator's guide.

use std::io::{self, Write as _};

use rootstock_capability_engine::{CapabilityRow, Criterion, SelectionOutcome, StepVerdict, WalkStep};
use rootstock_core_model::{Release, Semantics, counted};
use rootstock_provider_api::{Candidate, ImageChoice, ImageNotFound, ImageOutcome};
use rootstock_queries::{SelectAnswer, SelectedImage, SelectedVersion};
use rootstock_versioning::Classification;

use crate::page::Page;
use crate::table::{printable, table_or_transposed};

/// The limit of flavors to show the two steps for: each has a column, or a row if the table is transposed.
const MAX_FLAVORS: usize = 200;

pub(super) fn write(answer: &SelectAnswer, page: &mut Page<'_>) -> io::Result<()> {
    let region = answer.region.as_ref().map(|region| format!(" in region {region}")).unwrap_or_default();
    page.profile_title(&answer.profile, format!("{} with image {}{region}", answer.machine_type, answer.image))?;
    match answer.versions.as_slice() {
        [] => writeln!(page, "the image has no versions"),
        [only] => write_version(answer, only, page),
        several @ [first, ..] => {
            page.blank()?;
            let gardener = Semantics::gardener(answer.settings.gardener);
            let header = ["version", "classification", "flavor", "provider image", &gardener];
            page.table(header, several.iter().map(|version| row(version, answer.region.is_none())))?;
            writeln!(page, "\nfor the reasons, ask for one: --version {}", printable(&first.version))
        }
    }
}

/// Returns the row of one version among several.
/// `names_region` adds the region of a provider image that is valid in one region only.
fn row(version: &SelectedVersion, names_region: bool) -> Vec<String> {
    let image = match &version.provider_image {
        None => "unknown".to_owned(),
        Some(SelectedImage::Found(ImageChoice { reference, .. })) if names_region && reference.region.is_some() => {
            format!("{} in {}", reference.value, reference.region.as_deref().unwrap_or_default())
        }
        Some(SelectedImage::Found(choice)) => choice.reference.value.clone(),
        Some(SelectedImage::NotFound(not_found)) => format!("none: {}", not_found.explanation()),
    };
    let differs = match (&version.gardener_provider_image, &version.explanation.gardener) {
        (Some(SelectedImage::Found(choice)), _) => choice.reference.value.clone(),
        (Some(SelectedImage::NotFound(not_found)), _) => format!("none: {}", not_found.explanation()),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "the same".to_owned(),
    };
    vec![version.version.clone(), lifecycle_text(version), version.explanation.outcome.to_string(), image, differs]
}

fn lifecycle_text(version: &SelectedVersion) -> String {
    match version.expiration_date {
        Some(date) if version.classification == Classification::Expired => format!("expired since {date}"),
        Some(date) => format!("{} until {date}", version.classification),
        None => version.classification.to_string(),
    }
}

fn write_version(answer: &SelectAnswer, version: &SelectedVersion, page: &mut Page<'_>) -> io::Result<()> {
    writeln!(page, "version {}: {}", printable(&version.version), lifecycle_text(version))?;
    if !version.classification.is_active() {
        writeln!(page, "new workers cannot use it; the rest is about existing workers")?;
    }
    if !answer.has_machine_capabilities {
        writeln!(page, "the profile has no machineCapabilities: the architecture alone decides")?;
    }
    if !version.has_flavors && answer.has_machine_capabilities {
        writeln!(page, "the version has no capabilityFlavors: it counts as one flavor that declares no capability")?;
    }
    let explanation = &version.explanation;
    let flavors = explanation.capabilities.first().map_or(0, |row| row.flavors.len());
    if explanation.left_out > 0 {
        let values = counted(explanation.left_out, "value");
        writeln!(page, "\nthe two steps compare {values}, which are too many to show")?;
    } else if flavors > MAX_FLAVORS {
        let flavors = counted(flavors, "flavor");
        writeln!(page, "\nthe two steps compare {flavors}, which are too many for a table; --format json lists all")?;
    } else {
        write_steps(answer, version, page)?;
    }
    page.blank()?;
    write_outcome(version, page)?;
    match &version.provider_image {
        None if answer.knows_provider => {
            writeln!(page, "image: unknown, because providerConfig is missing or unreadable")?
        }
        None => writeln!(
            page,
            "image: unknown, because there is no plug-in for provider `{}`",
            printable(&answer.provider)
        )?,
        Some(SelectedImage::Found(choice)) => write_choice(choice, page)?,
        Some(SelectedImage::NotFound(not_found)) => write_not_found(not_found, answer.asked.is_some(), page)?,
    }
    write_difference(version, answer.asked.is_some(), answer.settings.gardener, page)
}

/// Writes the two steps of the algorithm.
fn write_steps(answer: &SelectAnswer, version: &SelectedVersion, page: &mut Page<'_>) -> io::Result<()> {
    page.section("Step 1: which flavors are compatible")?;
    page.blank()?;
    let explanation = &version.explanation;
    let flavors = 0..explanation.capabilities.first().map_or(0, |row| row.flavors.len());
    let header = ["capability".to_owned(), answer.machine_type.clone()]
        .into_iter()
        .chain(answer.asked.as_ref().map(|_| "worker".to_owned()))
        .chain(flavors.clone().map(|index| format!("flavor {index}")));
    let rows = explanation.capabilities.iter().map(|row| capability_row(row, answer, version));
    let verdicts = flavors.map(|index| {
        let empty = |row: &&CapabilityRow| row.flavors.get(index).is_some_and(|flavor| flavor.effective.is_empty());
        match explanation.capabilities.iter().find(empty) {
            Some(row) => format!("no: {}", row.capability),
            None => "yes".to_owned(),
        }
    });
    let worker = answer.asked.as_ref().map(|_| String::new());
    let last = ["compatible".to_owned(), String::new()].into_iter().chain(worker).chain(verdicts).collect();
    writeln!(page, "{}", table_or_transposed(header, rows.chain([last]), page.width))?;
    if has_omissions(answer, version) {
        writeln!(page, "\n* not declared, so every registered value")?;
        if answer.asked.is_some() {
            writeln!(page, "  (but a flavor that omits a capability that only workers require does not support it)")?;
        }
    }
    if !explanation.walk.is_empty() {
        page.section("Step 2: which of them is preferred")?;
        write_walk(&explanation.walk, &explanation.compatible, answer, page)?;
    }
    Ok(())
}

fn capability_row(row: &CapabilityRow, answer: &SelectAnswer, version: &SelectedVersion) -> Vec<String> {
    let name = &row.capability;
    let mut cells = vec![name.clone(), values(&row.machine_type, answer.machine_type_leaves_out.contains(name))];
    if let Some(worker) = &row.worker {
        let asks = answer.asked.as_ref().is_some_and(|asked| asked.get(name).is_some());
        cells.push(if asks { joined(worker) } else { "anything".to_owned() });
    }
    for (index, flavor) in row.flavors.iter().enumerate() {
        let is_left_out = version.flavors_leave_out.get(index).is_some_and(|left_out| left_out.contains(name));
        let own = values(&flavor.own, is_left_out);
        cells.push(if flavor.effective.is_empty() {
            format!("{own} - nothing in common")
        } else if flavor.effective.len() < flavor.own.len() {
            format!("{own} -> {}", joined(&flavor.effective))
        } else {
            own
        });
    }
    cells
}

fn values(values: &[String], is_left_out: bool) -> String {
    let star = if is_left_out { " *" } else { "" };
    if values.is_empty() { "none at all".to_owned() } else { format!("{}{star}", joined(values)) }
}

/// Joins values for a cell. All cells of a row are as high as the highest one, so that only the first values are listed, and the
/// others counted.
fn joined(values: &[String]) -> String {
    const MAX_VALUES: usize = 64;
    match values.split_at_checked(MAX_VALUES) {
        Some((first, rest @ [_, ..])) => format!("{} and {} more", first.join(", "), rest.len()),
        _ => values.join(", "),
    }
}

fn has_omissions(answer: &SelectAnswer, version: &SelectedVersion) -> bool {
    !answer.machine_type_leaves_out.is_empty() || version.flavors_leave_out.iter().any(|flavor| !flavor.is_empty())
}

/// Writes the comparisons, one table per criterion.
fn write_walk(walk: &[WalkStep], compatible: &[usize], answer: &SelectAnswer, page: &mut Page<'_>) -> io::Result<()> {
    for steps in walk.chunk_by(|one, next| one.criterion == next.criterion) {
        let Some(first) = steps.first() else { continue };
        let compared = match first.criterion {
            Criterion::MostPreferredEffective => "compared by the most preferred value that remains",
            Criterion::MostPreferredOwn => "compared by the most preferred value of each flavor's own",
            Criterion::AllEffective => "still equal, so compared by all values that remain",
            Criterion::AllOwn => "compared by all values of each flavor's own",
        };
        writeln!(page, "\n{compared}:\n")?;
        let flavors = compatible.iter().map(|flavor| format!("flavor {flavor}"));
        let header = ["capability", "preferred first"].map(str::to_owned).into_iter().chain(flavors);
        let rows = steps.iter().map(|step| walk_row(step, compatible, answer));
        page.table(header.chain(["verdict".to_owned()]), rows)?;
    }
    Ok(())
}

fn walk_row(step: &WalkStep, compatible: &[usize], answer: &SelectAnswer) -> Vec<String> {
    let compared = answer.capabilities.iter().find(|capability| capability.name == step.capability);
    let order = compared.map(|capability| joined(&capability.values)).unwrap_or_default();
    let mut row = vec![step.capability.clone(), order];
    row.extend(compatible.iter().map(|flavor| {
        let standing = step.standings.iter().find(|standing| standing.flavor == *flavor);
        standing.map_or_else(|| "out".to_owned(), |standing| joined(&standing.values))
    }));
    let remaining: Vec<String> = step.remaining.iter().map(usize::to_string).collect();
    row.push(match step.verdict {
        StepVerdict::Tie => "a tie: go on".to_owned(),
        StepVerdict::Narrowed => format!("{} remain", joined(&remaining)),
        StepVerdict::Decided => format!("flavor {} wins", joined(&remaining)),
    });
    row
}

fn write_outcome(version: &SelectedVersion, page: &mut Page<'_>) -> io::Result<()> {
    match &version.explanation.outcome {
        SelectionOutcome::Selected { flavor } => {
            let path = version.flavor_paths.get(*flavor).map(ToString::to_string).unwrap_or_default();
            page.heading(format!("selected: flavor {flavor}"), format!(" ({path})"))
        }
        SelectionOutcome::NoneCompatible => match &version.obstacle {
            Some(obstacle) => page.heading("selected: none", format!(": {obstacle}")),
            None => page.heading("selected: none", ", because no flavor is compatible"),
        },
        SelectionOutcome::Ambiguous { flavors } => {
            page.heading("selected: none", ", because these flavors cannot be distinguished:")?;
            flavors
                .iter()
                .filter_map(|flavor| version.flavor_paths.get(*flavor))
                .try_for_each(|path| page.line(2, path.to_string()))
        }
    }
}

fn write_choice(choice: &ImageChoice, page: &mut Page<'_>) -> io::Result<()> {
    let reference = &choice.reference;
    let region = reference.region.as_deref().map(|region| format!(", region {region}")).unwrap_or_default();
    // "image: image x" says no more than "image: x".
    let field = if reference.path.field() == "image" { String::new() } else { format!("{} ", reference.path.field()) };
    page.heading(format!("image: {field}{}", reference.value), format!("{region} ({})", reference.path))
}

fn write_not_found(not_found: &ImageNotFound, has_worker: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.heading("image: none", format!(": {}", not_found.explanation()))?;
    let mut fates = not_found.candidates.iter().map(|one| format!("{}: {}", one.path, fate(one, has_worker)));
    fates.try_for_each(|fate| page.line(2, fate))
}

fn fate(candidate: &Candidate, has_worker: bool) -> String {
    match &candidate.fate {
        ImageOutcome::Chosen => "chosen".to_owned(),
        ImageOutcome::NotInRegion { regions } if regions.is_empty() => "has no reference in any region".to_owned(),
        ImageOutcome::NotInRegion { regions } => format!("has references in {} only", regions.join(", ")),
        ImageOutcome::Incompatible { capability, offered, wanted } => {
            let whose = if has_worker { "machine type and worker have" } else { "the machine type has" };
            format!("{capability} is {}, and {whose} {}", list(offered), list(wanted))
        }
        ImageOutcome::Outranked { capability: Some(capability) } => {
            format!("another is preferred for its {capability}")
        }
        ImageOutcome::Outranked { capability: None } => "another is preferred".to_owned(),
        ImageOutcome::Ambiguous => "fits as well as another".to_owned(),
    }
}

fn list(values: &[String]) -> String {
    if values.is_empty() { "nothing".to_owned() } else { joined(values) }
}

fn write_difference(
    version: &SelectedVersion,
    has_worker: bool,
    gardener: Option<Release>,
    page: &mut Page<'_>,
) -> io::Result<()> {
    let image = match &version.gardener_provider_image {
        Some(SelectedImage::Found(choice)) => Some(format!("image {}", choice.reference.value)),
        Some(SelectedImage::NotFound(not_found)) => Some(format!("no image: {}", not_found.explanation())),
        None => None,
    };
    let flavor = version.explanation.gardener.as_ref().map(ToString::to_string);
    let parts: Vec<String> = flavor.into_iter().chain(image).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let parts = parts.join(", ");
    let text = if has_worker {
        format!("{} ignores what workers require: {parts}", Semantics::gardener(gardener))
    } else {
        format!("{}: {parts}", Semantics::Gardener.decide_differently(gardener))
    };
    page.note(&text)?;
    if !version.quirks.is_empty() {
        writeln!(page, "because of {} (see `rootstock quirks`)", version.quirks.join(" and "))?;
    }
    Ok(())
}
