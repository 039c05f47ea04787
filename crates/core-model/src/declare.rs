//! How a plug-in declares its rules, beside the code that checks them.

/// Declares rules and the list `RULES` of them. The page of a rule is `rules/NAME.md` in the crate that declares it; a
/// rule without a page does not compile.
///
/// ```ignore
/// rootstock_provider_api::declare_rules! {
///     /// Without a network there is nothing to connect machines to.
///     NETWORK_MISSING = "acme-network-missing", Error, Source::ProviderExtension("acme");
/// }
/// ```
#[macro_export]
macro_rules! declare_rules {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $severity:ident, $source:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: ::rootstock_core_model::Rule = ::rootstock_core_model::Rule {
                name: $name,
                code: "",
                severity: ::rootstock_core_model::Severity::$severity,
                source: $source,
                page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $name, ".md")),
            };
        )*

        /// The rules declared here.
        pub(crate) static RULES: &[&::rootstock_core_model::Rule] = &[$(&$id),*];
    };
}
