//! The server killed at any moment, as `kill -9` or a power cut does it, and started again on the same data.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::startup::process::Mallard;
use crate::story::{Browser, Player, Table, encoded, quiet_turn};

/// Games that are played at the same time.
const TABLES: usize = 3;
const KILLS: usize = 3;

/// The turns of a game from a ply on, one after the other, as fast as the server takes them and as long as it is there.
/// `answered` counts all turns so far that it said were made.
async fn play_on(browsers: [Browser; 2], game: String, answered: Arc<AtomicUsize>) {
    loop {
        let ply = answered.load(Ordering::SeqCst);
        let fields = [("action", "move"), ("ply", &ply.to_string()), ("turn", &quiet_turn(ply, 4))];
        let browser = &browsers[ply % 2];
        let request = browser.form_request(&format!("{game}/actions"), encoded(&fields));
        let Ok(answer) = browser.try_send(request).await else { return };
        answer.leads_to();
        answered.store(ply + 1, Ordering::SeqCst);
    }
}

async fn until(answered: &[Arc<AtomicUsize>], turns: usize) {
    let begun = Instant::now();
    while answered.iter().map(|answered| answered.load(Ordering::SeqCst)).sum::<usize>() < turns {
        assert!(begun.elapsed() < Duration::from_secs(60), "the turns come to a halt");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// The player's browser, now that the server has another address.
fn moved(browser: &Browser, server: &Mallard) -> Browser {
    let there = Browser::at(server.address().to_owned());
    there.keep_cookie("mallard", &browser.cookie("mallard").unwrap());
    there
}

async fn sign_up(server: &Mallard, name: &str) -> Browser {
    let browser = Browser::at(server.address().to_owned());
    let fields = [("name", name), ("email", "duck@example.org"), ("password", "seven quiet ducks")];
    browser.post("/signup", &fields).await.leads_to();
    browser
}

/// The turns of the game are all those that were answered, and at most the one that was under way.
async fn assert_kept(player: &Player, answered: &AtomicUsize) {
    let page = player.sees().await;
    let (turns, answered) = (page.texts(".turn"), answered.load(Ordering::SeqCst));
    assert!((answered..=answered + 1).contains(&turns.len()), "{answered} answered, {} there", turns.len());
    let sent: Vec<_> = (0..turns.len()).map(|ply| quiet_turn(ply, 4)).collect();
    assert_eq!(turns, sent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_turn_that_was_answered_is_kept_when_the_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Mallard::start(data.path());
    let (mut white, mut black) = (sign_up(&server, "kwik").await, sign_up(&server, "kwek").await);
    let mut games = Vec::new();
    for _ in 0..TABLES {
        games.push(Table::begin(&white, &black, &[]).await.game);
    }
    let answered: Vec<_> = games.iter().map(|_| Arc::new(AtomicUsize::new(0))).collect();
    for kill in 1..=KILLS {
        let streams: Vec<_> = std::iter::zip(&games, &answered)
            .map(|(game, answered)| play_on([white.clone(), black.clone()], game.clone(), Arc::clone(answered)))
            .map(tokio::spawn)
            .collect();
        until(&answered, kill * 20 * TABLES).await;
        server.kill();
        for stream in streams {
            stream.await.unwrap();
        }
        server = Mallard::start(data.path());
        (white, black) = (moved(&white, &server), moved(&black, &server));
        for (game, answered) in std::iter::zip(&games, &answered) {
            let table = Table::at(&white, &black, game);
            assert_kept(&table.white, answered).await;
        }
    }
    assert_eq!(server.health(), 200);
}
