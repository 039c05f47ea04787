//! `qualified-name` and `quantity`: parsing of the model's scalars.

use rootstock_core_model::{Quantity, names};
use serde_json::{Value, json};

use super::{Unreadable, field};

/// Answers with the number of errors in a name without prefix.
pub(crate) fn qualified_name(input: &Value) -> Result<Value, Unreadable> {
    let name: String = field(input, "name")?;
    Ok(json!({ "errors": names::unprefixed_name(&name).len() }))
}

/// Answers whether a quantity can be parsed, with its canonical form.
pub(crate) fn quantity(input: &Value) -> Result<Value, Unreadable> {
    let text: String = field(input, "quantity")?;
    let quantity = text.parse::<Quantity>();
    Ok(json!({ "ok": quantity.is_ok(), "canonical": quantity.map(|it| it.to_string()).unwrap_or_default() }))
}
