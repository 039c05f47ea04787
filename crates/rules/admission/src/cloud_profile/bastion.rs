//! `spec.bastion`.

use std::borrow::Cow;
use std::fmt;

use rootstock_core_model::{
    ARCHITECTURE, BadValue, Bastion, BastionMachineImage, MachineImage, MachineImageVersion, MachineType, Path, Rule,
    Source, Violation,
};
use rootstock_versioning::Classification;

use crate::scope::Scope;

rootstock_core_model::rules! {
    BASTION_EMPTY: Error, since "0.1.0", Source::Gardener;
    BASTION_MACHINE_TYPE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    BASTION_IMAGE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    BASTION_VERSION_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    BASTION_WITHOUT_FITTING_VERSION: Error, since "0.1.0", Source::Gardener;
    BASTION_VERSION_UNFIT: Error, since "0.1.0", Source::Gardener;
    BASTION_VERSION_UNCLASSIFIED: Warning, since "0.1.0", Source::Gardener;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let Some(bastion) = &scope.spec.bastion else { return };
    let path = scope.path.field("bastion");
    if bastion.machine_image.is_none() && bastion.machine_type.is_none() {
        let detail = "a bastion needs a `machineType`, a `machineImage`, or both; remove it if you need neither";
        let bad = BadValue::Rendered(r#"{"MachineImage":null,"MachineType":null}"#.to_owned());
        findings.push(Violation::invalid(&BASTION_EMPTY, &path, bad, detail));
    }
    let machine_type = check_machine_type(scope, bastion, &path, findings);
    if let Some(wanted) = &bastion.machine_image {
        check_image(scope, wanted, machine_type, &path.field("machineImage"), findings);
    }
}

/// Checks that the machine type, if any, is known.
fn check_machine_type<'a>(
    scope: &Scope<'a>,
    bastion: &Bastion,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) -> Option<&'a MachineType> {
    let wanted = &bastion.machine_type.as_ref()?.name;
    let found = scope.spec.types().iter().find(|machine_type| machine_type.name == *wanted);
    if found.is_none() {
        let path = path.field("machineType");
        let path = path.field("name");
        let names = scope.spec.types().iter().map(|machine_type| machine_type.name.as_str());
        let detail = "no machine type of this name in `spec.machineTypes`";
        findings.push(unknown_name(&BASTION_MACHINE_TYPE_UNKNOWN, &path, wanted, names, detail));
    }
    found
}

fn check_image(
    scope: &Scope<'_>,
    wanted: &BastionMachineImage,
    machine_type: Option<&MachineType>,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let name_path = path.field("name");
    let Some(image) = scope.spec.images().iter().find(|image| image.name == wanted.name) else {
        let names = scope.spec.images().iter().map(|image| image.name.as_str());
        let detail = "no machine image of this name in `spec.machineImages`";
        findings.push(unknown_name(&BASTION_IMAGE_UNKNOWN, &name_path, &wanted.name, names, detail));
        return;
    };
    let requirements = ImageRequirements::of(scope, machine_type);
    match &wanted.version {
        None => check_any_version(&requirements, image, &name_path, findings),
        Some(version) => check_version(&requirements, image, version, &path.field("version"), findings),
    }
}

/// Checks that at least one version of the image fits.
fn check_any_version(
    requirements: &ImageRequirements<'_>,
    image: &MachineImage,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    // An image without versions has already been reported at its own path.
    if image.offered().is_empty() && !requirements.scope.quirks().findings.follow_up_errors {
        return;
    }
    let name = image.name.as_str();
    let best = image.offered().iter().map(|version| requirements.fit(version)).min().unwrap_or(Fit::NotSupported);
    let (rule, detail) = match best {
        Fit::Classified => return,
        Fit::Unclassified => (
            &BASTION_VERSION_UNCLASSIFIED,
            format!("no version of `{name}` has `classification: supported`, and Gardener accepts no other here"),
        ),
        Fit::OtherArchitecture => (
            &BASTION_WITHOUT_FITTING_VERSION,
            format!("no supported version of `{name}` exists for {}", requirements.architecture),
        ),
        Fit::NotSupported => {
            (&BASTION_WITHOUT_FITTING_VERSION, format!("no version of `{name}` is currently supported"))
        }
    };
    findings.push(Violation::invalid(rule, path, name, detail).with_help(best.help()));
}

/// Checks that the version exists and fits.
fn check_version(
    requirements: &ImageRequirements<'_>,
    image: &MachineImage,
    wanted: &str,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let name = image.name.as_str();
    let Some(version) = image.offered().iter().find(|version| version.version == wanted) else {
        let names = image.offered().iter().map(|version| version.version.as_str());
        let detail = format!("machine image `{name}` has no such version");
        findings.push(unknown_name(&BASTION_VERSION_UNKNOWN, path, wanted, names, detail));
        return;
    };
    let fit = requirements.fit(version);
    let (rule, detail) = match fit {
        Fit::Classified => return,
        Fit::Unclassified => (
            &BASTION_VERSION_UNCLASSIFIED,
            format!("`{wanted}` does not have `classification: supported`, and Gardener accepts no other here"),
        ),
        Fit::OtherArchitecture => (
            &BASTION_VERSION_UNFIT,
            format!("version `{wanted}` of `{name}` does not exist for {}", requirements.architecture),
        ),
        Fit::NotSupported => {
            let now = version.lifecycle().at(requirements.scope.settings.now);
            (
                &BASTION_VERSION_UNFIT,
                format!("version `{wanted}` of `{name}` is {now}, and a bastion needs a supported one"),
            )
        }
    };
    let bad = if requirements.scope.quirks().findings.gardener_paths { name } else { wanted };
    findings.push(Violation::invalid(rule, path, bad, detail).with_help(fit.help()));
}

/// Suitability of an image version for the bastion, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Classified as supported, with the right architecture.
    Classified,
    /// Supported, but without an explicit classification.
    Unclassified,
    /// Supported, but for another architecture.
    OtherArchitecture,
    /// Currently not supported.
    NotSupported,
}

impl Fit {
    const fn help(self) -> &'static str {
        match self {
            Self::OtherArchitecture => {
                "name a machine type of another architecture, or an image that has a fitting flavor"
            }
            _ => "write `classification: supported` for a version of the image",
        }
    }
}

/// The requirements for the bastion's image.
struct ImageRequirements<'s> {
    scope: &'s Scope<'s>,
    architecture: Architecture<'s>,
}

/// The architecture of the bastion's machine type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Architecture<'s> {
    /// No machine type is named.
    Any,
    /// The machine type does not specify one.
    Unspecified,
    /// Exactly this architecture.
    One(&'s str),
}

impl fmt::Display for Architecture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any architecture"),
            Self::Unspecified => f.write_str("a machine type without architecture"),
            Self::One(name) => write!(f, "the machine type's architecture `{name}`"),
        }
    }
}

impl<'s> ImageRequirements<'s> {
    fn of(scope: &'s Scope<'s>, machine_type: Option<&'s MachineType>) -> Self {
        let Some(machine_type) = machine_type else { return Self { scope, architecture: Architecture::Any } };
        let from_capabilities = match machine_type.capabilities.get(ARCHITECTURE) {
            _ if scope.registered.is_empty() => None,
            Some([one]) => Some(one.as_str()),
            Some(_) => None,
            None => match scope.registered.architectures() {
                [one] if !scope.registered.is_multi_architecture() => Some(*one),
                _ => None,
            },
        };
        let legacy = machine_type.architecture.as_deref().filter(|legacy| !legacy.is_empty());
        Self { scope, architecture: from_capabilities.or(legacy).map_or(Architecture::Unspecified, Architecture::One) }
    }

    fn fit(&self, version: &MachineImageVersion) -> Fit {
        let quirks = self.scope.quirks();
        let supported = version.lifecycle().at(self.scope.settings.now) == Classification::Supported;
        let classified = version.classification.is_some();
        if !supported || (quirks.cloud_profile.bastion_needs_classification && !classified) {
            Fit::NotSupported
        } else if !self.supports_architecture(version) {
            Fit::OtherArchitecture
        } else if classified {
            Fit::Classified
        } else {
            Fit::Unclassified
        }
    }

    /// Returns whether the version exists for the architecture.
    fn supports_architecture(&self, version: &MachineImageVersion) -> bool {
        let wanted = match self.architecture {
            Architecture::Any => return true,
            Architecture::One(name) => name,
            // In documented semantics this is an error of the machine type, and reported there.
            Architecture::Unspecified if !self.scope.quirks().cloud_profile.bastion_architecture_unchecked => {
                return true;
            }
            Architecture::Unspecified => "",
        };
        let registered = &self.scope.registered;
        if registered.is_empty() {
            return version.legacy_architectures().iter().any(|architecture| architecture == wanted);
        }
        let is_registered = registered.architectures().contains(&wanted);
        if self.scope.quirks().cloud_profile.bastion_architecture_unchecked && is_registered {
            return true;
        }
        let flavors = version.flavors();
        let defaulted = !self.scope.quirks().cloud_profile.bastion_architecture_unchecked && is_registered;
        (flavors.is_empty() && defaulted)
            || flavors.iter().any(|flavor| match flavor.0.get(ARCHITECTURE) {
                Some(architectures) => architectures.iter().any(|architecture| architecture == wanted),
                None => defaulted,
            })
    }
}

/// Reports a name that does not exist, with the nearest one that does.
fn unknown_name<'a>(
    rule: &'static Rule,
    path: &Path<'_>,
    name: &str,
    known: impl Iterator<Item = &'a str>,
    detail: impl Into<Cow<'static, str>>,
) -> Violation {
    Violation::invalid(rule, path, name, detail).with_nearest(known)
}
