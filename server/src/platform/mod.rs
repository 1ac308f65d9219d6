//! What the rest of the server stands on, and what knows nothing of games: settings, connections and limits of visitors, the
//! database, time, chance, queues of work, static files, the mail transport and the figures for operators.

pub mod assets;
pub mod chance;
pub mod config;
pub mod connections;
pub mod database;
pub mod error;
pub mod mailer;
pub mod metrics;
pub mod network;
pub mod now;
pub mod queue;
pub mod request_rate;
mod smtp;
pub mod tally;
