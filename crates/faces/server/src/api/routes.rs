//! The routing table of questions.

use std::sync::LazyLock;

use hyper::Method;
use rootstock_queries::{Query, QuerySchemas, QuerySubject, QueryVisitor, visit_queries};

use super::context::QuestionContext;
use super::face::answer;
use crate::http::Problem;
use crate::parameters::Parameter;

/// A function that answers a question with serialized JSON.
type Ask = fn(&QuestionContext<'_>) -> Result<Vec<u8>, Problem>;

/// The route of a question.
pub(crate) struct Route {
    pub(crate) ask: Ask,
    pub(crate) schemas: QuerySchemas,
    /// Whether the answer is that of the release of Gardener that Shoots name, unless one is set.
    pub(crate) follows_shoots: bool,
}

impl Route {
    /// Returns the last segment of the path, after `/api/v1/`.
    pub(crate) const fn name(&self) -> &'static str {
        self.schemas.name
    }

    pub(crate) const fn about(&self) -> QuerySubject {
        self.schemas.about
    }

    /// Returns whether the answer holds the rendered profiles of all Shoots, or all NamespacedCloudProfiles of a profile, in memory.
    pub(crate) fn renders_many(&self) -> bool {
        matches!(self.about(), QuerySubject::Shoots | QuerySubject::Change) || self.name().starts_with("upkeep")
    }

    pub(crate) const fn method(&self) -> Method {
        if self.about().has_manifests() { Method::POST } else { Method::GET }
    }

    /// Returns the parameters that the route takes in addition to the question's fields.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        let own: &[Parameter] = match self.about() {
            QuerySubject::Rootstock => return Vec::new(),
            QuerySubject::Profile => &[Parameter::Profile],
            QuerySubject::Change => &[Parameter::Profile, Parameter::Namespace],
            QuerySubject::ProfileOrShoots => &[Parameter::Profile, Parameter::Shoot],
            // Some questions have a namespace field.
            QuerySubject::Shoots if self.schemas.question.pointer("/properties/namespace").is_some() => &[],
            QuerySubject::Shoots | QuerySubject::Manifests => &[Parameter::Namespace],
            QuerySubject::Operation => &[Parameter::Operation, Parameter::Namespace],
        };
        own.iter().chain(&Parameter::SETTINGS).copied().collect()
    }
}

/// The routes of all questions, sorted by name.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    struct Routes(Vec<Route>);
    impl QueryVisitor for Routes {
        fn question<Q: Query>(&mut self) {
            self.0.push(Route {
                ask: answer::<Q>,
                schemas: QuerySchemas::of::<Q>(),
                follows_shoots: Q::FOLLOWS_SHOOTS,
            });
        }
    }
    let mut routes = Routes(Vec::new());
    visit_queries(&mut routes);
    routes.0
});

/// Looks up a route by its name.
pub(crate) fn route(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name() == name)
}
