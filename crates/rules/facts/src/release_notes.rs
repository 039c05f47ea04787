//! The lists of images in the Markdown text of release notes.

/// Returns the lists in the blocks of the release notes as one list; `None` for a text without such blocks.
pub(crate) fn lists(text: &str) -> Option<String> {
    let mut all = String::new();
    // The first line of a part is the rest of that with the backticks.
    for part in text.split("\n```").skip(1) {
        let (_, list) = part.split_once('\n').unwrap_or_default();
        if list.starts_with("- flavor:") {
            all.push_str(list);
            all.push('\n');
        }
    }
    (!all.is_empty()).then_some(all)
}
