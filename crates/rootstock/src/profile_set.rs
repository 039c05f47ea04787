//! The profiles that shoots refer to.

use std::collections::HashSet;
use std::path::PathBuf;

use rootstock_admission::canonicalise_cloud_profile;
use rootstock_core_model::read::{self, Body};
use rootstock_core_model::{CloudProfileReference, CloudProfileSpec, NodeRef, Path, RawObject, ReadLimits, Settings};
use rootstock_maintenance::{CompiledProfile, Profiles};
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::examine::{Conditions, Judgement, examine};
use crate::status::Failure;
use crate::{Streams, input};

/// What stands for a NamespacedCloudProfile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Children {
    /// Its own, rendered form: its versions are asked about.
    Rendered,
    /// Its parent: whoever uses the child uses the parent's versions.
    Parents,
}

/// Profiles, and whether something among them could not be read.
#[derive(Default)]
pub(crate) struct ProfileSet {
    pub(crate) profiles: Profiles,
    pub(crate) has_unreadable: bool,
    names: HashSet<String>,
}

/// Reads every profile behind the arguments. What is odd about them is said, and the rest is used.
pub(crate) fn load(
    paths: &[PathBuf],
    children: Children,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<ProfileSet, Failure> {
    let mut set = ProfileSet::default();
    for found in input::find(paths) {
        let input = match found {
            Ok(path) => input::read(&path, streams),
            Err(unreachable) => unreachable,
        };
        match input.bytes {
            Ok(bytes) => set.add(
                &input.name,
                &bytes,
                children,
                Conditions { registry, settings, judgement: Judgement::State },
                streams,
            ),
            Err(reason) => {
                set.has_unreadable = true;
                streams.say(&format!("cannot read {}: {reason}", input.name));
            }
        }
    }
    if set.profiles.all().is_empty() && !set.has_unreadable {
        return Err(Failure::Unreadable("there is no CloudProfile in what --profile names".to_owned()));
    }
    Ok(set)
}

impl ProfileSet {
    fn add(&mut self, file: &str, bytes: &[u8], children: Children, conditions: Conditions<'_>, streams: &mut Streams) {
        let mut report = Report::default();
        let examined = examine(file, bytes, conditions, &mut report);
        if report.summary().unreadable > 0 {
            self.has_unreadable = true;
            streams.say(&format!("a document in {file} cannot be read; see `rootstock check {file}`"));
        }
        for mut examined in examined {
            let of_this = |finding: &&rootstock_report::Finding| {
                finding.document == Some(examined.document) && finding.is_error()
            };
            let errors = report.findings.iter().filter(of_this).count();
            canonicalise_cloud_profile(&mut examined.profile, None);
            let name = examined.profile.metadata.name;
            if errors > 0 {
                let errors = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
                streams.say(&format!(
                    "profile `{name}` in {file} has {errors}, so Gardener may answer differently; see `rootstock check {file}`"
                ));
            }
            if !self.names.insert(name.clone()) {
                streams
                    .say(&format!("there are several profiles `{name}`; the first is used, the one in {file} is not"));
                continue;
            }
            if let Some(profile) = self.compile(&name, &examined.profile.spec, file, conditions, streams) {
                self.profiles.insert(profile);
            }
        }
        if report.documents.iter().any(|document| document.kind == CloudProfileReference::NAMESPACED) {
            self.add_children(file, bytes, children, conditions, streams);
        }
    }

    fn compile(
        &mut self,
        name: &str,
        spec: &CloudProfileSpec,
        file: &str,
        conditions: Conditions<'_>,
        streams: &mut Streams,
    ) -> Option<CompiledProfile> {
        let provider = conditions.registry.get(&spec.provider_type);
        match CompiledProfile::with_gates(name, spec, conditions.settings.gates, provider) {
            Ok(profile) => Some(profile),
            Err(too_large) => {
                self.has_unreadable = true;
                streams.say(&format!("profile `{name}` in {file} cannot be compared: {too_large}"));
                None
            }
        }
    }

    /// The NamespacedCloudProfiles of a file. Their rendered form is in their status.
    fn add_children(
        &mut self,
        file: &str,
        bytes: &[u8],
        children: Children,
        conditions: Conditions<'_>,
        streams: &mut Streams,
    ) {
        for document in read::read(file, bytes, &ReadLimits::DEFAULT).documents {
            let Body::Object(object) = document.body else { continue };
            if object.kind != CloudProfileReference::NAMESPACED {
                continue;
            }
            if children == Children::Parents {
                let parent =
                    object.raw.get("spec").and_then(|spec| spec.get("parent")).and_then(|parent| parent.get("name"));
                let parent = parent.and_then(NodeRef::as_str).unwrap_or_default();
                self.profiles.insert_parent(&object.namespace, &object.name, parent);
                continue;
            }
            let rendered = object.raw.get("status").and_then(|status| status.get("cloudProfileSpec"));
            let Some(rendered) = rendered else {
                streams.say(&format!(
                    "NamespacedCloudProfile `{}/{}` in {file} has no `status.cloudProfileSpec`, so its shoots cannot be \
                     planned; give it as the cluster has it: kubectl get namespacedcloudprofile -n {} {} -o yaml",
                    object.namespace, object.name, object.namespace, object.name
                ));
                continue;
            };
            let (spec, _) =
                RawObject::new(rendered).decode::<CloudProfileSpec>(&Path::root("status").field("cloudProfileSpec"));
            if let Some(profile) = self.compile(&object.name, &spec, file, conditions, streams) {
                self.profiles.insert_namespaced(&object.namespace, profile);
            }
        }
    }
}
