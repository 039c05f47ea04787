//! Paths with the names of list items.

use rootstock_core_model::Segment;
use rootstock_report::Finding;

/// Returns the path of a finding with the names of list items instead of indices: `spec.machineTypes[small].memory`. `text`
/// returns the text for the index and the name of an item, which may have none.
pub(crate) fn named_path(finding: &Finding, text: impl Fn(usize, Option<&str>) -> String) -> String {
    let mut path = String::new();
    let mut names = finding.within.iter().peekable();
    let mut list = "";
    for segment in finding.violation.path.segments() {
        match segment {
            Segment::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                list = name;
            }
            Segment::Index(index) => {
                let name = names.next_if(|named| named.list == list).map(|named| named.name.as_str());
                path.push_str(&format!("[{}]", text(*index, name)));
            }
        }
    }
    path
}
