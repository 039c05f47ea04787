use rstest::rstest;

use super::*;

fn options(names: Option<&str>, region: Option<&str>) -> ImportOptions {
    ImportOptions {
        image: "gardenlinux".to_owned(),
        names: names.map(|names| names.parse().unwrap()),
        region: region.map(str::to_owned),
        architecture: None,
        with_capabilities: false,
    }
}

/// Lists the results of an import, one line each.
fn result_lines(imported: &ImportResult) -> Vec<String> {
    let versions = imported.list.images.iter().flat_map(|image| &image.versions);
    let references =
        versions.flat_map(|one| one.references.iter().map(move |reference| format!("{} {reference}", one.version)));
    let unusable = imported.unusable.iter().map(|one| format!("unusable {one}"));
    let others = (imported.others > 0).then(|| format!("{} others", imported.others));
    references.chain(unusable).chain(others).collect()
}

#[test]
fn aws_images_are_imported() {
    let text = r#"{"Images": [
        {"ImageId": "ami-1", "Name": "gl-amd64-1592.3", "Architecture": "x86_64", "State": "available"},
        {"ImageId": "ami-2", "Name": "gl-arm64-1592.3", "Architecture": "arm64", "State": "available"},
        {"ImageId": "ami-3", "Name": "gl-amd64-1592.4", "Architecture": "x86_64", "State": "pending"},
        {"ImageId": "ami-4", "Name": "gl-i386-1592.3", "Architecture": "i386", "State": "available"},
        {"ImageId": "ami-5", "Name": "gl-amd64-1592.3", "Architecture": "x86_64", "State": "available"},
        {"ImageId": "ami-6", "Architecture": "x86_64", "State": "available"}
    ], "NextToken": "x"}"#;
    let imported =
        import(ImportFormat::AwsImages, [("x", text.as_bytes())], &options(Some("gl-*-{version}"), Some("eu")))
            .unwrap();
    assert_eq!(
        result_lines(&imported),
        [
            "1592.3.0 eu/amd64=ami-1",
            "1592.3.0 eu/arm64=ami-2",
            "unusable `ami-3`: its state is `pending`",
            "unusable `ami-4`: architecture `i386` is neither amd64 nor arm64",
            "unusable `ami-5`: `ami-1` is for the same version, region and architecture",
            "1 others",
        ]
    );
}

#[test]
fn azure_image_versions_are_imported() {
    let of = |kind: &str, version: &str| {
        format!(
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/galleries/x/images/{kind}/versions/{version}"
        )
    };
    let text = format!(
        r#"[{{"id": "{}", "name": "1592.3.0", "location": "westeurope", "provisioningState": "Succeeded"}},
            {{"id": "{}", "name": "1592.4.0", "provisioningState": "Creating"}},
            {{"uniqueId": "/CommunityGalleries/c/Images/gl-arm64/Versions/1592.3.0", "name": "1592.3.0"}},
            {{"id": "{}", "name": "1.0.0", "provisioningState": "Succeeded"}}]"#,
        of("gl-amd64", "1592.3.0"),
        of("gl-amd64", "1592.4.0"),
        of("windows", "1.0.0")
    );
    let options = options(Some("gl-{architecture}"), None);
    let imported = import(ImportFormat::AzureImageVersions, [("x", text.as_bytes())], &options).unwrap();
    assert_eq!(
        result_lines(&imported),
        [
            format!("1592.3.0 */amd64={}", of("gl-amd64", "1592.3.0")),
            "1592.3.0 */arm64=/CommunityGalleries/c/Images/gl-arm64/Versions/1592.3.0".to_owned(),
            format!("unusable `{}`: its provisioning state is `Creating`", of("gl-amd64", "1592.4.0")),
            "1 others".to_owned(),
        ]
    );
}

#[test]
fn gcp_images_are_imported() {
    let link = "https://www.googleapis.com/compute/v1/projects/p/global/images/gl-1592-3-0";
    let text = format!(
        r#"[{{"name": "gl-1592-3-0", "selfLink": "{link}", "architecture": "X86_64", "status": "READY"}},
            {{"name": "gl-1592-2-0", "selfLink": "{link}", "status": "READY", "deprecated": {{"state": "OBSOLETE"}}}},
            {{"name": "gl-1592-1-0", "status": "READY", "deprecated": {{"state": "DEPRECATED"}}}}]"#
    );
    let options = options(Some("gl-{major}-{minor}-{patch}"), None);
    let imported = import(ImportFormat::GcpImages, [("x", text.as_bytes())], &options).unwrap();
    assert_eq!(
        result_lines(&imported),
        [
            "1592.3.0 */amd64=projects/p/global/images/gl-1592-3-0",
            "unusable `gl-1592-2-0`: its status is `OBSOLETE`",
            "unusable `gl-1592-1-0`: it has no ID or name to refer to",
        ]
    );
}

#[rstest]
#[case(None, "1592.3.0 */amd64=gl 1592.3")]
#[case(Some("eu-1"), "1592.3.0 eu-1/amd64=0d-1")]
fn openstack_images_are_imported(#[case] region: Option<&str>, #[case] expected: &str) {
    let text = r#"[{"ID": "0d-1", "Name": "gl 1592.3", "Status": "active"},
        {"ID": "0d-2", "Name": "gl 1592.4", "Status": "queued"}]"#;
    let options = ImportOptions { architecture: Some("x86_64".to_owned()), ..options(Some("gl {version}"), region) };
    let imported = import(ImportFormat::OpenstackImages, [("x", text.as_bytes())], &options).unwrap();
    assert_eq!(result_lines(&imported), [expected, "unusable `gl 1592.4`: its status is `queued`"]);
}

#[test]
fn garden_linux_metadata_is_imported() {
    let text = "\
name: aws-gardener_prod
architecture: arm64
version: 1592.3
published_image_metadata:
  published_aws_images:
  - {ami_id: ami-1, aws_region_id: eu-central-1, image_name: gl, cloud: public}
  - {ami_id: ami-2, image_name: gl}
---
name: gcp-gardener_prod
architecture: amd64
version: '1592.3'
published_image_metadata: {gcp_image_name: gl-1592-3, gcp_project_name: p}
---
name: azure-gardener_prod
architecture: amd64
version: '1592.3'
published_image_metadata:
  published_gallery_images:
  - {azure_cloud: public, community_gallery_image_id: /c/2, hyper_v_generation: V2}
  - {azure_cloud: public, community_gallery_image_id: /c/1, hyper_v_generation: V1}
  - {azure_cloud: china, community_gallery_image_id: /c/3, hyper_v_generation: V2}
";
    let of = |flavor: &str| {
        let options = options(Some(flavor), None);
        result_lines(&import(ImportFormat::GardenLinux, [("x", text.as_bytes())], &options).unwrap())
    };
    assert_eq!(
        of("aws-*"),
        ["1592.3.0 eu-central-1/arm64=ami-1", "unusable `ami-2`: it does not name its region", "4 others",]
    );
    assert_eq!(of("gcp-*"), ["1592.3.0 */amd64=projects/p/global/images/gl-1592-3", "5 others"]);
    assert_eq!(of("azure-*"), ["1592.3.0 */amd64=/c/2", "5 others"]);
}

/// Returns a region for formats that need one.
fn region_of(form: ImportFormat) -> Option<&'static str> {
    matches!(form, ImportFormat::AwsImages | ImportFormat::OpenstackImages).then_some("eu")
}

#[rstest]
#[case(ImportFormat::AwsImages, "{}", "there is no field `Images`")]
#[case(ImportFormat::AwsImages, "{\"Images\": {}}", "there is no list")]
#[case(ImportFormat::GcpImages, "{}", "there is no list")]
#[case(ImportFormat::GardenLinux, "[]", "there is no field `published_image_metadata`")]
#[case(ImportFormat::OpenstackImages, "[", "")]
fn wrong_format_is_refused(#[case] form: ImportFormat, #[case] text: &str, #[case] problem: &str) {
    let error = import(form, [("x", text.as_bytes())], &options(Some("{version}"), region_of(form))).unwrap_err().1;
    assert!(error.to_string().contains(problem), "{error}");
}

#[rstest]
#[case(ImportFormat::AwsImages, Some("{version}"), None, "name the region")]
#[case(ImportFormat::GcpImages, None, None, "give a pattern with `{version}`")]
#[case(ImportFormat::GcpImages, Some("gl-*"), None, "give a pattern with `{version}`")]
// The region first, whichever else is missing.
#[case(ImportFormat::AwsImages, None, None, "name the region")]
#[case(
    ImportFormat::GcpImages,
    Some("{version}"),
    Some("eu"),
    "images of the format `gcp-images` are valid everywhere"
)]
#[case(ImportFormat::AzureImageVersions, None, Some("eu"), "omit the region")]
#[case(ImportFormat::GardenLinux, None, Some("eu"), "omit the region")]
fn missing_options_are_reported(
    #[case] form: ImportFormat,
    #[case] names: Option<&str>,
    #[case] region: Option<&str>,
    #[case] message: &str,
) {
    let error = import(form, [("x", &b"[]"[..])], &options(names, region)).unwrap_err().1;
    assert!(error.to_string().contains(message), "{error}");
}

#[rstest]
#[case("gl-{version}", "gl-1592.3", Some("1592.3"))]
#[case("gl-{version}", "gl-1592.3.", None)]
#[case("gl-{version}*", "gl-1592.3-x", Some("1592.3"))]
#[case("*{version}", "gl1.10", Some("1.10"))]
#[case("*-{version}-*", "a-b-1.2-3.4-c", Some("1.2"))]
#[case("{major}-{minor}", "1-2-3", None)]
#[case("{major}-{minor}*", "1-2-3", Some("1.2"))]
#[case("{architecture}-{major}", "x86_64-7", Some("7"))]
#[case("é{version}", "é1", Some("1"))]
fn version_is_captured_from_name(#[case] pattern: &str, #[case] name: &str, #[case] version: Option<&str>) {
    let pattern: NamePattern = pattern.parse().unwrap();
    assert_eq!(pattern.captured(name).and_then(|captured| captured.version).as_deref(), version);
}

#[rstest]
#[case("")]
#[case("{other}")]
#[case("{version")]
#[case("a}")]
#[case("*********")]
fn invalid_pattern_is_refused(#[case] pattern: &str) {
    assert!(pattern.parse::<NamePattern>().is_err());
}

#[rstest]
#[case("1592.3", Some("1592.3.0"))]
#[case("22", Some("22.0.0"))]
#[case("1.2.3", Some("1.2.3"))]
#[case("1.2-fips", Some("1.2.0-fips"))]
#[case("1.2.3.4", None)]
#[case("today", None)]
#[case("", None)]
fn short_version_is_completed(#[case] version: &str, #[case] expected: Option<&str>) {
    assert_eq!(complete(version).as_deref(), expected);
}

/// A file without a matching image is reported, because an empty list would pass for one in which nothing is missing.
#[rstest]
#[case::renamed_key(
    ImportFormat::GardenLinux,
    "{published_image_metadata: {renamed_aws_images: []}, version: '1592.3'}",
    0
)]
#[case::empty(ImportFormat::AwsImages, r#"{"Images": []}"#, 0)]
#[case::other_names(ImportFormat::GcpImages, r#"[{"name": "other-1-2-3", "selfLink": "x", "status": "READY"}]"#, 1)]
fn file_without_matching_image_is_reported(#[case] form: ImportFormat, #[case] text: &str, #[case] others: usize) {
    let options = options(Some("gl-{major}-{minor}-{patch}"), region_of(form));
    match import(form, [("x", text.as_bytes())], &options) {
        Ok(imported) => {
            assert_eq!(imported.empty, [EmptyFile { file: "x".to_owned(), others }]);
            assert!(imported.list.images.is_empty());
        }
        Err((_, reason)) => assert!(matches!(reason, ImportError::Source(SourceError::WrongFormat { .. })), "{reason}"),
    }
}

const VARIANTS: &str = "\
name: openstack-gardener_prod-amd64
architecture: amd64
version: 2150.1.0
published_image_metadata:
  published_openstack_images:
  - {region_name: eu-de-1, image_id: aaaa, variant: metal}
  - {region_name: eu-de-1, image_id: bbbb, variant: vmware}
---
name: azure-gardener_prod-amd64
architecture: amd64
version: 2150.1.0
published_image_metadata:
  published_gallery_images:
  - {azure_cloud: public, community_gallery_image_id: /c/2, hyper_v_generation: V2}
  - {azure_cloud: public, community_gallery_image_id: /c/1, hyper_v_generation: V1}
  - {azure_cloud: china, community_gallery_image_id: /c/3, hyper_v_generation: V2}
";

#[test]
fn variants_of_a_flavor_differ_in_capabilities() {
    let texts = [("x", VARIANTS.as_bytes())];
    let imported = import(ImportFormat::GardenLinux, texts, &options(None, None)).unwrap();
    assert_eq!(imported.unusable[0].to_string(), "`bbbb`: `aaaa` is for the same version, region and architecture");
    let with = ImportOptions { with_capabilities: true, ..options(None, None) };
    let imported = import(ImportFormat::GardenLinux, texts, &with).unwrap();
    assert_eq!(
        result_lines(&imported),
        [
            "2150.1.0 */amd64,generation:V1=/c/1",
            "2150.1.0 */amd64,generation:V2=/c/2",
            "2150.1.0 eu-de-1/amd64,hypervisor:baremetal=aaaa",
            "2150.1.0 eu-de-1/amd64,hypervisor:vmware=bbbb",
            "1 others",
        ]
    );
}

#[rstest]
#[case::command_line("uniqueId: /CommunityGalleries/c/Images/gl/Versions/1592.3.0, name: 1592.3.0")]
#[case::rest("identifier: {uniqueId: /CommunityGalleries/c/Images/gl/Versions/1592.3.0}, name: 1592.3.0")]
fn azure_images_have_their_unique_id(#[case] fields: &str) {
    for text in [format!("[{{{fields}}}]"), format!("{{value: [{{{fields}}}]}}")] {
        let imported =
            import(ImportFormat::AzureImageVersions, [("x", text.as_bytes())], &options(None, None)).unwrap();
        assert_eq!(result_lines(&imported), ["1592.3.0 *=/CommunityGalleries/c/Images/gl/Versions/1592.3.0"]);
    }
}

/// A release as Garden Linux publishes it: every flavor of five clouds, in one file.
fn published_flavors() -> (String, usize) {
    let (mut text, mut flavors) = (String::new(), 0);
    let builds = ["", "_fips", "_usi", "_trustedboot", "_tpm2_trustedboot", "_usi_fips"];
    for cloud in ["aws", "ali", "azure", "gcp", "openstack"] {
        for build in builds {
            for architecture in ["amd64", "arm64"] {
                let id = format!("{cloud}{build}-{architecture}");
                let published = match cloud {
                    "aws" => format!("published_aws_images: [{{aws_region_id: eu-central-1, ami_id: {id}}}]"),
                    "ali" => format!("published_alicloud_images: [{{region_id: eu-central-1, image_id: {id}}}]"),
                    "gcp" => format!("gcp_image_name: {id}, gcp_project_name: p"),
                    "azure" => ["V1", "V2"].iter().fold("published_gallery_images: [".to_owned(), |all, generation| {
                        all + &format!("{{azure_cloud: public, community_gallery_image_id: /c/{id}-{generation}, hyper_v_generation: {generation}}}, ")
                    }) + "]",
                    _ => ["metal", "vmware"].iter().fold("published_openstack_images: [".to_owned(), |all, variant| {
                        all + &format!("{{region_name: eu-de-1, image_id: {id}-{variant}, variant: {variant}}}, ")
                    }) + "]",
                };
                let modifiers: Vec<String> = build.split('_').skip(1).map(|one| format!("_{one}")).collect();
                let modifiers = ["gardener".to_owned(), "_prod".to_owned()].into_iter().chain(modifiers);
                text.push_str(&format!(
                    "---\nname: {cloud}-gardener_prod{build}-{architecture}\narchitecture: {architecture}\nversion: 2150.1.0\n\
                     modifiers: [{}]\npublished_image_metadata: {{{published}}}\n",
                    modifiers.collect::<Vec<_>>().join(", ")
                ));
                flavors += 1;
            }
        }
    }
    (text, flavors)
}

/// All flavors of a cloud are imported in one run, and no image takes the place of another one.
#[rstest]
#[case("aws-*", 12)]
#[case("ali-*", 12)]
#[case("azure-*", 24)]
#[case("gcp-*", 12)]
#[case("openstack-*", 24)]
fn all_published_flavors_are_imported_without_collision(#[case] names: &str, #[case] images: usize) {
    let (text, flavors) = published_flavors();
    assert!(flavors >= 27, "{flavors}");
    let options = ImportOptions { with_capabilities: true, ..options(Some(names), None) };
    let imported = import(ImportFormat::GardenLinux, [("flavors.yaml", text.as_bytes())], &options).unwrap();
    assert_eq!(imported.unusable, []);
    let references = imported.list.images[0].versions.iter().flat_map(|version| &version.references);
    let references: Vec<&str> = references.map(|one| one.reference.as_str()).collect();
    let distinct: std::collections::BTreeSet<&&str> = references.iter().collect();
    assert_eq!((references.len(), distinct.len()), (images, images), "{references:?}");
    assert!(imported.list.images[0].versions.iter().any(|version| version.version == "2150.1.0-fips"));
}

/// The lists of images are found in the text, and have each flavor's version, architecture, and builds.
#[test]
fn release_notes_are_imported() {
    let text = "# Release\n\n- a list\n\n```\n- flavor: aws-gardener_prod-amd64-2150.1-0a1b\n  regions:\n  - {region: eu-west-1, \
                image_id: ami-1}\n- flavor: aws-gardener_prod_fips-amd64-2150.1-0a1b\n  regions:\n  - {region: eu-west-1, image_id: \
                ami-2}\n- flavor: gcp-gardener_prod-arm64-2150.1-0a1b\n  image_name: gl\n  project: p\n```\nend\n";
    let imported = |names: &str, with_capabilities: bool| {
        let options = ImportOptions { with_capabilities, ..options(Some(names), None) };
        let files = [("notes.md", text.as_bytes())];
        let imported = import(ImportFormat::GardenLinuxReleaseNotes, files, &options).unwrap();
        assert_eq!(imported.unusable, []);
        let versions = imported.list.images.into_iter().flat_map(|image| image.versions);
        let references = versions.flat_map(|one| one.references.into_iter().map(move |it| (one.version.clone(), it)));
        references.map(|(version, one)| format!("{version} {}", one.reference)).collect::<Vec<_>>()
    };
    assert_eq!(imported("aws-*", true), ["2150.1.0-fips ami-2", "2150.1.0 ami-1"]);
    assert_eq!(imported("aws-gardener_prod-*", false), ["2150.1.0 ami-1"]);
    assert_eq!(imported("gcp-*", true), ["2150.1.0 projects/p/global/images/gl"]);
}

/// The facts of all clouds are read from the same file, with none left out.
#[test]
fn all_published_flavors_are_read_as_facts() {
    let (text, _) = published_flavors();
    let file = crate::FactInput { name: "flavors.yaml", bytes: text.as_bytes(), region: None };
    let facts = crate::collect_facts([file], &crate::FactOptions::default()).unwrap();
    assert_eq!((facts.unread.len(), facts.others), (0, 0));
    assert_eq!(facts.list.facts.len(), 5);
    assert_eq!(facts.list.facts.iter().map(|sheet| sheet.images.len()).sum::<usize>(), 84);
}
