//! `check`: everything that is wrong with the profiles and Shoots given.

mod children;
mod fix;
mod users;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::rc::Rc;

use rootstock_admission::{
    ShootOperation, canonicalise_cloud_profile, default_cloud_profile, default_namespaced_cloud_profile, default_shoot,
};
use rootstock_advice::Options;
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Settings, Severity, Shoot};
use rootstock_provider_api::Registry;
use rootstock_report::render::{json, text};
use rootstock_report::{DocumentRecord, Outcome, Report, SourceText};

use crate::cli::{CheckArguments, FailOn, Format, SettingsJson, Switch};
use crate::configuration::Configuration;
use crate::examine::{
    Conditions, DocumentPlace, Judgement, Profiles, WaitingProfile, WaitingShoot, examine_everything,
    examine_with_advice,
};
use crate::input::Input;
use crate::known_profiles::{Key, KnownProfiles};
use crate::mending::Texts;
use crate::shoot_profiles::full_name;
use crate::status::Failure;
use crate::{Status, Streams, clock, configuration, input};

/// What was judged, as JSON answers give it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckSettings {
    #[serde(flatten)]
    settings: SettingsJson,
    operation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<String>,
}

pub(super) fn run(arguments: &CheckArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let standard_input = Path::new("-");
    let paths = arguments.paths.iter().chain(&arguments.profiles).map(|path| path.as_path());
    let twice = paths.chain(arguments.against.as_deref());
    if twice.filter(|path| *path == standard_input).count() > 1 {
        return Err(Failure::Usage("standard input (-) can be read only once".to_owned()));
    }
    let configuration = configuration::load(arguments.config.as_deref(), !arguments.no_config, registry)?;
    let resolved = arguments.settings.resolve(clock::now);
    let old = match &arguments.against {
        Some(path) => Some(Old::read(path, registry, &resolved.settings, streams)?),
        None => None,
    };
    let judgement = match &old {
        Some(old) => Judgement::Update(&old.profiles),
        None if arguments.create => Judgement::Create,
        None => Judgement::State,
    };
    let conditions = Conditions { registry, settings: &resolved.settings, judgement };
    let given = KnownProfiles::load(&arguments.profiles, registry, &resolved.settings, streams)?;
    let lacks_profiles = given.has_unreadable;
    let operation = match judgement {
        Judgement::State => "state",
        Judgement::Create => "create",
        Judgement::Update(_) => "update",
    };
    let asked = arguments.advice.map(|switch| switch == Switch::On);
    let advice = configuration.gives_advice(asked).then(|| configuration.advice_options());
    let run = Run { arguments, conditions, old: old.as_ref(), given, advice, configuration };
    let configuration = run.configuration.name().map(str::to_owned);
    let settings = CheckSettings { settings: resolved.into(), operation, configuration };
    let status = if arguments.fix || arguments.diff {
        fix::run(&run, settings, streams)?
    } else {
        let report = run.report(&Replaced::default(), streams);
        write_report(&report, arguments.format.format, settings, streams.width(), streams.out())?;
        status(&report, arguments.fail_on)
    };
    Ok(if lacks_profiles { Status::Unreadable } else { status })
}

fn write_report(
    report: &Report,
    format: Format,
    settings: CheckSettings,
    width: usize,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Json => json::render(report, settings, super::VERSION, out),
        Format::Text => text::render(report, text::TextOptions { width, ..text::TextOptions::default() }, out),
    }
}

/// What is checked, and under what: the same however often.
struct Run<'a> {
    arguments: &'a CheckArguments,
    conditions: Conditions<'a>,
    old: Option<&'a Old>,
    given: KnownProfiles,
    /// What advice is given under, if it is wanted.
    advice: Option<Options>,
    configuration: Configuration,
}

/// What is read in the place of inputs, by their names.
#[derive(Default)]
struct Replaced<'a> {
    texts: Option<&'a Texts>,
    standard_input: Option<&'a [u8]>,
}

impl Replaced<'_> {
    fn read(&self, path: &Path, streams: &mut Streams) -> Input {
        let name = path.display().to_string();
        match self.texts.and_then(|texts| texts.get(&name)) {
            Some(text) => Input { name, bytes: Ok(text.clone().into_bytes()) },
            None => match self.standard_input.filter(|_| path == Path::new("-")) {
                Some(bytes) => Input { name, bytes: Ok(bytes.to_owned()) },
                None => input::read(path, streams),
            },
        }
    }
}

impl Run<'_> {
    fn report(&self, replaced: &Replaced<'_>, streams: &mut Streams) -> Report {
        let mut report = Report::default();
        let found = examine_all(self, replaced, &mut report, streams);
        let mut known = self.given.or(found.profiles);
        known.render(self.conditions.registry, self.conditions.settings);
        let with_advice = self.advice.is_some();
        children::check(&found.children, &known, self.conditions, self.old, with_advice, &mut report, streams);
        if let Some(old) = self.old {
            let (updated, shoots) = (&found.updated, &found.shoots);
            users::check(old, updated, &found.children, shoots, &known, self.conditions, &mut report);
        }
        check_shoots(found.shoots, &known, self.conditions, self.old, &mut report, streams);
        self.configuration.apply(&mut report, self.advice.is_some());
        report.sort();
        report
    }
}

/// What is found among the inputs, and looked at again when everything is known.
#[derive(Default)]
struct Found {
    profiles: KnownProfiles,
    /// The CloudProfiles that take the place of old ones, as they are written.
    updated: Vec<(CloudProfile, DocumentPlace)>,
    children: Vec<Rc<WaitingProfile>>,
    shoots: Vec<WaitingShoot>,
}

/// Examines every input.
fn examine_all(run: &Run<'_>, replaced: &Replaced<'_>, report: &mut Report, streams: &mut Streams) -> Found {
    let mut all = Found::default();
    let conditions = run.conditions;
    for found in input::find(&run.arguments.paths) {
        let input = match found {
            Ok(path) => replaced.read(&path, streams),
            Err(unreachable) => unreachable,
        };
        match input.bytes {
            Ok(bytes) => {
                let mut found = examine_with_advice(&input.name, &bytes, conditions, run.advice.as_ref(), report);
                if let Judgement::Update(old) = conditions.judgement {
                    for examined in &found.profiles {
                        let name = &examined.profile.metadata.name;
                        if old.contains_key(name) {
                            all.updated.push((examined.profile.clone(), examined.place.clone()));
                        } else {
                            say_new(name, streams);
                        }
                    }
                }
                all.shoots.append(&mut found.shoots);
                all.children.append(&mut all.profiles.add(found, &input.name, streams));
            }
            Err(reason) => {
                streams.say(&format!("cannot read {}: {reason}", input.name));
                let source = report.add_source(SourceText::new(&input.name, ""));
                report.documents.push(DocumentRecord {
                    source,
                    place: None,
                    api_version: String::new(),
                    kind: String::new(),
                    name: String::new(),
                    outcome: Outcome::Unreadable,
                    reason,
                });
            }
        }
    }
    all
}

fn say_new(name: &str, streams: &mut Streams) {
    streams.say(&format!("there is no old `{name}`: it is judged as a new object"));
}

/// Checks every Shoot by its profile; those whose profile is not there stay unchecked, with the reason.
fn check_shoots(
    shoots: Vec<WaitingShoot>,
    profiles: &KnownProfiles,
    conditions: Conditions<'_>,
    old: Option<&Old>,
    report: &mut Report,
    streams: &mut Streams,
) {
    if shoots.is_empty() {
        return;
    }
    let prepared = profiles.prepare(conditions.registry, conditions.settings);
    for shoot in shoots {
        let profile = match prepared.of(&shoot.shoot) {
            Ok(profile) => profile,
            Err(reason) => {
                shoot.leave(reason, report);
                continue;
            }
        };
        let operation = match (conditions.judgement, old.and_then(|old| old.shoots.get(&full_name(&shoot.shoot)))) {
            (Judgement::State, _) => ShootOperation::State,
            (Judgement::Update(_), Some(old)) => ShootOperation::Update { old },
            (Judgement::Update(_), None) => {
                say_new(&full_name(&shoot.shoot), streams);
                ShootOperation::Create
            }
            (Judgement::Create, _) => ShootOperation::Create,
        };
        shoot.check(operation, profile, report);
    }
}

/// What was there before, in the form in which it is stored.
struct Old {
    profiles: Profiles,
    children: HashMap<Key, NamespacedCloudProfile>,
    /// By [`full_name`].
    shoots: HashMap<String, Shoot>,
}

impl Old {
    fn read(path: &Path, registry: &Registry, settings: &Settings, streams: &mut Streams) -> Result<Self, Failure> {
        let (name, bytes) = input::require(path, streams)?;
        let mut report = Report::default();
        let conditions = Conditions { registry, settings, judgement: Judgement::State };
        let found = examine_everything(&name, &bytes, conditions, &mut report);
        if report.summary().unreadable > 0 {
            return Err(Failure::Unreadable(format!("cannot read {name}: see `rootstock check {name}`")));
        }
        if found.profiles.is_empty() && found.children.is_empty() && found.shoots.is_empty() {
            return Err(Failure::Unreadable(format!(
                "there is no CloudProfile, NamespacedCloudProfile or Shoot in {name}"
            )));
        }
        let profiles = found.profiles.into_iter().map(|examined| {
            let mut profile = examined.profile;
            default_cloud_profile(&mut profile);
            canonicalise_cloud_profile(&mut profile, None);
            (profile.metadata.name.clone(), profile)
        });
        let shoots = found.shoots.into_iter().map(|waiting| {
            let mut shoot = waiting.shoot;
            default_shoot(&mut shoot);
            (full_name(&shoot), shoot)
        });
        let children = found.children.into_iter().map(|waiting| {
            let mut child = waiting.profile;
            default_namespaced_cloud_profile(&mut child);
            (Key::namespaced(&child.metadata.namespace, &child.metadata.name), child)
        });
        Ok(Self { profiles: profiles.collect(), children: children.collect(), shoots: shoots.collect() })
    }
}

fn status(report: &Report, fail_on: FailOn) -> Status {
    let fails = match fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
    };
    if report.documents.iter().any(|document| document.outcome == Outcome::Unreadable) {
        Status::Unreadable
    } else if report.worst().is_some_and(|worst| worst <= fails) {
        Status::Findings
    } else {
        Status::Clean
    }
}
