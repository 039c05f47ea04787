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
use rootstock_analysis::{Analysis, Mentioned, MentionedName, Role};
use rootstock_core_model::Span;
use rootstock_core_model::read::{Body, Document, File};
use rootstock_document::emit;
use rootstock_queries::ManifestSchema;

use crate::address;
use crate::fields::{self, Offer};
use crate::named::{self, Named};
use crate::position::Encoding;
use crate::workspace::Workspace;

/// The placeholder for a word that is not written yet.
const UNWRITTEN: &str = "unwritten";

pub(crate) fn items(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Vec<CompletionItem> {
    let name = address::name(&place.text_document.uri);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let text = document.text.as_str();
    let word = word_at(text, document.text.offset(place.position, encoding));
    let range = document.text.range(&word, encoding);
    let is_quoted = text.get(..word.start).is_some_and(|before| before.ends_with(['"', '\'']));
    let text = text.to_owned();
    let Some(mut trials) = Trials::of(&text, &word) else { return Vec::new() };
    let Break(Wanted { thing, writes, beside }) = trials.wanted(workspace.analysis(), &name) else {
        let known = trials.of_schemas(workspace.schemas()).into_iter();
        return known.map(|offer| known_item(offer, range, is_quoted)).collect();
    };
    let mut offers = offers(workspace, &thing);
    offers.sort();
    offers.dedup();
    let offers = offers.iter().map(shown).filter(|(label, _)| !beside.contains(label));
    let item = |(label, kind): (String, CompletionItemKind)| {
        let mut new = if is_quoted || emit::is_plain(&label) { label.clone() } else { emit::quoted(&label) };
        if writes == Writes::Key {
            new.push_str(": ");
        }
        CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, new))),
            kind: Some(kind),
            label,
            ..CompletionItem::default()
        }
    };
    offers.map(item).collect()
}

/// The role of the word to be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writes {
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

fn known_item(offer: Offer, range: lsp_types::Range, is_quoted: bool) -> CompletionItem {
    let is_field = !offer.behind.is_empty();
    let name = if is_quoted || emit::is_plain(&offer.name) { offer.name.clone() } else { emit::quoted(&offer.name) };
    let meaning = MarkupContent { kind: MarkupKind::Markdown, value: offer.meaning };
    CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, format!("{name}{}", offer.behind)))),
        kind: Some(if is_field { CompletionItemKind::FIELD } else { CompletionItemKind::ENUM_MEMBER }),
        label: offer.name,
        detail: (!offer.holds.is_empty()).then_some(offer.holds),
        documentation: (!meaning.value.is_empty()).then_some(Documentation::MarkupContent(meaning)),
        ..CompletionItem::default()
    }
}

/// The mention that the word would be if it were written.
struct Wanted {
    thing: Mentioned,
    writes: Writes,
    /// The names next to it, which are not offered a second time.
    beside: Vec<String>,
}

/// The variants of the text to parse.
struct Trials<'t> {
    before: &'t str,
    written: &'t str,
    after: &'t str,
    place: Range<usize>,
    /// The parsed variants in which the word is not a mention.
    tried: Vec<File>,
}

impl<'t> Trials<'t> {
    fn of(text: &'t str, word: &Range<usize>) -> Option<Self> {
        let (before, after) = (text.get(..word.start)?, text.get(word.end..)?);
        let written = text.get(word.clone()).filter(|word| !word.is_empty()).unwrap_or(UNWRITTEN);
        let place = word.start..word.start + written.len();
        Some(Self { before, written, after, place, tried: Vec::new() })
    }

    /// Returns the mention at the word in the first variant that has one. Drops the rest of the text only if it cannot be parsed.
    fn wanted(&mut self, analysis: &Analysis, name: &str) -> ControlFlow<Wanted> {
        let after = self.after;
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        let begins = line.trim_start_matches([' ', '-']).is_empty() || line.trim_end().ends_with(['{', ',']);
        let is_end = after.lines().next().is_none_or(|rest| rest.trim().is_empty() || rest.starts_with(['}', ',']));
        let mut read = |behind: &str, rest: &str, writes| self.read(analysis, name, [behind, rest], writes);
        if begins && is_end && !read(": []", after, Writes::Key)? {
            read(": []", "\n", Writes::Key)?;
        }
        if !read("", after, Writes::Name)? {
            // A list that is not closed yet.
            if line.rfind('[') > line.rfind(']') && !read("]", after, Writes::Name)? {
                read("]", "\n", Writes::Name)?;
            }
            read("", "\n", Writes::Name)?;
        }
        Continue(())
    }

    /// Breaks with the mention at the word when `behind` follows it. Otherwise, returns whether that variant can be parsed.
    fn read(
        &mut self,
        analysis: &Analysis,
        name: &str,
        [behind, rest]: [&str; 2],
        writes: Writes,
    ) -> ControlFlow<Wanted, bool> {
        let mut trial = analysis.clone();
        let text = [self.before, self.written, behind, rest].concat();
        trial.set(Role::Checked, name, text.as_bytes());
        let mentions = trial.mentions_at(Role::Checked, name, self.place.clone());
        let mut here = mentions.iter().filter(|mention| {
            // A flavor has no name to write.
            let is_name = !matches!(mention.thing.name, MentionedName::Flavor { .. });
            is_name && self.holds_word(mention.span())
        });
        if let Some(mention) = here.next().filter(|mention| !mention.is_offer) {
            let beside = fields::beside(mention.node.tree().root(), &self.place).into_iter().map(str::to_owned);
            return Break(Wanted { thing: mention.thing.clone(), writes, beside: beside.collect() });
        }
        let Some(file) = trial.file(Role::Checked, name) else { return Continue(false) };
        let is_broken =
            |document: &Document| matches!(document.body, Body::Unreadable) && self.holds_word(document.span);
        let is_readable = !file.documents.iter().any(is_broken);
        self.tried.push(file.clone());
        Continue(is_readable)
    }

    fn holds_word(&self, span: Span) -> bool {
        let span = span.range();
        span.start <= self.place.start && self.place.end <= span.end
    }

    /// Returns the fields or values that the schemas allow at the word.
    fn of_schemas(&self, schemas: &[ManifestSchema]) -> Vec<Offer> {
        let mut found = self.tried.iter().map(|file| fields::offers(schemas, file, &self.place));
        found.find(|offers| !offers.is_empty()).unwrap_or_default()
    }
}

/// Returns all names of the wanted kind.
fn offers(workspace: &mut Workspace, wanted: &Mentioned) -> Vec<Mentioned> {
    let mut found = Vec::new();
    for name in workspace.analysis().input_names(Role::Checked) {
        let offered = named::in_input(workspace, &name, |named| is_alike(named, wanted));
        found.extend(offered.into_iter().map(|named| named.thing));
    }
    found
}

fn is_alike(offer: &Named, wanted: &Mentioned) -> bool {
    use MentionedName::{
        Capability, CapabilityValue, Child, Image, ImageVersion, Kubernetes, MachineType, Profile, Region, VolumeType,
    };
    let is_same = offer.thing.profile == wanted.profile;
    offer.is_offer
        && match (&offer.thing.name, &wanted.name) {
            (Profile, Profile) => true,
            (Child(offer), Child(wanted)) => offer.namespace == wanted.namespace,
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
fn shown(thing: &Mentioned) -> (String, CompletionItemKind) {
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
