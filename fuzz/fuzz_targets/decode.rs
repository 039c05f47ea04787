//! Decodes any text as every kind, and checks that every problem has a span within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_core_model::read::read;
use rootstock_core_model::{CloudProfile, Decode as _, NamespacedCloudProfile, Path, ReadLimits, Shoot};

fuzz_target!(|text: &[u8]| {
    let file = read("a", text, &ReadLimits::DEFAULT);
    for document in &file.documents {
        assert!(file.source.text().get(document.span.range()).is_some());
        for problem in &document.problems {
            assert!(problem.span.is_none_or(|span| file.source.text().get(span.range()).is_some()));
        }
        let Some(raw) = document.raw() else { continue };
        let _ = raw.decode::<CloudProfile>(&Path::object());
        let _ = raw.decode::<NamespacedCloudProfile>(&Path::object());
        let _ = raw.decode_known::<Shoot>(&Path::object());
    }
});
