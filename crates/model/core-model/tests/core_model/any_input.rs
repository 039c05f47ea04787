//! Properties for any input: no panic, every span inside the text, every document accounted for.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

#[path = "../../../../base/document/tests/document/compare.rs"]
#[expect(unreachable_pub, reason = "shared between tests")]
mod compare;
#[expect(dead_code, reason = "each test uses its part")]
#[path = "../../../../base/document/tests/document/support.rs"]
mod support;

use proptest::prelude::*;
use rootstock_core_model::read::{Body, File, read};
use rootstock_core_model::{CloudProfile, Decode, NodeKind, NodeRef, Path, ReadLimits, Shoot, Span, emit};

fn check_span(file: &File, span: Span) -> Result<(), TestCaseError> {
    prop_assert!(file.source.text().get(span.range()).is_some(), "{span:?} of {:?}", file.source.text());
    Ok(())
}

fn check_node(file: &File, node: NodeRef<'_>) -> Result<(), TestCaseError> {
    check_span(file, node.span())?;
    match node.kind() {
        NodeKind::Scalar => prop_assert!(node.as_scalar().is_some()),
        NodeKind::List => {
            prop_assert_eq!(node.items().count(), node.len());
            node.items().try_for_each(|item| check_node(file, item))?;
        }
        NodeKind::Object => {
            prop_assert_eq!(node.entries().count(), node.len());
            for (key, value) in node.entries() {
                check_span(file, value.key_span().unwrap())?;
                prop_assert_eq!(value.key(), Some(key));
                check_node(file, value)?;
            }
        }
    }
    Ok(())
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    prop_assert_eq!(compare::compare(bytes, &ReadLimits::DEFAULT).1, None);
    let file = read("any", bytes, &ReadLimits::DEFAULT);
    prop_assert!(!file.documents.is_empty());
    for document in &file.documents {
        check_span(&file, document.span)?;
        if matches!(document.body, Body::Unreadable) {
            prop_assert!(document.raw().is_none() && document.problems.len() == 1);
        }
        let mut violations = rootstock_core_model::violations(&document.problems);
        if let Some(raw) = document.raw() {
            check_node(&file, raw.node())?;
            violations.extend(raw.decode::<CloudProfile>(&Path::object()).1);
            violations.extend(raw.decode::<Shoot>(&Path::object()).1);
            // Writing the result and reading it again gives the same value.
            let again = read("again", emit::node_to_yaml(raw.node()).as_bytes(), &ReadLimits::DEFAULT);
            let same = again.documents[0].raw().cloned().unwrap_or_default();
            prop_assert_eq!(&same, raw);
        }
        for violation in violations {
            prop_assert!(!violation.detail.is_empty());
            for span in violation.span.into_iter().chain(violation.related.iter().filter_map(|related| related.span)) {
                check_span(&file, span)?;
                prop_assert!(file.source.line_column(span.start).line > 0);
            }
        }
    }
    Ok(())
}

/// A profile with a bit of everything, which the tests damage.
const PROFILE: &str = "\
# a comment
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: &m {name: 'a', labels: {x: \"y\\n\", on: off}}
spec:
  <<: *m
  caBundle: |
    text
    more
  kubernetes:
    versions:
    - version: 1.30.0
      expirationDate: 2026-01-01T00:00:00Z
    - {version: 1.31, lifecycle: [{classification: preview}]}
  machineTypes:
  - name: >-
      folded
      text
    cpu: 1_000
    usable: !!bool \"true\"
    capabilities: &c
      architecture: [amd64]
  - capabilities: *c
---
kind: List
items: [{kind: Shoot}, {kind: Seed}]
...
{\"kind\": \"CloudProfile\", \"spec\": {\"type\": 1e3, \"limits\": {\"maxNodesTotal\": \"\\u00e4\"}}}
";

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let change = (
        any::<prop::sample::Index>(),
        any::<u8>(),
        0..5_u8,
        prop::sample::select(&b"\n\t :-#'\"{}[]&*!|>%@`?,<\0\xff\xc3"[..]),
    );
    prop::collection::vec(change, 0..6).prop_map(|changes| {
        let mut bytes = PROFILE.as_bytes().to_vec();
        for (index, byte, how, special) in changes {
            let at = index.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] = special,
                2 => bytes.insert(at, special),
                3 => drop(bytes.remove(at)),
                _ => drop(bytes.drain(at..(at + usize::from(byte) / 4).min(bytes.len() - 1).max(at))),
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_profile_is_read_without_panic(bytes in damaged()) {
        check(&bytes)?;
    }

    #[test]
    fn random_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        check(&bytes)?;
    }

    #[test]
    fn punctuation_is_read_without_panic(text in "[ab:\\-\n \t#'\"{}\\[\\]&*!|>%?,<0-9]{0,40}") {
        check(text.as_bytes())?;
    }

    #[test]
    fn tricky_words(words in prop::collection::vec(support::tricky_text(), 0..6)) {
        check(words.concat().as_bytes())?;
    }
}

#[test]
fn the_undamaged_profile_is_valid() {
    let file = read("profile", PROFILE.as_bytes(), &ReadLimits::DEFAULT);
    assert_eq!(file.documents.len(), 4);
    assert!(file.documents.iter().all(|document| document.object().is_some()), "{:#?}", file.documents);
}
