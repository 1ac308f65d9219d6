//! What happens to the parts, one fault after another.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::sleep;

use super::cluster::Cluster;

/// Which part, by what it is at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Primary,
    /// The primary's PostgreSQL alone: Patroni sees it go.
    PrimaryPostgres,
    /// The primary's Patroni alone: its PostgreSQL goes on.
    PrimaryPatroni,
    SynchronousStandby,
    OtherStandby,
    Etcd,
    Haproxy,
    Server,
    BothServers,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `kill -9`, and started again some seconds later.
    Kill(Part),
    /// All processes stand still for longer than others wait, and then go on as if nothing had been.
    Freeze(Part),
    /// HAProxy ends all connections to it and makes none, though it is well.
    CutOff(Part),
    /// An orderly end, as for an upgrade.
    Stop(Part),
    /// Another node becomes primary on purpose.
    Switchover,
    /// At the same time.
    KillPrimaryAndServer,
}

pub const FAULTS: [Fault; 18] = [
    Fault::Kill(Part::Primary),
    Fault::Kill(Part::PrimaryPostgres),
    Fault::Kill(Part::PrimaryPatroni),
    Fault::Freeze(Part::Primary),
    Fault::CutOff(Part::Primary),
    Fault::Stop(Part::Primary),
    Fault::Switchover,
    Fault::Kill(Part::SynchronousStandby),
    Fault::Freeze(Part::SynchronousStandby),
    Fault::Kill(Part::OtherStandby),
    Fault::Kill(Part::Etcd),
    Fault::Freeze(Part::Etcd),
    Fault::Kill(Part::Haproxy),
    Fault::Kill(Part::Server),
    Fault::Freeze(Part::Server),
    Fault::Stop(Part::Server),
    Fault::Kill(Part::BothServers),
    Fault::KillPrimaryAndServer,
];

/// How long something stays down, in milliseconds: sometimes for less than the others need to notice.
const DOWN: std::ops::Range<u64> = 500..8000;
/// How long something stands still: longer than the leader's lock holds.
const FROZEN: std::ops::Range<u64> = 13_000..18_000;

impl Fault {
    /// Lets it happen, and the part begin again or go on. Killed parts are started by whoever makes the cluster whole.
    pub async fn strike(self, cluster: &Cluster, chance: &mut StdRng) -> anyhow::Result<()> {
        let down = Duration::from_millis(chance.random_range(DOWN));
        let frozen = Duration::from_millis(chance.random_range(FROZEN));
        let server = chance.random_range(1..=2);
        match self {
            Self::Kill(part) => {
                cluster.run(&words("kill", &part.names(cluster, server).await?)).await?;
                sleep(down).await;
            }
            Self::Freeze(part) => {
                let names = part.names(cluster, server).await?;
                cluster.run(&words("freeze", &names)).await?;
                sleep(frozen).await;
                cluster.run(&words("thaw", &names)).await?;
            }
            Self::CutOff(part) => {
                let names = part.names(cluster, server).await?;
                cluster.run(&words("cut", &names)).await?;
                sleep(down).await;
                cluster.run(&words("mend", &names)).await?;
            }
            Self::Stop(part) => {
                cluster.run(&words("stop", &part.names(cluster, server).await?)).await?;
            }
            Self::Switchover => {
                cluster.run(&["switchover"]).await?;
            }
            Self::KillPrimaryAndServer => {
                let mut names = Part::Primary.names(cluster, server).await?;
                names.extend(Part::Server.names(cluster, server).await?);
                cluster.run(&words("kill", &names)).await?;
                sleep(down).await;
            }
        }
        Ok(())
    }
}

fn words<'a>(verb: &'a str, names: &'a [String]) -> Vec<&'a str> {
    [verb].into_iter().chain(names.iter().map(String::as_str)).collect()
}

impl Part {
    /// As `script/cluster` calls it.
    async fn names(self, cluster: &Cluster, server: u32) -> anyhow::Result<Vec<String>> {
        let name = match self {
            Self::Etcd => "etcd".to_owned(),
            Self::Haproxy => "haproxy".to_owned(),
            Self::Server => format!("server{server}"),
            Self::BothServers => return Ok(vec!["server1".to_owned(), "server2".to_owned()]),
            Self::Primary => format!("db{}", cluster.roles().await?.primary),
            Self::PrimaryPostgres => format!("postgres{}", cluster.roles().await?.primary),
            Self::PrimaryPatroni => format!("patroni{}", cluster.roles().await?.primary),
            Self::SynchronousStandby => format!("db{}", cluster.roles().await?.synchronous),
            Self::OtherStandby => format!("db{}", cluster.roles().await?.other),
        };
        Ok(vec![name])
    }
}
