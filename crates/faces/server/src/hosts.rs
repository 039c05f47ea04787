//! The hosts under which a port answers.

use std::net::IpAddr;

use hyper::header::HOST;
use hyper::http::uri::Authority;
use hyper::{Request, StatusCode, Version};

use crate::http::Problem;

/// The hosts under which a port answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hosts {
    /// All hosts: callers have a token or a TLS connection, or reach the port over a network.
    Any,
    /// IP addresses and `localhost`. A web page whose name resolves to this machine (DNS rebinding) sends its own name.
    Local,
}

impl Hosts {
    /// Checks the host of a request.
    pub(crate) fn check<B>(self, request: &Request<B>) -> Result<(), Problem> {
        let mut headers = request.headers().get_all(HOST).iter();
        let (header, second) = (headers.next(), headers.next());
        if second.is_some() || (header.is_none() && request.version() == Version::HTTP_11) {
            return Err(Problem::new(StatusCode::BAD_REQUEST, "a request must have exactly one `Host` header"));
        }
        if self == Self::Any {
            return Ok(());
        }
        let header = header.map(|value| Authority::try_from(value.as_bytes()).map_err(|_| value));
        let authorities = request.uri().authority().cloned().map(Ok).into_iter().chain(header);
        for authority in authorities {
            if !authority.as_ref().is_ok_and(is_local) {
                let host = authority
                    .map_or_else(|value| String::from_utf8_lossy(value.as_bytes()).into_owned(), |it| it.to_string());
                let detail = format!(
                    "`{host}` is not answered here: without tokens, requests must be sent to an IP address or to `localhost`"
                );
                return Err(Problem::new(StatusCode::FORBIDDEN, detail));
            }
        }
        Ok(())
    }
}

fn is_local(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    address.parse::<IpAddr>().is_ok() || host.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::address("127.0.0.1:8080", None)]
    #[case::ipv6("[::1]:8080", None)]
    #[case::localhost("LocalHost", None)]
    #[case::rebound_name("evil.example", Some(StatusCode::FORBIDDEN))]
    #[case::name_that_begins_like_an_address("127.0.0.1.evil.example:8080", Some(StatusCode::FORBIDDEN))]
    #[case::user_and_name("localhost@evil.example", Some(StatusCode::FORBIDDEN))]
    #[case::not_an_authority("a b", Some(StatusCode::FORBIDDEN))]
    fn local_hosts(#[case] host: &str, #[case] expected: Option<StatusCode>) {
        let request = Request::builder().uri("/").header(HOST, host).body(()).unwrap();
        assert_eq!(Hosts::Local.check(&request).err().map(|problem| problem.status()), expected);
        assert!(Hosts::Any.check(&request).is_ok());
    }

    #[test]
    fn a_host_in_the_target_is_checked_as_well() {
        let request = Request::builder().uri("http://evil.example/").header(HOST, "localhost").body(()).unwrap();
        assert!(Hosts::Local.check(&request).is_err());
    }

    #[test]
    fn requests_have_exactly_one_host() {
        let without = Request::builder().uri("/").body(()).unwrap();
        assert!(Hosts::Any.check(&without).is_err());
        let two = Request::builder().uri("/").header(HOST, "a.example").header(HOST, "b.example").body(()).unwrap();
        assert!(Hosts::Any.check(&two).is_err());
        let old = Request::builder().uri("/").version(Version::HTTP_10).body(()).unwrap();
        assert!(Hosts::Local.check(&old).is_ok());
    }
}
