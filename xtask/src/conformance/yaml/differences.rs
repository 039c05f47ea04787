//! Texts of which our reader and Kubernetes' make something else.

/// A kind of text that the two read differently.
#[derive(Debug)]
pub(in super::super) struct KnownReading {
    pub(in super::super) name: &'static str,
    pub(in super::super) reason: &'static str,
    /// Whether a text is of this kind.
    pub(super) shows: fn(&str) -> bool,
}

/// Every kind; a text counts for the first that it is of.
pub(in super::super) const KNOWN: [KnownReading; 10] = [
    KnownReading {
        name: "yaml-line-breaks",
        reason: "U+0085, U+2028 and U+2029 are characters like any other for YAML 1.2; Kubernetes' reader follows 1.1 and breaks lines",
        shows: |text| text.contains(['\u{85}', '\u{2028}', '\u{2029}']),
    },
    KnownReading {
        name: "yaml-byte-order-mark",
        reason: "a byte order mark within a text is refused: nobody sees it, and no value is meant to have it",
        shows: |text| text.contains('\u{feff}'),
    },
    KnownReading {
        name: "yaml-binary",
        reason: "values with the tag `!!binary` are refused",
        shows: |text| text.contains("!!binary"),
    },
    KnownReading {
        name: "yaml-timestamp",
        reason: "the tag `!!timestamp` is taken for a string's, whatever the string",
        shows: |text| text.contains("!!timestamp"),
    },
    KnownReading {
        name: "yaml-escapes",
        reason: "the escapes of JSON that YAML 1.1 lacks, a slash and halves of characters, are read",
        shows: |text| text.contains("\\/") || text.to_lowercase().contains("\\ud"),
    },
    KnownReading {
        name: "yaml-names-of-anchors",
        reason: "anchors may have any characters in their names, as in YAML 1.2",
        shows: |text| text.split(['&', '*']).skip(1).any(has_unusual_name),
    },
    KnownReading {
        name: "yaml-first-line",
        reason: "a document that goes on less indented than it began is refused; Kubernetes' reader drops what follows",
        shows: |text| {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
            lines.next().is_some_and(|line| line.starts_with(' ')) && lines.any(|line| !line.starts_with(' '))
        },
    },
    KnownReading {
        name: "yaml-marks-in-flow",
        reason: "between brackets a value may begin with `?` or `:`, and a colon may stand on the next line",
        shows: |text| [": ?", ": :", ":}", "\n    : "].iter().any(|mark| text.contains(mark)),
    },
    KnownReading {
        name: "yaml-blanks",
        reason: "a line of a tab is empty, a tab may follow a dash; a text in quotes goes on more indented than its key",
        shows: |text| ["\n\t\n", "-\t", "- \t"].iter().any(|mark| text.contains(mark)) || goes_on_at_the_margin(text),
    },
    KnownReading {
        name: "yaml-keys",
        reason: "a key that is a boolean or number is the same as the string of it, and repeats it; infinity is a key as Go prints it",
        shows: |text| ["yes:", ".inf:", "{1:"].iter().any(|key| text.contains(key)),
    },
];

fn has_unusual_name(rest: &str) -> bool {
    let name = rest.split([' ', '\n', '\r', ',', ']', '}']).next().unwrap_or_default();
    !name.is_empty() && !name.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-'))
}

fn goes_on_at_the_margin(text: &str) -> bool {
    // A quote that is alone on its line, and its counterpart on the next.
    let quotes = |line: &str| line.matches(['"', '\'']).count();
    text.lines().zip(text.lines().skip(1)).any(|(line, next)| quotes(line) == 1 && quotes(next) == 1)
}
