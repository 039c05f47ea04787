//! The images that Garden Linux publishes of a flavor, in its metadata and in its component descriptors.

use rootstock_document::NodeRef;

use crate::nodes::{add, text};
use crate::{FactFile, ImageFact};

/// A flavor of a release.
pub(super) struct Flavor<'f> {
    pub(super) name: &'f str,
    pub(super) version: Option<String>,
    pub(super) architecture: Option<String>,
    /// The features that it was built with.
    pub(super) modifiers: Vec<String>,
    /// Whether it boots with UEFI only.
    pub(super) require_uefi: bool,
    /// Whether it boots with secure boot only.
    pub(super) secure_boot: bool,
}

/// Adds the images of a flavor.
pub(super) fn read(flavor: &Flavor<'_>, published: NodeRef<'_>, file: &mut FactFile) {
    let of = |field: &str| published.get(field).into_iter().flat_map(NodeRef::items);
    for (provider, field, region, id) in [
        ("aws", "published_aws_images", "aws_region_id", "ami_id"),
        ("alicloud", "published_alicloud_images", "region_id", "image_id"),
        ("openstack", "published_openstack_images", "region_name", "image_id"),
    ] {
        for one in of(field) {
            let (here, reference) = (text(one, region), text(one, id));
            if here.is_none() {
                let shown = reference.unwrap_or_else(|| flavor.name.to_owned());
                file.unread_image(shown, flavor.name.to_owned(), "it does not name its region");
                continue;
            }
            let mut fact = ImageFact { region: here, reference: reference.unwrap_or_default(), ..flavor.fact() };
            add(&mut fact.attributes, "variant", text(one, "variant"));
            add(&mut fact.attributes, "hypervisor", text(one, "hypervisor_type").map(|one| one.to_lowercase()));
            file.image(Some(provider), fact);
        }
    }
    for one in of("published_gallery_images") {
        let reference = text(one, "community_gallery_image_id").unwrap_or_default();
        let mut fact = ImageFact { reference, ..flavor.fact() };
        add(&mut fact.attributes, "generation", text(one, "hyper_v_generation"));
        add(&mut fact.attributes, "cloud", text(one, "azure_cloud"));
        file.image(Some("azure"), fact);
    }
    if let Some(name) = text(published, "gcp_image_name") {
        let project = text(published, "gcp_project_name");
        let reference =
            project.map_or_else(|| name.clone(), |project| format!("projects/{project}/global/images/{name}"));
        file.image(Some("gcp"), ImageFact { reference, ..flavor.fact() });
    }
}

impl Flavor<'_> {
    /// Returns the facts that all images of the flavor have.
    pub(super) fn fact(&self) -> ImageFact {
        let mut fact = ImageFact {
            name: self.name.to_owned(),
            version: self.version.clone(),
            architecture: self.architecture.clone(),
            ..ImageFact::default()
        };
        let has = |modifier: &str| self.modifiers.iter().any(|one| one.trim_start_matches('_') == modifier);
        if self.require_uefi || has("usi") || has("trustedboot") {
            add(&mut fact.attributes, "bootMode", ["uefi"]);
        }
        if self.secure_boot || has("trustedboot") {
            add(&mut fact.attributes, "secureBoot", ["on"]);
        }
        if has("tpm2") {
            add(&mut fact.attributes, "tpm", ["v2.0"]);
        }
        add(&mut fact.attributes, "modifier", self.modifiers.iter().cloned());
        fact
    }
}
