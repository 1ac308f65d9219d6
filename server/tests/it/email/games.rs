//! Emails about games and challenges.

use sqlx::PgPool;

use super::{A_WHILE, first_round};
use crate::story::{Player, Table, TestApp, days, hours, seconds};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_comes_by_email_with_its_message_and_a_link(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.pass(hours(5));
    let said = [("turn", "d4@d6"), ("message", "How is the <weather>?\nHere it \"rains\" & rains. 🦆")];
    table.white.does("move", 2, &said).await.leads_to();
    assert_eq!(app.sends().await, 0, "who has the page open needs no email");
    app.sends_after(A_WHILE).await;

    let email = mail_server.email();
    assert_eq!(email.to, "kwek@example.org");
    assert_eq!(email.subject(), "Your turn: kwik played 2. d4@d6");
    let text = email.text();
    assert!(
        text.starts_with("Hello kwek,\n\nkwik played 2. d4@d6. It is your turn in your game of Duck Chess."),
        "{text}"
    );
    assert!(text.contains("kwik writes:\n> How is the <weather>?\n> Here it \"rains\" & rains. 🦆\n"), "{text}");
    assert!(text.contains("Your clock shows 29 days 23 h: you have until 1 Apr 2026, 17:00 UTC."), "{text}");
    assert_eq!(email.path("/games/"), table.game);
    let html = email.html();
    // Mail programs that show dark emails have a colour for each that is light.
    let sheet = html.split_once("prefers-color-scheme: dark").unwrap().1.split_once("</style>").unwrap().0;
    let tags = html.split('<').filter_map(|rest| Some(rest.split_once('>')?.0));
    for tag in tags.filter(|tag| tag.contains("style=\"") && tag.contains('#')) {
        let class = tag.split_once("class=\"").expect(tag).1.split('"').next().unwrap();
        assert!(sheet.contains(&format!(".{class} {{")), "{tag}");
    }
    assert!(html.contains("How is the &#60;weather&#62;?<br>Here it &#34;rains&#34; &#38; rains. 🦆"), "{html}");
    assert!(html.contains(&format!("{}\"", table.game)) && html.contains("Go to the board"), "{html}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_email_quotes_the_last_messages_and_stays_one_that_is_delivered(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    for time in 1..=20 {
        table.white.says(2, &format!("Message {time}. {}", "🦆".repeat(1_900))).await.has_status(303);
    }
    let refused = table.white.says(2, "One more.").await.refused();
    assert!(refused.text("[role=alert]").contains("You have written 20 messages since the last turn"));
    assert_eq!(refused.value("message"), "One more.", "what was typed is kept");
    table.white.does("move", 2, &[("turn", "d4@d6"), ("message", "That was a lot.")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    let text = email.text();
    assert!(text.contains("> Message 20.") && text.contains("> That was a lot."), "{text}");
    assert!(text.contains("> Message 19.") && !text.contains("Message 18."), "{text}");
    assert!(text.contains("\n\n18 earlier messages are on the game’s page.\n"), "{text}");
    assert!(email.html().contains("18 earlier messages"));
    assert!(text.chars().count() < 5_000, "{text}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn there_is_one_email_a_game_until_they_look(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.email().to, "kwek@example.org");
    // They move without viewing the page, from a program of their own; the next turn causes no second email.
    table.black.moves(3, "Nf6@e2").await.leads_to();
    table.white.moves(4, "Nc3@c6").await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.emails().len(), 0);
    assert_eq!(app.sends_after(days(1)).await, 0);

    table.black.sees().await;
    app.pass(A_WHILE);
    table.black.moves(5, "d5@h3").await.leads_to();
    table.white.sees().await;
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.emails().len(), 0, "White has seen it on the page");
    table.white.moves(6, "exd5@h4").await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.email().subject(), "Your turn: kwik played 4. exd5@h4");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_that_was_on_its_way_while_its_receiver_looked_is_told(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool.clone()).await;
    let mut slow = pool.begin().await.unwrap();
    sqlx::query("lock table letters in access exclusive mode").execute(&mut *slow).await.unwrap();
    let (moved, page) = tokio::join!(table.white.moves(2, "d4@d6"), async {
        app.until_somebody_waits().await;
        app.pass(seconds(1));
        let page = table.black.sees().await;
        slow.commit().await.unwrap();
        page
    });
    moved.leads_to();
    assert_eq!(page.texts(".turn").len(), 2, "it was not on the page");
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.email().subject(), "Your turn: kwik played 2. d4@d6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_page_that_renews_itself_out_of_sight_is_not_looked_at(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.pass(seconds(1));
    renews(&table.black, &table.game, &[]).await;
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.email().to, "kwek@example.org");

    table.black.moves(3, "Nf6@e2").await.leads_to();
    app.pass(seconds(1));
    renews(&table.white, &table.game, &[("page-visible", "yes")]).await;
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.emails().len(), 0);
}

/// An open page refreshes itself.
async fn renews(player: &Player, page: &str, headers: &[(&'static str, &str)]) {
    let mut renewal = player.browser.form_request(page, "");
    *renewal.method_mut() = axum::http::Method::GET;
    for (name, value) in [&[("sec-fetch-dest", "empty")], headers].concat() {
        renewal.headers_mut().insert(name, value.parse().unwrap());
    }
    player.browser.send(renewal).await.shown();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_gets_emails_at_an_unconfirmed_address_or_that_they_do_not_want(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    app.run("update players set email_confirmed_at = null where name = 'kwek'").await;
    table.white.moves(2, "d4@d6").await.leads_to();
    app.sends_after(A_WHILE).await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    app.run("update players set preferences = '{\"letters\": {\"your_turn\": false}}' where name = 'kwik'").await;
    assert_eq!(app.sends_after(A_WHILE).await, 1);
    assert_eq!((mail_server.emails().len(), mail_server.tries()), (0, 0));
    let notes = app.column("select note from letters where kind = 'your-turn' and mark > 2 order by mark").await;
    assert_eq!(notes, ["the address is not confirmed", "such emails are not wanted"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draw_offered_is_told_once(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    // An offer made with a turn is in the email about the turn.
    table.white.does("move", 2, &[("turn", "d4@d6"), ("offer_draw", "yes")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(email.subject(), "Your turn: kwik played 2. d4@d6");
    assert!(email.text().contains("kwik offers a draw."), "{}", email.text());
    // Alone it has an email of its own.
    table.black.moves(3, "Nf6@e2").await.leads_to();
    table.white.sees().await;
    app.pass(A_WHILE);
    table.black.does("offer-draw", 4, &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("kwik@example.org", "kwek offers a draw"));
    assert_eq!(email.path("/games/"), table.game);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_offer_that_was_declined_is_not_told(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.does("offer-draw", 2, &[]).await.leads_to();
    table.black.does("decline-draw", 2, &[]).await.leads_to();
    assert_eq!(app.sends_after(A_WHILE).await, 1);
    assert_eq!(mail_server.emails().len(), 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_end_is_told_to_who_did_not_bring_it_about(pool: PgPool) {
    let (app, mail_server, table) = first_round(pool).await;
    table.white.does("resign", 2, &[("confirm", "yes"), ("message", "Well played.")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwek@example.org");
    assert_eq!(email.subject(), "Black wins by resignation: your game with kwik");
    assert!(email.text().contains("You played Black."), "{}", email.text());
    assert!(email.text().contains("kwik writes:\n> Well played."), "{}", email.text());
    // What is said afterwards ends it no second time.
    app.pass(days(1));
    table.black.says(2, "Thank you.").await.leads_to();
    assert_eq!(app.sends_after(A_WHILE).await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_fallen_flag_is_told_to_both(pool: PgPool) {
    let (app, mail_server, _table) = first_round(pool).await;
    app.pass(days(32));
    assert_eq!(app.sweep().await, 1);
    app.sends().await;
    let emails = mail_server.emails();
    let received: Vec<_> = emails.iter().map(|email| (email.to.as_str(), email.subject())).collect();
    let subject = |other| format!("Black wins on time: your game with {other}");
    assert_eq!(received, [("kwek@example.org", subject("kwik")), ("kwik@example.org", subject("kwek"))]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn challenges_and_their_answers_are_told(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let form = kwik.opens("/challenges/new").await.form("main form").with("opponent", "kwek").with("seat", "first");
    let challenge = kwik.submits(&form).await.leads_to().to_owned();
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwek@example.org");
    assert_eq!(email.subject(), "kwik challenges you to Duck Chess");
    assert!(email.text().contains("Clock: Standard, 30 days + 1 day a turn, at most 45 days."), "{}", email.text());
    assert_eq!(email.path("/challenges/"), challenge);

    kwek.post(&format!("{challenge}/decline"), &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let email = mail_server.email();
    assert_eq!((email.to.as_str(), email.subject().as_str()), ("kwik@example.org", "kwek has declined your challenge"));

    // Withdrawn before the email was sent.
    let challenge = kwik.submits(&form).await.leads_to().to_owned();
    kwik.post(&format!("{challenge}/withdraw"), &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    assert_eq!(mail_server.emails().len(), 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_offered_rematch_and_its_answer_say_that_they_are_of_one(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    app.sends_after(A_WHILE).await;
    mail_server.emails();
    table.white.does("rematch", 0, &[]).await.leads_to();
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("kwek@example.org", "kwik offers you a rematch of Duck Chess")
    );
    let text = email.text();
    assert!(text.contains("kwik offers you a rematch of Duck Chess, not rated, and plays Black."), "{text}");
    assert!(text.contains("It is public: everyone can read"), "{text}");
    assert!(email.html().contains("A rematch") && email.html().contains(&table.game), "{}", email.html());
    assert_eq!(email.path("/games/"), table.game, "the game before");

    kwek.post(&format!("{}/accept", email.path("/challenges/")), &[]).await.leads_to();
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let answer = emails.iter().find(|email| email.to == "kwik@example.org").unwrap();
    assert_eq!(answer.subject(), "kwek has accepted your rematch");
    assert!(answer.text().contains(&format!("The game before: {}{}", kwik.site(), table.game)), "{}", answer.text());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_begins_is_one_email(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let table = Table::begin(&kwik, &kwek, &[]).await;
    app.sends_after(A_WHILE).await;
    app.sends().await;
    let email = mail_server.email();
    assert_eq!(email.to, "kwik@example.org");
    assert_eq!(email.subject(), "kwek has accepted your challenge");
    assert!(email.text().contains("You play White. It is your turn."), "{}", email.text());
    assert!(email.text().contains("have to be made by 16 Mar 2026, 12:00 UTC"), "{}", email.text());
    assert_eq!(email.path("/games/"), table.game);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_late_email_about_a_beginning_tells_how_things_stand(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let table = Table::begin(&kwik, &kwek, &[]).await;
    table.play("e4@c6 e6@e2 d4@d6").await;
    app.execute("delete from game_looks").await;
    app.sends_after(A_WHILE).await;
    let emails = mail_server.emails();
    let email = emails.iter().find(|email| email.to == "kwik@example.org").unwrap();
    assert_eq!(email.subject(), "kwek has accepted your challenge");
    assert!(
        !email.text().contains("until") && !email.html().contains("until"),
        "the clock is kwek’s: {}",
        email.text()
    );

    let over = Table::begin(&kwik, &kwek, &[]).await;
    over.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    app.execute("delete from game_looks").await;
    app.sends_after(A_WHILE).await;
    let subjects: Vec<_> = mail_server.emails().iter().map(|email| email.subject()).collect();
    assert_eq!(subjects, ["Black wins by resignation: your game with kwik"], "it is over before it is told of");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_email_about_the_end_of_a_rated_game_tells_what_it_did_to_the_rating(pool: PgPool) {
    let (app, mail_server) = TestApp::with_mail_server(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    app.everybody_confirmed().await;
    let table = Table::begin(&kwik, &kwek, &[("rated", "yes")]).await;
    table.play("e4@c6 e6@e2").await;
    app.sends_after(A_WHILE).await;
    mail_server.emails();
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    let ends = || mail_server.emails().into_iter().filter(|email| email.subject().contains("by resignation"));
    app.sends_after(A_WHILE).await;
    assert_eq!(ends().count(), 0, "it is not counted yet");
    app.rate().await;
    app.sends_after(seconds(3)).await;
    let email = ends().next().unwrap();
    assert_eq!(email.to, "kwek@example.org");
    for said in [email.text(), email.html()] {
        assert!(said.contains("Your rating is now 1662? (+162)."), "{said}");
    }
}
