//! Computer players: they come to a game as people do, and play it to its end.

use std::path::PathBuf;

use server::engines::{EngineTable, Engines};

use crate::story::{TestApp, challenge, days, hours, own_engine};

#[sqlx::test]
async fn a_computer_accepts_a_challenge_and_answers_a_turn(pool: sqlx::PgPool) {
    let app = TestApp::new(pool).await;
    app.worker().await;
    let ana = app.signed_up("ana").await;
    let page = challenge(&ana, &[("opponent", "teal-computer"), ("seat", "first")]).await;
    assert_eq!(app.work().await, 0, "nothing waits for an engine before the first turn");
    let _ = page;
}
