//! [`Block`]: what blocks say of their games. A search reads it from many blocks, and it never changes, so that it is kept in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use sqlx::PgConnection;

use crate::platform::byte_cache::ByteCache;

/// A block of games that are in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The number of its first game.
    pub first: i32,
    /// When the first of its games ended, and when the last.
    pub ends: [Timestamp; 2],
}

impl Block {
    /// All blocks, in the order of their numbers.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all(connection: &mut PgConnection) -> anyhow::Result<Vec<Self>> {
        let rows = sqlx::query!(
            r#"select first, earliest as "earliest: jiff_sqlx::Timestamp", latest as "latest: jiff_sqlx::Timestamp"
            from library_men_blocks order by first"#
        );
        let rows = rows.fetch_all(connection).await?.into_iter();
        Ok(rows.map(|row| Self { first: row.first, ends: [row.earliest.to_jiff(), row.latest.to_jiff()] }).collect())
    }
}

/// What a block says of each of its games: a column of `library_men_blocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Ends,
    Initials,
    Names,
    Ratings,
    Turns,
}

impl Column {
    const fn name(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Initials => "initials",
            Self::Names => "names",
            Self::Ratings => "ratings",
            Self::Turns => "turns",
        }
    }

    /// A block is known by when its games ended as well: a migration may number all of them anew while servers of the release before still run.
    fn name_in_cache(self, block: &Block) -> String {
        let [earliest, latest] = block.ends.map(Timestamp::as_microsecond);
        format!("{} {} {earliest} {latest}", self.name(), block.first)
    }

    /// This column of some blocks, from memory if it is there.
    ///
    /// # Errors
    /// The database fails.
    pub async fn read(
        self,
        cache: &ByteCache,
        connection: &mut PgConnection,
        blocks: impl IntoIterator<Item = &Block>,
    ) -> anyhow::Result<Values> {
        let (mut values, mut missing) = (Values::new(), BTreeMap::new());
        for block in blocks {
            match cache.get(&self.name_in_cache(block)) {
                Some(known) => _ = values.insert(block.first, known),
                None => _ = missing.insert(block.first, *block),
            }
        }
        if missing.is_empty() {
            return Ok(values);
        }
        let rows = sqlx::query!(
            r#"select first, case $2
                when 'ends' then ends when 'initials' then initials when 'names' then names when 'ratings' then ratings when 'turns' then turns
            end as "values?" from library_men_blocks where first = any($1)"#,
            &missing.keys().copied().collect::<Vec<_>>(),
            self.name(),
        );
        for row in rows.fetch_all(connection).await? {
            let Some((block, read)) = missing.get(&row.first).zip(row.values) else { continue };
            let read: Arc<[u8]> = read.into();
            cache.keep(self.name_in_cache(block), read.clone());
            values.insert(row.first, read);
        }
        Ok(values)
    }
}

/// A column of some blocks by the numbers of their first games; a block that an earlier release has written may be missing.
pub(super) type Values = BTreeMap<i32, Arc<[u8]>>;
