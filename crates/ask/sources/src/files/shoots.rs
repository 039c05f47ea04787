//! Shoots one by one, from JSON and YAML.

mod yaml_stream;

use std::io::{self, BufReader, Chain, Cursor, Read};

use rootstock_maintenance::{FleetItem, ShootStream};

use self::yaml_stream::YamlStream;

/// A reader whose first bytes have been looked at.
type Source<R> = Chain<Cursor<Vec<u8>>, R>;

/// The Shoots of one text, JSON or YAML, one by one: single ones, streams of documents, and lists as kubectl prints them.
pub struct ShootTexts<R>(Kind<R>);

enum Kind<R> {
    Json(Box<ShootStream<BufReader<Source<R>>>>),
    Yaml(Box<YamlStream<Source<R>>>),
}

impl<R: Read> ShootTexts<R> {
    /// The Shoots of `reader`. `name` is what messages call it.
    ///
    /// # Errors
    ///
    /// When not even the first byte can be read; later ones that cannot be read end the iteration with an unreadable item.
    pub fn new(name: &str, reader: R) -> io::Result<Self> {
        let (first, source) = look_at(reader)?;
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

/// The first byte that is no white space, and the reader as it was.
fn look_at<R: Read>(mut reader: R) -> io::Result<(Option<u8>, Source<R>)> {
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
