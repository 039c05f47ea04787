//! Every question, where it is asked, and by what.

use std::sync::LazyLock;

use hyper::Method;
use rootstock_queries::{
    ImagesQuery, MachineTypesQuery, MatrixQuery, PlanExplainQuery, PlanQuery, ProviderQuery, ProvidersQuery, Query,
    QuerySchemas, QuirksQuery, RenderQuery, RuleQuery, RulesQuery, SelectQuery, UsageQuery, VersionsQuery,
    query_schemas,
};

use super::asking::{self, Asking};
use super::documents;
use crate::http::Problem;
use crate::parameters::Parameter;

/// How an answer is made, as the bytes of its JSON.
type Ask = fn(&Asking<'_>) -> Result<Vec<u8>, Problem>;

/// A question, and where it is asked.
pub(crate) struct Route {
    /// Below `/api/v1/`: the name in the form of its answer.
    pub(crate) name: &'static str,
    /// What it is asked about.
    pub(crate) about: About,
    /// What may be given beside the question and the settings.
    pub(crate) parameters: &'static [Parameter],
    pub(crate) ask: Ask,
    pub(crate) schemas: QuerySchemas,
}

/// What a question is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Rootstock itself: nothing but the program decides the answer.
    Rootstock,
    /// A profile.
    Profile,
    /// Shoots.
    Shoots,
    /// Manifests in the body of the request.
    Manifests,
}

impl Route {
    pub(crate) fn method(&self) -> Method {
        if self.about == About::Manifests { Method::POST } else { Method::GET }
    }

    /// Everything that may be given beside the question.
    pub(crate) fn all_parameters(&self) -> Vec<Parameter> {
        let settings = if self.about == About::Rootstock { &[][..] } else { &Parameter::SETTINGS };
        self.parameters.iter().chain(settings).copied().collect()
    }
}

/// All questions, sorted by name.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    use About::{Manifests, Profile, Rootstock, Shoots};
    const OF_PROFILE: &[Parameter] = &[Parameter::Profile];
    const OF_SHOOTS: &[Parameter] = &[Parameter::Namespace];
    let entries: Vec<(&str, About, &[Parameter], Ask)> = vec![
        ("canonicalize", Manifests, &[], documents::canonicalize),
        ("check", Manifests, &[Parameter::Operation], documents::check),
        ("default", Manifests, &[], documents::default),
        ("diff", Manifests, OF_PROFILE, documents::diff),
        entry::<RuleQuery>(Rootstock, &[], asking::registry::<RuleQuery>),
        entry::<ImagesQuery>(Profile, OF_PROFILE, asking::profile::<ImagesQuery>),
        entry::<MachineTypesQuery>(Profile, OF_PROFILE, asking::profile::<MachineTypesQuery>),
        entry::<MatrixQuery>(Profile, OF_PROFILE, asking::profile::<MatrixQuery>),
        ("migrate", Manifests, &[], documents::migrate),
        ("missing", Manifests, &[], documents::missing),
        entry::<PlanQuery>(Shoots, OF_SHOOTS, asking::planned::<PlanQuery>),
        entry::<PlanExplainQuery>(Shoots, &[], asking::planned::<PlanExplainQuery>),
        entry::<ProviderQuery>(Rootstock, &[], asking::registry::<ProviderQuery>),
        entry::<ProvidersQuery>(Rootstock, &[], asking::registry::<ProvidersQuery>),
        entry::<QuirksQuery>(Rootstock, &[], asking::quirks),
        entry::<RenderQuery>(Profile, OF_PROFILE, asking::profile::<RenderQuery>),
        ("resolve", Profile, &[Parameter::Profile, Parameter::Shoot], asking::resolve),
        ("rolls", Manifests, &[], documents::rolls),
        entry::<RulesQuery>(Rootstock, &[], asking::registry::<RulesQuery>),
        entry::<SelectQuery>(Profile, OF_PROFILE, asking::profile::<SelectQuery>),
        ("upkeep", Manifests, &[], documents::upkeep),
        ("upkeep-propose", Manifests, &[], documents::propose),
        entry::<UsageQuery>(Shoots, OF_SHOOTS, asking::usage),
        entry::<VersionsQuery>(Profile, OF_PROFILE, asking::profile::<VersionsQuery>),
    ];
    let mut schemas = query_schemas();
    let routes = entries.into_iter().filter_map(|(name, about, parameters, ask)| {
        let place = schemas.iter().position(|one| name_of(one.form) == name)?;
        Some(Route { name, about, parameters, ask, schemas: schemas.swap_remove(place) })
    });
    routes.collect()
});

fn entry<Q: Query>(
    about: About,
    parameters: &'static [Parameter],
    ask: Ask,
) -> (&'static str, About, &'static [Parameter], Ask) {
    (name_of(Q::FORM), about, parameters, ask)
}

/// `rootstock.NAME/vN`
fn name_of(form: &'static str) -> &'static str {
    form.strip_prefix("rootstock.").and_then(|it| it.split_once('/')).map_or(form, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_asked_somewhere() {
        let names: Vec<&str> = ROUTES.iter().map(|route| route.name).collect();
        let all: Vec<&str> = query_schemas().iter().map(|schemas| name_of(schemas.form)).collect();
        assert_eq!(names, all);
    }
}
