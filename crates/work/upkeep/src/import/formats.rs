//! Reads images in each format.

use rootstock_core_model::NodeRef;
use rootstock_document::NodeKind;

use super::{FoundImage, ImportError, ImportFormat, ImportOptions};

/// Returns the images of a document, and the number of skipped ones.
pub(super) fn read(
    form: ImportFormat,
    root: NodeRef<'_>,
    options: &ImportOptions,
) -> Result<(Vec<FoundImage>, usize), ImportError> {
    let found = match form {
        ImportFormat::AwsImages => aws(root, options)?,
        ImportFormat::AzureImageVersions => azure(root)?,
        ImportFormat::GcpImages => gcp(root, options)?,
        ImportFormat::OpenstackImages => openstack(root, options)?,
        ImportFormat::GardenLinux => return garden_linux(root),
    };
    Ok((found, 0))
}

fn text(node: NodeRef<'_>, field: &str) -> Option<String> {
    node.get(field)?.as_str().map(str::to_owned)
}

/// Returns a field that is a string or a number, as written: `1592.2` is a number in YAML.
fn written(node: NodeRef<'_>, field: &str) -> Option<String> {
    let value = node.get(field)?;
    value.as_str().or_else(|| value.raw_text()).map(str::to_owned)
}

fn list<'a>(
    node: NodeRef<'a>,
    field: Option<&'static str>,
    expected: &'static str,
) -> Result<impl Iterator<Item = NodeRef<'a>>, ImportError> {
    let other = |problem: String| ImportError::WrongFormat { expected, problem };
    let list = match field.map(|field| (field, node.get(field))) {
        None => node,
        // A query may print just the list.
        Some((_, None)) if node.kind() == NodeKind::List => node,
        Some((_, Some(list))) => list,
        Some((field, None)) => return Err(other(format!("there is no field `{field}`"))),
    };
    if list.kind() == NodeKind::List { Ok(list.items()) } else { Err(other("there is no list".to_owned())) }
}

fn versions_in_names(options: &ImportOptions) -> Result<(), ImportError> {
    match &options.names {
        Some(names) if names.has_version() => Ok(()),
        _ => Err(ImportError::NeedsNames),
    }
}

fn aws(root: NodeRef<'_>, options: &ImportOptions) -> Result<Vec<FoundImage>, ImportError> {
    versions_in_names(options)?;
    let region = options.region.as_ref().ok_or(ImportError::NeedsRegion)?;
    let images = list(root, Some("Images"), "the output of `aws ec2 describe-images`")?;
    let found = images.map(|image| {
        let (id, name) = (text(image, "ImageId"), text(image, "Name").unwrap_or_default());
        let state = text(image, "State").filter(|state| state != "available");
        FoundImage {
            display_name: id.clone().unwrap_or_else(|| name.clone()),
            name,
            architecture: text(image, "Architecture"),
            region: Some(region.clone()),
            reference: id,
            problem: state.map(|state| format!("its state is `{state}`")),
            ..FoundImage::default()
        }
    });
    Ok(found.collect())
}

fn azure(root: NodeRef<'_>) -> Result<Vec<FoundImage>, ImportError> {
    let versions = list(root, None, "the output of `az sig image-version list`")?;
    let found = versions.map(|version| {
        // Images of community galleries have a `uniqueId`.
        let id = text(version, "uniqueId").or_else(|| text(version, "id"));
        let segments: Vec<&str> = id.iter().flat_map(|id| id.split('/')).collect();
        let behind = |what: &str| {
            let mut pairs = segments.iter().zip(segments.iter().skip(1));
            pairs.find(|(key, _)| key.eq_ignore_ascii_case(what)).map(|(_, value)| (*value).to_owned())
        };
        let state = text(version, "provisioningState").filter(|state| state != "Succeeded");
        FoundImage {
            display_name: id.clone().or_else(|| text(version, "name")).unwrap_or_default(),
            name: behind("images").unwrap_or_default(),
            version: text(version, "name").or_else(|| behind("versions")),
            reference: id.clone(),
            problem: state.map(|state| format!("its provisioning state is `{state}`")),
            ..FoundImage::default()
        }
    });
    Ok(found.collect())
}

fn gcp(root: NodeRef<'_>, options: &ImportOptions) -> Result<Vec<FoundImage>, ImportError> {
    versions_in_names(options)?;
    let images = list(root, None, "the output of `gcloud compute images list --format json`")?;
    let found = images.map(|image| {
        let name = text(image, "name").unwrap_or_default();
        let link = text(image, "selfLink");
        let reference = link.and_then(|link| link.find("projects/").and_then(|at| link.get(at..).map(str::to_owned)));
        let status = text(image, "status").filter(|status| status != "READY");
        let obsolete = image.get("deprecated").and_then(|deprecated| text(deprecated, "state"));
        let obsolete = obsolete.filter(|state| matches!(state.as_str(), "OBSOLETE" | "DELETED"));
        FoundImage {
            display_name: name.clone(),
            name,
            architecture: text(image, "architecture").filter(|one| one != "ARCHITECTURE_UNSPECIFIED"),
            reference,
            problem: status.or(obsolete).map(|state| format!("its status is `{state}`")),
            ..FoundImage::default()
        }
    });
    Ok(found.collect())
}

/// Reads OpenStack images: the reference is the ID within a region, and the name otherwise.
fn openstack(root: NodeRef<'_>, options: &ImportOptions) -> Result<Vec<FoundImage>, ImportError> {
    versions_in_names(options)?;
    let images = list(root, None, "the output of `openstack image list --format json`")?;
    let found = images.map(|image| {
        let (id, name) = (text(image, "ID"), text(image, "Name").unwrap_or_default());
        let status = text(image, "Status").filter(|status| status != "active");
        let reference = if options.region.is_some() { id } else { Some(name.clone()).filter(|name| !name.is_empty()) };
        FoundImage {
            display_name: name.clone(),
            name,
            region: options.region.clone(),
            reference,
            problem: status.map(|status| format!("its status is `{status}`")),
            ..FoundImage::default()
        }
    });
    Ok(found.collect())
}

/// Reads one document per flavor, with its images on one platform.
fn garden_linux(root: NodeRef<'_>) -> Result<(Vec<FoundImage>, usize), ImportError> {
    let Some(published) = root.get("published_image_metadata") else {
        let expected = "the published metadata of a Garden Linux flavor";
        return Err(ImportError::WrongFormat {
            expected,
            problem: "there is no field `published_image_metadata`".to_owned(),
        });
    };
    let flavor = text(root, "name").unwrap_or_default();
    let image = |region: Option<String>, reference: Option<String>| FoundImage {
        display_name: reference.clone().unwrap_or_else(|| flavor.clone()),
        name: flavor.clone(),
        version: written(root, "version"),
        architecture: text(root, "architecture"),
        region,
        reference,
        problem: None,
    };
    let of = |field: &str| published.get(field).into_iter().flat_map(NodeRef::items);
    let mut found = Vec::new();
    for (field, region, id) in [
        ("published_aws_images", "aws_region_id", "ami_id"),
        ("published_alicloud_images", "region_id", "image_id"),
        ("published_openstack_images", "region_name", "image_id"),
    ] {
        for one in of(field) {
            let here = text(one, region);
            let problem = here.is_none().then(|| "it does not name its region".to_owned());
            found.push(FoundImage { problem, ..image(here, text(one, id)) });
        }
    }
    // A flavor gets one reference: that of the second generation, which machine types have supported for years.
    let is_usual = |one: &NodeRef<'_>| {
        text(*one, "azure_cloud").is_none_or(|cloud| cloud == "public")
            && text(*one, "hyper_v_generation").is_none_or(|generation| generation != "V1")
    };
    let (usual, others): (Vec<NodeRef<'_>>, Vec<NodeRef<'_>>) = of("published_gallery_images").partition(is_usual);
    found.extend(usual.into_iter().map(|one| image(None, text(one, "community_gallery_image_id"))));
    if let Some(name) = text(published, "gcp_image_name") {
        let reference =
            text(published, "gcp_project_name").map(|project| format!("projects/{project}/global/images/{name}"));
        found.push(image(None, reference.or(Some(name))));
    }
    Ok((found, others.len()))
}
