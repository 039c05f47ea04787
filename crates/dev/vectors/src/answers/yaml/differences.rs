//! Texts that our parser and that of Kubernetes read differently.

/// A kind of text that both parsers read differently.
#[derive(Debug)]
pub struct KnownReading {
    /// The name of the kind.
    pub name: &'static str,
    /// The reason for keeping the difference.
    pub reason: &'static str,
    /// The smallest example.
    pub example: &'static str,
    /// The parsers that accept such a text.
    pub readers: Readers,
    /// A predicate for generated texts of this kind; `None` if only the yaml-test-suite has such texts.
    pub(crate) shows: Option<fn(&str) -> bool>,
    /// The ids of such texts in the yaml-test-suite.
    pub(crate) of_test_suite: &'static [&'static str],
}

/// The parsers that accept a text that both treat differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Only Rootstock: `kubectl apply` fails with it.
    Rootstock,
    /// Only Kubernetes: `check` reports that it cannot be read.
    Kubernetes,
    /// Only one of them, depending on the text.
    OneOfThem,
    /// Both, with different results.
    Both,
}

/// Every kind of text that Kubernetes and we read differently; a text counts for the first matching kind.
pub const KNOWN_READINGS: [KnownReading; 17] = [
    KnownReading {
        name: "yaml-json",
        reason: "a text that is JSON is read as JSON, as `kubectl` reads objects: a colon may be on the next line, and strings may contain any character",
        example: "{\"a\"\n: 1}",
        readers: Readers::Rootstock,
        shows: Some(|text| serde_json::from_str::<serde_json::Value>(text).is_ok()),
        of_test_suite: &["4MUZ-0", "6CA3-0", "Q5MG-0"],
    },
    KnownReading {
        name: "yaml-line-breaks",
        reason: "a CR alone, U+0085, U+2028 and U+2029 are refused: Kubernetes' parser ends lines and comments there, other programs do not, and they are invisible",
        example: "# a\rb: c",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.replace("\r\n", "\n").contains(['\r', '\u{85}', '\u{2028}', '\u{2029}'])),
        of_test_suite: &[],
    },
    KnownReading {
        name: "yaml-byte-order-mark",
        reason: "a byte order mark within a text is refused: it is invisible and never intended",
        example: "a: b\u{feff}c",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.contains('\u{feff}')),
        of_test_suite: &[],
    },
    KnownReading {
        name: "yaml-binary",
        reason: "values with the tag `!!binary` are refused: no field of a profile holds bytes",
        example: "a: !!binary aGk=",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.contains("!!binary")),
        of_test_suite: &[],
    },
    KnownReading {
        name: "yaml-timestamp",
        reason: "values with the tag `!!timestamp` are refused: no field of a profile is read by this tag",
        example: "a: !!timestamp 2026-01-01",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.contains("!!timestamp")),
        of_test_suite: &[],
    },
    KnownReading {
        name: "yaml-escapes",
        reason: "JSON escapes that YAML 1.1 lacks (a slash and surrogate halves) are read, so that all JSON is readable; `\\'` belongs to neither and is refused",
        example: r#"a: "x\/y""#,
        readers: Readers::OneOfThem,
        shows: Some(|text| text.contains("\\/") || text.to_lowercase().contains("\\ud")),
        of_test_suite: &["HRE5-0"],
    },
    KnownReading {
        name: "yaml-first-line",
        reason: "a document that continues with less indentation than it began is refused; Kubernetes' parser drops the rest",
        example: "  a: b\nc: d",
        readers: Readers::Kubernetes,
        shows: Some(|text| {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
            lines.next().is_some_and(|line| line.starts_with(' ')) && lines.any(|line| !line.starts_with(' '))
        }),
        of_test_suite: &[],
    },
    KnownReading {
        name: "yaml-after-the-document",
        reason: "content after a document that belongs to no document is refused; Kubernetes' parser ignores everything after the first document",
        example: "[a]\nb",
        readers: Readers::Kubernetes,
        shows: None,
        of_test_suite: &["4H7K-0", "BS4K-0", "EB22-0", "KS4U-0", "RHX7-0"],
    },
    KnownReading {
        name: "yaml-directives",
        reason: "lines that begin with `%` are refused, as `kubectl` refuses them: they change what tags mean, and no manifest needs them",
        example: "%YAML 1.1\n---\na: b",
        readers: Readers::Kubernetes,
        shows: None,
        of_test_suite: &[
            "5TYM-0", "6CK3-0", "9HCY-0", "C4HZ-0", "CC74-0", "MUS6-0", "MUS6-2", "MUS6-3", "MUS6-4", "P76L-0",
            "QLJ7-0", "U3C3-0", "Z9M4-0",
        ],
    },
    KnownReading {
        name: "yaml-comments",
        reason: "a `#` without a blank before it does not begin a comment in any version of YAML, and is refused where it cannot mean anything else",
        example: "[a, b]#c",
        readers: Readers::Kubernetes,
        shows: None,
        of_test_suite: &["9JBA-0", "CVW2-0", "SU5Z-0", "X4QW-0"],
    },
    KnownReading {
        name: "yaml-properties",
        reason: "a tag or an anchor that no blank follows is refused: Kubernetes' parser ends it elsewhere than YAML 1.2",
        example: "a: &b:c d",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.split(['&', '!']).skip(1).any(has_unusual_end)),
        of_test_suite: &["U99R-0", "Y2GN-0"],
    },
    KnownReading {
        name: "yaml-marks-in-flow",
        reason: "between brackets, a `?`, a dash alone, and a colon without a blank behind it are refused: Kubernetes' parser and YAML 1.2 read another text or another structure",
        example: "[a:]",
        readers: Readers::Kubernetes,
        shows: Some(|text| {
            ["{?", "[?", ", ?", ",?", "[-", "-]", "-,", "-}", ":}", ":]", ":,", ":{", ":["]
                .iter()
                .any(|mark| text.contains(mark))
        }),
        of_test_suite: &["4ABK-0", "652Z-0", "G5U8-0", "HM87-1", "YJV2-0"],
    },
    KnownReading {
        name: "yaml-blanks",
        reason: "a tab on a line before its text is refused, and a quoted string continues with more indentation than its key",
        example: "a: \"b\nc\"",
        readers: Readers::Kubernetes,
        shows: Some(|text| text.contains('\t') || continues_at_margin(text)),
        of_test_suite: &["DK95-5", "QB6E-0", "Y79Y-3"],
    },
    KnownReading {
        name: "yaml-blocks-at-the-margin",
        reason: "a block string that begins at the margin is refused; Kubernetes' parser drops its text",
        example: "--- >\na",
        readers: Readers::Kubernetes,
        shows: None,
        of_test_suite: &["DK3J-0", "FP8R-0"],
    },
    KnownReading {
        name: "yaml-blocks-of-blanks",
        reason: "blank lines of a block that are indented more than the text after them are refused, as YAML requires",
        example: "a: >\n   \n # c",
        readers: Readers::Kubernetes,
        shows: None,
        of_test_suite: &["S98Z-0"],
    },
    KnownReading {
        name: "yaml-end-alone",
        reason: "a `...` with nothing before it ends an empty document",
        example: "...\n",
        readers: Readers::Rootstock,
        shows: None,
        of_test_suite: &["HWV9-0", "QT73-0"],
    },
    KnownReading {
        name: "yaml-keys",
        reason: "a boolean or number as a key is the same as its string, and duplicates it; Kubernetes' parser keeps one of the two",
        example: "yes: a\n\"true\": b",
        readers: Readers::Both,
        shows: Some(|text| ["yes:", "{1:"].iter().any(|key| text.contains(key))),
        of_test_suite: &[],
    },
];

impl KnownReading {
    /// Whether a text that was generated from the fixtures is of this kind.
    pub(crate) fn is_shown_by(&self, text: &str) -> bool {
        self.shows.is_some_and(|shows| shows(text))
    }

    /// Whether only the yaml-test-suite has such texts.
    pub(crate) const fn is_only_in_test_suite(&self) -> bool {
        self.shows.is_none()
    }
}

/// Returns the kind of a text in the yaml-test-suite, by its id.
pub(crate) fn of_test_suite(id: &str) -> Option<&'static KnownReading> {
    KNOWN_READINGS.iter().find(|known| known.of_test_suite.contains(&id))
}

fn has_unusual_end(rest: &str) -> bool {
    let word = rest.split([' ', '\n', '\r', '\t']).next().unwrap_or_default();
    !word.trim_start_matches('!').chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-'))
}

fn continues_at_margin(text: &str) -> bool {
    // A line with a single quote character, followed by a line with another.
    let quotes = |line: &str| line.matches(['"', '\'']).count();
    text.lines().zip(text.lines().skip(1)).any(|(line, next)| quotes(line) == 1 && quotes(next) == 1)
}
