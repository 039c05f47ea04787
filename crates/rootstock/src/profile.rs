//! The one profile that a question is about.

use std::path::Path;

use rootstock_admission::{ProviderHalf, ShootProfile, canonicalise_cloud_profile};
use rootstock_capability_engine::Catalog;
use rootstock_core_model::{CloudProfile, CloudProfileSpec, Settings};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::Report;

use crate::cli::ProfileArguments;
use crate::examine::{Conditions, Examined, Judgement, RenderedProfile, WaitingProfile, examine_everything};
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

/// Reads the profile asked for: a CloudProfile, or what a NamespacedCloudProfile is rendered to. One with mistakes is
/// answered for, too, with a word of warning.
pub(crate) fn load(
    arguments: &ProfileArguments,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Profile, Failure> {
    Ok(match chosen(arguments, registry, settings, streams)? {
        Chosen::Own(profile) => *profile,
        Chosen::Child { rendered, .. } => (*rendered).into(),
    })
}

/// The profile that was asked for.
pub(crate) enum Chosen {
    /// A CloudProfile.
    Own(Box<Profile>),
    /// A NamespacedCloudProfile.
    Child {
        /// As it is written.
        written: Box<WaitingProfile>,
        /// The texts that were read.
        report: Box<Report>,
        /// What its shoots get.
        rendered: Box<RenderedProfile>,
    },
}

/// Reads the profile asked for.
pub(crate) fn chosen(
    arguments: &ProfileArguments,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Chosen, Failure> {
    let standard_input = Path::new("-");
    if arguments.path == standard_input && arguments.parent.as_deref() == Some(standard_input) {
        return Err(Failure::Usage("standard input (-) can be read only once".to_owned()));
    }
    let (name, bytes) = input::require(&arguments.path, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let found = examine_everything(&name, &bytes, conditions, &mut report);
    let mut parents = Vec::new();
    let shown = |name: &str| if name == "-" { "the profile".to_owned() } else { name.to_owned() };
    let child = match choose(found.profiles, found.children, arguments.name.as_deref(), &name)? {
        Candidate::Own(_) if arguments.parent.is_some() => {
            return Err(Failure::Usage(
                "--parent is for NamespacedCloudProfiles, and this is a CloudProfile".to_owned(),
            ));
        }
        Candidate::Own(own) => {
            let Examined { document, mut profile, config, .. } = *own;
            say_errors(&report, document, &shown(&name), &name, streams);
            canonicalise_cloud_profile(&mut profile, None);
            return Ok(Chosen::Own(Box::new(Profile { object: profile, config })));
        }
        Candidate::Child { child, others } => {
            parents.extend(others.into_iter().map(|parent| (parent, name.clone())));
            child
        }
    };
    if let Some(path) = &arguments.parent {
        let (file, bytes) = input::require(path, streams)?;
        let found = examine_everything(&file, &bytes, conditions, &mut report);
        if found.profiles.is_empty() {
            let reason = format!("there is no readable CloudProfile in {file}; see `rootstock check {file}`");
            return Err(Failure::Unreadable(reason));
        }
        parents.extend(found.profiles.into_iter().map(|parent| (parent, file.clone())));
    }
    let wanted = &child.profile.spec.parent.name;
    let parent = parents.iter().find(|(parent, _)| parent.profile.metadata.name == *wanted);
    if let (None, Some((other, _)), Some(path)) = (parent, parents.last(), &arguments.parent) {
        return Err(Failure::Usage(format!(
            "the parent is CloudProfile `{wanted}`, and {} has `{}`",
            path.display(),
            other.profile.metadata.name
        )));
    }
    if let Some((parent, file)) = parent {
        say_errors(&report, parent.document, &format!("the parent in {file}"), file, streams);
    }
    child.report_form(&mut report);
    say_errors(&report, child.document, &shown(&name), &name, streams);
    let rendered = child.render(parent.map(|(parent, _)| &parent.profile), registry, settings).map_err(|reason| {
        Failure::Unreadable(format!(
            "NamespacedCloudProfile `{}` cannot be rendered: {reason}; give the parent with --parent",
            child.profile.metadata.name
        ))
    })?;
    Ok(Chosen::Child { written: child, report: Box::new(report), rendered: Box::new(rendered) })
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

/// What can be asked about.
enum Candidate {
    Own(Box<Examined>),
    Child { child: Box<WaitingProfile>, others: Vec<Examined> },
}

fn choose(
    profiles: Vec<Examined>,
    mut children: Vec<WaitingProfile>,
    asked: Option<&str>,
    file: &str,
) -> Result<Candidate, Failure> {
    let own = |it: &Examined| it.profile.metadata.name.clone();
    let full = |it: &WaitingProfile| format!("{}/{}", it.profile.metadata.namespace, it.profile.metadata.name);
    let names: Vec<String> = profiles.iter().map(own).chain(children.iter().map(full)).collect();
    let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let is_asked = |name: &str| asked.is_none_or(|asked| asked == name);
    let fits = |it: &WaitingProfile| is_asked(&full(it)) || is_asked(&it.profile.metadata.name);
    let fitting_children: Vec<usize> =
        children.iter().enumerate().filter(|(_, it)| fits(it)).map(|(index, _)| index).collect();
    let own_fit = profiles.iter().filter(|it| is_asked(&own(it))).count();
    // A parent that stands beside its only child is there for its sake.
    let only_child = match children.as_slice() {
        [child] if asked.is_none() => profiles.iter().all(|it| own(it) == child.profile.spec.parent.name),
        _ => false,
    };
    match (own_fit, fitting_children.as_slice(), asked) {
        (0, [index], _) => Ok(Candidate::Child { child: Box::new(children.swap_remove(*index)), others: profiles }),
        (_, [index], _) if only_child => {
            Ok(Candidate::Child { child: Box::new(children.swap_remove(*index)), others: profiles })
        }
        (1, [], _) => profiles
            .into_iter()
            .find(|it| is_asked(&own(it)))
            .map(|own| Candidate::Own(Box::new(own)))
            .ok_or_else(|| Failure::Internal("a profile that was counted is not there".to_owned())),
        (0, [], None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        (0, [], Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {}", names.join(", "))))
        }
        (_, _, Some(name)) => Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}"))),
        (_, _, None) => Err(Failure::Usage(format!(
            "there are {} CloudProfiles in {file}; choose one with --name: {}",
            names.len(),
            names.join(", ")
        ))),
    }
}
