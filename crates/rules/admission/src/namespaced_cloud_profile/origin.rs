//! Where the parts of a rendered profile come from.

use rootstock_core_model::FieldPath;

/// What a NamespacedCloudProfile did to its parent in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Effect {
    /// The parent has nothing there.
    Added,
    /// The value stands in the place of what the parent has.
    Replaced,
    /// The value is appended to what the parent has.
    Appended,
    /// What the parent has is taken away.
    Removed,
}

/// The origin of one part of a rendered profile that is not the parent's.
///
/// What a profile adds or replaces as a whole has one origin, not one for each of its fields.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// Where it stands in the rendered profile, with that as `spec`. What is removed stands there no longer.
    pub path: FieldPath,
    /// Where it stands in the NamespacedCloudProfile. For what is removed: what removed it.
    pub from: FieldPath,
    /// What was done there.
    pub effect: Effect,
    /// What the parent says, where that is a single value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// The origins while they are collected.
#[derive(Debug, Default)]
pub(super) struct Origins(Vec<Origin>);

impl Origins {
    pub(super) fn add(&mut self, path: FieldPath, from: FieldPath, effect: Effect) {
        self.add_over(path, from, effect, None);
    }

    /// `parent` is what the parent says there.
    pub(super) fn add_over(&mut self, path: FieldPath, from: FieldPath, effect: Effect, parent: Option<String>) {
        self.0.push(Origin { path, from, effect, parent });
    }

    /// In the order in which things were done; of several for one place the last one, which is what stands there.
    pub(super) fn into_list(self) -> Vec<Origin> {
        let mut list: Vec<Origin> = Vec::with_capacity(self.0.len());
        let mut places = std::collections::HashMap::new();
        for origin in self.0 {
            let place = *places.entry(origin.path.clone()).or_insert(list.len());
            match list.get_mut(place) {
                Some(earlier) => {
                    // What the parent says is what was there before the first of them.
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
