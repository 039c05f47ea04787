//! `/playground/`: a static page, and the WebAssembly modules that it runs, from the folder of the npm package.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::HeaderMap;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, LOCATION, REFERRER_POLICY,
};
use rootstock_pages::{PLAYGROUND_MODULES, PLAYGROUND_POLICY, playground};

use crate::failure::Failure;
use crate::http::{self, Answer, Problem, etag};

/// The path of the playground, and the beginning of those of its files.
const PATH: &str = "/playground";
const FOLDER: &str = "/playground/";
/// The file at the folder itself.
const INDEX: &str = "index.html";

/// The files of the playground by name.
#[derive(Debug)]
pub(crate) struct Playground {
    files: BTreeMap<String, File>,
}

/// A file, compressed once because modules are large.
#[derive(Debug)]
struct File {
    content_type: HeaderValue,
    /// The content for clients that do not accept compression.
    plain: Bytes,
    gzip: Bytes,
    /// The content with Brotli, a quarter smaller than with gzip, if the folder has it.
    brotli: Option<Bytes>,
    tag: String,
}

impl Playground {
    /// Reads the modules from the folder of the npm package.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder lacks one of them.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let mut files = BTreeMap::new();
        for file in playground() {
            let served = File::new(file.content_type, file.text.as_bytes().to_vec(), None);
            files.insert(file.path, served.map_err(|reason| failure(folder, reason))?);
        }
        for name in PLAYGROUND_MODULES {
            let path = folder.join(name);
            let content_type =
                if name.ends_with(".js") { "text/javascript; charset=utf-8" } else { "application/wasm" };
            let read = || File::new(content_type, fs::read(&path)?, fs::read(folder.join(format!("{name}.br"))).ok());
            files.insert(name.to_owned(), read().map_err(|reason| failure(&path, reason))?);
        }
        Ok(Self { files })
    }

    /// Returns whether a path belongs to the playground.
    pub(crate) fn has(path: &str) -> bool {
        path == PATH || path.starts_with(FOLDER)
    }

    /// Returns the ETag of a path.
    pub(crate) fn tag(&self, path: &str) -> Option<&str> {
        Some(&self.file(path)?.tag)
    }

    fn file(&self, path: &str) -> Option<&File> {
        let name = path.strip_prefix(FOLDER)?;
        self.files.get(if name.is_empty() { INDEX } else { name })
    }

    /// Answers a request for a path of the playground.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Result<Answer, Problem> {
        if path == PATH {
            // The page refers to its files relative to its folder.
            let mut answer = http::text(StatusCode::PERMANENT_REDIRECT, "");
            answer.headers_mut().insert(LOCATION, HeaderValue::from_static(FOLDER));
            return Ok(answer);
        }
        let file = self.file(path).ok_or_else(|| Problem::not_found(format!("there is nothing at `{path}`")))?;
        let (body, coding) = match &file.brotli {
            Some(brotli) if accepts(headers, "br") => (brotli, Some("br")),
            _ if accepts(headers, "gzip") => (&file.gzip, Some("gzip")),
            _ => (&file.plain, None),
        };
        let mut answer = http::answer(StatusCode::OK, file.content_type.clone(), body.clone());
        let policies: [(HeaderName, &'static str); 2] =
            [(CONTENT_SECURITY_POLICY, PLAYGROUND_POLICY), (REFERRER_POLICY, "no-referrer")];
        for (name, value) in policies {
            answer.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        if let Some(coding) = coding {
            answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        Ok(answer)
    }
}

fn failure(path: &Path, reason: io::Error) -> Failure {
    Failure::Playground { file: path.display().to_string(), reason }
}

impl File {
    fn new(content_type: &'static str, plain: Vec<u8>, brotli: Option<Vec<u8>>) -> io::Result<Self> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&plain)?;
        Ok(Self {
            content_type: HeaderValue::from_static(content_type),
            tag: etag(&("playground", &plain)),
            gzip: encoder.finish()?.into(),
            plain: plain.into(),
            brotli: brotli.map(Bytes::from),
        })
    }
}

/// Returns whether a client accepts a content coding.
pub(crate) fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    given.flat_map(|it| it.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = matches!(weight.trim().strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"));
        (name.trim() == wanted || name.trim() == "*") && !is_refused
    })
}
