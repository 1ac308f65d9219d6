//! Conditional turns: made on their page, played at once, and nobody else's to see.

use sqlx::PgPool;

use crate::story::{Answer, PASSWORD, Page, Table, TestApp, days};

/// A table where Black is to move, and White may plan.
async fn table(app: &TestApp) -> Table {
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2 d4@d6").await;
    table
}

fn page_of(table: &Table) -> String {
    format!("{}/conditionals", table.game)
}

/// The page of White's conditional turns, as it is saved.
async fn opens(table: &Table) -> Page {
    table.white.browser.opens(&page_of(table)).await
}

/// The page after one more turn of the line on its board.
async fn adds(table: &Table, page: &Page, turn: &str) -> Answer {
    table.white.browser.submits(&page.pressing("#add").with("turn", turn)).await
}

/// What the tree says, row by row.
fn tree(page: &Page) -> Vec<String> {
    page.texts(".tree .pair")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_reply_is_made_step_by_step_and_played_at_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = opens(&table).await;
    assert!(page.status().starts_with("If kwek plays …") && page.status().ends_with("No conditional turns."));
    let page = adds(&table, &page, "g8f6@e2").await.shown();
    assert!(page.status().starts_with("… then I reply to Nf6@e2."), "{}", page.status());
    assert_eq!(tree(&page), ["if 2... Nf6@e2 your reply?", "any other turn is yours to answer"]);
    let page = adds(&table, &page, "Nc3@e7").await.shown();
    assert_eq!(page.value("lines"), "Nf6@e2 Nc3@e7\n");
    assert_eq!(page.text(".tree [aria-current=step]"), "then 3. Nc3@e7");
    assert!(page.status().contains("Not saved yet."));
    assert!(table.white.sees().await.text(".planned").is_empty(), "nothing holds before it is saved");
    assert_eq!(table.white.browser.submits(&page.pressing("#save")).await.leads_to(), table.game);
    let planned = table.white.sees().await.text(".planned");
    assert!(planned.contains("if 2... Nf6@e2 then 3. Nc3@e7") && planned.contains("Change them"), "{planned}");

    app.pass(days(3));
    let answer = table.black.moves(3, "Nf6@e2").await;
    answer.leads_to();
    let page = table.black.sees().await;
    assert_eq!(page.texts(".turns .turn")[4], "Nc3@e7 ⟲(conditional)");
    assert!(page.status().starts_with("Your turn"));
    let clock = page.text(".player-opponent .clock");
    assert_eq!(clock, "32 days waiting", "a day came with d4, another with the reply, which cost nothing");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_reply_that_their_duck_can_block_is_warned_of_and_gets_a_second_square(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = adds(&table, &opens(&table).await, "a6@*").await.shown();
    assert!(!page.has(".reply-blocked"), "there is no reply yet");
    let page = adds(&table, &page, "Nf3@e5").await.shown();
    assert_eq!(
        page.texts(".reply-blocked p"),
        [
            "The duck can block your reply Nf3@e5: after a6@f3 or a6@e5 it cannot be made, and your conditional turns end. \
             You can add another reply to each of those turns."
        ]
    );
    let page = table.white.browser.submits(&page.pressing(".reply-blocked button[value='a6@e5']")).await.shown();
    assert!(page.status().starts_with("… then I reply to a6@e5."), "{}", page.status());
    let page = adds(&table, &page, "Nf3@c5").await.shown();
    assert_eq!(page.value("lines"), "a6@* Nf3@e5\na6@e5 Nf3@c5\n");
    let left = page.texts(".reply-blocked p");
    assert!(
        left.len() == 1 && left[0].starts_with("The duck can block your reply Nf3@e5: after a6@f3 it cannot be made"),
        "{left:?}"
    );
    table.white.browser.submits(&page.pressing("#save")).await.leads_to();
    table.black.moves(3, "a6@e5").await.leads_to();
    assert_eq!(table.black.sees().await.texts(".turns .turn")[4], "Nf3@c5 ⟲(conditional)");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_saves_lines_as_text_is_warned_at_once_of_a_reply_that_their_duck_can_block(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "a6@* Nf3@e5")]).await.leads_to();
    let page = table.white.sees().await;
    let warned = page.texts(".planned .reply-blocked p");
    assert!(warned.len() == 1 && warned[0].contains("after a6@f3 or a6@e5 it cannot be made"), "{warned:?}");
    assert!(!table.black.sees().await.has(".reply-blocked"));
    let page = table.white.browser.submits(&page.pressing(".reply-blocked button[value='a6@e5']")).await.shown();
    assert!(page.status().starts_with("… then I reply to a6@e5."), "{}", page.status());
    assert_eq!(page.value("lines"), "a6@* Nf3@e5\n");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nothing_of_a_draft_stands_in_an_address(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = adds(&table, &opens(&table).await, "Nf6@e2").await.shown();
    let page = adds(&table, &page, "Nc3@e7").await.shown();
    for address in [page.attributes("main [href]", "href"), page.attributes("main form", "action")].concat() {
        assert!(!address.contains('?'), "{address}");
    }
    assert_eq!(page.attributes("main form", "method"), ["post"]);
    let asked = table.white.browser.opens(&format!("{}?lines=Nf6@e2+Nc3@e7&line=Nf6@e2", page_of(&table))).await;
    assert_eq!(asked.value("lines"), "", "an address says nothing of a draft");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_tree_of_many_lines_can_be_gone_on_with(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let moves = ["a6", "b6", "c6", "f6", "g6", "Na6", "Nc6", "Ne7", "Nh6"];
    let ducks =
        ["a3", "b3", "c3", "d3", "f3", "g3", "h3", "a4", "b4", "c4", "f4", "g4", "h4", "a5", "b5", "c5", "d5", "e5"];
    let lines = moves.iter().flat_map(|theirs| ducks.map(|duck| format!("{theirs}@{duck} Be3@e2\n")));
    let text: String = lines.collect();
    assert!(text.lines().count() > 160);
    let form = opens(&table).await.pressing("#add").with("lines", &text).with("turn", "e5@e2");
    let page = table.white.browser.submits(&form).await.shown();
    assert_eq!(page.value("lines").lines().count(), text.lines().count());
    let page = adds(&table, &page, "dxe5@h3").await.shown();
    table.white.browser.submits(&page.pressing("#save")).await.leads_to();
    assert_eq!(opens(&table).await.texts(".tree .remove").len(), text.lines().count() + 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_tree_is_saved_as_text_and_taken_apart_by_buttons(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let lines = "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\r\nNf6@e2 Nc3@e7 h6@c6 resign\r\na6@* e5@e7";
    table.white.does("conditional", 3, &[("lines", lines)]).await.leads_to();
    let page = opens(&table).await;
    let expected = [
        "if 2... Nf6@e2 then 3. Nc3@e7",
        "if 3... d5@e5 then 4. Bg5@e7",
        "if 3... h6@c6 then 4. resign",
        "any other turn is yours to answer",
        "if 2... a6@* then 3. e5@e7",
        "any other turn is yours to answer",
    ];
    assert_eq!(tree(&page), expected);
    let page = table.white.browser.submits(&page.pressing(".node[value='Nf6@e2 Nc3@e7']")).await.shown();
    assert_eq!(page.value("line"), "Nf6@e2 Nc3@e7");
    let page = table.white.browser.submits(&page.pressing(".remove[value='Nf6@e2 Nc3@e7']")).await.shown();
    assert_eq!((page.value("lines").as_str(), page.value("line").as_str()), ("a6@* e5@e7\n", ""));
    table.white.browser.submits(&page.pressing("#save").with("lines", "")).await.leads_to();
    assert!(!table.white.sees().await.has(".planned .pair"), "none clears it");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn another_reply_takes_the_place_of_the_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\na6@* e5@e7")]).await.leads_to();
    let page = table.white.browser.submits(&opens(&table).await.pressing(".node[value='Nf6@e2']")).await.shown();
    assert!(page.status().contains("Your reply so far is Nc3@e7. A different one replaces it"), "{}", page.status());
    let page = adds(&table, &page, "Nd2@e7").await.shown();
    assert_eq!(page.value("lines"), "Nf6@e2 Nd2@e7\na6@* e5@e7\n");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_wrong_with_a_line_is_said_and_nothing_is_lost(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = table.white.does("conditional", 3, &[("lines", "Nf6@e2 Ke4@a3\na6@* e5@e7")]).await.refused();
    assert!(page.alert().contains("Line 1, word 2 (Ke4@a3): "), "{}", page.alert());
    assert_eq!(page.value("lines"), "Nf6@e2 Ke4@a3\na6@* e5@e7");
    let page = opens(&table).await;
    let refused = adds(&table, &page, "quack").await.refused();
    assert!(refused.alert().contains("quack"));
    assert_eq!(refused.value("turn"), "quack");
    let nothing = adds(&table, &page, " ").await.refused();
    assert!(
        nothing.alert().contains("Move on the board, or type their turn, such as h5@d2; then add it."),
        "{}",
        nothing.alert()
    );
    let own_turn = table.black.does("conditional", 3, &[("lines", "d5@a3 Nf6@a4")]).await.refused();
    assert!(own_turn.alert().contains("It is your turn"));
    assert_eq!(own_turn.value("lines"), "d5@a3 Nf6@a4");
    let no_ply = table.white.sends(&[("action", "conditional"), ("ply", "quack"), ("lines", "a6@* e5@e7")]).await;
    assert_eq!(no_ply.refused().value("lines"), "a6@* e5@e7\n");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_turn_that_was_not_added_is_not_forgotten_when_the_others_are_saved(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let form = opens(&table).await.pressing("#save").with("turn", "Nf6@e2").with("lines", "a6@* e5@e7");
    let page = table.white.browser.submits(&form).await.refused();
    assert!(page.alert().contains("Nf6@e2 is not among your replies yet"), "{}", page.alert());
    assert_eq!((page.value("turn").as_str(), page.value("lines").as_str()), ("Nf6@e2", "a6@* e5@e7\n"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_the_other_side_cannot_do_is_said_of_the_other_side(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = opens(&table).await;
    for (theirs, said) in [
        ("Nf6@f7", "The duck cannot go to f7: your opponent’s pawn is there."),
        ("Nf6@e4", "The duck cannot go to e4: your pawn is there."),
        ("e4e5@a3", "The pawn on e4 is yours: here your opponent is to move."),
        ("Rxd8@a3", "Your opponent’s own queen is on d8."),
        ("O-O@a3", "Your opponent cannot castle to the king’s side: a bishop is on f8."),
    ] {
        let alert = adds(&table, &page, theirs).await.refused().alert();
        assert!(alert.contains(said), "{theirs}: {alert}");
    }
    let page = adds(&table, &page, "Nf6@e2").await.shown();
    assert!(adds(&table, &page, "Nc3@f2").await.refused().alert().contains("your pawn is there"));
    let open = adds(&table, &page, "Nc3@*").await.refused().alert();
    assert!(open.contains("Only a turn of the other side can leave the duck open"), "{open}");
}

/// What a page names as lines that cannot come any more.
fn gone(page: &Page) -> Vec<String> {
    page.texts(".gone-lines li")
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draft_that_cannot_come_any_more_is_named_and_not_forgotten(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = adds(&table, &opens(&table).await, "Nf6@e2").await.shown();
    let page = adds(&table, &page, "Nc3@e7").await.shown();
    table.black.moves(3, "a6@a3").await.leads_to();
    for button in ["#add", "#save", ".node-start"] {
        let late = table.white.browser.submits(&page.pressing(button)).await.page(409);
        let alert = late.alert();
        assert!(alert.contains("the last turn is 2... a6@a3. None of your draft is possible any more."), "{alert}");
        assert_eq!(gone(&late), ["Nf6@e2 Nc3@e7 2... a6@a3 was played, not Nf6@e2"]);
    }
    let typed = table.white.browser.submits(&page.pressing("#add").with("turn", "d5@a3")).await.page(409);
    assert!(gone(&typed)[1].starts_with("Nf6@e2 Nc3@e7 d5@a3 2... a6@a3"), "there is no field for it now");
    table.white.moves(4, "Nc3@e7").await.leads_to();
    let late = table.white.browser.submits(&page.pressing("#add").with("turn", "d5@a3")).await.page(409);
    assert_eq!((late.value("turn").as_str(), late.value("lines").as_str()), ("d5@a3", ""));
    assert_eq!(late.value("ply"), "5", "from here on it is a draft of the present");
    let page = adds(&table, &late, "d5@a3").await.shown();
    assert_eq!(gone(&page).len(), 1, "it is named until the page is left");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_late_draft_goes_along_with_the_turn_that_was_played(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let lines = "2... Nf6@e2 3. Nc3@e7 d5@e5 Bg5@e7\na6@* e5@e7\nNf6@* Nd2@e7";
    let page = table.white.browser.submits(&opens(&table).await.pressing("#add").with("lines", lines)).await.page(422);
    table.black.moves(3, "Nf6@e2").await.leads_to();
    let late = table.white.browser.submits(&page.pressing("#save")).await.page(409);
    assert!(late.alert().contains("What is left of your draft is below as text"), "{}", late.alert());
    assert_eq!(late.text("#lines"), "Nc3@e7 d5@e5 Bg5@e7");
    let other = "2... Nf6@e2 was played, not";
    assert_eq!(gone(&late), [format!("a6@* e5@e7 {other} a6@*"), format!("Nf6@* Nd2@e7 {other} Nf6@*")]);

    // The reply needs only one click, with the lines after it.
    let play = late.form("#reply-first");
    assert!(late.text("button[form=reply-first]").contains("Play Nc3@e7, and keep what follows"));
    assert_eq!(table.white.browser.submits(&play).await.leads_to(), table.game);
    let planned = table.white.sees().await.texts(".planned .pair");
    assert_eq!(planned[0], "if 3... d5@e5 then 4. Bg5@e7");
    // The draft is then shown rebased to the present position.
    let later = table.white.browser.submits(&page.pressing("#save")).await.page(409);
    assert_eq!(later.value("lines"), "d5@e5 Bg5@e7\n");
    assert!(later.alert().contains("What you have saved has been updated to match."), "{}", later.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_late_draft_goes_along_with_replies_that_were_played(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7")]).await.leads_to();
    let page = adds(&table, &opens(&table).await, "a6@a3").await.shown();
    let begun = page.attributes("main", "data-events");
    table.black.moves(3, "Nf6@e2").await.leads_to();
    let late = table.white.browser.submits(&page.pressing(".node-start")).await.page(409);
    assert!(late.alert().contains("the last turn is 3. Nc3@e7"), "{}", late.alert());
    assert_eq!(late.value("lines"), "d5@e5 Bg5@e7\n");
    assert_eq!(gone(&late), ["a6@a3 2... Nf6@e2 was played, not a6@a3"]);
    let saved = ["if 3... d5@e5 then 4. Bg5@e7", "any other turn is yours to answer"];
    assert_eq!(late.texts("[aria-labelledby=saved-title] .pair"), saved);
    assert_eq!(late.texts("[aria-labelledby=tree-title] .pair"), saved);
    assert_ne!(late.attributes("main", "data-events"), begun, "the page is not behind any more");

    let page = opens(&table).await;
    table.black.moves(5, "h6@c6").await.leads_to();
    let late = table.white.browser.submits(&page.pressing(".node-start")).await.page(409);
    assert!(late.text("[aria-labelledby=saved-title]").contains("Nothing is saved now."));
    assert_eq!(gone(&late), ["d5@e5 Bg5@e7 3... h6@c6 was played, not d5@e5"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_line_that_waits_for_its_reply_goes_along_and_can_be_gone_on_with(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7")]).await.leads_to();
    let page = table.white.browser.submits(&opens(&table).await.pressing(".node[value='Nf6@e2 Nc3@e7']")).await.shown();
    let page = adds(&table, &page, "d5@e5").await.shown();
    assert_eq!(page.value("line"), "Nf6@e2 Nc3@e7 d5@e5");
    table.black.moves(3, "Nf6@e2").await.leads_to();
    let late = adds(&table, &page, "Bg5@e7").await.page(409);
    assert_eq!((late.value("line").as_str(), late.value("turn").as_str()), ("d5@e5", "Bg5@e7"));
    let page = adds(&table, &late, "Bg5@e7").await.shown();
    assert!(page.status().contains("Not saved yet."), "{}", page.status());
    table.white.browser.submits(&page.pressing("#save")).await.leads_to();
    assert_eq!(opens(&table).await.value("lines"), "d5@e5 Bg5@e7\n");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_late_draft_that_is_too_large_stays_as_it_is_until_it_is_shortened(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = opens(&table).await;
    table.black.moves(3, "Nf6@e2").await.leads_to();
    for own_turn in [true, false] {
        let long = "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\n".repeat(251);
        let late = table.white.browser.submits(&page.pressing("#save").with("lines", &long)).await.page(409);
        assert_eq!(
            (late.value("lines"), late.value("ply")),
            (long, "3".to_owned()),
            "all of it, from where it was begun"
        );
        let alert = late.alert();
        assert!(alert.contains("too long to be moved along"), "{alert}");
        assert!(alert.contains("Line 251: There can be at most 500 conditional turns in a game."), "{alert}");
        let shorter = late.pressing("button[value=show]").with("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7");
        let late = table.white.browser.submits(&shorter).await.page(409);
        if own_turn {
            assert_eq!(late.text("#lines"), "Nc3@e7 d5@e5 Bg5@e7");
            table.white.moves(4, "Nc3@e7").await.leads_to();
        } else {
            assert_eq!((late.value("lines").as_str(), late.value("ply").as_str()), ("d5@e5 Bg5@e7\n", "5"));
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_draft_outlives_the_session(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let page = adds(&table, &opens(&table).await, "Nf6@e2").await.shown();
    let (stranger, step) = (app.whose_session_ended(), page.pressing("#add").with("turn", "Nc3@e7"));
    let login = stranger.submits(&step).await.page(401).form("main form");
    let path = stranger.submits(&login.with("name", "kwik").with("password", PASSWORD)).await.leads_to().to_owned();
    assert!(path.starts_with(&page_of(&table)), "{path}");
    let page = stranger.opens(&path).await;
    assert_eq!(page.value("lines"), "Nf6@e2 Nc3@e7\n", "the step is made");
    assert_eq!(opens(&table).await.value("lines"), "", "and nothing is saved");
    stranger.submits(&page.pressing("#save")).await.leads_to();
    assert_eq!(opens(&table).await.value("lines"), "Nf6@e2 Nc3@e7\n");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn the_game_tells_what_is_left_of_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let lines = "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7\nNf6@e2 Nc3@e7 h6@c6 resign\na6@* e5@e7";
    table.white.does("conditional", 3, &[("lines", lines)]).await.leads_to();
    table.black.moves(3, "Nf6@e2").await.leads_to();
    let left = table.white.sees().await.texts(".planned .pair");
    let expected =
        ["if 3... d5@e5 then 4. Bg5@e7", "if 3... h6@c6 then 4. resign", "any other turn is yours to answer"];
    assert_eq!(left, expected);
    table.black.moves(5, "a6@a3").await.leads_to();
    let page = table.white.sees().await;
    assert!(!page.has(".planned"));
    assert!(page.text(".comment-private").contains("Your conditional turns have ended, because none of them fits"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_reply_that_the_duck_forbids_is_told(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "a6@* Nc3@e7")]).await.leads_to();
    table.black.moves(3, "a6@c3").await.leads_to();
    let page = table.white.sees().await;
    assert!(page.status().starts_with("Your turn"));
    let note = page.text(".comment-private");
    assert!(note.contains("because your reply Nc3@e7 could not be made."), "{note}");
    assert!(!table.black.sees().await.text(".record").contains("Nc3@e7"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn nobody_else_learns_of_them(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    let seen = async || {
        let path = &table.game;
        let mut all = Vec::new();
        for browser in [&table.black.browser, &app.anonymous()] {
            for page in
                [path.clone(), format!("{path}.pgn?comments=yes"), format!("{path}.fen"), "/games/mine".to_owned()]
            {
                all.push(browser.get(&page).await.text);
            }
        }
        all
    };
    let before = seen().await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7")]).await.leads_to();
    assert_eq!(seen().await, before);
    assert!(!table.black.browser.get(&page_of(&table)).await.text.contains("Nc3@e7"));
    assert_eq!(app.anonymous().get(&page_of(&table)).await.status, 303);
    assert_eq!(app.signed_up("kwak").await.get(&page_of(&table)).await.status, 403);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn trees_of_both_answer_each_other(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = table(&app).await;
    table.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7 d5@e5 Bg5@e7")]).await.leads_to();
    table.black.does("move", 3, &[("turn", "Nf6@e2"), ("lines", "Nc3@e7 d5@e5")]).await.leads_to();
    let page = table.black.sees().await;
    assert_eq!(page.value("ply"), "7");
    assert!(page.texts(".turns .turn")[6].starts_with("Bg5@e7"));
}
