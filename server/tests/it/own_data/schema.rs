//! Whoever adds a table says what becomes of what it has of a player.

use std::collections::BTreeMap;

use server::own_data::kept::{Fate, TABLES};
use sqlx::PgPool;

use super::{app, columns};

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn of_every_table_it_is_said_what_becomes_of_it(pool: PgPool) {
    let app = app(pool).await;
    let tables = app
        .column(
            "select tablename::text from pg_tables
            where schemaname = 'public' and tablename <> '_sqlx_migrations' order by 1",
        )
        .await;
    let mut found: BTreeMap<_, Vec<_>> = tables.into_iter().map(|table| (table, Vec::new())).collect();
    for (table, column, _) in columns(&app).await {
        found.entry(table).or_default().push(column);
    }
    let told: BTreeMap<_, Vec<_>> = TABLES
        .iter()
        .map(|table| (table.name.to_owned(), table.texts.iter().map(|&column| column.to_owned()).collect()))
        .collect();
    for (table, columns) in &found {
        assert_eq!(told.get(table), Some(columns), "say in own_data/kept.rs what becomes of {table}");
    }
    assert_eq!(told.len(), found.len(), "a table is gone");
}

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn a_table_that_points_at_players_is_not_said_to_be_of_nobody(pool: PgPool) {
    let app = app(pool).await;
    let pointing = app
        .column(
            "select distinct conrelid::regclass::text from pg_constraint
            where contype = 'f' and confrelid = 'players'::regclass order by 1",
        )
        .await;
    assert!(pointing.len() > 20, "{pointing:?}");
    for name in pointing {
        // A computer deletes no account, and whose turn it is says the game.
        let fate = TABLES.iter().find(|table| table.name == name).map(|table| table.fate);
        assert!(fate != Some(Fate::OfNobody) || name == "computers", "{name}");
    }
}
