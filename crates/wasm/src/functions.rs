//! What can be asked, by name.

use rootstock_analysis::Role;
use rootstock_core_model::{and_did_you_mean, nearest};
use rootstock_queries::{
    ImagesQuery, MachineTypesQuery, MatrixQuery, ProfileAsked, Query, ResolveAsked, ResolveQuery, SelectQuery,
    VersionsQuery,
};

use crate::documents;
use crate::failure::Failure;
use crate::held::Held;
use crate::request::Request;

/// How an answer is made, as the bytes of its JSON.
type Function = fn(&Request<'_>, &Held) -> Result<Vec<u8>, Failure>;

/// The functions, each by the name in the form of its answer.
const FUNCTIONS: &[(&str, Function)] = &[
    #[cfg(feature = "check")]
    ("check", check),
    #[cfg(feature = "shoots")]
    ("default", crate::shoots::default),
    ("images", profile::<ImagesQuery>),
    ("machine-types", profile::<MachineTypesQuery>),
    ("matrix", profile::<MatrixQuery>),
    #[cfg(feature = "shoots")]
    ("plan", crate::shoots::plan),
    ("resolve", resolve),
    ("select", profile::<SelectQuery>),
    ("versions", profile::<VersionsQuery>),
];

/// What the module of the queries does without.
const IN_THE_WHOLE_MODULE: &[&str] = &["check", "default", "plan"];

/// The function of that name.
pub(crate) fn function(name: &str) -> Result<Function, Failure> {
    let found = FUNCTIONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, function)| *function).ok_or_else(|| {
        if IN_THE_WHOLE_MODULE.contains(&name) {
            return Failure::request(format!("this is the module of the queries alone; `{name}` is in the whole one"));
        }
        let names: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).chain(["hold", "release"]).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => and_did_you_mean(near),
            None => format!("; there are {}", names.join(", ")),
        };
        Failure::request(format!("there is no function `{name}`{hint}"))
    })
}

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

/// A question about a profile.
fn profile<Q>(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure>
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
    Failure: From<Q::Error>,
{
    let analysis = request.analysis(held)?;
    let profile = documents::profile(&analysis, request.profile.as_deref())?;
    answer(&request.question::<Q>()?, ProfileAsked { profile: &profile, asked: request.asked()? })
}

#[cfg(feature = "check")]
fn check(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
    use rootstock_queries::{CheckAsked, CheckQuery};
    let analysis = request.analysis_to_check(held)?;
    answer(&request.question::<CheckQuery>()?, CheckAsked { analysis: &analysis, asked: request.asked()? })
}

/// What there is in each region, or in the one that is asked about; with Shoots among the documents, what these get.
fn resolve(request: &Request<'_>, held: &Held) -> Result<Vec<u8>, Failure> {
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
