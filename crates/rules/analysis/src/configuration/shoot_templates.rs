//! `[[shoot-templates]]`: kinds of objects that contain the template of a Shoot.

use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};
use toml::Spanned;
use toml::de::DeValue;

use super::reader::Reader;
use crate::template::ShootTemplate;

pub(super) const SHOOT_TEMPLATE_KEYS: [&str; 2] = ["kind", "path"];

/// The kinds that are checked themselves.
const OWN_KINDS: [&str; 3] = [CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND];

/// Returns whether a part of a path can be a field. Items of lists are not supported.
fn is_field(part: &str) -> bool {
    !part.trim().is_empty() && !part.contains(['[', ']'])
}

impl Reader<'_> {
    pub(super) fn shoot_templates(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(list) = value.get_ref().as_array() else {
            self.problem(&value.span(), "write each kind as a `[[shoot-templates]]` table");
            return;
        };
        for entry in list.iter() {
            self.shoot_template(entry);
        }
    }

    fn shoot_template(&mut self, entry: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(entry, "a kind with the template of a Shoot") else { return };
        let (mut kind, mut path) = (None, None);
        let before = self.problems();
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref().as_str()) {
                ("kind", Some(text)) if OWN_KINDS.contains(&text) => {
                    let problem = format!("a {text} is checked itself; `kind` must be that of an object that contains a template");
                    self.problem(&value.span(), problem);
                }
                ("kind", Some(text)) if !text.trim().is_empty() => kind = Some(text.to_owned()),
                ("path", Some(text)) if text.split('.').all(is_field) => {
                    path = Some(text.split('.').map(Box::from).collect());
                }
                ("kind", _) => self.problem(&value.span(), "`kind` must be the kind of an object: \"ManagedSeedSet\""),
                ("path", _) => self.problem(
                    &value.span(),
                    "`path` must be the fields on the way to the template, with dots between them: \"spec.shootTemplate\"",
                ),
                (other, _) => self.unknown_key(&key.span(), other, &SHOOT_TEMPLATE_KEYS),
            }
        }
        match (kind, path) {
            (Some(kind), Some(path)) => self.configuration.shoot_templates.push(ShootTemplate { kind, path }),
            // Their mistakes have already been reported.
            _ if self.problems() > before => {}
            (None, _) => self.problem(&entry.span(), "a template needs the `kind` of the object that contains it"),
            (_, None) => self.problem(&entry.span(), "a template needs its `path` in the object"),
        }
    }
}
