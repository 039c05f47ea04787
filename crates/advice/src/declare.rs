//! How a file declares its rules, beside the code that checks them.

/// Declares the rules of a file and the list `RULES` of them. The page is `rules/NAME.md`; a rule without one does not
/// compile.
macro_rules! rules {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $severity:ident, $source:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: rootstock_core_model::Rule = rootstock_core_model::Rule {
                name: $name,
                code: "",
                severity: rootstock_core_model::Severity::$severity,
                source: $source,
                page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $name, ".md")),
            };
        )*

        /// The rules of this file.
        pub(crate) static RULES: &[&rootstock_core_model::Rule] = &[$(&$id),*];
    };
}
