//! Inputs of commands that do not only read one profile: imports, reports, fixes, and promotions.

use std::io::{self, Write};

use super::cases::Case;
use super::inputs::{self, HEAD};

/// The number of items of each input.
const ITEMS: usize = 10_000;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "40 000 listed images, each of its own version",
        inputs: &[("listed.json", |to| listed(to, |at| format!("im-1.0.{at}")))],
        runs: IMPORTS,
        bound: None,
    },
    Case {
        name: "40 000 listed images of one version",
        inputs: &[("listed-again.json", |to| listed(to, |_| "im-1.0.0".to_owned()))],
        runs: IMPORTS,
        bound: None,
    },
    Case {
        name: "a report of 2 000 types × 2 000 flavors",
        inputs: &[("report.yaml", |to| inputs::flavors(to, 2_000, 2_000, 2_000, false))],
        runs: &[&["report", "@0"], &["matrix", "@0"], &["lock", "--no-config", "@0"]],
        bound: None,
    },
    Case {
        name: "10 000 machine types with misnamed fields",
        inputs: &[("misnamed.yaml", |to| {
            let head = format!("{HEAD}  machinetypes:\n");
            inputs::numbered(to, &head, "  - {nam: t", ", cpuu: 1, memry: 1Gi}\n", ITEMS)
        })],
        runs: &[&["check", "--no-config", "--diff", "@0"], &["check", "--no-config", "--diff", "--unsafe-fixes", "@0"]],
        bound: None,
    },
    Case {
        name: "a promotion of 10 000 regions",
        inputs: &[("promoted.lock", locked_regions), ("promoted.yaml", regions)],
        runs: &[&["lock", "promote", "@0", "@1", "--no-config"]],
        bound: None,
    },
];

const IMPORTS: &[&[&str]] =
    &[&["upkeep", "import", "aws-images", "@0", "--image=im", "--names=im-{version}", "--region=here"]];

/// Writes images as `aws ec2 describe-images` prints them.
fn listed(to: &mut dyn Write, name: impl Fn(usize) -> String) -> io::Result<()> {
    write!(to, "{{\"Images\": [")?;
    for at in 0..4 * ITEMS {
        let (comma, name) = (if at == 0 { "" } else { "," }, name(at));
        writeln!(
            to,
            "{comma}{{\"ImageId\": \"ami-{at}\", \"Name\": \"{name}\", \"Architecture\": \"x86_64\", \"State\": \"available\"}}"
        )?;
    }
    write!(to, "]}}")
}

/// Writes the lock of a profile with many regions, with other images than [`regions`].
fn locked_regions(to: &mut dyn Write) -> io::Result<()> {
    writeln!(
        to,
        "semantics documented\nfeature-gates CloudProfileCapabilities=true,VersionClassificationLifecycle=false,WorkerCapabilities=false\ngardener 1.150\nlocked-at 2026-01-01T00:00:00Z\n\nprofile big"
    )?;
    let region = |at: usize| format!("r{at:05}");
    (0..ITEMS).try_for_each(|at| writeln!(to, "region {}", region(at)))?;
    write!(to, "class architecture=amd64\nmachine-type t0\nboots im 1.0.0 architecture=amd64")?;
    (0..ITEMS).try_for_each(|at| write!(to, " {} ami-{at}-new", region(at)))?;
    writeln!(to)
}

fn regions(to: &mut dyn Write) -> io::Result<()> {
    write!(
        to,
        "{HEAD}  type: aws\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineCapabilities: [{{name: architecture, \
         values: [amd64]}}]\n  machineTypes: [{{name: t0, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: \
         [amd64]}}}}]\n  machineImages:\n  - name: im\n    updateStrategy: major\n    versions:\n    - {{version: 1.0.0, cri: \
         [{{name: containerd}}], capabilityFlavors: [{{architecture: [amd64]}}]}}\n  regions:\n"
    )?;
    (0..ITEMS).try_for_each(|at| writeln!(to, "  - {{name: r{at:05}, zones: [{{name: a}}]}}"))?;
    write!(
        to,
        "  providerConfig:\n    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
         machineImages:\n    - name: im\n      versions:\n      - version: 1.0.0\n        capabilityFlavors:\n        - \
         capabilities: {{architecture: [amd64]}}\n          regions:\n"
    )?;
    (0..ITEMS).try_for_each(|at| writeln!(to, "          - {{name: r{at:05}, ami: ami-{at}}}"))
}
