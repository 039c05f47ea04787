//! Validation of names, label keys and label values by the rules of Kubernetes and Gardener.
//!
//! Every function returns all faults, in the order in which Kubernetes reports them; an empty list, which does not allocate,
//! means that the text is valid. Lengths are in bytes.

/// A fault in a name. Its `Display` form states the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NameFault {
    /// The name is empty.
    #[error("the name must not be empty")]
    Empty,
    /// The name is longer than this many bytes.
    #[error("it must not be longer than {0} bytes")]
    TooLong(usize),
    /// The name has an invalid form: it must consist of letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
    #[error("it must consist of ASCII letters, digits, `-`, `_` and `.`, and begin and end with a letter or digit")]
    NameForm,
    /// The name is not a DNS subdomain: lower-case letters, digits, `-` and `.`, with a letter or digit at both ends of each
    /// label.
    #[error(
        "it must consist of lower-case ASCII letters, digits, `-` and `.`, and each part between dots must begin and end with a letter or digit"
    )]
    SubdomainForm,
    /// The name is not a DNS label: lower-case letters, digits and `-`, with a letter or digit at both ends.
    #[error("it must consist of lower-case ASCII letters, digits and `-`, and begin and end with a letter or digit")]
    LabelForm,
    /// The name has more than one `/`.
    #[error("it must not have more than one `/`")]
    SeveralSlashes,
    /// The name has a prefix although none is allowed.
    #[error("it must not have a prefix: no `/` is allowed here")]
    Prefixed,
    /// The part before `/` is empty.
    #[error("the prefix before `/` must not be empty")]
    PrefixEmpty,
    /// The part before `/` is longer than this many bytes.
    #[error("the prefix before `/` must not be longer than {0} bytes")]
    PrefixTooLong(usize),
    /// The part before `/` is not a DNS subdomain.
    #[error("the prefix before `/` must be a DNS subdomain such as `example.com`")]
    PrefixForm,
}

const MAX_NAME_LENGTH: usize = 63;
const MAX_SUBDOMAIN_LENGTH: usize = 253;

/// Checks a DNS-1123 subdomain, such as the name of an object.
///
/// ```
/// use rootstock_core_model::names::{NameFault, dns_subdomain};
/// assert!(dns_subdomain("europe.example").is_empty());
/// assert_eq!(dns_subdomain("Europe"), [NameFault::SubdomainForm]);
/// ```
#[must_use]
pub fn dns_subdomain(text: &str) -> Vec<NameFault> {
    let mut faults = Vec::new();
    if text.len() > MAX_SUBDOMAIN_LENGTH {
        faults.push(NameFault::TooLong(MAX_SUBDOMAIN_LENGTH));
    }
    if !has_subdomain_form(text) {
        faults.push(NameFault::SubdomainForm);
    }
    faults
}

/// Checks a DNS-1123 label, such as the name of a namespace.
///
/// ```
/// use rootstock_core_model::names::{NameFault, dns_label};
/// assert!(dns_label("garden-dev").is_empty());
/// assert_eq!(dns_label("garden.dev"), [NameFault::LabelForm]);
/// ```
#[must_use]
pub fn dns_label(text: &str) -> Vec<NameFault> {
    let mut faults = Vec::new();
    if text.len() > MAX_NAME_LENGTH {
        faults.push(NameFault::TooLong(MAX_NAME_LENGTH));
    }
    if text.contains('.') || !has_subdomain_form(text) {
        faults.push(NameFault::LabelForm);
    }
    faults
}

/// Checks a label key: a name of at most 63 bytes, with an optional `prefix/`. Annotation keys and finalizers follow the same
/// rules.
#[must_use]
pub fn label_key(text: &str) -> Vec<NameFault> {
    let mut faults = Vec::new();
    let mut parts = text.split('/');
    let name = match (parts.next(), parts.next(), parts.next()) {
        (Some(prefix), Some(name), None) => {
            if prefix.is_empty() {
                faults.push(NameFault::PrefixEmpty);
            } else {
                faults.extend(dns_subdomain(prefix).into_iter().map(|fault| match fault {
                    NameFault::TooLong(most) => NameFault::PrefixTooLong(most),
                    _ => NameFault::PrefixForm,
                }));
            }
            name
        }
        (_, _, Some(_)) => return vec![NameFault::SeveralSlashes],
        (name, _, None) => name.unwrap_or_default(),
    };
    if name.is_empty() {
        faults.push(NameFault::Empty);
    } else if name.len() > MAX_NAME_LENGTH {
        faults.push(NameFault::TooLong(MAX_NAME_LENGTH));
    }
    if !has_name_form(name) {
        faults.push(NameFault::NameForm);
    }
    faults
}

/// Checks a label value: empty, or a name of at most 63 bytes.
#[must_use]
pub fn label_value(text: &str) -> Vec<NameFault> {
    let mut faults = Vec::new();
    if text.len() > MAX_NAME_LENGTH {
        faults.push(NameFault::TooLong(MAX_NAME_LENGTH));
    }
    if !text.is_empty() && !has_name_form(text) {
        faults.push(NameFault::NameForm);
    }
    faults
}

/// Checks an unprefixed qualified name in Gardener's sense: the names of images, machine types, volume types, capabilities and
/// their values.
///
/// ```
/// use rootstock_core_model::names::{NameFault, unprefixed_name};
/// assert!(unprefixed_name("SCSI_MULTIQUEUE").is_empty());
/// assert_eq!(unprefixed_name("example.com/gpu"), [NameFault::Prefixed]);
/// assert_eq!(unprefixed_name(""), [NameFault::Empty, NameFault::NameForm]);
/// ```
#[must_use]
pub fn unprefixed_name(text: &str) -> Vec<NameFault> {
    let mut faults = label_key(text);
    if faults.is_empty() && text.contains('/') {
        faults.push(NameFault::Prefixed);
    }
    faults
}

/// Matches `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`.
fn has_name_form(text: &str) -> bool {
    has_ends(text, u8::is_ascii_alphanumeric)
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Matches `[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*`.
fn has_subdomain_form(text: &str) -> bool {
    let lower = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.split('.').all(|label| has_ends(label, lower) && label.bytes().all(|byte| lower(&byte) || byte == b'-'))
}

fn has_ends(text: &str, allowed: impl Fn(&u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(&allowed) && bytes.last().is_some_and(&allowed)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::NameFault::*;
    use super::*;

    #[rstest]
    #[case("gen2", &[])]
    #[case("A", &[])]
    #[case("a..b", &[])]
    #[case("uefi-preferred", &[])]
    #[case("", &[Empty, NameForm])]
    #[case("a b", &[NameForm])]
    #[case("-x", &[NameForm])]
    #[case("x-", &[NameForm])]
    #[case("ä", &[NameForm])]
    #[case(".", &[NameForm])]
    #[case("foo.bar/baz", &[Prefixed])]
    #[case("a/", &[Empty, NameForm])]
    #[case("/a", &[PrefixEmpty])]
    #[case("A_/a", &[PrefixForm])]
    #[case("a/b/c", &[SeveralSlashes])]
    fn unprefixed_names_are_checked(#[case] text: &str, #[case] faults: &[NameFault]) {
        assert_eq!(unprefixed_name(text), faults);
    }

    #[test]
    fn lengths_are_bounded() {
        assert!(unprefixed_name(&"x".repeat(63)).is_empty());
        assert_eq!(unprefixed_name(&"x".repeat(64)), [TooLong(63)]);
        assert_eq!(unprefixed_name(&"-".repeat(64)), [TooLong(63), NameForm]);
        assert!(dns_subdomain(&"x".repeat(253)).is_empty());
        assert_eq!(dns_subdomain(&"x".repeat(254)), [TooLong(253)]);
        assert_eq!(label_key(&format!("{}/x", "x".repeat(254))), [PrefixTooLong(253)]);
        assert_eq!(label_value(&"x".repeat(64)), [TooLong(63)]);
    }

    #[rstest]
    #[case("example", true)]
    #[case("a.b-c.1", true)]
    #[case("a..b", false)]
    #[case("a.-b", false)]
    #[case("A", false)]
    #[case("", false)]
    fn subdomains_are_checked(#[case] text: &str, #[case] fine: bool) {
        assert_eq!(dns_subdomain(text).is_empty(), fine);
    }

    #[rstest]
    #[case("", true)]
    #[case("true", true)]
    #[case("a/b", false)]
    #[case("a ", false)]
    fn label_values_are_checked(#[case] text: &str, #[case] fine: bool) {
        assert_eq!(label_value(text).is_empty(), fine);
    }
}
