//! Who is told nothing: whoever plays a game now that it could help in, and nobody about what stands on a board now.

use std::collections::HashSet;

use domain::rules::ply::Ply;
use domain::rules::position::{Men, Position};
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use sqlx::PgConnection;

use super::refusal::EvaluationRefusal;
use crate::accounts::PlayerId;
use crate::games::visible::Extent;
use crate::games::{GameId, Games, StoredGame};
use crate::wording::players_line;

/// Positions that differ from the present one of a running game on so many squares may come of it within three turns: two
/// and one that castles make eight.
const CLOSE: usize = 8;

/// Positions that differ from the start on so many squares are two turns from it at most, and in every book.
const OPENING: usize = 4;

/// Whether a game may be evaluated at all, whoever asks. An event that goes on after its games have ended, so that their
/// positions still matter, would be asked about here.
///
/// # Errors
/// It runs, or there is nothing to be said of it.
pub fn may_be_evaluated(stored: &StoredGame) -> Result<(), EvaluationRefusal> {
    if stored.game.conclusion().is_none() {
        return Err(EvaluationRefusal::GameRuns);
    }
    if stored.game.seating().sides().count() > 2 {
        return Err(EvaluationRefusal::ManySides);
    }
    if stored.game.ply() == Ply::START {
        return Err(EvaluationRefusal::NoTurns);
    }
    Ok(())
}

/// Why a player is told nothing about a position: because of a running game of theirs, or because it stands on somebody's
/// board at the moment.
///
/// # Errors
/// The database fails, or a log is damaged.
pub async fn withholds(
    connection: &mut PgConnection,
    games: &Games,
    player: PlayerId,
    position: &Position,
) -> anyhow::Result<Option<EvaluationRefusal>> {
    let own = RunningGames::of(connection, games, Some(player)).await?;
    if let Some(refusal) = own.withholds(position) {
        return Ok(Some(refusal));
    }
    Ok(is_on_a_board(connection, position).await?.then_some(EvaluationRefusal::OthersGame))
}

/// Whether the men of a position stand like this in any running game, and not by its first turns. Every running game of the
/// variants that share the board is read, so that no turn has to write an index for it.
///
/// # Errors
/// The database fails.
pub async fn is_on_a_board(connection: &mut PgConnection, position: &Position) -> anyhow::Result<bool> {
    let men = Men::of(position);
    if is_opening(&men, position.variant()) {
        return Ok(false);
    }
    let share_the_board =
        Variant::ALL.into_iter().filter(|&variant| Men::of(&Position::start(variant)).differences(&men).is_some());
    let keys: Vec<_> = share_the_board.map(|variant| variant.key().to_owned()).collect();
    // Served by games_by_deadline.
    let rows = sqlx::query!("select variant, fen from games where deadline is not null and variant = any($1)", &keys)
        .fetch_all(&mut *connection)
        .await?;
    let letters = men_letters(&position.fen());
    for row in rows.iter().filter(|row| men_letters(&row.fen) == letters) {
        let other = Position::from_fen(row.variant.parse()?, &row.fen);
        let other = other.map_err(|_| anyhow::anyhow!("a game's position cannot be read: {}", row.fen))?;
        if Men::of(&other) == men {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many letters a FEN has for the men, whose field is its longest: as many as any other of the same men, so that few games
/// have to be read.
fn men_letters(fen: &str) -> usize {
    let men = fen.split(' ').max_by_key(|field| field.len()).unwrap_or_default();
    men.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// Whether men stand as after the first turns that many games begin with.
fn is_opening(men: &Men, variant: Variant) -> bool {
    men.differences(&Men::of(&Position::start(variant))).is_some_and(|differences| differences <= OPENING)
}

/// The running games of a player, so that they are told nothing about these.
#[derive(Debug, Default)]
pub struct RunningGames(Vec<RunningGame>);

#[derive(Debug)]
struct RunningGame {
    /// Who plays it.
    versus: String,
    present: Men,
    /// All that there were, the present one included.
    positions: HashSet<Men>,
}

impl RunningGames {
    /// Those of a player, whether they have an account or are a guest; none of who is nobody.
    ///
    /// # Errors
    /// The database fails, or a log is damaged.
    pub async fn of(connection: &mut PgConnection, games: &Games, player: Option<PlayerId>) -> anyhow::Result<Self> {
        let Some(player) = player else { return Ok(Self::default()) };
        // Served by game_seats_by_player.
        let rows = sqlx::query!(
            r#"select g.id, g.events, g.visible, g.seated_anew from game_seats s join games g on g.id = s.game_id
            where s.player_id = $1 and s.ended_at is null and g.ended_at is null group by g.id"#,
            player.0,
        )
        .fetch_all(&mut *connection)
        .await?;
        let mut running = Vec::with_capacity(rows.len());
        for row in rows {
            let extent = Extent::new(row.events, row.visible.as_deref(), row.seated_anew);
            let id = GameId::stored(row.id);
            let stored = games.remembered().load(connection, &id, &extent, Some(player)).await?;
            running.extend(stored.map(|stored| RunningGame::new(&stored, player)));
        }
        Ok(Self(running))
    }

    /// Why nothing is said of a position: it is or was in one of these games, or is close to the present one of them. The
    /// duck, whose turn it is and what has been counted make no difference, nor does a mirror.
    pub fn withholds(&self, position: &Position) -> Option<EvaluationRefusal> {
        if self.0.is_empty() {
            return None;
        }
        let men = Men::of(position);
        if let Some(game) = self.0.iter().find(|game| game.positions.contains(&men)) {
            return Some(EvaluationRefusal::OwnGame { versus: game.versus.clone() });
        }
        if is_opening(&men, position.variant()) {
            return None;
        }
        let is_close =
            |game: &&RunningGame| game.present.differences(&men).is_some_and(|differences| differences <= CLOSE);
        let game = self.0.iter().find(is_close)?;
        Some(EvaluationRefusal::NearOwnGame { versus: game.versus.clone() })
    }

    /// Why nobody who plays these games may ask about another: the present position of one of them was in it, and not by the
    /// first turns that many games begin with.
    pub fn forbid(&self, other: &StoredGame) -> Option<EvaluationRefusal> {
        let plies = (0..=other.game.turns().len()).map(Ply::after);
        let positions = plies.filter_map(|ply| other.game.position_at(ply));
        let variant = other.game.setup().variant;
        let mut later = positions.map(Men::of).filter(|men| !is_opening(men, variant));
        later.find_map(|men| {
            let game = self.0.iter().find(|game| game.present == men)?;
            Some(EvaluationRefusal::OwnGame { versus: game.versus.clone() })
        })
    }
}

impl RunningGame {
    fn new(stored: &StoredGame, player: PlayerId) -> Self {
        let game = &stored.game;
        let names: Vec<_> = stored.players.iter().map(|(_, player)| player.name.to_string()).collect();
        let plies = (0..=game.turns().len()).map(Ply::after);
        Self {
            versus: players_line(game.seating(), stored.seat_of(player).or(Some(Seat::FIRST)), &names),
            present: Men::of(game.position()),
            positions: plies.filter_map(|ply| game.position_at(ply)).map(Men::of).collect(),
        }
    }
}
