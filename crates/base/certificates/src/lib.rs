//! Validation of PEM blocks with X.509 certificates, as in Gardener: the first well-formed block counts.
//!
//! `spec.caBundle` of a profile and the certificates in the `providerConfig` of some providers go through the same code
//! in Gardener, and through [`check_first_certificate`] here. Neither dates nor signatures are verified.
//!
//! ```
//! use rootstock_certificates::{CertificateError, check_first_certificate};
//! let key = "a comment\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
//! assert_eq!(check_first_certificate(key), Err(CertificateError::OtherBlock { label: "PRIVATE KEY".to_owned() }));
//! ```

use x509_cert::der::Decode;

/// Checks that the first well-formed PEM block of `text` is a certificate.
///
/// As in Gardener, text before the first block and everything after it is ignored, and a malformed block (invalid
/// base64, an END line that does not match) is skipped. An empty text has no block, so it is not a certificate.
///
/// ```
/// use rootstock_certificates::{CertificateError, check_first_certificate};
/// assert_eq!(check_first_certificate("not a certificate"), Err(CertificateError::NoBlock));
/// ```
///
/// # Errors
/// Returns the reason, which prints as a clause that fits after a field's name.
pub fn check_first_certificate(text: &str) -> Result<(), CertificateError> {
    let block = first_block(text).ok_or(CertificateError::NoBlock)?;
    if block.label != "CERTIFICATE" {
        return Err(CertificateError::OtherBlock { label: block.label.to_owned() });
    }
    match x509_cert::Certificate::from_der(&block.content) {
        Ok(_) => Ok(()),
        Err(_) => Err(CertificateError::NotACertificate),
    }
}

/// The reason why a text is not a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// A text without a PEM block.
    #[error("must be a PEM-encoded certificate, but has no well-formed PEM block (`-----BEGIN CERTIFICATE-----` …)")]
    NoBlock,
    /// A PEM block of another type.
    #[error("must begin with a certificate, but its first PEM block is of type `{label}`")]
    OtherBlock {
        /// The type.
        label: String,
    },
    /// A block of the right type with invalid content.
    #[error("must be a certificate, but the content of its first PEM block is not an X.509 certificate")]
    NotACertificate,
}

struct Block<'a> {
    label: &'a str,
    content: Vec<u8>,
}

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";

/// Returns the first well-formed block, in time linear in the text.
fn first_block(text: &str) -> Option<Block<'_>> {
    let mut rest = text;
    loop {
        rest = after_begin(rest)?;
        let (type_line, mut body) = split_line(rest);
        rest = body;
        let Some(label) = type_line.strip_suffix(DASHES) else { continue };
        let mut headers = false;
        loop {
            if body.is_empty() {
                return None;
            }
            let (line, next) = split_line(body);
            if !line.contains(':') {
                break;
            }
            headers = true;
            body = next;
        }
        rest = body;
        // Base64 has no dash, so the first one must start a matching END line.
        let Some((encoded, trailer)) = body.find('-').and_then(|dash| body.split_at_checked(dash)) else { continue };
        let at_line_start = encoded.ends_with('\n') || (encoded.is_empty() && !headers);
        let ends = trailer
            .strip_prefix(END)
            .and_then(|after| after.strip_prefix(label))
            .and_then(|after| after.strip_prefix(DASHES))
            .is_some_and(|after| split_line(after).0.is_empty());
        if !at_line_start || !ends {
            continue;
        }
        if let Some(content) = base64(encoded) {
            return Some(Block { label, content });
        }
    }
}

/// Returns the text after the next `-----BEGIN ` at the start of a line.
fn after_begin(text: &str) -> Option<&str> {
    text.strip_prefix(BEGIN).or_else(|| text.split_once("\n-----BEGIN ").map(|(_, after)| after))
}

/// Splits a text into the first line, without trailing blanks, and the rest.
fn split_line(text: &str) -> (&str, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.strip_suffix('\r').unwrap_or(line);
    (line.trim_end_matches([' ', '\t']), rest)
}

/// Decodes padded base64, ignoring line ends, blanks and tabs.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut digits, mut padding) = (0_u32, 0_u8, 0_u8);
    for byte in text.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'\r' | b'\n' | b' ' | b'\t' => continue,
            b'=' => {
                padding += 1;
                if digits + padding > 4 || digits < 2 {
                    return None;
                }
                continue;
            }
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        bits = bits << 6 | u32::from(digit);
        digits += 1;
        if digits == 4 {
            let [_, a, b, c] = bits.to_be_bytes();
            content.extend([a, b, c]);
            (bits, digits) = (0, 0);
        }
    }
    let [_, a, b, _] = (bits << (6 * u32::from(4 - digits)) & 0x00ff_ffff).to_be_bytes();
    match (digits, padding) {
        (0, 0) => {}
        (2, 2) => content.push(a),
        (3, 1) => content.extend([a, b]),
        _ => return None,
    }
    Some(content)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", Some(""))]
    #[case("QQ==", Some("A"))]
    #[case("QUI=", Some("AB"))]
    #[case("QU JD\r\n", Some("ABC"))]
    #[case("QUJDRA==", Some("ABCD"))]
    #[case("Q", None)]
    #[case("QQ", None)]
    #[case("QQ=", None)]
    #[case("QQ===", None)]
    #[case("QUJD=", None)]
    #[case("QQ==QUJD", None)]
    #[case("Q-==", None)]
    fn base64_is_strict_about_padding(#[case] text: &str, #[case] content: Option<&str>) {
        assert_eq!(base64(text), content.map(|content| content.as_bytes().to_vec()));
    }

    #[rstest]
    #[case::plain("-----BEGIN A-----\nQUJD\n-----END A-----\n", Some("A"))]
    #[case::without_final_newline("-----BEGIN A-----\nQUJD\n-----END A-----", Some("A"))]
    #[case::carriage_returns("-----BEGIN A-----\r\nQUJD\r\n-----END A-----\r\n", Some("A"))]
    #[case::text_before("some text\n-----BEGIN A-----\nQUJD\n-----END A-----\n", Some("A"))]
    #[case::headers("-----BEGIN A-----\nKey: value\n\nQUJD\n-----END A-----\n", Some("A"))]
    #[case::empty_block("-----BEGIN A-----\n-----END A-----\n", Some("A"))]
    #[case::first_of_two(
        "-----BEGIN A-----\nQUJD\n-----END A-----\n-----BEGIN B-----\nQUJD\n-----END B-----\n",
        Some("A")
    )]
    #[case::bad_base64_is_skipped(
        "-----BEGIN A-----\nQ\n-----END A-----\n-----BEGIN B-----\nQUJD\n-----END B-----\n",
        Some("B")
    )]
    #[case::mismatched_end_is_skipped(
        "-----BEGIN A-----\nQUJD\n-----END C-----\n-----BEGIN B-----\nQUJD\n-----END B-----\n",
        Some("B")
    )]
    #[case::text_after_the_end_line("-----BEGIN A-----\nQUJD\n-----END A----- x\n", None)]
    #[case::blanks_after_the_end_line("-----BEGIN A-----\nQUJD\n-----END A----- \n", Some("A"))]
    #[case::not_at_the_start_of_a_line(" -----BEGIN A-----\nQUJD\n-----END A-----\n", None)]
    #[case::no_end("-----BEGIN A-----\nQUJD\n", None)]
    #[case::nothing("", None)]
    fn first_well_formed_block_is_found(#[case] text: &str, #[case] label: Option<&str>) {
        assert_eq!(first_block(text).map(|block| block.label), label);
    }

    #[test]
    fn many_unfinished_blocks_take_linear_time() {
        assert!(first_block(&"\n-----BEGIN A-----\n".repeat(200_000)).is_none());
        assert!(first_block(&format!("{}\n-----END B-----", "\n-----BEGIN A-----\nQUJD".repeat(200_000))).is_none());
    }

    const CERTIFICATE: &str = "\
-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIUFunecFdHhf3r8IAB4/13fbQwuBwwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcm9vdHN0b2NrLXRlc3QwIBcNMjYxMTIxMDQxNzIwWhgPMjEy
NjEwMjgwNDE3MjBaMBkxFzAVBgNVBAMMDnJvb3RzdG9jay10ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEbJJk5tN1VO0mUcuYngFtcoYXpqgWU83Koiu9GzCx
ESzkE4skb3v0cPLb9TwP7bQsH1cXcmr6z+rjiW2Dh70N76NTMFEwHQYDVR0OBBYE
FKEEKe1eFY2AgvY9Nd/X3Jf2SjU9MB8GA1UdIwQYMBaAFKEEKe1eFY2AgvY9Nd/X
3Jf2SjU9MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgEyCKhr2D
ablRsj3jgy6n3gpbobgwcTb+4gSSotiJX/4CIQDrnDXZfSdVpErqCxeUF+cWVwZo
g5z8CQO/ZOCoGql5HQ==
-----END CERTIFICATE-----
";

    #[test]
    fn block_without_a_certificate_is_refused() {
        assert_eq!(check_first_certificate(""), Err(CertificateError::NoBlock));
        assert_eq!(
            check_first_certificate("-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----"),
            Err(CertificateError::NotACertificate)
        );
        assert_eq!(
            check_first_certificate("-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----"),
            Err(CertificateError::OtherBlock { label: "PRIVATE KEY".to_owned() }),
        );
        assert_eq!(check_first_certificate(CERTIFICATE), Ok(()));
    }
}
