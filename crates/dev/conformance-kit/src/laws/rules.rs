//! Laws about the provider's name, its rules and their pages.

use std::collections::BTreeSet;

use crate::report::{CheckedCases, ensure};
use crate::subject::Subject;

pub(crate) fn rules(subject: &Subject) -> CheckedCases {
    let provider = subject.provider;
    let name = provider.name();
    ensure(is_kebab(name), || {
        format!("`{name}` is not a valid name of a provider: lower-case letters, digits and `-`")
    })?;
    let identity = provider.extension().config;
    let group = identity.api_version.split_once('/');
    ensure(group.is_some_and(|(group, version)| group.contains('.') && version.starts_with('v')), || {
        format!(
            "`{}` is not a valid apiVersion: a group and a version, as in `{name}.example.org/v1`",
            identity.api_version
        )
    })?;
    ensure(identity.kind.starts_with(|first: char| first.is_ascii_uppercase()), || {
        format!("`{}` is not a valid kind: it begins with a capital", identity.kind)
    })?;
    let package = provider.extension().package;
    ensure(!package.name.is_empty() && !package.version.is_empty(), || {
        "the package has no name or no version: `env!(\"CARGO_PKG_NAME\")`, `env!(\"CARGO_PKG_VERSION\")`".to_owned()
    })?;
    let mut taken: BTreeSet<&str> = rootstock_provider_api::rules().iter().map(|rule| rule.name).collect();
    for rule in provider.rules() {
        ensure(is_kebab(rule.name) && rule.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')), || {
            format!("the rule `{}` must be called `{name}-…`, in lower-case letters, digits and `-`", rule.name)
        })?;
        ensure(taken.insert(rule.name), || format!("there are two rules `{}`", rule.name))?;
        let title = format!("# {}\n\n", rule.name);
        ensure(rule.page.starts_with(&title), || format!("the page of `{}` does not begin with `# {0}`", rule.name))?;
        ensure(!rule.summary().is_empty(), || format!("the page of `{}` has no sentence below its title", rule.name))?;
        let blocks: Vec<&str> = rule.page.split("```").skip(1).step_by(2).collect();
        let trips = |block: &&str| block.lines().any(|line| line.contains('#') && line.trim_end().ends_with(rule.name));
        ensure(blocks.iter().any(&trips), || {
            format!(
                "the page of `{}` has no example that triggers it: a block with a comment `# error: {0}`",
                rule.name
            )
        })?;
        ensure(blocks.iter().any(|block| !trips(block)), || {
            format!("the page of `{}` has no clean example", rule.name)
        })?;
    }
    Ok(1 + provider.rules().len())
}

fn is_kebab(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && !name.ends_with('-') && name.bytes().all(fits)
}
