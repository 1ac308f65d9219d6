//! Challenges: made, answered, and what is refused of both.

use sqlx::PgPool;

use crate::story::{Table, TestApp, challenge, days};

const GAMES: &str = "select count(*) from games";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_named_player_accepts(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let terms = [("opponent", "KWEK"), ("seat", "second"), ("clock", "blitz"), ("rated", "yes")];
    let path = challenge(&kwik, &terms).await;
    let page = kwik.opens(&path).await;
    assert_eq!(page.text("h1"), "Your challenge to kwek");
    assert_eq!(page.texts("#answer button"), ["Withdraw"]);

    let lobby = kwek.opens("/lobby").await;
    assert_eq!(lobby.texts(".site-nav .count"), ["1 waiting for your answer"]);
    assert_eq!(lobby.texts("table caption"), ["Challenges to you"]);
    let page = kwek.opens(&path).await;
    assert_eq!(page.text("h1"), "Challenge from kwik");
    assert_eq!(page.texts("#answer button"), ["Accept", "Decline"]);
    assert_eq!(
        page.texts("#answer dd")[..3],
        ["Duck Chess, rated Rules", "Black", "Blitz: 5 days + 12 hours a turn, at most 15 days How clocks work"]
    );

    let game = kwek.post(&format!("{path}/accept"), &[]).await.leads_to().to_owned();
    let page = kwek.opens(&game).await;
    assert_eq!(page.attributes(".player-self", "aria-label"), ["White"]);
    assert_eq!(page.text(".record-terms"), "Blitz: 5 days + 12 hours a turn, at most 15 days. Rated.");
    assert_eq!(kwik.opens(&game).await.attributes(".player-self", "aria-label"), ["Black"]);
    assert_eq!(
        kwek.opens("/lobby").await.texts(".site-nav .count"),
        ["1 waiting for you"],
        "the turn waits now, the challenge no more"
    );
    assert_eq!(kwik.opens(&path).await.attributes("#answer a", "href"), ["/rules/duck", "/help/clocks", game.as_str()]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_open_challenge_is_accepted_by_anyone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let path = challenge(&kwik, &[("variant", "three-check-duck")]).await;
    let seen = app.anonymous().opens("/lobby").await;
    assert_eq!(seen.texts("table caption"), ["Open challenges"]);
    assert_eq!(seen.texts("th[scope=row] a"), ["kwik"]);
    assert_eq!(seen.texts(".list-action a"), ["Log in to accept"]);
    assert_eq!(app.anonymous().opens(&path).await.text("h1"), "Open challenge from kwik");
    assert_eq!(kwik.opens("/lobby").await.texts("table caption"), ["Your challenges"]);

    let form = kwek.opens("/lobby").await.form(".list-action form");
    let game = kwek.submits(&form).await.leads_to().to_owned();
    assert_eq!(kwik.opens(&game).await.text("#record-title"), "Three-Check Duck Chess");
    assert!(app.anonymous().opens("/lobby").await.has(".empty"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_lot_seats_both_ways(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let mut seats = std::collections::BTreeSet::new();
    for _ in 0..64 {
        let path = challenge(&kwik, &[("seat", "random")]).await;
        let game = kwek.post(&format!("{path}/accept"), &[]).await.leads_to().to_owned();
        seats.extend(kwik.opens(&game).await.attributes(".player-self", "aria-label"));
        if seats.len() == 2 {
            return;
        }
    }
    panic!("64 times the same: {seats:?}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_answered_is_not_answered_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    for (answer, by, state, reason) in [
        (
            "accept",
            &kwek,
            "Accepted: the game has begun. Go to the game",
            "This challenge has already been accepted, and its game has begun.",
        ),
        ("decline", &kwek, "Declined.", "This challenge has been declined. You can make a new one."),
        ("withdraw", &kwik, "Withdrawn.", "This challenge has been withdrawn by kwik."),
    ] {
        let path = challenge(&kwik, &[("opponent", "kwek")]).await;
        by.post(&format!("{path}/{answer}"), &[]).await.leads_to();
        for again in ["accept", "decline", "withdraw"] {
            for player in [&kwik, &kwek].into_iter().take(if again == "withdraw" { 1 } else { 2 }) {
                let page = player.post(&format!("{path}/{again}"), &[]).await.refused();
                assert!(page.alert().ends_with(reason), "{answer}, {again}: {}", page.alert());
                assert_eq!(page.text("#answer > p"), state);
                assert!(!page.has("#answer button"), "there is nothing to answer");
            }
        }
    }
    assert_eq!(app.count(GAMES).await, 1);
    assert_eq!(app.count("select count(*) from challenges where state = 'open'").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_may_not_answer_so_is_told_why(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let open = challenge(&kwik, &[]).await;
    let named = challenge(&kwik, &[("opponent", "kwek")]).await;
    let own = "This is your own challenge: somebody else has to accept it.";
    let nothing = "This challenge is open to anyone, so there is nothing to decline.";
    for (player, path, answer, reason) in [
        (&kwik, &open, "accept", own),
        (&kwik, &named, "accept", own),
        (&kwik, &named, "decline", own),
        (&kwek, &open, "decline", nothing),
    ] {
        let page = player.post(&format!("{path}/{answer}"), &[]).await.refused();
        assert!(page.alert().ends_with(reason), "{answer}: {}", page.alert());
    }
    for path in [&open, &named] {
        let page = kwek.post(&format!("{path}/withdraw"), &[]).await.page(403);
        assert_eq!(page.alert(), "This challenge was made by another player: only they can withdraw it.");
    }
    assert_eq!(app.count("select count(*) from challenges where state = 'open'").await, 2);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_several_answers_at_once_one_is_taken(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let names = ["kwik", "kwek", "kwak"];
    let [kwik, kwek, kwak] =
        [app.signed_up(names[0]).await, app.signed_up(names[1]).await, app.signed_up(names[2]).await];
    for _ in 0..6 {
        let path = challenge(&kwik, &[]).await;
        let (accept, withdraw) = (format!("{path}/accept"), format!("{path}/withdraw"));
        let before = app.count(GAMES).await;
        let answers = tokio::join!(kwek.post(&accept, &[]), kwak.post(&accept, &[]), kwik.post(&withdraw, &[]));
        let mut statuses = [answers.0.status, answers.1.status, answers.2.status];
        let begun = app.count(GAMES).await - before;
        assert_eq!(begun, i64::from(statuses[2] != 303));
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 422, 422]);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_named_challenge_is_nobody_elses_business(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek, kwak) = (app.signed_up("kwik").await, app.signed_up("kwek").await, app.signed_up("kwak").await);
    let path = challenge(&kwik, &[("opponent", "kwek")]).await;
    kwak.get(&path).await.has_status(404);
    app.anonymous().get(&path).await.has_status(404);
    for answer in ["accept", "decline", "withdraw"] {
        kwak.post(&format!("{path}/{answer}"), &[]).await.has_status(404);
        kwak.get(&format!("{path}/{answer}")).await.has_status(404);
    }
    assert!(kwak.opens("/lobby").await.has(".empty"));
    assert_eq!(kwek.opens(&path).await.texts("#answer button"), ["Accept", "Decline"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn terms_that_will_not_do_are_named_and_stay(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    let typed = |field: &str, value: &str| {
        let usual = [("opponent", ""), ("variant", "duck"), ("seat", "first"), ("clock", "fast"), ("rated", "yes")];
        usual.map(|(name, usual)| (name.to_owned(), if name == field { value } else { usual }.to_owned()))
    };
    for (field, value, reason) in [
        ("opponent", "nobody", "Nobody here is called nobody. Leave the field empty for anyone."),
        ("opponent", "Kwik", "That is you: name somebody else, or leave the field empty for anyone."),
        ("opponent", "a b c", "A name can only contain the letters a to z, digits, '_' and '-', not a space."),
        ("opponent", "' OR 1=1", "A name can only contain the letters a to z, digits, '_' and '-', not '''."),
        ("opponent", "xy", "A name has 3 to 20 characters; this one has 2."),
        ("variant", "chess", "Choose a game from the list."),
        ("clock", "bullet", "Choose a clock from the list."),
        ("seat", "seventh", "Choose a seat from the list."),
        ("seat", "third", "Duck Chess has no third seat: choose White or Black, or random."),
    ] {
        let fields = typed(field, value);
        let fields = fields.each_ref().map(|(name, value)| (name.as_str(), value.as_str()));
        let page = kwik.post("/challenges/new", &fields).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [reason]);
        assert_eq!(page.attributes("[role=alert] a", "href"), [format!("#{field}")]);
        assert!(page.has(&format!("#{field}")), "the summary leads somewhere");
        for (name, value) in fields.iter().filter(|(name, _)| *name == "opponent" || *name != field) {
            assert_eq!(page.value(name), *value, "{field}: {name} is kept");
        }
    }
    let partners =
        typed("seat", "first").map(|(name, value)| (name, if value == "duck" { "duchess-2x2".into() } else { value }));
    let mut fields = partners.each_ref().map(|(name, value)| (name.as_str(), value.as_str())).to_vec();
    fields.push(("partners", "kwek"));
    let page = kwik.post("/challenges/new", &fields).await.refused();
    let reason = "There are no partners in Duchess with two sets each: leave the field empty.";
    assert_eq!(page.texts("[role=alert] li"), [reason]);
    let page = kwik.post("/challenges/new", &[("variant", "x"), ("clock", "y"), ("seat", "z")]).await.refused();
    assert_eq!(page.texts("[role=alert] li").len(), 3, "all that is wrong is said at once");
    assert_eq!(app.count("select count(*) from challenges").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_fills_the_lobby(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for _ in 0..50 {
        kwik.post("/challenges/new", &[]).await.leads_to();
    }
    let page = kwik.post("/challenges/new", &[]).await.refused();
    assert!(page.alert().contains("You have 50 open challenges: withdraw one of them in the lobby first."));
    let form = kwik.opens("/lobby").await.form(".list-action form");
    kwik.submits(&form).await.leads_to();
    kwik.post("/challenges/new", &[]).await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_is_challenged_again_and_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.signed_up("kwak").await;
    for _ in 0..11 {
        Table::begin(&kwik, &kwek, &[]).await;
    }
    let challenges = async |name: &str| {
        let challenge = kwik.post("/challenges/new", &[("opponent", name)]).await;
        if challenge.status == 303 {
            kwik.post(&format!("{}/withdraw", challenge.leads_to()), &[]).await.leads_to();
        }
        challenge
    };
    for _ in 0..10 {
        challenges("kwek").await.leads_to();
    }
    let page = challenges("kwek").await.refused();
    assert!(page.alert().contains(
        "You have challenged kwek 10 times since yesterday without being accepted. Give them time to answer."
    ));
    assert_eq!(page.value("opponent"), "kwek");
    challenges("kwak").await.leads_to();
    app.execute("insert into challenges (id, challenger, variant, clock, seat, rated, created_at, state, answered_at) select 'old' || n, 1, 'duck', 'standard', 'first', true, '2026-03-02T12:00:00Z', 'withdrawn', now() from generate_series(1, 189) n").await;
    assert!(challenges("").await.refused().alert().contains("You have made 200 challenges since yesterday"));
    app.pass(days(1));
    challenges("kwek").await.leads_to();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn many_challenges_at_once_do_not_slip_through(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let kwik = app.signed_up("kwik").await;
    for _ in 0..48 {
        kwik.post("/challenges/new", &[]).await.leads_to();
    }
    let challenge = || kwik.post("/challenges/new", &[]);
    let at_once = tokio::join!(challenge(), challenge(), challenge(), challenge(), challenge(), challenge());
    let statuses: [_; 6] =
        [at_once.0, at_once.1, at_once.2, at_once.3, at_once.4, at_once.5].map(|answer| answer.status);
    assert_eq!(statuses.iter().filter(|&&status| status == 303).count(), 2, "{statuses:?}");
}
