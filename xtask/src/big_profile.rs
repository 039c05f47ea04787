//! `cargo xtask bigprofile`: prints the benchmark samples for external measurements.

use std::io::{self, Write};

use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct BigProfileArguments {
    /// The factor for the large profile (1080 machine types, 4 images × 55 versions × 6 flavors); 0.01 to 1000
    #[arg(long, value_name = "F", default_value = "1", value_parser = scale)]
    scale: Scale,
    /// JSON in one line instead of YAML
    #[arg(long)]
    json: bool,
    /// A ShootList of N Shoots on the profile instead of the profile itself; always JSON
    #[arg(long, value_name = "N", requires = "json")]
    shoots: Option<usize>,
}

pub(crate) fn run(arguments: &BigProfileArguments) -> Result<(), Failure> {
    let profile = LargeProfile::new(arguments.scale);
    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments.shoots {
        Some(count) => Fleet::new(&profile, count).write_json(&mut out)?,
        None if arguments.json => out.write_all(profile.to_json()?.as_bytes())?,
        None => out.write_all(profile.to_yaml()?.as_bytes())?,
    }
    out.flush()?;
    Ok(())
}

/// Parses a factor with at most two decimals.
fn scale(text: &str) -> Result<Scale, String> {
    let factor: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if !(0.01..=1000.0).contains(&factor) {
        return Err(format!("`{text}` is not between 0.01 and 1000"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 100 000 by the check above"
    )]
    let percent = (factor * 100.0).round() as u32;
    Ok(Scale::percent(percent))
}
