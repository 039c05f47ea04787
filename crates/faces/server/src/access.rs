//! Authentication and authorization of callers.
//!
//! With files, callers need no token and see everything, but only this machine can reach the server. With a garden, a caller sends
//! a token of the garden; the garden's API server identifies the user, and decides which resources they may list. A question is
//! then answered from the part of the garden that the user may see; the code that answers it never receives more.

mod cache;
mod reviews;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Request, StatusCode};
use k8s_openapi::api::authentication::v1::UserInfo;
use tokio::time::Instant;

pub(crate) use self::reviews::Reviews;
use crate::garden::{Garden, Visibility, Visible};
use crate::http::{Answer, Problem};
use crate::listener::Service;
use crate::metrics::Metrics;
use crate::priority;

/// The number of concurrent access reviews per question.
const MAX_CONCURRENT_PER_QUESTION: usize = 16;
/// The largest number of namespaces that are reviewed one by one, for a user who may not list all of them. In larger gardens they
/// choose a namespace, so that a question costs the same in every garden.
const MAX_NAMESPACES: usize = 100;
/// The largest total size of the parents of the NamespacedCloudProfiles that a question renders, each counted as often as it is
/// rendered, in bytes of JSON. In memory, a rendered profile takes about eight times that.
const MAX_RENDERED_BYTES: usize = 16 << 20;
/// The capacity of the cache of partial gardens.
const MAX_PARTS: usize = 16;

/// A service that only answers authorized callers. Every route of its port is behind it.
pub(crate) struct Guarded<S> {
    access: Arc<Access>,
    service: Arc<S>,
    metrics: Arc<Metrics>,
}

/// The access policy.
pub(crate) enum Access {
    /// No authentication, and access to everything.
    Open,
    /// Access with a token of the garden.
    Tokens {
        /// The access reviews.
        reviews: Box<Reviews>,
        /// Parts of the latest garden, by visibility.
        parts: Mutex<Parts>,
    },
}

/// A cache of the parts of a garden that users with restricted access see, the oldest first.
#[derive(Default)]
pub(crate) struct Parts(Vec<(Visibility, Arc<Garden>)>);

impl Parts {
    fn get(&self, version: &str, visibility: &Visibility) -> Option<Arc<Garden>> {
        let known = self.0.iter().find(|(of, part)| part.version == version && of == visibility);
        known.map(|(_, part)| Arc::clone(part))
    }

    fn put(&mut self, visibility: Visibility, part: Arc<Garden>) {
        self.0.retain(|(of, _)| *of != visibility);
        if self.0.len() >= MAX_PARTS {
            self.0.remove(0);
        }
        self.0.push((visibility, part));
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if let Self::Open = self { "Open" } else { "Tokens" })
    }
}

/// The caller of a request, which [`Guarded`] adds to the request's extensions.
#[derive(Clone)]
pub(crate) struct Caller {
    access: Arc<Access>,
    /// `None` without authentication.
    user: Option<Arc<UserInfo>>,
}

/// The part of the garden that a question needs, so that the server reviews access to nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything that the caller may see.
    Everything,
    /// All CloudProfiles, and the other objects in these namespaces, as far as the caller may see them.
    Namespaces(BTreeSet<String>),
    /// The Shoots of a namespace that the caller named. The question is refused if they may not list them.
    ShootsOf(String),
}

impl Access {
    pub(crate) fn tokens(reviews: Reviews) -> Self {
        Self::Tokens { reviews: Box::new(reviews), parts: Mutex::default() }
    }

    /// Authenticates a caller, and checks that they may list CloudProfiles.
    async fn admit(self: &Arc<Self>, headers: &HeaderMap) -> Result<Caller, Problem> {
        let user = match &**self {
            Self::Open => None,
            Self::Tokens { reviews, .. } => {
                let token = bearer(headers).ok_or_else(|| {
                    unauthorized(
                        "the request has no token: send a token of the garden as `Authorization: Bearer TOKEN`",
                    )
                })?;
                let user = reviews.user(token).await?.ok_or_else(|| {
                    unauthorized("the garden does not accept this token: it is invalid or has expired")
                })?;
                if !reviews.may_list(&user, "cloudprofiles", "").await? {
                    let name = user.username.as_deref().unwrap_or_default();
                    let detail = format!("`{name}` may not list CloudProfiles in the garden");
                    return Err(Problem::new(StatusCode::FORBIDDEN, detail));
                }
                Some(user)
            }
        };
        Ok(Caller { access: Arc::clone(self), user })
    }
}

fn unauthorized(detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, detail)
}

/// Returns the token of `Authorization: Bearer TOKEN`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

impl Caller {
    /// Returns the caller of a request behind [`Guarded`].
    pub(crate) fn of(request: &Request<Incoming>) -> Result<Self, Problem> {
        let caller = request.extensions().get::<Self>().cloned();
        // Fail closed: without a caller the request has bypassed the guard, which would be a bug.
        caller.ok_or_else(|| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a bug in Rootstock: the request has no caller")
        })
    }

    /// Returns the part of a garden that the caller may see.
    pub(crate) async fn garden(&self, garden: Arc<Garden>, scope: &Scope) -> Result<Arc<Garden>, Problem> {
        let Some((reviews, parts, user)) = self.restriction() else { return Ok(garden) };
        let visibility = visibility(reviews, user, &garden, scope).await?;
        part(parts, garden, visibility).await
    }

    /// Refuses a question about all of these Shoots if their NamespacedCloudProfiles would take too much memory.
    pub(crate) fn check_size(&self, garden: &Garden) -> Result<(), Problem> {
        let is_too_large = || garden.rendered_bytes(&Visible::All) > MAX_RENDERED_BYTES;
        if self.restriction().is_some() && is_too_large() {
            let detail = "there are too many NamespacedCloudProfiles for one request: select those of a namespace with `namespace`";
            return Err(Problem::new(StatusCode::FORBIDDEN, detail));
        }
        Ok(())
    }

    /// Like [`garden`](Self::garden), but with CloudProfiles only, and the flag set, if there are too many namespaces to review, or
    /// too many NamespacedCloudProfiles to render.
    pub(crate) async fn page_garden(&self, garden: Arc<Garden>, scope: &Scope) -> Result<(Arc<Garden>, bool), Problem> {
        let Some((reviews, parts, user)) = self.restriction() else { return Ok((garden, false)) };
        let (visibility, needs_namespace) = page_visibility(reviews, user, &garden, scope).await?;
        Ok((part(parts, garden, visibility).await?, needs_namespace))
    }

    /// Returns the version of what a page shows of a garden.
    pub(crate) async fn page_version(&self, garden: &Garden, scope: &Scope) -> Result<String, Problem> {
        let Some((reviews, _, user)) = self.restriction() else { return Ok(garden.version.clone()) };
        Ok(garden.version_of(&page_visibility(reviews, user, garden, scope).await?.0))
    }

    /// Returns what decides about the access of the caller; `None` if they see everything.
    fn restriction(&self) -> Option<(&Reviews, &Mutex<Parts>, &Arc<UserInfo>)> {
        match (&*self.access, &self.user) {
            (Access::Tokens { reviews, parts }, Some(user)) => Some((reviews, parts, user)),
            _ => None,
        }
    }
}

/// Returns the visible part of a garden.
async fn part(parts: &Mutex<Parts>, garden: Arc<Garden>, visibility: Visibility) -> Result<Arc<Garden>, Problem> {
    if visibility.is_everything() {
        return Ok(garden);
    }
    let version = garden.version_of(&visibility);
    if let Some(part) = parts.lock().unwrap_or_else(PoisonError::into_inner).get(&version, &visibility) {
        return Ok(part);
    }
    let work = priority::compute(move || (Arc::new(garden.restricted_to(&visibility)), visibility));
    let mistake = "a bug in Rootstock; see the log of the server";
    let (part, visibility) = work.await.map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, mistake))?;
    parts.lock().unwrap_or_else(PoisonError::into_inner).put(visibility, Arc::clone(&part));
    Ok(part)
}

/// Reviews the access of a user to what a page shows: to CloudProfiles only, and the flag set, if there are too many namespaces, or
/// too many NamespacedCloudProfiles.
async fn page_visibility(
    reviews: &Reviews,
    user: &Arc<UserInfo>,
    garden: &Garden,
    scope: &Scope,
) -> Result<(Visibility, bool), Problem> {
    let visibility_of_scope = visibility(reviews, user, garden, scope).await;
    let is_too_much = match &visibility_of_scope {
        Ok(visibility) => garden.rendered_bytes(&visibility.profiles) > MAX_RENDERED_BYTES,
        Err(problem) => problem.status() == StatusCode::FORBIDDEN,
    };
    if *scope == Scope::Everything && is_too_much {
        return Ok((visibility(reviews, user, garden, &Scope::Namespaces(BTreeSet::new())).await?, true));
    }
    Ok((visibility_of_scope?, false))
}

/// Reviews the access of a user.
async fn visibility(
    reviews: &Reviews,
    user: &Arc<UserInfo>,
    garden: &Garden,
    scope: &Scope,
) -> Result<Visibility, Problem> {
    let of = |wanted: BTreeSet<String>, resource: &'static str| async move {
        if let Scope::Everything = scope
            && reviews.may_list(user, resource, "").await?
        {
            return Ok(Visible::All);
        }
        if wanted.len() > MAX_NAMESPACES {
            let detail =
                format!("there are {} namespaces, too many for one request: select one with `namespace`", wanted.len());
            return Err(Problem::new(StatusCode::FORBIDDEN, detail));
        }
        let asked = stream::iter(wanted).map(|namespace| async move {
            let is_allowed = reviews.may_list(user, resource, &namespace).await?;
            Ok::<_, Problem>(is_allowed.then_some(namespace))
        });
        let allowed: Vec<Option<String>> = asked.buffer_unordered(MAX_CONCURRENT_PER_QUESTION).try_collect().await?;
        Ok(Visible::Namespaces(allowed.into_iter().flatten().collect()))
    };
    if let Scope::ShootsOf(namespace) = scope
        && !reviews.may_list(user, "shoots", namespace).await?
    {
        let name = user.username.as_deref().unwrap_or_default();
        let detail = format!("`{name}` may not list Shoots in namespace `{namespace}`");
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let wanted = |there: BTreeSet<String>| match scope {
        Scope::Everything => there,
        Scope::Namespaces(asked) => there.intersection(asked).cloned().collect(),
        Scope::ShootsOf(namespace) => there.into_iter().filter(|one| one == namespace).collect(),
    };
    Ok(Visibility {
        shoots: of(wanted(garden.namespaces_of_shoots()), "shoots").await?,
        profiles: of(wanted(garden.namespaces_of_profiles()), "namespacedcloudprofiles").await?,
    })
}

impl<S> Guarded<S> {
    pub(crate) fn new(access: Access, service: S, metrics: Arc<Metrics>) -> Self {
        Self { access: Arc::new(access), service: Arc::new(service), metrics }
    }
}

impl<S: Service> Service for Guarded<S> {
    async fn answer(&self, mut request: Request<Incoming>) -> Answer {
        let start = Instant::now();
        match self.access.admit(request.headers()).await {
            Ok(caller) => {
                request.extensions_mut().insert(caller);
                self.service.answer(request).await
            }
            Err(problem) => {
                let mut answer = problem.answer();
                self.metrics.asked("refused", answer.status().as_u16(), start);
                if answer.status() == StatusCode::UNAUTHORIZED {
                    answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"garden\""));
                }
                answer
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Bearer abc", Some("abc"))]
    #[case("bearer  abc ", Some("abc"))]
    #[case("Bearer ", None)]
    #[case("Bearer", None)]
    #[case("Basic abc", None)]
    fn tokens(#[case] header: &'static str, #[case] expected: Option<&str>) {
        let headers = HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static(header))]);
        assert_eq!(bearer(&headers), expected);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
