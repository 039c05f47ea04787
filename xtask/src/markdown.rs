//! Code examples in documents, which are tested as printed.

use crate::failure::Failure;
use crate::repository;

/// Returns the first code block of a language in a document that contains a word.
pub(crate) fn block(document: &str, language: &str, word: &str) -> Result<String, Failure> {
    let text = repository::read(document)?;
    let opening = format!("```{language}\n");
    let blocks = text.split(&*opening).skip(1).filter_map(|rest| rest.split_once("```"));
    let found = blocks.map(|(block, _)| block).find(|block| block.contains(word));
    found
        .map(str::to_owned)
        .ok_or_else(|| Failure::Message(format!("{document} has no block of {language} with `{word}`")))
}
