//! From a tree to a typed value: strict, and going on behind mistakes.
//!
//! A value of the wrong type, a field that does not exist, a scalar that its syntax does not allow: each becomes a [`Problem`],
//! the value counts as absent (or as what was obviously meant), and reading goes on, so that one mistake never hides another.

mod access;
pub(crate) mod decodable;
mod deserializer;
mod field_names;
mod form;
mod gathered;
mod nested_level;
mod node;
mod object;
mod scalars;
mod shorthand;
mod slots;
mod unbounded;
mod unknown_field;
mod wording;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;

pub use decodable::{BySerde, Fields, Slot};
pub use field_names::FieldNames;

use crate::tree::NodeId;
use crate::{Decodable, Gathered, Hints, NodeRef, Path, Problem, ProblemKind};
use node::{NodeDeserializer, Read};

/// How often an error that no deserializer of ours raised is worked around.
const MOST_DETOURS: usize = 64;

/// Reads a node as a `T`; `path` is where the node stands in its object.
///
/// Scalars are typed as Kubernetes types them: `yes` is a boolean, `1.30` a number, and neither is a string. A null is
/// the zero value of its type. Whatever is missing or wrong has its value in the default of `T`. A type that serde alone can read
/// is read as [`BySerde`].
///
/// ```
/// use rootstock_document::{Decodable, Hints, Path, RawObject, decode::decode};
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct Config { name: String, size: i32 }
/// let raw: RawObject = serde_json::from_str(r#"{"name": "a", "sise": 3}"#)?;
/// let (config, problems) = decode::<Config>(raw.node(), &Path::root("config"), &Hints::NONE);
/// assert_eq!((config.name.as_str(), config.size), ("a", 0));
/// assert_eq!(problems[0].path.to_string(), "config.sise");
/// assert_eq!(problems[0].help, "did you mean `size`?");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn decode<T: Decodable + Default>(node: NodeRef<'_>, path: &Path<'_>, hints: &'static Hints) -> (T, Vec<Problem>) {
    read(hints, false, node, path)
}

/// The same, passing over fields that `T` does not name: for objects of which only a part is of concern.
#[must_use]
pub fn decode_known<T: Decodable + Default>(
    node: NodeRef<'_>,
    path: &Path<'_>,
    hints: &'static Hints,
) -> (T, Vec<Problem>) {
    read(hints, true, node, path)
}

fn read<T: Decodable + Default>(
    hints: &'static Hints,
    known_fields_only: bool,
    node: NodeRef<'_>,
    path: &Path<'_>,
) -> (T, Vec<Problem>) {
    let (context, mut value) = (Context { hints, known_fields_only, ..Context::default() }, T::default());
    let is_read = read_recovering(&context, node, path, &mut |node| {
        value = T::default();
        node.decode_into(value.slot())
    });
    let mut problems = context.into_problems_with_help(node, path, &mut |node| node.decode_into(T::default().slot()));
    unbounded::report(node, path, &mut problems);
    (if is_read { value } else { T::default() }, problems)
}

/// Reads as often as it takes to get around what cannot be read; whether the last value stands.
fn read_recovering<'a>(context: &Context, node: NodeRef<'a>, path: &Path<'_>, read: Read<'_, 'a>) -> bool {
    for _ in 0..MOST_DETOURS {
        context.begin();
        let result = read(&NodeDeserializer::root(node, path, context));
        match result {
            // Once more, with fields under the names that they have now.
            _ if context.has_new_readings.take() => {}
            Ok(()) if context.rejected.borrow().is_empty() => return true,
            Ok(()) => {
                // Once more, with what was rejected taken out: a default in its place could be taken for what the
                // author wrote. If that cannot be read, what was read before stands.
                context.quiet.set(true);
                let _ = read(&NodeDeserializer::root(node, path, context));
                return true;
            }
            Err(_) if context.detour() => {}
            Err(error) => {
                context.blame(node.id(), || {
                    Problem::new(ProblemKind::WrongType, path, wording::rendered(node), error.0.clone())
                });
                context.detour();
                break;
            }
        }
    }
    false
}

/// What the deserializers of one document share.
#[derive(Debug, Default)]
struct Context {
    problems: RefCell<Vec<Problem>>,
    /// Values that have the wrong form.
    rejected: RefCell<HashSet<NodeId>>,
    /// Values that a type refused by itself, found in earlier runs.
    refused: RefCell<HashSet<NodeId>>,
    refusals: RefCell<Vec<Problem>>,
    /// The innermost value at which the error of this run arose.
    blamed: RefCell<Option<(NodeId, Problem)>>,
    /// Whether anything was refused: most documents need not look.
    has_refused: Cell<bool>,
    /// Whether this run only makes the value.
    quiet: Cell<bool>,
    /// Fields under names that they had once, and those that they have; found in earlier runs.
    renamed: RefCell<HashMap<NodeId, &'static str>>,
    /// Objects whose fields belong into a list; found in earlier runs.
    gathered: RefCell<HashMap<NodeId, &'static Gathered>>,
    /// Whether anything is read otherwise than it is written: most documents need not look.
    has_readings: Cell<bool>,
    /// Whether this run found how.
    has_new_readings: Cell<bool>,
    /// Fields that do not exist, and the names that they may have been meant to have.
    meant: RefCell<HashMap<NodeId, &'static str>>,
    /// Whether this run gives them these names.
    tries: bool,
    /// Whether fields that do not exist are passed over.
    known_fields_only: bool,
    /// What fields that do not exist were meant to be.
    hints: &'static Hints,
}

impl Context {
    fn begin(&self) {
        self.problems.borrow_mut().clear();
        self.rejected.borrow_mut().clear();
        self.meant.borrow_mut().clear();
        self.blamed.borrow_mut().take();
    }

    /// Remembers what a field that does not exist may have been meant to be.
    fn try_as(&self, field: NodeId, name: &'static str) {
        self.meant.borrow_mut().insert(field, name);
    }

    /// The name that a field is read under in this run, if not its own.
    fn name_of(&self, field: NodeId) -> Option<&'static str> {
        let renamed = if self.has_readings.get() { self.renamed.borrow().get(&field).copied() } else { None };
        renamed.or_else(|| if self.tries { self.meant.borrow().get(&field).copied() } else { None })
    }

    /// Whether nothing is left out, and each field has the name that it is written with.
    fn reads_as_written(&self) -> bool {
        !(self.has_refused.get() | self.quiet.get() | self.has_readings.get() | self.tries)
    }

    /// The list that the fields of an object belong into.
    fn gathered(&self, object: NodeId) -> Option<&'static Gathered> {
        if self.has_readings.get() { self.gathered.borrow().get(&object).copied() } else { None }
    }

    /// Reports a field that had another name, which it has from the next run on.
    fn read_under(&self, field: NodeId, name: &'static str, problem: Problem) {
        self.renamed.borrow_mut().insert(field, name);
        self.read_otherwise(problem);
    }

    /// Reports an object whose fields belong into a list, where they stand from the next run on.
    fn read_in_list(&self, object: NodeId, hint: &'static Gathered, problem: Problem) {
        self.gathered.borrow_mut().insert(object, hint);
        self.read_otherwise(problem);
    }

    fn read_otherwise(&self, problem: Problem) {
        self.refusals.borrow_mut().push(problem);
        self.has_readings.set(true);
        self.has_new_readings.set(true);
    }

    fn report(&self, problem: impl FnOnce() -> Problem) {
        if !self.quiet.get() {
            self.problems.borrow_mut().push(problem());
        }
    }

    /// Reports a value of the wrong form, which then counts as absent.
    fn reject(&self, slot: NodeId, problem: impl FnOnce() -> Problem) {
        if !self.quiet.get() {
            self.rejected.borrow_mut().insert(slot);
            self.problems.borrow_mut().push(problem());
        }
    }

    /// Whether a value counts as absent in this run.
    fn is_absent(&self, slot: NodeId) -> bool {
        // Of most documents nothing has been left out: this is asked twice for every value.
        (self.has_refused.get() | self.quiet.get()) && self.is_left_out(slot)
    }

    #[cold]
    fn is_left_out(&self, slot: NodeId) -> bool {
        self.refused.borrow().contains(&slot) || (self.quiet.get() && self.rejected.borrow().contains(&slot))
    }

    /// Remembers where an error comes from: the innermost value that was not taken out already.
    fn blame(&self, slot: NodeId, problem: impl FnOnce() -> Problem) {
        let mut blamed = self.blamed.borrow_mut();
        if blamed.is_none() && !self.refused.borrow().contains(&slot) {
            *blamed = Some((slot, problem()));
        }
    }

    /// Takes the blamed value out for the next run; `false` if there is none.
    fn detour(&self) -> bool {
        let Some((slot, problem)) = self.blamed.borrow_mut().take() else { return false };
        self.has_refused.set(true);
        self.refused.borrow_mut().insert(slot);
        self.refusals.borrow_mut().push(problem);
        true
    }

    /// What was found. A field that was probably meant to be another is read as that one, so that its type says whether the
    /// value can stand there.
    fn into_problems_with_help<'a>(self, node: NodeRef<'a>, path: &Path<'_>, read: Read<'_, 'a>) -> Vec<Problem> {
        let meant = self.meant.take();
        let hints = self.hints;
        let mut problems = self.into_problems();
        if meant.is_empty() {
            return problems;
        }
        let trial = Context { hints, tries: true, meant: RefCell::new(meant), ..Context::default() };
        // A field that stands there twice now is no type's fault.
        let _ = read(&NodeDeserializer::root(node, path, &trial));
        let mut refused = trial.into_problems();
        refused.retain(|problem| problem.kind == ProblemKind::WrongType);
        for problem in problems.iter_mut().filter(|problem| problem.kind.is_unknown_field()) {
            let Some(renamed) = problem.fix.as_ref().and_then(crate::Fix::renamed) else { continue };
            if let Some(wrong) = refused.iter().find(|wrong| wrong.path == renamed)
                && let Some(crate::Segment::Field(name)) = renamed.segments().last()
            {
                unknown_field::does_not_fit(problem, name, &wrong.detail);
            }
        }
        problems
    }

    fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner();
        problems.extend(self.refusals.into_inner());
        problems
    }
}

/// An error that a type raised by itself while it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl serde::de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
