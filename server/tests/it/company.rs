//! Messages and notes and who can read them; lifelines, games called off, claims and rematches.

use sqlx::PgPool;

use crate::duchess::{acts, game_of_six, six};
use crate::story::{Browser, Player, Table, TestApp, days, quiet_turn};

const fn minutes(minutes: i64) -> jiff::SignedDuration {
    jiff::SignedDuration::from_mins(minutes)
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_private_note_is_the_writers_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("note", 0, &[("message", "beware of the duck")]).await.leads_to();
    assert!(table.white.sees().await.text(".comment-private").contains("beware of the duck"));
    for other in [&table.black.browser, &app.anonymous()] {
        for page in [table.game.clone(), format!("{}.pgn?comments=yes", table.game)] {
            assert!(!other.get(&page).await.text.contains("beware"), "{page}");
        }
    }
    let own = table.white.browser.get(&format!("{}.pgn?comments=yes", table.game)).await;
    assert!(!own.text.contains("beware"), "what is taken home is often shown to others");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn only_a_public_game_shows_its_comments_and_has_kibitz(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    let hidden = Table::begin(&kwik, &kwek, &[]).await;
    table.white.says(0, "see https://example.org/duck now").await.leads_to();
    hidden.white.says(0, "between us").await.leads_to();

    let kwak = app.signed_up("kwak").await;
    let page = kwak.opens(&table.game).await;
    assert!(page.text(".comment").contains("see https://example.org/duck now"));
    assert_eq!(page.attributes(".comment-text a", "href"), ["https://example.org/duck"]);
    assert_eq!(page.attributes(".comment-text a", "rel"), ["nofollow ugc noopener noreferrer"]);
    assert!(!kwak.get(&hidden.game).await.text.contains("between us"));

    let form = page.pressing(".kibitz button").with("kibitz", "<b>What</b> about the bishop?");
    assert_eq!(kwak.submits(&form).await.leads_to(), format!("{}#kibitz", table.game));
    kwak.submits(&form).await.leads_to();
    let page = app.anonymous().opens(&table.game).await;
    assert_eq!(page.texts(".kibitz .comment-text"), ["<b>What</b> about the bishop?"], "sent twice, written once");
    assert!(!table.white.sees().await.has(".kibitz"), "it could be help");
    let kibitz = format!("{}/kibitz", table.game);
    kwik.post(&kibitz, &[("kibitz", "me too")]).await.has_status(403);
    kwak.post(&format!("{}/kibitz", hidden.game), &[("kibitz", "me too")]).await.has_status(403);
    let page = kwak.post(&kibitz, &[("kibitz", &"x".repeat(2_001))]).await.refused();
    assert!(page.alert().contains("2001 characters") && page.text("#kibitz-field").len() == 2_001);

    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    let page = table.white.sees().await;
    assert!(page.text(".kibitz").contains("about the bishop?"));
    assert_eq!(
        page.text(".kibitz label"),
        "Write to the spectators",
        "a player has two fields, and each says whose it is"
    );
    assert!(page.text("#kibitz-hint").contains("To write to your opponent, use the message field above"));
    let page = kwak.opens(&table.game).await;
    assert_eq!(page.text(".kibitz label"), "Comment as a spectator");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_floods_what_spectators_write(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let beside = app.beside().await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    let kibitz = format!("{}/kibitz", table.game);
    app.signed_up("mala").await;
    let windows = [app.signed_in("mala").await, beside.signed_in("mala").await];
    for time in 0..10 {
        windows[time % 2].post(&kibitz, &[("kibitz", &format!("Comment {time}"))]).await.leads_to();
    }
    app.pass(minutes(4));
    beside.pass(minutes(4));
    for window in &windows {
        let answer = window.post(&kibitz, &[("kibitz", "one more"), ("turn", "e4@e5")]).await;
        assert_eq!((answer.status, answer.header("retry-after")), (429, "361"));
        let page = answer.page(429);
        assert_eq!(
            page.alert(),
            "You have commented a lot on this game in the last few minutes. You can send this after 2 Mar 2026, 12:10 UTC."
        );
        assert_eq!(page.text("#kibitz-field"), "one more", "nothing that was typed is lost");
    }
    let kwak = app.signed_up("kwak").await;
    kwak.post(&kibitz, &[("kibitz", "others still can")]).await.leads_to();
    app.pass(minutes(7));
    windows[0].post(&kibitz, &[("kibitz", "one more")]).await.leads_to();

    app.execute(
        "insert into game_kibitzes (game_id, number, player_id, ply, at, text)
        select id, n, 3, 0, '2026-03-02T12:11:00Z', 'Flood ' || n from games, generate_series(13, 72) n",
    )
    .await;
    let page = kwak.post(&kibitz, &[("kibitz", "too many voices")]).await.page(429);
    assert!(page.alert().starts_with("Spectators have commented a lot on this game"), "{}", page.alert());
    app.pass(minutes(11));
    kwak.post(&kibitz, &[("kibitz", "quiet again")]).await.leads_to();
}

/// What is written on a page and on those before it that it leads to, the last first.
async fn read_back(browser: &Browser, game: &str, link: &str) -> Vec<Vec<String>> {
    let (mut pages, mut path) = (Vec::new(), Some(game.to_owned()));
    while let Some(at) = path {
        let answer = browser.get(&at).await;
        assert!(answer.text.len() < 350_000, "{at}: {} bytes", answer.text.len());
        let page = answer.shown();
        pages.push(page.texts(".comment-text"));
        path = page.attributes(&format!("a[href*='/{link}?before=']"), "href").pop();
    }
    pages
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_page_of_a_game_shows_the_last_kibitz_and_leads_to_the_rest(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("public", "yes")]).await;
    app.signed_up("mala").await;
    app.execute(
        "insert into game_kibitzes (game_id, number, player_id, ply, at, text)
        select id, n, 3, 0, '2026-03-01', n || ' ' || case when n > 200 then repeat('<', 1990) else 'short' end
        from games, generate_series(1, 230) n",
    )
    .await;
    let pages = read_back(&app.anonymous(), &table.game, "kibitz").await;
    assert!(pages.len() > 5 && pages.iter().all(|page| page.len() <= 50));
    assert!(pages[0].last().unwrap().starts_with("230 <<<"));
    let all: Vec<u32> =
        pages.iter().rev().flatten().map(|text| text.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(all, (1..=230).collect::<Vec<_>>(), "each once, in order");
    let older = format!("{}/kibitz?before=20", table.game);
    assert_eq!(app.anonymous().opens(&older).await.texts(".comment-text").len(), 19);
    kwik.get(&older).await.has_status(404);
    assert_eq!(app.anonymous().get(&format!("{}/kibitz", table.game)).await.leads_to(), table.game);
    for nonsense in ["", "x", "-1"] {
        let answer = app.anonymous().get(&format!("{}/kibitz?before={nonsense}", table.game)).await;
        assert!([200, 404].contains(&answer.status), "{nonsense}: {}", answer.status);
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_record_shows_the_last_messages_and_leads_to_the_rest(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    let mut written = 0;
    for ply in 0..4 {
        for _ in 0..20 {
            table.seat(ply).says(ply, &format!("{written} {}", "<".repeat(100))).await.leads_to();
            written += 1;
        }
        table.seat(ply).moves(ply, &quiet_turn(ply, 4)).await.leads_to();
    }
    table.white.does("note", 4, &[("message", "80 for me alone")]).await.leads_to();
    let pages = read_back(&table.white.browser, &table.game, "messages").await;
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 31]);
    let all: Vec<u32> =
        pages.iter().rev().flatten().map(|text| text.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(all, (0..=80).collect::<Vec<_>>(), "each once, in order");
    assert_eq!(table.white.sees().await.text(".record-note a"), "31 earlier messages");
    assert_eq!(
        read_back(&table.black.browser, &table.game, "messages").await.concat().len(),
        80,
        "not the other's note"
    );
    let stranger = app.anonymous();
    stranger.get(&format!("{}/messages?before=31", table.game)).await.has_status(404);
    assert!(!stranger.opens(&table.game).await.has(".record-note a"));
    let pgn = table.black.browser.get(&format!("{}.pgn?comments=yes", table.game)).await.text;
    let said: Vec<_> = pgn.split_whitespace().filter(|word| word.parse().is_ok_and(|n: u32| n < 80)).collect();
    assert_eq!(said.len(), 80, "all that was said is in the file");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_lifeline_is_given_once_a_turn(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    app.pass(days(29));
    let asked = table.black.does("lifeline", 2, &[]).await.refused();
    assert_eq!(asked.alert(), "Give kwik another 3 days? This cannot be undone.");
    assert_eq!(asked.texts(".action-bar button"), ["Yes, give the time", "No, go back"]);
    assert!(table.white.sees().await.text(".player-self .clock").starts_with("1 day"), "nothing happened yet");
    table.black.does("lifeline", 2, &[("confirm", "yes")]).await.leads_to();
    table.black.does("lifeline", 2, &[("confirm", "yes")]).await.leads_to();
    let page = table.white.sees().await;
    assert!(page.text(".player-self .clock").starts_with("4 days until 4 Apr 2026"));
    assert!(page.text(".comment").starts_with("kwek gave kwik 3 days more"));
    assert!(!table.black.sees().await.attributes("#action option", "value").contains(&"lifeline".to_owned()));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_game_that_does_not_get_going_is_called_off(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.pass(days(4));
    let early = table.black.does("cancel", 0, &[("confirm", "yes")]).await.refused();
    assert!(early.alert().contains("from 7 Mar 2026, 12:00 UTC on"), "{}", early.alert());
    app.pass(days(1));
    assert_eq!(table.white.sees().await.text("#chance"), "", "it is White's own turn that is waited for");
    let chance = "You have waited more than 5 days for a first turn: you can call the game off.";
    assert_eq!(table.black.sees().await.text("#chance"), chance);
    let asked = table.black.does("cancel", 0, &[]).await.refused();
    assert!(asked.alert().contains("Call this game off?"));
    table.black.does("cancel", 0, &[("confirm", "yes")]).await.leads_to();
    let words = table.white.sees().await.text(".outcome-words");
    assert_eq!(words, "No result: called off, because a first turn was not made");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draw_is_claimed_after_the_third_time(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    for ply in 0..16 {
        table.seat(ply).moves(ply, &quiet_turn(ply, 4)).await.leads_to();
    }
    assert!(table.black.does("claim-draw", 16, &[("confirm", "yes")]).await.refused().alert().contains("three times"));
    for ply in 16..24 {
        table.seat(ply).moves(ply, &quiet_turn(ply, 4)).await.leads_to();
    }
    let chance = "This position has occurred three times: any player can claim a draw, also when it is not their turn.";
    assert_eq!(table.black.sees().await.text("#chance"), chance);
    let asked = table.black.does("claim-draw", 24, &[]).await.refused();
    assert_eq!(asked.alert(), "Claim the draw? The game ends at once, and this cannot be undone.");
    assert_eq!(table.white.sees().await.text(".outcome-words"), "", "nothing happened yet");
    table.black.does("claim-draw", 24, &[("confirm", "yes")]).await.leads_to();
    assert!(table.white.sees().await.text(".outcome-words").contains("repetition"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_check_that_counts_is_marked_in_the_record_alone(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("variant", "three-check-duck")]).await;
    table.play("e4@a6 f5@a3 Qh5@a6").await;
    let page = table.black.sees().await;
    assert_eq!(page.texts(".turn"), ["e4@a6", "f5@a3", "Qh5@a6+"]);
    assert!(page.text(".player-opponent").contains("has given 1 of 3 checks"));
    let pgn = kwik.get(&format!("{}.pgn", table.game)).await.text;
    assert!(pgn.contains("Qh5@a6") && !pgn.contains("Qh5@a6+"), "as other programs write it: {pgn}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_rematch_is_a_challenge_with_the_seats_changed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    let form = table.white.sees().await.form(".outcome form");
    table.white.browser.submits(&form.clone().with("action", "rematch")).await.leads_to();
    table.white.browser.submits(&form.with("action", "rematch")).await.leads_to();
    assert_eq!(app.count("select count(*) from challenges where rematch_of is not null").await, 1);
    assert!(table.white.sees().await.text(".outcome").contains("You have offered a rematch."));

    let page = table.black.sees().await;
    assert!(page.text(".outcome").contains("kwik offers a rematch."));
    let challenge = page.attributes(".outcome a.button-primary", "href")[0].clone();
    let game = table.black.browser.post(&format!("{challenge}/accept"), &[]).await.leads_to().to_owned();
    let again = Table::at(&table.black.browser, &table.white.browser, &game);
    again.play("e4@c6").await;
    let looking = Player::looking_on(&app.anonymous(), &again).sees().await;
    assert_eq!(looking.text(".player-self .player-name"), "kwek", "White now");
    assert_eq!(looking.attributes(".record-note a", "href"), [table.game.as_str()], "back to the game before");
    for browser in [&table.white.browser, &table.black.browser, &app.anonymous()] {
        let before = browser.opens(&table.game).await;
        assert_eq!(before.attributes(".outcome a", "href"), [game.as_str()], "and on to the rematch");
        assert!(!before.text(".outcome").contains("offered"), "{}", before.text(".outcome"));
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn after_a_rematch_was_taken_back_the_other_can_offer_one(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.white.does("resign", 0, &[("confirm", "yes")]).await.leads_to();
    table.white.does("rematch", 0, &[]).await.leads_to();
    let challenge = table.black.sees().await.attributes(".outcome a.button-primary", "href")[0].clone();
    table.white.browser.post(&format!("{challenge}/withdraw"), &[]).await.leads_to();
    table.black.does("rematch", 0, &[]).await.leads_to();
    assert!(table.white.sees().await.text(".outcome").contains("kwek offers a rematch."));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_remark_after_the_end_does_not_count_the_game_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (kwik, kwek) = (app.signed_up("kwik").await, app.signed_up("kwek").await);
    let table = Table::begin(&kwik, &kwek, &[("rated", "yes")]).await;
    table.play("e4@c6 e6@e2").await;
    table.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    // As another server has it that is just counting the game.
    app.execute("delete from ratings_due").await;
    table.black.says(2, "Thank you").await.leads_to();
    assert_eq!(app.count("select count(*) from ratings_due").await, 0);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn where_conditional_turns_are_made_partners_are_no_opponents_and_the_example_holds(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let players = six(&app).await;
    let game = game_of_six(&app, &players).await;
    let red = players[0].opens(&game).await;
    assert_eq!(red.attributes("#turn", "placeholder"), ["e.g. 1e3-1e4"]);
    assert_eq!(red.texts("#lines-hint code").len(), 6, "five others, then the reply");
    let lines = red.texts("#lines-hint code").join(" ");
    acts(&players[0], &game, 0, &[("action", "move"), ("turn", "1c3-1c4"), ("lines", &lines)]).await.has_status(303);

    let page = format!("{game}/conditionals");
    let kept = players[0].opens(&page).await.text("#lines");
    assert_eq!(kept.replace(" ..", ""), lines, "it was typed as it stands there");
    let cleo = players[2].opens(&page).await;
    assert_eq!(cleo.text(".conditionals-game a:first-child"), "The game against ben, dan and flo (with ann and eve)");
    let example = cleo.texts("#lines-hint code");
    let (line, ends) = example.split_at(2);
    assert_eq!((line.join(" ").as_str(), ends.join(" ").as_str()), ("2e3-2e4 3e3-3e4", "resign accept-draw"));
    let nothing = players[2].submits(&cleo.pressing("#add")).await.refused();
    assert!(nothing.alert().contains("type their turn, such as 2e3-2e4;"), "{}", nothing.alert());
}
