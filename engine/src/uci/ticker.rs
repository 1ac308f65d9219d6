//! Telling once a second how far a search is, while it finds nothing new.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::answer::{still_there, total};
use crate::limits::Visited;

/// A search that has found nothing for so long says that it goes on.
pub(super) const A_TICK: Duration = Duration::from_secs(1);

/// Searches, and says each tick how many positions have been visited, on a thread beside it. `search` is given a function that postpones the next
/// tick: it takes how many positions were said to have been visited meanwhile.
pub(super) fn ticking<T>(
    say: &(dyn Fn(&str) + Send + Sync),
    visited: &Visited,
    (began, tick): (Instant, Duration),
    search: impl FnOnce(&dyn Fn(u64)) -> T,
) -> T {
    let (heard, hears) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut said = 0;
            loop {
                match hears.recv_timeout(tick) {
                    Ok(nodes) => said = nodes,
                    Err(RecvTimeoutError::Timeout) => say(&since(&mut said, visited.nodes(), began.elapsed())),
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        // The thread ends when this is dropped, before it is waited for.
        let put_off = move |nodes| {
            let _ = heard.send(nodes);
        };
        search(&put_off)
    })
}

/// What there is to say: how many positions have been visited, if those are more than were said before.
fn since(said: &mut u64, nodes: u64, elapsed: Duration) -> String {
    if nodes <= *said {
        // A proof is being looked for; it counts no positions.
        return still_there(elapsed);
    }
    *said = nodes;
    total(nodes, elapsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_been_visited_is_said_once_and_then_that_the_search_goes_on() {
        let (mut said, second) = (600, Duration::from_secs(1));
        assert_eq!(since(&mut said, 512, second), "info time 1000");
        assert_eq!(since(&mut said, 768, second), "info nodes 768 nps 768 time 1000");
        assert_eq!(since(&mut said, 768, 2 * second), "info time 2000");
    }

    #[test]
    fn who_searches_in_silence_is_heard() {
        let (send, said) = channel();
        // After the first line nobody listens.
        let say = move |line: &str| drop(send.send(line.to_owned()));
        let tick = (Instant::now(), Duration::from_millis(1));
        let line = ticking(&say, &Visited::default(), tick, |_| said.recv().unwrap());
        assert!(line.starts_with("info time "), "{line}");
    }
}
