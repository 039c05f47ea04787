//! What every JSON answer starts with: the name and version of its form.

use std::io;

use serde::Serialize;

/// What every JSON answer starts with.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Envelope<'a, T> {
    /// Name and version of the answer's schema: `rootstock.COMMAND/vN`.
    pub schema: &'static str,
    /// The version of the program that answered.
    pub tool_version: &'a str,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

/// Writes an answer under its schema, indented, with a line end.
///
/// # Errors
///
/// Whatever the stream reports.
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

/// The same for an answer whose list of Shoots comes last, each on a line. `shoots` writes their lines, with a comma between
/// two of them; `answer` is everything else.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn write_shoots_below(
    form: &'static str,
    tool_version: &str,
    answer: impl Serialize,
    shoots: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let text = serde_json::to_string_pretty(&Envelope { schema: form, tool_version, answer })?;
    // The object goes on with the Shoots.
    write!(out, "{},\n  \"shoots\": [\n", text.strip_suffix("\n}").unwrap_or(&text))?;
    shoots(out)?;
    out.write_all(b"\n  ]\n}\n")
}

/// The line of one Shoot.
///
/// # Errors
///
/// Whatever the stream reports.
pub fn write_shoot_line(shoot: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(b"    ")?;
    serde_json::to_writer(out, shoot).map_err(io::Error::from)
}

/// The lines of Shoots, with a comma between two of them.
pub(crate) fn write_shoot_lines(shoots: &[impl Serialize], out: &mut dyn io::Write) -> io::Result<()> {
    for (position, shoot) in shoots.iter().enumerate() {
        if position > 0 {
            out.write_all(b",\n")?;
        }
        write_shoot_line(shoot, out)?;
    }
    Ok(())
}
