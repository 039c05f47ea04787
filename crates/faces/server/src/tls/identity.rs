//! The server's certificate, which can be replaced at runtime.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use x509_cert::Certificate;
use x509_cert::der::Decode as _;

use super::{TlsError, TlsFiles, certificates, provider, read};

/// A certificate and its key, with the paths of their files.
#[derive(Debug)]
pub(crate) struct Identity {
    certificate: PathBuf,
    key: PathBuf,
    /// The hash of the files' contents when they were last checked.
    seen: u64,
    current: Arc<Current>,
}

/// The result of checking the files.
#[derive(Debug)]
pub(crate) enum ReloadOutcome {
    /// The files have not changed.
    Unchanged,
    /// The certificate has been replaced.
    Exchanged,
    /// The files are not usable; the previous certificate stays in use.
    Kept(TlsError),
}

/// The certificate in use.
#[derive(Debug)]
pub(crate) struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Identity {
    pub(super) fn open(files: &TlsFiles) -> Result<Self, TlsError> {
        let (certificate, key) = (files.certificate.clone(), files.key.clone());
        let texts = [read(&certificate)?, read(&key)?];
        let pair = pair(&certificate, &key, &texts)?;
        Ok(Self { certificate, key, seen: hash(&texts), current: Arc::new(Current(RwLock::new(Arc::new(pair)))) })
    }

    pub(super) fn current(&self) -> Arc<Current> {
        Arc::clone(&self.current)
    }

    /// Checks the files, and replaces the certificate after a change. Reports unusable files once, and again when they change.
    pub(crate) fn reload(&mut self) -> ReloadOutcome {
        let texts = match (read(&self.certificate), read(&self.key)) {
            (Ok(certificate), Ok(key)) => [certificate, key],
            (Err(why), _) | (_, Err(why)) => {
                let is_known = std::mem::replace(&mut self.seen, 0) == 0;
                return if is_known { ReloadOutcome::Unchanged } else { ReloadOutcome::Kept(why) };
            }
        };
        let seen = hash(&texts);
        if std::mem::replace(&mut self.seen, seen) == seen {
            return ReloadOutcome::Unchanged;
        }
        match pair(&self.certificate, &self.key, &texts) {
            Ok(pair) => {
                *self.current.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(pair);
                ReloadOutcome::Exchanged
            }
            Err(why) => ReloadOutcome::Kept(why),
        }
    }

    /// Returns the expiry of the certificate, in seconds since 1970.
    pub(crate) fn not_after(&self) -> Option<i64> {
        let shown = Arc::clone(&self.current.0.read().unwrap_or_else(PoisonError::into_inner));
        let certificate = Certificate::from_der(shown.cert.first()?).ok()?;
        let not_after = certificate.tbs_certificate().validity().not_after;
        i64::try_from(not_after.to_unix_duration().as_secs()).ok()
    }
}

fn pair(certificate: &Path, key: &Path, [chain, secret]: &[Vec<u8>; 2]) -> Result<CertifiedKey, TlsError> {
    let chain = certificates(certificate, chain)?;
    let secret = PrivateKeyDer::from_pem_slice(secret)
        .map_err(|_| TlsError::MissingPem { file: key.to_owned(), what: "private key" })?;
    CertifiedKey::from_der(chain, secret, &provider()).map_err(TlsError::Pair)
}

/// Hashes the contents of the files. Never returns 0, which represents unreadable files.
fn hash(texts: &[Vec<u8>; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish().max(1)
}
