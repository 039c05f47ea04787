//! `aws ec2 describe-images`.

use rootstock_document::NodeRef;

use crate::nodes::{add, first, instant, is_true, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "aws-images",
    printed_by: "aws ec2 describe-images",
    provider: Some("aws"),
    is_regional: true,
    is_partial: false,
    recognizes: |root| {
        root.get("Images").is_some_and(NodeRef::is_empty) || first(root, &["Images"]).is_some_and(is_ami)
    },
    read,
};

fn is_ami(image: NodeRef<'_>) -> bool {
    text(image, "ImageId").is_some_and(|id| id.starts_with("ami-"))
}

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for image in list(root, &["Images"], "the output of `aws ec2 describe-images`")? {
        let mut fact = ImageFact {
            reference: text(image, "ImageId").unwrap_or_default(),
            name: text(image, "Name").unwrap_or_default(),
            architecture: text(image, "Architecture"),
            deprecated: instant(image, "DeprecationTime"),
            shared: is_true(image, "Public"),
            ..ImageFact::default()
        };
        let state = text(image, "State").filter(|state| state != "available");
        fact.unusable = state.map(|state| format!("its state is `{state}`"));
        add(&mut fact.attributes, "bootMode", boot_modes(text(image, "BootMode").as_deref()).iter().copied());
        // An image with a TPM is launched on machine types with a TPM only; without, on all.
        add(&mut fact.attributes, "tpm", tpm(text(image, "TpmSupport").as_deref()));
        // Without the driver, only machine types that have another interface.
        let interfaces: &[&str] = match is_true(image, "EnaSupport") {
            Some(true) => &["ena", "vif"],
            Some(false) => &["vif"],
            None => &[],
        };
        add(&mut fact.attributes, "networkInterface", interfaces.iter().copied());
        file.image(SOURCE.provider, fact);
    }
    if text(root, "NextToken").is_some() {
        file.is_one_page();
    }
    Ok(())
}

/// Returns the boot modes of an image. One without a boot mode gets that of its machine type, so nothing is known.
fn boot_modes(mode: Option<&str>) -> &'static [&'static str] {
    match mode {
        Some("uefi") => &["uefi"],
        Some("legacy-bios") => &["bios"],
        Some("uefi-preferred") => &["uefi", "bios"],
        _ => &[],
    }
}

fn tpm(version: Option<&str>) -> Vec<String> {
    match version {
        Some(version) => vec![version.to_ascii_lowercase()],
        None => vec!["none".to_owned(), "v2.0".to_owned()],
    }
}
