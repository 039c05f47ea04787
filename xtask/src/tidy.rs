//! `cargo xtask tidy`: checks that the compiler does not make.

mod cycles;
mod dependencies;
mod doc_comments;
mod files;
mod fill_in;
mod package_names;
mod provider_tests;
mod public_names;
mod rule_pages;
mod rule_sentences;
mod test_programs;
mod words;

use crate::failure::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    let findings = findings()?;
    if findings.is_empty() {
        println!("tidy: sizes, names, documentation, rule pages and dependency arrows are as they should be");
        return Ok(());
    }
    for finding in &findings {
        println!("tidy: {finding}");
    }
    Err(Failure::Message(format!("{} findings", findings.len())))
}

/// Returns all findings, one sentence each.
fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = files::findings()?;
    findings.extend(rule_pages::findings()?);
    findings.extend(rule_sentences::findings()?);
    findings.extend(doc_comments::findings()?);
    findings.extend(public_names::findings()?);
    findings.extend(cycles::findings()?);
    findings.extend(dependencies::findings()?);
    findings.extend(provider_tests::findings()?);
    findings.extend(test_programs::findings()?);
    findings.extend(fill_in::findings()?);
    findings.extend(words::findings()?);
    findings.extend(package_names::findings()?);
    Ok(findings)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        assert_eq!(super::findings().unwrap(), Vec::<String>::new());
    }
}
