//! What is kept of a player: taken home, and deleted.

mod archived;
mod deleted;
mod schema;

use sqlx::{AssertSqlSafe, PgPool};

use crate::story::{Answer, Browser, PASSWORD, Table, TestApp, challenge, days};

/// What a player of these tests is called, and what is in all that they write.
const NAME: &str = "Quagga77";
const MARK: &str = "Zwartkop";

/// Every column in which text, words of it, JSON or bytes can be, with whether these are bytes.
const COLUMNS: &str = "select c.table_name::text, c.column_name::text, c.udt_name = 'bytea'
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> '_sqlx_migrations'
        and c.udt_name in ('text', 'varchar', 'name', 'bpchar', 'json', 'jsonb', 'bytea', 'tsvector', '_text', '_json', '_jsonb', '_bytea')
    order by 1, 2";

async fn columns(app: &TestApp) -> Vec<(String, String, bool)> {
    sqlx::query_as(COLUMNS).fetch_all(app.pool()).await.unwrap()
}

/// Where in the database a text is, in any case.
async fn places_of(app: &TestApp, text: &str) -> Vec<String> {
    let mut places = Vec::new();
    for (table, column, is_bytes) in columns(app).await {
        let read = if is_bytes { format!("encode({column}, 'escape')") } else { format!("{column}::text") };
        let sql = format!("select exists (select from {table} where {read} ilike '%' || $1 || '%')");
        if sqlx::query_scalar(AssertSqlSafe(sql)).bind(text).fetch_one(app.pool()).await.unwrap() {
            places.push(format!("{table}.{column}"));
        }
    }
    places
}

/// A player who has written in every place where players write, an archived game with kwik, and one that goes on.
async fn somebody_who_wrote_everywhere(app: &TestApp) -> (Browser, Table, Table) {
    app.loads_puzzles().await;
    let (quagga, kwik) = (app.signed_up(NAME).await, app.signed_up("kwik").await);
    app.everybody_confirmed().await;
    let old = Table::begin(&quagga, &kwik, &[("rated", "yes")]).await;
    old.white.moves(0, "e4@c6").await.leads_to();
    old.white.does("conditional", 1, &[("lines", "e6@e2 d4@d6")]).await.leads_to();
    old.white.says(1, &format!("{MARK} greets you")).await.leads_to();
    old.white.does("note", 1, &[("message", &format!("{MARK} is tired"))]).await.leads_to();
    old.black.says(1, "Good luck!").await.leads_to();
    old.black.does("note", 1, &[("message", "A secret of kwik")]).await.leads_to();
    old.play("d6@d5").await;
    old.white.does("resign", 2, &[("confirm", "yes")]).await.leads_to();
    quagga.post(&format!("{}/tags", old.game), &[("tags", MARK)]).await.leads_to();
    quagga.post("/games/searches", &[("name", MARK), ("words", MARK)]).await.leads_to();
    app.pass(days(8));
    assert_eq!(app.archive().await, 1);
    app.rate().await;
    app.fill_library().await;
    let running = Table::begin(&quagga, &kwik, &[]).await;
    running.play("e4@c6 e6@e2 d4@d6").await;
    running.white.says(3, &format!("{MARK} has to go soon")).await.leads_to();
    running.white.does("conditional", 3, &[("lines", "Nf6@e2 Nc3@e7")]).await.leads_to();

    let public = Table::begin(&app.signed_up("kwak").await, &kwik, &[("public", "yes")]).await;
    quagga.post(&format!("{}/kibitz", public.game), &[("kibitz", &format!("{MARK} looks on"))]).await.leads_to();
    let board = quagga.opens("/analysis").await;
    let board = quagga.submits(&board.pressing("#play").with("turn", "e4@c6")).await.shown();
    quagga.submits(&board.pressing("#step-back").with("note", &format!("{MARK} thinks"))).await.shown();
    quagga.post("/puzzles/1/report", &[("reason", &format!("{MARK} found another"))]).await.leads_to();
    quagga.post("/settings/profile", &[("about", MARK), ("country", "NL")]).await.leads_to();
    quagga.post("/leave", &[("from", ""), ("days", "3")]).await.leads_to();
    quagga.post("/settings/feeds", &[("do", "renew")]).await.leads_to();
    let address = [("email", "zwartkop@example.org"), ("password", PASSWORD)];
    quagga.post("/settings/email", &address).await.leads_to();
    write_in_studies(app, &quagga, &kwik, &old).await;
    // What could not be sent, because the session had ended.
    app.run(
        "insert into kept_forms (id, player_id, sent_to, fields, kept_at)
        select 'kept', id, '/games/x/actions', '{\"message\": \"Zwartkop was too late\"}', created_at from players where name = 'Quagga77'",
    )
    .await;
    app.run(
        "update sessions set browser = 'Zwartkop on Linux'
        where player_id = (select id from players where name = 'Quagga77')",
    )
    .await;
    // What somebody else works out about a game of theirs.
    let board = kwik.opens(&format!("/analysis?game={}", old.id())).await;
    kwik.submits(&board.pressing("#step-back").with("note", "kwik works it out")).await.shown();
    let file = format!(
        "[Event \"{MARK} open\"]\n[White \"{NAME}\"]\n\n1. e4@c6 {{ {MARK} was here }} *\n\n[White \"{MARK}\"]\n\n1. {MARK} *\n"
    );
    quagga.sends_file("/collections", &[], (&format!("{MARK}.pgn"), file.as_bytes())).await.leads_to();
    app.read_collections().await;
    quagga.sends_file("/collections", &[], (&format!("{MARK} again.pgn"), file.as_bytes())).await.leads_to();
    challenge(&quagga, &[]).await;
    challenge(&kwik, &[("opponent", NAME)]).await;
    app.anonymous().post("/login", &[("name", NAME), ("password", "wrong")]).await.refused();
    // Where no emails are sent, it is refused.
    app.anonymous().post("/login/forgotten", &[("who", "quagga77@example.org")]).await;
    (quagga, old, running)
}

/// A study that they edit alone, and one of kwik's that they edit, too, in which there is a game of theirs.
async fn write_in_studies(app: &TestApp, quagga: &Browser, kwik: &Browser, game: &Table) {
    let chapter = format!("1. e4@c6 {{ {MARK} studies }} *");
    let own = [("name", &*format!("{MARK} study")), ("chapter", MARK), ("text", &*chapter)];
    let path = quagga.post("/studies", &own).await.leads_to().to_owned();
    let edited = [("name", &*format!("{MARK} study")), ("description", MARK), ("visibility", "public")];
    quagga.post(&path, &edited).await.leads_to();
    let board = kwik.opens(&format!("/analysis?game={}", game.id())).await;
    let page = kwik.opens(kwik.submits(&board.pressing("button[value=study]")).await.leads_to()).await;
    let form = page.form(".study-from-board").with("name", "Of kwik");
    let path = kwik.submits(&form).await.leads_to().strip_suffix("/chapters/1").unwrap().to_owned();
    kwik.post(&format!("{path}/editors"), &[("step", "invite"), ("player", NAME)]).await.leads_to();
    quagga.post(&format!("{path}/editors"), &[("step", "accept")]).await.leads_to();
    let board = quagga.opens(&format!("{path}/chapters/1")).await;
    quagga.submits(&board.pressing("#step-back").with("note", "so it was")).await.shown();
    assert_eq!(app.count("select count(distinct changed_by) from study_chapters").await, 1);
}

/// Asks for the account to be deleted.
async fn asks_for_the_end(browser: &Browser) -> Answer {
    let form = browser.opens("/settings/delete").await.form("form.card");
    browser.submits(&form.with("password", PASSWORD).with("confirm", "yes")).await
}

async fn app(pool: PgPool) -> TestApp {
    TestApp::new(pool).await
}
