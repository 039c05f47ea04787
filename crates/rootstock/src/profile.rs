//! The one profile that a question is about.

use rootstock_admission::{ProviderHalf, ShootProfile, canonicalise_cloud_profile};
use rootstock_capability_engine::Catalog;
use rootstock_core_model::{CloudProfile, CloudProfileSpec, Settings};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::Report;

use crate::cli::ProfileArguments;
use crate::examine::{Conditions, Examined, Judgement, examine};
use crate::status::Failure;
use crate::{Streams, input};

/// A profile in the form in which Gardener stores it, and its provider's half.
pub(crate) struct Profile {
    pub(crate) object: CloudProfile,
    /// None when no plug-in knows the provider, or when it could not be read.
    pub(crate) config: Option<Box<dyn ProviderConfig>>,
}

impl Profile {
    /// The profile, ready to judge workers by it.
    pub(crate) fn for_shoots(&self, registry: &Registry, settings: &Settings) -> Result<ShootProfile<'_>, Failure> {
        let spec = &self.object.spec;
        let half =
            registry.get(&spec.provider_type).map(|plugin| ProviderHalf { plugin, config: self.config.as_deref() });
        ShootProfile::new(spec, settings, half)
            .map_err(|too_large| Failure::Unreadable(format!("the profile cannot be compared: {too_large}")))
    }
}

/// Reads the profile asked for. One with mistakes is answered for, too, with a word of warning.
pub(crate) fn load(
    arguments: &ProfileArguments,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Profile, Failure> {
    let (name, bytes) = input::require(&arguments.path, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let examined = examine(&name, &bytes, conditions, &mut report);
    let Examined { document, mut profile, config } = choose(examined, arguments.name.as_deref(), &name)?;
    let shown = if name == "-" { "the profile" } else { &name };
    say_errors(&report, document, shown, &name, streams);
    canonicalise_cloud_profile(&mut profile, None);
    Ok(Profile { object: profile, config })
}

/// A word of warning about a profile with errors; `what` is the profile in words.
pub(crate) fn say_errors(report: &Report, document: usize, what: &str, file: &str, streams: &mut Streams) {
    let errors = report.findings.iter().filter(|finding| finding.document == Some(document) && finding.is_error());
    let errors = match errors.count() {
        0 => return,
        1 => "an error".to_owned(),
        several => format!("{several} errors"),
    };
    streams.say(&format!("{what} has {errors}, so Gardener may answer differently; see `rootstock check {file}`"));
}

/// The profile in the form in which it is asked.
pub(crate) fn compile(spec: &CloudProfileSpec) -> Result<Catalog, Failure> {
    Catalog::new(spec).map_err(|too_large| Failure::Unreadable(format!("the profile cannot be compared: {too_large}")))
}

fn choose(examined: Vec<Examined>, asked: Option<&str>, file: &str) -> Result<Examined, Failure> {
    let names: Vec<String> = examined.iter().map(|it| format!("`{}`", it.profile.metadata.name)).collect();
    let mut fitting = examined.into_iter().filter(|it| asked.is_none_or(|name| it.profile.metadata.name == name));
    match (fitting.next(), fitting.next(), asked) {
        (Some(only), None, _) => Ok(only),
        (None, _, None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        (None, _, Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {}", names.join(", "))))
        }
        (Some(_), Some(_), Some(name)) => {
            Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}")))
        }
        (Some(_), Some(_), None) => Err(Failure::Usage(format!(
            "there are {} CloudProfiles in {file}; choose one with --name: {}",
            names.len(),
            names.join(", ")
        ))),
    }
}
