//! Handshakes over sockets, while the files change in the ways of kubelets and administrators.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::sync::Mutex;

use hyper::body::Incoming;
use hyper::{Request, StatusCode};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ClientConfig;
use rustls::pki_types::{PrivateKeyDer, ServerName};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;

use super::*;
use crate::hosts::Hosts;
use crate::http::{self, Answer};
use crate::listener::{Client, Service, serve};

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Creates a certificate for `localhost` and its key, as PEM.
fn leaf(authority: &Authority) -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, authority).unwrap();
    (certificate.pem(), key.serialize_pem())
}

/// Writes a pair as a kubelet does: creates a new directory, swaps the link, and deletes the old directory.
fn swap(mount: &Path, round: usize, (certificate, key): &(String, String)) {
    let version = format!("..v{round}");
    fs::create_dir(mount.join(&version)).unwrap();
    fs::write(mount.join(&version).join("tls.crt"), certificate).unwrap();
    fs::write(mount.join(&version).join("tls.key"), key).unwrap();
    symlink(&version, mount.join("..new")).unwrap();
    fs::rename(mount.join("..new"), mount.join("..data")).unwrap();
    if round > 0 {
        fs::remove_dir_all(mount.join(format!("..v{}", round - 1))).unwrap();
    }
}

fn files(mount: &Path) -> TlsFiles {
    for name in ["tls.crt", "tls.key"] {
        symlink(Path::new("..data").join(name), mount.join(name)).unwrap();
    }
    TlsFiles { certificate: mount.join("tls.crt"), key: mount.join("tls.key"), client_authority: None }
}

#[derive(Debug)]
struct Greeting;

impl Service for Greeting {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        http::text(StatusCode::OK, format!("hello, {:?}\n", request.extensions().get::<Client>().unwrap()))
    }
}

async fn start(acceptor: Arc<ServerConfig>) -> (SocketAddr, watch::Sender<bool>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, receiver) = watch::channel(false);
    (address, end, tokio::spawn(serve(listener, Some(acceptor), Hosts::Any, Arc::new(Greeting), receiver)))
}

fn connector(authority: &Authority, own: Option<&(String, String)>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let builder = ClientConfig::builder_with_provider(provider());
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
    let mut config = match own {
        None => builder.with_no_client_auth(),
        Some((certificate, key)) => {
            let chain = certificates(Path::new("own"), certificate.as_bytes()).unwrap();
            builder.with_client_auth_cert(chain, PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap()).unwrap()
        }
    };
    // Every handshake must be a full one.
    config.resumption = rustls::client::Resumption::disabled();
    TlsConnector::from(Arc::new(config))
}

/// Sends a request. Returns the certificate of the server, and the answer.
async fn ask(connector: &TlsConnector, address: SocketAddr) -> io::Result<(Vec<u8>, String)> {
    let stream = TcpStream::connect(address).await?;
    let mut stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await?;
    let shown = stream.get_ref().1.peer_certificates().unwrap().first().unwrap().to_vec();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok((shown, answer))
}

fn der(pair: &(String, String)) -> Vec<u8> {
    CertificateDer::from_pem_slice(pair.0.as_bytes()).unwrap().to_vec()
}

#[tokio::test]
async fn each_volume_update_is_loaded_unless_key_and_certificate_differ() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    let mount = directory.path();
    let mut shown = leaf(&authority);
    swap(mount, 0, &shown);
    let Tls { webhook: acceptor, mut identity, .. } = open(&files(mount)).unwrap();
    let (address, _end, _serving) = start(acceptor).await;
    let connector = connector(&authority, None);
    assert!(identity.not_after().is_some());
    for round in 1..=5 {
        let next = leaf(&authority);
        // A certificate with the key of another one.
        swap(mount, 2 * round - 1, &(next.0.clone(), shown.1.clone()));
        assert!(matches!(identity.reload(), ReloadOutcome::Kept(TlsError::Pair(_))));
        assert!(matches!(identity.reload(), ReloadOutcome::Unchanged));
        assert_eq!(ask(&connector, address).await.unwrap().0, der(&shown));
        swap(mount, 2 * round, &next);
        assert!(matches!(identity.reload(), ReloadOutcome::Exchanged));
        assert_eq!(ask(&connector, address).await.unwrap().0, der(&next));
        shown = next;
    }
}

#[tokio::test]
async fn incomplete_or_missing_files_are_reported_once() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    let mount = directory.path();
    let (first, second) = (leaf(&authority), leaf(&authority));
    swap(mount, 0, &first);
    let Tls { webhook: _, mut identity, .. } = open(&files(mount)).unwrap();
    let half = second.0.get(..second.0.len() / 2).unwrap();
    for (broken, what) in [(half, "certificate"), ("", "certificate")] {
        fs::write(mount.join("tls.crt"), broken).unwrap();
        let ReloadOutcome::Kept(TlsError::MissingPem { what: reported, .. }) = identity.reload() else {
            panic!("{broken:?} is accepted")
        };
        assert_eq!(reported, what);
        assert!(matches!(identity.reload(), ReloadOutcome::Unchanged));
    }
    fs::remove_file(mount.join("tls.crt")).unwrap();
    assert!(matches!(identity.reload(), ReloadOutcome::Kept(TlsError::Unreadable { .. })));
    assert!(matches!(identity.reload(), ReloadOutcome::Unchanged));
    fs::write(mount.join("tls.crt"), &second.0).unwrap();
    fs::write(mount.join("tls.key"), &second.1).unwrap();
    assert!(matches!(identity.reload(), ReloadOutcome::Exchanged));
}

#[test]
fn pipes_and_huge_files_are_not_read() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    let (mount, pair) = (directory.path(), leaf(&authority));
    swap(mount, 0, &pair);
    let Tls { mut identity, .. } = open(&files(mount)).unwrap();
    let certificate = mount.join("..data/tls.crt");

    fs::remove_file(&certificate).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&certificate).status().unwrap().success());
    let ReloadOutcome::Kept(why) = identity.reload() else { panic!("a pipe is read") };
    assert!(why.to_string().ends_with("tls.crt: it is not a regular file"), "{why}");

    fs::remove_file(&certificate).unwrap();
    fs::write(&certificate, &leaf(&authority).0).unwrap();
    fs::OpenOptions::new().write(true).open(&certificate).unwrap().set_len(MAX_FILE_BYTES + 1).unwrap();
    assert!(matches!(identity.reload(), ReloadOutcome::Unchanged), "reported once");
    assert!(read(&certificate).unwrap_err().to_string().ends_with("larger than 1 MiB"));

    fs::write(&certificate, &pair.0).unwrap();
    assert!(matches!(identity.reload(), ReloadOutcome::Exchanged));
}

/// Serves a leaf certificate followed by its issuer, the form in which most authorities issue certificates.
#[tokio::test]
async fn a_chain_is_served_completely() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    let (certificate, key) = leaf(&authority);
    swap(directory.path(), 0, &(format!("{certificate}{}", authority.pem()), key));
    let Tls { webhook: acceptor, .. } = open(&files(directory.path())).unwrap();
    let (address, _end, _serving) = start(acceptor).await;
    assert!(ask(&connector(&authority, None), address).await.unwrap().1.ends_with("hello, Unknown\n"));
}

#[tokio::test]
async fn no_request_fails_while_certificates_rotate() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    let mount = directory.path().to_owned();
    swap(&mount, 0, &leaf(&authority));
    let Tls { webhook: acceptor, mut identity, .. } = open(&files(&mount)).unwrap();
    let (address, end, serving) = start(acceptor).await;
    let connector = connector(&authority, None);
    let all_shown = Arc::new(Mutex::new(std::collections::BTreeSet::new()));
    let (stop, stopped) = watch::channel(false);
    let clients: Vec<JoinHandle<usize>> = (0..4)
        .map(|_| {
            let (connector, all_shown, stopped) = (connector.clone(), Arc::clone(&all_shown), stopped.clone());
            tokio::spawn(async move {
                let mut asked = 0;
                while !*stopped.borrow() {
                    let (shown, answer) = ask(&connector, address).await.unwrap();
                    assert!(answer.ends_with("hello, Unknown\n"));
                    all_shown.lock().unwrap().insert(shown);
                    asked += 1;
                }
                asked
            })
        })
        .collect();
    for round in 1..=100 {
        swap(&mount, round, &leaf(&authority));
        assert!(matches!(identity.reload(), ReloadOutcome::Exchanged));
        ask(&connector, address).await.unwrap();
    }
    stop.send(true).unwrap();
    for client in clients {
        assert!(client.await.unwrap() > 10);
    }
    assert!(all_shown.lock().unwrap().len() > 50);
    end.send(true).unwrap();
    serving.await.unwrap();
}

#[tokio::test]
async fn clients_with_a_certificate_of_the_authority_are_trusted() {
    let (directory, authority, other) = (tempfile::tempdir().unwrap(), authority(), authority());
    let mount = directory.path();
    swap(mount, 0, &leaf(&authority));
    let ca = mount.join("ca.crt");
    fs::write(&ca, authority.pem()).unwrap();
    let Tls { webhook: acceptor, .. } = open(&TlsFiles { client_authority: Some(ca), ..files(mount) }).unwrap();
    let (address, _end, _serving) = start(acceptor).await;
    for (own, expected) in [
        (None, Some("hello, Unknown\n")),
        (Some(leaf(&other)), None),
        (Some(leaf(&authority)), Some("hello, Trusted\n")),
    ] {
        let answer = ask(&connector(&authority, own.as_ref()), address).await.ok();
        let greeting = answer.as_ref().and_then(|(_, answer)| Some(answer.split_once("\r\n\r\n")?.1));
        assert_eq!(greeting, expected);
    }
}

/// Checks that a client without a handshake is disconnected after a while, and does not block other clients.
#[tokio::test]
async fn a_client_without_a_handshake_is_disconnected() {
    let (directory, authority) = (tempfile::tempdir().unwrap(), authority());
    swap(directory.path(), 0, &leaf(&authority));
    let Tls { webhook: acceptor, .. } = open(&files(directory.path())).unwrap();
    let (address, _end, _serving) = start(acceptor).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut plain = TcpStream::connect(address).await.unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    assert!(ask(&connector(&authority, None), address).await.is_ok());
    let mut rest = Vec::new();
    let start = tokio::time::Instant::now();
    // The server either sends a TLS alert or closes the connection.
    let _ = plain.read_to_end(&mut rest).await;
    assert!(!rest.starts_with(b"HTTP") && start.elapsed() < HANDSHAKE);
    let mut nothing = [0; 1];
    assert_eq!(silent.read(&mut nothing).await.unwrap_or(0), 0);
    assert!(start.elapsed() < HANDSHAKE * 2);
}
