//! Options of the DNS resolver of nodes, which are appended to its configuration.

use rootstock_core_model::{Path, Source, Violation, nearest};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// An option that the resolver does not know.
    OPENSTACK_RESOLVER_OPTION: Warning, since "0.1.0", Source::OpenStackGuide("Example CloudProfileConfig");
}

/// The options of the resolver of glibc; those that end in a colon take a number.
const OPTIONS: [&str; 17] = [
    "attempts:",
    "debug",
    "edns0",
    "inet6",
    "ip6-bytestring",
    "ip6-dotint",
    "ndots:",
    "no-aaaa",
    "no-check-names",
    "no-ip6-dotint",
    "no-reload",
    "no-tld-query",
    "rotate",
    "single-request",
    "single-request-reopen",
    "timeout:",
    "trust-ad",
];
/// Another option, which resembles none of the others.
const OVER_TCP: &str = "use-vc";

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let list = path.field("resolvConfOptions");
    for (index, option) in config.resolv_conf_options.iter().flatten().enumerate() {
        let path = list.index(index);
        let new = |detail: String| Violation::invalid(&OPENSTACK_RESOLVER_OPTION, &path, option.as_str(), detail);
        if option.is_empty() {
            checker.report(new("must not be empty; remove the entry".to_owned()));
        } else if option.contains(['\n', '\r']) {
            let detail =
                "must not contain a line break: the rest would be a line of its own in the resolver's configuration";
            checker.report(new(detail.to_owned()));
        } else if option.contains(char::is_whitespace) {
            checker.report(new("must be a single option; write each option as an entry of its own".to_owned()));
        } else if !is_known(option) {
            let known: Vec<String> =
                names().map(|name| if name.ends_with(':') { format!("{name}N") } else { name.to_owned() }).collect();
            let violation = new(format!(
                "is not an option of the resolver, which ignores it; there are {}",
                rootstock_core_model::listed_up_to(known.len(), &known)
            ));
            checker.report(match nearest(option, names().filter(|name| !name.ends_with(':'))) {
                Some(near) => violation.with_suggestion(near),
                None => violation,
            });
        }
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    OPTIONS.into_iter().chain([OVER_TCP])
}

fn is_known(option: &str) -> bool {
    names().any(|name| match name.strip_suffix(':') {
        None => name == option,
        Some(_) => option.strip_prefix(name).is_some_and(|number| {
            !number.is_empty() && number.len() < 4 && number.bytes().all(|byte| byte.is_ascii_digit())
        }),
    })
}
