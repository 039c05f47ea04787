//! `/events`: server-sent events about changes of the state.

use std::time::Duration;

use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::access::{Caller, Scope};
use crate::garden::GardenReceiver;
use crate::http::{Answer, AnswerBody};

/// The duration of a stream, after which the browser reconnects. It is shorter than the idle timeout of connections, and limits for
/// how long a user whose access has been revoked still receives events.
const MAX_DURATION: Duration = Duration::from_secs(60);
/// The shortest time between two events, because a large garden changes all the time.
const MIN_INTERVAL: Duration = Duration::from_millis(500);

/// Creates an answer that streams the version of each new state, as far as the caller may see it.
pub(crate) fn events(gardens: GardenReceiver, caller: (Caller, Scope), end: watch::Receiver<bool>) -> Answer {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(stream_events(gardens, caller, sender, end));
    let mut answer = Answer::new(AnswerBody::Events(receiver));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    answer
}

async fn stream_events(
    mut gardens: GardenReceiver,
    (caller, scope): (Caller, Scope),
    sender: mpsc::Sender<Bytes>,
    mut end: watch::Receiver<bool>,
) {
    let until = Instant::now() + MAX_DURATION;
    let mut known = None;
    loop {
        let garden = gardens.borrow_and_update().clone();
        let version = match garden {
            None => None,
            // Ends the stream if the caller may not see anything any more.
            Some(garden) => match caller.page_version(&garden, &scope).await {
                Ok(version) => Some(version),
                Err(_) => return,
            },
        };
        if version != known {
            let event = format!("retry: 1000\nevent: state\ndata: {}\n\n", version.as_deref().unwrap_or_default());
            if sender.send(event.into()).await.is_err() {
                return;
            }
            known = version;
        }
        let changed = async {
            sleep_until(Instant::now() + MIN_INTERVAL).await;
            gardens.changed().await
        };
        tokio::select! {
            changed = changed => if changed.is_err() { return },
            () = sleep_until(until) => return,
            () = sender.closed() => return,
            _ = end.wait_for(|ends| *ends) => return,
        }
    }
}
