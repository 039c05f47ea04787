//! TLS: a certificate and its key from files that are reloaded when they change.
//!
//! A kubelet swaps a link to a directory and deletes the old directory, so that a file watch loses track. The server polls
//! the files instead, which takes a tenth of a millisecond.

mod identity;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rootstock_sources::files::read_at_most;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::server::WebPkiClientVerifier;
use rustls::version::{TLS12, TLS13};
use rustls::{RootCertStore, ServerConfig};

pub(crate) use self::identity::{Identity, ReloadOutcome};

/// The largest file of certificates, in bytes; a chain has a few KiB.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// The timeout of a handshake.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(5);

/// An error in a certificate, a key or a certificate authority.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: {reason}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the operating system, or the reason why the content is not read.
        reason: io::Error,
    },
    /// A file does not contain the expected PEM block.
    #[error("{} has no {what} in PEM form", .file.display())]
    MissingPem {
        /// The file.
        file: PathBuf,
        /// The expected content.
        what: &'static str,
    },
    /// The certificate and the key do not match, or are not usable.
    #[error("the certificate and the key cannot be used together: {0}")]
    Pair(rustls::Error),
    /// The certificates of an authority are not usable.
    #[error("{}: {reason}", .file.display())]
    Authority {
        /// The file.
        file: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// The paths of the TLS files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TlsFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
    /// The certificate authority of clients that get the names of Shoots.
    pub(crate) client_authority: Option<PathBuf>,
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// Reads a file. A pipe could block forever, and a device may not end.
fn read(file: &Path) -> Result<Vec<u8>, TlsError> {
    let read = || {
        if !fs::metadata(file)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        read_at_most(file, MAX_FILE_BYTES).map_err(io::Error::other)
    };
    read().map_err(|reason| TlsError::Unreadable { file: file.to_owned(), reason })
}

/// Parses the certificates of a file, at least one.
fn certificates(file: &Path, text: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let nothing = || TlsError::MissingPem { file: file.to_owned(), what: "certificate" };
    let all: Vec<_> = CertificateDer::pem_slice_iter(text).collect::<Result<_, _>>().map_err(|_| nothing())?;
    if all.is_empty() { Err(nothing()) } else { Ok(all) }
}

/// The TLS configurations, and the certificate that they share.
#[derive(Debug)]
pub(crate) struct Tls {
    /// The configuration of the webhook, which accepts client certificates.
    pub(crate) webhook: Arc<ServerConfig>,
    /// The configuration of the HTTP API, whose clients have tokens.
    pub(crate) api: Arc<ServerConfig>,
    pub(crate) identity: Identity,
}

/// Loads the files.
pub(crate) fn open(files: &TlsFiles) -> Result<Tls, TlsError> {
    let identity = Identity::open(files)?;
    let webhook = config(&identity, files.client_authority.as_deref())?;
    Ok(Tls { webhook, api: config(&identity, None)?, identity })
}

fn config(identity: &Identity, client_authority: Option<&Path>) -> Result<Arc<ServerConfig>, TlsError> {
    let builder = ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(TlsError::Pair)?;
    let builder = match client_authority {
        None => builder.with_no_client_auth(),
        Some(file) => {
            let wrong = |reason: String| TlsError::Authority { file: file.to_owned(), reason };
            let mut roots = RootCertStore::empty();
            for certificate in certificates(file, &read(file)?)? {
                roots.add(certificate).map_err(|why| wrong(why.to_string()))?;
            }
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider())
                // An API server without a certificate must not lose its reviews.
                .allow_unauthenticated()
                .build();
            builder.with_client_cert_verifier(verifier.map_err(|why| wrong(why.to_string()))?)
        }
    };
    let mut config = builder.with_cert_resolver(identity.current());
    // API servers call webhooks over HTTP/1.1 only.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests;
