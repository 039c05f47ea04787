//! A client of our own: closed loops ask again when they are answered, open ones at their time, whether or not.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// How long threads have to start and to connect before the first request: what that takes is not the server's.
const GATHERING: Duration = Duration::from_millis(300);
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(12);

/// A stream to a server.
pub(super) trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

/// What came of one load.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How long each judged review took; in an open loop from the time at which it should have been sent.
    pub(super) judged: Vec<Duration>,
    /// The same of what was refused for want of room.
    pub(super) shed: Vec<Duration>,
    /// Requests without an answer that could be read.
    pub(super) lost: usize,
    took: Duration,
}

impl Tally {
    pub(super) fn judged_per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few millions at most")]
        let count = self.judged.len() as f64;
        count / self.took.as_secs_f64()
    }

    pub(super) fn judged_within(&self, share: f64) -> Duration {
        within(&self.judged, share)
    }

    pub(super) fn shed_within(&self, share: f64) -> Duration {
        within(&self.shed, share)
    }

    fn add(&mut self, other: Self) {
        self.judged.extend(other.judged);
        self.shed.extend(other.shed);
        self.lost += other.lost;
    }
}

/// How long that share of them took at most.
fn within(all: &[Duration], share: f64) -> Duration {
    let mut sorted = all.to_vec();
    sorted.sort();
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few millions at most"
    )]
    let place = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}

/// What is asked of a server, and how.
#[derive(Debug)]
pub(super) struct Load {
    pub(super) address: SocketAddr,
    /// The same every time.
    pub(super) request: Vec<u8>,
    pub(super) connections: usize,
    /// Requests a second of all connections together; none is a closed loop.
    pub(super) rate: Option<f64>,
    pub(super) lasts: Duration,
}

impl Load {
    pub(super) fn run(&self) -> Result<Tally, Failure> {
        self.run_while(|| true)
    }

    /// Ends early when `goes_on` says so, which is asked from time to time.
    pub(super) fn run_while(&self, goes_on: impl Fn() -> bool) -> Result<Tally, Failure> {
        let address = self.address;
        self.run_over(goes_on, &move || {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok(Box::new(stream))
        })
    }

    /// Over streams of some kind.
    pub(super) fn run_over(
        &self,
        goes_on: impl Fn() -> bool,
        connect: &(impl Fn() -> io::Result<Box<dyn Stream>> + Sync),
    ) -> Result<Tally, Failure> {
        let (start, is_over) = (Instant::now() + GATHERING, Arc::new(AtomicBool::new(false)));
        let mut tally = Tally::default();
        thread::scope(|scope| {
            let asking: Vec<_> = (0..self.connections)
                .map(|number| {
                    let is_over = Arc::clone(&is_over);
                    scope.spawn(move || self.ask(number, start, &is_over, connect))
                })
                .collect();
            while Instant::now() < start + self.lasts && goes_on() {
                thread::sleep(Duration::from_millis(10));
            }
            is_over.store(true, Ordering::Release);
            for one in asking {
                tally.add(one.join().unwrap_or_default());
            }
        });
        tally.took = start.elapsed();
        Ok(tally)
    }

    /// One connection.
    fn ask(
        &self,
        number: usize,
        start: Instant,
        is_over: &AtomicBool,
        connect: &(impl Fn() -> io::Result<Box<dyn Stream>> + Sync),
    ) -> Tally {
        // One that is not there yet is asked for again, and counted.
        let (mut tally, mut connection) = (Tally::default(), connected(connect).ok());
        thread::sleep(start.saturating_duration_since(Instant::now()));
        #[expect(clippy::cast_precision_loss, reason = "a few hundreds")]
        let (number, connections) = (number as f64, self.connections as f64);
        let mut turn = 0.0;
        while !is_over.load(Ordering::Acquire) {
            let due = match self.rate {
                None => Instant::now(),
                Some(rate) => {
                    let due = start + Duration::from_secs_f64((turn * connections + number) / rate);
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    due
                }
            };
            turn += 1.0;
            match exchange(&mut connection, &self.request, connect) {
                // Its server or we have said that the connection ends with it.
                Ok((answer, ends)) => {
                    match answer {
                        Answer::Judged => tally.judged.push(due.elapsed()),
                        Answer::Shed => tally.shed.push(due.elapsed()),
                    }
                    if ends {
                        connection = None;
                    }
                }
                Err(_) => {
                    tally.lost += 1;
                    connection = None;
                }
            }
        }
        tally
    }
}

enum Answer {
    Judged,
    Shed,
}

type Connection = BufReader<Box<dyn Stream>>;

fn connected(connect: &impl Fn() -> io::Result<Box<dyn Stream>>) -> io::Result<Connection> {
    Ok(BufReader::with_capacity(16 << 10, connect()?))
}

/// Sends the request, over a new connection if there is none, and reads the answer.
fn exchange(
    connection: &mut Option<Connection>,
    request: &[u8],
    connect: &impl Fn() -> io::Result<Box<dyn Stream>>,
) -> io::Result<(Answer, bool)> {
    let open = match connection.take() {
        Some(open) => open,
        None => connected(connect)?,
    };
    let stream = connection.insert(open);
    stream.get_mut().write_all(request)?;
    stream.get_mut().flush()?;
    let (mut line, mut length, mut is_ok, mut ends) = (String::new(), 0, false, false);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let text = line.trim_end().to_ascii_lowercase();
        if text.is_empty() {
            break;
        }
        ends |= text == "connection: close";
        is_ok |= text.starts_with("http/1.1 200");
        if let Some(value) = text.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let body = String::from_utf8_lossy(&body);
    if !is_ok || !body.contains("\"AdmissionReview\"") {
        return Err(io::Error::other(body.into_owned()));
    }
    match () {
        () if body.contains("\"allowed\":true") => Ok((Answer::Judged, ends)),
        () if body.contains("\"code\":429") => Ok((Answer::Shed, ends)),
        // What is asked is fit to be let in.
        () => Err(io::Error::other(body.into_owned())),
    }
}

/// The request of a review, as API servers send it.
pub(super) fn request(review: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST /validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: kube-apiserver-admission\r\n\
         Accept: application/json, */*\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        review.len()
    );
    [head.as_bytes(), review].concat()
}

/// What stands below a path of a plain port, if it answers with 200.
pub(super) fn get(address: SocketAddr, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.starts_with("HTTP/1.1 200").then_some(answer)
}

pub(super) fn is_ready(operations: SocketAddr) -> bool {
    get(operations, "/readyz").is_some()
}
