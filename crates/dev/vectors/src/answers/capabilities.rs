//! `capabilities-compatible` and `select-flavor`: the selection engine.

use rootstock_capability_engine::{SelectionError, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition, Settings};
use serde_json::{Value, json};

use super::{Unreadable, field};

/// Answers whether two capability maps have a common value of every registered capability.
pub(crate) fn compatible(input: &Value) -> Result<Value, Unreadable> {
    let vocabulary = vocabulary(input)?;
    let set = |name| {
        Ok::<_, Unreadable>(vocabulary.compile(&field::<Option<Capabilities>>(input, name)?.unwrap_or_default()))
    };
    Ok(json!({ "compatible": vocabulary.compatible(&set("a")?, &set("b")?) }))
}

/// Answers with the best of several flavors for a machine type.
pub(crate) fn select_flavor(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let vocabulary = vocabulary(input)?;
    let flavors: Vec<Capabilities> = field(input, "flavors")?;
    let flavors: Vec<_> = flavors.iter().map(|flavor| vocabulary.compile(flavor)).collect();
    let machine_type: Option<Capabilities> = field(input, "machineCapabilities")?;
    let machine_type = vocabulary.compile(&machine_type.unwrap_or_default());
    Ok(match vocabulary.select(&flavors, &machine_type, None, &settings.quirks) {
        Ok(selection) => json!({ "flavor": selection.flavor }),
        Err(SelectionError::NoneCompatible) => json!({ "error": "none" }),
        Err(SelectionError::Ambiguous { .. }) => json!({ "error": "ambiguous" }),
    })
}

fn vocabulary(input: &Value) -> Result<Vocabulary, Unreadable> {
    Ok(Vocabulary::new(&field::<Vec<CapabilityDefinition>>(input, "capabilityDefinitions")?))
}
