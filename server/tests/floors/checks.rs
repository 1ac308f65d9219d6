//! What must hold. Each check answers with what breaks it, and with what to do.

use std::collections::BTreeMap;

use crate::graph::Graph;
use crate::resolve::Import;
use crate::source::Crate;

/// Floors from the ground up: the name of a floor, and the folders and files of `src` that stand on it.
pub type Floors<'a> = &'a [(&'a str, &'a [&'a str])];

/// The folder right below `src` that a file is in, or the file itself without its ending.
pub fn part(file: &str) -> &str {
    file.split_once('/').map_or_else(|| file.strip_suffix(".rs").unwrap_or(file), |(folder, _)| folder)
}

/// Which floor a part stands on, counted from the ground.
fn floor(floors: Floors<'_>, part: &str) -> Option<usize> {
    floors.iter().position(|(_, parts)| parts.contains(&part))
}

/// Every part stands on a floor, and imports only from floors below it.
pub fn floors_are_kept(house: &Crate, src: &str, floors: Floors<'_>) -> Vec<String> {
    let parts: BTreeMap<&str, ()> = house.files.keys().map(|file| (part(file), ())).collect();
    let mut broken = Vec::new();
    for part in parts.keys().filter(|part| floor(floors, part).is_none()) {
        broken.push(format!("{src}/{part} is on no floor: say in the list FLOORS on which floor it stands."));
    }
    for part in floors.iter().flat_map(|(_, parts)| *parts).filter(|part| !parts.contains_key(*part)) {
        broken.push(format!("FLOORS names {part}, which is not in {src}: strike it from the list."));
    }
    for import in house.imports() {
        let (user, used) = (part(&import.from), part(&import.to));
        let (Some(below), Some(above)) = (floor(floors, user), floor(floors, used)) else { continue };
        if above > below {
            broken.push(format!(
                "{} is an import upwards: `{user}` is on the floor \"{}\", `{used}` above it on \"{}\". A floor imports \
                 only from floors below it: move what both need down to {user} or below, or let a caller above both hand \
                 it in as an argument or a trait object.",
                told(src, &import),
                floors[below].0,
                floors[above].0,
            ));
        }
    }
    broken
}

/// Nothing uses a part but those that are named.
pub fn is_used_only_by(house: &Crate, src: &str, used: &str, users: &[&str]) -> Vec<String> {
    let others = |import: &Import| {
        part(&import.to) == used && part(&import.from) != used && !users.contains(&part(&import.from))
    };
    house
        .imports()
        .iter()
        .filter(|import| others(import))
        .map(|import| {
            format!(
                "{}: {used} is for {} alone. Move what is needed to where it belongs.",
                told(src, import),
                users.join(", ")
            )
        })
        .collect()
}

/// No circle of imports spans two parts.
pub fn no_circle_of_parts(house: &Crate, src: &str) -> Vec<String> {
    let imports = house.imports();
    let graph = Graph::new(imports.iter().map(|import| (part(&import.from), part(&import.to))));
    circles(&graph, &imports, src, part, |_, _| true)
}

/// No circle of imports spans files of two folders. A module's own file belongs to the folder of its children.
pub fn no_circle_of_folders(house: &Crate, src: &str) -> Vec<String> {
    let imports = house.imports();
    let graph = Graph::new(imports.iter().map(|import| (import.from.as_str(), import.to.as_str())));
    circles(&graph, &imports, src, |file| file, |from, to| folder(house, from) != folder(house, to))
}

fn folder(house: &Crate, file: &str) -> String {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let children = format!("{stem}/");
    if house.files.keys().any(|other| other.starts_with(&children)) {
        return stem.to_owned();
    }
    stem.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

fn circles(
    graph: &Graph<'_>,
    imports: &[Import],
    src: &str,
    node: fn(&str) -> &str,
    counts: impl Fn(&str, &str) -> bool,
) -> Vec<String> {
    let tell = |circle: Vec<&str>| {
        let mut text = format!("a circle of imports: {}. Cut it where it is least needed:", circle.join(" -> "));
        for pair in circle.windows(2) {
            let is_it = |import: &&Import| node(&import.from) == pair[0] && node(&import.to) == pair[1];
            let import = imports.iter().find(is_it).expect("every edge comes from an import");
            text.push_str(&format!("\n    {}", told(src, import)));
        }
        text
    };
    graph.circles(counts).into_iter().map(tell).collect()
}

/// Only the places that are named decide by these names, of which each is a type and a variant of it.
pub fn is_matched_only_in(house: &Crate, src: &str, cases: &[[&str; 2]], places: &[&str]) -> Vec<String> {
    let mut broken = Vec::new();
    for reference in house.references.iter().filter(|reference| reference.matched) {
        let file = &house.modules[&reference.module].file;
        let names = house.as_defined(reference);
        let is_case = |pair: &[String]| cases.iter().any(|case| pair == case);
        if names.windows(2).any(is_case) && !places.iter().any(|place| file.starts_with(place)) {
            broken.push(format!(
                "{src}/{file}:{}: {} tells rule systems apart, which only {} may. Ask the variant's features.",
                reference.line,
                reference.segments.join("::"),
                places.join(", "),
            ));
        }
    }
    broken
}

/// No folder right below `src` holds more than a part of all lines.
pub fn no_folder_is_too_large(house: &Crate, src: &str, one_in: usize) -> Vec<String> {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, count) in &house.files {
        *lines.entry(part(file)).or_default() += count;
    }
    let all: usize = lines.values().sum();
    lines
        .into_iter()
        .filter(|(_, lines)| lines * one_in > all)
        .map(|(part, lines)| {
            format!("{src}/{part} has {lines} of {all} lines, more than one in {one_in}: part it by what it is for.")
        })
        .collect()
}

fn told(src: &str, import: &Import) -> String {
    format!("{src}/{}:{}: {}", import.from, import.line, import.path)
}
