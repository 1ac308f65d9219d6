//! The turns of computer players: through the same door as everybody's.

use std::ops::ControlFlow;

use anyhow::Context;
use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::game::Game;
use domain::correspondence::refusal::Refusal;
use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::character::Character;
use super::judgement::{Decision, Outlook};
use super::store::Computers;
use crate::engines::{Found, Search};
use crate::games::{self, GameId, StoredGame};
use crate::jobs::{self, Job, Workshop};

/// Makes the turn of a computer player, if it is still to be made.
///
/// # Errors
/// The engine or the database fails.
pub async fn play(workshop: &mut Workshop<'_>, computers: &Computers, job: &Job) -> anyhow::Result<()> {
    let id = GameId::stored(job.subject.clone());
    if let Some((stored, seat, character)) = to_play(workshop, computers, &id).await? {
        let found = match workshop.engines.search(&search(&stored.game, character)).await {
            Err(failure) if job.failures >= PATIENT_FAILURES => {
                tracing::error!(game = %id, %failure, "the engine fails again and again: any turn is made");
                any_turn(stored.game.position()).ok_or(failure)?
            }
            found => found?,
        };
        let now = workshop.now.get();
        let request = match is_given_up_by_partners(&stored, computers, seat) {
            true => ActionRequest::Resign,
            false => request(&stored.game, seat, character, &found, now),
        };
        let action = Action { request, message: None, ply: stored.game.ply() };
        let decided = workshop.games.decide(&id, now, |stored| stored.game.act(seat, &action, now)).await?;
        match decided.context("a game is gone")?.answer {
            // Somebody was faster: another worker, or the end of the game.
            Ok(()) | Err(Refusal::StalePly | Refusal::NotYourTurn { .. } | Refusal::GameOver(_)) => {}
            Err(refusal) => anyhow::bail!("the computer's action is refused: {}", refusal.code()),
        }
    }
    jobs::finish(&mut *workshop.games.pool().acquire().await?, job).await?;
    Ok(())
}

/// The game, and the computer that is to move in it.
async fn to_play(
    workshop: &Workshop<'_>,
    computers: &Computers,
    id: &GameId,
) -> anyhow::Result<Option<(StoredGame, Seat, &'static Character)>> {
    let Some(stored) = games::load(workshop.games.pool(), id).await? else { return Ok(None) };
    let Some(seat) = stored.game.seat_to_move() else { return Ok(None) };
    let level = computers.level(stored.players[seat].id);
    Ok(level.map(|level| (stored, seat, level.character())))
}

/// What the engine is asked.
fn search(game: &Game, character: &Character) -> Search {
    let mut search = Search::of_game(game, game.ply(), character.limit);
    search.elo = character.elo;
    search.is_to_play = true;
    search
}

/// After so many failures, some minutes, any turn is better than none: a computer never runs out of time.
const PATIENT_FAILURES: i32 = 7;

/// The first turn there is.
fn any_turn(position: &Position) -> Option<Found> {
    let best = position.try_for_each_turn(ControlFlow::Break).break_value()?;
    Some(Found { best, lines: Vec::new() })
}

/// Whether a computer has partners who are people, and all of those have resigned: a side resigns when all of it have.
fn is_given_up_by_partners(stored: &StoredGame, computers: &Computers, seat: Seat) -> bool {
    let (game, seating) = (&stored.game, stored.game.seating());
    let is_person = |&other: &Seat| computers.level(stored.players[other].id).is_none();
    let mut people = seating.seats_of(seating.side(seat)).filter(is_person).peekable();
    people.peek().is_some() && people.all(|person| game.has_resigned(person)) && !game.has_resigned(seat)
}

/// What the computer does.
fn request(game: &Game, seat: Seat, character: &Character, found: &Found, now: jiff::Timestamp) -> ActionRequest {
    let outlook = Outlook {
        score: found.score(),
        plies: game.turns().len(),
        quiet: game.position().halfmove_clock(),
        actions: &game.actions(seat, now),
        may_offer_draw: game.may_offer_draw_with_turn(seat),
        resigns: character.resigns && game.seating().sides().count() == 2 && game.seating().players() == 2,
    };
    match outlook.decide() {
        Decision::Move { offer_draw } => {
            ActionRequest::Move { turn: game.position().write_turn(found.best), offer_draw, lines: String::new() }
        }
        Decision::AcceptDraw => ActionRequest::AcceptDraw,
        Decision::ClaimDraw => ActionRequest::ClaimDraw,
        Decision::Resign => ActionRequest::Resign,
    }
}
