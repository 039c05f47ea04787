//! `openstack image list --long --format json`.

use std::collections::BTreeMap;

use rootstock_document::NodeRef;

use crate::nodes::{add, first, list, text};
use crate::{FactFile, FactSource, ImageFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "openstack-images",
    printed_by: "openstack image list --long --format json",
    provider: Some("openstack"),
    is_regional: true,
    is_partial: false,
    recognizes: |root| first(root, &[]).is_some_and(|one| one.get("ID").is_some() && one.get("Status").is_some()),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for image in list(root, &[], "the output of `openstack image list --format json`")? {
        let own = properties(image);
        let of = |name: &str| own.get(name).cloned();
        let status = text(image, "Status").filter(|status| status != "active");
        let mut fact = ImageFact {
            reference: text(image, "ID").unwrap_or_default(),
            name: text(image, "Name").unwrap_or_default(),
            architecture: of("hw_architecture").or_else(|| of("architecture")),
            checksum: text(image, "Checksum").or_else(|| of("os_hash_value")),
            unusable: status.map(|status| format!("its status is `{status}`")),
            shared: text(image, "Visibility").map(|visibility| visibility != "private"),
            ..ImageFact::default()
        };
        add(&mut fact.attributes, "bootMode", of("hw_firmware_type"));
        let hypervisor = of("hypervisor_type").or_else(|| of("img_hv_type"));
        add(&mut fact.attributes, "hypervisor", hypervisor.map(|one| one.to_ascii_lowercase()));
        let secure = of("os_secure_boot");
        add(&mut fact.attributes, "secureBoot", secure.as_deref().and_then(secure_boot).into_iter().flatten().copied());
        file.image(SOURCE.provider, fact);
    }
    Ok(())
}

/// Returns the values of secure boot that fit a word for it.
pub(super) fn secure_boot(word: &str) -> Option<&'static [&'static str]> {
    match word {
        "required" | "true" => Some(&["on"]),
        "optional" => Some(&["off", "on"]),
        "disabled" | "false" => Some(&["off"]),
        _ => None,
    }
}

/// Returns the properties of an item: its fields, the fields of its properties, or properties in one string (`a='b', c='d'`).
pub(super) fn properties(item: NodeRef<'_>) -> BTreeMap<String, String> {
    let own = |node: NodeRef<'_>| -> Vec<(String, String)> {
        let text = |value: NodeRef<'_>| value.as_str().or_else(|| value.raw_text()).map(str::to_owned);
        node.entries().filter_map(|(key, value)| Some((key.to_owned(), text(value)?))).collect()
    };
    let mut all: BTreeMap<String, String> = own(item).into_iter().collect();
    for inner in ["Properties", "properties"].into_iter().filter_map(|field| item.get(field)) {
        all.extend(own(inner));
        let pairs = inner.as_str().into_iter().flat_map(|text| text.split(", "));
        all.extend(pairs.filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name.trim().to_owned(), value.trim_matches(['\'', '"']).to_owned()))
        }));
    }
    all
}
