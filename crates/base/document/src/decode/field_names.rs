//! The fields that an object can have, and the problems reported for others.

use crate::{BadValue, Fix, NodeRef, Path, Problem, ProblemKind, already_set_help, nearest, suggestion_text};

/// The fields that an object can have.
#[derive(Debug, Clone, Copy)]
pub struct FieldNames<'a> {
    /// The names of the fields.
    pub known: &'a [&'static str],
    /// The object.
    pub of: NodeRef<'a>,
}

impl FieldNames<'_> {
    /// Returns the field that the author meant if `key` is a typo.
    #[must_use]
    pub fn meant_by(&self, key: &str) -> Option<&'static str> {
        nearest(key, self.known.iter().copied())
    }

    /// Returns the problem for the unknown field `key`, with a suggestion if the author probably meant another one.
    #[must_use]
    pub fn unknown(&self, key: &str, path: &Path<'_>) -> Problem {
        let detail = format!("there is no field `{key}` here");
        let problem = Problem::new(ProblemKind::UnknownField, path, BadValue::None, detail);
        match self.meant_by(key) {
            Some(near) if self.of.get(near).is_some() => problem.with_help(already_set_help(near, key)),
            Some(near) => {
                let fix = Fix::renaming(problem.path.clone(), near);
                problem.with_help(suggestion_text(near)).with_fix(fix)
            }
            None => problem.with_help(known(self.known)),
        }
    }
}

fn known(fields: &[&str]) -> String {
    let mut sorted: Vec<&str> = fields.to_vec();
    sorted.sort_unstable();
    if sorted.is_empty() {
        "no fields are allowed here".to_owned()
    } else {
        format!("the fields are {}", sorted.join(", "))
    }
}
