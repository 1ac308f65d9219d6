//! What the computer says of finished games, and of positions and lines on the analysis board.

mod games;
mod lines;
mod positions;
mod silence;
mod workers;

use crate::story::{Answer, Browser, Page, Table};

/// A short game that White has given up, and its last position.
const GAME: &str = "1. e4@c6 e6@e2 2. d4@d6 Nf6@e2 3. Nc3@e7";
const TURNS: usize = 5;

/// Plays the short game, and White gives it up.
async fn over(white: &Browser, black: &Browser) -> Table {
    let table = Table::begin(white, black, &[]).await;
    table.play(GAME).await;
    resigns(&table).await;
    table
}

async fn resigns(table: &Table) {
    let ply = table.white.sees().await.value("ply").parse().unwrap();
    table.white.does("resign", ply, &[("confirm", "yes")]).await.leads_to();
}

/// The tab of a game.
fn tab(table: &Table) -> String {
    format!("{}?tab=computer", table.game)
}

/// Presses the tab's button.
async fn asks(browser: &Browser, table: &Table) -> Answer {
    let page = browser.opens(&tab(table)).await;
    browser.submits(&page.pressing("#computer button")).await
}

/// The analysis board with a position.
fn board(fen: &str) -> String {
    format!("/analysis?variant=duck&fen={}", fen.replace(' ', "+"))
}

/// Presses the button of the analysis board.
async fn evaluates(browser: &Browser, page: &Page) -> Answer {
    browser.submits(&page.pressing("#evaluate")).await
}

/// What the analysis board says of the position.
fn said(page: &Page) -> String {
    page.text("#evaluation")
}
