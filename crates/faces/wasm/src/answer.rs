//! An answer as the bytes of its JSON.

use rootstock_queries::Query;

use crate::failure::Failure;

/// Asks, and writes the answer as the command does.
pub(crate) fn answer<Q: Query>(query: &Q, over: Q::Over<'_>) -> Result<Vec<u8>, Failure>
where
    Failure: From<Q::Error>,
{
    let answer = query.ask(over)?;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = Q::write(&answer, env!("CARGO_PKG_VERSION"), &mut text);
    Ok(text)
}
