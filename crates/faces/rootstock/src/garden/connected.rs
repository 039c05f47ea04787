//! Objects of a garden as YAML, as in `kubectl get -o yaml`, and Shoots one at a time.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rootstock_core_model::emit;
use rootstock_sources::cluster::{Detail, Kind, ListError, Listing, Object, Reader};
use rootstock_sources::files::{FindResult, FoundFile, ReadFailure, path_name};

use super::name::PREFIX;
use crate::cli::ClusterArguments;
use crate::failure::{Failure, InputError};

/// A garden that is read on demand.
pub(crate) struct Garden {
    reader: Reader,
    namespace: Option<String>,
    /// The listed objects, in the order of the API server.
    lists: BTreeMap<Kind, Vec<PathBuf>>,
    /// The text of each object, by name.
    texts: BTreeMap<PathBuf, String>,
}

/// A parsed part of a name.
enum ParsedName<'n> {
    All(Kind),
    One { kind: Kind, namespace: Option<&'n str>, name: &'n str },
}

impl Garden {
    pub(crate) fn connect(arguments: &ClusterArguments) -> Result<Self, Failure> {
        let reader = Reader::connect(&arguments.access()).map_err(InputError::Cluster)?;
        let of_context = reader.context_namespace().filter(|_| !arguments.all_namespaces).map(str::to_owned);
        let namespace = arguments.namespace.clone().or(of_context);
        let reader = reader.in_namespace(namespace.as_deref());
        Ok(Self { reader, namespace, lists: BTreeMap::new(), texts: BTreeMap::new() })
    }

    /// Returns the namespace to which lists are limited.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    /// Finds the objects that a name refers to, each under its own name.
    pub(crate) fn find(&mut self, path: &Path) -> Vec<FindResult> {
        let named = |path: PathBuf| FoundFile { name: path_name(&path), path };
        let name = path_name(path);
        let mut found = Vec::new();
        for text in name.strip_prefix(PREFIX).unwrap_or_default().split(',') {
            match parse_name(text) {
                Some(ParsedName::All(kind)) => match self.list(kind) {
                    Ok(paths) => found.extend(paths.into_iter().map(|path| Ok(named(path)))),
                    Err(why) => found.push(Err((format!("{PREFIX}{text}"), why))),
                },
                Some(ParsedName::One { .. }) => found.push(Ok(named(format!("{PREFIX}{text}").into()))),
                None => found.push(Err((format!("{PREFIX}{text}"), not_a_name()))),
            }
        }
        found
    }

    /// Returns the text of one object, or of all objects that a name refers to, concatenated.
    pub(crate) fn read(&mut self, path: &Path) -> Result<Vec<u8>, ReadFailure> {
        if let Some(text) = self.texts.get(path) {
            return Ok(text.clone().into_bytes());
        }
        let name = path_name(path);
        let mut whole = String::new();
        for text in name.strip_prefix(PREFIX).unwrap_or_default().split(',') {
            match parse_name(text).ok_or_else(not_a_name)? {
                ParsedName::All(kind) => {
                    for one in self.list(kind)? {
                        add(&mut whole, self.texts.get(&one).map_or("", String::as_str));
                    }
                }
                ParsedName::One { kind, namespace, name } => {
                    let object = self.reader.get(kind, namespace, name).map_err(|why| self.not_read(why))?;
                    add(&mut whole, &yaml(&object.ok_or(ReadFailure::NotInGarden)?)?);
                }
            }
        }
        Ok(whole.into_bytes())
    }

    /// Returns the profiles whose name, or namespace and name, equals `name`.
    pub(crate) fn profiles_named(&mut self, name: &str) -> Result<Vec<String>, ReadFailure> {
        let mut matching = Vec::new();
        for kind in [Kind::CloudProfile, Kind::NamespacedCloudProfile] {
            let paths = self.list(kind)?.into_iter().map(|path| path_name(&path));
            matching.extend(paths.filter(|path| path.split_once('/').is_some_and(|(_, key)| matches_name(key, name))));
        }
        Ok(matching)
    }

    /// Reads all Shoots page by page.
    pub(crate) fn shoots(&self) -> Box<dyn Read + Send> {
        let hint = self.hint();
        Box::new(ListReader { pages: self.reader.list(Kind::Shoot, Detail::Asked), hint, text: Vec::new(), read: 0 })
    }

    /// Lists the names of all objects of a kind.
    fn list(&mut self, kind: Kind) -> Result<Vec<PathBuf>, ReadFailure> {
        if let Some(known) = self.lists.get(&kind) {
            return Ok(known.clone());
        }
        let mut paths = Vec::new();
        for page in self.reader.list(kind, Detail::Shown) {
            for object in page.map_err(|why| self.not_read(why))? {
                let path = PathBuf::from(object_name(kind, &object));
                self.texts.insert(path.clone(), yaml(&object)?);
                paths.push(path);
            }
        }
        self.lists.insert(kind, paths.clone());
        Ok(paths)
    }

    fn not_read(&self, why: ListError) -> ReadFailure {
        ReadFailure::Other(list_error(&why, self.hint()))
    }

    /// Returns the remedy for users who may not list all namespaces.
    const fn hint(&self) -> &'static str {
        if self.namespace.is_some() { "" } else { "; with --namespace, only one namespace is read" }
    }
}

/// A reader of the JSON of a list, page by page.
struct ListReader {
    pages: Listing,
    hint: &'static str,
    text: Vec<u8>,
    /// The number of bytes of `text` that were read.
    read: usize,
}

impl Read for ListReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() {
            let Some(page) = self.pages.next() else { return Ok(0) };
            (self.text, self.read) = (Vec::new(), 0);
            for object in page.map_err(|why| list_error(&why, self.hint))? {
                self.text.extend_from_slice(&object.text);
                self.text.push(b'\n');
            }
        }
        let rest = self.text.get(self.read..).unwrap_or_default();
        let count = (&mut &*rest).read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

fn list_error(why: &ListError, hint: &str) -> io::Error {
    let hint = if matches!(why, ListError::Forbidden(_)) { hint } else { "" };
    io::Error::other(format!("{why}{hint}"))
}

fn parse_name(text: &str) -> Option<ParsedName<'_>> {
    let mut parts = text.split('/');
    let first = parts.next()?;
    let one = |kind: &Kind| kind.name().eq_ignore_ascii_case(first);
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => Kind::ALL.into_iter().find(|kind| kind.plural() == first).map(ParsedName::All),
        (Some(name), None, _) => {
            Kind::ALL.into_iter().find(one).map(|kind| ParsedName::One { kind, namespace: None, name })
        }
        (Some(namespace), Some(name), None) => {
            Kind::ALL.into_iter().find(one).map(|kind| ParsedName::One { kind, namespace: Some(namespace), name })
        }
        (Some(_), Some(_), Some(_)) => None,
    }
}

fn not_a_name() -> ReadFailure {
    ReadFailure::Other(io::Error::other(
        "it names nothing in a garden: write `cluster:KIND/NAME`, `cluster:KIND/NAMESPACE/NAME`, or a list such as `cluster:shoots`",
    ))
}

/// Returns the name of an object as an input.
fn object_name(kind: Kind, object: &Object) -> String {
    let (namespace, name) = (&object.key.namespace, &object.key.name);
    let slash = if namespace.is_empty() { "" } else { "/" };
    format!("{PREFIX}{}/{namespace}{slash}{name}", kind.name().to_lowercase())
}

fn matches_name(key: &str, name: &str) -> bool {
    key == name || key.split_once('/').is_some_and(|(_, own)| own == name)
}

fn yaml(object: &Object) -> Result<String, ReadFailure> {
    let unreadable = |why: &dyn std::fmt::Display| ReadFailure::Other(io::Error::other(why.to_string()));
    let value: serde_json::Value = serde_json::from_slice(&object.text).map_err(|why| unreadable(&why))?;
    emit::to_yaml(&value).map_err(|why| unreadable(&why))
}

/// Appends a document to a YAML stream.
fn add(whole: &mut String, text: &str) {
    if !whole.is_empty() {
        whole.push_str("---\n");
    }
    whole.push_str(text);
}
