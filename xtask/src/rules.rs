//! Every rule of every crate, with the place of its page.

use rootstock_core_model::Rule;

use crate::failure::Failure;

/// A rule and the folder its page lies in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Registered {
    pub(crate) rule: &'static Rule,
    /// Who checks it, for headings.
    pub(crate) checker: &'static str,
    /// From the root of the repository.
    pub(crate) folder: &'static str,
}

/// Every rule, by checker and then by name.
pub(crate) fn all() -> Result<Vec<Registered>, Failure> {
    let mut all: Vec<Registered> = Vec::new();
    let admission = rootstock_admission::rules();
    all.extend(admission.into_iter().map(|rule| Registered {
        rule,
        checker: "CloudProfile",
        folder: "crates/admission/rules",
    }));
    let registry = rootstock_providers::registry().map_err(|error| Failure::Found(error.to_string()))?;
    for provider in registry.iter() {
        let folder: &'static str = format!("providers/{}/rules", provider.name()).leak();
        all.extend(provider.rules().iter().map(|rule| Registered { rule, checker: provider.name(), folder }));
    }
    Ok(all)
}

impl Registered {
    /// The page, from the root of the repository.
    pub(crate) fn page(&self) -> String {
        format!("{}/{}.md", self.folder, self.rule.name)
    }
}
