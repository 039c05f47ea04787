//! Shoots behind the arguments, one after the other, however many there are.

mod yaml_stream;

use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::{Path, PathBuf};

use rootstock_maintenance::{FleetItem, ShootStream, Unreadable};

use self::yaml_stream::YamlStream;
use crate::Streams;
use crate::failure::Failure;
use crate::input::{self, Found, NotRead};

/// A reader whose first bytes have been looked at.
type Source = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// The shoots of any number of inputs. Each input is opened when its turn comes.
pub(crate) struct ShootSources {
    inputs: std::vec::IntoIter<Found>,
    standard_input: Option<Box<dyn Read + Send>>,
    open: Option<Open>,
}

/// The input that is being read.
enum Open {
    Json(ShootStream<BufReader<Source>>),
    Yaml(Box<YamlStream<Source>>),
}

impl ShootSources {
    /// The shoots behind some arguments. `others` are arguments that may name standard input, too.
    pub(crate) fn new(paths: &[PathBuf], others: &[PathBuf], streams: &mut Streams) -> Result<Self, Failure> {
        input::read_standard_input_once(paths.iter().chain(others))?;
        let standard_input = paths.iter().any(|path| path.as_os_str() == "-").then(|| streams.take_input());
        Ok(Self { inputs: input::find(paths).into_iter(), standard_input, open: None })
    }

    fn open(&mut self, path: &Path) -> io::Result<Open> {
        let reader: Box<dyn Read + Send> = if path.as_os_str() == "-" {
            self.standard_input.take().unwrap_or_else(|| Box::new(io::empty()))
        } else {
            Box::new(File::open(path)?)
        };
        let name = path.display().to_string();
        let (first, source) = look_at(reader)?;
        Ok(match first {
            Some(b'{') => Open::Json(ShootStream::new(&name, BufReader::new(source))),
            _ => Open::Yaml(Box::new(YamlStream::new(&name, source))),
        })
    }
}

/// The first byte that is no white space, and the reader as it was.
fn look_at(mut reader: Box<dyn Read + Send>) -> io::Result<(Option<u8>, Source)> {
    let mut seen = Vec::new();
    let mut chunk = [0; 512];
    let first = loop {
        let read = match reader.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let chunk = chunk.get(..read).unwrap_or_default();
        seen.extend_from_slice(chunk);
        let first = chunk.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        if first.is_some() || read == 0 {
            break first;
        }
    };
    Ok((first, Cursor::new(seen).chain(reader)))
}

impl Iterator for ShootSources {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        loop {
            let item = match &mut self.open {
                Some(Open::Json(stream)) => stream.next(),
                Some(Open::Yaml(stream)) => stream.next(),
                None => None,
            };
            if item.is_some() {
                return item;
            }
            self.open = None;
            let (source_name, reason) = match self.inputs.next()? {
                Ok(path) => match self.open(&path) {
                    Ok(open) => {
                        self.open = Some(open);
                        continue;
                    }
                    Err(error) => (path.display().to_string(), NotRead::from(error)),
                },
                Err(missing) => missing,
            };
            let message = reason.to_string();
            return Some(FleetItem::Unreadable(Unreadable { source_name, offset: None, message, kind: None }));
        }
    }
}
