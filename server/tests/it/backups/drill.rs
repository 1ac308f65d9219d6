//! What is deleted comes back.

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::time::Instant;

use jiff::Timestamp;
use rand::SeedableRng;
use rand::rngs::StdRng;
use server::platform::database::Pool;
use server::platform::database::private::{PrivatePostgres, running};
use server::platform::now::Now;
use tokio::task::block_in_place;

use super::place::{Place, instant};
use crate::faults::figures::Figures;
use crate::faults::ledger::Ledger;
use crate::faults::load::Load;
use crate::faults::log;
use crate::faults::site::wait;
use crate::startup::process::{Mallard, eventually, is_alive, postgres, send};
use crate::story::Browser;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_comes_back_to_the_last_commit_or_to_an_instant() {
    let place = Place::new();
    let server = block_in_place(|| place.serves());
    let pool = Pool::new(running(&place.data()).unwrap(), 4);
    let windows = |token: &str| {
        [(); 2].map(|()| {
            let browser = Browser::at(server.address().to_owned());
            browser.keep_cookie("mallard", token);
            browser
        })
    };
    let mut load = Load::begin(&pool, windows, None, &mut StdRng::seed_from_u64(11)).await;
    more_are_answered(&mut load, 40).await;
    let backup = block_in_place(|| place.backs_up());
    more_are_answered(&mut load, 40).await;
    let middle = Now::system().get();
    more_are_answered(&mut load, 40).await;
    load.ends().await;
    pool.close();
    block_in_place(|| place.stops(server));
    let holds_until = instant(&backup, "holds_until");
    assert!(load.ledger.until(holds_until).answered() >= 40);
    let ledger = &load.ledger;

    place.loses_all();
    let said = block_in_place(|| place.says(&["restore"]));
    assert!(said.contains("Restored 6 players") && said.contains("Every running game agrees with its log."), "{said}");
    holds(&place, ledger, Timestamp::MAX).await;

    place.loses_all();
    block_in_place(|| place.says(&["restore", "--until", &middle.to_string()]));
    holds(&place, &ledger.until(middle), middle).await;

    place.loses_all();
    fs::remove_dir_all(place.wal()).unwrap();
    block_in_place(|| place.says(&["restore"]));
    holds(&place, &ledger.until(holds_until), instant(&backup, "ended_at")).await;
}

/// Waits until play has gone on.
async fn more_are_answered(load: &mut Load, more: usize) {
    let (begun, enough) = (Instant::now(), load.ledger.answered() + more);
    while load.ledger.answered() < enough {
        load.goes_on();
        wait(begun, "requests are answered").await;
    }
}

/// Everything that was answered is in the restored database, once; nothing that was sent later is; and all games are whole.
async fn holds(place: &Place, ledger: &Ledger, until: Timestamp) {
    let postgres = PrivatePostgres::start(&place.data()).await.unwrap();
    let pool = Pool::new(postgres.options(), 4);
    let games = log::games(&pool).await;
    let mut figures = Figures::new();
    figures.audit(&pool, ledger, &games).await;
    assert!(figures.complaints.is_empty(), "{:#?}", figures.complaints);
    let there: HashSet<&String> = games.iter().collect();
    for entry in ledger.entries().iter().filter(|entry| entry.is_answered()) {
        assert!(there.contains(&entry.game), "{entry} is lost with its game");
    }
    for game in &games {
        let log = log::GameLog::read(&pool, game).await;
        let folded = log.fold().unwrap();
        let later = ledger.of(game).into_iter().filter(|entry| entry.sent_at.is_some_and(|sent| sent > until));
        for entry in later {
            assert_eq!(folded.count(&entry), 0, "{entry} was sent after {until}");
        }
    }
    pool.close();
    postgres.stop().await;
}

#[test]
fn a_restored_site_goes_on_and_can_be_restored_again() {
    let place = Place::with_a_player();
    place.backs_up();
    for players in [1, 2, 3] {
        place.loses_all();
        let said = place.says(&["restore"]);
        assert!(said.contains(&format!("Restored {players} player")), "{said}");
        let server = place.serves();
        assert_eq!((server.health(), server.get("/lobby").0), (200, 200));
        let metrics = server.get("/metrics").1;
        for name in ["database_up 1", "games_late_seconds 0", "emails_late_seconds 0", "wal_archive_failing_seconds 0"]
        {
            assert!(metrics.lines().any(|line| line == name), "{name}: {metrics}");
        }
        assert!(metrics.contains("\nbackup_age_seconds "), "{metrics}");
        place.signs_up(
            "insert into players (name, email, password_hash, created_at)
            select 'kwik' || count(*), '', '', now() from players returning id",
        );
        if players == 2 {
            place.backs_up();
        }
        place.stops(server);
    }
}

#[test]
fn what_a_dead_machine_did_not_archive_is_taken_from_its_disk() {
    let place = Place::with_a_player();
    let backup = place.backs_up();
    let server = place.serves();
    place.signs_up(
        "insert into players (name, email, password_hash, created_at)
        values ('kwek', '', '', now()) returning id",
    );
    let process = postgres(&place.data()).unwrap();
    send("-KILL", process);
    server.kill();
    eventually("PostgreSQL has ended", || !is_alive(process));
    for file in fs::read_dir(place.data().join("postgres/cluster/pg_wal")).unwrap() {
        let (file, wal) = (file.unwrap().path(), place.wal());
        if file.is_file() {
            let copied = Command::new("cp").args(["-n", "-p"]).arg(file).arg(wal).status().unwrap();
            assert!(copied.success());
        }
    }
    place.loses_all();
    assert!(place.says(&["restore"]).contains("Restored 2 players"));

    let alone = place.path().join("alone");
    fs::rename(&backup, &alone).unwrap();
    place.loses_all();
    let said = place.says(&["restore", alone.to_str().unwrap()]);
    assert!(said.contains("Restored 1 player"), "a backup is whole without its folder: {said}");
}

#[test]
fn an_empty_database_gives_way_to_a_backup() {
    let place = Place::with_a_player();
    place.backs_up();
    place.loses_all();
    let mut server = place.bare(&[]);
    let server = Mallard::run(&mut server);
    place.stops(server);
    let said = place.says(&["restore"]);
    assert!(said.contains("Restored 1 player and 0 games"), "{said}");
    assert_eq!(place.serves().health(), 200);
}

#[test]
fn older_backups_are_removed_with_the_wal_that_only_they_need() {
    let place = Place::with_a_player();
    let first = place.backs_up();
    let second = place.backs_up();
    let said = place.says(&["backup", "--keep", "2"]);
    assert!(said.contains(&format!("Removed {}.", first.display())) && !first.exists() && second.exists(), "{said}");
    assert!(!place.wal().join("000000010000000000000001.gz").exists());
    place.loses_all();
    assert!(place.says(&["restore", &second.display().to_string()]).contains("Restored 1 player"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_of_somebody_else_is_restored_into_a_new_folder() {
    let place = block_in_place(Place::with_a_player);
    let postgres = PrivatePostgres::start(&place.data()).await.unwrap();
    let (backups, into) = (place.path().join("elsewhere"), place.path().join("new"));
    let words = |command: &str| [command.to_owned(), backups.display().to_string()];
    let run = |words: &[String], more: &[&str]| {
        let mut command = place.bare(&[]);
        let output =
            block_in_place(|| command.args(words).args(more).env("DATABASE_URL", postgres.url()).output().unwrap());
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (is_done, said) = run(&words("backup"), &[]);
    assert!(is_done && said.contains("checked by pg_verifybackup"), "{said}");
    let (is_done, said) = run(&words("restore"), &[]);
    assert!(!is_done && said.contains("--into NEWFOLDER"), "{said}");
    let (is_done, said) = run(&words("restore"), &["--into", &into.display().to_string()]);
    assert!(is_done && said.contains("Restored 1 player") && said.contains("set data_directory"), "{said}");
    assert!(into.join("PG_VERSION").is_file() && !into.join("recovery.signal").exists());
    let (is_done, said) = run(&words("restore"), &["--into", &into.display().to_string()]);
    assert!(!is_done && said.contains("is not an empty folder"), "{said}");
    postgres.stop().await;
}
