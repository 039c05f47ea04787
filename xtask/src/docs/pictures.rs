//! Pictures of our command's output, for the README and the pages.

use anstyle_svg::Term;

use super::Page;
use super::printed::{printed, styled};

/// The number of columns of the terminal.
const COLUMNS: usize = 110;

/// A picture and its command, which prints a picture itself or text to draw like a terminal.
const PICTURES: [(&str, &str); 3] = [
    ("docs/pictures/finding.svg", "check fixtures/readme/orchard.yaml"),
    (
        "docs/pictures/matrix.svg",
        "matrix fixtures/profiles/greenhouse.yaml --region south --format svg --at 2026-06-01",
    ),
    ("docs/pictures/versions.svg", "versions fixtures/profiles/orchard.yaml --format svg --at 2026-06-01"),
];

/// Returns the current pictures. Commands name files relative to the root of the repository, which is the working directory.
pub(super) fn pages() -> Vec<Page> {
    let page = |(path, command): (&str, &str)| {
        let is_picture = command.contains("--format svg");
        let text = if is_picture { printed(command) } else { Term::new().render_svg(&folded(&styled(command))) };
        Page { path: path.to_owned(), text }
    };
    PICTURES.map(page).into()
}

/// Wraps long lines; escape sequences have no width.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len() + 64);
    for line in text.lines() {
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = anstream::adapter::strip_str(word).to_string().len();
            if column + width > COLUMNS {
                folded.push('\n');
                column = 0;
            }
            folded.push_str(word);
            column += width;
        }
        folded.push('\n');
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_have_no_width() {
        let word = format!("\u{1b}[1m{}\u{1b}[0m", "a".repeat(COLUMNS / 2 - 1));
        assert_eq!(folded(&format!("{word} {word} b\nc\n")), format!("{word} {word} \nb\nc\n"));
    }
}
