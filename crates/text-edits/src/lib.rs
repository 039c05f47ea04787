//! Changes of a YAML or JSON document as edits of its text.
//!
//! An [`Editor`] is given the tree of a document and changes of its fields and list items. It answers with [`Edit`]s:
//! stretches of bytes and what takes their place. Everything outside those stretches stays as it is, byte for byte:
//! comments, order, quotes, line ends. What is new is written in the style of what surrounds it: block or flow, YAML or
//! JSON, lists indented or not.
//!
//! What stands in the document already can be moved ([`Fragment::Moved`]): it is cut out with its comments and indented
//! anew, never written out again.
//!
//! ```
//! use rootstock_core_model::read;
//! use rootstock_text_edits::{After, Editor, Fragment, apply_edits};
//! let text = "kind: X\nspec:\n  # what it is\n  type: local # for now\n";
//! let file = read::read("a.yaml", text.as_bytes(), &Default::default());
//! let root = file.documents[0].raw().unwrap().node();
//! let mut editor = Editor::new(root.tree());
//! let spec = root.get("spec").unwrap();
//! editor.add_field(spec, After(&["type"]), "regions", Fragment::texts(["eu", "us"]))?;
//! let edits = editor.finish();
//! let expected = "kind: X\nspec:\n  # what it is\n  type: local # for now\n  regions: [eu, us]\n";
//! assert_eq!(apply_edits(text, &edits).as_deref(), Some(expected));
//! # Ok::<(), rootstock_text_edits::EditObstacle>(())
//! ```

mod edit;
mod editor;
mod extent;
mod fragment;
mod lines;
mod moved;
mod obstacle;
mod removal;
mod style;
mod writer;

pub use edit::{Edit, apply_edits};
pub use editor::{After, Editor, Replaced};
pub use fragment::{Field, Fragment, Item};
pub use obstacle::EditObstacle;
