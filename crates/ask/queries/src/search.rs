//! Search for a text that the user has seen: a message with actual values in it, a part of one, or a few words.

/// The percentage of the words of a message that must be found; the others are values.
const MIN_FOUND_PERCENT: usize = 75;

/// The words to search for.
pub(crate) struct SearchTerms {
    words: Vec<String>,
}

impl SearchTerms {
    pub(crate) fn new(text: &str) -> Self {
        Self { words: words(text) }
    }

    /// Returns the best matches: all texts that contain the exact phrase, or else those with the largest number of its words.
    pub(crate) fn best_matches<T>(&self, all: impl Iterator<Item = T>, text: impl Fn(&T) -> String) -> Vec<T> {
        let scored = all.map(|one| (self.score(&words(&text(&one))), one)).filter(|(score, _)| *score > 0);
        let scored: Vec<(usize, T)> = scored.collect();
        let best_matches = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
        scored.into_iter().filter(|(score, _)| *score == best_matches).map(|(_, one)| one).collect()
    }

    /// Returns 101 for an exact phrase, else the percentage of the words that occur; 0 below [`MIN_FOUND_PERCENT`].
    fn score(&self, text_words: &[String]) -> usize {
        if self.words.is_empty() {
            return 0;
        }
        if text_words.windows(self.words.len()).any(|window| window == self.words) {
            return 101;
        }
        let found = self.words.iter().filter(|word| text_words.contains(word)).count();
        let score = 100 * found / self.words.len();
        if score >= MIN_FOUND_PERCENT { score } else { 0 }
    }
}

/// Splits a text into lowercase words, ignoring punctuation.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 3] = [
        "architecture field values set (...) conflict with the capability architectures (...)",
        "The `updateStrategy` of a machine image",
        "something else",
    ];

    #[test]
    fn parts_of_messages_and_words_are_found() {
        let cases: [(&str, &[usize]); 5] = [
            ("conflict with the capability", &[0]),
            ("architecture field values set (amd64) conflict with the capability architectures (arm64)", &[0]),
            ("updatestrategy", &[1]),
            ("", &[]),
            ("the weather is fine", &[]),
        ];
        for (text, expected) in cases {
            let found = SearchTerms::new(text)
                .best_matches(0..TEXTS.len(), |place| TEXTS.get(*place).copied().unwrap_or_default().into());
            assert_eq!(found, expected, "{text}");
        }
    }
}
