//! A proposal for each profile of a landscape, as files: a patch, a description, and an index of all.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rootstock_analysis::ProfileKey;
use rootstock_core_model::counted;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProposalAnswer, ProposalQuery, Query as _, UpkeepInput, UpkeepOutcome};
use rootstock_report::unified_diff_of_edits;
use rootstock_versioning::Day;

use super::{ProposeArguments, markdown};
use crate::cli::CloudProfileArguments;
use crate::commands::upkeep::edit::{self, EditResult};
use crate::failure::{Failure, InputError, UsageError};
use crate::run::Run;
use crate::table::printable;
use crate::{Status, Streams, landscape};

/// The name of the file that lists all proposals, without its extension.
const INDEX: &str = "index";

/// Writes the files, and returns the worst status of the proposals.
pub(super) fn run(
    arguments: &ProposeArguments,
    directory: &Path,
    query: &ProposalQuery,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let named = arguments.edit.profile();
    let mut run = Run::new(arguments.edit.settings(), registry, streams)?;
    let today = Day::of(run.settings().now);
    let profiles: Vec<CloudProfileArguments> =
        match landscape::expand_file(&named.path, named.name.as_deref(), &mut run)? {
            None => vec![named.clone()],
            Some(all) => {
                let own = all.found.into_iter().filter(|(_, key)| key.namespace.is_none());
                own.map(|(path, key)| CloudProfileArguments { path, name: Some(key.name) }).collect()
            }
        };
    if profiles.is_empty() {
        return Err(InputError::NoReadableProfile { file: named.path.display().to_string() }.into());
    }
    if profiles.len() > 1 && arguments.edit.reads_users_from_standard_input() {
        return Err(UsageError::StandardInputTwice.into());
    }
    fs::create_dir_all(directory).map_err(|error| Failure::write_file(directory, error))?;
    let mut index = format!("# Upkeep of {}, {today}\n\n", counted(profiles.len(), "CloudProfile"));
    index.push_str("| profile | file | change |\n|---|---|---|\n");
    let mut worst = Status::Clean;
    let mut used = BTreeSet::from([INDEX.to_owned()]);
    for profile in &profiles {
        let ask = |over: UpkeepInput<'_>| query.ask(over);
        let edited = edit::answer_about(&arguments.edit, profile, true, ask, registry, streams)?;
        let file_name = unused_name(&edited, &mut used);
        let summary = write(arguments, directory, &edited, &file_name)?;
        let name = printable(ProfileKey::global(&edited.answer.upkeep.profile).to_string());
        let line = format!("{name}: {}", summary.text);
        let link = if summary.is_written { format!("[{name}]({file_name}.md)") } else { name.into_owned() };
        let _ = writeln!(index, "| {link} | `{}` | {} |", edited.path.display(), summary.text.replace('|', "\\|"));
        writeln!(streams.out.raw(), "{line}")?;
        if edited.status != Status::Clean {
            worst = edited.status;
        }
    }
    let file = directory.join(format!("{INDEX}.md"));
    fs::write(&file, index).map_err(|error| Failure::write_file(&file, error))?;
    Ok(worst)
}

/// The outcome for one profile.
struct Summary {
    text: String,
    /// Whether there is a change, whose files are written.
    is_written: bool,
}

/// Writes the patch and the description of a proposal, unless nothing is due or the change is refused; removes those of an earlier run.
fn write(
    arguments: &ProposeArguments,
    directory: &Path,
    edited: &EditResult<ProposalAnswer>,
    name: &str,
) -> Result<Summary, Failure> {
    let answer = &edited.answer;
    let files = ["patch", "md"].map(|kind| directory.join(format!("{name}.{kind}")));
    for file in &files {
        match fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Failure::write_file(file, error)),
            _ => {}
        }
    }
    let text = match (&answer.postponed, answer.proposed.len(), edited.status) {
        (Some(postponed), ..) => format!("nothing is proposed: {}", printable(&postponed.message)),
        (None, 0, _) => "nothing is due".to_owned(),
        (None, number, Status::Clean) => counted(number, "change"),
        (None, number, _) => format!("{} refused; see `rootstock upkeep propose`", counted(number, "change")),
    };
    let (Some(after), UpkeepOutcome::Done { edits, .. }, Status::Clean, false) =
        (answer.upkeep.text(), &answer.upkeep.outcome, edited.status, answer.proposed.is_empty())
    else {
        return Ok(Summary { text, is_written: false });
    };
    let [patch, description] = files;
    let path = edited.path.as_os_str().as_encoded_bytes();
    let diff = unified_diff_of_edits(path, edited.before.text(), after, edits);
    fs::write(&patch, diff).map_err(|error| Failure::write_file(&patch, error))?;
    let mut out = Vec::new();
    markdown::write(answer, arguments.until, &mut out)?;
    fs::write(&description, out).map_err(|error| Failure::write_file(&description, error))?;
    Ok(Summary { text, is_written: true })
}

/// Returns the name of the profile as that of a file. Profiles of several landscapes may have one name; the later ones get a number.
fn unused_name(edited: &EditResult<ProposalAnswer>, used: &mut BTreeSet<String>) -> String {
    let allowed = |one: char| if one.is_ascii_alphanumeric() || "-_.".contains(one) { one } else { '_' };
    let name: String = edited.answer.upkeep.profile.chars().map(allowed).collect();
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let unused = std::iter::once(name.clone()).chain(numbered).find(|one| !used.contains(one)).unwrap_or(name);
    used.insert(unused.clone());
    unused
}
