//! What is left of a topic when nobody waits for it any more.

use std::sync::Barrier;

use super::{Hub, Subscription};

fn listening() -> Hub {
    let hub = Hub::default();
    hub.topics().listening = true;
    hub
}

fn subscribed(hub: &Hub) -> Subscription {
    hub.subscribe("game/17".to_owned()).expect("the hub listens")
}

#[test]
fn a_topic_goes_with_the_last_who_waits_for_it() {
    let hub = listening();
    let (first, second) = (subscribed(&hub), subscribed(&hub));
    drop(first);
    assert_eq!(hub.topics().senders.len(), 1);
    drop(second);
    assert_eq!(hub.topics().senders.len(), 0);
}

#[test]
fn a_topic_goes_too_when_the_last_two_leave_at_once() {
    let hub = listening();
    let at_once = Barrier::new(2);
    for _ in 0..2_000 {
        let pair = [subscribed(&hub), subscribed(&hub)];
        std::thread::scope(|scope| {
            for subscription in pair {
                let at_once = &at_once;
                scope.spawn(move || {
                    at_once.wait();
                    drop(subscription);
                });
            }
        });
        assert_eq!(hub.topics().senders.len(), 0);
    }
}

#[test]
fn who_waited_before_a_loss_takes_nothing_from_who_waits_after_it() {
    let hub = listening();
    let before = subscribed(&hub);
    hub.end_all();
    hub.topics().listening = true;
    let _after = subscribed(&hub);
    drop(before);
    assert_eq!(hub.topics().senders.len(), 1);
}
