//! `report`: an HTML page in one file.

use crate::{AT, run};

#[test]
fn a_page_goes_to_standard_output_or_to_a_file() {
    let answer = run(&["report", "orchard.yaml", "--at", AT]);
    assert_eq!((answer.status, answer.messages.as_str()), (0, ""));
    assert!(answer.out.starts_with("<!doctype html>") && answer.out.contains("orchard"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let written = run(&["report", "orchard.yaml", "--at", AT, "-o", &file.display().to_string()]);
    assert_eq!((written.status, written.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(file).unwrap(), answer.out);
}

#[test]
fn unreadable_input_is_on_the_page_and_in_the_status() {
    let answer = run(&["report", "../hostile/unclosed-brace.yaml", "--at", AT]);
    assert_eq!(answer.status, 3);
    assert!(answer.out.contains("There is no readable CloudProfile"));
    assert!(answer.out.contains("unclosed-brace.yaml"));
}

#[test]
fn findings_do_not_change_the_status() {
    let answer = run(&["report", "local-broken.yaml", "--at", AT]);
    assert_eq!(answer.status, 0);
    assert!(answer.out.contains("capability-value-duplicate"));
}

#[test]
fn shoots_are_planned_from_every_argument() {
    let apart = run(&["report", "orchard.yaml", "--shoots", "../shoots/fleet.yaml", "--at", AT]);
    assert!(apart.out.contains("6 Shoots with 10 worker pools"), "{}", apart.messages);
    // Shoots among the paths are checked, too.
    let among = run(&["report", "orchard.yaml", "../shoots/fleet.yaml", "--at", AT]);
    assert!(among.out.contains("6 Shoots with 10 worker pools"));
    assert!(among.out.len() > apart.out.len());
    let past =
        run(&["report", "orchard.yaml", "--shoots", "../shoots/fleet.yaml", "--at", AT, "--until", "2026-01-01"]);
    assert_eq!((past.status, past.out.as_str()), (2, ""));
}

/// The page describes a change like `diff`.
#[test]
fn change_is_described_as_in_diff() {
    let shoots = "../shoots/preferences.yaml";
    let with = |arguments: &[&str]| run(&[arguments, &["--at", AT]].concat()).out;
    let page = with(&["report", "nursery.yaml", "--against", "nursery-old.yaml", "--shoots", shoots]);
    let diff = with(&["diff", "nursery-old.yaml", "nursery.yaml", shoots, "--details"]);
    let part = page.split_once("id=\"p0-changes\"").unwrap().1.split_once("</section>").unwrap().0;
    // Removes the layout of the terminal and the page.
    let plain = |text: &str| {
        let mut text = text.replace("-&gt;", "->").replace("&gt;", ">").replace("&#39;", "'").replace("&#34;", "\"");
        while let Some((before, rest)) = text.split_once('<') {
            let (_, after) = rest.split_once('>').unwrap();
            text = format!("{before} {after}");
        }
        text.replace('`', " ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let page = plain(part);
    let sentences = diff.lines().skip(1).filter(|line| !line.contains("See `rootstock check"));
    let sentences: Vec<String> = sentences.map(|line| plain(line.trim().trim_start_matches("- "))).collect();
    assert!(sentences.len() > 10, "{diff}");
    let missing: Vec<_> = sentences.iter().filter(|sentence| !page.contains(sentence.as_str())).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{page}");
}

#[test]
fn the_old_file_must_have_a_profile() {
    let none = run(&["report", "orchard.yaml", "--against", "../shoots/fleet.yaml", "--at", AT]);
    assert_eq!((none.status, none.out.as_str()), (3, ""), "{}", none.messages);
    let other = run(&["report", "orchard.yaml", "tie.yaml", "--against", "nursery-old.yaml", "--at", AT]);
    assert_eq!(other.out.matches("the whole profile is new").count(), 2);
}
