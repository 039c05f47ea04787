//! The text of a lock.

use std::borrow::Cow;
use std::fmt;

use rootstock_core_model::{FeatureGate, Semantics};

use super::{Lock, LockSettings};

/// The first line of the text.
const HEAD: &str =
    "# The images that workers boot, by class. Written by `rootstock lock`; `rootstock lock --accept` accepts changes.";

/// The names of the lines.
pub(super) mod line {
    pub(crate) const SEMANTICS: &str = "semantics";
    pub(crate) const GATES: &str = "feature-gates";
    pub(crate) const GARDENER: &str = "gardener";
    pub(crate) const AT: &str = "locked-at";
    pub(crate) const PROFILE: &str = "profile";
    pub(crate) const REGION: &str = "region";
    pub(crate) const CLASS: &str = "class";
    pub(crate) const MACHINE_TYPE: &str = "machine-type";
    pub(crate) const BOOTS: &str = "boots";
}

impl fmt::Display for Lock {
    /// Writes the text of the lock, in which each decision has a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LockSettings { semantics, gates, gardener, at } = self.settings;
        let gates = FeatureGate::ALL.map(|gate| format!("{}={}", gate.name(), gates.enabled(gate)));
        writeln!(f, "{HEAD}\n{} {}", line::SEMANTICS, semantics_name(semantics))?;
        writeln!(f, "{} {}\n{} {gardener}", line::GATES, gates.join(","), line::GARDENER)?;
        writeln!(f, "{} {at}", line::AT)?;
        for (name, profile) in &self.profiles {
            writeln!(f, "\n{} {}", line::PROFILE, word(name))?;
            for region in &profile.regions {
                writeln!(f, "{} {}", line::REGION, word(region))?;
            }
            for (label, class) in &profile.classes {
                writeln!(f, "\n{} {}", line::CLASS, word(label))?;
                for machine_type in &class.machine_types {
                    writeln!(f, "{} {}", line::MACHINE_TYPE, word(machine_type))?;
                }
                for (version, boot) in &class.boots {
                    let (image, version, flavor) = (word(&version.image), word(&version.version), word(&boot.flavor));
                    write!(f, "{} {image} {version} {flavor}", line::BOOTS)?;
                    for (region, reference) in &boot.references {
                        write!(f, " {} {}", word(region), word(reference))?;
                    }
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the name of semantics.
pub(super) const fn semantics_name(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Documented => "documented",
        Semantics::Gardener => "gardener",
    }
}

/// Writes a word of a line: as it is, or as a JSON string if it is empty or has other characters than names have.
fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '"';
    if !text.is_empty() && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(serde_json::Value::from(text).to_string())
}
