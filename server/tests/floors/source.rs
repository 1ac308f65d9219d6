//! Reads a crate: the file of each module, the names it defines, and what it refers to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, Meta, Pat, UseTree};

/// Texts by their paths below a folder, with `/` between folders.
pub type Texts = BTreeMap<String, String>;

/// A module by its names from the crate's root, which is the empty path.
pub type ModulePath = Vec<String>;

/// A path that is written somewhere: in a `use`, an expression, a type, a pattern, an attribute or inside a macro.
pub struct Reference {
    pub module: ModulePath,
    pub segments: Vec<String>,
    pub line: usize,
    /// Whether it decides between cases there: in a pattern, in a macro such as `matches!`, or named by a `use` for that.
    pub matched: bool,
}

#[derive(Default)]
pub struct Module {
    pub file: String,
    /// What is defined here, but for modules.
    pub defined: BTreeSet<String>,
    /// What a `use` here names, as it is written.
    pub imported: HashMap<String, Vec<String>>,
    pub globs: Vec<Vec<String>>,
}

pub struct Crate {
    pub name: String,
    pub files: BTreeMap<String, usize>,
    pub modules: HashMap<ModulePath, Module>,
    pub references: Vec<Reference>,
    /// Exported macros, which are at the root wherever they are written, and their files.
    pub exported_macros: HashMap<String, String>,
}

/// All sources below a folder. Tests are left out: what they use is no part of the house.
pub fn read_sources(folder: &Path) -> Texts {
    let mut texts = read_texts(folder);
    texts.retain(|path, _| path.ends_with(".rs") && !path.ends_with("tests.rs"));
    texts
}

/// All texts below a folder.
pub fn read_texts(folder: &Path) -> Texts {
    let mut texts = Texts::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let below = path.strip_prefix(folder).expect("it is below the folder").to_string_lossy().into_owned();
                texts.insert(below, fs::read_to_string(&path).expect("a text can be read"));
            }
        }
    }
    texts
}

impl Crate {
    /// Follows the `mod` items from `lib.rs`, and reads `main.rs` too. Panics if a file is not reached.
    pub fn read(name: &str, texts: &Texts, templates: &Texts) -> Self {
        let files = texts.iter().map(|(path, text)| (path.clone(), text.lines().count())).collect();
        let mut read = Self {
            name: name.to_owned(),
            files,
            modules: HashMap::new(),
            references: Vec::new(),
            exported_macros: HashMap::new(),
        };
        for (root, module) in [("lib.rs", vec![]), ("main.rs", vec!["main".to_owned()])] {
            if texts.contains_key(root) {
                read.read_file(Given { texts, templates }, root, module, "");
            }
        }
        let reached: BTreeSet<&str> = read.modules.values().map(|module| module.file.as_str()).collect();
        let missed: Vec<_> = texts.keys().filter(|file| !reached.contains(file.as_str())).collect();
        assert!(missed.is_empty(), "no `mod` of {name} leads to {missed:?}, so that their imports are not checked");
        read
    }

    fn read_file(&mut self, given: Given<'_>, file: &str, module: ModulePath, folder: &str) {
        let parsed = syn::parse_file(&given.texts[file]).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.modules.insert(module.clone(), Module { file: file.to_owned(), ..Module::default() });
        let mut reader = Reader { house: self, given, module, file, folder: folder.to_owned(), in_pattern: false };
        for attribute in &parsed.attrs {
            reader.visit_attribute(attribute);
        }
        for item in &parsed.items {
            reader.visit_item(item);
        }
    }
}

#[derive(Clone, Copy)]
struct Given<'a> {
    texts: &'a Texts,
    templates: &'a Texts,
}

struct Reader<'a> {
    house: &'a mut Crate,
    given: Given<'a>,
    module: ModulePath,
    file: &'a str,
    /// Where the files of this module's children are.
    folder: String,
    in_pattern: bool,
}

impl Reader<'_> {
    fn refer(&mut self, segments: Vec<String>, span: Span, matched: bool) {
        let line = span.start().line;
        self.house.references.push(Reference { module: self.module.clone(), segments, line, matched });
    }

    fn here(&mut self) -> &mut Module {
        self.house.modules.entry(self.module.clone()).or_default()
    }

    fn read_use(&mut self, tree: &UseTree, mut before: Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.read_use(&path.tree, before);
            }
            UseTree::Group(group) => {
                for one in &group.items {
                    self.read_use(one, before.clone());
                }
            }
            UseTree::Glob(glob) => {
                self.refer(before.clone(), glob.star_token.spans[0], true);
                self.here().globs.push(before);
            }
            UseTree::Name(name) => self.read_name(&name.ident, &name.ident, before),
            UseTree::Rename(rename) => self.read_name(&rename.ident, &rename.rename, before),
        }
    }

    fn read_name(&mut self, ident: &syn::Ident, known_as: &syn::Ident, mut segments: Vec<String>) {
        if ident != "self" {
            segments.push(ident.to_string());
        }
        let known_as = if known_as == "self" { segments.last().cloned() } else { Some(known_as.to_string()) };
        self.refer(segments.clone(), ident.span(), true);
        if let Some(known_as) = known_as.filter(|name| name != "_") {
            self.here().imported.insert(known_as, segments);
        }
    }

    /// Paths among tokens that nobody has parsed: the insides of macros.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<(String, Span)> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_of_path(&mut path);
                    }
                    path.push((ident.to_string(), ident.span()));
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end_of_path(&mut path);
                    self.read_tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end_of_path(&mut path);
                    colons = 0;
                }
            }
        }
        self.end_of_path(&mut path);
    }

    fn end_of_path(&mut self, path: &mut Vec<(String, Span)>) {
        if path.len() > 1 {
            let span = path[0].1;
            self.refer(path.iter().map(|(name, _)| name.clone()).collect(), span, true);
        }
        path.clear();
    }

    fn read_child(&mut self, child: &ItemMod) {
        let name = child.ident.to_string();
        let mut module = self.module.clone();
        module.push(name.clone());
        let below =
            |file: &str| if self.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", self.folder) };
        if let Some((_, items)) = &child.content {
            let file = self.file.to_owned();
            self.house.modules.insert(module.clone(), Module { file, ..Module::default() });
            let folder = below(&name);
            let mut inside =
                Reader { house: self.house, given: self.given, module, file: self.file, folder, in_pattern: false };
            items.iter().for_each(|item| inside.visit_item(item));
            return;
        }
        let named = path_attribute(&child.attrs).map(|file| below(&file));
        let candidates = named.into_iter().chain([below(&format!("{name}.rs")), below(&format!("{name}/mod.rs"))]);
        let Some(file) = candidates.into_iter().find(|file| self.given.texts.contains_key(file)) else {
            panic!("{}: no file of `mod {name}` was found", self.file);
        };
        self.house.read_file(self.given, &file, module, &below(&name));
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        if let Item::Mod(child) = item {
            child.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
            self.read_child(child);
            return;
        }
        if let Some(name) = defined_name(item) {
            self.here().defined.insert(name);
        }
        if let Item::Macro(made) = item
            && let Some(name) = &made.ident
            && made.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
        {
            self.house.exported_macros.insert(name.to_string(), self.file.to_owned());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // `use ::name` is another crate, whatever else is called so.
        if item.leading_colon.is_none() {
            self.read_use(&item.tree, Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.refer(segments, path.segments[0].ident.span(), self.in_pattern);
        }
        visit::visit_path(self, path);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        let before = std::mem::replace(&mut self.in_pattern, true);
        visit::visit_pat(self, pattern);
        self.in_pattern = before;
    }

    fn visit_macro(&mut self, made: &'ast Macro) {
        self.visit_path(&made.path);
        self.read_tokens(made.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        self.visit_path(attribute.path());
        match &attribute.meta {
            Meta::Path(_) => {}
            Meta::List(list) => {
                self.read_tokens(list.tokens.clone());
                let literals = literals(list.tokens.clone());
                let is_template = list.path.is_ident("template");
                for (text, span) in &literals {
                    if is_template {
                        self.read_template(text, *span);
                    } else {
                        self.read_text(text, *span);
                    }
                }
            }
            Meta::NameValue(pair) => self.visit_expr(&pair.value),
        }
    }

    /// `pub(in crate::games)` asks for nothing.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

impl Reader<'_> {
    /// A path inside a string, as in `#[serde(with = "crate::a::b")]`.
    fn read_text(&mut self, text: &str, span: Span) {
        let is_name = |name: &str| !name.is_empty() && name.chars().all(is_of_name);
        let segments: Vec<_> = text.split("::").map(str::to_owned).collect();
        if segments.len() > 1 && segments.iter().all(|name| is_name(name)) {
            self.refer(segments, span, false);
        }
    }

    /// What a template and those that it takes in name of this crate: its code is made where it is used.
    fn read_template(&mut self, name: &str, span: Span) {
        let (mut waiting, mut known) = (vec![name], BTreeSet::new());
        while let Some(name) = waiting.pop() {
            let Some(text) = self.given.templates.get(name).filter(|_| known.insert(name)) else { continue };
            waiting.extend(text.split('"').filter(|other| self.given.templates.contains_key(*other)));
            for (at, _) in text.match_indices("crate::") {
                let path: String = text[at..].chars().take_while(|c| is_of_name(*c) || *c == ':').collect();
                self.refer(path.split("::").map(str::to_owned).collect(), span, true);
            }
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn literals(tokens: TokenStream) -> Vec<(String, Span)> {
    let read = |token| match token {
        TokenTree::Group(group) => literals(group.stream()),
        TokenTree::Literal(literal) => vec![(literal.to_string().trim_matches('"').to_owned(), literal.span())],
        TokenTree::Ident(_) | TokenTree::Punct(_) => Vec::new(),
    };
    tokens.into_iter().flat_map(read).collect()
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => attribute.path().is_ident("test"),
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}
