//! `/games/{id}/conditionals`: the page where a player edits their conditional turns, on a board or as text.
//!
//! The draft exists only in the page's form: `lines`, the tree so far as text, and `line`, the turns of the line on the
//! board. Each step sends the form to the page itself, which answers with the page after the step. Nothing takes effect
//! before it is saved, which is an action of the game like any other.

mod draft;
mod rebased;
mod tree;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use domain::correspondence::conditional::{BlockedReply, ConditionalTree, Reply};
use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use super::conditionals::draft::{ConditionalsDraft, ConditionalsForm};
use super::conditionals::rebased::{ObsoleteLine, RebasedForm};
use super::form::ActionForm;
use super::form_error::NOT_YOURS;
use crate::accounts::{MaybeGuest, Viewer};
use crate::boards::{BoardData, BoardView, numbered};
use crate::games::{self, GameId, StoredGame, examples};
use crate::platform::error::Error;
use crate::sign_in::MaybeGuestForm;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::wording::conditional_turns::{self, DraftNow};
use crate::wording::{SeatNames, board_labels, players_line};

pub use crate::game_page::conditionals::draft::with_line;
pub use tree::{TreePart, TreeView};

/// The page.
#[derive(Template)]
#[template(path = "games/conditionals.html")]
pub struct ConditionalsPage {
    layout: Layout,
    stored: Arc<StoredGame>,
    seat: Seat,
    draft: ConditionalsDraft,
    /// The ply that the draft starts from: the present one, unless the draft could not be rebased.
    begun: Ply,
    /// Whether the game has moved on since the draft was begun.
    is_behind: bool,
    /// Whether the draft is too large to be rebased.
    is_stuck: bool,
    /// Whether one of its lines has been played to its end meanwhile.
    was_played: bool,
    /// The lines that can no longer occur, as the form keeps them.
    gone: String,
    /// Whether there was a draft at all.
    was_begun: bool,
    /// The draft's reply to the turn just made, now that it is the viewer's turn, and the lines that follow it.
    reply_first: Option<(String, String)>,
}

/// The most replies that the page warns of.
const MAX_WARNINGS: usize = 5;

/// The most turns for which the page links to an alternative reply.
const MAX_LINKS: usize = 6;

/// A reply that the duck can block.
pub struct Warning {
    /// What it says.
    pub sentence: String,
    /// The turns left without a reply in that case, with the lines that end with them.
    pub turns: Vec<(String, String)>,
    /// Whether the reply is the end of the line on the board.
    pub is_on_board: bool,
}

impl Warning {
    /// The warnings of a tree that starts from a game's present position, as far as a page shows them.
    pub fn all(game: &Game, tree: &ConditionalTree, on_board: &[String]) -> Vec<Self> {
        let blocked = tree.blocked_replies(game.position(), MAX_WARNINGS);
        blocked.into_iter().map(|blocked| Self::of(blocked, on_board)).collect()
    }

    fn of(BlockedReply { line, pattern, reply, turns }: BlockedReply, on_board: &[String]) -> Self {
        let is_on_board = line.iter().chain([&pattern, &reply]).eq(on_board);
        let sentence = conditional_turns::reply_blocked(&reply, &turns.iter().map(String::as_str).collect::<Vec<_>>());
        let with_line = |turn: String| {
            let line = format!("{} {turn}", line.join(" "));
            (turn, line.trim_start().to_owned())
        };
        Self { sentence, turns: turns.into_iter().take(MAX_LINKS).map(with_line).collect(), is_on_board }
    }
}

impl ConditionalsPage {
    /// The page with what is saved.
    fn saved(layout: Layout, stored: Arc<StoredGame>, seat: Seat) -> Self {
        let lines = stored.game.conditionals(seat).to_string();
        let ply = stored.game.ply().to_string();
        Self::new(layout, stored, seat, ConditionalsForm { ply, lines, ..ConditionalsForm::default() })
    }

    /// The page with a draft, after its step if the game has not moved on.
    fn new(layout: Layout, stored: Arc<StoredGame>, seat: Seat, form: ConditionalsForm) -> Self {
        let game = &stored.game;
        let begun = form.ply.parse().map_or(game.ply(), Ply);
        let is_behind = begun < game.ply();
        let is_own = |to_move| game.seating().is_same_player(to_move, seat);
        let goes_on = game.conclusion().is_none();
        let is_own_turn = game.seat_to_move().is_some_and(is_own);
        let typed = [&form.lines, &form.line, &form.turn, &form.gone];
        let was_begun = typed.iter().any(|typed| !typed.trim().is_empty());
        let rebased = match is_behind && goes_on {
            true => rebased::rebase(form, game, !is_own_turn),
            false => RebasedForm { form, ..RebasedForm::default() },
        };
        let RebasedForm { mut form, was_played, stuck } = rebased;
        let gone = std::mem::take(&mut form.gone);
        let is_stuck = stuck.is_some();
        let mut draft = match goes_on && !is_own_turn && !is_stuck {
            true => ConditionalsDraft::of(form, game.position(), seat),
            false => ConditionalsDraft::as_text(form, game.position(), seat),
        };
        if let Some(wrong) = stuck {
            draft.problems.add("lines", &wrong);
        }
        let reply_first = (is_own_turn && !is_stuck).then(|| rebased::reply_first(&draft.lines, game.position(), seat));
        let (reply_first, begun) = (reply_first.flatten(), if is_stuck { begun } else { game.ply() });
        Self { layout, stored, seat, draft, begun, is_behind, is_stuck, was_played, gone, was_begun, reply_first }
    }

    /// The page again with what was sent and why it was not saved.
    pub fn refused(
        layout: Layout,
        stored: Arc<StoredGame>,
        seat: Seat,
        form: &ActionForm,
        problems: &Problems,
    ) -> Self {
        let mut page = Self::new(layout, stored, seat, ConditionalsForm::from(form));
        if !page.is_behind {
            page.draft.problems.add_others(problems);
        }
        page
    }

    /// 200, or 422 if something is wrong with the draft, or 409 if it belongs to an earlier position.
    pub fn answer(self) -> Response {
        match (self.is_behind, self.draft.problems.is_empty()) {
            (true, _) => Page::moved_on(self).into_response(),
            (false, false) => Page::refused(self).into_response(),
            (false, true) => Page::new(self).into_response(),
        }
    }

    fn what_has_come(&self) -> String {
        let last = numbered(&self.stored.game, self.stored.game.ply()).unwrap_or_default();
        let is_left = !self.draft.lines.trim().is_empty();
        let draft = match (self.can_save(), is_left) {
            _ if self.is_stuck => DraftNow::TooLong,
            (false, true) if self.is_own_turn() => DraftNow::BeginsWithYourTurn,
            (false, true) => DraftNow::AsText,
            (true, true) if self.is_changed() => DraftNow::Updated,
            (true, true) => DraftNow::SavedUpdated,
            (_, false) if !self.was_begun => DraftNow::NotBegun,
            (_, false) if self.gone.is_empty() => DraftNow::PlayedToItsEnd,
            (_, false) if self.was_played => DraftNow::PlayedOrImpossible,
            (_, false) => DraftNow::Impossible,
        };
        conditional_turns::moved_on(&last, draft)
    }

    /// What cannot come any more.
    fn obsolete_lines(&self) -> Vec<ObsoleteLine> {
        rebased::read(&self.gone)
    }

    fn id(&self) -> &GameId {
        &self.stored.id
    }

    fn ply(&self) -> Ply {
        self.stored.game.ply()
    }

    /// Against whom, and with whom.
    fn company(&self) -> String {
        let names: Vec<_> = self.stored.players.iter().map(|(_, player)| player.name.to_string()).collect();
        players_line(self.stored.game.seating(), Some(self.seat), &names)
    }

    /// The name of the player who moves next in the line.
    fn next_player(&self) -> String {
        let position = self.draft.line.position();
        let player = &self.stored.players[position.seat_to_move()];
        if self.stored.game.seating().has_many_seats() {
            let seat = self.stored.game.seating().name(position.seat_to_move());
            return conditional_turns::player_at(player.name.as_str(), seat);
        }
        player.name.to_string()
    }

    fn is_for_many(&self) -> bool {
        self.stored.game.seating().is_for_many()
    }

    /// From where the board is seen.
    fn seen_from(&self) -> Seat {
        self.layout.lower_seat(self.stored.game.setup().variant, self.seat)
    }

    /// A turn as it may be typed next.
    fn example(&self) -> Option<String> {
        let turn = examples::turn(self.draft.line.position())?;
        let any_duck = turn.split_once('@').filter(|_| self.is_theirs_next()).map(|(piece, _)| format!("{piece}@*"));
        Some(any_duck.map_or_else(|| turn.clone(), |any_duck| conditional_turns::example(&turn, &any_duck)))
    }

    /// A line as it may be typed, while another is to move.
    fn example_line(&self) -> Option<String> {
        self.can_save().then(|| examples::line(self.stored.game.position(), self.seat)).flatten()
    }

    /// Whether they can be saved: the game goes on and the other side is to move.
    fn can_save(&self) -> bool {
        !self.is_over() && !self.is_own_turn() && !self.is_stuck
    }

    fn is_over(&self) -> bool {
        self.stored.game.conclusion().is_some()
    }

    fn is_own_turn(&self) -> bool {
        let game = &self.stored.game;
        game.seat_to_move().is_some_and(|to_move| game.seating().is_same_player(to_move, self.seat))
    }

    fn is_theirs_next(&self) -> bool {
        self.draft.line.is_theirs_next()
    }

    fn can_go_on(&self) -> bool {
        self.can_save() && !self.draft.line.has_ended()
    }

    fn is_changed(&self) -> bool {
        self.draft.lines != self.stored.game.conditionals(self.seat).to_string()
    }

    /// The turn at the end of the line, if it waits for a reply; and the reply that it has in the tree.
    fn unanswered_turn(&self) -> Option<(&str, Option<&str>)> {
        let words = self.draft.line.words();
        let last = words.last().filter(|_| !self.is_theirs_next())?;
        let reply = self.draft.tree.as_ref().and_then(|tree| tree.reply_to(words));
        Some((last, reply.map(Reply::word)))
    }

    fn parts(&self) -> Vec<TreePart> {
        let tree = self.draft.tree.as_ref();
        tree.map_or_else(Vec::new, |tree| TreeView::parts(&self.stored.game, tree, self.draft.line.words()))
    }

    /// Replies that the duck can block, as far as the page warns of them.
    fn warnings(&self) -> Vec<Warning> {
        let tree = self.draft.tree.as_ref().filter(|_| self.can_save());
        tree.map_or_else(Vec::new, |tree| Warning::all(&self.stored.game, tree, self.draft.line.words()))
    }

    /// How many events of the game the page shows, so that scripts can tell when it is out of date.
    fn events(&self) -> u32 {
        let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
        self.stored.visible.seen_from(&self.stored.seats_of(viewer))
    }

    /// What is left of the turns that were saved, as they are read.
    fn saved_parts(&self) -> Vec<TreePart> {
        let game = &self.stored.game;
        TreeView::parts(game, game.conditionals(self.seat), &[])
    }

    /// The last turn of the game, shown in front of the tree.
    fn last_turn(&self) -> Option<String> {
        numbered(&self.stored.game, self.ply())
    }

    fn line_text(&self) -> String {
        self.draft.line.words().join(" ")
    }

    fn board(&self) -> BoardView {
        let line = &self.draft.line;
        let to_move = self.stored.game.seating().name(line.position().seat_to_move());
        let label = board_labels::at_end_of_line(line.words().last().map(String::as_str), to_move);
        let last = line.last().or_else(|| Some(self.stored.game.turn_before(self.ply())?.turn.into()));
        BoardView::after_pattern(line.position(), last, self.seen_from(), label)
    }

    fn board_data(&self) -> Result<Option<String>, serde_json::Error> {
        let position = self.draft.line.position();
        let data = || BoardData::new(position, self.seen_from(), self.ply().0).of_theirs(self.is_theirs_next());
        let check_marks = self.layout.board.check_marks;
        self.can_go_on().then(|| data().marked_as(&self.board(), check_marks).json()).transpose()
    }
}

/// `GET /games/{id}/conditionals`
///
/// # Errors
/// Not signed in, not there, or another's game.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    MaybeGuest(viewer): MaybeGuest,
    Path(id): Path<String>,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let (stored, seat) = own_game(&app, &viewer, &id).await?;
    let saved_form = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let form = saved_form.and_then(|kept| {
        let sent = kept.form::<ActionForm>(&format!("/games/{}/actions", stored.id));
        kept.form(&format!("/games/{}/conditionals", stored.id)).or_else(|| sent.as_ref().map(ConditionalsForm::from))
    });
    let page = match form {
        Some(form) => ConditionalsPage::new(layout, stored, seat, form),
        None => ConditionalsPage::saved(layout, stored, seat),
    };
    Ok(page.answer())
}

/// `POST /games/{id}/conditionals`: the page after a step. Nothing is saved.
///
/// # Errors
/// Not there, or another's game.
pub async fn step(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    MaybeGuestForm { viewer, form }: MaybeGuestForm<ConditionalsForm>,
) -> Result<Response, Error> {
    let (stored, seat) = own_game(&app, &viewer, &id).await?;
    Ok(ConditionalsPage::new(layout, stored, seat, form).answer())
}

async fn own_game(app: &App, viewer: &Viewer, id: &str) -> Result<(Arc<StoredGame>, Seat), Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let stored = Arc::new(games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?);
    let seat = stored.seat_of(viewer.id).ok_or(NOT_YOURS)?;
    Ok((stored, seat))
}
