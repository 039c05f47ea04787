//! `qualified-name` and `quantity`: what the model's scalars answer.

use rootstock_core_model::{Quantity, Settings, names};
use serde_json::{Value, json};

use super::answer::{Unreadable, field};

/// How many faults a name without prefix has.
pub(super) fn qualified_name(input: &Value, _: &Settings) -> Result<Value, Unreadable> {
    let name: String = field(input, "name")?;
    Ok(json!({ "errors": names::unprefixed_name(&name).len() }))
}

/// Whether a quantity can be read, and its canonical form.
pub(super) fn quantity(input: &Value, _: &Settings) -> Result<Value, Unreadable> {
    let text: String = field(input, "quantity")?;
    let quantity = text.parse::<Quantity>();
    Ok(json!({ "ok": quantity.is_ok(), "canonical": quantity.map(|it| it.to_string()).unwrap_or_default() }))
}
