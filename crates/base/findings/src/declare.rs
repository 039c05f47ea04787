//! The declaration of rules, next to the code that checks them.

/// Declares the rules of a file: severity, the version of the crate that introduced the rule, and source.
///
/// The rule's name is that of its static in kebab-case, and its page is `rules/NAME.md` in the crate that declares it;
/// a rule without a page does not compile. Declaring a rule registers it: [`Rule::of`](crate::Rule::of) finds it in
/// every program that links the crate.
///
/// ```ignore
/// rootstock_findings::rules! {
///     CAPABILITIES_GATE_OFF: Error, since "0.1.0", Source::CapabilitiesGuide("Activation");
///     /// Without a network there is nothing to connect machines to.
///     ACME_NETWORK_MISSING: Error, since "0.2.0", Source::ProviderExtension("acme");
/// }
/// ```
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $id:ident: $severity:ident, since $since:literal, $source:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: $crate::Rule = $crate::Rule::declared(
                [$crate::__kebab_case!($id), env!("CARGO_PKG_NAME")],
                $crate::Severity::$severity,
                $since,
                $source,
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $crate::__kebab_case!($id), ".md")),
            );

            $crate::__submit! { $crate::Registered(&$id) }
        )*
    };
}
