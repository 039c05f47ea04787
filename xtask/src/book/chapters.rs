//! The chapters of the book, in order.

use crate::failure::Failure;
use crate::repository;

/// Chapters under a title.
pub(super) struct Part {
    title: &'static str,
    chapters: Vec<(Chapter, Vec<Chapter>)>,
}

/// A page with its name in the table of contents.
pub(super) struct Chapter {
    name: String,
    /// The path in the repository.
    pub(super) path: String,
}

impl Part {
    /// Returns all chapters, including nested ones.
    pub(super) fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.chapters.iter().flat_map(|(chapter, below)| std::iter::once(chapter).chain(below))
    }
}

const OPERATORS: [(&str, &str); 16] = [
    ("For operators", "docs/operators.md"),
    ("In CI", "docs/ci.md"),
    ("Maintain a profile", "docs/upkeep.md"),
    ("A year in the life of a profile", "docs/upkeep-year.md"),
    ("Test a profile", "docs/testing.md"),
    ("Guarantees for a merge request", "docs/guarantees.md"),
    ("The day of the upgrade", "docs/upgrade.md"),
    ("From legacy to capabilities with your cloud's own lists", "docs/facts.md"),
    ("HTML reports", "docs/pages.md"),
    ("In an editor", "docs/editors.md"),
    ("For agents", "docs/agents.md"),
    ("Playground", "docs/playground.md"),
    ("In the cluster", "docs/server.md"),
    ("Configuration", "docs/configuration.md"),
    ("Other Gardener releases", "docs/gardener-versions.md"),
    ("Security", "SECURITY.md"),
];
const PROGRAMMERS: [(&str, &str); 8] = [
    ("Write a provider", "docs/providers.md"),
    ("Call it from programs", "docs/embedding.md"),
    ("Architecture", "ARCHITECTURE.md"),
    ("Decisions", "docs/decisions/README.md"),
    ("Contribute", "CONTRIBUTING.md"),
    ("For agents that change it", "AGENTS.md"),
    ("Style", "docs/style.md"),
    ("Mutation testing", "docs/mutants.md"),
];
const REFERENCE: [(&str, &str); 8] = [
    ("Commands", "docs/cli.md"),
    (RULES, "docs/rules.md"),
    ("Quirks of Gardener", "docs/quirks.md"),
    ("JSON output", "docs/json-output.md"),
    ("YAML", "docs/yaml.md"),
    ("Glossary", "docs/glossary.md"),
    ("Performance", "docs/performance.md"),
    ("Changes", "CHANGELOG.md"),
];
const DOCUMENTS: [(&str, &str); 5] = [
    ("CloudProfile Capabilities", "docs/documents/capabilities-guide.md"),
    ("GEP-33, Machine Image Capabilities", "docs/documents/gep-33.md"),
    ("GEP-54, Worker Capabilities", "docs/documents/gep-54.md"),
    ("OpenStack's guide for operators", "docs/documents/openstack-guide.md"),
    ("Versioning", "docs/documents/versioning-guide.md"),
];
/// The chapter that contains a page for each rule.
const RULES: &str = "Rules";

pub(super) fn parts() -> Result<Vec<Part>, Failure> {
    let of = |title, chapters: &[(&str, &str)]| {
        let chapters = chapters.iter().map(|(name, path)| (Chapter::new(name, path), Vec::new())).collect();
        Part { title, chapters }
    };
    let mut reference = of("Reference", &REFERENCE);
    for (_, below) in reference.chapters.iter_mut().filter(|(chapter, _)| chapter.name == RULES) {
        *below = rules()?;
    }
    Ok(vec![
        of("", &[("Rootstock", "README.md")]),
        of("Guides", &OPERATORS),
        of("For programmers", &PROGRAMMERS),
        reference,
        of("Gardener's documents in the code", &DOCUMENTS),
    ])
}

/// Returns the pages of the rules, sorted by name.
fn rules() -> Result<Vec<Chapter>, Failure> {
    let mut rules: Vec<Chapter> = repository::files()?
        .iter()
        .map(|file| repository::shown(file))
        .filter(|path| path.starts_with("crates/") || path.starts_with("providers/"))
        .filter_map(|path| {
            let name = path.rsplit_once("/rules/")?.1.strip_suffix(".md")?.to_owned();
            Some(Chapter { name, path })
        })
        .collect();
    rules.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(rules)
}

impl Chapter {
    fn new(name: &str, path: &str) -> Self {
        Self { name: name.to_owned(), path: path.to_owned() }
    }
}

/// Returns the table of contents in mdBook's format.
pub(super) fn summary(parts: &[Part]) -> String {
    let mut text = "# Summary\n".to_owned();
    for part in parts {
        if !part.title.is_empty() {
            text.push_str(&format!("\n# {}\n", part.title));
        }
        text.push('\n');
        for (chapter, below) in &part.chapters {
            text.push_str(&format!("- [{}]({})\n", chapter.name, chapter.path));
            for chapter in below {
                text.push_str(&format!("  - [{}]({})\n", chapter.name, chapter.path));
            }
        }
    }
    text
}
