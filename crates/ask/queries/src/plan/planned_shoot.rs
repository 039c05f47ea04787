//! What becomes of one Shoot.

use rootstock_maintenance::{ProfileReference, ShootPlan, ShootRow, Skipped, TimelineEnd, UnreadableWindow};
use serde::{Serialize, Serializer};

use crate::Difference;

/// What becomes of one Shoot: the runs that matter, and how it goes on after them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PlannedShoot {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The profile that it refers to. In JSON each run names it.
    pub profile: Option<ProfileReference<'static>>,
    /// How many worker pools it has.
    pub pools: usize,
    /// The next run; or all in which something changes or fails anew.
    pub steps: Vec<ShootPlan>,
    /// How it goes on; absent if only the next run was asked for.
    pub end: Option<TimelineEnd>,
    /// Where the other semantics first decide differently.
    pub difference: Option<Difference>,
    /// Why its maintenance window cannot be read, if it cannot. In JSON a sentence.
    pub unreadable_window: Option<UnreadableWindow>,
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
        }
    }

    /// Whether nothing changes, and nothing that should.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        !self.steps.iter().any(|step| step.has_changes() || step.has_failures())
    }

    /// Why there is no maintenance, if there is none.
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
        /// Where the other semantics decide differently.
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
        /// Why the maintenance window cannot be read; it is taken for one that is always open.
        #[serde(skip_serializing_if = "Option::is_none")]
        unreadable_window: Option<String>,
    },
    /// Run after run.
    Timeline {
        /// The namespace of the Shoot.
        namespace: &'a str,
        /// Its name.
        name: &'a str,
        /// The runs in which something changes or fails anew.
        steps: &'a [ShootPlan],
        /// How it goes on.
        #[serde(flatten)]
        end: Option<TimelineEnd>,
        /// Where the other semantics first decide differently.
        #[serde(skip_serializing_if = "Option::is_none")]
        difference: Option<&'a Difference>,
        /// Why the maintenance window cannot be read; it is taken for one that is always open.
        #[serde(skip_serializing_if = "Option::is_none")]
        unreadable_window: Option<String>,
    },
}

impl Serialize for PlannedShoot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let difference = self.difference.as_ref();
        let unreadable_window = self.unreadable_window.as_ref().map(ToString::to_string);
        let form = match (self.end, self.steps.as_slice()) {
            (None, [plan]) => PlannedForm::Next { plan, difference, unreadable_window },
            (end, steps) => {
                let (namespace, name) = (&self.namespace, &self.name);
                PlannedForm::Timeline { namespace, name, steps, end, difference, unreadable_window }
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
