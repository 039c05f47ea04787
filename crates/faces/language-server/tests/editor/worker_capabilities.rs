//! Hover and completion with the feature gate `WorkerCapabilities` (GEP-54).

use serde_json::json;

use crate::client::Editor;
use crate::folder::Folder;
use crate::names::{ask, labels};

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: local
spec:
  type: openstack
  machineCapabilities:
  - name: architecture
    values: [amd64]
  kubernetes:
    versions:
    - version: 1.34.1
  machineImages:
  - name: plain
    versions:
    - version: 1.0.0
      cri:
      - name: containerd
      capabilityFlavors:
      - {}
      - gardener-bootType: [secure]
      - gardener-bootType: [secure]
        gardener-gpuSupport: [nvidia]
      - openstack-trustedLaunch: [enabled]
  machineTypes:
  - name: medium
    cpu: 2
    gpu: 0
    memory: 4Gi
  - name: untrusted
    cpu: 2
    gpu: 0
    memory: 4Gi
    capabilities:
      openstack-trustedLaunch: [disabled]
  regions:
  - name: europe
    zones:
    - name: a
  providerConfig:
    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: plain
      versions:
      - version: 1.0.0
        capabilityFlavors:
        - regions:
          - name: europe
            id: id-0
        - capabilities:
            gardener-bootType: [secure]
          regions:
          - name: europe
            id: id-1
        - capabilities:
            gardener-bootType: [secure]
            gardener-gpuSupport: [nvidia]
          regions:
          - name: europe
            id: id-2
        - capabilities:
            openstack-trustedLaunch: [enabled]
          regions:
          - name: europe
            id: id-3
";

/// Opens the profile in a folder that turns the gate on, and answers a request at its mark.
fn answer(method: &str, from: &str, to: &str) -> serde_json::Value {
    let folder = Folder::new();
    folder.write("rootstock.toml", "[landscape]\nfeature-gates.WorkerCapabilities = true\n");
    folder.write("profile.yaml", PROFILE);
    let mut editor = Editor::start(json!({"capabilities": {}, "rootUri": folder.uri("")}));
    let uri = folder.uri("profile.yaml");
    editor.open(&uri, PROFILE);
    assert!(PROFILE.contains(from));
    let answer = ask(&mut editor, method, &uri, &PROFILE.replacen(from, to, 1));
    editor.quit();
    answer
}

#[rstest::rstest]
#[case::plain("- {}", "-‸ {}", "flavor 0", "machine types `medium` and `untrusted`", "`id-0`")]
#[case::secure(
    "- gardener-bootType: [secure]\n",
    "-‸ gardener-bootType: [secure]\n",
    "flavor 1",
    "`gardener-bootType` secure  ",
    "`id-1`"
)]
#[case::both(
    "- gardener-bootType: [secure]\n        gar",
    "-‸ gardener-bootType: [secure]\n        gar",
    "flavor 2",
    "`gardener-bootType` secure and `gardener-gpuSupport` nvidia",
    "`id-2`"
)]
#[case::of_provider(
    "- openstack-trustedLaunch: [enabled]",
    "-‸ openstack-trustedLaunch: [enabled]",
    "flavor 3",
    "machine types `medium` for workers that ask for `openstack-trustedLaunch` enabled",
    "`id-3`"
)]
#[case::in_provider_section("id: id-2", "id: id-‸2", "flavor 2", "nvidia", "`id-2`")]
fn hover_names_workers_of_a_flavor(
    #[case] from: &str,
    #[case] to: &str,
    #[case] flavor: &str,
    #[case] workers: &str,
    #[case] image: &str,
) {
    let hover = answer("textDocument/hover", from, to);
    let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
    assert!([flavor, workers, image].iter().all(|part| text.contains(part)), "{text}");
}

#[rstest::rstest]
#[case::names(
    "- openstack-trustedLaunch: [enabled]\n  machine",
    "- ‸\n  machine",
    &["architecture", "gardener-bootType", "gardener-gpuSupport", "gardener-updateType", "openstack-trustedLaunch"]
)]
#[case::values("openstack-trustedLaunch: [enabled]\n  machine", "gardener-bootType: [‸]\n  machine", &["secure", "standard"])]
#[case::values_of_provider("[enabled]\n  machine", "[‸]\n  machine", &["disabled", "enabled"])]
fn built_in_capabilities_are_offered(#[case] from: &str, #[case] to: &str, #[case] expected: &[&str]) {
    assert_eq!(labels(&answer("textDocument/completion", from, to)), expected);
}
