//! [`OfPositions`]: which of the candidates of blocks came to a position, by the names of its games. Blocks keep a hash of each of their names, because
//! a name takes longer to read from the database than to look for.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::write::BLOCK;

/// A game's name in four bytes: FNV-1a. Two games may have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NameHash(u32);

impl NameHash {
    fn of(name: &str) -> Self {
        Self(name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
    }

    fn read(names: &[u8], place: usize) -> Option<Self> {
        let bytes = names.get(4 * place..4 * place + 4)?;
        Some(Self(u32::from_be_bytes(bytes.try_into().ok()?)))
    }
}

/// The names of the games of a block, one after the other.
pub(super) fn to_bytes<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<u8> {
    names.into_iter().flat_map(|name| NameHash::of(name).0.to_be_bytes()).collect()
}

/// The games that came to one of some positions.
#[derive(Debug)]
pub struct OfPositions(Vec<i64>);

impl OfPositions {
    /// By the keys of the positions.
    pub fn new(keys: Vec<i64>) -> Self {
        Self(keys)
    }

    /// Whether they have fewer games than so many.
    ///
    /// # Errors
    /// The database fails.
    pub(super) async fn have_fewer_games_than(
        &self,
        connection: &mut PgConnection,
        limit: i64,
    ) -> anyhow::Result<bool> {
        let games = sqlx::query_scalar!(
            r#"select count(*) as "games!" from (select from library_positions where key = any($1) limit $2) few"#,
            &self.0,
            limit,
        );
        Ok(games.fetch_one(connection).await? < limit)
    }

    /// What tells the games of the positions from others in some blocks, by the numbers of their first games, all of which ended between these
    /// times. `None`: more than a quarter of the games of so many blocks came there, so that candidates that did are soon found.
    pub(super) async fn sieve(
        &self,
        connection: &mut PgConnection,
        [earliest, latest]: [Timestamp; 2],
        blocks: &[i32],
    ) -> anyhow::Result<Option<Sieve>> {
        let most = blocks.len() as i64 * BLOCK / 4;
        let games = sqlx::query!(
            r#"select count(*) as "count!", string_agg(game_id, ',') as names from (
                select game_id from library_positions where key = any($1) and at between $2 and $3 limit $4
            ) games"#,
            &self.0,
            earliest.to_sqlx() as _,
            latest.to_sqlx() as _,
            most + 1,
        );
        let games = games.fetch_one(&mut *connection).await?;
        if games.count > most {
            return Ok(None);
        }
        let names = games.names.unwrap_or_default();
        let rows = sqlx::query!(
            "select first, names from library_men_blocks where first = any($1) and names is not null",
            blocks,
        );
        let rows = rows.fetch_all(connection).await?.into_iter();
        Ok(Some(Sieve {
            games: NameSet::of(names.split(',').map(NameHash::of).collect()),
            names: rows.filter_map(|row| Some((row.first, row.names?))).collect(),
        }))
    }
}

/// Some names, of which a million are asked for in some milliseconds: nearly all that are not among them are told by one bit.
#[derive(Debug)]
struct NameSet {
    sorted: Vec<NameHash>,
    bits: Vec<u64>,
}

impl NameSet {
    /// So many bits lie in the fastest cache of a processor.
    const BITS: usize = 1 << 18;

    fn of(mut names: Vec<NameHash>) -> Self {
        names.sort_unstable();
        let mut bits = vec![0; Self::BITS / 64];
        for name in &names {
            let (word, bit) = Self::place(*name);
            bits[word] |= bit;
        }
        Self { sorted: names, bits }
    }

    fn has(&self, name: NameHash) -> bool {
        let (word, bit) = Self::place(name);
        self.bits[word] & bit != 0 && self.sorted.binary_search(&name).is_ok()
    }

    const fn place(NameHash(hash): NameHash) -> (usize, u64) {
        let place = hash as usize % Self::BITS;
        (place / 64, 1 << (place % 64))
    }
}

/// Tells the games of a position from others, but for a few that have the hash of one.
#[derive(Debug)]
pub(super) struct Sieve {
    games: NameSet,
    /// By the numbers of the blocks' first games.
    names: BTreeMap<i32, Vec<u8>>,
}

impl Sieve {
    /// Those of some games of a block that came to the position; all, if the block does not say what they are called.
    pub fn keep(&self, first: i32, numbers: Vec<i32>) -> Vec<i32> {
        let Some(names) = self.names.get(&first) else { return numbers };
        let came = |number: &i32| {
            let name = usize::try_from(number - first).ok().and_then(|place| NameHash::read(names, place));
            name.is_none_or(|name| self.games.has(name))
        };
        numbers.into_iter().filter(came).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_position_are_told_from_others_where_blocks_have_names() {
        assert_eq!(NameHash::of("foobar"), NameHash(0xbf9c_f968), "a test vector of FNV-1a");
        let names = ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"].map(str::to_owned);
        let games = NameSet::of(["zzzzzzzzzz", "cccccccccc"].map(NameHash::of).to_vec());
        let sieve = Sieve { games, names: [(10, to_bytes(&names))].into() };
        assert_eq!(sieve.keep(10, vec![10, 12]), [12]);
        assert_eq!(sieve.keep(10, vec![11]), [0; 0]);
        assert_eq!(sieve.keep(10, vec![13]), [13], "a game that the names do not reach");
        assert_eq!(sieve.keep(0, vec![1, 2]), [1, 2], "a block of the release before");
    }
}
