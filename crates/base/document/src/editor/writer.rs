//! Rendering of fragments as text.

use crate::{NodeKind, NodeRef};

use crate::editor::extent::{is_flow, own_fields};
use crate::editor::lines::column;
use crate::editor::moved::{self, Change, shifted};
use crate::editor::style::Style;
use crate::{Field, Fragment, Item};

const UNCHANGED: Change<'static> = Change { without: &[], with: &[] };

/// A writer of fragments in the style of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writer<'t> {
    pub(crate) text: &'t str,
    pub(crate) style: Style,
}

/// The layout of a value in brackets.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Layout {
    /// All on one line.
    Line,
    /// Each entry on its own line; the number is the indentation of the closing bracket.
    Lines(usize),
}

impl Layout {
    fn inner(self, style: Style) -> Self {
        match self {
            Self::Line => Self::Line,
            Self::Lines(indent) => Self::Lines(indent + style.indent),
        }
    }
}

impl Writer<'_> {
    /// Writes a field in block style as whole lines, indented by `indent` blanks.
    pub(crate) fn field(&self, field: &Field<'_>, indent: usize, out: &mut String) {
        let margin = " ".repeat(indent);
        let newline = self.style.newline;
        for comment in &field.above {
            out.push_str(&format!("{margin}{comment}{newline}"));
        }
        out.push_str(&format!("{margin}{}:", self.style.key(&field.key, false)));
        let behind = field.behind.as_ref().map(|comment| format!(" {comment}")).unwrap_or_default();
        let inline = if field.value.is_inline() { Some(self.inline(&field.value, false)) } else { None };
        let inline = inline.or_else(|| self.list_in_brackets(&field.value));
        if let Some(inline) = inline {
            out.push_str(&format!(" {inline}{behind}{newline}"));
            return;
        }
        out.push_str(&behind);
        out.push_str(newline);
        match &field.value {
            Fragment::Object(fields) => {
                fields.iter().for_each(|field| self.field(field, indent + self.style.indent, out));
            }
            Fragment::List(items) => items.iter().for_each(|item| self.item(item, indent + self.style.dashes, out)),
            // All other fragments were written on the line of the key.
            Fragment::Text(_)
            | Fragment::Written(_)
            | Fragment::Texts(_)
            | Fragment::Moved(_)
            | Fragment::InBrackets(_) => {}
        }
    }

    /// Renders a list whose items all come from lists in brackets, which stays in brackets.
    fn list_in_brackets(&self, value: &Fragment<'_>) -> Option<String> {
        match value {
            Fragment::List(items) => {
                let from_brackets = |item: &Item<'_>| match item {
                    Item::Moved { item, .. } => is_flow(item.list, self.text),
                    Item::New { .. } => false,
                };
                items.iter().all(from_brackets).then(|| self.flow(value, Layout::Line))
            }
            Fragment::Text(_)
            | Fragment::Written(_)
            | Fragment::Texts(_)
            | Fragment::Object(_)
            | Fragment::Moved(_)
            | Fragment::InBrackets(_) => None,
        }
    }

    /// Writes a list item in block style as whole lines, with the dash indented by `dash` blanks.
    pub(crate) fn item(&self, item: &Item<'_>, dash: usize, out: &mut String) {
        let margin = " ".repeat(dash);
        let newline = self.style.newline;
        match item {
            Item::Moved { item, without, with } => {
                let change = Change { without, with };
                if let Some((lines, from)) = moved::item_lines(item, change, self.text, self.style) {
                    out.push_str(&shifted(&lines, from, dash));
                } else {
                    out.push_str(&format!("{margin}- {}{newline}", self.moved(item.node, change, Layout::Line)));
                }
            }
            Item::New { value, above } => {
                for comment in above {
                    out.push_str(&format!("{margin}{comment}{newline}"));
                }
                match value {
                    Fragment::Object(fields) if !fields.is_empty() => {
                        let mut lines = String::new();
                        fields.iter().for_each(|field| self.field(field, dash + 2, &mut lines));
                        let first = lines.get(dash + 2..).unwrap_or(&lines);
                        out.push_str(&format!("{margin}- {first}"));
                    }
                    other => out.push_str(&format!("{margin}- {}{newline}", self.inline(other, false))),
                }
            }
        }
    }

    /// Renders a value on one line.
    fn inline(&self, value: &Fragment<'_>, flow: bool) -> String {
        match value {
            Fragment::Text(text) => self.style.scalar(text, flow),
            Fragment::Written(text) => text.clone(),
            other => self.flow(other, Layout::Line),
        }
    }

    /// Renders a value in brackets.
    pub(crate) fn flow(&self, value: &Fragment<'_>, layout: Layout) -> String {
        let inner = layout.inner(self.style);
        match value {
            Fragment::Text(_) | Fragment::Written(_) => self.inline(value, true),
            Fragment::Texts(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| self.style.scalar(text, true)).collect();
                if self.style.kyaml {
                    self.in_brackets(["[", "]"], texts, layout)
                } else {
                    format!("[{}]", texts.join(", "))
                }
            }
            Fragment::Object(fields) => {
                let fields = fields.iter().map(|field| self.flow_field(&field.key, &field.value, inner));
                self.in_brackets(["{", "}"], fields.collect(), layout)
            }
            // In KYAML, objects begin and end on the lines of the brackets.
            Fragment::List(items) if self.style.kyaml && !items.is_empty() && items.iter().all(is_object) => {
                let items: Vec<String> = items.iter().map(|item| self.flow_item(item, layout)).collect();
                format!("[{}]", items.join(", "))
            }
            Fragment::List(items) => {
                let items = items.iter().map(|item| self.flow_item(item, inner));
                self.in_brackets(["[", "]"], items.collect(), layout)
            }
            Fragment::Moved(node) => self.moved(*node, UNCHANGED, layout),
            Fragment::InBrackets(value) if self.style.kyaml => self.flow(value, layout),
            Fragment::InBrackets(value) => self.flow(value, Layout::Line),
        }
    }

    /// Renders a list item in brackets.
    pub(crate) fn flow_item(&self, item: &Item<'_>, layout: Layout) -> String {
        match item {
            Item::New { value, .. } => self.flow(value, layout),
            Item::Moved { item, without, with } => self.moved(item.node, Change { without, with }, layout),
        }
    }

    /// Renders `key: value`.
    pub(crate) fn flow_field(&self, key: &str, value: &Fragment<'_>, layout: Layout) -> String {
        format!("{}: {}", self.style.key(key, true), self.flow(value, layout))
    }

    fn in_brackets(&self, [open, close]: [&str; 2], parts: Vec<String>, layout: Layout) -> String {
        let newline = self.style.newline;
        match layout {
            Layout::Lines(indent) if !parts.is_empty() => {
                let margin = " ".repeat(indent + self.style.indent);
                let separator = format!(",{newline}{margin}");
                let last = if self.style.kyaml { "," } else { "" };
                format!("{open}{newline}{margin}{}{last}{newline}{}{close}", parts.join(&separator), " ".repeat(indent))
            }
            _ => format!("{open}{}{close}", parts.join(", ")),
        }
    }

    /// Renders a value of the document: as written if possible, otherwise anew in brackets.
    fn moved(&self, node: NodeRef<'_>, change: Change<'_>, layout: Layout) -> String {
        if let Some(written) = moved::written(node, change, self.text, self.style) {
            let Layout::Lines(to) = layout else { return written };
            let from = line_indent(self.text, node.span().start as usize);
            let (first, rest) = written.split_once('\n').unwrap_or((&written, ""));
            if rest.is_empty() {
                return written;
            }
            return format!("{first}\n{}", shifted(rest, from, to));
        }
        let mut value = Fragment::of(node);
        if let Fragment::Object(fields) = &mut value {
            fields.retain(|field| !change.without.contains(&field.key.as_str()));
            let added = change.with.iter().filter(|(key, _)| node.get(key).is_none());
            fields.extend(added.map(|(key, value)| Field::new(key.as_str(), Fragment::Text(value.clone()))));
        }
        self.flow(&value, layout)
    }

    /// Returns the column of the entries of an object or list in brackets, if each has its own line.
    pub(crate) fn entry_column(&self, object: NodeRef<'_>) -> Option<usize> {
        let first = match object.kind() {
            NodeKind::Object => own_fields(object).first()?.key_span()?.start,
            NodeKind::List => object.items().next()?.span().start,
            NodeKind::Scalar => return None,
        } as usize;
        crate::editor::extent::begins_line(self.text, first).then(|| column(self.text, first))
    }
}

fn is_object(item: &Item<'_>) -> bool {
    match item {
        Item::New { value: Fragment::Object(fields), .. } => !fields.is_empty(),
        Item::New { .. } => false,
        Item::Moved { item, .. } => item.node.kind() == NodeKind::Object && !item.node.is_empty(),
    }
}

/// Returns the indentation of the line at an offset.
pub(crate) fn line_indent(text: &str, offset: usize) -> usize {
    let line = text.get(crate::editor::lines::line_start(text, offset)..).unwrap_or_default();
    line.len() - line.trim_start_matches(' ').len()
}
