//! Two players at a game.

use super::browser::{Answer, Browser};
use super::page::Page;

/// A game that two people played on another site by turns of a day, to its last turn; then White resigned.
pub const WHOLE_GAME: &str = "1. e4@c6 e6@e2 2. d4@d6 Nf6@e2 3. Nc3@e7 d5@e5 4. Bg5@e7 Nxe4@f6 5. Nxe4@e7 dxe4@f6 \
    6. Bb5@e7 c6@f6 7. Ba4@e7 Qxd4@d2 8. Bb3@c3 Qxd1@c1 9. Kxd1@e7 h6@f4 10. Bh4@g3 Bc5@e2 11. Bg3@d4 Nd7@e2 \
    12. c3@f8 Nf6@e2 13. Kc2@d4 O-O@e2";

/// The turns of a game without the numbers of its rounds.
pub fn turns_of(game: &str) -> impl Iterator<Item = &str> {
    game.split_whitespace().filter(|word| !word.ends_with('.'))
}

/// A turn that is legal at a ply where all turns before it were of this kind too: knights go out and back, and the
/// duck is put on a rank in the middle, of which there are the fourth and the fifth.
pub fn quiet_turn(ply: usize, rank: usize) -> String {
    let knight = ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4];
    let file = ["a", "b", "c", "d", "e", "f", "g", "h"][ply % 8];
    format!("{knight}@{file}{rank}")
}

/// Makes a challenge, on terms that may differ from the usual: its path.
pub async fn challenge(browser: &Browser, terms: &[(&str, &str)]) -> String {
    let form = browser.opens("/challenges/new").await.form("main form");
    let form = terms.iter().fold(form, |form, (name, value)| form.with(name, value));
    browser.submits(&form).await.leads_to().to_owned()
}

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
        let challenge = challenge(white, &[&[("seat", "first")], terms].concat()).await;
        let game = black.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
        assert!(game.starts_with("/games/"), "{game}");
        Self::at(white, black, &game)
    }

    /// A game that they play already.
    pub fn at(white: &Browser, black: &Browser, game: &str) -> Self {
        let sit = |browser: &Browser| Player { browser: browser.clone(), game: game.to_owned() };
        Self { white: sit(white), black: sit(black), game: game.to_owned() }
    }

    /// Turns of both, from the position as it is: `e4@c6 e6@e2`. Numbers of rounds are read over.
    pub async fn play(&self, turns: &str) {
        let ply: usize = self.white.sees().await.value("ply").parse().unwrap();
        for (ply, turn) in (ply..).zip(turns_of(turns)) {
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

    /// Makes one of some quiet turns of White's, of which the other side cannot take all: what a computer plays differs each
    /// time.
    pub async fn makes_any_turn(&self) {
        let ply = self.sees().await.value("ply").parse().unwrap();
        for turn in ["a3@a2", "h3@h2", "b3@b2", "g3@g2", "a4@a3", "h4@h3", "d3@d2", "e3@e2"] {
            if self.moves(ply, turn).await.status == 303 {
                return;
            }
        }
        panic!("no turn was taken");
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
