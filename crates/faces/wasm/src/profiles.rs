//! What is asked about a profile.

use rootstock_analysis::Role;
use rootstock_queries::{ProfileAsked, Query, ResolveAsked, ResolveQuery};

use crate::answer::answer;
use crate::documents;
use crate::failure::Failure;
use crate::held::Held;
use crate::request::Request;

/// A question about a profile.
pub(crate) fn profile<Q>(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure>
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
    Failure: From<Q::Error>,
{
    let analysis = request.analysis(held)?;
    let profile = documents::profile(&analysis, request.profile.as_deref())?;
    answer(&request.question::<Q>()?, ProfileAsked { profile: &profile, asked: request.asked()? })
}

/// What there is in each region, or in the one that is asked about; with Shoots among the documents, what these get.
pub(crate) fn resolve(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
    let analysis = request.analysis(held)?;
    let profile = documents::profile(&analysis, request.profile.as_deref())?;
    let shoots = documents::shoots(&analysis, Role::Checked)?;
    let over = ResolveAsked {
        profile: ProfileAsked { profile: &profile, asked: request.asked()? },
        shoots: (!shoots.is_empty()).then_some(&shoots),
        registry: &held.registry,
    };
    answer(&request.question::<ResolveQuery>()?, over)
}
