//! The extension's restrictions on names of OpenStack resources.

/// The maximum number of characters of a name.
const MAX_LENGTH: usize = 255;

/// A problem of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Problem {
    /// An empty name.
    #[error("must not be empty")]
    Empty,
    /// Brackets, braces or a line break.
    #[error("must not contain brackets, braces or line breaks")]
    Characters,
    /// Too many characters.
    #[error("must have at most {MAX_LENGTH} characters, but has {0}")]
    TooLong(usize),
}

/// Returns all problems of a name.
pub(crate) fn problems(name: &str) -> impl Iterator<Item = Problem> {
    let empty = name.is_empty().then_some(Problem::Empty);
    let characters = name.contains(['{', '}', '[', ']', '\n']).then_some(Problem::Characters);
    let length = name.chars().count();
    let too_long = (length > MAX_LENGTH).then_some(Problem::TooLong(length));
    [empty, characters, too_long].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain("fp-1", &[])]
    #[case::unusual("/.*ä & co*/", &[])]
    #[case::carriage_return("a\rb", &[])]
    #[case::empty("", &[Problem::Empty])]
    #[case::brackets("x[1]", &[Problem::Characters])]
    #[case::braces("{}", &[Problem::Characters])]
    #[case::line_break("a\n", &[Problem::Characters])]
    #[case::longest(&"ä".repeat(255), &[])]
    #[case::too_long(&"ä".repeat(256), &[Problem::TooLong(256)])]
    #[case::both(&"[".repeat(256), &[Problem::Characters, Problem::TooLong(256)])]
    fn names(#[case] name: &str, #[case] expected: &[Problem]) {
        assert_eq!(problems(name).collect::<Vec<_>>(), expected);
    }
}
