//! The table of questions as routes.

use std::sync::LazyLock;

use hyper::Method;
use rootstock_queries::{About, EachQuestion, Query, QuerySchemas, each_question};

use super::asking::Asking;
use super::face::answer;
use crate::http::Problem;
use crate::parameters::Parameter;

/// How an answer is made, as the bytes of its JSON.
type Ask = fn(&Asking<'_>) -> Result<Vec<u8>, Problem>;

/// A question, and how it is asked over HTTP.
pub(crate) struct Route {
    pub(crate) ask: Ask,
    pub(crate) schemas: QuerySchemas,
}

impl Route {
    /// The last part of the path, below `/api/v1/`.
    pub(crate) const fn name(&self) -> &'static str {
        self.schemas.name
    }

    pub(crate) const fn about(&self) -> About {
        self.schemas.about
    }

    pub(crate) const fn method(&self) -> Method {
        if self.about().has_manifests() { Method::POST } else { Method::GET }
    }

    /// Everything that may be given next to the question.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        let own: &[Parameter] = match self.about() {
            About::Rootstock => return Vec::new(),
            About::Profile | About::Change => &[Parameter::Profile],
            About::ProfileOrShoots => &[Parameter::Profile, Parameter::Shoot],
            // A question may have a namespace of its own.
            About::Shoots if self.schemas.question.pointer("/properties/namespace").is_some() => &[],
            About::Shoots => &[Parameter::Namespace],
            About::Manifests => &[],
            About::Operation => &[Parameter::Operation],
        };
        own.iter().chain(&Parameter::SETTINGS).copied().collect()
    }
}

/// All questions, sorted by name.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    struct Routes(Vec<Route>);
    impl EachQuestion for Routes {
        fn question<Q: Query>(&mut self) {
            self.0.push(Route { ask: answer::<Q>, schemas: QuerySchemas::of::<Q>() });
        }
    }
    let mut routes = Routes(Vec::new());
    each_question(&mut routes);
    routes.0
});

/// The route of that name.
pub(crate) fn route(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name() == name)
}
