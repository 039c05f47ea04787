//! The macros of the base crates: the derive macro for `rootstock_document::Decodable`, and the name of a rule from its static.
//!
//! Both are used through other crates: `rootstock_document` exports the derive macro, and `rules!` of
//! `rootstock_findings` uses the other to generate names.
//!
//! The derive macro is for structs in which every field has a default, as with `#[serde(default)]`. The generated code
//! merely looks up the slot of each field; serde's derive generates decoding code for each field of each type, which is
//! a third of a program that decodes many types.
//!
//! Fields have the names that serde gives them: the macro supports `rename_all = "camelCase"` and
//! `deny_unknown_fields` on the struct, and `rename` and `skip` on a field. It rejects other attributes that would change how serde decodes the struct.
//!
//! ```
//! use rootstock_document::{Decodable, Hints, Path, RawObject, decode::decode};
//! #[derive(Default, Decodable)]
//! #[serde(rename_all = "camelCase", default)]
//! struct Config {
//!     api_version: String,
//!     #[serde(rename = "vpcID")]
//!     vpc: Option<String>,
//!     zones: Vec<Zone>,
//! }
//! #[derive(Default, Decodable)]
//! #[serde(default)]
//! struct Zone { name: String, size: i32 }
//!
//! let raw: RawObject = serde_json::from_str(r#"{"apiVersion": "v1", "vpcID": "a", "zones": [{"name": "b", "sise": 3}]}"#)?;
//! let (config, problems) = decode::<Config>(raw.node(), &Path::root("config"), &Hints::NONE);
//! assert_eq!((config.api_version.as_str(), config.vpc.as_deref()), ("v1", Some("a")));
//! assert_eq!(config.zones[0].name, "b");
//! assert_eq!(problems[0].path.to_string(), "config.zones[0].sise");
//! # assert_eq!(config.zones[0].size, 0);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod expansion;
mod fields;

use proc_macro::{Literal, TokenStream, TokenTree};
use syn::{DeriveInput, Error, parse_macro_input};

/// Derives `rootstock_document::Decodable` for a struct with named fields.
///
/// The type of a field must implement `Decodable`, or the field needs `#[decodable(by_serde)]`, which leaves the
/// decoding to serde, for example for an enum or a type of another crate.
///
/// ```
/// use rootstock_document::{Decodable, Hints, Path, RawObject, decode::decode};
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct Group {
///     #[decodable(by_serde)]
///     policy: Policy,
/// }
/// #[derive(Debug, Default, PartialEq, serde::Deserialize)]
/// #[serde(rename_all = "lowercase")]
/// enum Policy { #[default] Soft, Hard }
///
/// let raw: RawObject = serde_json::from_str(r#"{"policy": "hard"}"#)?;
/// assert_eq!(decode::<Group>(raw.node(), &Path::root("group"), &Hints::NONE).0.policy, Policy::Hard);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// More attributes describe the [`FieldSchema`]: `key` for the key of list items, `offers` and `refers_to` with a
/// `EntityKind` for a name, `compare` with a variant of `Compare`, and `shape` with a `Shape` for a field that serde decodes:
///
/// ```
/// use rootstock_document::{Decodable, schema::{Compare, EntityKind, Shape}};
/// const ZONE: EntityKind = EntityKind("zone");
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct Zone {
///     #[decodable(key, offers = ZONE)]
///     name: String,
///     #[decodable(compare = Set)]
///     hosts: Vec<String>,
/// }
///
/// let Shape::Object(zone) = Zone::SHAPE else { unreachable!() };
/// assert!(zone.fields[0].is_key && zone.fields[0].offers == Some(ZONE));
/// assert_eq!(zone.fields[1].compare, Compare::Set);
/// ```
///
/// `since` and `until` limit a field to some releases of the program that reads the documents, and `instead` names what replaces it;
/// `rootstock_document::decode::read` reads the fields of one release.
///
/// [`FieldSchema`]: https://docs.rs/rootstock-document/latest/rootstock_document/schema/struct.FieldSchema.html
///
/// Attributes and types that would be decoded differently are rejected:
///
/// ```compile_fail
/// #[derive(Default, rootstock_document::Decodable)]
/// #[serde(default)]
/// struct Config { #[serde(alias = "zone")] region: String }
/// ```
///
/// ```compile_fail
/// #[derive(Default, rootstock_document::Decodable)]
/// #[serde(rename_all = "kebab-case", default)]
/// struct Config { machine_type: String }
/// ```
///
/// ```compile_fail
/// #[derive(rootstock_document::Decodable)]
/// enum Policy { Soft, Hard }
/// ```
#[proc_macro_derive(Decodable, attributes(serde, decodable))]
pub fn decodable(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expansion::of(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Converts the name of a static that declares a rule to the name of the rule: a string literal in kebab-case.
///
/// This is a procedural macro because the name is part of a path, and `include_str!` only accepts a literal.
///
/// ```
/// assert_eq!(rootstock_macros::kebab_case!(FLAVOR_NEVER_SELECTED), "flavor-never-selected");
/// ```
#[proc_macro]
pub fn kebab_case(identifier: TokenStream) -> TokenStream {
    let name = identifier.to_string().to_ascii_lowercase().replace('_', "-");
    TokenTree::from(Literal::string(&name)).into()
}
