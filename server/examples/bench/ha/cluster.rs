//! The set-up that `script/cluster` runs, in a folder of its own.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::sleep;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../script/cluster");
/// The ports from the site's on that the parts use.
const PORTS: u16 = 40;
/// Longer than Patroni needs to find a synchronous standby.
const ROLES_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Cluster {
    folder: TempDir,
    program: PathBuf,
    /// Of the site.
    pub address: SocketAddr,
}

/// Who answers for the database at the moment, as numbers of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    pub primary: u32,
    pub synchronous: u32,
    pub other: u32,
}

impl Cluster {
    /// Nothing runs yet.
    pub fn prepare(program: &Path) -> anyhow::Result<Self> {
        let is_free = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
        let first = (20_000..32_000).step_by(100).find(|&first| (first..first + PORTS).all(is_free));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, first.context("there are no free ports")?));
        let folder = tempfile::Builder::new().prefix("mallard-ha-").tempdir()?;
        Ok(Self { folder, program: program.canonicalize()?, address })
    }

    /// Runs the script, and gives what it printed.
    pub async fn run(&self, words: &[&str]) -> anyhow::Result<String> {
        let mut script = Command::new(SCRIPT);
        script.args(words).env("MALLARD_CLUSTER", self.folder.path()).env("MALLARD_PROGRAM", &self.program);
        script.env("MALLARD_CLUSTER_PORT", self.address.port().to_string()).env("RUST_LOG", "warn");
        let output = script.stdin(Stdio::null()).stderr(Stdio::inherit()).output().await?;
        ensure!(
            output.status.success(),
            "script/cluster {} failed; see {}",
            words.join(" "),
            self.folder.path().display()
        );
        Ok(String::from_utf8(output.stdout)?)
    }

    pub async fn superuser_url(&self) -> anyhow::Result<String> {
        Ok(self.run(&["superuser_url"]).await?.trim().to_owned())
    }

    /// Waits until everybody has a role: a busy standby may cease to be the synchronous one for a moment.
    pub async fn roles(&self) -> anyhow::Result<Roles> {
        let deadline = Instant::now() + ROLES_TIMEOUT;
        loop {
            match self.present_roles().await {
                Err(_) if Instant::now() < deadline => sleep(Duration::from_millis(200)).await,
                roles => return roles,
            }
        }
    }

    async fn present_roles(&self) -> anyhow::Result<Roles> {
        let members = self.run(&["members"]).await?;
        let with = |role: &str| {
            let member = members.lines().find(|line| line.split(' ').nth(1) == Some(role));
            let number = member.and_then(|member| member.strip_prefix("db")?.split(' ').next()?.parse().ok());
            number.with_context(|| format!("nobody is {role}: {members}"))
        };
        Ok(Roles { primary: with("leader")?, synchronous: with("sync_standby")?, other: with("replica")? })
    }

    /// Stops everything. The folder is kept for whoever has to look into what went wrong.
    pub async fn end(mut self, all_is_well: bool) {
        // Frozen parts could not end.
        self.run(&["thaw", "etcd", "db1", "db2", "db3", "haproxy", "server1", "server2"]).await.ok();
        if let Err(error) = self.run(&["down"]).await {
            eprintln!("{error:#}");
        }
        if !all_is_well {
            self.folder.disable_cleanup(true);
            eprintln!("the data and the logs are kept in {}", self.folder.path().display());
        }
    }
}
