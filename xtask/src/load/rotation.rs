//! The certificate of the webhook is exchanged again and again, as a kubelet exchanges what it mounts, while reviews come over TLS.

use std::fs;
use std::io;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::client::{self, Load};
use super::process::Server;
use crate::failure::Failure;

/// From one certificate to the next.
const PAUSE: Duration = Duration::from_millis(150);

fn wrong(why: impl std::fmt::Display) -> Failure {
    Failure::Found(why.to_string())
}

type Authority = CertifiedIssuer<'static, KeyPair>;

/// Writes a new pair, and swaps the link to it.
fn swap(mount: &Path, authority: &Authority, round: u32) -> Result<(), Failure> {
    let key = KeyPair::generate().map_err(wrong)?;
    let params = CertificateParams::new(vec!["localhost".to_owned()]).map_err(wrong)?;
    let certificate = params.signed_by(&key, authority).map_err(wrong)?;
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

/// How many reviews were lost. Half of the connections are kept, half are made for each review.
pub(super) fn rotate_under_load(binary: &Path, review: &[u8], rounds: u32) -> Result<usize, Failure> {
    let mut params = CertificateParams::new(vec!["authority".to_owned()]).map_err(wrong)?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().map_err(wrong)?).map_err(wrong)?;
    let folder = tempfile::tempdir()?;
    let mount = folder.path();
    swap(mount, &authority, 0)?;
    for file in ["tls.crt", "tls.key"] {
        symlink(format!("..data/{file}"), mount.join(file))?;
    }
    let (certificate, key) = (mount.join("tls.crt"), mount.join("tls.key"));
    let certificate = format!("--tls-certificate={}", certificate.display());
    let key = format!("--tls-key={}", key.display());
    let mut server = Server::start(binary, &[&certificate, &key, "--tls-look-every=0.03"])?;

    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).map_err(wrong)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(wrong)?;
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    let address = server.webhook;
    let connect = move || {
        let name = ServerName::try_from("localhost").map_err(io::Error::other)?;
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(12)))?;
        let connection = ClientConnection::new(Arc::clone(&config), name).map_err(io::Error::other)?;
        Ok(Box::new(StreamOwned::new(connection, stream)) as Box<dyn client::Stream>)
    };
    let load = |request| Load { address, request, connections: 4, rate: None, lasts: PAUSE * (rounds + 4) };
    let (kept, made) = (load(client::request(review)), load(closing(review)));
    let (kept, made) = thread::scope(|scope| {
        let kept = scope.spawn(|| kept.run_over(|| true, &connect));
        let made = scope.spawn(|| made.run_over(|| true, &connect));
        for round in 1..=rounds {
            thread::sleep(PAUSE);
            swap(mount, &authority, round)?;
        }
        let tally = |asked: thread::ScopedJoinHandle<'_, Result<client::Tally, Failure>>| {
            asked.join().map_err(|_| wrong("a client has failed"))?
        };
        Ok::<_, Failure>((tally(kept)?, tally(made)?))
    })?;
    let metrics = client::get(server.operations, "/metrics").unwrap_or_default();
    let exchanged =
        metrics.lines().find(|line| line.starts_with("rootstock_certificate_changes_total{result=\"exchanged\"}"));
    let exchanged = exchanged.and_then(|line| line.rsplit(' ').next()).unwrap_or("0");
    println!(
        "{rounds} certificates, {exchanged} exchanged: {} answered over kept connections, {} over new ones; {} lost",
        kept.judged.len() + kept.shed.len(),
        made.judged.len() + made.shed.len(),
        kept.lost + made.lost,
    );
    if exchanged != rounds.to_string() {
        return Err(wrong("not every certificate was shown"));
    }
    server.stop()?;
    Ok(kept.lost + made.lost)
}

/// A request after which the connection ends.
fn closing(review: &[u8]) -> Vec<u8> {
    let request = client::request(review);
    let end = request.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or_default();
    let (head, rest) = request.split_at(end);
    [head, b"\r\nConnection: close", rest].concat()
}
