//! Both profiles: read, judged as an update, and brought into the form in which they are stored.

use rootstock_admission::{ProviderHalf, canonicalise_cloud_profile};
use rootstock_behavioural_diff::ProfileSide;
use rootstock_core_model::{CloudProfile, Settings, Severity};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::Report;

use crate::cli::DiffArguments;
use crate::examine::{Conditions, Examined, Judgement, Profiles, examine};
use crate::status::Failure;
use crate::{Streams, input, profile};

/// Both profiles in the form in which they are stored.
pub(super) struct Sides {
    old: Stored,
    new: Stored,
}

struct Stored {
    profile: CloudProfile,
    config: Option<Box<dyn ProviderConfig>>,
}

/// What there is to say about the update itself: a report about the new profile and nothing else.
pub(super) struct Update {
    pub(super) report: Report,
}

impl Update {
    /// Whether the API server would refuse it.
    pub(super) fn is_refused(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many findings there are.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.report.findings.iter().filter(|finding| finding.violation.severity == severity).count()
    }
}

impl Sides {
    /// The name of the profile, as it was.
    pub(super) fn name(&self) -> &str {
        &self.old.profile.metadata.name
    }

    /// The name of the profile, if it is another one now.
    pub(super) fn new_name(&self) -> Option<&str> {
        let name = self.new.profile.metadata.name.as_str();
        (name != self.name()).then_some(name)
    }

    /// Whether the provider's half is known on both sides, so that images can be told apart.
    pub(super) const fn knows_images(&self) -> bool {
        self.old.config.is_some() && self.new.config.is_some()
    }

    pub(super) fn old(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        self.old.side(registry, settings)
    }

    pub(super) fn new(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        self.new.side(registry, settings)
    }
}

impl Stored {
    fn side(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        let spec = &self.profile.spec;
        let half =
            registry.get(&spec.provider_type).map(|plugin| ProviderHalf { plugin, config: self.config.as_deref() });
        let name = &self.profile.metadata.name;
        ProfileSide::new(name, spec, half, settings)
            .map_err(|too_large| Failure::Unreadable(format!("profile `{name}` cannot be compared: {too_large}")))
    }
}

/// Reads both profiles. A mistake in the old one is a word of warning, mistakes in the new one are findings.
pub(super) fn load(
    arguments: &DiffArguments,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<(Sides, Update), Failure> {
    let asked = arguments.name.as_deref();
    let (old_file, bytes) = input::require(&arguments.old, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let Examined { document, profile: mut old, config, .. } =
        choose(examine(&old_file, &bytes, conditions, &mut report), asked, &old_file)?;
    profile::say_errors(&report, document, &format!("the old profile in {old_file}"), &old_file, streams);
    canonicalise_cloud_profile(&mut old, None);
    let old = Stored { profile: old, config };

    let (file, bytes) = input::require(&arguments.new, streams)?;
    let judged = |name: &str| {
        let before = Profiles::from([(name.to_owned(), old.profile.clone())]);
        let mut report = Report::default();
        let conditions = Conditions { registry, settings, judgement: Judgement::Update(&before) };
        let examined = choose(examine(&file, &bytes, conditions, &mut report), asked, &file)?;
        Ok::<_, Failure>((examined, report))
    };
    let (mut examined, mut report) = judged(&old.profile.metadata.name)?;
    let name = examined.profile.metadata.name.clone();
    if name != old.profile.metadata.name {
        // It is to take the place of the other one nevertheless.
        (examined, report) = judged(&name)?;
    }
    let Examined { document, profile: mut new, config, .. } = examined;
    report.findings.retain(|finding| finding.document == Some(document));
    report.sort();
    // As the API server does: what the old one had is looked at first.
    canonicalise_cloud_profile(&mut new, Some(&old.profile));
    canonicalise_cloud_profile(&mut new, None);
    Ok((Sides { old, new: Stored { profile: new, config } }, Update { report }))
}

/// The CloudProfile that is asked for.
fn choose(examined: Vec<Examined>, asked: Option<&str>, file: &str) -> Result<Examined, Failure> {
    let names: Vec<String> = examined.iter().map(|it| format!("`{}`", it.profile.metadata.name)).collect();
    let names = names.join(", ");
    let mut fitting = examined.into_iter().filter(|it| asked.is_none_or(|name| it.profile.metadata.name == name));
    match (fitting.next(), fitting.next(), asked) {
        (Some(only), None, _) => Ok(only),
        (None, _, None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        (None, _, Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {names}")))
        }
        (Some(_), Some(_), Some(name)) => {
            Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}")))
        }
        (Some(_), Some(_), None) => {
            Err(Failure::Usage(format!("there are several CloudProfiles in {file}; choose one with --name: {names}")))
        }
    }
}
