//! The documents of an editor and of the folders that are open in it, and what is found in them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use rootstock_analysis::configuration::{Configuration, ConfigurationError, FILE_NAME, Landscape};
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;
use rootstock_queries::{ManifestSchema, manifest_schemas};
use rootstock_report::Report;
use rootstock_sources::files;

use crate::address;
use crate::folders::Folders;
use crate::position::Encoding;
use crate::readable::Readable;
use crate::text::Text;

/// How profiles are given that are missing, as messages say it.
const HOW_TO_GIVE: &str = "by opening it or its folder";

/// After so many seconds everything is judged anew, because versions expire meanwhile.
const FRESH_SECONDS: i64 = 3_600;

/// A document that is open in the editor.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    /// As the editor writes its address.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Text,
    /// Whether it is in a language that is read here.
    is_manifest: bool,
}

/// Everything that is judged together.
#[derive(Debug)]
pub(crate) struct Workspace {
    analysis: Analysis,
    /// What is known of fields.
    schemas: Arc<[ManifestSchema]>,
    folders: Folders,
    open: BTreeMap<String, OpenDocument>,
    /// How the editor writes the addresses of what it had open.
    uris: BTreeMap<String, Uri>,
    configuration: ConfigurationFile,
    /// The inputs that are others now, and that nobody has looked at since.
    stale: BTreeSet<String>,
    /// What was found, until something changes.
    report: Option<Report>,
}

/// `rootstock.toml`, as far as there is one.
#[derive(Debug, Default)]
pub(crate) struct ConfigurationFile {
    pub(crate) name: Option<String>,
    pub(crate) errors: Vec<ConfigurationError>,
    landscape: Landscape,
    /// The inputs with the profiles of the landscape that are not in the workspace.
    known: Vec<String>,
}

impl Workspace {
    /// With the manifests in the folders that are open.
    pub(crate) fn new(registry: Registry, settings: Settings, folders: Vec<PathBuf>) -> Self {
        let schemas = manifest_schemas(&registry).into();
        let mut analysis = Analysis::new(registry, settings);
        analysis.set_how_to_give(HOW_TO_GIVE);
        // What an editor does not show may well exist.
        analysis.set_accepts_unchecked(true);
        let mut workspace = Self {
            analysis,
            schemas,
            folders: Folders::new(folders),
            open: BTreeMap::new(),
            uris: BTreeMap::new(),
            configuration: ConfigurationFile::default(),
            stale: BTreeSet::new(),
            report: None,
        };
        workspace.read_configuration();
        for name in workspace.folders.manifests() {
            workspace.read_again(&name);
        }
        workspace
    }

    /// What is known of the documents as they are now.
    pub(crate) fn analysis(&mut self) -> &Analysis {
        for name in std::mem::take(&mut self.stale) {
            self.settle(&name);
        }
        &self.analysis
    }

    pub(crate) const fn configuration(&self) -> &ConfigurationFile {
        &self.configuration
    }

    /// What `rootstock.toml` says of the landscape.
    pub(crate) const fn landscape(&self) -> &Landscape {
        &self.configuration.landscape
    }

    pub(crate) const fn schemas(&self) -> &Arc<[ManifestSchema]> {
        &self.schemas
    }

    pub(crate) fn document(&self, name: &str) -> Option<&OpenDocument> {
        self.open.get(name)
    }

    /// The documents of an open text, as they were before while they cannot be read.
    pub(crate) fn readable(&mut self, name: &str) -> Option<Readable<'_>> {
        self.analysis();
        let text = &self.open.get(name)?.text;
        let file = self.analysis.file(Role::Checked, name).unwrap_or_else(|| text.file());
        Some(Readable::new(text, file, self.analysis.file(Role::Known, name)))
    }

    /// The address of an input, as the editor writes it.
    pub(crate) fn uri(&self, name: &str) -> Option<Uri> {
        let open = self.open.get(name).map(|document| document.uri.clone());
        open.or_else(|| self.uris.get(name).cloned()).or_else(|| address::of_path(Path::new(name)))
    }

    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let name = address::name(&item.uri);
        let is_manifest = matches!(item.language_id.as_str(), "yaml" | "yml" | "json" | "jsonc" | "");
        if is_manifest && concerns_us(&item.text) {
            self.take_folder(&name);
        }
        let text = Text::new(item.text);
        self.uris.insert(name.clone(), item.uri.clone());
        self.open.insert(name.clone(), OpenDocument { uri: item.uri, version: item.version, text, is_manifest });
        self.read_again(&name);
        // Looked at before the first change, which may well break it.
        self.analysis();
    }

    /// Reads what a document belongs to that is opened without a folder.
    fn take_folder(&mut self, name: &str) {
        let Some(manifests) = self.folders.take(name) else { return };
        self.read_configuration();
        for manifest in manifests {
            self.read_again(&manifest);
        }
    }

    pub(crate) fn change(
        &mut self,
        name: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let Some(document) = self.open.get_mut(name) else { return };
        changes.into_iter().for_each(|change| document.text.change(change, encoding));
        document.version = version;
        self.read_again(name);
    }

    /// What was open is as it is on the disk, or gone.
    pub(crate) fn close(&mut self, name: &str) {
        self.open.remove(name);
        self.read_again(name);
    }

    /// An input is another one now, and is read anew when somebody asks for what it has to do with.
    pub(crate) fn read_again(&mut self, name: &str) {
        self.report = None;
        if Path::new(name).file_name().is_some_and(|file| file == FILE_NAME) {
            self.read_configuration();
        } else {
            self.stale.insert(name.to_owned());
        }
    }

    fn settle(&mut self, name: &str) {
        let bytes: Option<Cow<'_, [u8]>> = match self.open.get(name) {
            Some(document) => document.is_manifest.then(|| Cow::Borrowed(document.text.as_str().as_bytes())),
            None => self.folders.hold(name).then(|| files::read(Path::new(name)).ok()).flatten().map(Cow::Owned),
        };
        match bytes.filter(|bytes| concerns_us(&String::from_utf8_lossy(bytes))) {
            Some(bytes) => put(&mut self.analysis, name, &bytes),
            None => {
                self.analysis.remove(Role::Checked, name);
                self.analysis.remove(Role::Known, name);
            }
        }
    }

    /// The nearest configuration at the first folder or above it.
    fn read_configuration(&mut self) {
        self.report = None;
        for known in std::mem::take(&mut self.configuration).known {
            self.analysis.remove(Role::Known, &known);
        }
        let mut configuration = Configuration::default();
        let above = self.folders.first().into_iter().flat_map(Path::ancestors);
        let candidates = above.filter(|folder| folder.is_absolute()).map(|folder| folder.join(FILE_NAME));
        let found = candidates.filter_map(|path| path.to_str().map(str::to_owned)).find_map(|name| {
            let text = match self.open.get(&name) {
                Some(document) => document.text.as_str().to_owned(),
                None => std::fs::read_to_string(&name).ok()?,
            };
            Some((name, text))
        });
        if let Some((name, text)) = found {
            match Configuration::read(&name, &text, self.analysis.registry()) {
                Ok(read) => configuration = read,
                Err(errors) => self.configuration.errors = errors,
            }
            self.configuration.name = Some(name);
        }
        self.configuration.landscape = configuration.landscape().clone();
        self.read_profiles_elsewhere();
        self.analysis.set_advice(configuration.advice(None));
        self.analysis.set_configuration(configuration);
    }

    /// Reads the profiles of the landscape that are not in the workspace: what is there refers to them.
    fn read_profiles_elsewhere(&mut self) {
        for file in files::find(&self.configuration.landscape.profiles).into_iter().flatten() {
            // By the name that an editor would open it under, without `..`.
            let Some(name) = file.path.canonicalize().ok().and_then(|path| path.to_str().map(str::to_owned)) else {
                continue;
            };
            if let Ok(bytes) = files::read(&file.path)
                && !self.folders.hold(&name)
            {
                self.analysis.set(Role::Known, &name, &bytes);
                self.configuration.known.push(name);
            }
        }
    }

    /// Judges by other settings, if they differ by more than the time that has passed since, or that is long.
    pub(crate) fn set_settings(&mut self, settings: Settings) {
        let before = *self.analysis.settings();
        let passed = settings.now.unix_seconds() - before.now.unix_seconds();
        let same_but_for_time = Settings { now: before.now, ..settings } == before;
        if !same_but_for_time || passed.abs() >= FRESH_SECONDS {
            self.analysis.set_settings(settings);
            self.report = None;
        }
    }

    /// What is found in all documents.
    pub(crate) fn report(&mut self) -> &Report {
        self.analysis();
        self.report.get_or_insert_with(|| self.analysis.check().report)
    }

    /// The same, if it was asked for since something has changed.
    pub(crate) const fn last_report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Whether something has changed since that was asked for.
    pub(crate) const fn has_changed(&self) -> bool {
        self.report.is_none()
    }
}

/// Whether a text may hold something that is checked. A template is no manifest yet, and all else is somebody else's: an editor
/// has other servers for it.
#[must_use]
pub fn concerns_us(text: &str) -> bool {
    ["gardener.cloud", "CloudProfile", "kind: Shoot"].iter().any(|word| text.contains(word)) && !text.contains("{{")
}

/// Replaces an input. While a document of it cannot be read, because somebody is typing, the objects of before stay known to
/// those that refer to them.
fn put(analysis: &mut Analysis, name: &str, bytes: &[u8]) {
    let is_readable = |analysis: &Analysis| analysis.unreadable(Role::Checked, name).next().is_none();
    if is_readable(analysis) {
        analysis.keep_known(name);
    }
    analysis.set(Role::Checked, name, bytes);
    if is_readable(analysis) {
        analysis.remove(Role::Known, name);
    }
}
