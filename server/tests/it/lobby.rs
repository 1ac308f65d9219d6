//! The lobby: who finds what there, whoever fills it; and what its makers are told of the answers.

use std::collections::BTreeSet;

use sqlx::PgPool;

use crate::story::{Browser, Page, TestApp, challenge, days};

/// The challengers whose challenges somebody can take.
fn challengers(lobby: &Page) -> Vec<String> {
    lobby.texts("table[data-key='Open challenges'] tbody th a")
}

/// The same, with those of the older pages.
async fn all_challengers(browser: &Browser) -> Vec<String> {
    let (mut found, mut path) = (Vec::new(), Some("/lobby".to_owned()));
    while let Some(page) = path {
        let page = browser.opens(&page).await;
        assert!(page.texts(".list tbody tr").len() <= 50, "a page stays small");
        found.extend(challengers(&page));
        path = page.attributes("a[rel=next]", "href").pop();
    }
    found
}

/// Many accounts at once.
const MANY_PLAYERS: &str = "insert into players (name, email, password_hash, created_at)
    select 'many' || lpad(n::text, 3, '0'), n || '@example.org', 'none', '2026-01-01' from generate_series(1, 60) n";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn challenges_that_nobody_can_take_push_out_nobodys(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let beside = app.beside().await;
    let kwik = app.signed_up("kwik").await;
    challenge(&kwik, &[]).await;
    app.execute(MANY_PLAYERS).await;
    for name in ["mala", "malb"] {
        app.signed_up(name).await;
        let servers = [app.signed_in(name).await, beside.signed_in(name).await];
        for time in 0..50 {
            let opponents = format!("many{:03}, many{:03}", time % 20 + 1, time % 20 + 21);
            let terms = [("variant", "duchess-3"), ("opponent", opponents.as_str())];
            servers[time % 2].post("/challenges/new", &terms).await.leads_to();
        }
    }
    let kwek = app.signed_up("kwek").await;
    for server in [&app, &beside] {
        for visitor in [server.anonymous(), server.signed_in("kwek").await, server.signed_in("many055").await] {
            assert_eq!(challengers(&visitor.opens("/lobby").await), ["kwik"]);
        }
        let own = server.signed_in("kwik").await.opens("/lobby").await;
        assert_eq!(own.texts("[data-label=Against]"), ["Anyone"], "one's own are there");
    }
    let form = kwek.opens("/lobby").await.form(".list-action form");
    assert!(kwek.submits(&form).await.leads_to().starts_with("/games/"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_one_challenger_others_see_a_few(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let beside = app.beside().await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    challenge(&kwek, &[]).await;
    for name in ["mala", "malb"] {
        app.signed_up(name).await;
        for server in [&app, &beside] {
            let browser = server.signed_in(name).await;
            for _ in 0..25 {
                browser.post("/challenges/new", &[]).await.leads_to();
            }
        }
    }
    for server in [&app, &beside] {
        let mut found = challengers(&server.anonymous().opens("/lobby").await);
        found.sort_unstable();
        assert_eq!(found, ["kwek", "mala", "mala", "mala", "malb", "malb", "malb"]);
    }
    let own = app.signed_in("mala").await.opens("/lobby").await;
    assert_eq!(own.texts("[data-label=Against]").len(), 50);
    assert!(own.text("main").contains("Others see only your 3 newest"));
    assert!(!kwek.opens("/lobby").await.text("main").contains("Others see only your 3 newest"));
    let newest = app.signed_in("mala").await.opens("/lobby").await.form(".list-action form");
    app.signed_in("mala").await.submits(&newest).await.leads_to();
    assert_eq!(challengers(&kwik.opens("/lobby").await).iter().filter(|name| *name == "mala").count(), 3, "the next");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_lobby_has_pages(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    app.execute(MANY_PLAYERS).await;
    app.execute(
        "insert into challenges (id, challenger, variant, clock, seat, rated, created_at)
        select 'fair' || lpad(p.id::text, 4, '0'), p.id, 'duck', 'standard', 'first', true,
            timestamptz '2026-03-01' + (p.id / 7) * interval '1 second' from players p where p.name like 'many%'",
    )
    .await;
    let page = kwik.opens("/lobby").await;
    assert_eq!(challengers(&page).len(), 50);
    let older = page.attributes("a[rel=next]", "href").pop().unwrap();
    // What comes and goes meanwhile moves nothing from one page to the next.
    challenge(&kwik, &[]).await;
    app.execute("update challenges set state = 'withdrawn', answered_at = now() where id = 'fair0060'").await;
    let last = kwik.opens(&older).await;
    assert_eq!(challengers(&last).len(), 10);
    assert!(!last.has("a[rel=next]"));
    let all: BTreeSet<_> = challengers(&page).into_iter().chain(challengers(&last)).collect();
    assert_eq!(all.len(), 60, "each once");
    assert!(!last.text("main").contains("Your challenges"), "one's own are on the first page");
    kwik.get("/lobby?before=aaaaaaaa").await.has_status(404);
    kwik.get("/lobby?before=%27").await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn however_much_is_in_between_the_oldest_is_found(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    challenge(&kwik, &[]).await;
    app.execute(MANY_PLAYERS).await;
    app.execute(
        "insert into challenges (id, challenger, variant, clock, seat, rated, created_at)
        select 'h' || lpad((p.id * 50 + n)::text, 7, '0'), p.id, 'duck', 'standard', 'first', true,
            timestamptz '2026-03-02T12:00:01Z' from players p, generate_series(1, 50) n where p.name like 'many%'",
    )
    .await;
    let found = all_challengers(&app.anonymous()).await;
    assert_eq!(found.len(), 60 * 3 + 1);
    assert_eq!(found.last().unwrap(), "kwik");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_seat_that_becomes_open_is_found(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek, kwak) = (app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await);
    let path = challenge(&kwik, &[("variant", "duchess-3"), ("opponent", "kwek, kwak")]).await;
    let stranger = app.signed_up("donald").await;
    assert!(challengers(&stranger.opens("/lobby").await).is_empty());
    kwek.post(&format!("{path}/leave"), &[]).await.leads_to();
    assert_eq!(challengers(&stranger.opens("/lobby").await), ["kwik"]);
    stranger.post(&format!("{path}/accept"), &[]).await.leads_to();
    assert!(challengers(&kwek.opens("/lobby").await).is_empty());
    assert_eq!(kwak.opens("/lobby").await.texts("table caption"), ["Challenges to you"]);
    // As a server of the release before writes it, which knows nothing of the count.
    app.execute("update challenge_places set player_id = null, taken = false where seat = 2").await;
    assert_eq!(app.count("select open_seats::bigint from challenges").await, 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn many_challenges_of_one_push_out_no_other_to_the_same_player(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.signed_up("mala").await;
    challenge(&kwik, &[("opponent", "kwek")]).await;
    app.execute(
        "insert into challenges (id, challenger, opponent, variant, clock, seat, rated, created_at)
        select 'h' || lpad(n::text, 7, '0'), 3, 2, 'duck', 'standard', 'first', true, '2026-03-02T12:00:01Z'
        from generate_series(1, 150) n",
    )
    .await;
    let page = kwek.opens("/lobby").await;
    let names = page.texts("th[data-label=Player] a");
    assert_eq!((names.len(), &*names[0], &*names[3]), (100, "mala", "kwik"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_declined_challenge_is_told_to_its_maker(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for _ in 0..2 {
        let path = challenge(&kwik, &[("opponent", "kwek")]).await;
        kwek.post(&format!("{path}/decline"), &[]).await.leads_to();
        app.pass(days(1));
    }
    let withdrawn = challenge(&kwik, &[]).await;
    kwik.post(&format!("{withdrawn}/withdraw"), &[]).await.leads_to();
    assert_eq!(kwik.opens("/").await.texts(".answers li p").len(), 2, "on the home page too");
    let told = kwik.opens("/lobby").await;
    let answers = told.texts(".answers li p");
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], "kwek declined your challenge to a game of Duck Chess. 3 Mar 2026");
    assert!(!kwek.opens("/lobby").await.has(".answers"), "kwek knows");

    let form = told.form(".answers form");
    kwek.submits(&form).await.has_status(404);
    assert_eq!(kwik.submits(&form).await.leads_to(), "/lobby");
    kwik.submits(&form).await.leads_to();
    assert_eq!(
        kwik.opens("/lobby").await.texts(".answers li p"),
        ["kwek declined your challenge to a game of Duck Chess. 2 Mar 2026"]
    );
    let form = kwik.opens("/").await.form(".answers form");
    assert_eq!(kwik.submits(&form).await.leads_to(), "/");
    assert!(!kwik.opens("/").await.has(".answers") && !kwik.opens("/lobby").await.has(".answers"));
    let path = challenge(&kwik, &[("opponent", "kwek")]).await;
    kwek.post(&format!("{path}/decline"), &[]).await.leads_to();
    app.pass(days(8));
    assert!(!kwik.opens("/lobby").await.has(".answers"), "after a week");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_declines_is_told_that_it_is_done(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let path = challenge(&kwik, &[("opponent", "kwek")]).await;
    let page = kwek.opens(&path).await;
    assert!(page.text("#answer dl").contains("Open until1 Apr 2026, 12:00 UTC"), "{}", page.text("#answer dl"));
    let lobby = kwek.post(&format!("{path}/decline"), &[]).await.leads_to().to_owned();
    let says = "You have declined the challenge from kwik to a game of Duck Chess. kwik will see it.";
    assert_eq!(kwek.opens(&lobby).await.text("[role=status].notice"), says);
    for other in [&kwik, &app.anonymous()] {
        assert!(
            !other.opens(&lobby).await.has(".notice[role=status]"),
            "whose challenge it was is nobody else's concern"
        );
    }
    assert!(!kwek.opens(&path).await.text("#answer").contains("Open until"));

    let seats = challenge(&kwik, &[("variant", "duchess-3"), ("opponent", "kwek")]).await;
    let after = kwek.post(&format!("{seats}/leave"), &[]).await.leads_to().to_owned();
    let says = "You have no seat in this game. The one you had, or were offered, is open to anyone.";
    assert_eq!(kwek.opens(&after).await.text("[role=status].notice"), says);
    assert!(!kwik.opens(&after).await.has(".notice"), "kwik has a seat");
    assert!(!app.anonymous().opens(&after).await.has(".notice"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_challenge_that_nobody_answers_expires(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let named = challenge(&kwik, &[("opponent", "kwek")]).await;
    let open = challenge(&kwik, &[("variant", "three-check-duck")]).await;
    let seats = challenge(&kwik, &[("variant", "duchess-6"), ("opponent", "kwek")]).await;
    app.pass(days(30) - days(1));
    let late = challenge(&kwik, &[]).await;
    assert_eq!(server::challenges::expire(app.pool(), app.now()).await.unwrap(), 0);
    app.pass(days(1));
    let beside = app.beside().await;
    let (one, other) = tokio::join!(
        server::challenges::expire(app.pool(), app.now()),
        server::challenges::expire(beside.pool(), app.now())
    );
    assert_eq!(one.unwrap() + other.unwrap(), 3, "each by one server");

    for path in [&named, &open, &seats] {
        assert_eq!(kwik.opens(path).await.text("#challenge-state"), "Expired: it was not answered within 30 days.");
    }
    let page = kwek.post(&format!("{named}/accept"), &[]).await.refused();
    assert!(page.alert().contains("This challenge has expired"), "{}", page.alert());
    kwek.post(&format!("{seats}/leave"), &[]).await.has_status(422);
    let lobby = kwek.opens("/lobby").await;
    assert!(!lobby.has(".site-nav .count") && challengers(&lobby) == ["kwik"], "the one of yesterday");
    kwek.post(&format!("{late}/accept"), &[]).await.leads_to();
    let mut answers = kwik.opens("/lobby").await.texts(".answers li p");
    answers.sort_unstable();
    assert_eq!(
        answers,
        [
            "Nobody accepted your challenge to a game of Duchess for six. It has expired. 1 Apr 2026",
            "Nobody accepted your challenge to a game of Three-Check Duck Chess. It has expired. 1 Apr 2026",
            "kwek did not answer your challenge to a game of Duck Chess. It has expired. 1 Apr 2026",
        ]
    );
}
