//! The names of new items.

use rootstock_core_model::RawObject;

use crate::profile_place::Step;

/// The list whose items are identified by their capabilities.
const FLAVORS: &str = "capabilityFlavors";

/// The name of a new item.
pub(super) struct ItemName<'n> {
    /// The identifying field of its list.
    pub(super) key: &'n str,
    pub(super) step: &'n Step,
    /// The steps that lead to the list.
    pub(super) above: &'n [Step],
    /// The whole item, if it is given.
    pub(super) value: Option<&'n RawObject>,
}

/// The value of an identifying field.
pub(super) enum NameValue<'n> {
    One(&'n str),
    All(Vec<&'n str>),
}

impl<'n> ItemName<'n> {
    /// Returns the identifying fields that the item lacks.
    pub(super) fn missing_in(&self, has: impl Fn(&str) -> bool) -> Vec<(&'n str, NameValue<'n>)> {
        if self.value.is_some_and(|value| self.step.is(value.node(), self.key)) {
            return Vec::new();
        }
        let is_flavor = self.above.last().is_some_and(|list| list.text() == FLAVORS);
        // Plain names may contain colons, too: `SCS-2V:4:20`.
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
