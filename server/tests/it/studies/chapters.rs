//! The chapters of a study: where they come from, their order, how many there can be; exported and imported they are the same again.

use sqlx::PgPool;

use super::{chapters, edit_together, makes, plays, turns};
use crate::story::{PASSWORD, TestApp};

/// Games with all that a chapter can have.
const GAMES: &str = "[Event \"Pond open\"]\n[White \"kwik\"]\n[Black \"Kwek\"]\n[Opening \"Quack\"]\n\n\
    1. e4@c6 {good} (1. d4@d6 $1 {\"so\"}) 1... e6@e2 1-0\n\n\
    [Variant \"Duchess 2\"]\n[ChapterName \"Two alone\"]\n\n*\n\n\
    [SetUp \"1\"]\n[FEN \"4k3/8/8/8/4*3/8/8/4K2R w K - 0 1\"]\n\n1. O-O@e5 *\n";

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_is_exported_is_the_same_study_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = makes(&ann, &[("name", "The \"pond\": ideas"), ("text", GAMES)]).await;
    let page = ann.opens(&path).await;
    assert_eq!(chapters(&page), ["kwik against Kwek", "Two alone", "Chapter 3"]);
    let whole = ann.get(&format!("{path}.pgn")).await;
    assert_eq!(whole.header("content-type"), "application/vnd.chess-pgn; charset=utf-8");
    for told in [
        "[Event \"Pond open\"]",
        "[Opening \"Quack\"]",
        "[StudyName \"The \\\"pond\\\": ideas\"]",
        "[ChapterName \"kwik against Kwek\"]",
        "[Event \"The \\\"pond\\\": ideas: Two alone\"]",
        "1. e4@c6 {good} (1. d4@d6 $1 {\"so\"}) 1... e6@e2 1-0",
        "1. O-O@e5 *",
    ] {
        assert!(whole.text.contains(told), "{told}: {}", whole.text);
    }
    let again = makes(&ann, &[("name", "The \"pond\": ideas"), ("text", &whole.text)]).await;
    assert_eq!(ann.get(&format!("{again}.pgn")).await.text, whole.text);
    assert_eq!(app.column("select distinct pgn || name from study_chapters").await.len(), 3, "they are the same");
    // And as a collection.
    let collection =
        ann.sends_file("/collections", &[], ("study.pgn", whole.text.as_bytes())).await.leads_to().to_owned();
    app.read_collections().await;
    let text = ann.get(&format!("{collection}.pgn")).await.text;
    let third = makes(&ann, &[("name", "The \"pond\": ideas"), ("text", &text)]).await;
    assert_eq!(ann.get(&format!("{third}.pgn")).await.text, whole.text);

    // Or by the analysis board: nothing is left of the study that it was in.
    let board = ann.opens(&format!("{collection}/games/1")).await;
    let add = ann.submits(&board.pressing("button[value=study]")).await.leads_to().to_owned();
    let form = ann.opens(&add).await.form(".study-from-board").with("study", "").with("name", "Other");
    let other = ann.submits(&form).await.leads_to().strip_suffix("/chapters/1").unwrap().to_owned();
    let text = ann.get(&format!("{other}.pgn")).await.text;
    assert!(!text.contains("pond\\\""), "{text}");
    let alone = ann.get(&format!("{path}/chapters/1.pgn")).await.text;
    assert!(whole.text.starts_with(&alone), "{alone}");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn chapters_are_added_renamed_moved_and_deleted(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings"), ("chapter", "One")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let form = ben.opens(&path).await.form("#add");
    let second = ben.submits(&form.clone().with("chapter", "Two").with("variant", "duchess-6")).await;
    assert_eq!(second.leads_to(), format!("{path}/chapters/2"), "it is gone on with at once");
    assert_eq!(ben.submits(&form.clone().with("text", GAMES)).await.leads_to(), path);
    let names = async || chapters(&ann.opens(&path).await);
    assert_eq!(names().await, ["One", "Two", "kwik against Kwek", "Two alone", "Chapter 5"]);

    ben.post(&format!("{path}/chapters/2"), &[("step", "up")]).await.leads_to();
    ben.post(&format!("{path}/chapters/5"), &[("step", "down")]).await.leads_to();
    ben.post(&format!("{path}/chapters/5"), &[("step", "rename"), ("chapter", " Last  one ")]).await.leads_to();
    assert_eq!(names().await, ["Two", "One", "kwik against Kwek", "Two alone", "Last one"]);
    let refused = ben.post(&format!("{path}/chapters/5"), &[("step", "rename"), ("chapter", " ")]).await.refused();
    assert_eq!(refused.text("#rename-error"), "Give it a name.");
    let board = ben.opens(&format!("{path}/chapters/1")).await;
    assert_eq!(board.text("h1"), "One");
    assert_eq!(
        board.attributes(".chapter-ways a", "href"),
        [format!("{path}/chapters/2"), path.clone(), format!("{path}/chapters/3"), "/help/studies".to_owned()]
    );

    let asked = ben.opens(&format!("{path}/chapters/3/delete")).await;
    assert!(asked.text("main").contains("Delete kwik against Kwek from Openings?"));
    ben.post(&format!("{path}/chapters/3/delete"), &[]).await.shown();
    ben.submits(&asked.pressing("button[name=confirm]")).await.leads_to();
    ben.get(&format!("{path}/chapters/3")).await.has_status(404);
    // A number is not given again.
    assert_eq!(ben.submits(&form.with("chapter", "New")).await.leads_to(), format!("{path}/chapters/6"));
    assert_eq!(names().await, ["Two", "One", "Two alone", "Last one", "New"]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_board_is_saved_to_a_study(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    table.play("e4@c6 e6@e2").await;
    let kwik = &table.white.browser;
    let board = kwik.opens(&format!("/analysis?game={}", table.id())).await;
    let form = board.pressing("button[value=study]").with("note", "the usual");
    let asked = kwik.submits(&form).await.leads_to().to_owned();
    let page = kwik.opens(&asked).await;
    assert!(page.has(".study-from-board .board-svg"));
    let refused = kwik.submits(&page.form(".study-from-board")).await.refused();
    assert_eq!(refused.text("#name-error"), "Give it a name.");
    let made = kwik.submits(&refused.form(".study-from-board").with("name", "My games")).await;
    let chapter = kwik.opens(made.leads_to()).await;
    assert_eq!(
        (chapter.text("h1").as_str(), turns(&chapter).as_str()),
        ("kwik against kwek", "1. e4@c6 e6@e2 the usual")
    );
    let path = made.leads_to().strip_suffix("/chapters/1").unwrap().to_owned();

    // Once more, from there into the same study, and into one that is not theirs.
    let page = kwik.opens(kwik.submits(&chapter.pressing("button[value=study]")).await.leads_to()).await;
    assert_eq!(page.value("study"), path.rsplit('/').next().unwrap());
    let second = kwik.submits(&page.form(".study-from-board").with("chapter", "Again")).await;
    assert_eq!(second.leads_to(), format!("{path}/chapters/2"));
    let foreign = makes(&table.black.browser, &[("name", "Of kwek"), ("visibility", "public")]).await;
    let form = page.form(".study-from-board").with("study", foreign.rsplit('/').next().unwrap());
    assert!(kwik.submits(&form).await.refused().alert().contains("Choose one of your studies"));
    assert_eq!(kwik.get("/studies/add?kept=nothing").await.leads_to(), "/studies");

    // Who is not signed in comes back to the board with what was on it.
    let anybody = app.anonymous();
    let board = anybody.opens("/analysis?variant=duck").await;
    let board = plays(&anybody, &board, "e4@c6").await;
    assert!(!board.has("button[value=study]"));
    let login = anybody.submits(&board.pressing("#play").with("step", "study")).await.page(401);
    let form = login.form("main form").with("name", "kwik").with("password", PASSWORD);
    let back = anybody.submits(&form).await;
    assert_eq!(turns(&anybody.opens(back.leads_to()).await), "1. e4@c6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn there_is_room_for_so_many(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let games = "1. e4@c6 *\n\n".repeat(63);
    let path = makes(&ann, &[("name", "Full"), ("text", &games)]).await;
    let form = ann.opens(&path).await.form("#add");
    let refused = ann.submits(&form.clone().with("text", "1. e4@c6 *\n\n1. d4@d6 *")).await.refused();
    assert!(refused.alert().contains("A study has at most 64 chapters. This one has 63"), "{}", refused.alert());
    assert_eq!(refused.value("text"), "1. e4@c6 *\n\n1. d4@d6 *");
    ann.submits(&form).await.leads_to();
    let many = ann.post("/studies", &[("name", "More"), ("text", &"1. e4@c6 *\n\n".repeat(65))]).await.refused();
    assert!(many.alert().contains("A study has at most 64 chapters, and these are 65."));
    let broken = ann.post("/studies", &[("name", "More"), ("text", "1. e4@c6 *\n\n1. Ke7@e5 *")]).await.refused();
    assert!(broken.text("#text-error").contains("Line 3"), "{}", broken.text("#text-error"));
    let long = format!("1. e4@c6 {{{}}} *", "long ".repeat(12_000));
    let refused = ann.post("/studies", &[("name", "Long"), ("text", &long)]).await.refused();
    assert_ne!(refused.text("#text-error"), "");
    assert_eq!((refused.value("name").as_str(), refused.value("text").len()), ("Long", long.len()));
    app.execute(
        "insert into studies (id, owner_id, name, visibility, made_at, changed_at)
        select 'study' || n, (select id from players where name = 'ann'), 'x', 'private', now(), now() from generate_series(1, 49) n",
    )
    .await;
    let refused = ann.post("/studies", &[("name", "More")]).await.refused();
    assert!(refused.alert().contains("You have 50 studies, the most there can be."), "{}", refused.alert());
}
