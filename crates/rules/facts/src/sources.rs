//! The formats, one file each.

mod alicloud_images;
mod alicloud_instance_types;
mod aws_images;
mod aws_instance_types;
mod aws_offerings;
mod azure_image_definitions;
mod azure_image_versions;
mod azure_skus;
mod component_descriptors;
mod endoflife;
mod garden_linux;
mod garden_linux_release_notes;
mod gcp_images;
mod gcp_machine_types;
mod ironcore_images;
mod neutral;
mod openstack_flavors;
mod openstack_images;
mod published;

use crate::FactSource;

impl FactSource {
    /// Every source of this crate. A format that is a special case of another one comes before it.
    pub const ALL: [Self; 18] = [
        neutral::SOURCE,
        aws_images::SOURCE,
        aws_instance_types::SOURCE,
        aws_offerings::SOURCE,
        alicloud_images::SOURCE,
        alicloud_instance_types::SOURCE,
        azure_skus::SOURCE,
        azure_image_definitions::SOURCE,
        azure_image_versions::SOURCE,
        gcp_machine_types::SOURCE,
        gcp_images::SOURCE,
        openstack_flavors::SOURCE,
        openstack_images::SOURCE,
        garden_linux::SOURCE,
        garden_linux_release_notes::SOURCE,
        component_descriptors::SOURCE,
        endoflife::SOURCE,
        ironcore_images::SOURCE,
    ];

    /// Returns a source by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name == name)
    }
}
