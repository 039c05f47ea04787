//! The lists of images in the release notes of Garden Linux: in blocks of a Markdown text, or alone.

use rootstock_document::NodeRef;

use super::published::Flavor;
use crate::nodes::{add, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "garden-linux-release-notes",
    printed_by: "the release notes of Garden Linux",
    provider: None,
    is_regional: false,
    is_partial: true,
    recognizes: |root| root.items().next().is_some_and(|one| one.get("flavor").is_some()),
    read,
};

/// The platforms in the names of flavors, with their providers.
const PLATFORMS: [(&str, &str); 6] = [
    ("ali", "alicloud"),
    ("aws", "aws"),
    ("azure", "azure"),
    ("gcp", "gcp"),
    ("openstack", "openstack"),
    ("openstackbaremetal", "openstack"),
];

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for one in list(root, &[], SOURCE.printed_by)? {
        let name = text(one, "flavor").unwrap_or_default();
        let Some((platform, provider, flavor)) = flavor(&name) else {
            let reason = "its flavor is not of the form PLATFORM-FEATURES-ARCHITECTURE-VERSION-COMMIT, or its platform is \
                          not known";
            file.unread_image(name.clone(), name, reason);
            continue;
        };
        let of = |field: &str| one.get(field).into_iter().flat_map(NodeRef::items);
        let mut count = 0;
        let mut add_image = |region: Option<String>, reference: String, image: NodeRef<'_>| {
            count += 1;
            let mut fact = ImageFact { region, reference, ..flavor.fact() };
            add(&mut fact.attributes, "generation", text(image, "hyper_v_generation"));
            add(&mut fact.attributes, "cloud", text(image, "azure_cloud"));
            add(&mut fact.attributes, "variant", (platform == "openstackbaremetal").then_some("metal"));
            file.image(Some(provider), fact);
        };
        for image in of("regions").chain(of("gallery_images")) {
            add_image(text(image, "region"), text(image, "image_id").unwrap_or_default(), image);
        }
        if let Some((project, image)) = text(one, "project").zip(text(one, "image_name")) {
            add_image(None, format!("projects/{project}/global/images/{image}"), one);
        }
        if count == 0 {
            file.unread_image(name.clone(), name, "it has no published image");
        }
    }
    Ok(())
}

/// Returns the platform of a flavor, its provider, and its parts: `aws-gardener_prod_usi-amd64-1877.3-75df9f40`.
fn flavor(name: &str) -> Option<(&str, &'static str, Flavor<'_>)> {
    let mut parts = name.rsplitn(4, '-');
    let (_commit, version, architecture) = (parts.next()?, parts.next()?, parts.next()?);
    let (platform, features) = parts.next()?.split_once('-')?;
    let (_, provider) = PLATFORMS.into_iter().find(|(known, _)| *known == platform)?;
    let mut features = features.split('_');
    let first = features.next().map(str::to_owned);
    let flavor = Flavor {
        name,
        version: Some(version.to_owned()),
        architecture: Some(architecture.to_owned()),
        modifiers: first.into_iter().chain(features.map(|one| format!("_{one}"))).collect(),
        require_uefi: false,
        secure_boot: false,
    };
    Some((platform, provider, flavor))
}
