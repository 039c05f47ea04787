//! How a file declares its rules, beside the code that checks them.

/// Declares the rules of a file and the list `RULES` of them: name, number if there is one, severity and source. The page of a
/// rule is `rules/NAME.md` in the crate that declares it; a rule without a page does not compile.
///
/// ```ignore
/// rootstock_core_model::declare_rules! {
///     /// CP-010.
///     GATE = "capabilities-gate-off", "CP-010", Error, Source::CapabilitiesGuide("Activation");
///     /// Without a network there is nothing to connect machines to.
///     NETWORK_MISSING = "acme-network-missing", Error, Source::ProviderExtension("acme");
/// }
/// ```
#[macro_export]
macro_rules! declare_rules {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $($code:literal,)? $severity:ident, $source:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: $crate::Rule = $crate::Rule {
                name: $name,
                code: concat!($($code)?),
                severity: $crate::Severity::$severity,
                source: $source,
                page: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $name, ".md")),
            };
        )*

        /// The rules declared here.
        pub(crate) static RULES: &[&$crate::Rule] = &[$(&$id),*];
    };
}
