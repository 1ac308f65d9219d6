//! A `DATABASE_REPLICA_URL` that can never work is said so at the start, with what to do.

use server::platform::database::Pool;
use server::platform::database::private::PrivatePostgres;
use server::platform::database::replica::{Patience, Replica};

use super::balancer::Balancer;
use super::pair::Pair;
use crate::startup::process::{command, refusal};

/// What a server says that is started with such a replica.
async fn refused(primary: &Pool, url: &str) -> String {
    let error = Replica::open(url, primary, 2, Patience::default()).await.map(drop).expect_err("it can work");
    format!("{error:#}")
}

#[tokio::test]
async fn a_replica_that_can_never_work_is_refused() {
    let pair = Pair::start().await;
    let primary = Pool::new(pair.primary.options(), 2);
    let remedy = "set DATABASE_REPLICA_URL to a standby of the database in DATABASE_URL, or unset it: ";

    let said = refused(&primary, "mysql://secret@nowhere/mallard").await;
    assert_eq!(said, "DATABASE_REPLICA_URL is not of the form postgres://user:password@host:5432/database");
    let said = refused(&primary, &pair.primary.url()).await;
    assert!(said.starts_with(remedy) && said.ends_with(" is no standby: it takes writes itself"), "{said}");
    let said = refused(&primary, &pair.standby_url().replace("mallard@", "nobody@")).await;
    assert!(said.starts_with(remedy) && said.contains(r#"does not let us in: "#), "{said}");
    let said = refused(&primary, &pair.standby_url().replace("/mallard?", "/ducks?")).await;
    assert!(said.starts_with(remedy) && said.contains(r#"database "ducks" does not exist"#), "{said}");
    let said = refused(&primary, &pair.standby_url().replace("/mallard?", "/postgres?")).await;
    assert!(said.starts_with(remedy) && said.ends_with(" is another database"), "{said}");

    let folder = tempfile::tempdir().unwrap();
    let other = PrivatePostgres::start(folder.path()).await.unwrap();
    let said = refused(&primary, &other.url()).await;
    assert!(said.starts_with(remedy) && said.ends_with(" is another database"), "{said}");
}

#[tokio::test]
async fn an_address_that_leads_to_the_primary_for_a_moment_is_tried_again() {
    let pair = Pair::start().await;
    let balancer = Balancer::leading_to(&[pair.primary.options()]).await;
    let url = balancer.url();
    let balancer_notices = async {
        balancer.is_used().await;
        balancer.leads_to(&[pair.standby_options()]);
    };
    let (app, ()) = tokio::join!(pair.patient_server_reading_from(&url), balancer_notices);
    app.until_replica_is_in_use(true).await;
}

#[tokio::test]
async fn a_replica_that_is_only_away_keeps_no_server_from_starting() {
    let mut pair = Pair::start().await;
    let url = pair.standby_url();
    pair.kills_standby().await;
    let primary = Pool::new(pair.primary.options(), 2);
    let replica = Replica::open(&url, &primary, 2, Patience::default()).await.unwrap();
    assert!(!replica.is_in_use());
    assert!(replica.pool_for(None).await.is_none());
    Replica::open("postgres://mallard@127.0.0.1:1/mallard", &primary, 2, Patience::default()).await.unwrap();
}

#[test]
fn a_server_says_at_its_start_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    let said = refusal(command.env("DATABASE_REPLICA_URL", "the other one"));
    assert!(said.contains("DATABASE_REPLICA_URL is not of the form postgres://"), "{said}");
}
