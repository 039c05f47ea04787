//! Comments of fields that another field replaces: they move to what is left of the fields.

use crate::editor::extent::{begins_line, content_end, is_flow, leading_comments, own_fields};
use crate::editor::lines::{line_start, trailing_comment};
use crate::{Field, Fragment, Item, NodeKind, NodeRef};

/// The comments of a field that is replaced, or of a field or item in it.
struct Comments<'t> {
    /// The keys from the replaced field on.
    path: Vec<String>,
    above: Vec<&'t str>,
    behind: Option<&'t str>,
}

/// Moves the comments of the replaced fields into the new one: to the field or item of the same name, or else to the new field
/// itself. The comments above the first replaced field stay where they are.
pub(super) fn carry_over(replaced: &[NodeRef<'_>], text: &str, new: &mut Field<'_>) {
    let mut found = Vec::new();
    for (place, field) in replaced.iter().enumerate() {
        collect(*field, text, &mut Vec::new(), place == 0, &mut found);
    }
    // The longest path has the clearest counterpart.
    let mut by_length: Vec<usize> = (0..found.len()).collect();
    by_length.sort_by_key(|place| std::cmp::Reverse(found.get(*place).map_or(0, |one| one.path.len())));
    let mut left: Vec<usize> = by_length.into_iter().filter(|place| !attach(found.get(*place), new)).collect();
    left.sort_unstable();
    let mut lines: Vec<String> = Vec::new();
    for comments in left.into_iter().filter_map(|place| found.get(place)) {
        lines.extend(comments.above.iter().map(|comment| (*comment).to_owned()));
        match comments.behind {
            Some(behind) if comments.path.len() == 1 && new.behind.is_none() => new.behind = Some(behind.to_owned()),
            behind => lines.extend(behind.map(str::to_owned)),
        }
    }
    above_content(new).splice(0..0, lines);
}

/// Returns the lines above the first item or field of a new field, or else above the field itself. A field on the line of a dash has
/// no line above it.
fn above_content<'f>(new: &'f mut Field<'_>) -> &'f mut Vec<String> {
    match &mut new.value {
        Fragment::List(items) if matches!(items.first(), Some(Item::New { .. })) => match items.first_mut() {
            Some(Item::New { above, .. }) => above,
            _ => &mut new.above,
        },
        Fragment::Object(fields) if !fields.is_empty() => match fields.first_mut() {
            Some(first) => &mut first.above,
            None => &mut new.above,
        },
        _ => &mut new.above,
    }
}

/// Collects the comments of a field and everything in it.
fn collect<'t>(
    field: NodeRef<'_>,
    text: &'t str,
    path: &mut Vec<String>,
    is_first: bool,
    found: &mut Vec<Comments<'t>>,
) {
    let (Some(key), Some(key_span)) = (field.key(), field.key_span()) else { return };
    let (start, key_end) = (key_span.start as usize, key_span.end as usize);
    path.push(key.to_owned());
    let is_block = field.kind() != NodeKind::Scalar && !field.is_empty() && !is_flow(field, text);
    let colon = || text.get(key_end..)?.find(':').map(|colon| key_end + colon + 1);
    let end = if is_block { colon() } else { Some(content_end(field, text)) };
    let behind = end.and_then(|end| trailing_comment(text, end));
    let above = if is_first { Vec::new() } else { comments_above(text, start) };
    found.push(Comments { path: path.clone(), above, behind });
    if is_block {
        collect_inside(field, text, path, found);
    }
    path.pop();
}

fn collect_inside<'t>(node: NodeRef<'_>, text: &'t str, path: &mut Vec<String>, found: &mut Vec<Comments<'t>>) {
    match node.kind() {
        NodeKind::Object => own_fields(node).into_iter().for_each(|field| collect(field, text, path, false, found)),
        NodeKind::List => {
            for item in node.items() {
                if item.kind() == NodeKind::Object && !is_flow(item, text) {
                    collect_inside(item, text, path, found);
                    continue;
                }
                let above = comments_above(text, item.span().start as usize);
                let behind = trailing_comment(text, content_end(item, text));
                let path = path.iter().cloned().chain([item.as_str().unwrap_or_default().to_owned()]).collect();
                found.push(Comments { path, above, behind });
            }
        }
        NodeKind::Scalar => {}
    }
}

/// Returns the comment lines directly above an offset at which a key or a list item with only a dash before it begins.
fn comments_above(text: &str, offset: usize) -> Vec<&str> {
    let line = line_start(text, offset);
    let is_after_dash = text.get(line..offset).is_some_and(|before| before.trim_start_matches(' ') == "- ");
    let start = if is_after_dash { offset - "- ".len() } else { offset };
    if !begins_line(text, start) {
        return Vec::new();
    }
    let lines = text.get(leading_comments(text, start)..line).unwrap_or_default().lines();
    lines.map(str::trim).filter(|line| line.starts_with('#')).collect()
}

/// Attaches comments to the field or item whose path ends most like theirs; `false` if there is none that is free.
fn attach(comments: Option<&Comments<'_>>, new: &mut Field<'_>) -> bool {
    let Some(comments) = comments.filter(|one| !one.above.is_empty() || one.behind.is_some()) else { return true };
    let mut best: Option<(usize, usize)> = None;
    let mut place = 0;
    each_target(&mut new.value, &mut Vec::new(), &mut |path, target| {
        let common = comments.path.iter().rev().zip(path.iter().rev()).take_while(|(one, other)| one == other).count();
        if common > best.map_or(0, |(most, _)| most) && target.is_free() {
            best = Some((common, place));
        }
        place += 1;
    });
    let Some((_, best)) = best else { return false };
    place = 0;
    each_target(&mut new.value, &mut Vec::new(), &mut |_, target| {
        if place == best {
            target.set(comments);
        }
        place += 1;
    });
    true
}

/// A place of the new value that can have comments.
enum Target<'f, 'a> {
    Field(&'f mut Field<'a>),
    /// A named item: its value and the lines above it.
    Item(&'f mut Fragment<'a>, &'f mut Vec<String>),
}

impl Target<'_, '_> {
    fn is_free(&self) -> bool {
        match self {
            Self::Field(field) => field.above.is_empty() && field.behind.is_none(),
            Self::Item(value, above) => {
                above.is_empty() && last_field(value).is_some_and(|field| field.behind.is_none())
            }
        }
    }

    fn set(self, comments: &Comments<'_>) {
        let above = comments.above.iter().map(|comment| (*comment).to_owned());
        let behind = comments.behind.map(str::to_owned);
        match self {
            Self::Field(field) => {
                field.above.extend(above);
                field.behind = behind;
            }
            Self::Item(value, lines) => {
                lines.extend(above);
                if let Fragment::Object(fields) = value
                    && let Some(last) = fields.last_mut()
                {
                    last.behind = behind;
                }
            }
        }
    }
}

fn last_field<'f, 'a>(value: &'f Fragment<'a>) -> Option<&'f Field<'a>> {
    match value {
        Fragment::Object(fields) => fields.last(),
        _ => None,
    }
}

/// Visits the fields and named items in a value, with their keys and names.
fn each_target<'a>(value: &mut Fragment<'a>, path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], Target<'_, 'a>)) {
    match value {
        Fragment::Object(fields) => {
            for field in fields {
                path.push(field.key.clone());
                visit(path, Target::Field(field));
                each_target(&mut field.value, path, visit);
                path.pop();
            }
        }
        Fragment::List(items) => {
            for item in items {
                let Item::New { value, above } = item else { continue };
                if let Some(name) = name_of(value) {
                    path.push(name);
                    visit(path, Target::Item(value, above));
                    path.pop();
                }
                each_target(value, path, visit);
            }
        }
        _ => {}
    }
}

/// Returns the text of an object's first field, if the object was written as a field of this name.
fn name_of(value: &Fragment<'_>) -> Option<String> {
    match value {
        Fragment::Object(fields) => match fields.as_slice() {
            [Field { value: Fragment::Text(name), .. }, _] => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}
