//! Origins of the parts of a rendered profile.

use rootstock_core_model::FieldPath;

/// The effect of a NamespacedCloudProfile on its parent at one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Effect {
    /// The parent has no value there.
    Added,
    /// The value replaces the parent's.
    Replaced,
    /// The value is appended to the parent's.
    Appended,
    /// The parent's value is removed.
    Removed,
}

/// The origin of one part of a rendered profile that does not come from the parent.
///
/// A part that is added or replaced as a whole has one origin, not one for each of its fields.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// The path in the rendered profile, relative to an object with it as `spec`. Removed parts are no longer at that
    /// path.
    pub path: FieldPath,
    /// The path in the NamespacedCloudProfile; for a removed part, the path of the field that removed it.
    pub from: FieldPath,
    /// The effect on the parent.
    pub effect: Effect,
    /// The parent's value, if it is a single value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// The origins collected so far.
#[derive(Debug, Default)]
pub(super) struct Origins(Vec<Origin>);

impl Origins {
    pub(super) fn add(&mut self, path: FieldPath, from: FieldPath, effect: Effect) {
        self.add_over(path, from, effect, None);
    }

    /// Adds an origin; `parent` is the parent's value there.
    pub(super) fn add_over(&mut self, path: FieldPath, from: FieldPath, effect: Effect, parent: Option<String>) {
        self.0.push(Origin { path, from, effect, parent });
    }

    /// Returns the origins in the order of the merge; of several for one path, only the last, which is the effective
    /// one.
    pub(super) fn into_list(self) -> Vec<Origin> {
        let mut list: Vec<Origin> = Vec::with_capacity(self.0.len());
        let mut places = std::collections::HashMap::new();
        for origin in self.0 {
            let place = *places.entry(origin.path.clone()).or_insert(list.len());
            match list.get_mut(place) {
                Some(earlier) => {
                    // The parent's value is the one before the first of them.
                    let (effect, parent) = match earlier.effect {
                        Effect::Added => (Effect::Added, None),
                        _ => (origin.effect, earlier.parent.take()),
                    };
                    *earlier = Origin { effect, parent, ..origin };
                }
                None => list.push(origin),
            }
        }
        list
    }
}
