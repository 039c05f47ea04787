//! Decoding of trees into typed values: strict, but continuing after errors.
//!
//! A value of the wrong type, an unknown field, or an invalid scalar becomes a [`Problem`]. The value then counts as absent (or as
//! the obviously intended one), and decoding continues, so that one mistake never hides another.

mod access;
pub(crate) mod decodable;
mod deserializer;
mod field_names;
mod form;
mod implicit_item;
mod nested_level;
mod node;
mod non_finite;
mod object;
mod scalars;
mod shorthand;
mod slots;
mod unknown_field;
mod wording;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;

pub use decodable::{BySerde, Fields, Slot};
pub use field_names::FieldNames;

use crate::tree::NodeId;
use crate::{Decodable, FieldPath, Hints, ImplicitItem, NodeRef, Path, Problem, ProblemKind, Releases, Running};
use node::{NodeDeserializer, Read};

/// The maximum number of passes that work around errors which serde itself or a type's own code raised.
const MAX_RETRIES: usize = 64;

/// Decodes a node as a `T`; `path` is the path of the node in its object.
///
/// Scalars have the types that Kubernetes gives them: `yes` is a boolean, `1.30` a number, and neither is a string. A null is the
/// zero value of its type. Missing and invalid values keep their value from the default of `T`. Wrap a type in [`BySerde`] if only
/// serde can read it.
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
    read(Reading { hints, ..Reading::default() }, node, path)
}

/// Like [`decode`], but ignores fields that `T` does not have. For callers that need only a part of an object.
#[must_use]
pub fn decode_known<T: Decodable + Default>(
    node: NodeRef<'_>,
    path: &Path<'_>,
    hints: &'static Hints,
) -> (T, Vec<Problem>) {
    read(Reading { hints, known_fields_only: true, ..Reading::default() }, node, path)
}

/// The way in which [`read`] decodes a document.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// The hints about mistakes that authors often make.
    pub hints: &'static Hints,
    /// Whether fields that the type does not have are ignored.
    pub known_fields_only: bool,
    /// The program whose fields are read, for types with fields that only some of its releases have; by default, the newest one.
    pub running: Option<Running>,
}

/// Decodes a node as a `T` in a given way; [`decode`] and [`decode_known`] describe the result.
///
/// ```
/// use rootstock_document::{Decodable, Hints, Path, RawObject, Release, Running, decode::{Reading, read}};
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct Config {
///     name: String,
///     #[decodable(since = "1.137")]
///     size: i32,
/// }
/// let raw: RawObject = serde_json::from_str(r#"{"name": "a", "size": 3}"#)?;
/// let running = Running { program: "Gardener", release: Release::new(1, 136) };
/// let reading = Reading { running: Some(running), ..Reading::default() };
/// let (config, problems) = read::<Config>(reading, raw.node(), &Path::root("config"));
/// assert_eq!((config.name.as_str(), config.size), ("a", 0));
/// assert_eq!(problems[0].detail, "Gardener v1.136 has no field `size` here: it exists since v1.137");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn read<T: Decodable + Default>(reading: Reading, node: NodeRef<'_>, path: &Path<'_>) -> (T, Vec<Problem>) {
    let Reading { hints, known_fields_only, running } = reading;
    let (context, mut value) = (Context { hints, known_fields_only, running, ..Context::default() }, T::default());
    let is_read = read_recovering(&context, node, path, &mut |node| {
        value = T::default();
        node.decode_into(value.slot())
    });
    let mut problems = context.into_problems_with_help(node, path, &mut |node| node.decode_into(T::default().slot()));
    non_finite::report(node, path, &mut problems);
    (if is_read { value } else { T::default() }, problems)
}

/// Repeats reading until every unreadable value has been worked around; returns whether the last value is usable.
fn read_recovering<'a>(context: &Context, node: NodeRef<'a>, path: &Path<'_>, read: Read<'_, 'a>) -> bool {
    for _ in 0..MAX_RETRIES {
        context.begin();
        let result = read(&NodeDeserializer::root(node, path, context));
        match result {
            // Read again, with the fields under their current names.
            _ if context.has_newly_reinterpreted.take() => {}
            Ok(()) if context.rejected.borrow().is_empty() => return true,
            Ok(()) => {
                // Read again without the rejected values: a default in their place could be mistaken for the author's value. If
                // that fails, keep the value of the previous pass.
                context.quiet.set(true);
                let _ = read(&NodeDeserializer::root(node, path, context));
                return true;
            }
            Err(_) if context.exclude_blamed() => {}
            Err(error) => {
                context.blame(node.id(), || {
                    Problem::new(ProblemKind::WrongType, path, wording::rendered(node), error.0.clone())
                });
                context.exclude_blamed();
                break;
            }
        }
    }
    false
}

/// State shared by all deserializers of a document.
#[derive(Debug, Default)]
struct Context {
    problems: RefCell<Vec<Problem>>,
    /// Values of the wrong form.
    rejected: RefCell<HashSet<NodeId>>,
    /// Values that a type itself refused in earlier passes.
    refused: RefCell<HashSet<NodeId>>,
    refusals: RefCell<Vec<Problem>>,
    /// The innermost value that caused the error of this pass.
    blamed: RefCell<Option<(NodeId, Problem)>>,
    /// Whether any value was refused: a fast path for most documents.
    has_refused: Cell<bool>,
    /// Whether this pass only builds the value and reports nothing.
    quiet: Cell<bool>,
    /// The current names of fields that were written under a former name; found in earlier passes.
    renamed: RefCell<HashMap<NodeId, &'static str>>,
    /// Objects whose fields belong in a list; found in earlier passes.
    implicit_item: RefCell<HashMap<NodeId, &'static ImplicitItem>>,
    /// Whether any value is read differently from how it is written: a fast path for most documents.
    has_reinterpreted: Cell<bool>,
    /// Whether this pass found another such value.
    has_newly_reinterpreted: Cell<bool>,
    /// Unknown fields, with the names that the author may have meant.
    meant: RefCell<HashMap<NodeId, &'static str>>,
    /// Whether this pass reads unknown fields under these names.
    tries: bool,
    /// Whether unknown fields are ignored.
    known_fields_only: bool,
    /// The hints about mistakes that authors often make.
    hints: &'static Hints,
    /// The program whose fields are read; in its newest release if absent.
    running: Option<Running>,
}

impl Context {
    /// Returns whether a field that these releases have is read.
    fn has(&self, releases: &Releases) -> bool {
        self.running.map_or(releases.contain_newest(), |running| releases.contains(running.release))
    }

    fn begin(&self) {
        self.problems.borrow_mut().clear();
        self.rejected.borrow_mut().clear();
        self.meant.borrow_mut().clear();
        self.blamed.borrow_mut().take();
    }

    /// Records the name that the author may have meant by an unknown field.
    fn try_as(&self, field: NodeId, name: &'static str) {
        self.meant.borrow_mut().insert(field, name);
    }

    /// Returns the name under which this pass reads a field, if it is not the field's own.
    fn name_of(&self, field: NodeId) -> Option<&'static str> {
        let renamed = if self.has_reinterpreted.get() { self.renamed.borrow().get(&field).copied() } else { None };
        renamed.or_else(|| if self.tries { self.meant.borrow().get(&field).copied() } else { None })
    }

    /// Returns whether this pass reads every value, each under its own name.
    fn reads_as_written(&self) -> bool {
        !(self.has_refused.get() | self.quiet.get() | self.has_reinterpreted.get() | self.tries)
    }

    /// Returns the list that the fields of an object belong in.
    fn implicit_item(&self, object: NodeId) -> Option<&'static ImplicitItem> {
        if self.has_reinterpreted.get() { self.implicit_item.borrow().get(&object).copied() } else { None }
    }

    /// Reports a field with a former name; later passes read it under the current one.
    fn read_renamed(&self, field: NodeId, name: &'static str, problem: Problem) {
        self.renamed.borrow_mut().insert(field, name);
        self.reinterpret(problem);
    }

    /// Reports an object whose fields belong in a list; later passes read them as part of that list.
    fn read_as_item(&self, object: NodeId, hint: &'static ImplicitItem, problem: Problem) {
        self.implicit_item.borrow_mut().insert(object, hint);
        self.reinterpret(problem);
    }

    fn reinterpret(&self, problem: Problem) {
        self.refusals.borrow_mut().push(problem);
        self.has_reinterpreted.set(true);
        self.has_newly_reinterpreted.set(true);
    }

    fn report(&self, problem: impl FnOnce() -> Problem) {
        if !self.quiet.get() {
            self.problems.borrow_mut().push(problem());
        }
    }

    /// Reports a value of the wrong form, which counts as absent from then on.
    fn reject(&self, slot: NodeId, problem: impl FnOnce() -> Problem) {
        if !self.quiet.get() {
            self.rejected.borrow_mut().insert(slot);
            self.problems.borrow_mut().push(problem());
        }
    }

    /// Returns whether a value counts as absent in this pass.
    fn is_absent(&self, slot: NodeId) -> bool {
        // Fast path: this runs twice for every value, and most documents have no absent values.
        (self.has_refused.get() | self.quiet.get()) && self.is_left_out(slot)
    }

    #[cold]
    fn is_left_out(&self, slot: NodeId) -> bool {
        self.refused.borrow().contains(&slot) || (self.quiet.get() && self.rejected.borrow().contains(&slot))
    }

    /// Records the source of an error: the innermost value that is not excluded already.
    fn blame(&self, slot: NodeId, problem: impl FnOnce() -> Problem) {
        let mut blamed = self.blamed.borrow_mut();
        if blamed.is_none() && !self.refused.borrow().contains(&slot) {
            *blamed = Some((slot, problem()));
        }
    }

    /// Excludes the blamed value from the next pass; returns `false` if there is none.
    fn exclude_blamed(&self) -> bool {
        let Some((slot, problem)) = self.blamed.borrow_mut().take() else { return false };
        self.has_refused.set(true);
        self.refused.borrow_mut().insert(slot);
        self.refusals.borrow_mut().push(problem);
        true
    }

    /// Returns the collected problems. Probably misspelled fields are read once more under the intended name, so that the field's
    /// type decides whether the value fits.
    fn into_problems_with_help<'a>(self, node: NodeRef<'a>, path: &Path<'_>, read: Read<'_, 'a>) -> Vec<Problem> {
        let meant = self.meant.take();
        let (hints, running) = (self.hints, self.running);
        let mut problems = self.into_problems();
        if meant.is_empty() {
            return problems;
        }
        let trial = Context { hints, running, tries: true, meant: RefCell::new(meant), ..Context::default() };
        // Ignore errors about duplicate fields: they are not about types.
        let _ = read(&NodeDeserializer::root(node, path, &trial));
        let mut refused: HashMap<FieldPath, Problem> = HashMap::new();
        for problem in trial.into_problems().into_iter().filter(|problem| problem.kind == ProblemKind::WrongType) {
            refused.entry(problem.path.clone()).or_insert(problem);
        }
        for problem in problems.iter_mut().filter(|problem| problem.kind.is_unknown_field()) {
            let Some(renamed) = problem.fix.as_ref().and_then(crate::Fix::renamed) else { continue };
            if let Some(wrong) = refused.get(&renamed)
                && let Some(crate::Segment::Field(name)) = renamed.segments().last()
            {
                unknown_field::reword_for_wrong_type(problem, name, &wrong.detail);
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

/// An error that a type itself raised while it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct DecodeError(String);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DecodeError {}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
