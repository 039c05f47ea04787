//! `gcloud compute images list --format json`.

use rootstock_document::NodeRef;

use crate::nodes::{add, first, instant, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "gcp-images",
    printed_by: "gcloud compute images list --format json",
    provider: Some("gcp"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| {
        first(root, &[]).is_some_and(|one| {
            text(one, "kind").as_deref() == Some("compute#image")
                || text(one, "selfLink").is_some_and(|link| link.contains("/images/"))
        })
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for image in list(root, &[], "the output of `gcloud compute images list --format json`")? {
        let link = text(image, "selfLink");
        let reference = link.and_then(|link| link.find("projects/").and_then(|at| link.get(at..).map(str::to_owned)));
        let status = text(image, "status").filter(|status| status != "READY");
        let deprecated = image.get("deprecated");
        let obsolete = deprecated.and_then(|one| text(one, "state"));
        let is_deprecated = obsolete.as_deref() == Some("DEPRECATED");
        let obsolete = obsolete.filter(|state| matches!(state.as_str(), "OBSOLETE" | "DELETED"));
        let date = |field: &str| deprecated.and_then(|one| instant(one, field));
        let mut fact = ImageFact {
            reference: reference.unwrap_or_default(),
            name: text(image, "name").unwrap_or_default(),
            architecture: text(image, "architecture").filter(|one| one != "ARCHITECTURE_UNSPECIFIED"),
            unusable: status.or(obsolete).map(|state| format!("its status is `{state}`")),
            // One that is deprecated without a date has been so since its creation at the latest.
            deprecated: date("deprecated").or_else(|| instant(image, "creationTimestamp").filter(|_| is_deprecated)),
            deleted: date("deleted").or_else(|| date("obsolete")),
            ..ImageFact::default()
        };
        if let Some(features) = image.get("guestOsFeatures") {
            let has = |feature: &str| features.items().any(|one| text(one, "type").as_deref() == Some(feature));
            // The old interfaces work with every image; the new ones need the driver that the feature announces.
            let virtio_or =
                |new: &'static str, old: &'static str, has: bool| if has { vec![new, old] } else { vec![old] };
            add(&mut fact.attributes, "networkInterface", virtio_or("gvnic", "virtio", has("GVNIC")));
            add(&mut fact.attributes, "secureBoot", virtio_or("on", "off", has("UEFI_COMPATIBLE")));
            let confidential = [("SEV_CAPABLE", "sev"), ("SEV_SNP_CAPABLE", "sev-snp"), ("TDX_CAPABLE", "tdx")];
            let confidential = confidential.into_iter().filter(|(feature, _)| has(feature)).map(|(_, value)| value);
            add(&mut fact.attributes, "confidential", confidential.chain(["none"]));
        }
        file.image(SOURCE.provider, fact);
    }
    Ok(())
}
