//! A profile with everything that a migration needs: the text, the tree, the types, and the provider section.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rootstock_analysis::{self as analysis, Analysis, Written};
use rootstock_core_model::{
    ARCHITECTURE, CloudProfile, DEFAULT_ARCHITECTURE, FieldPath, GARDENER, MachineImageVersion, MachineType, NodeRef,
    Path, RawObject, Rule, Severity, Violation, ViolationKind,
};
use rootstock_document::Locator;
use rootstock_provider_api::{MappedVersion, Provider, ProviderConfig};
use rootstock_report::SourceText;

use crate::{InvalidOptions, PlanMismatch, Refusal, Unsupported};

/// A profile that can be migrated.
pub(crate) struct Profile {
    profile: Arc<analysis::Profile>,
    written: Arc<Written<CloudProfile>>,
    pub(crate) provider: &'static dyn Provider,
    pub(crate) config: Arc<dyn ProviderConfig>,
    pub(crate) mapped: Vec<MappedVersion>,
    /// The indices of the entries for each version of each image.
    by_version: HashMap<String, HashMap<String, Vec<usize>>>,
}

impl Profile {
    /// Returns a CloudProfile if it can be decoded and its provider is known.
    pub(crate) fn of(profile: &Arc<analysis::Profile>, analysis: &Analysis) -> Result<Self, Refusal> {
        let Some(written) = profile.written() else {
            return Err(InvalidOptions::Rendered.into());
        };
        let spec = &written.object.spec;
        if spec.provider_type.is_empty() {
            return Err(Unsupported::NoProvider.into());
        }
        let Some(provider) = profile.provider() else {
            let known = analysis.registry().names().map(str::to_owned).collect();
            return Err(Unsupported::UnknownProvider { provider: spec.provider_type.clone(), known }.into());
        };
        let Some(raw) = &spec.provider_config else {
            return Err(Unsupported::NoProviderConfig.into());
        };
        let decoded = provider.decode_at(raw, &Path::root("spec").field("providerConfig"), analysis.settings());
        // Unknown fields are errors, but not obstacles.
        let is_obstacle = |one: &Violation| one.severity == Severity::Error && one.kind != ViolationKind::UnknownField;
        let mut violations: Vec<Violation> = written.violations().to_vec();
        violations.extend(decoded.violations);
        violations.retain(is_obstacle);
        if !violations.is_empty() || !decoded.usable {
            return Err(Refusal::Undecodable(violations));
        }
        let mut names = HashSet::new();
        if let Some(repeated) = spec.images().iter().find(|image| !names.insert(&image.name)) {
            return Err(Refusal::RepeatedImage { image: repeated.name.clone() });
        }
        let mapped = decoded.config.mapped_versions();
        let mut by_version: HashMap<String, HashMap<String, Vec<usize>>> = HashMap::new();
        for (index, entry) in mapped.iter().enumerate() {
            let versions = by_version.entry(entry.image.clone()).or_default();
            versions.entry(entry.version.clone()).or_default().push(index);
        }
        let (profile, written) = (Arc::clone(profile), Arc::clone(written));
        Ok(Self { profile, written, provider, config: decoded.config, mapped, by_version })
    }

    /// Returns the profile as written.
    pub(crate) fn written(&self) -> &CloudProfile {
        &self.written.object
    }

    /// Returns the profile of the analysis.
    pub(crate) const fn analyzed(&self) -> &Arc<analysis::Profile> {
        &self.profile
    }

    /// Returns the profile as Gardener stores it.
    pub(crate) fn stored(&self) -> &CloudProfile {
        self.profile.stored()
    }

    pub(crate) fn source(&self) -> &SourceText {
        self.written.source()
    }

    pub(crate) fn raw(&self) -> &RawObject {
        &self.written.raw
    }

    pub(crate) fn locator(&self) -> Locator<'_> {
        Locator::with_hints(self.raw().node(), &GARDENER)
    }

    /// Returns the node at a path that must exist.
    pub(crate) fn node(&self, path: &FieldPath) -> Result<NodeRef<'_>, Refusal> {
        node_at(&mut self.locator(), path)
    }

    /// Returns the indices of the provider's entries for a version of an image.
    pub(crate) fn mapped_to(&self, image: &str, version: &str) -> impl Iterator<Item = usize> + '_ {
        let entries = self.by_version.get(image).and_then(|versions| versions.get(version));
        entries.into_iter().flatten().copied()
    }

    /// Returns every error of the profile as a desired state, in both sections.
    pub(crate) fn errors(&self, analysis: &Analysis) -> Errors {
        let mut errors = Errors::default();
        for finding in analysis.report_on(&self.profile).findings {
            for (violation, count) in
                finding.represented_violations().filter(|(violation, _)| violation.severity == Severity::Error)
            {
                *errors.by_rule.entry(violation.rule.name).or_default() += count;
            }
            if finding.is_error() {
                errors.reported.push(finding.violation);
            }
        }
        errors
    }
}

/// Returns the node at a path that must exist.
pub(crate) fn node_at<'p>(locator: &mut Locator<'p>, path: &FieldPath) -> Result<NodeRef<'p>, Refusal> {
    let found = locator.locate(path);
    if found.exact { Ok(found.node) } else { Err(PlanMismatch::NothingAt(path.clone()).into()) }
}

/// Returns the node of a version of the core section.
pub(crate) fn version_node<'p>(
    locator: &mut Locator<'p>,
    image: usize,
    version: usize,
) -> Result<NodeRef<'p>, Refusal> {
    node_at(locator, &images_path().index(image).field("versions").index(version))
}

#[derive(Debug, Default)]
pub(crate) struct Errors {
    /// The reported errors.
    reported: Vec<Violation>,
    /// The number of errors by rule.
    by_rule: HashMap<&'static str, usize>,
}

/// Returns the errors of rules with more errors than before. Fields have moved, so places cannot be compared.
pub(crate) fn new_errors(before: &Errors, mut after: Errors) -> Vec<Violation> {
    let count = |errors: &Errors, rule: &Rule| errors.by_rule.get(rule.name).copied().unwrap_or_default();
    let by_rule = std::mem::take(&mut after.by_rule);
    let more = |violation: &Violation| {
        by_rule.get(violation.rule.name).is_some_and(|now| *now > count(before, violation.rule))
    };
    after.reported.retain(more);
    after.reported
}

/// Returns the architectures of an image version in the legacy format.
pub(crate) fn legacy_architectures(version: &MachineImageVersion) -> Vec<String> {
    match version.legacy_architectures() {
        [] => vec![DEFAULT_ARCHITECTURE.to_owned()],
        several => several.to_vec(),
    }
}

/// Returns the architecture of a machine type, whichever field declares it.
pub(crate) fn type_architecture(machine_type: &MachineType) -> String {
    let capability = machine_type.capabilities.get(ARCHITECTURE).and_then(|values| values.first());
    let legacy = machine_type.architecture.as_ref().filter(|architecture| !architecture.is_empty());
    capability.or(legacy).cloned().unwrap_or_else(|| DEFAULT_ARCHITECTURE.to_owned())
}

pub(crate) fn spec_path() -> FieldPath {
    FieldPath::root().field("spec")
}

pub(crate) fn images_path() -> FieldPath {
    spec_path().field("machineImages")
}

pub(crate) fn type_path(index: usize) -> FieldPath {
    spec_path().field("machineTypes").index(index)
}

/// Splits the path of a list item into the path of the list and the index.
pub(crate) fn list_and_index(path: &FieldPath) -> Option<(FieldPath, usize)> {
    match path.segments().last() {
        Some(rootstock_core_model::Segment::Index(index)) => Some((path.parent()?, *index)),
        _ => None,
    }
}
