//! The name of a rule from the static that declares it: `FLAVOR_NEVER_SELECTED` is `flavor-never-selected`.
//!
//! It is a procedural macro because the name is part of a path, and `include_str!` takes nothing but a literal. Whoever declares
//! rules uses `rootstock_core_model::rules!`, which uses this.
//!
//! ```
//! assert_eq!(rootstock_rule_names::kebab_case!(FLAVOR_NEVER_SELECTED), "flavor-never-selected");
//! ```

use proc_macro::{Literal, TokenStream, TokenTree};

/// An identifier in upper case as a string literal in kebab-case.
#[proc_macro]
pub fn kebab_case(identifier: TokenStream) -> TokenStream {
    let name = identifier.to_string().to_ascii_lowercase().replace('_', "-");
    TokenTree::from(Literal::string(&name)).into()
}
