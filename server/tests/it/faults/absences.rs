//! Players' leave: they take it and call it off while they play. Each of their games records it in a transaction of its
//! own, so that much can happen in between.

use server::platform::database::Pool;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use domain::correspondence::leave::LeavePeriod;
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio_util::sync::CancellationToken;

use super::scripted_player::Person;
use super::site::pause;

/// The longest time between a player's requests for leave, in milliseconds.
const CONTENT: u64 = 8000;

/// The responses to players' leave requests, by name and first day. Clones share them.
#[derive(Clone, Default)]
pub struct Absences(Arc<Mutex<BTreeMap<(String, Timestamp), Acknowledged>>>);

/// The response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acknowledged {
    /// It is taken.
    Taken,
    /// It is called off.
    CalledOff,
    /// No response to calling it off.
    Nothing,
}

impl Absences {
    /// Takes one day after another, each on a different date, and calls some off again; with `from_today` the first is
    /// today.
    pub async fn come_and_go(self, person: Person, from_today: bool, mut chance: StdRng, rest: CancellationToken) {
        if from_today {
            person.insists("/leave", &[("from", ""), ("days", "1")], &mut chance, &rest).await;
        }
        let today = server::platform::now::Now::system().get().to_zoned(TimeZone::UTC).date();
        for ahead in 2.. {
            rest.run_until_cancelled(pause(&mut chance, CONTENT)).await;
            let date = today + i64::from(ahead).days();
            let begins = date.to_zoned(TimeZone::UTC).unwrap().timestamp();
            let day = [("from", &*date.to_string()), ("days", "1")];
            let Some(taken) = person.insists("/leave", &day, &mut chance, &rest).await else { return };
            // Otherwise an earlier attempt succeeded without a response, or they have no days left, or hit the rate
            // limit.
            if taken.status == 303 {
                self.note(&person, begins, Acknowledged::Taken);
            }
            if chance.random_bool(0.7) {
                self.call_off(&person, begins, &mut chance, &rest).await;
            }
        }
    }

    async fn call_off(&self, person: &Person, begins: Timestamp, chance: &mut StdRng, rest: &CancellationToken) {
        self.note(person, begins, Acknowledged::Nothing);
        let answer = person.insists("/leave/end", &[("begins", &begins.to_string())], chance, rest).await;
        if answer.is_some_and(|answer| answer.status == 303) {
            self.note(person, begins, Acknowledged::CalledOff);
        }
    }

    fn note(&self, person: &Person, begins: Timestamp, acknowledged: Acknowledged) {
        self.0.lock().unwrap().insert((person.name.clone(), begins), acknowledged);
    }

    /// How many requests were answered.
    pub fn answered(&self) -> usize {
        self.0.lock().unwrap().values().filter(|&&acknowledged| acknowledged != Acknowledged::Nothing).count()
    }

    /// Leave that differs from the responses.
    pub fn lost(&self, leave: &Leave) -> Vec<String> {
        let acknowledged = self.0.lock().unwrap();
        let lost = acknowledged.iter().filter(|((name, begins), acknowledged)| match acknowledged {
            Acknowledged::Taken => !leave.begins(name, *begins),
            Acknowledged::CalledOff => leave.begins(name, *begins),
            Acknowledged::Nothing => false,
        });
        lost.map(|((name, begins), acknowledged)| format!("leave of {name} on {begins}: {acknowledged:?}")).collect()
    }
}

/// The leave that all players have taken, without what was called off.
pub struct Leave(HashMap<i64, (String, Vec<LeavePeriod>)>);

impl Leave {
    pub async fn read(pool: &Pool) -> Self {
        let rows: Vec<(i64, String, jiff_sqlx::Timestamp, jiff_sqlx::Timestamp)> = sqlx::query_as(
            "select p.id, p.name, l.begins_at, l.ends_at from leaves l join players p on p.id = l.player_id
            where l.ends_at > l.begins_at order by l.begins_at",
        )
        .fetch_all(pool)
        .await
        .unwrap();
        let mut leave = HashMap::new();
        for (player, name, from, until) in rows {
            let (_, periods) = leave.entry(player).or_insert((name, Vec::new()));
            periods.push(LeavePeriod { from: from.to_jiff(), until: until.to_jiff() });
        }
        Self(leave)
    }

    fn begins(&self, name: &str, at: Timestamp) -> bool {
        let of_name = self.0.values().filter(|(of, _)| of == name);
        of_name.flat_map(|(_, periods)| periods).any(|period| period.from == at)
    }

    /// The leave of a player that a game begun at an instant has to have recorded.
    pub fn known_to(&self, player: i64, begun_at: Timestamp) -> Vec<LeavePeriod> {
        let periods = self.0.get(&player).map_or(&[][..], |(_, periods)| periods);
        periods.iter().copied().filter(|period| period.until > begun_at).collect()
    }
}
