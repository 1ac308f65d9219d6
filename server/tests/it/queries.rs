//! The queries fit the tables: what `.sqlx` says of each, for builds without a database, is what PostgreSQL says of it. That
//! each query of the code is among them is known where it is compiled.

use std::fs;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor, PgPool, SqlSafeStr};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.sqlx");

#[sqlx::test(migrator = "server::MIGRATOR")]
async fn what_is_kept_of_the_queries_fits_the_tables(pool: PgPool) {
    let mut differs = Vec::new();
    for entry in fs::read_dir(FOLDER).unwrap() {
        let kept: Value = serde_json::from_slice(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        let query = kept["query"].as_str().unwrap().to_owned();
        let kept = what_matters(kept["describe"].clone());
        let described = match pool.describe(AssertSqlSafe(query.clone()).into_sql_str()).await {
            Ok(described) => what_matters(json!(described)),
            Err(error) => json!(error.to_string()),
        };
        if described != kept {
            differs.push(format!("{query}\nis kept as    {kept}\nbut now it is {described}"));
        }
    }
    assert!(differs.is_empty(), "make .sqlx anew, as README.md says\n\n{}", differs.join("\n\n"));
}

/// A description without whether those columns may be null that say so themselves by a `?` or `!` in their name: of a joined
/// table this is guessed from the plan, which differs from one empty database to the next.
fn what_matters(mut description: Value) -> Value {
    let columns = description["columns"].as_array().unwrap();
    let says_so: Vec<_> = columns.iter().map(|column| column["name"].as_str().unwrap().contains(['?', '!'])).collect();
    for (nullable, says_so) in description["nullable"].as_array_mut().unwrap().iter_mut().zip(says_so) {
        if says_so {
            *nullable = Value::Null;
        }
    }
    description
}
