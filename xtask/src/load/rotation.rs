//! Rotates the webhook's certificate like a kubelet updates a mounted Secret, during reviews over TLS.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::RootCertStore;
use tokio::time::sleep;

use super::client::{self, Load};
use super::process::Server;
use super::to_failure;
use crate::failure::Failure;

/// The time between two certificates.
const PAUSE: Duration = Duration::from_millis(150);

type Authority = CertifiedIssuer<'static, KeyPair>;

/// Writes a new key pair, and swaps the link to it.
fn swap(mount: &Path, authority: &Authority, round: u32) -> Result<(), Failure> {
    let key = KeyPair::generate().map_err(to_failure)?;
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).map_err(to_failure)?;
    let certificate = params.signed_by(&key, authority).map_err(to_failure)?;
    let version = format!("..v{round}");
    fs::create_dir(mount.join(&version))?;
    fs::write(mount.join(&version).join("tls.crt"), certificate.pem())?;
    fs::write(mount.join(&version).join("tls.key"), key.serialize_pem())?;
    symlink(&version, mount.join("..new"))?;
    fs::rename(mount.join("..new"), mount.join("..data"))?;
    if round > 0 {
        fs::remove_dir_all(mount.join(format!("..v{}", round - 1)))?;
    }
    Ok(())
}

/// Returns the number of lost reviews. Half of the connections are kept alive, the others are opened for each review.
pub(super) async fn rotate_under_load(binary: &Path, review: &[u8], rounds: u32) -> Result<usize, Failure> {
    let mut params = CertificateParams::new(vec!["authority".to_owned()]).map_err(to_failure)?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority =
        CertifiedIssuer::self_signed(params, KeyPair::generate().map_err(to_failure)?).map_err(to_failure)?;
    let folder = tempfile::tempdir()?;
    let mount = folder.path();
    swap(mount, &authority, 0)?;
    for file in ["tls.crt", "tls.key"] {
        symlink(format!("..data/{file}"), mount.join(file))?;
    }
    let (certificate, key) = (mount.join("tls.crt"), mount.join("tls.key"));
    let certificate = format!("--tls-certificate={}", certificate.display());
    let key = format!("--tls-key={}", key.display());
    let mut server = Server::start(binary, &[&certificate, &key, "--tls-look-every=0.03"], &[]).await?;

    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).map_err(to_failure)?;
    let load = |closes| {
        let duration = PAUSE * (rounds + 4);
        let load = Load {
            connections: 4,
            authority: Some(roots.clone()),
            closes,
            ..Load::closed(server.webhook, review, duration)
        };
        tokio::spawn(load.run())
    };
    let (kept, made) = (load(false), load(true));
    for round in 1..=rounds {
        sleep(PAUSE).await;
        swap(mount, &authority, round)?;
    }
    let (kept, made) = (kept.await.map_err(to_failure)??, made.await.map_err(to_failure)??);
    let metrics = client::get(server.operations, "/metrics").await.unwrap_or_default();
    let exchanged =
        metrics.lines().find(|line| line.starts_with("rootstock_certificate_changes_total{result=\"exchanged\"}"));
    let exchanged = exchanged.and_then(|line| line.rsplit(' ').next()).unwrap_or("0");
    println!(
        "{rounds} certificates, {exchanged} exchanged: {} answered over kept connections, {} over new ones; {} lost",
        kept.answered(),
        made.answered(),
        kept.lost + made.lost,
    );
    if exchanged != rounds.to_string() {
        return Err(to_failure("not every certificate was shown"));
    }
    server.stop()?;
    Ok(kept.lost + made.lost)
}
