//! OpenStack profiles with 10 000 items of some kind in one section or both.

use std::io::{self, Write};

use super::cases::Case;
use super::inputs::{HEAD, numbered, repeated};

const ITEMS: usize = 10_000;

const RUNS: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--semantics", "gardener", "@0"],
    &["select", "@0", "-t", "t0", "-i", "im", "--region", "here"],
    &["images", "@0", "-t", "t0"],
    &["machine-types", "@0", "-i", "im", "-V", "1.0.0"],
];

pub(super) const CASES: &[Case] = &[
    Case {
        name: "10 000 mapped flavors",
        inputs: &[("mapped-flavors.yaml", |to| {
            openstack(to, "", "")?;
            repeated(to, "", "      - version: 1.0.0\n        capabilityFlavors:\n", 1)?;
            numbered(to, "", "        - {capabilities: {architecture: [amd64]}, image: '", "'}\n", ITEMS)
        })],
        runs: RUNS,
        bound: None,
    },
    Case {
        name: "10 000 mapped values that are not registered",
        inputs: &[("mapped-values.yaml", |to| {
            openstack(to, "", "")?;
            repeated(to, "", "      - version: 1.0.0\n        capabilityFlavors:\n", 1)?;
            numbered(to, "        - {image: one, capabilities: {disk: [", "v", ", ", ITEMS)?;
            repeated(to, "", "v]}}\n", 1)
        })],
        runs: RUNS,
        bound: None,
    },
    Case {
        name: "10 000 images, and others in the provider section",
        inputs: &[("other-images.yaml", |to| {
            let core = lines("  - {name: core-", ", versions: [{version: 1.0.0}]}\n");
            openstack(to, "", &core)?;
            repeated(to, "", "      - {version: 1.0.0, image: one}\n", 1)?;
            numbered(to, "", "    - {name: provider-", ", versions: [{version: 1.0.0, image: one}]}\n", ITEMS)
        })],
        runs: RUNS,
        bound: None,
    },
    Case {
        name: "10 000 regions, and others in the provider section",
        inputs: &[("other-regions.yaml", |to| {
            openstack(to, &lines("  - {name: core-", "}\n"), "")?;
            repeated(to, "", "      - version: 1.0.0\n        regions:\n", 1)?;
            numbered(to, "", "        - {id: a, name: provider-", "}\n", ITEMS)
        })],
        runs: RUNS,
        bound: None,
    },
    Case {
        name: "10 000 architectures of one region",
        inputs: &[("mapped-architectures.yaml", |to| {
            openstack(to, "", "")?;
            repeated(to, "", "      - version: 1.0.0\n        regions:\n", 1)?;
            numbered(to, "", "        - {name: here, id: a, architecture: a", "}\n", ITEMS)
        })],
        runs: RUNS,
        bound: None,
    },
    Case {
        name: "10 000 load balancer classes, each twice",
        inputs: &[("classes.yaml", |to| {
            openstack(to, "", "")?;
            let class = |at: usize| format!("        - {{name: c{}, purpose: vpn}}\n", at / 2);
            let head = "      - {version: 1.0.0, image: one}\n    constraints:\n      floatingPools:\n      - name: a\n        \
                        loadBalancerClasses:\n";
            to.write_all(head.as_bytes())?;
            (0..ITEMS).try_for_each(|at| to.write_all(class(at).as_bytes()))
        })],
        runs: RUNS,
        bound: None,
    },
];

fn lines(before: &str, after: &str) -> String {
    (0..ITEMS).map(|at| format!("{before}{at}{after}")).collect()
}

/// Writes a profile up to the versions of its image in the provider section, with additional regions and images.
fn openstack(to: &mut dyn Write, regions: &str, images: &str) -> io::Result<()> {
    write!(
        to,
        "{HEAD}  type: openstack\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineCapabilities:\n  \
         - {{name: architecture, values: [amd64]}}\n  - {{name: disk, values: [fast, slow]}}\n  \
         machineTypes: [{{name: t0, cpu: 1, gpu: 0, memory: 1Gi}}]\n  regions:\n  - {{name: here}}\n{regions}  \
         machineImages:\n  - {{name: im, versions: [{{version: 1.0.0}}]}}\n{images}  providerConfig:\n    \
         apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
         machineImages:\n    - name: im\n      versions:\n"
    )
}
