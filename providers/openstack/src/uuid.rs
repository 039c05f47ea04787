//! UUIDs in the forms that the extension accepts.

/// The positions of the dashes in the plain form.
const DASHES: [usize; 4] = [8, 13, 18, 23];

/// Whether `text` is a UUID: 36 characters with dashes, optionally after `urn:uuid:` or in braces, or 32 hexadecimal
/// digits.
///
/// Like the extension, it accepts any two characters as the braces.
pub(crate) fn is_uuid(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes.len() {
        32 => bytes.iter().all(u8::is_ascii_hexdigit),
        36 => is_plain(bytes),
        38 => bytes.get(1..37).is_some_and(is_plain),
        45 => bytes
            .split_at_checked(9)
            .is_some_and(|(prefix, uuid)| prefix.eq_ignore_ascii_case(b"urn:uuid:") && is_plain(uuid)),
        _ => false,
    }
}

fn is_plain(bytes: &[u8]) -> bool {
    let fits = |(position, byte): (usize, &u8)| match DASHES.contains(&position) {
        true => *byte == b'-',
        false => byte.is_ascii_hexdigit(),
    };
    bytes.len() == 36 && bytes.iter().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain("3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", true)]
    #[case::upper_case("3A1FDC4E-65C3-41BA-8FFB-2E8C5E3CB2C6", true)]
    #[case::urn("urn:uuid:3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", true)]
    #[case::urn_upper_case("URN:UUID:3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", true)]
    #[case::braces("{3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6}", true)]
    #[case::digits("3a1fdc4e65c341ba8ffb2e8c5e3cb2c6", true)]
    #[case::empty("", false)]
    #[case::number("1234", false)]
    #[case::dash_missing("3a1fdc4e065c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    #[case::no_hexadecimal_digit("3a1fdc4g-65c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    #[case::dash_misplaced("3a1fdc4-e65c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    #[case::other_urn("urn:oops:3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    #[case::blank(" 3a1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    #[case::no_ascii("ä1fdc4e-65c3-41ba-8ffb-2e8c5e3cb2c6", false)]
    fn uuid_forms_are_recognized(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_uuid(text), expected);
    }
}
