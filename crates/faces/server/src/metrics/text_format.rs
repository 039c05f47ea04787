//! The text format of Prometheus, for clients that do not ask for OpenMetrics.

use std::fmt::Write as _;

/// Converts metrics from OpenMetrics, which names a family without the ending of its samples, and has types of its own.
pub(crate) fn from_open_metrics(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut help = "";
    for line in text.lines() {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            // The description comes before the type, which decides the name.
            (Some("#"), Some("HELP"), Some(_), Some(text)) => help = text,
            (Some("#"), Some("TYPE"), Some(name), Some(kind)) => {
                let (ending, kind) = match kind {
                    "counter" => ("_total", kind),
                    "info" => ("_info", "gauge"),
                    _ => ("", kind),
                };
                // Writing to a string cannot fail.
                let _ = writeln!(written, "# HELP {name}{ending} {help}\n# TYPE {name}{ending} {kind}");
            }
            // Units, and the end.
            (Some("#"), ..) => {}
            _ => {
                written.push_str(line);
                written.push('\n');
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_named_as_their_samples() {
        let open = "\
            # HELP a_build A program.\n# TYPE a_build info\na_build_info{version=\"1\"} 1\n\
            # HELP a_reviews Reviews.\n# TYPE a_reviews counter\na_reviews_total{kind=\"a # TYPE b\"} 2\n\
            # HELP a_age_seconds An age.\n# TYPE a_age_seconds gauge\n# UNIT a_age_seconds seconds\na_age_seconds 3\n\
            # EOF\n";
        insta::assert_snapshot!(from_open_metrics(open), @r#"
        # HELP a_build_info A program.
        # TYPE a_build_info gauge
        a_build_info{version="1"} 1
        # HELP a_reviews_total Reviews.
        # TYPE a_reviews_total counter
        a_reviews_total{kind="a # TYPE b"} 2
        # HELP a_age_seconds An age.
        # TYPE a_age_seconds gauge
        a_age_seconds 3
        "#);
    }
}
