//! The example of a question as a request, for those who hold a module against the program.

use rootstock_analysis::Role;
use rootstock_queries::Example;
use serde_json::{Value, json};

/// The request that asks the example of a question, by the question's name, at an instant and in one semantics. `read` reads a file.
///
/// # Errors
///
/// The error of `read`, or that the example's question is not JSON.
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
