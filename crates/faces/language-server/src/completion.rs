//! Completion: the profile's names of the kind that is referred to at the cursor, or else fields and values from the schemas.
//!
//! A text is rarely valid YAML while it is typed. The word under the cursor is therefore completed to a key or a value and, if
//! that does not help, the rest of the text is dropped; the mention at the cursor then determines what to offer.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind,
    TextDocumentPositionParams, TextEdit,
};
use rootstock_analysis::{Analysis, MentionTarget, MentionedName, Role};
use rootstock_core_model::read::{Body, Document, File};
use rootstock_core_model::{FeatureGate, Span};
use rootstock_document::emit;
use rootstock_queries::{ManifestSchema, QueryContext};
use rootstock_worker_capabilities::{BuiltInCatalog, Entry};

use crate::fields::{self, Candidate};
use crate::mentions::{self, LocatedMention};
use crate::position::Encoding;
use crate::uris;
use crate::workspace::Workspace;

/// The placeholder for a word that is not written yet.
const PLACEHOLDER: &str = "unwritten";

pub(crate) fn items(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    asked: QueryContext,
    encoding: Encoding,
) -> Vec<CompletionItem> {
    let name = uris::name(&place.text_document.uri);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let text = document.text.as_str();
    let word = word_at(text, document.text.offset(place.position, encoding));
    let range = document.text.range(&word, encoding);
    let is_quoted = text.get(..word.start).is_some_and(|before| before.ends_with(['"', '\'']));
    let text = text.to_owned();
    let Some(mut attempts) = ParseAttempts::of(&text, &word) else { return Vec::new() };
    let Break(ExpectedMention { thing, word_role, sibling_names }) = attempts.expected(workspace.analysis(), &name)
    else {
        let known = attempts.schema_candidates(&workspace.schemas(asked.settings.gardener)).into_iter();
        return known.map(|candidate| schema_item(candidate, range, is_quoted)).collect();
    };
    let mut candidates = candidates(workspace, &thing);
    candidates.extend(built_in(workspace.analysis(), &thing, asked));
    candidates.sort();
    candidates.dedup();
    let candidates = candidates.iter().map(label_and_kind).filter(|(label, _)| !sibling_names.contains(label));
    let item = |(label, kind): (String, CompletionItemKind)| {
        let mut new = if is_quoted || emit::is_plain(&label) { label.clone() } else { emit::quoted(&label) };
        if word_role == WordRole::Key {
            new.push_str(": ");
        }
        CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new))),
            kind: Some(kind),
            label,
            ..CompletionItem::default()
        }
    };
    candidates.map(item).collect()
}

/// The role of the word to be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordRole {
    Key,
    Name,
}

/// Returns the word around an offset.
fn word_at(text: &str, offset: usize) -> Range<usize> {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '.' | '_' | '-' | '/' | '+');
    let before = text.get(..offset).unwrap_or_default().trim_end_matches(is_part).len();
    let after = text.get(offset..).unwrap_or_default();
    // A dash followed by a space begins a list item.
    let word = before..offset + (after.len() - after.trim_start_matches(is_part).len());
    if text.get(word.clone()) == Some("-") { offset..offset } else { word }
}

fn schema_item(candidate: Candidate, range: lsp_types::Range, is_quoted: bool) -> CompletionItem {
    let is_field = !candidate.suffix.is_empty();
    let name = if is_quoted || emit::is_plain(&candidate.name) {
        candidate.name.clone()
    } else {
        emit::quoted(&candidate.name)
    };
    let meaning = MarkupContent { kind: MarkupKind::Markdown, value: candidate.meaning };
    CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, format!("{name}{}", candidate.suffix)))),
        kind: Some(if is_field { CompletionItemKind::FIELD } else { CompletionItemKind::ENUM_MEMBER }),
        label: candidate.name,
        detail: (!candidate.holds.is_empty()).then_some(candidate.holds),
        documentation: (!meaning.value.is_empty()).then_some(Documentation::MarkupContent(meaning)),
        ..CompletionItem::default()
    }
}

/// The mention that the word would be if it were written.
struct ExpectedMention {
    thing: MentionTarget,
    word_role: WordRole,
    /// The names next to it, which are not offered a second time.
    sibling_names: Vec<String>,
}

/// The variants of the text to parse.
struct ParseAttempts<'t> {
    before: &'t str,
    written: &'t str,
    after: &'t str,
    place: Range<usize>,
    /// The parsed variants in which the word is not a mention.
    tried: Vec<File>,
}

impl<'t> ParseAttempts<'t> {
    fn of(text: &'t str, word: &Range<usize>) -> Option<Self> {
        let (before, after) = (text.get(..word.start)?, text.get(word.end..)?);
        let written = text.get(word.clone()).filter(|word| !word.is_empty()).unwrap_or(PLACEHOLDER);
        let place = word.start..word.start + written.len();
        Some(Self { before, written, after, place, tried: Vec::new() })
    }

    /// Returns the mention at the word in the first variant that has one. Drops the rest of the text only if it cannot be parsed.
    fn expected(&mut self, analysis: &Analysis, name: &str) -> ControlFlow<ExpectedMention> {
        let after = self.after;
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        let begins = line.trim_start_matches([' ', '-']).is_empty() || line.trim_end().ends_with(['{', ',']);
        let is_end = after.lines().next().is_none_or(|rest| rest.trim().is_empty() || rest.starts_with(['}', ',']));
        let mut read = |suffix: &str, rest: &str, word_role| self.read(analysis, name, [suffix, rest], word_role);
        if begins && is_end && !read(": []", after, WordRole::Key)? {
            read(": []", "\n", WordRole::Key)?;
        }
        if !read("", after, WordRole::Name)? {
            // A list that is not closed yet.
            if line.rfind('[') > line.rfind(']') && !read("]", after, WordRole::Name)? {
                read("]", "\n", WordRole::Name)?;
            }
            read("", "\n", WordRole::Name)?;
        }
        Continue(())
    }

    /// Breaks with the mention at the word when `suffix` follows it. Otherwise, returns whether that variant can be parsed.
    fn read(
        &mut self,
        analysis: &Analysis,
        name: &str,
        [suffix, rest]: [&str; 2],
        word_role: WordRole,
    ) -> ControlFlow<ExpectedMention, bool> {
        let mut trial = analysis.clone();
        let text = [self.before, self.written, suffix, rest].concat();
        trial.set(Role::Checked, name, text.as_bytes());
        let mentions = trial.mentions_at(Role::Checked, name, self.place.clone());
        let mut here = mentions.iter().filter(|mention| {
            // A flavor has no name to write.
            let is_name = !matches!(mention.thing.name, MentionedName::Flavor { .. });
            is_name && self.contains_word(mention.span())
        });
        if let Some(mention) = here.next().filter(|mention| !mention.is_offer) {
            let sibling_names =
                fields::sibling_names(mention.node.tree().root(), &self.place).into_iter().map(str::to_owned);
            return Break(ExpectedMention {
                thing: mention.thing.clone(),
                word_role,
                sibling_names: sibling_names.collect(),
            });
        }
        let Some(file) = trial.file(Role::Checked, name) else { return Continue(false) };
        let is_broken =
            |document: &Document| matches!(document.body, Body::Unreadable) && self.contains_word(document.span);
        let is_readable = !file.documents.iter().any(is_broken);
        self.tried.push(file.clone());
        Continue(is_readable)
    }

    fn contains_word(&self, span: Span) -> bool {
        let span = span.range();
        span.start <= self.place.start && self.place.end <= span.end
    }

    /// Returns the fields or values that the schemas allow at the word.
    fn schema_candidates(&self, schemas: &[ManifestSchema]) -> Vec<Candidate> {
        let mut found = self.tried.iter().map(|file| fields::candidates(schemas, file, &self.place));
        found.find(|candidates| !candidates.is_empty()).unwrap_or_default()
    }
}

/// Returns all names of the wanted kind.
fn candidates(workspace: &mut Workspace, expected: &MentionTarget) -> Vec<MentionTarget> {
    let mut found = Vec::new();
    for name in workspace.analysis().input_names(Role::Checked) {
        let offered = mentions::in_input(workspace, &name, |named| is_candidate(named, expected));
        found.extend(offered.into_iter().map(|named| named.thing));
    }
    found
}

/// Returns the capabilities, or their values, that need no registration (GEP-54); none while the feature gate is off. If the profile
/// cannot be read as it is being typed, those of its provider are missing.
fn built_in(analysis: &Analysis, expected: &MentionTarget, asked: QueryContext) -> Vec<MentionTarget> {
    if !asked.settings.gates.enabled(FeatureGate::WorkerCapabilities) {
        return Vec::new();
    }
    let provider = analysis.profile(&expected.profile).ok().and_then(|profile| profile.provider());
    let provider = provider.map_or(&[][..], |plugin| plugin.extension().worker_capabilities);
    let entries = BuiltInCatalog::FOLLOWED.entries.iter().chain(provider);
    let name = |entry: &Entry| match &expected.name {
        MentionedName::Capability(_) => vec![MentionedName::Capability(entry.name.to_owned())],
        MentionedName::CapabilityValue { capability, .. } if *capability == entry.name => {
            let value = |value: &&str| MentionedName::CapabilityValue {
                capability: capability.clone(),
                value: (*value).to_owned(),
            };
            entry.values.iter().map(value).collect()
        }
        _ => Vec::new(),
    };
    let names = entries.flat_map(name);
    names.map(|name| MentionTarget { profile: expected.profile.clone(), name }).collect()
}

fn is_candidate(candidate: &LocatedMention, expected: &MentionTarget) -> bool {
    use MentionedName::{
        Capability, CapabilityValue, Child, Image, ImageVersion, Kubernetes, MachineType, Profile, Region, VolumeType,
    };
    let is_same = candidate.thing.profile == expected.profile;
    candidate.is_offer
        && match (&candidate.thing.name, &expected.name) {
            (Profile, Profile) => true,
            (Child(candidate), Child(expected)) => candidate.namespace == expected.namespace,
            (Kubernetes(_), Kubernetes(_))
            | (MachineType(_), MachineType(_))
            | (VolumeType(_), VolumeType(_))
            | (Region(_), Region(_))
            | (Image(_), Image(_))
            | (Capability(_), Capability(_)) => is_same,
            (ImageVersion { image, .. }, ImageVersion { image: of, .. }) => is_same && image == of,
            (CapabilityValue { capability, .. }, CapabilityValue { capability: of, .. }) => is_same && capability == of,
            _ => false,
        }
}

/// Returns the name of a thing and its kind for editors.
fn label_and_kind(thing: &MentionTarget) -> (String, CompletionItemKind) {
    match &thing.name {
        MentionedName::Profile => (thing.profile.name.clone(), CompletionItemKind::MODULE),
        MentionedName::Child(key) => (key.name.clone(), CompletionItemKind::MODULE),
        MentionedName::Kubernetes(name) => (name.clone(), CompletionItemKind::CONSTANT),
        MentionedName::ImageVersion { version, .. } => (version.clone(), CompletionItemKind::CONSTANT),
        MentionedName::Capability(name) => (name.clone(), CompletionItemKind::FIELD),
        MentionedName::CapabilityValue { value, .. } => (value.clone(), CompletionItemKind::ENUM_MEMBER),
        MentionedName::MachineType(name)
        | MentionedName::VolumeType(name)
        | MentionedName::Region(name)
        | MentionedName::Image(name) => (name.clone(), CompletionItemKind::VALUE),
        _ => (String::new(), CompletionItemKind::VALUE),
    }
}
