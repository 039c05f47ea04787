//! Why a worker cannot have an image version, as data that can be printed.

use std::fmt;

use rootstock_versioning::Classification;
use rootstock_worker_capabilities::Misfit;
use serde::Serialize;

/// One reason why a worker cannot have an image version on its machine type.
///
/// Its `Display` is a clause: `it exists for amd64 only`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "reason")]
pub enum Obstacle {
    /// It is expired or not available yet; for a default, also if it is a preview.
    Classification {
        /// What it is now.
        classification: Classification,
    },
    /// It does not exist for the worker's architecture.
    Architecture {
        /// The worker's.
        wanted: String,
        /// Those it exists for.
        offered: Vec<String>,
    },
    /// No flavor fits the machine type and the worker.
    Capabilities {
        /// The flavor that comes nearest.
        misfit: Box<Misfit>,
        /// The capabilities that the worker asks for, of those in the way.
        asked: Vec<String>,
    },
    /// It does not support the container runtime interface.
    Cri {
        /// The one wanted.
        wanted: String,
        /// Those it supports.
        offered: Vec<String>,
    },
    /// It does not support container runtimes.
    ContainerRuntimes {
        /// Those wanted that it does not support.
        missing: Vec<String>,
        /// Those it supports.
        offered: Vec<String>,
    },
    /// It does not work with the kubelet.
    #[serde(rename_all = "camelCase")]
    Kubelet {
        /// What it works with.
        constraint: String,
        /// The kubelet's version.
        kubelet_version: String,
    },
    /// It does not support in-place updates.
    NoInPlaceUpdates,
    /// Nodes cannot be updated to it in place from where they are.
    InPlaceUpdateFrom {
        /// The version in use.
        current: String,
        /// The least version that can be updated in place to it, if it names one.
        #[serde(skip_serializing_if = "Option::is_none")]
        minimum: Option<String>,
    },
    /// The provider's half has no image for it.
    Unmapped {
        /// Why not, in words.
        explanation: String,
        /// Whether it has one in other regions.
        elsewhere: bool,
    },
}

/// Names in words: `a`, `b` and `c`.
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 12;
    let mut texts: Vec<String> = names.iter().take(MOST).map(|name| format!("`{}`", name.as_ref())).collect();
    if names.len() > MOST {
        texts.push(format!("{} more", names.len() - MOST));
    }
    match texts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classification { classification: Classification::Expired } => f.write_str("it has expired"),
            Self::Classification { classification: Classification::Unavailable } => {
                f.write_str("it is not available yet")
            }
            Self::Classification { classification } => write!(f, "it is classified as {classification}"),
            Self::Architecture { wanted, offered } => {
                write!(f, "it exists for {}, not for architecture `{wanted}`", listed(offered))
            }
            Self::Capabilities { misfit, asked } => write_misfit(f, misfit, asked),
            Self::Cri { wanted, offered } => write!(f, "it supports {}, not the CRI `{wanted}`", listed(offered)),
            Self::ContainerRuntimes { missing, offered } if offered.is_empty() => {
                write!(f, "it supports no container runtimes, and the worker wants {}", listed(missing))
            }
            Self::ContainerRuntimes { missing, offered } => {
                write!(
                    f,
                    "it supports the container runtimes {}, and the worker wants {}",
                    listed(offered),
                    listed(missing)
                )
            }
            Self::Kubelet { constraint, kubelet_version } => {
                write!(f, "it works with kubelets `{constraint}`, and the kubelet is `{kubelet_version}`")
            }
            Self::NoInPlaceUpdates => f.write_str("it does not support in-place updates"),
            Self::InPlaceUpdateFrom { current, minimum: Some(minimum) } => {
                write!(f, "it can be updated to in place from `{minimum}` on, and `{current}` is in use")
            }
            Self::InPlaceUpdateFrom { current, minimum: None } => {
                write!(f, "nothing can be updated to it in place, and `{current}` is in use")
            }
            Self::Unmapped { explanation, .. } => f.write_str(explanation),
        }
    }
}

/// One capability after the other: what everybody has of it.
fn write_misfit(f: &mut fmt::Formatter<'_>, misfit: &Misfit, asked: &[String]) -> fmt::Result {
    for (position, mismatch) in misfit.mismatches.iter().enumerate() {
        let separator = if position == 0 { "" } else { "; " };
        let capability = &mismatch.capability;
        write!(
            f,
            "{separator}in capability `{capability}` the machine type offers {}",
            listed(&mismatch.machine_type)
        )?;
        write!(f, ", the image {}", listed(&mismatch.flavor))?;
        match &mismatch.worker {
            Some(worker) if asked.contains(capability) => write!(f, ", and the worker asks for {}", listed(worker))?,
            _ => f.write_str(", and the worker asks for nothing special")?,
        }
    }
    match misfit.flavor {
        Some(flavor) if misfit.flavors > 1 => {
            write!(f, " (of its {} flavors, capabilityFlavors[{flavor}] comes nearest)", misfit.flavors)
        }
        _ => Ok(()),
    }
}
