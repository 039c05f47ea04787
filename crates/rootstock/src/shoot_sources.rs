//! Shoots behind the arguments, one after the other, however many there are.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use rootstock_maintenance::{FleetItem, Unreadable};
use rootstock_manifest_files::{Found, FoundFile, NotRead, ShootTexts, find};

use crate::failure::Failure;
use crate::{Streams, input};

/// The Shoots of any number of inputs. Each input is opened when its turn comes.
pub(crate) struct ShootSources {
    inputs: std::vec::IntoIter<Found>,
    standard_input: Option<Box<dyn Read + Send>>,
    open: Option<ShootTexts<Box<dyn Read + Send>>>,
}

impl ShootSources {
    /// The Shoots behind some arguments. `others` are arguments that may name standard input, too.
    pub(crate) fn new(paths: &[PathBuf], others: &[PathBuf], streams: &mut Streams) -> Result<Self, Failure> {
        input::read_standard_input_once(paths.iter().chain(others))?;
        let standard_input = paths.iter().any(|path| path.as_os_str() == "-").then(|| streams.take_input());
        Ok(Self { inputs: find(paths).into_iter(), standard_input, open: None })
    }

    fn open(&mut self, FoundFile { name, path }: &FoundFile) -> io::Result<ShootTexts<Box<dyn Read + Send>>> {
        let reader: Box<dyn Read + Send> = if path.as_os_str() == "-" {
            self.standard_input.take().unwrap_or_else(|| Box::new(io::empty()))
        } else {
            Box::new(File::open(path)?)
        };
        ShootTexts::new(name, reader)
    }
}

impl Iterator for ShootSources {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
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
                    Err(error) => (file.name, NotRead::from(error)),
                },
                Err(missing) => missing,
            };
            let message = reason.to_string();
            return Some(FleetItem::Unreadable(Unreadable { source_name, offset: None, message, kind: None }));
        }
    }
}
