//! The header of every JSON answer: the name and version of its schema.

use std::io;

use serde::Serialize;

/// The header of every JSON answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Envelope<'a, T> {
    /// The name and version of the answer's schema: `rootstock.COMMAND/vN`.
    pub schema: &'static str,
    /// The version of the program that answered.
    pub tool_version: &'a str,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

/// Writes an answer as indented JSON under its schema, with a trailing newline.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_envelope(
    form: &'static str,
    tool_version: &str,
    answer: impl Serialize,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Envelope { schema: form, tool_version, answer })
        .map_err(io::Error::from)?;
    writeln!(out)
}

/// Like [`write_envelope`], for an answer whose list of Shoots comes last, one per line. `shoots` writes those lines,
/// separated by commas; `answer` is everything else.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_envelope_with_shoots(
    form: &'static str,
    tool_version: &str,
    answer: impl Serialize,
    shoots: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let text = serde_json::to_string_pretty(&Envelope { schema: form, tool_version, answer })?;
    // Reopen the object to append the Shoots.
    write!(out, "{},\n  \"shoots\": [\n", text.strip_suffix("\n}").unwrap_or(&text))?;
    shoots(out)?;
    out.write_all(b"\n  ]\n}\n")
}

/// Writes a Shoot on a line.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write_shoot_line(shoot: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(b"    ")?;
    serde_json::to_writer(out, shoot).map_err(io::Error::from)
}

/// Writes Shoots on a line each, separated by commas.
pub(crate) fn write_shoot_lines(shoots: &[impl Serialize], out: &mut dyn io::Write) -> io::Result<()> {
    for (position, shoot) in shoots.iter().enumerate() {
        if position > 0 {
            out.write_all(b",\n")?;
        }
        write_shoot_line(shoot, out)?;
    }
    Ok(())
}
