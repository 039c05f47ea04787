//! Changes to scalars and keys.

use crate::{NodeKind, NodeRef, emit, is_control};

use super::Editor;
use crate::{Edit, EditObstacle};

impl<'a> Editor<'a> {
    /// Replaces a scalar by another string in the same style.
    ///
    /// # Errors
    ///
    /// Returns an error if the scalar is an alias, is repeated by one, or spans several lines.
    pub fn replace_text(&mut self, node: NodeRef<'a>, new: &str) -> Result<(), EditObstacle> {
        self.check_shared(node)?;
        let old = self.single_line_source(node)?;
        let text = match old.chars().next() {
            Some('"') => emit::quoted(new),
            Some('\'') if !new.contains(|one| one == '\'' || is_control(one)) => format!("'{new}'"),
            _ => self.style.scalar(new, true),
        };
        self.edits.push(Edit { span: node.span().range(), text });
        Ok(())
    }

    /// Replaces a scalar or an alias. `source` is YAML, with the quotes that it needs; the replacement of a scalar in double quotes
    /// gets double quotes, too, because JSON has no other strings.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the scalar, or if it spans several lines.
    pub fn replace_source(&mut self, node: NodeRef<'a>, source: &str) -> Result<(), EditObstacle> {
        self.check_repeated(node.span().range(), node)?;
        let text = quote_like(self.single_line_source(node)?, source);
        self.edits.push(Edit { span: node.span().range(), text });
        Ok(())
    }

    /// Renames the key of a field. `source` is YAML, as for [`replace_source`](Self::replace_source).
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the object, or if the value is not a field.
    pub fn rename_key(&mut self, field: NodeRef<'a>, source: &str) -> Result<(), EditObstacle> {
        let Some(key) = field.key_span() else { return Err(self.obstacle(field, "expected a field")) };
        self.check_repeated(key.range(), field)?;
        let text = quote_like(self.text.get(key.range()).unwrap_or_default(), source);
        self.edits.push(Edit { span: key.range(), text });
        Ok(())
    }

    /// Returns the source of a scalar on a single line.
    fn single_line_source(&self, node: NodeRef<'_>) -> Result<&'a str, EditObstacle> {
        let text = self.text.get(node.span().range()).unwrap_or_default();
        if node.kind() != NodeKind::Scalar || text.is_empty() || text.contains('\n') {
            return Err(self.obstacle(node, "the value spans several lines; write it on one"));
        }
        Ok(text)
    }
}

fn quote_like(old: &str, new: &str) -> String {
    let is_written = new.starts_with(['"', '\'', '[', '{']);
    if old.starts_with('"') && !is_written { emit::quoted(new) } else { new.to_owned() }
}
