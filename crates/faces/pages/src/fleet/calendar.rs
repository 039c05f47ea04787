//! Forced and failing updates as a calendar file (RFC 5545).

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rootstock_versioning::Timestamp;

use super::{Update, UpdateKind};

/// Returns a calendar of the updates that are not automatic, as a `data:` URL so that the page stays a single file.
/// `None` if there are none.
pub(super) fn of(updates: &[Update], now: Timestamp) -> Option<String> {
    updates.iter().any(|update| update.kind != UpdateKind::Automatic).then(|| address(updates, now))
}

fn address(updates: &[Update], now: Timestamp) -> String {
    let mut text = String::new();
    line(&mut text, "BEGIN:VCALENDAR");
    line(&mut text, "VERSION:2.0");
    line(&mut text, "PRODID:-//rootstock//report//EN");
    for (number, update) in (1..).zip(updates).filter(|(_, update)| update.kind != UpdateKind::Automatic) {
        let to = update.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
        let summary =
            format!("{}: {} {}{to} ({})", update.kind.name(), update.subject, update.from, update.affected_in_words());
        line(&mut text, "BEGIN:VEVENT");
        line(&mut text, &format!("UID:{}-{number}@rootstock", stamp(update.first.0)));
        line(&mut text, &format!("DTSTAMP:{}", stamp(now)));
        line(&mut text, &format!("DTSTART:{}", stamp(update.first.0)));
        line(&mut text, &format!("SUMMARY:{}", value(&summary)));
        line(&mut text, &format!("DESCRIPTION:{}", value(&update.why)));
        line(&mut text, "END:VEVENT");
    }
    line(&mut text, "END:VCALENDAR");
    format!("data:text/calendar;base64,{}", STANDARD.encode(text))
}

/// Formats an instant, such as `20261231T235959Z`.
fn stamp(at: Timestamp) -> String {
    let ((year, month, day), second) = (at.date(), at.second_of_day());
    format!("{year:04}{month:02}{day:02}T{:02}{:02}{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// Escapes a text value, and drops control characters.
fn value(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => value.extend(['\\', character]),
            '\n' => value.push_str("\\n"),
            _ if character.is_control() => {}
            _ => value.push(character),
        }
    }
    value
}

/// Writes a line, folded after 75 octets as the format requires.
fn line(text: &mut String, line: &str) {
    let mut length = 0;
    for character in line.chars() {
        if length + character.len_utf8() > 74 {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(character);
        length += character.len_utf8();
    }
    // Writing to a string cannot fail.
    _ = text.write_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_and_values_escaped() {
        let mut text = String::new();
        line(&mut text, &format!("SUMMARY:{}", value(&"a,b;c\nd\\".repeat(20))));
        assert!(text.lines().all(|line| line.len() <= 75), "{text}");
        assert!(text.starts_with("SUMMARY:a\\,b\\;c\\nd\\\\"));
        let at: Timestamp = "2026-12-31T23:59:59Z".parse().unwrap();
        assert_eq!(stamp(at), "20261231T235959Z");
    }
}
