//! TokenReview and SubjectAccessReview requests to the garden's API server.

use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use k8s_openapi::api::authentication::v1::{TokenReview, TokenReviewSpec, UserInfo};
use k8s_openapi::api::authorization::v1::{ResourceAttributes, SubjectAccessReview, SubjectAccessReviewSpec};
use kube::api::{Api, PostParams};
use kube::core::ObjectMeta;
use kube::{Client, Resource};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::cache::Cache;
use crate::http::Problem;
use rootstock_sources::cluster::error_chain;

/// The timeout of a review.
const REVIEW_TIMEOUT: Duration = Duration::from_secs(5);
/// The number of concurrent reviews. It makes clients that send invalid tokens wait, and protects the API server.
const MAX_CONCURRENT: usize = 32;
/// The capacity of the token cache.
const MAX_TOKENS: usize = 4_096;
/// The capacity of the cache of authorization decisions.
const MAX_ANSWERS: usize = 65_536;

/// The key of an authorization decision: a hash of user name and groups; the resource; the namespace.
type Question = ([u8; 32], &'static str, String);

/// A client for reviews that caches decisions for some seconds.
pub(crate) struct Reviews {
    client: Client,
    permits: Semaphore,
    /// The user of each token, by the token's hash: the tokens themselves are not stored.
    users: Cache<[u8; 32], Option<Arc<UserInfo>>>,
    answers: Cache<Question, bool>,
}

impl Reviews {
    /// Creates a client. `ttl` is the time to live of decisions, and so the time for which a revoked token is still accepted.
    pub(crate) fn new(client: Client, ttl: Duration) -> Self {
        let (users, answers) = (Cache::new(ttl, MAX_TOKENS), Cache::new(ttl, MAX_ANSWERS));
        Self { client, permits: Semaphore::new(MAX_CONCURRENT), users, answers }
    }

    /// Returns the user of a token, or `None` if the token is not valid.
    pub(super) async fn user(&self, token: &str) -> Result<Option<Arc<UserInfo>>, Problem> {
        let key = Sha256::digest(token).into();
        if let Some(known) = self.users.get(&key) {
            return Ok(known);
        }
        let spec = TokenReviewSpec { token: token.to_owned(), audiences: None };
        let review = TokenReview { metadata: ObjectMeta::default(), spec, status: None };
        let status = self.ask(&review).await?.status.unwrap_or_default();
        let is_known = status.authenticated == Some(true);
        let user = status.user.filter(|user| is_known && user.username.is_some()).map(Arc::new);
        self.users.put(key, user.clone());
        Ok(user)
    }

    /// Returns whether a user may list a Gardener resource in a namespace, or in all namespaces if it is empty.
    pub(super) async fn may_list(
        &self,
        user: &UserInfo,
        resource: &'static str,
        namespace: &str,
    ) -> Result<bool, Problem> {
        let text = serde_json::to_vec(user).unwrap_or_default();
        let question = (Sha256::digest(text).into(), resource, namespace.to_owned());
        if let Some(known) = self.answers.get(&question) {
            return Ok(known);
        }
        let attributes = ResourceAttributes {
            group: Some("core.gardener.cloud".to_owned()),
            version: Some("v1beta1".to_owned()),
            resource: Some(resource.to_owned()),
            verb: Some("list".to_owned()),
            namespace: Some(namespace.to_owned()).filter(|name| !name.is_empty()),
            ..ResourceAttributes::default()
        };
        let spec = SubjectAccessReviewSpec {
            user: user.username.clone(),
            uid: user.uid.clone(),
            groups: user.groups.clone(),
            extra: user.extra.clone(),
            resource_attributes: Some(attributes),
            ..SubjectAccessReviewSpec::default()
        };
        let review = SubjectAccessReview { metadata: ObjectMeta::default(), spec, status: None };
        let is_allowed = self.ask(&review).await?.status.is_some_and(|status| status.allowed);
        self.answers.put(question, is_allowed);
        Ok(is_allowed)
    }

    /// Sends a review. Fails closed: an error or timeout refuses access.
    async fn ask<R>(&self, review: &R) -> Result<R, Problem>
    where
        R: Resource<DynamicType = ()> + Clone + Serialize + DeserializeOwned + std::fmt::Debug,
    {
        let api: Api<R> = Api::all(self.client.clone());
        let parameters = PostParams::default();
        let request = async {
            // The semaphore is never closed.
            let _permit = self.permits.acquire().await;
            api.create(&parameters, review).await
        };
        let why = match timeout(REVIEW_TIMEOUT, request).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(why)) => error_chain(&why),
            Err(_) => "it did not answer in time".to_owned(),
        };
        tracing::warn!("the API server cannot authenticate or authorize a caller: {why}");
        let detail = "the API server of the garden cannot check your token and permissions at the moment; try again";
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail))
    }
}
