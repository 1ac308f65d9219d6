//! Two players at one chapter: nobody overwrites what they have not seen, and nothing that was tried is lost.

use serde_json::json;
use sqlx::PgPool;

use super::{answers, edit_together, invites, makes, plays, presses, tries, turns};
use crate::story::{Browser, Form, Page, TestApp};

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_editor_is_invited_accepts_changes_chapters_and_leaves(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings")]).await;
    invites(&path, &ann, "Ben").await.leads_to();
    assert!(ann.opens(&path).await.text("#editors").contains("ben invited"));
    let list = ben.opens("/studies").await;
    assert!(list.text("main").contains("Openings: ann invites you to edit it."));
    let page = ben.opens(&path).await;
    assert!(!page.has("#add"), "not yet");
    ben.submits(&page.pressing("button[value=accept]")).await.leads_to();
    let page = ben.opens(&path).await;
    assert!(page.text(".lede").starts_with("A study by ann and ben."), "{}", page.text(".lede"));
    assert!(page.has("#add") && !page.has("#edit"), "the study itself is its owner's");

    let board = ben.opens(&format!("{path}/chapters/1")).await;
    assert!(board.text(".keeping").contains("Saved in the study"));
    let board = plays(&ben, &board, "e4@c6").await;
    ben.submits(&board.pressing("#step-back").with("note", "the start of it all")).await.shown();
    assert_eq!(turns(&ann.opens(&format!("{path}/chapters/1")).await), "1. e4@c6 the start of it all");
    let page = ann.opens(&path).await;
    assert!(page.text(".study-chapter").contains("1 turn") && page.text(".study-chapter").contains("ben, "));

    ben.submits(&ben.opens(&path).await.pressing("button[value=leave]")).await.leads_to();
    ben.get(&path).await.has_status(404);
    assert!(ann.opens(&path).await.text("#editors").contains("You edit it alone."));
    invites(&path, &ann, "ben").await.leads_to();
    answers(&path, &ben, "decline").await.leads_to();
    ben.get(&path).await.has_status(404);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_open_page_learns_of_an_invitation_and_of_its_end(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings")]).await;
    let mut at_home = ben.listens("/live").await;
    at_home.hears().await.unwrap();
    let invited = async || ben.opens("/").await.text("main").contains("Answer in your studies");
    invites(&path, &ann, "ben").await.leads_to();
    at_home.hears().await.unwrap();
    assert!(invited().await);
    ann.submits(&ann.opens(&path).await.pressing("button[value=remove]")).await.leads_to();
    at_home.hears().await.unwrap();
    assert!(!invited().await, "it was withdrawn");
    invites(&path, &ann, "ben").await.leads_to();
    at_home.hears().await.unwrap();
    answers(&path, &ben, "accept").await.leads_to();
    at_home.hears().await.unwrap();
    assert!(!invited().await, "in another tab it was accepted");
    answers(&path, &ben, "leave").await.leads_to();
    at_home.hears().await.unwrap();
    invites(&path, &ann, "ben").await.leads_to();
    at_home.hears().await.unwrap();
    answers(&path, &ben, "decline").await.leads_to();
    at_home.hears().await.unwrap();
    assert!(!invited().await, "in another tab it was declined");
    invites(&path, &ann, "ben").await.leads_to();
    at_home.hears().await.unwrap();
    ann.submits(&ann.opens(&format!("{path}/delete")).await.pressing("button[name=confirm]")).await.leads_to();
    at_home.hears().await.unwrap();
    assert!(!invited().await, "the study is gone");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn steps_of_two_at_the_same_time_are_both_made(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings"), ("text", "1. e4@c6 e6@e2 (1... d5@d3) 2. d4@d6")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    let saved = async || turns(&ben.opens(&chapter).await);
    let of_ann = ann.opens(&chapter).await;
    // Another line comes first now, so the places of all turns are others.
    let of_ben = ben.submits(&ben.opens(&chapter).await.pressing("button[name=go][value='1.1.1']")).await.shown();
    presses(&ben, &of_ben, "promote").await;
    assert_eq!(saved().await, "1. e4@c6 d5@d3 1... e6@e2 2. d4@d6");
    let page = plays(&ann, &of_ann, "Nf6@a3").await;
    assert_eq!(saved().await, "1. e4@c6 d5@d3 1... e6@e2 2. d4@d6 Nf6@a3");
    assert_eq!(page.text(".study [aria-current=step]"), "Nf6@a3");
    assert!(page.text(".keeping").contains("Saved in the study"));

    // A note and a turn at the same place; and the note as the other saw it is no change of it.
    let [of_ann, of_ben] = [ann.opens(&chapter).await, ben.opens(&chapter).await];
    ben.submits(&of_ben.pressing("#note-save").with("note", "of ben")).await.shown();
    plays(&ann, &of_ann, "Nc3@a6").await;
    assert!(saved().await.contains("of ben") && saved().await.contains("Nc3@a6"), "{}", saved().await);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_step_that_is_sent_twice_or_made_by_both_is_made_once(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let nested = "1. e4@c6 e6@e2 (1... d5@d3 2. Nc3@h6 (2. a3@h5 a5@h4)) 2. d4@d6";
    let path = makes(&ann, &[("name", "Openings"), ("text", nested)]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    let at = async |browser: &Browser, place: &str| {
        let page = browser.opens(&chapter).await;
        browser.submits(&page.pressing(&format!("button[name=go][value='{place}']"))).await.shown()
    };
    let [of_ann, of_ben] = [at(&ann, "1.1.1.1.1").await, at(&ben, "1.1.1.1.1").await];
    assert_eq!(of_ann.text(".study [aria-current=step]"), "2. a3@h5");
    let promoted = presses(&ben, &of_ben, "promote").await;
    for (browser, page) in [(&ben, &of_ben), (&ann, &of_ann)] {
        let again = presses(browser, page, "promote").await;
        assert_eq!(turns(&again), turns(&promoted));
        assert_eq!(turns(&ann.opens(&chapter).await), turns(&promoted), "it is not promoted further");
        assert_eq!(again.text(".study [aria-current=step]"), "2. a3@h5");
    }
    // Both write the same, and somebody has played meanwhile.
    let note = |page: &Page| page.pressing("#note-save").with("note", "the same");
    let [of_ann, of_ben] = [ann.opens(&chapter).await, ben.opens(&chapter).await];
    ben.submits(&note(&of_ben)).await.shown();
    plays(&ben, &ben.opens(&chapter).await, "c5@h3").await;
    let page = ann.submits(&note(&of_ann)).await.shown();
    assert!(turns(&page).contains("the same") && turns(&page).contains("c5@h3"), "{}", turns(&page));
    let of_ann = at(&ann, "1.1.1").await;
    let removed = presses(&ann, &of_ann, "remove").await;
    let late = ann.submits(&of_ann.pressing("button[value=remove]")).await.shown();
    assert_eq!((turns(&late), turns(&ann.opens(&chapter).await)), (turns(&removed), turns(&removed)));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_goes_back_undoes_what_is_theirs_and_nothing_of_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    // As the browser's history sends it: the board of then, which is not what is saved.
    let back = |page: &Page| {
        let form = page.pressing("#note-save").with("back", "yes");
        Form { fields: form.fields.iter().filter(|(name, _)| name != "saved").cloned().collect(), ..form }
    };
    let first = plays(&ann, &ann.opens(&chapter).await, "e4@c6").await;
    let second = plays(&ann, &first, "e6@e2").await;
    let undone = ann.submits(&back(&first)).await.shown();
    assert_eq!(turns(&ann.opens(&chapter).await), "1. e4@c6");
    plays(&ben, &ben.opens(&chapter).await, "d6@a3").await;
    // The page follows, and goes back to what it had before.
    let followed = ann.submits(&undone.pressing("#step-back")).await.shown();
    assert!(turns(&followed).contains("d6@a3"));
    for old in [&first, &second, &undone] {
        let asked = ann.submits(&back(old)).await.page(409);
        assert!(asked.text("#other-pgn").contains("d6@a3"));
        assert!(turns(&ben.opens(&chapter).await).contains("d6@a3"));
    }
    let third = plays(&ann, &followed, "d4@d6").await;
    ann.submits(&back(&followed)).await.shown();
    assert!(!turns(&ben.opens(&chapter).await).contains("d4@d6") && turns(&third).contains("d4@d6"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_two_whole_boards_both_or_either_is_kept(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    let saved = async || turns(&ben.opens(&chapter).await);
    // A board from the browser's history, of which nobody knows what was changed on it.
    let old = plays(&ann, &ann.opens(&chapter).await, "e4@c6").await;
    let form = old.pressing("#note-save").with("back", "yes").with("note", "of ann");
    let form = Form { fields: form.fields.iter().filter(|(name, _)| name != "saved").cloned().collect(), ..form };
    plays(&ben, &ben.opens(&chapter).await, "e6@e2").await;
    let asked = ann.submits(&form).await.page(409);
    assert!(asked.alert().starts_with("ben has changed this chapter meanwhile"), "{}", asked.alert());
    assert_eq!((turns(&asked).as_str(), asked.text("#other-pgn").as_str()), ("1. e4@c6 of ann", "1. e4@c6 e6@e2"));
    assert_eq!(turns(&presses(&ann, &asked, "take").await), saved().await);
    plays(&ben, &ben.opens(&chapter).await, "Nf3@a3").await;
    let again = ann.submits(&asked.pressing("button[value=replace]")).await.page(409);
    assert!(again.text("#other-pgn").contains("Nf3@a3"), "what was shown is not the latest");
    presses(&ann, &again, "join").await;
    assert_eq!(saved().await, "1. e4@c6 of ann 1... e6@e2 2. Nf3@a3");
    plays(&ben, &ben.opens(&chapter).await, "a6@a5").await;
    let asked = ann.submits(&form).await.page(409);
    presses(&ann, &asked, "replace").await;
    assert_eq!(saved().await, "1. e4@c6 of ann");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_only_looks_is_told_by_the_next_step_that_it_was_changed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = makes(&ann, &[("name", "Openings"), ("visibility", "link"), ("text", "1. e4@c6 e6@e2")]).await;
    let chapter = format!("{path}/chapters/1");
    let stranger = app.anonymous();
    let page = stranger.opens(&chapter).await;
    assert_eq!(page.text("#news"), "");
    plays(&ann, &ann.opens(&chapter).await, "d4@d6").await;
    let next = stranger.submits(&page.pressing("#step-back")).await.shown();
    assert_eq!(next.text("#news"), "This chapter has been changed.");
    assert_eq!(next.attributes("#news-way a", "href"), [chapter]);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_description_that_was_typed_is_there_after_logging_in_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let ann = app.signed_up("ann").await;
    let path = makes(&ann, &[("name", "Openings")]).await;
    let ended = app.whose_session_ended();
    let fields = [("name", "New name"), ("description", "Words"), ("visibility", "link"), ("writer", "ann")];
    let page = ended.post(&path, &fields).await.page(401);
    let form = page.form("form[action='/login']").with("name", "ann").with("password", crate::story::PASSWORD);
    let page = ended.opens(ended.submits(&form).await.leads_to()).await;
    assert_eq!(
        [page.value("name"), page.value("description"), page.value("visibility")],
        ["New name", "Words", "link"]
    );
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_window_in_which_nothing_was_changed_follows(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings"), ("text", "1. e4@c6 e6@e2")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    let [of_ann, of_ben] = [ann.opens(&chapter).await, ben.opens(&chapter).await];
    plays(&ben, &of_ben, "d4@d6").await;
    let page = ann.submits(&of_ann.pressing("#step-back").with("turn", "Nf3@e5")).await.shown();
    assert_eq!(turns(&page), "1. e4@c6 e6@e2 2. d4@d6");
    assert_eq!(page.text(".study [aria-current=step]"), "1. e4@c6", "at the place that it was to go to");
    // A turn that cannot be made changes nothing either, and stays in its field.
    let page = ann.submits(&of_ann.pressing("#play").with("turn", "Ke5@e6")).await.refused();
    assert_eq!((turns(&page).as_str(), page.value("turn").as_str()), ("1. e4@c6 e6@e2 2. d4@d6", "Ke5@e6"));
    // A note that was typed is a change, and is made where it was typed.
    let page = ann.submits(&of_ann.pressing("#step-back").with("note", "mine")).await.shown();
    assert_eq!(turns(&page), "1. e4@c6 e6@e2 mine 2. d4@d6");
    assert_eq!(page.text(".study [aria-current=step]"), "1. e4@c6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_was_removed_while_writing_keeps_the_board(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    for visibility in ["private", "public"] {
        let path = makes(&ann, &[("name", "Openings"), ("visibility", visibility)]).await;
        edit_together(&path, &ann, (&ben, "ben")).await;
        let chapter = format!("{path}/chapters/1");
        let board = ben.opens(&chapter).await;
        ann.submits(&ann.opens(&path).await.pressing("button[value=remove]")).await.leads_to();
        let lost = tries(&ben, &board, "e4@c6").await.page(409);
        assert!(lost.alert().contains("you can no longer change or see it"), "{}", lost.alert());
        assert_eq!(turns(&lost), "1. e4@c6");
        assert_eq!(turns(&ann.opens(&chapter).await), "", "nothing was changed");
        let board = plays(&ben, &lost, "e6@e2").await;
        assert!(board.text(".keeping").contains("This board is not in your notebook."));
        assert!(!board.asks_for("chapter"));
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn pages_are_told_that_a_chapter_was_changed(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings"), ("visibility", "link")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    let chapter = format!("{path}/chapters/1");
    let looked_at = app.anonymous().opens(&chapter).await;
    assert_eq!(looked_at.attributes("body", "data-live"), [format!("{chapter}/live")]);
    assert_eq!(looked_at.attributes("#main", "data-events"), ["1"]);
    let (mut of_chapter, mut of_study) =
        (app.anonymous().listens(&format!("{chapter}/live")).await, ann.listens(&format!("{path}/live")).await);
    assert_eq!(of_chapter.hears_of("game").await, json!(1));
    assert_eq!(of_study.hears_of("watched").await, json!(true));
    let board = plays(&ben, &ben.opens(&chapter).await, "e4@c6").await;
    assert_eq!(of_chapter.hears_of("game").await, json!(2));
    assert_eq!(of_study.hears_of("watched").await, json!(true));
    assert_eq!(board.attributes("#main", "data-events"), ["2"], "the page that made the change knows of it");
    // What somebody tries who only looks stays of the version that they saw.
    let tried = plays(&app.anonymous(), &looked_at, "d4@d6").await;
    assert_eq!((turns(&tried).as_str(), tried.value("seen").as_str()), ("1. d4@d6", "1"));
    assert_eq!(turns(&ann.opens(&chapter).await), "1. e4@c6");
    ann.post(&format!("{chapter}/delete"), &[("confirm", "yes")]).await.leads_to();
    assert!(of_chapter.hears_of("game").await.as_u64().unwrap() > 2);
}
