//! The lines of a text, by byte offsets.

/// Where the line of an offset begins; the first one behind a byte order mark.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    before(text, offset).rfind('\n').map_or(mark, |newline| newline + 1)
}

/// The byte behind the line of an offset, its line break included.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |newline| offset + newline + 1)
}

/// The number of the line of an offset, counted from 1.
pub(crate) fn line_number(text: &str, offset: usize) -> u32 {
    u32::try_from(before(text, offset).matches('\n').count() + 1).unwrap_or(u32::MAX)
}

/// How many bytes stand before an offset on its line; a byte order mark does not count.
pub(crate) fn column(text: &str, offset: usize) -> usize {
    offset.saturating_sub(line_start(text, offset))
}

/// The text before an offset.
pub(crate) fn before(text: &str, offset: usize) -> &str {
    text.get(..offset).unwrap_or_default()
}

/// A line without its line break.
pub(crate) fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Whether a line is nothing but a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    line.trim_start_matches([' ', '\t']).starts_with('#')
}

/// The comment behind a value that ends at `offset`, if one stands on its line.
pub(crate) fn trailing_comment(text: &str, offset: usize) -> Option<&str> {
    let rest = content(text.get(offset..line_end(text, offset))?);
    let comment = rest.trim_start_matches([' ', '\t']);
    // Where no blank stands before it, the readers refuse it or take it for a comment, too.
    comment.starts_with('#').then(|| comment.trim_end())
}
