//! YAML and JSON documents of Kubernetes as trees with source positions, and edits of their text.
//!
//! [`read::read`] parses a stream into [`Tree`]s: documents separated by `---`, the items of a `List`, and concatenated JSON
//! values. Scalars have the types that Kubernetes' clients give them (`yes` is a boolean, `0777` is 511, `1.30` a number). Every
//! value and key has a position in the text; a broken document never hides another; [`ReadLimits`] bound time and memory for any
//! input.
//!
//! - [`stream`] extracts the objects of very long lists from a reader, one by one.
//! - [`decode::decode`] decodes a value as any type that is [`Decodable`], strictly, and continues after mistakes: each becomes a
//!   [`Problem`] with a path. A table of [`Hints`] describes frequent mistakes of authors.
//! - [`schema`] describes the fields of a type.
//! - [`Locator`] resolves paths to values and their positions.
//! - [`Editor`] turns changes to fields and items into [`Edit`]s: byte ranges and their replacements. Comments, order, quotes and
//!   line ends stay; new content adapts to the surrounding style.
//! - [`emit`] writes YAML that every client reads the same way.
//!
//! ```
//! use rootstock_document::{After, Editor, FieldPath, Fragment, Locator, apply_edits, read};
//! let text = "kind: X\nspec:\n  # what it is\n  type: local # for now\n";
//! let file = read::read("a.yaml", text.as_bytes(), &Default::default());
//! let root = file.documents[0].raw().unwrap().node();
//! let spec = Locator::new(root).locate(&FieldPath::root().field("spec"));
//! assert_eq!(file.source.line_column(spec.span.start as u32).line, 2);
//!
//! let mut editor = Editor::new(root.tree());
//! editor.add_field(spec.node, After(&["type"]), "regions", Fragment::texts(["eu", "us"]))?;
//! let expected = "kind: X\nspec:\n  # what it is\n  type: local # for now\n  regions: [eu, us]\n";
//! assert_eq!(apply_edits(text, &editor.finish()).as_deref(), Some(expected));
//! # Ok::<(), rootstock_document::EditObstacle>(())
//! ```

mod bad_value;
mod characters;
pub mod decode;
mod editor;
pub mod emit;
mod field_path;
mod fix;
mod hints;
mod limits;
mod locator;
mod marked_comments;
mod nearest;
mod printable;
mod problem;
mod raw_object;
#[cfg(feature = "read")]
pub mod read;
mod release;
pub mod schema;
mod span;
pub mod stream;
#[cfg_attr(not(feature = "read"), allow(dead_code, reason = "most of it serves the reader"))]
mod tree;

pub use bad_value::BadValue;
pub use decode::decodable::Decodable;
pub use editor::{
    After, CopyAction, Edit, EditObstacle, Editor, Field, Fragment, Item, ListItem, Replaced, apply_edits,
};
pub use field_path::{FieldPath, Path, Segment};
pub use fix::{Applicability, Change, Fix};
pub use hints::{
    Hints, ImplicitItem, MisplacedFields, NeedlessLevel, NestedLevel, Numbers, Renamed, ScalarAdvice, ScalarSyntax,
    Shorthand, SiblingFields,
};
pub use limits::{REPEATED_PER_NODE, ReadLimits};
pub use locator::{Located, Locator, Named};
pub use marked_comments::{MarkedComment, marked_comments};
pub use nearest::{already_set_help, comparison_limit, did_you_mean, nearest, suggestion_suffix, suggestion_text};
pub use printable::{first_control_character, is_control, is_plain, printable, shortened};
pub use problem::{Problem, ProblemKind, Related};
pub use raw_object::RawObject;
pub use release::{Release, ReleaseError, Releases, Running};
pub use rootstock_macros::Decodable;
pub use span::{LineColumn, LineIndex, Span, line_starts};
pub use tree::{Entries, Items, NodeKind, NodeRef, Scalar, Tree};
