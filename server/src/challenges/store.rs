//! Challenges in the database.

mod expiry;
mod limits;
mod lists;
mod places;

use anyhow::Context;
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControlKind;
use domain::rules::seat::{BySeat, Seat};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::challenge::{Answer, AnswerRefusal, Challenge, ChallengeId, SeatChoice, State, Terms};
use super::limit::ChallengeLimit;
use crate::accounts::{self, Player, PlayerId, PlayerName};
use crate::games::{self, GameId, Games};
use crate::platform::database::Pool;
use crate::platform::database::listen;
use crate::{outbox, topics};

pub use expiry::expire;
pub use lists::{MAX_PER_CHALLENGER, answered_of, dismiss, in_lobby, made_by, sent_to, waiting_for};
pub use places::{change, invited_by, offer_rematch_to_all};

/// A row, before it is read into a [`Challenge`].
struct Row {
    id: String,
    challenger: i64,
    challenger_name: String,
    opponent: Option<i64>,
    opponent_name: Option<String>,
    variant: String,
    clock: String,
    seat: String,
    rated: bool,
    public: bool,
    created_at: jiff_sqlx::Timestamp,
    state: String,
    expired: bool,
    game_id: Option<String>,
}

/// A query of rows, by what follows `from`.
macro_rules! rows {
    ($rest:literal, $($bound:expr),+ $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"select c.id, c.challenger, a.name as challenger_name, c.opponent, b.name as "opponent_name?",
                c.variant, c.clock, c.seat, c.rated, c.public, c.created_at, c.state, c.expired, c.game_id
            from challenges c join players a on a.id = c.challenger left join players b on b.id = c.opponent "#
                + $rest,
            $($bound),+
        )
    };
}
use rows;

impl TryFrom<Row> for Challenge {
    type Error = anyhow::Error;

    fn try_from(row: Row) -> anyhow::Result<Self> {
        let player = |(id, name)| Player { id: PlayerId(id), name: PlayerName::stored(name) };
        let state = match (row.state.as_str(), row.game_id) {
            ("open", _) => State::Open,
            ("accepted", Some(game)) => State::Accepted(GameId::stored(game)),
            ("declined", _) => State::Declined,
            ("withdrawn", _) if row.expired => State::Expired,
            ("withdrawn", _) => State::Withdrawn,
            (other, _) => anyhow::bail!("challenge {} is in state {other}", row.id),
        };
        Ok(Self {
            id: ChallengeId::stored(row.id),
            challenger: player((row.challenger, row.challenger_name)),
            opponent: row.opponent.zip(row.opponent_name).map(player),
            terms: Terms {
                variant: row.variant.parse()?,
                clock: TimeControlKind::by_key(&row.clock).context("a challenge has an unknown clock")?,
                seat: row.seat.parse().ok().context("a challenge has an unknown seat")?,
                rated: row.rated,
                public: row.public,
            },
            created_at: row.created_at.to_jiff(),
            state,
            places: Vec::new(),
        })
    }
}

/// Whether all whom a challenge was accepted by are computers.
pub async fn is_with_computers_only(pool: &Pool, challenge: &Challenge) -> anyhow::Result<bool> {
    let invited = challenge.opponent.iter().chain(challenge.places.iter().filter_map(|place| place.player.as_ref()));
    let others: Vec<_> = invited.map(|player| player.id).filter(|&id| id != challenge.challenger.id).collect();
    Ok(!others.is_empty() && accounts::all_computers(&mut *pool.acquire().await?, &others).await?)
}

/// The game that a challenge is to follow as its rematch, if it is one.
///
/// # Errors
/// The database fails.
pub async fn rematch_of(connection: &mut PgConnection, id: &ChallengeId) -> sqlx::Result<Option<GameId>> {
    let before = sqlx::query_scalar!("select rematch_of from challenges where id = $1", id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(before.flatten().map(GameId::stored))
}

/// The game that another was the rematch of, if it was one.
///
/// # Errors
/// The database fails.
pub async fn game_before(connection: &mut PgConnection, game: &GameId) -> sqlx::Result<Option<GameId>> {
    // Served by challenges_by_game.
    let before = sqlx::query_scalar!("select rematch_of from challenges where game_id = $1", game.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(before.flatten().map(GameId::stored))
}

/// Makes a challenge, unless there are too many. Two requests of one player are taken one after the other.
pub async fn insert(
    pool: &Pool,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    terms: Terms,
    now: Timestamp,
) -> anyhow::Result<Result<ChallengeId, ChallengeLimit>> {
    let id = ChallengeId::draw();
    let mut transaction = pool.begin().await?;
    accounts::queue_up(&mut transaction, challenger).await?;
    if let Some(too_many) = limits::too_many(&mut transaction, challenger, opponent.as_slice(), now).await? {
        return Ok(Err(too_many));
    }
    insert_row(&mut transaction, &id, challenger, opponent, terms, now).await?;
    if let Some(opponent) = opponent {
        outbox::challenged(&mut transaction, id.as_str(), opponent, now).await?;
    }
    announce(&mut transaction, challenger, opponent).await?;
    transaction.commit().await?;
    Ok(Ok(id))
}

async fn insert_row(
    connection: &mut PgConnection,
    id: &ChallengeId,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
    terms: Terms,
    now: Timestamp,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into challenges (id, challenger, opponent, variant, clock, seat, rated, created_at, public)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id.as_str(),
        challenger.0,
        opponent.map(|player| player.0),
        terms.variant.key(),
        terms.clock.key(),
        terms.seat.key(),
        terms.rated,
        now.to_sqlx() as _,
        terms.public,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes a challenge for more than two, with the places as they are, unless there are too many.
pub async fn insert_for_many(
    pool: &Pool,
    challenge: &Challenge,
    now: Timestamp,
) -> anyhow::Result<Result<(), ChallengeLimit>> {
    let challenger = challenge.challenger.id;
    let mut transaction = pool.begin().await?;
    accounts::queue_up(&mut transaction, challenger).await?;
    let invited: Vec<_> = challenge.invited().map(|player| player.id).collect();
    if let Some(too_many) = limits::too_many(&mut transaction, challenger, &invited, now).await? {
        return Ok(Err(too_many));
    }
    insert_row(&mut transaction, &challenge.id, challenger, None, challenge.terms, now).await?;
    places::write(&mut transaction, challenge).await?;
    places::invite(&mut transaction, challenge, &[], challenger, now).await?;
    places::announce(&mut transaction, challenge, &[]).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Announces that a challenge in the lobby has changed: to its two players, or to everyone if it is open.
async fn announce(
    connection: &mut PgConnection,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> anyhow::Result<()> {
    let other = opponent.map_or_else(topics::of_lobby, accounts::announcement_of);
    listen::announce(connection, &[accounts::announcement_of(challenger), other]).await
}

/// A challenge by its address.
pub async fn load(pool: &Pool, id: &ChallengeId) -> anyhow::Result<Option<Challenge>> {
    let mut connection = pool.acquire().await?;
    load_within(&mut connection, id).await
}

/// The same, within a transaction.
///
/// # Errors
/// The database fails.
pub async fn load_within(connection: &mut PgConnection, id: &ChallengeId) -> anyhow::Result<Option<Challenge>> {
    let row = rows!("where c.id = $1", id.as_str(),).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(None) };
    let mut challenge = [Challenge::try_from(row)?];
    places::add_to(connection, &mut challenge).await?;
    let [challenge] = challenge;
    Ok(Some(challenge))
}

/// A challenge that a player may see, locked until the transaction ends.
async fn lock_visible(
    connection: &mut PgConnection,
    id: &ChallengeId,
    player: PlayerId,
) -> anyhow::Result<Option<Challenge>> {
    // The game that was played before comes first, as it does where a guest's games become those of an account.
    sqlx::query!(
        "select g.id from challenges c join games g on g.id = c.rematch_of where c.id = $1 for no key update of g",
        id.as_str(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    sqlx::query!("select id from challenges where id = $1 for update", id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    Ok(load_within(connection, id).await?.filter(|challenge| challenge.is_visible_to(Some(player))))
}

/// Answers a challenge, or says why not; the game's id when one has begun by it. `None`: there is no such challenge,
/// or it is private to others. Of several answers at once the first is taken.
pub async fn answer(
    games: &Games,
    id: &ChallengeId,
    player: &Player,
    answer: Answer,
    now: Timestamp,
) -> anyhow::Result<Option<Result<Option<GameId>, AnswerRefusal>>> {
    let mut transaction = games.pool().begin().await?;
    let Some(challenge) = lock_visible(&mut transaction, id, player.id).await? else { return Ok(None) };
    if let Err(refusal) = challenge.check(player.id, answer) {
        return Ok(Some(Err(refusal)));
    }
    let (state, game) = match answer {
        Answer::Accept => ("accepted", Some(begin_game(games, &mut transaction, &challenge, player, now).await?)),
        Answer::Decline => ("declined", None),
        Answer::Withdraw => ("withdrawn", None),
    };
    write_answer(&mut transaction, id, state, game.as_ref(), now).await?;
    let challenger = challenge.challenger.id;
    match (&game, answer) {
        (Some(game), _) => outbox::challenge_accepted(&mut transaction, game.as_str(), challenger, now).await?,
        (None, Answer::Decline) => outbox::challenge_declined(&mut transaction, id.as_str(), challenger, now).await?,
        (None, _) => {}
    }
    announce(&mut transaction, challenger, challenge.opponent.as_ref().map(|opponent| opponent.id)).await?;
    if challenge.is_for_many() {
        places::announce(&mut transaction, &challenge, &[]).await?;
    }
    transaction.commit().await?;
    Ok(Some(Ok(game)))
}

/// Writes the answer to a challenge; if it offered a rematch, open pages of the previous game are notified.
async fn write_answer(
    connection: &mut PgConnection,
    id: &ChallengeId,
    state: &str,
    game: Option<&GameId>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let rematch_of = sqlx::query_scalar!(
        "update challenges set state = $2, answered_at = $3, game_id = $4 where id = $1 returning rematch_of",
        id.as_str(),
        state,
        now.to_sqlx() as _,
        game.map(GameId::as_str),
    )
    .fetch_one(&mut *connection)
    .await?;
    match rematch_of.map(GameId::stored) {
        Some(before) => games::announce_changed_extras(connection, &before).await,
        None => Ok(()),
    }
}

async fn begin_game(
    games: &Games,
    connection: &mut PgConnection,
    challenge: &Challenge,
    accepter: &Player,
    now: Timestamp,
) -> anyhow::Result<GameId> {
    let Terms { variant, clock, seat, rated, public } = challenge.terms;
    let challenger_sits = match seat {
        SeatChoice::First => 0,
        SeatChoice::Second => 1,
        SeatChoice::Random => crate::platform::chance::below(2),
    };
    let seating = variant.seating();
    anyhow::ensure!(seating.players() == 2, "a game of more than two begins when all places are taken");
    let players = BySeat::new(seating, |seat| {
        if seating.player(seat) == challenger_sits { challenge.challenger.clone() } else { accepter.clone() }
    });
    let setup = GameSetup { variant, time_control: clock.time_control(), rated, public, start: None, begun_at: now };
    games.begin(connection, setup, players).await
}

/// Makes a challenge of an offer to play a finished game again, within the transaction of the offer: on the same terms
/// with the seats changed. A second offer after the same game makes no second challenge, and none is made while the
/// opponent's waits for an answer or has become a game.
///
/// # Errors
/// The database fails.
pub async fn offer_rematch(
    connection: &mut PgConnection,
    game: &GameId,
    setup: &GameSetup,
    challenger: (Seat, PlayerId),
    opponent: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    let (sat, challenger) = challenger;
    let sat_first = setup.variant.seating().player(sat) == 0;
    let seat = if sat_first { SeatChoice::Second } else { SeatChoice::First };
    let id = ChallengeId::draw();
    let clock = setup.time_control.kind().context("a game has a clock of no kind")?;
    let made = sqlx::query!(
        "insert into challenges (id, challenger, opponent, variant, clock, seat, rated, created_at, public, rematch_of)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
        where not exists (select from challenges
            where rematch_of = $10 and challenger = $3 and state in ('open', 'accepted'))
            and not exists (select from account_deletions where player_id = $3 and begun_at is not null)
        on conflict (rematch_of, challenger) where rematch_of is not null do nothing",
        id.as_str(),
        challenger.0,
        opponent.0,
        setup.variant.key(),
        clock.key(),
        seat.key(),
        setup.rated,
        now.to_sqlx() as _,
        setup.public,
        game.as_str(),
    )
    .execute(&mut *connection)
    .await?;
    if made.rows_affected() == 1 {
        outbox::challenged(connection, id.as_str(), opponent, now).await?;
        announce(connection, challenger, Some(opponent)).await?;
    }
    Ok(())
}
