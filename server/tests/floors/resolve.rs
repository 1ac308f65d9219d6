//! From what is written to the file that is meant.

use crate::source::{Crate, Module, ModulePath, Reference};

/// One file needs another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub from: String,
    pub line: usize,
    /// What is named, from the crate's root on.
    pub path: String,
    pub to: String,
}

/// A name that leads to itself is another crate's.
const MAX_STEPS: usize = 16;

impl Crate {
    pub fn imports(&self) -> Vec<Import> {
        let mut imports: Vec<_> = self.references.iter().filter_map(|reference| self.import(reference)).collect();
        imports.sort_by(|a, b| (&a.from, a.line, &a.path).cmp(&(&b.from, b.line, &b.path)));
        imports.dedup();
        imports
    }

    fn import(&self, reference: &Reference) -> Option<Import> {
        let path = self.resolved(&reference.module, &reference.segments, 0)?;
        let (to, from) = (self.file_of(&path, 0), &self.modules[&reference.module].file);
        let path = std::iter::once("crate").chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join("::");
        (to != from).then(|| Import { from: from.clone(), line: reference.line, path, to: to.to_owned() })
    }

    /// The path from the crate's root, if it leads into this crate.
    pub fn resolved(&self, module: &[String], segments: &[String], steps: usize) -> Option<ModulePath> {
        let (head, rest) = segments.split_first()?;
        if steps > MAX_STEPS {
            return None;
        }
        let absolute = |start: &[String]| start.iter().chain(rest).cloned().collect::<Vec<_>>();
        match head.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => return Some(absolute(module)).map(|path| self.upwards(path)),
            "super" => {
                let parent = module.split_last().map_or(&[][..], |(_, parent)| parent);
                return if rest.first().is_some_and(|next| next == "super") {
                    self.resolved(parent, rest, steps)
                } else {
                    Some(absolute(parent))
                };
            }
            _ => {}
        }
        let child: Vec<_> = module.iter().chain([head]).cloned().collect();
        let here = self.modules.get(module)?;
        if self.modules.contains_key(&child) || here.defined.contains(head) {
            return Some(absolute(&child));
        }
        if let Some(written) = here.imported.get(head)
            && (written.first() != Some(head) || written.len() > 1)
        {
            let named = self.resolved(module, written, steps + 1);
            return named.map(|start| absolute(&start));
        }
        let found = here.globs.iter().find_map(|glob| {
            let start = self.resolved(module, glob, steps + 1)?;
            let path: Vec<_> = start.iter().chain([head]).cloned().collect();
            let names = self.modules.get(&start)?;
            (self.modules.contains_key(&path) || names.has(head)).then_some(path)
        });
        if found.is_none() && *head == self.name {
            return Some(rest.to_vec());
        }
        found.map(|start| absolute(&start))
    }

    /// `self::super::name`, which nobody should write.
    fn upwards(&self, path: ModulePath) -> ModulePath {
        path.into_iter().fold(Vec::new(), |mut path, name| {
            if name == "super" {
                path.pop();
            } else {
                path.push(name);
            }
            path
        })
    }

    /// The file where a path from the root ends. A name that a module re-exports from one of its own submodules belongs
    /// to the file that defines it; what it re-exports from elsewhere counts as its own.
    pub fn file_of(&self, path: &[String], steps: usize) -> &str {
        let mut at = 0;
        while at < path.len() && self.modules.contains_key(&path[..=at]) {
            at += 1;
        }
        let (module, rest) = path.split_at(at);
        let here = &self.modules[module];
        let Some(name) = rest.first() else { return &here.file };
        if module.is_empty()
            && let Some(file) = self.exported_macros.get(name)
        {
            return file;
        }
        if here.defined.contains(name) || steps > MAX_STEPS {
            return &here.file;
        }
        let below = |written: &[String]| {
            let start = self.resolved(module, written, steps + 1)?;
            (start.len() > module.len() && start.starts_with(module)).then_some(start)
        };
        if let Some(written) = here.imported.get(name) {
            return below(written).map_or(&here.file, |path| self.file_of(&path, steps + 1));
        }
        let glob = here.globs.iter().find_map(|glob| {
            let start = below(glob)?;
            self.modules.get(&start)?.has(name).then(|| start.iter().chain([name]).cloned().collect::<Vec<_>>())
        });
        glob.map_or(&here.file, |path| self.file_of(&path, steps + 1))
    }

    /// The last names of a path as they were before a `use … as …` changed them.
    pub fn as_defined(&self, reference: &Reference) -> Vec<String> {
        let written = &reference.segments;
        let imported = self.modules[&reference.module].imported.get(&written[0]);
        imported.into_iter().flatten().chain(written.iter().skip(usize::from(imported.is_some()))).cloned().collect()
    }
}

impl Module {
    fn has(&self, name: &str) -> bool {
        self.defined.contains(name) || self.imported.contains_key(name)
    }
}
