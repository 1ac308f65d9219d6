//! The base of the server, which knows nothing about games: settings, the database, time, chance, queues of work,
//! static files, the mail transport and metrics.

pub mod assets;
pub mod chance;
pub mod config;
pub mod database;
pub mod error;
pub mod mailer;
pub mod metrics;
pub mod now;
pub mod queue;
mod smtp;
