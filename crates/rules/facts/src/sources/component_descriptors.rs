//! OCM component descriptors with the images of an operating system, or with the versions of Kubernetes.

use rootstock_document::NodeRef;

use super::published::{self, Flavor};
use crate::nodes::{text, written};
use crate::{FactFile, FactSource, KubernetesFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "component-descriptor",
    printed_by: "an OCM component descriptor",
    provider: None,
    is_regional: false,
    is_partial: true,
    recognizes: |root| root.get("component").is_some_and(|one| one.get("resources").is_some()),
    read,
};

/// The label with the published images of a resource.
const PUBLISHED: &str = "gardener.cloud/gardenlinux/ci/published-image-metadata";

/// The resources whose versions are those of Kubernetes: components with one of them list the versions that a landscape can run.
const OF_KUBERNETES: [&str; 2] = ["kube-apiserver", "hyperkube"];

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let resources = root.get("component").and_then(|one| one.get("resources"));
    for resource in resources.into_iter().flat_map(NodeRef::items) {
        let version = written(resource, "version");
        if let (Some(version), true) =
            (version, text(resource, "name").is_some_and(|name| OF_KUBERNETES.contains(&name.as_str())))
        {
            let version = version.strip_prefix('v').unwrap_or(version).to_owned();
            file.kubernetes_version(KubernetesFact { version, ..KubernetesFact::default() });
            continue;
        }
        let labels = resource.get("labels").into_iter().flat_map(NodeRef::items);
        let published = labels.into_iter().find(|label| text(*label, "name").as_deref() == Some(PUBLISHED));
        let Some(published) = published.and_then(|label| label.get("value")) else {
            // Charts, container images, packages.
            file.others += 1;
            continue;
        };
        let identity = |field: &str| resource.get("extraIdentity").and_then(|one| text(one, field));
        let modifiers: Vec<String> = identity("feature-flags")
            .iter()
            .flat_map(|flags| flags.split(','))
            .map(|flag| flag.trim().to_owned())
            .collect();
        let platform = identity("platform").unwrap_or_default();
        let name = format!("{platform}-{}", modifiers.concat());
        let flavor = Flavor {
            name: &name,
            version: version.map(str::to_owned),
            architecture: identity("architecture"),
            modifiers,
            require_uefi: false,
            secure_boot: false,
        };
        published::read(&flavor, published, file);
    }
    Ok(())
}
