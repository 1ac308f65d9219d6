//! How seats are chosen and filled, and a rematch of all.

use sqlx::PgPool;

use super::{NAMES, acts, challenges, game_of, sees, six};
use crate::story::{Browser, TestApp, days};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_challenger_chooses_any_seat_and_is_told_what_a_game_does_not_have(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let mut players = Vec::new();
    for name in NAMES {
        players.push(app.signed_up(name).await);
    }
    let ann = &players[0];
    let usual = [("clock", "standard"), ("rated", "yes")];
    let tries = async |fields: &[(&str, &str)]| ann.post("/challenges/new", &[&usual[..], fields].concat()).await;
    for (variant, seat, plays) in [
        ("duchess-6", "sixth", "Cyan"),
        ("duchess-4", "third", "Green"),
        ("duchess-3", "second", "Yellow"),
        ("duchess-2x2", "second", "Blue and Magenta"),
        ("duchess-2", "second", "Green"),
    ] {
        let made = tries(&[("variant", variant), ("seat", seat)]).await.leads_to().to_owned();
        let facts = ann.opens(&made).await.text(".facts");
        assert!(facts.contains(&format!("You play{plays} ")), "{facts}");
    }
    for (fields, reason) in [
        (
            [("variant", "duchess-3"), ("seat", "fourth"), ("partners", ""), ("opponent", "ben")],
            "Duchess for three has no fourth seat: choose Red, Yellow or Magenta, or random.",
        ),
        (
            [("variant", "duchess-2"), ("seat", "third"), ("partners", ""), ("opponent", "ben")],
            "Duchess for two has no third seat: choose Red or Green, or random.",
        ),
        (
            [("variant", "duchess-3"), ("seat", "first"), ("partners", "cleo"), ("opponent", "ben")],
            "There are no partners in Duchess for three: leave the field empty.",
        ),
        (
            [("variant", "duchess-4"), ("seat", "first"), ("partners", "cleo, dan"), ("opponent", "ben")],
            "In Duchess for four there is one seat on your side besides yours, and you name 2 players.",
        ),
        (
            [("variant", "duchess-4"), ("seat", "random"), ("partners", "cleo"), ("opponent", "ben, dan, eve")],
            "In Duchess for four there are 2 seats against you, and you name 3 players.",
        ),
        (
            [("variant", "duchess-2"), ("seat", "first"), ("partners", ""), ("opponent", "ben, dan")],
            "This game is for two: name one opponent, or leave the field empty for anyone.",
        ),
    ] {
        let page = tries(&fields).await.refused();
        assert_eq!(page.texts("[role=alert] li"), [reason]);
        for (name, value) in fields {
            assert_eq!(page.value(name), value, "{reason}: {name} is kept");
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn seats_are_filled_one_by_one_and_the_game_begins_with_the_last(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let [ann, ben, cleo, dan, ..] = &players;
    let fields = [("partners", "cleo"), ("opponent", "ben")];
    let challenge = challenges(ann, "duchess-6", &fields).await.leads_to().to_owned();
    let page = cleo.opens(&challenge).await;
    let invited = page.text(".places");
    assert!(invited.contains("You are invited") && invited.contains("ben is invited"), "{invited}");
    assert!(!invited.contains("cleo"), "nobody is spoken of to themselves: {invited}");
    let seen_by_dan = dan.opens(&challenge).await.text(".places");
    assert!(seen_by_dan.contains("cleo is invited"), "{seen_by_dan}");
    assert_eq!(page.texts(".place-name")[0], "Red, with Yellow and Magenta");
    let open = "3 seats are open to anyone. You and ben are invited. The game begins when the last seat is taken.";
    assert_eq!(page.text("#challenge-state"), open);
    let plays = async |player: &Browser| player.opens("/lobby").await.texts("[data-label='You play']");
    assert_eq!(plays(dan).await, ["One of 3 seats"], "the others are kept");
    assert_eq!(plays(cleo).await, ["Yellow"], "the seat that is kept for her");
    assert_eq!(
        cleo.opens(&challenge).await.texts(".place-take summary").len(),
        4,
        "one more to her side, or two to the other"
    );
    players[4].post(&format!("{challenge}/seats/4"), &[]).await.has_status(303);
    let offered = cleo.opens(&challenge).await.attributes(".place-take:has(summary)", "action");
    let brings = [3, 5].map(|seat| format!("{challenge}/seats/{seat}"));
    assert_eq!(offered, brings, "on her own side there is no seat left for another");
    players[4].post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    let lobby = cleo.opens("/lobby").await;
    assert!(lobby.text("main").contains("Duchess for six"));
    assert_eq!(lobby.text("[data-count=challenges]"), "Lobby 1 waiting for your answer");
    assert_eq!(ann.opens("/lobby").await.text("[data-count=challenges]"), "Lobby", "her own place is taken");
    dan.post(&format!("{challenge}/seats/2"), &[]).await.refused();
    dan.post(&format!("{challenge}/seats/3"), &[("partners", "flo")]).await.has_status(303);
    dan.post(&format!("{challenge}/seats/5"), &[]).await.refused();
    ben.post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    assert!(dan.opens(&challenge).await.text(".places").contains("Open to anyone"));
    ben.post(&format!("{challenge}/seats/1"), &[]).await.has_status(303);
    ben.post(&format!("{challenge}/leave"), &[]).await.has_status(303);
    ann.post(&format!("{challenge}/leave"), &[]).await.refused();
    ben.post(&format!("{challenge}/withdraw"), &[]).await.has_status(403);
    ann.post(&format!("{challenge}/withdraw"), &[]).await.has_status(303);
    ben.post(&format!("{challenge}/seats/1"), &[]).await.refused();
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rematch_of_four_asks_everybody_and_leads_there_and_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (players, game) = game_of(&app, "duchess-4", &NAMES[..4]).await;
    let [ann, ben, cleo, dan] = &players[..] else { panic!("four play") };
    for player in [ann, cleo] {
        acts(player, &game, 0, &[("action", "resign"), ("confirm", "yes")]).await.has_status(303);
    }
    acts(ben, &game, 0, &[("action", "rematch")]).await.has_status(303);
    let outcome = async |player: &Browser| sees(player, &game).await.text(".outcome");
    let asked = outcome(ann).await;
    assert!(asked.contains("ben offers a rematch.") && asked.contains("Answer the rematch"), "{asked}");
    assert!(!asked.contains("Offer a rematch"), "one is enough: {asked}");
    let own = outcome(ben).await;
    assert!(own.contains("You have offered a rematch.") && own.contains("See its seats"), "{own}");
    assert!(!sees(&app.anonymous(), &game).await.text(".outcome").contains("rematch"));

    let again = sees(ann, &game).await.attributes(".outcome a.button", "href")[0].clone();
    let places = ann.opens(&again).await.texts(".places li");
    assert!(
        places[0].contains("Red") && places[0].contains("dan is invited"),
        "everybody moves on by one seat: {places:?}"
    );
    for player in [ann, cleo] {
        player.post(&format!("{again}/accept"), &[]).await.has_status(303);
    }
    assert!(outcome(ann).await.contains("See its seats"), "ann has hers");
    dan.post(&format!("{again}/decline"), &[]).await.has_status(303);
    assert!(outcome(dan).await.contains("See its seats"), "it is open to anyone now, dan too");
    let next = dan.post(&format!("{again}/seats/0"), &[]).await.leads_to().to_owned();
    assert!(next.starts_with("/games/"), "{next}");
    for browser in [ann, dan, &app.anonymous()] {
        assert_eq!(sees(browser, &game).await.attributes(".outcome a", "href"), [next.as_str()], "on to the rematch");
        assert_eq!(sees(browser, &next).await.attributes(".record-note a", "href"), [game.as_str()], "and back");
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_is_asked_to_seats_without_end(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let [ann, ben, cleo, ..] = &players;
    for _ in 0..10 {
        challenges(ann, "duchess-6", &[("opponent", "ben")]).await.has_status(303);
    }
    let page = challenges(ann, "duchess-6", &[("opponent", "ben")]).await.refused();
    let says = "You have challenged ben 10 times since yesterday without being accepted. Give them time to answer.";
    assert!(page.alert().contains(says), "{}", page.alert());
    challenges(ann, "duck", &[("opponent", "ben")]).await.refused();
    challenges(ann, "duchess-6", &[("opponent", "dan")]).await.has_status(303);

    // Nor as partners, by who sits down in the challenges of others; places that were declined count too.
    for _ in 0..10 {
        let challenge = challenges(cleo, "duchess-6", &[]).await.leads_to().to_owned();
        ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.has_status(303);
        players[5].post(&format!("{challenge}/decline"), &[]).await.has_status(303);
    }
    let challenge = challenges(ben, "duchess-6", &[]).await.leads_to().to_owned();
    let page = ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.refused();
    assert!(page.alert().contains("You have challenged flo 10 times"), "{}", page.alert());
    assert_eq!(page.value("partners"), "flo", "what was typed is kept");
    assert!(page.texts(".places li")[1].contains("Open to anyone"), "and nothing has changed");
    app.pass(days(1));
    ann.post(&format!("{challenge}/seats/1"), &[("partners", "flo")]).await.has_status(303);
}
