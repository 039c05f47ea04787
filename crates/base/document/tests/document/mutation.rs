//! Random mutations of texts, reproducible for each seed.

/// A xorshift generator, which is random enough for this purpose.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// The pieces to insert.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n  ", "\n    ", "\n\n", "\n \n", "\r\n", "\r", " ", "  ", "\t", ":", ": ", ":\n", " :", "- ", "-", "\n- ", "\n  - ", "- - ", "#", " #", " # c",
    "\"", "'", "''", "\\", "\\n", "\\\n", "\\\"", "{", "}", "[", "]", ",", ", ", "{}", "[]", "{a: b}", "[a, b]", "&a ", "*a", "!t ", "|", ">", "|-", ">-", "|+", "|2", ">1-",
    ": |\n  ", ": >\n  ", "%", "@", "`", "?", "? ", "<<", "<<: ", "=", "~", "null", "yes", "0", "1.30", "a", "b: c", "a: b\n", "x\n  y", "\u{e4}", "\u{85}", "\u{2028}", "\u{feff}",
    "\u{a0}", "\u{1F600}", "\0", "\u{7f}", "\u{1b}", "---", "...", "\n---\n", "--- ", "//", "a: 'b'", "\"a\": 1", "\"a\":1", "{\"a\":1}", "  ", "\n#", "\n # c\n",
    "# c\r", "\r# c\n", "\u{2029}", "\u{fffe}", "\u{90}", "a?b", "[?a]", "{a:}", "[a:,", ":a", "\n  :", "!x", "!x,", "!!map ", "!!timestamp ", "&v1.30 ", "*a:", "~: a",
    "{{ a }}", "\n{{- if b }}\n", "\n<<<<<<< a\n", "\n=======\n", "<<: *a\n", "1e6: a\n", ".inf: a\n", "18446744073709551615: a\n", "- \t", "\n\t", "\n \t\n", " \t", "|\n \t", "--- |\n", "? a\n  b\n: ",
];

/// Mutates a text in one to five places.
pub fn damage(text: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(text.len() + 1);
        match dice.roll(9) {
            0..=2 => {
                let piece = PIECES[dice.roll(PIECES.len())];
                text.splice(at..at, piece.bytes());
            }
            3 => {
                let end = (at + 1 + dice.roll(4)).min(text.len());
                text.drain(at..end);
            }
            4 => {
                let end = (at + dice.roll(3)).min(text.len());
                let piece = PIECES[dice.roll(PIECES.len())];
                text.splice(at..end, piece.bytes());
            }
            // Indent, unindent, copy or remove a line.
            5 => {
                let start = line_start(text, at);
                text.splice(start..start, std::iter::repeat_n(b' ', 1 + dice.roll(3)));
            }
            6 => {
                let start = line_start(text, at);
                let blanks = text[start..].iter().take_while(|byte| **byte == b' ').count();
                text.drain(start..start + dice.roll(blanks + 1));
            }
            7 => {
                let (start, end) = (line_start(text, at), line_end(text, at));
                let line = text[start..end].to_vec();
                let target = dice.roll(text.len() + 1);
                let target = line_start(text, target);
                text.splice(target..target, line);
            }
            _ => {
                let (start, end) = (line_start(text, at), line_end(text, at));
                text.drain(start..end);
            }
        }
    }
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |newline| at + newline + 1)
}
