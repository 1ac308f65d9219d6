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

/// What a viewer is told nothing about, of some positions.
#[derive(Debug)]
pub struct Silence {
    own: RunningGames,
    /// The men of those positions that stand on somebody's board now.
    on_boards: HashSet<Men>,
}

impl Silence {
    /// About these positions, all of one variant.
    ///
    /// # Errors
    /// The database fails, or a log is damaged.
    pub async fn about(
        connection: &mut PgConnection,
        games: &Games,
        viewer: Option<PlayerId>,
        positions: impl IntoIterator<Item = &Position>,
    ) -> anyhow::Result<Self> {
        let own = RunningGames::of(connection, games, viewer).await?;
        Ok(Self { own, on_boards: on_boards(connection, positions).await? })
    }

    /// Why the viewer is told nothing about a position, which is one of those: because of a running game of theirs, or because
    /// it stands on somebody's board now.
    pub fn withholds(&self, position: &Position) -> Option<EvaluationRefusal> {
        let on_a_board = || self.on_boards.contains(&Men::of(position)).then_some(EvaluationRefusal::OthersGame);
        self.own.withholds(position).or_else(on_a_board)
    }
}

/// Whether a position stands on somebody's board now.
///
/// # Errors
/// The database fails.
pub async fn is_on_a_board(connection: &mut PgConnection, position: &Position) -> anyhow::Result<bool> {
    Ok(!on_boards(connection, [position]).await?.is_empty())
}

/// The men of those positions that stand like this in any running game, and not by its first turns. Every running game of the
/// variants that share the board is read, so that no turn has to write an index for it.
async fn on_boards(
    connection: &mut PgConnection,
    positions: impl IntoIterator<Item = &Position>,
) -> anyhow::Result<HashSet<Men>> {
    let (mut asked, mut letters, mut variant) = (HashSet::new(), HashSet::new(), None);
    for position in positions {
        let men = Men::of(position);
        if !is_opening(&men, position.variant()) {
            variant = Some(position.variant());
            letters.insert(men_letters(&position.fen()));
            asked.insert(men);
        }
    }
    let Some(variant) = variant else { return Ok(asked) };
    let start = Men::of(&Position::start(variant));
    let shares_the_board = |other: &Variant| Men::of(&Position::start(*other)).differences(&start).is_some();
    let keys: Vec<_> =
        Variant::ALL.iter().filter(|other| shares_the_board(other)).map(|it| it.key().to_owned()).collect();
    // Served by games_by_deadline.
    let rows = sqlx::query!("select variant, fen from games where deadline is not null and variant = any($1)", &keys)
        .fetch_all(&mut *connection)
        .await?;
    let mut found = HashSet::new();
    for row in rows.iter().filter(|row| letters.contains(&men_letters(&row.fen))) {
        let other = Position::from_fen(row.variant.parse()?, &row.fen);
        let other = other.map_err(|_| anyhow::anyhow!("a game's position cannot be read: {}", row.fen))?;
        found.extend(asked.take(&Men::of(&other)));
    }
    Ok(found)
}

/// How many letters a FEN has for the men: as many as any other of the same men, so that few games have to be read. Their field is
/// the first that is longer than the set-up and the flap that Duchess has before it.
fn men_letters(fen: &str) -> usize {
    let men = fen.split(' ').find(|field| field.len() > SET_UP_LENGTH).unwrap_or_default();
    men.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// `2x2`, the longest name of a set-up.
const SET_UP_LENGTH: usize = 3;

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
        // Where every game begins.
        if men == Men::of(&Position::start(position.variant())) {
            return None;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_men_of_a_fen_are_counted() {
        let duck = "4k3/8/8/8/3*4/8/4P3/4K3 w KQkq - 0 1";
        assert_eq!(men_letters(duck), 3);
        // A letter and the letter of its square for each, whatever has been captured.
        for captured in ["-", "PPPPPRRBBNQDFW/PPPPPRRBBNQDFW"] {
            assert_eq!(men_letters(&format!("2x2 1 K1c1/QV/K4c1/K5c1 {captured} - 3 12")), 8);
        }
    }
}
