//! Hostile inputs, which are streamed.

use std::io::{self, Write};

/// The start of a profile, up to the fields of `spec`.
pub(super) const HEAD: &str =
    "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: big}\nspec:\n";

/// A document with an empty profile.
pub(super) const SMALL_PROFILE: &str =
    "---\napiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: p}\nspec: {type: local}\n";

/// A document with a profile with mistakes of many kinds, one of which has an automatic fix.
pub(super) const BROKEN_PROFILE: &str = "---
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: broken, labels: {a: 1}}
spec:
  type: local
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  - name: storageAccess
    values: [NVMe, SCSI, NVMe]
  - name: storageAccess
    values: [SCSI]
  kubernetes:
    version: []
    versions: [{version: 1.34.1}, {version: 1.34.1}, {version: '1.33'}]
  machineImages:
  - name: bench
    updateStrategy: sometimes
    versions:
    - version: 2.1.0
      classification: suported
      capabilityFlavors:
      - architecture: [amd64, arm64]
      - storageAcces: [NVMe]
    - version: 2.0.0
  machineTypes:
  - name: lathe
    cpu: four
    gpu: 0
    memory: '16'
    capabilities: {architecture: [amd64], storageAccess: [NVME]}
  - name: lathe
    cpu: '4'
    gpu: '0'
    memory: 16Gi
    usable: yes please
    capabilities: {architecture: [amd64]}
  regions:
  - name: local
    zones: [{name: a}, {name: a}]
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: bench
      versions:
      - version: 2.1.0
        capabilityFlavors:
        - image: registry.example/bench:2.1.0
          capabilities: {architecture: [amd64]}
";

const PROVIDER_CONFIG: &str = "  providerConfig:\n    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1\n    \
    kind: CloudProfileConfig\n    machineImages:\n    - name: im\n      versions:\n";

/// Writes one image version with many flavors, a capability with many values, and machine types with one value each; if `types`
/// is 0, one machine type with all values.
pub(super) fn flavors(
    to: &mut dyn Write,
    flavors: usize,
    values: usize,
    types: usize,
    is_reversed: bool,
) -> io::Result<()> {
    let value = |at: usize| if is_reversed { values - 1 - at } else { at };
    write!(
        to,
        "{HEAD}  type: local\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  regions: [{{name: here}}]\n"
    )?;
    write!(
        to,
        "  machineCapabilities:\n  - {{name: architecture, values: [amd64]}}\n  - {{name: big, values: [v{}",
        value(0)
    )?;
    for at in 1..values {
        write!(to, ",v{}", value(at))?;
    }
    write!(to, "]}}\n  machineTypes:\n")?;
    if types == 0 {
        write!(to, "  - {{name: t0, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64], big: [v0")?;
        for at in 1..values {
            write!(to, ",v{at}")?;
        }
        writeln!(to, "]}}}}")?;
    }
    for at in 0..types {
        writeln!(
            to,
            "  - {{name: t{at}, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64], big: [v{at}]}}}}"
        )?;
    }
    write!(to, "  machineImages:\n  - name: im\n    versions:\n    - version: 1.0.0\n      capabilityFlavors:\n")?;
    for at in 0..flavors {
        writeln!(to, "      - {{architecture: [amd64], big: [v{at}]}}")?;
    }
    write!(to, "{PROVIDER_CONFIG}      - version: 1.0.0\n        capabilityFlavors:\n")?;
    for at in 0..flavors {
        writeln!(to, "        - {{architecture: [amd64], big: [v{at}], image: 'r/x:{at}'}}")?;
    }
    Ok(())
}

/// Writes one image version with many flavors, each of which limits another capability, and one machine type that all of them fit.
pub(super) fn capabilities_of_flavors(to: &mut dyn Write, flavors: usize) -> io::Result<()> {
    write!(
        to,
        "{HEAD}  type: local\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  regions: [{{name: here}}]\n"
    )?;
    writeln!(to, "  machineCapabilities:\n  - {{name: architecture, values: [amd64]}}")?;
    (0..flavors).try_for_each(|at| writeln!(to, "  - {{name: c{at}, values: [a, b]}}"))?;
    writeln!(
        to,
        "  machineTypes:\n  - {{name: t0, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64]}}}}"
    )?;
    write!(to, "  machineImages:\n  - name: im\n    versions:\n    - version: 1.0.0\n      capabilityFlavors:\n")?;
    (0..flavors).try_for_each(|at| writeln!(to, "      - {{architecture: [amd64], c{at}: [a]}}"))?;
    write!(to, "{PROVIDER_CONFIG}      - version: 1.0.0\n        capabilityFlavors:\n")?;
    (0..flavors).try_for_each(|at| {
        writeln!(to, "        - {{capabilities: {{architecture: [amd64], c{at}: [a]}}, image: 'r/x:{at}'}}")
    })
}

/// Writes one image version with many flavors, all of which omit a capability with many values.
pub(super) fn omitted_values(to: &mut dyn Write, flavors: usize, values: usize) -> io::Result<()> {
    all_values(to, values)?;
    write!(to, "    - version: 1.0.0\n      capabilityFlavors:\n")?;
    repeated(to, "", "      - {architecture: [amd64]}\n", flavors)?;
    write!(to, "{PROVIDER_CONFIG}      - version: 1.0.0\n        capabilityFlavors:\n")?;
    numbered(to, "", "        - {architecture: [amd64], image: 'r/x:", "'}\n", flavors)
}

/// Writes many image versions without flavors, and a capability with many values.
pub(super) fn versions_and_values(to: &mut dyn Write, versions: usize, values: usize) -> io::Result<()> {
    all_values(to, values)?;
    numbered(to, "", "    - {version: 1.", ".0}\n", versions)?;
    write!(to, "{PROVIDER_CONFIG}")?;
    numbered(to, "", "      - {image: 'r/x', version: 1.", ".0}\n", versions)
}

/// Writes the start of a profile, up to the versions of its image, with a capability with many values and a machine type that
/// omits it.
fn all_values(to: &mut dyn Write, values: usize) -> io::Result<()> {
    write!(
        to,
        "{HEAD}  type: local\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  regions: [{{name: here}}]\n  \
         machineCapabilities:\n  - {{name: architecture, values: [amd64]}}\n  - {{name: big, values: ["
    )?;
    numbered(to, "", "v", ",", values)?;
    write!(
        to,
        "]}}\n  machineTypes:\n  - {{name: t0, cpu: 1, gpu: 0, memory: 1Gi, capabilities: {{architecture: [amd64]}}}}\n  \
         machineImages:\n  - name: im\n    versions:\n"
    )
}

/// Writes many machine types and image versions; one in seven has another architecture.
pub(super) fn pairs(to: &mut dyn Write, types: usize, versions: usize, other: &str) -> io::Result<()> {
    let architecture = |at: usize| if at % 7 == 3 { other } else { "amd64" };
    write!(
        to,
        "{HEAD}  type: local\n  kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  regions: [{{name: here}}]\n  machineTypes:\n"
    )?;
    for at in 0..types {
        writeln!(to, "  - {{name: t{at}, cpu: 1, gpu: 0, memory: 1Gi, architecture: {}}}", architecture(at))?;
    }
    write!(to, "  machineImages:\n  - name: im\n    versions:\n")?;
    for at in 0..versions {
        writeln!(to, "    - {{version: 1.{at}.0, architectures: [{}]}}", architecture(at))?;
    }
    write!(to, "{PROVIDER_CONFIG}")?;
    for at in 0..versions {
        writeln!(to, "      - {{version: 1.{at}.0, image: 'r/x:{at}'}}")?;
    }
    Ok(())
}

/// Writes 5 000 Kubernetes versions and 5 000 image versions, which expire on 60 different days.
pub(super) fn versions(to: &mut dyn Write) -> io::Result<()> {
    let version = |at: usize| {
        format!("{{version: 1.{}.{}, expirationDate: \"{}-01-01T00:00:00Z\"}}", at / 100, at % 100, 2030 + at % 60)
    };
    write!(to, "{HEAD}  type: local\n  regions: [{{name: here}}]\n  kubernetes:\n    versions:\n")?;
    for at in 0..5_000 {
        writeln!(to, "    - {}", version(at))?;
    }
    write!(
        to,
        "  machineTypes:\n  - {{name: t0, cpu: 1, gpu: 0, memory: 1Gi, architecture: amd64}}\n  machineImages:\n  - name: im\n    versions:\n"
    )?;
    for at in 0..5_000 {
        writeln!(to, "    - {}", version(at))?;
    }
    write!(to, "{PROVIDER_CONFIG}")?;
    for at in 0..5_000 {
        writeln!(to, "      - {{version: 1.{}.{}, image: 'r/x:{at}'}}", at / 100, at % 100)?;
    }
    Ok(())
}

/// Writes a ShootList with versions like those of [`versions`].
pub(super) fn shoots(to: &mut dyn Write, count: usize) -> io::Result<()> {
    write!(to, r#"{{"apiVersion":"v1","kind":"List","items":["#)?;
    for at in 0..count {
        let version = format!("1.{}.{}", at % 50, at % 100);
        let comma = if at == 0 { "" } else { "," };
        write!(
            to,
            r#"{comma}{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{{"name":"s{at}","namespace":"garden-x"}},"spec":{{"cloudProfile":{{"name":"big","kind":"CloudProfile"}},"kubernetes":{{"version":"{version}"}},"region":"here","provider":{{"type":"local","workers":[{{"name":"w","machine":{{"type":"t0","image":{{"name":"im","version":"{version}"}}}}}}]}}}}}}"#
        )?;
    }
    write!(to, "]}}")
}

/// Writes a list of aliases of one flavor, and many aliases of that list.
pub(super) fn aliases(to: &mut dyn Write, flavors: usize, versions: usize) -> io::Result<()> {
    write!(
        to,
        "{HEAD}  type: local\n  machineCapabilities: [{{name: architecture, values: &v [amd64]}}]\n  machineImages:\n  - name: im\n    \
         versions:\n    - version: 1.0.0\n      capabilityFlavors: &f\n      - &g {{architecture: *v}}\n"
    )?;
    for _ in 1..flavors {
        writeln!(to, "      - *g")?;
    }
    numbered(to, "", "    - version: 1.1.", "\n      capabilityFlavors: *f\n", versions)
}

/// Writes `head`, then `text` `count` times.
pub(super) fn repeated(to: &mut dyn Write, head: &str, text: &str, count: usize) -> io::Result<()> {
    to.write_all(head.as_bytes())?;
    (0..count).try_for_each(|_| to.write_all(text.as_bytes()))
}

/// Writes `head`, then each number between `before` and `after`.
pub(super) fn numbered(to: &mut dyn Write, head: &str, before: &str, after: &str, count: usize) -> io::Result<()> {
    to.write_all(head.as_bytes())?;
    (0..count).try_for_each(|at| write!(to, "{before}{at}{after}"))
}

/// Writes a Kubernetes version with a very long pre-release.
pub(super) fn long_version(to: &mut dyn Write, length: usize) -> io::Result<()> {
    repeated(to, "", &format!("{HEAD}  type: local\n  kubernetes:\n    versions:\n    - version: 1.2.3-"), 1)?;
    repeated(to, "", "a.", length / 2)?;
    writeln!(to, "a\n    - version: 1.2.3")
}
