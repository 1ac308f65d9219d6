//! Several visitors at the same time, and how much they get done.

use std::time::Instant;

use anyhow::ensure;
use tokio::task::JoinSet;

use crate::AT_ONCE;
use crate::machine::Server;
use crate::visitor::{Connection, Look, Post};

/// A list in as many parts as there are visitors.
pub fn shared<T>(mut list: Vec<T>) -> Vec<Vec<T>> {
    let share = list.len().div_ceil(AT_ONCE).max(1);
    let mut shares = Vec::new();
    while !list.is_empty() {
        let rest = list.split_off(share.min(list.len()));
        shares.push(std::mem::replace(&mut list, rest));
    }
    shares
}

/// Pages per second, where each visitor loads theirs one after another.
pub async fn look(server: &Server, looks: Vec<Vec<Look>>) -> anyhow::Result<f64> {
    let address = server.address;
    let readers = looks.into_iter().map(|looks| async move {
        let mut connection = Connection::open(address).await?;
        for look in &looks {
            let page = connection.get(look).await?;
            ensure!(page.trim_ascii_end().ends_with(b"</html>"), "{} is not a whole page", look.path);
        }
        anyhow::Ok(looks.len())
    });
    per_second(readers).await
}

/// Forms a second, where each visitor sends theirs one after the other.
pub async fn post(server: &Server, posts: Vec<Vec<Post>>) -> anyhow::Result<f64> {
    let address = server.address;
    let writers = posts.into_iter().map(|posts| async move {
        let mut connection = Connection::open(address).await?;
        for post in &posts {
            connection.post(post).await?;
        }
        anyhow::Ok(posts.len())
    });
    per_second(writers).await
}

/// How many things a second some visitors do together; each says in the end how many it has done.
async fn per_second<F>(visitors: impl Iterator<Item = F>) -> anyhow::Result<f64>
where
    F: Future<Output = anyhow::Result<usize>> + Send + 'static,
{
    let began = Instant::now();
    let visitors: JoinSet<_> = visitors.collect();
    let done: Vec<usize> = visitors.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
    Ok(done.iter().sum::<usize>() as f64 / began.elapsed().as_secs_f64())
}
