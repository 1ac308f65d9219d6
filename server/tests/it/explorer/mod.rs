//! The explorer: what was played from a position in finished games, counted from these or from totals.

mod counted;
mod pages;
mod slow_count;

use crate::story::{Browser, Page, Table, TestApp};

/// White resigns, or Black, after the turns of a game between people who are new.
async fn play(app: &TestApp, white: &str, black: &str, turns: &str, resigns: &str) -> String {
    let (white, black) = (app.signed_up(white).await, app.signed_up(black).await);
    play_on_terms(&white, &black, &[], turns, resigns).await
}

async fn play_on_terms(white: &Browser, black: &Browser, terms: &[(&str, &str)], turns: &str, resigns: &str) -> String {
    let table = Table::begin(white, black, terms).await;
    table.play(turns).await;
    let made = turns.split_whitespace().filter(|word| !word.ends_with('.')).count();
    let loser = if resigns == "white" { &table.white } else { &table.black };
    loser.does("resign", made, &[("confirm", "yes")]).await.leads_to();
    table.game
}

/// The turns that are told with figures, each with its games, what White won, what was drawn and what Black won, and the mean rating.
pub fn lines(page: &Page) -> Vec<String> {
    page.texts(".explorer tbody tr:has(th):not(:has(.explorer-move))")
}

/// What the explorer says to anybody of a question.
async fn says(app: &TestApp, query: &str) -> Vec<String> {
    lines(&app.anonymous().opens(&format!("/explorer?{query}")).await)
}
