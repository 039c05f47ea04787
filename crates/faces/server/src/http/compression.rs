//! Answers as gzip.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_ENCODING, HeaderValue};

use super::{Answer, AnswerBody};
use crate::priority;

/// Shorter answers gain nothing.
const SHORTEST: usize = 1 << 10;

/// The same answer as gzip, if it is long enough.
pub(crate) async fn compressed(answer: Answer) -> Answer {
    let (mut head, body) = answer.into_parts();
    // Events are sent as they happen.
    let AnswerBody::Whole(body) = body else { return Answer::from_parts(head, body) };
    // A body in memory is collected without waiting or failing.
    let Ok(bytes) = body.collect().await.map(http_body_util::Collected::to_bytes);
    if bytes.len() < SHORTEST {
        return Answer::from_parts(head, whole(bytes));
    }
    let source = bytes.clone();
    match priority::compute(move || gzip(&source)).await {
        Ok(Ok(smaller)) => {
            head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Answer::from_parts(head, whole(Bytes::from(smaller)))
        }
        _ => Answer::from_parts(head, whole(bytes)),
    }
}

fn whole(bytes: Bytes) -> AnswerBody {
    AnswerBody::Whole(Full::new(bytes))
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 8), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}
