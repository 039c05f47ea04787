//! The function `check`.

use rootstock_queries::{CheckAsked, CheckQuery};

use crate::answer::answer;
use crate::failure::Failure;
use crate::held::Held;
use crate::request::Request;

/// What is wrong with the documents.
pub(crate) fn check(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
    let analysis = request.analysis_to_check(held)?;
    answer(&request.question::<CheckQuery>()?, CheckAsked { analysis: &analysis, asked: request.asked()? })
}
