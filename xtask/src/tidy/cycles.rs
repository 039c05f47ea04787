//! Detects dependency cycles between modules. Re-exports are resolved: `use crate::Name` refers to the module that declares the
//! name.
//!
//! A module may use its ancestors and its descendants.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, UseTree, Visibility};

use crate::failure::Failure;
use crate::{repository, workspace};

/// A path from the root of a crate: `["shoot", "plan"]`.
type Names = Vec<String>;

#[derive(Debug, Default)]
struct Modules {
    /// The paths that each module uses.
    uses: BTreeMap<Names, Vec<Names>>,
    /// The names that each module re-exports, with their paths.
    exports: BTreeMap<Names, BTreeMap<String, Names>>,
    /// The test modules.
    tests: BTreeSet<Names>,
}

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let files = repository::files()?;
    let mut findings = Vec::new();
    for package in workspace::packages()? {
        let source = Path::new(&package.manifest_path).with_file_name("src");
        let mut modules = Modules::default();
        for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
            let Ok(inside) = path.strip_prefix(&source) else { continue };
            let text = std::fs::read_to_string(path).map_err(Failure::at(path))?;
            modules
                .add(inside, &text)
                .map_err(|error| Failure::Message(format!("{}: {error}", repository::shown(path))))?;
        }
        findings.extend(modules.cycles().iter().map(|cycle| {
            let cycle: Vec<&str> = cycle.iter().map(String::as_str).collect();
            format!("{}: the modules {} use each other in a ring", package.name, cycle.join(", "))
        }));
    }
    Ok(findings)
}

impl Modules {
    /// Adds a file, by its path below `src`.
    fn add(&mut self, path: &Path, text: &str) -> syn::Result<()> {
        let mut module: Names =
            path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module == ["lib"] || module == ["main"] {
            module.clear();
        }
        let mut file = File { module: module.clone(), ..File::default() };
        file.visit_file(&syn::parse_file(text)?);
        self.tests.extend(file.tests);
        self.exports.insert(module.clone(), file.exports);
        self.uses.insert(module, file.uses);
        Ok(())
    }

    /// Returns the groups of modules that reach each other.
    fn cycles(&self) -> Vec<BTreeSet<String>> {
        let mut edges: BTreeMap<Names, BTreeSet<Names>> = BTreeMap::new();
        let is_test = |module: &Names| self.tests.iter().any(|test| module.starts_with(test));
        for (user, paths) in self.uses.iter().filter(|(user, _)| !is_test(user)) {
            for used in paths.iter().filter_map(|path| self.declaring(self.absolute(user, path)?)) {
                if !user.starts_with(&used) && !used.starts_with(user) {
                    edges.entry(user.clone()).or_default().insert(used);
                }
            }
        }
        let reached: BTreeMap<&Names, BTreeSet<&Names>> =
            edges.keys().map(|from| (from, reached(&edges, from))).collect();
        let mut cycles = BTreeSet::new();
        for (from, to) in &reached {
            let back = to.iter().filter(|to| reached.get(*to).is_some_and(|back| back.contains(from)));
            let cycle: BTreeSet<String> = back.map(|module| module.join("::")).collect();
            if cycle.len() > 1 {
                cycles.insert(cycle);
            }
        }
        cycles.into_iter().collect()
    }

    /// Returns the path from the root of the crate; `None` if it leads out of the crate.
    fn absolute(&self, module: &Names, path: &[String]) -> Option<Names> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let (base, rest) = match path.first().map(String::as_str)? {
            "crate" => (&[][..], path.get(1..)?),
            "self" => (module.as_slice(), path.get(1..)?),
            "super" => (module.get(..module.len().checked_sub(ups)?)?, path.get(ups..)?),
            first => {
                let child = [module.as_slice(), &[first.to_owned()]].concat();
                (self.uses.contains_key(&child).then_some(module.as_slice())?, path)
            }
        };
        Some([base, rest].concat())
    }

    /// Returns the module that declares a path, following re-exports.
    fn declaring(&self, mut path: Names) -> Option<Names> {
        // Limits the steps, because a module that re-exports itself under its own name would cause an endless loop.
        for _ in 0..8 {
            let depth =
                (0..=path.len()).rev().find(|depth| path.get(..*depth).is_some_and(|it| self.uses.contains_key(it)))?;
            let (module, rest) = path.split_at_checked(depth)?;
            let module = module.to_vec();
            let behind = rest.split_first().and_then(|(name, rest)| {
                let target = self.absolute(&module, self.exports.get(&module)?.get(name)?)?;
                Some([target.as_slice(), rest].concat())
            });
            match behind {
                Some(behind) if behind != path => path = behind,
                _ => return Some(module),
            }
        }
        None
    }
}

/// Returns all modules that a module reaches.
fn reached<'a>(edges: &'a BTreeMap<Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<&'a Names> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Names> = edges.get(from).into_iter().flatten().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(edges.get(module).into_iter().flatten());
        }
    }
    reached
}

/// The uses and re-exports of a file.
#[derive(Debug, Default)]
struct File {
    module: Names,
    uses: Vec<Names>,
    exports: BTreeMap<String, Names>,
    tests: Vec<Names>,
}

impl Visit<'_> for File {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if item.attrs.iter().any(is_of_tests) {
            self.tests.push([self.module.as_slice(), &[item.ident.to_string()]].concat());
        } else {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        let mut paths = Vec::new();
        expand(&item.tree, Vec::new(), &mut paths);
        for (name, path) in paths {
            if !matches!(item.vis, Visibility::Inherited) {
                self.exports.insert(name, path.clone());
            }
            self.uses.push(path);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.uses.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &syn::Macro) {
        let tokens = item.tokens.to_string().replace(" :: ", "::");
        let words = tokens.split(|one: char| !one.is_alphanumeric() && one != '_' && one != ':');
        let paths = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
        self.uses.extend(paths.map(|path| path.split("::").map(str::to_owned).collect()));
    }
}

fn is_of_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
}

/// Adds the paths of a use tree, with the names that they introduce.
fn expand(tree: &UseTree, mut before: Names, paths: &mut Vec<(String, Names)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            expand(&path.tree, before, paths);
        }
        UseTree::Name(name) if name.ident == "self" => paths.extend(before.last().cloned().map(|last| (last, before))),
        UseTree::Name(name) => {
            before.push(name.ident.to_string());
            paths.push((name.ident.to_string(), before));
        }
        UseTree::Rename(rename) => {
            before.push(rename.ident.to_string());
            paths.push((rename.rename.to_string(), before));
        }
        UseTree::Glob(_) => paths.push(("*".to_owned(), before)),
        UseTree::Group(group) => group.items.iter().for_each(|tree| expand(tree, before.clone(), paths)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let mut modules = Modules::default();
        for (path, text) in files {
            modules.add(Path::new(path), text).unwrap();
        }
        modules.cycles().into_iter().map(|cycle| cycle.into_iter().collect()).collect()
    }

    #[test]
    fn cycles_through_reexports_are_found() {
        let face = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;");
        let a = ("a.rs", "use crate::B; pub struct A(B);");
        assert_eq!(cycles(&[face, a, ("b.rs", "pub fn b(a: crate::A) {}")]), [["a", "b"]]);
        assert_eq!(cycles(&[face, a, ("b.rs", "fn b() { println!(\"{}\", crate::A::NAME) }")]), [["a", "b"]]);
        assert_eq!(
            cycles(&[face, a, ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::A; }")]),
            [[""; 0]; 0]
        );
    }

    #[test]
    fn modules_may_use_their_ancestors() {
        let (root, a) = (("lib.rs", "mod a; mod b;"), ("a.rs", "mod c; use c::C; use crate::b::B;"));
        assert_eq!(cycles(&[root, a, ("a/c.rs", "use super::A;"), ("b.rs", "")]), [[""; 0]; 0]);
        assert_eq!(
            cycles(&[root, a, ("a/c.rs", "use crate::b;"), ("b.rs", "use crate::a::{c::C, A};")]),
            [["a", "a::c", "b"]]
        );
    }
}
