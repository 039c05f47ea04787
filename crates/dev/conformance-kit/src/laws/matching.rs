//! Laws about comparing both sections: missing, surplus and repeated entries.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{ARCHITECTURE, FieldPath, Severity};

use crate::document::is_within;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::{Scenario, ScenarioFlavor, ScenarioImage, ScenarioVersion, Validity};
use crate::subject::{Subject, config_of, config_path, shown};
use crate::writing;
use rootstock_provider_api::{LegacyArchitecture, LegacyComparison};

fn core(image: usize) -> FieldPath {
    FieldPath::root().field("spec").field("machineImages").index(image)
}

fn mapped(image: usize) -> FieldPath {
    config_path().field("machineImages").index(image)
}

/// Returns a changed copy of a scenario.
fn changed(scenario: &Scenario, change: impl FnOnce(&mut Scenario) -> Option<()>) -> Option<Scenario> {
    let mut copy = scenario.clone();
    change(&mut copy).map(|()| copy)
}

/// Returns the profiles whose sections are compared.
fn compared(subject: &Subject) -> Result<Vec<Scenario>, Stop> {
    let mut scenarios = subject.scenarios(Validity::Sound)?;
    if subject.extension().comparison.legacy == LegacyComparison::Nothing {
        scenarios.retain(|scenario| !scenario.definitions.is_empty());
    }
    Ok(scenarios)
}

pub(crate) fn missing(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in compared(subject)? {
        let is_legacy = scenario.definitions.is_empty();
        for (provider, place) in without_something(subject, &scenario) {
            let document = writing::sections(subject, &scenario, &provider);
            let found = subject.findings(&document);
            let errors: Vec<_> = found.iter().filter(|one| one.severity == Severity::Error).collect();
            let pointed = matches!(errors.as_slice(), [one] if is_within(&one.path, &place) && one.path.segments().len() <= place.segments().len() + 1);
            ensure(pointed, || format!("{}\none error at {place}: {}", config_of(&document), shown(&found)))?;
            if !is_legacy {
                let found = subject.check(&document, Gardener).violations;
                ensure(found.iter().any(|one| one.severity == Severity::Error), || {
                    format!("{}\nGardener semantics: an error: {}", config_of(&document), shown(&found))
                })?;
            }
            cases += 1;
        }
    }
    Ok(cases)
}

/// Returns every variant in which the provider section lacks one entry, with the path in the core section that has no counterpart.
fn without_something(subject: &Subject, scenario: &Scenario) -> Vec<(Scenario, FieldPath)> {
    let mut without = Vec::new();
    for (i, image) in scenario.images.iter().enumerate() {
        // A provider section without any mapping is a different mistake.
        if scenario.images.len() > 1 {
            without.extend(
                changed(scenario, |copy| {
                    drop(copy.images.remove(i));
                    Some(())
                })
                .map(|copy| (copy, core(i))),
            );
        }
        for (j, version) in image.versions.iter().enumerate() {
            let place = core(i).field("versions").index(j);
            if image.versions.len() > 1 {
                let copy = changed(scenario, |copy| {
                    drop(copy.images.get_mut(i)?.versions.remove(j));
                    Some(())
                });
                without.extend(copy.map(|copy| (copy, place.clone())));
            }
            if version.flavors.len() < 2 || version.legacy && !needs_architectures(subject, scenario) {
                continue;
            }
            for k in 0..version.flavors.len() {
                let copy = changed(scenario, |copy| {
                    drop(copy.images.get_mut(i)?.versions.get_mut(j)?.flavors.remove(k));
                    Some(())
                });
                let place = match scenario.definitions.is_empty() {
                    true => place.clone(),
                    false => place.clone().field("capabilityFlavors").index(k),
                };
                without.extend(copy.map(|copy| (copy, place)));
            }
        }
    }
    without
}

/// Whether each architecture of a version in the legacy format must be mapped.
fn needs_architectures(subject: &Subject, scenario: &Scenario) -> bool {
    let in_legacy = matches!(subject.extension().comparison.legacy, LegacyComparison::Architectures { .. });
    let said = subject.legacy_architecture().is_some_and(|place| place != LegacyArchitecture::Nowhere);
    said && (in_legacy || !scenario.definitions.is_empty())
}

pub(crate) fn surplus(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in compared(subject)? {
        let mut more: Vec<(Scenario, FieldPath)> = Vec::new();
        let Some(first) = scenario.images.first().cloned() else { continue };
        let count = scenario.images.len();
        let stranger = ScenarioImage { name: "stranger".to_owned(), versions: first.versions.clone() };
        more.extend(
            changed(&scenario, |copy| {
                copy.images.push(stranger);
                Some(())
            })
            .map(|copy| (copy, mapped(count))),
        );
        if let Some(version) = first.versions.first() {
            let stranger = ScenarioVersion { version: "9.9.9".to_owned(), ..version.clone() };
            let copy = changed(&scenario, |copy| {
                copy.images.first_mut()?.versions.push(stranger);
                Some(())
            });
            // A version may have several entries, so the path of the last one is unknown here.
            more.extend(copy.map(|copy| (copy, mapped(0).field("versions"))));
            let spare = version.flavors.first().and_then(|flavor| spare(&scenario, version, flavor));
            if let (Some(flavor), false) = (spare, version.legacy) {
                let copy = changed(&scenario, |copy| {
                    copy.images.first_mut()?.versions.first_mut()?.flavors.push(flavor);
                    Some(())
                });
                let place =
                    mapped(0).field("versions").index(0).field("capabilityFlavors").index(version.flavors.len());
                more.extend(copy.map(|copy| (copy, place)));
            }
        }
        for (provider, place) in more {
            let document = writing::sections(subject, &scenario, &provider);
            let found = subject.findings(&document);
            ensure(reported(&scenario, &found, &place), || {
                format!("{}\nfound at {place}: {}", config_of(&document), shown(&found))
            })?;
            cases += 1;
        }
    }
    Ok(cases)
}

/// Whether there is a finding in `place`: an error for a profile with capabilities, otherwise at least a warning.
fn reported(scenario: &Scenario, found: &[rootstock_core_model::Violation], place: &FieldPath) -> bool {
    let least = if scenario.definitions.is_empty() { Severity::Warning } else { Severity::Error };
    found.iter().any(|one| one.severity <= least && is_within(&one.path, place))
}

/// Returns a flavor that differs from all flavors of a version: like `model`, with another value of some capability.
fn spare(scenario: &Scenario, version: &ScenarioVersion, model: &ScenarioFlavor) -> Option<ScenarioFlavor> {
    let taken: Vec<_> = version.flavors.iter().map(|one| scenario.defaulted(&one.capabilities)).collect();
    let variants = scenario.definitions.iter().flat_map(|(name, values)| {
        values.iter().map(move |value| {
            let mut flavor = model.clone();
            flavor.capabilities.insert(name.clone(), vec![value.clone()]);
            flavor
        })
    });
    variants.into_iter().find(|flavor| !taken.contains(&scenario.defaulted(&flavor.capabilities)))
}

pub(crate) fn repetition(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in compared(subject)? {
        let Some(first) = scenario.images.first().cloned() else { continue };
        let mut twice: Vec<(Scenario, FieldPath)> = Vec::new();
        let count = scenario.images.len();
        twice.extend(
            changed(&scenario, |copy| {
                copy.images.push(first.clone());
                Some(())
            })
            .map(|copy| (copy, mapped(count))),
        );
        if let Some(version) = first.versions.first() {
            let copy = changed(&scenario, |copy| {
                copy.images.first_mut()?.versions.push(version.clone());
                Some(())
            });
            twice.extend(copy.map(|copy| (copy, mapped(0).field("versions"))));
            if let (Some(flavor), false) = (version.flavors.first(), version.legacy) {
                let equal = with_defaults_written(&scenario, flavor);
                let copy = changed(&scenario, |copy| {
                    copy.images.first_mut()?.versions.first_mut()?.flavors.push(equal);
                    Some(())
                });
                let place =
                    mapped(0).field("versions").index(0).field("capabilityFlavors").index(version.flavors.len());
                twice.extend(copy.map(|copy| (copy, place)));
            }
        }
        for (provider, place) in twice {
            let document = writing::sections(subject, &scenario, &provider);
            let found = subject.check(&document, Documented).violations;
            ensure(reported(&scenario, &found, &place), || {
                format!("{}\nfound at {place}: {}", config_of(&document), shown(&found))
            })?;
            cases += 1;
        }
    }
    Ok(cases)
}

/// Returns an equal flavor in another notation: with defaults spelled out, and values in another order.
fn with_defaults_written(scenario: &Scenario, flavor: &ScenarioFlavor) -> ScenarioFlavor {
    let mut other = flavor.clone();
    for (name, values) in scenario.definitions.iter().filter(|(name, _)| name != ARCHITECTURE) {
        let mut values = flavor.capabilities.get(name).map_or_else(|| values.clone(), <[String]>::to_vec);
        values.reverse();
        other.capabilities.insert(name.clone(), values);
    }
    other
}
