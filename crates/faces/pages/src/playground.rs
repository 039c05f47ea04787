//! The playground: a static page that asks the WebAssembly module in the browser.
//!
//! The module and its host script are not part of it: they are the npm package, and lie next to these files wherever they are served.

use crate::assets::{Asset, ICON};

/// The Content-Security-Policy of the playground: only resources of the same origin, and WebAssembly, but no `eval`.
pub const PLAYGROUND_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'; \
                                     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files of the npm package that the playground loads: the host script, the module, and the module with the pages of the rules,
/// which it loads when a page is opened.
pub const PLAYGROUND_MODULES: [&str; 3] = ["module.js", "rootstock.wasm", "everything.wasm"];

/// Returns the files of the playground, with paths relative to its folder.
///
/// ```
/// let files = rootstock_pages::playground();
/// assert!(files.iter().any(|file| file.path == "index.html" && file.text.contains("playground.js")));
/// ```
#[must_use]
pub fn playground() -> [Asset; 6] {
    let file = |path: &str, content_type, text| Asset { path: path.to_owned(), content_type, text };
    let [css, script] = ["text/css; charset=utf-8", "text/javascript; charset=utf-8"];
    [
        file("index.html", "text/html; charset=utf-8", include_str!("../assets/playground/playground.html")),
        file("playground.css", css, include_str!("../assets/playground/playground.css")),
        file("playground.js", script, include_str!("../assets/playground/playground.js")),
        file("examples.js", script, include_str!("../assets/playground/examples.js")),
        file("link.js", script, include_str!("../assets/playground/link.js")),
        file("icon.svg", "image/svg+xml", ICON),
    ]
}
