//! The check that every example goes through: the one behind `rootstock check`.

use rootstock_advice::AdviceOptions;
use rootstock_analysis::{Analysis, CheckMode, Object, ProfileKey, Role as InputRole};
use rootstock_core_model::{FieldPath, GARDENER, ReadLimits, Semantics, read};
use rootstock_document::Locator;
use rootstock_facts::{FactList, FactMapping, FactSource, read_facts};
use rootstock_guarantees::{Lock, LockSettings};
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::comparison::Found;
use crate::example::{Example, Role};

/// The documents that an example is judged with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RelatedDocuments<'a> {
    /// The previous state.
    pub(crate) old: Option<&'a str>,
    /// The profile that it refers to.
    pub(crate) profile: Option<&'a str>,
    /// The objects that use it.
    pub(crate) users: &'a [String],
    /// The profile whose images are locked.
    pub(crate) locked: Option<&'a str>,
    /// The facts to compare it with; the findings are then those of the comparison alone.
    pub(crate) facts: Option<&'a str>,
}

/// Returns the findings of a whole document, located in its example, with advice if requested.
pub(crate) fn findings(
    registry: &Registry,
    example: &Example<'_>,
    advice: Option<AdviceOptions>,
    text: &str,
    related: RelatedDocuments<'_>,
) -> Result<Vec<Found>, String> {
    let mut analysis = Analysis::new(registry.clone(), example.settings);
    analysis.set_advice(advice);
    analysis.set_mode(match example.role {
        Role::State | Role::Old | Role::Profile | Role::User | Role::Facts => CheckMode::State,
        Role::Create => CheckMode::Create,
        Role::Update => CheckMode::Update,
    });
    analysis.set(InputRole::Checked, "example.yaml", text.as_bytes());
    if let Some(locked) = related.locked {
        analysis.set_lock(Some(lock_of(registry, example, locked)?.into()));
    }
    if let Some(facts) = related.facts {
        let file =
            read_facts(&FactSource::ALL, "facts.yaml", facts.as_bytes(), None).map_err(|error| error.to_string())?;
        let key = key(&analysis, InputRole::Checked, "example.yaml").ok_or("facts need a profile")?;
        let profile = analysis.profile(&key).map_err(|_| "the profile is not there")?;
        let table = FactMapping::built_in(&profile.spec().provider_type);
        let found = analysis.report_on_facts(&profile, &table, &FactList { facts: file.sheets });
        return Ok(located(example, found.ok_or("the profile is not a CloudProfile")?.0));
    }
    if let Some(profile) = related.profile {
        analysis.set(InputRole::Known, "profile.yaml", profile.as_bytes());
    }
    if example.role == Role::Update {
        let old = related.old.ok_or("an update needs an `old` example before it")?;
        analysis.set(InputRole::Old, "old.yaml", old.as_bytes());
        // The rules report that the name has changed.
        let keys = (key(&analysis, InputRole::Checked, "example.yaml"), key(&analysis, InputRole::Old, "old.yaml"));
        if let (Some(new), Some(old)) = keys {
            analysis.set_predecessor(new, old);
        }
        for (number, user) in related.users.iter().enumerate() {
            analysis.set(InputRole::Old, &format!("user-{number}.yaml"), user.as_bytes());
        }
    }
    Ok(located(example, analysis.check().report))
}

/// Returns the lock of a profile.
fn lock_of(registry: &Registry, example: &Example<'_>, text: &str) -> Result<Lock, String> {
    let settings = example.settings;
    let mut analysis = Analysis::new(registry.clone(), settings);
    analysis.set(InputRole::Checked, "locked.yaml", text.as_bytes());
    let profile = analysis.profiles_in(InputRole::Checked).into_iter().next().ok_or("no profile is locked")?;
    let compiled = profile.compiled(settings.gates).map_err(|error| error.to_string())?;
    let mut lock = Lock::new(LockSettings::of(Semantics::Documented, &settings));
    lock.add(Judge::new(&compiled, settings));
    Ok(lock)
}

/// Returns the key of the profile in an input, if there is one.
fn key(analysis: &Analysis, role: InputRole, name: &str) -> Option<ProfileKey> {
    analysis.objects(role, name).find_map(|object| match object {
        Object::CloudProfile(profile) => Some(profile.key().clone()),
        Object::NamespacedCloudProfile(child) => Some(ProfileKey::from(&*child.object)),
        Object::Shoot(_) => None,
    })
}

fn located(example: &Example<'_>, report: Report) -> Vec<Found> {
    let places = Places::of(example);
    let found = report.findings.into_iter().map(|finding| {
        let line = match (example.base, &finding.place) {
            (None, Some(place)) => line_at(&example.text, place.span.start),
            _ => places.line(&finding.violation.path),
        };
        Found { line, violation: finding.violation }
    });
    found.collect()
}

/// Returns the line of a byte, counted from 1.
fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// The lines of a fragment's fields.
struct Places<'a> {
    text: &'a str,
    file: read::File,
}

impl<'a> Places<'a> {
    fn of(example: &'a Example<'_>) -> Self {
        Self { text: &example.text, file: read::read("fragment", example.text.as_bytes(), &ReadLimits::DEFAULT) }
    }

    /// Returns the line of a field, or of its nearest parent in the fragment.
    fn line(&self, path: &FieldPath) -> usize {
        let Some(root) = self.file.documents.first().and_then(read::Document::raw) else { return 1 };
        let node = Locator::with_hints(root.node(), &GARDENER).locate(path).node;
        let span = node.key_span().unwrap_or_else(|| node.span());
        line_at(self.text, span.range().start)
    }
}
