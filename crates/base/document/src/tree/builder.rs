//! Construction of a [`Tree`] from the events of a parser, within limits.

use std::collections::HashMap;
use std::sync::Arc;

use super::fault::{Fault, TreeWarning};
use super::plain_key::PlainKey;
use super::{Node, NodeId, Parts, Shape, Tree, merge};
use crate::{REPEATED_PER_NODE, ReadLimits, Span};

/// A tree, its oddities, and the number of further oddities.
pub(crate) type Parsed = (Tree, Vec<TreeWarning>, usize);

/// The text of a scalar.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Text<'t> {
    /// The text of this span of the source.
    Source(Span),
    /// Text that differs from the source because of escapes or folding.
    Decoded(&'t str),
}

/// An incomplete list or object.
#[derive(Debug)]
struct Frame {
    id: NodeId,
    /// The kind; `None` for the root.
    kind: Option<Collection>,
    /// Whether the next value is a key.
    wants_key: bool,
    count: u32,
    keys: KeysSeen,
    has_merge: bool,
    /// Whether this is the innermost open list or object with an anchor.
    has_anchor: bool,
    /// The number of levels below.
    height: usize,
}

/// The kind of an incomplete value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Collection {
    List,
    Object,
}

/// A summary of an object's keys, which nearly always suffices to rule out duplicates.
#[derive(Debug, Clone, Copy, Default)]
struct KeysSeen {
    marks: u64,
    may_repeat: bool,
}

impl KeysSeen {
    /// Adds a key: equal keys have equal marks, different ones rarely do.
    fn add(&mut self, text: &[u8]) {
        let ends = match text {
            [first, .., last] => u32::from(*first) + 3 * u32::from(*last),
            [only] => u32::from(*only),
            [] => 0,
        };
        let mark = 1 << ((7 * text.len() as u32 + ends) % u64::BITS);
        self.may_repeat |= self.marks & mark != 0;
        self.marks |= mark;
    }
}

impl Frame {
    fn of(id: NodeId, kind: Option<Collection>, has_anchor: bool) -> Self {
        Self {
            id,
            kind,
            wants_key: kind == Some(Collection::Object),
            count: 0,
            keys: KeysSeen::default(),
            has_merge: false,
            has_anchor,
            height: 0,
        }
    }
}

/// The size of a value with its aliases resolved.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    bytes: usize,
}

/// An incomplete list or object with an anchor.
#[derive(Debug, Clone, Copy)]
struct Anchored {
    anchor: usize,
    weight_before: Weight,
}

#[derive(Debug, Clone, Copy)]
struct Anchor {
    id: NodeId,
    weight: Weight,
    height: usize,
}

/// The maximum number of oddities that are reported individually.
const MAX_WARNINGS: usize = 500;

/// A builder of trees.
#[derive(Debug)]
pub(crate) struct Builder<'l> {
    limits: &'l ReadLimits,
    /// The maximum number of nodes, because ids have 32 bits.
    most_nodes: usize,
    tree: Parts,
    /// The innermost open list or object; `outer_frames` contains the outer ones.
    frame: Frame,
    outer_frames: Vec<Frame>,
    anchors: HashMap<usize, Anchor>,
    anchored: Vec<Anchored>,
    bytes: usize,
    /// The total size of values repeated by aliases and merges.
    repeated: Weight,
    aliases: usize,
    warnings: Vec<TreeWarning>,
    unlisted: usize,
    scratch: Vec<(u32, u32)>,
}

impl<'l> Builder<'l> {
    /// Creates a builder with a capacity for this number of nodes. Unused capacity costs nothing, whereas growing means that the
    /// old and the new allocation exist at the same time.
    pub(crate) fn new(source: Arc<String>, nodes: usize, limits: &'l ReadLimits) -> Self {
        let nodes = Vec::with_capacity(nodes.min(limits.nodes) + 8);
        Self {
            limits,
            most_nodes: limits.nodes.min(u32::MAX as usize),
            tree: Parts { source, extra: String::new(), nodes, effective: Vec::new(), ranges: Vec::new() },
            frame: Frame::of(NodeId(0), None, false),
            outer_frames: Vec::with_capacity(16),
            anchors: HashMap::new(),
            anchored: Vec::new(),
            bytes: 0,
            repeated: Weight::default(),
            aliases: 0,
            warnings: Vec::new(),
            unlisted: 0,
            scratch: Vec::new(),
        }
    }

    /// Returns whether the next value is a key.
    pub(crate) fn wants_key(&self) -> bool {
        self.frame.wants_key
    }

    /// Returns the kind of the innermost open list or object.
    pub(crate) fn innermost(&self) -> Option<Collection> {
        self.frame.kind
    }

    /// Returns whether there is a value and all lists and objects are closed.
    pub(crate) fn is_complete(&self) -> bool {
        self.outer_frames.is_empty() && !self.tree.nodes.is_empty()
    }

    /// Adds a scalar whose text determines its type, or a key.
    pub(crate) fn plain(&mut self, span: Span, text: Text<'_>, anchor: usize) -> Result<(), Box<Fault>> {
        if self.wants_key() {
            self.plain_key(span, text, anchor)
        } else {
            self.scalar(Shape::Plain, span, text, anchor)
        }
    }

    /// Adds a string.
    pub(crate) fn text(&mut self, span: Span, text: Text<'_>, anchor: usize) -> Result<(), Box<Fault>> {
        self.scalar(Shape::Text, span, text, anchor)
    }

    /// Adds a string in double quotes whose source is identical to its value, which is the usual case in JSON.
    pub(crate) fn quoted(&mut self, span: Span) -> Result<(), Box<Fault>> {
        let text = Span::new(span.start + 1, span.end.saturating_sub(1));
        self.text(span, Text::Source(text), 0)
    }

    /// Adds a number of a JSON document.
    pub(crate) fn number(&mut self, span: Span) -> Result<(), Box<Fault>> {
        self.scalar(Shape::Number, span, Text::Source(span), 0)
    }

    /// Opens a list.
    pub(crate) fn open_list(&mut self, span: Span, anchor: usize) -> Result<(), Box<Fault>> {
        self.open(Collection::List, span, anchor)
    }

    /// Opens an object.
    pub(crate) fn open_object(&mut self, span: Span, anchor: usize) -> Result<(), Box<Fault>> {
        self.open(Collection::Object, span, anchor)
    }

    /// Closes the innermost list or object; `end` is the offset after it.
    pub(crate) fn close(&mut self, end: u32) -> Result<(), Box<Fault>> {
        let Some(outer) = self.outer_frames.pop() else { return Ok(()) };
        let frame = std::mem::replace(&mut self.frame, outer);
        let after = self.tree.nodes.len() as u32;
        if frame.keys.may_repeat || frame.has_merge {
            self.resolve_entries(&frame, after)?;
        }
        if let Some(node) = self.tree.nodes.get_mut(frame.id.0 as usize) {
            // A list with a single omitted item may start after the last character.
            node.end = end.max(node.start);
            node.a = after;
            if node.shape != Shape::Merged {
                node.b = frame.count;
            }
        }
        if frame.has_anchor
            && let Some(Anchored { anchor, weight_before }) = self.anchored.pop()
        {
            let now = self.weight();
            let weight = Weight { nodes: now.nodes - weight_before.nodes, bytes: now.bytes - weight_before.bytes };
            self.anchors.insert(anchor, Anchor { id: frame.id, weight, height: frame.height + 1 });
        }
        self.frame.height = self.frame.height.max(frame.height + 1);
        self.count_value(Span::new(end, end))
    }

    /// Adds an alias of a preceding anchor.
    pub(crate) fn alias(&mut self, span: Span, anchor: usize) -> Result<(), Box<Fault>> {
        let Some(target) = self.anchors.get(&anchor).copied() else {
            return Err(Fault::unreadable(span, "the alias is inside the value that it refers to"));
        };
        self.aliases += 1;
        if self.aliases > self.limits.aliases {
            return Err(Fault::limit(span, format!("the document has more than {} aliases", self.limits.aliases)));
        }
        self.repeated.nodes += target.weight.nodes;
        self.repeated.bytes += target.weight.bytes;
        self.check_weight(span)?;
        if self.outer_frames.len() + target.height > self.limits.depth {
            return Err(self.too_deep(span));
        }
        let node = self.tree.node(target.id);
        if self.wants_key() {
            if !matches!(node.shape, Shape::Plain | Shape::Text) {
                return Err(complex_key(span));
            }
            // Copies only the small node, not its text. A key that is not a string was reported at its anchor.
            let shape = if node.shape == Shape::Plain { Shape::Text } else { node.shape };
            self.push(Node { start: span.start, end: span.end, shape, ..node })?;
            self.frame.wants_key = false;
            self.frame.keys.may_repeat = true;
            return Ok(());
        }
        self.push(Node {
            start: span.start,
            end: span.end,
            a: target.id.0,
            b: 0,
            shape: Shape::Alias,
            in_extra: false,
        })?;
        self.frame.height = self.frame.height.max(target.height);
        self.count_value(span)
    }

    /// Records a tag that has no meaning for Kubernetes.
    pub(crate) fn foreign_tag(&mut self, span: Span, tag: String) {
        let inside = NodeId(self.tree.nodes.len() as u32);
        self.note(TreeWarning::ForeignTag { span, inside, tag });
    }

    /// Finishes the document.
    pub(crate) fn finish(mut self) -> Parsed {
        if self.tree.nodes.is_empty() {
            return (Tree::default(), self.warnings, self.unlisted);
        }
        // Releases unused capacity if that justifies a copy.
        if self.tree.nodes.capacity() > self.tree.nodes.len() * 2 {
            self.tree.nodes.shrink_to_fit();
        }
        (Tree(Arc::new(self.tree)), self.warnings, self.unlisted)
    }

    fn note(&mut self, warning: TreeWarning) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning);
        } else {
            self.unlisted += 1;
        }
    }

    fn push(&mut self, node: Node) -> Result<NodeId, Box<Fault>> {
        let (id, span) = (NodeId(self.tree.nodes.len() as u32), Span::new(node.start, node.end));
        if self.tree.nodes.len() >= self.most_nodes {
            return Err(self.too_many_nodes(span));
        }
        self.tree.nodes.push(node);
        if self.aliases != 0 {
            self.check_weight(span)?;
        }
        Ok(id)
    }

    #[cold]
    fn too_many_nodes(&self, span: Span) -> Box<Fault> {
        Fault::limit(span, format!("the document has more than {} values and keys", self.most_nodes))
    }

    #[cold]
    fn too_long(&self, span: Span) -> Box<Fault> {
        Fault::limit(span, format!("the value is longer than {} bytes", self.limits.scalar_bytes))
    }

    fn check_weight(&self, span: Span) -> Result<(), Box<Fault>> {
        let limits = self.limits;
        let detail = if self.weight().nodes > limits.expanded_nodes {
            format!("with its aliases resolved, the document has more than {} values and keys", limits.expanded_nodes)
        } else if self.repeated.nodes > limits.repeated_nodes + REPEATED_PER_NODE * self.tree.nodes.len() {
            format!("the aliases of the document repeat {} values and keys, far more than it has", self.repeated.nodes)
        } else if self.repeated.bytes > limits.expanded_bytes {
            format!("the aliases of the document repeat more than {} bytes", limits.expanded_bytes)
        } else {
            return Ok(());
        };
        Err(Fault::limit(span, detail).with_help("write values out instead of repeating aliases of aliases"))
    }

    /// Returns the total size so far.
    fn weight(&self) -> Weight {
        let Weight { nodes, bytes } = self.repeated;
        Weight { nodes: self.tree.nodes.len() + nodes, bytes: self.bytes + bytes }
    }

    fn too_deep(&self, span: Span) -> Box<Fault> {
        let most = self.limits.depth;
        Fault::limit(span, format!("lists and objects are nested more than {most} levels deep"))
    }

    fn scalar(&mut self, shape: Shape, span: Span, text: Text<'_>, anchor: usize) -> Result<(), Box<Fault>> {
        let (a, length, in_extra) = match text {
            Text::Source(text) => (text.start, text.end.saturating_sub(text.start), false),
            Text::Decoded(text) => {
                let start = self.tree.extra.len() as u32;
                self.tree.extra.push_str(text);
                (start, self.tree.extra.len() as u32 - start, true)
            }
        };
        let bytes = length as usize;
        if bytes > self.limits.scalar_bytes {
            return Err(self.too_long(span));
        }
        self.bytes += bytes;
        let id = self.push(Node { start: span.start, end: span.end, a, b: length, shape, in_extra })?;
        if anchor != 0 {
            self.anchors.insert(anchor, Anchor { id, weight: Weight { nodes: 1, bytes }, height: 0 });
        }
        if self.frame.wants_key {
            self.frame.wants_key = false;
            self.frame.keys.add(self.tree.text(self.tree.node(id)).as_bytes());
            return Ok(());
        }
        self.count_value(span)
    }

    /// Adds a key without quotes; Kubernetes turns it into a string.
    fn plain_key(&mut self, span: Span, text: Text<'_>, anchor: usize) -> Result<(), Box<Fault>> {
        let written = match text {
            Text::Decoded(text) => text,
            Text::Source(place) => self.tree.source.get(place.range()).unwrap_or_default(),
        };
        match PlainKey::of(written) {
            PlainKey::AsWritten => self.scalar(Shape::Text, span, text, anchor),
            PlainKey::Merge => {
                self.frame.has_merge = true;
                self.scalar(Shape::Plain, span, text, anchor)
            }
            PlainKey::ReadAs(read_as) => {
                let written = written.to_owned();
                let key = NodeId(self.tree.nodes.len() as u32);
                self.scalar(Shape::Text, span, Text::Decoded(&read_as), anchor)?;
                self.note(TreeWarning::KeyReadAs { key, written });
                Ok(())
            }
            PlainKey::Missing => Err(Fault::unreadable(span, "a key is missing, or null")
                .with_help("write a name before the colon; put `null` and `~` in quotes if they are the name")),
            PlainKey::TooLarge => {
                Err(Fault::unreadable(span, format!("a key must not be a number above {}", i64::MAX))
                    .with_help("put it in quotes if it is the name"))
            }
        }
    }

    fn open(&mut self, kind: Collection, span: Span, anchor: usize) -> Result<(), Box<Fault>> {
        if self.wants_key() {
            return Err(complex_key(span));
        }
        if self.outer_frames.len() >= self.limits.depth {
            return Err(self.too_deep(span));
        }
        let has_anchor = anchor != 0;
        if has_anchor {
            self.anchored.push(Anchored { anchor, weight_before: self.weight() });
        }
        let shape = match kind {
            Collection::List => Shape::List,
            Collection::Object => Shape::Object,
        };
        let id = self.push(Node { start: span.start, end: span.end, a: 0, b: 0, shape, in_extra: false })?;
        let frame = Frame::of(id, Some(kind), has_anchor);
        self.outer_frames.push(std::mem::replace(&mut self.frame, frame));
        Ok(())
    }

    /// Counts a complete value in the surrounding list or object.
    #[inline]
    fn count_value(&mut self, span: Span) -> Result<(), Box<Fault>> {
        let frame = &mut self.frame;
        frame.wants_key = frame.kind == Some(Collection::Object);
        frame.count += 1;
        let most = self.limits.list_items;
        if frame.count as usize > most && frame.kind == Some(Collection::List) {
            return Err(self.too_many_items(span));
        }
        Ok(())
    }

    #[cold]
    fn too_many_items(&self, span: Span) -> Box<Fault> {
        Fault::limit(span, format!("the list has more than {} items", self.limits.list_items))
    }

    /// Checks for duplicate keys, and applies merge keys.
    fn resolve_entries(&mut self, frame: &Frame, after: u32) -> Result<(), Box<Fault>> {
        let mut keys = std::mem::take(&mut self.scratch);
        keys.clear();
        let mut at = frame.id.0 + 1;
        while at < after {
            keys.push((at, at + 1));
            at = self.tree.after(NodeId(at + 1)).0;
        }
        if frame.has_merge || merge::has_repeats(&self.tree, &keys) {
            let resolved_entries = merge::merge_entries(&self.tree, &keys, self.limits.nodes)?;
            for warning in resolved_entries.warnings {
                self.note(warning);
            }
            self.repeated.nodes += resolved_entries.merged * 2;
            let place = self.tree.ranges.len() as u32;
            let start = self.tree.effective.len();
            self.tree.effective.extend(resolved_entries.entries);
            let length = (self.tree.effective.len() - start) as u32;
            self.tree.ranges.push((start as u32, length));
            if let Some(node) = self.tree.nodes.get_mut(frame.id.0 as usize) {
                node.shape = Shape::Merged;
                node.b = place;
                let span = Span::new(node.start, node.end);
                self.check_weight(span)?;
            }
        }
        self.scratch = keys;
        Ok(())
    }
}

fn complex_key(span: Span) -> Box<Fault> {
    Fault::unreadable(span, "a key is a list or an object")
        .with_help("keys are names; put quotes around a name that begins with `[` or `{`")
}
