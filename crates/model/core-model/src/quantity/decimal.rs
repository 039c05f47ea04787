//! Exact non-negative decimal numbers of any size.

use std::cmp::Ordering;

use smallvec::SmallVec;

/// Digits from 0 to 9, most significant first. Nearly all numbers have only a few, and a profile may have tens of thousands of
/// numbers.
type Digits = SmallVec<[u8; 16]>;

/// `0.DIGITS * 10^(exponent + number of digits)`: the digits have no leading or trailing zeros, and are empty for 0.
///
/// Numbers in profiles have only a few digits; storing digits instead of big integers makes the largest exponent as cheap as
/// the smallest.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Decimal {
    digits: Digits,
    /// The power of ten of the last digit.
    exponent: i64,
}

impl Decimal {
    pub(super) const ZERO: Self = Self { digits: SmallVec::new_const(), exponent: 0 };

    /// Creates `WHOLE.FRACTION * 10^exponent` from ASCII digits.
    pub(super) fn new(whole: &str, fraction: &str, exponent: i32) -> Self {
        let digits = whole.bytes().chain(fraction.bytes()).map(|byte| byte.wrapping_sub(b'0')).collect();
        let shift = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        Self { digits, exponent: i64::from(exponent).saturating_sub(shift) }.normalized()
    }

    fn normalized(mut self) -> Self {
        let zeros = self.digits.iter().rev().take_while(|digit| **digit == 0).count();
        self.digits.truncate(self.digits.len() - zeros);
        self.exponent = self.exponent.saturating_add(i64::try_from(zeros).unwrap_or(i64::MAX));
        if self.digits.first() == Some(&0) {
            let zeros = self.digits.iter().take_while(|digit| **digit == 0).count();
            self.digits.drain(..zeros);
        }
        if self.digits.is_empty() {
            self.exponent = 0;
        }
        self
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns whether the number has no fraction.
    pub(super) const fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns whether the number is less than 1.
    pub(super) fn is_below_one(&self) -> bool {
        self.is_zero() || self.top() <= 0
    }

    /// Returns the smaller of the number and `most`.
    pub(super) fn at_most(self, most: u64) -> Self {
        // Numbers with fewer digits are smaller, which is nearly always the case.
        if self.is_zero() || self.top() <= i64::from(most.checked_ilog10().unwrap_or_default()) {
            return self;
        }
        self.min(Self::from(most))
    }

    /// Returns the number of whole billionths; `None` if it is too large.
    pub(super) fn to_nanos(&self) -> Option<i128> {
        let places = u32::try_from(self.exponent.checked_add(9)?).ok();
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0_i128, |sum, digit| sum.checked_mul(10)?.checked_add(i128::from(*digit)))
        };
        match places {
            Some(places) => number(&self.digits)?.checked_mul(10_i128.checked_pow(places)?),
            None => {
                // Quantities are not finer than one billionth.
                let whole = usize::try_from(self.top().saturating_add(9)).unwrap_or_default();
                number(self.digits.get(..whole).unwrap_or_default())
            }
        }
    }

    /// The power of ten just above the first digit.
    fn top(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    /// Multiplies the number by a power of 1024, up to the sixth.
    pub(super) fn times_1024(mut self, power: u32) -> Self {
        // 18 digits and 60 more bits fit into 128 bits.
        if self.digits.len() <= 18 && power <= 6 {
            let number = self.digits.iter().fold(0_u128, |number, digit| number * 10 + u128::from(*digit));
            return Self { digits: digits_of(number << (10 * power)), ..self }.normalized();
        }
        for _ in 0..power {
            let mut carry = 0;
            for digit in self.digits.iter_mut().rev() {
                carry += u32::from(*digit) * 1024;
                *digit = (carry % 10) as u8;
                carry /= 10;
            }
            let mut front = Vec::new();
            while carry > 0 {
                front.push((carry % 10) as u8);
                carry /= 10;
            }
            self.digits.insert_many(0, front.into_iter().rev());
        }
        self.normalized()
    }

    /// Rounds up to a multiple of 10^-9.
    pub(super) fn rounded_up_to_nano(mut self) -> Self {
        let surplus = usize::try_from((-9_i64).saturating_sub(self.exponent)).unwrap_or_default();
        if surplus == 0 || self.is_zero() {
            return self;
        }
        self.digits.truncate(self.digits.len().saturating_sub(surplus));
        self.exponent = -9;
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return self.normalized();
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.normalized()
    }

    /// Converts to an integer; `None` if the number has a fraction or is too large.
    pub(super) fn to_integer(&self) -> Option<u64> {
        let zeros = u32::try_from(self.exponent).ok()?;
        let number = self
            .digits
            .iter()
            .try_fold(0_u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(*digit)))?;
        if number == 0 { Some(0) } else { number.checked_mul(10_u64.checked_pow(zeros)?) }
    }

    /// Splits the number into an integer and the largest power of ten with an exponent divisible by three.
    pub(super) fn in_thousands(&self) -> (String, i64) {
        let surplus = self.exponent.rem_euclid(3);
        let digits = self.digits.iter().map(|digit| char::from(b'0' + digit));
        let zeros = (0..surplus).map(|_| '0');
        (digits.chain(zeros).collect(), self.exponent - surplus)
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Self {
        Self { digits: digits_of(number.into()), exponent: 0 }.normalized()
    }
}

/// Returns the digits of a number, most significant first; none for 0.
fn digits_of(mut number: u128) -> Digits {
    let mut digits = Digits::new();
    // A 128-bit division takes ten times as long as a 64-bit division.
    while number > u128::from(u64::MAX) {
        digits.push((number % 10) as u8);
        number /= 10;
    }
    let mut rest = number as u64;
    while rest > 0 {
        digits.push((rest % 10) as u8);
        rest /= 10;
    }
    digits.reverse();
    digits
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Neither number has trailing zeros, so comparing the digits compares the numbers.
            (false, false) => self.top().cmp(&other.top()).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
