//! Any number of Shoots, answered in parallel, in order, in memory that does not grow with them.

mod stream;
mod summary;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rootstock_core_model::{Decode, Path, RawObject, Shoot};
use serde::{Deserialize, Serialize};

pub use stream::{MAX_SHOOT_BYTES, ShootStream};
pub use summary::{FleetSummary, ReasonCount};

use crate::row::ShootRow;

/// A Shoot that is still to be read, or already is.
#[derive(Debug, Clone)]
pub enum FleetItem {
    /// One Shoot as JSON text.
    Json(JsonShoot),
    /// One Shoot, read by somebody else.
    Shoot(Box<Shoot>),
    /// Something that is no Shoot.
    Unreadable(Unreadable),
}

/// One Shoot as JSON text.
#[derive(Debug, Clone)]
pub struct JsonShoot {
    /// The file it comes from, or `-`.
    pub source: Arc<str>,
    /// Which of the Shoots of that file it is, from 0.
    pub index: usize,
    /// Where in the file it begins, in bytes.
    pub offset: u64,
    /// The line on which it begins, from 1, where the file is not JSON: then the text is not what stands there.
    pub line: Option<u64>,
    /// The text; whoever keeps Shoots hands out copies for nothing.
    pub text: Arc<[u8]>,
}

/// Something that should be a Shoot and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "camelCase")]
#[error("{source_name}: {message}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unreadable {
    /// The file it comes from, or `-`.
    #[serde(rename = "source")]
    pub source_name: String,
    /// Where in the file the mistake is, in bytes, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What it is instead, if it is an object of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// What is looked at in an item that cannot be read as a Shoot.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Head {
    kind: Option<String>,
    metadata: Option<Name>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Name {
    namespace: Option<String>,
    name: Option<String>,
}

impl Head {
    /// ` (NAMESPACE/NAME)`, if it has a name.
    fn name(&self) -> String {
        let metadata = self.metadata.as_ref();
        let namespace = metadata.and_then(|it| it.namespace.as_ref()).map(|name| format!("{name}/"));
        let name = metadata.and_then(|it| it.name.as_ref());
        name.map(|name| format!(" ({}{name})", namespace.unwrap_or_default())).unwrap_or_default()
    }
}

/// The answer to one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FleetAnswer<T> {
    /// For a Shoot.
    Shoot(T),
    /// For what is none.
    Unreadable(Unreadable),
}

impl JsonShoot {
    /// What is looked at in it.
    fn row(&self) -> serde_json::Result<ShootRow<'_>> {
        match std::str::from_utf8(&self.text) {
            // Once for all of it is faster than string by string.
            Ok(text) => serde_json::from_str(text),
            Err(_) => serde_json::from_slice(&self.text),
        }
    }

    /// What is wrong with it, and where in the whole file.
    fn unreadable(&self, error: &serde_json::Error) -> Unreadable {
        // Lines and columns count from the beginning of this item, which helps nobody.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        let head: Head = serde_json::from_slice(&self.text).unwrap_or_default();
        let (item, name) = (self.index + 1, head.name());
        let kind = head.kind.filter(|kind| kind != Shoot::KIND);
        if let Some(line) = self.line {
            return Unreadable {
                source_name: self.source.to_string(),
                offset: Some(self.offset),
                message: format!("line {line}{name}: cannot be read as a Shoot: {message}"),
                kind,
            };
        }
        let lines = self.text.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
        let before = lines.map(<[u8]>::len).sum::<usize>() + error.column().saturating_sub(1);
        let offset = self.offset + before as u64;
        Unreadable {
            source_name: self.source.to_string(),
            offset: Some(offset),
            message: format!("item {item}{name} cannot be read as a Shoot: {message}, at byte {offset}"),
            kind,
        }
    }
}

/// How many items a thread takes at once.
const BATCH: usize = 64;
/// How many bytes of JSON make a batch full before that.
const BATCH_BYTES: usize = 256 * 1024;
/// How many batches are under way for each thread.
const BATCHES_PER_THREAD: usize = 3;

/// Asks the same question about every Shoot.
///
/// The Shoots are read and answered on `threads` threads, each with a `state` of its own; with one, on the thread that asks, and
/// none is started, so that it works where there are none. `sink` is called on this thread, in the order of the items, and can end
/// the run. Only a fixed number of items is under way at any time.
pub fn for_each_shoot<S, T: Send>(
    items: impl Iterator<Item = FleetItem> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    question: impl Fn(&mut S, &ShootRow<'_>) -> T + Sync,
    sink: impl FnMut(FleetAnswer<T>) -> ControlFlow<()>,
) {
    let questions = |state: &mut S, rows: &[ShootRow<'_>]| rows.iter().map(|row| question(state, row)).collect();
    for_each_shoot_at_once(items, threads, state, questions, sink);
}

/// The same where many Shoots are asked about at once, as many as a thread takes: `questions` has one answer for each, in their order.
/// With one thread they come one by one.
///
/// Whoever does several things to a Shoot does each of them to all Shoots before the next: what reads, what decides and what writes
/// push each other out of the processor's caches.
pub fn for_each_shoot_at_once<S, T: Send>(
    items: impl Iterator<Item = FleetItem> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    questions: impl Fn(&mut S, &[ShootRow<'_>]) -> Vec<T> + Sync,
    sink: impl FnMut(FleetAnswer<T>) -> ControlFlow<()>,
) {
    let answers = |state: &mut S, items: &[FleetItem]| {
        let mut rows = Vec::with_capacity(items.len());
        let unreadable: Vec<Option<Unreadable>> =
            items.iter().map(|item| row(item).map(|row| rows.push(row)).err()).collect();
        let mut answers = questions(state, &rows).into_iter();
        debug_assert_eq!(answers.len(), rows.len(), "one answer for each");
        let answer = |unreadable: Option<Unreadable>| match unreadable {
            Some(unreadable) => Some(FleetAnswer::Unreadable(unreadable)),
            None => answers.next().map(FleetAnswer::Shoot),
        };
        unreadable.into_iter().filter_map(answer).collect()
    };
    for_each_item(items, threads, state, answers, sink);
}

/// The same about whole Shoots, for questions that a [`ShootRow`] cannot answer. It takes about twice as long to read them.
pub fn for_each_whole_shoot<S, T: Send>(
    items: impl Iterator<Item = FleetItem> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    question: impl Fn(&mut S, &Shoot) -> T + Sync,
    sink: impl FnMut(FleetAnswer<T>) -> ControlFlow<()>,
) {
    let answers = |state: &mut S, items: &[FleetItem]| {
        items.iter().map(|item| answer_whole(item, |shoot| question(state, shoot))).collect()
    };
    for_each_item(items, threads, state, answers, sink);
}

fn for_each_item<S, T: Send>(
    items: impl Iterator<Item = FleetItem> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    answers: impl Fn(&mut S, &[FleetItem]) -> Vec<FleetAnswer<T>> + Sync,
    mut sink: impl FnMut(FleetAnswer<T>) -> ControlFlow<()>,
) {
    if threads <= 1 {
        let mut state = state();
        // Whether it went on to the end or was stopped is all the same.
        let _ = { items }.try_for_each(|item| answers(&mut state, &[item]).into_iter().try_for_each(&mut sink));
        return;
    }
    let (ticket_office, tickets) = channel();
    for _ in 0..threads * BATCHES_PER_THREAD {
        // The receiver lives until the producer ends.
        let _ = ticket_office.send(());
    }
    thread::scope(|scope| {
        let (batches, queue) = channel();
        let (answered, results) = channel();
        scope.spawn(move || produce(items, &tickets, &batches));
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let (queue, answered, state, answers) = (Arc::clone(&queue), answered.clone(), &state, &answers);
            scope.spawn(move || {
                let alarm = Alarm(answered.clone());
                let mut state = state();
                while let Some((number, batch)) = take(&queue) {
                    let batch: Vec<FleetItem> = batch;
                    if answered.send(Some((number, answers(&mut state, &batch)))).is_err() {
                        break;
                    }
                }
                drop(alarm);
            });
        }
        drop((answered, queue));
        deliver(&results, &ticket_office, &mut sink);
        // The producer ends when nobody sells tickets any more.
        drop(ticket_office);
    });
}

type Batch<T> = (usize, Vec<T>);

/// Tells the others when its thread panics, so that nobody waits for an answer that does not come.
struct Alarm<T>(Sender<Option<T>>);

impl<T> Drop for Alarm<T> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(None);
        }
    }
}

/// Groups the items into batches, as long as there are tickets.
fn produce(mut items: impl Iterator<Item = FleetItem>, tickets: &Receiver<()>, batches: &Sender<Batch<FleetItem>>) {
    for number in 0.. {
        if tickets.recv().is_err() {
            return;
        }
        let (mut batch, mut bytes) = (Vec::with_capacity(BATCH), 0);
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(item) = items.next() else { break };
            if let FleetItem::Json(json) = &item {
                bytes += json.text.len();
            }
            batch.push(item);
        }
        if batch.is_empty() || batches.send((number, batch)).is_err() {
            return;
        }
    }
}

fn take<T>(queue: &Mutex<Receiver<Batch<T>>>) -> Option<Batch<T>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Hands the answers over in order, and a new ticket out for each batch.
fn deliver<T>(
    results: &Receiver<Option<Batch<FleetAnswer<T>>>>,
    ticket_office: &Sender<()>,
    sink: &mut impl FnMut(FleetAnswer<T>) -> ControlFlow<()>,
) {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for result in results {
        // A thread that panicked: the run ends, and the panic goes on when the threads are joined.
        let Some((number, batch)) = result else { return };
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            next += 1;
            for answer in batch {
                if sink(answer).is_break() {
                    return;
                }
            }
            // The producer may be gone already: all items are on their way.
            let _ = ticket_office.send(());
        }
    }
}

/// What is looked at in an item.
fn row(item: &FleetItem) -> Result<ShootRow<'_>, Unreadable> {
    match item {
        FleetItem::Shoot(shoot) => Ok(ShootRow::from(&**shoot)),
        FleetItem::Unreadable(unreadable) => Err(unreadable.clone()),
        FleetItem::Json(json) => json.row().map_err(|error| json.unreadable(&error)),
    }
}

fn answer_whole<T>(item: &FleetItem, question: impl FnOnce(&Shoot) -> T) -> FleetAnswer<T> {
    let json = match item {
        FleetItem::Shoot(shoot) => return FleetAnswer::Shoot(question(shoot)),
        FleetItem::Unreadable(unreadable) => return FleetAnswer::Unreadable(unreadable.clone()),
        FleetItem::Json(json) => json,
    };
    // Mistakes are the same for whom a few fields are enough.
    if let Err(error) = json.row() {
        return FleetAnswer::Unreadable(json.unreadable(&error));
    }
    match serde_json::from_slice::<Shoot>(&json.text) {
        Ok(shoot) => FleetAnswer::Shoot(question(&shoot)),
        // A null in the place of a list or an object is as good as nothing.
        Err(error) => {
            match serde_json::from_slice::<RawObject>(&json.text).map(|raw| raw.decode_known(&Path::object())) {
                Ok((shoot, violations)) if violations.is_empty() => FleetAnswer::Shoot(question(&shoot)),
                _ => FleetAnswer::Unreadable(json.unreadable(&error)),
            }
        }
    }
}
