//! The decoded fields of a struct, with the names that serde gives them.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Data, DataStruct, DeriveInput, Error, Expr, Fields, Ident, LitStr, Type};

/// The maximum number of fields; the decoder tracks this many as seen.
const MAX_FIELDS: usize = 128;

/// A decoded field.
pub(crate) struct Field<'i> {
    pub(crate) ident: &'i Ident,
    pub(crate) ty: &'i Type,
    /// The name in a document.
    pub(crate) name: String,
    /// Whether serde decodes it.
    pub(crate) by_serde: bool,
    /// The shape from the attribute, for a type that does not define one.
    pub(crate) shape: Option<Expr>,
    /// Whether it is a key of list items.
    pub(crate) is_key: bool,
    /// The noun that it defines.
    pub(crate) offers: Option<Expr>,
    /// The noun that it refers to.
    pub(crate) refers_to: Option<Expr>,
    /// The variant of `Compare`.
    pub(crate) compare: Option<Ident>,
    /// The first release that has it.
    pub(crate) since: Option<ReleaseLiteral>,
    /// The first release that no longer has it.
    pub(crate) until: Option<ReleaseLiteral>,
    /// The replacement from then on.
    pub(crate) instead: Option<String>,
}

/// A release in an attribute: `"1.137"`.
#[derive(Clone, Copy)]
pub(crate) struct ReleaseLiteral {
    pub(crate) major: u16,
    pub(crate) minor: u16,
}

impl ReleaseLiteral {
    fn of(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        let text = meta.value()?.parse::<LitStr>()?;
        let value = text.value();
        let numbers = value.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let (major, minor) = numbers.ok_or_else(|| Error::new_spanned(text, "expected a minor release: \"1.137\""))?;
        Ok(Self { major, minor })
    }
}

/// Returns the decoded fields of a struct.
pub(crate) fn of(input: &DeriveInput) -> syn::Result<Vec<Field<'_>>> {
    let Data::Struct(DataStruct { fields: Fields::Named(named), .. }) = &input.data else {
        let message = "`Decodable` can only be derived for structs with named fields; for other types use `#[decodable(by_serde)]` on the field";
        return Err(Error::new_spanned(&input.ident, message));
    };
    let style = Style::of(&input.attrs)?;
    let mut fields = Vec::new();
    for field in &named.named {
        let (Some(ident), field_attributes) = (&field.ident, FieldAttributes::of(&field.attrs)?) else { continue };
        if !field_attributes.is_skipped {
            let name = field_attributes.name.unwrap_or_else(|| style.name_of(ident));
            let FieldAttributes { by_serde, shape, is_key, offers, refers_to, compare, .. } = field_attributes;
            let FieldAttributes { since, until, instead, .. } = field_attributes;
            let ty = &field.ty;
            fields.push(Field {
                ident,
                ty,
                name,
                by_serde,
                shape,
                is_key,
                offers,
                refers_to,
                compare,
                since,
                until,
                instead,
            });
        }
    }
    if fields.len() > MAX_FIELDS {
        return Err(Error::new_spanned(&input.ident, format!("it has more than {MAX_FIELDS} fields")));
    }
    Ok(fields)
}

/// The conversion of identifiers to names.
#[derive(Clone, Copy, Default)]
enum Style {
    #[default]
    Itself,
    CamelCase,
}

impl Style {
    fn of(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut style = Self::default();
        for_each_meta(attributes, "serde", |meta| match name(&meta).as_str() {
            "default" if !meta.input.peek(syn::Token![=]) => Ok(()),
            // The decoder reports unknown fields in any case.
            "deny_unknown_fields" => Ok(()),
            "rename_all" if text(&meta)? == "camelCase" => {
                style = Self::CamelCase;
                Ok(())
            }
            "rename_all" => Err(meta.error("only `rename_all = \"camelCase\"` is supported")),
            _ => Err(unsupported(&meta)),
        })?;
        Ok(style)
    }

    fn name_of(self, ident: &Ident) -> String {
        let itself = ident.to_string();
        let itself = itself.trim_start_matches("r#");
        match self {
            Self::Itself => itself.to_owned(),
            Self::CamelCase => camel_case(itself),
        }
    }
}

fn camel_case(snake_case: &str) -> String {
    let mut name = String::new();
    for word in snake_case.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !name.is_empty() => name.extend(first.to_uppercase()),
            first => name.extend(first),
        }
        name.push_str(letters.as_str());
    }
    name
}

/// The contents of a field's attributes.
#[derive(Default)]
struct FieldAttributes {
    name: Option<String>,
    is_skipped: bool,
    by_serde: bool,
    shape: Option<Expr>,
    is_key: bool,
    offers: Option<Expr>,
    refers_to: Option<Expr>,
    compare: Option<Ident>,
    since: Option<ReleaseLiteral>,
    until: Option<ReleaseLiteral>,
    instead: Option<String>,
}

impl FieldAttributes {
    fn of(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut field_attributes = Self::default();
        for_each_meta(attributes, "serde", |meta| {
            match name(&meta).as_str() {
                "rename" => field_attributes.name = Some(text(&meta)?),
                "skip" => field_attributes.is_skipped = true,
                "default" if !meta.input.peek(syn::Token![=]) => {}
                "skip_serializing_if" => drop(text(&meta)?),
                _ => return Err(unsupported(&meta)),
            }
            Ok(())
        })?;
        for_each_meta(attributes, "decodable", |meta| {
            match name(&meta).as_str() {
                "by_serde" => field_attributes.by_serde = true,
                "shape" => field_attributes.shape = Some(meta.value()?.parse()?),
                "key" => field_attributes.is_key = true,
                "offers" => field_attributes.offers = Some(meta.value()?.parse()?),
                "refers_to" => field_attributes.refers_to = Some(meta.value()?.parse()?),
                "compare" => field_attributes.compare = Some(meta.value()?.parse()?),
                "since" => field_attributes.since = Some(ReleaseLiteral::of(&meta)?),
                "until" => field_attributes.until = Some(ReleaseLiteral::of(&meta)?),
                "instead" => field_attributes.instead = Some(text(&meta)?),
                _ => {
                    return Err(meta.error(
                        "expected `by_serde`, `shape`, `key`, `offers`, `refers_to`, `compare`, `since`, `until` or `instead`",
                    ));
                }
            }
            Ok(())
        })?;
        Ok(field_attributes)
    }
}

/// Visits each part of the attributes with that name.
fn for_each_meta(
    attributes: &[Attribute],
    of: &str,
    mut look: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut named = attributes.iter().filter(|attribute| attribute.path().is_ident(of));
    named.try_for_each(|attribute| attribute.parse_nested_meta(&mut look))
}

fn name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(Ident::to_string).unwrap_or_default()
}

fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<String> {
    Ok(meta.value()?.parse::<LitStr>()?.value())
}

fn unsupported(meta: &ParseNestedMeta<'_>) -> Error {
    meta.error(
        "`Decodable` does not support this serde attribute; remove it, or use `#[decodable(by_serde)]` on fields of this type",
    )
}
