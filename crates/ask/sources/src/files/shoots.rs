//! Iteration over the Shoots in JSON and YAML.

mod yaml_stream;

use std::io::{self, BufReader, Chain, Cursor, Read};

use rootstock_maintenance::{FleetItem, ShootStream};

use self::yaml_stream::YamlStream;

/// A reader, with the inspected bytes put back.
type Source<R> = Chain<Cursor<Vec<u8>>, R>;

/// An iterator over the Shoots of a text in JSON or YAML: single objects, streams of documents, and lists as kubectl prints them.
pub struct ShootTexts<R>(Kind<R>);

enum Kind<R> {
    Json(Box<ShootStream<BufReader<Source<R>>>>),
    Yaml(Box<YamlStream<Source<R>>>),
}

impl<R: Read> ShootTexts<R> {
    /// Creates an iterator over the Shoots of `reader`. `name` appears in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if not even the first byte can be read; a later read error ends the iteration with an unreadable item.
    pub fn new(name: &str, reader: R) -> io::Result<Self> {
        let (first, source) = peek_first_byte(reader)?;
        Ok(Self(match first {
            Some(b'{') => Kind::Json(Box::new(ShootStream::new(name, BufReader::new(source)))),
            _ => Kind::Yaml(Box::new(YamlStream::new(name, source))),
        }))
    }
}

impl<R: Read> Iterator for ShootTexts<R> {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        match &mut self.0 {
            Kind::Json(stream) => stream.next(),
            Kind::Yaml(stream) => stream.next(),
        }
    }
}

/// Returns the first byte that is not white space, and the reader including the inspected bytes.
fn peek_first_byte<R: Read>(mut reader: R) -> io::Result<(Option<u8>, Source<R>)> {
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
