//! Emails: which come, what they say, how they are sent, and how they are stopped. Read back from a mail server.

mod conditional;
mod delivery;
mod games;
mod links;
mod many;
mod sets;
mod time;
mod unsubscribe;

use sqlx::PgPool;

use crate::story::{MailServer, Table, TestApp, seconds};

/// Longer than emails wait for players who have the page open.
const A_WHILE: jiff::SignedDuration = seconds(10);

/// Kwik and Kwek, whose addresses are confirmed, at a game with two turns made: White, Kwik, is to move.
async fn first_round(pool: PgPool) -> (TestApp, MailServer, Table) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.moves(0, "e4@c6").await.leads_to();
    table.black.moves(1, "e6@e2").await.leads_to();
    app.pass(A_WHILE);
    table.white.sees().await;
    table.black.sees().await;
    app.pass(A_WHILE);
    // What came until now is not what these stories are about.
    app.sends().await;
    app.everybody_confirmed().await;
    assert_eq!(mail_server.emails().len(), 0);
    (app, mail_server, table)
}
