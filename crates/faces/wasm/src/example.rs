//! Example requests, for tests that compare a module with the command line.

use rootstock_analysis::Role;
use rootstock_queries::Example;
use serde_json::{Value, json};

/// Creates a request from the example of a question, by name, with an instant and semantics. `read` reads a file.
///
/// # Errors
///
/// Returns the error of `read`, or an error if the example's question is not valid JSON.
pub fn example_request<E: From<serde_json::Error>>(
    name: &str,
    example: &Example,
    [at, semantics]: [&str; 2],
    read: impl Fn(&str) -> Result<String, E>,
) -> Result<String, E> {
    let document = |(role, path): &(Role, &str)| {
        let role = match role {
            Role::Checked => "checked",
            Role::Known => "known",
            Role::Old => "old",
        };
        Ok(json!({ "name": path, "role": role, "text": read(path)? }))
    };
    let documents = example.files.iter().map(document).collect::<Result<Value, E>>()?;
    let question: Value = serde_json::from_str(example.question)?;
    let request = json!({
        "function": name, "question": question, "documents": documents, "at": at, "semantics": semantics,
    });
    Ok(request.to_string())
}
