//! One module as a block: its imports become constants, its exports a value with its name.

use anyhow::{Context as _, ensure};

/// A module that is read.
pub(super) struct Module {
    /// Paths of the modules that it needs first.
    pub imports: Vec<String>,
    /// Paths of what it loads when it is wanted.
    pub later: Vec<String>,
    /// Those of them that it waits for before it has run: a line that is not indented.
    pub awaited: Vec<String>,
    /// The code of its block.
    pub code: String,
    /// The entries of its export object.
    pub exports: Vec<String>,
}

/// The value of a module in a file of many: `$board_squares`.
pub(super) fn name(path: &str) -> String {
    format!("${}", path.replace('/', "_"))
}

impl Module {
    /// Reads a module that follows the conventions of `static/js`: `import` and `export` begin a line and end on it,
    /// nothing is exported by default or as a star, and nothing that is exported changes.
    ///
    /// # Errors
    /// It does not follow them.
    pub fn read(path: &str, text: &str) -> anyhow::Result<Self> {
        let mut module = Self {
            imports: Vec::new(),
            later: Vec::new(),
            awaited: Vec::new(),
            code: String::with_capacity(text.len()),
            exports: Vec::new(),
        };
        for line in text.lines() {
            let before = module.code.len();
            module.line(path, line).with_context(|| line.to_owned())?;
            if module.code.len() > before {
                module.code.push('\n');
            }
        }
        Ok(module)
    }

    fn line(&mut self, path: &str, line: &str) -> anyhow::Result<()> {
        if let Some(import) = line.strip_prefix("import ") {
            self.import(path, import)
        } else if let Some(list) = line.strip_prefix("export {") {
            self.pass_on(path, list)
        } else if let Some(declared) = line.strip_prefix("export ") {
            self.export(declared)
        } else {
            self.other(path, line)
        }
    }

    /// `{ a, b as c } from './x.js';`, `* as x from './x.js';` or `'./x.js';`
    fn import(&mut self, path: &str, import: &str) -> anyhow::Result<()> {
        let Some((what, from)) = import.split_once(" from ") else {
            self.needs(path, import)?;
            return Ok(());
        };
        let value = self.needs(path, from)?;
        let bound = match what.strip_prefix("* as ") {
            Some(whole) => whole.to_owned(),
            None => {
                let list = what.strip_prefix('{').and_then(|list| list.strip_suffix('}'));
                let list = list.context("neither a list of names nor `* as`")?;
                let parts =
                    names(list).map(|(own, here)| if own == here { own.into() } else { format!("{own}: {here}") });
                format!("{{ {} }}", parts.collect::<Vec<String>>().join(", "))
            }
        };
        self.code.push_str(&format!("const {bound} = {value};"));
        Ok(())
    }

    /// ` a, b as c } from './x.js';`
    fn pass_on(&mut self, path: &str, list: &str) -> anyhow::Result<()> {
        let (list, from) = list.split_once("} from ").context("exports without a declaration")?;
        let value = self.needs(path, from)?;
        self.exports.extend(names(list).map(|(theirs, own)| format!("{own}: {value}.{theirs}")));
        Ok(())
    }

    /// `function a() {` or `const a = 1;`
    fn export(&mut self, declared: &str) -> anyhow::Result<()> {
        let named = ["async function ", "function ", "const "].iter().find_map(|kind| declared.strip_prefix(kind));
        let named = named.context("neither a function nor a constant")?;
        let end = named.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(named.len());
        ensure!(end > 0, "no name");
        self.exports.push(named[..end].to_owned());
        self.code.push_str(declared);
        Ok(())
    }

    /// A line of code. `await import('./x.js')` in it is of a file, whose value is that of the module it is named after. Addresses
    /// are as from the file that the line will stand in: that is in the same folder if the module is in none.
    fn other(&mut self, path: &str, line: &str) -> anyhow::Result<()> {
        let Some((before, behind)) = line.split_once("await import('") else {
            self.code.push_str(line);
            return Ok(());
        };
        let (address, behind) = behind.split_once("')").context("no address in quotes")?;
        ensure!(!path.contains('/'), "only a module that is in no folder can load another later");
        let needed = resolve(path, address)?;
        self.code.push_str(&format!("{before}(await import('{address}')).{}{behind}", name(&needed)));
        if !line.starts_with(' ') {
            self.awaited.push(needed.clone());
        }
        self.later.push(needed);
        Ok(())
    }

    /// Notes what is needed first. Returns the name of its value.
    fn needs(&mut self, path: &str, from: &str) -> anyhow::Result<String> {
        let from = from.strip_prefix('\'').and_then(|from| from.strip_suffix("';")).context("no address in quotes")?;
        let needed = resolve(path, from)?;
        let value = name(&needed);
        if !self.imports.contains(&needed) {
            self.imports.push(needed);
        }
        Ok(value)
    }
}

/// `a, b as c` as pairs.
fn names(list: &str) -> impl Iterator<Item = (&str, &str)> {
    list.split(',').map(str::trim).map(|name| name.split_once(" as ").unwrap_or((name, name)))
}

/// `../x.js` as seen from a module: the path of what it means.
fn resolve(path: &str, address: &str) -> anyhow::Result<String> {
    let address = address.strip_suffix(".js").context("no script")?;
    ensure!(address.starts_with("./") || address.starts_with("../"), "no relative address");
    let mut way: Vec<&str> = path.split('/').collect();
    way.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => ensure!(way.pop().is_some(), "outside of the scripts"),
            part => way.push(part),
        }
    }
    Ok(way.join("/"))
}
