//! Address ranges in the notation of CIDR.

use std::net::IpAddr;
use std::str::FromStr;

/// An address range, by its first address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AddressRange {
    first: IpAddr,
    bits: u32,
}

/// The reason why a text is not an address range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Problem {
    /// Another notation.
    #[error("must be an address range in CIDR notation, such as `10.250.0.0/16`")]
    Notation,
    /// An address within the range instead of its first one.
    #[error("must begin with the first address of the range: `{0}`")]
    NotFirst(String),
}

impl FromStr for AddressRange {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (address, length) = text.split_once('/').ok_or(Problem::Notation)?;
        let address: IpAddr = address.parse().map_err(|_| Problem::Notation)?;
        let bits: u32 = length.parse().map_err(|_| Problem::Notation)?;
        if bits > width(address) || length.starts_with('+') {
            return Err(Problem::Notation);
        }
        let range = Self { first: masked(address, bits), bits };
        if range.first == address { Ok(range) } else { Err(Problem::NotFirst(format!("{}/{bits}", range.first))) }
    }
}

impl AddressRange {
    /// Returns whether another range is a part of this one.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        width(self.first) == width(other.first)
            && self.bits <= other.bits
            && masked(other.first, self.bits) == self.first
    }
}

const fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// Clears all but the first bits of an address.
fn masked(address: IpAddr, bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => IpAddr::V4((u32::from(address) & u32::MAX.checked_shl(32 - bits).unwrap_or(0)).into()),
        IpAddr::V6(address) => {
            IpAddr::V6((u128::from(address) & u128::MAX.checked_shl(128 - bits).unwrap_or(0)).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("10.250.0.0/19", Ok(()))]
    #[case("0.0.0.0/0", Ok(()))]
    #[case("10.250.0.1/32", Ok(()))]
    #[case("2001:db8::/32", Ok(()))]
    #[case("10.250.0.0/33", Err(Problem::Notation))]
    #[case("10.250.0.0/+8", Err(Problem::Notation))]
    #[case("10.250.0.0", Err(Problem::Notation))]
    #[case("10.250/16", Err(Problem::Notation))]
    #[case("10.250.0.9/16", Err(Problem::NotFirst("10.250.0.0/16".to_owned())))]
    #[case("2001:db8::1/32", Err(Problem::NotFirst("2001:db8::/32".to_owned())))]
    fn ranges_are_parsed(#[case] text: &str, #[case] expected: Result<(), Problem>) {
        assert_eq!(text.parse::<AddressRange>().map(drop), expected);
    }

    #[rstest]
    #[case("10.250.0.0/16", "10.250.32.0/19", true)]
    #[case("10.250.0.0/16", "10.250.0.0/16", true)]
    #[case("10.250.0.0/16", "10.0.0.0/8", false)]
    #[case("10.250.0.0/16", "10.251.0.0/19", false)]
    #[case("0.0.0.0/0", "10.251.0.0/19", true)]
    #[case("::/0", "10.251.0.0/19", false)]
    fn containment(#[case] outer: &str, #[case] inner: &str, #[case] expected: bool) {
        let range = |text: &str| text.parse::<AddressRange>().unwrap();
        assert_eq!(range(outer).contains(&range(inner)), expected);
    }
}
