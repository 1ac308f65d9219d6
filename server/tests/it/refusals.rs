//! What the server does not do, and how it says so.

use sqlx::PgPool;

use crate::story::TestApp;

/// Each turn is sent at the position after `played`: it is refused for the reason, and still stands in its field.
#[sqlx::test(migrator = "server::MIGRATOR")]
async fn an_illegal_turn_is_named_and_stays_in_its_field(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("1. e4@c6 e6@e2").await;
    let page = table.white.moves(2, "e4@c6").await.refused();
    assert_eq!(page.alert(), "");
    assert_eq!(page.value("turn"), "e4@c6");
}
