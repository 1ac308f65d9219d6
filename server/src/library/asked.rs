//! [`Asked`]: the query of an address, as somebody has typed it.

use axum::extract::Query;
use axum::http::Uri;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use serde::{Deserialize, Serialize};

use crate::explorer;
use crate::web::form::{form_fields, is_yes};
use crate::web::opening::{self, ShownTurns};
use crate::wording::library as words;

/// What is asked for, field by field; what is empty leaves nothing out. `GameFilter` is what it means.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Asked {
    /// The name of a player.
    pub player: String,
    /// The name of one who played against them.
    pub opponent: String,
    /// The seat of the player: `first`, `second`, or a colour.
    pub seat: String,
    /// How it ended for the player: `won`, `drawn` or `lost`.
    pub outcome: String,
    /// The key of a variant.
    pub variant: String,
    /// As in PGN: `1-0`.
    pub result: String,
    /// The key of an ending.
    pub ending: String,
    /// `yes` or `no`.
    pub rated: String,
    /// The lowest mean of the players' ratings.
    pub rating_from: String,
    /// The highest.
    pub rating_to: String,
    /// A part of what the event is called; of collections alone.
    pub event: String,
    /// The first day, `2026-03-01`.
    pub from: String,
    /// The last day.
    pub to: String,
    /// The least number of turns.
    pub length_from: String,
    /// The greatest.
    pub length_to: String,
    /// `yes`: only games that the computer has looked through.
    pub analysis: String,
    /// The first turns.
    pub turns: String,
    /// A position that the game came to.
    pub fen: String,
    /// The men that were on the board.
    pub material: String,
    /// Men on squares: `White Kg1 Rf1, duck e5`.
    pub pieces: String,
    /// A tag of the viewer's own.
    pub tag: String,
    /// Words of the viewer's private notes.
    pub note: String,
    /// Words of messages in the viewer's games.
    pub words: String,
    /// The key of an order.
    pub sort: String,
    /// `boards` for small boards.
    pub view: String,
    /// The place after which the page begins.
    pub after: String,
}

/// Where a search is taken to in place of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A board with the position, or with the first turns, on which one can play on.
    Board,
    /// The explorer.
    Explorer,
}

/// The field of an address that names a [`Destination`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Leading {
    open: String,
}

impl Leading {
    /// Where it leads; `None`: to the list.
    pub fn destination(&self) -> Option<Destination> {
        match self.open.as_str() {
            "board" => Some(Destination::Board),
            "explorer" => Some(Destination::Explorer),
            _ => None,
        }
    }
}

/// What is asked for in one field, with the address of the search without it.
pub struct Chip {
    /// `Player: kwik`
    pub words: String,
    /// The search without it.
    pub without: String,
}

/// The fields that leave no game out.
const NO_FILTERS: [&str; 3] = ["sort", "view", "after"];

/// The fields in the order of the form. Addresses have them by name, so that the same search has one address.
const IN_FORM: [&str; 23] = [
    "player",
    "opponent",
    "variant",
    "result",
    "seat",
    "outcome",
    "ending",
    "rated",
    "analysis",
    "rating-from",
    "rating-to",
    "length-from",
    "length-to",
    "event",
    "from",
    "to",
    "turns",
    "fen",
    "material",
    "pieces",
    "tag",
    "note",
    "words",
];

/// The fields that the explorer reads in the same way: its ratings are bands, and its days years.
const IN_EXPLORER: [&str; 5] = ["variant", "turns", "fen", "player", "seat"];

impl Asked {
    /// The games of one player.
    pub fn of_player(name: &str) -> Self {
        Self { player: name.to_owned(), ..Self::default() }
    }

    /// The games that began with some turns of a variant.
    pub fn of_opening(variant: Variant, turns: String) -> Self {
        Self { variant: variant.key().to_owned(), turns, ..Self::default() }
    }

    /// The games that came to a position.
    pub fn of_position(position: &Position) -> Self {
        Self { variant: position.variant().key().to_owned(), fen: position.fen(), ..Self::default() }
    }

    /// Without what games of this site do not have, and as it is written here.
    pub fn of_site(self) -> Self {
        Self { event: String::new(), ..self.written_as_here() }
    }

    /// What PGN and other programs write otherwise, such as `Three-check Duck` and `true`, as it is written here.
    fn written_as_here(self) -> Self {
        let typed = self.variant.trim();
        let known = Variant::by_key(typed).or_else(|| Variant::from_pgn(typed));
        let variant = known.map_or(self.variant.clone(), |variant| variant.key().to_owned());
        let rated = match self.rated.trim().to_ascii_lowercase().as_str() {
            yes if is_yes(yes) => "yes".to_owned(),
            "false" | "off" | "0" => "no".to_owned(),
            _ => self.rated,
        };
        Self { variant, rated, ..self }
    }

    /// The names of the fields that ask for what games of a collection do not have.
    pub fn not_of_collection(&self) -> Vec<&'static str> {
        let kept = form_fields(&self.clone().of_collection());
        let is_left_out = |(name, _): &(String, String)| kept.iter().all(|(other, _)| other != name);
        form_fields(self).into_iter().filter(is_left_out).filter_map(|(name, _)| words::field(&name)).collect()
    }

    /// Without what games of a collection do not have.
    pub fn of_collection(self) -> Self {
        let [ending, rated, analysis] = [const { String::new() }; 3];
        let [tag, note, words] = [const { String::new() }; 3];
        Self { ending, rated, analysis, tag, note, words, ..self }
    }

    /// This search from its first page.
    pub fn from_first(self) -> Self {
        Self { after: String::new(), ..self }
    }

    /// The address of this search at a path, but for some fields and with others.
    pub fn address(&self, path: &str, without: &[&str], with: &[(&str, &str)]) -> String {
        match self.query_with(without, with) {
            query if query.is_empty() => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }

    /// What the query of an address asks for; nothing if it cannot be read.
    pub fn of_query(query: &str) -> Self {
        let address = format!("/?{query}").parse::<Uri>().ok();
        address.and_then(|address| Query::try_from_uri(&address).ok()).map(|Query(asked)| asked).unwrap_or_default()
    }

    /// The same search for games that began or came to where others did, from its first page.
    pub fn at(self, place: &Self) -> Self {
        let Self { variant, turns, fen, .. } = place.clone();
        Self { variant, turns, fen, ..self.from_first() }
    }

    /// The same place in games that began with the first turns of a search, if these can be made in its variant.
    #[must_use]
    pub fn begun_as(self, search: &Self) -> Self {
        let can_be_made = |variant| opening::read(&search.turns, &[variant]).is_ok();
        let turns =
            if Variant::by_key(&self.variant).is_some_and(can_be_made) { search.turns.clone() } else { self.turns };
        Self { turns, ..self }
    }

    /// The explorer of games of this site with what it reads in the same way, in the first of these variants that it can be.
    pub fn explorer(&self, variants: &[Variant]) -> String {
        let variant = self.variant_among(variants).unwrap_or(Variant::Duck);
        self.explorer_with(variant, &[("variant", variant.key())])
    }

    /// A board with the position, or else with the first turns as far as it can show them, in the first of these variants that it can be.
    /// The rest of the search goes along, and the board has links back to it.
    pub fn opening_board(&self, variants: &[Variant]) -> String {
        let variant = self.variant_among(variants).unwrap_or(Variant::Duck);
        let shown = self.turns_on_board(variant);
        let turns = if shown.are_all { String::new() } else { self.turns.clone() };
        let rest = Self { turns, fen: String::new(), ..self.clone().from_first() };
        // The board has the variant: alone it leaves nothing out.
        let has_more = Self { variant: String::new(), ..rest.clone() }.leaves_games_out();
        let search = rest.query(if has_more { &[] } else { &["variant"] });
        let query = [("variant", variant.key()), ("fen", self.fen.trim()), ("pgn", &shown.text), ("search", &search)];
        let query = query.into_iter().filter(|(_, value)| !value.is_empty());
        format!("/analysis?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish())
    }

    /// The variant that is asked for; or the first of some in which the position can be read, or, without a position, the first turns.
    pub fn variant_among(&self, variants: &[Variant]) -> Option<Variant> {
        let is_read = |variant: &Variant| match self.fen.trim() {
            "" => opening::read(&self.turns, &[*variant]).is_ok(),
            fen => Position::from_fen(*variant, fen).is_ok(),
        };
        Variant::by_key(self.variant.trim()).or_else(|| variants.iter().copied().find(is_read))
    }

    /// The first turns as a board shows them, which has to know where the duck went. A position is shown in place of turns.
    fn turns_on_board(&self, variant: Variant) -> ShownTurns {
        if !self.fen.trim().is_empty() {
            return ShownTurns { text: String::new(), are_all: self.turns.trim().is_empty() };
        }
        opening::shown(&self.turns, variant).unwrap_or(ShownTurns { text: String::new(), are_all: false })
    }

    /// The explorer of a variant's games in a collection.
    pub fn explorer_of(&self, variant: Variant, collection: &str) -> String {
        self.explorer_with(variant, &[("variant", variant.key()), ("collection", collection)])
    }

    /// The explorer with the position or the first turns, and what it reads in the same way; the rest of the search goes along.
    fn explorer_with(&self, variant: Variant, with: &[(&str, &str)]) -> String {
        let ShownTurns { text: turns, are_all } = self.turns_on_board(variant);
        // The explorer refuses a seat that the variant does not have.
        let has_seat = explorer::seat_choices(variant).iter().any(|(key, _)| *key == self.seat.trim())
            && !self.player.trim().is_empty();
        let is_left_out = |name: &str| match name {
            "turns" => true,
            "seat" => !has_seat,
            name => !IN_EXPLORER.contains(&name),
        };
        let fields: Vec<_> = form_fields(self).into_iter().map(|(name, _)| name).collect();
        let others: Vec<_> = fields.iter().map(String::as_str).filter(|name| is_left_out(name)).collect();
        let bounds = explorer::fields_of_bounds([&self.rating_from, &self.rating_to], [&self.from, &self.to]);
        // What the explorer does not know goes along, and comes back with the games.
        let is_read = |name: &str| match name {
            "after" | "seat" => true,
            "turns" => are_all,
            "variant" => true,
            name if IN_EXPLORER.contains(&name) => true,
            name => bounds.iter().any(|(bound, _)| bound.trim_end_matches("-year") == name),
        };
        let read: Vec<_> = fields.iter().map(String::as_str).filter(|name| is_read(name)).collect();
        // Turns are told again only in the variant in which they can be made.
        let of_variant = [("variant", variant.key())];
        let search = self.query_with(&read, if are_all { &[] } else { &of_variant });
        let search = Some(("search", search.as_str())).filter(|(_, search)| !search.is_empty());
        let bounds = bounds.iter().map(|(name, value)| (*name, value.as_str()));
        let turns = Some(("turns", turns.as_str())).filter(|(_, turns)| !turns.is_empty());
        self.address(
            "/explorer",
            &others,
            &bounds.chain(turns).chain(with.iter().copied()).chain(search).collect::<Vec<_>>(),
        )
    }

    /// What is asked for as the query of an address, but for some fields: empty if nothing is.
    pub fn query(&self, without: &[&str]) -> String {
        self.query_with(without, &[])
    }

    fn query_with(&self, without: &[&str], with: &[(&str, &str)]) -> String {
        let fields = form_fields(self)
            .into_iter()
            .filter(|(name, _)| !without.contains(&name.as_str()) && with.iter().all(|(other, _)| other != name));
        form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).extend_pairs(with).finish()
    }

    /// The first field in which something is asked for that is the viewer's alone to know.
    pub fn field_of_viewer(&self) -> Option<&'static str> {
        let own = [("tag", &self.tag), ("note", &self.note), ("words", &self.words)];
        own.into_iter().find(|(_, typed)| !typed.is_empty()).map(|(field, _)| field)
    }

    /// Whether there is one.
    pub fn is_of_viewer(&self) -> bool {
        self.field_of_viewer().is_some()
    }

    /// Every field that leaves games out, of a search at a path.
    pub fn chips(&self, path: &str) -> Vec<Chip> {
        let mut filters = form_fields(self);
        filters.retain(|(name, _)| !NO_FILTERS.contains(&name.as_str()));
        filters.sort_by_key(|(name, _)| IN_FORM.iter().position(|known| known == name));
        filters
            .into_iter()
            .map(|(name, typed)| {
                // A seat and an outcome are those of the player.
                let others: &[&str] = if name == "player" { &["after", "seat", "outcome"] } else { &["after"] };
                let without = self.address(path, &[&[&*name], others].concat(), &[]);
                Chip { words: words::chip(&name, &typed), without }
            })
            .collect()
    }

    /// In how many fields something is asked for of the part of the form that is folded at first.
    pub fn folded_fields_in_use(&self) -> usize {
        let others = [
            &self.seat,
            &self.outcome,
            &self.ending,
            &self.rated,
            &self.rating_from,
            &self.rating_to,
            &self.event,
            &self.from,
            &self.to,
            &self.length_from,
            &self.length_to,
            &self.analysis,
            &self.turns,
            &self.fen,
            &self.material,
            &self.pieces,
            &self.tag,
            &self.note,
            &self.words,
        ];
        others.iter().filter(|typed| !typed.is_empty()).count()
    }

    /// Whether something is asked for that leaves games out: an order or a view alone is no search.
    pub fn leaves_games_out(&self) -> bool {
        form_fields(self).iter().any(|(name, _)| !NO_FILTERS.contains(&name.as_str()))
    }

    /// Whether anything is asked for but the first page of all games.
    pub fn is_narrowed(&self) -> bool {
        !form_fields(self).is_empty()
    }

    /// Whether small boards are wanted.
    pub fn shows_boards(&self) -> bool {
        self.view == "boards"
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_field_that_can_be_wrong_is_named_in_errors() {
        let Value::Object(fields) = serde_json::to_value(Asked::default()).unwrap() else { panic!("no fields") };
        let unnamed: Vec<_> = fields.keys().filter(|field| words::field(field).is_none()).collect();
        assert_eq!(unnamed, ["after", "view"], "a link leads to a page or a view, and nobody types it");
    }

    #[test]
    fn an_address_keeps_what_is_asked_and_leaves_empty_fields_out() {
        let asked = Asked { view: "boards".to_owned(), rating_from: "1500".to_owned(), ..Asked::of_player("kwik") };
        let address = asked.address("/games", &["view"], &[("after", "f7-abcdefghij")]);
        assert_eq!(address, "/games?player=kwik&rating-from=1500&after=f7-abcdefghij");
        let chips: Vec<_> = asked.chips("/games").into_iter().map(|chip| (chip.words, chip.without)).collect();
        assert_eq!(chips[0].1, "/games?rating-from=1500&view=boards");
        assert_eq!(chips.len(), 2, "the view leaves nothing out");
        let of_days = Asked { from: "2026-03-01".to_owned(), to: "March".to_owned(), ..Asked::default() };
        let chips: Vec<_> = of_days.chips("/games").into_iter().map(|chip| chip.words).collect();
        assert_eq!(chips, ["From: 1 Mar 2026", "Until: March"]);
        assert_eq!(Asked::default().address("/games", &[], &[]), "/games");
        let asked = Asked { turns: "e4".to_owned(), fen: "x".to_owned(), ..asked };
        assert_eq!(
            asked.explorer(&Variant::ALL),
            "/explorer?fen=x&player=kwik&variant=duck&search=rating-from%3D1500%26turns%3De4%26view%3Dboards%26variant%3Dduck",
            "1500 is within a band, and turns would be played from the position"
        );
        let asked = Asked { rating_from: "1600".to_owned(), rating_to: "1999".to_owned(), ..asked };
        let asked = Asked { from: "2025-01-01".to_owned(), to: "2026-12-30".to_owned(), ..asked };
        assert_eq!(
            asked.explorer_of(Variant::Duck, "pond"),
            "/explorer?fen=x&player=kwik&rating-from=1600&rating-to=1999&variant=duck&collection=pond&search=from%3D2025-01-01%26to%3D2026-12-30%26turns%3De4%26view%3Dboards%26variant%3Dduck",
            "of days both go along as they are, because the last is no end of a year"
        );
        for (seat, is_kept) in [("first", true), ("white", true), ("red", false), ("middle", false)] {
            let asked = Asked { seat: seat.to_owned(), ..Asked::of_player("kwik") };
            assert_eq!(asked.explorer_of(Variant::Duck, "pond").contains("seat="), is_kept, "{seat}");
            assert_eq!(asked.explorer(&Variant::ALL).contains("seat="), is_kept, "{seat}");
        }
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let read = |query: &str| Asked::of_query(query).of_site().address("/games", &[], &[]);
        assert_eq!(read("variant=Three-check+Duck&rated=True"), "/games?rated=yes&variant=three-check-duck");
        assert_eq!(read("variant=duck&rated=0"), "/games?rated=no&variant=duck");
        assert_eq!(read("variant=goose&rated=perhaps"), "/games?rated=perhaps&variant=goose");
        assert_eq!(read("event=x"), "/games");
        assert_eq!(Asked::of_query("ending=fowled&result=1-0&rated=yes").not_of_collection(), ["Ended by", "Rated"]);
    }

    #[test]
    fn a_board_shows_what_it_can_and_the_rest_goes_along() {
        let board = |query: &str| Asked::of_query(query).opening_board(&Variant::ALL).replace("/analysis?variant=", "");
        assert_eq!(board(""), "duck");
        assert_eq!(board("variant=duck&turns=e4@c6&sort=oldest"), "duck&pgn=e4%40c6&search=sort%3Doldest");
        assert_eq!(board("variant=+three-check-duck&turns=e4@c6"), "three-check-duck&pgn=e4%40c6");
        assert_eq!(board("turns=1.+e4"), "duck&search=turns%3D1.%2Be4");
        assert_eq!(board("turns=e4@c6+e6@*&after=f7"), "duck&pgn=e4%40c6&search=turns%3De4%2540c6%2Be6%2540*");
        assert_eq!(board("turns=nonsense&result=1-0"), "duck&search=result%3D1-0%26turns%3Dnonsense");
        assert_eq!(board("turns=1c3-1c4+4b3-4b4"), "duchess-2&pgn=1c3-1c4+4b3-4b4", "no other has these seats");
        let duchess = Variant::by_key("duchess-2").unwrap();
        let fen = Position::start(duchess).fen();
        let asked = Asked { turns: "e4".to_owned(), fen, ..Asked::default() };
        assert_eq!(asked.variant_among(&Variant::ALL), Some(duchess), "turns are not on the board");
        assert!(
            asked.opening_board(&Variant::ALL).ends_with("&search=turns%3De4"),
            "{}",
            asked.opening_board(&Variant::ALL)
        );
        let chess = Asked { turns: "e4 e5 Nf3 Nc6 Bb5".to_owned(), ..Asked::default() };
        assert_eq!(chess.variant_among(&[Variant::Chess]), Some(Variant::Chess));
    }

    #[test]
    fn a_position_may_be_asked_for_with_how_its_game_began() {
        let place = Asked::of_position(&Position::start(Variant::Duck));
        let search = |turns: &str| Asked { turns: turns.to_owned(), ..Asked::default() };
        assert_eq!(place.clone().begun_as(&search("e4")).turns, "e4");
        assert_eq!(place.begun_as(&search("1c3-1c4")).turns, "", "not in Duck Chess");
    }
}
