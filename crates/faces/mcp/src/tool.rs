//! The table of tools.

use rootstock_queries::{
    CheckQuery, DiffQuery, ImagesQuery, MatrixQuery, PlanQuery, ProposalQuery, Query, RuleQuery, SelectQuery,
    UpgradeQuery,
};
use serde_json::{Value, json};

use crate::arguments::{self, ABOUT_MANIFESTS, CHECKING, FIXING, SHORTENING, UPGRADING};
use crate::documents::FileAccess;
use crate::schema::{shorten, taken};

/// A tool: a question, by the name under which agents know it.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    title: &'static str,
    /// A description for a model: when to call it, and what comes back.
    description: &'static str,
    /// The name of the question.
    pub(crate) question: &'static str,
    /// The schema of the question, as `cargo xtask docs` writes it.
    schema: &'static str,
    /// The arguments besides the question and [`SHORTENING`].
    others: &'static [&'static [&'static str]],
}

impl Tool {
    /// The name of the tool that changes files.
    pub(crate) const FIX: &'static str = "fix";
    /// The name of the tool about releases.
    pub(crate) const UPGRADE_CHECK: &'static str = "upgrade_check";

    /// Returns all tools.
    pub(crate) fn all() -> [Self; 10] {
        [
            Self::new::<CheckQuery>(
                "check",
                "Check manifests",
                "Finds everything that Gardener refuses in CloudProfiles, NamespacedCloudProfiles and Shoots, and what does not fit \
                 together. Each finding has its rule, its line, and a fix if there is one.",
                include_str!("../questions/check.v1.json"),
                &[ABOUT_MANIFESTS, CHECKING],
            ),
            Self::new::<RuleQuery>(
                "explain",
                "Explain a rule",
                "Returns the page of a rule or a quirk: why it matters, what Gardener does, how to fix it, with examples. Also finds \
                 rules by words of a message.",
                include_str!("../questions/explain.v1.json"),
                &[],
            ),
            Self::new::<SelectQuery>(
                "select",
                "Select a flavor",
                "Returns which flavor and which provider image of an image version a machine type gets, with the reasons for every \
                 version that it cannot boot.",
                include_str!("../questions/select.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<MatrixQuery>(
                "matrix",
                "Compatibility matrix",
                "Returns which machine types of a profile boot which image versions; with `why`, the reason of each \"no\".",
                include_str!("../questions/matrix.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<ImagesQuery>(
                "images",
                "Images for a worker",
                "Returns the image versions that a worker with a machine type may have, best first, and the obstacles to the others.",
                include_str!("../questions/images.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<PlanQuery>(
                "plan",
                "Plan maintenance",
                "Returns what maintenance does to Shoots next, or up to a date: updates, forced updates, and failures. The Shoots have \
                 the role `checked`, their profiles the role `known`.",
                include_str!("../questions/plan.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<DiffQuery>(
                "diff",
                "Effects of a change",
                "Returns what a change of a profile changes for machine types, images and Shoots, and whether Gardener refuses it. The \
                 profile before has the role `old`, Shoots that use it the role `known`.",
                include_str!("../questions/diff.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<CheckQuery>(
                Self::FIX,
                "Fix findings",
                "Applies the fixes of the findings of `check`, and returns the diff and the findings that are left. Writes the files \
                 only with `write`.",
                include_str!("../questions/check.v1.json"),
                &[ABOUT_MANIFESTS, CHECKING, FIXING],
            ),
            Self::new::<ProposalQuery>(
                "upkeep_propose",
                "Propose upkeep",
                "Returns the changes of versions that are due for a CloudProfile under the policies of rootstock.toml, or under those \
                 of the call, as edits with their effects.",
                include_str!("../questions/upkeep-propose.v1.json"),
                &[ABOUT_MANIFESTS],
            ),
            Self::new::<UpgradeQuery>(
                Self::UPGRADE_CHECK,
                "Check an upgrade",
                "Returns what an upgrade of Gardener or of extensions changes for profiles and Shoots, one minor release at a time: \
                 refusals, dropped fields, images, defaults, maintenance, and warnings, with the reason and what to write instead.",
                include_str!("../questions/upgrade-check.v1.json"),
                &[UPGRADING],
            ),
        ]
    }

    fn new<Q: Query>(
        name: &'static str,
        title: &'static str,
        description: &'static str,
        schema: &'static str,
        others: &'static [&'static [&'static str]],
    ) -> Self {
        Self { name, title, description, question: Q::name(), schema, others }
    }

    /// Returns whether an argument is not a field of the question.
    pub(crate) fn has_argument(&self, name: &str) -> bool {
        self.others.iter().chain([&SHORTENING]).any(|names| names.contains(&name))
    }

    /// Whether the tool is about documents.
    pub(crate) fn needs_documents(&self) -> bool {
        self.has_argument("documents")
    }

    /// Returns the schema of the arguments: that of the question with the others added.
    pub(crate) fn input_schema(&self) -> Value {
        // A test reads every schema.
        let mut schema: Value = serde_json::from_str(self.schema).unwrap_or_default();
        let mut common = arguments::schema();
        let definitions = taken(&mut common, "$defs");
        let mut properties = taken(&mut common, "properties");
        properties.retain(|name, _| self.has_argument(name));
        if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            // A model does not write sheets of facts, but passes on those that a program prints.
            for printed in ["facts", "since"] {
                if let Some(list) = fields.get_mut(printed).and_then(Value::as_object_mut) {
                    list.insert("items".to_owned(), json!({"type": "object"}));
                }
            }
            // It decides about an exit status.
            fields.remove("failOn");
        }
        if let Some(schema) = schema.as_object_mut() {
            for (field, added) in [("properties", properties), ("$defs", definitions)] {
                let known = schema.entry(field).or_insert_with(|| json!({}));
                if let Some(known) = known.as_object_mut() {
                    known.extend(added);
                }
            }
            // The description is about the question alone, and both say that other fields are errors.
            for field in ["$schema", "title", "description", "unevaluatedProperties"] {
                schema.remove(field);
            }
            if self.needs_documents() {
                let required = schema.entry("required").or_insert_with(|| json!([]));
                if let Some(required) = required.as_array_mut() {
                    required.push(json!("documents"));
                }
            }
        }
        shorten(&mut schema);
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        schema
    }

    /// Returns the definition for `tools/list`.
    pub(crate) fn definition(&self, access: FileAccess) -> Value {
        let writes = self.name == Self::FIX && access == FileAccess::ReadWrite;
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema(),
            "outputSchema": output_schema(),
            "annotations": match writes {
                true => json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false}),
                false => json!({"readOnlyHint": true, "openWorldHint": false}),
            },
        })
    }
}

/// Returns the schema of the result of every tool.
fn output_schema() -> Value {
    json!({
        "type": "object",
        "required": ["summary"],
        "properties": {
            "summary": {"type": "string"},
            "answer": {"type": "object"},
            "more": {"type": "array"},
        },
    })
}
