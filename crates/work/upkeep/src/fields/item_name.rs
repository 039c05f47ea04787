//! What names an item that comes into a list.

use rootstock_core_model::RawObject;

use crate::profile_place::Step;

/// Fields with lists of strings, by which flavors are named.
const FLAVORS: &str = "capabilityFlavors";

/// The name of a new item.
pub(super) struct ItemName<'n> {
    /// The field with the name in its list.
    pub(super) key: &'n str,
    pub(super) step: &'n Step,
    /// What leads to the list.
    pub(super) above: &'n [Step],
    /// The whole item, if it is given.
    pub(super) value: Option<&'n RawObject>,
}

/// What one of the naming fields says.
pub(super) enum NameValue<'n> {
    One(&'n str),
    All(Vec<&'n str>),
}

impl<'n> ItemName<'n> {
    /// The fields that have to be written, because the item does not have them.
    pub(super) fn missing_in(&self, has: impl Fn(&str) -> bool) -> Vec<(&'n str, NameValue<'n>)> {
        if self.value.is_some_and(|value| self.step.is(value.node(), self.key)) {
            return Vec::new();
        }
        let is_flavor = self.above.last().is_some_and(|list| list.text() == FLAVORS);
        // Names may have colons, too: `SCS-2V:4:20`.
        let fields = self.step.fields().filter(|all| is_flavor || all.iter().any(|(field, _)| *field == self.key));
        let fields = fields.unwrap_or_else(|| vec![(self.key, vec![self.step.text()])]);
        let missing = fields.into_iter().filter(|(field, _)| !has(field));
        let value = |values: Vec<&'n str>| match values.as_slice() {
            [one] if !is_flavor => NameValue::One(one),
            _ => NameValue::All(values),
        };
        missing.map(|(field, values)| (field, value(values))).collect()
    }
}
