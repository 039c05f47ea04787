//! The HTTP API under `/api/v1`: every question of the library, with the JSON output of the command line.

pub(crate) mod context;
mod documents;
mod face;
mod openapi;
mod routes;
mod state;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderValue, VARY, WARNING, X_CONTENT_TYPE_OPTIONS};
use hyper::{Method, Request, StatusCode};
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{ProfileKey, Role};
use rootstock_queries::{NamedRelease, QuerySubject};
use rootstock_versioning::Timestamp;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};

use self::context::QuestionContext;
use self::documents::BODY;
use self::routes::{Route, route};
use crate::access::{Caller, Scope};
use crate::garden::{Garden, GardenReceiver, Visible};
use crate::http::{self, Answer, Problem, compressed, conditional, etag, not_modified, with_etag};
use crate::listener::Service;
use crate::metrics::Metrics;
use crate::pages::{self, PageContext, PageRoute};
use crate::parameters::{Parameter, Parameters};
use crate::playground::{Playground, accepts};
use crate::priority;
use crate::{VERSION, clock};

/// The largest request body, in bytes.
const MAX_BYTES: usize = 7 << 20;
/// The timeout for receiving a request body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest time that a question waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The HTTP API.
#[derive(Debug)]
pub(crate) struct Api {
    gardens: GardenReceiver,
    configuration: Arc<Configuration>,
    /// Limits the number of questions that are answered concurrently.
    permits: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    /// The playground, if it is served.
    playground: Option<Arc<Playground>>,
    /// The shutdown signal.
    end: watch::Receiver<bool>,
}

impl Api {
    /// Creates the API. It answers up to `answerers` questions concurrently.
    pub(crate) fn new(
        gardens: GardenReceiver,
        configuration: Arc<Configuration>,
        answerers: usize,
        metrics: Arc<Metrics>,
        playground: Option<Arc<Playground>>,
        end: watch::Receiver<bool>,
    ) -> Self {
        Self { gardens, configuration, permits: Arc::new(Semaphore::new(answerers)), metrics, playground, end }
    }

    async fn respond(&self, request: Request<Incoming>) -> Result<Answer, Problem> {
        let path = request.uri().path().to_owned();
        if path == "/openapi.json" {
            require_method(&request, &Method::GET)?;
            return Ok(http::answer(StatusCode::OK, http::JSON, openapi::DOCUMENT.clone()));
        }
        if Playground::has(&path) {
            require_method(&request, &Method::GET)?;
            return self.playground(&path, &request);
        }
        if let Some(page) = PageRoute::of(&path)? {
            require_method(&request, &Method::GET)?;
            return self.page(page, request).await;
        }
        let name = path.strip_prefix("/api/v1/").unwrap_or_default();
        let route = route(name);
        if route.is_none() && name != "state" {
            return Err(Problem::not_found(format!("there is nothing at `{path}`; /openapi.json lists the paths")));
        }
        require_method(&request, &route.map_or(Method::GET, Route::method))?;
        let garden = self.garden()?;
        let caller = Caller::of(&request)?;
        let query = request.uri().query();
        let parameters = match route {
            Some(route) => Parameters::read(query, &route.parameters(), &route.schemas.question)?,
            None => Parameters::read(query, &[Parameter::Namespace], &serde_json::Value::Null)?,
        };
        // The question is answered from the part of the garden that the caller may see.
        let garden = match scope(route, &parameters) {
            None => garden,
            Some(scope) => caller.garden(garden, &scope).await?,
        };
        if route.is_some_and(Route::renders_many) && parameters.namespace().is_none() {
            caller.check_size(&garden)?;
        }
        match route {
            None => Ok(conditional(&request, etag(&(&garden.version, VERSION)), || Ok(state::answer(&garden)))?),
            Some(route) => self.ask(route, garden, parameters, request).await,
        }
    }

    fn garden(&self) -> Result<Arc<Garden>, Problem> {
        self.gardens.borrow().clone().ok_or_else(|| {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "profiles and Shoots are still being read; try again")
        })
    }

    /// Answers a request for a file of the playground.
    fn playground(&self, path: &str, request: &Request<Incoming>) -> Result<Answer, Problem> {
        let Some(playground) = &self.playground else {
            let detail =
                "the playground is not served: start the server with --playground and the folder of the npm package";
            return Err(Problem::not_found(detail));
        };
        match playground.tag(path) {
            None => playground.answer(path, request.headers()),
            Some(tag) => conditional(request, tag.to_owned(), || playground.answer(path, request.headers())),
        }
    }

    /// Answers a request for a page.
    async fn page(&self, page: PageRoute, request: Request<Incoming>) -> Result<Answer, Problem> {
        if let PageRoute::Asset(asset) = &page {
            return Ok(pages::asset(asset));
        }
        let (caller, parameters) = (Caller::of(&request)?, page.parameters(request.uri().query())?);
        let scope = match (&page, parameters.namespace()) {
            // Only Shoots of its namespace can use such a profile.
            (PageRoute::Profile(ProfileKey { namespace: Some(own), .. }), None) => {
                Scope::Namespaces(BTreeSet::from([own.clone()]))
            }
            _ => scope_of_namespace(&parameters),
        };
        if page == PageRoute::Events {
            return Ok(pages::events(self.gardens.clone(), (caller, scope), self.end.clone()));
        }
        let garden = caller.page_garden(self.garden()?, &scope).await?;
        let query = request.uri().query().unwrap_or_default();
        let configuration = Arc::clone(&self.configuration);
        let now = truncate_to_minute(clock::now());
        let context = PageContext::new(page, (parameters, query), now, garden, configuration)?;
        let tag = context.tag();
        if let Some(answer) = not_modified(&request, &tag) {
            return Ok(answer);
        }
        Ok(with_etag(self.work(move || context.answer()).await??, &tag))
    }

    /// Runs work on another thread once it has its turn.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let permit = timeout(MAX_WAIT, Arc::clone(&self.permits).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else {
            let detail = "too many requests are in progress; try again";
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail));
        };
        let work = priority::compute(move || {
            let _held = permit;
            work()
        });
        work.await.map_err(|_| {
            self.metrics.panicked();
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a bug in Rootstock; see the log of the server")
        })
    }

    async fn ask(
        &self,
        route: &'static Route,
        garden: Arc<Garden>,
        parameters: Parameters,
        request: Request<Incoming>,
    ) -> Result<Answer, Problem> {
        let query = request.uri().query();
        let now = clock::now();
        // Rounded, so that repeated requests within a minute have the same answer and ETag.
        let now = if request.method() == Method::POST { now } else { truncate_to_minute(now) };
        let landscape = if route.follows_shoots { &garden.landscape } else { self.configuration.landscape() };
        let asked = match route.follows_shoots {
            true => parameters.asked(landscape, garden.analysis.registry(), now)?,
            false => parameters.asked_about_releases(landscape, garden.analysis.registry(), now)?,
        };
        let visible = match parameters.namespace() {
            Some(namespace) => Visible::Namespaces(BTreeSet::from([namespace.to_owned()])),
            None => Visible::All,
        };
        let is_about_garden = route.about() != QuerySubject::Rootstock;
        let of = is_about_garden.then(|| (&garden.version, asked.settings.now.unix_seconds()));
        let tag = etag(&(route.name(), query, of, &visible, landscape, VERSION));
        if let Some(answer) = not_modified(&request, &tag) {
            return Ok(answer);
        }
        let is_cacheable = request.method() != Method::POST;
        let body = body(request).await?;
        let configuration = Arc::clone(&self.configuration);
        let work = move || {
            let mut sent = garden.analysis.clone();
            let mut asked = asked;
            if !is_cacheable {
                sent.set(Role::Checked, BODY, &body);
                if let Some(named) = route.follows_shoots.then(|| NamedRelease::newest(&sent)).flatten() {
                    let landscape = configuration.landscape().clone().with_named(Some(named.release));
                    asked = parameters.asked(&landscape, garden.analysis.registry(), now)?;
                }
            }
            sent.set_settings(asked.settings);
            let context = QuestionContext {
                garden: &garden,
                visible: &visible,
                parameters,
                asked,
                configuration: &configuration,
                sent,
                notes: RefCell::new(asked.unknown_releases(garden.analysis.registry())),
            };
            let text = (route.ask)(&context)?;
            Ok::<_, Problem>((text, context.notes.into_inner()))
        };
        let (text, notes) = self.work(work).await??;
        let answer = with_warnings(http::answer(StatusCode::OK, http::JSON, text), &notes);
        Ok(if is_cacheable { with_etag(answer, &tag) } else { answer })
    }
}

/// Returns the part of the garden that is asked about: a namespace, or everything.
fn scope_of_namespace(parameters: &Parameters) -> Scope {
    parameters.namespace().map_or(Scope::Everything, |namespace| Scope::ShootsOf(namespace.to_owned()))
}

/// Returns the part of the garden that a question needs; `None` if the question is about Rootstock itself.
fn scope(route: Option<&Route>, parameters: &Parameters) -> Option<Scope> {
    let namespaces =
        |parts: &[Option<&str>]| Scope::Namespaces(parts.iter().filter_map(|part| part.map(str::to_owned)).collect());
    let before_slash = |parameter| parameters.get(parameter).and_then(|it| it.split_once('/')).map(|(first, _)| first);
    match route.map(Route::about) {
        Some(QuerySubject::Rootstock) => None,
        Some(QuerySubject::Profile | QuerySubject::ProfileOrShoots) => {
            Some(namespaces(&[before_slash(Parameter::Profile), before_slash(Parameter::Shoot)]))
        }
        Some(QuerySubject::Shoots | QuerySubject::Manifests | QuerySubject::Operation | QuerySubject::Change)
        | None => Some(scope_of_namespace(parameters)),
    }
}

/// Returns the question that a path names, for the metrics.
fn question_of(path: &str) -> &'static str {
    let name = path.strip_prefix("/api/v1/").unwrap_or_default();
    match route(name) {
        Some(route) => route.name(),
        None if name == "state" => "state",
        None if Playground::has(path) || matches!(PageRoute::of(path), Ok(Some(_))) => "pages",
        None => "other",
    }
}

fn require_method(request: &Request<Incoming>, method: &Method) -> Result<(), Problem> {
    let asked = request.method();
    match asked == method || (method == Method::GET && asked == Method::HEAD) {
        true => Ok(()),
        false => Err(Problem::method_not_allowed(if method == Method::GET { "GET" } else { "POST" })),
    }
}

fn truncate_to_minute(at: Timestamp) -> Timestamp {
    let seconds = at.unix_seconds();
    Timestamp::from_unix_seconds(seconds - seconds.rem_euclid(60))
}

/// Receives a body, within the limits.
async fn body(request: Request<Incoming>) -> Result<Bytes, Problem> {
    let too_large = || {
        let detail = format!("the body is larger than {} MiB", MAX_BYTES >> 20);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    };
    // Not read at all if its length says so.
    if request.body().size_hint().lower() > MAX_BYTES as u64 {
        return Err(too_large());
    }
    let sent = timeout(BODY_TIMEOUT, Limited::new(request.into_body(), MAX_BYTES).collect()).await;
    match sent {
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
        Ok(Ok(all)) => Ok(all.to_bytes()),
        Ok(Err(why)) if why.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(StatusCode::BAD_REQUEST, "the body is incomplete")),
    }
}

/// Adds notes to an answer as `Warning` headers, in the form of API servers.
fn with_warnings(mut answer: Answer, notes: &[String]) -> Answer {
    for note in notes {
        if let Ok(value) = HeaderValue::from_str(&format!("299 rootstock \"{note}\"")) {
            answer.headers_mut().append(WARNING, value);
        }
    }
    answer
}

impl Service for Api {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let (start, question) = (Instant::now(), question_of(request.uri().path()));
        let accepts_gzip = accepts(request.headers(), "gzip");
        let mut answer = self.respond(request).await.unwrap_or_else(|problem| problem.answer());
        // The files of the playground are compressed already.
        if accepts_gzip && !answer.headers().contains_key(CONTENT_ENCODING) {
            answer = compressed(answer).await;
        }
        self.metrics.asked(question, answer.status().as_u16(), start);
        let headers = answer.headers_mut();
        // Content-addressed assets have set their own value.
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding, authorization"));
        answer
    }
}
