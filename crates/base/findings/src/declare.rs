//! The declaration of rules, next to the code that checks them.

/// Declares the rules of a file: severity, the version of the crate that introduced the rule, and source.
///
/// The rule's name is that of its static in kebab-case, and its page is `rules/NAME.md` in the crate that declares it;
/// a rule without a page does not compile. Declaring a rule registers it: [`Rule::of`](crate::Rule::of) finds it in
/// every program that links the crate.
///
/// A rule that only some releases of Gardener have names them after `in`: with Gardener's semantics, its findings are dropped in the
/// others. A rule of the documents holds in all of them with documented semantics. `not equal Shoots` says that it finds nothing in a Shoot
/// that is read alike with and without it: it is about profiles, or about a field that came with it. `remedy` is the form of an object that
/// the releases with and without the rule treat alike; without it, that is the help of the finding.
///
/// ```ignore
/// rootstock_findings::rules! {
///     CAPABILITIES_GATE_OFF: Error, since "0.1.0", Source::CapabilitiesGuide("Activation");
///     CAPABILITY_NAME_RESERVED: Error, since "0.1.0", Source::Gep54("Reserved Capability Names"), in Releases::since(1, 147), not equal Shoots,
///         remedy "give the capability a name without the prefix";
///     /// Without a network there is nothing to connect machines to.
///     ACME_NETWORK_MISSING: Error, since "0.2.0", Source::ProviderExtension("acme");
/// }
/// ```
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $id:ident: $severity:ident, since $since:literal, $source:expr $(, in $releases:expr $(, not equal $objects:ident)? $(, remedy $remedy:literal)?)?;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: $crate::Rule = $crate::Rule::declared(
                [$crate::__kebab_case!($id), env!("CARGO_PKG_NAME")],
                $crate::Severity::$severity,
                $since,
                $source,
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $crate::__kebab_case!($id), ".md")),
            )$(.only_in($releases)$(.not_equal(stringify!($objects)))?$(.with_remedy($remedy))?)?;

            $crate::__submit! { $crate::Registered(&$id) }
        )*
    };
}
