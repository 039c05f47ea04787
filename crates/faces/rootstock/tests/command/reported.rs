//! Reported problems, input by input: the output at that time, and the expected one.
//!
//! Each input is as reported. The old output must not occur again; for a missed error, that column is empty.

mod first_use;
mod manifests;

use std::path::PathBuf;

use crate::{AT, Answer, run_with_input};

/// Runs the program on inputs of a folder of `fixtures/reported`; a word with `/` is a path below `fixtures`, and one that ends
/// in `.yaml` a file of the folder.
fn run(folder: &str, words: &str) -> Answer {
    let fixtures = PathBuf::from("..");
    let path = |word: &str| match word {
        _ if !word.ends_with(".yaml") => word.to_owned(),
        _ if word.contains('/') => fixtures.join(word).display().to_string(),
        _ => fixtures.join("reported").join(folder).join(word).display().to_string(),
    };
    let mut arguments: Vec<String> = words.split_whitespace().map(path).collect();
    if arguments.first().is_none_or(|command| command != "migrate") && !arguments.iter().any(|one| one == "--help") {
        arguments.extend(["--at".to_owned(), AT.to_owned()]);
    }
    run_with_input(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// Asserts that the old output does not occur, and the expected one does.
#[track_caller]
fn assert_resolved(folder: &str, words: &str, status: i32, old_output: &str, expected: &str) {
    let answer = run(folder, words);
    let shown = answer.to_string();
    // Only the content of table cells matters, not their width.
    let text = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        old_output.is_empty() || !text.contains(old_output),
        "`rootstock {words}` says again: {old_output}\n{shown}"
    );
    assert!(text.contains(expected), "`rootstock {words}` does not say: {expected}\n{shown}");
    assert_eq!(answer.status, status, "`rootstock {words}`\n{shown}");
}
