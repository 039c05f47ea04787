//! `canonicalize`: a profile as Gardener stores it, and what differs from what was written.

use rootstock_admission::{Operation, canonicalise_cloud_profile, check_cloud_profile_of, default_cloud_profile};
use rootstock_analysis::stored_form::{Change, InOrderOf, StoredDifference, differences, edits};
use rootstock_core_model::{CloudProfile, RawObject, emit};
use rootstock_provider_api::Registry;
use rootstock_report::unified_diff;
use rootstock_text_edits::apply_edits;

use crate::cli::{CanonicalizeArguments, CloudProfileArguments, Format};
use crate::run::Run;
use crate::status::Failure;
use crate::table::printable;
use crate::{Status, Streams, document, input};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.canonicalize/v1";

/// What an update must name.
const ASSUMED_VERSION: &str = "1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    profile: InOrderOf<'a>,
    changes: &'a [StoredDifference],
}

pub(super) fn run(
    arguments: &CanonicalizeArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    input::read_standard_input_once([&arguments.profile.path].into_iter().chain(&arguments.old))?;
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let found = document::load(&arguments.profile, &mut run)?;
    let mut written = found.written.object.clone();
    let metadata = written.metadata.clone();
    let old = match &arguments.old {
        Some(path) => {
            let arguments = CloudProfileArguments { path: path.clone(), name: arguments.profile.name.clone() };
            let mut old = document::load(&arguments, &mut run)?.profile.stored().clone();
            // That it is the one that was read last is not the question here.
            old.metadata.resource_version = ASSUMED_VERSION.to_owned();
            written.metadata.resource_version = ASSUMED_VERSION.to_owned();
            Some(old)
        }
        None => None,
    };
    let operation = match &old {
        Some(old) => Operation::Update { old },
        None if arguments.create => Operation::Create,
        None => Operation::State,
    };
    let stored = stored(&written, operation, &mut run);
    let stored = CloudProfile { metadata, ..stored };
    let stored = RawObject::from_serialize(&stored).map_err(|error| Failure::Unreadable(error.to_string()))?;
    let root = found.written.raw.node();
    let changes = differences(root, stored.node());
    let whole = InOrderOf { written: Some(root), stored: stored.node() };
    match arguments.answer.format {
        Format::Json => {
            let answer = Answer { settings: run.resolved.into(), profile: whole, changes: &changes };
            streams.json(SCHEMA, &answer)?;
            return Ok(Status::Clean);
        }
        Format::Text if arguments.diff => {
            let edits = edits(root, &changes).map_err(|obstacle| {
                Failure::Unreadable(format!("the text cannot be edited: {obstacle}; leave --diff out"))
            })?;
            let after =
                apply_edits(found.text(), &edits).ok_or_else(|| Failure::Internal("two edits overlap".to_owned()))?;
            write!(streams.out(), "{}", unified_diff(found.file(), found.text(), &after))?;
        }
        Format::Text => {
            let text = emit::to_yaml(&whole).map_err(|error| Failure::Unreadable(error.to_string()))?;
            write!(streams.out(), "{text}")?;
        }
    }
    say(&changes, streams);
    Ok(Status::Clean)
}

/// The profile as it is stored; one with errors is not, and answered for nevertheless.
fn stored(written: &CloudProfile, operation: Operation<'_>, run: &mut Run<'_>) -> CloudProfile {
    let settings = run.settings();
    let built_in =
        run.registry.get(&written.spec.provider_type).map_or(&[][..], |provider| provider.worker_capabilities());
    let outcome = check_cloud_profile_of(built_in, written, operation, &settings);
    if let Some(canonical) = outcome.canonical {
        return canonical;
    }
    let errors = outcome.errors().count();
    let errors = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
    run.streams.say(&format!("the profile has {errors}, so that Gardener would not store it; see `rootstock check`"));
    let mut stored = written.clone();
    stored.status = None;
    default_cloud_profile(&mut stored);
    if let Some(old) = operation.old().filter(|_| settings.quirks.update_syncs_before_validation) {
        canonicalise_cloud_profile(&mut stored, Some(old));
    }
    canonicalise_cloud_profile(&mut stored, None);
    stored
}

/// What was changed and why, field by field; what only looks different in one sentence.
fn say(changes: &[StoredDifference], streams: &mut Streams) {
    if changes.is_empty() {
        streams.say("Gardener stores it as it is written");
    }
    // A large profile says the same a thousand times.
    let mut groups: Vec<(&StoredDifference, usize)> = Vec::new();
    for change in changes.iter().filter(|change| change.change != Change::Rewritten) {
        let same = |one: &StoredDifference| {
            one.change == change.change
                && one.because == change.because
                && one.after == change.after
                && one.after.is_some()
        };
        match groups.iter_mut().find(|(one, _)| same(one)) {
            Some((_, times)) => *times += 1,
            None => groups.push((change, 1)),
        }
    }
    for (change, times) in groups {
        let value = change.after.as_ref().or(change.before.as_ref()).and_then(short);
        let value = value.map(|value| format!(": {value}")).unwrap_or_default();
        let what = if change.change == Change::Added { "filled in" } else { "dropped" };
        let more = if times == 1 { String::new() } else { format!(" (and in {} more places)", times - 1) };
        streams.say(&printable(format!("{}{value}{more} is {what}: {}", change.path, change.because)));
    }
    let rewritten = changes.iter().filter(|change| change.change == Change::Rewritten).count();
    if rewritten > 0 {
        let values = if rewritten == 1 { "1 value is".to_owned() } else { format!("{rewritten} values are") };
        streams.say(&format!("{values} written as Kubernetes writes them, meaning the same"));
    }
}

/// A value on one line, unless it is long.
fn short(value: &RawObject) -> Option<String> {
    const MOST: usize = 60;
    let text = serde_json::to_string(value).ok()?;
    (text.chars().count() <= MOST).then_some(text)
}
