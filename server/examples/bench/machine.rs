//! The machine that is measured: a PostgreSQL, databases in it, and servers on them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context;
use server::platform::database::Pool;
use server::platform::database::private::PrivatePostgres;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// PostgreSQL counts statements only where told to: see `turns.rs`.
const SETTINGS: [&str; 2] = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=none"];

/// A PostgreSQL and the server's program.
pub struct Machine {
    program: PathBuf,
    postgres: PrivatePostgres,
    /// Where the data are, unless they are to be kept.
    _folder: Option<TempDir>,
}

impl Machine {
    /// Starts PostgreSQL on the data in a folder that is kept, or on none in a temporary one.
    pub async fn start(program: &Path, kept: Option<&Path>) -> anyhow::Result<Self> {
        let (folder, temporary) = match kept {
            Some(folder) => (folder.to_owned(), None),
            None => {
                let temporary = tempfile::Builder::new().prefix("mallard-").tempdir()?;
                (temporary.path().to_owned(), Some(temporary))
            }
        };
        let postgres = PrivatePostgres::start_with(&folder, &SETTINGS).await?;
        Ok(Self { program: program.to_owned(), postgres, _folder: temporary })
    }

    /// Ends PostgreSQL; its data go with a temporary folder.
    pub async fn stop(self) {
        self.postgres.stop().await;
    }

    /// Makes a database with the server's tables, and nothing in them.
    pub async fn database(&self, name: &str) -> anyhow::Result<Database> {
        self.execute(&format!("create database {name}")).await?;
        self.migrated(name).await
    }

    /// The database of that name, which `fill` fills if it is not there from an earlier run whose data were kept. In any case it has the
    /// tables of this version.
    pub async fn filled(
        &self,
        name: &str,
        fill: impl AsyncFnOnce(&Database) -> anyhow::Result<()>,
    ) -> anyhow::Result<Database> {
        let mut connection = self.postgres.options().connect().await?;
        let is_there = sqlx::query_scalar("select exists (select from pg_database where datname = $1)");
        if !is_there.bind(name).fetch_one(&mut connection).await? {
            // An interrupted run leaves nothing that looks filled.
            let unfinished = format!("{name}_unfinished");
            self.execute(&format!("drop database if exists {unfinished}")).await?;
            fill(&self.database(&unfinished).await?).await?;
            self.execute(&format!("alter database {unfinished} rename to {name}")).await?;
        }
        self.migrated(name).await
    }

    /// Executes a statement about a whole database. They take no parameters, and all names are ours.
    async fn execute(&self, statement: &str) -> anyhow::Result<()> {
        let mut connection = self.postgres.options().connect().await?;
        sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Brings the tables of a database up to date.
    async fn migrated(&self, name: &str) -> anyhow::Result<Database> {
        let database = Database { options: self.postgres.options().database(name) };
        let mut connection = database.connect().await?;
        server::platform::database::MIGRATOR.run(&mut connection).await?;
        connection.close().await?;
        Ok(database)
    }

    /// Starts a worker on a database. Dropped, it is killed, and its engines end.
    pub fn work(&self, database: &Database) -> anyhow::Result<Child> {
        let mut program = Command::new(&self.program);
        program.arg("worker").env("DATABASE_URL", database.url()).env("RUST_LOG", "warn");
        Ok(program.stdout(Stdio::null()).kill_on_drop(true).spawn()?)
    }

    /// Starts a server on a database.
    pub async fn serve(&self, database: &Database) -> anyhow::Result<Server> {
        self.serve_with(database, &[]).await
    }

    /// The same with other settings.
    pub async fn serve_with(&self, database: &Database, settings: &[(&str, &str)]) -> anyhow::Result<Server> {
        let mut program = Command::new(&self.program);
        program.env("NO_WORKER", "true");
        Server::start(program.env("DATABASE_URL", database.url()).envs(settings.iter().copied())).await
    }
}

/// One of several databases.
#[derive(Clone)]
pub struct Database {
    options: PgConnectOptions,
}

impl Database {
    /// One of another machine.
    pub fn at(url: &str) -> anyhow::Result<Self> {
        Ok(Self { options: server::platform::database::parse_url(url)? })
    }

    /// The same, with the connection's statements counted.
    pub fn counted(&self) -> Self {
        Self { options: self.options.clone().options([("pg_stat_statements.track", "top")]) }
    }

    /// Sets something for those who connect from now on.
    pub async fn set(&self, settings: &[(&str, &str)]) -> anyhow::Result<()> {
        let name = self.options.get_database().context("the database has no name")?;
        let mut connection = self.connect().await?;
        for (setting, value) in settings {
            // All of these are ours; `alter database` takes no parameters.
            let set = format!("alter database {name} set {setting} = {value}");
            sqlx::query(AssertSqlSafe(set)).execute(&mut connection).await?;
        }
        Ok(connection.close().await?)
    }

    /// Connects to it.
    pub async fn connect(&self) -> anyhow::Result<PgConnection> {
        Ok(PgConnection::connect_with(&self.options).await?)
    }

    /// Connections as a server keeps them.
    pub fn pool(&self, max_connections: usize) -> Pool {
        Pool::new(self.options.clone(), max_connections)
    }

    /// How programs of ours find it.
    pub fn url(&self) -> String {
        let mut url = self.options.to_url_lossy();
        url.set_query(Some("sslmode=disable"));
        if let Some(options) = self.options.get_options() {
            url.query_pairs_mut().append_pair("options", options);
        }
        url.to_string()
    }

    /// How PostgreSQL's own programs find it.
    pub fn environment(&self) -> anyhow::Result<[(&'static str, String); 4]> {
        let options = &self.options;
        let socket = options.get_socket().context("the database has no socket")?;
        Ok([
            ("PGHOST", socket.display().to_string()),
            ("PGPORT", options.get_port().to_string()),
            ("PGUSER", options.get_username().to_owned()),
            ("PGDATABASE", options.get_database().unwrap_or_default().to_owned()),
        ])
    }
}

/// A running program that has said `listening on http://…`. Dropped, it is killed.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts a program and waits for its line.
    pub async fn start(program: &mut Command) -> anyhow::Result<Self> {
        let settings = [("RUST_LOG", "warn"), ("PORT", "0")];
        let mut child = program.envs(settings).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let out = child.stdout.take().context("the server's output is not there")?;
        let first = BufReader::new(out).lines().next_line().await?.context("the server did not start")?;
        let address = first.rsplit('/').next().context("the server did not say where")?.parse()?;
        Ok(Self { child, address })
    }

    /// Ends it and waits until it is gone.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }

    /// What the process holds of the machine's memory.
    pub fn resident_bytes(&self) -> anyhow::Result<u64> {
        self.memory("VmRSS:")
    }

    /// The most that it has held since it began.
    pub fn most_resident_bytes(&self) -> anyhow::Result<u64> {
        self.memory("VmHWM:")
    }

    fn memory(&self, kind: &str) -> anyhow::Result<u64> {
        let process = self.child.id().context("the server ended")?;
        let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix(kind)).context("the system does not tell")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
    }
}
