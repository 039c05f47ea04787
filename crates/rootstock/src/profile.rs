//! The one profile that `matrix` and `select` ask about.

use rootstock_admission::canonicalise_cloud_profile;
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
    let errors = report.findings.iter().filter(|finding| finding.document == Some(document) && finding.is_error());
    let shown = if name == "-" { "the profile" } else { &name };
    let errors = match errors.count() {
        0 => None,
        1 => Some("an error".to_owned()),
        several => Some(format!("{several} errors")),
    };
    if let Some(errors) = errors {
        streams.say(&format!("{shown} has {errors}, so Gardener may answer differently; see `rootstock check {name}`"));
    }
    canonicalise_cloud_profile(&mut profile, None);
    Ok(Profile { object: profile, config })
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
