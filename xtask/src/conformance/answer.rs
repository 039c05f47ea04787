//! What the function that answers a suite takes and gives.

use rootstock_core_model::Settings;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why a vector cannot be answered: its input has not the shape that its suite's table says.
pub(super) type Unreadable = serde_json::Error;

/// Our answer to a vector's input, in the shape of Gardener's.
pub(super) type Answer = Box<dyn Fn(&Value, &Settings) -> Result<Value, Unreadable>>;

/// A field of a vector's input; absent and `null` are the type's own idea of them.
pub(super) fn field<T: DeserializeOwned>(input: &Value, name: &str) -> Result<T, Unreadable> {
    T::deserialize(input.get(name).unwrap_or(&Value::Null))
}
