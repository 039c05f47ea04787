//! The style of a document: line ends, indentation, and the position of list dashes.

use crate::{NodeKind, NodeRef, Tree, emit};

use crate::editor::extent::{beginning, begins_line, is_flow, own_fields};
use crate::editor::lines::column;

/// The style of new content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// `\n` or `\r\n`.
    pub(crate) newline: &'static str,
    /// The indentation of an object's fields relative to its key.
    pub(crate) indent: usize,
    /// The indentation of a list's dashes relative to its key.
    pub(crate) dashes: usize,
    /// Whether the document is JSON.
    pub(crate) json: bool,
    /// Whether the document is KYAML: in brackets, with an entry on each line, and quotes around strings but not around keys.
    pub(crate) kyaml: bool,
}

impl Style {
    /// Renders a string as a key.
    pub(crate) fn key(self, text: &str, flow: bool) -> String {
        if self.kyaml { emit::kyaml::key(text) } else { self.scalar(text, flow) }
    }

    /// Renders a string as a value.
    pub(crate) fn scalar(self, text: &str, flow: bool) -> String {
        if self.kyaml {
            return emit::quoted(text);
        }
        let plain = !self.json && emit::is_plain(text) && !(flow && text.contains([',', '[', ']', '{', '}', '?']));
        if plain { text.to_owned() } else { emit::quoted(text) }
    }

    /// Returns the predominant style of a document, or of the beginning of a long one.
    pub(crate) fn of(tree: &Tree) -> Self {
        let text: &str = tree.source();
        let root = tree.root();
        let first_line = text.split_inclusive('\n').next().unwrap_or_default();
        let mut counts = Counts::default();
        count(root, text, &mut counts);
        // In brackets, the fields of the root show the indentation of each level.
        let first = own_fields(root).first().and_then(|first| first.key_span()).map(|key| key.start as usize);
        if let Some(first) = first.filter(|first| is_flow(root, text) && begins_line(text, *first)) {
            counts.objects.push((column(text, first), 1));
        }
        Self {
            newline: if first_line.ends_with("\r\n") { "\r\n" } else { "\n" },
            indent: most_frequent(&counts.objects).unwrap_or(2).max(1),
            dashes: most_frequent(&counts.lists).unwrap_or(0),
            json: is_flow(root, text) && root.entries().all(|(_, value)| is_quoted_key(value, text)),
            kyaml: is_flow(root, text)
                && first.is_some_and(|first| begins_line(text, first))
                && has_manner_of_kyaml(root, text),
        }
    }
}

/// Returns whether the strings of an object are quoted, and its keys are not.
fn has_manner_of_kyaml(root: NodeRef<'_>, text: &str) -> bool {
    let is_quoted = |value: NodeRef<'_>| text.get(value.span().range()).is_some_and(|text| text.starts_with('"'));
    let mut strings = root.entries().map(|(_, value)| value).filter(|value| value.as_str().is_some()).peekable();
    strings.peek().is_some() && strings.all(|value| is_quoted(value) && !is_quoted_key(value, text))
}

fn is_quoted_key(value: NodeRef<'_>, text: &str) -> bool {
    value.key_span().is_some_and(|key| text.get(key.range()).is_some_and(|key| key.starts_with('"')))
}

/// The maximum number of objects and lists to look at: authors do not change their style that late.
const MAX_COUNTED: usize = 2000;

/// Histograms of the indentation widths of objects and lists.
#[derive(Default)]
struct Counts {
    objects: Vec<(usize, usize)>,
    lists: Vec<(usize, usize)>,
    /// The total number of objects and lists.
    all: usize,
}

fn count(node: NodeRef<'_>, text: &str, counts: &mut Counts) {
    if counts.all >= MAX_COUNTED || is_flow(node, text) || node.is_alias() {
        return;
    }
    for child in node.entries().map(|(_, value)| value).chain(node.items()) {
        if let Some(key) = child.key_span().filter(|_| !is_flow(child, text) && !child.is_alias()) {
            let key = column(text, key.start as usize);
            let (first, tally) = match child.kind() {
                NodeKind::Object => (own_fields(child).first().copied(), &mut counts.objects),
                NodeKind::List => (child.items().next(), &mut counts.lists),
                NodeKind::Scalar => continue,
            };
            counts.all += 1;
            let inner = first.and_then(|first| beginning(first, text)).map(|start| column(text, start));
            if let Some(offset) = inner.and_then(|inner| inner.checked_sub(key)) {
                match tally.iter_mut().find(|(known, _)| *known == offset) {
                    Some((_, times)) => *times += 1,
                    None => tally.push((offset, 1)),
                }
            }
        }
        count(child, text, counts);
    }
}

/// Returns the most frequent offset; the first one of several.
fn most_frequent(tally: &[(usize, usize)]) -> Option<usize> {
    let most = tally.iter().map(|(_, times)| *times).max()?;
    tally.iter().find(|(_, times)| *times == most).map(|(offset, _)| *offset)
}
