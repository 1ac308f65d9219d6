//! Words of games for the players who may read them. Those of finished games are in a table, a row for each player, so that nothing that
//! is found can be another's; those of running games are read from their logs when somebody asks.

use std::collections::BTreeMap;

use domain::correspondence::event::EventKind;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::Seat;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::commonness::{self, Commonness};
use super::filter::Sort;
use super::own::{OwnFilter, SearchedWords, folded};
use crate::accounts::PlayerId;
use crate::games::{self, StoredGame};
use crate::platform::database::Pool;

/// The most bytes of what was written in a game that a player can search, the last that was written: the database holds no more than a
/// megabyte of words, with where each of them stands.
const MAX_BYTES: usize = 100_000;
/// The most kibitz of a game that is searched, the last.
const MAX_KIBITZ: usize = 500;

/// What a player may read of a game and search.
#[derive(Debug, Default)]
struct Words {
    notes: Text,
    messages: Text,
}

impl Words {
    /// What the player of a seat may read of a log.
    fn of<'a>(log: impl DoubleEndedIterator<Item = &'a EventKind>, setup: &GameSetup, seat: Seat) -> Self {
        let mut words = Self::default();
        let may_read = |event: &EventKind| event.audience(setup.public).includes(seat, setup.variant.seating());
        for event in log.rev().filter(|event| may_read(event)) {
            match event {
                EventKind::NoteWritten { text, .. } => words.notes.add(text.as_str()),
                EventKind::Commented { text, .. } | EventKind::SaidToSide { text, .. } => {
                    words.messages.add(text.as_str());
                }
                _ => {}
            }
        }
        words
    }
}

/// As much of what was written as can be searched, without regard to case.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    /// Adds a text, if there is room for it.
    fn add(&mut self, text: &str) {
        if self.0.len() + text.len() < MAX_BYTES {
            self.0 += &folded(text);
            self.0.push('\n');
        }
    }
}

/// What stands among the words of each row of a player, and is no word: by it the index of words leads to those of this player alone,
/// however many others have written them.
fn mark(player: PlayerId) -> String {
    format!("#{}", player.0)
}

/// The same as PostgreSQL reads it in a query.
pub fn quoted_mark(player: PlayerId) -> String {
    format!("'{}'", mark(player))
}

/// Writes the words of a game that is over for each of its players, in place of those that are there. Computers search for nothing, and
/// neither does who has deleted their account: from the beginning of its deletion on, so that its end finds all rows there are.
pub async fn write(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    let game = &stored.game;
    sqlx::query!("delete from library_words where game_id = $1", stored.id.as_str()).execute(&mut *connection).await?;
    if game.conclusion().is_none() {
        return Ok(());
    }
    let log = sqlx::query_scalar!(
        r#"select body as "body!: Json<EventKind>" from events
        where game_id = $1 and body ->> 'type' in ('commented', 'said-to-side', 'note-written') order by number"#,
        stored.id.as_str(),
    )
    .fetch_all(&mut *connection)
    .await?;
    let kibitzes = games::kibitzes(&mut *connection, &stored.id, None, MAX_KIBITZ).await?;
    let (mut players, mut notes, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    for (seat, player) in stored.each_player() {
        let mut words = Words::of(log.iter().map(|body| &body.0), game.setup(), seat);
        for kibitz in kibitzes.iter().filter(|_| game.shows_kibitz(Some(seat))) {
            words.messages.add(kibitz.text.as_str());
        }
        if !words.notes.0.is_empty() || !words.messages.0.is_empty() {
            players.push(player.id.0);
            notes.push(words.notes.0);
            messages.push(words.messages.0);
        }
    }
    sqlx::query!(
        "insert into library_words (player_id, game_id, notes, messages)
        select id, $1, case when notes <> '' then to_tsvector('simple', folded(notes)) || array_to_tsvector(array[mark]) end,
            case when messages <> '' then to_tsvector('simple', folded(messages)) || array_to_tsvector(array[mark]) end
        from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) player (id, notes, messages, mark)
        where not exists (select from computers c where c.player_id = player.id)
            and not exists (select from account_deletions d where d.player_id = player.id and d.begun_at is not null)",
        stored.id.as_str(),
        &players,
        &notes,
        &messages,
        &players.iter().map(|&id| mark(PlayerId(id))).collect::<Vec<_>>(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The fields in whose words the database sees none, as in `🦆`: together with the mark of a viewer they would find all games that have any.
pub async fn fields_without_words(pool: &Pool, own: &OwnFilter) -> anyhow::Result<Vec<&'static str>> {
    if !own.has_words() {
        return Ok(Vec::new());
    }
    let row = sqlx::query!(
        r#"select coalesce(numnode(websearch_to_tsquery('simple', folded($1))) = 0, false) as "note!",
            coalesce(numnode(websearch_to_tsquery('simple', folded($2))) = 0, false) as "words!""#,
        own.note.as_ref().map(SearchedWords::as_str),
        own.words.as_ref().map(SearchedWords::as_str),
    )
    .fetch_one(pool)
    .await?;
    let fields = [("note", row.note), ("words", row.words)];
    Ok(fields.into_iter().filter(|(_, has_none)| *has_none).map(|(field, _)| field).collect())
}

/// The running games of a viewer in which they may read the words that they ask for.
pub async fn running_games(connection: &mut PgConnection, own: &OwnFilter) -> anyhow::Result<Vec<String>> {
    // Served by library_of_player and the key of recent_events: no running game is archived.
    let log = sqlx::query!(
        r#"select l.game_id, l.seats, g.setup as "setup: Json<GameSetup>", e.body as "body: Json<EventKind>"
        from library_games l join games g on g.id = l.game_id join recent_events e on e.game_id = l.game_id
        where l.player_id = $1 and l.is_running and e.body ->> 'type' in ('commented', 'said-to-side', 'note-written')
        order by e.game_id, e.number"#,
        own.viewer.0,
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut logs = BTreeMap::<String, (GameSetup, Option<Seat>, Vec<EventKind>)>::new();
    for row in log {
        let seat = Seat::new(row.seats.trailing_zeros() as usize);
        let (_, _, events) = logs.entry(row.game_id).or_insert_with(|| (row.setup.0, seat, Vec::new()));
        events.push(row.body.0);
    }
    let (mut ids, mut notes, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    for (id, (setup, seat, events)) in logs {
        let Some(seat) = seat else { continue };
        let words = Words::of(events.iter(), &setup, seat);
        ids.push(id);
        notes.push(words.notes.0);
        messages.push(words.messages.0);
    }
    let found = sqlx::query_scalar!(
        r#"select id as "id!" from unnest($1::text[], $2::text[], $3::text[]) game (id, notes, messages)
        where ($4::text is null or notes <> '' and to_tsvector('simple', folded(notes)) @@ websearch_to_tsquery('simple', folded($4)))
            and ($5::text is null or messages <> '' and to_tsvector('simple', folded(messages)) @@ websearch_to_tsquery('simple', folded($5)))"#,
        &ids,
        &notes,
        &messages,
        own.note.as_ref().map(SearchedWords::as_str),
        own.words.as_ref().map(SearchedWords::as_str),
    );
    Ok(found.fetch_all(connection).await?)
}

/// So many games or more are not listed: the search looks at them in its order.
const MANY: usize = 1000;
/// Another player with fewer games has each of them asked for the viewer's words, in the time in which the index of words tells where these are.
const MANY_OF_OTHER: i64 = 500;

/// The finished games of a viewer that have the words which they ask for, in a list that is made of one player's games. `None`: it is sooner found by
/// asking the games of the list in its order.
pub async fn finished_games(
    connection: &mut PgConnection,
    own: &OwnFilter,
    listed: PlayerId,
    sort: Sort,
) -> anyhow::Result<Option<Vec<String>>> {
    let are_asked = if listed == own.viewer {
        let sample = Sample::read(connection, own).await?;
        match sort {
            Sort::Newest | Sort::Oldest => sample.are_common(),
            // All games would be asked before the first of the list is known.
            Sort::Rating | Sort::Longest | Sort::Shortest => sample.are_many(),
        }
    } else {
        commonness::of_player(connection, listed, MANY_OF_OTHER).await? == Commonness::Rare
    };
    if are_asked {
        return Ok(None);
    }
    // Served by library_words_in_notes and library_words_in_messages. Who has fewer games than many is known by the key.
    let games = sqlx::query_scalar!(
        "select game_id from library_words where player_id = $1
            and ($2::text is null or notes @@ (websearch_to_tsquery('simple', folded($2)) && $4::text::tsquery))
            and ($3::text is null or messages @@ (websearch_to_tsquery('simple', folded($3)) && $4::text::tsquery))
        limit $5",
        own.viewer.0,
        own.note.as_ref().map(SearchedWords::as_str),
        own.words.as_ref().map(SearchedWords::as_str),
        quoted_mark(own.viewer),
        MANY as i64,
    )
    .fetch_all(connection)
    .await?;
    Ok(Some(games).filter(|games| games.len() < MANY))
}

/// What some of a viewer's finished games tell of the words that they ask for. The index of words reads those of everybody's games: of common words, 2
/// to 20 ms of a million games, while a page of the viewer's is soon full.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// How many finished games the viewer has, up to `MANY_GAMES`.
    games: i64,
    /// In how many of them anything is written, up to the same.
    with_any: i64,
    /// How many of these were looked at.
    looked_at: i64,
    /// How many of the last have the words.
    with_words: i64,
}

impl Sample {
    /// So many are looked at. Names of games are drawn by lot, so the first by the key are a fair sample.
    const SIZE: i64 = 30;
    /// In so many of these, at least, common words stand.
    const COMMON: i64 = 5;
    /// Of so many games none is asked for words, because it may have to be done for all: each takes some 5 µs, and more if its messages are long.
    const MANY_GAMES: i64 = 5000;

    async fn read(connection: &mut PgConnection, own: &OwnFilter) -> anyhow::Result<Self> {
        // Served by library_of_player and the primary key. Every row of the viewer's has their mark, so it is not asked for.
        let sample = sqlx::query_as!(
            Self,
            r#"select (select count(*) from (select from library_games where player_id = $1 and not is_running limit $5) few) as "games!",
                (select count(*) from (select from library_words where player_id = $1 limit $5) few) as "with_any!",
                count(*) as "looked_at!", count(*) filter (
                    where ($2::text is null or notes @@ websearch_to_tsquery('simple', folded($2)))
                        and ($3::text is null or messages @@ websearch_to_tsquery('simple', folded($3)))
                ) as "with_words!"
            from (select notes, messages from library_words where player_id = $1 order by game_id limit $4) sample"#,
            own.viewer.0,
            own.note.as_ref().map(SearchedWords::as_str),
            own.words.as_ref().map(SearchedWords::as_str),
            Self::SIZE,
            Self::MANY_GAMES,
        );
        Ok(sample.fetch_one(connection).await?)
    }

    /// Whether a page of thirty is full after some four hundred games, or fewer.
    const fn are_common(self) -> bool {
        let Self { games, with_any, looked_at, with_words } = self;
        games < Self::MANY_GAMES && 2 * with_any >= games && looked_at == Self::SIZE && with_words >= Self::COMMON
    }

    /// Whether so many games seem to have the words that they would not be listed.
    const fn are_many(self) -> bool {
        self.looked_at == Self::SIZE && self.with_words * self.with_any / Self::SIZE >= MANY as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_common_if_a_page_of_games_with_them_is_soon_full() {
        let common = Sample { games: 200, with_any: 100, looked_at: 30, with_words: 5 };
        assert!(common.are_common());
        assert!(Sample { games: 4999, with_any: 4000, ..common }.are_common());
        for rare in [
            Sample { with_words: 4, ..common },
            Sample { looked_at: 29, with_any: 29, games: 40, ..common },
            Sample { with_any: 99, ..common },
            Sample { games: 5000, with_any: 5000, ..common },
        ] {
            assert!(!rare.are_common(), "{rare:?}");
        }
        let many = Sample { games: 3000, with_any: 2000, looked_at: 30, with_words: 15 };
        assert!(many.are_many() && !Sample { with_words: 14, ..many }.are_many());
    }
}
