//! `az sig image-definition list`, `list-community`, and the same lists of the REST API: facts that all versions of a definition have.

use rootstock_document::{NodeKind, NodeRef};

use super::azure_image_versions::{id, spelled};
use crate::nodes::{add, first, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "azure-image-definitions",
    printed_by: "az sig image-definition list",
    provider: Some("azure"),
    is_regional: false,
    is_partial: true,
    recognizes: |root| first(root, &["value"]).is_some_and(|one| spelled(one, "hyperVGeneration").is_some()),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let root = root.get("value").filter(|list| list.kind() == NodeKind::List).unwrap_or(root);
    for definition in list(root, &[], "the output of `az sig image-definition list`")? {
        let spelled = |field: &str| spelled(definition, field).and_then(NodeRef::as_str).map(str::to_owned);
        let feature = |name: &str| {
            let features = super::azure_image_versions::spelled(definition, "features");
            let mut features = features.into_iter().flat_map(NodeRef::items);
            features.find(|one| text(*one, "name").as_deref() == Some(name)).and_then(|one| text(one, "value"))
        };
        let mut fact = ImageFact {
            reference: id(definition).unwrap_or_default(),
            architecture: spelled("architecture"),
            ..ImageFact::default()
        };
        add(&mut fact.attributes, "generation", spelled("hyperVGeneration"));
        add(&mut fact.attributes, "securityType", security(feature("SecurityType").as_deref()).iter().copied());
        // A definition without the feature boots from SCSI disks only.
        let controllers = feature("DiskControllerTypes").unwrap_or_else(|| "SCSI".to_owned());
        let controllers = controllers.split(',').map(|one| one.trim().to_lowercase()).filter(|one| !one.is_empty());
        add(&mut fact.attributes, "storageInterface", controllers);
        let networking: &[&str] = match feature("IsAcceleratedNetworkSupported").as_deref() {
            Some("True" | "true") => &["accelerated", "basic"],
            Some(_) => &["basic"],
            None => &[],
        };
        add(&mut fact.attributes, "networkInterface", networking.iter().copied());
        file.image(SOURCE.provider, fact);
    }
    Ok(())
}

/// Returns the security types of machines that an image boots on.
fn security(feature: Option<&str>) -> &'static [&'static str] {
    match feature {
        Some("TrustedLaunch") => &["trusted"],
        Some("TrustedLaunchSupported") => &["standard", "trusted"],
        Some("ConfidentialVM") => &["confidential"],
        Some("ConfidentialVmSupported") => &["confidential", "standard"],
        Some("TrustedLaunchAndConfidentialVmSupported") => &["confidential", "standard", "trusted"],
        Some("None" | "Standard") | None => &["standard"],
        Some(_) => &[],
    }
}
