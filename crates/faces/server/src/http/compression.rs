//! Compression of answers with gzip.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_ENCODING, HeaderValue};

use super::{Answer, AnswerBody};
use crate::priority;

/// The length, in bytes, below which compression gains nothing.
const MIN_LENGTH: usize = 1 << 10;

/// Compresses the body of an answer, unless it is short.
pub(crate) async fn compressed(answer: Answer) -> Answer {
    let (mut head, body) = answer.into_parts();
    // Events must not be buffered.
    let AnswerBody::Whole(body) = body else { return Answer::from_parts(head, body) };
    // Collecting a body in memory neither waits nor fails.
    let Ok(bytes) = body.collect().await.map(http_body_util::Collected::to_bytes);
    if bytes.len() < MIN_LENGTH {
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
