//! The validating webhook: `/validate`.

mod answer;
mod load;
mod losses;
mod outcome;
mod reviewer;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use rootstock_analysis::{AdmissionReview, ReviewError, UserNames};
use tokio::task::yield_now;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};

use self::answer::ReviewAnswer;
pub(crate) use self::load::LoadLimits;
use self::load::{Load, Room};
use self::outcome::{Outcome, Record};
pub(crate) use self::reviewer::{GardenReviewer, Reviewer};
use crate::http::{self, Answer, Problem};
use crate::listener::{Client, Service};
use crate::metrics::Metrics;
use crate::priority;

/// The largest review, in bytes: an update contains the object twice, and an API server accepts requests up to 3 MiB.
const MAX_BYTES: usize = 7 << 20;
/// The default timeout of API servers.
const USUAL_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest timeout that API servers can be configured with.
const MAX_TIMEOUT: Duration = Duration::from_secs(30);
/// The timeout for receiving the body of a review. It can be short because API servers are close.
const MAX_ARRIVAL: Duration = Duration::from_secs(5);
/// The size, in bytes, up to which the reading thread may judge a review itself: an ordinary one takes half a millisecond, and the
/// worst known one, a Shoot with a thousand errors and a large profile, forty.
const MAX_INLINE_BYTES: usize = 16 << 10;
/// The length of the part of a review that is searched for its uid when there is no room for the review.
const HEAD_BYTES: usize = 4 << 10;
/// The reason for which most reviews are shed.
const OVERLOADED: &str = "too many reviews are in progress";
/// The name of the object in the report, which is not shown.
const OBJECT: &str = "object";

/// The validating webhook.
pub(crate) struct Webhook<J> {
    judge: Arc<J>,
    load: Load,
    metrics: Arc<Metrics>,
}

impl<J: Reviewer> Webhook<J> {
    pub(crate) fn new(judge: J, limits: LoadLimits, metrics: Arc<Metrics>) -> Self {
        Self { judge: Arc::new(judge), load: Load::new(limits), metrics }
    }

    /// Answers a review before its deadline in any case.
    async fn review(&self, request: Request<Incoming>, bytes: usize) -> Answer {
        let start = Instant::now();
        let limits = ReviewLimits {
            start,
            deadline: start + timeout(request.uri().query()) * 9 / 10,
            names: match request.extensions().get() {
                Some(Client::Trusted) => UserNames::Listed,
                Some(Client::Unknown) | None => UserNames::Counted,
            },
        };
        let deadline = limits.deadline;
        let shed = |uid: Option<&str>, why| match uid {
            Some(uid) => self.shed(uid, why, bytes, start),
            None => no_uid(),
        };
        let Some(room) = self.load.take(bytes) else {
            return match timeout_at(deadline, uid(request.into_body())).await {
                Ok(uid) => shed(uid.as_deref(), OVERLOADED),
                Err(_) => too_slow(),
            };
        };
        let receiving = async {
            let reading = room.reading().await;
            // A separate, shorter timeout for the body, because other reviews wait meanwhile.
            let arrives = timeout_at(Instant::now() + MAX_ARRIVAL, read(request.into_body(), bytes)).await?;
            Ok::<_, Elapsed>(reading.zip(arrives))
        };
        let (reading, body) = match timeout_at(deadline, receiving).await.flatten() {
            Ok(Some(received)) => received,
            Ok(None) => return Problem::new(StatusCode::BAD_REQUEST, "the review is incomplete").answer(),
            Err(_) => return too_slow(),
        };
        let uid = uid_in(&String::from_utf8_lossy(body.get(..HEAD_BYTES).unwrap_or(&body)));
        let Some(waiting) = room.place() else { return shed(uid.as_deref(), OVERLOADED) };
        let review = match self.judged_inline(&room, body, uid.as_deref(), limits).await {
            Ok(answer) => return answer,
            Err(review) => review,
        };
        match timeout_at(deadline, room.turn()).await {
            Err(_) | Ok(None) => shed(uid.as_deref(), OVERLOADED),
            Ok(Some(turn)) => {
                let (judge, metrics) = (Arc::clone(&self.judge), Arc::clone(&self.metrics));
                // The work holds the room until it ends, even if the request times out.
                let work = priority::compute(move || {
                    let _held = (room, reading, waiting, turn);
                    match review.read() {
                        Ok(review) => answer(&*judge, &review, bytes, limits, &metrics),
                        Err(error) => unreadable(bytes, &error),
                    }
                });
                match timeout_at(deadline, work).await {
                    Ok(Ok(answer)) => answer,
                    Ok(Err(_)) => self.failed(uid.as_deref(), bytes, start),
                    Err(_) => shed(uid.as_deref(), "it takes longer than the timeout of the API server"),
                }
            }
        }
    }
}

/// The limits of a review's answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReviewLimits {
    pub(crate) start: Instant,
    /// The answer is discarded after this.
    pub(crate) deadline: Instant,
    /// The form in which the answer refers to objects of projects.
    pub(crate) names: UserNames,
}

/// A review that is yet to be judged.
enum PendingReview {
    /// A body that has not been parsed.
    Unread(Vec<u8>),
    /// A review that was parsed and turned out not to be brief.
    Read(Box<AdmissionReview>),
}

impl PendingReview {
    fn read(self) -> Result<Box<AdmissionReview>, ReviewError> {
        match self {
            Self::Unread(body) => AdmissionReview::read(OBJECT, body).map(Box::new),
            Self::Read(review) => Ok(review),
        }
    }
}

impl<J: Reviewer> Webhook<J> {
    /// Judges a small and brief review on the current thread; returns others for another thread.
    async fn judged_inline(
        &self,
        room: &Room,
        body: Vec<u8>,
        uid: Option<&str>,
        limits: ReviewLimits,
    ) -> Result<Answer, PendingReview> {
        if body.len() > MAX_INLINE_BYTES {
            return Err(PendingReview::Unread(body));
        }
        let Ok(Some(_turn)) = timeout_at(limits.deadline, room.inline_turn()).await else {
            return Err(PendingReview::Unread(body));
        };
        self.yield_to_readers().await;
        let begin = Instant::now();
        let answer = self.judge_if_brief(body, uid, limits);
        room.record_duration(begin);
        answer
    }

    /// Lets other tasks read their requests before this one judges a review, so that excess reviews are refused at once.
    async fn yield_to_readers(&self) {
        loop {
            let since = Instant::now();
            yield_now().await;
            // Repeat if another task has judged a long review in the meantime.
            if !self.load.had_long_review_since(since) {
                return;
            }
        }
    }

    /// Judges a review if it is brief. Moving it to another thread and back would take half as long again.
    fn judge_if_brief(&self, body: Vec<u8>, uid: Option<&str>, limits: ReviewLimits) -> Result<Answer, PendingReview> {
        let bytes = body.len();
        let answer = || match AdmissionReview::read(OBJECT, body) {
            Ok(review) if self.judge.is_brief(&review) => {
                Ok(answer(&*self.judge, &review, bytes, limits, &self.metrics))
            }
            Ok(review) => Err(PendingReview::Read(Box::new(review))),
            Err(error) => Ok(unreadable(bytes, &error)),
        };
        // Unwind safe: the closure does not modify state that is used afterwards.
        panic::catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| Ok(self.failed(uid, bytes, limits.start)))
    }
}

impl<J> Webhook<J> {
    /// Answers a review whose parsing panicked.
    fn failed(&self, uid: Option<&str>, bytes: usize, start: Instant) -> Answer {
        self.metrics.panicked();
        let Some(uid) = uid else { return no_uid() };
        Record::unread(uid, bytes, start).report(&Outcome::Failed, &self.metrics);
        http::answer(StatusCode::OK, http::JSON, ReviewAnswer::failed(uid).to_json())
    }

    fn shed(&self, uid: &str, why: &'static str, bytes: usize, start: Instant) -> Answer {
        Record::unread(uid, bytes, start).report(&Outcome::Shed(why), &self.metrics);
        http::answer(StatusCode::OK, http::JSON, ReviewAnswer::shed(uid, why).to_json())
    }
}

/// Judges a review. If that panics, the review is allowed.
fn answer(
    judge: &impl Reviewer,
    review: &AdmissionReview,
    bytes: usize,
    limits: ReviewLimits,
    metrics: &Metrics,
) -> Answer {
    let judged = || {
        let (answer, outcome) = judge.judge(review, limits);
        (answer.to_json(), outcome)
    };
    // Unwind safe: the closure does not modify state that is used afterwards.
    let (answer, outcome) = panic::catch_unwind(AssertUnwindSafe(judged)).unwrap_or_else(|_| {
        metrics.panicked();
        (ReviewAnswer::failed(review.uid()).to_json(), Outcome::Failed)
    });
    Record::of(review, bytes, limits.start).report(&outcome, metrics);
    http::answer(StatusCode::OK, http::JSON, answer)
}

fn unreadable(bytes: usize, error: &ReviewError) -> Answer {
    tracing::warn!(bytes, "{error}");
    Problem::new(StatusCode::BAD_REQUEST, error.to_string()).answer()
}

fn no_uid() -> Answer {
    Problem::new(StatusCode::BAD_REQUEST, "this is not an AdmissionReview: it has no uid").answer()
}

fn too_slow() -> Answer {
    closing(Problem::new(StatusCode::REQUEST_TIMEOUT, "the review did not arrive in time").answer())
}

/// Adds `Connection: close` to an answer, because the rest of the request is not read.
fn closing(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// Returns the timeout of the API server from `?timeout=10s`, a duration in Go's syntax.
fn timeout(query: Option<&str>) -> Duration {
    let pairs = query.into_iter().flat_map(|query| query.split('&'));
    let written = pairs.filter_map(|pair| pair.strip_prefix("timeout=")).next();
    written.and_then(duration).map_or(USUAL_TIMEOUT, |timeout| timeout.min(MAX_TIMEOUT))
}

fn duration(text: &str) -> Option<Duration> {
    if let Some(milliseconds) = text.strip_suffix("ms") {
        return milliseconds.parse().ok().map(Duration::from_millis);
    }
    text.strip_suffix('s')?.parse().ok().map(Duration::from_secs)
}

/// Receives a body of this length; returns `None` if it ends early.
async fn read(mut body: Incoming, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
    }
    Some(bytes)
}

/// Receives and discards a review for which there is no room, and returns its uid. API servers read the answer only after sending.
async fn uid(mut body: Incoming) -> Option<String> {
    let mut head = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame.ok()?.into_data() {
            let room = HEAD_BYTES - head.len();
            head.extend_from_slice(data.get(..room.min(data.len())).unwrap_or_default());
        }
    }
    uid_in(&String::from_utf8_lossy(&head))
}

/// Returns the first string value of a key `uid`: API servers write the uid of the request before everything else.
fn uid_in(head: &str) -> Option<String> {
    let (_, after) = head.split_once("\"uid\"")?;
    let value = after.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let (uid, _) = value.split_once('"')?;
    (uid.len() <= 64 && uid.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')).then(|| uid.to_owned())
}

impl<J: Reviewer> Service for Webhook<J> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let answer = self.respond(request).await;
        if answer.status() != StatusCode::OK {
            self.metrics.refused(answer.status().as_u16());
        }
        answer
    }
}

impl<J: Reviewer> Webhook<J> {
    /// Validates the head of a request before its body is read.
    async fn respond(&self, request: Request<Incoming>) -> Answer {
        if request.uri().path() != "/validate" {
            let path = request.uri().path();
            return closing(
                Problem::not_found(format!("there is nothing at `{path}`; send reviews to /validate")).answer(),
            );
        }
        if request.method() != Method::POST {
            return closing(http::method_not_allowed("POST"));
        }
        let is_json =
            request.headers().get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
        if !is_json {
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a review must be `application/json`");
            return closing(problem.answer());
        }
        let length = request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
        match length {
            None => {
                closing(Problem::new(StatusCode::LENGTH_REQUIRED, "a review must have a `Content-Length`").answer())
            }
            Some(bytes) if bytes > MAX_BYTES => {
                tracing::warn!(bytes, "a review is too large");
                let detail = format!("the review is larger than {} MiB", MAX_BYTES >> 20);
                closing(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail).answer())
            }
            Some(bytes) => self.review(request, bytes).await,
        }
    }
}

#[cfg(test)]
mod tests;
