//! The conformance kit: laws for every provider, tested on one.
//!
//! The author of a plug-in adds a short sample of the provider section
//! ([`Extension::sample`](rootstock_provider_api::Extension::sample)), one dev-dependency,
//!
//! ```toml
//! [dev-dependencies]
//! rootstock-conformance-kit = "0.1"
//! ```
//!
//! and one line in a test, which expands to one test for each [`Law`]:
//!
//! ```ignore
//! rootstock_conformance_kit::conformance!(Acme);
//! ```
//!
//! [`check`] is the same as a function: it returns a [`LawReport`]. Based on the sample, the kit generates profiles,
//! damages and shuffles them, converts them from one format to the other, and compares every answer with the
//! definition. The profiles are the same in every run, and a broken law reports the smallest counterexample.

mod dice;
mod document;
mod laws;
mod oracle;
mod question;
mod report;
mod scenario;
mod subject;
mod test_profile;
mod transcript;
mod trials;
mod writer;
mod writing;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use dice::Dice;
pub use report::{LawReport, LawResult, Verdict};
pub use scenario::{ScenarioFlavor, ScenarioImage, ScenarioVersion};
use strum::VariantArray as _;
pub use transcript::transcript;
pub use writer::Writer;

use rootstock_provider_api::Provider;

use laws::{
    form, formats, matching, namespaced, order, paths, references, rules, selection, totality, worker_fields, workers,
};
use report::CheckedCases;
use subject::Subject;

macro_rules! laws {
    ($d:tt $($test:ident $law:ident, $sentence:literal, $try:path;)*) => {
        /// A law for every provider.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
        #[strum(serialize_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Law {
            $(#[doc = $sentence] $law,)*
        }

        impl Law {
            /// Returns the statement of the law.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$law => $sentence,)* }
            }

            fn try_on(self, subject: &Subject) -> CheckedCases {
                match self { $(Self::$law => $try(subject),)* }
            }
        }

        /// Generates a `#[test]` for every law: `conformance!(Acme);` in an integration test or a test module, where
        /// `Acme` is the unit value that was registered.
        #[macro_export]
        macro_rules! conformance {
            ($d provider:expr) => {
                mod conformance {
                    use super::*;
                    use $d crate::{Law, assert_law};

                    $(
                        #[test]
                        fn $test() {
                            assert_law(&$d provider, Law::$law);
                        }
                    )*
                }
            };
        }
    };
}

laws! { $
    sample Sample, "a config that is written like the sample is read without findings.", form::sample;
    rules Rules, "the names of the provider and of its rules are well-formed and unique to it; every rule has a page with examples.",
        rules::rules;
    identity Identity, "a config with a missing or foreign apiVersion or kind is reported at that field.",
        form::identity;
    unknown_fields UnknownFields, "an unknown field, or one in the wrong letter case, is reported at its place.",
        form::unknown_fields;
    wrong_types WrongTypes, "a value of the wrong type is reported at its place, and makes the config undecodable.",
        form::wrong_types;
    recovery Recovery, "one mistake does not hide another.", form::recovery;
    determinism Determinism, "the same document gets the same answers, whatever the order of its keys.",
        form::determinism;
    totality Totality, "no content of a profile, a config or a Shoot causes a panic.", totality::totality;
    paths Paths, "findings point to values that exist in the document, or to fields that are missing from it.",
        paths::paths;
    missing Missing, "every image, version and flavor of the core section must be mapped; each unmapped one is one error.",
        matching::missing;
    surplus Surplus, "a mapping without a counterpart in the core section is reported at its place.",
        matching::surplus;
    repetition Repetition, "a repeated mapping is reported at its place.", matching::repetition;
    order Order, "the order of images, versions, flavors and regions does not change any answer.", order::order;
    selection Selection, "the selected image is the one that the definition names, in both semantics.",
        selection::selection;
    references References, "every reference is listed once, with its place, and nothing else is listed.",
        references::listed;
    reachability Reachability, "every reference can be chosen by some machine in its region, or is reported.",
        references::reachable;
    formats Formats, "the legacy and the capability format of the same images lead to the same choices.",
        formats::formats;
    namespaced Namespaced, "a NamespacedCloudProfile has only what its parent lacks; merged into the parent, it gives the whole profile.",
        namespaced::namespaced;
    workers Workers, "worker capabilities are declared under the provider's own name, and unchanged fields do not roll workers.",
        workers::workers;
    worker_fields WorkerFields, "a field that a worker's config lacks is reported at its place, at any depth.",
        worker_fields::worker_fields;
}

impl Law {
    /// All laws, the simplest first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name, in kebab-case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Tests every law on a provider.
#[must_use]
pub fn check(provider: &'static dyn Provider) -> LawReport {
    let results = Law::ALL.iter().map(|law| LawResult { law: *law, verdict: check_law(provider, *law) });
    LawReport { provider: provider.name(), results: results.collect() }
}

/// Tests a law on a provider. A panic of the plug-in breaks the law under test.
#[must_use]
pub fn check_law(provider: &'static dyn Provider, law: Law) -> Verdict {
    let tried = || Subject::new(provider).and_then(|subject| law.try_on(&subject));
    match catch_unwind(AssertUnwindSafe(tried)) {
        Ok(tried) => tried.into(),
        Err(_) => Verdict::Broken { counterexample: "the plug-in panicked".to_owned() },
    }
}

/// Panics if a law is broken; see [`conformance!`](crate::conformance!).
///
/// # Panics
/// Panics if the law is broken.
pub fn assert_law(provider: &'static dyn Provider, law: Law) {
    let result = LawResult { law, verdict: check_law(provider, law) };
    assert!(!result.verdict.is_broken(), "provider `{}`: {result}", provider.name());
}
