//! The scripts of a page as one file each. Whatever the modules of `static/js` import is put in front of them, each
//! module in a block of its own, so that nothing is renamed and no script has to be understood beyond its `import` and
//! `export` lines. Anything that this cannot handle is refused when the server starts.

mod module;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail, ensure};

use super::scripts::module::Module;

/// What browsers load, and the modules that it begins with. A module belongs to the first file that comes to it.
pub(super) struct Joins {
    /// Files that others may take modules from: a page that loads one of those loads these too.
    pub shared: &'static [(&'static str, &'static [&'static str])],
    /// Files at the end of the graph: the entry scripts of pages, and those loaded on demand.
    pub single: &'static [(&'static str, &'static [&'static str])],
}

/// The site's own. Paths are below `static/js` and without `.js`.
pub(super) const JOINS: Joins = Joins {
    shared: &[
        ("frame", &["time", "forms", "live"]),
        // What the round board needs too, which is loaded before `play`.
        (
            "board",
            &[
                "sentences",
                "board/drawing",
                "board/orientation",
                "board/motion",
                "board/promotion",
                "board/systems",
                "turn/change",
                "turn/words",
            ],
        ),
        ("play", &["play", "draft", "share", "shortcuts", "bar", "game/address", "game/animate"]),
        ("looks", &["looks"]),
    ],
    single: &[
        ("game", &["game"]),
        ("conditionals", &["conditionals"]),
        ("analysis", &["analysis"]),
        ("explorer", &["explorer"]),
        ("puzzle", &["puzzle"]),
        ("settings", &["settings"]),
        ("challenge", &["challenge"]),
        ("game/prepare", &["game/prepare"]),
        ("game/settings", &["game/settings"]),
        ("round/system", &["round/system"]),
    ],
};

/// The files that browsers load, by path, in place of the modules that they are made of.
///
/// # Errors
/// A module cannot be read, is missing, imports itself by way of others, is loaded by nobody, or by two files that share
/// nothing: it would run twice. Or a file is waited for by one that it needs, so that neither would ever run.
pub(super) fn join(modules: &BTreeMap<String, String>, joins: &Joins) -> anyhow::Result<BTreeMap<String, String>> {
    let mut graph = Graph { modules: read(modules)?, owners: BTreeMap::new(), joins };
    let files = joins.shared.iter().chain(joins.single);
    let files = files.map(|(file, roots)| Ok(((*file).to_owned(), graph.file(file, roots)?)));
    let files = files.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
    graph.ensure_none_waits_for_itself()?;
    for (path, module) in &graph.modules {
        let missing = module.later.iter().find(|later| !files.contains_key(*later)).map_or("", String::as_str);
        ensure!(missing.is_empty(), "js/{path}.js loads js/{missing}.js, which is no file (assets/scripts.rs)");
    }
    let lost = modules.keys().find(|path| !graph.owners.contains_key(path.as_str()));
    ensure!(lost.is_none(), "no page loads js/{}.js (assets/scripts.rs)", lost.map_or("", String::as_str));
    Ok(files)
}

fn read(modules: &BTreeMap<String, String>) -> anyhow::Result<BTreeMap<&str, Module>> {
    let read = modules.iter().map(|(path, text)| {
        let module = Module::read(path, text).with_context(|| format!("js/{path}.js"))?;
        Ok((path.as_str(), module))
    });
    read.collect()
}

struct Graph<'a> {
    modules: BTreeMap<&'a str, Module>,
    /// Which file a module is in.
    owners: BTreeMap<String, &'static str>,
    joins: &'a Joins,
}

impl Graph<'_> {
    fn file(&mut self, file: &'static str, roots: &[&str]) -> anyhow::Result<String> {
        let mut order = Vec::new();
        for root in roots {
            self.collect(file, root, &mut Vec::new(), &mut order)?;
        }
        let mut text = self.taken_over(file, &order)?;
        for path in order {
            self.write(&mut text, &path);
        }
        Ok(text)
    }

    /// A module after all that it imports: the order in which a browser would run them.
    fn collect(
        &mut self,
        file: &'static str,
        path: &str,
        way: &mut Vec<String>,
        order: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        ensure!(!way.iter().any(|one| one == path), "js/{path}.js imports itself: {}", way.join(", "));
        if self.owners.contains_key(path) {
            return Ok(());
        }
        let module = self.modules.get(path).with_context(|| format!("there is no js/{path}.js for js/{file}.js"))?;
        way.push(path.to_owned());
        for import in module.imports.clone() {
            self.collect(file, &import, way, order)?;
        }
        way.pop();
        self.owners.insert(path.to_owned(), file);
        order.push(path.to_owned());
        Ok(())
    }

    /// The imports that are left: of modules that are in other files.
    fn taken_over(&self, file: &str, order: &[String]) -> anyhow::Result<String> {
        let mut taken: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for import in order.iter().filter_map(|path| self.modules.get(path.as_str())).flat_map(|one| &one.imports) {
            let owner = self.owners.get(import).copied().unwrap_or_default();
            if owner == file {
                continue;
            }
            if !self.joins.shared.iter().any(|(shared, _)| *shared == owner) {
                bail!(
                    "js/{import}.js is wanted in both {owner}.js and {file}.js: a shared file must have it (assets/scripts.rs)"
                );
            }
            let names = taken.entry(owner).or_default();
            let name = module::name(import);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let up = "../".repeat(file.matches('/').count());
        let up = if up.is_empty() { "./" } else { &up };
        let line =
            |(owner, names): (&str, Vec<String>)| format!("import {{ {} }} from '{up}{owner}.js';\n", names.join(", "));
        Ok(taken.into_iter().map(line).collect())
    }

    /// What a file waits for before it has run must need nothing of it.
    fn ensure_none_waits_for_itself(&self) -> anyhow::Result<()> {
        let owner = |path: &str| self.owners.get(path).copied().unwrap_or_default();
        for (path, module) in &self.modules {
            for (awaited, by) in module.awaited.iter().map(|awaited| (awaited.as_str(), owner(path))) {
                let parts = self.modules.iter().filter(|(part, _)| owner(part) == awaited);
                let back = parts.flat_map(|(_, part)| &part.imports).find(|import| owner(import) == by);
                ensure!(
                    back.is_none(),
                    "js/{by}.js waits for js/{awaited}.js, which needs js/{}.js from it (assets/scripts.rs)",
                    back.map_or("", String::as_str)
                );
            }
        }
        Ok(())
    }

    fn write(&self, text: &mut String, path: &str) {
        let Some(module) = self.modules.get(path) else { return };
        let name = module::name(path);
        let exports = module.exports.join(", ");
        // To write into a text does not fail.
        let _ = write!(text, "export let {name};\n{{\n{}{name} = {{ {exports} }};\n}}\n", module.code);
    }
}
