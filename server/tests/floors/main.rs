//! The floors of the house: what may use what.
//!
//! Imports are read from the sources: every `use`, and every path in code, attributes, macros and the templates of a page.
//! Tests may use all they like.

mod checks;
mod graph;
mod made_up;
mod resolve;
mod source;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use checks::Floors;
use source::{Crate, Texts};

/// The folders and files of `server/src` from the ground up. A floor imports only from floors below it; those on one floor may
/// use each other, but not in circles. `ARCHITECTURE.md` says what each is for.
const FLOORS: Floors<'_> = &[
    ("programs that play", &["engines"]),
    ("what the machine gives", &["platform"]),
    ("sentences for codes", &["wording"]),
    ("what players choose", &["preferences"]),
    ("who plays", &["accounts"]),
    ("what servers tell each other", &["topics"]),
    ("what is to be sent", &["outbox", "account_links"]),
    ("how a board looks", &["boards"]),
    ("the write side", &["games"]),
    ("work for engines", &["jobs"]),
    ("what handlers share", &["state"]),
    ("how requests become pages", &["web"]),
    (
        "features",
        &[
            "analysis",
            "challenges",
            "collections",
            "computers",
            "email",
            "evaluation",
            "explorer",
            "fair_play",
            "feeds",
            "game_page",
            "health",
            "help",
            "home",
            "leave",
            "library",
            "lists",
            "own_data",
            "players",
            "puzzles",
            "ratings",
            "rules",
            "settings",
            "sign_in",
            "studies",
            "tags",
            "watch",
            "welcome",
        ],
    ),
    ("what follows from a game's events", &["consequences"]),
    ("the contents page", &["routes"]),
    ("who does the work", &["worker"]),
    ("start", &["run", "admin"]),
    ("the program", &["main"]),
    ("the crate", &["lib"]),
];

/// A game over weeks stands on the rules.
const FLOORS_OF_DOMAIN: Floors<'_> =
    &[("the rules", &["rules"]), ("correspondence", &["correspondence"]), ("the crate", &["lib"])];

/// Which rule system it is: code that asks must be changed for every new one. A variant that is named as a default is no
/// question.
const RULE_SYSTEMS: &[[&str; 2]] = &[
    ["Position", "Duck"],
    ["Position", "Duchess"],
    ["Turn", "Duck"],
    ["Turn", "Duchess"],
    ["Variant", "Duck"],
    ["Variant", "ThreeCheckDuck"],
    ["Variant", "Duchess"],
    ["BoardShape", "Square"],
    ["BoardShape", "Round"],
    ["FenError", "Duck"],
    ["FenError", "Duchess"],
    ["TurnError", "Duck"],
    ["TurnError", "Duchess"],
];

/// The places that may ask: boards look inside a position, wording puts turns and errors into words, and the pages of
/// rules have one for each system.
const TELL_RULE_SYSTEMS_APART: &[&str] = &["boards/", "wording/", "rules/"];

#[test]
fn nothing_in_the_server_uses_what_is_above_it() {
    expect_nothing(&checks::floors_are_kept(server(), SERVER, FLOORS));
}

#[test]
fn only_the_start_knows_the_routes() {
    expect_nothing(&checks::is_used_only_by(server(), SERVER, "routes", &["run"]));
}

#[test]
fn no_circle_spans_two_folders_of_the_server() {
    expect_nothing(&checks::no_circle_of_parts(server(), SERVER));
}

#[test]
fn no_circle_spans_a_folder_of_the_server_and_one_inside_it() {
    expect_nothing(&checks::no_circle_of_folders(server(), SERVER));
}

#[test]
fn only_boards_tell_rule_systems_apart() {
    expect_nothing(&checks::is_matched_only_in(server(), SERVER, RULE_SYSTEMS, TELL_RULE_SYSTEMS_APART));
}

#[test]
fn no_folder_holds_more_than_a_fifth_of_the_server() {
    expect_nothing(&checks::no_folder_is_too_large(server(), SERVER, 5));
}

#[test]
fn the_rules_know_nothing_of_correspondence() {
    expect_nothing(&checks::floors_are_kept(domain(), DOMAIN, FLOORS_OF_DOMAIN));
}

#[test]
fn no_circle_spans_two_folders_of_the_domain() {
    expect_nothing(&checks::no_circle_of_folders(domain(), DOMAIN));
}

const SERVER: &str = "server/src";
const DOMAIN: &str = "domain/src";

fn server() -> &'static Crate {
    static READ: LazyLock<Crate> = LazyLock::new(|| {
        Crate::read("server", &source::read_sources(&folder(SERVER)), &source::read_texts(&folder("templates")))
    });
    &READ
}

fn domain() -> &'static Crate {
    static READ: LazyLock<Crate> =
        LazyLock::new(|| Crate::read("domain", &source::read_sources(&folder(DOMAIN)), &Texts::new()));
    &READ
}

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(below)
}

fn expect_nothing(broken: &[String]) {
    assert!(broken.is_empty(), "{} things break it:\n\n{}\n", broken.len(), broken.join("\n"));
}
