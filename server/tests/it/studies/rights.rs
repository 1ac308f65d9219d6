//! Who may see and do what with a study, by what they are to it and by whom it is shown to.

use sqlx::PgPool;

use super::{answers, edit_together, invites, listed, makes, tries, turns};
use crate::story::{Browser, TestApp};

/// Somebody, and what they are to the study.
struct Viewer {
    browser: Browser,
    is: Is,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Owner,
    Editor,
    Invited,
    Removed,
    Other,
    Guest,
    Stranger,
}

impl Is {
    const fn may_edit(self) -> bool {
        matches!(self, Self::Owner | Self::Editor)
    }

    /// What a form is answered with that is theirs to send, or not.
    fn status_of_form(self, is_theirs: bool) -> u16 {
        match self {
            // They are led to signing in or up, whatever is there.
            Self::Guest | Self::Stranger => 303,
            _ if is_theirs => 303,
            _ => 404,
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn everybody_sees_and_does_what_is_theirs(pool: PgPool) {
    let app = TestApp::new(pool).await.listening().await;
    for visibility in ["private", "link", "public"] {
        let name = |stem: &str| format!("{stem}-{visibility}");
        let [ann, ben, ina, rem, oth] = [
            app.signed_up(&name("ann")).await,
            app.signed_up(&name("ben")).await,
            app.signed_up(&name("ina")).await,
            app.signed_up(&name("rem")).await,
            app.signed_up(&name("oth")).await,
        ];
        let fields = [("name", "Secret ideas"), ("visibility", visibility), ("text", "1. e4@c6 {hush}")];
        let path = makes(&ann, &fields).await;
        edit_together(&path, &ann, (&ben, &name("ben"))).await;
        edit_together(&path, &ann, (&rem, &name("rem"))).await;
        invites(&path, &ann, &name("ina")).await.leads_to();
        assert!(ina.opens("/").await.text(".notice").contains("You are invited to edit a study."));
        assert!(!ben.opens("/").await.has(".notice"), "who has accepted is not asked again");
        let removed = [("step", "remove"), ("player", &*name("rem"))];
        ann.post(&format!("{path}/editors"), &removed).await.leads_to();
        let (guest, _) = app.guest().await;
        let viewers = [
            (ann, Is::Owner),
            (ben, Is::Editor),
            (ina, Is::Invited),
            (rem, Is::Removed),
            (oth, Is::Other),
            (guest, Is::Guest),
            (app.anonymous(), Is::Stranger),
        ];
        for (browser, is) in viewers {
            let viewer = Viewer { browser, is };
            sees(&viewer, &path, visibility).await;
            let before = written(&app).await;
            does(&viewer, &path).await;
            // Those who are led to logging in have done nothing either.
            assert!(is.may_edit() || written(&app).await == before, "{is:?} {visibility}");
        }
    }
}

/// All that studies hold, but for who has answered an invitation.
async fn written(app: &TestApp) -> Vec<String> {
    app.column(
        "select concat(s.id, s.name, s.description, s.visibility, s.owner_id) from studies s
        union all select concat(study_id, number, position, name, pgn, version) from study_chapters
        union all select concat(study_id, player_id, accepted_at is not null) from study_editors order by 1",
    )
    .await
}

async fn sees(Viewer { browser, is }: &Viewer, path: &str, visibility: &str) {
    let is_seen = visibility != "private" || matches!(is, Is::Owner | Is::Editor | Is::Invited);
    let status = if is_seen { 200 } else { 404 };
    for below in ["", ".pgn", "/chapters/1", "/chapters/1.pgn"] {
        let answer = browser.get(&format!("{path}{below}")).await;
        assert!(is_seen || !answer.text.contains("Secret ideas"), "{is:?} {visibility} {below}");
        assert_eq!(
            (answer.status, answer.text.contains("hush") || below.is_empty()),
            (status, is_seen || below.is_empty()),
            "{is:?} {visibility} {below}"
        );
    }
    for below in ["/chapters/9", "/chapters/01", "/chapters/x", "/chapters/9.pgn"] {
        browser.get(&format!("{path}{below}")).await.has_status(404);
    }
    for below in ["/live", "/chapters/1/live"] {
        let heard = browser.tries_to_listen(&format!("{path}{below}")).await;
        assert_eq!(heard.err().unwrap_or(200), status, "{is:?} {visibility} {below}");
    }
    let public = listed(&browser.opens("/studies/public").await);
    assert_eq!(public.contains(&"Secret ideas".to_owned()), visibility == "public");
    if is_seen {
        let page = browser.opens(path).await;
        assert_eq!((page.has("#add"), page.has("#edit")), (is.may_edit(), *is == Is::Owner), "{is:?}");
        assert_eq!(page.has("meta[name=robots]"), visibility != "public");
        assert_eq!(browser.opens(&format!("{path}/chapters/1")).await.has("meta[name=robots]"), visibility != "public");
    }
}

async fn does(Viewer { browser, is }: &Viewer, path: &str) {
    let (editors, chapters, chapter) =
        (format!("{path}/editors"), format!("{path}/chapters"), format!("{path}/chapters/1"));
    let of_editors = is.status_of_form(is.may_edit());
    browser.post(&chapters, &[("chapter", "One more")]).await.has_status(of_editors);
    browser.post(&chapter, &[("step", "rename"), ("chapter", "First")]).await.has_status(of_editors);
    browser.post(&chapter, &[("step", "down")]).await.has_status(of_editors);
    browser.post(&chapter, &[("step", "up")]).await.has_status(of_editors);
    for number in ["/chapters/9", "/chapters/9/delete"] {
        browser
            .post(&format!("{path}{number}"), &[("step", "up"), ("confirm", "yes")])
            .await
            .has_status(is.status_of_form(false));
    }
    if !is.may_edit() {
        let answer = browser.post(&format!("{path}/chapters/1/delete"), &[("confirm", "yes")]).await;
        answer.has_status(is.status_of_form(false));
    }
    let of_owner = is.status_of_form(*is == Is::Owner);
    let visibility = if *is == Is::Owner { browser.opens(path).await.value("visibility") } else { "public".to_owned() };
    browser.post(path, &[("name", "Secret ideas"), ("visibility", &visibility)]).await.has_status(of_owner);
    if *is != Is::Owner {
        browser
            .post(&editors, &[("step", "invite"), ("player", "somebody")])
            .await
            .has_status(is.status_of_form(false));
        for editor in ["private", "link", "public"].map(|visibility| format!("ben-{visibility}")) {
            let answer = browser.post(&editors, &[("step", "remove"), ("player", &editor)]).await;
            answer.has_status(is.status_of_form(false));
        }
        browser.get(&format!("{path}/delete")).await.has_status(is.status_of_form(false));
        browser.post(&format!("{path}/delete"), &[("confirm", "yes")]).await.has_status(is.status_of_form(false));
    }
    if !matches!(is, Is::Invited | Is::Editor) {
        for step in ["accept", "decline", "leave", "x"] {
            answers(path, browser, step).await.has_status(is.status_of_form(false));
        }
    }
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_form_that_was_made_up_changes_no_chapter(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let (guest, _) = app.guest().await;
    for visibility in ["private", "public"] {
        let path = makes(&ann, &[("name", "Mine"), ("visibility", visibility), ("text", "1. e4@c6")]).await;
        let id = path.rsplit('/').next().unwrap().to_owned() + "/1";
        for browser in [&ben, &guest, &app.anonymous()] {
            for step in ["play", "join", "replace", "take", "note"] {
                let fields = [
                    ("chapter", &*id),
                    ("chapter-version", "1"),
                    ("saved", "yes"),
                    ("other", "1"),
                    ("step", step),
                    ("pgn", "1. d4@d6"),
                    ("turn", "e6@e2"),
                    ("note", "mine"),
                ];
                let answer = browser.post("/analysis", &fields).await;
                assert!(!answer.text.contains("e4@c6") || visibility == "public", "{step}: {}", answer.text);
            }
        }
        let chapter = ann.opens(&format!("{path}/chapters/1")).await;
        assert_eq!((turns(&chapter).as_str(), chapter.value("chapter-version").as_str()), ("1. e4@c6", "1"));
    }
    // Who is not signed in looks and tries, and keeps what is tried elsewhere.
    let path = makes(&ann, &[("name", "Shown"), ("visibility", "link"), ("text", "1. e4@c6")]).await;
    let page = ben.opens(&format!("{path}/chapters/1")).await;
    assert!(page.text(".keeping").contains("it changes nothing in the study"));
    let tried = tries(&ben, &page, "e6@e2").await.shown();
    assert_eq!(turns(&tried), "1. e4@c6 e6@e2");
    let kept = ben.submits(&tried.pressing("button[value=keep]")).await.shown();
    assert!(kept.text(".keeping").contains("Saved to your account. Only you can see it."));
    assert_eq!(turns(&ben.opens("/analysis").await), "1. e4@c6 e6@e2");
    assert_eq!(turns(&ann.opens(&format!("{path}/chapters/1")).await), "1. e4@c6");
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn who_cannot_be_invited_is_told_of(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, _ben] = [app.signed_up("ann").await, app.signed_up("ben").await];
    let (_, guest) = app.guest().await;
    let path = makes(&ann, &[("name", "Openings")]).await;
    invites(&path, &ann, "ben").await.leads_to();
    for (name, said) in [
        ("", "Type the name of the player who is to edit with you."),
        ("nobody-here", "There is no player called nobody-here."),
        ("<b>", "There is no player called <b>."),
        ("ANN", "The study is yours: you can edit it already."),
        (&guest, "has no account to edit with."),
        ("Ben", "ben edits this study, or is invited to."),
    ] {
        let refused = invites(&path, &ann, name).await.refused();
        assert!(refused.text("#player-error").contains(said), "{}", refused.text("#player-error"));
        assert_eq!(refused.value("player"), name);
    }
    app.execute(
        "insert into players (name, email, password_hash, created_at)
        select 'editor' || n, '', 'x', now() from generate_series(1, 19) n",
    )
    .await;
    app.execute(
        "insert into study_editors (study_id, player_id, invited_at)
        select s.id, p.id, now() from studies s, players p where p.name like 'editor%'",
    )
    .await;
    app.signed_up("late").await;
    let refused = invites(&path, &ann, "late").await.refused();
    assert!(refused.alert().contains("A study has at most 20 editors"), "{}", refused.alert());
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_study_that_an_operator_made_private_is_there_for_those_who_edit_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let [ann, ben, cas] = [app.signed_up("ann").await, app.signed_up("ben").await, app.signed_up("cas").await];
    let path = makes(&ann, &[("name", "Cheap ducks"), ("visibility", "public")]).await;
    edit_together(&path, &ann, (&ben, "ben")).await;
    cas.opens(&path).await;
    let unpublished = server::admin::unpublish_at(app.pool(), &path).await.unwrap();
    assert_eq!((unpublished.owner.as_str(), unpublished.name.as_str()), ("ann", "Cheap ducks"));
    cas.get(&path).await.has_status(404);
    for browser in [&ann, &ben] {
        assert_eq!(browser.opens(&path).await.text("h1"), "Cheap ducks");
    }
}
