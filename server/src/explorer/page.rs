//! `/explorer`: a position, what was played from it, and the way to it and on. The address is the question.

use askama::Template;
use axum::extract::{Query, RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::asked::Asked;
use super::filter::ExplorerFilter;
use super::line::Line;
use super::turns::TurnWay;
use super::view::{ExplorerView, GameSearch};
use crate::boards::BoardView;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::opening;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::search::without_empty_fields;
use crate::web::search_error::SearchError;
use crate::wording::{self, SeatNames, VariantNames, board_labels};

/// Its path.
pub const PATH: &str = "/explorer";

/// Which position, and which games.
#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ExplorerQuery {
    /// The key of a variant: Duck Chess without it.
    variant: String,
    /// The turns that lead to the position.
    turns: String,
    /// The position that they begin at: where the variant begins without it.
    fen: String,
    /// Whether the variant has been changed: then they need not be of it.
    other_variant: bool,
    /// Whether turns or a position had to be left behind with the variant before.
    begun_anew: bool,
    #[serde(flatten)]
    asked: Asked,
}

#[derive(Template)]
#[template(path = "explorer/show.html")]
struct ExplorerPage {
    layout: Layout,
    variant: Variant,
    /// As typed.
    turns: String,
    fen: String,
    line: Line,
    view: ExplorerView,
    /// What is wrong with the position, or with the games that are asked for.
    problems: Problems,
    /// Whether turns or a position of another variant were left behind.
    has_begun_anew: bool,
}

/// So many of the last turns of the way lead to their positions: each of these addresses has all turns before it.
const LINKED_TURNS: usize = 40;

/// A turn of the way to the position.
struct Step {
    /// `1. Nf3@e5`
    words: String,
    /// The address of the position after it; none if that is long ago.
    address: Option<String>,
    is_here: bool,
}

impl ExplorerPage {
    fn title(&self) -> String {
        wording::explorer::explorer_of(self.variant.name())
    }

    /// What narrows the games, and the address of the same position without it.
    fn chips(&self) -> Vec<(String, String)> {
        let asked = &self.view.asked;
        let fields = asked.fields().into_iter().filter(|(field, _)| !["collection", "search"].contains(&&**field));
        let chips = fields.map(|(field, typed)| {
            let without = address_of(self.variant, &self.fen, &self.line.turns, &asked.without(&field));
            (wording::library::chip(&field, &typed), without)
        });
        chips.collect()
    }

    /// What else was asked for by the search from which somebody came, and the address of the same position without it.
    fn kept(&self) -> Vec<(String, String)> {
        let asked = &self.view.asked;
        let kept = self.view.search.as_ref().map_or(&[][..], GameSearch::others);
        let is_told = |field: &str| field != "sort" && wording::library::field(field).is_some();
        let chips = kept.iter().filter(|(field, _)| is_told(field)).map(|(field, typed)| {
            let others = || kept.iter().filter(|(other, _)| other != field);
            // Turns are kept with their variant.
            let variant = others().any(|(name, _)| name == "turns").then(|| ("variant", self.variant.key()));
            let mut search = form_urlencoded::Serializer::new(String::new());
            let search = search.extend_pairs(others()).extend_pairs(variant).finish();
            let without = Asked { search, ..asked.clone() };
            (wording::library::chip(field, typed), address_of(self.variant, &self.fen, &self.line.turns, &without))
        });
        chips.collect()
    }

    /// The search for games of the variant, with what is asked for here and what else was by the search from which somebody came.
    fn games(&self) -> String {
        let asked = &self.view.asked;
        if let Some(search) = self.view.search.as_ref().filter(|_| asked.is_narrowed() || !asked.search.is_empty()) {
            return search.whole();
        }
        if self.variant.is_played() { query("/games", [("variant", self.variant.key())]) } else { "/games".to_owned() }
    }

    /// What goes along to another variant, field by field: the position, if there is one but the first.
    fn place(&self) -> Vec<(&'static str, &str)> {
        let place = [("turns", self.turns.trim()), ("fen", self.fen.trim())];
        let place: Vec<_> = place.into_iter().filter(|(_, typed)| !typed.is_empty()).collect();
        // What cannot be read is not left behind: it is told of again.
        let is_read = !place.is_empty() && ["turns", "fen"].iter().all(|field| self.problems.of(field).is_none());
        if is_read { [&place[..], &[("other-variant", "true")]].concat() } else { place }
    }

    /// Whether the search for games goes on from here with a turn that does not say where the duck goes.
    fn stops_before_duck(&self) -> bool {
        let kept = self.view.search.as_ref().map_or(&[][..], GameSearch::others);
        let stops = |typed: &str| opening::stops_after(typed, &self.line.turns, self.variant);
        self.fen.trim().is_empty() && kept.iter().any(|(field, typed)| field == "turns" && stops(typed))
    }

    /// The variants to choose from: of a collection, also those that nobody plays here.
    fn variants(&self) -> &'static [Variant] {
        if self.view.collection.is_some() { &Variant::READ } else { &Variant::ALL }
    }

    fn is_narrowed(&self) -> bool {
        let asked = &self.view.asked;
        !self.turns.is_empty() || !self.fen.is_empty() || asked.is_narrowed() || !asked.search.is_empty()
    }

    fn board(&self) -> BoardView {
        let position = &self.line.position;
        let to_move = position.seating().name(position.seat_to_move());
        let label = match (self.line.turns.last(), position.result()) {
            (Some(turn), Some(_)) => board_labels::after(turn),
            (last, _) => board_labels::to_move(last.map(String::as_str), to_move),
        };
        let lower = self.layout.lower_seat(self.variant, Seat::FIRST);
        let last = self.line.last.as_ref();
        let board = BoardView::new(position, last.and_then(|(_, entry)| entry.turn()), lower, label);
        board.coming_from(last.map(|(before, _)| before))
    }

    fn status(&self) -> String {
        let position = &self.line.position;
        match position.result() {
            Some(result) => wording::result_sentence(result.into(), position.seating()),
            None => wording::game_page::seat_is_to_move(position.seating().name(position.seat_to_move())),
        }
    }

    /// The way to the position, from its beginning.
    fn steps(&self) -> Vec<Step> {
        let mut position = self.line.start.clone();
        let mut steps = Vec::new();
        for (number, turn) in (1..).zip(&self.line.turns) {
            let is_first = position.seat_to_move() == Seat::FIRST;
            let words = match (is_first, number) {
                (true, _) => format!("{}. {turn}", position.fullmove_number()),
                (false, 1) => format!("{}... {turn}", position.fullmove_number()),
                (false, _) => turn.clone(),
            };
            let is_near = number + LINKED_TURNS > self.line.turns.len();
            let address = is_near.then(|| self.address(&self.line.turns[..number]));
            steps.push(Step { words, address, is_here: number == self.line.turns.len() });
            if let Ok(entry) = position.read_entry(turn) {
                position = position.after(entry);
            }
        }
        steps
    }

    /// The address of the beginning, if the board is somewhere else.
    fn beginning(&self) -> Option<String> {
        (!self.line.turns.is_empty()).then(|| self.address(&[]))
    }

    fn back(&self) -> Option<String> {
        let (_, before) = self.line.turns.split_last()?;
        Some(self.address(before))
    }

    /// The address of the position after some turns, with the same games.
    fn address(&self, turns: &[String]) -> String {
        address_of(self.variant, &self.fen, turns, &self.view.asked)
    }

    /// The same position in the viewer's own games here, if they can have some and see others.
    fn own_games(&self) -> Option<String> {
        let viewer = self.layout.account().filter(|_| self.variant.is_played())?;
        let asked = Asked { player: viewer.name.to_string(), collection: String::new(), ..self.view.asked.clone() };
        let is_seen = self.view.collection.is_none() && viewer.is_called(&self.view.asked.player);
        (!is_seen).then(|| address_of(self.variant, &self.fen, &self.line.turns, &asked))
    }

    fn analysis(&self) -> String {
        let turns = self.line.turns.join(" ");
        // The board leads to the games of this site.
        let search = self.view.search.as_ref().filter(|_| self.view.collection.is_none());
        let search = search.map(GameSearch::query).unwrap_or_default();
        let fields = [("variant", self.variant.key()), ("fen", self.fen.trim()), ("pgn", &turns), ("search", &search)];
        query("/analysis", fields.into_iter().filter(|(_, value)| !value.is_empty()))
    }

    /// The search for games that begin with these turns, or with as many of them as games are found by; and what it is called.
    fn begun_so(&self) -> Option<(String, String)> {
        let turns = &self.line.turns;
        let can_be_searched = self.fen.trim().is_empty() && !turns.is_empty();
        let search = self.view.search.as_ref().filter(|_| can_be_searched)?;
        let searched = &turns[..turns.len().min(opening::DEPTH)];
        let words = wording::library::begun_so(turns.len(), opening::DEPTH);
        Some((words, search.address("turns", &searched.join(" "))))
    }
}

/// The address of the explorer, of the position after some turns from another, or from where the variant begins.
pub fn address_of(variant: Variant, fen: &str, turns: &[String], asked: &Asked) -> String {
    let (turns, asked) = (turns.join(" "), asked.fields());
    let place = [("variant", variant.key()), ("fen", fen.trim()), ("turns", &turns)];
    let asked = asked.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    query(PATH, place.into_iter().chain(asked).filter(|(_, value)| !value.is_empty()))
}

/// What is wrong, with links to the same position in the games of other players.
fn with_links(problems: Problems, variant: Variant, (fen, turns): (&str, &str), asked: &Asked) -> Problems {
    problems.with_links(|_, player| {
        let asked = Asked { player: player.to_owned(), ..asked.clone() };
        address_of(variant, fen, &[turns.to_owned()], &asked)
    })
}

fn query<'a>(path: &str, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    format!("{path}?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish())
}

/// The address of the whole of a collection in the variant of its first game, where there is nothing in the one that was asked for.
async fn other_variant(app: &App, view: &ExplorerView, variant: Variant) -> anyhow::Result<Option<String>> {
    let Some(collection) = view.collection.as_ref().filter(|_| view.moves.is_empty() && !view.is_too_slow) else {
        return Ok(None);
    };
    let whole = Asked { collection: collection.id.clone(), ..Asked::default() };
    if view.asked != whole {
        return Ok(None);
    }
    let first = collection.variant(&app.pool).await?;
    Ok(first.filter(|&first| first != variant).map(|first| address_of(first, "", &[], &whole)))
}

/// `GET /explorer`
///
/// # Errors
/// The database fails.
pub async fn show(
    State(primary): State<App>,
    Reading(app): Reading,
    layout: Layout,
    RawQuery(raw): RawQuery,
    Query(query): Query<ExplorerQuery>,
) -> Result<Response, Error> {
    if let Some(shorter) = without_empty_fields(PATH, raw.as_deref()) {
        return Ok(Redirect::to(&shorter).into_response());
    }
    let ExplorerQuery { variant: typed, turns, fen, other_variant: is_other, begun_anew: has_begun_anew, asked } =
        query;
    // What somebody makes private is so at once.
    let app = if asked.collection.is_empty() { app } else { primary };
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let mut problems = Problems::default();
    let variant = match typed.trim() {
        "" => Ok(Variant::Duck),
        typed => Variant::by_key(typed).ok_or_else(|| SearchError::NoChoice(typed.to_owned())),
    };
    let variant = problems.note("variant", variant).unwrap_or(Variant::Duck);
    if is_other && problems.is_empty() {
        let address = match Line::read(variant, &fen, &turns) {
            Ok(line) => address_of(variant, &fen, &line.turns, &asked),
            Err(_) => address_of(variant, "", &[], &asked) + "&begun-anew=true",
        };
        return Ok(Redirect::to(&address).into_response());
    }
    let line = Line::read(variant, &fen, &turns).unwrap_or_else(|(field, error)| {
        problems.add(field, &error);
        Line::at(Position::start(variant))
    });
    if !problems.is_empty() {
        let mut view = ExplorerView::asking((&app.pool, viewer), asked, variant).await?;
        if let Err(others) = ExplorerFilter::read(&view.asked, variant, view.collection.as_ref(), &app.pool).await? {
            problems.add_others(&others);
        }
        let problems = with_links(problems, variant, (&fen, &turns), &view.asked);
        view.problems.clone_from(&problems);
        return Ok(Page::missing(ExplorerPage { layout, variant, turns, fen, line, view, problems, has_begun_anew })
            .into_response());
    }
    let view = ExplorerView::load((&app.pool, viewer), &line.position, asked).await?;
    if turns.trim().is_empty()
        && fen.trim().is_empty()
        && !has_begun_anew
        && let Some(address) = other_variant(&app, &view, variant).await?
    {
        return Ok(Redirect::to(&address).into_response());
    }
    let view = {
        let asked = view.asked.clone();
        view.leading(|turn| {
            let turns: Vec<_> = line.turns.iter().cloned().chain([turn.to_owned()]).collect();
            TurnWay::Link(address_of(variant, &fen, &turns, &asked))
        })
    };
    let problems = with_links(view.problems.clone(), variant, (&fen, &turns), &view.asked);
    let page = ExplorerPage { layout, variant, turns, fen, line, view, problems, has_begun_anew };
    Ok(if page.problems.is_empty() { Page::new(page).into_response() } else { Page::missing(page).into_response() })
}
