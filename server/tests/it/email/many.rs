//! Emails about games of more than two, and about challenges whose seats are filled one by one.

use sqlx::PgPool;

use super::A_WHILE;
use crate::duchess::{ROUND, acts, challenges, game_of_six, plays, six};
use crate::story::{Browser, MailServer, Received, TestApp, days, seconds};

/// Six players in a game of Duchess after one round, whose emails so far have arrived.
async fn round_made(pool: PgPool) -> (TestApp, MailServer, [Browser; 6], String) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    plays(&players, &game, ROUND).await;
    for player in &players {
        player.opens(&game).await;
    }
    app.pass(A_WHILE);
    app.sends().await;
    app.everybody_confirmed().await;
    (app, mail_server, players, game)
}

fn subjects(emails: &[Received]) -> Vec<(String, String)> {
    emails.iter().map(|email| (email.to.trim_end_matches("@example.org").to_owned(), email.subject())).collect()
}

fn expected_subjects(emails: &[(&str, &str)]) -> Vec<(String, String)> {
    emails.iter().map(|&(to, subject)| (to.to_owned(), subject.to_owned())).collect()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_runs_out_of_time_and_all_who_play_on_are_told(pool: PgPool) {
    let (app, mail_server, players, game) = round_made(pool).await;
    app.pass(days(31));
    app.run("update letters set due_at = null where kind in ('fifth-left', 'day-left')").await;
    app.sweep().await;
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let gone = "ann has run out of time: the game goes on";
    let expected = [
        ("ann", "Your time ran out: the game goes on without Red"),
        ("ben", "Your turn: ann has run out of time"),
        ("cleo", gone),
        ("dan", gone),
        ("eve", gone),
        ("flo", gone),
    ];
    assert_eq!(subjects(&emails), expected_subjects(&expected), "ben has one email for both");

    let own = emails[0].text();
    let says = "Your time as Red ran out on 1 Apr 2026, 12:00 UTC in your game of Duchess for six against \
        ben, dan and flo (with cleo and eve). Red misses all turns from now on; cleo (Yellow) and eve (Magenta) play on for \
        your side, and you win or lose with it.";
    assert!(own.starts_with(&format!("Hello ann,\n\n{says}")), "{own}");
    assert!(emails[0].html().contains(says) && emails[0].html().contains("Your time ran out</h1>"));
    assert_eq!(emails[0].path("/games/"), game);
    let next = emails[1].text();
    assert!(next.contains("ann (Red) has run out of time and misses all turns from now on. It is your turn"), "{next}");
    let partner = emails[2].text();
    let says = "you (Yellow) and eve (Magenta) play on for your side.";
    assert!(partner.contains("ann (Red) ran out of time on 1 Apr 2026") && partner.contains(says), "{partner}");
    assert!(emails[3].text().contains("cleo (Yellow) and eve (Magenta) play on for the other side."));
    assert!(emails[3].header("list-unsubscribe").contains("/mail/unsubscribe/game-over."));
    for player in &players {
        player.opens(&game).await;
    }
    assert_eq!(app.sends_after(A_WHILE).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_has_seen_it_or_does_not_want_it_is_not_told_that_a_clock_ran_out(pool: PgPool) {
    let (app, mail_server, players, game) = round_made(pool).await;
    app.run("update players set preferences = '{\"letters\": {\"game_over\": false}}' where name in ('ann', 'dan')")
        .await;
    app.pass(days(31));
    app.run("update letters set due_at = null where kind in ('fifth-left', 'day-left')").await;
    app.sweep().await;
    players[2].opens(&game).await;
    app.sends_after(A_WHILE).await;
    let to: Vec<_> = mail_server.emails().iter().map(|email| email.to.clone()).collect();
    assert_eq!(to, ["ben@example.org", "eve@example.org", "flo@example.org"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_clock_that_ends_the_game_is_told_as_its_end_alone(pool: PgPool) {
    let (app, mail_server, players, game) = round_made(pool).await;
    for seat in [2, 4] {
        acts(&players[seat], &game, 6, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    }
    app.pass(days(31));
    app.run("update letters set due_at = null where kind in ('fifth-left', 'day-left')").await;
    app.sweep().await;
    app.sends_after(A_WHILE).await;
    let ended = "Blue, Green and Cyan win by resignation";
    assert!(players[0].opens(&game).await.text(".outcome-words").starts_with("Blue"), "all the others had resigned");
    let emails = mail_server.emails();
    assert_eq!(emails.len(), 6, "{:?}", subjects(&emails));
    assert!(emails.iter().all(|email| email.subject().starts_with(ended)), "{:?}", subjects(&emails));
    assert!(emails[1].subject().ends_with(": your game against ann, cleo and eve (with dan and flo)"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_of_many_is_told_with_who_made_it(pool: PgPool) {
    let (app, mail_server, players, game) = round_made(pool).await;
    acts(&players[0], &game, 6, &[("action", "move"), ("turn", "1c4-1c5"), ("offer_draw", "yes")])
        .await
        .has_status(303);
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let offered = "ann offers a draw";
    let expected = [
        ("ben", "Your turn: ann played 2. 1c4-1c5"),
        ("cleo", offered),
        ("dan", offered),
        ("eve", offered),
        ("flo", offered),
    ];
    assert_eq!(subjects(&emails), expected_subjects(&expected));
    assert!(emails[0].text().contains("game of Duchess for six against ann, cleo and eve (with dan and flo)."));
    assert!(emails[1].text().contains("The game is drawn when everybody accepts."), "{}", emails[1].text());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_challenger_is_told_who_does_not_sit_down_and_who_gets_up(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let players = six(&app).await;
    app.everybody_confirmed().await;
    let [ann, ben, cleo, dan, ..] = &players;
    let asked = [("partners", "cleo"), ("opponent", "ben")];
    let challenge = challenges(ann, "duchess-6", &asked).await.leads_to().to_owned();
    app.sends().await;
    let emails = mail_server.emails();
    let asks = "ann invites you to a game of Duchess for six";
    assert_eq!(subjects(&emails), expected_subjects(&[("ben", asks), ("cleo", asks)]));
    let says =
        "ann invites you to play Yellow in a game of Duchess for six, rated. It begins when every seat is taken.";
    assert!(emails[1].text().contains(says), "{}", emails[1].text());
    assert!(
        emails[1].text().contains("\nRed: ann\nBlue: ben is invited\nYellow: kept for you\nGreen: open to anyone\n")
    );

    ben.post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    dan.post(&format!("{challenge}/seats/3"), &[("partners", "flo")]).await.has_status(303);
    assert_eq!(app.sends().await, 1, "who gives up a seat may take another, so that email waits");
    let email = mail_server.email();
    assert_eq!(subjects(&[email]), expected_subjects(&[("flo", "dan invites you to a game of Duchess for six")]));
    app.sends_after(seconds(61)).await;
    let email = mail_server.email();
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ann@example.org", "ben has declined a seat in your challenge")
    );
    let text = email.text();
    assert!(
        text.contains(
            "ben has declined the seat that was kept for them in your challenge to a game of Duchess for six."
        )
    );
    assert!(text.contains("\nBlue: flo is invited\n") && text.contains("\nGreen: dan\n"), "{text}");
    assert!(email.html().contains("A seat is declined") && email.html().contains(">Green</th>"));
    assert_eq!(email.path("/challenges/"), challenge);
    assert!(email.header("list-unsubscribe").contains("/mail/unsubscribe/challenge."));

    // A player who only changes seats has not left; one who gives up their seat has.
    cleo.post(&format!("{challenge}/seats/2"), &[]).await.has_status(303);
    cleo.post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    cleo.post(&format!("{challenge}/seats/4"), &[]).await.has_status(303);
    app.sends_after(seconds(61)).await;
    assert_eq!(mail_server.emails().len(), 0);
    dan.post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    app.sends_after(seconds(61)).await;
    assert_eq!(mail_server.email().subject(), "dan has left their seat in your challenge");
    cleo.post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    app.sends_after(seconds(61)).await;
    assert_eq!(
        mail_server.email().subject(),
        "cleo has left their seat in your challenge",
        "though she changed seats before"
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_email_about_a_game_of_many_that_begins_says_so(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let players = six(&app).await;
    app.everybody_confirmed().await;
    game_of_six(&app, &players).await;
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let begun: Vec<_> = emails.iter().filter(|email| email.subject().contains("has begun")).collect();
    assert_eq!(begun.len(), 5, "all but who sat down last");
    assert_eq!(begun[1].subject(), "The game against ann, cleo and eve (with dan and flo) has begun");
    let text = begun[1].text();
    assert!(text.contains("The last seat is taken: your game of Duchess for six against ann"), "{text}");
    assert!(text.contains("The clocks stand still until everybody has moved."), "{text}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobodys_mailbox_is_filled_with_challenges(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let [ann, ben, cleo, dan, eve, flo] = six(&app).await;
    app.everybody_confirmed().await;
    for challenger in [&ann, &cleo, &dan, &eve] {
        for _ in 0..10 {
            challenges(challenger, "duck", &[("opponent", "ben")]).await.has_status(303);
        }
    }
    while app.sends().await > 0 {}
    let emails = mail_server.emails().len();
    assert!((30..34).contains(&emails), "four leave at once, and do not count each other: {emails}");
    assert_eq!(ben.opens("/lobby").await.texts("tbody tr").len(), 40, "the others wait on the site");

    app.pass(days(1));
    challenges(&flo, "duck", &[("opponent", "ben")]).await.has_status(303);
    while app.sends().await > 0 {}
    assert_eq!(mail_server.email().subject(), "flo challenges you to Duck Chess");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn places_given_up_are_told_within_the_same_bound(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let [ann, ben, cleo, ..] = six(&app).await;
    app.everybody_confirmed().await;
    let challenge = challenges(&ann, "duchess-6", &[("opponent", "ben"), ("partners", "cleo")]).await;
    let challenge = challenge.leads_to();
    app.sends().await;
    mail_server.emails();
    app.execute(
        "insert into letters (about, kind, player_id, mark, queued_at, sent_at)
        select 'n' || n, 'place-left', id, n, created_at, created_at from players, generate_series(1, 29) n
        where name = 'ann'",
    )
    .await;
    ben.post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    app.sends_after(seconds(61)).await;
    assert_eq!(mail_server.email().subject(), "ben has declined a seat in your challenge", "the thirtieth");
    cleo.post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    app.sends_after(seconds(61)).await;
    assert_eq!(mail_server.emails().len(), 0);
}
