//! The results: each figure is printed as `faults.name = value unit`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use domain::correspondence::event::EventKind;
use server::outbox::EmailKey;
use server::platform::database::Pool;

use super::absences::{Absences, Leave};
use super::computers::Outcome;
use super::ledger::{Entry, Ledger};
use super::log::{self, GameLog, StoredEmail};
use super::site::{PUBLIC_HOST, Site};
use crate::story::Received;

/// What an email may be withheld for: the outbox says so in its own words.
const REASONS: [&str; 3] =
    ["it is no longer so", "the player has seen it", "an earlier email still waits to be looked into"];

/// A repeated email was under way when something was killed, or had been taken before that.
const UNDER_WAY: Duration = Duration::from_secs(10);

/// What must not be, and its unit.
const FAULTS: [(&str, &str); 11] = [
    ("lost", "requests"),
    ("twice", "requests"),
    ("broken_games", "games"),
    ("rows_astray", "games"),
    ("flags_astray", "games"),
    ("leave_astray", "games"),
    ("emails_missing", "emails"),
    ("emails_twice", "emails"),
    ("ratings_missing", "games"),
    ("analyses_incomplete", "games"),
    ("imported_games_wrong", "games"),
];

/// Figures by name, with their units.
pub struct Figures {
    counts: BTreeMap<&'static str, (u64, &'static str)>,
    /// What is not as it should be, for a developer who has to look into it.
    pub complaints: BTreeSet<String>,
}

impl Figures {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        let counts = FAULTS.map(|(name, unit)| (name, (0, unit)));
        Self { counts: counts.into(), complaints: BTreeSet::new() }
    }

    fn add(&mut self, name: &'static str, unit: &'static str, count: usize) {
        self.counts.entry(name).or_insert((0, unit)).0 += count as u64;
    }

    /// What was complained of before is not counted again.
    fn complain(&mut self, name: &'static str, about: impl IntoIterator<Item = String>) {
        for about in about {
            let is_new = self.complaints.insert(format!("faults.{name}: {about}"));
            self.counts.entry(name).or_default().0 += u64::from(is_new);
        }
    }

    pub fn print(&self) {
        for (name, (count, unit)) in &self.counts {
            println!("faults.{name} = {count} {unit}");
        }
    }

    /// Looks through games while they go on: whether what was answered is there, once, and the rows agree.
    pub async fn audit(&mut self, pool: &Pool, ledger: &Ledger, ids: &[String]) {
        for id in ids {
            // What has been answered by now must be in the log; what is in the log must have been sent by then.
            let before = ledger.of(id);
            let log = GameLog::read(pool, id).await;
            let after = ledger.of(id);
            let Some(game) = log.fold() else {
                self.complain("broken_games", [id.clone()]);
                continue;
            };
            let lost = before.iter().filter(|entry| entry.is_answered() && game.count(entry) == 0);
            self.complain("lost", lost.map(Entry::to_string));
            let twice = after.iter().filter(|entry| game.count(entry) > entry.at_most());
            self.complain("twice", twice.map(Entry::to_string));
            self.complain("rows_astray", (!game.agrees_with_row()).then(|| id.clone()));
        }
    }

    /// Looks through everything when nobody plays any more.
    pub async fn close(&mut self, site: &Site, ledger: &Ledger, computers: &Outcome) {
        let ids = log::games(&site.pool).await;
        self.audit(&site.pool, ledger, &ids).await;
        self.add("kills", "kills", site.kills.len());
        self.add("worker_kills", "kills", site.worker_kills);
        self.add("computer_turns", "turns", computers.turns);
        self.add("analyses", "games", computers.analyses);
        self.complain("analyses_incomplete", computers.incomplete.iter().cloned());
        self.requests(&ledger.entries(), &ids);
        let taken = by_name(site.mail_server.emails());
        for id in &ids {
            let log = GameLog::read(&site.pool, id).await;
            let Some(game) = log.fold() else { continue };
            // Nobody writes to a computer.
            let is_for_people = |key: &EmailKey| !computers.players.contains(&key.player.0);
            let owed: Vec<_> = game.owed().into_iter().filter(is_for_people).collect();
            let emails: Vec<_> = log.emails.iter().filter(|email| is_for_people(&email.key)).cloned().collect();
            self.emails(&owed, &emails, &taken);
            self.add("games", "games", 1);
            self.add("finished", "games", usize::from(game.is_over()));
            self.add("replies", "turns", game.replies());
            self.add("lifelines", "lifelines", game.deeds(|what| matches!(what, EventKind::LifelineGiven { .. })));
            self.add("claims", "games", game.deeds(|what| matches!(what, EventKind::DrawClaimed { .. })));
            self.add("told_of_leave", "times", game.deeds(|what| matches!(what, EventKind::LeaveTaken { .. })));
            let Some(in_time) = game.ended_in_time() else { continue };
            self.add("flags", "games", 1);
            self.complain("flags_astray", (!in_time).then(|| id.clone()));
        }
        for (owed, emails) in log::challenges(&site.pool).await {
            self.emails(&[owed], &emails, &taken);
        }
        self.emails_twice(&site.kills, &taken);
        self.left_undone(&site.pool).await;
    }

    /// How many games of a file are in its collection, and what is wrong with which of them.
    pub fn import(&mut self, (games, wrong): &(usize, Vec<String>)) {
        self.add("imported", "games", *games);
        self.complain("imported_games_wrong", wrong.iter().cloned());
    }

    /// Checks that leave agrees with the responses, and that the games have recorded it.
    pub async fn absences(&mut self, pool: &Pool, absences: &Absences) {
        let leave = Leave::read(pool).await;
        self.add("leaves", "requests", absences.answered());
        self.complain("lost", absences.lost(&leave));
        for id in log::games(pool).await {
            let log = GameLog::read(pool, &id).await;
            let is_astray = log.fold().is_some_and(|game| !game.is_over() && !game.knows(&leave));
            self.complain("leave_astray", is_astray.then_some(id));
        }
    }

    fn requests(&mut self, entries: &[Entry], games: &[String]) {
        self.add("answered", "requests", entries.iter().filter(|entry| entry.is_answered()).count());
        self.add("refused", "requests", entries.iter().filter(|entry| !entry.is_answered()).count());
        self.add("tried_again", "requests", entries.iter().filter(|entry| entry.tries > 1).count());
        let games: HashSet<_> = games.iter().collect();
        let gone = entries.iter().filter(|entry| entry.is_answered() && !games.contains(&entry.game));
        self.complain("lost", gone.map(Entry::to_string));
    }

    /// Every email that is owed is in the outbox; and each there was sent, and the mail server has it; or it waits; or it
    /// is said why it was not sent.
    fn emails(&mut self, owed: &[EmailKey], emails: &[StoredEmail], taken: &HashMap<String, Vec<Instant>>) {
        self.add("emails_owed", "emails", owed.len());
        let missing = owed.iter().filter(|key| !emails.iter().any(|email| email.key == **key));
        self.complain("emails_missing", missing.map(|key| format!("{key:?} was not written")));
        for email in emails {
            let key = &email.key;
            let is_withheld = email.note.as_deref().is_some_and(|note| REASONS.contains(&note));
            match (email.is_sent, email.is_due) {
                (true, false) => {
                    let has_come = taken.contains_key(&key.message_id(PUBLIC_HOST));
                    self.add("emails_sent", "emails", 1);
                    self.complain("emails_missing", (!has_come).then(|| format!("{key:?} has not come")));
                }
                (false, true) => self.add("emails_waiting", "emails", 1),
                (false, false) if is_withheld => self.add("emails_withheld", "emails", 1),
                _ => self.complain("emails_missing", [format!("{key:?}: {:?}", email.note)]),
            }
        }
    }

    /// An email may be taken once more only where something was killed between its taking and our noting that.
    fn emails_twice(&mut self, kills: &[Instant], taken: &HashMap<String, Vec<Instant>>) {
        for (name, times) in taken {
            for two in times.windows(2) {
                let mut between = kills.iter().filter(|&&kill| kill + UNDER_WAY >= two[0] && kill <= two[1]);
                match between.next() {
                    Some(_) => self.add("emails_repeated", "emails", 1),
                    None => self.complain("emails_twice", [name.clone()]),
                }
            }
        }
    }

    /// No game is overdue, and every rated one that counts was counted, for both players.
    async fn left_undone(&mut self, pool: &Pool) {
        let overdue = sqlx::query_scalar("select id from games where deadline < now()");
        self.complain("flags_astray", overdue.fetch_all(pool).await.unwrap());
        let uncounted: Vec<String> = sqlx::query_scalar(
            "select id from games where rated and ply >= 2 and ended_at is not null
                and (select count(*) from rating_changes where game_id = id) <> 2",
        )
        .fetch_all(pool)
        .await
        .unwrap();
        self.complain("ratings_missing", uncounted);
    }
}

/// When emails were taken, by their Message-ID.
fn by_name(emails: Vec<Received>) -> HashMap<String, Vec<Instant>> {
    let mut taken: HashMap<_, Vec<_>> = HashMap::new();
    for email in emails {
        taken.entry(email.header("Message-ID")).or_default().push(email.at);
    }
    for times in taken.values_mut() {
        times.sort();
    }
    taken
}
