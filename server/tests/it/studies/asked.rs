//! Two players change the same part of a chapter: who is late is asked about that part, and whatever they answer changes nothing else.

use sqlx::PgPool;

use super::{edit_together, makes, plays, presses, tries, turns};
use crate::story::{Browser, Page, TestApp};

/// A chapter that ann and ben may change, and its address.
async fn chapter(app: &TestApp, text: &str) -> (Browser, Browser, String) {
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let path = makes(&ann, &[("name", "Openings"), ("text", text)]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    (ann, ben, format!("{path}/chapters/1"))
}

/// The chapter at a place, as a player sees it.
async fn at(browser: &Browser, chapter: &str, place: &str) -> Page {
    let page = browser.opens(chapter).await;
    browser.submits(&page.pressing(&format!("button[name=go][value='{place}']"))).await.shown()
}

async fn writes(browser: &Browser, page: &Page, note: &str) -> Page {
    browser.submits(&page.pressing("#note-save").with("note", note)).await.shown()
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_changes_a_note_that_another_has_changed_chooses(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6").await;
    let saved = async || turns(&ben.opens(&chapter).await);
    // Ben plays elsewhere, too: that stays, whatever ann answers.
    let behind = async |of_ben: &str, of_ann: &str| {
        let page = at(&ann, &chapter, "1").await;
        writes(&ben, &at(&ben, &chapter, "1").await, of_ben).await;
        let start = at(&ben, &chapter, "0").await;
        plays(&ben, &start, if turns(&start).contains("d4@d6") { "c4@d6" } else { "d4@d6" }).await;
        plays(&ben, &at(&ben, &chapter, "1").await, "e6@e2").await;
        ann.submits(&page.pressing("#note-save").with("note", of_ann)).await.page(409)
    };

    let late = behind("of ben", "of ann").await;
    let asked = "Somebody else has changed the note on 1. e4@c6. It now says: of ben Yours is not saved yet.";
    assert!(late.alert().starts_with(asked), "{}", late.alert());
    assert_eq!((late.value("note"), turns(&late)), ("of ann".to_owned(), saved().await), "the board is as it is saved");
    assert!(!late.has("p.keeping"), "{}", late.text("p.keeping"));
    // Nothing is saved until that is answered, wherever ann goes.
    let going = ann.submits(&late.pressing("#step-start")).await.page(409);
    let playing = tries(&ann, &going, "a6@a5").await.page(409);
    assert_eq!((playing.value("note"), playing.value("turn")), ("of ann".to_owned(), "a6@a5".to_owned()));
    assert_eq!(saved().await, "1. e4@c6 of ben 1. d4@d6 1... e6@e2");
    // The same button twice is no answer.
    let twice = ann.submits(&playing.pressing("#note-save")).await.page(409);
    let both = presses(&ann, &twice, "both-notes").await;
    assert_eq!(saved().await, "1. e4@c6 of ben of ann 1. d4@d6 1... e6@e2");
    assert_eq!((both.has("#question"), both.value("turn").as_str()), (false, "a6@a5"));

    let late = behind("of ben again", "of ann again").await;
    let left = presses(&ann, &late, "other-note").await;
    assert_eq!(left.value("note"), "of ben again");
    assert_eq!(saved().await, "1. e4@c6 of ben again 1. d4@d6 1. c4@d6 1... e6@e2");

    // What was shown is not the latest either.
    let late = behind("first of ben", "mine").await;
    writes(&ben, &at(&ben, &chapter, "1").await, "then of ben").await;
    let again = ann.submits(&late.pressing("button[value=own-note]")).await.page(409);
    let asked = "Somebody else has changed the note on 1. e4@c6 again. It now says: then of ben";
    assert!(again.alert().starts_with(asked), "{}", again.alert());
    ann.submits(&again.pressing("button[value=own-note]").with("note", "mine after all")).await.shown();
    assert_eq!(saved().await, "1. e4@c6 mine after all 1. d4@d6 1. c4@d6 1... e6@e2");

    // A note that is too long stays in its field, and the question stands.
    let late = behind("short", "long").await;
    let long =
        ann.submits(&late.pressing("button[value=both-notes]").with("note", &"long ".repeat(450))).await.page(409);
    assert!(
        long.value("note").starts_with("long long") && long.text("#error-summary").contains("2000"),
        "{}",
        long.text("#error-summary")
    );
    assert!(long.text("#question").contains("It now says: short"));
    let emptied = ann.submits(&late.pressing("button[value=own-note]").with("note", "")).await.shown();
    assert_eq!(turns(&emptied), "1. e4@c6 1. d4@d6 1. c4@d6 1... e6@e2");

    // Who has emptied a note that another goes on with, and who goes on with one that another has emptied.
    assert!(emptied.text(".study [aria-current=step]") == "1. e4@c6");
    writes(&ann, &emptied, "something").await;
    let late = behind("something else", "").await;
    assert!(late.alert().contains("You have emptied it.") && !late.has("button[value=both-notes]"), "{}", late.alert());
    presses(&ann, &late, "other-note").await;
    let late = behind("", "something more").await;
    assert!(late.alert().starts_with("Somebody else has removed the note on 1. e4@c6."), "{}", late.alert());
    ann.submits(&late.pressing("button[value=own-note]")).await.shown();
    assert!(saved().await.starts_with("1. e4@c6 something more 1. d4@d6"), "{}", saved().await);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_removes_what_another_has_changed_sees_it_first(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6 e6@e2 2. d4@d6").await;
    let saved = async || turns(&ben.opens(&chapter).await);
    let of_ann = at(&ann, &chapter, "2").await;
    plays(&ben, &at(&ben, &chapter, "3").await, "Nf6@a3").await;
    let late = ann.submits(&of_ann.pressing("button[value=remove]")).await.page(409);
    let asked = "Somebody else has changed what you want to delete. Nothing is deleted yet. This would be deleted: ";
    assert!(late.alert().starts_with(&format!("{asked}1... e6@e2 2. d4@d6 Nf6@a3")), "{}", late.alert());
    let kept = ann.submits(&late.pressing("#question button[value='']")).await.shown();
    assert!(!kept.has("#question") && turns(&kept) == saved().await);

    plays(&ben, &at(&ben, &chapter, "4").await, "Nc3@a6").await;
    let again = ann.submits(&late.pressing("#question button[value=remove]")).await.page(409);
    assert!(again.alert().contains("Nf6@a3 3. Nc3@a6"), "{}", again.alert());
    plays(&ben, &at(&ben, &chapter, "0").await, "d4@d6").await;
    let removed = ann.submits(&again.pressing("#question button[value=remove]")).await.shown();
    assert_eq!((turns(&removed).as_str(), saved().await.as_str()), ("1. e4@c6 1. d4@d6", "1. e4@c6 1. d4@d6"));
    // Others have removed it already, with more.
    presses(&ben, &at(&ben, &chapter, "1").await, "remove").await;
    let late = ann.submits(&again.pressing("button[value=remove]")).await.shown();
    assert_eq!((turns(&late).as_str(), saved().await.as_str()), ("1. d4@d6", "1. d4@d6"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_just_removed_can_be_brought_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let text = "1. e4@c6 {solid} e6@e2 {old} (1... d5@d3 2. a4@a6) 2. d4@d6 {deep} (2. c4@d6)";
    let (ann, ben, chapter) = chapter(&app, text).await;
    let saved = async || turns(&ben.opens(&chapter).await);
    let whole = saved().await;
    // What continued the line takes its place again, with notes and variations.
    let removed = presses(&ann, &at(&ann, &chapter, "2").await, "remove").await;
    assert_eq!(removed.text("#deleted p"), "Deleted: 1... e6@e2 and the 2 turns after it.");
    assert_eq!(saved().await, "1. e4@c6 solid 1... d5@d3 2. a4@a6");
    let back = presses(&ann, &removed, "undo-removal").await;
    assert_eq!((turns(&back), saved().await, back.has("#deleted p")), (whole.clone(), whole, false));
    assert_eq!(back.text(".study [aria-current=step]"), "1... e6@e2");

    // A variation stays one, and what another has done meanwhile stays too.
    let removed = presses(&ann, &at(&ann, &chapter, "1.1.1").await, "remove").await;
    assert_eq!(removed.text("#deleted p"), "Deleted: 1... d5@d3 and the turn after it.");
    writes(&ben, &at(&ben, &chapter, "1").await, "of ben").await;
    plays(&ben, &at(&ben, &chapter, "1").await, "a6@a5").await;
    let undo = removed.pressing("button[value='undo-removal']");
    let back = ann.submits(&undo).await.shown();
    let whole = "1. e4@c6 of ben 1... e6@e2 old 1... a6@a5 1... d5@d3 2. a4@a6 2. d4@d6 deep 2. c4@d6";
    assert_eq!((turns(&back).as_str(), saved().await.as_str()), (whole, whole));
    // The same again changes nothing, and elsewhere it is offered no more.
    assert_eq!(turns(&ann.submits(&undo).await.shown()), whole);
    let gone = ann.submits(&removed.pressing("#step-start")).await.shown();
    assert!(!gone.has("#deleted p"), "{}", gone.text("#deleted"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_was_just_removed_stays_at_hand_where_nothing_else_is_played(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6 e6@e2 (1... d5@d3) 2. d4@d6").await;
    let saved = async || turns(&ben.opens(&chapter).await);
    // Whoever writes a note, or one that is too long, or looks at what others have done.
    let twice = at(&ann, &chapter, "3").await.pressing("button[value=remove]");
    let removed = ann.submits(&twice).await.shown();
    let noted = writes(&ann, &removed, "a note").await;
    let long = ann.submits(&noted.pressing("button[value='undo-removal']").with("note", &"long ".repeat(450))).await;
    let long = long.page(422);
    plays(&ben, &at(&ben, &chapter, "0").await, "d4@d6").await;
    let followed = presses(&ann, &noted, "load").await;
    // Or sends the same form twice.
    let again = ann.submits(&twice).await.shown();
    for page in [&noted, &long, &followed, &again] {
        assert_eq!(page.text("#deleted p"), "Deleted: 2. d4@d6.");
    }
    presses(&ann, &followed, "undo-removal").await;
    assert_eq!(saved().await, "1. e4@c6 1. d4@d6 1... e6@e2 a note 1... d5@d3 2. d4@d6");

    // Where the line goes on in another way by now, it is a variation of that.
    let removed = presses(&ann, &at(&ann, &chapter, "3").await, "remove").await;
    plays(&ben, &at(&ben, &chapter, "2").await, "c4@d6").await;
    let back = presses(&ann, &removed, "undo-removal").await;
    assert_eq!(turns(&back), "1. e4@c6 1. d4@d6 1... e6@e2 a note 1... d5@d3 2. c4@d6 2. d4@d6");

    // What another has deleted is not brought back with it unasked.
    let removed = presses(&ann, &at(&ann, &chapter, "2.1.1").await, "remove").await;
    presses(&ben, &at(&ben, &chapter, "2").await, "remove").await;
    let asked = ann.submits(&removed.pressing("button[value='undo-removal']")).await.page(409);
    let words = "Somebody else has deleted the turns you were at. This line, with what you have added, is not saved: 1. e4@c6 e6@e2 2. d4@d6";
    assert!(asked.alert().starts_with(words) && !asked.has("#deleted p"), "{}", asked.alert());
    assert_eq!(saved().await, "1. e4@c6 1. d4@d6 1... d5@d3");

    // Nor where the turn was gone with earlier ones before it was to be deleted.
    let late = at(&ann, &chapter, "2").await;
    presses(&ben, &at(&ben, &chapter, "1").await, "remove").await;
    let shown = presses(&ann, &late, "remove").await;
    assert_eq!((turns(&shown).as_str(), shown.has("#deleted p")), ("1. d4@d6", false));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_was_moved_by_a_removal_is_asked_before_more_is_removed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6 e6@e2 2. d4@d6").await;
    let of_ann = at(&ann, &chapter, "3").await;
    presses(&ben, &at(&ben, &chapter, "3").await, "remove").await;
    let shown = presses(&ann, &of_ann, "load").await;
    // Ben goes on elsewhere: that changes nothing about it.
    plays(&ben, &at(&ben, &chapter, "0").await, "d4@d6").await;
    let shown = presses(&ann, &shown, "load").await;
    let asked = ann.submits(&shown.pressing("button[value=remove]")).await.page(409);
    let words =
        "The turns you were at are deleted already. Nothing more is deleted yet. This would be deleted now: 1... e6@e2";
    assert!(asked.alert().starts_with(words), "{}", asked.alert());
    assert_eq!(turns(&ben.opens(&chapter).await), "1. e4@c6 1. d4@d6 1... e6@e2");
    let removed = ann.submits(&asked.pressing("#question button[value=remove]")).await.shown();
    assert_eq!(
        (turns(&removed).as_str(), turns(&ben.opens(&chapter).await).as_str()),
        ("1. e4@c6 1. d4@d6", "1. e4@c6 1. d4@d6")
    );
    // Who has looked elsewhere since knows where they are.
    let there = ann.submits(&shown.pressing("button[name=go][value='1']")).await.shown();
    assert!(!there.has("[name=moved]"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_goes_on_from_what_another_has_removed_can_bring_the_line_back(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let text = "1. e4@c6 {solid} e6@e2 {old} (1... d5@d3) 2. d4@d6 {deep} (2. c4@d6)";
    let (ann, ben, chapter) = chapter(&app, text).await;
    let saved = async || turns(&ben.opens(&chapter).await);
    let [of_ann, of_ben] = [at(&ann, &chapter, "3").await, at(&ben, &chapter, "2").await];
    presses(&ben, &of_ben, "remove").await;
    writes(&ben, &at(&ben, &chapter, "1").await, "of ben").await;
    let late = tries(&ann, &of_ann, "Nf6@a3").await.page(409);
    let asked = "Somebody else has deleted the turns you were at. This line, with what you have added, is not saved: ";
    assert_eq!(
        late.alert(),
        format!("{asked}1. e4@c6 e6@e2 {{old}} 2. d4@d6 {{deep}} 2... Nf6@a3 Bring it back Leave it deleted"),
    );
    assert_eq!((turns(&late).as_str(), late.value("turn").as_str()), ("1. e4@c6 of ben 1... d5@d3", ""));
    assert_eq!(late.text(".study [aria-current=step]"), "1. e4@c6", "the last turn that is still there");

    // It stays while ann looks around and plays, and what is saved meanwhile stays as well.
    let looked = ann.submits(&late.pressing("#step-start")).await.shown();
    let played = plays(&ann, &looked, "d4@d6").await;
    assert!(played.alert().contains("2. d4@d6 {deep} 2... Nf6@a3"), "{}", played.alert());
    plays(&ben, &at(&ben, &chapter, "1").await, "a6@a5").await;
    let back = presses(&ann, &played, "restore").await;
    let whole = "1. e4@c6 of ben 1. d4@d6 1... d5@d3 1... a6@a5 1... e6@e2 old 2. d4@d6 deep 2... Nf6@a3";
    assert_eq!((turns(&back).as_str(), saved().await.as_str(), back.has("#question")), (whole, whole, false));
    assert_eq!(back.text(".study [aria-current=step]"), "2... Nf6@a3");

    // A note on a turn that is gone; then a turn elsewhere on one that goes as well: both lines are kept.
    let [of_note, of_turn] = [at(&ann, &chapter, "1.2.1").await, at(&ann, &chapter, "1.1.1").await];
    presses(&ben, &at(&ben, &chapter, "1.2.1").await, "remove").await;
    let noted = ann.submits(&of_note.pressing("#note-save").with("note", "good")).await.page(409);
    assert!(noted.alert().contains("1. e4@c6 e6@e2 {good} Bring it back"), "{}", noted.alert());
    let second = ann.submits(&noted.pressing("button[name=go][value='1.1.1']")).await.shown();
    assert_eq!(second.text(".study [aria-current=step]"), of_turn.text(".study [aria-current=step]"));
    presses(&ben, &at(&ben, &chapter, "1.1.1").await, "remove").await;
    let two = tries(&ann, &second, "h4@h6").await.page(409);
    assert!(two.alert().contains("1. e4@c6 a6@a5 (1... e6@e2 {good}) 2. h4@h6"), "{}", two.alert());
    assert_eq!(saved().await, "1. e4@c6 of ben 1. d4@d6 1... d5@d3");
    let left = presses(&ann, &two, "leave-removed").await;
    assert_eq!((left.has("#question"), turns(&left)), (false, saved().await));
    let both = presses(&ann, &two, "restore").await;
    assert!(turns(&both).ends_with("1... d5@d3 1... a6@a5 2. h4@h6 1... e6@e2 good"), "{}", turns(&both));
    assert_eq!(saved().await, turns(&both));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn what_waits_for_an_answer_is_lost_by_no_other_step(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6 e6@e2 2. d4@d6").await;
    let saved = async || turns(&ben.opens(&chapter).await);
    let [of_ann, at_note] = [at(&ann, &chapter, "3").await, at(&ann, &chapter, "1").await];
    presses(&ben, &at(&ben, &chapter, "2").await, "remove").await;
    let gone = tries(&ann, &of_ann, "Nf6@a3").await.page(409);
    writes(&ben, &at(&ben, &chapter, "1").await, "of ben").await;
    // The note on an older page, with the line that waits.
    let removed = gone.value("removed");
    let form = at_note.pressing("#note-save").with("note", "of ann").with("removed", &removed);
    let both = ann.submits(&form).await.page(409);
    let line = "1. e4@c6 e6@e2 2. d4@d6 Nf6@a3";
    assert!(both.alert().contains("It now says: of ben") && both.alert().contains(line), "{}", both.alert());

    // Nothing is copied, brought back or shown without the note's answer, and the line stays.
    for step in ["study", "restore", "leave-removed", "load"] {
        let asked = ann.submits(&both.pressing(&format!("button[value={step}]"))).await.page(409);
        assert!(
            asked.alert().contains("It now says: of ben") && asked.alert().contains(line),
            "{step}: {}",
            asked.alert()
        );
        assert_eq!(asked.value("note"), "of ann", "{step}");
    }
    assert_eq!(saved().await, "1. e4@c6 of ben");
    // The same answer twice, as a double click sends it.
    let answer = both.pressing("button[value=both-notes]");
    ann.submits(&answer).await.shown();
    let answered = ann.submits(&answer).await.shown();
    assert_eq!(saved().await, "1. e4@c6 of ben of ann");
    let back = presses(&ann, &answered, "restore").await;
    assert_eq!(
        (saved().await, back.has("#question")),
        ("1. e4@c6 of ben of ann 1... e6@e2 2. d4@d6 Nf6@a3".to_owned(), false)
    );

    // A note that is too long, on a turn that is gone, stays in its field.
    let page = at(&ann, &chapter, "3").await;
    presses(&ben, &at(&ben, &chapter, "3").await, "remove").await;
    let long = "long ".repeat(450);
    let asked = ann.submits(&page.pressing("#note-save").with("note", &long)).await.page(409);
    assert!(asked.value("note").starts_with("long long") && turns(&asked).contains("2. d4@d6"), "{}", turns(&asked));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn showing_a_change_saves_nothing_that_is_being_typed(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (ann, ben, chapter) = chapter(&app, "1. e4@c6").await;
    let loads = |page: &Page, note: &str| page.pressing("button[value=load]").with("note", note);
    let of_ann = ann.opens(&chapter).await;
    plays(&ben, &ben.opens(&chapter).await, "e6@e2").await;
    let shown = ann.submits(&loads(&of_ann, "half a sen")).await.shown();
    assert_eq!((turns(&shown).as_str(), shown.value("note").as_str()), ("1. e4@c6 e6@e2", "half a sen"));
    assert_eq!(turns(&ben.opens(&chapter).await), "1. e4@c6 e6@e2");
    // If it was about that note, its writer sees both at once.
    writes(&ben, &at(&ben, &chapter, "1").await, "of ben").await;
    let asked = ann.submits(&loads(&shown, "half a sentence")).await.page(409);
    assert!(asked.alert().contains("It now says: of ben"), "{}", asked.alert());
    assert_eq!(asked.value("note"), "half a sentence");
    let both = presses(&ann, &asked, "both-notes").await;
    assert_eq!((turns(&both), turns(&ben.opens(&chapter).await)), (turns(&both), turns(&both)));
    assert_eq!(turns(&both), "1. e4@c6 of ben half a sentence 1... e6@e2");
}
