//! Names of providers, and the names derived from them.

use crate::failure::Failure;

/// The maximum length, longer than any name that Gardener knows.
const MAX_LENGTH: usize = 40;

/// Folders and packages that are not providers: `rootstock-provider-api`, `providers/bundle`.
const RESERVED: [&str; 2] = ["api", "bundle"];

/// Type names in the scope of the generated file.
const IN_SCOPE: [&str; 12] = [
    "Checker",
    "CloudProfileConfig",
    "Comparison",
    "Extension",
    "LegacyArchitecture",
    "LegacyFormat",
    "MachineImageVersion",
    "Path",
    "Plugin",
    "ProviderImage",
    "Repeats",
    "Sample",
];

/// The name of a provider: the value of `spec.type`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProviderName(String);

impl ProviderName {
    pub(super) fn new(name: &str) -> Result<Self, Failure> {
        let refused = |why: &str| Failure::Message(format!("`{name}` cannot be the name of a provider: {why}"));
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.len() > MAX_LENGTH {
            return Err(refused(&format!("it must have between 1 and {MAX_LENGTH} characters")));
        }
        if !name.bytes().all(fits) {
            return Err(refused("only lower-case letters, digits and `-` may be in it"));
        }
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) || name.ends_with('-') || name.contains("--") {
            return Err(refused("it must begin with a letter, and each `-` must stand between letters and digits"));
        }
        if RESERVED.contains(&name) {
            return Err(refused("another crate has this name"));
        }
        Ok(Self(name.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn package(&self) -> String {
        format!("rootstock-provider-{}", self.0)
    }

    /// Returns the name in Rust: `ironcore_metal`.
    pub(super) fn module(&self) -> String {
        self.0.replace('-', "_")
    }

    /// Returns the type of the plug-in: `IroncoreMetal`.
    pub(super) fn type_name(&self) -> String {
        let words = self.0.split('-').map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
        });
        let name: String = words.collect();
        if IN_SCOPE.contains(&name.as_str()) { format!("{name}Provider") } else { name }
    }

    pub(super) fn fill_in(&self, template: &str) -> String {
        let filled = template.replace("{name}", &self.0).replace("{module}", &self.module());
        let filled = filled.replace("{MODULE}", &self.module().to_uppercase());
        filled.replace("{type}", &self.type_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_names_are_refused() {
        for name in ["", "Acme", "acme_two", "1und1", "-acme", "acme-", "ac--me", "api", "bundle", "äcme", "a/b", "a.b"]
        {
            assert!(ProviderName::new(name).is_err(), "{name}");
        }
        assert!(ProviderName::new(&"a".repeat(41)).is_err());
    }

    #[test]
    fn names_are_converted_to_rust_identifiers() {
        let name = ProviderName::new("iron-core2").unwrap();
        assert_eq!(name.fill_in("{name} {module} {type}"), "iron-core2 iron_core2 IronCore2");
        assert_eq!(name.package(), "rootstock-provider-iron-core2");
        assert_eq!(ProviderName::new("path").unwrap().fill_in("{type}"), "PathProvider");
    }
}
