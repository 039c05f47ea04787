//! The inputs of the command line: files and standard input, as bytes with a name.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rootstock_document::ReadLimits;
use rootstock_document::read::{self, Body, InputText};
use rootstock_sources::files::{FindResult, FoundFile, MAX_FILE_BYTES, ReadFailure, path_name};

use crate::Streams;
use crate::failure::{Failure, InputError, UsageError};
use crate::garden::Garden;
use crate::garden::name::is_in_garden;

/// One input, or the reason why it cannot be read.
pub(crate) struct Input {
    /// The name as given, or as found in a given directory.
    pub(crate) name: String,
    /// The bytes.
    pub(crate) bytes: Result<Vec<u8>, ReadFailure>,
}

/// The sources of inputs: standard input, files and a garden.
pub(crate) struct Inputs {
    standard: Box<dyn Read + Send>,
    /// The content of inputs that can be read only once.
    read: HashMap<PathBuf, Vec<u8>>,
    /// The source of everything that is not given as files.
    garden: Option<Garden>,
}

impl Inputs {
    pub(crate) fn new(standard: Box<dyn Read + Send>) -> Self {
        Self { standard, read: HashMap::new(), garden: None }
    }

    /// Reads from a garden what is not given as files.
    pub(crate) fn set_garden(&mut self, garden: Garden) {
        self.garden = Some(garden);
    }

    /// Whether there is a garden to read from.
    pub(crate) const fn has_garden(&self) -> bool {
        self.garden.is_some()
    }

    /// Returns the garden if the path names something in it.
    pub(crate) fn garden_of(&mut self, path: &Path) -> Option<&mut Garden> {
        self.garden.as_mut().filter(|_| is_in_garden(path))
    }

    /// Puts back bytes that were read from standard input, for the next reader.
    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        let rest = self.take_standard();
        self.standard = Box::new(io::Cursor::new(bytes).chain(rest));
    }

    /// Takes standard input, for callers that read it only once; it is empty from then on.
    pub(crate) fn take_standard(&mut self) -> Box<dyn Read + Send> {
        std::mem::replace(&mut self.standard, Box::new(io::empty()))
    }

    fn read_standard(&mut self) -> Result<Vec<u8>, ReadFailure> {
        let mut bytes = Vec::new();
        (&mut self.standard).take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            Err(ReadFailure::TooLarge { most: MAX_FILE_BYTES })
        } else {
            Ok(bytes)
        }
    }

    fn bytes(&mut self, path: &Path) -> Result<Vec<u8>, ReadFailure> {
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
        // A pipe is empty for the next reader.
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

/// Finds the files and objects behind paths: files in directories, and objects in lists of a garden.
pub(crate) fn find(paths: &[PathBuf], streams: &mut Streams) -> Vec<FindResult> {
    let (in_garden, files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| streams.input.garden_of(path).is_some());
    let mut found = rootstock_sources::files::find(&files);
    for path in in_garden {
        found.extend(streams.input.garden_of(&path).map(|garden| garden.find(&path)).unwrap_or_default());
    }
    found
}

/// Reads a file under the name that [`find`] gave it.
pub(crate) fn read_found(file: &FoundFile, streams: &mut Streams) -> Input {
    Input { name: file.name.clone(), ..read(&file.path, streams) }
}

/// Rejects arguments that name standard input more than once.
pub(crate) fn read_standard_input_once<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if paths.into_iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(UsageError::StandardInputTwice.into());
    }
    Ok(())
}

/// Reads one input with a profile, which must exist. From a garden, reads only the profile called `asked` if exactly one has that
/// name.
pub(crate) fn require_profile(
    path: &Path,
    asked: Option<&str>,
    streams: &mut Streams,
) -> Result<(String, Vec<u8>), Failure> {
    if let (Some(asked), Some(garden)) = (asked, streams.input.garden_of(path)) {
        let matching = garden.profiles_named(asked);
        let matching = matching.map_err(|reason| InputError::ReadFailure { file: path_name(path), reason })?;
        if let [only] = matching.as_slice() {
            return require(Path::new(only), streams);
        }
    }
    require(path, streams)
}

/// Rejects paths that are not files and thus cannot be written.
pub(crate) fn require_file(path: &Path, option: &'static str) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        Err(UsageError::StandardInputInPlace.into())
    } else if is_in_garden(path) {
        Err(UsageError::ClusterInPlace { option }.into())
    } else {
        Ok(())
    }
}

/// Rejects the destination of an answer that is also an input: a given file, or a file with objects in a given directory. An earlier
/// answer in a directory may be replaced.
pub(crate) fn require_no_input(target: &Path, given: &[PathBuf]) -> Result<(), Failure> {
    let Some(place) = target.canonicalize().ok().filter(|place| place.is_file()) else { return Ok(()) };
    let is_target = |path: &Path| path.canonicalize().is_ok_and(|path| path == place);
    let is_found = |path: &PathBuf| {
        let mut found = rootstock_sources::files::find(std::slice::from_ref(path)).into_iter().flatten();
        path.is_dir() && found.any(|file| is_target(&file.path)) && has_objects(&place)
    };
    match given.iter().any(|path| is_target(path) || is_found(path)) {
        true => Err(UsageError::AnswerReplacesInput { file: target.display().to_string() }.into()),
        false => Ok(()),
    }
}

/// Returns whether a file has objects, or content that cannot be read.
fn has_objects(file: &Path) -> bool {
    let Ok(bytes) = rootstock_sources::files::read(file) else { return true };
    let read = read::read_text(InputText::new(&path_name(file), bytes), &ReadLimits::DEFAULT);
    read.documents.iter().any(|document| matches!(document.body, Body::Object(_) | Body::Unreadable))
}

/// Reads one input, which must exist.
pub(crate) fn require(path: &Path, streams: &mut Streams) -> Result<(String, Vec<u8>), Failure> {
    let Input { name, bytes } = read(path, streams);
    match bytes {
        Ok(bytes) => Ok((name, bytes)),
        Err(reason) => Err(InputError::ReadFailure { file: name, reason }.into()),
    }
}
