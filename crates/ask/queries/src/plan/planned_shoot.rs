//! The maintenance plan of a Shoot.

use rootstock_maintenance::{ProfileReference, ShootPlan, ShootRow, Skipped, TimelineEnd, UnreadableWindow};
use serde::{Serialize, Serializer};

use crate::Difference;

/// The maintenance plan of a Shoot: the relevant runs, and the end of the timeline.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PlannedShoot {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The profile that it refers to. In JSON, each run names it.
    pub profile: Option<ProfileReference<'static>>,
    /// The number of worker pools.
    pub pools: usize,
    /// The next run; or all runs in which something changes, or fails for the first time.
    pub steps: Vec<ShootPlan>,
    /// The state at the end; absent if only the next run was asked for.
    pub end: Option<TimelineEnd>,
    /// The first difference under the other semantics.
    pub difference: Option<Difference>,
    /// The reason why its maintenance window cannot be parsed. In JSON, a sentence.
    pub unreadable_window: Option<UnreadableWindow>,
    /// Whether it has no maintenance window, as in a file that Gardener has not stored yet: it is planned for the instant of the
    /// question, and Gardener draws a window when it is created.
    pub lacks_window: bool,
}

impl PlannedShoot {
    pub(super) fn new(shoot: &ShootRow<'_>, steps: Vec<ShootPlan>, end: Option<TimelineEnd>) -> Self {
        Self {
            namespace: shoot.namespace.clone().into_owned(),
            name: shoot.name.clone().into_owned(),
            profile: shoot.profile.clone().map(ProfileReference::into_owned),
            pools: shoot.workers.len(),
            steps,
            end,
            difference: None,
            unreadable_window: shoot.unreadable_window.clone(),
            lacks_window: shoot.window.is_none() && shoot.unreadable_window.is_none(),
        }
    }

    /// Returns whether nothing changes and nothing should.
    #[must_use]
    pub fn is_uneventful(&self) -> bool {
        !self.steps.iter().any(|step| step.has_changes() || step.has_failures())
    }

    /// Returns the reason why there is no maintenance, if there is none.
    #[must_use]
    pub fn skipped(&self) -> Option<&Skipped> {
        self.steps.iter().find_map(|step| step.skipped.as_ref())
    }
}

/// The JSON form: the next run itself, or the list of runs.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum PlannedForm<'a> {
    /// The next run.
    Next {
        /// The run.
        #[serde(flatten)]
        plan: &'a ShootPlan,
        /// The difference under the other semantics.
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
        /// The reason why the maintenance window cannot be parsed; it is treated as always open.
        #[serde(skip_serializing_if = "Option::is_none")]
        unreadable_window: Option<String>,
        /// Whether the Shoot has no maintenance window; it is planned for the instant of the question.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lacks_window: bool,
    },
    /// Several runs.
    Timeline {
        /// The namespace of the Shoot.
        namespace: &'a str,
        /// The name of the Shoot.
        name: &'a str,
        /// The runs in which something changes, or fails for the first time.
        steps: &'a [ShootPlan],
        /// The state at the end.
        #[serde(flatten)]
        end: Option<TimelineEnd>,
        /// The first difference under the other semantics.
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
        /// The reason why the maintenance window cannot be parsed; it is treated as always open.
        #[serde(skip_serializing_if = "Option::is_none")]
        unreadable_window: Option<String>,
        /// Whether the Shoot has no maintenance window; it is planned for the instant of the question.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lacks_window: bool,
    },
}

impl Serialize for PlannedShoot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let difference = self.difference.as_ref();
        let unreadable_window = self.unreadable_window.as_ref().map(ToString::to_string);
        let lacks_window = self.lacks_window;
        let form = match (self.end, self.steps.as_slice()) {
            (None, [plan]) => PlannedForm::Next { plan, difference, unreadable_window, lacks_window },
            (end, steps) => {
                let (namespace, name) = (&self.namespace, &self.name);
                PlannedForm::Timeline { namespace, name, steps, end, difference, unreadable_window, lacks_window }
            }
        };
        form.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PlannedShoot {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PlannedShoot".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        PlannedForm::json_schema(generator)
    }
}
