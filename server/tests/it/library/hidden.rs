//! What players keep to themselves, drawn by lot: whoever looks, pages, files, feeds and searches have just what that viewer may see, as
//! a slow list of everything says.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::PgPool;

use super::drawn::{self, SECRET};
use crate::story::{Browser, TestApp};

/// Who keeps things.
const KEEPERS: [&str; 3] = ["kwik", "kwek", "donald"];
/// Who looks.
const VIEWERS: [&str; 4] = ["", "kwik", "kwek", "donald"];

/// Something that a player keeps. Its name is a word of its own, which stands in no other.
struct Kept {
    kind: Kind,
    /// Its page; nothing for a saved search, which is in a list alone.
    path: Option<String>,
    word: String,
    owner: &'static str,
    visibility: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Collection,
    Study,
    Search,
}

impl Kept {
    /// Makes something for a player, with the word in all that can hold words.
    async fn by_lot(app: &TestApp, number: usize, owner: (&'static str, &Browser), lot: &mut StdRng) -> Self {
        let (owner, browser) = owner;
        let word = format!("{SECRET}x{number}x");
        let kind = [Kind::Collection, Kind::Study, Kind::Search][lot.random_range(0..3)];
        let visibility = match kind {
            Kind::Search => "private",
            _ => ["private", "private", "link", "public"][lot.random_range(0..4)],
        };
        // The players and turns are those of games that were played here.
        let game = format!(
            "[Event \"{word}\"]\n[White \"kwik\"]\n[Black \"{word}\"]\n[Variant \"Duck\"]\n\n1. Nf3@e5 {{{word}}} Nf6@e4 1-0\n"
        );
        let fields = [("name", &*word), ("visibility", visibility)];
        let path = match kind {
            Kind::Collection => {
                let sent = browser.sends_file("/collections", &fields, (&format!("{word}.pgn"), game.as_bytes())).await;
                app.read_collections().await;
                Some(sent.leads_to().to_owned())
            }
            Kind::Study => {
                let fields = [&fields[..], &[("text", &*game), ("description", &*word)]].concat();
                Some(browser.post("/studies", &fields).await.leads_to().to_owned())
            }
            Kind::Search => {
                browser.post("/games/searches", &[("name", &word), ("player", "kwik")]).await.leads_to();
                None
            }
        };
        Self { kind, path, word, owner, visibility }
    }

    /// Whether a page of the site has its name for a viewer: lists of one's own, of what is public, and of what one has saved.
    fn is_named_on(&self, page: &str, viewer: &str) -> bool {
        match (self.kind, page) {
            (Kind::Collection, "/collections") | (Kind::Study, "/studies") => self.owner == viewer,
            (Kind::Collection, "/collections/public") | (Kind::Study, "/studies/public") => self.visibility == "public",
            (Kind::Collection | Kind::Study, page) if page == format!("/players/{}", self.owner) => {
                self.visibility == "public"
            }
            // A player's own collections can be chosen in the explorer.
            (Kind::Collection, explorer) if explorer.starts_with("/explorer") => self.owner == viewer,
            (Kind::Search, "/games" | "/games/searches") => self.owner == viewer,
            (Kind::Search, games) if games.starts_with("/games?") => self.owner == viewer,
            _ => false,
        }
    }

    fn is_seen_by(&self, viewer: &str) -> bool {
        self.owner == viewer || self.visibility != "private"
    }

    /// The addresses that are its own.
    fn addresses(&self) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        let id = path.rsplit('/').next().unwrap();
        match self.kind {
            Kind::Collection => vec![
                path.clone(),
                format!("{path}.pgn"),
                format!("{path}.pgn?player=kwik&seat=white"),
                format!("{path}?player=kwik&sort=newest"),
                format!("{path}/games/1"),
                format!("{path}/games/1.pgn"),
                format!("/explorer?variant=duck&collection={id}"),
            ],
            Kind::Study => vec![path.clone(), format!("{path}/chapters/1"), format!("{path}/chapters/1.pgn")],
            Kind::Search => Vec::new(),
        }
    }
}

/// Pages that anybody may open, or that send to the login.
const PAGES: [&str; 20] = [
    "/",
    "/games",
    "/games?player=kwik",
    "/games?turns=Nf3%40e5+Nf6%40e4",
    "/games?player=kwik&view=boards",
    "/games.pgn",
    "/games.pgn?turns=Nf3%40e5",
    "/games.atom",
    "/games.atom?player=kwik",
    "/games/searches",
    "/watch",
    "/players",
    "/players/kwik",
    "/players/donald",
    "/players/kwik.pgn",
    "/explorer?variant=duck&turns=Nf3%40e5",
    "/collections",
    "/collections/public",
    "/studies",
    "/studies/public",
];

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_kept_is_shown_to_those_who_may_see_it_and_to_nobody_else(pool: PgPool) {
    let app = TestApp::new(pool).await;
    drawn::play(&app, 12).await;
    app.fill_library().await;
    let mut browsers = Vec::new();
    for viewer in VIEWERS {
        browsers.push((viewer, if viewer.is_empty() { app.anonymous() } else { app.signed_in(viewer).await }));
    }
    // What the games say before anything is kept: nothing of it counts as one of them.
    let counted = browsers[0].1.opens("/explorer?variant=duck").await.texts("table.explorer tbody tr");
    assert!(!counted.is_empty());
    let mut lot = StdRng::seed_from_u64(3);
    let mut kept = Vec::new();
    for number in 0..36 {
        let owner = KEEPERS[lot.random_range(0..KEEPERS.len())];
        let (_, browser) = browsers.iter().find(|(viewer, _)| *viewer == owner).unwrap();
        kept.push(Kept::by_lot(&app, number, (owner, browser), &mut lot).await);
    }
    let mut looks = [0, 0];
    for (viewer, browser) in &browsers {
        for page in PAGES {
            let answer = browser.get(page).await;
            let leads_to_login = viewer.is_empty() && ["/games/searches", "/collections", "/studies"].contains(&page);
            assert_eq!(answer.status, if leads_to_login { 303 } else { 200 }, "{viewer}: {page}");
            for thing in &kept {
                let is_named = answer.text.contains(&thing.word);
                assert_eq!(is_named, thing.is_named_on(page, viewer), "{viewer}: {page}: {}", thing.word);
            }
        }
        for thing in &kept {
            for address in thing.addresses() {
                let is_seen = thing.is_seen_by(viewer);
                let answer = browser.get(&address).await;
                assert_eq!(answer.status, if is_seen { 200 } else { 404 }, "{viewer}: {address}");
                let is_named = answer.text.contains(&thing.word);
                assert!(is_named == is_seen || address.starts_with("/explorer") && is_seen, "{viewer}: {address}");
                looks[usize::from(is_seen)] += 1;
            }
        }
    }
    assert!(looks.iter().all(|&looks| looks > 50), "{looks:?}");
    app.fill_library().await;
    let now = browsers[0].1.opens("/explorer?variant=duck").await.texts("table.explorer tbody tr");
    assert_eq!(now, counted, "what was imported is no game of this site");
}
