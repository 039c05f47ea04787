//! Web pages of other origins that may read the answers of the HTTP API (CORS).
//!
//! Callers authenticate with a header, never with cookies, so that credentials in the sense of CORS are not allowed.

use std::str::FromStr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderValue,
    ORIGIN, VARY,
};
use hyper::{Method, Request, StatusCode, Uri};

use crate::http::{self, Answer};
use crate::listener::Service;

/// An origin, as browsers send it: `https://dashboard.example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebOrigin(HeaderValue);

impl FromStr for WebOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let origin = || {
            let uri: Uri = text.parse().ok()?;
            let (scheme, host) = (uri.scheme_str()?, uri.host()?);
            let default_port = if scheme == "https" { 443 } else { 80 };
            let port = uri.port_u16().filter(|port| *port != default_port);
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            let sent = format!("{scheme}://{}{port}", host.to_ascii_lowercase());
            if sent == text && matches!(scheme, "http" | "https") { HeaderValue::from_str(text).ok() } else { None }
        };
        origin().map(Self).ok_or(
            "must be an origin as browsers send it, such as `https://dashboard.example.org` or `http://localhost:5173`: http or \
             https, a host in lower case, and a port unless it is the default, without a path",
        )
    }
}

/// A service whose answers pages of some origins may read.
pub(crate) struct CrossOrigin<S> {
    origins: Arc<[WebOrigin]>,
    service: S,
}

impl<S> CrossOrigin<S> {
    pub(crate) const fn new(origins: Arc<[WebOrigin]>, service: S) -> Self {
        Self { origins, service }
    }

    /// Returns the origin of a request, if it is an allowed one.
    fn origin(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let given = headers.get(ORIGIN)?;
        self.origins.iter().find(|origin| origin.0 == *given).map(|origin| origin.0.clone())
    }
}

impl<S: Service> Service for CrossOrigin<S> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        let origin = self.origin(request.headers());
        let is_preflight =
            request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let mut answer = match &origin {
            // Browsers send no token with it.
            Some(_) if is_preflight => preflight(),
            _ => self.service.answer(request).await,
        };
        if !self.origins.is_empty() {
            answer.headers_mut().append(VARY, HeaderValue::from_static("origin"));
        }
        if let Some(origin) = origin {
            answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            let exposed = HeaderValue::from_static("etag, warning, www-authenticate");
            answer.headers_mut().insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        }
        answer
    }
}

/// Creates the answer to the request by which a browser asks whether it may send another one.
fn preflight() -> Answer {
    let mut answer = http::text(StatusCode::OK, "");
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, if-none-match"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    for (name, value) in headers {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::https("https://dashboard.example.org", true)]
    #[case::port("http://localhost:5173", true)]
    #[case::address("http://[::1]:8000", true)]
    #[case::default_port("https://dashboard.example.org:443", false)]
    #[case::path("https://dashboard.example.org/", false)]
    #[case::upper_case("https://Dashboard.example.org", false)]
    #[case::user("https://user@dashboard.example.org", false)]
    #[case::other_scheme("file://dashboard.example.org", false)]
    #[case::no_scheme("dashboard.example.org", false)]
    #[case::any("*", false)]
    #[case::opaque("null", false)]
    fn origins_are_written_as_browsers_send_them(#[case] text: &str, #[case] is_valid: bool) {
        assert_eq!(text.parse::<WebOrigin>().is_ok(), is_valid);
    }
}
