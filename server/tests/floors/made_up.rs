//! The checks themselves, on small houses that are made up.

use crate::checks::{self, Floors};
use crate::resolve::Import;
use crate::source::{Crate, Texts};

const FLOORS: Floors<'_> = &[("ground", &["ground"]), ("middle", &["left", "right"]), ("top", &["top", "lib"])];

fn house(files: &[(&str, &str)]) -> Crate {
    let texts: Texts = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let (sources, templates) = texts.into_iter().partition(|(path, _)| path.ends_with(".rs"));
    Crate::read("house", &sources, &templates)
}

fn imports(files: &[(&str, &str)]) -> Vec<String> {
    let tell = |import: &Import| format!("{}:{} {}", import.from, import.line, import.to);
    house(files).imports().iter().map(tell).collect()
}

/// A house of four parts, each a file with what is given.
fn four([ground, left, right, top]: [&str; 4]) -> Crate {
    house(&[
        ("lib.rs", "mod ground; mod left; mod right; mod top;"),
        ("ground.rs", ground),
        ("left/mod.rs", left),
        ("right/mod.rs", right),
        ("top.rs", top),
    ])
}

#[test]
fn imports_downwards_are_in_order() {
    let house =
        four(["pub struct Stone;", "use crate::ground::Stone;", "use crate::left;", "use crate::{left, ground::*};"]);
    assert_eq!(checks::floors_are_kept(&house, "src", FLOORS), [""; 0]);
    assert_eq!(checks::no_circle_of_parts(&house, "src"), [""; 0]);
}

#[test]
fn an_import_upwards_is_named_with_its_line() {
    let house = four(["\nuse std::fmt;\nuse crate::top::Roof;", "", "", "pub struct Roof;"]);
    let broken = checks::floors_are_kept(&house, "src", FLOORS);
    assert_eq!(broken.len(), 1);
    assert!(broken[0].starts_with("src/ground.rs:3: crate::top::Roof is an import upwards"), "{}", broken[0]);
    assert!(broken[0].contains("`ground` is on the floor \"ground\", `top` above it on \"top\""), "{}", broken[0]);
}

#[test]
fn a_circle_is_named_as_a_chain() {
    let house =
        four(["", "use crate::right::B; pub struct A;", "pub struct B;\nfn f() -> crate::left::A { todo!() }", ""]);
    assert_eq!(
        checks::no_circle_of_parts(&house, "src"),
        ["a circle of imports: left -> right -> left. Cut it where it is least needed:\n    \
          src/left/mod.rs:1: crate::right::B\n    src/right/mod.rs:2: crate::left::A"]
    );
}

#[test]
fn longer_circles_are_found_too_and_told_once() {
    let house = four(["use crate::top::C;", "use crate::ground::C;", "", "pub use crate::left::C;"]);
    let circles = checks::no_circle_of_parts(&house, "src");
    assert_eq!(circles.len(), 1);
    assert!(circles[0].contains("ground -> top -> left -> ground"), "{}", circles[0]);
}

#[test]
fn a_new_part_must_say_where_it_stands_and_one_that_is_gone_is_struck() {
    let house = house(&[("lib.rs", "mod ground; mod cellar;"), ("ground.rs", ""), ("cellar/mod.rs", "")]);
    let broken = checks::floors_are_kept(&house, "src", FLOORS);
    assert_eq!(broken[0], "src/cellar is on no floor: say in the list FLOORS on which floor it stands.");
    assert_eq!(broken[1], "FLOORS names left, which is not in src: strike it from the list.");
}

#[test]
fn a_part_can_be_for_one_other_alone() {
    let house = four(["", "use crate::ground;", "use crate::ground::Stone;", ""]);
    let broken = checks::is_used_only_by(&house, "src", "ground", &["left"]);
    assert_eq!(broken.len(), 1);
    assert!(
        broken[0].starts_with("src/right/mod.rs:1: crate::ground::Stone: ground is for left alone."),
        "{}",
        broken[0]
    );
}

#[test]
fn imports_are_found_wherever_they_are_written() {
    let found = |text: &str| {
        let all =
            imports(&[("lib.rs", "mod a; mod b;"), ("a/mod.rs", "pub mod inner;"), ("a/inner.rs", ""), ("b.rs", text)]);
        match &all[..] {
            [one] => one.clone(),
            _ => panic!("{text}: {all:?}"),
        }
    };
    for text in [
        "use crate::a::inner;",
        "use crate::{a::{inner::{self}}};",
        "use crate::a::inner::*;",
        "use crate::a::inner as other;",
        "use super::a::inner::Name;",
        "fn f() { use crate::a::inner::Name; }",
        "fn f() { crate::a::inner::name() }",
        "struct S(Vec<crate::a::inner::Name>);",
        "impl crate::a::inner::Name for S {}",
        "fn f() { println!(\"{}\", crate::a::inner::NAME) }",
        "fn f() -> bool { matches!(1, (super::a::inner::NAME)) }",
        "macro_rules! m { () => { $crate::a::inner::name() } }",
        "#[derive(crate::a::inner::Name)] struct S;",
        "#[serde(with = \"crate::a::inner\")] struct S;",
        "#[expect(dead_code)] mod inside { use super::super::a::inner; }",
        "use house::a::inner;",
        "const C: [u8; crate::a::inner::N] = [0; 1];",
    ] {
        assert_eq!(found(text), "b.rs:1 a/inner.rs", "{text}");
    }
}

#[test]
fn a_page_needs_what_its_templates_name() {
    let found = imports(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", ""),
        ("b.rs", "#[derive(Template)]\n#[template(path = \"b/page.html\")]\nstruct Page;"),
        ("b/page.html", "{% include \"part.html\" %}"),
        ("part.html", "{{ crate::a::name() }}"),
    ]);
    assert_eq!(found, ["b.rs:2 a.rs"]);
}

#[test]
fn a_name_that_was_imported_leads_where_its_module_does() {
    let found = imports(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod inner; pub struct Name;"),
        ("a/inner.rs", ""),
        ("b.rs", "use crate::a;\nfn f() { a::inner::f() }"),
    ]);
    assert_eq!(found, ["b.rs:1 a/mod.rs", "b.rs:2 a/inner.rs"]);
}

#[test]
fn what_is_handed_on_stands_where_it_is_defined_if_that_is_below() {
    let found = imports(&[
        ("lib.rs", "mod a; mod b; mod c; pub use a::Below;"),
        ("a/mod.rs", "mod inner; pub use inner::Below; pub use crate::c::Beside;"),
        ("a/inner.rs", "pub struct Below;"),
        ("b.rs", "use crate::a::Below;\nuse crate::a::Beside;\nuse crate::Below as Again;"),
        ("c.rs", "pub struct Beside;"),
    ]);
    let of_b: Vec<_> = found.iter().filter(|import| import.starts_with("b.rs")).collect();
    assert_eq!(of_b, ["b.rs:1 a/inner.rs", "b.rs:2 a/mod.rs", "b.rs:3 a/inner.rs"]);
}

#[test]
fn tests_other_crates_docs_and_visibilities_are_no_imports() {
    let nothing: [&str; 0] = [];
    for text in [
        "use std::fmt; use serde::Serialize; use ::a::Name;",
        "#[cfg(test)] mod tests { use crate::a::Name; }",
        "#[cfg(test)] use crate::a::Name;",
        "#[cfg(test)] mod other_tests;",
        "/// See [`crate::a::Name`].\npub(in crate::a) struct S;",
    ] {
        assert_eq!(imports(&[("lib.rs", "mod a; mod b;"), ("a.rs", ""), ("b.rs", text)]), nothing, "{text}");
    }
}

#[test]
fn circles_within_a_folder_are_its_own_affair() {
    let within = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod one; mod two; pub use one::One;"),
        ("a/one.rs", "use super::two::Two; pub struct One;"),
        ("a/two.rs", "use super::One; pub struct Two;"),
    ];
    assert_eq!(checks::no_circle_of_folders(&house(&within), "src"), [""; 0]);
    let across = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "mod one; pub use one::One;"),
        ("a/one.rs", "use crate::b::Two; pub struct One;"),
        ("b/mod.rs", "mod two; pub use two::Two;"),
        ("b/two.rs", "use crate::a::One; pub struct Two;"),
    ];
    let circles = checks::no_circle_of_folders(&house(&across), "src");
    assert_eq!(circles.len(), 1);
    assert!(circles[0].contains("a/one.rs -> b/two.rs -> a/one.rs"), "{}", circles[0]);
}

#[test]
fn rule_systems_are_told_apart_in_patterns_macros_and_imports() {
    let cases = [["Position", "Duck"]];
    let broken = |text: &str| {
        let house =
            house(&[("lib.rs", "mod boards; mod b;"), ("boards/mod.rs", "use x::Position::Duck;"), ("b.rs", text)]);
        checks::is_matched_only_in(&house, "src", &cases, &["boards/"]).len()
    };
    assert_eq!(broken("fn f(p: Position) { match p { Position::Duck(_) => {}, _ => {} } }"), 1);
    assert_eq!(broken("fn f(p: Position) { if let x::Position::Duck(a) = p {} }"), 1);
    assert_eq!(broken("fn f(p: Position) -> bool { matches!(p, Position::Duck(_)) }"), 1);
    assert_eq!(broken("use x::Position as P; fn f(p: P) { let P::Duck(a) = p else { return }; }"), 1);
    assert_eq!(broken("use x::Position::{self, Duck};"), 1);
    assert_eq!(broken("fn f() -> Position { Position::Duck(1) }"), 0);
}

#[test]
fn a_folder_that_holds_too_much_is_named() {
    let house = house(&[("lib.rs", "mod a; mod b;\n\n\n"), ("a/mod.rs", "\n\n\n\n"), ("b.rs", "\n")]);
    let broken = checks::no_folder_is_too_large(&house, "src", 2);
    assert_eq!(broken, [""; 0]);
    let broken = checks::no_folder_is_too_large(&house, "src", 3);
    assert_eq!(
        broken,
        [
            "src/a has 4 of 8 lines, more than one in 3: part it by what it is for.",
            "src/lib has 3 of 8 lines, more than one in 3: part it by what it is for."
        ]
    );
}
