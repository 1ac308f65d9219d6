//! Two players at a game.

use super::browser::{Answer, Browser};
use super::page::Page;

/// A game and who plays it.
pub struct Table {
    pub white: Player,
    pub black: Player,
    /// `/games/…`
    pub game: String,
}

/// A player at a game.
#[derive(Clone)]
pub struct Player {
    pub browser: Browser,
    /// `/games/…`
    game: String,
}

impl Table {
    /// White challenges and Black accepts, on terms that may differ from the usual.
    pub async fn begin(white: &Browser, black: &Browser, terms: &[(&str, &str)]) -> Self {
        let form = white.opens("/challenges/new").await.form("main form").with("seat", "first");
        let form = terms.iter().fold(form, |form, (name, value)| form.with(name, value));
        let challenge = white.submits(&form).await.leads_to().to_owned();
        let game = black.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
        assert!(game.starts_with("/games/"), "{game}");
        let sit = |browser: &Browser| Player { browser: browser.clone(), game: game.clone() };
        Self { white: sit(white), black: sit(black), game }
    }

    /// Turns of both, from the position as it is: `e4@c6 e6@e2`. Numbers of rounds are read over.
    pub async fn play(&self, turns: &str) {
        let turns = turns.split_whitespace().filter(|word| !word.ends_with('.'));
        let ply: usize = self.white.sees().await.value("ply").parse().unwrap();
        for (ply, turn) in (ply..).zip(turns) {
            let answer = self.seat(ply).moves(ply, turn).await;
            assert_eq!(answer.leads_to(), self.game, "{turn}");
        }
    }

    /// Who is to move at a ply.
    pub fn seat(&self, ply: usize) -> &Player {
        if ply.is_multiple_of(2) { &self.white } else { &self.black }
    }

    /// The game's name.
    pub fn id(&self) -> &str {
        self.game.trim_start_matches("/games/")
    }
}

impl Player {
    /// A visitor who comes to the game.
    pub fn looking_on(browser: &Browser, table: &Table) -> Self {
        Self { browser: browser.clone(), game: table.game.clone() }
    }

    /// The game's page.
    pub async fn sees(&self) -> Page {
        self.browser.opens(&self.game).await
    }

    /// Sends a turn from a page that showed this ply.
    pub async fn moves(&self, ply: usize, turn: &str) -> Answer {
        self.does("move", ply, &[("turn", turn)]).await
    }

    /// Sends a message alone.
    pub async fn says(&self, ply: usize, message: &str) -> Answer {
        self.does("comment", ply, &[("message", message)]).await
    }

    /// Sends an action with what belongs to it.
    pub async fn does(&self, action: &str, ply: usize, with: &[(&str, &str)]) -> Answer {
        let ply = ply.to_string();
        let fields = [&[("action", action), ("ply", &ply)], with].concat();
        self.sends(&fields).await
    }

    /// Sends the action bar with anything in its fields.
    pub async fn sends(&self, fields: &[(&str, &str)]) -> Answer {
        self.browser.post(&format!("{}/actions", self.game), fields).await
    }
}
