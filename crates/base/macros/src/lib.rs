//! The macros of the lowest floor: `rootstock_document::Decodable` derived for a struct, and the name of a rule from its static.
//!
//! Both are used through the crates that need them: `rootstock_document` exports the derive, and `rules!` of `rootstock_findings` makes
//! the names.
//!
//! The derive is for structs of which every field has a value if it is left out, which serde spells `#[serde(default)]`. What it makes of a
//! field is where it stands, and no more: with serde's derive there is code for each field of each type, and that is a third of
//! a program that reads many types.
//!
//! Fields have the names that serde gives them: it reads `rename_all = "camelCase"` of the struct, and `rename` and `skip` of a
//! field, and takes no struct with an attribute that would change in another way what is read.
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
/// The type of a field is `Decodable` itself, or the field has `#[decodable(by_serde)]`: then serde reads it, as it reads an enum or
/// a type of another crate.
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
/// What else is known of a field goes into its [`FieldSchema`]: `key` for the field that tells items of a list apart, `offers` and
/// `refers_to` with a `Noun` for a name, `compare` with a variant of `Compare`, and `shape` with a `Shape` for what serde reads:
///
/// ```
/// use rootstock_document::{Decodable, schema::{Compare, Noun, Shape}};
/// const ZONE: Noun = Noun("zone");
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
/// [`FieldSchema`]: https://docs.rs/rootstock-document/latest/rootstock_document/schema/struct.FieldSchema.html
///
/// What would be read in another way is refused:
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

/// Makes the name of a rule from the static that declares it: a string literal in kebab-case.
///
/// It is a procedural macro because the name is part of a path, and `include_str!` takes nothing but a literal.
///
/// ```
/// assert_eq!(rootstock_macros::kebab_case!(FLAVOR_NEVER_SELECTED), "flavor-never-selected");
/// ```
#[proc_macro]
pub fn kebab_case(identifier: TokenStream) -> TokenStream {
    let name = identifier.to_string().to_ascii_lowercase().replace('_', "-");
    TokenTree::from(Literal::string(&name)).into()
}
