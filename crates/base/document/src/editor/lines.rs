//! Lines of a text, by byte offset.

/// Returns the start of the line at an offset; the first line starts after a byte order mark.
pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    before(text, offset).rfind('\n').map_or(mark, |newline| newline + 1)
}

/// Returns the end of the line at an offset, including its line break.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |newline| offset + newline + 1)
}

/// Returns the line number of an offset, starting at 1.
pub(crate) fn line_number(text: &str, offset: usize) -> u32 {
    u32::try_from(before(text, offset).matches('\n').count() + 1).unwrap_or(u32::MAX)
}

/// Returns the number of bytes before an offset on its line, not counting a byte order mark.
pub(crate) fn column(text: &str, offset: usize) -> usize {
    offset.saturating_sub(line_start(text, offset))
}

/// Returns the text before an offset.
pub(crate) fn before(text: &str, offset: usize) -> &str {
    text.get(..offset).unwrap_or_default()
}

/// Returns a line without its line break.
pub(crate) fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Returns whether a line consists only of a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    line.trim_start_matches([' ', '\t']).starts_with('#')
}

/// Returns the comment on the line after a value that ends at `offset`.
pub(crate) fn trailing_comment(text: &str, offset: usize) -> Option<&str> {
    let comment = text.get(offset..)?.trim_start_matches([' ', '\t']);
    // Without a preceding blank, parsers reject it or accept it as a comment, too. A line without one may be as long as the text.
    let comment = comment.starts_with('#').then(|| comment.split('\n').next().unwrap_or_default());
    comment.map(str::trim_end)
}
