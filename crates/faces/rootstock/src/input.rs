//! What is given on the command line: files and standard input, as bytes under a name.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rootstock_sources::files::{Found, FoundFile, MOST_BYTES, NotRead, path_name};

use crate::Streams;
use crate::failure::{Failure, Unusable, Usage};
use crate::garden::Garden;
use crate::garden::name::is_in_garden;

/// One input, or why it cannot be had.
pub(crate) struct Input {
    /// The name as given, or found below a directory that was given.
    pub(crate) name: String,
    /// The bytes.
    pub(crate) bytes: Result<Vec<u8>, NotRead>,
}

/// What is read: standard input, files, and a garden.
pub(crate) struct Inputs {
    standard: Box<dyn Read + Send>,
    /// What can be read once only, and was.
    read: HashMap<PathBuf, Vec<u8>>,
    /// What is read where no files are given.
    garden: Option<Garden>,
}

impl Inputs {
    pub(crate) fn new(standard: Box<dyn Read + Send>) -> Self {
        Self { standard, read: HashMap::new(), garden: None }
    }

    /// Lets what is not given as files come from a garden.
    pub(crate) fn set_garden(&mut self, garden: Garden) {
        self.garden = Some(garden);
    }

    /// Whether what is not given as files comes from a garden.
    pub(crate) const fn has_garden(&self) -> bool {
        self.garden.is_some()
    }

    /// The garden, if the path is the name of something in it.
    pub(crate) fn garden_of(&mut self, path: &Path) -> Option<&mut Garden> {
        self.garden.as_mut().filter(|_| is_in_garden(path))
    }

    /// Puts bytes back that were read from standard input, for whoever reads it next.
    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        let rest = self.take_standard();
        self.standard = Box::new(io::Cursor::new(bytes).chain(rest));
    }

    /// Standard input itself, for whom one reading is enough; after that there is none.
    pub(crate) fn take_standard(&mut self) -> Box<dyn Read + Send> {
        std::mem::replace(&mut self.standard, Box::new(io::empty()))
    }

    fn read_standard(&mut self) -> Result<Vec<u8>, NotRead> {
        let mut bytes = Vec::new();
        (&mut self.standard).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES { Err(NotRead::TooLarge { most: MOST_BYTES }) } else { Ok(bytes) }
    }

    fn bytes(&mut self, path: &Path) -> Result<Vec<u8>, NotRead> {
        if path.as_os_str() == "-" {
            return self.read_standard();
        }
        if let Some(garden) = self.garden_of(path) {
            return garden.read(path);
        }
        if let Some(bytes) = self.read.get(path) {
            return Ok(bytes.clone());
        }
        let bytes = rootstock_sources::files::read(path)?;
        // A pipe has nothing more for whoever reads it next.
        if !path.is_file() {
            self.read.insert(path.to_owned(), bytes.clone());
        }
        Ok(bytes)
    }
}

/// Reads one input.
pub(crate) fn read(path: &Path, streams: &mut Streams) -> Input {
    Input { name: path_name(path), bytes: streams.input.bytes(path) }
}

/// Which files and objects there are behind paths: files in directories, and objects in lists of a garden.
pub(crate) fn find(paths: &[PathBuf], streams: &mut Streams) -> Vec<Found> {
    let (in_garden, files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| streams.input.garden_of(path).is_some());
    let mut found = rootstock_sources::files::find(&files);
    for path in in_garden {
        found.extend(streams.input.garden_of(&path).map(|garden| garden.find(&path)).unwrap_or_default());
    }
    found
}

/// Reads a file that was found, under the name that it has among those found with it.
pub(crate) fn read_found(file: &FoundFile, streams: &mut Streams) -> Input {
    Input { name: file.name.clone(), ..read(&file.path, streams) }
}

/// Refuses arguments that name standard input more than once.
pub(crate) fn read_standard_input_once<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if paths.into_iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Usage::StandardInputTwice.into());
    }
    Ok(())
}

/// Reads one input with a profile that must be there: of a garden, only the one that is asked for, if there is one of that name.
pub(crate) fn require_profile(
    path: &Path,
    asked: Option<&str>,
    streams: &mut Streams,
) -> Result<(String, Vec<u8>), Failure> {
    if let (Some(asked), Some(garden)) = (asked, streams.input.garden_of(path)) {
        let called = garden.profiles_called(asked);
        let called = called.map_err(|reason| Unusable::NotRead { file: path_name(path), reason })?;
        if let [only] = called.as_slice() {
            return require(Path::new(only), streams);
        }
    }
    require(path, streams)
}

/// Refuses to write to what is no file.
pub(crate) fn require_file(path: &Path, option: &'static str) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        Err(Usage::StandardInputInPlace.into())
    } else if is_in_garden(path) {
        Err(Usage::ClusterInPlace { option }.into())
    } else {
        Ok(())
    }
}

/// Reads one input that must be there.
pub(crate) fn require(path: &Path, streams: &mut Streams) -> Result<(String, Vec<u8>), Failure> {
    let Input { name, bytes } = read(path, streams);
    match bytes {
        Ok(bytes) => Ok((name, bytes)),
        Err(reason) => Err(Unusable::NotRead { file: name, reason }.into()),
    }
}
