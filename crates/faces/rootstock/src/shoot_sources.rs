//! The Shoots that the arguments name, read one at a time, however many there are.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rootstock_maintenance::{FleetItem, Unreadable};
use rootstock_queries::NamedRelease;
use rootstock_sources::files::{FindResult, FoundFile, ReadFailure, ShootTexts, find, path_name};

use crate::failure::Failure;
use crate::garden::name::SHOOTS;
use crate::{Streams, input};

/// The number of items that are read before their turn to find a Shoot that names a release.
const MAX_READ_AHEAD: usize = 256;

/// The Shoots of any number of inputs. Each input is opened on demand.
pub(crate) struct ShootSources {
    inputs: std::vec::IntoIter<FindResult>,
    /// The inputs that are not files: standard input, and objects of a garden.
    others: HashMap<PathBuf, Box<dyn Read + Send>>,
    open: Option<ShootTexts<Box<dyn Read + Send>>>,
    /// The first items, if they were read before their turn.
    first: VecDeque<FleetItem>,
}

impl ShootSources {
    /// Opens the Shoots behind `paths`. `others` are further arguments that may name standard input.
    pub(crate) fn new(paths: &[PathBuf], others: &[PathBuf], streams: &mut Streams) -> Result<Self, Failure> {
        input::read_standard_input_once(paths.iter().chain(others))?;
        let mut readers: HashMap<PathBuf, Box<dyn Read + Send>> = HashMap::new();
        let mut inputs = Vec::new();
        for found in find(paths) {
            let path = found.as_ref().map_or(Path::new(""), |file| &file.path).to_owned();
            if path.as_os_str() == "-" {
                readers.insert(path, streams.input.take_standard());
            } else if let Some(garden) = streams.input.garden_of(&path) {
                let reader: Box<dyn Read + Send> = match path.as_os_str() == SHOOTS {
                    true => garden.shoots(),
                    false => match garden.read(&path) {
                        Ok(bytes) => Box::new(io::Cursor::new(bytes)),
                        Err(reason) => {
                            inputs.push(Err((path_name(&path), reason)));
                            continue;
                        }
                    },
                };
                readers.insert(path, reader);
            }
            inputs.push(found);
        }
        Ok(Self { inputs: inputs.into_iter(), others: readers, open: None, first: VecDeque::new() })
    }

    /// Returns the release of Gardener that the first Shoot with a known one names, if it is among the first items. Call it before the
    /// items are read.
    pub(crate) fn named_release(&mut self) -> Option<NamedRelease> {
        while self.first.len() < MAX_READ_AHEAD {
            let item = self.read()?;
            let named = NamedRelease::of(&item);
            self.first.push_back(item);
            if named.is_some() {
                return named;
            }
        }
        None
    }

    /// Reads the next item that was not read before.
    fn read(&mut self) -> Option<FleetItem> {
        loop {
            let item = self.open.as_mut().and_then(Iterator::next);
            if item.is_some() {
                return item;
            }
            self.open = None;
            let (source_name, reason) = match self.inputs.next()? {
                Ok(file) => match self.open(&file) {
                    Ok(open) => {
                        self.open = Some(open);
                        continue;
                    }
                    Err(error) => (file.name, ReadFailure::from(error)),
                },
                Err(missing) => missing,
            };
            let message = reason.to_string();
            return Some(FleetItem::Unreadable(Unreadable { source_name, offset: None, message, kind: None }));
        }
    }

    fn open(&mut self, FoundFile { name, path }: &FoundFile) -> io::Result<ShootTexts<Box<dyn Read + Send>>> {
        let reader = match self.others.remove(path) {
            Some(reader) => reader,
            None => Box::new(File::open(path)?),
        };
        ShootTexts::new(name, reader)
    }
}

impl Iterator for ShootSources {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        self.first.pop_front().or_else(|| self.read())
    }
}
