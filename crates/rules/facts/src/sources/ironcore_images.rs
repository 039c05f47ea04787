//! Manifests of IronCore images in an OCI registry, as `oras manifest fetch` prints them.

use rootstock_document::NodeRef;

use crate::nodes::{add, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "ironcore-images",
    printed_by: "oras manifest fetch",
    provider: Some("ironcore"),
    is_regional: false,
    is_partial: true,
    recognizes: |root| {
        root.get("annotations").is_some() && (root.get("layers").is_some() || root.get("manifests").is_some())
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let manifests = root.get("manifests").into_iter().flat_map(NodeRef::items);
    for manifest in std::iter::once(root).chain(manifests) {
        let Some(own) = manifest.get("annotations") else { continue };
        let name = text(own, "org.opencontainers.image.ref.name").or_else(|| text(own, "image.reference"));
        let Some(reference) = name else {
            if manifest.get("manifests").is_none() {
                file.unread("a manifest", "its annotations have no reference (`org.opencontainers.image.ref.name`)");
            }
            continue;
        };
        let platform = manifest.get("platform").and_then(|one| text(one, "architecture"));
        let mut fact = ImageFact {
            reference,
            version: text(own, "version").or_else(|| text(own, "org.opencontainers.image.version")),
            architecture: text(own, "architecture").or(platform),
            ..ImageFact::default()
        };
        let features = text(own, "feature_set").unwrap_or_default();
        let features = features.split(',').map(str::trim).filter(|feature| !feature.is_empty());
        add(&mut fact.attributes, "feature", features);
        file.image(SOURCE.provider, fact);
    }
    Ok(())
}
