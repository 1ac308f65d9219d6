//! What cannot be done leaves everything as it was, and says what is wrong and what to do.

use std::fs;

use serde_json::{Value, json};

use super::place::{Place, instant};

#[test]
fn a_folder_that_is_not_for_backups_is_left_alone() {
    let place = Place::with_a_player();
    let thesis = place.path().join("thesis");
    fs::create_dir(&thesis).unwrap();
    fs::write(thesis.join("chapter-1.txt"), "mine").unwrap();
    let said = place.refuses(&["backup", thesis.to_str().unwrap()]);
    assert!(said.contains("is not empty and not one of Mallard's backups: it holds chapter-1.txt"), "{said}");
    assert_eq!(fs::read_dir(&thesis).unwrap().count(), 1);
    let said = place.refuses(&["backup", thesis.join("chapter-1.txt/deeper").to_str().unwrap()]);
    assert!(said.contains("cannot be made: name one where you may write"), "{said}");
    let said = place.refuses(&["restore", thesis.to_str().unwrap()]);
    assert!(said.contains("is not empty and not one of Mallard's backups"), "{said}");
    let said = place.refuses(&["restore", "/no/such/folder"]);
    assert!(said.contains("there is no folder /no/such/folder: name the one that was given to"), "{said}");
    let said = place.refuses(&["restore"]);
    assert!(said.contains("there is no backup in"), "{said}");
    place.loses_all();
    let said = place.refuses(&["backup", place.path().join("new").to_str().unwrap()]);
    assert!(said.contains("there is no database in") && said.contains("MALLARD_DATA"), "{said}");
}

#[test]
fn what_was_cut_off_is_no_backup_and_gives_way_to_the_next() {
    let place = Place::with_a_player();
    let cut_off = place.backups().join("20260101T000000Z.unfinished");
    fs::create_dir_all(cut_off.join("base")).unwrap();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("20260101T000000Z.unfinished was cut off"), "{said}");
    let said = place.refuses(&["restore", cut_off.to_str().unwrap()]);
    assert!(said.contains("was cut off before it was whole"), "{said}");
    let backup = place.backs_up();
    assert!(!cut_off.exists());
    fs::remove_file(backup.join("mallard-backup.json")).unwrap();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("was cut off"), "{said}");
}

#[test]
fn players_and_running_servers_are_not_overwritten() {
    let place = Place::with_a_player();
    place.backs_up();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("holds 1 player and 0 games already") && said.contains("mv "), "{said}");
    let server = place.serves();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("another Mallard") && said.contains("Stop the server if it runs"), "{said}");
    assert_eq!(server.health(), 200);
}

#[test]
fn a_backup_that_this_program_cannot_restore_says_what_to_install() {
    let place = Place::with_a_player();
    let backup = place.backs_up();
    place.loses_all();
    let file = backup.join("mallard-backup.json");
    let whole: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for (name, value, reason) in [
        ("schema", json!(9999), "was made by a newer Mallard"),
        ("postgres", json!("7.4"), "is of PostgreSQL 7, and installed is"),
        ("form", json!(2), "was written by another version of Mallard"),
    ] {
        let mut other = whole.clone();
        other[name] = value;
        fs::write(&file, other.to_string()).unwrap();
        let said = place.refuses(&["restore"]);
        assert!(said.contains(reason), "{said}");
    }
    fs::write(&file, whole.to_string()).unwrap();
    fs::write(backup.join("base/PG_VERSION"), "").unwrap();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("is damaged") && said.contains("PG_VERSION"), "{said}");
}

#[test]
fn an_instant_that_cannot_be_reached_says_which_can() {
    let place = Place::with_a_player();
    let backup = place.backs_up();
    let server = place.serves();
    place.signs_up(
        "insert into players (name, email, password_hash, created_at)
        values ('kwek', '', '', now()) returning id",
    );
    place.stops(server);
    place.loses_all();
    let until = |instant: &str| place.refuses(&["restore", "--until", instant]);
    let said = until("2026-01-01T00:00:00Z");
    let first = instant(&backup, "ended_at").to_string();
    assert!(said.contains("before the end of the oldest backup") && said.contains(&first), "{said}");
    assert!(until("9000-01-01T00:00:00Z").contains("is still to come"));
    let said = until(&server::platform::now::Now::system().get().to_string());
    assert!(said.contains("ends before") && said.contains("Leave out --until"), "{said}");

    let mut segments: Vec<_> = fs::read_dir(place.wal()).unwrap().map(|entry| entry.unwrap().path()).collect();
    segments.retain(|path| path.file_name().unwrap().len() == "000000010000000000000001.gz".len());
    segments.sort();
    let last = segments.last().unwrap();
    let damaged = fs::read(last).unwrap();
    fs::write(last, &damaged[..damaged.len() / 2]).unwrap();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("is damaged: name an instant before it"), "{said}");
    fs::remove_file(last).unwrap();
    let beyond = last.with_file_name("0000000100000000000000F0.gz");
    fs::write(beyond, &damaged).unwrap();
    let said = place.refuses(&["restore"]);
    assert!(said.contains("has a gap") && said.contains("is missing: put it back"), "{said}");
    fs::remove_dir_all(place.wal()).unwrap();
    let said = until(&first);
    assert!(said.contains("has no WAL archive"), "{said}");
}

#[test]
fn an_archive_is_not_shared_and_no_empty_site_is_begun_over_a_lost_one() {
    let place = Place::with_a_player();
    place.backs_up();
    let copy = place.path().join("copy");
    place.says(&["--data", copy.to_str().unwrap(), "restore"]);
    let said = place.refuses(&["--data", copy.to_str().unwrap()]);
    assert!(said.contains("is filled by the database in") && said.contains("name another folder"), "{said}");
    place.loses_all();
    let said = place.refuses(&[]);
    assert!(said.contains("there is no database in") && said.contains("mallard restore"), "{said}");
    let other = Place::with_a_player();
    let said = other.refuses(&["--backup-folder", place.backups().to_str().unwrap()]);
    assert!(said.contains("holds backups of another database"), "{said}");
    let said = other.refuses(&["backup", place.backups().to_str().unwrap()]);
    assert!(said.contains("holds backups of another database"), "{said}");
}
