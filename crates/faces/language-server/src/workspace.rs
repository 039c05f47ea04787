//! The open documents and folders of an editor, and their findings.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use rootstock_analysis::configuration::{Configuration, ConfigurationError, FILE_NAME, Landscape};
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{GardenerRelease, ReleaseSource, Settings};
use rootstock_provider_api::Registry;
use rootstock_queries::{ManifestSchema, NamedRelease, QueryContext, manifest_schemas_at};
use rootstock_report::Report;
use rootstock_sources::files;

use crate::folders::Folders;
use crate::parsed_text::ParsedText;
use crate::position::Encoding;
use crate::text::Text;
use crate::uris;

/// The hint for missing profiles in messages.
const HOW_TO_GIVE: &str = "by opening it or its folder";

/// The number of seconds after which everything is checked again, because versions expire meanwhile.
const FRESH_SECONDS: i64 = 3_600;

/// An open document.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    /// The URI as the editor writes it.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Text,
    /// Whether the document is in a language of manifests.
    is_manifest: bool,
}

/// All documents that are checked together.
#[derive(Debug)]
pub(crate) struct Workspace {
    analysis: Analysis,
    /// The schemas of fields, and the release of Gardener whose fields they have.
    schemas: (GardenerRelease, Arc<[ManifestSchema]>),
    folders: Folders,
    open: BTreeMap<String, OpenDocument>,
    /// The URIs of documents that are or were open, as the editor writes them.
    uris: BTreeMap<String, Uri>,
    configuration: ConfigurationFile,
    /// The newest release of Gardener that a Shoot names.
    named_release: Option<NamedRelease>,
    /// The inputs that changed since they were last read.
    stale: BTreeSet<String>,
    /// The findings, until something changes.
    report: Option<Report>,
}

/// The state of `rootstock.toml`, if there is one.
#[derive(Debug, Default)]
pub(crate) struct ConfigurationFile {
    pub(crate) name: Option<String>,
    pub(crate) errors: Vec<ConfigurationError>,
    landscape: Landscape,
    /// The inputs with the landscape's profiles outside of the workspace.
    known: Vec<String>,
}

impl Workspace {
    /// Creates a workspace with the manifests in the open folders.
    pub(crate) fn new(registry: Registry, settings: Settings, folders: Vec<PathBuf>) -> Self {
        let schemas = (settings.gardener, manifest_schemas_at(&registry, settings.gardener).into());
        let mut analysis = Analysis::new(registry, settings);
        analysis.set_supply_hint(HOW_TO_GIVE);
        // A profile may exist even if the editor does not have it open.
        analysis.set_accepts_unchecked(true);
        let mut workspace = Self {
            analysis,
            schemas,
            folders: Folders::new(folders),
            open: BTreeMap::new(),
            uris: BTreeMap::new(),
            configuration: ConfigurationFile::default(),
            named_release: None,
            stale: BTreeSet::new(),
            report: None,
        };
        workspace.read_configuration();
        for name in workspace.folders.manifests() {
            workspace.mark_stale(&name);
        }
        workspace
    }

    /// Returns the analysis of the current documents.
    pub(crate) fn analysis(&mut self) -> &Analysis {
        let stale = std::mem::take(&mut self.stale);
        if !stale.is_empty() {
            stale.iter().for_each(|name| self.update_input(name));
            self.named_release = NamedRelease::newest(&self.analysis);
        }
        &self.analysis
    }

    pub(crate) const fn configuration(&self) -> &ConfigurationFile {
        &self.configuration
    }

    /// Returns the landscape settings of `rootstock.toml`, with the newest release of Gardener that a Shoot names if they have none, and if
    /// it has the feature gates that they set.
    pub(crate) fn landscape(&mut self) -> Landscape {
        self.analysis();
        let named = self.with_named_release();
        if named.check().is_ok() { named } else { self.configuration.landscape.clone() }
    }

    fn with_named_release(&self) -> Landscape {
        let named = self.named_release.as_ref().map(|named| named.release);
        self.configuration.landscape.clone().with_named(named)
    }

    /// Returns a line about the releases of `asked`: that Shoots name the release of Gardener, or that one of them is not known.
    pub(crate) fn release_note(&self, asked: QueryContext) -> Option<String> {
        let unknown = asked.unknown_releases(self.analysis.registry());
        let notes: Vec<String> = self.named_release_note(asked).into_iter().chain(unknown).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    /// Returns a line about the release of Gardener that Shoots name, unless `asked` has another one.
    fn named_release_note(&self, asked: QueryContext) -> Option<String> {
        let named = self.named_release.as_ref()?;
        let is_default = asked.settings.gardener == GardenerRelease::NEWEST;
        match (asked.gardener_source, self.with_named_release().check()) {
            (ReleaseSource::Shoots, _) => {
                Some(format!("the release of Gardener is {named}; `gardener` in rootstock.toml sets another one"))
            }
            (ReleaseSource::Settings, Err(why)) if is_default => {
                Some(format!("the release of Gardener is not {named}: {why}"))
            }
            (ReleaseSource::Settings, _) => None,
        }
    }

    /// Returns the schemas of the fields that a release of Gardener has.
    pub(crate) fn schemas(&mut self, gardener: GardenerRelease) -> Arc<[ManifestSchema]> {
        if self.schemas.0 != gardener {
            self.schemas = (gardener, manifest_schemas_at(self.analysis.registry(), gardener).into());
        }
        Arc::clone(&self.schemas.1)
    }

    pub(crate) fn document(&self, name: &str) -> Option<&OpenDocument> {
        self.open.get(name)
    }

    /// Returns the documents of an open text; while they cannot be parsed, the previous ones.
    pub(crate) fn parsed_text(&mut self, name: &str) -> Option<ParsedText<'_>> {
        self.analysis();
        let text = &self.open.get(name)?.text;
        let file = self.analysis.file(Role::Checked, name).unwrap_or_else(|| text.file());
        Some(ParsedText::new(text, file, self.analysis.file(Role::Known, name)))
    }

    /// Returns the URI of an input as the editor writes it.
    pub(crate) fn uri(&self, name: &str) -> Option<Uri> {
        let open = self.open.get(name).map(|document| document.uri.clone());
        open.or_else(|| self.uris.get(name).cloned()).or_else(|| uris::from_path(Path::new(name)))
    }

    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let name = uris::name(&item.uri);
        let is_manifest = matches!(item.language_id.as_str(), "yaml" | "yml" | "json" | "jsonc" | "");
        if is_manifest && may_have_gardener_objects(&item.text) {
            self.add_folder_of(&name);
        }
        let text = Text::new(item.text);
        self.uris.insert(name.clone(), item.uri.clone());
        self.open.insert(name.clone(), OpenDocument { uri: item.uri, version: item.version, text, is_manifest });
        self.mark_stale(&name);
        // Parse the text now, because the first change may break it.
        self.analysis();
    }

    /// Adds the folder of a document that is opened without one.
    fn add_folder_of(&mut self, name: &str) {
        let Some(manifests) = self.folders.take(name) else { return };
        self.read_configuration();
        for manifest in manifests {
            self.mark_stale(&manifest);
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
        self.mark_stale(name);
    }

    /// Closes a document: its text is that of the file again, if there is one.
    pub(crate) fn close(&mut self, name: &str) {
        self.open.remove(name);
        self.mark_stale(name);
    }

    /// Marks an input as changed, to be read again on demand.
    pub(crate) fn mark_stale(&mut self, name: &str) {
        self.report = None;
        if Path::new(name).file_name().is_some_and(|file| file == FILE_NAME) {
            self.read_configuration();
        } else {
            self.stale.insert(name.to_owned());
        }
    }

    fn update_input(&mut self, name: &str) {
        let bytes: Option<Cow<'_, [u8]>> = match self.open.get(name) {
            Some(document) => document.is_manifest.then(|| Cow::Borrowed(document.text.as_str().as_bytes())),
            None => self.folders.contains(name).then(|| files::read(Path::new(name)).ok()).flatten().map(Cow::Owned),
        };
        match bytes.filter(|bytes| may_have_gardener_objects(&String::from_utf8_lossy(bytes))) {
            Some(bytes) => set_input(&mut self.analysis, name, &bytes),
            None => {
                self.analysis.remove(Role::Checked, name);
                self.analysis.remove(Role::Known, name);
            }
        }
    }

    /// Reads the nearest configuration in the first folder or above it.
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
                Ok(read) => {
                    let error = read.landscape().check().err();
                    self.configuration.errors.extend(error.map(|error| ConfigurationError {
                        file: name.clone(),
                        line: 1,
                        column: 1,
                        message: error.to_string(),
                    }));
                    configuration = read;
                }
                Err(errors) => self.configuration.errors = errors,
            }
            self.configuration.name = Some(name);
        }
        self.configuration.landscape = configuration.landscape().clone();
        self.read_external_profiles();
        self.analysis.set_advice(configuration.advice(None));
        self.analysis.set_configuration(configuration);
    }

    /// Reads the landscape's profiles outside of the workspace, because its documents refer to them.
    fn read_external_profiles(&mut self) {
        for file in files::find(&self.configuration.landscape.profiles).into_iter().flatten() {
            // The name under which an editor would open the file, without `..`.
            let Some(name) = file.path.canonicalize().ok().and_then(|path| path.to_str().map(str::to_owned)) else {
                continue;
            };
            if let Ok(bytes) = files::read(&file.path)
                && !self.folders.contains(&name)
            {
                self.analysis.set(Role::Known, &name, &bytes);
                self.configuration.known.push(name);
            }
        }
    }

    /// Replaces the settings, unless only the time differs, and by less than [`FRESH_SECONDS`].
    pub(crate) fn set_settings(&mut self, settings: Settings) {
        let before = *self.analysis.settings();
        let passed = settings.now.unix_seconds() - before.now.unix_seconds();
        let is_same_except_time = Settings { now: before.now, ..settings } == before;
        if !is_same_except_time || passed.abs() >= FRESH_SECONDS {
            self.analysis.set_settings(settings);
            self.report = None;
        }
    }

    /// Returns the findings in all documents.
    pub(crate) fn report(&mut self) -> &Report {
        self.analysis();
        self.report.get_or_insert_with(|| self.analysis.check().report)
    }

    /// Returns the findings in all documents, unless something has changed since they were computed.
    pub(crate) const fn last_report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Whether something has changed since the findings were computed.
    pub(crate) const fn has_changed(&self) -> bool {
        self.report.is_none()
    }
}

/// Whether a text may contain an object that is checked. Templates are not manifests yet, and other servers handle everything
/// else.
#[must_use]
pub fn may_have_gardener_objects(text: &str) -> bool {
    ["gardener.cloud", "CloudProfile", "kind: Shoot"].iter().any(|word| text.contains(word)) && !text.contains("{{")
}

/// Replaces an input. While one of its documents cannot be parsed because the user is typing, other documents can still refer to
/// the previous objects.
fn set_input(analysis: &mut Analysis, name: &str, bytes: &[u8]) {
    let is_readable = |analysis: &Analysis| analysis.unreadable(Role::Checked, name).next().is_none();
    if is_readable(analysis) {
        analysis.keep_known(name);
    }
    analysis.set(Role::Checked, name, bytes);
    if is_readable(analysis) {
        analysis.remove(Role::Known, name);
    }
}
