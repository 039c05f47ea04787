//! The fields that the mutator filled in, and the reasons.

use std::fmt;

use rootstock_core_model::FieldPath;
use rootstock_judge::{ImageVersionName, Obstacle};
use rootstock_versioning::Classification;
use serde::Serialize;

/// A field that the mutator filled in or changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Filled {
    /// The path of the field.
    pub path: FieldPath,
    /// The previous value; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new value.
    pub value: String,
    /// The reason for the new value.
    pub because: FillReason,
}

/// The reason for a choice of the mutator.
///
/// The `Display` is a clause: `it is the highest supported version of 1.33`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "because")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FillReason {
    /// The highest supported version that fits the request.
    #[serde(rename_all = "camelCase")]
    HighestSupported {
        /// The version requested; empty: any.
        wanted: String,
        /// Higher versions that fit, and the classifications that ruled them out.
        passed_over: Vec<PassedVersion>,
    },
    /// The value of the machine type.
    #[serde(rename_all = "camelCase")]
    MachineType {
        /// The machine type.
        machine_type: String,
    },
    /// The default, because nothing specifies another value.
    Default,
    /// The pool's previous value, because the request does not ask for another.
    Kept,
    /// The previous settings of the provider for the image, in JSON, because its name and version stay.
    SettingsPutBack,
    /// The pool's previous version, because it fits the request and the one that would be chosen is lower.
    #[serde(rename_all = "camelCase")]
    NoDowngrade {
        /// The version that would have been chosen.
        instead: String,
    },
    /// The first image of the profile with a version that the worker can have.
    #[serde(rename_all = "camelCase")]
    FirstImage {
        /// The images before it, each with its newest version and the obstacles to that version.
        passed_over: Vec<PassedImage>,
    },
    /// The highest version of the image that the worker can have.
    #[serde(rename_all = "camelCase")]
    HighestFitting {
        /// The version requested; empty: any.
        wanted: String,
        /// The current classification of the version.
        classification: Classification,
        /// Higher versions and their obstacles.
        passed_over: Vec<PassedImage>,
    },
}

/// A version that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PassedVersion {
    /// The version.
    pub version: String,
    /// The current classification.
    pub classification: Classification,
}

/// An image version that was skipped.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PassedImage {
    /// The name of the version.
    #[serde(flatten)]
    pub version: ImageVersionName,
    /// The reasons against it.
    pub obstacles: Vec<Obstacle>,
}

impl fmt::Display for FillReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HighestSupported { wanted, passed_over } => {
                f.write_str("it is the highest supported version")?;
                if !wanted.is_empty() {
                    write!(f, " of {wanted}")?;
                }
                for (position, passed) in passed_over.iter().enumerate() {
                    let separator = if position == 0 { "; higher versions: " } else { ", " };
                    write!(f, "{separator}{} ({})", passed.version, passed.classification)?;
                }
                Ok(())
            }
            Self::MachineType { machine_type } => write!(f, "machine type `{machine_type}` has it"),
            Self::Default => f.write_str("it is the default"),
            Self::Kept => f.write_str("the pool already has it, and the Shoot asks for nothing else"),
            Self::SettingsPutBack => {
                f.write_str("this release puts back the settings of an image whose name and version stay")
            }
            Self::NoDowngrade { instead } => {
                write!(f, "it is in use and matches the request; the version chosen otherwise, {instead}, is lower")
            }
            Self::FirstImage { passed_over } => {
                f.write_str("it is the first image with a version that the worker can have")?;
                write_passed(f, passed_over)
            }
            Self::HighestFitting { wanted, classification, passed_over } => {
                f.write_str("it is the highest version")?;
                if !wanted.is_empty() {
                    write!(f, " of {wanted}")?;
                }
                write!(f, " that the worker can have")?;
                if *classification == Classification::Deprecated {
                    f.write_str(", and is deprecated, because no other version is left")?;
                }
                write_passed(f, passed_over)
            }
        }
    }
}

fn write_passed(f: &mut fmt::Formatter<'_>, passed_over: &[PassedImage]) -> fmt::Result {
    for passed in passed_over {
        let obstacles: Vec<String> = passed.obstacles.iter().map(ToString::to_string).collect();
        write!(f, "; not {} {}: {}", passed.version.image, passed.version.version, obstacles.join("; "))?;
    }
    Ok(())
}
