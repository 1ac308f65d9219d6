use std::net::Ipv4Addr;
use std::sync::mpsc;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Error, Network, Queue, Renderer, TooMany, Visitor};

fn renderer(waiting: usize) -> Renderer {
    let queue = || Queue::new(1, waiting, super::STILLS_CACHE).unwrap();
    Renderer {
        stills: queue(),
        films: queue(),
        films_by_network: Default::default(),
        stills_by_network: Default::default(),
    }
}

fn visitor(n: u8) -> Visitor {
    Some(Network::of(Ipv4Addr::new(192, 0, 2, n).into()))
}

type Made = JoinHandle<Result<Vec<u8>, Error>>;

/// A film of a visitor that takes until it is let go.
async fn held_up(renderer: &Renderer, visitor: Visitor) -> (mpsc::Sender<()>, Made) {
    let (go, gone) = mpsc::channel::<()>();
    let (begins, begun) = oneshot::channel();
    let making = tokio::spawn({
        let renderer = renderer.clone();
        async move {
            let make = move || {
                let _ = begins.send(());
                gone.recv()?;
                Ok(vec![1])
            };
            renderer.film("held up", visitor, make).await.map(|picture| picture.bytes.to_vec())
        }
    });
    begun.await.unwrap();
    (go, making)
}

fn asks(renderer: &Renderer, name: &'static str, visitor: Visitor) -> Made {
    let renderer = renderer.clone();
    tokio::spawn(
        async move { renderer.film(name, visitor, || Ok(vec![2])).await.map(|picture| picture.bytes.to_vec()) },
    )
}

async fn until_waiting(renderer: &Renderer, left: usize) {
    while renderer.films.asked.available_permits() > left {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_still_is_made_while_a_film_is() {
    let renderer = renderer(1);
    let (go, film) = held_up(&renderer, visitor(1)).await;
    assert_eq!(renderer.still("board", visitor(1), || Ok(vec![7])).await.unwrap().bytes.to_vec(), [7]);
    go.send(()).unwrap();
    assert_eq!(film.await.unwrap().unwrap(), [1]);
}

#[tokio::test]
async fn who_comes_when_too_many_wait_is_asked_to_come_again() {
    let renderer = renderer(1);
    let (go, slow) = held_up(&renderer, visitor(1)).await;
    let waits = asks(&renderer, "waits", visitor(2));
    until_waiting(&renderer, 0).await;
    assert!(matches!(asks(&renderer, "refused", visitor(3)).await.unwrap(), Err(Error::NotNow)));
    go.send(()).unwrap();
    assert_eq!(slow.await.unwrap().unwrap(), [1]);
    assert_eq!(waits.await.unwrap().unwrap(), [2]);
    assert_eq!(asks(&renderer, "refused", visitor(3)).await.unwrap().unwrap(), [2]);
}

#[tokio::test]
async fn one_visitor_takes_not_the_whole_queue_of_films() {
    let renderer = renderer(8);
    let (go, slow) = held_up(&renderer, visitor(1)).await;
    let second = asks(&renderer, "second", visitor(1));
    until_waiting(&renderer, 7).await;
    assert!(matches!(
        asks(&renderer, "third", visitor(1)).await.unwrap(),
        Err(Error::TooMany { what: TooMany::Films, .. })
    ));
    let unlimited = asks(&renderer, "the operator's", None);
    let same = asks(&renderer, "held up", visitor(1));
    let others = asks(&renderer, "another's", visitor(2));
    until_waiting(&renderer, 5).await;
    go.send(()).unwrap();
    for made in [slow, second, unlimited, same, others] {
        assert!(made.await.unwrap().is_ok());
    }
    assert_eq!(asks(&renderer, "third", visitor(1)).await.unwrap().unwrap(), [2], "when those are made");
}

#[tokio::test]
async fn one_customer_with_many_networks_takes_not_the_whole_queue_of_films() {
    let renderer = renderer(8);
    let network = |n: u8| Some(Network::of(format!("2001:db8:0:{n}::1").parse().unwrap()));
    let (go, slow) = held_up(&renderer, network(1)).await;
    let mut made = vec![asks(&renderer, "second", network(1)), asks(&renderer, "third", network(2))];
    made.push(asks(&renderer, "fourth", network(3)));
    until_waiting(&renderer, 5).await;
    assert!(matches!(
        asks(&renderer, "fifth", network(4)).await.unwrap(),
        Err(Error::TooMany { what: TooMany::Films, .. })
    ));
    made.push(asks(&renderer, "another's", visitor(1)));
    until_waiting(&renderer, 4).await;
    go.send(()).unwrap();
    made.push(slow);
    for made in made {
        assert!(made.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn what_was_made_is_not_made_again_and_what_failed_is() {
    let renderer = renderer(1);
    assert!(renderer.still("board", visitor(1), || anyhow::bail!("no paint")).await.is_err());
    let first = renderer.still("board", visitor(1), || Ok(vec![1])).await.unwrap();
    let second = renderer.still("board", visitor(1), || Ok(vec![2])).await.unwrap();
    assert_eq!((second.bytes.to_vec(), second.etag), (vec![1], first.etag));
}
