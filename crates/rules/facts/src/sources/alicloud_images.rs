//! `aliyun ecs DescribeImages`.

use rootstock_document::NodeRef;

use crate::nodes::{add, first, instant, is_true, list, text, written};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "alicloud-images",
    printed_by: "aliyun ecs DescribeImages",
    provider: Some("alicloud"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| {
        root.get("Images").is_some_and(|images| images.get("Image").is_some())
            || first(root, &[]).is_some_and(|image| image.get("ImageOwnerAlias").is_some())
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let region = text(root, "RegionId");
    let mut images = 0;
    for image in list(root, &["Images", "Image"], "the output of `aliyun ecs DescribeImages`")? {
        images += 1;
        let mut fact = ImageFact {
            reference: text(image, "ImageId").unwrap_or_default(),
            name: text(image, "ImageName").unwrap_or_default(),
            region: region.clone(),
            architecture: text(image, "Architecture"),
            deprecated: instant(image, "DeprecationTime"),
            shared: is_true(image, "IsPublic"),
            ..ImageFact::default()
        };
        let status = text(image, "Status").filter(|status| status != "Available");
        fact.unusable = status.map(|status| format!("its status is `{status}`"));
        let modes: &[&str] = match text(image, "BootMode").as_deref() {
            Some("UEFI") => &["uefi"],
            Some("BIOS") => &["bios"],
            Some("UEFI-Preferred") => &["uefi", "bios"],
            _ => &[],
        };
        add(&mut fact.attributes, "bootMode", modes.iter().copied());
        let interfaces: &[&str] = match image.get("Features").and_then(|one| text(one, "NvmeSupport")).as_deref() {
            Some("supported") => &["nvme", "scsi"],
            Some("unsupported") => &["scsi"],
            _ => &[],
        };
        add(&mut fact.attributes, "storageInterface", interfaces.iter().copied());
        file.image(SOURCE.provider, fact);
    }
    let total = written(root, "TotalCount").and_then(|total| total.parse::<usize>().ok());
    if total.is_some_and(|total| total > images) {
        file.is_one_page();
    }
    Ok(())
}
