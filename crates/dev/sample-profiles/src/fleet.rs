//! A fleet of Shoots that use the large profile.

use std::io::{self, Write};

use serde::Serialize;

use crate::generator::Generator;
use crate::{LargeProfile, REGIONS};

/// An iterator over `count` Shoots with 1 to 4 worker pools (2.5 on average) of any machine type and image version of the profile.
///
/// It generates Shoots on demand, so that a fleet of any size fits into memory.
#[derive(Debug)]
pub struct Fleet<'a> {
    profile: &'a LargeProfile,
    kubernetes_versions: Vec<&'a str>,
    generator: Generator,
    next: usize,
    count: usize,
}

/// A Shoot of a [`Fleet`].
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shoot<'a> {
    api_version: &'static str,
    kind: &'static str,
    metadata: Metadata,
    spec: Spec<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct Metadata {
    name: String,
    namespace: String,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec<'a> {
    cloud_profile: ProfileReference,
    region: &'static str,
    secret_binding_name: &'static str,
    kubernetes: Kubernetes<'a>,
    maintenance: Maintenance,
    networking: Networking,
    provider: Provider<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct ProfileReference {
    kind: &'static str,
    name: &'static str,
}

#[derive(Debug, Clone, Serialize)]
struct Kubernetes<'a> {
    version: &'a str,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Maintenance {
    auto_update: AutoUpdate,
    time_window: TimeWindow,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct AutoUpdate {
    kubernetes_version: bool,
    machine_image_version: bool,
}

#[derive(Debug, Clone, Serialize)]
struct TimeWindow {
    begin: &'static str,
    end: &'static str,
}

#[derive(Debug, Clone, Serialize)]
struct Networking {
    r#type: &'static str,
    nodes: &'static str,
}

#[derive(Debug, Clone, Serialize)]
struct Provider<'a> {
    r#type: &'static str,
    workers: Vec<Worker<'a>>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Worker<'a> {
    name: String,
    minimum: u32,
    maximum: u32,
    max_surge: u32,
    max_unavailable: u32,
    cri: ContainerInterface,
    zones: [String; 1],
    machine: Machine<'a>,
    volume: Volume,
}

#[derive(Debug, Clone, Serialize)]
struct ContainerInterface {
    name: &'static str,
}

#[derive(Debug, Clone, Serialize)]
struct Machine<'a> {
    r#type: &'a str,
    architecture: &'static str,
    image: Image<'a>,
}

#[derive(Debug, Clone, Serialize)]
struct Image<'a> {
    name: &'static str,
    version: &'a str,
}

#[derive(Debug, Clone, Serialize)]
struct Volume {
    r#type: &'static str,
    size: &'static str,
}

impl<'a> Fleet<'a> {
    /// Creates a fleet that uses `profile`.
    #[must_use]
    pub fn new(profile: &'a LargeProfile, count: usize) -> Self {
        let kubernetes_versions = profile.kubernetes_versions().collect();
        Self { profile, kubernetes_versions, generator: Generator::new(43), next: 0, count }
    }

    /// Writes the fleet as one `ShootList` in JSON, one Shoot at a time.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_json(self, mut out: impl Write) -> io::Result<()> {
        write!(out, r#"{{"apiVersion":"core.gardener.cloud/v1beta1","kind":"ShootList","items":["#)?;
        for (position, shoot) in self.enumerate() {
            if position > 0 {
                out.write_all(b",")?;
            }
            serde_json::to_writer(&mut out, &shoot)?;
        }
        out.write_all(b"]}")?;
        out.flush()
    }

    fn worker(&mut self, position: usize, region: &'static str) -> Option<Worker<'a>> {
        let machine_type = self.generator.choose(self.profile.machine_types())?;
        let image = self.generator.choose(self.profile.images())?;
        let version = image.versions().nth(self.generator.below(image.versions().count()))?;
        Some(Worker {
            name: format!("pool-{position}"),
            minimum: 1,
            maximum: 5,
            max_surge: 1,
            max_unavailable: 0,
            cri: ContainerInterface { name: "containerd" },
            zones: [format!("{region}a")],
            machine: Machine {
                r#type: &machine_type.name,
                architecture: machine_type.architecture(),
                image: Image { name: image.name, version },
            },
            volume: Volume { r#type: "default", size: "50Gi" },
        })
    }
}

impl<'a> Iterator for Fleet<'a> {
    type Item = Shoot<'a>;

    fn next(&mut self) -> Option<Shoot<'a>> {
        let position = self.next;
        if position >= self.count {
            return None;
        }
        self.next += 1;
        let region = REGIONS.get(position % REGIONS.len())?;
        let pools = 1 + self.generator.below(4);
        let workers = (0..pools).map(|pool| self.worker(pool, region)).collect::<Option<_>>()?;
        Some(Shoot {
            api_version: "core.gardener.cloud/v1beta1",
            kind: "Shoot",
            metadata: Metadata {
                name: format!("shoot-{position:06}"),
                namespace: format!("garden-p{}", position % 500),
            },
            spec: Spec {
                cloud_profile: ProfileReference { kind: "CloudProfile", name: LargeProfile::NAME },
                region,
                secret_binding_name: "openstack",
                kubernetes: Kubernetes { version: self.generator.choose(&self.kubernetes_versions)? },
                maintenance: Maintenance {
                    auto_update: AutoUpdate {
                        kubernetes_version: true,
                        machine_image_version: self.generator.chance(70),
                    },
                    time_window: TimeWindow { begin: "220000+0100", end: "230000+0100" },
                },
                networking: Networking { r#type: "calico", nodes: "10.250.0.0/16" },
                provider: Provider { r#type: "openstack", workers },
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    #[test]
    fn shoots_are_complete_and_use_entries_of_the_profile() {
        let profile = LargeProfile::new(Scale::percent(10));
        let mut json = Vec::new();
        Fleet::new(&profile, 200).write_json(&mut json).unwrap();
        let list: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let shoots = list["items"].as_array().unwrap();
        assert_eq!(shoots.len(), 200);
        let pools: Vec<_> = shoots.iter().flat_map(|s| s["spec"]["provider"]["workers"].as_array().unwrap()).collect();
        assert!((400..600).contains(&pools.len()), "{}", pools.len());
        for pool in pools {
            let image = &pool["machine"]["image"];
            assert!(
                profile.image_versions().any(|(name, version)| image["name"] == name && image["version"] == version)
            );
        }
    }
}
