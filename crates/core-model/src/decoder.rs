//! The deserializer behind [`crate::decode()`], which knows serde and Kubernetes' scalars, and of Gardener's objects only what
//! [`Hints`] and the names of newtypes tell it.
//!
//! A value of the wrong type, a field that does not exist, a quantity that is none: each becomes a finding, the value
//! counts as absent (or as what was obviously meant), and reading goes on, so that one mistake never hides another.

mod access;
mod deserializer;
mod echoes;
mod flavor;
mod hints;
mod node;
mod scalars;
mod unknown_field;
mod wording;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Deserialize;

pub use echoes::without_echoes;
pub(crate) use hints::{Elsewhere, Hints, NeedlessLevel, Renamed};
pub(crate) use unknown_field::FieldNames;

use crate::rules::WRONG_TYPE;
use crate::tree::NodeId;
use crate::{NodeRef, Path, Violation, ViolationKind};
use node::NodeDeserializer;

/// How often an error that no deserializer of ours raised is worked around.
const MOST_DETOURS: usize = 64;

/// Reads a node as a `T`; whether fields that `T` does not name are passed over is up to the caller.
pub(crate) fn decode<'a, T: Deserialize<'a> + Default>(
    hints: &'static Hints,
    known_fields_only: bool,
    node: NodeRef<'a>,
    path: &Path<'_>,
) -> (T, Vec<Violation>) {
    let context = Context { hints, known_fields_only, ..Context::default() };
    for _ in 0..MOST_DETOURS {
        context.begin();
        let read = T::deserialize(NodeDeserializer::root(node, path, &context));
        match read {
            Ok(value) if context.rejected.borrow().is_empty() => {
                return (value, context.into_violations_with_help::<T>(node, path));
            }
            Ok(value) => {
                // Once more, with what was rejected taken out: a default in its place could be taken for what the
                // author wrote.
                context.quiet.set(true);
                let again = T::deserialize(NodeDeserializer::root(node, path, &context));
                return (again.unwrap_or(value), context.into_violations_with_help::<T>(node, path));
            }
            Err(_) if context.detour() => {}
            Err(error) => {
                context.blame(node.id(), || {
                    Violation::new(
                        &WRONG_TYPE,
                        ViolationKind::TypeInvalid,
                        path,
                        wording::rendered(node),
                        error.0.clone(),
                    )
                });
                context.detour();
                break;
            }
        }
    }
    (T::default(), context.into_violations())
}

/// What the deserializers of one document share.
#[derive(Debug, Default)]
struct Context {
    violations: RefCell<Vec<Violation>>,
    /// Values that have the wrong form.
    rejected: RefCell<HashSet<NodeId>>,
    /// Values that a type refused by itself, found in earlier runs.
    refused: RefCell<HashSet<NodeId>>,
    refusals: RefCell<Vec<Violation>>,
    /// The innermost value at which the error of this run arose.
    blamed: RefCell<Option<(NodeId, Violation)>>,
    /// Whether anything was refused: most documents need not look.
    has_refused: Cell<bool>,
    /// Whether this run only makes the value.
    quiet: Cell<bool>,
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
        self.violations.borrow_mut().clear();
        self.rejected.borrow_mut().clear();
        self.meant.borrow_mut().clear();
        self.blamed.borrow_mut().take();
    }

    /// Remembers what a field that does not exist may have been meant to be.
    fn try_as(&self, field: NodeId, name: &'static str) {
        self.meant.borrow_mut().insert(field, name);
    }

    /// The name that a field is tried under in this run.
    fn tried_name(&self, field: NodeId) -> Option<&'static str> {
        if self.tries { self.meant.borrow().get(&field).copied() } else { None }
    }

    fn report(&self, violation: impl FnOnce() -> Violation) {
        if !self.quiet.get() {
            self.violations.borrow_mut().push(violation());
        }
    }

    /// Reports a value of the wrong form, which then counts as absent.
    fn reject(&self, slot: NodeId, violation: impl FnOnce() -> Violation) {
        if !self.quiet.get() {
            self.rejected.borrow_mut().insert(slot);
            self.violations.borrow_mut().push(violation());
        }
    }

    /// Whether a value counts as absent in this run.
    fn is_absent(&self, slot: NodeId) -> bool {
        (self.has_refused.get() && self.refused.borrow().contains(&slot))
            || (self.quiet.get() && self.rejected.borrow().contains(&slot))
    }

    /// Remembers where an error comes from: the innermost value that was not taken out already.
    fn blame(&self, slot: NodeId, violation: impl FnOnce() -> Violation) {
        let mut blamed = self.blamed.borrow_mut();
        if blamed.is_none() && !self.refused.borrow().contains(&slot) {
            *blamed = Some((slot, violation()));
        }
    }

    /// Takes the blamed value out for the next run; `false` if there is none.
    fn detour(&self) -> bool {
        let Some((slot, violation)) = self.blamed.borrow_mut().take() else { return false };
        self.has_refused.set(true);
        self.refused.borrow_mut().insert(slot);
        self.refusals.borrow_mut().push(violation);
        true
    }

    /// What was found. A field that was probably meant to be another is read as that one, so that its type says whether the
    /// value can stand there.
    fn into_violations_with_help<'a, T: Deserialize<'a>>(self, node: NodeRef<'a>, path: &Path<'_>) -> Vec<Violation> {
        let meant = self.meant.take();
        let hints = self.hints;
        let mut violations = self.into_violations();
        if meant.is_empty() {
            return violations;
        }
        let trial = Context { hints, tries: true, meant: RefCell::new(meant), ..Context::default() };
        // A field that stands there twice now is no type's fault.
        let _ = T::deserialize(NodeDeserializer::root(node, path, &trial));
        let mut refused = trial.into_violations();
        refused.retain(|violation| violation.rule.name == WRONG_TYPE.name);
        for violation in violations.iter_mut().filter(|violation| violation.kind == ViolationKind::UnknownField) {
            let Some(renamed) = unknown_field::renamed(violation) else { continue };
            if let Some(wrong) = refused.iter().find(|wrong| wrong.path == renamed)
                && let Some(crate::Segment::Field(name)) = renamed.segments().last()
            {
                unknown_field::does_not_fit(violation, name, &wrong.detail);
            }
        }
        violations
    }

    fn into_violations(self) -> Vec<Violation> {
        let mut violations = self.violations.into_inner();
        violations.extend(self.refusals.into_inner());
        violations
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
