//! The validating webhook: `/validate`.

mod answer;
mod judge;
mod load;
mod outcome;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use rootstock_analysis::{AdmissionReview, NotAReview};
use tokio::task::yield_now;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};

use self::answer::ReviewAnswer;
pub(crate) use self::judge::{GardenJudge, Reviewer};
pub(crate) use self::load::LoadLimits;
use self::load::{Load, Room};
use self::outcome::{Outcome, Record};
use crate::http::{self, Answer, Problem};
use crate::listener::Service;
use crate::metrics::Metrics;
use crate::priority;

/// The largest review: one of an update holds the object twice, and an API server takes no request above 3 MiB.
const MOST_BYTES: usize = 7 << 20;
/// What API servers wait by default.
const USUAL_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest that API servers can be told to wait.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(30);
/// How long the body of a review may take to arrive once it is read. API servers are near.
const LONGEST_ARRIVAL: Duration = Duration::from_secs(5);
/// A review up to this size may be judged where it is read: an ordinary one in half a millisecond, and the worst that is known, a Shoot with
/// a thousand mistakes beside a large profile, in forty.
const SMALL: usize = 16 << 10;
/// In how much of a review its uid is looked for, when there is no room for it.
const HEAD_BYTES: usize = 4 << 10;
/// Why most reviews are shed.
const NO_ROOM: &str = "too many reviews are under way";
/// What the report calls the object; nobody sees it.
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

    /// Answers a review in time, whatever comes of it.
    async fn review(&self, request: Request<Incoming>, bytes: usize) -> Answer {
        let start = Instant::now();
        let deadline = start + timeout(request.uri().query()) * 9 / 10;
        let shed = |uid: Option<&str>, why| match uid {
            Some(uid) => self.shed(uid, why, bytes, start),
            None => no_uid(),
        };
        let Some(room) = self.load.take(bytes) else {
            return match timeout_at(deadline, uid(request.into_body())).await {
                Ok(uid) => shed(uid.as_deref(), NO_ROOM),
                Err(_) => too_slow(),
            };
        };
        let receiving = async {
            let reading = room.reading().await;
            // Others wait to be read.
            let arrives = timeout_at(Instant::now() + LONGEST_ARRIVAL, read(request.into_body(), bytes)).await?;
            Ok::<_, Elapsed>(reading.zip(arrives))
        };
        let (reading, body) = match timeout_at(deadline, receiving).await.flatten() {
            Ok(Some(received)) => received,
            Ok(None) => return Problem::new(StatusCode::BAD_REQUEST, "the review ends before its end").answer(),
            Err(_) => return too_slow(),
        };
        let uid = uid_in(&String::from_utf8_lossy(body.get(..HEAD_BYTES).unwrap_or(&body)));
        let Some(waiting) = room.place() else { return shed(uid.as_deref(), NO_ROOM) };
        let times = (start, deadline);
        let review = match self.judged_here(&room, body, uid.as_deref(), times).await {
            Ok(answer) => return answer,
            Err(review) => review,
        };
        match timeout_at(deadline, room.turn()).await {
            Err(_) | Ok(None) => shed(uid.as_deref(), NO_ROOM),
            Ok(Some(turn)) => {
                let (judge, metrics) = (Arc::clone(&self.judge), Arc::clone(&self.metrics));
                // The room is given back when the work is done, not when nobody waits for it any more.
                let work = priority::compute(move || {
                    let _held = (room, reading, waiting, turn);
                    match review.read() {
                        Ok(review) => answer(&*judge, &review, bytes, times, &metrics),
                        Err(error) => unreadable(bytes, &error),
                    }
                });
                match timeout_at(deadline, work).await {
                    Ok(Ok(answer)) => answer,
                    Ok(Err(_)) => self.failed(uid.as_deref(), bytes, start),
                    Err(_) => shed(uid.as_deref(), "it takes longer than the API server waits"),
                }
            }
        }
    }
}

/// A review that is to be judged.
enum Unjudged {
    /// As it came.
    Unread(Vec<u8>),
    /// One that is not brief, and was read to know that.
    Read(Box<AdmissionReview>),
}

impl Unjudged {
    fn read(self) -> Result<Box<AdmissionReview>, NotAReview> {
        match self {
            Self::Unread(body) => AdmissionReview::read(OBJECT, body).map(Box::new),
            Self::Read(review) => Ok(review),
        }
    }
}

impl<J: Reviewer> Webhook<J> {
    /// The answer to a small review that is judged where it has been read, or what is to be judged on another thread.
    async fn judged_here(
        &self,
        room: &Room,
        body: Vec<u8>,
        uid: Option<&str>,
        (start, deadline): (Instant, Instant),
    ) -> Result<Answer, Unjudged> {
        if body.len() > SMALL {
            return Err(Unjudged::Unread(body));
        }
        let Ok(Some(_turn)) = timeout_at(deadline, room.turn_here()).await else {
            return Err(Unjudged::Unread(body));
        };
        self.let_others_come().await;
        let begin = Instant::now();
        let answer = self.at_once(body, uid, (start, deadline));
        room.took(begin);
        answer
    }

    /// Whoever has come meanwhile is read before more is judged here: what there is no room for is refused at once.
    async fn let_others_come(&self) {
        loop {
            let since = Instant::now();
            yield_now().await;
            // Others that have waited for the same may have been quicker.
            if !self.load.judged_long_after(since) {
                return;
            }
        }
    }

    /// The answer to a review, if it is a brief one: to hand it to another thread and back would take half as long again.
    fn at_once(&self, body: Vec<u8>, uid: Option<&str>, times: (Instant, Instant)) -> Result<Answer, Unjudged> {
        let bytes = body.len();
        let answer = || match AdmissionReview::read(OBJECT, body) {
            Ok(review) if self.judge.is_brief(&review) => {
                Ok(answer(&*self.judge, &review, bytes, times, &self.metrics))
            }
            Ok(review) => Err(Unjudged::Read(Box::new(review))),
            Err(error) => Ok(unreadable(bytes, &error)),
        };
        // Nothing is changed on the way that is looked at afterwards.
        panic::catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| Ok(self.failed(uid, bytes, times.0)))
    }
}

impl<J> Webhook<J> {
    /// The answer to a review that could not even be read for a mistake of ours.
    fn failed(&self, uid: Option<&str>, bytes: usize, start: Instant) -> Answer {
        self.metrics.panicked();
        let Some(uid) = uid else { return no_uid() };
        Record::unread(uid, bytes, start).tell(&Outcome::Failed, &self.metrics);
        http::answer(StatusCode::OK, http::JSON, ReviewAnswer::failed(uid).to_json())
    }

    fn shed(&self, uid: &str, why: &'static str, bytes: usize, start: Instant) -> Answer {
        Record::unread(uid, bytes, start).tell(&Outcome::Shed(why), &self.metrics);
        http::answer(StatusCode::OK, http::JSON, ReviewAnswer::shed(uid, why).to_json())
    }
}

/// Judges a review of so many bytes. Where that panics, it is let in.
fn answer(
    judge: &impl Reviewer,
    review: &AdmissionReview,
    bytes: usize,
    (start, deadline): (Instant, Instant),
    metrics: &Metrics,
) -> Answer {
    let judged = || {
        let (answer, outcome) = judge.judge(review, deadline);
        (answer.to_json(), outcome)
    };
    // Nothing is changed on the way that is looked at afterwards.
    let (answer, outcome) = panic::catch_unwind(AssertUnwindSafe(judged)).unwrap_or_else(|_| {
        metrics.panicked();
        (ReviewAnswer::failed(review.uid()).to_json(), Outcome::Failed)
    });
    Record::of(review, bytes, start).tell(&outcome, metrics);
    http::answer(StatusCode::OK, http::JSON, answer)
}

fn unreadable(bytes: usize, error: &NotAReview) -> Answer {
    tracing::warn!(bytes, "{error}");
    Problem::new(StatusCode::BAD_REQUEST, error.to_string()).answer()
}

fn no_uid() -> Answer {
    Problem::new(StatusCode::BAD_REQUEST, "this is not an AdmissionReview: it has no uid").answer()
}

fn too_slow() -> Answer {
    closing(Problem::new(StatusCode::REQUEST_TIMEOUT, "the review did not arrive in time").answer())
}

/// With a word that the connection ends: what is left on it is not read.
fn closing(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// How long the API server waits: `?timeout=10s`, a duration as Go writes them.
fn timeout(query: Option<&str>) -> Duration {
    let pairs = query.into_iter().flat_map(|query| query.split('&'));
    let written = pairs.filter_map(|pair| pair.strip_prefix("timeout=")).next();
    written.and_then(duration).map_or(USUAL_TIMEOUT, |timeout| timeout.min(LONGEST_TIMEOUT))
}

fn duration(text: &str) -> Option<Duration> {
    if let Some(milliseconds) = text.strip_suffix("ms") {
        return milliseconds.parse().ok().map(Duration::from_millis);
    }
    text.strip_suffix('s')?.parse().ok().map(Duration::from_secs)
}

/// All bytes of a body of that length; none if it ends early.
async fn read(mut body: Incoming, length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
    }
    Some(bytes)
}

/// The uid of a review that there is no room for. All of it is taken, so that the answer is read; next to nothing is kept.
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

/// The first string under the key `uid`: API servers write that of the request before everything else.
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
    /// Looks at the head of a request before anything of its body is read.
    async fn respond(&self, request: Request<Incoming>) -> Answer {
        if request.uri().path() != "/validate" {
            let path = request.uri().path();
            return closing(Problem::not_found(format!("there is nothing at `{path}`; there is /validate")).answer());
        }
        if request.method() != Method::POST {
            return closing(http::method_not_allowed("POST"));
        }
        let is_json =
            request.headers().get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
        if !is_json {
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a review is `application/json`");
            return closing(problem.answer());
        }
        let length = request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
        match length {
            None => closing(Problem::new(StatusCode::LENGTH_REQUIRED, "a review has a `Content-Length`").answer()),
            Some(bytes) if bytes > MOST_BYTES => {
                tracing::warn!(bytes, "a review is too large");
                let detail = format!("a review has no more than {} MiB", MOST_BYTES >> 20);
                closing(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail).answer())
            }
            Some(bytes) => self.review(request, bytes).await,
        }
    }
}

#[cfg(test)]
mod tests;
