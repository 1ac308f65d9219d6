//! How the server starts and ends with a PostgreSQL of its own, whatever happens to either of them.

pub mod process;

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use process::{Mallard, command, eventually, is_alive, parent_of, postgres, query, refusal, send};

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

#[test]
fn what_is_committed_is_kept_over_an_orderly_end_and_over_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    assert_eq!(server.health(), 200);
    query(data.path(), "create table kept (n bigint)");
    query(data.path(), "insert into kept values (1)");
    let first = postgres(data.path()).unwrap();
    server.terminate();
    assert!(server.ended_well());
    assert!(!is_alive(first), "PostgreSQL ends before the server does");

    let server = Mallard::start(data.path());
    assert_eq!(query(data.path(), "select sum(n)::bigint from kept"), Some(1));
    query(data.path(), "insert into kept values (10)");
    server.kill();

    let server = Mallard::start(data.path());
    assert_eq!(server.health(), 200);
    assert_eq!(query(data.path(), "select sum(n)::bigint from kept"), Some(11));
}

#[test]
fn postgres_ends_by_itself_when_its_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    let postgres = postgres(data.path()).unwrap();
    server.kill();
    eventually("PostgreSQL has ended", || !is_alive(postgres));
}

#[test]
fn a_start_ends_a_postgres_that_lost_its_watchdog_too() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    let orphan = postgres(data.path()).unwrap();
    send("-KILL", parent_of(orphan));
    server.kill();
    // The part of the watchdog that waits for the server may still be there, and may be quicker.
    let server = Mallard::start(data.path());
    assert!(!is_alive(orphan));
    assert_eq!(server.health(), 200);
}

#[test]
fn a_server_killed_again_and_again_starts_each_time() {
    let data = tempfile::tempdir().unwrap();
    for _ in 0..6 {
        // The PostgreSQL of the one before may be at any point of its end.
        let server = Mallard::start(data.path());
        assert_eq!(server.health(), 200);
        server.kill();
    }
}

#[test]
fn a_killed_postgres_is_started_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    query(data.path(), "create table kept (n bigint)");
    let killed = postgres(data.path()).unwrap();
    send("-KILL", killed);
    eventually("the lobby is shown", || {
        let status = server.get("/lobby").0;
        assert!([200, 503].contains(&status), "{status}: it is the database that is away, nothing is broken");
        status == 200 && postgres(data.path()) != Some(killed)
    });
    eventually("another PostgreSQL runs", || postgres(data.path()).is_some_and(|process| process != killed));
    eventually("the server is healthy", || server.health() == 200);
    assert_eq!(query(data.path(), "select count(*) from kept"), Some(0));
}

#[test]
fn postgres_runs_unprivileged_and_on_no_port() {
    let data = tempfile::tempdir().unwrap();
    let _server = Mallard::start(data.path());
    let process = postgres(data.path()).unwrap();
    let owner = fs::metadata(format!("/proc/{process}")).unwrap().uid();
    assert_ne!(owner, 0);
    assert_eq!(is_root(), owner != fs::metadata("/proc/self").unwrap().uid());
    let sockets = fs::metadata(data.path().join("postgres/sockets")).unwrap();
    assert_eq!((sockets.uid(), sockets.mode() & 0o777), (owner, 0o700));
    assert_eq!(
        query(data.path(), "select count(*) from pg_settings where (name, setting) = ('listen_addresses', '')"),
        Some(1)
    );
    assert_eq!(query(data.path(), "select count(*) from pg_settings where (name, setting) = ('fsync', 'on')"), Some(1));
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let first = Mallard::start(data.path());
    let said = refusal(&mut command(data.path()));
    let holder = fs::read_to_string(data.path().join("server.lock")).unwrap();
    assert!(said.contains(&format!("another Mallard (process {}) is using it", holder.trim())), "{said}");
    assert_eq!(first.health(), 200);
}

#[test]
fn half_a_database_from_an_interrupted_start_is_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let unfinished = data.path().join("postgres/cluster.unfinished");
    fs::create_dir_all(&unfinished).unwrap();
    fs::set_permissions(data.path().join("postgres"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "15\n").unwrap();
    fs::write(data.path().join("server.lock"), "1\n").unwrap();
    let server = Mallard::start(data.path());
    assert_eq!(server.health(), 200);
    assert!(!unfinished.exists());
}

#[test]
fn a_process_number_that_another_program_has_by_now_is_no_hindrance() {
    let data = tempfile::tempdir().unwrap();
    Mallard::start(data.path()).kill();
    let note = data.path().join("postgres/cluster/postmaster.pid");
    eventually("PostgreSQL has ended", || !note.exists());
    fs::write(&note, format!("{}\n", std::process::id())).unwrap();
    assert_eq!(Mallard::start(data.path()).health(), 200);
}

#[test]
fn a_deep_folder_gets_its_socket_elsewhere() {
    let data = tempfile::tempdir().unwrap();
    let deep = data.path().join("a-rather-long-name-for-a-folder".repeat(3));
    let server = Mallard::start(&deep);
    let note = fs::read_to_string(deep.join("postgres/cluster/postmaster.pid")).unwrap();
    let sockets = note.lines().nth(4).unwrap().to_owned();
    assert!(sockets.starts_with("/tmp/mallard."), "{sockets}");
    assert_eq!(fs::metadata(&sockets).unwrap().mode() & 0o777, 0o700);
    server.terminate();
    assert!(server.ended_well());
    assert!(!fs::exists(&sockets).unwrap(), "nothing stays behind");
}

#[test]
fn a_folder_with_other_things_is_used_beside_them() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("server.log");
    let mut server = command(data.path());
    server.stderr(fs::File::create(&log).unwrap());
    let server = Mallard::run(&mut server);
    assert_eq!(server.health(), 200);
    let said = fs::read_to_string(&log).unwrap();
    assert!(said.contains("WARN") && said.contains("the data folder holds other things too"), "{said}");
    server.kill();
    assert_eq!(Mallard::start(data.path()).health(), 200);
    assert!(fs::read_to_string(&log).unwrap().starts_with(&said), "nobody touched it");
}

#[test]
fn what_others_have_under_our_names_is_left_alone() {
    for (name, contents) in [("postgres/thesis.txt", "mine"), ("postgres", "a file"), ("server.lock", "my own lock\n")]
    {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, contents).unwrap();
        let before = fs::metadata(data.path()).unwrap().mode();
        let said = refusal(&mut command(data.path()));
        assert!(said.contains("move it away, or choose another folder"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        assert_eq!(fs::metadata(data.path()).unwrap().mode(), before);
        assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_damaged_database_is_not_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let cluster = data.path().join("postgres/cluster");
    fs::create_dir_all(cluster.join("base")).unwrap();
    fs::write(data.path().join("server.lock"), "1\n").unwrap();
    let said = refusal(&mut command(data.path()));
    assert!(said.contains("the database in postgres/cluster is damaged"), "{said}");
    assert_eq!(fs::read_dir(&cluster).unwrap().count(), 1);
}

#[test]
fn data_of_another_version_says_which_to_install() {
    let data = tempfile::tempdir().unwrap();
    let cluster = data.path().join("postgres/cluster");
    fs::create_dir_all(&cluster).unwrap();
    fs::write(cluster.join("PG_VERSION"), "7\n").unwrap();
    fs::write(data.path().join("server.lock"), "1\n").unwrap();
    let said = refusal(&mut command(data.path()));
    assert!(said.contains("was made by PostgreSQL 7") && said.contains("apt-get install postgresql-7"), "{said}");
}

#[test]
fn a_folder_below_a_closed_one_says_what_to_open() {
    if !is_root() {
        return; // Only a server run by root has a PostgreSQL of another account.
    }
    let closed = tempfile::tempdir().unwrap();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let said = refusal(&mut command(&closed.path().join("data")));
    let remedy = format!("chmod o+x {}\"", closed.path().display());
    assert!(said.contains("may not enter") && said.contains(&remedy), "{said}");
}

#[test]
fn a_port_in_use_is_told_at_once() {
    let data = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = refusal(command(data.path()).env("PORT", &port));
    assert!(said.contains(&port) && said.contains("set PORT"), "{said}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0, "no database was made for nothing");
}

#[test]
fn a_database_out_of_reach_is_told_without_its_password() {
    let data = tempfile::tempdir().unwrap();
    for url in [
        "postgres://duck:quack-secret@127.0.0.1:1/pond",
        "postgres://duck:quack-secret@no-such-host.invalid/pond",
        "postgres://duck:quack-secret@127.0.0.1:notaport/pond",
        "duck:quack-secret",
    ] {
        let said = refusal(command(data.path()).env("DATABASE_URL", url));
        assert!(said.contains("DATABASE_URL"), "{said}");
        assert!(!said.contains("quack-secret"), "{said}");
    }
}

#[test]
fn who_comes_as_soon_as_it_says_where_it_listens_finds_streams_ready() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    let mut stream = TcpStream::connect(server.address()).unwrap();
    write!(stream, "GET /live?lobby=yes HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
}

#[test]
fn a_server_about_to_stop_says_so_and_answers_meanwhile() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::run(command(data.path()).env("STOP_NOTICE", "600"));
    assert_eq!(server.health(), 200);
    server.terminate();
    eventually("the balancer is told", || server.health() == 503);
    assert_eq!(server.get("/lobby").0, 200);
    server.terminate();
    assert!(server.ended_well(), "told twice, it stops at once");
}

#[test]
fn a_request_that_never_ends_does_not_hold_up_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Mallard::start(data.path());
    let mut stuck = TcpStream::connect(server.address()).unwrap();
    write!(stuck, "POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nname=").unwrap();
    server.terminate();
    assert!(server.ended_well());
}
