//! The analysis page: the board, the turns and the controls.

use std::sync::Arc;

use askama::Template;
use axum::response::{IntoResponse, Response};
use domain::rules::entry::Entry;
use domain::rules::line::NodePath;
use domain::rules::pgn::PgnResult;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Seating};
use domain::rules::variant::Variant;

use super::address;
use super::board_state::BoardState;
use super::chapter::Chapter;
use super::evaluation::EvaluationPart;
use super::form::{AnalysisForm, Step, seat_key};
use super::judged_line::BoardLine;
use super::origin::Origin;
use super::question::Question;
use super::saving::{SaveState, SavedBoard};
use super::to_game::ToGame;
use super::tree::{self, NotationPart};
use crate::boards::{BoardData, BoardView};
use crate::evaluation::{self, EvaluationRefusal};
use crate::explorer::{Asked, ExplorerView};
use crate::game_page::versus;
use crate::games::StoredGame;
use crate::library;
use crate::state::App;
use crate::web::opening;
use crate::web::page::{Layout, Page};
use crate::wording::{self, SeatNames, VariantNames, board_labels, collections, pgn_tags, players_line};

/// The page.
#[derive(Template)]
#[template(path = "analysis/show.html")]
pub struct AnalysisPage {
    layout: Layout,
    /// The game that is analysed.
    stored: Option<StoredGame>,
    /// The viewer's seat in it.
    seat: Option<Seat>,
    state: BoardState,
    position: Position,
    save_state: SaveState,
    public_url: Arc<str>,
    /// The game of a collection that the board was opened from.
    origin: Option<Origin>,
    /// The chapter of a study that the board shows.
    chapter: Option<Chapter>,
    /// What the computer says of the position, as the page is answered.
    evaluation: Option<EvaluationPart>,
    /// Why it does not evaluate the position, if that was asked for.
    refusal: Option<EvaluationRefusal>,
    /// What was asked for by the search for games from which the board was opened, as the query of an address.
    search: String,
    /// Which games the explorer looks at, while it is open.
    explored: Option<Asked>,
    /// What it says.
    explorer: Option<ExplorerView>,
}

/// Where the step buttons lead; `None` where the board is there already.
struct Steps {
    start: Option<NodePath>,
    back: Option<NodePath>,
    forward: Option<NodePath>,
    last: Option<NodePath>,
}

impl AnalysisPage {
    pub fn new(
        app: &App,
        layout: Layout,
        stored: Option<StoredGame>,
        state: BoardState,
        save_state: SaveState,
    ) -> Self {
        let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
        let seat = stored.as_ref().and_then(|stored| stored.seat_of(viewer?));
        let position = state.study.position_at(&state.place).unwrap_or_else(|| state.study.start().clone());
        Self {
            layout,
            stored,
            seat,
            state,
            position,
            save_state,
            public_url: app.public_url.clone(),
            origin: None,
            chapter: None,
            evaluation: None,
            refusal: None,
            search: String::new(),
            explored: None,
            explorer: None,
        }
    }

    /// The same, opened from a game of a collection.
    pub fn opened_from(self, origin: Option<Origin>) -> Self {
        Self { origin, ..self }
    }

    /// The same, opened from a search for games.
    pub fn searching(self, search: String) -> Self {
        Self { search, ..self }
    }

    /// The same as a chapter of a study.
    pub fn of_chapter(self, chapter: Option<Chapter>) -> Self {
        Self { chapter, ..self }
    }

    /// The same with the explorer as a form has it. Where it is opened beside a game of a collection, it looks at that.
    pub fn exploring(self, form: &AnalysisForm) -> Self {
        let mut asked = form.asked.clone();
        if let Some(origin) = self.origin.as_ref().filter(|_| form.opens_explorer()) {
            asked.collection.clone_from(&origin.collection);
        }
        Self { search: asked.search.clone(), explored: form.explores().then_some(asked), ..self }
    }

    /// Asks the computer about the position, or about all positions of its line, for a player with an account.
    ///
    /// # Errors
    /// The database fails.
    pub async fn evaluated(mut self, app: &App, step: Step) -> anyhow::Result<Self> {
        let viewer = self.layout.viewer.as_ref().filter(|viewer| !viewer.is_guest);
        let asked = match viewer {
            // Other engines play chess.
            Some(_) if !self.is_played() => return Ok(self),
            Some(_) if self.is_of_running_game() => Err(EvaluationRefusal::GameRuns),
            Some(viewer) if step == Step::EvaluateLine => match BoardLine::of(&self.state.study, &self.state.place) {
                Ok(line) => evaluation::ask_about_line(&app.games, line.positions(), viewer.id, app.now.get()).await?,
                Err(refusal) => Err(refusal),
            },
            Some(viewer) => {
                evaluation::ask_about_position(&app.games, &self.position, viewer.id, app.now.get()).await?
            }
            None => return Ok(self),
        };
        self.refusal = asked.err();
        Ok(self)
    }

    /// 200, 422 if something was refused, 409 if what is saved has been changed elsewhere, 429 if too much was asked of the
    /// computer.
    ///
    /// # Errors
    /// The database fails.
    pub async fn answer(mut self, app: &App) -> anyhow::Result<Response> {
        let line = self.line();
        if self.is_played() && (!self.is_over() || line.is_some() || self.refusal.is_some()) {
            let (viewer, runs) = (self.layout.viewer.as_ref(), self.is_of_running_game());
            let part = EvaluationPart::load(app, viewer, &self.position, line.as_ref(), runs).await?;
            self.evaluation = Some(part.refused(self.refusal.as_ref()));
        }
        if let Some(asked) = self.explored.take() {
            let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
            let view = ExplorerView::load((&app.pool, viewer), &self.position, asked).await?;
            self.explorer = Some(view.with_buttons());
        }
        let is_misled = self.explorer.as_ref().is_some_and(|view| !view.problems.is_empty());
        let has_problems = !self.state.problems.is_empty() || self.refusal.is_some() || is_misled;
        Ok(match (&self.save_state, &self.refusal) {
            (SaveState::Other { .. } | SaveState::Lost, _) => Page::moved_on(self).into_response(),
            _ if self.state.is_held_back => Page::moved_on(self).into_response(),
            (_, Some(EvaluationRefusal::TooManyPositions | EvaluationRefusal::TooManyLines)) => {
                Page::too_many(self).into_response()
            }
            _ if has_problems => Page::refused(self).into_response(),
            _ => Page::new(self).into_response(),
        })
    }

    /// The line on the board, if its turns can be judged: for players with an account, whom alone the computer answers.
    fn line(&self) -> Option<BoardLine> {
        let is_answered = self.layout.account().is_some() && self.is_played();
        is_answered.then(|| BoardLine::of(&self.state.study, &self.state.place).ok()).flatten()
    }

    /// Whether the game that is analysed is not over.
    fn is_of_running_game(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| stored.game.conclusion().is_none())
    }

    /// Whether games of this are played here: the computer knows no other.
    fn is_played(&self) -> bool {
        self.position.variant().is_played()
    }

    fn seating(&self) -> Seating {
        self.position.variant().seating()
    }

    fn variant(&self) -> &'static str {
        self.position.variant().name()
    }

    /// The players, if known.
    fn versus(&self) -> Option<String> {
        if let Some(stored) = &self.stored {
            return Some(versus(stored));
        }
        let tags = &self.state.study.game().tags;
        let seating = self.seating();
        let name = |seat| tags.get(seating.colour(seat).pgn_tag()).map(str::to_owned);
        let names: Vec<String> = seating.seats().map(name).collect::<Option<_>>()?;
        Some(players_line(seating, None, &names))
    }

    /// What the game of a collection is called, from which the board was opened: its players, or its number.
    fn imported_name(&self) -> Option<String> {
        let origin = self.origin.as_ref()?;
        let tags = &self.state.study.game().tags;
        let seating = self.seating();
        let name = |seat| tags.get(seating.colour(seat).pgn_tag()).unwrap_or_default().to_owned();
        Some(collections::game(seating, &seating.seats().map(name).collect::<Vec<_>>(), origin.number))
    }

    /// What a game from elsewhere says of itself, but for what the page says above.
    fn tags(&self) -> Vec<(String, String)> {
        if self.stored.is_some() {
            return Vec::new();
        }
        let is_player = |name: &str| self.seating().seats().any(|seat| self.seating().colour(seat).pgn_tag() == name);
        let tags = self.state.study.game().tags.iter().filter(|(name, _)| !is_player(name));
        tags.filter_map(|(name, value)| pgn_tags::told(name, value)).collect()
    }

    /// The result of a game from elsewhere, if it has one.
    fn score(&self) -> Option<String> {
        let result = self.state.study.game().result;
        let is_shown = self.stored.is_none() && result != PgnResult::Open;
        is_shown.then(|| wording::library::result(&result.text(self.seating())))
    }

    /// How many events of the game the page shows, so that scripts can tell when it is out of date.
    fn events(&self) -> u32 {
        let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
        self.stored.as_ref().map_or(0, |stored| stored.visible.seen_from(&stored.seats_of(viewer)))
    }

    /// The ply of the game that the board shows, or at which the variation on the board leaves the game.
    fn ply(&self) -> Ply {
        let mut place = self.state.place.clone();
        while !place.is_main() {
            match self.state.study.line().back(&place) {
                Some(back) => place = back,
                None => break,
            }
        }
        let game = self.stored.as_ref().map(|stored| &stored.game);
        let entries = game.into_iter().flat_map(|game| game.entries(game.ply()));
        entries.take(place.turns()).last().map_or(Ply::START, |(ply, _)| ply)
    }

    /// How many turns of the line were made in the game.
    fn made_in_game(&self) -> usize {
        self.stored.as_ref().map_or(0, |stored| stored.game.entries(stored.game.ply()).count())
    }

    fn side_key(&self) -> String {
        seat_key(self.seating(), self.state.side)
    }

    fn version(&self) -> Option<i64> {
        match self.save_state {
            SaveState::Unsaved { version } => version,
            SaveState::Saved { version } => Some(version),
            SaveState::Other { mine, .. } => Some(mine),
            SaveState::Looking { .. } | SaveState::Lost => None,
        }
    }

    /// The version of the chapter that the board comes from, where nothing is saved.
    fn seen(&self) -> Option<i64> {
        match self.save_state {
            SaveState::Looking { version } => Some(version),
            _ => None,
        }
    }

    fn is_saved(&self) -> bool {
        matches!(self.save_state, SaveState::Saved { .. })
    }

    fn is_lost(&self) -> bool {
        matches!(self.save_state, SaveState::Lost)
    }

    /// Whether the viewer looks at an older version of the chapter.
    fn is_behind(&self) -> bool {
        let saved = self.chapter.as_ref().map(|chapter| chapter.saved.version);
        self.seen().zip(saved).is_some_and(|(seen, saved)| seen < saved)
    }

    /// The version of the chapter that the page knows of.
    fn shown_version(&self) -> i64 {
        let other = self.other().map(|other| other.version);
        other.or_else(|| self.version()).or_else(|| self.seen()).unwrap_or_default()
    }

    /// Whether search engines are to leave it out: what somebody has brought along, or shows to few.
    fn is_unlisted(&self) -> bool {
        self.origin.is_some() || self.chapter.as_ref().is_some_and(Chapter::is_unlisted)
    }

    fn steps(&self) -> Steps {
        let (line, place) = (self.state.study.line(), &self.state.place);
        let back = line.back(place);
        Steps {
            start: back.as_ref().map(|_| NodePath::START),
            back,
            forward: line.forward(place),
            last: line.last(place),
        }
    }

    /// The last node of the line on the board: animation goes up to there.
    fn end(&self) -> String {
        let place = &self.state.place;
        self.state.study.line().last(place).as_ref().unwrap_or(place).to_string()
    }

    fn parts(&self) -> Vec<NotationPart> {
        tree::parts(&self.state.study, &self.state.place, self.made_in_game())
    }

    fn last_turn(&self) -> Option<String> {
        tree::last_turn(&self.state.study, &self.state.place)
    }

    fn is_in_variation(&self) -> bool {
        !self.state.place.is_main()
    }

    /// Whether the last turn can be removed: one made in the game cannot.
    fn can_remove(&self) -> bool {
        self.state.place != NodePath::START
            && !(self.state.place.is_main() && self.state.place.turns() <= self.made_in_game())
    }

    fn status(&self) -> String {
        match self.position.result() {
            Some(result) => wording::result_sentence(result.into(), self.seating()),
            None => wording::game_page::seat_is_to_move(self.seating().name(self.position.seat_to_move())),
        }
    }

    /// Whether nobody can play on. In chess somebody can where neither side can mate.
    fn is_over(&self) -> bool {
        self.position.result().is_some() && !self.position.has_turn()
    }

    /// The note at this node, or what was typed if that could not be saved.
    fn note(&self) -> String {
        self.state.note.clone().unwrap_or_else(|| self.state.study.comment_at(&self.state.place))
    }

    fn board(&self) -> BoardView {
        let to_move = self.seating().name(self.position.seat_to_move());
        let label = match self.last_turn() {
            Some(turn) if self.is_over() => board_labels::after(&turn),
            Some(turn) => board_labels::to_move(Some(&turn), to_move),
            None => board_labels::at_start(to_move),
        };
        let last = self.state.study.entry_before(&self.state.place).and_then(Entry::turn);
        let before =
            self.state.study.line().back(&self.state.place).and_then(|back| self.state.study.position_at(&back));
        let board = BoardView::new(&self.position, last, self.state.side, label).coming_from(before.as_ref());
        board.with_arrows(self.evaluation.as_ref().map_or(&[], |part| &part.first_turns))
    }

    fn board_data(&self) -> Result<Option<String>, serde_json::Error> {
        let ply = u32::try_from(self.state.place.turns()).unwrap_or(u32::MAX);
        let data = || BoardData::new(&self.position, self.state.side, ply);
        let check_marks = self.layout.board.check_marks;
        (!self.is_over()).then(|| data().marked_as(&self.board(), check_marks).json()).transpose()
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The search for games that came to the position on the board; not for the one that all games begin with.
    fn games_with_position(&self) -> Option<String> {
        let is_start = self.position == Position::start(self.position.variant());
        let is_searched = self.is_played() && !is_start;
        let place = library::Asked::of_position(&self.position);
        let start = self.state.study.start();
        // Where the board began elsewhere, first turns were asked for beside its position; else those on it stand for them.
        let begins_elsewhere = *start != Position::start(start.variant());
        let place = if begins_elsewhere { place.begun_as(&library::Asked::of_query(&self.search)) } else { place };
        is_searched.then(|| self.games(&place))
    }

    /// The search for games that began with the turns up to here, or with as many of them as games are found by; and what it is called.
    fn games_with_opening(&self) -> Option<(String, String)> {
        let study = &self.state.study;
        let count = study.line().turns_to(&self.state.place)?.len();
        let turns = self.opening().filter(|turns| self.is_played() && !turns.is_empty())?;
        let place = library::Asked::of_opening(study.start().variant(), turns.join(" "));
        Some((wording::library::begun_so(count, opening::DEPTH), self.games(&place)))
    }

    /// The turns up to here, or as many of them as games are found by. None where the board began elsewhere, or where somebody has
    /// dropped out among them.
    fn opening(&self) -> Option<Vec<String>> {
        let (study, start) = (&self.state.study, self.state.study.start());
        if *start != Position::start(start.variant()) {
            return None;
        }
        let entries = study.line().turns_to(&self.state.place)?;
        written(start, &entries[..entries.len().min(opening::DEPTH)])
    }

    /// Whether the search for games goes on from here with a turn that does not say where the duck goes.
    fn stops_before_duck(&self) -> bool {
        let asked = library::Asked::of_query(&self.search);
        let variant = self.state.study.start().variant();
        self.opening().is_some_and(|turns| opening::stops_after(&asked.turns, &turns, variant))
    }

    /// What else was asked for by the search from which the board was opened, in words, and the address of that search.
    fn kept(&self) -> Option<(String, String)> {
        let asked = library::Asked::of_query(&self.search).from_first();
        let chips = asked.chips("/games");
        let words: Vec<_> = chips.into_iter().map(|chip| chip.words).collect();
        (!words.is_empty()).then(|| (words.join(", "), asked.address("/games", &[], &[])))
    }

    /// The search for games of a place, with what else was asked for.
    fn games(&self, place: &library::Asked) -> String {
        library::Asked::of_query(&self.search).at(place).address("/games", &[], &[])
    }

    fn pgn(&self) -> String {
        self.state.study.to_string()
    }

    fn address(&self) -> Option<String> {
        let path = address::of(&self.state.study, &self.state.place, self.state.side)?;
        Some(format!("{}{path}", self.public_url))
    }

    fn to_game(&self) -> Option<ToGame> {
        ToGame::of(self.stored.as_ref()?, self.seat?, &self.state.study, &self.state.place)
    }

    fn other(&self) -> Option<&SavedBoard> {
        match &self.save_state {
            SaveState::Other { other, .. } => Some(other),
            _ => None,
        }
    }

    /// The variants to choose from while the board is empty.
    fn variants(&self) -> impl Iterator<Item = Variant> {
        Variant::READ.into_iter()
    }
}

/// Turns as they are written one after the other; `None` if somebody drops out among them.
fn written(start: &Position, entries: &[&Entry]) -> Option<Vec<String>> {
    let mut position = start.clone();
    let mut write = |entry: &Entry| {
        let text = position.write_turn(entry.turn()?);
        position = position.after(*entry);
        Some(text)
    };
    entries.iter().map(|entry| write(entry)).collect()
}
