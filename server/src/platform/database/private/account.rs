//! The account PostgreSQL runs as: the server's own, or for root, as whom PostgreSQL refuses to run, another one.

use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, bail, ensure};
use tokio::process::Command;

/// Who owns the database's files and processes.
#[derive(Debug)]
pub(in crate::platform::database) enum Account {
    /// The server's own account.
    Own,
    /// An unprivileged account that a server run by root puts its PostgreSQL in.
    Other { name: String, uid: u32, gid: u32 },
}

impl Account {
    /// The owner of the database's home if that is there already, else `postgres`, else `nobody`.
    pub(in crate::platform::database) fn choose(is_root: bool, home: &Path) -> anyhow::Result<Self> {
        if !is_root {
            return Ok(Self::Own);
        }
        let passwd = std::fs::read_to_string("/etc/passwd").context("/etc/passwd cannot be read")?;
        let accounts: Vec<Self> = passwd.lines().filter_map(Self::from_passwd).collect();
        if let Ok(owner) = home.metadata()
            && owner.uid() != 0
        {
            let known = accounts.into_iter().find(|account| account.owns(owner.uid()));
            let (uid, gid) = (owner.uid(), owner.gid());
            return Ok(known.unwrap_or_else(|| Self::Other { name: uid.to_string(), uid, gid }));
        }
        for wanted in ["postgres", "nobody"] {
            if let Some(at) = accounts.iter().position(|account| account.name() == wanted) {
                return Ok(accounts.into_iter().nth(at).unwrap_or(Self::Own));
            }
        }
        bail!(
            "PostgreSQL does not run as root, and there is neither a user \"postgres\" nor \"nobody\": \
             add one with \"useradd --system postgres\", or run Mallard as another user"
        )
    }

    fn from_passwd(line: &str) -> Option<Self> {
        let mut fields = line.split(':');
        let name = fields.next()?.to_owned();
        let uid = fields.nth(1)?.parse().ok()?;
        let gid = fields.next()?.parse().ok()?;
        Some(Self::Other { name, uid, gid })
    }

    fn owns(&self, file_uid: u32) -> bool {
        matches!(self, Self::Other { uid, .. } if *uid == file_uid)
    }

    /// How to call it in a sentence.
    pub(in crate::platform::database) fn name(&self) -> &str {
        match self {
            Self::Own => "you",
            Self::Other { name, .. } => name,
        }
    }

    /// The first folder on the way to one that this account may not enter.
    pub(in crate::platform::database) async fn first_closed(&self, folder: &Path) -> anyhow::Result<Option<String>> {
        let mut way: Vec<&Path> = folder.ancestors().collect();
        way.reverse();
        let first_closed = r#"for folder do cd "$folder" 2>/dev/null || { echo "$folder"; exit 0; }; done"#;
        let closed = finish(self.command("/bin/sh").args(["-c", first_closed, "sh"]).args(way)).await?;
        Ok((!closed.is_empty()).then_some(closed))
    }

    /// Makes a folder that only this account can enter, as whoever runs the server.
    pub(in crate::platform::database) fn make_folder(&self, folder: &Path) -> std::io::Result<()> {
        DirBuilder::new().mode(0o700).create(folder)?;
        match self {
            Self::Own => Ok(()),
            Self::Other { uid, gid, .. } => std::os::unix::fs::chown(folder, Some(*uid), Some(*gid)),
        }
    }

    /// A program run as this account. It gets none of the server's environment, which may hold secrets, and stays
    /// away from the terminal's Ctrl-C, which is for the server.
    pub(in crate::platform::database) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| name == "PATH" || name == "LD_LIBRARY_PATH"))
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .current_dir("/")
            .stdin(Stdio::null())
            .process_group(0);
        if let Self::Other { uid, gid, .. } = self {
            // The standard library also drops root's supplementary groups before it changes the user.
            command.uid(*uid).gid(*gid);
        }
        command
    }
}

/// Runs a program to its end and gives what it printed.
///
/// # Errors
/// When it fails, with what it said.
pub(in crate::platform::database) async fn finish(command: &mut Command) -> anyhow::Result<String> {
    let output = command.kill_on_drop(true).output().await;
    let program = command.as_std().get_program().display();
    let output = output.with_context(|| format!("{program} cannot be run"))?;
    let text = |bytes| String::from_utf8_lossy(bytes).trim().to_owned();
    ensure!(output.status.success(), "{program} failed: {} {}", text(&output.stdout), text(&output.stderr));
    Ok(text(&output.stdout))
}

/// Whether the server is run by root. The standard library cannot tell, so `id` is run.
pub(in crate::platform::database) async fn is_root() -> anyhow::Result<bool> {
    Ok(finish(Account::Own.command("id").arg("-u")).await? == "0")
}
