//! [`OfPositions`]: which of the candidates of blocks came to a position, by the names of its games. Blocks keep a hash of each of their names, because
//! a name takes longer to read from the database than to look for.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::write::BLOCK;

/// A game's name in four bytes: FNV-1a. Two games may have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NameHash(u32);

impl NameHash {
    fn of(name: &str) -> Self {
        Self(name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
    }

    /// That of a game of a block, by its place there.
    pub fn read(names: &[u8], place: usize) -> Option<Self> {
        let bytes = names.get(4 * place..4 * place + 4)?;
        Some(Self(u32::from_be_bytes(bytes.try_into().ok()?)))
    }
}

/// The names of the games of a block, one after the other.
pub(super) fn to_bytes<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<u8> {
    names.into_iter().flat_map(|name| NameHash::of(name).0.to_be_bytes()).collect()
}

/// For what the names of a position's games are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamesSize {
    /// So many blocks.
    pub blocks: usize,
    /// So many of their games are candidates.
    pub candidates: usize,
}

impl NamesSize {
    /// So many names are read in half the time in which a candidate is asked.
    const NAMES_FOR_CANDIDATE: i64 = 8;

    /// So many names are worth reading: where more than an eighth of all games came to a position, some of any candidates soon did.
    fn most(self) -> i64 {
        (self.blocks as i64 * BLOCK / 8).min(self.candidates as i64 * Self::NAMES_FOR_CANDIDATE)
    }
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

    /// The games that ended between these times. `None`: there are so many that the candidates are sooner asked themselves.
    pub(super) async fn names(
        &self,
        connection: &mut PgConnection,
        [earliest, latest]: [Timestamp; 2],
        size: NamesSize,
    ) -> anyhow::Result<Option<NameSet>> {
        let most = size.most();
        let games = sqlx::query!(
            r#"select count(*) as "count!", string_agg(game_id, ',') as names from (
                select game_id from library_positions where key = any($1) and at between $2 and $3 limit $4
            ) games"#,
            &self.0,
            earliest.to_sqlx() as _,
            latest.to_sqlx() as _,
            most + 1,
        );
        let games = games.fetch_one(connection).await?;
        let names = games.names.unwrap_or_default();
        Ok((games.count <= most).then(|| NameSet::of(names.split(',').map(NameHash::of).collect())))
    }
}

/// Some names, of which a million are asked for in some milliseconds: nearly all that are not among them are told by one bit.
#[derive(Debug)]
pub(super) struct NameSet {
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

    pub fn has(&self, name: NameHash) -> bool {
        let (word, bit) = Self::place(name);
        self.bits[word] & bit != 0 && self.sorted.binary_search(&name).is_ok()
    }

    const fn place(NameHash(hash): NameHash) -> (usize, u64) {
        let place = hash as usize % Self::BITS;
        (place / 64, 1 << (place % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_from_others() {
        assert_eq!(NameHash::of("foobar"), NameHash(0xbf9c_f968), "a test vector of FNV-1a");
        let games = NameSet::of(["zzzzzzzzzz", "cccccccccc"].map(NameHash::of).to_vec());
        assert!(games.has(NameHash::of("cccccccccc")) && !games.has(NameHash::of("aaaaaaaaaa")));
        let bytes = to_bytes(&["aaaaaaaaaa", "cccccccccc"].map(str::to_owned));
        let read = [0, 1, 2].map(|place| NameHash::read(&bytes, place));
        assert_eq!(read, [Some(NameHash::of("aaaaaaaaaa")), Some(NameHash::of("cccccccccc")), None]);
    }
}
