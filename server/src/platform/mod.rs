//! The base of the server, which knows nothing about games: settings, connections and limits of visitors, the database,
//! time, chance, queues of work, static files, the mail transport and metrics.

pub mod assets;
pub mod byte_cache;
pub mod cached;
pub mod chance;
pub mod config;
pub mod connections;
pub mod database;
pub mod day;
pub mod error;
pub mod mailer;
pub mod metrics;
pub mod network;
pub mod now;
pub mod queue;
pub mod request_rate;
mod smtp;
pub mod tally;
