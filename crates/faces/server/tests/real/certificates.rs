//! A certificate authority, and certificates in a directory that is updated like a kubelet volume.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

pub(crate) struct Certificates {
    pub(crate) authority: CertifiedIssuer<'static, KeyPair>,
    mount: tempfile::TempDir,
    round: AtomicU32,
}

impl Certificates {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(vec!["authority".to_owned()]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let new = Self { authority, mount: tempfile::tempdir().unwrap(), round: AtomicU32::new(0) };
        new.swap();
        for file in ["tls.crt", "tls.key"] {
            symlink(format!("..data/{file}"), new.path().join(file)).unwrap();
        }
        new
    }

    pub(crate) fn path(&self) -> &Path {
        self.mount.path()
    }

    /// Replaces certificate and key by new ones.
    pub(crate) fn swap(&self) {
        let round = self.round.fetch_add(1, Ordering::AcqRel);
        let key = KeyPair::generate().unwrap();
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &self.authority).unwrap();
        let (mount, version) = (self.path(), format!("..v{round}"));
        fs::create_dir(mount.join(&version)).unwrap();
        fs::write(mount.join(&version).join("tls.crt"), certificate.pem()).unwrap();
        fs::write(mount.join(&version).join("tls.key"), key.serialize_pem()).unwrap();
        symlink(&version, mount.join("..new")).unwrap();
        fs::rename(mount.join("..new"), mount.join("..data")).unwrap();
        if round > 0 {
            fs::remove_dir_all(mount.join(format!("..v{}", round - 1))).unwrap();
        }
    }
}
