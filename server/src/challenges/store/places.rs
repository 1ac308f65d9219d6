//! The places of challenges in the database.

use std::collections::HashMap;

use anyhow::Context;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::{BySeat, Seat};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::{insert_row, limits, lock_visible, write_answer};
use crate::accounts::{self, Player, PlayerId, PlayerName};
use crate::challenges::challenge::{Challenge, ChallengeId, SeatChoice, State, Terms};
use crate::challenges::places::{ChallengeSeat, Change, SeatRefusal};
use crate::games::{GameId, Games};
use crate::platform::database::listen;
use crate::{outbox, topics};

/// Adds their places to some challenges.
pub(super) async fn add_to(connection: &mut PgConnection, challenges: &mut [Challenge]) -> anyhow::Result<()> {
    let ids: Vec<String> = challenges
        .iter()
        .filter(|challenge| challenge.is_for_many())
        .map(|challenge| challenge.id.to_string())
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    let rows = sqlx::query!(
        r#"select c.challenge_id, c.seat, c.player_id, c.taken, p.name as "name?"
        from challenge_places c left join players p on p.id = c.player_id
        where c.challenge_id = any($1) order by c.challenge_id, c.seat"#,
        &ids,
    )
    .fetch_all(connection)
    .await?;
    let mut places: HashMap<String, Vec<ChallengeSeat>> = HashMap::new();
    for row in rows {
        let player = row.player_id.zip(row.name);
        let player = player.map(|(id, name)| Player { id: PlayerId(id), name: PlayerName::stored(name) });
        let seat = Seat::new(row.seat as usize).context("a seat is out of range")?;
        places.entry(row.challenge_id).or_default().push(ChallengeSeat { seat, player, taken: row.taken });
    }
    for challenge in challenges {
        challenge.places = places.remove(challenge.id.as_str()).unwrap_or_default();
    }
    Ok(())
}

/// Writes the places of a challenge, in the place of those it had.
pub(super) async fn write(connection: &mut PgConnection, challenge: &Challenge) -> anyhow::Result<()> {
    sqlx::query!("delete from challenge_places where challenge_id = $1", challenge.id.as_str())
        .execute(&mut *connection)
        .await?;
    let seats: Vec<_> = challenge.places.iter().map(|place| place.seat.index() as i16).collect();
    let players: Vec<_> =
        challenge.places.iter().map(|place| place.player.as_ref().map(|player| player.id.0)).collect();
    let taken: Vec<_> = challenge.places.iter().map(|place| place.taken).collect();
    sqlx::query!(
        "insert into challenge_places (challenge_id, seat, player_id, taken)
        select $1, * from unnest($2::smallint[], $3::bigint[], $4::boolean[])",
        challenge.id.as_str(),
        &seats,
        &players as _,
        &taken,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records who has invited the newly invited players, and queues their emails.
pub(super) async fn invite(
    connection: &mut PgConnection,
    challenge: &Challenge,
    before: &[ChallengeSeat],
    by: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    for player in challenge.invited() {
        if before.iter().any(|place| place.player.as_ref() == Some(player)) {
            continue;
        }
        sqlx::query!(
            "insert into places_asked (challenge_id, player_id, asked_by, asked_at) values ($1, $2, $3, $4)
            on conflict do nothing",
            challenge.id.as_str(),
            player.id.0,
            by.0,
            now.to_sqlx() as _,
        )
        .execute(&mut *connection)
        .await?;
        outbox::challenged(connection, challenge.id.as_str(), player.id, now).await?;
    }
    Ok(())
}

/// The player who invited another to a challenge, if there was one.
///
/// # Errors
/// The database fails.
pub async fn invited_by(
    connection: &mut PgConnection,
    id: &ChallengeId,
    player: PlayerId,
) -> anyhow::Result<Option<PlayerName>> {
    let name = sqlx::query_scalar!(
        "select p.name from places_asked a join players p on p.id = a.asked_by
        where a.challenge_id = $1 and a.player_id = $2",
        id.as_str(),
        player.0,
    )
    .fetch_optional(connection)
    .await?;
    Ok(name.map(PlayerName::stored))
}

/// Announces to everyone who may see a challenge that it has changed.
pub(super) async fn announce(
    connection: &mut PgConnection,
    challenge: &Challenge,
    before: &[ChallengeSeat],
) -> anyhow::Result<()> {
    let players = challenge.places.iter().chain(before).filter_map(|place| place.player.as_ref());
    let mut news: Vec<_> = players.map(|player| accounts::announcement_of(player.id)).collect();
    news.push(accounts::announcement_of(challenge.challenger.id));
    news.push(topics::of_lobby());
    listen::announce(connection, &news).await
}

/// Changes the places of a challenge, or says why not; the game's id when it has begun by that. `None`: there is no such
/// challenge, or it is private to others.
pub async fn change(
    games: &Games,
    id: &ChallengeId,
    player: &Player,
    change: &Change,
    now: Timestamp,
) -> anyhow::Result<Option<Result<Option<GameId>, SeatRefusal>>> {
    let mut transaction = games.pool().begin().await?;
    let Some(mut challenge) = lock_visible(&mut transaction, id, player.id).await? else { return Ok(None) };
    let before = challenge.places.clone();
    if let Err(refusal) = challenge.change(player, change) {
        return Ok(Some(Err(refusal)));
    }
    if let Change::Bring(_, partners) = change {
        accounts::queue_up(&mut transaction, player.id).await?;
        let invited: Vec<_> = partners.iter().map(|partner| partner.id).collect();
        if let Some(too_many) = limits::too_many_invitations(&mut transaction, player.id, &invited, now).await? {
            return Ok(Some(Err(SeatRefusal::TooMany(too_many))));
        }
    }
    write(&mut transaction, &challenge).await?;
    invite(&mut transaction, &challenge, &before, player.id, now).await?;
    if let (Change::Leave, Some(place)) = (change, before.iter().find(|place| place.is_of(player.id))) {
        let (id, challenger) = (&challenge.id, challenge.challenger.id);
        outbox::place_given_up(&mut transaction, id.as_str(), place.taken, player.id, challenger, now).await?;
    }
    let game = match challenge.is_full() {
        true => Some(begin(games, &mut transaction, &challenge, player, now).await?),
        false => None,
    };
    announce(&mut transaction, &challenge, &before).await?;
    transaction.commit().await?;
    Ok(Some(Ok(game)))
}

/// Begins the game of a challenge whose places are all taken; the player who took the last one needs no email.
async fn begin(
    games: &Games,
    connection: &mut PgConnection,
    challenge: &Challenge,
    last: &Player,
    now: Timestamp,
) -> anyhow::Result<GameId> {
    let terms = challenge.terms;
    let player_at = |seat| challenge.places.iter().find(|place| place.seat == seat)?.player.clone();
    let players = BySeat::try_new(challenge.seating(), |seat| player_at(seat).context("a place is empty"))?;
    let others: Vec<_> = players.iter().map(|(_, player)| player.id).filter(|&id| id != last.id).collect();
    let (variant, time_control) = (terms.variant, terms.clock.time_control());
    let setup =
        GameSetup { variant, time_control, rated: terms.rated, public: terms.public, start: None, begun_at: now };
    let game = games.begin(connection, setup, players).await?;
    write_answer(connection, &challenge.id, "accepted", Some(&game), now).await?;
    for player in others {
        outbox::challenge_accepted(connection, game.as_str(), player, now).await?;
    }
    Ok(game)
}

/// Turns a rematch offer for a game of more than two into a challenge: everyone moves on by one seat, so that sides
/// stay together, and all but the offerer are invited. Nothing is done while another such challenge is open or has
/// become a game.
///
/// # Errors
/// The database fails.
pub async fn offer_rematch_to_all(
    connection: &mut PgConnection,
    game: &GameId,
    setup: &GameSetup,
    by: Seat,
    players: &BySeat<Player>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let everybody: Vec<_> = players.iter().map(|(_, player)| player.id.0).collect();
    let is_pointless = sqlx::query_scalar!(
        r#"select exists (select from challenges where rematch_of = $1
                and (state in ('open', 'accepted') or challenger = $2))
            or exists (select from account_deletions where player_id = any($3) and begun_at is not null) as "is_pointless!""#,
        game.as_str(),
        players[by].id.0,
        &everybody,
    )
    .fetch_one(&mut *connection)
    .await?;
    if is_pointless {
        return Ok(());
    }
    let seats = setup.variant.seating().len();
    let moved_on = |seat: Seat| Seat::new((seat.index() + 1) % seats);
    let clock = setup.time_control.kind().context("a game has a clock of no kind")?;
    let (rated, public) = (setup.rated, setup.public);
    let terms = Terms { variant: setup.variant, clock, seat: SeatChoice::Random, rated, public };
    let place = |(seat, player): (Seat, &Player)| {
        Some(ChallengeSeat { seat: moved_on(seat)?, player: Some(player.clone()), taken: seat == by })
    };
    let mut places: Vec<_> = players.iter().filter_map(place).collect();
    places.sort_by_key(|place| place.seat);
    let (id, challenger, state) = (ChallengeId::draw(), players[by].clone(), State::Open);
    let challenge = Challenge { id, challenger, opponent: None, terms, created_at: now, state, places };
    insert_row(connection, &challenge.id, challenge.challenger.id, None, terms, now).await?;
    sqlx::query!("update challenges set rematch_of = $2 where id = $1", challenge.id.as_str(), game.as_str())
        .execute(&mut *connection)
        .await?;
    write(connection, &challenge).await?;
    invite(connection, &challenge, &[], players[by].id, now).await?;
    announce(connection, &challenge, &[]).await
}
